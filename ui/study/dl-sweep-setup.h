/* Setup of a sweep: which keys take which values, how many seeds, simulated or not. */
#pragma once

#include "dl-session.h"
#include "dl-sweep.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SWEEP_SETUP (dl_sweep_setup_get_type ())
G_DECLARE_FINAL_TYPE (DlSweepSetup, dl_sweep_setup, DL, SWEEP_SETUP, GtkWidget)

/* Signals:
 *   changed ()  something was chosen or typed
 */

GtkWidget *dl_sweep_setup_new (DlSession *session);

/* Vary @field, and no other, with the values that are proposed for the session's scenario and @part
 * (dl_field_propose). Only analyzed if that says something. */
void dl_sweep_setup_choose (DlSweepSetup *self, const DlField *field, guint part);
/* Show what @spec varies. */
void dl_sweep_setup_show (DlSweepSetup *self, const DlSweepSpec *spec);
/* The sweep of the session's current scenario, checked; NULL with an error. Free with
 * dl_sweep_spec_free. */
DlSweepSpec *dl_sweep_setup_get_spec (DlSweepSetup *self, GError **error);

G_END_DECLS

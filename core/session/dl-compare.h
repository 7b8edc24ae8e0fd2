/* A comparison that a person puts together: scenarios and runs of the library, the scenario that is
 * open and the state that is pinned, evaluated and simulated in the background. Lives in the main
 * context. */
#pragma once

#include "dl-comparison.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_COMPARE (dl_compare_get_type ())
G_DECLARE_FINAL_TYPE (DlCompare, dl_compare, DL, COMPARE, GObject)

/* Properties, read-only and notified:
 *   simulating (boolean)
 *   progress (double)    of the simulations, 0 to 1
 * Signals:
 *   changed ()           rows have come or gone, or other names or values
 *   failed (string message)  a scenario could not be read, or a run not be kept
 */

/* A comparison of the scenario open in @session, alone; while that is so, it follows the edits. */
DlCompare *dl_compare_new (DlSession *session);

/* The values, which stay those of @self. */
const DlComparison *dl_compare_get_comparison (DlCompare *self);
DlSession *dl_compare_get_session (DlCompare *self);
/* Is the scenario of the row @row_id the one that is open? */
gboolean dl_compare_is_open (DlCompare *self, guint row_id);
/* The row of scenario @id of the library; 0: none. */
guint dl_compare_find_scenario (DlCompare *self, gint64 id);

/* Add scenario @id of the library, once it is read; nothing if it is there, or on its way. */
void dl_compare_add (DlCompare *self, gint64 id);
/* Add what run @run_id of the library simulated; @what says how that differs from its scenario, and
 * may be empty. */
void dl_compare_add_run (DlCompare *self, gint64 run_id, const char *what);
/* Add the state that is pinned as B. FALSE if nothing is, or it is there. */
gboolean dl_compare_add_pinned (DlCompare *self);
/* The row @row_id, if it is there. */
void dl_compare_remove (DlCompare *self, guint row_id);

/* Make the first @n_seeds runs of each row, unless they are there already, on all processors but
 * one. Runs in the library are taken from there, new ones are kept there. */
void dl_compare_simulate (DlCompare *self, guint n_seeds);
/* Finished runs stay. */
void dl_compare_cancel (DlCompare *self);
gboolean dl_compare_is_simulating (DlCompare *self);

G_END_DECLS

/* The table of values of A and B as a whole: nodes, links, hops, balance, verdict, and simulated
 * ones, with confidence intervals once both have been run with several seeds. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_DIFFERENCE_SCALARS (dl_difference_scalars_get_type ())
G_DECLARE_FINAL_TYPE (DlDifferenceScalars, dl_difference_scalars, DL, DIFFERENCE_SCALARS, DlPane)

GtkWidget *dl_difference_scalars_new (DlView *view);
/* Bring it up to date, when it is to be seen; it is empty while nothing is pinned. */
void dl_difference_scalars_update (DlDifferenceScalars *self);
/* Simulate both with @n_seeds seeds each, in the background; their results are shown when all are
 * done. */
void dl_difference_scalars_run (DlDifferenceScalars *self, guint n_seeds);
gboolean dl_difference_scalars_is_running (DlDifferenceScalars *self);
/* The table as lines of CSV after its header line. */
void dl_difference_scalars_write (DlDifferenceScalars *self, GString *csv);

/* Values beside their titles, in one line; else below them. */
void dl_difference_scalars_set_wide (DlDifferenceScalars *self, gboolean wide);

G_END_DECLS

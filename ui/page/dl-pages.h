/* Pages of evidence of which nobody needs more than the page: each is a DlPane for a view. A page
 * that is one more is a file, its line here, and the rows that dl-feature.c names. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

/* The critical cables, ranked, and the search for them. Its results go to the maps of @view,
 * too. */
GtkWidget *dl_critical_pane_new (DlView *view);

/* Latency against offered load, a chart that fills in. */
GtkWidget *dl_curve_pane_new (DlView *view);

/* The network under each engine of its family, the best first, with a button to use it, and how
 * each differs from the current one. */
GtkWidget *dl_engines_pane_new (DlView *view);

/* How evenly the simulated network serves its sources: a chart, Jain's index, and each source in
 * a table. It follows the simulation. */
GtkWidget *dl_fairness_pane_new (DlView *view);

/* How evenly the links of each class are loaded, and the link that saturates first. */
GtkWidget *dl_load_pane_new (DlView *view);

/* The counters of a real machine beside what is computed for the scenario. */
GtkWidget *dl_measured_pane_new (DlView *view);

/* The selected router's own routing tables, as the hardware would hold them (VC paper 2.2, 3.3),
 * and how much of them is used. */
GtkWidget *dl_tables_pane_new (DlView *view);

G_END_DECLS

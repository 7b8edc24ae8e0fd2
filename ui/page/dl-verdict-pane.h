/* The page of evidence on deadlock: the verdict, the shortest cycle hop by hop, and what could be
 * done about it. */
#pragma once

#include "dl-banner.h"
#include "dl-pane.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_VERDICT_PANE (dl_verdict_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlVerdictPane, dl_verdict_pane, DL, VERDICT_PANE, DlPane)

/* Over the page while routes can deadlock or do not serve every pair: the problem, and its
 * remedies. It neither comes nor goes for a moment. */

#define DL_TYPE_VERDICT_BANNER (dl_verdict_banner_get_type ())
G_DECLARE_FINAL_TYPE (DlVerdictBanner, dl_verdict_banner, DL, VERDICT_BANNER, GtkWidget)

void dl_verdict_banner_set_view (DlVerdictBanner *self, DlView *view);
/* The page itself states the problem: the banner does not lie over it. */
void dl_verdict_banner_set_told (DlVerdictBanner *self, gboolean is_told);
/* For its turn among the others. The banner's. */
DlBanner *dl_verdict_banner_get_banner (DlVerdictBanner *self);
/* Message shown, or NULL. */
const char *dl_verdict_banner_get_message (DlVerdictBanner *self);
/* How far the search for datelines has come, 0..1; negative while there is none. */
void dl_verdict_banner_set_progress (DlVerdictBanner *self, double progress);

/* A simulation that is locked: the packets that wait for each other, and a button that shows them
 * in the maps. */

#define DL_TYPE_WAIT_LIST (dl_wait_list_get_type ())
G_DECLARE_FINAL_TYPE (DlWaitList, dl_wait_list, DL, WAIT_LIST, GtkWidget)

/* Not visible unless the view's simulation is locked. */
GtkWidget *dl_wait_list_new (DlView *view);

G_END_DECLS

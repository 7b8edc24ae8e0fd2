/* Across the window while routes can deadlock or do not serve every pair: what is wrong, and the
 * ways out. It neither comes nor goes for a moment. */
#pragma once

#include "dl-banner.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_VERDICT_BANNER (dl_verdict_banner_get_type ())
G_DECLARE_FINAL_TYPE (DlVerdictBanner, dl_verdict_banner, DL, VERDICT_BANNER, GtkWidget)

void dl_verdict_banner_set_view (DlVerdictBanner *self, DlView *view);
/* For its turn among the others. The banner's. */
DlBanner *dl_verdict_banner_get_banner (DlVerdictBanner *self);
/* What is shown, or NULL. */
const char *dl_verdict_banner_get_message (DlVerdictBanner *self);
/* How far the search for datelines has come, 0..1; negative while there is none. */
void dl_verdict_banner_set_progress (DlVerdictBanner *self, double progress);

G_END_DECLS

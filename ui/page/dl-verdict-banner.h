/* Across the window, above the status line, while routes can deadlock or do not serve every pair:
 * what is wrong, and the ways out. It neither comes nor goes for a moment and moves no control, so
 * that nothing jumps under the pointer. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_VERDICT_BANNER (dl_verdict_banner_get_type ())
G_DECLARE_FINAL_TYPE (DlVerdictBanner, dl_verdict_banner, DL, VERDICT_BANNER, GtkWidget)

void dl_verdict_banner_set_view (DlVerdictBanner *self, DlView *view);
/* What is shown, or NULL. */
const char *dl_verdict_banner_get_message (DlVerdictBanner *self);
/* How far the search for datelines has come, 0..1; negative while there is none. */
void dl_verdict_banner_set_progress (DlVerdictBanner *self, double progress);

G_END_DECLS

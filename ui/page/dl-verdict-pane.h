/* The page of evidence on deadlock: the verdict, the shortest cycle hop by hop, and what could be
 * done about it. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_VERDICT_PANE (dl_verdict_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlVerdictPane, dl_verdict_pane, DL, VERDICT_PANE, DlPane)

GtkWidget *dl_verdict_pane_new (DlView *view);

G_END_DECLS

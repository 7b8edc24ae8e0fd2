/* A page of evidence: the critical cables, ranked, and the search for them. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_CRITICAL_PANE (dl_critical_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCriticalPane, dl_critical_pane, DL, CRITICAL_PANE, DlPane)

/* For @view, whose maps take the search's results too. */
GtkWidget *dl_critical_pane_new (DlView *view);

G_END_DECLS

/* Routers by routers of any network, to be pointed at and broken. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_MATRIX_VIEW (dl_matrix_view_get_type ())
G_DECLARE_FINAL_TYPE (DlMatrixView, dl_matrix_view, DL, MATRIX_VIEW, GtkWidget)

GtkWidget *dl_matrix_view_new (DlView *view);

G_END_DECLS

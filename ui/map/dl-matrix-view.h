/* Routers by routers of any network, to be pointed at and broken. */
#pragma once

#include "dl-matrix-map.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_MATRIX_VIEW (dl_matrix_view_get_type ())
G_DECLARE_FINAL_TYPE (DlMatrixView, dl_matrix_view, DL, MATRIX_VIEW, GtkWidget)

GtkWidget *dl_matrix_view_new (DlView *view);

/* In which order it has the routers. */
typedef struct
{
  const char *title; /* for assistive technology, translatable */
  /* For what @result shows and the @values (n_links) of its links; what @order borrows stays until
   * the next call. */
  void (*arrange) (gpointer data, const DlEvaluation *result, const float *values,
                   DlMatrixOrder *order);
  void (*free) (gpointer data);
} DlMatrixArranger;

/* @arranger stays. @data is taken. @menu: (nullable) what its menu has below all else. */
GtkWidget *dl_matrix_view_new_arranged (DlView *view, const DlMatrixArranger *arranger,
                                        gpointer data, GMenuModel *menu);
/* The order is to be a different one. */
void dl_matrix_view_arrange (DlMatrixView *self);
/* Where @place is, in pixels; FALSE: nowhere. */
gboolean dl_matrix_view_locate (DlMatrixView *self, DlPlace place, DlRect *rect);

G_END_DECLS

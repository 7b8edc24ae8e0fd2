/* Routers by routers of any network, to be pointed at and broken: a kind of canvas. */
#pragma once

#include "dl-canvas.h"
#include "dl-matrix-map.h"

G_BEGIN_DECLS

GtkWidget *dl_matrix_view_new (DlView *view);

/* In which order it has the routers. */
typedef struct
{
  /* For what @result shows and the @values (n_links) of its links; what @order borrows stays until
   * the next call. */
  void (*arrange) (gpointer data, const DlEvaluation *result, const float *values,
                   DlMatrixOrder *order);
  void (*free) (gpointer data);
} DlMatrixArranger;

/* @title: as dl_canvas_new. @arranger stays. @data is taken. */
GtkWidget *dl_matrix_view_new_arranged (DlView *view, const char *title,
                                        const DlMatrixArranger *arranger, gpointer data);

G_END_DECLS

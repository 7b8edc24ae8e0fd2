/* The links whose measured share differs most from the computed one, as a table. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_MEASURED_LIST (dl_measured_list_get_type ())
G_DECLARE_FINAL_TYPE (DlMeasuredList, dl_measured_list, DL, MEASURED_LIST, GtkWidget)

/* A row that is selected selects its link in @view. */
GtkWidget *dl_measured_list_new (DlView *view);
/* @measured is nullable. */
void dl_measured_list_show (DlMeasuredList *self, DlMeasured *measured);

G_END_DECLS

/* The age paper's equations for a scenario, a row each: what it is, its value, where that comes
 * from. The selected one also says its formula and what to know about it. */
#pragma once

#include "dl-aging-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_MODEL_LIST (dl_model_list_get_type ())
G_DECLARE_FINAL_TYPE (DlModelList, dl_model_list, DL, MODEL_LIST, GtkBox)

GtkWidget *dl_model_list_new (void);
/* Show @model, which need not outlive the call. */
void dl_model_list_follow (DlModelList *self, const DlAgingModel *model);
/* The row of a record, a GtkListBoxRow. */
GtkWidget *dl_model_list_get_row (DlModelList *self, DlAgingId id);

G_END_DECLS

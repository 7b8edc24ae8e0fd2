/* A page of evidence: the age paper's equations for the scenario, what they recommend, and what the
 * simulation finds beside what they expect. */
#pragma once

#include "dl-aging-model.h"
#include "dl-pane.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_MODEL_PANE (dl_model_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlModelPane, dl_model_pane, DL, MODEL_PANE, DlPane)

GtkWidget *dl_model_pane_new (DlView *view);

/* The age paper's equations for a scenario, a row each: what it is, its value, where that comes
 * from. The selected one also says its formula and what to know about it. */

#define DL_TYPE_MODEL_LIST (dl_model_list_get_type ())
G_DECLARE_FINAL_TYPE (DlModelList, dl_model_list, DL, MODEL_LIST, GtkBox)

/* The row of a record, a GtkListBoxRow. */
GtkWidget *dl_model_list_get_row (DlModelList *self, DlAgingId id);

G_END_DECLS

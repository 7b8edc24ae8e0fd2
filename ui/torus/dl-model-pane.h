/* A page of evidence: the age paper's equations for the scenario, what they recommend, and what the
 * simulation finds beside what they expect. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_MODEL_PANE (dl_model_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlModelPane, dl_model_pane, DL, MODEL_PANE, DlPane)

GtkWidget *dl_model_pane_new (DlView *view);

G_END_DECLS

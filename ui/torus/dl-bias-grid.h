/* The age bias of each input port: four values, or seven where directions are told apart. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_BIAS_GRID (dl_bias_grid_get_type ())
G_DECLARE_FINAL_TYPE (DlBiasGrid, dl_bias_grid, DL, BIAS_GRID, DlSettings)

/* Of requests, or of responses. */
GtkWidget *dl_bias_grid_new (gboolean responses);
/* Whether each port has a field of its own; both ports of a dimension are set together otherwise.
 */
void dl_bias_grid_set_by_port (DlBiasGrid *self, gboolean by_port);
/* The field of an input port. */
GtkWidget *dl_bias_grid_get_field (DlBiasGrid *self, guint port);

G_END_DECLS

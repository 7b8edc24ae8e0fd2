#include "dl-family-views.h"

#include "dl-dragonfly-view.h"
#include "dl-fabric-views.h"
#include "dl-flight-view.h"
#include "dl-link-table.h"
#include "dl-map-view.h"
#include "dl-matrix-view.h"
#include "dl-router-view.h"

static const struct
{
  const char *id;
  GtkWidget *(*create) (DlView *view); /* or */
  GtkWidget *(*create_map) (DlView *view, guint which);
  guint which; /* DlMapKind, DlDragonflyMapKind */
} makers[] = {
  { "ring-matrix", .create_map = dl_map_view_new, DL_MAP_RING_MATRIX },
  { "planes", .create_map = dl_map_view_new, DL_MAP_PLANES },
  { "isometric", .create_map = dl_map_view_new, DL_MAP_ISOMETRIC },
  { "ring", dl_ring_view_new },
  { "table", dl_link_table_new },
  { "router", dl_router_view_new },
  { "packets", dl_flight_view_new },
  { "groups", .create_map = dl_dragonfly_view_new, DL_DRAGONFLY_MAP_GROUPS },
  { "group", .create_map = dl_dragonfly_view_new, DL_DRAGONFLY_MAP_GROUP },
  { "chord", .create_map = dl_dragonfly_view_new, DL_DRAGONFLY_MAP_CHORD },
  { "matrix", dl_matrix_view_new },
  { "levels", dl_levels_view_new },
  { "switches", dl_switches_view_new },
  { "switch", dl_switch_view_new },
};

GtkWidget *
dl_family_view_new (const char *id, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_equal (makers[i].id, id))
      return makers[i].create != NULL ? makers[i].create (view)
                                      : makers[i].create_map (view, makers[i].which);
  g_return_val_if_reached (gtk_label_new (id));
}

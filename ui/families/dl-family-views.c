#include "dl-family-views.h"

#include "dl-dragonfly-view.h"
#include "dl-fabric-views.h"
#include "dl-flight-view.h"
#include "dl-link-table.h"
#include "dl-map-view.h"
#include "dl-matrix-view.h"
#include "dl-router-view.h"

static GtkWidget *
new_map (DlView *view, guint kind)
{
  return dl_map_view_new (view, kind);
}

static GtkWidget *
new_ring (DlView *view, guint kind)
{
  return dl_ring_view_new (view);
}

static GtkWidget *
new_router (DlView *view, guint kind)
{
  return dl_router_view_new (view);
}

static GtkWidget *
new_dragonfly (DlView *view, guint kind)
{
  return dl_dragonfly_view_new (view, kind);
}

static GtkWidget *
new_matrix (DlView *view, guint kind)
{
  return dl_matrix_view_new (view);
}

static GtkWidget *
new_levels (DlView *view, guint kind)
{
  return dl_levels_view_new (view);
}

static GtkWidget *
new_switch (DlView *view, guint kind)
{
  return dl_switch_view_new (view);
}

static GtkWidget *
new_switches (DlView *view, guint kind)
{
  return dl_switches_view_new (view);
}

static GtkWidget *
new_packets (DlView *view, guint kind)
{
  return dl_flight_view_new (view);
}

static GtkWidget *
new_table (DlView *view, guint kind)
{
  return dl_link_table_new (view);
}

static const struct
{
  const char *id;
  GtkWidget *(*create) (DlView *view, guint kind);
  guint kind; /* DlMapKind, DlDragonflyMapKind */
} makers[] = {
  { "ring-matrix", new_map, DL_MAP_RING_MATRIX },
  { "planes", new_map, DL_MAP_PLANES },
  { "isometric", new_map, DL_MAP_ISOMETRIC },
  { "ring", new_ring },
  { "table", new_table },
  { "router", new_router },
  { "packets", new_packets },
  { "groups", new_dragonfly, DL_DRAGONFLY_MAP_GROUPS },
  { "group", new_dragonfly, DL_DRAGONFLY_MAP_GROUP },
  { "chord", new_dragonfly, DL_DRAGONFLY_MAP_CHORD },
  { "matrix", new_matrix },
  { "levels", new_levels },
  { "switches", new_switches },
  { "switch", new_switch },
};

GtkWidget *
dl_family_view_new (const char *id, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_equal (makers[i].id, id))
      return makers[i].create (view, makers[i].kind);
  g_return_val_if_reached (gtk_label_new (id));
}

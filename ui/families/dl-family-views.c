#include "dl-family-views.h"

#include "dl-dragonfly-view.h"
#include "dl-flight-view.h"
#include "dl-inside-view.h"
#include "dl-link-table.h"
#include "dl-map-view.h"
#include "dl-ring-view.h"

static GtkWidget *
new_map (DlView *view, DlMapKind kind)
{
  GtkWidget *map = dl_map_view_new (kind);

  dl_map_view_set_view (DL_MAP_VIEW (map), view);
  return map;
}

static GtkWidget *
new_ring_matrix (DlView *view)
{
  return new_map (view, DL_MAP_RING_MATRIX);
}

static GtkWidget *
new_planes (DlView *view)
{
  return new_map (view, DL_MAP_PLANES);
}

static GtkWidget *
new_isometric (DlView *view)
{
  return new_map (view, DL_MAP_ISOMETRIC);
}

static GtkWidget *
new_ring (DlView *view)
{
  GtkWidget *ring = dl_ring_view_new ();

  dl_ring_view_set_view (DL_RING_VIEW (ring), view);
  return ring;
}

static GtkWidget *
new_table (DlView *view)
{
  return dl_link_table_new (view, &dl_family_torus);
}

static GtkWidget *
new_groups (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_GROUPS);
}

static GtkWidget *
new_group (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_GROUP);
}

static GtkWidget *
new_chord (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_CHORD);
}

static GtkWidget *
new_links (DlView *view)
{
  return dl_link_table_new (view, &dl_family_dragonfly);
}

static const struct
{
  const char *id;
  GtkWidget *(*create) (DlView *view);
} makers[] = {
  { "ring-matrix", new_ring_matrix },
  { "planes", new_planes },
  { "isometric", new_isometric },
  { "ring", new_ring },
  { "table", new_table },
  { "router", dl_inside_view_new },
  { "packets", dl_flight_view_new },
  { "groups", new_groups },
  { "group", new_group },
  { "chord", new_chord },
  { "links", new_links },
  { "group-packets", dl_flight_view_new },
};

GtkWidget *
dl_family_view_new (const char *id, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_equal (makers[i].id, id))
      return makers[i].create (view);
  g_return_val_if_reached (gtk_label_new (id));
}

#include "dl-torus-room.h"

#include "dl-config-panel.h"
#include "dl-evidence.h"
#include "dl-inside-view.h"
#include "dl-map-view.h"
#include "dl-model-pane.h"
#include "dl-optimize-pane.h"
#include "dl-ring-view.h"
#include "dl-torus-actions.h"

static GtkWidget *
new_matrix (DlView *view)
{
  return dl_map_view_new (view, DL_MAP_RING_MATRIX);
}

static GtkWidget *
new_planes (DlView *view)
{
  return dl_map_view_new (view, DL_MAP_PLANES);
}

static GtkWidget *
new_block (DlView *view)
{
  return dl_map_view_new (view, DL_MAP_ISOMETRIC);
}

static GtkWidget *
new_panel (DlView *view)
{
  return dl_config_panel_new (dl_view_get_session (view));
}

static gboolean
is_block (DlView *view, const char *id)
{
  return g_str_equal (id, "isometric");
}

static gboolean
is_ring (DlView *view, const char *id)
{
  return g_str_equal (id, "ring");
}

static const DlMaker views[] = {
  { "ring-matrix", new_matrix },
  { "planes", new_planes },
  { "isometric", new_block },
  { "ring", dl_ring_view_new },
  { NULL },
};

static const DlMaker pages[] = {
  { "evidence", dl_evidence_pane_new },
  { "search", dl_optimize_pane_new, TRUE },
  { "model", dl_model_pane_new },
  { NULL },
};

static const DlViewTool tools[] = {
  { dl_cut_scale_new, is_block, TRUE },
  { dl_ring_picker_new, is_ring },
  { NULL },
};

static const DlRouterMaker router = {
  .model = &dl_router_model_seastar,
  .create = dl_inside_view_new,
  .get_look = dl_inside_view_get_look,
};

const DlFamilyRoom dl_torus_room = {
  .family = &dl_family_torus,
  .views = views,
  .pages = pages,
  .tools = tools,
  .router = &router,
  .panel = new_panel,
  .add_actions = dl_torus_actions_add,
  .announce = dl_torus_actions_announce,
};

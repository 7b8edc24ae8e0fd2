#include "dl-torus-room.h"

#include "dl-config-panel.h"
#include "dl-evidence.h"
#include "dl-inside-view.h"
#include "dl-map-view.h"
#include "dl-model-pane.h"
#include "dl-optimize-pane.h"
#include "dl-ring-view.h"
#include "dl-torus-actions.h"

#include <glib/gi18n-lib.h>

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

/* Translators: hints have at most 65 characters. */
static const DlMaker views[] = {
  { "ring-matrix", new_matrix, N_ ("_Ring Matrix"),
    N_ ("Every link: one row per ring, one column per position"), "torus-maps#ring-matrix",
    .figure = "ring-matrix", .label = N_ ("Matrix"),
    .hint = N_ ("Click selects a link, B breaks it; datelines can be dragged"), .is_map = TRUE },
  { "planes", new_planes, N_ ("_Planes"), N_ ("Every node with its ports, plane by plane"),
    "torus-maps#planes", .figure = "planes", .label = N_ ("Planes"),
    .hint = N_ ("Click selects; X, Y and Z choose the axis; P enlarges a plane"), .is_map = TRUE },
  { "isometric", new_block, N_ ("I_sometric"), N_ ("The whole network as a block, cut open"),
    "torus-maps#isometric", .figure = "isometric", .label = N_ ("Isometric"),
    .hint = N_ ("Click selects a node; the slider moves the cut"), .is_map = TRUE },
  { "ring", dl_ring_view_new, N_ ("R_ing"),
    N_ ("One ring, VC0 and VC1 stacked: VC paper, figure 3(b)"), "torus-maps#ring",
    .figure = "ring-balance", .label = N_ ("Ring"),
    .hint = N_ ("Click selects a link; arrow keys go along the ring") },
  { NULL },
};

static const DlMaker pages[] = {
  { "evidence", dl_evidence_pane_new, N_ ("VC balance"),
    N_ ("Histograms by dimension, and the load of the links"), "evidence#balance" },
  { "search", dl_optimize_pane_new, N_ ("Best settings"),
    N_ ("Search for better datelines and virtual channels"), "evidence#search",
    .group = DL_PAGE_SEARCH, .own = TRUE },
  { "model", dl_model_pane_new, N_ ("Equations"),
    N_ ("Results and recommendations of the age paper’s equations"), "ages#equations",
    .group = DL_PAGE_SIMULATION },
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

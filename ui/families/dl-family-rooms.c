#include "dl-family-rooms.h"

#include "dl-difference-pane.h"
#include "dl-dragonfly-room.h"
#include "dl-fabric-room.h"
#include "dl-flight-view.h"
#include "dl-flows-pane.h"
#include "dl-jobs-pane.h"
#include "dl-link-table.h"
#include "dl-matrix-view.h"
#include "dl-pages.h"
#include "dl-plain-panel.h"
#include "dl-route-pane.h"
#include "dl-router-view.h"
#include "dl-simulation-pane.h"
#include "dl-torus-room.h"
#include "dl-verdict-pane.h"

#include <glib/gi18n-lib.h>

/* One more family that has something of its own in the window is a folder with its row, and its
 * line here. */
static const DlFamilyRoom *const rooms[] = {
  &dl_torus_room,
  &dl_dragonfly_room,
  &dl_fabric_room,
};

/* Views of any family, by its features. */
/* Translators: hints have at most 65 characters. */
static const DlMaker views[] = {
  { "table", dl_link_table_new, N_ ("_Table"), N_ ("All links in numbers, sortable"),
    "window#table", '7', .label = N_ ("Table"),
    .hint = N_ ("Click selects a link; a click on a heading sorts") },
  { "router", dl_router_view_new, N_ ("R_outer"),
    N_ ("One router from inside: queues, competing packets, and winners"), "torus-maps#router", '8',
    .figure = "router", .label = N_ ("Router"),
    .hint = N_ ("F8 runs the simulation and fills the queues"),
    .simulated_hint = N_ ("F7 simulates one cycle, Shift+F7 up to the next grant") },
  { "packets", dl_flight_view_new, N_ ("P_ackets"),
    N_ ("A small network, and each packet of the simulation on its way"), "toys#packets", '9',
    .figure = "packets", .label = N_ ("Packets"),
    .hint = N_ ("Point at a packet for its story; click a link to select it") },
  { "matrix", dl_matrix_view_new, N_ ("_Routers by Routers"),
    N_ ("The links between every two routers"), "window#views", .figure = "matrix",
    .label = N_ ("Routers"), .hint = N_ ("Click selects a cell, B breaks a cable"),
    .is_map = TRUE },
  { NULL },
};

static const DlMaker pages[] = {
  { "load", dl_load_pane_new, N_ ("Channel load"),
    N_ ("Distribution of the channel load, and the link that limits it"), "evidence#load" },
  { "jobs", dl_jobs_pane_new, N_ ("Jobs"), N_ ("The nodes of each job: by rule, or painted"),
    "jobs#placement", .own = TRUE },
  { "simulation", dl_simulation_pane_new, N_ ("Simulation"),
    N_ ("Throughput, latency, ages and stalls while it runs"), "simulation#page", '8',
    .group = DL_PAGE_SIMULATION, .is_table = TRUE, .own = TRUE },
  { "curve", dl_curve_pane_new, N_ ("Load curve"),
    N_ ("Latency and accepted throughput against offered load"), "simulation#curve", '9',
    .group = DL_PAGE_SIMULATION, .own = TRUE },
  { "route", dl_route_pane_new, N_ ("Route"),
    N_ ("The route of one packet, hop by hop, with reasons"), "evidence#route", '2' },
  { "deadlock", dl_verdict_pane_new, N_ ("Deadlock"),
    N_ ("Deadlock of the routes, the shortest cycle, and remedies"), "datelines#verdict", '3' },
  { "critical", dl_critical_pane_new, N_ ("Critical cables"),
    N_ ("The effect of breaking each cable, the most critical first"), "evidence#critical", '0',
    .group = DL_PAGE_SEARCH, .is_table = TRUE, .own = TRUE },
  { "flows", dl_flows_pane_new, N_ ("Flows"),
    N_ ("The flows over a link, by source and destination"), "evidence#flows", '5' },
  { "tables", dl_tables_pane_new, N_ ("Tables"),
    N_ ("The tables of the selected router, as in the hardware"), "evidence#tables", '6',
    .is_table = TRUE },
  { "difference", dl_difference_pane_new, N_ ("Difference"),
    N_ ("The change from the state pinned as B"), "compare#difference", '7', .is_table = TRUE },
  { "measured", dl_measured_pane_new, N_ ("Measured"),
    N_ ("Counters of a real machine compared with computed values"), "counters#beside",
    .group = DL_PAGE_MEASURED, .is_table = TRUE },
  { "engines", dl_engines_pane_new, N_ ("Routing engines"),
    N_ ("Compare reachability, deadlock, load and hops of the routing engines"), "faults#engines",
    '4', .is_table = TRUE, .own = TRUE },
  { "fairness", dl_fairness_pane_new, N_ ("Fairness"),
    N_ ("What each source gets through the network"), "simulation#fairness",
    .group = DL_PAGE_SIMULATION, .is_table = TRUE, .own = TRUE },
  { NULL },
};

static gboolean
shows_packets (DlView *view, const char *id)
{
  return g_str_equal (id, "packets");
}

static const DlViewTool tools[] = {
  { dl_flight_ages_new, shows_packets },
  { NULL },
};

static const DlMaker *
find (const DlMaker *makers, const char *id)
{
  while (makers != NULL && makers->id != NULL && !g_str_equal (makers->id, id))
    makers++;
  return makers != NULL && makers->id != NULL ? makers : NULL;
}

const DlMaker *
dl_maker_find (DlFeatureKind kind, const char *id)
{
  const DlFeature *feature = dl_feature_find (kind, id);
  const gboolean is_page = kind == DL_FEATURE_PAGE;
  const DlMaker *maker;

  if (feature == NULL)
    return NULL;
  maker = find (is_page ? pages : views, feature->id);
  for (guint i = 0; i < G_N_ELEMENTS (rooms) && maker == NULL; i++)
    maker = find (is_page ? rooms[i]->pages : rooms[i]->views, feature->id);
  g_assert (maker != NULL);
  return maker;
}

const DlMaker *
dl_family_maker (const DlFamily *family, DlFeatureKind kind, guint i)
{
  const DlFeature *feature = dl_family_feature (family, kind, i);

  return feature != NULL ? dl_maker_find (kind, feature->id) : NULL;
}

static gboolean
owns_key (const DlMaker *makers, char key)
{
  for (; makers->id != NULL; makers++)
    if (makers->key == key)
      return TRUE;
  return FALSE;
}

char
dl_family_maker_key (const DlFamily *family, DlFeatureKind kind, guint i)
{
  const DlMaker *maker = dl_family_maker (family, kind, i);
  char key = '1';

  if (maker == NULL || maker->key != 0)
    return maker != NULL ? maker->key : 0;
  for (guint before = 0; before < i; before++)
    if (dl_family_maker (family, kind, before)->key == 0)
      key++;
  return key > '9' || owns_key (kind == DL_FEATURE_PAGE ? pages : views, key) ? 0 : key;
}

const DlMaker *
dl_family_maker_by_key (const DlFamily *family, DlFeatureKind kind, char key)
{
  const DlMaker *maker;

  for (guint i = 0; (maker = dl_family_maker (family, kind, i)) != NULL; i++)
    if (dl_family_maker_key (family, kind, i) == key)
      return maker;
  return NULL;
}

const char *
dl_page_group_title (DlPageGroup group)
{
  static const char *const titles[DL_N_PAGE_GROUPS] = {
    [DL_PAGE_NETWORK] = N_ ("Network"),
    [DL_PAGE_SIMULATION] = N_ ("Simulation"),
    [DL_PAGE_SEARCH] = N_ ("Search"),
    [DL_PAGE_MEASURED] = N_ ("Measured"),
  };

  g_assert (group < DL_N_PAGE_GROUPS);
  return titles[group];
}

/* The tool @i of @of, which goes down by those that are passed over. */
static const DlViewTool *
tool_at (const DlViewTool *of, guint *i)
{
  while (of != NULL && of->create != NULL && (*i)-- > 0)
    of++;
  return of != NULL && of->create != NULL ? of : NULL;
}

const DlViewTool *
dl_family_tool (guint i)
{
  const DlViewTool *tool = tool_at (tools, &i);

  for (guint room = 0; room < G_N_ELEMENTS (rooms) && tool == NULL; room++)
    tool = tool_at (rooms[room]->tools, &i);
  return tool;
}

const DlRouterMaker *
dl_family_router (guint i)
{
  for (guint room = 0; room < G_N_ELEMENTS (rooms); room++)
    if (rooms[room]->router != NULL && i-- == 0)
      return rooms[room]->router;
  return NULL;
}

void
dl_family_panels_add (GtkStack *stack, DlView *view)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    gtk_stack_add_named (stack, rooms[i]->panel (view), rooms[i]->family->id);
  for (guint i = 0; i < n; i++)
    if (gtk_stack_get_child_by_name (stack, families[i]->id) == NULL)
      gtk_stack_add_named (stack, dl_plain_panel_new (view, families[i]), families[i]->id);
}

void
dl_family_actions_add (DlShell *shell, DlVerdictBanner *banner)
{
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    if (rooms[i]->add_actions != NULL)
      rooms[i]->add_actions (shell, banner);
}

gboolean
dl_family_actions_announce (DlShell *shell, const char *effect)
{
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    if (rooms[i]->announce != NULL && rooms[i]->announce (shell, effect))
      return TRUE;
  return FALSE;
}

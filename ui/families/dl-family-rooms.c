#include "dl-family-rooms.h"

#include "dl-dragonfly-room.h"
#include "dl-fabric-room.h"
#include "dl-flight-view.h"
#include "dl-link-table.h"
#include "dl-matrix-view.h"
#include "dl-plain-panel.h"
#include "dl-router-view.h"
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

/* Pages of any family, each of which has its row in its own file. */
extern const DlMaker dl_page_load, dl_page_jobs, dl_page_simulation, dl_page_curve, dl_page_route,
    dl_page_deadlock, dl_page_critical, dl_page_flows, dl_page_tables, dl_page_difference,
    dl_page_measured, dl_page_engines, dl_page_fairness, dl_page_workload, dl_page_journey,
    dl_page_rates;

static const DlMaker *const pages[] = {
  &dl_page_load,     &dl_page_jobs,       &dl_page_simulation, &dl_page_curve,
  &dl_page_route,    &dl_page_deadlock,   &dl_page_critical,   &dl_page_flows,
  &dl_page_tables,   &dl_page_difference, &dl_page_measured,   &dl_page_engines,
  &dl_page_fairness, &dl_page_workload,   &dl_page_journey,    &dl_page_rates,
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
find_page (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i]->id, id))
      return pages[i];
  return NULL;
}

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
  maker = is_page ? find_page (feature->id) : find (views, feature->id);
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
owns_key (DlFeatureKind kind, char key)
{
  for (guint i = 0; kind == DL_FEATURE_PAGE && i < G_N_ELEMENTS (pages); i++)
    if (pages[i]->key == key)
      return TRUE;
  for (guint i = 0; kind == DL_FEATURE_VIEW && views[i].id != NULL; i++)
    if (views[i].key == key)
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
  return key > '9' || owns_key (kind, key) ? 0 : key;
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

/* The tool @i of @of, which goes down by the skipped ones. */
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

static GtkWidget *
new_panel (const DlFamily *family, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    if (rooms[i]->family == family)
      return rooms[i]->panel (view);
  return dl_plain_panel_new (view, family);
}

void
dl_family_panel_show (GtkStack *stack, DlView *view, const DlFamily *family)
{
  if (gtk_stack_get_child_by_name (stack, family->id) == NULL)
    gtk_stack_add_named (stack, new_panel (family, view), family->id);
  gtk_stack_set_visible_child_name (stack, family->id);
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

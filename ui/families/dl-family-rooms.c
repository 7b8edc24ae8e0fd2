#include "dl-family-rooms.h"

#include "dl-critical-pane.h"
#include "dl-curve-pane.h"
#include "dl-difference-pane.h"
#include "dl-dragonfly-room.h"
#include "dl-engines-pane.h"
#include "dl-fabric-room.h"
#include "dl-fairness-pane.h"
#include "dl-flight-view.h"
#include "dl-flows-pane.h"
#include "dl-jobs-pane.h"
#include "dl-link-table.h"
#include "dl-load-pane.h"
#include "dl-matrix-view.h"
#include "dl-measured-pane.h"
#include "dl-plain-panel.h"
#include "dl-route-pane.h"
#include "dl-router-view.h"
#include "dl-simulation-pane.h"
#include "dl-tables-pane.h"
#include "dl-torus-room.h"
#include "dl-verdict-pane.h"

/* One more family that has something of its own in the window is a folder with its row, and its
 * line here. */
static const DlFamilyRoom *const rooms[] = {
  &dl_torus_room,
  &dl_dragonfly_room,
  &dl_fabric_room,
};

/* Views of any family, by its features. */
static const DlMaker views[] = {
  { "table", dl_link_table_new },
  { "router", dl_router_view_new },
  { "packets", dl_flight_view_new },
  { "matrix", dl_matrix_view_new },
  { NULL },
};

static const DlMaker pages[] = {
  { "load", dl_load_pane_new },
  { "jobs", dl_jobs_pane_new, TRUE },
  { "simulation", dl_simulation_pane_new, TRUE },
  { "curve", dl_curve_pane_new, TRUE },
  { "route", dl_route_pane_new },
  { "deadlock", dl_verdict_pane_new },
  { "critical", dl_critical_pane_new, TRUE },
  { "flows", dl_flows_pane_new },
  { "tables", dl_tables_pane_new },
  { "difference", dl_difference_pane_new },
  { "measured", dl_measured_pane_new },
  { "engines", dl_engines_pane_new, TRUE },
  { "fairness", dl_fairness_pane_new, TRUE },
  { NULL },
};

static const DlMaker *
find (const DlMaker *makers, const char *id)
{
  while (makers != NULL && makers->id != NULL && !g_str_equal (makers->id, id))
    makers++;
  return makers != NULL && makers->id != NULL ? makers : NULL;
}

GtkWidget *
dl_family_view_new (const char *id, DlView *view)
{
  const DlMaker *maker = find (views, id);

  for (guint i = 0; i < G_N_ELEMENTS (rooms) && maker == NULL; i++)
    maker = find (rooms[i]->views, id);
  g_return_val_if_fail (maker != NULL, gtk_label_new (id));
  return maker->create (view);
}

const DlMaker *
dl_family_page (const char *id)
{
  const DlMaker *maker = find (pages, id);

  for (guint i = 0; i < G_N_ELEMENTS (rooms) && maker == NULL; i++)
    maker = find (rooms[i]->pages, id);
  g_assert (maker != NULL);
  return maker;
}

const DlViewTool *
dl_family_tool (guint i)
{
  for (guint room = 0; room < G_N_ELEMENTS (rooms); room++)
    for (const DlViewTool *tool = rooms[room]->tools; tool != NULL && tool->create != NULL; tool++)
      if (i-- == 0)
        return tool;
  return NULL;
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

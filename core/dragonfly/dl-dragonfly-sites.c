#include "dl-dragonfly-sites.h"

#include "dl-dragonfly-name.h"

#include <glib/gi18n-lib.h>

/* Routers per row of a group without chassis: as many as a chassis has blades. */
#define ROW DL_CASCADE_BLADES

/* Words ---------------------------------------------------------------------------------------- */

static char *
count_nodes (const char *count, guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s node", "%s nodes", n), count);
}

static char *
count_groups (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u group", "%u groups", n), n);
}

/* Numbers of groups in figure 11 of the Cascade paper. */
static const guint spreads[] = { 1, 2, 3, 6, 0 };

static const DlSiteWords words = {
  .nodes = count_nodes,
  .groups = count_groups,
  .spreads = spreads,
  .unit = "group",
  .by_unit = N_ ("By group"),
  .syntax = N_ ("“%s” is not a job (expected job:384:3 for 384 nodes over 3 groups, "
                "job:384:random, job:384:linear or job@0-383,400)"),
  .few_in_groups = N_ ("%2$u groups do not have %1$u free nodes (at most %3$u; use more groups or "
                       "fewer nodes)"),
  .few_nodes = N_ ("job “%s” needs %lu nodes and only %u are left (use fewer nodes)"),
  .few_groups = N_ ("job “%s” needs %lu groups and there are only %u (use fewer groups)"),
  .many_groups = N_ ("job “%s” needs %lu groups but has only %lu nodes (use at least one node per "
                     "group)"),
  .taken = N_ ("node %u (%s) already has job “%s” (use one job per node)"),
  .outside = N_ ("there is no node %lu (expected 0 to %u)"),
  .painted = N_ ("Nodes for job %s"),
  .erased = N_ ("Nodes without a job"),
  .heading = N_ ("Nodes of each job"),
  .map = N_ ("Jobs of all routers, by group"),
  .traffic = N_ ("The traffic is now “%s”. Placing a job here changes it to the traffic of jobs: "
                 "each node to all others of its job."),
  .paint = N_ ("Drag over routers to give them to the selected job, or hold Shift with the arrow "
               "keys; Delete frees one."),
  .rule = N_ ("A number of nodes in a number of groups, at random or in order"),
  .remove = N_ ("Remove the selected job; its nodes become free"),
  .clear = N_ ("Remove all jobs; all nodes become free"),
  .number = N_ ("N_odes"),
  .one_group = N_ ("All nodes in one group"),
  .spread = N_ ("As many nodes in each group"),
  .random = N_ ("Drawn among the free nodes with the scenario’s seed"),
  .linear = N_ ("The next free nodes, router by router"),
};

/* Sites ---------------------------------------------------------------------------------------- */

static gboolean
dragonfly_is_up (gconstpointer data, guint node)
{
  const DlDragonfly *dragonfly = data;

  return dragonfly->router_up[node / dragonfly->nodes_per_router];
}

static gboolean
dragonfly_parse (gconstpointer data, const char *text, guint *node, GError **error)
{
  return dl_dragonfly_parse_node (data, text, node, error);
}

static char *
dragonfly_name (gconstpointer data, guint node)
{
  return dl_dragonfly_node_to_string (data, node);
}

static guint32
dragonfly_group (gconstpointer data, guint node)
{
  const DlDragonfly *dragonfly = data;

  return dragonfly->router[node / dragonfly->nodes_per_router].group;
}

static char *
dragonfly_group_name (gconstpointer data, guint32 group)
{
  return g_strdup_printf ("%u", ((const DlDragonfly *) data)->group_name[group]);
}

static char *
dragonfly_tell (gconstpointer data, guint node)
{
  const DlDragonfly *dragonfly = data;
  g_autofree char *name
      = dl_dragonfly_router_to_string (dragonfly, node / dragonfly->nodes_per_router);

  return g_strdup_printf (_ ("Router %s"), name);
}

DlSites
dl_sites_of_dragonfly (const DlDragonfly *dragonfly)
{
  DlSites sites = {
    .network = dragonfly,
    .n_nodes = dragonfly->n_nodes,
    .is_up = dragonfly_is_up,
    .parse = dragonfly_parse,
    .name = dragonfly_name,
    .n_groups = dragonfly->n_groups,
    .group = dragonfly_group,
    .group_name = dragonfly_group_name,
    .tell = dragonfly_tell,
    .words = &words,
  };

  for (guint router = 0; router < dragonfly->n_routers; router++)
    sites.n_working += dragonfly->router_up[router] ? dragonfly->nodes_per_router : 0;
  return sites;
}

static void
place_router (const DlDragonfly *dragonfly, guint router, guint16 *column, guint16 *row)
{
  const DlRouterAt at = dragonfly->router[router];
  const gboolean generic = dragonfly->shape == DL_DRAGONFLY_GENERIC;

  *column = generic ? at.blade % ROW : at.blade;
  *row = generic ? at.blade / ROW : at.chassis;
}

DlSiteGrid *
dl_dragonfly_site_grid (const DlDragonfly *dragonfly)
{
  const guint p = dragonfly->nodes_per_router, n_groups = dragonfly->n_groups;
  DlSiteGrid *grid
      = dl_site_grid_new (dragonfly->n_routers, dragonfly->n_nodes, n_groups, n_groups);

  for (guint group = 0; group <= n_groups; group++)
    {
      grid->unit_first[group] = dragonfly->group_first[group];
      grid->block_first[group] = group;
    }
  for (guint router = 0; router < dragonfly->n_routers; router++)
    {
      grid->node_first[router + 1] = (router + 1) * p;
      grid->cell_unit[router] = dragonfly->router[router].group;
      place_router (dragonfly, router, &grid->column[router], &grid->row[router]);
    }
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    grid->nodes[node] = node;
  return grid;
}

/* Scenarios for the oracle, and the same ones as core/ builds them. */
#include "dl-families.h"
#include "oracle.h"

#include <string.h>

static const char *const policies[] = { "initial", "neighbors", "global-table", "output-crossing" };
static const char *const engines[] = { "xt", "xt-literal", "ring" };

static gboolean
same_node (OracleNode a, OracleNode b)
{
  return memcmp (a.at, b.at, sizeof a.at) == 0;
}

/* Is there a link, broken or not? */
static gboolean
has_link (const OracleTorus *t, OracleLink link)
{
  const int dim = link.port / 2, edge = link.port % 2 == 0 ? t->radix[dim] - 1 : 0;

  return link.from.at[dim] != edge || (t->wrap[dim] && t->radix[dim] > 2);
}

static OracleNode
random_node (const OracleTorus *t, GRand *rand, const OracleNode *near)
{
  OracleNode n;

  for (int dim = 0; dim < 3; dim++)
    {
      n.at[dim] = g_rand_int_range (rand, 0, t->radix[dim]);
      if (near != NULL)
        n.at[dim]
            = (near->at[dim] + t->radix[dim] + g_rand_int_range (rand, -1, 2)) % t->radix[dim];
    }
  return n;
}

/* A cable is known by its plus end, a channel by the end it leaves. */
static gboolean
random_link (const OracleTorus *t, GRand *rand, const OracleNode *near, gboolean cable,
             OracleLink *link)
{
  link->from = random_node (t, rand, near);
  link->port = cable ? 2 * g_rand_int_range (rand, 0, 3) : g_rand_int_range (rand, 0, 6);
  return has_link (t, *link);
}

static gboolean
same_link (OracleLink a, OracleLink b)
{
  return a.port == b.port && same_node (a.from, b.from);
}

/* Adds @link to a list of broken ones, or takes it out. */
static void
toggle_link (OracleLink *links, int *n_links, OracleLink link)
{
  for (int i = 0; i < *n_links; i++)
    if (same_link (links[i], link))
      {
        links[i] = links[--*n_links];
        return;
      }
  if (*n_links < ORACLE_MAX_FAULTS)
    links[(*n_links)++] = link;
}

static void
toggle_node (OracleTorus *t, OracleNode node)
{
  for (int i = 0; i < t->n_nodes; i++)
    if (same_node (t->nodes[i], node))
      {
        t->nodes[i] = t->nodes[--t->n_nodes];
        return;
      }
  if (t->n_nodes < ORACLE_MAX_FAULTS)
    t->nodes[t->n_nodes++] = node;
}

static void
toggle_random (OracleTorus *t, GRand *rand, const OracleNode *near)
{
  const int kind = g_rand_int_range (rand, 0, 5); /* nodes take the most with them: fewer */
  OracleLink link;

  if (kind == 4)
    toggle_node (t, random_node (t, rand, near));
  else if (!random_link (t, rand, near, kind < 2, &link))
    return;
  else if (kind < 2)
    toggle_link (t->cables, &t->n_cables, link);
  else
    toggle_link (t->channels, &t->n_channels, link);
}

void
oracle_torus_toggle_random (OracleTorus *t, GRand *rand)
{
  /* Something that is broken already, a third of the time. */
  if (g_rand_int_range (rand, 0, 3) == 0)
    {
      if (t->n_cables > 0)
        t->n_cables--;
      else if (t->n_channels > 0)
        t->n_channels--;
      else if (t->n_nodes > 0)
        t->n_nodes--;
    }
  else
    toggle_random (t, rand, NULL);
}

void
oracle_torus_random (OracleTorus *t, guint32 seed, int max_faults)
{
  GRand *rand = g_rand_new_with_seed (seed);

  memset (t, 0, sizeof *t);
  for (int dim = 0; dim < 3; dim++)
    {
      t->radix[dim] = g_rand_int_range (rand, 1, 9);
      t->wrap[dim] = g_rand_int_range (rand, 0, 3) > 0;
      t->dateline[dim]
          = g_rand_int_range (rand, 0, 6) == 0 ? -1 : g_rand_int_range (rand, 0, t->radix[dim]);
    }
  t->tie_parity = g_rand_int_range (rand, 0, 2);
  t->policy = g_rand_int_range (rand, 0, ORACLE_N_POLICIES);

  /* 1 to kx planes a region, and a few nodes that do not make a plane. */
  const int plane = t->radix[DL_Y] * t->radix[DL_Z];
  const int planes = g_rand_int_range (rand, 0, 2) ? t->radix[DL_X]
                                                   : g_rand_int_range (rand, 1, t->radix[DL_X] + 1);
  t->region_nodes = planes * plane + g_rand_int_range (rand, 0, plane);

  const int n_faults = g_rand_int_range (rand, 0, max_faults + 1);
  const OracleNode center = random_node (t, rand, NULL);
  const OracleNode *near = g_rand_int_range (rand, 0, 2) ? &center : NULL;
  for (int i = 0; i < n_faults; i++)
    toggle_random (t, rand, near);
  t->engine = g_rand_boolean (rand) ? ORACLE_XT : g_rand_int_range (rand, 1, ORACLE_N_ENGINES);
  g_rand_free (rand);
}

static void
append_links (GString *text, const char *name, const OracleLink *links, int n_links)
{
  static const char *const ports[] = { "x+", "x-", "y+", "y-", "z+", "z-" };

  for (int i = 0; i < n_links; i++)
    g_string_append_printf (text, "%s%d,%d,%d:%s", i == 0 ? name : ";", links[i].from.at[DL_X],
                            links[i].from.at[DL_Y], links[i].from.at[DL_Z], ports[links[i].port]);
}

char *
oracle_torus_to_string (const OracleTorus *t)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "%dx%dx%d wrap %d%d%d datelines %d,%d,%d tie %s %s %s region-nodes %d",
                          t->radix[DL_X], t->radix[DL_Y], t->radix[DL_Z], t->wrap[DL_X],
                          t->wrap[DL_Y], t->wrap[DL_Z], t->dateline[DL_X], t->dateline[DL_Y],
                          t->dateline[DL_Z], t->tie_parity ? "parity" : "positive",
                          engines[t->engine], policies[t->policy], t->region_nodes);
  append_links (text, " cables ", t->cables, t->n_cables);
  append_links (text, " channels ", t->channels, t->n_channels);
  for (int i = 0; i < t->n_nodes; i++)
    g_string_append_printf (text, "%s%d,%d,%d", i == 0 ? " nodes " : ";", t->nodes[i].at[DL_X],
                            t->nodes[i].at[DL_Y], t->nodes[i].at[DL_Z]);
  return g_string_free (text, FALSE);
}

OracleTorus
oracle_torus_of (int kx, int ky, int kz)
{
  return (OracleTorus) { .radix = { kx, ky, kz },
                         .wrap = { TRUE, TRUE, TRUE },
                         .policy = ORACLE_OUTPUT_CROSSING,
                         .region_nodes = DL_TORUS_REGION_NODES };
}

OracleLink
oracle_link_at (int x, int y, int z, int port)
{
  return (OracleLink) { { { x, y, z } }, port };
}

static DlTorusLinkAt
core_link (OracleLink link)
{
  return (DlTorusLinkAt) { { { link.from.at[DL_X], link.from.at[DL_Y], link.from.at[DL_Z] } },
                           link.port };
}

void
oracle_torus_to_spec (const OracleTorus *t, DlTorusSpec *spec)
{
  dl_torus_spec_init (spec);
  for (int dim = 0; dim < 3; dim++)
    {
      spec->radix[dim] = t->radix[dim];
      spec->wrap[dim] = t->wrap[dim];
    }
  spec->region_nodes = t->region_nodes;
  for (int i = 0; i < t->n_cables; i++)
    {
      const DlTorusLinkAt link = core_link (t->cables[i]);
      g_array_append_val (spec->broken_cables, link);
    }
  for (int i = 0; i < t->n_channels; i++)
    {
      const DlTorusLinkAt link = core_link (t->channels[i]);
      g_array_append_val (spec->broken_channels, link);
    }
  for (int i = 0; i < t->n_nodes; i++)
    {
      const DlTorusCoord node
          = { { t->nodes[i].at[DL_X], t->nodes[i].at[DL_Y], t->nodes[i].at[DL_Z] } };
      g_array_append_val (spec->broken_nodes, node);
    }
  g_array_sort (spec->broken_cables, dl_torus_link_at_compare);
  g_array_sort (spec->broken_channels, dl_torus_link_at_compare);
  g_array_sort (spec->broken_nodes, dl_torus_coord_compare);
}

DlTorusRoutes *
oracle_torus_build (const OracleTorus *t)
{
  DlTorusRouting routing = { .engine = dl_torus_engine_find (engines[t->engine]),
                             .vc_policy = dl_vc_policy_find (policies[t->policy]),
                             .tie = t->tie_parity ? DL_TORUS_TIE_PARITY : DL_TORUS_TIE_POSITIVE };
  g_autoptr (DlTorusNetwork) network = NULL;
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  for (int dim = 0; dim < 3; dim++)
    routing.dateline[dim] = t->dateline[dim];
  oracle_torus_to_spec (t, &spec);
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return dl_torus_routes_new (network, &routing);
}

DlTorusAnalysis *
oracle_torus_analyze (const OracleTorus *torus)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });

  return dl_torus_analysis_new (routes, demand, NULL);
}

guint
oracle_core_node (const DlTorusRoutes *routes, const char *text)
{
  DlTorusCoord at;

  g_assert_true (dl_torus_coord_parse (text, &at));
  return dl_torus_network_node_at (routes->network, at);
}

void
oracle_add_engine_tests (const char *name, GTestDataFunc func)
{
  guint n_engines;
  const DlTorusEngine *const *all = dl_torus_engines (&n_engines);

  for (guint i = 0; i < n_engines; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s", name, all[i]->id);
      g_test_add_data_func (path, all[i], func);
    }
}

/* Models 1 and 3: what a router's tables hold, against the routes of every packet that leaves it or
 * passes through. */
#include "dl-torus-tables.h"
#include "oracle.h"
#include "test-rounds.h"

#include <string.h>

#define N_SCENARIOS TEST_ROUNDS (240)
#define MAX_NODES   130

#define NONE 99 /* no port, or no VC */

/* Ports of the packets for one destination at one router. */
typedef struct
{
  guint port, vc;     /* of one injected here */
  gboolean otherwise; /* one that only passes through takes a different path */
} Seen;

static DlTorusTables *
tables_of (const DlTorusRoutes *routes, guint node)
{
  DlTorusTables *tables = dl_torus_tables_new (routes, node, NULL);

  g_assert_nonnull (tables);
  return tables;
}

static guint
entry_vc (const DlTorusTableEntry *entry)
{
  return entry->vc == DL_TORUS_TABLE_NO_VC ? NONE : entry->vc;
}

static guint
entry_port (const DlTorusTableEntry *entry)
{
  return entry->valid ? entry->port : NONE;
}

/* Ports seen by walking from every router to every other, seen[node * n + dest]. */
static Seen *
watch (const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;
  const guint n = network->n_nodes;
  g_auto (DlTorusRoute) route = { 0 };
  Seen *seen = g_new0 (Seen, n * n);

  for (guint pass = 0; pass < 2; pass++)
    for (guint source = 0; source < n; source++)
      for (guint dest = 0; dest < n; dest++)
        {
          Seen *own = &seen[source * n + dest];

          if (pass == 0)
            *own = (Seen) { NONE, NONE, FALSE };
          if (!network->node_up[source] || !network->node_up[dest])
            continue;
          if (pass == 0 && source == dest)
            own->port = DL_TORUS_PORT_PROCESSOR;
          if (source == dest)
            continue;
          dl_torus_routes_walk (routes, source, dest, &route);
          if (pass == 0)
            {
              if (route.n_hops > 0 || route.status == DL_TORUS_ROUTE_DROPPED)
                {
                  own->port = dl_torus_routes_first (routes, source, dest).port;
                  own->vc = route.n_hops > 0 ? route.hops[0].vc : 1;
                }
              /* Round its first ring for ever: it has no VC yet. */
              if (route.status == DL_TORUS_ROUTE_LOOP && route.n_hops > 0)
                {
                  guint run = 1;
                  while (run < route.n_hops && route.hops[run].link % 6 == own->port)
                    run++;
                  if (run == route.n_hops && run >= network->torus.radix[own->port / 2])
                    own->vc = NONE;
                }
              continue;
            }
          if (!routes->spec.engine->by_arrival)
            continue; /* every packet goes as one injected: test-routing */
          g_assert_true (route.status == DL_TORUS_ROUTE_DELIVERED
                         || route.status == DL_TORUS_ROUTE_UNREACHABLE);
          for (guint i = 1; i <= route.n_hops; i++)
            {
              const guint came = route.hops[i - 1].link % 6;
              Seen *here = &seen[network->link_to[route.hops[i - 1].link] * n + dest];
              guint port, vc = NONE;

              if (i < route.n_hops)
                {
                  port = route.hops[i].link % 6;
                  vc = route.hops[i].vc;
                }
              else
                port = route.status == DL_TORUS_ROUTE_DELIVERED ? DL_TORUS_PORT_PROCESSOR : NONE;
              /* Straight on, it keeps its VC; else one is chosen here. */
              here->otherwise |= port != here->port || (port != came && vc != here->vc);
            }
        }
  return seen;
}

/* Is @entry the commonest of @answers (by port and VC), the lowest if there are several? */
static void
check_commonest (const DlTorusTableEntry *entry, const Seen *seen, const GArray *dests,
                 const char *text)
{
  guint best_port = NONE, best_vc = NONE, best = 0;

  for (guint i = 0; i < dests->len; i++)
    {
      const Seen a = seen[g_array_index (dests, guint, i)];
      guint same = 0;

      if (a.port == NONE)
        continue;
      for (guint j = 0; j < dests->len; j++)
        {
          const Seen b = seen[g_array_index (dests, guint, j)];
          same += a.port == b.port && a.vc == b.vc;
        }
      if (same > best
          || (same == best && (a.port < best_port || (a.port == best_port && a.vc < best_vc))))
        {
          best = same;
          best_port = a.port;
          best_vc = a.vc;
        }
    }
  if (entry_port (entry) != best_port || entry_vc (entry) != best_vc)
    g_error ("an entry says %u.%u, the commonest is %u.%u: %s", entry_port (entry),
             entry_vc (entry), best_port, best_vc, text);
}

/* How many of @dests, all working, do not do what @entry says? */
static void
check_conflicts (const DlTorusTableEntry *entry, const Seen *seen, const GArray *dests,
                 const char *text)
{
  guint conflicts = 0;

  for (guint i = 0; i < dests->len; i++)
    {
      const Seen a = seen[g_array_index (dests, guint, i)];
      conflicts += a.otherwise || a.port != entry_port (entry) || a.vc != entry_vc (entry);
    }
  if (entry->conflicts != conflicts || entry->destinations != dests->len)
    g_error ("an entry has %u conflicts of %u, should have %u of %u: %s", entry->conflicts,
             entry->destinations, conflicts, dests->len, text);
}

/* Working nodes of @region, of one bottom bit or (2) both. */
static GArray *
nodes_of (const Oracle *oracle, int region, int bit)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < (guint) oracle->n_nodes; i++)
    {
      const OracleNode node = oracle_node (oracle, i);
      if (oracle->node_up[i] && oracle_region (oracle, node) == region
          && (bit == 2 || (oracle_nid (oracle, node) & 1) == bit))
        g_array_append_val (nodes, i);
    }
  return nodes;
}

static void
check_global (const Oracle *oracle, const DlTorusTables *tables, const Seen *seen,
              gboolean distinct, const char *text)
{
  for (int region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    for (int bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES; bit++)
      {
        const DlTorusTableEntry *entry = &tables->global[region][bit];
        g_autoptr (GArray) own = nodes_of (oracle, region, bit);
        g_autoptr (GArray) all = nodes_of (oracle, region, 2);

        g_assert_cmpuint (entry->node, ==, DL_NO_NODE);
        if ((guint) region == tables->region)
          {
            g_assert_false (entry->valid);
            g_assert_cmpuint (entry->destinations, ==, 0);
            continue;
          }
        check_commonest (entry, seen, distinct ? own : all, text);
        check_conflicts (entry, seen, own, text);
      }
}

static void
check_local (const Oracle *oracle, const DlTorusTables *tables, const Seen *seen, const char *text)
{
  guint used = 0;

  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    {
      const DlTorusTableEntry *entry = &tables->local[i];
      g_autoptr (GArray) dests = g_array_new (FALSE, FALSE, sizeof (guint));

      used += entry->valid;
      if (entry->node == DL_NO_NODE)
        {
          g_assert_false (entry->valid);
          continue;
        }
      const OracleNode node = oracle_node (oracle, entry->node);
      g_assert_cmpint (oracle_nid (oracle, node), ==, entry->nid);
      g_assert_cmpuint (entry->nid & 0xfff, ==, i);
      g_assert_cmpint (oracle_region (oracle, node), ==, tables->region);
      if (oracle->node_up[entry->node])
        g_array_append_val (dests, entry->node);
      check_commonest (entry, seen, dests, text);
      check_conflicts (entry, seen, dests, text);
    }
  g_assert_cmpuint (tables->use.local_used, ==, used);

  /* All of the region's nodes have an entry. */
  for (int i = 0; i < oracle->n_nodes; i++)
    {
      const OracleNode node = oracle_node (oracle, i);
      if (oracle_region (oracle, node) == (int) tables->region)
        g_assert_cmpint (tables->local[oracle_nid (oracle, node) & 0xfff].node, ==, i);
    }
}

static void
add_use (DlTorusTablesSurvey *sum, const DlTorusTables *tables)
{
  DlTorusTableUse use = { 0 };

  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    {
      use.local_used += tables->local[i].port != DL_TORUS_PORT_NONE;
      use.local_conflicts += tables->local[i].conflicts != 0;
      use.destinations += tables->local[i].conflicts;
    }
  for (guint region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    for (guint bit = 0; bit < 2; bit++)
      {
        use.global_used += tables->global[region][bit].port != DL_TORUS_PORT_NONE;
        use.global_conflicts += tables->global[region][bit].conflicts != 0;
        use.destinations += tables->global[region][bit].conflicts;
      }
  g_assert_cmpmem (&use, sizeof use, &tables->use, sizeof use);
  sum->routers++;
  sum->conflicting_routers += use.destinations > 0;
  sum->most_local = MAX (sum->most_local, use.local_used);
  sum->most_global = MAX (sum->most_global, use.global_used);
  sum->local_used += use.local_used;
  sum->local_conflicts += use.local_conflicts;
  sum->global_used += use.global_used;
  sum->global_conflicts += use.global_conflicts;
  sum->destinations += use.destinations;
}

static DlTorusTablesSurvey
check_routes (const Oracle *oracle, const DlTorusRoutes *routes, const char *text)
{
  const guint n = routes->network->n_nodes;
  g_autofree Seen *seen = watch (routes);
  DlTorusTablesSurvey sum = { 0 }, survey;

  for (guint node = 0; node < n; node++)
    {
      g_autoptr (DlTorusTables) tables = tables_of (routes, node);

      g_assert_cmpuint (tables->node, ==, node);
      g_assert_cmpint (tables->region, ==, oracle_region (oracle, oracle_node (oracle, node)));
      check_local (oracle, tables, &seen[node * n], text);
      check_global (oracle, tables, &seen[node * n], routes->spec.vc_policy->global_entries, text);
      if (routes->network->node_up[node])
        add_use (&sum, tables);
      else
        g_assert_cmpuint (tables->use.local_used + tables->use.global_used, ==, 0);
    }
  g_assert_true (dl_torus_tables_survey (routes, G_MAXUINT64, &survey, NULL));
  g_assert_cmpmem (&survey, sizeof survey, &sum, sizeof sum);
  return survey;
}

/* Any engine, one region or several, with and without faults. */
static void
test_scenarios (void)
{
  guint n_engines, regions[DL_TORUS_MAX_REGIONS + 1] = { 0 };
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);
  guint64 local_conflicts[2] = { 0 }, global_conflicts = 0;

  for (guint seed = 1; seed <= N_SCENARIOS; seed++)
    {
      const DlTorusEngine *engine = engines[seed % n_engines];
      OracleTorus torus;

      oracle_torus_random (&torus, 9000000 + seed, seed % 3 == 0 ? 0 : ORACLE_MAX_FAULTS);
      for (guint dim = DL_Z; torus.radix[0] * torus.radix[1] * torus.radix[2] > MAX_NODES;
           dim = dim == 0 ? DL_Z : dim - 1)
        {
          torus.n_cables = torus.n_channels = torus.n_nodes = 0;
          torus.radix[dim] = MIN (torus.radix[dim], 5);
          torus.dateline[dim] = MIN (torus.dateline[dim], torus.radix[dim] - 1);
          torus.region_nodes = torus.radix[DL_Y] * torus.radix[DL_Z] * (1 + seed % 5);
        }
      torus.engine = ORACLE_XT;
      g_autoptr (Oracle) oracle = oracle_new (&torus);
      g_autoptr (DlTorusRoutes) plain = oracle_torus_build (&torus);
      DlTorusRouting spec = plain->spec;
      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *what = g_strdup_printf ("%s, %s", engine->id, text);

      spec.engine = engine;
      g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (plain->network, &spec);
      const DlTorusTablesSurvey survey = check_routes (oracle, routes, what);
      local_conflicts[engine->by_arrival] += survey.local_conflicts;
      global_conflicts += survey.global_conflicts;
      regions[routes->network->torus.n_regions]++;
    }
  /* An entry for one destination is enough but for engines by arrival. */
  g_assert_cmpuint (local_conflicts[FALSE], ==, 0);
  g_assert_cmpuint (local_conflicts[TRUE], >, 0);
  g_assert_cmpuint (global_conflicts, >, 100);
  g_test_message ("conflicts: %" G_GUINT64_FORMAT " by arrival, %" G_GUINT64_FORMAT
                  " in the global tables",
                  local_conflicts[TRUE], global_conflicts);
  g_assert_cmpuint (regions[1], >, N_SCENARIOS / 8);
  g_assert_cmpuint (regions[2] + regions[3], >, N_SCENARIOS / 8);
}

/* The hardware's limits on a machine that has several regions: 10, 10 and 5 planes. */
static void
test_titan (void)
{
  OracleTorus torus = { .radix = { 25, 16, 24 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .dateline = { 24, 15, 23 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = DL_TORUS_REGION_NODES };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlTorusTables) tables = tables_of (routes, 0);
  DlTorusTablesSurvey survey;

  g_assert_cmpuint (tables->use.local_used, ==, 10 * 16 * 24);
  g_assert_cmpuint (tables->use.global_used, ==, 4);
  /* Fault-free, an entry stands for all of a region: that is what regions are for. */
  g_assert_cmpuint (tables->use.destinations, ==, 0);
  /* From 0 to the region's near edge at 19 past the dateline at 24: VC0 whatever the bit. */
  g_assert_cmpuint (tables->global[1][0].port, ==, DL_TORUS_PORT_X_MINUS);
  g_assert_cmpuint (tables->global[1][0].vc, ==, 0);
  g_assert_cmpuint (tables->global[1][1].vc, ==, 0);
  g_assert_cmpuint (tables->global[1][0].destinations, ==, 1920);

  /* From 5 to the one at 10: free, one VC for each bottom bit (3.3). */
  g_autoptr (DlTorusTables) inside = tables_of (routes, 5 * 16 * 24);
  g_assert_cmpuint (inside->global[1][0].port, ==, DL_TORUS_PORT_X_PLUS);
  g_assert_cmpuint (inside->global[1][0].vc, ==, 0);
  g_assert_cmpuint (inside->global[1][1].vc, ==, 1);

  g_assert_true (dl_torus_tables_survey (routes, 200 * 9600, &survey, NULL));
  g_assert_cmpuint (survey.routers, ==, 200);
  g_assert_cmpuint (survey.conflicting_routers, ==, 0);
  g_assert_cmpuint (survey.most_local, ==, 3840);
  g_assert_cmpuint (survey.global_used, ==, 200 * 4);

  /* A node without Y+ and Z+: the early detour asks for the very destination (2.2.2). */
  torus.n_channels = 2;
  torus.channels[0] = (OracleLink) { { { 10, 3, 3 } }, DL_TORUS_PORT_Y_PLUS };
  torus.channels[1] = (OracleLink) { { { 10, 3, 3 } }, DL_TORUS_PORT_Z_PLUS };
  g_autoptr (DlTorusRoutes) broken = oracle_torus_build (&torus);
  g_autoptr (DlTorusTables) corner = tables_of (broken, 9 * 16 * 24 + 3 * 24 + 3);
  g_assert_cmpuint (corner->global[1][0].port, ==, DL_TORUS_PORT_Z_PLUS);
  g_assert_cmpuint (corner->global[1][0].conflicts + corner->global[1][1].conflicts, ==, 1);
  g_assert_cmpuint (corner->use.destinations, ==, 1);
}

static void
test_csv (void)
{
  OracleTorus torus = { .radix = { 3, 1, 2 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .dateline = { -1, -1, -1 },
                        .region_nodes = 4,
                        .n_nodes = 1,
                        .nodes = { { { 0, 0, 1 } } } };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlTorusTables) tables = tables_of (routes, 2);
  g_autofree char *csv = dl_torus_tables_to_csv (tables, routes->network);

  g_assert_cmpstr (csv, ==,
                   "table,index,nid,x,y,z,port,vc,destinations,conflicts\n"
                   "local,0,0,0,0,0,x-,0,1,0\n"
                   "local,1,1,0,0,1,,,0,0\n"
                   "local,2,2,1,0,0,p,,1,0\n"
                   "local,3,3,1,0,1,z+,1,1,0\n"
                   "global,2,4096,,,,x+,0,1,0\n"
                   "global,3,4097,,,,x+,1,1,0\n");
}

static void
test_cancelled (void)
{
  OracleTorus torus = { .radix = { 4, 4, 4 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .region_nodes = DL_TORUS_REGION_NODES };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DlTorusTablesSurvey survey;

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_torus_tables_new (routes, 0, cancellable));
  g_assert_false (dl_torus_tables_survey (routes, 1000, &survey, cancellable));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/scenarios", test_scenarios);
  g_test_add_func ("/tables/titan", test_titan);
  g_test_add_func ("/tables/csv", test_csv);
  g_test_add_func ("/tables/cancelled", test_cancelled);
  return g_test_run ();
}

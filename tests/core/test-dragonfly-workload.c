/* Ranks on the nodes of a dragonfly: where they are, and what their programs send in all, against
 * each program's own definition and every route of every pair. */
#include "dl-dragonfly-demand.h"
#include "dragonfly-fixture.h"
#include "dragonfly-naive.h"
#include "placement-fixture.h"
#include "test-rounds.h"
#include "workload-replay.h"

#include "dl-dragonfly-loads.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-sites.h"
#include "dl-workload.h"

#include <math.h>

#include <string.h>

#define N_RANDOM 60

static void
check_sound (const DlPlacement *placement, const DlDragonfly *net, guint n_ranks)
{
  guint n_placed = 0;

  g_assert_nonnull (placement);
  g_assert_cmpuint (placement->n_ranks, ==, n_ranks);
  g_assert_cmpuint (placement->n_nodes, ==, net->n_nodes);
  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_assert_true (dl_dragonfly_node_up (net, placement->node[rank]));
      g_assert_cmpuint (placement->rank[placement->node[rank]], ==, rank);
    }
  for (guint node = 0; node < net->n_nodes; node++)
    n_placed += placement->rank[node] != DL_NO_RANK;
  g_assert_cmpuint (n_placed, ==, n_ranks);
}

static void
test_placement (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autoptr (DlPlacement) linear = dl_placement_new_linear_on (&sites, 0, &error);
      g_autoptr (DlPlacement) random = NULL, again = NULL;
      g_autofree char *text = NULL;
      guint n_working = 0;

      for (guint node = 0; node < net->n_nodes; node++)
        n_working += dl_dragonfly_node_up (net, node);
      if (n_working == 0)
        {
          g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
          continue;
        }
      g_assert_no_error (error);
      check_sound (linear, net, n_working);
      for (guint rank = 1; rank < n_working; rank++)
        g_assert_cmpuint (linear->node[rank - 1], <, linear->node[rank]);

      random = dl_placement_new_random_on (&sites, (n_working + 1) / 2, seed, &error);
      g_assert_no_error (error);
      check_sound (random, net, (n_working + 1) / 2);
      text = dl_placement_to_text_on (random, &sites);
      again = dl_placement_parse_on (&sites, 0, text, -1, "f", &error);
      g_assert_no_error (error);
      check_sound (again, net, random->n_ranks);
      g_assert_cmpmem (random->node, random->n_ranks * sizeof *random->node, again->node,
                       again->n_ranks * sizeof *again->node);
    }
}

static void
test_file (void)
{
  DlDragonflySpec spec;
  const DlRouterAt broken = { .group = 1, .chassis = 2, .blade = 3 };
  static const struct
  {
    const char *text, *part;
  } bad[] = {
    { "0.0.0.0\n1.2.3.0\n", "f:2: rank 1 is on node 1.2.3.0, which is broken" },
    { "0.0.0.1\n1\n", "f:2: node 0.0.0.1 already has rank 0" },
    { "0.0.0.0\n\n2.0.0.0\n", "f:3: " },
    { "1,2,3\n", "f:1: " },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) net = NULL;
  g_autoptr (DlPlacement) placement = NULL;
  DlSites sites;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 2;
  g_array_append_val (spec.broken_routers, broken);
  net = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  sites = dl_sites_of_dragonfly (net);
  placement = dl_placement_parse_on (&sites, 0, "# a job\n1.0.0.2\n5\n", -1, "f", &error);
  g_assert_no_error (error);
  check_sound (placement, net, 2);
  g_assert_cmpuint (placement->node[0], ==, 386);
  g_assert_cmpuint (placement->node[1], ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) why = NULL;
      g_autoptr (DlPlacement) none = dl_placement_parse_on (&sites, 0, bad[i].text, -1, "f", &why);

      g_assert_null (none);
      if (!g_str_has_prefix (why->message, bad[i].part))
        g_error ("“%s”, not %s", why->message, bad[i].part);
    }
}

/* A random matrix of @n ranks: its text, and its bytes (n x n). */
static DlMatrix *
draw_matrix (guint n, DlRng *rng, guint64 *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix coordinate integer general\n");
  g_autoptr (GString) entries = g_string_new (NULL);
  guint n_entries = 0;
  DlMatrix *matrix;

  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      if (from != to && dl_rng_below (rng, 4) == 0)
        {
          bytes[from * n + to] = 1 + dl_rng_below (rng, 1000);
          g_string_append_printf (entries, "%u %u %u\n", from + 1, to + 1,
                                  (guint) bytes[from * n + to]);
          n_entries++;
        }
  g_string_append_printf (text, "%u %u %u\n%s", n, n, n_entries, entries->str);
  matrix = dl_matrix_parse (text->str, -1, "f", &error);
  g_assert_no_error (error);
  return matrix;
}

/* Messages from rank to rank by the definition of a program, (n x n). */
typedef void (*CountFunc) (guint n, guint *messages);

/* The divisors nearest to the root: whoever shares a row, or a column, exchanges a message. */
static void
count_fft (guint n, guint *messages)
{
  guint columns = n;

  for (guint divisor = 1; divisor <= n; divisor++)
    if (n % divisor == 0 && divisor * divisor >= n)
      {
        columns = divisor;
        break;
      }
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      messages[from * n + to]
          = from != to && (from / columns == to / columns || from % columns == to % columns);
}

/* The first ranks in pairs, as many as there are too many; one of each pair and all others double.
 */
static void
count_allreduce (guint n, guint *messages)
{
  g_autofree guint *core = g_new (guint, n);
  guint n_core = 1, k = 0;

  while (2 * n_core <= n)
    n_core *= 2;
  for (guint rank = 0; rank < n; rank++)
    {
      const gboolean paired = rank < 2 * (n - n_core);

      if (paired)
        messages[rank * n + (rank ^ 1)]++;
      if (!paired || rank % 2 == 1)
        core[k++] = rank;
    }
  g_assert_cmpuint (k, ==, n_core);
  for (guint bit = 1; bit < n_core; bit *= 2)
    for (guint i = 0; i < n_core; i++)
      messages[core[i] * n + core[i ^ bit]]++;
}

static void
count_all_to_all (guint n, guint *messages)
{
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      messages[from * n + to] = from != to;
}

/* Check that each node sends to each other one @messages of @bytes, or of @length each. */
static void
check_demand (const DlDragonflyDemand *demand, const DlPlacement *placement, guint n_ranks,
              const guint *messages, const guint64 *bytes, guint64 length, guint payload)
{
  const guint n = demand->dragonfly->n_nodes;
  g_autofree double *packets = g_new0 (double, (gsize) n *n);

  for (guint from = 0; from < n_ranks; from++)
    for (guint to = 0; to < n_ranks; to++)
      for (guint m = 0; m < (messages != NULL ? messages[from * n_ranks + to] : 1); m++)
        {
          guint64 left = messages != NULL ? length : bytes[from * n_ranks + to];

          for (; left > 0; left -= MIN (left, payload))
            packets[placement->node[from] * n + placement->node[to]]++;
        }
  for (guint node = 0; node < n; node++)
    {
      double sent = 0;

      for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
        {
          const double weight = demand->weight != NULL ? demand->weight[flow] : 1;

          sent += weight;
          packets[node * n + demand->dest[flow]] -= weight;
        }
      g_assert_cmpfloat (dl_dragonfly_demand_sent (demand, node), ==, sent);
    }
  for (guint i = 0; i < n * n; i++)
    g_assert_cmpfloat (packets[i], ==, 0);
}

/* Loads of a demand, minimal and not, are those of each packet on each of its routes. */
static void
check_loads (DlDragonfly *net, const DlDragonflyDemand *demand)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);

  for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
    {
      g_autoptr (DlDragonflyLoads) fast = fixture_loads (routes, demand, nonminimal);
      g_autoptr (DlDragonflyLoads) naive = dragonfly_naive_loads (routes, demand, nonminimal);

      g_assert_cmpuint (fast->pairs, ==, naive->pairs);
      g_assert_cmpuint (fast->unreachable_pairs, ==, naive->unreachable_pairs);
      for (guint i = 0; i < 4 * net->n_links; i++)
        g_assert_cmpfloat (fabs (fast->vc_load[i] - naive->vc_load[i]), <=,
                           1e-9 * (1 + naive->vc_load[i]));
    }
}

static void
test_matrix (void)
{
  guint n_done = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autoptr (DlPlacement) placement = dl_placement_new_random_on (&sites, 0, seed, NULL);
      g_autoptr (DlMatrix) matrix = NULL;
      g_autoptr (DlWorkload) workload = NULL;
      g_autoptr (DlDragonflyDemand) demand = NULL;
      g_autofree guint64 *bytes = NULL;
      DlWorkloadSpec spec = { .kind = &dl_workload_matrix, .placement = placement };
      guint n_ranks;
      DlRng rng;

      if (placement == NULL)
        continue;
      dl_rng_init (&rng, seed);
      n_ranks = 1 + dl_rng_below (&rng, placement->n_ranks);
      spec.packet = (DlPacketShape) { 9, 3, 1 + dl_rng_below (&rng, 100) };
      bytes = g_new0 (guint64, n_ranks * n_ranks);
      spec.matrix = matrix = draw_matrix (n_ranks, &rng, bytes);
      workload = dl_workload_new (&spec, &error);
      g_assert_no_error (error);
      demand = dl_dragonfly_demand_new_workload (net, workload);
      check_demand (demand, placement, n_ranks, NULL, bytes, 0, spec.packet.payload_bytes);
      if (seed % 8 == 0)
        check_loads (net, demand);
      n_done++;
    }
  g_assert_cmpuint (n_done, >, N_RANDOM / 2);
}

static void
test_programs (void)
{
  static const struct
  {
    const DlWorkloadKind *kind;
    CountFunc count;
  } cases[] = { { &dl_workload_allreduce, count_allreduce },
                { &dl_workload_fft, count_fft },
                { &dl_workload_all_to_all, count_all_to_all } };
  guint n_done = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autoptr (DlPlacement) placement = NULL;
      g_autoptr (DlWorkload) workload = NULL;
      g_autoptr (DlDragonflyDemand) demand = NULL;
      g_autofree guint *messages = NULL;
      DlWorkloadSpec spec = { .kind = cases[seed % 3].kind };
      guint n_ranks;
      DlRng rng;

      if (sites.n_working == 0)
        continue;
      dl_rng_init (&rng, seed);
      n_ranks = 1 + dl_rng_below (&rng, sites.n_working);
      placement = dl_placement_new_random_on (&sites, n_ranks, seed, &error);
      g_assert_no_error (error);
      spec.placement = placement;
      spec.packet = (DlPacketShape) { 9, 3, 64 };
      spec.message_bytes = 1 + dl_rng_below (&rng, 300);
      workload = dl_workload_new (&spec, &error);
      g_assert_no_error (error);
      demand = dl_dragonfly_demand_new_workload (net, workload);
      messages = g_new0 (guint, n_ranks * n_ranks);
      cases[seed % 3].count (n_ranks, messages);
      check_demand (demand, placement, n_ranks, messages, NULL, spec.message_bytes, 64);
      /* Each kind, on networks of both sorts. */
      if (seed % (TEST_SANITIZED ? 11 : 5) == 0)
        check_loads (net, demand);
      n_done++;
    }
  g_assert_cmpuint (n_done, >, N_RANDOM / 2);
}

/* Shifts ---------------------------------------------------------------------------------------
 */

/* Each of a team's ranks gets a message from each other one, of a team of its own, whatever the
 * order; a window of the shifts is a part of them. */
static void
test_shifts (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const guint n_sets = 1 + seed % 4;
      guint32 *set = g_new (guint32, net->n_nodes);
      g_autofree guint *got = g_new0 (guint, net->n_nodes * net->n_nodes);
      g_auto (DlTeams) teams = { 0 };
      g_autoptr (DlDragonflyDemand) demand = NULL;
      g_autoptr (DlWorkload) workload = NULL, again = NULL, other = NULL;
      g_autofree char *wrong = NULL;
      DlWorkloadSpec spec = { .packet = { 9, 3, 64 },
                              .message_bytes = 100,
                              .random_order = seed % 3 == 0,
                              .seed = seed,
                              .teams = { .first_shift = 1 } };
      guint64 n_messages = 0;
      DlWorkloadStep step;
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint node = 0; node < net->n_nodes; node++)
        set[node] = dl_rng_below (&rng, 5) == 0 ? DL_NO_SET : dl_rng_below (&rng, n_sets);
      demand = dl_dragonfly_demand_new_sets (net, set, n_sets);
      dl_dragonfly_teams_init (&teams, demand);
      workload = dl_teams_shifts (&teams, spec, &error);
      g_assert_no_error (error);
      wrong = workload_find_problem (workload);
      g_assert_cmpstr (wrong, ==, NULL);
      for (guint rank = 0; rank < workload->n_ranks; rank++)
        for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
          {
            const guint from = dl_workload_node (workload, rank);
            const guint to = dl_workload_node (workload, step.send_to);

            got[to * net->n_nodes + from]++;
            g_assert_cmpuint (step.n_wait, ==, 0);
          }
      for (guint to = 0; to < net->n_nodes; to++)
        for (guint from = 0; from < net->n_nodes; from++)
          {
            const gboolean sends = to != from && demand->set[from] != DL_NO_SET
                                   && demand->set[from] == demand->set[to];

            g_assert_cmpuint (got[to * net->n_nodes + from], ==, sends);
            n_messages += sends;
          }
      g_assert_cmpuint (workload->n_messages, ==, n_messages);

      again = dl_teams_shifts (&teams, spec, NULL);
      g_assert_true (dl_workload_same (workload, again));
      spec.teams.n_shifts = 1;
      other = dl_teams_shifts (&teams, spec, NULL);
      g_assert_false (dl_workload_same (workload, other));
      g_assert_cmpuint (other->n_messages, <=, n_messages);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-workload/placement", test_placement);
  g_test_add_func ("/dragonfly-workload/file", test_file);
  g_test_add_func ("/dragonfly-workload/matrix", test_matrix);
  g_test_add_func ("/dragonfly-workload/programs", test_programs);
  g_test_add_func ("/dragonfly-workload/shifts", test_shifts);
  return g_test_run ();
}

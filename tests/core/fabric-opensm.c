/* The program of test-fabric-opensm.sh and test-fabric-ibsim.sh:
 *   fabric-opensm list              names of fabrics and the engines that OpenSM has for each;
 *                                   with + its path records are asked for, too
 *   fabric-opensm write NAME        one of them as ibsim reads it
 *   fabric-opensm rated NAME        likewise, with widths and speeds of cables
 *   fabric-opensm same NET TOPOLOGY our reading of both is the same fabric
 *   fabric-opensm roots TOPOLOGY    GUIDs of the roots that our up-down would find
 *   fabric-opensm pairs TOPOLOGY    LIDs of each pair of hosts
 *   fabric-opensm check ENGINE TOPOLOGY TABLES [ROOTS]
 *       OpenSM's tables against a walk of every pair, and its hops and loads against those of our
 *       engine. ROOTS: GUIDs of the roots of updn, if they are not those that ours finds. */
#include "dl-fabric-engine.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TREE  "minhop updn ftree lash dor"
#define OTHER "minhop updn lash dor"
#define LOOPS OTHER " dfsssp"

static const struct
{
  const char *name, *engines;
} fabrics[] = {
  { "tree-2-levels", TREE },
  { "tree-3-levels", TREE },
  { "tree-parallel", TREE },
  { "torus", LOOPS },
  { "hyperx", LOOPS },
  { "random", LOOPS },
  /* OpenSM's ftree refuses trees that lack a leaf, or a cable. */
  { "short-tree", OTHER },
  { "broken-tree", OTHER },
  { "ring", "lash+ dfsssp+" },
  { "level-cable", "ftree" }, /* one more, from leaf to leaf */
};

/* Fat trees and rails with 0 to 20 cables between switches pulled, each by the engines that OpenSM
 * has for all of them. */
#define N_DAMAGED 21

static DlFabric *
make_damaged (guint pulled)
{
  static const char *const wholes[] = { "4,6/1,6", "3,3,4/1,3,3", "8,4/1,4/1,4" };
  g_autoptr (DlFabric) whole = fabric_tree (wholes[pulled % G_N_ELEMENTS (wholes)]);
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *cables = g_new (guint32, whole->n_channels);
  guint n = 0;
  DlRng rng;

  dl_rng_init (&rng, 100 + pulled);
  for (guint32 c = 0; c < whole->n_channels; c++)
    if (dl_fabric_link_class (whole, c) == DL_FABRIC_BETWEEN_SWITCHES && c < whole->channel_back[c])
      cables[n++] = c;
  for (guint i = 0; i < MIN (pulled, n); i++)
    {
      const guint k = i + (guint) dl_rng_below (&rng, n - i);
      const guint32 c = cables[k];

      cables[k] = cables[i];
      cables[i] = c;
      g_array_append_val (channels, c);
    }
  return dl_fabric_new_broken (whole, &(DlFabricFaults) { .channels = (guint32 *) channels->data,
                                                          .n_channels = channels->len,
                                                          .whole_cables = TRUE });
}

static DlFabric *
make (const char *name)
{
  if (g_str_has_prefix (name, "damaged-"))
    return make_damaged ((guint) g_ascii_strtoull (name + strlen ("damaged-"), NULL, 10));
  if (g_str_equal (name, "tree-2-levels"))
    return fabric_tree ("4,4/1,2");
  if (g_str_equal (name, "tree-3-levels"))
    return fabric_tree ("2,3,3/1,2,3");
  if (g_str_equal (name, "tree-parallel"))
    return fabric_tree ("4,3/1,2/1,2");
  if (g_str_equal (name, "level-cable"))
    {
      g_autoptr (DlFabric) tree = fabric_tree ("4,4/1,2");

      return fabric_with_cable (tree, 0, 1);
    }
  if (g_str_equal (name, "torus"))
    return fabric_torus (2, (const guint[]) { 5, 4 }, 1);
  if (g_str_equal (name, "ring"))
    return fabric_torus (1, (const guint[]) { 5 }, 1);
  if (g_str_equal (name, "hyperx"))
    return fabric_hyperx (2, (const guint[]) { 3, 4 }, 1, 2);
  if (g_str_equal (name, "short-tree"))
    {
      g_autoptr (DlFabric) whole = fabric_tree ("3,3,2/1,3,3");

      return dl_fabric_new_broken (
          whole, &(DlFabricFaults) { .switches = (const guint32[]) { 1 }, .n_switches = 1 });
    }
  if (g_str_equal (name, "broken-tree"))
    {
      g_autoptr (DlFabric) whole = fabric_tree ("3,3,2/1,3,3");
      guint32 c = whole->first[whole->n_hosts + 8]; /* of the second level */

      while (whole->channel_to[c] < whole->n_hosts)
        c++;
      return dl_fabric_new_broken (
          whole, &(DlFabricFaults) { .channels = &c, .n_channels = 1, .whole_cables = TRUE });
    }
  return dl_fabric_generate (
      "random-regular",
      &(DlFabricSpec) { .switches = 14, .degree = 4, .hosts_per_switch = 2, .seed = 5 }, NULL);
}

static int
write_net (const char *name, gboolean rated)
{
  g_autoptr (DlFabric) fabric = make (name);

  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      if (dl_fabric_is_host (fabric, v) ? !dl_fabric_host_works (fabric, v)
                                        : !fabric->switch_up[v - fabric->n_hosts])
        continue;
      printf ("%s\t%u \"%s\"\n", dl_fabric_is_host (fabric, v) ? "Hca" : "Switch",
              dl_fabric_count_ports (fabric, v), dl_fabric_name (fabric, v));
      for (guint c = fabric->first[v]; c < fabric->first[v + 1]; c++)
        if (fabric->link_state[c] == DL_LINK_UP)
          {
            const guint cable = MIN (c, fabric->channel_back[c]);

            printf ("[%u]\t\"%s\"[%u]", fabric->channel_from_port[c],
                    dl_fabric_name (fabric, fabric->channel_to[c]), fabric->channel_to_port[c]);
            /* The other end may have all speeds. */
            if (rated)
              printf ("\t w=%u s=%u", cable % 2 == 0 ? 2 : 8,
                      c == cable ? 7 : (2u << cable % 3) - 1);
            printf ("\n");
          }
      printf ("\n");
    }
  return 0;
}

static DlFabric *
read_topology (const DlFabricFormat *format, const char *file)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  DlFabric *fabric;

  if (!g_file_get_contents (file, &text, NULL, &error))
    g_error ("%s", error->message);
  g_assert_true (dl_fabric_format_probe (text, strlen (text)) == format);
  fabric = format->read (text, -1, file, NULL, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, ==, 0);
  return fabric;
}

/* Each channel of @a, by the names of its ends, is one of @b, with the same ports and rate. */
static int
compare (const char *net, const char *topology)
{
  g_autoptr (DlFabric) a = read_topology (&dl_fabric_ibsim, net);
  g_autoptr (DlFabric) b = read_topology (&dl_fabric_ibnetdiscover, topology);
  const gboolean rated = a->graph->link_rate != NULL;

  g_assert_cmpuint (a->n_hosts, ==, b->n_hosts);
  g_assert_cmpuint (a->n_switches, ==, b->n_switches);
  g_assert_cmpuint (a->n_channels, ==, b->n_channels);
  for (guint c = 0; c < a->n_channels; c++)
    {
      const guint from = dl_fabric_find (b, dl_fabric_name (a, a->channel_from[c]));
      const guint d = dl_fabric_port_channel (b, from, a->channel_from_port[c]);

      g_assert_cmpuint (d, !=, DL_FABRIC_NONE);
      g_assert_cmpstr (dl_fabric_name (a, a->channel_to[c]), ==,
                       dl_fabric_name (b, b->channel_to[d]));
      g_assert_cmpuint (a->channel_to_port[c], ==, b->channel_to_port[d]);
      /* ibsim's cables are 4xSDR where nothing is stated. */
      g_assert_cmpfloat (rated ? a->graph->link_rate[c].gbps : 8, ==, b->graph->link_rate[d].gbps);
    }
  return 0;
}

static int
print_roots (const char *file)
{
  g_autoptr (DlFabric) fabric = read_topology (&dl_fabric_ibnetdiscover, file);
  g_autofree guint32 *roots = g_new (guint32, fabric->n_switches);
  const guint n = dl_fabric_find_roots (fabric, roots);

  for (guint i = 0; i < n; i++)
    printf ("0x%016" G_GINT64_MODIFIER "x\n", fabric->guid[fabric->n_hosts + roots[i]]);
  return 0;
}

static int
print_pairs (const char *file)
{
  g_autoptr (DlFabric) fabric = read_topology (&dl_fabric_ibnetdiscover, file);

  for (guint i = 0; i < fabric->n_hosts; i++)
    for (guint j = 0; j < fabric->n_hosts; j++)
      if (i != j)
        printf ("%u %u\n", fabric->lid[i], fabric->lid[j]);
  return 0;
}

/* Channels between switches of each pair (n_hosts x n_hosts), G_MAXUINT: lost. */
static guint *
pair_hops (const DlFabricRoutes *routes)
{
  const guint H = routes->fabric->n_hosts;
  guint *hops = g_new (guint, H * H);
  g_autofree guint32 *channels = g_new (guint32, 2 * routes->fabric->n_switches + 4);

  for (guint a = 0; a < H; a++)
    for (guint b = 0; b < H; b++)
      {
        guint n;

        hops[a * H + b]
            = dl_fabric_routes_walk (routes, a, b, 0, channels, &n, NULL) == DL_FABRIC_DELIVERED
                  ? n - 2
                  : G_MAXUINT;
      }
  return hops;
}

/* The fabric with its vertices in the order in which OpenSM routes to them: switches with the most
 * hosts first, then by GUID; hosts by their switch and its port (osm_ucast_mgr.c,
 * sort_ports_by_switch_load). @number (n_vertices): the number here of each vertex there. */
typedef struct
{
  const DlFabric *fabric;
  guint vertex, n_hosts;
} Turn;

static gint
by_turn (gconstpointer a, gconstpointer b)
{
  const Turn *x = a, *y = b;
  const guint64 *guid = x->fabric->node_guid;

  if (x->n_hosts != y->n_hosts)
    return x->n_hosts > y->n_hosts ? -1 : 1;
  return guid[x->vertex] < guid[y->vertex] ? -1 : 1;
}

static DlFabric *
in_their_order (DlFabric *fabric, guint32 *number)
{
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autofree Turn *turns = g_new0 (Turn, S);
  g_autofree DlFabricEnd *ends = g_new0 (DlFabricEnd, H + S);
  g_autoptr (GError) error = NULL;
  DlFabric *ordered;

  for (guint s = 0; s < S; s++)
    {
      turns[s] = (Turn) { fabric, H + s, 0 };
      for (guint c = fabric->first[H + s]; c < fabric->first[H + s + 1]; c++)
        turns[s].n_hosts += fabric->channel_to[c] < H;
    }
  qsort (turns, S, sizeof *turns, by_turn);
  for (guint i = 0; i < S; i++)
    {
      const guint v = turns[i].vertex;

      ends[v].index = dl_fabric_builder_add_switch (
          builder, dl_fabric_name (fabric, v), fabric->guid[v], dl_fabric_count_ports (fabric, v));
      number[v] = H + ends[v].index;
      for (guint c = fabric->first[v]; c < fabric->first[v + 1]; c++)
        {
          const guint h = fabric->channel_to[c];

          if (h >= H)
            continue;
          ends[h].host = TRUE;
          ends[h].index = number[h]
              = dl_fabric_builder_add_host (builder, dl_fabric_name (fabric, h), fabric->guid[h]);
        }
    }
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      DlFabricEnd from = ends[fabric->channel_from[c]], to = ends[fabric->channel_to[c]];

      from.port = fabric->channel_from_port[c];
      to.port = fabric->channel_to_port[c];
      g_assert_true (dl_fabric_builder_add_channel (builder, from, to, &error));
    }
  ordered = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return ordered;
}

/* Least load of the busiest channel of a fat tree, if all pairs of hosts send: packets out of each
 * part of the tree below some level, over the cables that leave it upwards. 0: not a tree. */
static double
cut_bound (const DlFabric *fabric)
{
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint *part = g_new (guint, S);
  double bound = 0;

  if (!fabric->leveled)
    return 0;
  for (guint level = 0; level + 1 < fabric->n_levels; level++)
    {
      gboolean changed = TRUE;

      for (guint s = 0; s < S; s++)
        part[s] = s;
      while (changed)
        {
          changed = FALSE;
          for (guint c = 0; c < fabric->n_channels; c++)
            if (fabric->channel_from[c] >= H && fabric->channel_to[c] >= H)
              {
                const guint a = fabric->channel_from[c] - H, b = fabric->channel_to[c] - H;

                if (fabric->level[a] > level || fabric->level[b] > level || part[a] >= part[b])
                  continue;
                part[b] = part[a];
                changed = TRUE;
              }
        }
      for (guint p = 0; p < S; p++)
        {
          guint inside = 0, cables = 0;

          for (guint c = 0; c < fabric->n_channels; c++)
            {
              const guint from = fabric->channel_from[c], to = fabric->channel_to[c];

              if (from < H || fabric->level[from - H] > level || part[from - H] != p)
                continue;
              inside += to < H;
              cables += to >= H && fabric->level[to - H] > level;
            }
          if (inside > 0 && cables > 0)
            bound = MAX (bound, (double) inside * (H - inside) / cables);
        }
    }
  return bound;
}

/* Ranks of switches by hops from the roots. */
static void
find_ranks (const DlFabric *fabric, const guint32 *roots, guint n_roots, guint *rank)
{
  const guint H = fabric->n_hosts;
  gboolean changed = TRUE;

  memset (rank, 0xff, fabric->n_switches * sizeof *rank);
  for (guint i = 0; i < n_roots; i++)
    rank[roots[i]] = 0;
  while (changed)
    {
      changed = FALSE;
      for (guint c = 0; c < fabric->n_channels; c++)
        if (fabric->channel_from[c] >= H && fabric->channel_to[c] >= H)
          {
            const guint s = fabric->channel_from[c] - H, t = fabric->channel_to[c] - H;

            if (rank[s] == G_MAXUINT || rank[t] <= rank[s] + 1)
              continue;
            rank[t] = rank[s] + 1;
            changed = TRUE;
          }
    }
}

/* OpenSM's up-down keeps one direction per switch and destination (osm_ucast_updn.c,
 * updn_bfs_by_node). Where a way down is as short as one that begins upwards, it takes either, so
 * that routes may turn up after down, or does not know that others may come down to the switch.
 * Ours goes down there. @mixed (n_switches): gboolean: has such a choice for some destination, or
 * its ways lead over a switch that has; elsewhere both have the same ports to choose from. */
static void
find_mixed (const DlFabric *fabric, const guint32 *roots, guint n_roots, guint8 *mixed)
{
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint *rank = g_new (guint, S), *down = g_new (guint, S), *any = g_new (guint, S);
  g_autofree guint8 *both = g_new (guint8, S);

  find_ranks (fabric, roots, n_roots, rank);
  memset (mixed, FALSE, S);
  for (guint to = 0; to < S; to++)
    {
      memset (both, FALSE, S);
      for (guint s = 0; s < S; s++)
        down[s] = any[s] = s == to ? 0 : S + 1;
      /* Hops of ways that only go down, and of those that may go up first, until nothing is
       * shorter; then who has both; then whose ways lead there. */
      for (guint pass = 0; pass <= 2 * S; pass++)
        for (guint c = 0; c < fabric->n_channels; c++)
          if (fabric->channel_from[c] >= H && fabric->channel_to[c] >= H)
            {
              const guint s = fabric->channel_from[c] - H, t = fabric->channel_to[c] - H;
              const gboolean up = rank[s] != rank[t]
                                      ? rank[t] < rank[s]
                                      : fabric->node_guid[H + t] < fabric->node_guid[H + s];

              if (!up)
                down[s] = MIN (down[s], down[t] + 1);
              any[s] = MIN (any[s], MIN (down[s], up ? any[t] + 1 : S + 1));
              if (pass < S)
                continue;
              both[s] |= pass == S && up && any[s] == down[s] && any[t] + 1 == any[s];
              both[s] |= pass > S && both[t] && (up ? any[t] : down[t]) + 1 == any[s];
              mixed[s] |= both[s];
            }
    }
}

/* Entries for hosts in which @tables are not what @engine makes once it takes destinations in
 * OpenSM's order; those of switches that are @mixed are left out. Ports are tried in the same order
 * by both, so that nothing else is a matter of ties: where no entry differs, no load does. */
static guint
count_different (DlFabric *fabric, const DlFabricTables *tables, const DlFabricEngine *engine,
                 const DlFabricEngineOptions *options, const guint8 *mixed)
{
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint32 *number = g_new (guint32, H + S), *roots = g_new (guint32, S);
  g_autoptr (DlFabric) ordered = in_their_order (fabric, number);
  DlFabricEngineOptions own = *options;
  g_autoptr (DlFabricRoutes) ours = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < own.n_roots; i++)
    roots[i] = number[H + options->roots[i]] - H;
  own.roots = roots;
  ours = dl_fabric_route (ordered, engine, &own, NULL, &error);
  g_assert_no_error (error);
  for (guint h = 0; h < H; h++)
    for (guint s = 0; s < S; s++)
      {
        const guint theirs = tables->port[(gsize) h * S + s];

        n += theirs != DL_FABRIC_NO_PORT && !mixed[s]
             && theirs != ours->port[(gsize) number[h] * S + number[H + s] - H];
      }
  return n;
}

/* Loads, as far as ties do not decide. OpenSM's min-hop, dor and up-down give each destination the
 * port with the fewest so far, and ours do: in the same order they make the same tables, and so the
 * same loads. Where a fat tree's ftree puts a destination is by position, not by ties: the busiest
 * channels carry the same, and no less than a cut demands. */
static void
check_loads (const DlFabricEngine *engine, const DlFabricEngineOptions *options,
             const DlFabricAnalysis *theirs, const DlFabricAnalysis *ours)
{
  DlFabric *fabric = theirs->routes->fabric;
  g_autofree guint8 *mixed = g_new0 (guint8, fabric->n_switches);
  const double most = dl_fabric_analysis_max_load (theirs, NULL);
  guint n_mixed = 0;

  if (engine == &dl_fabric_ftree)
    {
      g_assert_cmpfloat (most, ==, dl_fabric_analysis_max_load (ours, NULL));
      g_assert_cmpfloat (most, >=, cut_bound (fabric));
      printf ("# ftree: busiest channel %g, the cut demands %g\n", most, cut_bound (fabric));
      return;
    }
  if (engine == &dl_fabric_up_down)
    find_mixed (fabric, options->roots, options->n_roots, mixed);
  else if (engine != &dl_fabric_min_hop && engine != &dl_fabric_dor)
    return;
  for (guint s = 0; s < fabric->n_switches; s++)
    n_mixed += mixed[s];
  g_assert_cmpuint (n_mixed, <, fabric->n_switches);
  g_assert_cmpuint (count_different (fabric, options->tables, engine, options, mixed), ==, 0);
  printf ("# %s: the same entries in OpenSM's order at %u of %u switches\n", engine->id,
          fabric->n_switches - n_mixed, fabric->n_switches);
}

/* The tables' analysis is what a walk of every pair finds. */
static void
check_walks (const DlFabricAnalysis *analysis)
{
  const guint C = analysis->routes->fabric->n_channels;
  Naive *naive = naive_new (analysis->routes, NULL, 1);

  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  for (guint layer = 0; layer < analysis->routes->n_layers; layer++)
    {
      for (guint c = 0; c < C; c++)
        g_assert_cmpfloat (dl_fabric_analysis_layer_load (analysis, c, layer), ==,
                           naive->load[layer * C + c]);
      g_assert_cmpuint (analysis->verdicts[layer]->n_cycle, ==, naive_cycle (naive, layer));
    }
  naive_free (naive);
}

/* @file: nullable: those that are found. */
static guint
read_roots (const DlFabric *fabric, const char *file, guint32 *roots)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (file == NULL)
    return dl_fabric_find_roots (fabric, roots);
  if (!g_file_get_contents (file, &text, NULL, &error))
    g_error ("%s", error->message);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    roots[n++] = dl_fabric_find (fabric, lines[i]) - fabric->n_hosts;
  return n;
}

/* The best of our engines for trees has no more than a tenth more on its busiest channel than
 * OpenSM has, whatever its engine, so than the best of its engines. */
static void
check_best (DlFabric *fabric, double theirs)
{
  const DlFabricEngine *const engines[]
      = { &dl_fabric_min_hop, &dl_fabric_up_down, &dl_fabric_ftree };
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  double best = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, engines[i], &options, NULL, NULL);
      g_autoptr (DlFabricAnalysis) analysis
          = routes != NULL ? dl_fabric_analysis_new (routes, NULL, NULL) : NULL;

      if (analysis == NULL)
        continue;
      printf ("# ours, %s: busiest channel %g\n", engines[i]->id,
              dl_fabric_analysis_max_load (analysis, NULL));
      best = MIN (best, dl_fabric_analysis_max_load (analysis, NULL));
    }
  g_assert_cmpfloat (best, <=, 1.1 * theirs);
}

static int
check (const char *engine, const char *topology, const char *tables_file, const char *roots_file)
{
  g_autoptr (DlFabric) fabric = read_topology (&dl_fabric_ibnetdiscover, topology);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricTables) tables = NULL;
  g_autoptr (DlFabricRoutes) theirs = NULL, ours = NULL;
  g_autoptr (DlFabricAnalysis) their_analysis = NULL, our_analysis = NULL;
  g_autofree guint *their_hops = NULL, *our_hops = NULL;
  g_autofree guint32 *roots = g_new (guint32, fabric->n_switches);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const guint H = fabric->n_hosts;
  guint n_missing = 0, n_different = 0;

  if (!g_file_get_contents (tables_file, &text, NULL, &error))
    g_error ("%s", error->message);
  tables = dl_fabric_tables_read (fabric, text, -1, tables_file, NULL, &error);
  g_assert_no_error (error);
  for (guint s = 0; s < fabric->n_switches; s++)
    g_assert_true (tables->stated[s]);
  options.tables = tables;
  options.layers = 15;
  options.roots = roots;
  options.n_roots = read_roots (fabric, roots_file, roots);
  theirs = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, &error);
  g_assert_no_error (error);
  their_analysis = dl_fabric_analysis_new (theirs, NULL, NULL);
  check_walks (their_analysis);
  /* With path records, the verdict is by layer: there these engines never have a cycle. */
  if (tables->layer != NULL)
    g_assert_true (their_analysis->deadlock_free);
  ours = dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, &error);
  g_assert_no_error (error);
  our_analysis = dl_fabric_analysis_new (ours, NULL, NULL);
  their_hops = pair_hops (theirs);
  our_hops = pair_hops (ours);
  for (guint h = 0; h < H; h++)
    {
      /* dump_fts leaves out a LID at the end of some tables: that host is in none of them. */
      gboolean in_none = TRUE;

      for (guint s = 0; s < fabric->n_switches; s++)
        in_none &= tables->port[h * fabric->n_switches + s] == DL_FABRIC_NO_PORT;
      n_missing += in_none;
      for (guint a = 0; a < H && !in_none; a++)
        n_different += a != h && their_hops[a * H + h] != our_hops[a * H + h];
    }
  printf ("# %s: busiest channel %g, ours %g; mean hops %.4f, ours %.4f; %s in %u layers, ours %s "
          "in %u; "
          "%u hosts in no table, %u pairs of different length\n",
          engine, dl_fabric_analysis_max_load (their_analysis, NULL),
          dl_fabric_analysis_max_load (our_analysis, NULL), their_analysis->mean_hops,
          our_analysis->mean_hops, their_analysis->deadlock_free ? "no cycle" : "a cycle",
          theirs->n_layers, our_analysis->deadlock_free ? "no cycle" : "a cycle", ours->n_layers,
          n_missing, n_different);
  /* Beside a cable from leaf to leaf, OpenSM 3.3.23's ftree does not route to some hosts at all. */
  g_assert_cmpuint (n_missing, <=, fabric->n_level_cables > 0 ? H / 4 : 1);

  check_loads (dl_fabric_engine_find (engine), &options, their_analysis, our_analysis);
  /* Whether min-hop has a cycle may be a matter of ties: the same tables have the same. */
  if (n_missing == 0)
    g_assert_cmpuint (their_analysis->n_unreachable, ==, our_analysis->n_unreachable);
  if (dl_fabric_engine_find (engine) == &dl_fabric_up_down)
    g_assert_cmpint (their_analysis->deadlock_free, ==, our_analysis->deadlock_free);
  if (fabric->leveled)
    check_best (fabric, dl_fabric_analysis_max_load (their_analysis, NULL));
  return n_different == 0 ? 0 : 1;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], "list"))
    {
      for (guint i = 0; i < G_N_ELEMENTS (fabrics); i++)
        printf ("%s %s\n", fabrics[i].name, fabrics[i].engines);
      for (guint i = 0; i < N_DAMAGED; i++)
        printf ("damaged-%u minhop updn\n", i);
      return 0;
    }
  if (argc == 3 && g_str_equal (argv[1], "write"))
    return write_net (argv[2], FALSE);
  if (argc == 3 && g_str_equal (argv[1], "rated"))
    return write_net (argv[2], TRUE);
  if (argc == 4 && g_str_equal (argv[1], "same"))
    return compare (argv[2], argv[3]);
  if (argc == 3 && g_str_equal (argv[1], "roots"))
    return print_roots (argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "pairs"))
    return print_pairs (argv[2]);
  if ((argc == 5 || argc == 6) && g_str_equal (argv[1], "check"))
    return check (argv[2], argv[3], argv[4], argc == 6 ? argv[5] : NULL);
  return 2;
}

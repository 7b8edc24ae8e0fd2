/* What test-fabric-opensm.sh runs:
 *   fabric-opensm list              names of fabrics and the engines that OpenSM has for each
 *   fabric-opensm write NAME        one of them as ibsim reads it
 *   fabric-opensm roots TOPOLOGY    GUIDs of the roots that our up-down would find
 *   fabric-opensm check ENGINE TOPOLOGY TABLES
 *       OpenSM's tables against a walk of every pair, and its hops against those of our engine. */
#include "dl-fabric-engine.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TREE  "minhop updn ftree lash dor"
#define OTHER "minhop updn lash dor"

static const struct
{
  const char *name, *engines;
} fabrics[] = {
  { "tree-2-levels", TREE },
  { "tree-3-levels", TREE },
  { "tree-parallel", TREE },
  { "torus", OTHER },
  { "hyperx", OTHER },
  { "random", OTHER },
  /* OpenSM's ftree refuses trees that lack a leaf, or a cable. */
  { "short-tree", OTHER },
  { "broken-tree", OTHER },
};

static DlFabric *
make (const char *name)
{
  if (g_str_equal (name, "tree-2-levels"))
    return fabric_tree ("4,4/1,2");
  if (g_str_equal (name, "tree-3-levels"))
    return fabric_tree ("2,3,3/1,2,3");
  if (g_str_equal (name, "tree-parallel"))
    return fabric_tree ("4,3/1,2/1,2");
  if (g_str_equal (name, "torus"))
    return fabric_torus (2, (const guint[]) { 5, 4 }, 1);
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
write_net (const char *name)
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
          printf ("[%u]\t\"%s\"[%u]\n", fabric->channel_from_port[c],
                  dl_fabric_name (fabric, fabric->channel_to[c]), fabric->channel_to_port[c]);
      printf ("\n");
    }
  return 0;
}

static DlFabric *
read_topology (const char *file)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  DlFabric *fabric;

  if (!g_file_get_contents (file, &text, NULL, &error))
    g_error ("%s", error->message);
  fabric = dl_fabric_ibnetdiscover.read (text, -1, file, 0, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, ==, 0);
  return fabric;
}

static int
print_roots (const char *file)
{
  g_autoptr (DlFabric) fabric = read_topology (file);
  g_autofree guint32 *roots = g_new (guint32, fabric->n_switches);
  const guint n = dl_fabric_find_roots (fabric, roots);

  for (guint i = 0; i < n; i++)
    printf ("0x%016" G_GINT64_MODIFIER "x\n", fabric->guid[fabric->n_hosts + roots[i]]);
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

/* The tables' analysis is what a walk of every pair finds. */
static void
check_walks (const DlFabricAnalysis *analysis)
{
  const guint C = analysis->routes->fabric->n_channels;
  Naive *naive = naive_new (analysis->routes, NULL, 1);

  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  for (guint c = 0; c < C; c++)
    g_assert_cmpfloat (analysis->load[c], ==, naive->load[c]);
  g_assert_cmpint (analysis->deadlock_free, ==, naive_cycle (naive, 0) == 0);
  naive_free (naive);
}

static int
check (const char *engine, const char *topology, const char *tables_file)
{
  g_autoptr (DlFabric) fabric = read_topology (topology);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricTables) tables = NULL;
  g_autoptr (DlFabricRoutes) theirs = NULL, ours = NULL;
  g_autoptr (DlFabricAnalysis) their_analysis = NULL, our_analysis = NULL;
  g_autofree guint *their_hops = NULL, *our_hops = NULL;
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
  theirs = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, &error);
  g_assert_no_error (error);
  their_analysis = dl_fabric_analysis_new (theirs, NULL, NULL);
  check_walks (their_analysis);
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
  printf ("# %s: busiest channel %g, ours %g; mean hops %.4f, ours %.4f; %s, ours %s in %u layers; "
          "%u hosts in no table, %u pairs of different length\n",
          engine, dl_fabric_analysis_max_load (their_analysis, NULL),
          dl_fabric_analysis_max_load (our_analysis, NULL), their_analysis->mean_hops,
          our_analysis->mean_hops, their_analysis->deadlock_free ? "no cycle" : "a cycle",
          our_analysis->deadlock_free ? "no cycle" : "a cycle", ours->n_layers, n_missing,
          n_different);
  g_assert_cmpuint (n_missing, <=, 1);
  return n_different == 0 ? 0 : 1;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], "list"))
    {
      for (guint i = 0; i < G_N_ELEMENTS (fabrics); i++)
        printf ("%s %s\n", fabrics[i].name, fabrics[i].engines);
      return 0;
    }
  if (argc == 3 && g_str_equal (argv[1], "write"))
    return write_net (argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "roots"))
    return print_roots (argv[2]);
  if (argc == 5 && g_str_equal (argv[1], "check"))
    return check (argv[2], argv[3], argv[4]);
  return 2;
}

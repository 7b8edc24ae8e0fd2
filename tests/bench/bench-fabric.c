/* Cost of an edit of a fabric: routes, then loads and verdict, by engine, for fat trees of 1,024,
 * 5,184 and 11,664 hosts and a HyperX; whole and with a broken cable. Also a million lines of
 * ibnetdiscover. Times in ms of processor time, on one thread, the least of several. Asserts no
 * time. --quick only runs everything once, on small fabrics; --layers only measures how many layers
 * the engines that break cycles by layers need, however many that are, and what it costs. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-builder.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-options.h"
#include "dl-memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static gboolean quick;

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static DlFabric *
make_tree (guint m1, guint m2, guint m3, guint w2, guint w3)
{
  const DlFabricSpec spec
      = { .n_levels = 3, .children = { m1, m2, m3 }, .n_parents = 3, .parents = { 1, w2, w3 } };
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = dl_fabric_generate ("fat-tree", &spec, &error);

  if (fabric == NULL)
    g_error ("%s", error->message);
  return fabric;
}

static DlFabric *
make_hyperx (guint size, guint hosts)
{
  const DlFabricSpec spec
      = { .n_dimensions = 3, .size = { size, size, size }, .hosts_per_switch = hosts };

  return dl_fabric_generate ("hyperx", &spec, NULL);
}

/* The first cable between switches is broken. */
static DlFabric *
break_cable (DlFabric *fabric)
{
  guint32 channel = 0;

  while (fabric->channel_from[channel] < fabric->n_hosts
         || fabric->channel_to[channel] < fabric->n_hosts)
    channel++;
  return dl_fabric_new_broken (
      fabric, &(DlFabricFaults) { .channels = &channel, .n_channels = 1, .whole_cables = TRUE });
}

static void
measure (const char *name, DlFabric *fabric, const char *id, DlFabricTables *tables)
{
  const DlFabricEngine *engine = dl_fabric_engine_find (id);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  double best_route = 0, best_rest = 0, most = 0;
  const guint rounds = quick ? 1 : 5;
  gboolean free = FALSE;
  guint64 lost = 0;

  options.tables = tables;
  options.layers = 15;
  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (GError) error = NULL;
      const double start = now_ms ();
      g_autoptr (DlFabricRoutes) routes = dl_fabric_route (fabric, engine, &options, NULL, &error);
      const double middle = now_ms ();
      g_autoptr (DlFabricAnalysis) analysis = NULL;

      if (routes == NULL)
        {
          printf ("%-28s %-10s %s\n", name, id, error->message);
          return;
        }
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      const double end = now_ms ();
      if (i == 0 || middle - start < best_route)
        best_route = middle - start;
      if (i == 0 || end - middle < best_rest)
        best_rest = end - middle;
      most = dl_fabric_analysis_max_load (analysis, NULL);
      free = analysis->deadlock_free;
      lost = analysis->n_unreachable;
      if (end - start > 3000)
        break;
    }
  printf ("%-28s %-10s %9.2f %9.2f %9.2f   %s, busiest channel %g, lost %lu\n", name, id,
          best_route, best_rest, best_route + best_rest, free ? "no cycle" : "a cycle", most,
          (gulong) lost);
}

static void
measure_all (const char *name, DlFabric *fabric, const char *const *engines)
{
  g_autoptr (DlFabric) broken = break_cable (fabric);
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, dl_fabric_engine_find ("min-hop"), &options, NULL, NULL);
  g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (routes);

  for (guint i = 0; engines[i] != NULL; i++)
    for (guint b = 0; b < 2; b++)
      {
        g_autofree char *title = g_strdup_printf ("%s%s", name, b > 0 ? ", a cable less" : "");

        measure (title, b > 0 ? broken : fabric, engines[i], tables);
      }
}

/* A torus of switches with two hosts each. */
static DlFabric *
make_torus (const guint *radix, guint n)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  guint n_switches = 1, stride = 1;

  for (guint i = 0; i < n; i++)
    n_switches *= radix[i];
  for (guint s = 0; s < n_switches; s++)
    dl_fabric_builder_add_switch (builder, NULL, 0, 2 * n);
  for (guint i = 0; i < n; stride *= radix[i++])
    for (guint s = 0; s < n_switches; s++)
      {
        const guint at = s / stride % radix[i];
        const guint next = at + 1 < radix[i] ? s + stride : s - at * stride;

        dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 2 * i + 1 },
                                     (DlFabricEnd) { next, FALSE, 2 * i + 2 }, NULL);
      }
  for (guint h = 0; h < 2 * n_switches; h++)
    dl_fabric_builder_add_cable (
        builder, (DlFabricEnd) { h / 2, FALSE, 0 },
        (DlFabricEnd) { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 }, NULL);
  return dl_fabric_builder_finish (builder, NULL, NULL);
}

/* Takes @fabric. */
static void
measure_layers (const char *name, DlFabric *fabric)
{
  static const char *const engines[] = { "lash", "dfsssp" };
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();

  options.layers = DL_FABRIC_MAX_LAYERS;
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      const double start = now_ms ();
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, dl_fabric_engine_find (engines[i]), &options, NULL, NULL);
      const double time = now_ms () - start;
      g_autofree guint64 *n_pairs = g_new0 (guint64, routes->n_layers);
      g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);

      for (guint to = 0; to < fabric->n_hosts; to++)
        for (guint from = 0; from < fabric->n_hosts; from++)
          {
            const guint32 out = dl_fabric_host_sends (fabric, from);
            const guint s = fabric->channel_to[out] - fabric->n_hosts;

            if (from != to)
              n_pairs[dl_fabric_routes_layer (routes, from, s, to)]++;
          }
      printf ("%-28s %-10s %9.2f   %s, %u layers; %% of pairs in each:", name, engines[i], time,
              analysis->deadlock_free ? "no cycle" : "a cycle", routes->n_layers);
      for (guint layer = 0; layer < routes->n_layers; layer++)
        printf (" %.2f",
                100.0 * (double) n_pairs[layer] / fabric->n_hosts / (fabric->n_hosts - 1.0));
      printf ("\n");
    }
  dl_fabric_unref (fabric);
}

static void
measure_all_layers (void)
{
  const DlFabricSpec slim_fly = { .q = 17, .hosts_per_switch = 13 },
                     dragonfly = { .groups = 9, .leaves = 8, .spines = 8, .hosts_per_switch = 8 },
                     jellyfish
                     = { .switches = 512, .degree = 12, .hosts_per_switch = 8, .seed = 1 };
  g_autoptr (DlFabric) tree = make_tree (8, 8, 16, 8, 8);

  measure_layers ("1,024 hosts", dl_fabric_ref (tree));
  measure_layers ("1,024 hosts, a cable less", break_cable (tree));
  measure_layers ("Slim Fly, q = 17", dl_fabric_generate ("slim-fly", &slim_fly, NULL));
  measure_layers ("HyperX 8x8x8", make_hyperx (8, 8));
  measure_layers ("Dragonfly+, 9 groups", dl_fabric_generate ("dragonfly-plus", &dragonfly, NULL));
  measure_layers ("Jellyfish, 512 of degree 12",
                  dl_fabric_generate ("random-regular", &jellyfish, NULL));
  measure_layers ("Ring of 64", make_torus ((const guint[]) { 64 }, 1));
  measure_layers ("Torus 16x16", make_torus ((const guint[]) { 16, 16 }, 2));
  measure_layers ("Torus 5x5x5", make_torus ((const guint[]) { 5, 5, 5 }, 3));
  measure_layers ("Torus 8x8x8", make_torus ((const guint[]) { 8, 8, 8 }, 3));
}

static void
measure_reader (guint n_lines)
{
  g_autoptr (GString) text = g_string_new ("# Topology file: generated\n");
  guint n = 1;
  double start;

  /* Pairs of switches with 249 cables and two hosts. */
  for (guint s = 0; n < n_lines; s++)
    {
      g_string_append_printf (
          text,
          "switchguid=0x%x(%x)\nSwitch\t250 \"S-%016x\"\t\t# \"s%u\" base port 0 "
          "lid %u lmc 0\n",
          s + 1, s + 1, s + 1, s, s + 1);
      for (guint port = 1; port < 250; port++)
        g_string_append_printf (text, "[%u]\t\"S-%016x\"[%u]\t\t# \"s%u\" lid %u 4xEDR\n", port,
                                (s ^ 1) + 1, port, s ^ 1, (s ^ 1) + 1);
      g_string_append_printf (text,
                              "[250]\t\"H-%016x\"[1](%x) \t\t# \"host %u HCA-1\" lid %u 4xEDR\n",
                              0x100000 + s, 0x200000 + s, s, 0x4000 + s);
      n += 252;
    }
  start = now_ms ();
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric
      = dl_fabric_ibnetdiscover.read (text->str, (gssize) text->len, "F", 0, &report, &error);
  printf ("%u lines of ibnetdiscover: %.0f ms, %u notes, %s\n", n, now_ms () - start,
          report.n_notes, fabric != NULL ? "a fabric" : error->message);
  dl_fabric_report_clear (&report);
}

int
main (int argc, char *argv[])
{
  static const char *const tree_engines[] = { "lft", "min-hop", "up-down", "ftree", "dor", NULL };
  static const char *const more_engines[]
      = { "lash", "dfsssp", "random-up", "valiant", "ugal", NULL };
  static const char *const hyperx_engines[]
      = { "lft", "min-hop", "up-down", "dor", "lash", "valiant", NULL };

  quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  printf ("%-28s %-10s %9s %9s %9s\n", "fabric", "engine", "route", "analyze", "both, ms");
  if (quick)
    {
      g_autoptr (DlFabric) small = make_tree (2, 2, 4, 2, 2);

      measure_all ("16 hosts", small, tree_engines);
      measure_all ("16 hosts", small, more_engines);
      measure_reader (1000);
      measure_layers ("Ring of 8", make_torus ((const guint[]) { 8 }, 1));
      return 0;
    }
  if (argc > 1 && strcmp (argv[1], "--layers") == 0)
    {
      measure_all_layers ();
      return 0;
    }
  g_autoptr (DlFabric) small = make_tree (8, 8, 16, 8, 8);
  g_autoptr (DlFabric) medium = make_tree (18, 18, 16, 9, 9);
  g_autoptr (DlFabric) large = make_tree (18, 18, 36, 18, 18);
  g_autoptr (DlFabric) hyperx = make_hyperx (8, 8);
  measure_all ("1,024 hosts", small, tree_engines);
  measure_all ("1,024 hosts", small, more_engines);
  measure_all ("5,184 hosts", medium, tree_engines);
  measure_all ("HyperX 8x8x8, 4,096 hosts", hyperx, hyperx_engines);
  measure_all ("11,664 hosts", large, tree_engines);
  if (argc > 1 && strcmp (argv[1], "--long") == 0)
    {
      measure_all ("5,184 hosts", medium, more_engines);
      measure_all ("11,664 hosts", large, more_engines);
    }
  measure_reader (1000000);
  return 0;
}

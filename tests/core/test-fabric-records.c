/* Path records among tables: what is read of them, and what they do to loads and verdicts. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-families.h"
#include "dl-path-records.h"
#include "dl-verdict-text.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"

#include <string.h>

/* Host h has GUID 0x100000 + h and LID 1 + h, switch s 0x200000 + s and the LIDs after those. */
static DlFabric *
with_addresses (const DlFabric *fabric)
{
  const guint H = fabric->n_hosts;
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;
  DlFabric *addressed;

  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      const DlFabricEnd end = { v < H ? v : v - H, v < H, 0 };

      if (v < H)
        dl_fabric_builder_add_host (builder, dl_fabric_name (fabric, v), 0x100000 + v);
      else
        dl_fabric_builder_add_switch (builder, dl_fabric_name (fabric, v), 0x200000 + v - H,
                                      dl_fabric_count_ports (fabric, v));
      dl_fabric_builder_set_lid (builder, end, v + 1);
    }
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint from = fabric->channel_from[c], to = fabric->channel_to[c];

      g_assert_true (dl_fabric_builder_add_channel (
          builder,
          (DlFabricEnd) { from < H ? from : from - H, from < H, fabric->channel_from_port[c] },
          (DlFabricEnd) { to < H ? to : to - H, to < H, fabric->channel_to_port[c] }, &error));
    }
  addressed = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return addressed;
}

static void
append_record (GString *text, guint source, guint dest, guint sl)
{
  g_string_append_printf (text,
                          "PathRecord dump:\n"
                          "\t\tservice_id..............0x0000000000000000\n"
                          "\t\tdgid....................fe80::10:%x\n"
                          "\t\tsgid....................fe80::10:%x\n"
                          "\t\tdlid....................%u\n"
                          "\t\tslid....................%u\n"
                          "\t\ttclass..................0x0\n"
                          "\t\tqos_class...............0x0\n"
                          "\t\tsl......................0x%x\n"
                          "\t\tresv2...................0x000000000000\n",
                          dest, source, dest + 1, source + 1, sl);
}

/* Path records as saquery prints them, or in @blocks as OpenSM's plugin dumps them, with those of a
 * switch, too. */
static void
append_records (GString *text, const DlFabric *fabric, const guint8 *sl, gboolean blocks)
{
  const guint H = fabric->n_hosts;

  for (guint from = 0; from < H; from++)
    {
      if (blocks)
        g_string_append_printf (text,
                                "Channel Adapter 0x%016x, base LID %u, \"%s\", port 1\n"
                                "# LID  : SL : MTU : RATE\n",
                                0x100000 + from, from + 1, dl_fabric_name (fabric, from));
      for (guint to = 0; to < H; to++)
        if (blocks)
          g_string_append_printf (text, "0x%04X : %-2d : %-3d : %-4d\n", to + 1, sl[to * H + from],
                                  4, 7);
        else if (to != from)
          append_record (text, from, to, sl[to * H + from]);
      if (blocks)
        g_string_append (text, "0xFFF0 : UNREACHABLE\n\n");
    }
  if (blocks)
    g_string_append_printf (text,
                            "Switch 0x%016x, base LID %u, \"s\", port 0\n"
                            "# LID  : SL : MTU : RATE\n0x0001 : 14 : 4   : 7   \n\n",
                            0x200000, H + 1);
}

/* Loads of each layer and its verdict are those of a walk of every pair, whatever the tables. */
static void
check_layers (const DlFabricRoutes *routes)
{
  g_autoptr (DlFabricAnalysis) analysis
      = dl_fabric_analysis_new ((DlFabricRoutes *) routes, NULL, NULL);
  Naive *naive = naive_new (routes, NULL, 1);

  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  g_assert_cmpuint (analysis->max_hops, ==, naive->max_hops);
  for (guint layer = 0; layer < routes->n_layers; layer++)
    {
      for (guint c = 0; c < naive->n_channels; c++)
        g_assert_cmpfloat (dl_fabric_analysis_layer_load (analysis, c, layer), ==,
                           naive->load[layer * naive->n_channels + c]);
      g_assert_cmpuint (analysis->verdicts[layer]->n_cycle, ==, naive_cycle (naive, layer));
    }
  naive_free (naive);
}

/* The same of flows: each pair on its own. */
static void
check_flows (const DlFabricRoutes *routes, DlRng *rng)
{
  const guint H = routes->fabric->n_hosts;
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  DlDemand demand = { .flows = flows };
  g_autoptr (DlFabricAnalysis) analysis = NULL;
  Naive *naive;

  for (guint from = 0; from < H; from++)
    {
      const DlFlow flow
          = { .source = from, .dest = (guint) dl_rng_below (rng, H), .weight = 1 + from % 3 };

      if (flow.dest != from)
        g_array_append_val (flows, flow);
    }
  analysis = dl_fabric_analysis_new ((DlFabricRoutes *) routes, &demand, NULL);
  naive = naive_new (routes, flows, 1);
  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  for (guint layer = 0; layer < routes->n_layers; layer++)
    for (guint c = 0; c < naive->n_channels; c++)
      g_assert_cmpfloat (dl_fabric_analysis_layer_load (analysis, c, layer), ==,
                         naive->load[layer * naive->n_channels + c]);
  naive_free (naive);
}

static void
test_layers (void)
{
  guint n_cyclic = 0, n_free = 0;

  for (guint64 seed = 0; seed < 120; seed++)
    {
      g_autoptr (DlFabric) plain = fabric_random (seed);
      g_autoptr (DlFabric) fabric = with_addresses (plain);
      g_autoptr (DlFabricTables) tables = NULL, again = NULL;
      g_autoptr (DlFabricRoutes) made = NULL, routes = NULL;
      g_autoptr (GString) text = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree guint8 *sl = NULL;
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      DlFabricReport report = { 0 };
      const guint H = fabric->n_hosts;
      guint n_layers = 1;
      char *written;
      DlRng rng;

      dl_rng_init (&rng, seed);
      options.layers = 15;
      made = dl_fabric_route (fabric, &dl_fabric_min_hop, &options, NULL, &error);
      g_assert_no_error (error);
      tables = dl_fabric_routes_tables (made);
      /* Some go round or end. */
      for (guint i = 0; i < seed % 4; i++)
        tables->port[dl_rng_below (&rng, H * fabric->n_switches)]
            = (guint8) (1 + dl_rng_below (&rng, 6));
      sl = g_new0 (guint8, H * H);
      for (guint i = 0; i < H * H; i++)
        if (i % (H + 1) != 0)
          {
            sl[i] = (guint8) dl_rng_below (&rng, 1 + seed % 15);
            n_layers = MAX (n_layers, sl[i] + 1u);
          }
      written = dl_fabric_tables_write (fabric, tables, NULL);
      text = g_string_new (written);
      g_free (written);
      append_records (text, fabric, sl, seed % 2 == 0);
      again = dl_fabric_tables_read (fabric, text->str, (gssize) text->len, "T", &report, &error);
      g_assert_no_error (error);
      for (guint i = 0; report.notes != NULL && i < report.notes->len; i++)
        g_assert_null (
            strstr (g_array_index (report.notes, DlFabricNote, i).problem, "path record"));
      dl_fabric_report_clear (&report);
      if (H < 2)
        continue;
      g_assert_nonnull (again->layer);
      g_assert_cmpuint (again->n_layers, ==, n_layers);
      g_assert_cmpmem (again->port, H * fabric->n_switches, tables->port, H * fabric->n_switches);
      for (guint i = 0; i < H * H; i++)
        g_assert_cmpuint (again->layer[i], ==, sl[i]);
      options.tables = again;
      routes = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (dl_fabric_routes_layers_known (routes));
      check_layers (routes);
      check_flows (routes, &rng);
      {
        g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);

        n_cyclic += !analysis->deadlock_free;
        n_free += analysis->deadlock_free;
      }
      if (n_layers > 1)
        {
          g_autoptr (DlFabricRoutes) none = NULL;

          options.layers = n_layers - 1;
          none = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, &error);
          g_assert_null (none);
          g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
        }
    }
  g_assert_cmpuint (n_cyclic, >, 5);
  g_assert_cmpuint (n_free, >, 5);
}

/* A ring whose one layer has a cycle; what is wrong in records, and where it is said. */
static void
test_bad_records (void)
{
  static const struct
  {
    const char *text;
    guint n_notes, line;
    guint sl; /* from host 0 to host 1 */
  } cases[] = {
    { "PathRecord dump:\n  sgid....fe80::10:0\n  dgid....fe80::10:1\n  sl......0x3\n", 1, 0, 3 },
    { "PathRecord dump:\n  slid....1\n  dlid....2\n  sl......3\n", 1, 0, 3 },
    { "PathRecord dump:\n  slid....1\n  dlid....2\n  sl......0xf\n", 1, 1, 0 },
    { "PathRecord dump:\n  slid....1\n  dlid....2\n", 1, 1, 0 },
    { "PathRecord dump:\n  slid....1\n  dlid....2\nPathRecord dump:\n  sl......1\n", 2, 1, 0 },
    { "PathRecord dump:\n  slid....1\n  dlid....77\n  sl......1\n", 1, 1, 0 },
    /* The second one of a pair, a switch's and one to itself do not count. */
    { "PathRecord dump:\n  slid....1\n  dlid....2\n  sl......3\nPathRecord dump:\n  slid....1\n  "
      "dlid....2\n  sl......4\nPathRecord dump:\n  slid....5\n  dlid....2\n  sl......5\n"
      "PathRecord dump:\n  slid....1\n  dlid....1\n  sl......5\n",
      1, 0, 3 },
    { "Channel Adapter 0x0000000000100000, base LID 1, \"x\", port 1\n# LID  : SL : MTU : RATE\n"
      "0x0002 : 3  : 4   : 7   \n0x0077 : 9  : 4   : 7\n0x0003 : UNREACHABLE\n",
      1, 0, 3 },
    { "Channel Adapter 0x0000000000100000, base LID 1, \"x\", port 1\n# LID  : SL : MTU : RATE\n"
      "0x0002 : x\n",
      1, 3, 0 },
  };
  g_autoptr (DlFabric) ring = fabric_torus (1, (const guint[]) { 4 }, 1);
  g_autoptr (DlFabric) fabric = with_addresses (ring);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) made
      = dl_fabric_route (fabric, &dl_fabric_min_hop, &options, NULL, NULL);
  g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (made);
  g_autofree char *written = dl_fabric_tables_write (fabric, tables, NULL);

  g_assert_false (dl_path_records_probe (written, strlen (written)));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (cases[i].text, written, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricTables) read = NULL;
      DlFabricReport report = { 0 };

      g_assert_true (dl_path_records_probe (text, strlen (text)));
      read = dl_fabric_tables_read (fabric, text, -1, "T", &report, &error);
      g_assert_no_error (error);
      for (guint n = 0; n < report.n_notes; n++)
        {
          g_autofree char *line = dl_fabric_report_line (&report, n, "T");
          g_test_message ("%u: %s", i, line);
        }
      g_assert_cmpuint (report.n_notes, ==, cases[i].n_notes);
      g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, 0).line, ==, cases[i].line);
      g_assert_cmpuint (read->layer != NULL ? read->layer[1 * 4 + 0] : 0, ==, cases[i].sl);
      g_assert_cmpmem (read->port, 4 * 4, tables->port, 4 * 4);
      dl_fabric_report_clear (&report);
    }
}

static gboolean
says (const DlFabricReport *report, const char *problem)
{
  for (guint i = 0; report->notes != NULL && i < report->notes->len; i++)
    if (g_str_equal (g_array_index (report->notes, DlFabricNote, i).problem, problem))
      return TRUE;
  return FALSE;
}

/* One of something and two of it, each in its form. */
static void
test_plurals (void)
{
  static const struct
  {
    const char *one, *two;
  } notes[] = {
    { "1 entry is missing for a host that other switches know",
      "2 entries are missing for hosts that other switches know" },
    { "1 entry is not in the table of a switch", "2 entries are not in the table of a switch" },
    { "the table has 1 entry of 9 that it counts", "the table has 2 entries of 9 that it counts" },
    { "1 pair of hosts does not have a path record", "2 pairs of hosts do not have a path record" },
  };
  g_autoptr (DlFabric) ring = fabric_torus (1, (const guint[]) { 4 }, 1);
  g_autoptr (DlFabric) fabric = with_addresses (ring);
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) made
      = dl_fabric_route (fabric, &dl_fabric_min_hop, &options, NULL, NULL);

  for (guint n = 1; n <= 2; n++)
    {
      g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (made), read = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *written = NULL;
      DlFabricReport report = { 0 };

      for (guint i = 0; i < n; i++)
        tables->port[1 * 4 + i] = DL_FABRIC_NO_PORT;
      written = dl_fabric_tables_write (fabric, tables, NULL);
      for (guint i = 0; i < n; i++)
        g_string_append (text, "0x0001 001 : (Channel Adapter)\n");
      g_string_append (text, written);
      g_string_append (text, "Unicast lids [0x0-0x9] of switch guid 0x0000000000200000 (s):\n");
      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "0x%04x 003 : (Channel Adapter)\n", i + 1);
      g_string_append (text, "9 valid lids dumped\n");
      for (guint i = 0; i < 16; i++)
        if (i % 5 != 0 && i > n)
          append_record (text, i % 4, i / 4, 0);
      read = dl_fabric_tables_read (fabric, text->str, -1, "T", &report, NULL);
      g_assert_nonnull (read);
      for (guint i = 0; i < report.n_notes; i++)
        {
          g_autofree char *line = dl_fabric_report_line (&report, i, "T");
          g_test_message ("%u: %s", n, line);
        }
      for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
        g_assert_true (says (&report, n == 1 ? notes[i].one : notes[i].two));
      dl_fabric_report_clear (&report);
    }
}

/* A cycle that layers may break is not called a deadlock, nor its absence. */
static void
check_words (const DlVerdict *verdict, gboolean known)
{
  const DlFindings findings = { .verdict = verdict };
  g_autofree char *status = dl_verdict_to_status (verdict);
  g_autofree char *trouble = dl_trouble_to_text (&findings);
  g_autofree char *text = dl_verdict_to_text (&dl_family_fabric, &findings);

  g_assert_cmpint (verdict->layers_unknown, ==, !known);
  g_assert_cmpstr (status, ==, known ? "✓ deadlock-free" : "? cycle of 6, layers not known");
  g_assert_cmpstr (trouble, ==, known ? "" : dl_verdict_caution (verdict));
  g_assert_true ((dl_verdict_caution (verdict) == NULL) == known);
  g_assert_true (g_str_has_prefix (text, known ? "No channel" : "If all packets are in one layer"));
}

/* Tables with a cycle in their one layer, by records in two layers without one. */
static void
test_broken_cycle (void)
{
  g_autoptr (DlFabric) ring = fabric_torus (1, (const guint[]) { 6 }, 1);
  g_autoptr (DlFabric) fabric = with_addresses (ring);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) lash = dl_fabric_route (fabric, &dl_fabric_lash, &options, NULL, NULL);
  g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (lash);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint records = 0; records < 2; records++)
    {
      g_autofree char *written = dl_fabric_tables_write (fabric, tables, NULL);
      g_autofree guint8 *sl = g_new0 (guint8, 36);
      g_autoptr (DlFabricTables) read = NULL;
      g_autoptr (DlFabricRoutes) routes = NULL;
      g_autoptr (DlFabricAnalysis) analysis = NULL;

      g_string_assign (text, written);
      for (guint i = 0; i < 36; i++)
        sl[i] = i % 7 == 0 ? 0
                           : (guint8) dl_fabric_routes_layer (
                               lash, i % 6, fabric->host_switch[i % 6] - fabric->n_hosts, i / 6);
      if (records == 1)
        append_records (text, fabric, sl, FALSE);
      read = dl_fabric_tables_read (fabric, text->str, -1, "T", NULL, NULL);
      options.tables = read;
      routes = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, NULL);
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      g_assert_cmpint (dl_fabric_routes_layers_known (routes), ==, records == 1);
      g_assert_cmpint (analysis->deadlock_free, ==, records == 1);
      g_assert_cmpuint (routes->n_layers, ==, records == 1 ? lash->n_layers : 1);
      check_words (analysis->verdict, records == 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-records/layers", test_layers);
  g_test_add_func ("/fabric-records/bad", test_bad_records);
  g_test_add_func ("/fabric-records/plurals", test_plurals);
  g_test_add_func ("/fabric-records/broken-cycle", test_broken_cycle);
  return g_test_run ();
}

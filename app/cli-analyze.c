/* dateline-cli analyze: the static analysis as text, JSON or CSV. */
#include "cli-analyze.h"

#include "cli-dragonfly.h"
#include "cli-scenario.h"
#include "cli-table.h"
#include "dl-evaluate.h"

#include <glib/gi18n.h>

/* JSON */

void
cli_json_counts (JsonBuilder *builder, const DlScenario *scenario, const DlAnalysis *analysis)
{
  cli_json_int (builder, "format", 1);
  cli_json_string (builder, "kind", "torus");
  cli_json_string (builder, "name", scenario->name);
  cli_json_int (builder, "nodes", analysis->network->n_working_nodes);
  cli_json_int (builder, "links", analysis->network->n_working_links);
  cli_json_int (builder, "pairs", analysis->pairs);
  cli_json_int (builder, "unreachable_pairs", analysis->unreachable_pairs);
  cli_json_int (builder, "illegal_pairs", analysis->illegal_pairs);
  cli_json_int (builder, "dropped_pairs", analysis->dropped_pairs);
}

void
cli_json_verdict (JsonBuilder *builder, const DlAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;

  cli_json_bool (builder, "deadlock_free", verdict->deadlock_free);
  json_builder_set_member_name (builder, "cycle");
  json_builder_begin_array (builder);
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *channel = dl_channel_to_string (analysis->network, verdict->cycle[i]);
      json_builder_add_string_value (builder, channel);
    }
  json_builder_end_array (builder);
  cli_json_int (builder, "cyclic_components", verdict->cyclic_components);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlAnalysis *analysis)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_counts (builder, scenario, analysis);
  cli_json_double (builder, "mean_hops", analysis->hops_mean);
  cli_json_int (builder, "max_hops", analysis->hops_max);
  cli_json_verdict (builder, analysis);

  json_builder_set_member_name (builder, "dimensions");
  json_builder_begin_array (builder);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      json_builder_begin_object (builder);
      cli_json_string (builder, "dimension", dl_dim_name (dim));
      cli_json_int (builder, "links", stats->links);
      cli_json_int (builder, "idle_links", stats->idle_links);
      cli_json_int (builder, "balanced_links", stats->balanced_links);
      cli_json_double (builder, "vc_balance_mean", stats->balance_mean);
      json_builder_set_member_name (builder, "vc_balance_bins");
      json_builder_begin_array (builder);
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        json_builder_add_int_value (builder, stats->bins[bin]);
      json_builder_end_array (builder);
      cli_json_double (builder, "mean_load", stats->load_mean);
      cli_json_double (builder, "max_load", stats->load_max);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
append_csv (GString *out, const DlAnalysis *analysis)
{
  g_string_append (out, "dimension,links,idle_links,balanced_links,vc_balance_mean,"
                        "vc_balance_bin_0,vc_balance_bin_1,vc_balance_bin_2,vc_balance_bin_3,"
                        "mean_load,max_load\n");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      g_string_append_printf (out, "%s,%u,%u,%u,", dl_dim_name (dim), stats->links,
                              stats->idle_links, stats->balanced_links);
      cli_append_csv_double (out, stats->balance_mean);
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        g_string_append_printf (out, ",%u", stats->bins[bin]);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, stats->load_mean);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, stats->load_max);
      g_string_append_c (out, '\n');
    }
}

/* Text */

static void
append_fault_count (GString *line, guint n, const char *text)
{
  if (n > 0)
    g_string_append_printf (line, "%s%u %s", line->len > 0 ? ", " : "", n, text);
}

static void
append_key (CliTable *table, const DlScenario *scenario, const char *key)
{
  g_autofree char *value = dl_field_get (dl_field_find_name (key), scenario);

  cli_table_text (table, key);
  cli_table_text (table, value);
}

void
cli_append_description (GString *out, const DlScenario *scenario)
{
  static const char *const keys[]
      = { "torus.radix",     "torus.wrap",   "torus.datelines", "torus.tie",
          "torus.vc-policy", "torus.engine", "traffic.pattern" };
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  g_autoptr (CliTable) table = cli_table_new ("ll");
  g_autoptr (GString) faults = g_string_new (NULL);

  g_string_append_printf (out, "%s\n\n", scenario->name);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    append_key (table, scenario, keys[i]);
  if (scenario->traffic.source_vc_zero)
    append_key (table, scenario, "traffic.source-vc");
  if (scenario->traffic.response_share > 0)
    append_key (table, scenario, "traffic.response-share");
  append_fault_count (faults, torus->broken_cables->len,
                      ngettext ("cable", "cables", torus->broken_cables->len));
  append_fault_count (faults, torus->broken_channels->len,
                      ngettext ("channel", "channels", torus->broken_channels->len));
  append_fault_count (faults, torus->broken_nodes->len,
                      ngettext ("node", "nodes", torus->broken_nodes->len));
  cli_table_text (table, _ ("broken"));
  cli_table_text (table, faults->len > 0 ? faults->str : _ ("nothing"));
  cli_table_append (out, table);
}

static void
append_counts (GString *out, const DlAnalysis *analysis)
{
  const struct
  {
    const char *label;
    guint64 value;
  } rows[] = {
    { _ ("working nodes"), analysis->network->n_working_nodes },
    { _ ("working links"), analysis->network->n_working_links },
    { _ ("pairs"), analysis->pairs },
    { _ ("unreachable pairs"), analysis->unreachable_pairs },
    { _ ("dropped pairs"), analysis->dropped_pairs },
    { _ ("illegal pairs"), analysis->illegal_pairs },
  };
  g_autoptr (CliTable) table = cli_table_new ("lr");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      cli_table_text (table, rows[i].label);
      cli_table_int (table, rows[i].value);
    }
  cli_table_text (table, _ ("mean hops"));
  cli_table_double (table, analysis->hops_mean, 4);
  cli_table_text (table, _ ("most hops"));
  cli_table_int (table, analysis->hops_max);
  cli_table_text (table, _ ("cyclic components"));
  cli_table_int (table, analysis->verdict->cyclic_components);
  cli_table_text (table, _ ("deadlock"));
  cli_table_text (table, analysis->verdict->deadlock_free ? _ ("impossible") : _ ("POSSIBLE"));
  cli_table_append (out, table);
}

static void
append_dimensions (GString *out, const DlAnalysis *analysis)
{
  const char *const heads[]
      = { "",          _ ("links"), _ ("idle"), _ ("mean balance"), _ ("exactly 0"), "[0, .25]",
          "(.25, .5]", "(.5, .75]", "(.75, 1]", _ ("mean load"),    _ ("max load") };
  g_autoptr (CliTable) table = cli_table_new ("lrrrrrrrrrr");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      cli_table_text (table, dl_dim_name (dim));
      cli_table_int (table, stats->links);
      cli_table_int (table, stats->idle_links);
      cli_table_double (table, stats->balance_mean, 4);
      cli_table_int (table, stats->balanced_links);
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        cli_table_int (table, stats->bins[bin]);
      cli_table_double (table, stats->load_mean, 2);
      cli_table_double (table, stats->load_max, 2);
    }
  cli_table_append (out, table);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlAnalysis *analysis)
{
  cli_append_description (out, scenario);
  g_string_append_c (out, '\n');
  append_counts (out, analysis);
  g_string_append_printf (
      out, "\n%s\n\n",
      _ ("VC balance |VC0 - VC1| / (VC0 + VC1): links exactly 0 and in each bin; load: packets a "
         "link"));
  append_dimensions (out, analysis);
}

CliStatus
cli_analyze (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlAnalysis) analysis = NULL;

  if (scenario == NULL)
    return CLI_DONE;
  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    return cli_analyze_dragonfly (cli, scenario, error);
  analysis = dl_torus_evaluate (scenario, cli->cancellable, error);
  if (analysis == NULL)
    return CLI_DONE;

  if (cli->options.json)
    append_json (cli->out, scenario, analysis);
  else if (cli->options.csv)
    append_csv (cli->out, analysis);
  else
    append_text (cli->out, scenario, analysis);
  return CLI_DONE;
}

/* dateline-cli counters of a torus. */
#include "cli-torus.h"

#include "cli-counters.h"
#include "cli-scenario.h"
#include "dl-edit.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* What is shown. */
typedef struct
{
  const DlCounters *counters;
  DlScenario *scenario;
  DlAnalysis *analysis;
  DlSimulation *simulation; /* nullable */
  DlMeasured *measured;
  const gint32 *region; /* nullable: all */
  guint top;
} View;

static void
view_clear (View *view)
{
  dl_scenario_free (view->scenario);
  dl_analysis_unref (view->analysis);
  dl_simulation_free (view->simulation);
  dl_measured_unref (view->measured);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static double
share_at (const double *shares, guint i)
{
  return shares != NULL ? shares[i] : NAN;
}

static guint64
region_packets (const DlCounters *counters, gint32 region)
{
  guint64 packets = 0;

  for (guint i = 0; i < dl_torus_counters (counters)->links->len; i++)
    {
      const DlTorusCount *count
          = &g_array_index (dl_torus_counters (counters)->links, DlTorusCount, i);
      if (count->region == region)
        packets += count->packets;
    }
  return packets;
}

/* JSON */

static void
json_links (JsonBuilder *builder, const char *name, const View *view, const guint32 *order)
{
  const DlMeasured *measured = view->measured;

  cli_json_begin_array (builder, name);
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = order[row];
      g_autofree char *link = dl_measured_link_to_string (measured, i);

      json_builder_begin_object (builder);
      cli_json_string (builder, "link", link);
      cli_json_int (builder, "packets", measured->count[i]);
      cli_json_double (builder, "measured", measured->measured[i]);
      cli_json_double (builder, "analysed", measured->analysed[i]);
      cli_json_double (builder, "simulated", share_at (measured->simulated, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_directions (JsonBuilder *builder, const DlMeasured *measured)
{
  cli_json_begin_array (builder, "directions");
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const DlMeasuredPart *direction = &measured->parts[port];

      json_builder_begin_object (builder);
      cli_json_string (builder, "direction", dl_port_name (port));
      cli_json_int (builder, "links", direction->links);
      cli_json_int (builder, "packets", direction->count);
      cli_json_double (builder, "mean_packets", (double) direction->count / direction->links);
      cli_json_int (builder, "max_packets", direction->max_count);
      cli_json_double (builder, "measured", direction->measured);
      cli_json_double (builder, "analysed", direction->analysed);
      cli_json_double (builder, "simulated", direction->simulated);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_regions (JsonBuilder *builder, const DlCounters *counters)
{
  cli_json_begin_array (builder, "regions");
  for (guint i = 0; i < dl_torus_counters (counters)->regions->len; i++)
    {
      const gint32 region = g_array_index (dl_torus_counters (counters)->regions, gint32, i);

      json_builder_begin_object (builder);
      cli_json_int (builder, "region", region);
      cli_json_int (builder, "packets", region_packets (counters, region));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const DlMeasured *measured = view->measured;
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_string (builder, "kind", view->scenario->family->id);
  cli_json_string (builder, "file", counters->file_name);
  cli_json_string (builder, "name", view->scenario->name);
  cli_json_begin_array (builder, "radix");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    json_builder_add_int_value (builder, dl_torus_counters (counters)->radix[dim]);
  json_builder_end_array (builder);
  if (view->region != NULL)
    cli_json_int (builder, "region", *view->region);
  else
    cli_json_null (builder, "region");
  json_regions (builder, counters);
  cli_json_int (builder, "links", measured->n);
  cli_json_int (builder, "machine_links", measured->n_machine);
  cli_json_int (builder, "one_sided_links", dl_counters_one_sided (counters));
  cli_json_int (builder, "packets", measured->total);
  json_directions (builder, measured);
  cli_json_likeness (builder, "with_analysis", &measured->likeness.analysis);
  if (view->simulation != NULL)
    cli_json_likeness (builder, "with_simulation", &measured->likeness.simulation);
  else
    cli_json_null (builder, "with_simulation");
  json_links (builder, "busiest", view, measured->busiest);
  json_links (builder, "different", view, measured->different);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
append_csv (GString *out, const View *view)
{
  const DlMeasured *measured = view->measured;

  g_string_append (out, "rank,x,y,z,direction,packets,measured,analysed,simulated\n");
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = measured->busiest[row];
      const DlLinkAt at = dl_network_link_at (measured->network, measured->link[i]);
      const double shares[]
          = { measured->measured[i], measured->analysed[i], share_at (measured->simulated, i) };

      g_string_append_printf (out, "%u,%u,%u,%u,%s,%" G_GUINT64_FORMAT, row + 1, at.from.at[DL_X],
                              at.from.at[DL_Y], at.from.at[DL_Z], dl_port_name (at.port),
                              measured->count[i]);
      for (guint share = 0; share < G_N_ELEMENTS (shares); share++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, shares[share]);
        }
      g_string_append_c (out, '\n');
    }
}

/* Text */

static void
text_summary (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const DlMeasured *measured = view->measured;
  const guint one_sided = dl_counters_one_sided (counters);
  g_autoptr (CliTable) table = cli_table_new ("rr");

  /* Translators: a file's name, then three numbers, as in 8x8x8 */
  g_string_append_printf (out, _ ("%s: a torus of %ux%ux%u\n"), counters->file_name,
                          dl_torus_counters (counters)->radix[DL_X],
                          dl_torus_counters (counters)->radix[DL_Y],
                          dl_torus_counters (counters)->radix[DL_Z]);
  g_string_append_printf (out, _ ("%u of its %u links were measured, with %lu packets.\n"),
                          measured->n, measured->n_machine, (gulong) measured->total);
  if (one_sided > 0)
    g_string_append_printf (out,
                            ngettext ("%u link was measured in one direction only.\n",
                                      "%u links were measured in one direction only.\n", one_sided),
                            one_sided);
  if (view->region == NULL)
    g_string_append_printf (out, "%s\n", _ ("Sum of all code regions"));
  else if (*view->region == DL_COUNTERS_WHOLE)
    g_string_append_printf (out, _ ("Code region %d, the whole program\n"), *view->region);
  else
    g_string_append_printf (out, _ ("Code region %d\n"), *view->region);
  if (dl_torus_counters (counters)->regions->len < 2)
    return;
  g_string_append_c (out, '\n');
  cli_table_text (table, _ ("code region"));
  cli_table_text (table, _ ("packets"));
  for (guint i = 0; i < dl_torus_counters (counters)->regions->len; i++)
    {
      const gint32 region = g_array_index (dl_torus_counters (counters)->regions, gint32, i);
      g_autofree char *name = g_strdup_printf ("%d", region);

      cli_table_text (table, name);
      cli_table_int (table, region_packets (counters, region));
    }
  cli_table_append (out, table);
}

/* The columns of a table, the last one being of the simulation. */
static CliTable *
begin_table (const DlMeasured *measured, const char *columns, const char *const *heads)
{
  const guint n = strlen (columns) - (measured->simulated == NULL);
  g_autofree char *shown = g_strndup (columns, n);
  CliTable *table = cli_table_new (shown);

  for (guint i = 0; i < n; i++)
    cli_table_text (table, heads[i]);
  return table;
}

static void
append_simulated (CliTable *table, const DlMeasured *measured, double share, guint digits)
{
  if (measured->simulated != NULL)
    cli_table_double (table, 100 * share, digits);
}

static void
text_directions (GString *out, const DlMeasured *measured)
{
  const char *const heads[] = {
    "",
    _ ("links"),
    _ ("packets"),
    _ ("mean"),
    _ ("largest"),
    _ ("measured, %"),
    _ ("analyzed, %"),
    _ ("simulated, %"),
  };
  g_autoptr (CliTable) table = begin_table (measured, "lrrrrrrr", heads);

  g_string_append_c (out, '\n');
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const DlMeasuredPart *direction = &measured->parts[port];

      cli_table_text (table, dl_port_name (port));
      cli_table_int (table, direction->links);
      cli_table_int (table, direction->count);
      cli_table_double (table, (double) direction->count / direction->links, 1);
      cli_table_int (table, direction->max_count);
      cli_table_double (table, 100 * direction->measured, 2);
      cli_table_double (table, 100 * direction->analysed, 2);
      append_simulated (table, measured, direction->simulated, 2);
    }
  cli_table_append (out, table);
}

static void
text_likeness (GString *out, const View *view)
{
  g_autoptr (CliTable) table = cli_table_new ("lrr");
  const struct
  {
    const char *name;
    const DlLikeness *likeness;
  } rows[] = {
    { _ ("static analysis"), &view->measured->likeness.analysis },
    { _ ("simulation"), &view->measured->likeness.simulation },
  };

  g_string_append_printf (out, _ ("\nCompared with “%s”, traffic %s:\n\n"), view->scenario->name,
                          view->scenario->traffic.pattern->id);
  cli_table_text (table, _ ("measured links and"));
  cli_table_text (table, _ ("correlation"));
  cli_table_text (table, _ ("of ranks"));
  for (guint i = 0; i < (view->simulation != NULL ? 2 : 1); i++)
    {
      cli_table_text (table, rows[i].name);
      cli_table_double (table, rows[i].likeness->pearson, 4);
      cli_table_double (table, rows[i].likeness->rank, 4);
    }
  cli_table_append (out, table);
}

static void
text_links (GString *out, const char *title, const View *view, const guint32 *order)
{
  const DlMeasured *measured = view->measured;
  const char *const heads[]
      = { "", _ ("link"), _ ("packets"), _ ("measured, %"), _ ("analyzed, %"), _ ("simulated, %") };
  g_autoptr (CliTable) table = begin_table (measured, "rlrrrr", heads);

  g_string_append_printf (out, "\n%s\n\n", title);
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = order[row];
      g_autofree char *link = dl_measured_link_to_string (measured, i);

      cli_table_int (table, row + 1);
      cli_table_text (table, link);
      cli_table_int (table, measured->count[i]);
      cli_table_double (table, 100 * measured->measured[i], 4);
      cli_table_double (table, 100 * measured->analysed[i], 4);
      append_simulated (table, measured, share_at (measured->simulated, i), 4);
    }
  cli_table_append (out, table);
  if (measured->n > view->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), measured->n - view->top);
}

static void
append_text (GString *out, const View *view)
{
  text_summary (out, view);
  text_likeness (out, view);
  g_string_append_printf (
      out, "\n%s\n",
      _ ("Shares are relative to the total of the measured links, measured or computed."));
  text_directions (out, view->measured);
  text_links (out, _ ("The busiest links"), view, view->measured->busiest);
  text_links (out, _ ("The links that differ most"), view, view->measured->different);
}

/* Computing */

static gboolean
parse_region (const CliOptions *options, const DlCounters *counters, gint32 *region, gboolean *all,
              GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  gint64 value;

  *region = DL_COUNTERS_WHOLE;
  *all = options->region == NULL && !dl_counters_has_region (counters, DL_COUNTERS_WHOLE);
  if (options->region == NULL)
    return TRUE;
  for (guint i = 0; i < dl_torus_counters (counters)->regions->len; i++)
    g_string_append_printf (names, "%s%d", i > 0 ? ", " : "",
                            g_array_index (dl_torus_counters (counters)->regions, gint32, i));
  if (!g_ascii_string_to_signed (options->region, 10, G_MININT32, G_MAXINT32, &value, NULL)
      || !dl_counters_has_region (counters, value))
    return cli_bad_input (error, _ ("--region: “%s” is not a code region (expected one of: %s)"),
                          options->region, names->str);
  *region = value;
  return TRUE;
}

/* A torus of @radix, everything else by default, with every --set. */
static DlScenario *
new_scenario (Cli *cli, const guint radix[DL_N_DIMS], GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  /* Translators: three numbers, as in 8x8x8 */
  g_autofree char *name
      = g_strdup_printf (_ ("Torus %ux%ux%u"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  g_autofree char *size = g_strdup_printf ("%u;%u;%u", radix[DL_X], radix[DL_Y], radix[DL_Z]);

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", size);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, error)
      || !cli_scenario_apply (scenario, "--set", cli->options.set, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

static gboolean
simulate (Cli *cli, View *view, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (view->scenario);

  options.routes = view->analysis->routes;
  view->simulation = cli_counters_simulate (cli, view->scenario, options, error);
  return view->simulation != NULL;
}

CliStatus
cli_torus_counters (Cli *cli, DlCounters *counters, guint top, GError **error)
{
  g_auto (View) view = { .counters = counters, .top = top };
  gint32 region;
  gboolean all;

  if (!cli_counters_check_options (&cli->options, error)
      || !parse_region (&cli->options, counters, &region, &all, error))
    return CLI_BAD_INPUT;
  view.region = all ? NULL : &region;
  view.scenario = cli->n_args > 1 ? cli_scenario_load (cli, cli->args[1], error)
                                  : new_scenario (cli, dl_torus_counters (counters)->radix, error);
  if (view.scenario == NULL)
    return CLI_DONE;
  if (view.scenario->family != &dl_family_torus)
    return cli_bad_input (error,
                          _ ("%s: these are counters of a torus, and %s is not one "
                             "(expected a torus)"),
                          counters->file_name, cli->args[1]);
  view.analysis = dl_torus_evaluate (view.scenario, cli->cancellable, error);
  /* A simulation takes its time: not for another machine. */
  if (view.analysis == NULL || !dl_measured_check (counters, view.analysis->network, error)
      || (cli->options.simulate && !simulate (cli, &view, error)))
    return CLI_DONE;
  view.measured = dl_measured_new (counters, view.region, view.analysis,
                                   view.simulation != NULL ? &view.simulation->links : NULL, error);
  if (view.measured == NULL)
    return CLI_DONE;
  if (cli->options.json)
    append_json (cli->out, &view);
  else if (cli->options.csv)
    append_csv (cli->out, &view);
  else
    append_text (cli->out, &view);
  return CLI_DONE;
}

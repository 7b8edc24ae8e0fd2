/* dateline-cli counters of a torus. */
#include "cli-torus.h"

#include "cli-scenario.h"
#include "dl-edit.h"

#include <glib/gi18n.h>

#include <math.h>

/* Data to show. */
typedef struct
{
  const DlCounters *counters;
  DlScenario *scenario;
  DlTorusAnalysis *analysis;
  DlSimulation *simulation; /* nullable */
  DlMeasured *measured;
  const gint32 *region; /* nullable: all */
  guint top;
} View;

static void
view_clear (View *view)
{
  dl_scenario_free (view->scenario);
  dl_torus_analysis_unref (view->analysis);
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

/* Rows ----------------------------------------------------------------------------------------- */

/* A list of links, the busiest first or the most different. */
typedef struct
{
  const View *view;
  const guint32 *order;
} Links;

static const char *
simulated_title (const DlMeasured *measured)
{
  return measured->simulated != NULL ? N_ ("simulated, %") : NULL;
}

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *links = data;
  const DlMeasured *measured = links->view->measured;
  const guint i = links->order[row];

  dl_cells_integer (cells, row + 1);
  cli_torus_cells_of_cable (cells, measured->shape, measured->link[i]);
  dl_cells_take_text (cells, dl_measured_link_to_string (measured, i));
  dl_cells_integer (cells, measured->count[i]);
  dl_cells_real (cells, measured->measured[i]);
  dl_cells_real (cells, measured->analyzed[i]);
  dl_cells_real (cells, share_at (measured->simulated, i));
}

/* In the form of @format; in JSON as the list @name, into a JsonBuilder. */
static void
write_links (gpointer out, DlTableFormat format, const char *name, const View *view,
             const guint32 *order)
{
  const DlMeasured *measured = view->measured;
  const DlTableColumn columns[] = {
    { "rank", "", DL_COLUMN_INTEGER, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
    DL_TABLE_PART (cli_torus_columns_of_cable),
    { "link", N_ ("link"), .in = DL_TABLE_JSON | DL_TABLE_TEXT },
    { "packets", N_ ("packets"), DL_COLUMN_INTEGER },
    { "measured", N_ ("measured, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "simulated", simulated_title (measured), DL_COLUMN_REAL, 4, .percent = TRUE },
  };
  const Links links = { view, order };
  const DlTable table = DL_TABLE (columns, MIN (measured->n, view->top), fill_link, &links);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, name, &table);
  else
    cli_append_rows (out, &table, format == DL_TABLE_CSV);
}

static void
fill_direction (DlCells *cells, gconstpointer data, guint port)
{
  const DlMeasuredPart *direction = &((const DlMeasured *) data)->parts[port];

  dl_cells_text (cells, dl_torus_port_name (port));
  dl_cells_integer (cells, direction->links);
  dl_cells_integer (cells, direction->count);
  dl_cells_real (cells, (double) direction->count / direction->links);
  dl_cells_integer (cells, direction->max_count);
  dl_cells_real (cells, direction->measured);
  dl_cells_real (cells, direction->analyzed);
  dl_cells_real (cells, direction->simulated);
}

static void
write_directions (gpointer out, DlTableFormat format, const DlMeasured *measured)
{
  const DlTableColumn columns[] = {
    { "direction", "" },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { "packets", N_ ("packets"), DL_COLUMN_INTEGER },
    { "mean_packets", N_ ("mean"), DL_COLUMN_REAL, 1 },
    { "max_packets", N_ ("largest"), DL_COLUMN_INTEGER },
    { "measured", N_ ("measured, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
    { "simulated", simulated_title (measured), DL_COLUMN_REAL, 2, .percent = TRUE },
  };
  const DlTable table = DL_TABLE (columns, DL_TORUS_N_NETWORK_PORTS, fill_direction, measured);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, "directions", &table);
  else
    dl_table_append_text (out, &table);
}

static void
fill_region (DlCells *cells, gconstpointer data, guint row)
{
  const gint32 region = g_array_index (dl_torus_counters (data)->regions, gint32, row);

  dl_cells_integer (cells, region);
  dl_cells_integer (cells, region_packets (data, region));
}

static DlTable
regions_of (const DlCounters *counters)
{
  static const DlTableColumn columns[] = {
    { "region", N_ ("code region"), DL_COLUMN_INTEGER },
    { "packets", N_ ("packets"), DL_COLUMN_INTEGER },
  };

  return DL_TABLE (columns, dl_torus_counters (counters)->regions->len, fill_region, counters);
}

/* JSON */

static void
append_json (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const DlMeasured *measured = view->measured;
  const DlTable regions = regions_of (counters);
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_string (builder, "kind", view->scenario->family->id);
  cli_json_string (builder, "file", counters->file_name);
  cli_json_string (builder, "name", view->scenario->name);
  cli_json_begin_array (builder, "radix");
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    json_builder_add_int_value (builder, dl_torus_counters (counters)->radix[dim]);
  json_builder_end_array (builder);
  if (view->region != NULL)
    cli_json_int (builder, "region", *view->region);
  else
    cli_json_null (builder, "region");
  cli_json_rows (builder, "regions", &regions);
  cli_json_int (builder, "links", measured->n);
  cli_json_int (builder, "machine_links", measured->n_machine);
  cli_json_int (builder, "one_sided_links", dl_counters_one_sided (counters));
  cli_json_int (builder, "packets", measured->total);
  write_directions (builder, DL_TABLE_JSON, measured);
  cli_json_correlation (builder, "with_analysis", &measured->correlation.analysis);
  if (view->simulation != NULL)
    cli_json_correlation (builder, "with_simulation", &measured->correlation.simulation);
  else
    cli_json_null (builder, "with_simulation");
  write_links (builder, DL_TABLE_JSON, "busiest", view, measured->busiest);
  write_links (builder, DL_TABLE_JSON, "different", view, measured->different);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text */

static void
text_summary (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const DlMeasured *measured = view->measured;
  const guint one_sided = dl_counters_one_sided (counters);
  const DlTable regions = regions_of (counters);

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
  if (regions.n_rows < 2)
    return;
  g_string_append_c (out, '\n');
  dl_table_append_text (out, &regions);
}

static void
text_links (GString *out, const char *title, const View *view, const guint32 *order)
{
  g_string_append_printf (out, "\n%s\n\n", title);
  write_links (out, DL_TABLE_TEXT, NULL, view, order);
  cli_append_more (out, view->measured->n, view->top);
}

static void
append_text (GString *out, const View *view)
{
  text_summary (out, view);
  cli_append_correlation (out, view->scenario, view->measured);
  g_string_append_printf (
      out, "\n%s\n",
      _ ("Shares are relative to the total of the measured links, measured or computed."));
  g_string_append_c (out, '\n');
  write_directions (out, DL_TABLE_TEXT, view->measured);
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
new_scenario (Cli *cli, const guint radix[DL_TORUS_N_DIMS], GError **error)
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
  if (view.analysis == NULL || !dl_counters_torus_check (counters, view.analysis->network, error)
      || (cli->options.simulate && !simulate (cli, &view, error)))
    return CLI_DONE;
  view.measured = dl_measured_new (counters, view.region, view.analysis,
                                   view.simulation != NULL ? &view.simulation->links : NULL, error);
  if (view.measured == NULL)
    return CLI_DONE;
  if (cli->options.json)
    append_json (cli->out, &view);
  else if (cli->options.csv)
    write_links (cli->out, DL_TABLE_CSV, NULL, &view, view.measured->busiest);
  else
    append_text (cli->out, &view);
  return CLI_DONE;
}

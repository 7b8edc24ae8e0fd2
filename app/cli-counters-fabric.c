/* dateline-cli counters of InfiniBand's ports. */
#include "cli-fabric.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-evaluate.h"
#include "dl-families.h"

#include <glib/gi18n.h>

#include <math.h>

/* Data to show. */
typedef struct
{
  const DlCounters *counters;
  DlEvaluation *result;
  DlSimulation *simulation; /* nullable */
  DlMeasured *measured;
  guint top;
} View;

static void
view_clear (View *view)
{
  dl_evaluation_unref (view->result);
  dl_simulation_free (view->simulation);
  dl_measured_unref (view->measured);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

/* A list of links, the busiest first or the most different. */
typedef struct
{
  const View *view;
  const guint32 *order;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *links = data;
  const DlMeasured *measured = links->view->measured;
  const guint i = links->order[row];

  dl_cells_integer (cells, row + 1);
  dl_cells_take_text (cells, dl_measured_link_to_string (measured, i));
  dl_cells_text (cells, dl_measured_part_name (measured, measured->part[i]));
  dl_cells_integer (cells, measured->count[i]);
  if (measured->stalls != NULL)
    dl_cells_integer (cells, measured->stalls[i]);
  dl_cells_real (cells, measured->measured[i]);
  dl_cells_real (cells, measured->analyzed[i]);
  if (measured->simulated != NULL)
    dl_cells_real (cells, measured->simulated[i]);
}

/* In the form of @format; in JSON as the list @name, into a JsonBuilder. */
static void
write_links (gpointer out, DlTableFormat format, const char *name, const View *view,
             const guint32 *order)
{
  static const DlTableColumn stalls[] = { { "stalls", N_ ("stalls"), DL_COLUMN_INTEGER } };
  static const DlTableColumn simulated[]
      = { { "simulated", N_ ("simulated, %"), DL_COLUMN_REAL, 4, .percent = TRUE } };
  const DlMeasured *measured = view->measured;
  const DlTableColumn columns[] = {
    { "rank", "", DL_COLUMN_INTEGER },
    { "link", N_ ("link") },
    { "class", N_ ("class") },
    { "words", N_ ("words of 4 bytes"), DL_COLUMN_INTEGER },
    { .part = stalls, .n = measured->stalls != NULL },
    { "measured", N_ ("measured, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { .part = simulated, .n = measured->simulated != NULL },
  };
  const Links links = { view, order };
  const DlTable table = DL_TABLE (columns, MIN (measured->n, view->top), fill_link, &links);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, name, &table);
  else
    cli_append_rows (out, &table, format == DL_TABLE_CSV);
}

static void
fill_part (DlCells *cells, gconstpointer data, guint part)
{
  const DlMeasured *measured = data;
  const DlMeasuredPart *it = &measured->parts[part];

  dl_cells_text (cells, dl_measured_part_name (measured, part));
  dl_cells_integer (cells, it->links);
  dl_cells_integer (cells, it->machine);
  dl_cells_integer (cells, it->count);
  dl_cells_integer (cells, it->stalls);
  dl_cells_real (cells, it->measured);
  dl_cells_real (cells, it->analyzed);
  dl_cells_real (cells, it->simulated);
}

/* In the form of @format; in JSON as a list, into a JsonBuilder. */
static void
write_parts (gpointer out, DlTableFormat format, const DlMeasured *measured)
{
  const DlTableColumn columns[] = {
    { "class", "" },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { "machine_links", N_ ("of"), DL_COLUMN_INTEGER },
    { "words", N_ ("words of 4 bytes"), DL_COLUMN_INTEGER },
    { "stalls", N_ ("stalls"), DL_COLUMN_INTEGER },
    { "measured", N_ ("measured, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
    { "simulated", measured->simulated != NULL ? N_ ("simulated, %") : NULL, DL_COLUMN_REAL, 2,
      .percent = TRUE },
  };
  const DlTable table = DL_TABLE (columns, measured->n_parts, fill_part, measured);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, "classes", &table);
  else
    dl_table_append_text (out, &table);
}

static void
append_json (GString *out, const View *view)
{
  const DlMeasured *measured = view->measured;
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_string (builder, "kind", measured->family->id);
  cli_json_string (builder, "file", view->counters->file_name);
  cli_json_string (builder, "name", view->result->scenario->name);
  cli_json_int (builder, "links", measured->n);
  cli_json_int (builder, "machine_links", measured->n_machine);
  cli_json_int (builder, "outside", measured->n_outside);
  cli_json_int (builder, "words", measured->total);
  write_parts (builder, DL_TABLE_JSON, measured);
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
  const DlMeasured *measured = view->measured;

  g_string_append_printf (out, _ ("%s: %u of %u links were measured, with %lu words of 4 bytes.\n"),
                          view->counters->file_name, measured->n, measured->n_machine,
                          (gulong) measured->total);
  if (measured->n_outside > 0)
    g_string_append_printf (out,
                            ngettext ("%u port is not of the scenario’s network.\n",
                                      "%u ports are not of the scenario’s network.\n",
                                      measured->n_outside),
                            measured->n_outside);
  cli_append_correlation (out, view->result->scenario, measured);
  g_string_append_printf (
      out, "\n%s\n\n",
      _ ("Shares are relative to the total of the measured links, measured or computed."));
  write_parts (out, DL_TABLE_TEXT, measured);
  text_links (out, _ ("The busiest links"), view, measured->busiest);
  text_links (out, _ ("The links that differ most"), view, measured->different);
}

/* Computed values, and the measured ones beside them. FALSE on error. */
static gboolean
compute (Cli *cli, View *view, GError **error)
{
  const DlScenario *scenario;
  DlSimulateOptions options;

  view->result = cli_evaluate (cli, cli->args[1], error);
  if (view->result == NULL)
    return FALSE;
  scenario = view->result->scenario;
  if (scenario->family != &dl_family_fabric)
    return cli_bad_input (error,
                          _ ("%s: these are counters of InfiniBand’s ports, and %s is not a fabric "
                             "(expected a fabric)"),
                          view->counters->file_name, cli->args[1]);
  /* A simulation takes its time: not for another machine. */
  view->measured
      = dl_measured_new (view->counters, NULL, view->result->analysis_of_family, NULL, error);
  if (view->measured == NULL || !cli->options.simulate)
    return view->measured != NULL;
  options = dl_simulate_options (scenario);
  options.routes = dl_evaluation_routes (view->result);
  view->simulation = cli_counters_simulate (cli, scenario, options, error);
  if (view->simulation == NULL)
    return FALSE;
  dl_measured_unref (view->measured);
  view->measured = dl_measured_new (view->counters, NULL, view->result->analysis_of_family,
                                    &view->simulation->links, error);
  return view->measured != NULL;
}

CliStatus
cli_fabric_counters (Cli *cli, DlCounters *counters, guint top, GError **error)
{
  g_auto (View) view = { .counters = counters, .top = top };

  if (!cli_counters_check_options (&cli->options, error))
    return CLI_BAD_INPUT;
  if (cli->options.region != NULL)
    return cli_bad_input (error, _ ("%s is for counters of a torus (leave it out)"), "--region");
  if (cli->n_args < 2)
    return cli_bad_input (error,
                          _ ("%s: counters of InfiniBand’s ports do not say how these are "
                             "connected (add a SCENARIO, or the topology that ibnetdiscover "
                             "prints)"),
                          counters->file_name);
  for (guint i = 0; i < counters->notes->len; i++)
    cli_complain (_ ("warning: %s"), (const char *) counters->notes->pdata[i]);
  if (!compute (cli, &view, error))
    return CLI_DONE;
  if (cli->options.json)
    append_json (cli->out, &view);
  else if (cli->options.csv)
    write_links (cli->out, DL_TABLE_CSV, NULL, &view, view.measured->busiest);
  else
    append_text (cli->out, &view);
  return CLI_DONE;
}

/* dateline-cli critical: what breaking each cable, or each switch, would do, the worst first; and
 * slow: cables that are slower than their neighbors. */
#include "cli-families.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-slow-links.h"

#include <glib/gi18n.h>

#include <math.h>

/* Rows of the table that people read, unless they ask for more. */
#define TOP_ROWS 20

/* Finding them --------------------------------------------------------------------------------- */

static DlCritical *
find (Cli *cli, const DlScenario *scenario, DlCriticalOf of, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();
  CliProgress progress;
  DlCritical *critical;

  options.of = of;
  cli_progress_begin (&progress);
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  critical = scenario->family->critical (scenario, options, cli->cancellable, error);
  cli_progress_end (&progress);
  return critical;
}

/* Rows ----------------------------------------------------------------------------------------- */

typedef struct
{
  const DlCritical *critical;
  gboolean base_first; /* before all cables a row of the network with nothing more broken */
} Rows;

static gboolean
is_of_switches (const DlCritical *critical)
{
  return critical->of == DL_CRITICAL_ROUTERS;
}

/* Whether packets of its family can be dropped, or illegal, and channels have a balance. */
static gboolean
has_rules (const DlCritical *critical)
{
  return !g_strv_contains (critical->family->missing, "illegal_pairs");
}

static DlPlace
place_of (const DlCritical *critical, guint link)
{
  return is_of_switches (critical) ? dl_place_router (link) : dl_place_link (link);
}

static void
cells_of_name (DlCells *cells, const DlCritical *critical, guint link)
{
  const CliFamily *family = cli_family (critical->family);
  const gconstpointer shape = critical->net.shape;
  g_autofree char *label = NULL;

  if (!is_of_switches (critical) && family->name_cable != NULL)
    dl_cells_take_text (cells, family->name_cable (shape, link));
  else
    dl_cells_take_text (cells,
                        critical->family->name (shape, place_of (critical, link), DL_NAME_FILE));
  if (family->cells_of_cable != NULL)
    return;
  label = is_of_switches (critical)
              ? critical->family->name (shape, dl_place_router (link), DL_NAME_PEOPLE)
              : critical->family->name (shape, dl_place_link (link), DL_NAME_CABLE);
  dl_cells_show (cells, label);
}

static double
finite_or_nan (double value)
{
  return isfinite (value) ? value : NAN;
}

static void
cells_of_figures (DlCells *cells, const DlCriticalFigures *figures)
{
  dl_cells_integer (cells, figures->nodes_lost);
  dl_cells_integer (cells, figures->unreachable_pairs + figures->dropped_pairs);
  dl_cells_integer (cells, figures->unreachable_pairs);
  dl_cells_integer (cells, figures->dropped_pairs);
  dl_cells_integer (cells, figures->illegal_pairs);
  dl_cells_flag (cells, figures->deadlock_free);
  dl_cells_flag (cells, !figures->deadlock_free);
  dl_cells_integer (cells, figures->illegal_pairs);
  dl_cells_at_most (cells, finite_or_nan (figures->bound_load), figures->is_bound);
  dl_cells_real (cells, figures->load_max);
  dl_cells_real (cells, figures->balance_mean);
  dl_cells_real (cells, figures->hops_mean);
}

/* With nothing more broken. */
static void
fill_base (DlCells *cells, gconstpointer data, guint row)
{
  cells_of_figures (cells, &((const Rows *) data)->critical->base);
}

/* Only what breaks has these. */
static void
cells_of_nothing (DlCells *cells, guint n)
{
  for (guint i = 0; i < n; i++)
    dl_cells_absent (cells);
}

static void
fill_row (DlCells *cells, gconstpointer data, guint row)
{
  const Rows *rows = data;
  const DlCritical *critical = rows->critical;
  const CliFamily *family = cli_family (critical->family);
  const DlCriticalCable *cable;

  if (rows->base_first && row == 0)
    {
      cells_of_nothing (cells, 3 + family->n_cable_columns);
      dl_cells_text (cells, _ ("no change"));
      cells_of_nothing (cells, 5);
      fill_base (cells, data, 0);
      dl_cells_absent (cells);
      return;
    }
  cable = &critical->cables[row - (rows->base_first ? 1 : 0)];
  dl_cells_integer (cells, cable->rank);
  dl_cells_integer (cells, cable->figures.nodes_lost);
  if (is_of_switches (critical))
    dl_cells_absent (cells);
  else
    dl_cells_text (cells,
                   critical->family->classes[critical->net.graph->link_class[cable->link]].id);
  if (family->cells_of_cable != NULL)
    family->cells_of_cable (cells, critical->net.shape, cable->link);
  cells_of_name (cells, critical, cable->link);
  dl_cells_integer (cells, cable->figures.nodes_lost);
  dl_cells_word (cells, dl_critical_class_id (cable->class),
                 dl_critical_class_title (cable->class));
  dl_cells_real (cells, cable->severity);
  dl_cells_integer (cells, cable->undelivered_more);
  dl_cells_integer_if (cells, cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED,
                       cable->rerouted_pairs);
  cells_of_figures (cells, &cable->figures);
  dl_cells_integer_if (cells, cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED,
                       cable->rerouted_pairs);
}

/* Writing -------------------------------------------------------------------------------------- */

static void
append_json (GString *out, const DlScenario *scenario, const DlTable *rows, const DlTable *base)
{
  const DlCritical *critical = ((const Rows *) rows->data)->critical;
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_int (builder, is_of_switches (critical) ? "switches" : "cables", critical->n_cables);
  cli_json_begin_object (builder, "now");
  cli_json_row (builder, base, 0);
  json_builder_end_object (builder);
  cli_json_rows (builder, "critical", rows);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlTable *rows)
{
  const DlCritical *critical = ((const Rows *) rows->data)->critical;
  const gboolean switches = is_of_switches (critical);
  const guint n = rows->n_rows - 1;

  g_string_append_printf (out, "%s\n\n", scenario->name);
  if (critical->n_cables == 0)
    {
      g_string_append_printf (out, "%s\n",
                              switches ? _ ("There is no working switch to break.")
                                       : _ ("There is no working cable to break."));
      return;
    }
  dl_table_append_text (out, rows);
  if (n == critical->n_cables)
    return;
  g_string_append_c (out, '\n');
  g_string_append_printf (out,
                          switches
                              ? _ ("The %u most critical of %u switches (--top N shows more)\n")
                              : _ ("The %u most critical of %u cables (--top N shows more)\n"),
                          n, critical->n_cables);
}

/* The first @n. */
static void
write_critical (Cli *cli, const DlScenario *scenario, const DlCritical *critical, guint n)
{
  const CliFamily *family = cli_family (critical->family);
  const gboolean switches = is_of_switches (critical), rules = has_rules (critical);
  const guint files = DL_TABLE_CSV | DL_TABLE_JSON;
  const char *hosts_lost = switches ? "hosts_lost" : NULL;
  const DlTableColumn figures[] = {
    { NULL, switches ? N_ ("hosts lost") : NULL, DL_COLUMN_INTEGER },
    { NULL, N_ ("undelivered"), DL_COLUMN_INTEGER },
    { "unreachable_pairs", NULL, DL_COLUMN_INTEGER },
    { rules ? "dropped_pairs" : NULL, NULL, DL_COLUMN_INTEGER },
    { rules ? "illegal_pairs" : NULL, NULL, DL_COLUMN_INTEGER },
    { "deadlock_free", NULL, DL_COLUMN_FLAG },
    { NULL, rules ? N_ ("deadlock") : NULL, DL_COLUMN_FLAG },
    { NULL, rules ? N_ ("illegal") : NULL, DL_COLUMN_INTEGER },
    { rules ? NULL : "bound_load", rules ? NULL : N_ ("saturation load"), DL_COLUMN_REAL, 4 },
    { "max_load", N_ ("maximum channel load"), DL_COLUMN_REAL, rules ? 0 : 2 },
    { rules ? "vc_balance_mean" : NULL, rules ? N_ ("mean balance") : NULL, DL_COLUMN_REAL, 4 },
    { "mean_hops", N_ ("mean hops"), DL_COLUMN_REAL, 4 },
  };
  const DlTableColumn columns[] = {
    { "rank", N_ ("rank"), DL_COLUMN_INTEGER },
    { hosts_lost, NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
    { switches || family->cells_of_cable != NULL ? NULL : "class" },
    { .part = family->cable_columns != NULL ? family->cable_columns : figures,
      .n = family->n_cable_columns },
    { switches ? "switch" : "cable", switches ? N_ ("switch") : N_ ("cable"),
      .in = family->cells_of_cable != NULL ? DL_TABLE_TEXT | DL_TABLE_JSON : 0 },
    { hosts_lost, NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_JSON },
    { "effect", N_ ("effect") },
    { "severity", NULL, DL_COLUMN_REAL },
    { "undelivered_more", NULL, DL_COLUMN_INTEGER },
    { rules ? "rerouted_pairs" : NULL, NULL, DL_COLUMN_INTEGER, .in = files },
    DL_TABLE_PART (figures),
    { NULL, rules ? N_ ("rerouted") : NULL, DL_COLUMN_INTEGER },
  };
  const gboolean for_people = !cli->options.json && !cli->options.csv;
  const Rows rows = { critical, for_people };
  const DlTable table = DL_TABLE (columns, n + for_people, fill_row, &rows);

  if (cli->options.json)
    append_json (cli->out, scenario, &table, &DL_TABLE (figures, 1, fill_base, &rows));
  else if (cli->options.csv)
    dl_table_append_csv (cli->out, &table);
  else
    append_text (cli->out, scenario, &table);
}

CliStatus
cli_critical (Cli *cli, GError **error)
{
  const gboolean for_programs = cli->options.json || cli->options.csv;
  guint64 top = for_programs ? G_MAXUINT : TOP_ROWS;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlCritical) critical = NULL;

  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  if (cli->options.switches && !scenario->family->critical_routers)
    return cli_bad_input (error, _ ("critical --switches: only a fabric has switches (leave it "
                                    "out)"));
  critical = find (cli, scenario, cli->options.switches ? DL_CRITICAL_ROUTERS : DL_CRITICAL_CABLES,
                   error);
  if (critical != NULL)
    write_critical (cli, scenario, critical, MIN (top, critical->n_cables));
  return CLI_DONE;
}

/* Cables slower than their neighbors, and what they cost ------------------------------------------
 */

static void
append_slow_text (GString *out, const DlEvaluation *result, const DlTable *table)
{
  g_string_append_printf (out, "%s\n\n", result->scenario->name);
  if (table->n_rows > 0)
    dl_table_append_text (out, table);
  else
    g_string_append_printf (out, "%s\n", _ ("No link is slower than most of its neighbors."));
}

static void
append_slow_json (GString *out, const DlEvaluation *result, const DlTable *table)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (result->scenario);

  cli_json_rows (builder, "slow_links", table);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

CliStatus
cli_slow (Cli *cli, GError **error)
{
  g_autoptr (DlEvaluation) result = cli_evaluate (cli, cli->args[0], error);
  g_autoptr (DlRecord) record = NULL;
  DlTable table;

  if (result == NULL)
    return CLI_DONE;
  record = dl_slow_links_record (result);
  table = dl_record_table (record);
  if (cli->options.json)
    append_slow_json (cli->out, result, &table);
  else if (cli->options.csv)
    dl_table_append_csv (cli->out, &table);
  else
    append_slow_text (cli->out, result, &table);
  return CLI_DONE;
}

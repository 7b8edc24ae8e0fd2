/* dateline-cli model, of a dragonfly: the Cascade paper's configuration arithmetic beside what the
 * analysis of the scenario's network finds. */
#include "cli-dragonfly.h"
#include "cli-plain.h"
#include "dl-cascade-model.h"

#include <glib/gi18n.h>

#include <math.h>

/* Upgrades that people are told of; a program gets all. */
#define TOP_UPGRADES 20

typedef struct
{
  const DlScenario *scenario;
  const DlDragonflyAnalysis *analysis;
  DlCascadeModel model;
  gboolean whole; /* the network has whole groups, all pairs of which have the model's cables */
  guint n_upgrades;
  DlCascadeUpgrade upgrades[DL_DRAGONFLY_MAX_GROUPS];
} Model;

static gboolean
model_init (Model *model, const Cli *cli, const DlEvaluation *result, GError **error)
{
  model->scenario = result->scenario;
  model->analysis = dl_evaluation_dragonfly (result);
  if (!dl_cascade_analysis_model (model->analysis, &model->model, &model->whole))
    return cli_plain_refuse (cli, cli->args[0], _ ("use “analyze”"), error);
  model->n_upgrades = dl_cascade_upgrades (&model->model, &model->analysis->rates, model->upgrades);
  return TRUE;
}

/* Rows */

static void
fill_quantity (DlCells *cells, gconstpointer data, guint row)
{
  const Model *model = data;
  guint n;
  const DlCascadeQuantity *quantity = &dl_cascade_quantities (&n)[row];

  dl_cells_text (cells, quantity->id);
  dl_cells_text (cells, _ (quantity->title));
  dl_cells_text (cells, quantity->formula);
  dl_cells_text (cells, _ (quantity->title));
  dl_cells_text (cells, quantity->section);
  dl_cells_text (cells, quantity->unit);
  dl_cells_real_with (cells, quantity->value (&model->model), quantity->digits);
  dl_cells_real_with (cells, dl_cascade_analysis_value (model->analysis, quantity),
                      quantity->digits);
  dl_cells_text (cells, quantity->unit[0] != '\0' ? _ (quantity->unit) : "");
  dl_cells_text (cells, quantity->formula);
  dl_cells_text (cells, quantity->section);
}

static DlTable
quantities_of (const Model *model)
{
  static const DlTableColumn columns[] = {
    { "id" },
    { "title", N_ ("what"), .in = DL_TABLE_JSON | DL_TABLE_TEXT },
    { "formula" },
    { "title", .in = DL_TABLE_CSV },
    { "section" },
    { "unit" },
    { "value", N_ ("value"), DL_COLUMN_REAL },
    { "analysis", N_ ("analysis"), DL_COLUMN_REAL },
    { NULL, N_ ("unit") },
    { NULL, N_ ("formula") },
    { NULL, N_ ("section") },
  };
  guint n;

  dl_cascade_quantities (&n);
  return DL_TABLE (columns, n, fill_quantity, model);
}

static void
fill_upgrade (DlCells *cells, gconstpointer data, guint row)
{
  const DlCascadeUpgrade *upgrade = &((const Model *) data)->upgrades[row];

  dl_cells_integer (cells, upgrade->groups);
  dl_cells_integer (cells, upgrade->cables);
  dl_cells_flag (cells, upgrade->kept);
  dl_cells_integer_if (cells, upgrade->kept, upgrade->added);
  dl_cells_real (cells, upgrade->global_GBps);
}

/* The first @n. */
static DlTable
upgrades_of (const Model *model, guint n)
{
  static const DlTableColumn columns[] = {
    { "groups", N_ ("groups"), DL_COLUMN_INTEGER },
    { "cables_per_pair", NULL, DL_COLUMN_INTEGER },
    { "without_rewiring", NULL, DL_COLUMN_FLAG },
    { "added_cables", N_ ("cables added"), DL_COLUMN_INTEGER },
    { "global_GBps_per_node", N_ ("GB/s per node"), DL_COLUMN_REAL, 2 },
  };

  return DL_TABLE (columns, n, fill_upgrade, model);
}

/* Writing */

static void
append_json (GString *out, const Model *model)
{
  const DlTable quantities = quantities_of (model);
  const DlTable upgrades = upgrades_of (model, model->n_upgrades);
  g_autoptr (JsonBuilder) builder = cli_json_new_of (model->scenario);

  cli_json_int (builder, "groups", model->model.groups);
  cli_json_int (builder, "cables_per_pair", model->model.cables);
  cli_json_bool (builder, "whole_groups", model->whole);
  cli_json_rows (builder, "records", &quantities);
  cli_json_rows (builder, "upgrades", &upgrades);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_upgrades (GString *out, const Model *model)
{
  DlTable upgrades;
  guint n = 0;

  while (n < model->n_upgrades && model->upgrades[n].kept)
    n++;
  if (n == 0)
    {
      g_string_append (out, _ ("\nIt cannot grow without rewiring.\n"));
      return;
    }
  g_string_append_printf (out, "\n%s\n\n",
                          n > TOP_UPGRADES ? _ ("Possible sizes without rewiring, the first steps:")
                                           : _ ("Possible sizes without rewiring:"));
  upgrades = upgrades_of (model, MIN (n, TOP_UPGRADES));
  dl_table_append_text (out, &upgrades);
}

static void
append_text (GString *out, const Model *model)
{
  const DlTable quantities = quantities_of (model);

  cli_append_description (out, model->scenario);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Configuration of a Cascade: G groups, n cables per pair of groups, "
                             "L GB/s per blue link; sections of the Cascade paper"));
  dl_table_append_text (out, &quantities);
  if (model->whole)
    append_upgrades (out, model);
  else
    g_string_append (out,
                     _ ("\nThe formulas are for whole groups of 6 chassis with 16 blades, and "
                        "equal numbers of cables per pair. This network has a different shape.\n"));
}

gboolean
cli_dragonfly_append_model (Cli *cli, const DlEvaluation *result, GError **error)
{
  Model model = { 0 };

  if (!model_init (&model, cli, result, error))
    return FALSE;
  if (cli->options.json)
    append_json (cli->out, &model);
  else if (cli->options.csv)
    {
      const DlTable quantities = quantities_of (&model);
      dl_table_append_csv (cli->out, &quantities);
    }
  else
    append_text (cli->out, &model);
  return TRUE;
}

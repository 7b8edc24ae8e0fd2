/* dateline-cli model, of a dragonfly: the Cascade paper's configuration arithmetic beside what the
 * analysis of the scenario's network finds. */
#include "cli-analyze.h"
#include "cli-dragonfly.h"
#include "cli-plain.h"
#include "dl-cascade-analysis.h"
#include "dl-safe-text.h"

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

/* JSON */

static void
add_quantity (JsonBuilder *builder, const Model *model, const DlCascadeQuantity *quantity)
{
  json_builder_begin_object (builder);
  cli_json_string (builder, "id", quantity->id);
  cli_json_string (builder, "title", _ (quantity->title));
  cli_json_string (builder, "formula", quantity->formula);
  cli_json_string (builder, "section", quantity->section);
  cli_json_string (builder, "unit", quantity->unit);
  cli_json_double (builder, "value", quantity->value (&model->model));
  cli_json_double (builder, "analysis", dl_cascade_analysis_value (model->analysis, quantity));
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const Model *model)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (model->scenario);
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  cli_json_int (builder, "groups", model->model.groups);
  cli_json_int (builder, "cables_per_pair", model->model.cables);
  cli_json_bool (builder, "whole_groups", model->whole);
  json_builder_set_member_name (builder, "records");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    add_quantity (builder, model, &quantities[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "upgrades");
  json_builder_begin_array (builder);
  for (guint i = 0; i < model->n_upgrades; i++)
    {
      json_builder_begin_object (builder);
      cli_json_int (builder, "groups", model->upgrades[i].groups);
      cli_json_int (builder, "cables_per_pair", model->upgrades[i].cables);
      cli_json_bool (builder, "without_rewiring", model->upgrades[i].kept);
      if (model->upgrades[i].kept)
        cli_json_int (builder, "added_cables", model->upgrades[i].added);
      else
        cli_json_null (builder, "added_cables");
      cli_json_double (builder, "global_GBps_per_node", model->upgrades[i].global_GBps);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
append_csv (GString *out, const Model *model)
{
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  g_string_append (out, "id,formula,title,section,unit,value,analysis\n");
  for (guint i = 0; i < n; i++)
    {
      const DlCascadeQuantity *quantity = &quantities[i];
      const char *const texts[] = { quantity->id, quantity->formula, _ (quantity->title),
                                    quantity->section, quantity->unit };

      for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
        {
          dl_csv_append (out, texts[j]);
          g_string_append_c (out, ',');
        }
      cli_append_csv_double (out, quantity->value (&model->model));
      g_string_append_c (out, ',');
      cli_append_csv_double (out, dl_cascade_analysis_value (model->analysis, quantity));
      g_string_append_c (out, '\n');
    }
}

/* Text */

static void
append_quantities (GString *out, const Model *model)
{
  const char *const heads[]
      = { _ ("what"), _ ("value"), _ ("analysis"), _ ("unit"), _ ("formula"), _ ("section") };
  g_autoptr (CliTable) table = cli_table_new ("lrrlll");
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint i = 0; i < n; i++)
    {
      const DlCascadeQuantity *quantity = &quantities[i];

      cli_table_text (table, _ (quantity->title));
      cli_table_double (table, quantity->value (&model->model), quantity->digits);
      cli_table_double (table, dl_cascade_analysis_value (model->analysis, quantity),
                        quantity->digits);
      cli_table_text (table, quantity->unit[0] != '\0' ? _ (quantity->unit) : "");
      cli_table_text (table, quantity->formula);
      cli_table_text (table, quantity->section);
    }
  cli_table_append (out, table);
}

static void
append_upgrades (GString *out, const Model *model)
{
  const char *const heads[] = { _ ("groups"), _ ("cables added"), _ ("GB/s per node") };
  g_autoptr (CliTable) table = cli_table_new ("rrr");
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
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint i = 0; i < MIN (n, TOP_UPGRADES); i++)
    {
      cli_table_int (table, model->upgrades[i].groups);
      cli_table_int (table, model->upgrades[i].added);
      cli_table_double (table, model->upgrades[i].global_GBps, 2);
    }
  cli_table_append (out, table);
}

static void
append_text (GString *out, const Model *model)
{
  cli_append_description (out, model->scenario);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Configuration of a Cascade: G groups, n cables per pair of groups, "
                             "L GB/s per blue link; sections of the Cascade paper"));
  append_quantities (out, model);
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
    append_csv (cli->out, &model);
  else
    append_text (cli->out, &model);
  return TRUE;
}

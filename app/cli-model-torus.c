/* dateline-cli model, of a torus: the age paper's equations for a scenario, named and numbered. */
#include "cli-analyze.h"
#include "cli-torus.h"
#include "dl-aging-text.h"
#include "dl-evaluate-aging.h"
#include "dl-safe-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Keys of the scenario that the equations look at, beside those of the description. */
static const char *const keys[] = { "traffic.load", "traffic.packet-flits",
                                    "router.request-age-bias", "router.age-clock-period" };

/* JSON */

static void
json_age_profile (JsonBuilder *builder, const DlAgingModel *model)
{
  const double hops
      = model->growth.hops[DL_X] + model->growth.hops[DL_Y] + model->growth.hops[DL_Z];

  json_builder_set_member_name (builder, "age_at_hop");
  json_builder_begin_array (builder);
  for (guint hop = 1; hop <= hops; hop++)
    json_builder_add_double_value (builder, dl_aging_model_age_at_hop (model, hop));
  json_builder_end_array (builder);
}

static void
json_recommended (JsonBuilder *builder, const DlAgingModel *model)
{
  json_builder_set_member_name (builder, "recommended");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "age_bias");
  json_builder_begin_array (builder);
  for (guint port = 0; port < DL_AGING_PORTS; port++)
    json_builder_add_int_value (builder, model->bias[port]);
  json_builder_end_array (builder);
  if (model->age_clock_period > 0)
    cli_json_int (builder, "age_clock_period", model->age_clock_period);
  else
    cli_json_null (builder, "age_clock_period");
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlAgingModel *model)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  json_recommended (builder, model);
  json_age_profile (builder, model);
  json_builder_set_member_name (builder, "records");
  json_builder_begin_array (builder);
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *record = &model->records[id];
      const DlAgingInfo *info = record->info;

      json_builder_begin_object (builder);
      cli_json_string (builder, "id", info->id);
      json_builder_set_member_name (builder, "equations");
      json_builder_begin_array (builder);
      for (guint i = info->first; i != 0 && i <= info->last; i++)
        json_builder_add_int_value (builder, i);
      json_builder_end_array (builder);
      cli_json_string (builder, "symbol", info->symbol);
      cli_json_string (builder, "formula", info->formula);
      cli_json_string (builder, "title", _ (info->title));
      cli_json_string (builder, "source", dl_aging_source_id (info->source));
      cli_json_string (builder, "section", info->section);
      cli_json_string (builder, "unit", info->unit);
      cli_json_double (builder, "value", record->value);
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        cli_json_double (builder, dl_dim_name (dim), record->dim[dim]);
      cli_json_bool (builder, "assumptions_hold", record->broken == 0);
      cli_json_string (builder, "note", record->note);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
append_csv (GString *out, const DlAgingModel *model)
{
  g_string_append (out, "id,equation,symbol,formula,title,source,section,unit,value,x,y,z,"
                        "assumptions_hold,note\n");
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *record = &model->records[id];
      const DlAgingInfo *info = record->info;
      g_autofree char *number = dl_aging_info_number (info);
      const char *const texts[]
          = { info->id,      number,          info->symbol,
              info->formula, _ (info->title), dl_aging_source_id (info->source),
              info->section, info->unit };

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          dl_csv_append (out, texts[i]);
          g_string_append_c (out, ',');
        }
      cli_append_csv_double (out, record->value);
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, record->dim[dim]);
        }
      g_string_append_printf (out, ",%s,", record->broken == 0 ? "true" : "false");
      dl_csv_append (out, record->note != NULL ? record->note : "");
      g_string_append_c (out, '\n');
    }
}

/* Text */

static void
add_number (CliTable *table, double value)
{
  g_autofree char *text = dl_aging_value_text (value);

  cli_table_text (table, text);
}

/* The number of @note in @notes, which gets it if it is new. */
static guint
note_number (GPtrArray *notes, const char *note)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (notes, note, g_str_equal, &index))
    {
      index = notes->len;
      g_ptr_array_add (notes, (char *) note);
    }
  return index + 1;
}

static void
add_record (CliTable *table, const DlAgingRecord *record, GPtrArray *notes)
{
  const DlAgingInfo *info = record->info;
  g_autofree char *number = dl_aging_info_number (info);
  g_autofree char *note = record->note != NULL
                              ? g_strdup_printf ("%s[%u]", record->broken != 0 ? "!" : "",
                                                 note_number (notes, record->note))
                              : g_strdup (record->broken != 0 ? "!" : "");

  cli_table_text (table, number);
  cli_table_text (table, info->symbol);
  cli_table_text (table, _ (info->title));
  add_number (table, record->value);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    add_number (table, record->dim[dim]);
  cli_table_text (table, info->unit[0] != '\0' ? _ (info->unit) : "");
  cli_table_text (table, _ (dl_aging_source_title (info->source)));
  cli_table_text (table, info->section);
  cli_table_text (table, note);
}

static void
append_recommended (GString *out, const DlAgingModel *model)
{
  g_autofree char *bias = dl_age_bias_text (model->bias);

  g_string_append_printf (out, "\n%s\n", _ ("The paper’s recommendation, for --set:"));
  g_string_append_printf (out, "  router.request-age-bias=%s\n  router.response-age-bias=%s\n",
                          bias, bias);
  if (model->age_clock_period > 0)
    g_string_append_printf (out, "  router.age-clock-period=%u\n", model->age_clock_period);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlAgingModel *model)
{
  const char *const heads[] = { _ ("eq."), "",         _ ("what"),   _ ("all"),     "x",       "y",
                                "z",       _ ("unit"), _ ("source"), _ ("section"), _ ("note") };
  g_autoptr (CliTable) settings = cli_table_new ("ll");
  g_autoptr (CliTable) table = cli_table_new ("lllrrrrllll");
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();

  cli_append_description (out, scenario);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *value = dl_field_get (dl_field_find_name (keys[i]), scenario);
      cli_table_text (settings, keys[i]);
      cli_table_text (settings, value);
    }
  cli_table_append (out, settings);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    add_record (table, &model->records[id], notes);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Equations of the age paper; !: an assumption does not hold here"));
  cli_table_append (out, table);
  append_recommended (out, model);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (out, "[%u] %s\n", i + 1, (const char *) g_ptr_array_index (notes, i));
}

gboolean
cli_torus_append_model (Cli *cli, const DlEvaluation *result, GError **error)
{
  const DlScenario *scenario = result->scenario;
  g_autoptr (DlAgingModel) model
      = dl_aging_model_new (dl_evaluate_aging_options (scenario, dl_evaluation_torus (result)));

  if (cli->options.json)
    append_json (cli->out, scenario, model);
  else if (cli->options.csv)
    append_csv (cli->out, model);
  else
    append_text (cli->out, scenario, model);
  return TRUE;
}

/* dateline-cli model, of a torus: the age paper's equations for a scenario, named and numbered. */
#include "cli-torus.h"
#include "dl-evaluate-aging.h"

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

  cli_json_begin_array (builder, "age_at_hop");
  for (guint hop = 1; hop <= hops; hop++)
    json_builder_add_double_value (builder, dl_aging_model_age_at_hop (model, hop));
  json_builder_end_array (builder);
}

static void
json_recommended (JsonBuilder *builder, const DlAgingModel *model)
{
  cli_json_begin_object (builder, "recommended");
  cli_json_begin_array (builder, "age_bias");
  for (guint port = 0; port < DL_AGING_PORTS; port++)
    json_builder_add_int_value (builder, model->bias[port]);
  json_builder_end_array (builder);
  if (model->age_clock_period > 0)
    cli_json_int (builder, "age_clock_period", model->age_clock_period);
  else
    cli_json_null (builder, "age_clock_period");
  json_builder_end_object (builder);
}

/* Records */

typedef struct
{
  const DlAgingModel *model;
  GPtrArray *notes; /* const char *: of the records so far, each once */
} Records;

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
cells_of_number (DlCells *cells, double value)
{
  g_autofree char *text = dl_aging_value_text (value);

  dl_cells_real (cells, value);
  dl_cells_show (cells, text);
}

static void
fill_record (DlCells *cells, gconstpointer data, guint id)
{
  const Records *records = data;
  const DlAgingRecord *record = &records->model->records[id];
  const DlAgingInfo *info = record->info;
  g_autofree char *number = record->note != NULL
                                ? g_strdup_printf ("%s[%u]", record->broken != 0 ? "!" : "",
                                                   note_number (records->notes, record->note))
                                : g_strdup (record->broken != 0 ? "!" : "");

  dl_cells_text (cells, info->id);
  dl_cells_take_text (cells, dl_aging_info_number (info));
  dl_cells_text (cells, info->symbol);
  dl_cells_text (cells, info->formula);
  dl_cells_text (cells, _ (info->title));
  dl_cells_text (cells, dl_aging_source_id (info->source));
  dl_cells_text (cells, info->section);
  dl_cells_text (cells, info->unit);
  cells_of_number (cells, record->value);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    cells_of_number (cells, record->dim[dim]);
  dl_cells_text (cells, info->unit[0] != '\0' ? _ (info->unit) : "");
  dl_cells_text (cells, _ (dl_aging_source_title (info->source)));
  dl_cells_text (cells, info->section);
  dl_cells_flag (cells, record->broken == 0);
  dl_cells_text (cells, record->note);
  dl_cells_show (cells, number);
}

/* Columns of a table; in JSON after the record's name and the numbers of its equations. */
static const DlTableColumn columns[] = {
  { "id", .in = DL_TABLE_CSV },
  { "equation", N_ ("eq."), .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "symbol", "" },
  { "formula" },
  { "title", N_ ("what") },
  { "source" },
  { "section" },
  { "unit" },
  { "value", N_ ("all"), DL_COLUMN_REAL },
  { "x", "x", DL_COLUMN_REAL },
  { "y", "y", DL_COLUMN_REAL },
  { "z", "z", DL_COLUMN_REAL },
  { NULL, N_ ("unit") },
  { NULL, N_ ("source") },
  { NULL, N_ ("section") },
  { "assumptions_hold", NULL, DL_COLUMN_FLAG },
  { "note", N_ ("note") },
};

static void
append_json (GString *out, const DlScenario *scenario, const DlTable *records)
{
  const DlAgingModel *model = ((const Records *) records->data)->model;
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  json_recommended (builder, model);
  json_age_profile (builder, model);
  cli_json_begin_array (builder, "records");
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingInfo *info = model->records[id].info;

      json_builder_begin_object (builder);
      cli_json_string (builder, "id", info->id);
      cli_json_begin_array (builder, "equations");
      for (guint i = info->first; i != 0 && i <= info->last; i++)
        json_builder_add_int_value (builder, i);
      json_builder_end_array (builder);
      cli_json_row (builder, records, id);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text */

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
append_text (GString *out, const DlScenario *scenario, const DlTable *table)
{
  const Records *records = table->data;
  g_autoptr (CliTable) settings = cli_table_new ("ll");

  cli_append_description (out, scenario);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *value = dl_field_get (dl_field_find_name (keys[i]), scenario);
      cli_table_text (settings, keys[i]);
      cli_table_text (settings, value);
    }
  cli_table_append (out, settings);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Equations of the age paper; !: an assumption does not hold here"));
  dl_table_append_text (out, table);
  append_recommended (out, records->model);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < records->notes->len; i++)
    g_string_append_printf (out, "[%u] %s\n", i + 1,
                            (const char *) g_ptr_array_index (records->notes, i));
}

gboolean
cli_torus_append_model (Cli *cli, const DlEvaluation *result, GError **error)
{
  const DlScenario *scenario = result->scenario;
  g_autoptr (DlAgingModel) model
      = dl_aging_model_new (dl_evaluate_aging_options (scenario, dl_evaluation_torus (result)));
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();
  const Records records = { model, notes };
  const DlTable table = DL_TABLE (columns, DL_AGING_N_RECORDS, fill_record, &records);

  if (cli->options.json)
    append_json (cli->out, scenario, &table);
  else if (cli->options.csv)
    dl_table_append_csv (cli->out, &table);
  else
    append_text (cli->out, scenario, &table);
  return TRUE;
}

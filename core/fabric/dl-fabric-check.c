/* What can only be judged over several keys of a fabric. */
#include "dl-fabric-family-private.h"

#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

static gboolean
fail (const char *key, const DlField **field, GError **error, const GError *why)
{
  g_autofree char *name = g_strconcat ("fabric.", key, NULL);

  return dl_scenario_fail (name, field, error, "%s", why->message);
}

/* Each list in canonical form, as the fabric is now. */
static void
settle_list (DlFabricOptions *options, const char *key, GArray **list)
{
  GArray *canonical
      = dl_faults_canonical (dl_field_find ("fabric", key)->type->faults, options, *list);

  g_array_unref (*list);
  *list = canonical;
}

gboolean
dl_fabric_normalize (DlScenario *scenario, const DlField **field, GError **error)
{
  DlFabricOptions *options = dl_fabric_options (scenario);
  g_autoptr (GError) why = NULL;
  const char *key = "source";
  DlFabricWhole *whole;

  options->spec.seed = options->source == &dl_fabric_random_regular ? scenario->seed : 1;
  whole = dl_fabric_whole_new (options, options->whole, &key, &why);
  if (whole == NULL)
    return fail (key, field, error, why);
  dl_fabric_whole_unref (options->whole);
  options->whole = whole;
  settle_list (options, "broken-cables", &options->broken_cables);
  settle_list (options, "broken-channels", &options->broken_channels);
  settle_list (options, "broken-switches", &options->broken_switches);
  settle_list (options, "broken-hosts", &options->broken_hosts);
  return TRUE;
}

static gboolean
check_twins (const DlFabricOptions *options, const DlField **field, GError **error)
{
  const struct
  {
    const char *key;
    const GArray *list;
  } lists[] = { { "broken-cables", options->broken_cables },
                { "broken-channels", options->broken_channels },
                { "broken-switches", options->broken_switches },
                { "broken-hosts", options->broken_hosts } };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const DlField *own = dl_field_find ("fabric", lists[i].key);
      const guint twin = dl_faults_find_twin (own->type->faults, lists[i].list);

      if (twin < lists[i].list->len)
        return dl_scenario_fail (own->name, field, error, _ ("%s occurs twice (name it once)"),
                                 g_array_index (lists[i].list, const char *, twin));
    }
  return TRUE;
}

/* Engines that a structure does not have; whether layers are enough is known once they route. */
static gboolean
check_engine (const DlFabricOptions *options, const DlField **field, GError **error)
{
  const DlFabricStructure *structure = options->whole->fabric->structure;
  const DlFabricShape shape = structure != NULL ? structure->shape : DL_FABRIC_IRREGULAR;

  if (options->engine == &dl_fabric_lft
      && (options->tables == NULL || options->tables->bytes == NULL))
    return dl_scenario_fail ("fabric.tables", field, error,
                             options->tables == NULL
                                 ? _ ("engine lft needs forwarding tables (set it to output of "
                                      "dump_fts, or use a different engine)")
                                 : _ ("the file has not been read (put it in the scenario’s "
                                      "folder, or use --set)"));
  if (options->tables != NULL && options->tables->is_records)
    return dl_scenario_fail ("fabric.tables", field, error,
                             _ ("path records without forwarding tables (give the output of "
                                "dump_fts, too)"));
  if (options->engine == &dl_fabric_dor && options->source != &dl_fabric_from_file
      && shape != DL_FABRIC_HYPERX)
    return dl_scenario_fail ("fabric.engine", field, error,
                             _ ("engine dor needs dimensions (use source=hyperx, or a different "
                                "engine)"));
  if (options->engine == &dl_fabric_dateline && shape != DL_FABRIC_TORUS)
    return dl_scenario_fail ("fabric.engine", field, error,
                             _ ("engine dateline needs rings (use source=torus, or a different "
                                "engine)"));
  if (options->engine == &dl_fabric_ftree
      && dl_fabric_ftree_refusal (options->whole->fabric) != NULL)
    return dl_scenario_fail ("fabric.engine", field, error, "%s",
                             dl_fabric_ftree_refusal (options->whole->fabric));
  if (options->engine->kind == DL_FABRIC_DETOURS && options->layers < 2)
    return dl_scenario_fail ("fabric.layers", field, error,
                             _ ("engine %s needs a layer for each half of a route (at least 2)"),
                             options->engine->id);
  return TRUE;
}

gboolean
dl_fabric_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  g_autoptr (DlFabric) fabric = NULL;
  g_autoptr (GError) why = NULL;
  const char *key = "source";

  fabric = dl_fabric_options_build (options, &key, &why);
  if (fabric == NULL)
    return fail (key, field, error, why);
  return check_twins (options, field, error) && check_engine (options, field, error)
         && dl_fabric_check_traffic (scenario, fabric, field, error);
}

/* The first lines of @report on the file of @key; and if there are more, how many. */
static void
warn (const DlFabricReport *report, const char *key, const char *file_name, GStrvBuilder *warnings)
{
  enum
  {
    MOST = 20
  };
  const guint n = report->notes != NULL ? report->notes->len : 0;

  for (guint i = 0; i < MIN (n, MOST); i++)
    {
      g_autofree char *line = dl_fabric_report_line (report, i, file_name);
      g_autofree char *warning = g_strdup_printf ("%s: %s", key, line);

      g_strv_builder_add (warnings, warning);
    }
  if (n > MOST)
    {
      const guint more = report->n_notes - MOST;
      g_autofree char *rest = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%'u more irregularity", "%'u more irregularities", more),
          more);
      g_autofree char *warning = g_strdup_printf ("%s: %s", key, rest);

      g_strv_builder_add (warnings, warning);
    }
}

/* What is irregular in its files. */
void
dl_fabric_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  DlFabricReport report = { 0 };

  if (options->whole == NULL)
    return;
  warn (&options->whole->report, "fabric.file", _ ("topology"), warnings);
  if (options->engine == &dl_fabric_lft && options->tables != NULL
      && options->tables->bytes != NULL)
    {
      gsize length;
      const char *text = g_bytes_get_data (options->tables->bytes, &length);
      g_autoptr (DlFabricTables) tables = dl_fabric_tables_read (
          options->whole->fabric, text, (gssize) length, _ ("tables"), &report, NULL);

      warn (&report, "fabric.tables", _ ("tables"), warnings);
      dl_fabric_report_clear (&report);
    }
}

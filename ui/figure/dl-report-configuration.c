/* What a scenario asks for, as a table: the keys that matter with their units, and beside what
 * differs from its default that default. */
#include "dl-report-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define LONGEST     90 /* characters of a value */
#define MOST_FAULTS 60 /* of a list */

/* The keys in the order of a report. Others come last. */
typedef struct
{
  const char *key;
  gboolean main; /* shown even if it is the default */
} Setting;

static const Setting settings[] = {
  { "torus.radix", TRUE },
  { "torus.wrap", TRUE },
  { "torus.datelines", TRUE },
  { "torus.tie", TRUE },
  { "torus.vc-policy", TRUE },
  { "torus.engine", TRUE },
  { "torus.vc-table", FALSE },
  { "dragonfly.shape", TRUE },
  { "dragonfly.groups", TRUE },
  { "dragonfly.chassis", TRUE },
  { "dragonfly.last-chassis", FALSE },
  { "dragonfly.blades", TRUE },
  { "dragonfly.cables-per-pair", TRUE },
  { "dragonfly.interconnect", FALSE },
  { "dragonfly.routers-per-group", TRUE },
  { "dragonfly.nodes-per-router", TRUE },
  { "dragonfly.global-per-router", TRUE },
  { "dragonfly.minimal", TRUE },
  { "dragonfly.routing", TRUE },
  { "traffic.pattern", TRUE },
  { "traffic.load", TRUE },
  { "traffic.packet-flits", TRUE },
  { "traffic.target", FALSE },
  { "traffic.message-bytes", FALSE },
  { "traffic.burst-messages", FALSE },
  { "traffic.response-share", FALSE },
  { "traffic.order", FALSE },
  { "traffic.placement", FALSE },
  { "traffic.matrix", FALSE },
  { "traffic.source-vc", FALSE },
  { "scenario.seed", FALSE },
  { "router.input-buffer", FALSE },
  { "router.staging-buffer", FALSE },
  { "router.link-cycles", FALSE },
  { "router.crossbar-cycles", FALSE },
  { "router.ejection-rate", FALSE },
  { "router.link-error-rate", FALSE },
  { "router.request-age-bias", FALSE },
  { "router.response-age-bias", FALSE },
  { "router.age-clock-period", FALSE },
  { "router.age-rr-select", FALSE },
  { "router.aries-buffer", FALSE },
  { "router.aries-hop-ns", FALSE },
  { "router.aries-payload-bytes", FALSE },
  { "router.aries-outstanding", FALSE },
  { "router.payload-efficiency", FALSE },
  { "simulation.warmup-cycles", FALSE },
  { "simulation.cycles", FALSE },
  { "simulation.shifts", FALSE },
};

/* Keys that a simulation depends on, and a static analysis does not. */
static gboolean
is_of_simulation (const DlField *field)
{
  return strcmp (field->group, "router") == 0 || strcmp (field->group, "simulation") == 0
         || strcmp (field->key, "seed") == 0;
}

static gboolean
is_one_of (const char *key, const char *const *keys)
{
  return g_strv_contains (keys, key);
}

/* Does the key mean anything for this kind of network? */
static gboolean
applies (const DlField *field, const DlScenario *scenario)
{
  static const char *const never[] = { "name", "kind", "threads", NULL };
  static const char *const of_aries[]
      = { "aries-buffer",      "aries-hop-ns",       "aries-payload-bytes",
          "aries-outstanding", "payload-efficiency", NULL };
  static const char *const of_generic[] = { "input-buffer", "link-cycles", NULL };
  static const char *const of_shape[]
      = { "shape", "groups", "chassis", "last-chassis", "blades", "cables-per-pair", NULL };
  static const char *const aries_shape[]
      = { "chassis", "last-chassis", "blades", "cables-per-pair", NULL };
  static const char *const generic_shape[]
      = { "routers-per-group", "nodes-per-router", "global-per-router", NULL };
  const gboolean torus = dl_scenario_kind (scenario) == DL_KIND_TORUS;
  const gboolean aries
      = !torus && dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES;

  if (is_one_of (field->key, never) || strcmp (field->group, torus ? "dragonfly" : "torus") == 0)
    return FALSE;
  if (strcmp (field->group, "router") == 0)
    return torus   ? !is_one_of (field->key, of_aries)
           : aries ? is_one_of (field->key, of_aries)
                   : is_one_of (field->key, of_generic);
  if (torus)
    return strcmp (field->key, "shifts") != 0;
  /* A machine's own cabling says them all. */
  if (dl_dragonfly_options (scenario)->machine != NULL && is_one_of (field->key, of_shape))
    return FALSE;
  return !is_one_of (field->key, aries ? generic_shape : aries_shape);
}

static gboolean
has_setting (const DlField *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (dl_field_find_name (settings[i].key) == field)
      return TRUE;
  return FALSE;
}

/* What would be there if the scenario did not say anything. */
static char *
default_of (const DlField *field, const DlScenario *scenario)
{
  g_autoptr (DlScenario) bare = dl_scenario_copy (scenario);

  dl_field_unset (field, bare);
  return dl_field_get (field, bare);
}

/* @value for people: with its unit, and what is too long to be read only told of. */
static char *
shown (const DlField *field, const DlScenario *scenario, const char *value)
{
  const glong length = g_utf8_strlen (value, -1);
  const char *unit = dl_field_unit (field);
  const char *title = dl_field_value_title (field, value);

  if (strcmp (field->key, "load") == 0 && g_ascii_isdigit (*value))
    unit = dl_measure_unit (dl_measure_find ("offered_load"), scenario);
  if (length > LONGEST)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu character, in the scenario’s file",
                                         "%lu characters, in the scenario’s file", (gulong) length),
                            (gulong) length);
  if (*value == '\0')
    return g_strdup (_ ("none"));
  if (title != NULL)
    return g_strdup_printf (_ ("%s (%s)"), title, value);
  if (unit == NULL)
    return g_strdup (value);
  /* Translators: a value and its unit, "96 flits" */
  return g_strdup_printf (_ ("%s %s"), value, unit);
}

static void
add_row (DlDocumentTable *table, const DlField *field, const Setting *setting,
         const DlScenario *scenario, gboolean simulated)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", field->group, field->key);
  g_autofree char *value = dl_field_get (field, scenario);
  g_autofree char *initial = default_of (field, scenario);
  const gboolean differs = strcmp (value, initial) != 0;
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;

  if (!differs && !(setting != NULL && setting->main) && !(simulated && is_of_simulation (field)))
    return;
  text = shown (field, scenario, value);
  other = differs ? shown (field, scenario, initial) : g_strdup ("");
  dl_document_table_add (table, dl_field_title (field) != NULL ? dl_field_title (field) : name,
                         differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_document_table_add (table, text, differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_document_table_add (table, other, DL_CELL_MUTED);
  dl_document_table_add (table, name, DL_CELL_CODE | DL_CELL_MUTED);
}

/* Faults --------------------------------------------------------------------------------------- */

/* "Broken cables, both directions (3): 1,2,2:x+; ...", shortened if there are very many. */
static void
add_faults (DlReport *report, const DlField *field, const DlScenario *scenario)
{
  g_autofree char *value = dl_field_get (field, scenario);
  g_auto (GStrv) items = g_strsplit (value, ";", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = g_strv_length (items);
  guint shown_items;

  if (n > 0 && *items[n - 1] == '\0')
    n--;
  if (n == 0)
    return;
  shown_items = n > MOST_FAULTS ? MOST_FAULTS : n;
  for (guint i = 0; i < shown_items; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", items[i]);
  if (n > shown_items)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", n - shown_items),
        n - shown_items);
  /* Translators: what is broken, how many there are, and which */
  dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("%s (%u): %s."), dl_field_title (field), n,
                      text->str);
}

void
dl_report_add_configuration (DlReport *report, const DlReportScenario *scenario)
{
  const DlScenario *values = scenario->row->scenario;
  const gboolean simulated = report->data->options.simulate || report->data->options.load_curve;
  DlDocumentTable *table = dl_document_table_new ();
  g_auto (GStrv) warnings = dl_scenario_warnings (values);
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  dl_document_add_heading (report->document, 2, _ ("Configuration"));
  dl_document_table_add_column (table, _ ("Setting"), DL_ALIGN_START, 3);
  dl_document_table_add_column (table, _ ("Value"), DL_ALIGN_START, 3);
  dl_document_table_add_column (table, _ ("Default"), DL_ALIGN_START, 2.4);
  dl_document_table_add_column (table, _ ("Key"), DL_ALIGN_START, 0);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const DlField *field = dl_field_find_name (settings[i].key);

      if (applies (field, values))
        add_row (table, field, &settings[i], values, simulated);
    }
  for (guint i = 0; i < n_fields; i++)
    if (!dl_field_is_list (&fields[i]) && !has_setting (&fields[i]) && applies (&fields[i], values))
      add_row (table, &fields[i], NULL, values, simulated);
  dl_document_add_table (report->document, table);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("Bold: what differs from its default, which is beside it."));
  for (guint i = 0; i < n_fields; i++)
    if (dl_field_is_list (&fields[i]) && applies (&fields[i], values))
      add_faults (report, &fields[i], values);
  for (char **warning = warnings; *warning != NULL; warning++)
    /* Translators: something that a scenario says without effect */
    dl_report_add_line (report, DL_PARAGRAPH_NOTE, _ ("Note: %s."), *warning);
}

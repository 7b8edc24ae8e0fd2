/* What a scenario asks for, as a table: the keys that matter with their units, and beside what
 * differs from its default that default. */
#include "dl-scenario-file.h"
#include "dl-report-private.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define LONGEST     90 /* characters of a value */
#define MOST_FAULTS 60 /* of a list */

/* Is the key said even if it has its default? */
static gboolean
is_always_said (const DlField *field, gboolean simulated)
{
  return field->reported == DL_REPORTED_ALWAYS
         || (simulated && field->reported == DL_REPORTED_SIMULATED);
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
add_row (DlCells *cells, const DlField *field, const DlScenario *scenario, gboolean simulated)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", field->group, field->key);
  g_autofree char *value = dl_field_get (field, scenario);
  g_autofree char *initial = default_of (field, scenario);
  const gboolean differs = strcmp (value, initial) != 0;
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;

  if (!differs && !is_always_said (field, simulated))
    return;
  text = shown (field, scenario, value);
  other = differs ? shown (field, scenario, initial) : g_strdup ("");
  dl_cells_text (cells, dl_field_title (field) != NULL ? dl_field_title (field) : name);
  dl_cells_look (cells, differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_cells_take_text (cells, g_steal_pointer (&text));
  dl_cells_look (cells, differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_cells_take_text (cells, g_steal_pointer (&other));
  dl_cells_text (cells, name);
}

/* What says something of @scenario in @group, a row for each. */
static void
add_group (DlCells *cells, const char *group, const DlScenario *scenario, gboolean simulated)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (fields[i].group, group) == 0 && !dl_field_is_list (&fields[i])
        && fields[i].reported != DL_REPORTED_NEVER && dl_field_suits (&fields[i], scenario))
      add_row (cells, &fields[i], scenario, simulated);
}

/* Faults --------------------------------------------------------------------------------------- */

/* "Broken cables, both directions (3): 1,2,2:x+; ...", shortened if there are very many. */
static void
add_faults (DlReport *report, const DlField *field, const DlScenario *scenario)
{
  g_autofree char *value = dl_field_get (field, scenario);
  g_auto (GStrv) items = dl_value_items (value);
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = g_strv_length (items);
  guint shown_items;

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

/* The preset that it comes from, and each key in which it differs. */
static void
add_deviations (DlReport *report, const DlScenario *scenario)
{
  const DlPreset *preset = dl_scenario_preset (scenario);
  g_autoptr (GPtrArray) deviations = dl_scenario_deviations (scenario);
  g_autoptr (GString) text = g_string_new (NULL);

  if (preset == NULL || deviations->len == 0)
    return;
  for (guint i = 0; i < deviations->len; i++)
    {
      const DlField *field = g_ptr_array_index (deviations, i);
      g_autofree char *said = dl_field_text (field, scenario, LONGEST);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              said != NULL ? said : dl_field_title (field));
    }
  /* Translators: a preset’s name, and keys with their values */
  dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("Different from the preset %s: %s."),
                      _ (preset->title), text->str);
}

void
dl_report_add_configuration (DlReport *report, const DlReportScenario *scenario)
{
  const DlScenario *values = scenario->row->scenario;
  const gboolean simulated = report->data->options.simulate || report->data->options.load_curve;
  /* The network, what is sent through it, and how that is simulated. */
  const char *const groups[]
      = { values->family->id, "traffic", "scenario", "router", "simulation" };
  static const DlTableColumn columns[] = {
    { .title = N_ ("Setting"), .share = 3 },
    { .title = N_ ("Value"), .share = 3 },
    { .title = N_ ("Default"), .look = DL_CELL_MUTED, .share = 2.4 },
    { .title = N_ ("Key"), .look = DL_CELL_CODE | DL_CELL_MUTED },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_auto (GStrv) warnings = dl_scenario_warnings (values);
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  dl_document_add_heading (report->document, 2, _ ("Configuration"));
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    add_group (cells, groups[i], values, simulated);
  dl_document_add_table (report->document, record);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("Bold: differs from its default, which is next to it."));
  add_deviations (report, values);
  for (guint i = 0; i < n_fields; i++)
    if (dl_field_is_list (&fields[i]) && dl_field_suits (&fields[i], values))
      add_faults (report, &fields[i], values);
  for (char **warning = warnings; *warning != NULL; warning++)
    /* Translators: something that a scenario says without effect */
    dl_report_add_line (report, DL_PARAGRAPH_NOTE, _ ("Note: %s."), *warning);
}

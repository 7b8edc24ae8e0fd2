/* The keys of [fabric]. */
#include "dl-fabric-family-private.h"
#include "dl-faults.h"
#include "dl-link-changes.h"
#include "dl-path-records.h"
#include "dl-router-model.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Checks over several keys of a fabric. */

static gboolean
fail (const char *key, const DlField **field, GError **error, const GError *why)
{
  g_autofree char *name = g_strconcat ("fabric.", key, NULL);

  return dl_scenario_fail (name, field, error, "%s", why->message);
}

/* For the lists of rates and delays, whose kinds are below. */
static void settle_links (DlFabricOptions *options);
static gboolean check_links (const DlFabricOptions *options, const DlField **field, GError **error);

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
  settle_list (options, "broken-machines", &options->broken_machines);
  settle_list (options, "broken-rails", &options->broken_rails);
  settle_links (options);
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
                { "broken-hosts", options->broken_hosts },
                { "broken-machines", options->broken_machines },
                { "broken-rails", options->broken_rails } };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const DlField *own = dl_field_find ("fabric", lists[i].key);
      const guint twin = dl_faults_find_twin (own->type->faults, lists[i].list);

      if (twin < lists[i].list->len)
        return dl_scenario_fail (own->name, field, error, _ ("%s occurs twice (name it once)"),
                                 g_array_index (lists[i].list, const char *, twin));
    }
  return check_links (options, field, error);
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

/* Warnings about its files. */
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

/* Lists of names --------------------------------------------------------------------------------
 */

/* Names are kept for good (interned), so that an item is a pointer: a fabric has so many. */
static const char **
name_of (gpointer item)
{
  return item;
}

static gboolean
parse_vertex (const char *text, gpointer item)
{
  *name_of (item) = g_intern_string (text);
  return *text != '\0' && g_utf8_validate (text, -1, NULL);
}

/* Whether there is such a port is for the check, which has the fabric. */
static gboolean
parse_port (const char *text, gpointer item)
{
  const char *colon = strrchr (text, ':');

  return colon != NULL && colon != text && colon[1] != '\0'
         && strspn (colon + 1, "0123456789") == strlen (colon + 1) && parse_vertex (text, item);
}

static char *
format_name (gconstpointer item)
{
  return g_strdup (*(const char *const *) item);
}

/* Numbers in names by their values: "leaf 2" before "leaf 10". */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;

  if (x == y)
    return 0;
  for (; *x != '\0' && *y != '\0'; x++, y++)
    if (g_ascii_isdigit (*x) && g_ascii_isdigit (*y))
      {
        const gsize m = strspn (x, "0123456789"), n = strspn (y, "0123456789");
        const int order = m != n ? (m > n) - (m < n) : strncmp (x, y, n);

        if (order != 0)
          return order;
        x += n - 1;
        y += n - 1;
      }
    else if (*x != *y)
      break;
  return (int) (guchar) *x - (int) (guchar) *y;
}

/* A vertex by the fabric's own name for it. */
static void
canonize_vertex (gconstpointer options, gpointer item)
{
  const DlFabricWhole *whole = ((const DlFabricOptions *) options)->whole;
  guint vertex;

  if (whole == NULL || !dl_fabric_parse_vertex (whole->fabric, *name_of (item), &vertex, NULL))
    return;
  g_autofree char *name = dl_fabric_escape (dl_fabric_name (whole->fabric, vertex));
  *name_of (item) = g_intern_string (name);
}

/* @both: a cable, by the end that comes first. */
static void
canonize_port (gconstpointer options, gpointer item, gboolean both)
{
  const DlFabricWhole *whole = ((const DlFabricOptions *) options)->whole;
  guint channel;

  if (whole == NULL || !dl_fabric_parse_channel (whole->fabric, *name_of (item), &channel, NULL))
    return;
  if (both)
    channel = MIN (channel, whole->fabric->channel_back[channel]);
  g_autofree char *name = dl_fabric_channel_name (whole->fabric, channel);
  *name_of (item) = g_intern_string (name);
}

static void
canonize_cable (gconstpointer options, gpointer item)
{
  canonize_port (options, item, TRUE);
}

static void
canonize_channel (gconstpointer options, gpointer item)
{
  canonize_port (options, item, FALSE);
}

#define NAMES(parser, canonizer, how)                                                              \
  {                                                                                                \
    .item_size = sizeof (const char *), .max_items = DL_FABRIC_MAX_CHANNELS, .remedy = how,        \
    .parse = parser, .format = format_name, .compare = compare_names, .canonize = canonizer        \
  }

static const DlFaultKind cables
    = NAMES (parse_port, canonize_cable,
             N_ ("a cable is written as a switch or host and its port, such as L1-0:9"));
static const DlFaultKind channels
    = NAMES (parse_port, canonize_channel,
             N_ ("a channel is written as a switch or host and its port, such as L1-0:9"));
static const DlFaultKind switches
    = NAMES (parse_vertex, canonize_vertex, N_ ("a switch is written by its name or GUID"));
static const DlFaultKind hosts
    = NAMES (parse_vertex, canonize_vertex, N_ ("a host is written by its name or GUID"));

static gboolean
parse_rail (const char *text, gpointer item)
{
  guint64 rail;

  if (!g_ascii_string_to_unsigned (text, 10, 0, DL_FABRIC_MAX_RAILS - 1, &rail, NULL))
    return FALSE;
  g_autofree char *number = g_strdup_printf ("%u", (guint) rail);
  *name_of (item) = g_intern_string (number);
  return TRUE;
}

static const DlFaultKind machines
    = NAMES (parse_vertex, NULL, N_ ("a machine is written by its name"));
static const DlFaultKind rails
    = NAMES (parse_rail, NULL, N_ ("a rail is written by its number, from 0"));
static const DlFieldType type_broken_machines = DL_FIELD_TYPE_FAULTS (machines);
static const DlFieldType type_broken_rails = DL_FIELD_TYPE_FAULTS (rails);

/* How machines are found: a word, or a pattern. */
static gboolean
parse_machines (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));

  if (!g_str_equal (value, "auto") && !g_str_equal (value, "none") && strchr (value, '*') == NULL)
    {
      g_autofree char *quoted = dl_value_quote (value);

      g_set_error (
          error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
          _ ("%s is not a pattern of ports (expected auto, none, or the machine as *, such "
             "as *-ib?)"),
          quoted);
      return FALSE;
    }
  if (!dl_field_check_line (value, error))
    return FALSE;
  *(const char **) at = g_intern_string (value);
  return TRUE;
}

static char *
format_machines (const DlField *field, gconstpointer at)
{
  return g_strdup (*(const char *const *) at);
}

static const DlFieldType type_machines = { .parse = parse_machines, .format = format_machines };
static const char *const rail_kinds[]
    = { [DL_FABRIC_RAILS_OPTIMIZED] = "optimized", [DL_FABRIC_RAILS_MIXED] = "mixed", NULL };

static const DlFieldType type_cables = DL_FIELD_TYPE_FAULTS (cables);
static const DlFieldType type_channels = DL_FIELD_TYPE_FAULTS (channels);
static const DlFieldType type_switches = DL_FIELD_TYPE_FAULTS (switches);
static const DlFieldType type_hosts = DL_FIELD_TYPE_FAULTS (hosts);

/* Rates and delays of single cables. */
DL_LINK_CHANGE_TYPES (cables,
                      N_ ("a rate is written with a cable, as L1-0:9=4xDDR, or as a share of its "
                          "rate, L1-0:9=50%"),
                      N_ ("a delay is written with a cable, in cycles from 1 to 1000: L1-0:9=20"))

static void
settle_links (DlFabricOptions *options)
{
  dl_link_changes_settle (&link_rates, options, &options->link_rates);
  dl_link_changes_settle (&link_delays, options, &options->link_delays);
}

static gboolean
check_links (const DlFabricOptions *options, const DlField **field, GError **error)
{
  return dl_link_changes_check_twins (&link_rates, options->link_rates, "fabric.link-rates", field,
                                      error)
         && dl_link_changes_check_twins (&link_delays, options->link_delays, "fabric.link-delays",
                                         field, error);
}

/* Rates by level, and one to compare with. */

static gboolean
parse_rates (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, (guint) field->high, error);
  DlFabricRates rates = { 0 };

  if (items == NULL)
    return FALSE;
  for (; items[rates.n] != NULL; rates.n++)
    if (!dl_rate_parse (items[rates.n], &rates.at[rates.n]))
      {
        g_autofree char *quoted = dl_value_quote (items[rates.n]);

        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("%s is not a rate (expected one like 4xEDR, or Gb/s like 100)"), quoted);
        return FALSE;
      }
  *(DlFabricRates *) at = rates;
  return TRUE;
}

static char *
format_rates (const DlField *field, gconstpointer at)
{
  const DlFabricRates *rates = at;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rates->n; i++)
    {
      g_autofree char *rate = dl_rate_key (rates->at[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", rate);
    }
  return g_string_free (text, FALSE);
}

static const DlFieldType type_rates = { .parse = parse_rates, .format = format_rates };

/* Lists of parts that do not break: as faults, never restored. */
static gboolean
parse_list (const DlFaultKind *kind, GArray **list, const char *text, GError **error)
{
  GArray *read = dl_faults_parse (kind, text, error);

  if (read == NULL)
    return FALSE;
  g_array_unref (*list);
  *list = read;
  return TRUE;
}

static gboolean
parse_roots (const DlField *field, gpointer at, const char *text, GError **error)
{
  return parse_list (&switches, at, text, error);
}

static char *
format_roots (const DlField *field, gconstpointer at)
{
  return dl_faults_format (&switches, *(GArray *const *) at);
}

static const DlFieldType type_roots
    = { .parse = parse_roots, .format = format_roots, .item_size = sizeof (char *) };

/* A file of GUIDs, a line each; or its name. */
static gboolean
parse_guids (const DlField *field, gpointer at, const char *text, GError **error)
{
  char **value = at;

  if (!dl_scenario_is_content (text) && !dl_field_check_line (text, error))
    return FALSE;
  g_free (*value);
  *value = g_strdup (text);
  return TRUE;
}

static char *
format_guids (const DlField *field, gconstpointer at)
{
  return g_strdup (*(char *const *) at);
}

static gboolean
is_guids (const DlField *field, const char *text)
{
  return dl_scenario_is_content (text);
}

static char *
take_in_guids (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  g_autofree char *text = g_strndup ((const char *) bytes->data, bytes->len);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint64 guid;

  for (guint i = 0; lines[i] != NULL; i++)
    if (!dl_fabric_take_guid (lines[i], &guid))
      {
        g_autofree char *quoted = dl_value_quote (lines[i]);

        g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                     _ ("%s:%u: %s is not a GUID (expected one such as 0x2c90300001234)"), name,
                     i + 1, quoted);
        return NULL;
      }
  return g_strconcat (text, g_str_has_suffix (text, "\n") ? NULL : "\n", NULL);
}

static const DlFieldType type_guids = { .parse = parse_guids,
                                        .format = format_guids,
                                        .is_string = TRUE,
                                        .is_content = is_guids,
                                        .take_in = take_in_guids };

static const DlFaultKind patterns
    = NAMES (parse_vertex, NULL, N_ ("a pattern is written with * and ?, such as gateway*"));

static gboolean
parse_patterns (const DlField *field, gpointer at, const char *text, GError **error)
{
  return parse_list (&patterns, at, text, error);
}

static char *
format_patterns (const DlField *field, gconstpointer at)
{
  return dl_faults_format (&patterns, *(GArray *const *) at);
}

static const DlFieldType type_patterns
    = { .parse = parse_patterns, .format = format_patterns, .item_size = sizeof (char *) };

static const char *const compares[]
    = { [DL_FABRIC_COMPARE_TWO] = "two", [DL_FABRIC_COMPARE_ALL] = "all", NULL };
static const char *const services[]
    = { [DL_FABRIC_SERVICE_APART] = "apart", [DL_FABRIC_SERVICE_HOSTS] = "hosts", NULL };

/* Numbers by level or dimension ------------------------------------------------------------------
 */

/* How the members of DlFabricSpec begin that are such. */
typedef struct
{
  guint n, at[DL_FABRIC_MAX_DIMENSIONS];
} Numbers;

static gboolean
parse_numbers (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, DL_FABRIC_MAX_DIMENSIONS, error);
  g_autofree char *meant = dl_value_list_meant (text, 0);
  Numbers numbers = { 0 };

  if (items == NULL)
    return FALSE;
  if (meant != NULL)
    {
      g_autofree char *quoted = dl_value_quote (text);

      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   /* Translators: what was written, and “did you mean 8;8;16?” */
                   _ ("%s is not a list of whole numbers (%s)"), quoted, meant);
      return FALSE;
    }
  for (; items[numbers.n] != NULL; numbers.n++)
    {
      guint64 value;

      if (!dl_value_parse_uint (items[numbers.n], field->low, field->high, &value, error))
        return FALSE;
      numbers.at[numbers.n] = (guint) value;
    }
  memcpy (at, &numbers, sizeof numbers);
  return TRUE;
}

static char *
format_numbers (const DlField *field, gconstpointer at)
{
  GString *text = g_string_new (NULL);
  Numbers numbers;

  memcpy (&numbers, at, sizeof numbers);
  for (guint i = 0; i < numbers.n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ";" : "", numbers.at[i]);
  return g_string_free (text, FALSE);
}

/* Half and twice the last of them: the taper of a fat tree, for instance. */
static void
propose_numbers (DlProposal *proposal, guint part, const char *now)
{
  Numbers numbers;

  if (!parse_numbers (proposal->field, &numbers, now, NULL) || numbers.n == 0)
    return;
  for (guint last = MAX (numbers.at[numbers.n - 1] / 2, 1), i = 0; i < 3; i++, last *= 2)
    {
      numbers.at[numbers.n - 1] = last;
      g_autofree char *text = format_numbers (proposal->field, &numbers);
      dl_proposal_add (proposal, text);
    }
}

static const DlFieldType type_numbers
    = { .parse = parse_numbers, .format = format_numbers, .propose = propose_numbers };

G_STATIC_ASSERT (G_STRUCT_OFFSET (DlFabricSpec, children)
                 == G_STRUCT_OFFSET (DlFabricSpec, n_levels) + sizeof (guint));
G_STATIC_ASSERT (G_STRUCT_OFFSET (DlFabricSpec, parents)
                 == G_STRUCT_OFFSET (DlFabricSpec, n_parents) + sizeof (guint));
G_STATIC_ASSERT (G_STRUCT_OFFSET (DlFabricSpec, cables)
                 == G_STRUCT_OFFSET (DlFabricSpec, n_cables) + sizeof (guint));
G_STATIC_ASSERT (G_STRUCT_OFFSET (DlFabricSpec, size)
                 == G_STRUCT_OFFSET (DlFabricSpec, n_dimensions) + sizeof (guint));

/* Choices ----------------------------------------------------------------------------------------
 */

static const DlEntry *
source_entry (guint i)
{
  guint n;
  const DlFabricGenerator *const *all = dl_fabric_generators (&n);

  return (const DlEntry *) (i < n ? all[i] : i == n ? &dl_fabric_from_file : NULL);
}

static const DlFieldType type_source = DL_FIELD_TYPE_ENTRIES (source_entry);

DL_DEFINE_ENTRIES (engine, dl_fabric_engines)

/* OpenSM's words, too. */
static gboolean
parse_engine (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  const DlFabricEngine *engine = dl_fabric_engine_find (word);

  return dl_field_parse_entry (field, at, engine != NULL ? engine->id : word, error);
}

static const DlFieldType type_engine
    = { .parse = parse_engine, .format = dl_field_format_entry, .entry = engine_entry };

/* Files ------------------------------------------------------------------------------------------
 */

static gboolean
parse_file (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  DlFabricFile **file = at;
  DlFabricFile *parsed = NULL;

  /* Files are read only once. */
  if (*file != NULL && g_str_equal ((*file)->text, value))
    return TRUE;
  if (*value != '\0')
    {
      g_autoptr (GError) why = NULL;

      if (!dl_field_check_line (value, error))
        return FALSE;
      parsed = dl_fabric_file_parse (value, &why);
      if (parsed == NULL)
        {
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("%s (expected a file’s name, or text that this program wrote)"),
                       why->message);
          return FALSE;
        }
    }
  dl_fabric_file_unref (*file);
  *file = parsed;
  return TRUE;
}

/* Path records belong to the tables that are there, or that come after them. */
static gboolean
parse_tables (const DlField *field, gpointer at, const char *text, GError **error)
{
  DlFabricFile **file = at;
  g_autoptr (DlFabricFile) before = *file != NULL ? dl_fabric_file_ref (*file) : NULL;
  g_autoptr (GError) why = NULL;
  DlFabricFile *joined;

  if (!parse_file (field, at, text, error))
    return FALSE;
  if (before == NULL || *file == NULL || before->bytes == NULL || (*file)->bytes == NULL
      || before->is_records == (*file)->is_records)
    return TRUE;
  joined = before->is_records ? dl_fabric_file_join (before, *file, &why)
                              : dl_fabric_file_join (*file, before, &why);
  dl_fabric_file_unref (*file);
  *file = joined != NULL ? joined : g_steal_pointer (&before);
  if (joined == NULL)
    g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, why->message);
  return joined != NULL;
}

static char *
format_file (const DlField *field, gconstpointer at)
{
  DlFabricFile *const *file = at;

  return g_strdup (*file != NULL ? (*file)->text : "");
}

static gpointer
ref_file (gpointer file)
{
  return dl_fabric_file_ref (file);
}

static void
unref_file (gpointer file)
{
  dl_fabric_file_unref (file);
}

static gboolean
is_content (const DlField *field, const char *text)
{
  return dl_fabric_file_is_content (text);
}

/* A topology that makes no fabric is refused where its name is still known. */
static char *
take_in_topology (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  static const DlFabricReading most = { .hosts_per_switch = 1, .service_hosts = TRUE };
  const char *text = (const char *) bytes->data;
  g_autoptr (DlFabric) fabric = dl_fabric_format_probe (text, bytes->len)
                                    ->read (text, bytes->len, name, &most, NULL, error);

  if (fabric == NULL)
    return NULL;
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (text, bytes->len);
  return g_strdup (file->text);
}

/* Tables are judged together with the fabric. */
static char *
take_in_tables (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  const char *text = (const char *) bytes->data;

  if (!dl_fabric_tables_probe (text, bytes->len) && !dl_path_records_begin (text, bytes->len))
    {
      const gboolean multicast = g_strstr_len (text, bytes->len, "Multicast mlids [") != NULL;

      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                   multicast ? _ ("%s: tables of multicast groups only (expected output of "
                                  "dump_fts without -M)")
                             : _ ("%s: not forwarding tables (expected output of dump_fts)"),
                   name);
      return NULL;
    }
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (text, bytes->len);
  return g_strdup (file->text);
}

#define FILE_TYPE(parser, taker)                                                                   \
  {                                                                                                \
    .parse = parser, .format = format_file, .ref = ref_file, .unref = unref_file,                  \
    .is_content = is_content, .take_in = taker                                                     \
  }

static const DlFieldType type_topology = FILE_TYPE (parse_file, take_in_topology);
static const DlFieldType type_tables = FILE_TYPE (parse_tables, take_in_tables);

/* The table --------------------------------------------------------------------------------------
 */

#define AT(member) G_STRUCT_OFFSET (DlFabricOptions, member)
#define PORTS      DL_FABRIC_MAX_PORTS

/* clang-format off */
const DlField dl_fabric_fields[] = {
  { DL_KEY ("fabric", "source"), N_ ("Structure"), NULL, &type_source, AT (source), "fat-tree",
    .routed = TRUE, .topic = "fabric#sources", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Structure: a regular one that is generated, or a file of a real machine (this "
                   "program’s own)") },
  { DL_KEY ("fabric", "children"), N_ ("Children by level"), NULL, &type_numbers,
    AT (spec.n_levels), "8;8;16", 1, DL_FABRIC_MAX_VERTICES, .routed = TRUE,
    .topic = "fabric#fat-trees", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Children: hosts per leaf switch, then switches below each switch of a level, "
                   "from the hosts up (Zahavi 2010: m)") },
  { DL_KEY ("fabric", "parents"), N_ ("Parents by level"), NULL, &type_numbers,
    AT (spec.n_parents), "1;8;8", 1, DL_FABRIC_MAX_VERTICES, .routed = TRUE,
    .topic = "fabric#fat-trees", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Parents: switches above each host, then above each switch of a level; fewer "
                   "than children taper the tree (Zahavi 2010: w)") },
  { DL_KEY ("fabric", "cables"), N_ ("Parallel cables"), NULL, &type_numbers, AT (spec.n_cables),
    "", 1, PORTS, .routed = TRUE, .topic = "fabric#fat-trees", .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Parallel cables: between the same two switches, by level or dimension. "
                   "Default 1 each (Zahavi 2010: p; Ahn et al. 2009: K)") },
  { DL_KEY ("fabric", "size"), N_ ("Switches by dimension"), NULL, &type_numbers,
    AT (spec.n_dimensions), "8;8;8", 2, DL_FABRIC_MAX_VERTICES, .routed = TRUE,
    .topic = "fabric#hyperx", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Size: switches in each dimension of the lattice (Ahn et al. 2009: S)") },
  { DL_KEY ("fabric", "twists"), N_ ("Twists of the torus"), NULL, &type_numbers,
    AT (spec.n_twists), "", 0, DL_FABRIC_MAX_VERTICES, .routed = TRUE,
    .topic = "fabric#twisted-tori", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Twists: how far the wrap of each dimension leads along each one before it: Y "
                   "along X, Z along X, Z along Y. Default none (Cámara et al. 2010)") },
  { DL_KEY ("fabric", "groups"), N_ ("Groups"), NULL, &dl_field_type_uint, AT (spec.groups), "9",
    2, DL_FABRIC_MAX_VERTICES, .routed = TRUE, .topic = "fabric#dragonfly-plus",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("fabric", "leaves"), N_ ("Leaf switches per group"), NULL, &dl_field_type_uint,
    AT (spec.leaves), "8", 1, PORTS, .routed = TRUE, .topic = "fabric#dragonfly-plus",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("fabric", "spines"), N_ ("Spine switches per group"), NULL, &dl_field_type_uint,
    AT (spec.spines), "8", 1, PORTS, .routed = TRUE, .topic = "fabric#dragonfly-plus",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("fabric", "global-per-spine"), N_ ("Links between groups per spine"), NULL,
    &dl_field_type_uint, AT (spec.global_per_spine), "0", 0, PORTS, .routed = TRUE,
    .topic = "fabric#dragonfly-plus",
    .tooltip = N_ ("Links to other groups at each spine switch. Default 0: as many as there are "
                   "leaf switches in a group (Shpiner et al. 2017)") },
  { DL_KEY ("fabric", "q"), N_ ("Prime power"), NULL, &dl_field_type_uint, AT (spec.q), "17", 3,
    128, .routed = TRUE, .topic = "fabric#slim-fly", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Prime power q: the Slim Fly has 2 q² switches (Besta & Hoefler 2014)") },
  { DL_KEY ("fabric", "switches"), N_ ("Switches"), NULL, &dl_field_type_uint, AT (spec.switches),
    "64", 2, DL_FABRIC_MAX_VERTICES, .routed = TRUE, .topic = "fabric#random-regular",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("fabric", "degree"), N_ ("Cables between switches per switch"), NULL,
    &dl_field_type_uint, AT (spec.degree), "8", 1, PORTS, .routed = TRUE,
    .topic = "fabric#random-regular", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("fabric", "radix"), N_ ("Inputs per switch"), NULL, &dl_field_type_uint,
    AT (spec.radix), "4", 2, PORTS / 2, .routed = TRUE, .topic = "fabric#butterflies",
    .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Inputs per switch, and as many outputs (Dally & Towles 2004, 4.1: k)") },
  { DL_KEY ("fabric", "stages"), N_ ("Stages of switches"), NULL, &dl_field_type_uint,
    AT (spec.stages), "3", 1, 12, .routed = TRUE, .topic = "fabric#butterflies",
    .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Stages that each packet passes, one digit of its destination per stage (Dally "
                   "& Towles 2004, 4.1: n)") },
  { DL_KEY ("fabric", "hosts-per-switch"), N_ ("Hosts per switch"), NULL, &dl_field_type_uint,
    AT (spec.hosts_per_switch), "8", 1, PORTS, .routed = TRUE, .topic = "fabric#sources",
    .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Hosts per switch; in a Dragonfly+ per leaf switch; for a file without hosts, per "
                   "switch (this program’s own)") },
  { DL_KEY ("fabric", "file"), N_ ("Topology of the machine"), NULL, &type_topology, AT (file), "",
    0, DL_FABRIC_MAX_BYTES, .routed = TRUE, .topic = "fabric#files" },
  { DL_KEY ("fabric", "service"), N_ ("Aggregation nodes"), NULL, &dl_field_type_choice,
    AT (service), "apart", .choices = services, .routed = TRUE, .topic = "fabric#service",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Aggregation nodes inside switches: set apart, or counted as hosts. Default "
                   "apart (Graham et al. 2016)") },
  { DL_KEY ("fabric", "service-names"), N_ ("Other endpoints set apart"), NULL, &type_patterns,
    AT (service_names), "", .routed = TRUE, .topic = "fabric#service",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Endpoints that are not hosts either, such as gateways: patterns of their "
                   "descriptions with * and ?, separated by semicolons (this program’s own)") },
  { DL_KEY ("fabric", "machines"), N_ ("Machines of several ports"), NULL, &type_machines,
    AT (machines), "auto", .routed = TRUE, .topic = "fabric#machines",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Machines: hosts that are ports of one, by their descriptions. auto: up to the "
                   "last word, an adapter’s; none; or a pattern whose first * is the machine. "
                   "Default auto (this program’s own)") },
  { DL_KEY ("fabric", "ports-per-host"), N_ ("Ports per machine"), NULL, &dl_field_type_uint,
    AT (ports_per_host), "1", 1, DL_FABRIC_MAX_RAILS, .routed = TRUE, .topic = "fabric#machines",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Hosts that are ports of one machine, each on a rail of its own. Default 1 (this "
                   "program’s own)") },
  { DL_KEY ("fabric", "rail-leaves"), N_ ("Leaf switches of rails"), NULL, &dl_field_type_choice,
    AT (rail_leaves), "optimized", .choices = rail_kinds, .routed = TRUE,
    .topic = "fabric#machines", .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Leaf switches: each of one rail (optimized), or with all ports of a machine "
                   "(mixed). Default optimized (NVIDIA’s rail-optimized fat trees)") },
  { DL_KEY ("fabric", "rates"), N_ ("Rates by level"), NULL, &type_rates, AT (rates), "", 1,
    DL_FABRIC_MAX_DIMENSIONS, .routed = TRUE, .topic = "fabric#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Rates: of the cables of hosts, then of those between switches, level by level, "
                   "such as 4xHDR;4xNDR or Gb/s. Default none: all are equal (InfiniBand "
                   "Architecture 1.7)") },
  { DL_KEY ("fabric", "reference-rate"), N_ ("Reference rate"), NULL, &type_rates, AT (reference),
    "", 1, 1, .routed = TRUE, .topic = "fabric#rates", .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Reference rate: the rate of one flit per cycle, of which loads are shares. "
                   "Default empty: the fastest cable’s (this program’s own)") },
  { DL_KEY ("fabric", "link-rates"), N_ ("Rates of single cables"), NULL, &type_link_rates,
    AT (link_rates), "", .routed = TRUE, .topic = "fabric#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Rates of single cables, such as L1-0:9=4xDDR or L1-0:9=50%, separated by "
                   "semicolons. Default none (this program’s own)") },
  { DL_KEY ("fabric", "link-delays"), N_ ("Delays of single cables"), NULL, &type_link_delays,
    AT (link_delays), "", .routed = TRUE, .topic = "fabric#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Delays of single cables in cycles, such as L1-0:9=20, separated by semicolons. "
                   "Default none: as all channels (this program’s own)") },
  { DL_KEY ("fabric", "tables"), N_ ("Forwarding tables"), NULL, &type_tables, AT (tables), "", 0,
    DL_FABRIC_MAX_BYTES, .routed = TRUE, .topic = "fabric#files" },
  { DL_KEY ("fabric", "engine"), N_ ("Routing engine"), NULL, &type_engine, AT (engine), "ftree",
    .routed = TRUE, .topic = "fabric#engines",
    .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Routing engine: how switches choose routes. Most have the names of OpenSM, "
                   "InfiniBand’s subnet manager") },
  { DL_KEY ("fabric", "adaptive-ports"), N_ ("Compared ports"), NULL,
    &dl_field_type_choice, AT (compare), "two", .choices = compares, .routed = TRUE,
    .topic = "fabric#engines", .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Ports of which Adaptive up takes the one with the shortest queue: two at "
                   "random, or all. Default two (BookSim 2, anca; Mitzenmacher 2001)") },
  { DL_KEY ("fabric", "roots"), N_ ("Roots"), NULL, &type_roots, AT (roots), "", .routed = TRUE,
    .topic = "fabric#engines",
    .tooltip = N_ ("Roots of Up*/down*: names of switches, separated by semicolons. Empty: found "
                   "(Schroeder et al. 1991)") },
  { DL_KEY ("fabric", "root-guids"), N_ ("File of roots"), NULL, &type_guids, AT (root_guids), "",
    0, 4 * 1024 * 1024, .routed = TRUE, .topic = "fabric#engines",
    .tooltip = N_ ("Further roots of Up*/down*: a file with the GUID of a switch per line, as "
                   "OpenSM’s -a takes it. Default none (opensm(8))") },
  { DL_KEY ("fabric", "layers"), N_ ("Layers"), NULL, &dl_field_type_uint, AT (layers), "4", 1, 15,
    .routed = TRUE, .carries_over = TRUE, .topic = "fabric#engines",
    .tooltip = N_ ("Layers: virtual lanes that the routing engine may use, 1 to 15. Default 4 "
                   "(InfiniBand has up to 15 for data)") },
  { DL_KEY ("fabric", "broken-cables"), N_ ("Broken cables"), NULL, &type_cables,
    AT (broken_cables), "", .routed = TRUE, .topic = "fabric#faults" },
  { DL_KEY ("fabric", "broken-channels"), N_ ("Broken channels, one direction"), NULL,
    &type_channels, AT (broken_channels), "", .routed = TRUE, .topic = "fabric#faults" },
  { DL_KEY ("fabric", "broken-switches"), N_ ("Broken switches"), NULL, &type_switches,
    AT (broken_switches), "", .routed = TRUE, .topic = "fabric#faults" },
  { DL_KEY ("fabric", "broken-hosts"), N_ ("Broken hosts"), NULL, &type_hosts, AT (broken_hosts),
    "", .routed = TRUE, .topic = "fabric#faults" },
  { DL_KEY ("fabric", "broken-machines"), N_ ("Broken machines"), NULL, &type_broken_machines,
    AT (broken_machines), "", .routed = TRUE, .topic = "fabric#machines" },
  { DL_KEY ("fabric", "broken-rails"), N_ ("Broken rails"), NULL, &type_broken_rails,
    AT (broken_rails), "", .routed = TRUE, .topic = "fabric#machines" },
  { NULL },
};
/* clang-format on */

/* Each structure has keys of its own for its size; no machine's own routers are in fabrics. */
gboolean
dl_fabric_ignores (const DlScenario *scenario, const DlField *field)
{
  static const char *const never[]
      = { "traffic.source-vc", "input-queued.global-channel-delay", NULL };
  static const char *const all[]
      = { "source",        "engine",          "layers",          "roots",        "tables",
          "broken-cables", "broken-channels", "broken-switches", "broken-hosts", "broken-machines",
          "broken-rails",  "root-guids",      "ports-per-host",  "rail-leaves",  "adaptive-ports",
          "rates",         "reference-rate",  "link-rates",      "link-delays",  NULL };
  const DlFabricOptions *options = dl_fabric_options (scenario);
  g_auto (GStrv) own = NULL;

  if (g_strv_contains (never, field->name))
    return TRUE;
  if (g_str_equal (field->name, "router.model"))
    return !dl_router_model_routes (scenario->router_model, scenario->family);
  if (!g_str_equal (field->group, "fabric"))
    return FALSE;
  if (g_str_equal (field->key, "roots") || g_str_equal (field->key, "root-guids"))
    return options->engine != &dl_fabric_up_down;
  if (g_str_equal (field->key, "adaptive-ports"))
    return options->engine != &dl_fabric_adaptive_up;
  if (g_str_equal (field->key, "ports-per-host") || g_str_equal (field->key, "rail-leaves"))
    return options->source == &dl_fabric_from_file
           || (g_str_equal (field->key, "rail-leaves") && options->ports_per_host < 2);
  if (g_str_equal (field->key, "tables"))
    return options->engine != &dl_fabric_lft;
  if (g_str_equal (field->key, "hosts-per-switch") && options->source == &dl_fabric_from_file)
    return options->whole != NULL && !options->whole->report.gives_hosts;
  own = g_strsplit (options->source->keys, ";", -1);
  return !g_strv_contains (all, field->key)
         && !g_strv_contains ((const char *const *) own, field->key);
}

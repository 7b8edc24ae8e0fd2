#include "dl-field-private.h"

#include "dl-faults.h"
#include "dl-value.h"
#include "dl-vc-table.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_NAME 256 /* characters */

/* Text */

/* A line that a person can read: no control characters. */
static gboolean
check_line (const char *text, GError **error)
{
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("the text is not UTF-8 (save it as UTF-8)"));
      return FALSE;
    }
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      {
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("control character U+%04X (one line of plain text)"), g_utf8_get_char (c));
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_text (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  char **string = at;

  if (!check_line (value, error))
    return FALSE;
  g_free (*string);
  *string = g_steal_pointer (&value);
  return TRUE;
}

static gboolean
parse_name (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *name = NULL;
  char **string = at;

  if (!parse_text (field, &name, text, error))
    return FALSE;
  if (*name == '\0' || g_utf8_strlen (name, -1) > MAX_NAME)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   *name == '\0' ? _ ("the name is empty (1 to %d characters)")
                                 : _ ("the name is too long (1 to %d characters)"),
                   MAX_NAME);
      return FALSE;
    }
  g_free (*string);
  *string = g_steal_pointer (&name);
  return TRUE;
}

/* A word, a file's name, or what was in it, which has lines. */
static gboolean
parse_file (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = NULL;
  char **string = at;

  if (!dl_scenario_is_content (text))
    {
      if (!parse_text (field, &value, text, error))
        return FALSE;
    }
  else if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("the text is not UTF-8 (save it as UTF-8)"));
      return FALSE;
    }
  else if (strlen (text) > field->high)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE,
                   _ ("%lu bytes, which a scenario carries along, are too many (at most %lu)"),
                   (gulong) strlen (text), (gulong) field->high);
      return FALSE;
    }
  g_clear_pointer (string, g_ref_string_release);
  *string = g_ref_string_new (value != NULL ? value : text);
  return TRUE;
}

static char *
format_text (const DlField *field, gconstpointer at)
{
  char *const *string = at;

  return g_strdup (*string != NULL ? *string : "");
}

/* "group.chassis.blade.node", whatever the network. */
static gboolean
is_dragonfly_node (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 5);

  if (g_strv_length (parts) != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (*parts[i] == '\0' || strspn (parts[i], "0123456789") != strlen (parts[i]))
      return FALSE;
  return TRUE;
}

/* Whether there is such a node is for the check: here only that it names one. */
static gboolean
parse_target (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  DlCoord coord;
  guint64 number;

  if (*value != '\0' && !dl_coord_parse (value, &coord) && !is_dragonfly_node (value)
      && !dl_value_parse_uint (value, 0, G_MAXINT32, &number, NULL))
    {
      g_autofree char *quoted = dl_value_quote (value);
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s is not a node (x,y,z or an NID; in a dragonfly group.chassis.blade.node "
                      "or its number)"),
                   quoted);
      return FALSE;
    }
  return parse_text (field, at, value, error);
}

static gboolean
parse_bytes (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  guint64 bytes;

  if (*value != '\0' && !dl_value_parse_uint (value, field->low, field->high, &bytes, error))
    return FALSE;
  return parse_text (field, at, value, error);
}

static gboolean
parse_table (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GError) table_error = NULL;
  DlVcTable **table = at;
  DlVcTable *parsed = NULL;

  if (*value != '\0')
    {
      parsed = dl_vc_table_parse (value, &table_error);
      if (parsed == NULL)
        {
          g_autofree char *quoted = dl_value_quote (value);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, "%s: %s", quoted,
                       table_error->message);
          return FALSE;
        }
    }
  dl_vc_table_unref (*table);
  *table = parsed;
  return TRUE;
}

static char *
format_table (const DlField *field, gconstpointer at)
{
  DlVcTable *const *table = at;

  return g_strdup (*table != NULL ? dl_vc_table_text (*table) : "");
}

static gpointer
ref_text (gpointer text)
{
  return g_ref_string_acquire (text);
}

static void
unref_text (gpointer text)
{
  g_ref_string_release (text);
}

static gpointer
ref_table (gpointer table)
{
  return dl_vc_table_ref (table);
}

static void
unref_table (gpointer table)
{
  dl_vc_table_unref (table);
}

/* A machine's cabling: a file's name, or what was in it. */
static gboolean
parse_machine (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  DlMachine **machine = at;
  DlMachine *parsed = NULL;

  /* What was read is not read again. */
  if (*machine != NULL && g_str_equal ((*machine)->text, value))
    return TRUE;
  if (*value != '\0')
    {
      g_autoptr (GError) why = NULL;

      if (!check_line (value, error))
        return FALSE;
      parsed = dl_machine_parse (value, &why);
      if (parsed == NULL)
        {
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("%s (a cabling file, or one as the program writes it)"), why->message);
          return FALSE;
        }
    }
  dl_machine_unref (*machine);
  *machine = parsed;
  return TRUE;
}

static char *
format_machine (const DlField *field, gconstpointer at)
{
  DlMachine *const *machine = at;

  return g_strdup (*machine != NULL ? (*machine)->text : "");
}

static char *
format_machine_compact (const DlField *field, gconstpointer at)
{
  DlMachine *const *machine = at;

  return *machine != NULL ? dl_machine_to_packed_text (*machine) : g_strdup ("");
}

static gpointer
ref_machine (gpointer machine)
{
  return dl_machine_ref (machine);
}

static void
unref_machine (gpointer machine)
{
  dl_machine_unref (machine);
}

const DlFieldType dl_field_type_machine = { .parse = parse_machine,
                                            .format = format_machine,
                                            .format_compact = format_machine_compact,
                                            .ref = ref_machine,
                                            .unref = unref_machine,
                                            .is_file = TRUE };
const DlFieldType dl_field_type_file = {
  .parse = parse_file, .format = format_text, .ref = ref_text, .unref = unref_text, .is_file = TRUE
};
const DlFieldType dl_field_type_name
    = { .parse = parse_name, .format = format_text, .is_string = TRUE };
const DlFieldType dl_field_type_target
    = { .parse = parse_target, .format = format_text, .is_string = TRUE };
const DlFieldType dl_field_type_bytes
    = { .parse = parse_bytes, .format = format_text, .is_string = TRUE, .is_number = TRUE };
const DlFieldType dl_field_type_table
    = { .parse = parse_table, .format = format_table, .ref = ref_table, .unref = unref_table };

/* Choices */

/* The error for a word that is not one of @there. */
static void
set_choice_error (const char *value, const char *there, GError **error)
{
  g_autofree char *quoted = dl_value_quote (value);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("%s is unknown (there is: %s)"), quoted, there);
}

static gboolean
parse_choice (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autofree char *all = NULL;

  for (int i = 0; field->choices[i] != NULL; i++)
    if (strcmp (field->choices[i], value) == 0)
      {
        *(int *) at = i;
        return TRUE;
      }
  all = g_strjoinv (", ", (char **) field->choices);
  set_choice_error (value, all, error);
  return FALSE;
}

static char *
format_choice (const DlField *field, gconstpointer at)
{
  return g_strdup (field->choices[*(const int *) at]);
}

const DlFieldType dl_field_type_choice = { .parse = parse_choice, .format = format_choice };

/* Engines, policies and patterns are listed in their own tables; a value is a table's entry. */
#define DEFINE_TABLE_TYPE(name, Type, list_all)                                                    \
  static gboolean parse_##name (const DlField *field, gpointer at, const char *text,               \
                                GError **error)                                                    \
  {                                                                                                \
    g_autofree char *value = g_strstrip (g_strdup (text));                                         \
    g_autoptr (GString) there = g_string_new (NULL);                                               \
    guint n;                                                                                       \
    const Type *const *all = list_all (&n);                                                        \
                                                                                                   \
    for (guint i = 0; i < n; i++)                                                                  \
      {                                                                                            \
        if (strcmp (all[i]->id, value) == 0)                                                       \
          {                                                                                        \
            *(const Type **) at = all[i];                                                          \
            return TRUE;                                                                           \
          }                                                                                        \
        g_string_append_printf (there, "%s%s", i > 0 ? ", " : "", all[i]->id);                     \
      }                                                                                            \
    set_choice_error (value, there->str, error);                                                   \
    return FALSE;                                                                                  \
  }                                                                                                \
                                                                                                   \
  static char *format_##name (const DlField *field, gconstpointer at)                              \
  {                                                                                                \
    return g_strdup ((*(const Type *const *) at)->id);                                             \
  }                                                                                                \
                                                                                                   \
  const DlFieldType dl_field_type_##name = { .parse = parse_##name, .format = format_##name }

DEFINE_TABLE_TYPE (engine, DlEngine, dl_engines);
DEFINE_TABLE_TYPE (policy, DlVcPolicy, dl_vc_policies);
DEFINE_TABLE_TYPE (pattern, DlPattern, dl_all_patterns);
DEFINE_TABLE_TYPE (mode, DlDragonflyMode, dl_dragonfly_modes);
DEFINE_TABLE_TYPE (minimal, DlDragonflyMinimal, dl_dragonfly_minimals);

/* Faults */

static gboolean
parse_faults (const DlField *field, gpointer at, const char *text, GError **error)
{
  GArray **faults = at;
  GArray *value = dl_faults_parse (field->type->faults, text, error);

  if (value == NULL)
    return FALSE;
  g_array_unref (*faults);
  *faults = value;
  return TRUE;
}

static char *
format_faults (const DlField *field, gconstpointer at)
{
  return dl_faults_format (field->type->faults, *(GArray *const *) at);
}

const DlFieldType dl_field_type_cables
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_cables };
const DlFieldType dl_field_type_channels
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_channels };
const DlFieldType dl_field_type_nodes
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_nodes };
const DlFieldType dl_field_type_links
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_links };
const DlFieldType dl_field_type_routers
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_routers };
const DlFieldType dl_field_type_blues
    = { .parse = parse_faults, .format = format_faults, .faults = &dl_fault_blues };

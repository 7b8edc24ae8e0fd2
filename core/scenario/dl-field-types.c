#include "dl-field-type.h"

#include "dl-family.h"
#include "dl-faults.h"
#include "dl-matrix.h"
#include "dl-names.h"
#include "dl-safe-text.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_NAME 256 /* characters */

/* Text */

/* A line that a person can read: no control characters. */
gboolean
dl_field_check_line (const char *text, GError **error)
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
                     _ ("control character U+%04X (expected one line of plain text)"),
                     g_utf8_get_char (c));
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_text (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  char **string = at;

  if (!dl_field_check_line (value, error))
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
                   *name == '\0' ? _ ("the name is empty (expected 1 to %d characters)")
                                 : _ ("the name is too long (expected 1 to %d characters)"),
                   MAX_NAME);
      return FALSE;
    }
  g_free (*string);
  *string = dl_text_printable (name, -1, FALSE);
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
                   _ ("%lu bytes are too many for a file inside a scenario (at most %lu)"),
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

/* Whether there is such a node is for the check: here only that it names one of some network. */
static gboolean
parse_target (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GString) forms = g_string_new (NULL);
  g_autofree char *quoted = NULL;
  guint n;
  const DlFamily *const *families = dl_families (&n);

  if (*value == '\0')
    return parse_text (field, at, value, error);
  for (guint i = 0; i < n; i++)
    {
      if (families[i]->reads_node (value))
        return parse_text (field, at, value, error);
      g_string_append_printf (forms, "%s%s", i > 0 ? "; " : "", _ (families[i]->node_form));
    }
  quoted = dl_value_quote (value);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, _ ("%s is not a node (%s)"),
               quoted, forms->str);
  return FALSE;
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

/* Jobs are told by their rules: "JOB:NODES:GROUPS JOB@FIRST-LAST". A backslash keeps a blank in the
 * name of a node. */
static gboolean
is_jobs (const char *text)
{
  while (*text != '\0')
    {
      gboolean any = FALSE, has_sign = FALSE;

      for (; *text != '\0' && strchr (" \t;", *text) == NULL; text++)
        {
          any = TRUE;
          has_sign |= *text == ':' || *text == '@';
          if (text[0] == '\\' && text[1] != '\0')
            text++;
        }
      if (any && !has_sign)
        return FALSE;
      if (*text != '\0')
        text++;
    }
  return TRUE;
}

static gboolean
is_content (const DlField *field, const char *text)
{
  return dl_scenario_is_content (text)
         || (field->choices != NULL && (g_strv_contains (field->choices, text) || is_jobs (text)));
}

/* A file is judged where its name is still known. What a placement may name depends on the family
 * and the network, and is judged with these. */
static gboolean
check_content (const DlField *field, const char *text, const char *name, GError **error)
{
  g_autoptr (DlMatrix) matrix = NULL;

  if (field->choices != NULL)
    return TRUE;
  matrix = dl_matrix_parse (text, -1, name, error);
  return matrix != NULL;
}

static char *
take_in_text (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  g_autofree char *text = NULL;

  if (!g_utf8_validate ((const char *) bytes->data, bytes->len, NULL))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s: not a text file (expected lines of UTF-8)"), name);
      return NULL;
    }
  /* Content has lines, by which it is known. */
  g_byte_array_append (bytes, (const guint8 *) "\n", 2);
  text = g_strdup ((const char *) bytes->data);
  if (g_str_has_suffix (text, "\n\n"))
    text[strlen (text) - 1] = '\0';
  return check_content (field, text, name, error) ? g_steal_pointer (&text) : NULL;
}

static void
propose_bytes (DlProposal *proposal, guint part, const char *now)
{
  static const char *const sizes[] = { "64", "512", "4096", "32768" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    dl_proposal_add (proposal, sizes[i]);
}

const DlFieldType dl_field_type_file = { .parse = parse_file,
                                         .format = format_text,
                                         .ref = ref_text,
                                         .unref = unref_text,
                                         .is_content = is_content,
                                         .take_in = take_in_text };
const DlFieldType dl_field_type_name
    = { .parse = parse_name, .format = format_text, .is_string = TRUE };
const DlFieldType dl_field_type_target
    = { .parse = parse_target, .format = format_text, .is_string = TRUE };
const DlFieldType dl_field_type_bytes = { .parse = parse_bytes,
                                          .format = format_text,
                                          .is_string = TRUE,
                                          .is_number = TRUE,
                                          .propose = propose_bytes };
/* Choices */

/* The error for a word that is not one of @there. */
static void
set_choice_error (const char *value, const char *const *there, GError **error)
{
  g_autofree char *quoted = dl_value_quote (value);
  g_autofree char *hint = dl_names_hint (value, there);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               /* Translators: what was written, and what to do: “did you mean uniform?” */
               _ ("%s is unknown (%s)"), quoted, hint);
}

static gboolean
parse_choice (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));

  for (int i = 0; field->choices[i] != NULL; i++)
    if (strcmp (field->choices[i], value) == 0)
      {
        *(int *) at = i;
        return TRUE;
      }
  set_choice_error (value, field->choices, error);
  return FALSE;
}

static char *
format_choice (const DlField *field, gconstpointer at)
{
  return g_strdup (field->choices[*(const int *) at]);
}

const DlFieldType dl_field_type_choice = { .parse = parse_choice, .format = format_choice };

static gboolean
parse_model (const DlField *field, gpointer at, const char *text, GError **error)
{
  guint n;
  int choice;

  if (!parse_choice (field, &choice, text, error))
    return FALSE;
  *(const DlRouterModel **) at = dl_router_models (&n)[choice];
  return TRUE;
}

static char *
format_model (const DlField *field, gconstpointer at)
{
  return g_strdup ((*(const DlRouterModel *const *) at)->id);
}

static char *
format_own_model (const DlScenario *scenario)
{
  return g_strdup (dl_router_model_of_family (scenario->family)->id);
}

const DlFieldType dl_field_type_model
    = { .parse = parse_model, .format = format_model, .format_unset = format_own_model };

gboolean
dl_field_parse_entry (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_auto (GStrv) there = NULL;
  const DlEntry *entry;

  for (guint i = 0; (entry = field->type->entry (i)) != NULL; i++)
    if (strcmp (entry->id, value) == 0)
      {
        *(const DlEntry **) at = entry;
        return TRUE;
      }
  there = dl_field_words (field);
  set_choice_error (value, (const char *const *) there, error);
  return FALSE;
}

char *
dl_field_format_entry (const DlField *field, gconstpointer at)
{
  return g_strdup ((*(const DlEntry *const *) at)->id);
}

DL_DEFINE_ENTRIES (family, dl_families)
const DlFieldType dl_field_type_family = DL_FIELD_TYPE_ENTRIES (family_entry);
DL_DEFINE_ENTRIES (pattern, dl_patterns)
const DlFieldType dl_field_type_pattern = DL_FIELD_TYPE_ENTRIES (pattern_entry);

/* Faults */

gboolean
dl_field_parse_faults (const DlField *field, gpointer at, const char *text, GError **error)
{
  GArray **faults = at;
  GArray *value = dl_faults_parse (field->type->faults, text, error);

  if (value == NULL)
    return FALSE;
  g_array_unref (*faults);
  *faults = value;
  return TRUE;
}

char *
dl_field_format_faults (const DlField *field, gconstpointer at)
{
  return dl_faults_format (field->type->faults, *(GArray *const *) at);
}

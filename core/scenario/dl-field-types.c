#include "dl-family.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-collective.h"
#include "dl-goal.h"
#include "dl-matrix.h"
#include "dl-names.h"
#include "dl-output.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Types of keys that hold numbers, alone or some at a time. */

/* Values around a number, as shares of it. */
static const double shares[] = { 0.25, 0.5, 0.75, 1, 1.25, 1.5 };
/* So many whole numbers are all tried. */
#define MOST_ALL 17
/* Below that, one by one. */
#define FEW      8
#define EACH_WAY 3

static gboolean
parse_uint (const DlField *field, gpointer at, const char *text, GError **error)
{
  guint64 value;

  if (!dl_value_parse_uint (text, field->low, field->high, &value, error))
    return FALSE;
  *(guint *) at = value;
  return TRUE;
}

static char *
format_uint (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("%u", *(const guint *) at);
}

static gboolean
parse_uint64 (const DlField *field, gpointer at, const char *text, GError **error)
{
  return dl_value_parse_uint (text, field->low, field->high, at, error);
}

static char *
format_uint64 (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) at);
}

static gboolean
parse_warmup (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GError) number_error = NULL;

  if (strcmp (value, "auto") == 0)
    {
      *(guint64 *) at = DL_WARMUP_AUTO;
      return TRUE;
    }
  if (!dl_value_parse_uint (value, field->low, field->high, at, &number_error))
    {
      g_autofree char *quoted = dl_value_quote (value);
      g_autofree char *meant
          = dl_value_number_meant (value, (double) field->low, (double) field->high, TRUE);

      if (meant != NULL)
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("%s is not a warm-up (%s)"), quoted, meant);
      else
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("%s is not a warm-up (expected %lu to %lu cycles, or auto)"), quoted,
                     (gulong) field->low, (gulong) field->high);
      return FALSE;
    }
  return TRUE;
}

static char *
format_warmup (const DlField *field, gconstpointer at)
{
  const guint64 cycles = *(const guint64 *) at;

  return cycles == DL_WARMUP_AUTO ? g_strdup ("auto") : format_uint64 (field, at);
}

static char *
format_mask (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("0x%016" G_GINT64_MODIFIER "x", *(const guint64 *) at);
}

static gboolean
parse_double (const DlField *field, gpointer at, const char *text, GError **error)
{
  return dl_value_parse_double (text, field->min, field->max, at, error);
}

static char *
format_double (const DlField *field, gconstpointer at)
{
  return dl_value_format_double (*(const double *) at);
}

static gboolean
parse_load (const DlField *field, gpointer at, const char *text, GError **error)
{
  DlTrafficOptions *traffic = at;
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GError) number_error = NULL;

  if (strcmp (value, "saturated") == 0)
    {
      traffic->saturated = TRUE;
      traffic->load = field->max;
      return TRUE;
    }
  if (!dl_value_parse_double (value, field->min, field->max, &traffic->load, &number_error))
    {
      g_autofree char *quoted = dl_value_quote (value);
      g_autofree char *min = dl_value_format_double (field->min);
      g_autofree char *max = dl_value_format_double (field->max);
      g_autofree char *meant = dl_value_number_meant (value, field->min, field->max, FALSE);

      if (meant != NULL)
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, _ ("%s is not a load (%s)"),
                     quoted, meant);
      else
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("%s is not a load (expected %s to %s flits/node/cycle, or saturated)"),
                     quoted, min, max);
      return FALSE;
    }
  traffic->saturated = FALSE;
  return TRUE;
}

static char *
format_load (const DlField *field, gconstpointer at)
{
  const DlTrafficOptions *traffic = at;

  return traffic->saturated ? g_strdup ("saturated") : dl_value_format_double (traffic->load);
}

static void
add_whole (DlProposal *proposal, double value)
{
  const DlField *field = proposal->field;
  g_autofree char *text = NULL;

  if (value < (double) field->low || value > (double) field->high)
    return;
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);
  dl_proposal_add (proposal, text);
}

static void
propose_whole (DlProposal *proposal, guint part, const char *now)
{
  const double value = g_ascii_strtoull (now, NULL, 10);

  if (proposal->field->high - proposal->field->low < MOST_ALL)
    for (guint64 i = proposal->field->low; i <= proposal->field->high; i++)
      add_whole (proposal, i);
  else if (value <= FEW)
    for (gint by = -EACH_WAY; by <= EACH_WAY; by++)
      add_whole (proposal, value + by);
  else
    for (double factor = 0.25; factor <= 4; factor *= 2)
      add_whole (proposal, round (value * factor));
}

static void
add_real (DlProposal *proposal, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (value < proposal->field->min || value > proposal->field->max)
    return;
  dl_proposal_add (proposal, g_ascii_formatd (digits, sizeof digits, "%.3g", value));
}

static void
propose_real (DlProposal *proposal, guint part, const char *now)
{
  static const double of_zero[] = { 0, 1e-4, 1e-3, 1e-2, 1e-1 };
  const double value = g_ascii_strtod (now, NULL);

  if (value > 0)
    for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
      add_real (proposal, value * shares[i]);
  else if (proposal->field->max >= 1)
    for (guint i = 0; i <= 4; i++)
      add_real (proposal, i * 0.25);
  else
    for (guint i = 0; i < G_N_ELEMENTS (of_zero); i++)
      add_real (proposal, of_zero[i]);
}

static void
propose_warmup (DlProposal *proposal, guint part, const char *now)
{
  dl_proposal_add (proposal, "auto");
  propose_whole (proposal, part, strcmp (now, "auto") == 0 ? proposal->field->initial : now);
}

/* Round robin, a mixture, and by age. */
static void
propose_mask (DlProposal *proposal, guint part, const char *now)
{
  static const char *const masks[] = { "0x0", "0xaaaaaaaaaaaaaaaa", "0xffffffffffffffff" };

  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    dl_proposal_add (proposal, masks[i]);
}

const DlFieldType dl_field_type_uint
    = { .parse = parse_uint, .format = format_uint, .is_number = TRUE, .propose = propose_whole };
const DlFieldType dl_field_type_uint64 = {
  .parse = parse_uint64, .format = format_uint64, .is_number = TRUE, .propose = propose_whole
};
const DlFieldType dl_field_type_warmup = {
  .parse = parse_warmup, .format = format_warmup, .is_number = TRUE, .propose = propose_warmup
};
const DlFieldType dl_field_type_mask
    = { .parse = parse_uint64, .format = format_mask, .propose = propose_mask };
const DlFieldType dl_field_type_double = {
  .parse = parse_double, .format = format_double, .is_number = TRUE, .propose = propose_real
};
const DlFieldType dl_field_type_load
    = { .parse = parse_load, .format = format_load, .is_number = TRUE, .propose = propose_real };

/* Several values */

GStrv
dl_field_split (const char *text, guint n, guint or_n, const char *example, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, 64, error);
  guint length;

  if (items == NULL)
    return NULL;
  length = g_strv_length (items);
  if (length != n && length != or_n)
    {
      g_autofree char *quoted = dl_value_quote (text);
      g_autofree char *count
          = n == or_n ? g_strdup_printf ("%u", n) : g_strdup_printf (_ ("%u or %u"), n, or_n);
      g_autofree char *meant = dl_value_list_meant (text, n);

      if (meant == NULL)
        meant = dl_value_list_meant (text, or_n);
      if (meant == NULL)
        /* Translators: a list of values, “8;8;8” */
        meant = g_strdup_printf (_ ("expected a form such as %s"), example);
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   /* Translators: what was written, a number, and “did you mean 8;8;8?” */
                   _ ("%s is not a list of %s values (%s)"), quoted, count, meant);
      return NULL;
    }
  return g_steal_pointer (&items);
}

/* Ports come in pairs, and the processor's is the last: four values are x, y, z and processor. */
#define N_BY_DIMENSION ((DL_N_ROUTER_PORTS + 1) / 2)

static gboolean
parse_bias (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items
      = dl_field_split (text, N_BY_DIMENSION, DL_N_ROUTER_PORTS, field->initial, error);
  guint8 bias[DL_N_ROUTER_PORTS];
  gboolean by_dimension;

  if (items == NULL)
    return FALSE;
  by_dimension = g_strv_length (items) == N_BY_DIMENSION;
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      guint64 value;
      if (!dl_value_parse_uint (items[by_dimension ? port / 2 : port], field->low, field->high,
                                &value, error))
        return FALSE;
      bias[port] = value;
    }
  memcpy (at, bias, sizeof bias);
  return TRUE;
}

static char *
format_bias (const DlField *field, gconstpointer at)
{
  const guint8 *bias = at;
  GString *text = g_string_new (NULL);
  gboolean by_dimension = TRUE;

  for (guint port = 0; port + 1 < DL_N_ROUTER_PORTS; port += 2)
    by_dimension = by_dimension && bias[port] == bias[port + 1];
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port += by_dimension ? 2 : 1)
    g_string_append_printf (text, "%s%u", port > 0 ? ";" : "", bias[port]);
  return g_string_free (text, FALSE);
}

static void
propose_bias (DlProposal *proposal, guint part, const char *now)
{
  static const char *const others[] = { "0;0;0;0", "3;2;1;1", "6;4;2;1" };

  dl_proposal_add (proposal, now);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    dl_proposal_add (proposal, others[i]);
}

const DlFieldType dl_field_type_bias
    = { .parse = parse_bias, .format = format_bias, .propose = propose_bias };

/* "3" or "3:0.25": one of the lengths. */
static gboolean
parse_length (const DlField *field, const char *item, DlPacketLengths *lengths, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (item, ":", 2);
  double weight = 1;
  guint64 flits;

  if (!dl_value_parse_uint (g_strstrip (parts[0]), field->low, field->high, &flits, error)
      || (parts[1] != NULL
          && !dl_value_parse_double (g_strstrip (parts[1]), field->min, field->max, &weight,
                                     error)))
    return FALSE;
  for (guint i = 0; i < lengths->n; i++)
    if (lengths->flits[i] == flits)
      {
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("packets of %u flits are there twice (add their weights)"), (guint) flits);
        return FALSE;
      }
  lengths->flits[lengths->n] = flits;
  lengths->weight[lengths->n++] = weight;
  return TRUE;
}

static gboolean
parse_lengths (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_auto (GStrv) items = NULL;
  DlPacketLengths lengths = { 0 };

  if (*stripped != '\0')
    {
      items = dl_value_split (stripped, DL_MAX_PACKET_LENGTHS, error);
      if (items == NULL)
        return FALSE;
    }
  for (guint i = 0; items != NULL && items[i] != NULL; i++)
    if (!parse_length (field, items[i], &lengths, error))
      return FALSE;
  *(DlPacketLengths *) at = lengths;
  return TRUE;
}

static char *
format_lengths (const DlField *field, gconstpointer at)
{
  const DlPacketLengths *lengths = at;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lengths->n; i++)
    {
      g_autofree char *weight = dl_value_format_double (lengths->weight[i]);

      g_string_append_printf (text, "%s%u:%s", i > 0 ? ";" : "", lengths->flits[i], weight);
    }
  return g_string_free (text, FALSE);
}

const DlFieldType dl_field_type_lengths = { .parse = parse_lengths, .format = format_lengths };

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

/* A word, a file's name, or its content, which has lines. */
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
static char *
take_in_goal (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  g_autoptr (GByteArray) text = dl_goal_unpack (bytes, name, error);
  g_autoptr (DlProgram) program = NULL;

  if (text == NULL)
    return NULL;
  program = dl_goal_parse ((const char *) text->data, text->len, name, error);
  if (program == NULL)
    return NULL;
  /* Content has lines, by which it is known, and ends at a zero byte; no comment needs to be UTF-8.
   */
  g_byte_array_append (text, (const guint8 *) "\n", 2);
  return g_utf8_make_valid ((const char *) text->data, -1);
}

static gboolean
parse_goal (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autoptr (DlProgram) program = NULL;
  g_autoptr (GError) why = NULL;
  DlGoalFile **file = at;
  char *value = NULL;

  if (!parse_file (field, &value, text, error))
    return FALSE;
  if (dl_scenario_is_content (value))
    program = dl_goal_parse (value, -1, _ ("program"), &why);
  if (why != NULL)
    g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, why->message);
  else
    {
      dl_goal_file_unref (*file);
      *file = *value != '\0' ? dl_goal_file_new (value, g_steal_pointer (&program)) : NULL;
    }
  g_ref_string_release (value);
  return why == NULL;
}

static char *
format_goal (const DlField *field, gconstpointer at)
{
  return g_strdup (dl_goal_file_text (*(DlGoalFile *const *) at));
}

static gpointer
ref_goal (gpointer file)
{
  return dl_goal_file_ref (file);
}

static void
unref_goal (gpointer file)
{
  dl_goal_file_unref (file);
}

const DlFieldType dl_field_type_goal = { .parse = parse_goal,
                                         .format = format_goal,
                                         .ref = ref_goal,
                                         .unref = unref_goal,
                                         .is_content = is_content,
                                         .take_in = take_in_goal };
DL_DEFINE_ENTRIES (collective, dl_collectives)
const DlFieldType dl_field_type_collective = DL_FIELD_TYPE_ENTRIES (collective_entry);
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

#include "dl-sweep.h"

#include "dl-config.h"
#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Below a step, so that a sum of steps that ends a rounding error too far is not one too many. */
#define STEP_SLACK 1e-9

static void
key_free (gpointer data)
{
  DlSweepKey *key = data;

  g_ptr_array_unref (key->values);
  g_ptr_array_unref (key->contents);
  g_ptr_array_unref (key->file_names);
  g_free (key);
}

static DlSweepKey *
key_new (const DlField *field)
{
  DlSweepKey *key = g_new (DlSweepKey, 1);

  key->field = field;
  key->values = g_ptr_array_new_with_free_func (g_free);
  key->contents = g_ptr_array_new_with_free_func (g_free);
  key->file_names = g_ptr_array_new_with_free_func (g_free);
  return key;
}

DlSweepSpec *
dl_sweep_spec_new (const DlScenario *scenario)
{
  DlSweepSpec *spec = g_new (DlSweepSpec, 1);

  spec->scenario = dl_scenario_copy (scenario);
  spec->keys = g_ptr_array_new_with_free_func (key_free);
  spec->n_seeds = 1;
  spec->only_static = FALSE;
  return spec;
}

static const DlSweepKey *
key_of (const DlSweepSpec *spec, guint key)
{
  return g_ptr_array_index (spec->keys, key);
}

static const char *
value_of (const DlSweepKey *key, guint value)
{
  return g_ptr_array_index (key->values, value);
}

DlSweepSpec *
dl_sweep_spec_copy (const DlSweepSpec *spec)
{
  DlSweepSpec *copy = dl_sweep_spec_new (spec->scenario);

  copy->n_seeds = spec->n_seeds;
  copy->only_static = spec->only_static;
  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlSweepKey *from = key_of (spec, i);
      DlSweepKey *to = key_new (from->field);

      for (guint value = 0; value < from->values->len; value++)
        {
          g_ptr_array_add (to->values, g_strdup (value_of (from, value)));
          g_ptr_array_add (to->contents, g_strdup (g_ptr_array_index (from->contents, value)));
          g_ptr_array_add (to->file_names, g_strdup (g_ptr_array_index (from->file_names, value)));
        }
      g_ptr_array_add (copy->keys, to);
    }
  return copy;
}

void
dl_sweep_spec_free (DlSweepSpec *spec)
{
  if (spec == NULL)
    return;
  dl_scenario_free (spec->scenario);
  g_ptr_array_unref (spec->keys);
  g_free (spec);
}

/* Values --------------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, what);
  return FALSE;
}

static gboolean
add_value (DlSweepKey *key, char *value, GError **error)
{
  char *content = g_strdup (value), *file_name;
  const gboolean taken_in = dl_scenario_take_in (key->field, NULL, &content, &file_name, error);

  g_ptr_array_add (key->values, value);
  g_ptr_array_add (key->contents, content);
  g_ptr_array_add (key->file_names, file_name);
  if (!taken_in)
    return FALSE;
  if (key->values->len <= DL_SWEEP_MAX_VALUES)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("too many values (at most %d)"), DL_SWEEP_MAX_VALUES);
  return FALSE;
}

static gboolean
refuse_range (GError **error, const char *text)
{
  g_autofree char *quoted = dl_value_quote (text);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("%s contains no value (expected FROM:TO:STEP with FROM at most TO, and STEP "
                  "above 0)"),
               quoted);
  return FALSE;
}

static gboolean
refuse_factors (GError **error, const char *text)
{
  g_autofree char *quoted = dl_value_quote (text);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("%s contains no value (expected FROM:TO:*FACTOR with FROM above 0 and at most "
                  "TO, and FACTOR above 1)"),
               quoted);
  return FALSE;
}

static gboolean
add_whole_numbers (DlSweepKey *key, const char *text, const guint64 range[3], GError **error)
{
  const guint64 from = range[0], to = range[1], step = range[2];

  if (from > to || step == 0)
    return refuse_range (error, text);
  for (guint64 value = from;; value += step)
    {
      if (!add_value (key, g_strdup_printf ("%" G_GUINT64_FORMAT, value), error))
        return FALSE;
      if (to - value < step)
        return TRUE;
    }
}

static gboolean
add_whole_factors (DlSweepKey *key, const char *text, const guint64 range[3], GError **error)
{
  const guint64 from = range[0], to = range[1], factor = range[2];

  if (from == 0 || from > to || factor < 2)
    return refuse_factors (error, text);
  for (guint64 value = from;; value *= factor)
    {
      if (!add_value (key, g_strdup_printf ("%" G_GUINT64_FORMAT, value), error))
        return FALSE;
      if (value > to / factor)
        return TRUE;
    }
}

static gboolean
add_number (DlSweepKey *key, double value, GError **error)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  /* .15 where .05 + 2 x .05 is not quite that. */
  g_ascii_formatd (digits, sizeof digits, "%.12g", value);
  return add_value (key, g_strdup (digits), error);
}

static gboolean
add_numbers (DlSweepKey *key, const char *text, const double range[3], GError **error)
{
  const double from = range[0], to = range[1], step = range[2];

  if (from > to || step <= 0)
    return refuse_range (error, text);
  /* Never past the end. */
  for (guint i = 0; i <= (to - from) / step + STEP_SLACK; i++)
    if (!add_number (key, MIN (from + i * step, to), error))
      return FALSE;
  return TRUE;
}

static gboolean
add_factors (DlSweepKey *key, const char *text, const double range[3], GError **error)
{
  const double from = range[0], to = range[1], factor = range[2];

  if (from <= 0 || from > to || factor <= 1)
    return refuse_factors (error, text);
  for (guint i = 0; from * pow (factor, i) <= to * (1 + STEP_SLACK); i++)
    if (!add_number (key, MIN (from * pow (factor, i), to), error))
      return FALSE;
  return TRUE;
}

/* A value, or if all three are numbers FROM:TO:STEP or FROM:TO:*FACTOR. */
static gboolean
add_item (DlSweepKey *key, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 4);
  guint64 whole[3];
  double number[3];
  gboolean are_whole = TRUE, multiplies = FALSE;

  if (g_strv_length (parts) != 3)
    return add_value (key, g_strdup (text), error);
  for (guint i = 0; i < 3; i++)
    {
      char *part = g_strstrip (parts[i]);

      if (i == 2 && *part == '*')
        {
          multiplies = TRUE;
          part = g_strchug (part + 1);
        }
      are_whole = are_whole && dl_value_parse_uint (part, 0, G_MAXUINT64, &whole[i], NULL);
      if (!dl_value_parse_double (part, -G_MAXDOUBLE, G_MAXDOUBLE, &number[i], NULL) && !are_whole)
        return add_value (key, g_strdup (text), error);
    }
  if (multiplies)
    return are_whole ? add_whole_factors (key, text, whole, error)
                     : add_factors (key, text, number, error);
  return are_whole ? add_whole_numbers (key, text, whole, error)
                   : add_numbers (key, text, number, error);
}

/* The items of @text between commas. */
static gboolean
add_items (DlSweepKey *key, const char *text, GError **error)
{
  g_autoptr (GString) item = g_string_new (NULL);

  for (const char *at = text;; at++)
    {
      if (at[0] == '\\' && at[1] == ',')
        g_string_append_c (item, *++at);
      else if (*at != ',' && *at != '\0')
        g_string_append_c (item, *at);
      else
        {
          if (!add_item (key, g_strstrip (item->str), error))
            return FALSE;
          if (*at == '\0')
            return TRUE;
          g_string_truncate (item, 0);
        }
    }
}

static gboolean
is_varied (const DlSweepSpec *spec, const DlField *field)
{
  for (guint i = 0; i < spec->keys->len; i++)
    if (key_of (spec, i)->field == field)
      return TRUE;
  return FALSE;
}

gboolean
dl_sweep_spec_vary (DlSweepSpec *spec, const char *text, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  const DlEdit *edit;
  DlSweepKey *key;
  gboolean good;

  if (!dl_edits_parse_assignment (edits, text, error))
    return FALSE;
  edit = g_ptr_array_index (edits, 0);
  key = key_new (edit->field);
  if (edit->op != DL_EDIT_SET)
    good = refuse (error, _ ("the varied key is missing (expected GROUP.KEY=A,B,C)"));
  else if (is_varied (spec, edit->field))
    good = refuse (error, _ ("this key is already varied (give all its values at once)"));
  else if (edit->field == dl_field_find ("scenario", "kind"))
    good = refuse (error, _ ("rows of a torus and of a dragonfly have different columns (use a "
                             "sweep for each)"));
  else
    good = add_items (key, edit->value, error);
  if (good)
    {
      g_ptr_array_add (spec->keys, key);
      return TRUE;
    }
  g_prefix_error (error, "%s.%s: ", edit->field->group, edit->field->key);
  key_free (key);
  return FALSE;
}

char *
dl_sweep_spec_assignment (const DlSweepSpec *spec, guint key)
{
  const DlSweepKey *it = key_of (spec, key);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s.%s=", it->field->group, it->field->key);
  for (guint value = 0; value < it->values->len; value++)
    {
      if (value > 0)
        g_string_append_c (text, ',');
      for (const char *at = value_of (it, value); *at != '\0'; at++)
        {
          if (*at == ',')
            g_string_append_c (text, '\\');
          g_string_append_c (text, *at == '\n' ? ' ' : *at);
        }
    }
  return g_string_free (text, FALSE);
}

/* Points --------------------------------------------------------------------------------------- */

guint
dl_sweep_n_points (const DlSweepSpec *spec)
{
  guint64 n = spec->n_seeds;

  for (guint i = 0; i < spec->keys->len; i++)
    n = MIN (n * key_of (spec, i)->values->len, (guint64) DL_SWEEP_MAX_POINTS + 1);
  return n;
}

/* Which of the values of @key it is. */
static guint
value_at (const DlSweepSpec *spec, guint point, guint key)
{
  guint rest = point / spec->n_seeds;

  for (guint i = spec->keys->len - 1; i > key; i--)
    rest /= key_of (spec, i)->values->len;
  return rest % key_of (spec, key)->values->len;
}

const char *
dl_sweep_value (const DlSweepSpec *spec, guint point, guint key)
{
  return value_of (key_of (spec, key), value_at (spec, point, key));
}

GPtrArray *
dl_sweep_point_edits (const DlSweepSpec *spec, guint point)
{
  GPtrArray *edits = dl_edits_new ();

  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlSweepKey *key = key_of (spec, i);
      const guint value = value_at (spec, point, i);
      DlEdit *edit;

      dl_edits_add_field (edits, DL_EDIT_SET, key->field, g_ptr_array_index (key->contents, value));
      edit = g_ptr_array_index (edits, i);
      edit->file_name = g_strdup (g_ptr_array_index (key->file_names, value));
    }
  return edits;
}

DlScenario *
dl_sweep_point (const DlSweepSpec *spec, guint point, const DlField **field, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (spec->scenario);
  g_autoptr (GPtrArray) edits = dl_sweep_point_edits (spec, point);

  if (!dl_scenario_apply (scenario, edits, NULL, field, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

guint64
dl_sweep_point_seed (const DlSweepSpec *spec, const DlScenario *scenario, guint point)
{
  return scenario->seed + point % spec->n_seeds;
}

/* What a scenario is called, and how many threads share a run, is no matter of the result. */
static gboolean
counts (const DlField *field)
{
  return field != dl_field_find ("scenario", "name")
         && field != dl_field_find ("simulation", "threads");
}

static char *
digest_of (const DlScenario *scenario, guint64 seed, gboolean only_static)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *head = g_strdup_printf ("%s%s\n%" G_GUINT64_FORMAT "\n",
                                           only_static ? "static\n" : "", DL_VERSION, seed);
  guint n;
  const DlField *fields = dl_fields (&n);

  g_checksum_update (checksum, (const guchar *) head, -1);
  for (guint i = 0; i < n; i++)
    if (counts (&fields[i]))
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);
        g_autofree char *line
            = g_strdup_printf ("%s.%s=%s\n", fields[i].group, fields[i].key, value);

        g_checksum_update (checksum, (const guchar *) line, -1);
      }
  return g_strndup (g_checksum_get_string (checksum), 32);
}

char *
dl_sweep_digest (const DlScenario *scenario, guint64 seed)
{
  return digest_of (scenario, seed, FALSE);
}

GStrv
dl_sweep_digests (const DlSweepSpec *spec)
{
  const guint n = dl_sweep_n_points (spec);
  GStrv digests = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlScenario) scenario = dl_sweep_point (spec, i, NULL, NULL);

      digests[i] = digest_of (scenario, dl_sweep_point_seed (spec, scenario, i), spec->only_static);
    }
  return digests;
}

/* @a and @b are values of @key that give the same point. */
static gboolean
refuse_same (GError **error, const DlSweepKey *key, const char *a, const char *b)
{
  g_autofree char *quoted_a = dl_value_quote (a);
  g_autofree char *quoted_b = dl_value_quote (b);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("%s.%s: %s gives the same simulation as %s (use values that differ)"),
               key->field->group, key->field->key, quoted_b, quoted_a);
  return FALSE;
}

/* How far apart points are that differ in the next value of @key alone. */
static guint
stride_of (const DlSweepSpec *spec, guint key)
{
  guint stride = spec->n_seeds;

  for (guint i = key + 1; i < spec->keys->len; i++)
    stride *= key_of (spec, i)->values->len;
  return stride;
}

/* The same twice: keys that differ in a value that makes no difference, so that a look along each
 * axis is enough. */
static gboolean
check_axis (const DlSweepSpec *spec, guint axis, const DlField **field, GError **error)
{
  const DlSweepKey *key = key_of (spec, axis);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < key->values->len; i++)
    {
      g_autoptr (DlScenario) scenario
          = dl_sweep_point (spec, i * stride_of (spec, axis), field, error);
      g_autofree char *digest = NULL;
      const char *same;

      if (scenario == NULL)
        return FALSE;
      digest = dl_sweep_digest (scenario, 0);
      same = g_hash_table_lookup (seen, digest);
      if (same != NULL)
        {
          if (field != NULL)
            *field = key->field;
          return refuse_same (error, key, same, value_of (key, i));
        }
      g_hash_table_insert (seen, g_steal_pointer (&digest), (gpointer) value_of (key, i));
    }
  return TRUE;
}

gboolean
dl_sweep_spec_check (const DlSweepSpec *spec, const DlField **field, GError **error)
{
  const guint n = dl_sweep_n_points (spec);

  if (field != NULL)
    *field = NULL;
  if (n > DL_SWEEP_MAX_POINTS)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("too many points (at most %d)"), DL_SWEEP_MAX_POINTS);
      return FALSE;
    }
  for (guint i = 0; i < spec->keys->len; i++)
    if (!check_axis (spec, i, field, error))
      return FALSE;
  /* What contradicts itself only together. */
  for (guint i = 0; i < n; i += spec->n_seeds)
    {
      g_autoptr (DlScenario) scenario = dl_sweep_point (spec, i, field, error);

      if (scenario == NULL)
        return FALSE;
    }
  return TRUE;
}

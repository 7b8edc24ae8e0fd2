#include "dl-edit.h"

#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-key-text.h"
#include "dl-scenario-check.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* One of the items that ';' separates. */
static const char *
item_words (const DlField *field, const char *item)
{
  const char *words;

  if (strcmp (item, "true") == 0)
    return _ ("yes");
  if (strcmp (item, "false") == 0)
    return _ ("no");
  words = field->type->item_words != NULL ? field->type->item_words (item) : NULL;
  return words != NULL ? words : item;
}

/* A file's value of @field in the words of the window; what has no other words does not change.
 * Free with g_free. */
static char *
value_words (const DlField *field, const char *value)
{
  const char *title = dl_field_value_title (field, value);
  g_auto (GStrv) items = NULL;
  GString *words;

  if (title != NULL)
    return g_strdup (title);
  if (*value == '\0')
    return g_strdup (_ ("none"));
  items = dl_value_items (value);
  words = g_string_new (NULL);
  for (guint i = 0; items[i] != NULL; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? "; " : "", item_words (field, items[i]));
  return g_strdelimit (g_string_free (words, FALSE), "\n", ' ');
}

static char *
describe (const DlEdit *edit)
{
  const char *value = edit->op == DL_EDIT_UNSET ? edit->field->initial : edit->value;
  const char *title
      = strcmp (edit->field->key, "name") == 0 ? _ ("Name") : dl_field_title (edit->field);
  g_autofree char *words = value_words (edit->field, value != NULL ? value : "");

  switch (edit->op)
    {
    case DL_EDIT_ADD:
      /* Translators: links, nodes or cables that were broken, “Broken: 1,2,2:x+” */
      return g_strdup_printf (_ ("Broken: %s"), words);
    case DL_EDIT_REMOVE:
      /* Translators: links, nodes or cables that were broken before */
      return g_strdup_printf (_ ("Working again: %s"), words);
    case DL_EDIT_SET:
    case DL_EDIT_UNSET:
      break;
    }
  /* Translators: a setting and its new value, as in “Input buffer: 96” */
  return g_strdup_printf (_ ("%s: %s"), title != NULL ? title : edit->field->key, words);
}

char *
dl_edits_describe (const GPtrArray *edits)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < edits->len; i++)
    {
      g_autofree char *line = describe (g_ptr_array_index (edits, i));

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", line);
    }
  return g_string_free (lines, FALSE);
}

static void
edit_free (gpointer data)
{
  DlEdit *edit = data;

  g_free (edit->value);
  g_free (edit->file_name);
  g_free (edit);
}

GPtrArray *
dl_edits_new (void)
{
  return g_ptr_array_new_with_free_func (edit_free);
}

void
dl_edits_add_field (GPtrArray *edits, DlEditOp op, const DlField *field, const char *value)
{
  DlEdit *edit = g_new0 (DlEdit, 1);

  g_assert (field != NULL);
  g_assert ((value == NULL) == (op == DL_EDIT_UNSET));
  edit->field = field;
  edit->op = op;
  edit->value = g_strdup (value);
  g_ptr_array_add (edits, edit);
}

void
dl_edits_add (GPtrArray *edits, DlEditOp op, const char *name, const char *value)
{
  dl_edits_add_field (edits, op, dl_field_find_name (name), value);
}

/* Applying */

static gboolean
apply_one (DlScenario *scenario, const DlEdit *edit, GError **error)
{
  switch (edit->op)
    {
    case DL_EDIT_SET:
      return dl_field_set (edit->field, scenario, edit->value, error);
    case DL_EDIT_UNSET:
      dl_field_unset (edit->field, scenario);
      return TRUE;
    case DL_EDIT_ADD:
      return dl_field_add (edit->field, scenario, edit->value, error);
    case DL_EDIT_REMOVE:
      return dl_field_remove (edit->field, scenario, edit->value, error);
    }
  g_assert_not_reached ();
}

/* Name of the file of the placement after @edits. */
static const char *
placement_file (const GPtrArray *edits)
{
  const char *file_name = NULL;

  for (guint i = 0; i < edits->len; i++)
    {
      const DlEdit *edit = g_ptr_array_index (edits, i);

      if (strcmp (edit->field->key, "placement") == 0)
        file_name = edit->file_name;
    }
  return file_name;
}

gboolean
dl_scenario_apply (DlScenario *scenario, const GPtrArray *edits, GPtrArray **inverse,
                   const DlField **field, GError **error)
{
  g_autoptr (DlScenario) result = dl_scenario_copy (scenario);

  for (guint i = 0; i < edits->len; i++)
    {
      const DlEdit *edit = g_ptr_array_index (edits, i);
      if (!apply_one (result, edit, error))
        {
          g_prefix_error (error, "%s: ", edit->field->name);
          if (field != NULL)
            *field = edit->field;
          return FALSE;
        }
    }
  if (!dl_scenario_normalize (result, placement_file (edits), field, error))
    return FALSE;

  if (inverse != NULL)
    *inverse = dl_edits_between (result, scenario);
  /* The caller's scenario gets the new values; the old ones go with the copy. */
  dl_scenario_swap (scenario, result);
  return TRUE;
}

/* Differences */

/* The items that a list lost and gained; the whole list where that says it shorter. */
static void
add_list_difference (GPtrArray *edits, const DlField *field, const DlScenario *from,
                     const DlScenario *to, const char *whole)
{
  const DlFaultKind *kind = field->type->faults;
  const GArray *before = *(GArray *const *) dl_field_at (field, from);
  const GArray *after = *(GArray *const *) dl_field_at (field, to);
  g_autoptr (GArray) lost = dl_faults_minus (kind, before, after);
  g_autoptr (GArray) gained = dl_faults_minus (kind, after, before);

  if (lost->len + gained->len >= after->len)
    {
      dl_edits_add_field (edits, DL_EDIT_SET, field, whole);
      return;
    }
  if (lost->len > 0)
    {
      g_autofree char *items = dl_faults_format (kind, lost);
      dl_edits_add_field (edits, DL_EDIT_REMOVE, field, items);
    }
  if (gained->len > 0)
    {
      g_autofree char *items = dl_faults_format (kind, gained);
      dl_edits_add_field (edits, DL_EDIT_ADD, field, items);
    }
}

GPtrArray *
dl_edits_between (const DlScenario *from, const DlScenario *to)
{
  GPtrArray *edits = dl_edits_new ();
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      const DlField *field = &fields[i];
      const gboolean was_set = dl_field_is_set (field, from);
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      if (!dl_field_is_set (field, to))
        {
          if (was_set)
            dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
          continue;
        }
      if (was_set && dl_field_is_shared (field, from, to))
        continue;
      before = dl_field_get (field, from);
      after = dl_field_get (field, to);
      if (was_set && strcmp (before, after) == 0)
        continue;
      if (was_set && dl_field_is_list (field))
        add_list_difference (edits, field, from, to, after);
      else
        dl_edits_add_field (edits, DL_EDIT_SET, field, after);
    }
  return edits;
}

GPtrArray *
dl_edits_restore_all (const DlScenario *scenario)
{
  GPtrArray *edits = dl_edits_new ();
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (dl_field_is_list (&fields[i]) && dl_field_is_set (&fields[i], scenario))
      dl_edits_add_field (edits, DL_EDIT_UNSET, &fields[i], NULL);
  return edits;
}

/* Text */

char *
dl_edits_to_text (const GPtrArray *edits)
{
  static const char *const signs[]
      = { [DL_EDIT_SET] = "=", [DL_EDIT_ADD] = "+=", [DL_EDIT_REMOVE] = "-=" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < edits->len; i++)
    {
      const DlEdit *edit = g_ptr_array_index (edits, i);

      if (edit->op == DL_EDIT_UNSET)
        g_string_append_printf (text, "!%s\n", edit->field->name);
      else
        {
          g_autofree char *value = dl_key_text_escape (edit->value);
          g_string_append_printf (text, "%s%s%s\n", edit->field->name, signs[edit->op], value);
        }
    }
  return g_string_free (text, FALSE);
}

const DlField *
dl_edits_find_key (const char *name, GError **error)
{
  const DlField *field = dl_field_find_name (name);
  g_auto (GStrv) parts = NULL;
  g_autofree char *quoted = NULL;
  g_autofree char *hint = NULL;

  if (field != NULL)
    return field;

  parts = g_strsplit (name, ".", 2);
  quoted = dl_value_quote (name);
  hint = parts[0] != NULL && parts[1] != NULL ? dl_field_hint (parts[0], parts[1])
                                              : dl_field_hint ("", name);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_KEY, _ ("%s: unknown key (%s)"), quoted,
               hint);
  return NULL;
}

/* "group.key=value" with "=", "+=" or "-=". */
static gboolean
parse_assignment (GPtrArray *edits, const char *text, gboolean escaped, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  const DlField *field;
  DlEditOp op = DL_EDIT_SET;
  gsize length;

  if (equals == NULL)
    {
      g_autofree char *quoted = dl_value_quote (text);
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                   _ ("%s has no = (expected GROUP.KEY=VALUE, such as traffic.load=0.2)"), quoted);
      return FALSE;
    }
  length = equals - text;
  if (length > 0 && (equals[-1] == '+' || equals[-1] == '-'))
    {
      op = equals[-1] == '+' ? DL_EDIT_ADD : DL_EDIT_REMOVE;
      length--;
    }
  name = g_strstrip (g_strndup (text, length));
  field = dl_edits_find_key (name, error);
  if (field == NULL)
    return FALSE;
  value = escaped ? dl_key_text_unescape (equals + 1, error) : g_strdup (equals + 1);
  if (value == NULL)
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  dl_edits_add_field (edits, op, field, value);
  return TRUE;
}

gboolean
dl_edits_parse_assignment (GPtrArray *edits, const char *assignment, GError **error)
{
  return parse_assignment (edits, assignment, FALSE, error);
}

gboolean
dl_edits_take_in (GPtrArray *edits, GError **error)
{
  DlEdit *edit = g_ptr_array_index (edits, edits->len - 1);

  return edit->op != DL_EDIT_SET
         || dl_scenario_take_in (edit->field, NULL, &edit->value, &edit->file_name, error);
}

GPtrArray *
dl_edits_from_text (const char *text, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '!')
        {
          const DlField *field = dl_edits_find_key (lines[i] + 1, error);
          if (field != NULL)
            {
              dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
              continue;
            }
        }
      else if (*lines[i] == '\0' || parse_assignment (edits, lines[i], TRUE, error))
        continue;
      g_prefix_error (error, _ ("line %u: "), i + 1);
      return NULL;
    }
  return g_steal_pointer (&edits);
}

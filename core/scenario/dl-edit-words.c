#include "dl-edit-words.h"

#include "dl-field-type.h"
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

/* A file's value of @field in the words of the window; what has no other words stays as it is. Free
 * with g_free. */
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

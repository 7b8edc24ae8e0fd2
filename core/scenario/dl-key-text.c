#include "dl-key-text.h"

#include "dl-scenario.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

static guint
line_of (const char *text, const char *at)
{
  guint line = 1;

  for (const char *c = text; (c = memchr (c, '\n', at - c)) != NULL; c++)
    line++;
  return line;
}

static gboolean
fail (guint *line, guint number, GError **error, const char *message)
{
  *line = number;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX, message);
  return FALSE;
}

/* The same rule as GKeyFile's: no brackets, no control characters. */
static gboolean
is_group_name (const char *name)
{
  if (*name == '\0')
    return FALSE;
  for (; *name != '\0'; name++)
    if (*name == '[' || *name == ']' || g_ascii_iscntrl (*name))
      return FALSE;
  return TRUE;
}

/* The same rule as GKeyFile's: no brackets but those of a locale at the end. */
static gboolean
is_key_name (const char *name)
{
  const char *c = name + strcspn (name, "[]");

  if (c == name || c[-1] == ' ')
    return FALSE;
  if (*c == '[')
    {
      for (c++; g_unichar_isalnum (g_utf8_get_char (c)) || (*c != '\0' && strchr ("-_.@", *c));)
        c = g_utf8_next_char (c);
      if (*c++ != ']')
        return FALSE;
    }
  return *c == '\0';
}

/* A "[group]" line. */
static gboolean
read_group (DlKeyText *self, char *start, guint number, guint *line, GError **error)
{
  char *end = strchr (start, ']');
  DlKeyGroup group = { .name = start + 1, .line = number, .first = self->lines->len };

  if (end != NULL)
    {
      const char *rest = end + 1 + strspn (end + 1, " \t\r\f");
      *end = '\0';
      if (*rest == '\0' && is_group_name (group.name))
        {
          g_array_append_val (self->groups, group);
          return TRUE;
        }
    }
  return fail (line, number, error,
               _ ("not a group (expected a name in brackets and nothing after it, as in [torus])"));
}

/* A "key=value" line. */
static gboolean
read_key (DlKeyText *self, char *start, guint number, guint *line, GError **error)
{
  char *equals = strchr (start, '=');
  DlKeyLine key = { .key = start, .line = number };

  if (equals == NULL)
    {
      g_autofree char *quoted = dl_value_quote (start);
      g_autofree char *message = g_strdup_printf (
          _ ("%s is not a group, key or comment (expected [group], key=value or #comment)"),
          quoted);
      return fail (line, number, error, message);
    }
  *equals = '\0';
  key.value = g_strchug (equals + 1);
  g_strchomp (start);
  if (!is_key_name (start))
    {
      g_autofree char *quoted = dl_value_quote (start);
      g_autofree char *message
          = g_strdup_printf (_ ("%s is not a name for a key (expected key=value)"), quoted);
      return fail (line, number, error, message);
    }
  if (self->groups->len == 0)
    return fail (line, number, error,
                 _ ("a key before the first group (put a line such as [scenario] first)"));
  g_array_append_val (self->lines, key);
  return TRUE;
}

static gboolean
read_lines (DlKeyText *self, guint *line, GError **error)
{
  guint number = 0;

  for (char *start = self->text, *next; start != NULL; start = next)
    {
      gsize length;

      number++;
      next = strchr (start, '\n');
      if (next != NULL)
        *next++ = '\0';
      while (g_ascii_isspace (*start))
        start++;
      for (length = strlen (start); length > 0 && start[length - 1] == '\r'; length--)
        start[length - 1] = '\0';

      if (*start == '\0')
        continue;
      if (*start == '#')
        {
          const DlKeyLine comment = { .key = NULL, .value = start, .line = number };
          if (self->groups->len > 0)
            g_array_append_val (self->lines, comment);
        }
      else if (!(*start == '[' ? read_group (self, start, number, line, error)
                               : read_key (self, start, number, line, error)))
        return FALSE;

      if (self->groups->len > 0)
        {
          DlKeyGroup *group = &g_array_index (self->groups, DlKeyGroup, self->groups->len - 1);
          group->n = self->lines->len - group->first;
        }
    }
  return TRUE;
}

/* Something that has a name and may be there once only. */
typedef struct
{
  const char *name;
  guint line;
} Once;

static int
compare_once (const void *a, const void *b)
{
  const Once *oa = a, *ob = b;
  const int order = strcmp (oa->name, ob->name);

  return order != 0 ? order : (oa->line > ob->line) - (oa->line < ob->line);
}

/* The earliest line of @onces that names what a line before it has named. Sorting, not a hash
 * table: names come from strangers, who may choose them to collide. */
static gboolean
find_twice (GArray *onces, Once *first, Once *second)
{
  gboolean found = FALSE;

  if (onces->len > 1)
    qsort (onces->data, onces->len, sizeof (Once), compare_once);
  for (guint i = 1; i < onces->len; i++)
    {
      const Once *a = &g_array_index (onces, Once, i - 1);
      const Once *b = &g_array_index (onces, Once, i);
      if (strcmp (a->name, b->name) == 0 && (!found || b->line < second->line))
        {
          *first = *a;
          *second = *b;
          found = TRUE;
        }
    }
  return found;
}

static gboolean
check_groups_once (const DlKeyText *self, guint *line, GError **error)
{
  g_autoptr (GArray) onces = g_array_new (FALSE, FALSE, sizeof (Once));
  Once first, second;

  for (guint g = 0; g < self->groups->len; g++)
    {
      const DlKeyGroup *group = &g_array_index (self->groups, DlKeyGroup, g);
      const Once once = { group->name, group->line };
      g_array_append_val (onces, once);
    }
  if (find_twice (onces, &first, &second))
    {
      g_autofree char *quoted = dl_value_quote (second.name);
      g_autofree char *message = g_strdup_printf (
          _ ("group %s is already on line %u (put its keys together)"), quoted, first.line);
      return fail (line, second.line, error, message);
    }
  return TRUE;
}

static gboolean
check_keys_once (const DlKeyText *self, const DlKeyGroup *group, guint *line, GError **error)
{
  g_autoptr (GArray) onces = g_array_new (FALSE, FALSE, sizeof (Once));
  Once first, second;

  for (guint i = group->first; i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (self->lines, DlKeyLine, i);
      const Once once = { key->key, key->line };
      if (key->key != NULL)
        g_array_append_val (onces, once);
    }
  if (find_twice (onces, &first, &second))
    {
      g_autofree char *quoted = dl_value_quote (second.name);
      g_autofree char *message = g_strdup_printf (
          _ ("key %s is already on line %u (keep one of them)"), quoted, first.line);
      return fail (line, second.line, error, message);
    }
  return TRUE;
}

DlKeyText *
dl_key_text_new (const char *text, gsize length, guint *line, GError **error)
{
  g_autoptr (DlKeyText) self = g_new0 (DlKeyText, 1);
  const char *nul = memchr (text, '\0', length);
  const char *invalid;

  self->groups = g_array_new (FALSE, FALSE, sizeof (DlKeyGroup));
  self->lines = g_array_new (FALSE, FALSE, sizeof (DlKeyLine));

  if (!g_utf8_validate_len (text, length, &invalid) || nul != NULL)
    {
      fail (line, line_of (text, nul != NULL && nul < invalid ? nul : invalid), error,
            _ ("not a text file (expected plain text in UTF-8)"));
      return NULL;
    }
  /* A byte order mark, as some editors put it. */
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }

  self->text = g_strndup (text, length);
  if (!read_lines (self, line, error) || !check_groups_once (self, line, error))
    return NULL;
  for (guint g = 0; g < self->groups->len; g++)
    if (!check_keys_once (self, &g_array_index (self->groups, DlKeyGroup, g), line, error))
      return NULL;
  return g_steal_pointer (&self);
}

void
dl_key_text_free (DlKeyText *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->groups);
  g_array_unref (self->lines);
  g_free (self->text);
  g_free (self);
}

char *
dl_key_text_escape (const char *value)
{
  GString *text = g_string_new (NULL);

  for (const char *c = value; *c != '\0'; c++)
    switch (*c)
      {
      case ' ':
        /* Only at the start would it be taken for nothing. */
        g_string_append (text, c == value ? "\\s" : " ");
        break;
      case '\t':
        g_string_append (text, "\\t");
        break;
      case '\n':
        g_string_append (text, "\\n");
        break;
      case '\r':
        g_string_append (text, "\\r");
        break;
      case '\\':
        g_string_append (text, "\\\\");
        break;
      default:
        g_string_append_c (text, *c);
      }
  return g_string_free (text, FALSE);
}

char *
dl_key_text_unescape (const char *value, GError **error)
{
  static const char codes[] = "sntr\\";
  static const char characters[] = " \n\t\r\\";
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *c = value; *c != '\0'; c++)
    {
      const char *code;

      if (*c != '\\')
        {
          g_string_append_c (text, *c);
          continue;
        }
      c++;
      /* In lists of names as GKeyFile writes them; they are told apart with the list. */
      if (*c == ';' || *c == ':')
        {
          g_string_append_c (g_string_append_c (text, '\\'), *c);
          continue;
        }
      code = *c != '\0' ? strchr (codes, *c) : NULL;
      if (code == NULL)
        {
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                       _ ("an incomplete escape sequence (write \\\\ for one backslash)"));
          return NULL;
        }
      g_string_append_c (text, characters[code - codes]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

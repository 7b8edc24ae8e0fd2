#include "dl-lesson-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define BEFORE " before"
#define START  " start"
#define ANSWER "answer"

/* A zero-width space. */
#define BREAK          "\xe2\x80\x8b"
#define NO_BREAK_SPACE "\xc2\xa0"
/* A word joiner. */
#define JOINER "\xe2\x81\xa0"

/* Braces --------------------------------------------------------------------------------------- */

/* The next placeholder from *@at on: what is before it goes to @plain (nullable), what it holds is
 * returned; *@at is behind it. NULL at the end, or for a brace that is not closed, which *@at is
 * at. */
static char *
next_placeholder (const char **at, GString *plain)
{
  const char *c = *at;

  for (; *c != '\0'; c++)
    {
      const char *close;

      if ((c[0] == '{' && c[1] == '{') || (c[0] == '}' && c[1] == '}'))
        {
          if (plain != NULL)
            g_string_append_c (plain, *c);
          c++;
          continue;
        }
      if (*c == '}')
        break;
      if (*c != '{')
        {
          if (plain != NULL)
            g_string_append_c (plain, *c);
          continue;
        }
      close = strpbrk (c + 1, "{}");
      if (close == NULL || *close == '{')
        break;
      *at = close + 1;
      /* Where a line ends is up to the editor it was written in. */
      return g_strstrip (g_strdelimit (g_strndup (c + 1, close - c - 1), "\n", ' '));
    }
  *at = c;
  return NULL;
}

/* The fact of a placeholder and which world it is of: 0 now, 1 before, 2 start. */
static DlFact *
read_placeholder (const char *text, guint *world, GError **error)
{
  g_autofree char *name = g_strdup (text);

  *world = g_str_has_suffix (name, BEFORE) ? 1 : g_str_has_suffix (name, START) ? 2 : 0;
  if (*world > 0)
    name[strlen (name) - strlen (*world == 1 ? BEFORE : START)] = '\0';
  return dl_fact_parse (name, error);
}

/* A number stands in braces where the language has a say in how it is written: {12672}, {0.30}. */
static char *
format_number (const char *placeholder)
{
  const gsize whole = strspn (placeholder, "0123456789");
  const char *part = placeholder[whole] == '.' ? placeholder + whole + 1 : placeholder + whole;
  const gsize digits = strspn (part, "0123456789");

  if (whole == 0 || whole + digits > 15 || part[digits] != '\0' || (part[-1] == '.' && digits == 0))
    return NULL;
  return g_strdup_printf ("%'.*f", (int) digits, g_ascii_strtod (placeholder, NULL));
}

gboolean
dl_lesson_text_check (const char *text, GError **error)
{
  char *placeholder;

  while ((placeholder = next_placeholder (&text, NULL)) != NULL)
    {
      g_autofree char *owned = placeholder;
      g_autofree char *number = format_number (owned);
      g_autoptr (DlFact) fact = NULL;
      guint world;

      if (number != NULL || strcmp (owned, ANSWER) == 0)
        continue;
      fact = read_placeholder (owned, &world, error);
      if (fact == NULL)
        return FALSE;
    }
  if (*text == '\0')
    return TRUE;
  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               *text == '{' ? _ ("a { that is not closed ({FACT}; a brace itself is {{)")
                            : _ ("a } that closes nothing ({FACT}; a brace itself is }})"));
  return FALSE;
}

static gint
compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Each of @found, taken, once and in order. */
static GStrv
sorted_set (GPtrArray *found)
{
  g_ptr_array_sort (found, compare_text);
  for (guint i = found->len; i-- > 1;)
    if (strcmp (found->pdata[i], found->pdata[i - 1]) == 0)
      g_ptr_array_remove_index (found, i);
  g_ptr_array_set_free_func (found, NULL);
  g_ptr_array_add (found, NULL);
  return (GStrv) g_ptr_array_free (found, FALSE);
}

GStrv
dl_lesson_text_placeholders (const char *text)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  char *placeholder;

  while ((placeholder = next_placeholder (&text, NULL)) != NULL)
    g_ptr_array_add (found, placeholder);
  return sorted_set (found);
}

/* A value is not Markdown, whatever is in it. */
static void
append_escaped (GString *out, const char *value)
{
  for (; *value != '\0'; value++)
    {
      if (strchr ("*`\\", *value) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *value == '\n' ? ' ' : *value);
    }
}

static char *
value_of (const char *placeholder, const DlLessonFacts *facts)
{
  const DlWorld *const worlds[] = { facts->now, facts->before, facts->start };
  g_autoptr (DlFact) fact = NULL;
  char *number = format_number (placeholder);
  guint world;

  if (number != NULL)
    return number;
  if (strcmp (placeholder, ANSWER) == 0)
    return g_strdup (facts->answer != NULL ? facts->answer : "–");
  fact = read_placeholder (placeholder, &world, NULL);
  return fact != NULL && worlds[world] != NULL ? dl_fact_format (fact, worlds[world])
                                               : g_strdup ("–");
}

/* Is nothing but blanks behind the last end of a line? */
static gboolean
at_line_begin (const GString *out)
{
  gsize i = out->len;

  while (i > 0 && g_ascii_isspace (out->str[i - 1]) && out->str[i - 1] != '\n')
    i--;
  return i == 0 || out->str[i - 1] == '\n';
}

char *
dl_lesson_text_fill (const char *text, const DlLessonFacts *facts)
{
  GString *out = g_string_new (NULL);
  char *placeholder;

  while ((placeholder = next_placeholder (&text, out)) != NULL)
    {
      g_autofree char *owned = placeholder;
      g_autofree char *value = value_of (owned, facts);
      const gboolean begins_line = at_line_begin (out);

      append_escaped (out, value);
      /* A sentence that ends with a number is no item of a list: "instead of\n4. One up". */
      if (begins_line && *text == '.')
        g_string_append_c (out, '\\');
    }
  /* Of a text that was not checked. */
  g_string_append (out, text);
  return g_string_free (out, FALSE);
}

/* Markdown ------------------------------------------------------------------------------------- */

typedef enum
{
  BOLD,
  EMPHASIS,
  N_STYLES
} Style;

static const struct
{
  const char *mark, *begin, *end;
} styles[N_STYLES] = { { "**", "<b>", "</b>" }, { "*", "<i>", "</i>" } };

typedef struct
{
  GString *markup, *plain;
  Style open[N_STYLES];
  guint n_open;
  guint run; /* characters since a line could last be broken */
} Inline;

/* Does a word end before @at that takes Pango far too long to lay out? Its time grows with the
 * square of what it cannot break. */
static gboolean
is_endless (const char *at, guint *run)
{
  const gunichar c = g_utf8_get_char (at);

  *run = g_unichar_isspace (c) || g_unichar_iszerowidth (c) || g_unichar_iswide (c) ? 0 : *run + 1;
  if (*run <= DL_LESSON_MAX_WORD)
    return FALSE;
  *run = 1;
  return TRUE;
}

char *
dl_lesson_text_break (const char *text)
{
  GString *out = g_string_new (NULL);
  guint run = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      if (is_endless (at, &run))
        g_string_append (out, BREAK);
      g_string_append_len (out, at, g_utf8_next_char (at) - at);
    }
  return g_string_free (out, FALSE);
}

static void
put (Inline *out, const char *text, gsize length)
{
  for (const char *at = text, *next; at < text + length; at = next)
    {
      g_autofree char *escaped = NULL;

      next = g_utf8_next_char (at);
      escaped = g_markup_escape_text (at, next - at);
      if (is_endless (at, &out->run))
        {
          g_string_append (out->markup, BREAK);
          g_string_append (out->plain, BREAK);
        }
      g_string_append (out->markup, escaped);
      g_string_append_len (out->plain, at, next - at);
    }
}

/* A hop of a route, "Y+.1", stays in one line. */
static void
put_code (Inline *out, const char *text, gsize length)
{
  for (const char *at = text, *end; at < text + length; at = end)
    {
      const char *point = memchr (at, '.', text + length - at);

      end = point != NULL ? point + 1 : text + length;
      put (out, at, end - at);
      if (end < text + length && g_ascii_isdigit (*end))
        g_string_append (out->markup, JOINER);
    }
}

static gboolean
is_open (const Inline *out, Style style)
{
  for (guint i = 0; i < out->n_open; i++)
    if (out->open[i] == style)
      return TRUE;
  return FALSE;
}

/* Marks open in front of a word and close behind one; others are only signs: 2 * 3. */
static gboolean
take_mark (Inline *out, const char *begin, const char *at)
{
  const Style style = at[1] == '*' ? BOLD : EMPHASIS;
  const char *after = at + strlen (styles[style].mark);

  if (out->n_open > 0 && out->open[out->n_open - 1] == style && at > begin
      && !g_ascii_isspace (at[-1]))
    {
      g_string_append (out->markup, styles[style].end);
      out->n_open--;
      return TRUE;
    }
  if (is_open (out, style) || *after == '\0' || g_ascii_isspace (*after)
      || strstr (after, styles[style].mark) == NULL)
    return FALSE;
  g_string_append (out->markup, styles[style].begin);
  out->open[out->n_open++] = style;
  return TRUE;
}

/* [words](topic#anchor): a part of the manual. Anything else in brackets is text. */
static gboolean
take_link (Inline *out, const char **at)
{
  static const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  const char *close = strpbrk (*at + 1, "[]");
  const char *target = close != NULL && *close == ']' && close[1] == '(' ? close + 2 : NULL;
  const char *end = target != NULL ? target + strspn (target, letters) : NULL;

  if (target == NULL || end == target || close == *at + 1)
    return FALSE;
  if (*end == '#')
    end += 1 + strspn (end + 1, letters);
  if (*end != ')' || end[-1] == '#')
    return FALSE;
  g_string_append_printf (out->markup, "<a href=\"%.*s\">", (int) (end - target), target);
  put (out, *at + 1, close - *at - 1);
  g_string_append (out->markup, "</a>");
  *at = end + 1;
  return TRUE;
}

static void
take_inline (Inline *out, const char *text)
{
  const char *at = text;

  while (*at != '\0')
    {
      const char *close = *at == '`' ? strchr (at + 1, '`') : NULL;
      const char *next = g_utf8_next_char (at);

      if (*at == '\\' && strchr ("*`\\.", at[1]) != NULL && at[1] != '\0')
        {
          put (out, at + 1, 1);
          at += 2;
        }
      else if (close != NULL)
        {
          g_string_append (out->markup, "<tt>");
          put_code (out, at + 1, close - at - 1);
          g_string_append (out->markup, "</tt>");
          at = close + 1;
        }
      else if (*at == '*' && take_mark (out, text, at))
        at += at[1] == '*' ? 2 : 1;
      else if (*at == '[' && take_link (out, &at))
        continue;
      else if (at > text && g_ascii_isdigit (at[-1]) && at[0] == ' ' && at[1] == '%')
        {
          /* "20 %" stays in one line. */
          g_string_append (out->markup, NO_BREAK_SPACE);
          g_string_append (out->plain, NO_BREAK_SPACE);
          out->run++;
          at++;
        }
      else
        {
          put (out, at, next - at);
          at = next;
        }
    }
  /* A mark that was opened and never closed behind a word. */
  while (out->n_open > 0)
    g_string_append (out->markup, styles[out->open[--out->n_open]].end);
}

static void
block_free (gpointer data)
{
  DlLessonBlock *block = data;

  g_free (block->markup);
  g_free (block->plain);
  g_free (block);
}

static void
finish_block (GPtrArray *blocks, DlBlockKind kind, guint number, GString *text)
{
  Inline out = { 0 };
  DlLessonBlock *block;

  if (text->len == 0)
    return;
  out.markup = g_string_new (NULL);
  out.plain = g_string_new (NULL);
  take_inline (&out, text->str);
  block = g_new0 (DlLessonBlock, 1);
  block->kind = kind;
  block->number = number;
  block->markup = g_string_free (out.markup, FALSE);
  block->plain = g_string_free (out.plain, FALSE);
  g_ptr_array_add (blocks, block);
  g_string_truncate (text, 0);
}

/* Does an item begin here, and behind what? */
static gboolean
begins_item (const char *line, DlBlockKind *kind, guint *number, const char **rest)
{
  const gsize digits = strspn (line, "0123456789");

  *rest = line + 2;
  *kind = DL_BLOCK_BULLET;
  *number = 0;
  if (g_str_has_prefix (line, "- ") || g_str_has_prefix (line, "* "))
    return TRUE;
  if (digits == 0 || digits > 3 || line[digits] != '.' || line[digits + 1] != ' ')
    return FALSE;
  *rest = line + digits + 2;
  *kind = DL_BLOCK_NUMBERED;
  *number = (guint) g_ascii_strtoull (line, NULL, 10);
  return TRUE;
}

GPtrArray *
dl_lesson_text_blocks (const char *markdown)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  g_auto (GStrv) lines = g_strsplit (markdown, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  DlBlockKind kind = DL_BLOCK_PARAGRAPH;
  guint number = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      DlBlockKind next;
      guint next_number;
      const char *rest;

      if (*line == '\0')
        {
          finish_block (blocks, kind, number, text);
          kind = DL_BLOCK_PARAGRAPH;
        }
      else if (begins_item (line, &next, &next_number, &rest))
        {
          finish_block (blocks, kind, number, text);
          kind = next;
          number = next_number;
          g_string_assign (text, rest);
        }
      else
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", line);
    }
  finish_block (blocks, kind, number, text);
  return blocks;
}

char *
dl_lesson_text_plain (const char *markdown)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown);
  GString *plain = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    g_string_append_printf (plain, "%s%s", i > 0 ? "\n" : "",
                            ((const DlLessonBlock *) blocks->pdata[i])->plain);
  return g_string_free (plain, FALSE);
}

/* Links ---------------------------------------------------------------------------------------- */

GStrv
dl_lesson_text_links (const char *markdown)
{
  static const char *const begin = "<a href=\"";
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < blocks->len; i++)
    {
      const char *at = ((const DlLessonBlock *) blocks->pdata[i])->markup;

      while ((at = strstr (at, begin)) != NULL)
        {
          at += strlen (begin);
          g_ptr_array_add (found, g_strndup (at, strcspn (at, "\"")));
        }
    }
  return sorted_set (found);
}

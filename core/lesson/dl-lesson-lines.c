#include "dl-lesson-lines.h"

#include "dl-safe-text.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define INDENT "  "

/* Problems ------------------------------------------------------------------------------------- */

DlProblems *
dl_problems_new (const char *file_name)
{
  DlProblems *problems = g_new0 (DlProblems, 1);

  problems->file_name = dl_text_excerpt (file_name);
  problems->messages = g_ptr_array_new_with_free_func (g_free);
  return problems;
}

void
dl_problems_free (DlProblems *problems)
{
  if (problems == NULL)
    return;
  g_free (problems->file_name);
  g_ptr_array_unref (problems->messages);
  g_free (problems);
}

/* Messages quote what is in the file: whatever that is, they stay one line of text. */
static char *
one_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *c = valid; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return dl_text_printable (valid, -1, FALSE);
}

void
dl_problems_add (DlProblems *problems, guint line, const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *whole = NULL;
  va_list args;

  if (problems == NULL || problems->n++ >= DL_PROBLEMS_MAX)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  whole = line > 0 ? g_strdup_printf ("%s:%u: %s", problems->file_name, line, message)
                   : g_strdup_printf ("%s: %s", problems->file_name, message);
  g_ptr_array_add (problems->messages, one_line (whole));
}

void
dl_problems_add_error (DlProblems *problems, guint line, GError *error)
{
  dl_problems_add (problems, line, "%s", error->message);
  g_error_free (error);
}

/* Reading -------------------------------------------------------------------------------------- */

static void
line_free (gpointer data)
{
  DlLessonLine *line = data;

  g_free (line->key);
  g_free (line->value);
  g_free (line);
}

typedef struct
{
  DlProblems *problems;
  GPtrArray *lines;
  GString *value; /* of the last of @lines */
  gboolean open;  /* may go on */
  guint number;   /* of the line that was read last */
} Reader;

static void
finish_value (Reader *reader)
{
  if (reader->open)
    {
      DlLessonLine *line = g_ptr_array_index (reader->lines, reader->lines->len - 1);
      const char *value = reader->value->str;

      /* Blanks after the text of a line are lost in editors and mails: they never count. */
      while (*value == '\n')
        value++;
      line->value = g_strchomp (g_strdup (value));
    }
  reader->open = FALSE;
}

static gsize
key_length (const char *line)
{
  gsize n = 0;

  while (g_ascii_islower (line[n]) || (n > 0 && line[n] == '-'))
    n++;
  return line[n] == ':' ? n : 0;
}

static void
begin_line (Reader *reader, const char *text)
{
  const gsize n = key_length (text);
  DlLessonLine *line;

  finish_value (reader);
  if (n == 0)
    {
      g_autofree char *quoted = dl_value_quote (text);

      dl_problems_add (reader->problems, reader->number,
                       _ ("%s is not a line of this format (expected KEY: VALUE; continued text "
                          "is indented by two spaces; a comment starts with #)"),
                       quoted);
      return;
    }
  line = g_new0 (DlLessonLine, 1);
  line->key = g_strndup (text, n);
  line->line = reader->number;
  g_ptr_array_add (reader->lines, line);
  g_string_assign (reader->value, text + n + 1);
  g_strstrip (reader->value->str);
  reader->value->len = strlen (reader->value->str);
  reader->open = TRUE;
}

static void
go_on (Reader *reader, const char *text)
{
  if (reader->open)
    {
      g_string_append_c (reader->value, '\n');
      g_string_append (reader->value, text);
    }
  else if (*text != '\0')
    dl_problems_add (
        reader->problems, reader->number,
        _ ("an indented line has nothing to continue (expected KEY: VALUE before it)"));
}

static void
take_line (Reader *reader, char *text)
{
  g_strchomp (text);
  if (*text == '\0')
    go_on (reader, "");
  else if (*text == '#')
    return;
  else if (*text == '\t')
    go_on (reader, text + 1);
  else if (g_str_has_prefix (text, INDENT))
    go_on (reader, text + strlen (INDENT));
  else if (*text == ' ')
    dl_problems_add (reader->problems, reader->number,
                     _ ("the line starts with one space (use two for continued text, none for a "
                        "key)"));
  else
    begin_line (reader, text);
}

static gboolean
is_text (const char *text, gsize length, gsize max_bytes, DlProblems *problems)
{
  const char *bad;
  guint line = 1;

  if (length > max_bytes)
    {
      dl_problems_add (problems, 0, _ ("the file has %lu bytes (at most %lu)"), (gulong) length,
                       (gulong) max_bytes);
      return FALSE;
    }
  /* A zero byte ends it too. */
  if (g_utf8_validate_len (text, length, &bad))
    return TRUE;
  for (const char *c = text; c < bad; c++)
    line += *c == '\n';
  dl_problems_add (problems, line, _ ("the file is not text (save it as UTF-8)"));
  return FALSE;
}

/* Behind the mark that some editors put in front of UTF-8. */
static const char *
skip_mark (const char *text, gsize length)
{
  return length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

/* The line at *@text, which gets the next one: @end after the last. */
static char *
take_text (const char **text, const char *end)
{
  const char *begin = *text;
  const char *stop = memchr (begin, '\n', end - begin);
  const gsize n = (stop != NULL ? stop : end) - begin;

  *text = begin + n + (stop != NULL ? 1 : 0);
  return g_strndup (begin, n);
}

gboolean
dl_lesson_lines_begin_with (const char *text, gsize length, const char *key)
{
  const char *end = text + length;

  text = skip_mark (text, length);
  while (text < end)
    {
      g_autofree char *line = take_text (&text, end);
      const gsize n = key_length (line);

      g_strchomp (line);
      if (*line != '\0' && *line != '#')
        return n == strlen (key) && memcmp (line, key, n) == 0;
    }
  return FALSE;
}

GPtrArray *
dl_lesson_lines_read (const char *text, gsize length, gsize max_bytes, DlProblems *problems)
{
  Reader reader = { .problems = problems };
  g_autoptr (GString) value = g_string_new (NULL);
  const char *end = text + length;

  reader.value = value;
  reader.lines = g_ptr_array_new_with_free_func (line_free);
  if (!is_text (text, length, max_bytes, problems))
    return reader.lines;
  text = skip_mark (text, length);
  while (text < end)
    {
      g_autofree char *line = take_text (&text, end);

      if (++reader.number > DL_LESSON_LINES_MAX)
        {
          dl_problems_add (problems, reader.number, _ ("too many lines (at most %d)"),
                           DL_LESSON_LINES_MAX);
          break;
        }
      take_line (&reader, line);
    }
  finish_value (&reader);
  return reader.lines;
}

/* Writing -------------------------------------------------------------------------------------- */

void
dl_lesson_lines_append (GString *text, const char *key, const char *value)
{
  g_auto (GStrv) lines = NULL;

  g_string_append_printf (text, "%s:", key);
  /* Blanks in front of a value in its first line would not count: form feeds, too. */
  if (strchr (value, '\n') == NULL && !g_ascii_isspace (*value))
    {
      g_string_append_printf (text, "%s%s\n", *value != '\0' ? " " : "", value);
      return;
    }
  g_string_append_c (text, '\n');
  lines = g_strsplit (value, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "%s%s\n", *lines[i] != '\0' ? INDENT : "", lines[i]);
}

#include "dl-lesson-text.h"

#include "dl-manual.h"
#include "dl-output.h"
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

/* Messages quote the file: whatever it contains, they stay one line of text. */
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

#define BEFORE " before"
#define START  " start"
#define ANSWER "answer"

/* A zero-width space. */
#define BREAK          "\xe2\x80\x8b"
#define NO_BREAK_SPACE "\xc2\xa0"
/* A word joiner. */
#define JOINER "\xe2\x81\xa0"
/* Where values stand while Markdown is read: characters of private use, in which it sees letters.
 */
#define PRIVATE 0xf0000

/* Braces --------------------------------------------------------------------------------------- */

/* The next placeholder from *@at on: the text before it goes to @plain (nullable), its content is
 * returned; *@at moves past it. NULL at the end, or for a brace that is not closed, which *@at is
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
               *text == '{' ? _ ("a { is not closed (expected {FACT}; a literal brace is {{)")
                            : _ ("a } has no matching { (expected {FACT}; a literal brace is }})"));
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

/* A value is not Markdown, whatever is in it, nor does it begin a list. */
static void
append_value (GString *out, const char *value)
{
  for (const char *at = value; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      g_string_append_unichar (out, g_unichar_iscntrl (c) ? ' ' : c < 0xfffe ? PRIVATE + c : c);
    }
}

/* Text with its values as read. Free with g_free. */
static char *
show_values (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      const gunichar value = c - PRIVATE;

      g_string_append_unichar (
          out, c > PRIVATE && g_unichar_validate (value) && !g_unichar_iscntrl (value) ? value : c);
    }
  return g_string_free (out, FALSE);
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

char *
dl_lesson_text_fill (const char *text, const DlLessonFacts *facts)
{
  GString *out = g_string_new (NULL);
  char *placeholder;

  while ((placeholder = next_placeholder (&text, out)) != NULL)
    {
      g_autofree char *owned = placeholder;
      g_autofree char *value = value_of (owned, facts);

      append_value (out, value);
    }
  /* The rest of a text that was not checked. */
  g_string_append (out, text);
  return g_string_free (out, FALSE);
}

/* Markdown ------------------------------------------------------------------------------------- */

typedef struct
{
  GString *markup, *plain;
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
put_sign (Inline *out, const char *sign)
{
  g_autofree char *escaped = g_markup_escape_text (sign, -1);

  g_string_append (out->markup, escaped);
  g_string_append (out->plain, sign);
}

/* A hop of a route, "Y+.1", stays in one line, and so does "20 %". */
static void
put (Inline *out, const char *text, gboolean literal)
{
  for (const char *at = text, *next; *at != '\0'; at = next)
    {
      g_autofree char *sign = NULL;

      next = g_utf8_next_char (at);
      if (!literal && at > text && g_ascii_isdigit (at[-1]) && at[0] == ' ' && at[1] == '%')
        {
          put_sign (out, NO_BREAK_SPACE);
          out->run++;
          continue;
        }
      if (is_endless (at, &out->run))
        put_sign (out, BREAK);
      sign = *at == '\n' ? g_strdup (" ") : g_strndup (at, next - at);
      put_sign (out, sign);
      if (literal && *at == '.' && g_ascii_isdigit (*next))
        g_string_append (out->markup, JOINER);
    }
}

static void
put_span (Inline *out, const DlMarkdownSpan *span, guint style)
{
  static const char *const tags[] = { "i", "b", "tt" }; /* by DlMarkdownStyle */
  g_autofree char *text = show_values (span->text);

  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if ((style >> i & 1) != 0)
      g_string_append_printf (out->markup, "<%s>", tags[i]);
  put (out, text, (style & DL_MARKDOWN_LITERAL) != 0);
  for (guint i = G_N_ELEMENTS (tags); i-- > 0;)
    if ((style >> i & 1) != 0)
      g_string_append_printf (out->markup, "</%s>", tags[i]);
}

/* The spans from @i on that are one link, or one that is not a link. Returns the next one. */
static guint
put_link (Inline *out, const GPtrArray *spans, guint i, guint style)
{
  const char *link = ((const DlMarkdownSpan *) spans->pdata[i])->link;
  const gboolean in_manual = link != NULL && dl_manual_is_target (link);
  const gsize begin = out->plain->len;

  if (in_manual)
    g_string_append_printf (out->markup, "<a href=\"%s\">", link);
  do
    {
      const DlMarkdownSpan *span = spans->pdata[i++];

      put_span (out, span, span->style | style);
    }
  while (link != NULL && i < spans->len
         && g_strcmp0 (((const DlMarkdownSpan *) spans->pdata[i])->link, link) == 0);
  if (in_manual)
    g_string_append (out->markup, "</a>");
  /* Nothing opens an address: it can only be read. */
  else if (link != NULL && strcmp (out->plain->str + begin, link) != 0)
    {
      g_autofree char *address = g_strdup_printf (" (%s)", link);
      g_autofree char *shown = show_values (address);

      put (out, shown, FALSE);
    }
  return i;
}

static void
block_free (gpointer data)
{
  DlLessonBlock *block = data;

  g_free (block->marker);
  g_free (block->markup);
  g_free (block->plain);
  g_free (block);
}

static DlLessonBlock *
block_new (const DlMarkdownBlock *from)
{
  const guint style = from->kind == DL_MARKDOWN_HEADING ? DL_MARKDOWN_STRONG : 0;
  Inline out = { g_string_new (NULL), g_string_new (NULL), 0 };
  DlLessonBlock *block = g_new0 (DlLessonBlock, 1);

  for (guint i = 0; i < from->spans->len;)
    i = put_link (&out, from->spans, i, style);
  block->marker = g_strdup (from->marker);
  block->markup = g_string_free (out.markup, FALSE);
  block->plain = g_string_free (out.plain, FALSE);
  return block;
}

/* Blanks in front of a line never count: how far it is in is up to the file. */
static GPtrArray *
read_markdown (const char *markdown)
{
  g_auto (GStrv) lines = g_strsplit (markdown, "\n", -1);
  g_autofree char *text = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    g_strstrip (lines[i]);
  text = g_strjoinv ("\n", lines);
  return dl_markdown_read (text, strlen (text));
}

GPtrArray *
dl_lesson_text_blocks (const char *markdown)
{
  g_autoptr (GPtrArray) from = read_markdown (markdown);
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);

  for (guint i = 0; i < from->len; i++)
    if (((const DlMarkdownBlock *) from->pdata[i])->spans->len > 0)
      g_ptr_array_add (blocks, block_new (from->pdata[i]));
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

GStrv
dl_lesson_text_links (const char *markdown)
{
  g_autoptr (GPtrArray) blocks = read_markdown (markdown);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < blocks->len; i++)
    {
      const GPtrArray *spans = ((const DlMarkdownBlock *) blocks->pdata[i])->spans;

      for (guint k = 0; k < spans->len; k++)
        {
          const char *link = ((const DlMarkdownSpan *) spans->pdata[k])->link;

          if (link != NULL && dl_manual_is_target (link))
            g_ptr_array_add (found, g_strdup (link));
        }
    }
  return sorted_set (found);
}

/* For a terminal ------------------------------------------------------------------------------- */

/* In Chinese a line may end between any two letters, but not before a closing mark, nor after an
 * opening one. */
static gboolean
may_break (gunichar before, gunichar after)
{
  if (!g_unichar_iswide (before) && !g_unichar_iswide (after))
    return FALSE;
  switch (g_unichar_break_type (after))
    {
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION:
    case G_UNICODE_BREAK_CLOSE_PARANTHESIS:
    case G_UNICODE_BREAK_EXCLAMATION:
    case G_UNICODE_BREAK_INFIX_SEPARATOR:
    case G_UNICODE_BREAK_NON_STARTER:
    case G_UNICODE_BREAK_POSTFIX:
    case G_UNICODE_BREAK_QUOTATION:
    case G_UNICODE_BREAK_COMBINING_MARK:
      return FALSE;
    default:
      break;
    }
  switch (g_unichar_break_type (before))
    {
    case G_UNICODE_BREAK_OPEN_PUNCTUATION:
    case G_UNICODE_BREAK_PREFIX:
    case G_UNICODE_BREAK_QUOTATION:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Where what begins at @text and stays together ends. */
static const char *
end_of_word (const char *text)
{
  const char *next;

  for (; *text != '\0' && *text != ' '; text = next)
    {
      next = g_utf8_next_char (text);
      if (*next != '\0' && may_break (g_utf8_get_char (text), g_utf8_get_char (next)))
        return next;
    }
  return text;
}

/* @first begins the first line, as many blanks the others. */
static void
wrap_block (GString *out, const char *plain, guint width, const char *indent, const char *first)
{
  const guint lead = dl_text_width (indent) + dl_text_width (first);
  guint column = lead;

  g_string_append_printf (out, "%s%s", indent, first);
  while (*plain != '\0')
    {
      const gsize blanks = strspn (plain, " ");
      const char *end = end_of_word (plain + blanks);
      g_autofree char *word = g_strndup (plain + blanks, end - plain - blanks);
      const guint columns = dl_text_width (word);
      const guint gap = blanks > 0 && column > lead ? 1 : 0;

      plain = end;
      if (columns == 0)
        continue;
      if (column > lead && column + gap + columns > width)
        {
          g_string_append_printf (out, "\n%s%*s", indent, (int) dl_text_width (first), "");
          column = lead;
        }
      else if (gap > 0)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, word);
      column += columns;
    }
  g_string_append_c (out, '\n');
}

char *
dl_lesson_text_wrap (const char *markdown, guint width, const char *indent)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const DlLessonBlock *block = g_ptr_array_index (blocks, i);
      g_autofree char *first
          = block->marker != NULL ? g_strconcat (block->marker, " ", NULL) : g_strdup ("");

      if (i > 0 && block->marker == NULL)
        g_string_append_c (out, '\n');
      wrap_block (out, block->plain, width, indent, first);
    }
  return g_string_free (out, FALSE);
}

#include "dl-text-lines.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define SUBSTITUTE      '\x1a'
#define EXCERPT_CHARS   40

void
dl_text_lines_init (DlTextLines *lines, const char *text, gssize length, const char *file_name)
{
  const gsize size = length < 0 ? strlen (text) : (gsize) length;
  const gsize mark = strlen (BYTE_ORDER_MARK);

  *lines = (DlTextLines) { .at = text, .end = text + size, .file_name = file_name };
  if (size >= mark && memcmp (text, BYTE_ORDER_MARK, mark) == 0)
    lines->at += mark;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

gboolean
dl_text_lines_next (DlTextLines *lines, GString *line)
{
  const char *start = lines->at, *end;

  if (start == lines->end)
    return FALSE;
  end = memchr (start, '\n', lines->end - start);
  lines->at = end != NULL ? end + 1 : lines->end;
  if (end == NULL)
    end = lines->end;
  while (start < end && is_blank (*start))
    start++;
  while (start < end && is_blank (end[-1]))
    end--;
  g_string_truncate (line, 0);
  g_string_append_len (line, start, end - start);
  for (char *zero = line->str; (zero = memchr (zero, '\0', line->str + line->len - zero)) != NULL;)
    *zero = SUBSTITUTE;
  lines->number++;
  return TRUE;
}

void
dl_text_lines_error (const DlTextLines *lines, GError **error, GQuark domain, gint code,
                     const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, domain, code, "%s:%u: %s", lines->file_name, MAX (lines->number, 1), message);
}

char *
dl_text_excerpt (const char *text)
{
  g_autofree char *start = g_strndup (text, 4 * EXCERPT_CHARS);
  g_autofree char *valid = g_utf8_make_valid (start, -1);
  GString *excerpt = g_string_new (NULL);
  const char *at = valid;

  for (guint n = 0; *at != '\0' && n < EXCERPT_CHARS; n++, at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      g_string_append_unichar (excerpt, g_unichar_isprint (c) ? c : 0xfffd);
    }
  if (*at != '\0')
    g_string_append (excerpt, "…");
  return g_string_free (excerpt, FALSE);
}

guint
dl_text_split_blanks (char *line, char **fields, guint max_fields)
{
  guint n = 0;

  for (;;)
    {
      while (*line == ' ' || *line == '\t')
        line++;
      if (*line == '\0' || n == max_fields)
        return n;
      fields[n++] = line;
      while (*line != '\0' && *line != ' ' && *line != '\t')
        line++;
      if (*line != '\0')
        *line++ = '\0';
    }
}

guint
dl_text_split_commas (char *line, char **fields, guint max_fields)
{
  guint n = 0;

  while (line != NULL && n < max_fields)
    {
      char *field = line, *comma = strchr (line, ',');
      gsize length;

      if (comma != NULL)
        *comma = '\0';
      line = comma != NULL ? comma + 1 : NULL;
      g_strstrip (field);
      length = strlen (field);
      if (length >= 2 && field[0] == '"' && field[length - 1] == '"')
        {
          field[length - 1] = '\0';
          field++;
        }
      fields[n++] = field;
    }
  return n;
}

char *
dl_text_with (const char *format, const char *text)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, text);
#pragma GCC diagnostic pop
}

gboolean
dl_text_to_uint (const char *text, guint64 max, guint64 *value)
{
  *value = 0;
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    {
      const guint digit = *text - '0';

      if (!g_ascii_isdigit (*text) || digit > max || *value > (max - digit) / 10)
        return FALSE;
      *value = 10 * *value + digit;
    }
  return TRUE;
}

guint
dl_text_width (const char *text)
{
  guint width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

void
dl_columns_append (GString *text, char *const *cells, guint n_rows, guint n_columns)
{
  g_autofree glong *width = g_new0 (glong, n_columns);

  for (guint i = 0; i < n_rows * n_columns; i++)
    width[i % n_columns] = MAX (width[i % n_columns], dl_text_width (cells[i]));
  for (guint i = 0; i < n_rows * n_columns; i++)
    {
      const guint column = i % n_columns;

      g_string_append (text, cells[i]);
      if (column + 1 < n_columns)
        {
          const glong padding = width[column] - dl_text_width (cells[i]) + 2;
          g_string_append_printf (text, "%*s", (int) padding, "");
          continue;
        }
      while (text->str[text->len - 1] == ' ')
        g_string_truncate (text, text->len - 1);
      g_string_append_c (text, '\n');
    }
}

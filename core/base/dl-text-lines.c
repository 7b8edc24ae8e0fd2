#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
dl_open_regular (const char *path)
{
  const int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
  struct stat info;
  int number = 0;

  if (fd < 0)
    return -1;
  if (fstat (fd, &info) != 0)
    number = errno;
  else if (!S_ISREG (info.st_mode))
    number = S_ISDIR (info.st_mode) ? EISDIR : EINVAL;
  if (number == 0)
    return fd;
  close (fd);
  errno = number;
  return -1;
}

gsize
dl_read_head (const char *path, char *head, gsize size)
{
  const int fd = dl_open_regular (path);
  gsize length = 0;

  while (fd >= 0 && length < size)
    {
      const ssize_t n = read (fd, head + length, size - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += (gsize) n;
    }
  if (fd >= 0)
    close (fd);
  return length;
}

#define MOST_BYTES 8192

static gboolean
begins (const char *text, const char *word)
{
  return g_str_has_prefix (text, word);
}

/* ["a", 1, {: a list, and not [group]. */
static gboolean
is_json (const char *at)
{
  if (*at == '{')
    return TRUE;
  if (*at != '[')
    return FALSE;
  at += 1 + strspn (at + 1, " \t");
  return *at == '\0' || strchr ("[{\"]", *at) != NULL;
}

/* --- , or key: value */
static gboolean
is_yaml (const char *at)
{
  const gsize key = strspn (at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-");

  if (begins (at, "---") || begins (at, "%YAML"))
    return TRUE;
  return key > 0 && g_ascii_isalpha (*at) && at[key] == ':'
         && (at[key + 1] == ' ' || at[key + 1] == '\0');
}

static gboolean
is_xml (const char *at)
{
  return *at == '<';
}

static gboolean
is_dot (const char *at)
{
  return (begins (at, "graph") || begins (at, "digraph") || begins (at, "strict "))
         && strchr (at, '{') != NULL;
}

static const struct
{
  gboolean (*is) (const char *line);
  const char *title;
} kinds[] = {
  { is_json, N_ ("JSON") },
  { is_yaml, N_ ("YAML") },
  { is_xml, N_ ("XML") },
  { is_dot, N_ ("a graph for Graphviz") },
};

/* Not text, as any format here is. */
static const char *
find_encoding (const char *text, gsize length)
{
  if (length >= 2 && (memcmp (text, "\xff\xfe", 2) == 0 || memcmp (text, "\xfe\xff", 2) == 0))
    return N_ ("text in UTF-16");
  if (memchr (text, '\0', length) == NULL)
    return NULL;
  /* Each other byte of ASCII in UTF-16 is zero. */
  return length >= 4 && (text[0] == '\0') != (text[1] == '\0')
                 && text[0 + (text[0] != '\0')] == '\0' && text[2 + (text[0] != '\0')] == '\0'
             ? N_ ("text in UTF-16")
             : N_ ("binary data");
}

const char *
dl_text_kind (const char *text, gsize length, guint *line)
{
  const gsize n = MIN (length, MOST_BYTES);
  const char *encoding = length > 0 ? find_encoding (text, n) : NULL;
  g_autofree char *head = g_strndup (length > 0 ? text : "", n);
  g_auto (GStrv) lines = NULL;

  if (line != NULL)
    *line = 1;
  if (encoding != NULL)
    return encoding;
  lines = g_strsplit (begins (head, "\xef\xbb\xbf") ? head + 3 : head, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *at = g_strstrip (lines[i]);

      if (*at == '\0' || *at == '#')
        continue;
      if (line != NULL)
        *line = i + 1;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (kinds[k].is (at))
          return kinds[k].title;
      return NULL;
    }
  return NULL;
}

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define SUBSTITUTE      '\x1a'
#define EXCERPT_CHARS   40

void
dl_text_lines_init (DlTextLines *lines, const char *text, gssize length, const char *file_name)
{
  const gsize size = length < 0 ? strlen (text) : (gsize) length;
  const gsize mark = strlen (BYTE_ORDER_MARK);

  if (size == 0)
    text = ""; /* it may be NULL */
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

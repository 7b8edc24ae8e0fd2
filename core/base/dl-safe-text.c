#include "dl-safe-text.h"

#include <string.h>

/* CSV ------------------------------------------------------------------------------------------ */

static gboolean
is_formula (const char *text)
{
  if (*text == '\0' || strchr ("=@\t\r", *text) != NULL)
    return *text != '\0';
  /* "-1;-1;-1" are datelines, "-1+f(x)" is none. */
  return (*text == '+' || *text == '-') && text[strspn (text, "0123456789.,;:+-eE ")] != '\0';
}

void
dl_csv_append (GString *csv, const char *text)
{
  const gboolean formula = is_formula (text);

  /* Lines that begin with # are comments of ours. */
  if (strpbrk (text, "\",\r\n") == NULL && text[0] != '#')
    {
      g_string_append_printf (csv, "%s%s", formula ? "'" : "", text);
      return;
    }
  g_string_append (csv, formula ? "\"'" : "\"");
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

/* Terminals ------------------------------------------------------------------------------------ */

/* Marks, embeddings, overrides and isolates: U+061C, U+200E, U+200F, U+202A..E, U+2066..9. */
static gboolean
turns_text (gunichar c)
{
  return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069);
}

char *
dl_text_printable (const char *text, gssize length, gboolean lines)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *printable = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      const gboolean blank = c == '\n' || c == '\t';

      if (blank && !lines)
        g_string_append_c (printable, ' ');
      else if (!blank && (g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 || turns_text (c)))
        g_string_append_c (printable, '?');
      else
        g_string_append_unichar (printable, c);
    }
  return g_string_free (printable, FALSE);
}

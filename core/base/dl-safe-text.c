#include "dl-safe-text.h"

#include <string.h>

/* Characters ------------------------------------------------------------------------------------
 */

gboolean
dl_text_hides (gunichar c)
{
  /* Those that Unicode does not call format characters, and that have no picture either. */
  static const struct
  {
    gunichar first, last;
  } others[] = {
    { 0x34f, 0x34f },     /* combining grapheme joiner */
    { 0x115f, 0x1160 },   /* fillers of Hangul */
    { 0x17b4, 0x17b5 },   /* inherent vowels of Khmer */
    { 0x180b, 0x180f },   /* variation selectors of Mongolian */
    { 0x2028, 0x2029 },   /* line and paragraph separators */
    { 0x2065, 0x2065 },   /* unassigned, among format characters */
    { 0x2800, 0x2800 },   /* blank of Braille */
    { 0x3164, 0x3164 },   /* filler of Hangul */
    { 0xfe00, 0xfe0f },   /* variation selectors */
    { 0xffa0, 0xffa0 },   /* filler of Hangul, half width */
    { 0xfff0, 0xfff8 },   /* unassigned, ignored where they are shown */
    { 0xe0000, 0xe0fff }, /* tags, and more variation selectors */
  };

  if (c == '\n' || c == '\t')
    return FALSE;
  if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (c >= others[i].first && c <= others[i].last)
      return TRUE;
  return FALSE;
}

/* @text with ? for what hides, but not for those among @kept, and a blank for those among
 * @blanks. */
static char *
show (const char *text, gssize length, const char *kept, const char *blanks)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *shown = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (c < 0x80 && strchr (blanks, (char) c) != NULL)
        g_string_append_c (shown, ' ');
      else if (!(c < 0x80 && strchr (kept, (char) c) != NULL) && dl_text_hides (c))
        g_string_append_c (shown, '?');
      else
        g_string_append_unichar (shown, c);
    }
  return g_string_free (shown, FALSE);
}

/* CSV ------------------------------------------------------------------------------------------ */

static gboolean
is_formula (const char *text)
{
  /* A spreadsheet may take the full-width signs of East Asian keyboards for = + - @. */
  static const char *const wide[] = { "\uff1d", "\uff0b", "\uff0d", "\uff20" };

  for (guint i = 0; i < G_N_ELEMENTS (wide); i++)
    if (g_str_has_prefix (text, wide[i]))
      return TRUE;
  if (*text == '\0' || strchr ("=@\t\r", *text) != NULL)
    return *text != '\0';
  /* "-1;-1;-1" are datelines, "-1+f(x)" is none. */
  return (*text == '+' || *text == '-') && text[strspn (text, "0123456789.,;:+-eE ")] != '\0';
}

void
dl_csv_append (GString *csv, const char *raw)
{
  g_autofree char *shown = show (raw, -1, "\n\t\r", "");
  const char *text = shown;
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

/* Terminals, windows and paper ----------------------------------------------------------------- */

char *
dl_text_printable (const char *text, gssize length, gboolean lines)
{
  return show (text, length, lines ? "\n\t" : "", lines ? "" : "\n\t");
}

char *
dl_file_name_show (const char *file_name)
{
  g_autofree char *name = g_filename_display_name (file_name);

  return dl_text_printable (name, -1, FALSE);
}

char *
dl_file_base_show (const char *file_name)
{
  g_autofree char *base = g_path_get_basename (file_name);

  return dl_file_name_show (base);
}

/* The scenario out of a figure's file. */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

GQuark
dl_figure_error_quark (void)
{
  return g_quark_from_static_string ("dl-figure-error-quark");
}

void
dl_figure_set_no_scenario (GError **error)
{
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_NO_SCENARIO,
               _ ("no scenario inside (expected an unedited PNG or SVG figure from Dateline)"));
}

/* Messages of parsers may quote what they stumbled over. */
void
dl_figure_set_damaged (GError **error, const char *what)
{
  g_autofree char *line = g_utf8_make_valid (what, -1);

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DAMAGED,
               _ ("%s (expected a complete PNG or SVG figure from Dateline)"), line);
}

char *
dl_figure_read_scenario (const guint8 *data, gsize length, GError **error)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G' };
  gsize start = 0;

  if (length == 0)
    {
      dl_figure_set_damaged (error, _ ("the file is empty"));
      return NULL;
    }
  if (length >= sizeof png && memcmp (data, png, sizeof png) == 0)
    return dl_figure_read_png (data, length, error);
  if (length >= 5 && memcmp (data, "%PDF-", 5) == 0)
    return dl_figure_read_pdf (data, length, error);
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    start = 3;
  while (start < length && g_ascii_isspace (data[start]))
    start++;
  if (start < length && data[start] == '<')
    return dl_figure_read_svg (data + start, length - start, error);
  return dl_figure_read_csv (data, length, error);
}

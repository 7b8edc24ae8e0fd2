/* Drawing a figure into a file, and what can go wrong with such a file. */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

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

gboolean
dl_figure_check_cairo (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot draw the figure: %s"),
               cairo_status_to_string (status));
  return FALSE;
}

gboolean
dl_figure_draw_on (const DlFigureJob *job, cairo_surface_t *surface, GError **error)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  dl_figure_draw (job->figure, cr, job->input, job->width, job->height, dl_theme_paper ());
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return dl_figure_check_cairo (status, error);
}

/* Internals of figures and formats. */
#pragma once

#include "dl-chart-private.h"
#include "dl-figure-numbers.h"
#include "dl-figure.h"

G_BEGIN_DECLS

/* Figures draw in units of a 96 dpi screen, as charts do: 0.6 points each on paper, so that the
 * smallest text is 7.2 points; more where a figure is wider than 800 units, as on a slide. */
double dl_figure_points_a_unit (double width_pt);

/* Paint the background, go over to units and hand out the area inside the margins less the title's
 * and the caption's, which are drawn. End with cairo_restore. */
DlRect dl_figure_begin (cairo_t *cr, const DlFigureInput *input, double width, double height,
                        gboolean names_rules, const DlTheme *theme);
/* The height of a figure whose area inside is @inside units high. */
double dl_figure_height_around (const DlFigureInput *input, double width, double inside,
                                gboolean names_rules);
/* The same of a figure with a title of its own, @title, which its style may replace or leave out.
 * Charts have theirs themselves. */
DlRect dl_figure_begin_titled (cairo_t *cr, const DlFigureInput *input, double width, double height,
                               const char *title, gboolean names_rules, const DlTheme *theme);
double dl_figure_height_titled (const DlFigureInput *input, double width, double inside,
                                const char *title, gboolean names_rules);
/* Tell @input's tracer of @link's cell, in the units that @cr is in. */
void dl_figure_trace (cairo_t *cr, const DlFigureInput *input, guint link, DlRect cell);
/* Pixels per unit of a map that is traced: as many as a screen has. */
double dl_figure_traced_pixels (cairo_t *cr);
/* Tell it of the pixels of @area, in the units that @cr is in; the rest of @pixels is there. */
void dl_figure_trace_pixels (cairo_t *cr, const DlFigureInput *input, DlRect area,
                             DlFigurePixels pixels);
/* Height of such a title, in units. */
double dl_figure_title_height (const DlFigureInput *input, double width, const char *title);
/* Height of a map's legend below it at @width points; 0 if it is left out. Drawn at the bottom of
 * @inside, where it is not left out. */
double dl_figure_legend_height (const DlFigureInput *input, double width, const DlScale *scale);
void dl_figure_draw_legend (cairo_t *cr, const DlFigureInput *input, DlRect inside,
                            const DlScale *scale, const DlTheme *theme);
/* The width inside, in units. */
double dl_figure_width_inside (double width);

/* "XT3 11x12x16 · 11×12×16 torus · ...", in pieces to break lines between; without the rules of
 * routing where these are compared. Free with g_strfreev. */
GStrv dl_figure_caption (const DlFigureInput *input, gboolean names_rules);
/* Is anything broken in it? */
gboolean dl_figure_has_faults (const DlScenario *scenario);
/* Append @piece (nullable), which is taken. */
void dl_figure_add_piece (GStrvBuilder *pieces, char *piece);

/* Their numbers, one below the other. */
void dl_figure_panels_append_csv (GString *csv, const DlFigureInput *input);
/* Caption of panels: shared parts, and the differences of each. */
GStrv dl_figure_panels_caption (const DlFigureInput *input);
/* Notes in figures of a simulation: its traffic and arbitration. */
GStrv dl_figure_simulation_notes (const DlFigureInput *input);
/* The same below a chart: the units that it takes, and drawn at the bottom of @inside, whose rest
 * is returned. @whole: of the run from its first cycle on. */
double dl_figure_notes_height (const DlFigureInput *input);
DlRect dl_figure_draw_notes (cairo_t *cr, const DlFigureInput *input, DlRect inside, gboolean whole,
                             const DlTheme *theme);

/* Height and draw of DlFigure.chart, with its notes; without a simulation it only says so. */
double dl_figure_chart_height (const DlFigureInput *input, double width);
void dl_figure_chart_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                           const DlTheme *theme);

/* The input whose network is drawn: B's where B is shown; for A - B it is A's. */
const DlFigureInput *dl_figure_shown (const DlFigureInput *input);
/* "Channel load of each link", followed by which of A and B it shows. Takes @title. */
char *dl_figure_compared_title (const DlFigureInput *input, char *title);

/* @scenario's text as a PDF carries it among its keywords. Free with g_free. */
char *dl_figure_pdf_keywords (const char *scenario);

/* Are there no pixels: is it a file of vectors that is drawn, or a recording? */
gboolean dl_figure_has_vectors (cairo_t *cr);
/* Device pixels per unit: the surface's, or enough for print where it has none. */
double dl_figure_pixels_a_unit (cairo_t *cr, double width, double height);
/* Move the origin to a whole device pixel, where images stay sharp. */
void dl_figure_translate_to_pixel (cairo_t *cr, double x, double y);
/* A dense layer of so many pixels per unit, at the origin. */
void dl_figure_paint_image (cairo_t *cr, cairo_surface_t *image, double pixels);

/* Metadata inside a file. */
typedef struct
{
  char *title;    /* figure and scenario */
  char *subject;  /* caption, seed and version on one line */
  char *scenario; /* file text */
  char *against;  /* comparison with another state: "difference, B: XT3 (...)"; nullable */
  char *seed;
  const char *figure;
  const char *version;
} DlFigureNotes;

/* Compare pictures at @width x @height points. */
typedef struct
{
  const DlFigure *figure;
  const DlFigureInput *input;
  double width, height; /* points */
  double dpi;
  const DlFigureNotes *notes;
} DlFigureJob;

GBytes *dl_figure_render_pdf (const DlFigureJob *job, GError **error);
GBytes *dl_figure_render_svg (const DlFigureJob *job, GError **error);
GBytes *dl_figure_render_png (const DlFigureJob *job, GError **error);
GBytes *dl_figure_render_csv (const DlFigureJob *job, GError **error);

/* FALSE with DL_FIGURE_ERROR_DRAW unless @status is success. */
gboolean dl_figure_check_cairo (cairo_status_t status, GError **error);
/* Draw the whole on @surface, which is finished and taken. */
gboolean dl_figure_draw_on (const DlFigureJob *job, cairo_surface_t *surface, GError **error);

G_END_DECLS

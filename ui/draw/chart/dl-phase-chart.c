#include "dl-phase-chart.h"

#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_STEPS    5
#define NUMBERS_WIDTH 36 /* of the largest number of a rank */
#define MOST_PIXELS   16 /* of the image, a row */

static const char *const titles[DL_N_RANK_PHASES] = {
  [DL_RANK_COMPUTING] = N_ ("computing"),
  [DL_RANK_SENDING] = N_ ("sending"),
  [DL_RANK_WAITING] = N_ ("waiting"),
};

const char *
dl_phase_title (DlRankPhase phase)
{
  return _ (titles[phase]);
}

static const float *
values_of (const DlLivePhases *phases, DlRankPhase phase)
{
  return phase == DL_RANK_COMPUTING ? phases->computing
         : phase == DL_RANK_SENDING ? phases->sending
                                    : phases->waiting;
}

double
dl_phase_share (const DlLivePhases *phases, DlRankPhase phase)
{
  const gsize n = (gsize) phases->n_rows * phases->n_slices;
  double part = 0, all = 0;

  for (DlRankPhase i = 0; i < DL_N_RANK_PHASES; i++)
    for (gsize k = 0; k < n; k++)
      {
        all += values_of (phases, i)[k];
        part += i == phase ? values_of (phases, i)[k] : 0;
      }
  return all > 0 ? part / all : NAN;
}

static const DlColor *
color_of (DlRankPhase phase, const DlTheme *theme)
{
  return phase == DL_RANK_COMPUTING ? &theme->series[1]
         : phase == DL_RANK_SENDING ? &theme->series[0]
                                    : &theme->grid;
}

/* The color of a row's slice at a height of it, 0 to 1 from its foot. */
static guint32
color_at (const DlLivePhases *phases, gsize at, double height, const DlTheme *theme)
{
  double top = 0;

  for (DlRankPhase i = 0; i < DL_N_RANK_PHASES; i++)
    {
      top += values_of (phases, i)[at];
      if (height < top)
        return dl_color_rgb (color_of (i, theme));
    }
  return dl_color_rgb (&theme->background);
}

/* An image with @pixels per row; the last slice of the run is as wide as the others. */
static cairo_surface_t *
make_image (const DlLivePhases *phases, guint pixels, const DlTheme *theme)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) phases->n_slices,
                                                       (int) (phases->n_rows * pixels));
  guchar *data = cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image);

  for (guint line = 0; line < phases->n_rows * pixels; line++)
    {
      guint32 *to = (gpointer) (data + (gsize) line * stride);
      const double height = 1 - (line % pixels + 0.5) / pixels;

      for (guint i = 0; i < phases->n_slices; i++)
        to[i] = color_at (phases, (gsize) (line / pixels) * phases->n_slices + i, height, theme);
    }
  cairo_surface_mark_dirty (image);
  return image;
}

static void
draw_image (const DlPlot *plot, const DlLivePhases *phases, guint64 cycles)
{
  const DlRect area = plot->area;
  const guint pixels = (guint) CLAMP (ceil (2 * area.height / phases->n_rows), 1, MOST_PIXELS);
  cairo_surface_t *image = make_image (phases, pixels, plot->theme);
  /* The last slice may reach beyond the run. */
  const double width = area.width * phases->slice * phases->n_slices / cycles;

  cairo_save (plot->cr);
  cairo_rectangle (plot->cr, area.x, area.y, area.width, area.height);
  cairo_clip (plot->cr);
  cairo_translate (plot->cr, area.x, area.y);
  cairo_scale (plot->cr, width / phases->n_slices, area.height / (phases->n_rows * pixels));
  cairo_set_source_surface (plot->cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (plot->cr),
                            width < phases->n_slices ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
  cairo_paint (plot->cr);
  cairo_restore (plot->cr);
  cairo_surface_destroy (image);
}

/* Rules between few rows. */
static void
draw_rows (const DlPlot *plot, const DlLivePhases *phases)
{
  const double height = plot->area.height / phases->n_rows;

  if (height < 5)
    return;
  dl_color_set (plot->cr, &plot->theme->background);
  cairo_set_line_width (plot->cr, 1);
  for (guint row = 1; row < phases->n_rows; row++)
    {
      const double y = round (plot->area.y + row * height) + 0.5;

      cairo_move_to (plot->cr, plot->area.x, y);
      cairo_line_to (plot->cr, dl_rect_right (plot->area), y);
    }
  cairo_stroke (plot->cr);
}

static void
draw_ranks (const DlPlot *plot, guint n_ranks)
{
  const DlColor *ink = &plot->theme->foreground;
  const double x = plot->area.x - DL_PLOT_NUMBERS;
  g_autofree char *last = dl_chart_count (n_ranks - 1);

  dl_chart_text (plot->cr, ink, x, plot->area.y, "0", DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
  if (n_ranks > 1)
    dl_chart_text (plot->cr, ink, x, dl_rect_bottom (plot->area) - DL_LINE_SMALL, last,
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

static void
begin (DlPlot *plot, guint64 cycles)
{
  dl_plot_set_margins (plot, NUMBERS_WIDTH, DL_LINE_NORMAL + DL_LINE_SMALL, 0,
                       2 * DL_LINE_SMALL + 3);
  plot->x = dl_axis_between (0, cycles, cycles, MOST_STEPS);
}

void
dl_phase_chart_draw (cairo_t *cr, DlRect rect, const DlLivePhases *phases, guint n_ranks,
                     guint64 cycles, const DlTheme *theme)
{
  DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };
  double x = rect.x;

  dl_plot_heading (&plot, rect.y, (DlHeading) { _ ("Ranks"), .note = _ ("share of each slice") });
  if (phases->n_rows == 0)
    {
      dl_chart_message (cr, rect, _ ("Nothing simulated yet"), theme);
      return;
    }
  begin (&plot, cycles);
  for (DlRankPhase i = 0; i < DL_N_RANK_PHASES; i++)
    x += DL_PLOT_WORDS
         + dl_plot_key_fill (&plot, x, rect.y + DL_LINE_NORMAL, DL_FILL_SOLID, color_of (i, theme),
                             dl_phase_title (i), dl_rect_right (rect) - x);
  draw_image (&plot, phases, cycles);
  draw_rows (&plot, phases);
  draw_ranks (&plot, n_ranks);
  dl_plot_draw_x (&plot);
  dl_plot_note (&plot, 1, &theme->muted, _ ("cycles"));
}

gboolean
dl_phase_chart_hit (DlRect rect, const DlLivePhases *phases, guint64 cycles, double x, double y,
                    guint *row, guint *slice)
{
  DlPlot plot = { .rect = rect };
  double at_row, at_slice;

  if (phases->n_rows == 0)
    return FALSE;
  begin (&plot, cycles);
  at_row = (y - plot.area.y) / plot.area.height * phases->n_rows;
  at_slice = (x - plot.area.x) / plot.area.width * cycles / phases->slice;
  if (at_row < 0 || at_row >= phases->n_rows || at_slice < 0 || at_slice >= phases->n_slices)
    return FALSE;
  *row = (guint) at_row;
  *slice = (guint) at_slice;
  return TRUE;
}

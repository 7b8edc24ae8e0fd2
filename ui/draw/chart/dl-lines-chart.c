#include "dl-lines-chart.h"

#include "dl-plot.h"
#include "dl-report-data.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define TITLE        (DL_LINE_NORMAL + 4)
#define PANEL_HEIGHT 90.0
#define N_STEPS      150 /* of the axis, of which a value is a mean */
#define N_DASHES     4

typedef enum
{
  ACCEPTED,
  LATENCY,
  N_PANELS
} PanelId;

/* Means of a step of the axis. */
typedef struct
{
  double cycle, value[N_PANELS];
} Sample;

typedef struct
{
  const GArray *lines;
  GPtrArray *samples; /* GArray of Sample, by line */
  guint64 end;        /* of all lines */
  double max[N_PANELS];
  DlPlot panels[N_PANELS];
} Layout;

static const DlReportLine *
line_at (const GArray *lines, guint i)
{
  return &g_array_index (lines, DlReportLine, i);
}

static GArray *
sample (const DlReportLine *line, double step)
{
  const DlSimPoint *points = (const DlSimPoint *) line->points->data;
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (Sample));

  for (guint i = 1, from = 0; i < line->points->len; i++)
    {
      Sample it = { .cycle = (points[from].cycle + points[i].cycle) / 2.0 };

      if (points[i].cycle < points[from].cycle + step)
        continue;
      it.value[ACCEPTED] = dl_sim_points_accepted (&points[from], &points[i], 1) / line->load_nodes;
      it.value[LATENCY] = dl_sim_points_latency (&points[from], &points[i]);
      g_array_append_val (samples, it);
      from = i;
    }
  return samples;
}

static void
look_through (Layout *layout)
{
  layout->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < layout->lines->len; i++)
    layout->end = MAX (layout->end, line_at (layout->lines, i)->end);
  for (guint i = 0; i < layout->lines->len; i++)
    {
      GArray *samples
          = sample (line_at (layout->lines, i), fmax ((double) layout->end / N_STEPS, 1));

      g_ptr_array_add (layout->samples, samples);
      for (guint k = 0; k < samples->len; k++)
        for (PanelId id = 0; id < N_PANELS; id++)
          layout->max[id] = fmax (layout->max[id], g_array_index (samples, Sample, k).value[id]);
    }
}

static DlDatum
datum (gconstpointer data, guint series, guint i, PanelId id)
{
  const Layout *layout = data;
  const Sample *it = &g_array_index ((GArray *) layout->samples->pdata[series], Sample, i);

  return (DlDatum) { it->cycle, it->value[id], NAN, DL_MARK_FILLED };
}

static DlDatum
accepted_datum (gconstpointer data, guint series, guint i)
{
  return datum (data, series, i, ACCEPTED);
}

static DlDatum
latency_datum (gconstpointer data, guint series, guint i)
{
  return datum (data, series, i, LATENCY);
}

static DlPlotSeries
series_of (const Layout *layout, PanelId id, guint series, const DlTheme *theme)
{
  return (DlPlotSeries) {
    .n = ((GArray *) layout->samples->pdata[series])->len,
    .get = id == ACCEPTED ? accepted_datum : latency_datum,
    .data = layout,
    .series = series,
    .style = { .color = &theme->series[series % G_N_ELEMENTS (theme->series)],
               .dash = series % N_DASHES,
               .width = 1.4 },
  };
}

static void
lay_out (Layout *layout, DlRect rect)
{
  const double left = rect.x + DL_PLOT_LEFT;
  const double width = MAX (4, dl_rect_right (rect) - DL_PLOT_RIGHT - left);
  const double below = DL_PLOT_TICK + 2 * DL_LINE_SMALL;
  double y = rect.y + layout->lines->len * DL_LINE_SMALL + 6;
  const double height
      = MAX (20, (dl_rect_bottom (rect) - below - y - N_PANELS * TITLE - DL_GAP_PANELS) / N_PANELS);

  look_through (layout);
  for (PanelId id = 0; id < N_PANELS; id++)
    {
      DlPlot *plot = &layout->panels[id];

      plot->rect = rect;
      plot->area = (DlRect) { left, y + TITLE, width, height };
      plot->x = dl_axis_between (0, layout->end, layout->end, (guint) CLAMP (width / 60, 2, 10));
      plot->y = dl_axis_from_zero (layout->max[id], dl_plot_most_steps (plot, 5));
      y = dl_rect_bottom (plot->area) + DL_GAP_PANELS;
    }
}

static void
draw_key (const Layout *layout)
{
  const DlPlot *plot = &layout->panels[ACCEPTED];
  double y = plot->rect.y;

  for (guint i = 0; i < layout->lines->len; i++, y += DL_LINE_SMALL)
    {
      const DlMarkStyle style = series_of (layout, ACCEPTED, i, plot->theme).style;
      g_autofree char *text = g_strdup_printf ("%u  %s", i + 1, line_at (layout->lines, i)->name);

      dl_plot_key_line (plot, plot->rect.x, y, &style, text);
    }
}

/* Where each line left another one, through both panels. */
static void
draw_partings (const Layout *layout)
{
  const DlPlot *plot = &layout->panels[ACCEPTED];
  const double bottom = dl_rect_bottom (layout->panels[LATENCY].area);

  for (guint i = 0; i < layout->lines->len; i++)
    if (line_at (layout->lines, i)->left_at > 0)
      dl_plot_rule_x (plot, line_at (layout->lines, i)->left_at, plot->area.y, bottom, 1,
                      &plot->theme->muted);
}

double
dl_lines_chart_height (const GArray *lines)
{
  return lines->len * DL_LINE_SMALL + 6 + N_PANELS * (TITLE + PANEL_HEIGHT) + DL_GAP_PANELS
         + DL_PLOT_TICK + 2 * DL_LINE_SMALL;
}

void
dl_lines_chart_draw (cairo_t *cr, DlRect rect, const GArray *lines, const DlTheme *theme)
{
  const char *unit = line_at (lines, 0)->load_unit;
  const DlHeading headings[N_PANELS]
      = { [ACCEPTED]
          = { _ ("Accepted throughput"), unit != NULL ? _ (unit) : _ ("flits/node/cycle") },
          [LATENCY] = { _ ("Latency"), _ ("cycles, mean") } };
  Layout layout = { .lines = lines };

  lay_out (&layout, rect);
  for (PanelId id = 0; id < N_PANELS; id++)
    {
      DlPlot *plot = &layout.panels[id];

      plot->cr = cr;
      plot->theme = theme;
      dl_plot_heading (plot, plot->area.y - TITLE, headings[id]);
      dl_plot_draw_y (plot);
    }
  draw_key (&layout);
  dl_plot_draw_x (&layout.panels[LATENCY]);
  dl_plot_note (&layout.panels[LATENCY], 1, &theme->muted, _ ("cycle"));
  draw_partings (&layout);
  for (PanelId id = 0; id < N_PANELS; id++)
    for (guint i = lines->len; i-- > 0;)
      {
        const DlPlotSeries it = series_of (&layout, id, i, theme);

        dl_plot_line (&layout.panels[id], &it);
      }
  g_ptr_array_unref (layout.samples);
}

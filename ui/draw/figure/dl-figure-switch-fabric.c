/* Figure: one switch of a fabric from inside: its ports, where they lead, and what they carry. */
#include "dl-figure-links.h"
#include "dl-sizes.h"
#include "dl-switch-map.h"

#include "dl-fabric-analysis.h"

#include <glib/gi18n-lib.h>

/* Ports that would be higher, on a page or a slide, have smaller text, down to the least. */
#define MOST_SLIDE  190.0
#define LEAST_WORDS 0.5

/* Routes of the scenario that is shown. */
static DlFabricRoutes *
routes_of (const DlFigureInput *input)
{
  return ((const DlFabricAnalysis *) dl_figure_shown (input)->analysis)->routes;
}

/* The first one where the scenario has no switch of that number. */
static guint
switch_of (const DlFigureInput *input)
{
  return input->router < routes_of (input)->fabric->n_switches ? input->router : 0;
}

/* A map at @width, with smaller text if it is higher than @height otherwise. */
static DlSwitchMap *
map_new (const DlFigureInput *input, double width, double height)
{
  DlSwitchMapOptions options
      = { .width = width, .height = height, .label_scale = 1, .no_title = TRUE };
  DlSwitchMap *map = dl_switch_map_new (routes_of (input), switch_of (input), &options);

  while (dl_switch_map_needs (map) > height + 0.5 && options.label_scale > LEAST_WORDS + 0.01)
    {
      options.label_scale -= 0.05;
      dl_switch_map_free (map);
      map = dl_switch_map_new (routes_of (input), switch_of (input), &options);
    }
  return map;
}

static char *
title_of (const DlFigureInput *input)
{
  const DlFabric *fabric = routes_of (input)->fabric;

  /* Translators: a switch by its name, and what its ports are colored by */
  return dl_figure_compared_title (
      input, g_strdup_printf (_ ("Switch %s: %s"),
                              dl_fabric_name (fabric, fabric->n_hosts + switch_of (input)),
                              dl_metric_title (input->metric)));
}

/* Cells say in words whether they are broken or idle. */
static guint
switch_marks (const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  const DlFabric *fabric = drawn->links.net.shape;
  g_autoptr (DlSwitchMap) map = map_new (input, 100, G_MAXDOUBLE);
  guint marks = 0;

  for (guint i = 0; i < dl_switch_map_count (map); i++)
    {
      guint32 channels[2];

      dl_switch_map_port (map, i, &channels[0], &channels[1]);
      for (guint j = 0; j < 2; j++)
        if (channels[j] != DL_FABRIC_NONE)
          marks |= dl_scale_marks_of (drawn->scale, fabric->link_state[channels[j]],
                                      drawn->values[channels[j]]);
    }
  return marks & DL_MARK_OVER;
}

static DlScale
switch_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_links_scale (input, theme, switch_marks);
}

static double
switch_height (const DlFigureInput *input, double width)
{
  const double inside = dl_figure_width_inside (width);
  g_autofree char *title = title_of (input);
  const double most = width > DL_WIDTH_PAGE_IN * 72 ? MOST_SLIDE : DL_FIGURE_MAP_MOST;
  g_autoptr (DlSwitchMap) map = map_new (input, inside, most);
  const DlScale scale = switch_scale (input, dl_theme_paper ());

  return dl_figure_height_titled (
      input, width, dl_switch_map_needs (map) + dl_figure_legend_height (input, width, &scale),
      title, TRUE);
}

static void
trace_ports (cairo_t *cr, const DlFigureInput *input, const DlSwitchMap *map)
{
  for (guint i = 0; i < dl_switch_map_count (map); i++)
    {
      guint32 channels[2];
      DlRect rect;

      dl_switch_map_port (map, i, &channels[0], &channels[1]);
      for (guint j = 0; j < 2; j++)
        if (channels[j] != DL_FABRIC_NONE && dl_switch_map_rect (map, channels[j], &rect))
          dl_figure_trace (cr, input, channels[j], rect);
    }
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  g_autoptr (DlSwitchMap) map = map_new (input, drawn->rect.width, drawn->rect.height);
  DlOverlay overlay = dl_figure_links_overlay (drawn);

  overlay.blank = input->tracer != NULL;
  cairo_save (cr);
  cairo_translate (cr, drawn->rect.x, drawn->rect.y);
  if (input->tracer != NULL)
    trace_ports (cr, input, map);
  dl_switch_map_draw (map, cr, &overlay, drawn->theme);
  cairo_restore (cr);
}

static void
switch_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  g_autofree char *title = title_of (input);

  dl_figure_links_draw (cr, input, width, height, title, theme, draw_map, switch_marks);
}

/* Numbers -------------------------------------------------------------------------------------- */

static void
add_direction (DlCells *cells, const DlFabric *fabric, const float *values, guint32 channel)
{
  if (channel == DL_FABRIC_NONE)
    {
      dl_cells_text (cells, "none");
      dl_cells_absent (cells);
      return;
    }
  dl_figure_add_state (cells,
                       fabric->link_state[channel] == DL_LINK_UP ? DL_LINK_UP : DL_LINK_BROKEN);
  dl_cells_finite (cells, values[channel]);
}

static void
add_columns (DlRecord *record, const char *id)
{
  g_autofree char *out = g_strdup_printf ("out_%s", id), *in = g_strdup_printf ("in_%s", id);
  const DlTableColumn columns[] = {
    { "port", N_ ("Port"), DL_COLUMN_INTEGER },
    { "to", N_ ("To") },
    { "out_state" },
    { out, .type = DL_COLUMN_REAL, .single = TRUE },
    { "in_state" },
    { in, .type = DL_COLUMN_REAL, .single = TRUE },
    { "hosts", .type = DL_COLUMN_INTEGER },
  };

  DL_RECORD_ADD (record, columns);
}

/* A row per port. */
static void
switch_numbers (DlRecord *record, const DlFigureInput *input)
{
  const DlMetricInput links = dl_figure_links (dl_figure_shown (input));
  const DlFabric *fabric = links.net.shape;
  g_autoptr (DlContrast) contrast = dl_figure_links_contrast (input);
  g_autofree float *values = g_new (float, MAX (1, links.net.graph->n_links));
  g_autoptr (DlSwitchMap) map = map_new (input, 100, G_MAXDOUBLE);
  const char *id = input->metric->id;
  DlCells *cells;

  if (contrast != NULL && input->show == DL_SHOW_DIFFERENCE)
    dl_contrast_values (contrast->links, values);
  else
    dl_metric_values (input->metric, &links, values);
  add_columns (record, id);
  cells = dl_record_cells (record);
  for (guint i = 0; i < dl_switch_map_count (map); i++)
    {
      guint32 leaves, arrives;

      dl_cells_integer (cells, dl_switch_map_port (map, i, &leaves, &arrives));
      dl_cells_text (cells, dl_fabric_name (fabric, leaves != DL_FABRIC_NONE
                                                        ? fabric->channel_to[leaves]
                                                        : fabric->channel_from[arrives]));
      add_direction (cells, fabric, values, leaves);
      add_direction (cells, fabric, values, arrives);
      dl_cells_integer (cells, dl_switch_map_destinations (map, i));
    }
}

const DlFigure dl_figure_switch = {
  .id = "switch",
  .title = N_ ("Switch"),
  .description = N_ ("One switch from inside: its ports, where they lead, and their loads"),
  .page_share = 0.66,
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .name = title_of,
  .scale = switch_scale,
  .height = switch_height,
  .draw = switch_draw,
  .numbers = switch_numbers,
};

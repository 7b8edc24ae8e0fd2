#include "dl-figures-torus.h"
#include "dl-sizes.h"

#include "dl-figure-links.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define VECTOR_DPI  360.0 /* of the heatmap inside a PDF or SVG */
#define MOST_PIXELS 8e6
#define ROW_HEIGHT  30.0  /* units, where there are few rings */
#define MAP_LEAST   130.0 /* below that a map does without words */
#define HEAD_HEIGHT 70.0  /* height of a map above and below its rows */
/* Size of a map that is laid out only to find its marks. */
#define MAP_WIDTH  640.0
#define MAP_HEIGHT 480.0

static const DlMapOptions matrix_options = { .kind = DL_MAP_RING_MATRIX, .slice = DL_Z };

/* Rings of the dimension that has most. */
static guint
most_rings (const DlTorus *torus)
{
  guint nodes = 1, most = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    nodes *= torus->radix[dim];
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (torus->radix[dim] > 1)
      most = MAX (most, nodes / torus->radix[dim]);
  return most;
}

static double
map_height (const DlFigureInput *input, double width_inside)
{
  const double most = width_inside >= DL_FIGURE_WIDE ? 330 : width_inside * 0.95;

  return CLAMP (HEAD_HEIGHT + most_rings (&dl_figure_network (input)->torus) * ROW_HEIGHT,
                MAP_LEAST, most);
}

static double
matrix_height (const DlFigureInput *input, double width)
{
  const double inside = dl_figure_width_inside (width);

  return dl_figure_map_height (input, width, map_height (input, inside), &matrix_options);
}

gboolean
dl_figure_has_vectors (cairo_t *cr)
{
  switch (cairo_surface_get_type (cairo_get_target (cr)))
    {
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_PS:
    case CAIRO_SURFACE_TYPE_RECORDING:
      return TRUE;
    default:
      return FALSE;
    }
}

double
dl_figure_pixels_a_unit (cairo_t *cr, double width, double height)
{
  double dx = 1, dy = 0, scale_x = 1, scale_y = 1, scale;

  cairo_user_to_device_distance (cr, &dx, &dy);
  scale = hypot (dx, dy);
  if (dl_figure_has_vectors (cr))
    scale *= VECTOR_DPI / 72;
  else
    {
      cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
      scale *= scale_x;
    }
  return CLAMP (scale, 0.25, sqrt (MOST_PIXELS / (width * height)));
}

void
dl_figure_translate_to_pixel (cairo_t *cr, double x, double y)
{
  cairo_user_to_device (cr, &x, &y);
  x = round (x);
  y = round (y);
  cairo_device_to_user (cr, &x, &y);
  cairo_translate (cr, x, y);
}

void
dl_figure_paint_image (cairo_t *cr, cairo_surface_t *image, double pixels)
{
  cairo_save (cr);
  cairo_surface_set_device_scale (image, 1, 1);
  cairo_scale (cr, 1 / pixels, 1 / pixels);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
}

/* Input of A, or of B: counters of the machine are the same for both. */
static DlMetricInput
side_input (const DlFigureInput *input, gboolean b)
{
  DlMetricInput side = dl_figure_links (b ? input->against : input);

  side.counters = input->counters;
  side.region = input->has_region ? &input->region : NULL;
  return side;
}

static gboolean
shows_b (const DlFigureInput *input)
{
  return dl_figure_shown (input) != input;
}

/* Overlay of the map that is shown; @difference: A - B. */
static DlOverlay
overlay_of (const DlFigureInput *input, const DlDifference *difference, const DlScale *scale,
            const float *values)
{
  return (DlOverlay) {
    .net = dl_shape_net (dl_figure_shown (input)->shape),
    .values = values,
    .scale = scale,
    .against = difference != NULL ? dl_shape_net (input->against->shape) : NULL,
    .difference = difference,
  };
}

static DlDatelines
datelines_of (const DlFigureInput *input)
{
  const DlTorusAnalysis *analysis = dl_figure_analysis (dl_figure_shown (input));
  DlDatelines datelines = { .dragged = -1 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    datelines.at[dim] = analysis->routes->spec.dateline[dim];
  return datelines;
}

/* Each link's value on a map. Free with g_free. */
static float *
shown_values (const DlFigureInput *input, const DlDifference *difference)
{
  const DlMetricInput metric = side_input (input, shows_b (input));
  float *values = g_new (float, MAX (1, metric.net.graph->n_links));

  if (difference != NULL)
    dl_contrast_values (difference, values);
  else
    dl_metric_values (input->metric, &metric, values);
  return values;
}

static void
trace_cells (cairo_t *cr, const DlFigureInput *input, const DlMap *map, guint n_links)
{
  DlRect rect;

  for (guint link = 0; link < n_links; link++)
    if (dl_map_link_rect (map, link, &rect))
      dl_figure_trace (cr, input, link, rect);
}

/* The rings' cells are rectangles; nodes of planes and blocks are not. */
static void
trace_map (cairo_t *cr, const DlFigureInput *input, const DlMap *map, guint n_links)
{
  const DlMapOptions *options = dl_map_options (map);
  DlFigurePixels pixels = { .n_items = n_links };
  g_autofree guint32 *links = NULL;

  if (options->kind == DL_MAP_RING_MATRIX)
    {
      trace_cells (cr, input, map, n_links);
      return;
    }
  links = dl_map_labels (map, &pixels.width, &pixels.height);
  pixels.items = links;
  dl_figure_trace_pixels (cr, input, (DlRect) { 0, 0, options->width, options->height }, pixels);
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, DlRect rect, DlMapOptions options,
          const DlScale *scale, const DlDifference *difference, const DlTheme *theme)
{
  const DlTorusNetwork *network = dl_figure_network (dl_figure_shown (input));
  const double pixels = input->tracer != NULL && options.kind != DL_MAP_RING_MATRIX
                            ? dl_figure_traced_pixels (cr)
                            : dl_figure_pixels_a_unit (cr, rect.width, rect.height);
  g_autofree float *values = shown_values (input, difference);
  const DlOverlay overlay = overlay_of (input, difference, scale, values);
  const DlDatelines datelines = datelines_of (input);

  /* Whole pixels. */
  options.width = floor (rect.width * pixels) / pixels;
  options.height = floor (rect.height * pixels) / pixels;
  options.scale = pixels;
  g_autoptr (DlMap) map = dl_map_new (network, &options);

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, rect.x, rect.y);
  if (input->tracer != NULL)
    trace_map (cr, input, map, network->n_links);
  else
    {
      cairo_surface_t *image = dl_map_paint (map, network, values, scale, theme, NULL);

      dl_figure_paint_image (cr, image, pixels);
      cairo_surface_destroy (image);
    }
  dl_map_draw_overlay (map, cr, &overlay, &datelines, theme);
  cairo_restore (cr);
}

/* A - B, where that is shown; else NULL. */
static DlContrast *
contrast_of (const DlFigureInput *input)
{
  if (input->against == NULL || input->show != DL_SHOW_DIFFERENCE)
    return NULL;
  const DlMetricInput a = side_input (input, FALSE), b = side_input (input, TRUE);
  return dl_contrast_new (input->metric, &a, &b);
}

static DlMetricRange
metric_range (const DlFigureInput *input, const DlMetric *metric)
{
  const DlMetricInput of = dl_figure_links (input);

  return dl_metric_range (metric, &of);
}

char *
dl_figure_map_name (const DlFigureInput *input)
{
  return dl_figure_compared_title (
      input, g_strdup_printf (_ ("%s of each link"), dl_metric_title (input->metric)));
}

double
dl_figure_map_height (const DlFigureInput *input, double width, double map,
                      const DlMapOptions *options)
{
  g_autofree char *title = dl_figure_map_name (input);
  const DlScale scale = dl_figure_map_scale (input, options, dl_theme_paper ());

  return dl_figure_height_titled (
      input, width, map + dl_figure_legend_height (input, width, &scale), title, TRUE);
}

/* The marks of the map at any size: which links are in sight does not depend on it. */
static guint
marks_of (const DlFigureInput *input, const DlMapOptions *options, const DlDifference *difference,
          const DlScale *scale)
{
  g_autofree float *values = shown_values (input, difference);
  const DlOverlay overlay = overlay_of (input, difference, scale, values);
  const DlDatelines datelines = datelines_of (input);
  DlMapOptions sized = *options;

  sized.width = MAP_WIDTH;
  sized.height = MAP_HEIGHT;
  sized.scale = 1;
  g_autoptr (DlMap) map = dl_map_new (overlay.net->shape, &sized);
  return dl_map_marks (map, &overlay, &datelines);
}

static DlScale
scale_of (const DlFigureInput *input, const DlMapOptions *options, const DlDifference *difference,
          const DlTheme *theme)
{
  const DlFigureInput *b = input->against;
  DlScale scale;

  if (difference != NULL)
    dl_scale_init_difference (&scale, input->metric, fmax (difference->extent, input->scale_max),
                              theme);
  else
    dl_contrast_shared_scale (&scale, input->metric,
                              dl_figure_range (input, metric_range (input, input->metric)),
                              b != NULL ? metric_range (b, input->metric) : DL_NO_RANGE, theme);
  scale.marks = marks_of (input, options, difference, &scale) | input->marks;
  return scale;
}

DlScale
dl_figure_map_scale (const DlFigureInput *input, const DlMapOptions *options, const DlTheme *theme)
{
  g_autoptr (DlContrast) contrast = contrast_of (input);

  return scale_of (input, options, contrast != NULL ? contrast->links : NULL, theme);
}

void
dl_figure_draw_map (cairo_t *cr, const DlFigureInput *input, double width, double height,
                    const DlMapOptions *options, const DlTheme *theme)
{
  g_autofree char *title = dl_figure_map_name (input);
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);
  DlRect map = inside;
  g_autoptr (DlContrast) contrast = contrast_of (input);
  const DlDifference *difference = contrast != NULL ? contrast->links : NULL;
  const DlScale scale = scale_of (input, options, difference, theme);

  map.height = MAX (10, map.height - dl_figure_legend_height (input, width, &scale));
  draw_map (cr, input, map, *options, &scale, difference, theme);
  dl_figure_draw_legend (cr, input, inside, &scale, theme);
  cairo_restore (cr);
}

static void
matrix_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  dl_figure_draw_map (cr, input, width, height, &matrix_options, theme);
}

/* A link's value as a number of its own: what floats of maps have lost is not lost here. */
static double
exact_value (const DlMetric *metric, const DlMetricInput *from, const float *values, guint link)
{
  const gboolean up = from->net.graph->link_state[link] == DL_LINK_UP;

  /* Counters that say 0 say something; those of other links are not there. */
  if (dl_value_is_unknown (values[link]))
    return NAN;
  if (dl_metric_is_measured (metric) && from->counters != NULL && isnan (values[link]) && up)
    return 0;
  return metric->value == NULL ? values[link] : dl_metric_value (metric, from, link);
}

static void
add_link (DlCells *cells, const DlFigureInput *input, const DlMetricInput *from,
          const float *values, guint link)
{
  dl_figure_add_state (cells, from->net.graph->link_state[link]);
  dl_figure_add_numbers (cells, &from->vc_load[DL_TORUS_VCS * link], DL_TORUS_VCS);
  dl_cells_finite (cells, exact_value (input->metric, from, values, link));
}

static void
add_difference (DlCells *cells, const DlFigureInput *input, const DlMetricInput from[2],
                const DlContrast *contrast, guint link)
{
  const DlFigureInput *const sides[2] = { input, input->against };

  for (guint i = 0; i < 2; i++)
    dl_figure_add_state (cells, dl_figure_network (sides[i])->link_state[link]);
  for (guint i = 0; i < 2; i++)
    dl_cells_finite (cells, exact_value (input->metric, &from[i], contrast->side[i], link));
  dl_cells_finite (cells, contrast->links->values[link]);
  dl_figure_add_flag (cells, contrast->links->outlier[link]);
}

static void
add_link_columns (DlRecord *record, const char *value, gboolean compared)
{
  static const DlTableColumn links[] = {
    { "direction", N_ ("Direction") },
    { "x", "X", DL_COLUMN_INTEGER },
    { "y", "Y", DL_COLUMN_INTEGER },
    { "z", "Z", DL_COLUMN_INTEGER },
  };
  static const DlTableColumn one[] = {
    { "state", N_ ("State") },
    { "vc%u", N_ ("VC%u, packets"), DL_COLUMN_REAL, .n = DL_TORUS_VCS },
  };
  static const DlTableColumn both[] = {
    { "state", N_ ("State"), .side = 'A' },
    { "state", N_ ("State"), .side = 'B' },
  };

  DL_RECORD_ADD (record, links);
  if (compared)
    DL_RECORD_ADD (record, both);
  else
    DL_RECORD_ADD (record, one);
  dl_figure_add_value_columns (record, value, FALSE, compared);
  if (compared)
    dl_record_add_columns (record, &dl_figure_outlier_column, 1);
}

void
dl_figure_link_numbers (DlRecord *record, const DlFigureInput *input, const DlMap *map)
{
  const DlFigureInput *shown = dl_figure_shown (input);
  const DlTorusNetwork *network = dl_figure_network (shown);
  const DlMetric *metric = input->metric;
  g_autoptr (DlContrast) contrast = contrast_of (input);
  const DlMetricInput from[2] = { side_input (input, contrast == NULL && shows_b (input)),
                                  dl_figure_links (contrast != NULL ? input->against : input) };
  g_autofree float *values = g_new (float, MAX (1, network->n_links));
  DlCells *cells;

  if (contrast == NULL)
    dl_metric_values (metric, &from[0], values);
  add_link_columns (record, metric->column != NULL ? metric->column : metric->id, contrast != NULL);
  cells = dl_record_cells (record);
  for (guint port = 0; port < network->n_ports; port++)
    for (guint node = 0; node < network->n_nodes; node++)
      {
        const guint link = dl_torus_network_link (network, node, port);
        DlRect rect;

        if (network->link_state[link] == DL_LINK_ABSENT
            || (map != NULL && !dl_map_link_rect (map, link, &rect)))
          continue;
        dl_figure_add_port (cells, port);
        for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
          dl_cells_integer (cells, network->torus.coord[node].at[dim]);
        if (contrast != NULL)
          add_difference (cells, input, from, contrast, link);
        else
          add_link (cells, shown, &from[0], values, link);
      }
}

static DlScale
matrix_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_map_scale (input, &matrix_options, theme);
}

static void
matrix_numbers (DlRecord *record, const DlFigureInput *input)
{
  dl_figure_link_numbers (record, input, NULL);
}

const DlFigure dl_figure_ring_matrix = {
  .id = "ring-matrix",
  .title = N_ ("Ring matrix"),
  .description = N_ ("Every directed link as a cell: one panel per direction, one row per ring"),
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .name = dl_figure_map_name,
  .scale = matrix_scale,
  .height = matrix_height,
  .draw = matrix_draw,
  .numbers = matrix_numbers,
};

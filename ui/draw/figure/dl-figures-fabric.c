/* Figures of fabrics alone: their levels, and switches by switches; how they are told. */
#include "dl-counters-fabric.h"
#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-levels-map.h"
#include "dl-switch-order.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Size of a map that is laid out only to find its marks. */
#define MAP_WIDTH  600.0
#define MAP_HEIGHT 400.0

/* Switches by switches ------------------------------------------------------------------------- */

static void
clear_band (gpointer data)
{
  DlMatrixBand *band = data;

  g_free (band->title);
  g_free (band->brief);
}

DlSwitchOrder *
dl_switch_order_new (const DlFabricRows *rows, DlFabricOrder by, const float *values)
{
  DlSwitchOrder *order = g_new0 (DlSwitchOrder, 1);
  g_autoptr (GArray) runs = NULL;

  order->routers = g_new (guint32, MAX (1, rows->fabric->n_switches));
  runs = dl_fabric_rows_sort (rows, by, values, order->routers);
  order->bands = g_array_new (FALSE, TRUE, sizeof (DlMatrixBand));
  g_array_set_clear_func (order->bands, clear_band);
  for (guint i = 0; i < runs->len; i++)
    {
      const DlFabricBand *run = &g_array_index (runs, DlFabricBand, i);
      const guint number = run->kind == DL_FABRIC_BY_LEVEL && rows->by_hosts
                               ? rows->n_rows - run->number
                           : run->kind == DL_FABRIC_BY_SUBTREE ? run->number + 1
                                                               : run->number;
      DlMatrixBand band = { .first = run->first };

      if (run->kind == DL_FABRIC_BY_LEVEL)
        band.title = dl_fabric_row_title (rows, run->number);
      else if (run->number == DL_FABRIC_NONE)
        /* Translators: the switches above all subtrees of a fat tree */
        band.title = g_strdup (_ ("Above"));
      else if (run->kind == DL_FABRIC_BY_RAIL)
        band.title = g_strdup_printf (_ ("Rail %u"), number);
      else
        band.title = g_strdup_printf (_ ("Subtree %u"), number);
      band.brief = run->number == DL_FABRIC_NONE ? g_strdup ("–") : g_strdup_printf ("%u", number);
      g_array_append_val (order->bands, band);
    }
  order->order = (DlMatrixOrder) {
    .routers = order->routers,
    .bands = (const DlMatrixBand *) order->bands->data,
    .n_bands = order->bands->len,
    .from = by == DL_FABRIC_BY_LOAD ? _ ("from switch, the busiest first") : _ ("from switch"),
    .to = by == DL_FABRIC_BY_LOAD ? _ ("to switch, the busiest first") : _ ("to switch"),
  };
  return order;
}

void
dl_switch_order_free (DlSwitchOrder *order)
{
  if (order == NULL)
    return;
  g_free (order->routers);
  g_array_unref (order->bands);
  g_free (order);
}

static char *
switches_title (const DlFigureInput *input)
{
  return dl_figure_compared_title (input, g_strdup_printf (_ ("Links from switch to switch: %s"),
                                                           dl_metric_title (input->metric)));
}

static double
switches_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = switches_title (input);

  return dl_figure_links_height (input, width, title, 0.95, dl_figure_matrix_marks);
}

static DlScale
switches_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_links_scale (input, theme, dl_figure_matrix_marks);
}

static void
draw_switches (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  /* By the load of A on either side, so that compared switches stay where they are. */
  const DlMetricInput links = dl_figure_links (input);
  g_autofree float *values = g_new (float, MAX (1, links.net.graph->n_links));
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) links.net.shape);
  g_autoptr (DlSwitchOrder) order = NULL;

  dl_metric_values (input->metric, &links, values);
  order
      = dl_switch_order_new (rows, input->sorted ? DL_FABRIC_BY_LOAD : DL_FABRIC_BY_LEVEL, values);
  dl_figure_draw_matrix (cr, input, drawn, &order->order);
}

static void
switches_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
               const DlTheme *theme)
{
  g_autofree char *title = switches_title (input);

  dl_figure_links_draw (cr, input, width, height, title, theme, draw_switches,
                        dl_figure_matrix_marks);
}

const DlFigure dl_figure_switches = {
  .id = "switches",
  .title = N_ ("Switches by switches"),
  .description = N_ ("The links between every two switches, level by level"),
  .page_share = 0.66,
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .uses_order = TRUE,
  .name = switches_title,
  .scale = switches_scale,
  .height = switches_height,
  .draw = switches_draw,
  .numbers = dl_figure_links_numbers,
};

/* Levels --------------------------------------------------------------------------------------- */

static char *
levels_title (const DlFigureInput *input)
{
  return dl_figure_compared_title (
      input, g_strdup_printf (_ ("Cables by level: %s"), dl_metric_title (input->metric)));
}

/* On @rows, which live as long. */
static DlLevelsMap *
levels_map (DlFabricRows *rows, DlLevelsMapOptions options)
{
  g_autofree guint8 *open = dl_fabric_rows_open (rows);

  options.label_scale = 1;
  return dl_levels_map_new (rows, open, &options);
}

static guint
levels_marks (const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  const DlOverlay overlay = dl_figure_links_overlay (drawn);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) overlay.net->shape);
  g_autoptr (DlLevelsMap) map = levels_map (
      rows, (DlLevelsMapOptions) { .width = MAP_WIDTH, .height = MAP_HEIGHT, .scale = 1 });

  return dl_levels_map_marks (map, &overlay);
}

static DlScale
levels_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_links_scale (input, theme, levels_marks);
}

static double
levels_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = levels_title (input);

  return dl_figure_links_height (input, width, title,
                                 width <= DL_WIDTH_COLUMN_IN * 72 ? 0.95 : 0.62, levels_marks);
}

/* Directions of bundles, 2 of each. */
static guint32 *
directions_of_channels (const DlLevelsMap *map, const DlFabric *fabric)
{
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  guint32 *directions = g_new (guint32, MAX (1, fabric->n_channels));

  for (guint c = 0; c < fabric->n_channels; c++)
    directions[c]
        = layout->channel_bundle[c] != DL_FABRIC_NONE
              ? 2 * layout->channel_bundle[c] + !dl_fabric_layout_is_there (layout, fabric, c)
              : DL_TRACED_NOTHING;
  return directions;
}

static void
trace_levels (cairo_t *cr, const DlFigureInput *input, const DlLevelsMap *map,
              const DlFabric *fabric, const DlTheme *theme)
{
  const DlLevelsMapOptions *options = dl_levels_map_options (map);
  const gint width = options->width * options->scale + 0.5;
  const gint height = options->height * options->scale + 0.5;
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *own;
  g_autofree guint32 *items = g_new (guint32, MAX (1, (gsize) width * height));
  g_autofree guint32 *directions = directions_of_channels (map, fabric);

  cairo_surface_set_device_scale (image, options->scale, options->scale);
  own = cairo_create (image);
  dl_levels_map_draw_numbers (map, own);
  cairo_destroy (own);
  cairo_surface_flush (image);
  for (gint y = 0; y < height; y++)
    {
      const guint32 *row
          = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (image)
                                               + (gsize) y
                                                     * cairo_image_surface_get_stride (image));

      for (gint x = 0; x < width; x++)
        items[(gsize) y * width + x] = (row[x] & 0xffffff) - 1; /* 0: DL_TRACED_NOTHING */
    }
  cairo_surface_destroy (image);
  dl_figure_trace_pixels (cr, input, (DlRect) { 0, 0, options->width, options->height },
                          (DlFigurePixels) { .width = width,
                                             .height = height,
                                             .items = items,
                                             .n_items = 2 * dl_levels_map_layout (map)->n_bundles,
                                             .item_of_link = directions });
  dl_levels_map_draw_boxes (map, cr, fabric, theme);
}

static void
draw_levels (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  const double pixels = input->tracer != NULL
                            ? dl_figure_traced_pixels (cr)
                            : dl_figure_pixels_a_unit (cr, drawn->rect.width, drawn->rect.height);
  const DlFabric *fabric = drawn->links.net.shape;
  DlOverlay overlay = dl_figure_links_overlay (drawn);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) fabric);
  g_autoptr (DlLevelsMap) map = levels_map (
      rows, (DlLevelsMapOptions) { .width = floor (drawn->rect.width * pixels) / pixels,
                                   .height = floor (drawn->rect.height * pixels) / pixels,
                                   .scale = pixels });

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, drawn->rect.x, drawn->rect.y);
  if (input->tracer != NULL)
    overlay.values = NULL; /* no ink is right in colors that are painted elsewhere */
  if (input->tracer != NULL)
    trace_levels (cr, input, map, fabric, drawn->theme);
  else
    dl_levels_map_draw (map, cr, fabric, drawn->values, drawn->scale, drawn->theme);
  dl_levels_map_draw_overlay (map, cr, &overlay, drawn->theme);
  cairo_restore (cr);
}

static void
levels_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  g_autofree char *title = levels_title (input);

  dl_figure_links_draw (cr, input, width, height, title, theme, draw_levels, levels_marks);
}

const DlFigure dl_figure_levels = {
  .id = "levels",
  .title = N_ ("Levels"),
  .description = N_ ("Switches by level, with the cables between them in bundles"),
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .name = levels_title,
  .scale = levels_scale,
  .height = levels_height,
  .draw = levels_draw,
  .numbers = dl_figure_links_numbers,
};

/* The row ------------------------------------------------------------------------------------- */

static void
add_options (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view)
{
  const DlFabric *shape = view->shape;

  if (strcmp (figure->id, "switch") != 0 || shape == NULL || view->router >= shape->n_switches)
    return;
  g_strv_builder_add (options, "--node");
  g_strv_builder_add (options, dl_fabric_name (shape, shape->n_hosts + view->router));
}

/* A thumbnail of the levels, without words where it is small. */
static cairo_surface_t *
thumbnail (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlFabric *fabric = links->net.shape;
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) fabric);
  g_autoptr (DlLevelsMap) map = levels_map (rows, (DlLevelsMapOptions) { .width = options->width,
                                                                         .height = options->height,
                                                                         .scale = options->scale });
  g_autofree float *values = g_new (float, MAX (1, links->net.graph->n_links));
  DlScale scale;

  dl_metric_values (options->metric, links, values);
  dl_contrast_shared_scale (&scale, options->metric, dl_metric_range (options->metric, links),
                            DL_NO_RANGE, options->theme);
  cairo_surface_t *image = dl_levels_map_paint (map, fabric, values, &scale, options->theme, NULL);
  const DlOverlay overlay = { .net = &links->net, .values = values, .scale = &scale };
  cairo_t *cr = cairo_create (image);

  dl_levels_map_draw_overlay (map, cr, &overlay, options->theme); /* broken links */
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* Shares of the largest that any link has. */
static gboolean
fill_measured (const DlMetricInput *input, gboolean of_stalls, float *values)
{
  const DlFabric *fabric = input->net.shape;
  const guint n = fabric->n_channels;
  g_autofree guint8 *covered = g_new (guint8, MAX (1, n));
  g_autofree guint64 *data = g_new (guint64, MAX (1, n)), *wait = g_new (guint64, MAX (1, n));
  const guint64 *counts = of_stalls ? wait : data;
  guint64 most = 0;
  guint outside;

  if (!dl_port_counters_sum (input->counters, fabric, covered, data, wait, &outside))
    return FALSE;
  for (guint link = 0; link < n; link++)
    most = MAX (most, counts[link]);
  for (guint link = 0; link < n; link++)
    values[link] = !covered[link]     ? DL_VALUE_UNKNOWN
                   : counts[link] > 0 ? (float) ((double) counts[link] / most)
                                      : NAN;
  return TRUE;
}

static gboolean
fill_data (const DlMetricInput *input, float *values)
{
  return fill_measured (input, FALSE, values);
}

static gboolean
fill_stalls (const DlMetricInput *input, float *values)
{
  return fill_measured (input, TRUE, values);
}

static const DlMetric metrics[] = {
  { "measured-data", N_ ("Measured data"), N_ ("share of the busiest link’s"),
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_ports, .scale = DL_SCALE_PART,
    .idle_is_zero = TRUE, .fill = fill_data },
  { "measured-stalls", N_ ("Measured stalls"), N_ ("share of the most stalled link’s"),
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_ports, .of_stalls = TRUE,
    .scale = DL_SCALE_PART, .idle_is_zero = TRUE, .fill = fill_stalls },
  { NULL },
};

const DlFigureFamily dl_figures_fabric = {
  .family = &dl_family_fabric,
  .metrics = metrics,
  .reader = &dl_figure_reader_sorted,
  .add_options = add_options,
  .caption = dl_figure_plain_caption,
  .thumbnail = thumbnail,
  .thumbnail_metric = "load",
  .flight = &dl_flight_fabric,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
};

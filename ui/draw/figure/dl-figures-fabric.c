/* Figures of fabrics alone: their levels, and switches by switches; how they are told. */
#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-figures-fabric.h"
#include "dl-levels-map.h"
#include "dl-switch-order.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Of a map that is laid out to find its marks. */
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
                           : run->kind == DL_FABRIC_BY_LEVEL ? run->number
                                                             : run->number + 1;
      DlMatrixBand band = { .first = run->first };

      if (run->kind == DL_FABRIC_BY_LEVEL)
        band.title = dl_fabric_row_title (rows, run->number);
      else if (run->number == DL_FABRIC_NONE)
        /* Translators: the switches above all subtrees of a fat tree */
        band.title = g_strdup (_ ("Above"));
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
  /* By the load of A whatever is shown, so that what is compared stays where it is. */
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

static void
draw_levels (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  const double pixels = dl_figure_pixels_a_unit (cr, drawn->rect.width, drawn->rect.height);
  const DlFabric *fabric = drawn->links.net.shape;
  const DlOverlay overlay = dl_figure_links_overlay (drawn);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) fabric);
  g_autoptr (DlLevelsMap) map = levels_map (
      rows, (DlLevelsMapOptions) { .width = floor (drawn->rect.width * pixels) / pixels,
                                   .height = floor (drawn->rect.height * pixels) / pixels,
                                   .scale = pixels });

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, drawn->rect.x, drawn->rect.y);
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

  if (figure != &dl_figure_switch || shape == NULL || view->router >= shape->n_switches)
    return;
  g_strv_builder_add (options, "--node");
  g_strv_builder_add (options, dl_fabric_name (shape, shape->n_hosts + view->router));
}

/* Its levels, without words where it is small. */
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

  dl_levels_map_draw_overlay (map, cr, &overlay, options->theme); /* what is broken */
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

const DlFigureFamily dl_figures_fabric = {
  .family = &dl_family_fabric,
  .add_options = add_options,
  .caption = dl_figure_plain_caption,
  .thumbnail = thumbnail,
  .thumbnail_metric = "load",
  .flight = &dl_flight_fabric,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
};

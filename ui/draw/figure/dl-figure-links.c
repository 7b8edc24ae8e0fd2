/* Figures of the links of any network. */
#include "dl-figure-links.h"

#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST       520.0 /* of a map on a page */
#define MOST_SLIDE 325.0
/* Size of a map that is laid out only to find its marks. */
#define MAP_SIZE 600.0

static const DlFamily *
family_of (const DlFigureInput *input)
{
  return input->scenario->family;
}

DlMetricRange
dl_figure_range (const DlFigureInput *input, DlMetricRange own)
{
  const DlMetricRange shared = { input->scale_min, input->scale_max };

  return input->scale_max > 0 ? dl_metric_range_both (own, shared) : own;
}

DlMetricInput
dl_figure_links (const DlFigureInput *input)
{
  DlMetricInput links = dl_metric_input (family_of (input), input->analysis);
  const DlTrafficOptions *traffic = &input->scenario->traffic;

  /* An infinite backlog is as much as the nodes can send. */
  links.load = traffic->saturated || !isfinite (traffic->load) ? 1 : traffic->load;
  links.simulated = input->simulation != NULL ? &input->simulation->links : NULL;
  links.critical = input->critical;
  links.counters = input->counters;
  links.region = input->has_region ? &input->region : NULL;
  return links;
}

DlContrast *
dl_figure_links_contrast (const DlFigureInput *input)
{
  const DlMetricInput a = dl_figure_links (input);

  if (input->against == NULL)
    return NULL;
  const DlMetricInput b = dl_figure_links (input->against);
  return dl_contrast_new (input->metric, &a, &b);
}

/* Values of link figures: A, B or A - B. */
typedef struct
{
  DlContrast *contrast;
  float *values;
  DlScale scale;
  DlLinksDrawn drawn; /* without its rectangle */
} Shown;

static void
shown_clear (Shown *shown)
{
  dl_contrast_free (shown->contrast);
  g_free (shown->values);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static void
init_scale (Shown *shown, const DlFigureInput *input, const DlTheme *theme)
{
  const DlMetricInput a = dl_figure_links (input);
  const DlMetricRange range = dl_figure_range (input, dl_metric_range (input->metric, &a));
  DlMetricRange range_b = DL_NO_RANGE;

  if (input->against != NULL)
    {
      const DlMetricInput b = dl_figure_links (input->against);
      range_b = dl_metric_range (input->metric, &b);
    }
  if (shown->drawn.difference != NULL)
    dl_scale_init_difference (&shown->scale, input->metric,
                              fmax (shown->contrast->links->extent, input->scale_max), theme);
  else
    dl_contrast_shared_scale (&shown->scale, input->metric, range, range_b, theme);
}

/* In place: the overlay points into @shown. */
static void
shown_init (Shown *shown, const DlFigureInput *input, const DlTheme *theme, DlLinksMarks marks)
{
  DlLinksDrawn *drawn = &shown->drawn;

  *shown = (Shown) { .contrast = dl_figure_links_contrast (input) };
  *drawn = (DlLinksDrawn) { .links = dl_figure_links (dl_figure_shown (input)),
                            .scale = &shown->scale,
                            .theme = theme };
  shown->values = g_new (float, MAX (1, drawn->links.net.graph->n_links));
  drawn->values = shown->values;
  if (shown->contrast != NULL && input->show == DL_SHOW_DIFFERENCE)
    {
      drawn->difference = shown->contrast->links;
      drawn->against = input->against;
      dl_contrast_values (shown->contrast->links, shown->values);
    }
  else
    dl_metric_values (input->metric, &drawn->links, shown->values);
  init_scale (shown, input, theme);
  shown->scale.marks = marks (input, drawn) | input->marks;
}

DlScale
dl_figure_links_scale (const DlFigureInput *input, const DlTheme *theme, DlLinksMarks marks)
{
  g_auto (Shown) shown;

  shown_init (&shown, input, theme, marks);
  return shown.scale;
}

double
dl_figure_links_height (const DlFigureInput *input, double width, const char *title, double share,
                        DlLinksMarks marks)
{
  const double most = width > DL_WIDTH_PAGE_IN * 72 ? MOST_SLIDE : MOST;
  const double map = CLAMP (dl_figure_width_inside (width) * share, DL_FIGURE_MAP_LEAST, most);
  const DlScale scale = dl_figure_links_scale (input, dl_theme_paper (), marks);

  return dl_figure_height_titled (
      input, width, map + dl_figure_legend_height (input, width, &scale), title, TRUE);
}

void
dl_figure_links_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                      const char *title, const DlTheme *theme, DlLinksMap map, DlLinksMarks marks)
{
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);
  g_auto (Shown) shown;

  shown_init (&shown, input, theme, marks);
  shown.drawn.rect = inside;
  shown.drawn.rect.height
      = MAX (10, inside.height - dl_figure_legend_height (input, width, &shown.scale));
  map (cr, input, &shown.drawn);
  dl_figure_draw_legend (cr, input, inside, &shown.scale, theme);
  cairo_restore (cr);
}

DlOverlay
dl_figure_links_overlay (const DlLinksDrawn *drawn)
{
  return (DlOverlay) {
    .net = &drawn->links.net,
    .values = drawn->values,
    .scale = drawn->scale,
    .against = drawn->against != NULL ? dl_shape_net (drawn->against->shape) : NULL,
    .difference = drawn->difference,
  };
}

/* Marks of the matrix; any order has all links. */
guint
dl_figure_matrix_marks (const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  const DlMatrixMapOptions options
      = { .width = MAP_SIZE, .height = MAP_SIZE, .scale = 1, .label_scale = 1 };
  const DlOverlay overlay = dl_figure_links_overlay (drawn);
  g_autoptr (DlMatrixMap) map = dl_matrix_map_new (drawn->links.net.graph, &options, NULL);

  return dl_matrix_map_marks (map, &overlay);
}

static void
trace_cells (cairo_t *cr, const DlFigureInput *input, const DlMatrixMap *map, guint n_links)
{
  DlRect rect;

  for (guint link = 0; link < n_links; link++)
    if (dl_matrix_map_rect (map, dl_place_link (link), &rect))
      dl_figure_trace (cr, input, link, rect);
}

void
dl_figure_draw_matrix (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn,
                       const DlMatrixOrder *order)
{
  const DlNet *net = &drawn->links.net;
  const double pixels = dl_figure_pixels_a_unit (cr, drawn->rect.width, drawn->rect.height);
  const DlMatrixMapOptions options = { .width = floor (drawn->rect.width * pixels) / pixels,
                                       .height = floor (drawn->rect.height * pixels) / pixels,
                                       .scale = pixels,
                                       .label_scale = 1 };
  g_autoptr (DlMatrixMap) map = dl_matrix_map_new (net->graph, &options, order);
  const DlOverlay overlay = dl_figure_links_overlay (drawn);

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, drawn->rect.x, drawn->rect.y);
  if (input->tracer != NULL)
    trace_cells (cr, input, map, net->graph->n_links);
  else
    {
      cairo_surface_t *image = dl_matrix_map_paint (map, net->graph->link_state, drawn->values,
                                                    drawn->scale, drawn->theme, NULL);

      dl_figure_paint_image (cr, image, pixels);
      cairo_surface_destroy (image);
    }
  dl_matrix_map_draw_overlay (map, cr, &overlay, drawn->theme);
  cairo_restore (cr);
}

/* A row per link. */
void
dl_figure_links_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = { { "link" }, { "state", N_ ("State") } };
  const DlFamily *family = family_of (input);
  const DlMetricInput links = dl_figure_links (dl_figure_shown (input));
  const guint8 *state = links.net.graph->link_state;
  g_autoptr (DlContrast) contrast = dl_figure_links_contrast (input);
  g_autofree float *values = g_new (float, MAX (1, links.net.graph->n_links));
  DlCells *cells;

  dl_metric_values (input->metric, &links, values);
  DL_RECORD_ADD (record, columns);
  dl_figure_add_value_columns (record, input->metric->id, TRUE, contrast != NULL);
  cells = dl_record_cells (record);
  for (guint link = 0; link < links.net.graph->n_links; link++)
    {
      if (state[link] == DL_LINK_ABSENT)
        continue;
      dl_cells_take_text (cells,
                          family->name (links.net.shape, dl_place_link (link), DL_NAME_FILE));
      dl_figure_add_state (cells, state[link]);
      for (guint side = 0; side < 2 && contrast != NULL; side++)
        dl_cells_finite (cells, contrast->side[side][link]);
      dl_cells_finite (cells, contrast != NULL ? contrast->links->values[link] : values[link]);
    }
}

/* Routers by routers --------------------------------------------------------------------------- */

static char *
matrix_title (const DlFigureInput *input)
{
  /* Translators: a metric: “Load” */
  return dl_figure_compared_title (input, g_strdup_printf (_ ("Links from router to router: %s"),
                                                           dl_metric_title (input->metric)));
}

static double
matrix_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = matrix_title (input);

  return dl_figure_links_height (input, width, title, 0.95, dl_figure_matrix_marks);
}

static DlScale
matrix_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_links_scale (input, theme, dl_figure_matrix_marks);
}

static void
draw_plain_matrix (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  dl_figure_draw_matrix (cr, input, drawn, NULL);
}

static void
matrix_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  g_autofree char *title = matrix_title (input);

  dl_figure_links_draw (cr, input, width, height, title, theme, draw_plain_matrix,
                        dl_figure_matrix_marks);
}

const DlFigure dl_figure_matrix = {
  .id = "matrix",
  .title = N_ ("Routers by routers"),
  .description = N_ ("The links between every two routers"),
  .page_share = 0.66,
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .name = matrix_title,
  .scale = matrix_scale,
  .height = matrix_height,
  .draw = matrix_draw,
  .numbers = dl_figure_links_numbers,
};

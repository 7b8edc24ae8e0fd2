/* Figures of a dragonfly: groups by groups, the inside of a group, groups around a circle. */
#include "dl-figures-dragonfly.h"

#include "dl-dragonfly-name.h"
#include "dl-figure-links.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_HEIGHT 322.0 /* of a map on a slide */
#define PAGE_HEIGHT 520.0 /* of a map on a page */
#define LEAST_GROUP 360.0 /* of the inside of a group, but on a slide */
#define MOST_GROUP  520.0

/* Drawing -------------------------------------------------------------------------------------- */

static DlMetricInput
metric_input (const DlFigureInput *input)
{
  DlMetricInput links = dl_figure_links (input);

  links.load = dl_figure_dragonfly_load (input);
  return links;
}

/* Groups by groups are square as far as there is room. */
static double
map_height (double width)
{
  const double inside = dl_figure_width_inside (width);
  const double most = inside < DL_FIGURE_WIDE          ? 400
                      : width <= DL_WIDTH_PAGE_IN * 72 ? PAGE_HEIGHT
                                                       : MOST_HEIGHT;

  return CLAMP (inside * 0.95, DL_FIGURE_MAP_LEAST, most);
}

/* Title from map kind and metric. */
static char *
title_of (const DlFigureInput *input, DlDragonflyMapKind kind)
{
  const char *metric = dl_metric_title (input->metric);

  return dl_figure_compared_title (
      input, kind == DL_DRAGONFLY_MAP_GROUPS
                 ? g_strdup_printf (_ ("Blue links between groups: %s"), metric)
             : kind == DL_DRAGONFLY_MAP_CHORD
                 ? g_strdup_printf (_ ("Blue links, group by group: %s"), metric)
                 : g_strdup_printf (_ ("Links that leave a group’s routers: %s"), metric));
}

static char *
groups_name (const DlFigureInput *input)
{
  return title_of (input, DL_DRAGONFLY_MAP_GROUPS);
}

static char *
group_name (const DlFigureInput *input)
{
  return title_of (input, DL_DRAGONFLY_MAP_GROUP);
}

static char *
chord_name (const DlFigureInput *input)
{
  return title_of (input, DL_DRAGONFLY_MAP_CHORD);
}

/* Drawn values: A's, B's, or A - B. */
typedef struct
{
  const DlFigureInput *input; /* input of the network and its values: A's for A - B */
  DlDragonflyShown *own;      /* NULL for A - B */
  DlDragonflyContrast *contrast;
  const DlDragonflyShown *shown; /* of either */
} Drawn;

static Drawn
drawn_of (const DlFigureInput *input)
{
  Drawn drawn = { .input = dl_figure_shown (input) };
  const DlMetricInput metric = metric_input (drawn.input);

  if (input->against != NULL && input->show == DL_SHOW_DIFFERENCE)
    {
      const DlMetricInput b = metric_input (input->against);

      drawn.contrast = dl_dragonfly_contrast_new (input->metric, &metric, &b);
      drawn.shown = drawn.contrast->shown;
    }
  else
    drawn.shown = drawn.own = dl_dragonfly_shown_new (input->metric, &metric);
  return drawn;
}

static void
drawn_clear (Drawn *drawn)
{
  dl_dragonfly_shown_free (drawn->own);
  dl_dragonfly_contrast_free (drawn->contrast);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drawn, drawn_clear)

/* Order of groups by the load of A on either side, so that compared groups stay where they are. */
static guint16 *
order_of (const DlFigureInput *input)
{
  const DlMetricInput metric = metric_input (input);
  g_autoptr (DlDragonflyShown) shown = NULL;
  guint16 *order;

  if (!input->sorted)
    return NULL;
  shown = dl_dragonfly_shown_new (input->metric, &metric);
  order = g_new (guint16, dl_figure_dragonfly (input)->n_groups);
  dl_dragonfly_values_order (&shown->sums, dl_figure_dragonfly (input)->n_groups, order);
  return order;
}

static DlDragonflyMap *
map_of (const DlFigureInput *input, DlDragonflyMapKind kind, double width, double height,
        double pixels)
{
  const DlDragonflyMapOptions options = {
    .kind = kind,
    .width = floor (width * pixels) / pixels, /* whole pixels */
    .height = floor (height * pixels) / pixels,
    .scale = pixels,
    .group = MIN (input->group, dl_figure_dragonfly (input)->n_groups - 1),
    .sorted = input->sorted,
    .square = TRUE,
    .label_scale = 1,
  };
  g_autofree guint16 *order = order_of (input);

  return dl_dragonfly_map_new ((DlDragonfly *) input->shape, &options, order);
}

static DlOverlay
overlay_of (const DlFigureInput *input, const Drawn *drawn, const DlScale *scale)
{
  return (DlOverlay) {
    .net = dl_shape_net (drawn->input->shape),
    .scale = scale,
    .blank = input->tracer != NULL,
    .against = drawn->contrast != NULL ? dl_shape_net (input->against->shape) : NULL,
    .difference = drawn->contrast != NULL ? drawn->contrast->head.links : NULL,
  };
}

static DlDragonflyPicture
picture_of (const Drawn *drawn)
{
  return (DlDragonflyPicture) {
    .values = &drawn->shown->sums,
    .pairs = drawn->contrast != NULL ? drawn->contrast->pairs : NULL,
  };
}

/* Marks of the map; they are the same at any size. */
static guint
marks_of (const DlFigureInput *input, DlDragonflyMapKind kind, const Drawn *drawn,
          const DlScale *scale)
{
  const DlOverlay overlay = overlay_of (input, drawn, scale);
  const DlDragonflyPicture picture = picture_of (drawn);
  g_autoptr (DlDragonflyMap) map = map_of (input, kind, DL_FIGURE_WIDE, PAGE_HEIGHT, 1);

  return dl_dragonfly_map_marks (map, &overlay, &picture);
}

static DlScale
scale_of (const DlFigureInput *input, DlDragonflyMapKind kind, const Drawn *drawn,
          const DlTheme *theme)
{
  const DlMetricInput a = metric_input (input);
  const DlMetricRange range = dl_figure_range (input, dl_metric_range (input->metric, &a));
  DlMetricRange range_b = DL_NO_RANGE;
  DlScale scale;

  if (input->against != NULL)
    {
      const DlMetricInput b = metric_input (input->against);
      range_b = dl_metric_range (input->metric, &b);
    }
  if (drawn->contrast != NULL)
    dl_scale_init_difference (&scale, input->metric,
                              fmax (drawn->contrast->head.links->extent, input->scale_max), theme);
  else
    dl_contrast_shared_scale (&scale, input->metric, range, range_b, theme);
  scale.marks = marks_of (input, kind, drawn, &scale) | input->marks;
  return scale;
}

static DlScale
map_scale (const DlFigureInput *input, DlDragonflyMapKind kind, const DlTheme *theme)
{
  g_auto (Drawn) drawn = drawn_of (input);

  return scale_of (input, kind, &drawn, theme);
}

static DlScale
groups_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return map_scale (input, DL_DRAGONFLY_MAP_GROUPS, theme);
}

static DlScale
group_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return map_scale (input, DL_DRAGONFLY_MAP_GROUP, theme);
}

static DlScale
chord_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return map_scale (input, DL_DRAGONFLY_MAP_CHORD, theme);
}

static double
height_with (const DlFigureInput *input, double width, double map, DlDragonflyMapKind kind)
{
  g_autofree char *title = title_of (input, kind);
  const DlScale scale = map_scale (input, kind, dl_theme_paper ());

  return dl_figure_height_titled (
      input, width, map + dl_figure_legend_height (input, width, &scale), title, TRUE);
}

static double
groups_height (const DlFigureInput *input, double width)
{
  return height_with (input, width, map_height (width), DL_DRAGONFLY_MAP_GROUPS);
}

static double
chord_height (const DlFigureInput *input, double width)
{
  return height_with (input, width, map_height (width), DL_DRAGONFLY_MAP_CHORD);
}

/* Height of a group's map, whose three bands need more than a slide has. */
static double
group_height (const DlFigureInput *input, double width)
{
  const double most = width > DL_WIDTH_PAGE_IN * 72 ? MOST_HEIGHT : MOST_GROUP;

  return height_with (input, width,
                      CLAMP (dl_figure_width_inside (width) * 0.62, MIN (LEAST_GROUP, most), most),
                      DL_DRAGONFLY_MAP_GROUP);
}

/* Links that have a cell of their own: those of other groups may share that of their port here. */
static void
trace_cells (cairo_t *cr, const DlFigureInput *input, const DlDragonflyMap *map, guint n_links)
{
  DlRect rect;

  for (guint link = 0; link < n_links; link++)
    {
      DlPlace place;

      if (!dl_dragonfly_map_rect (map, dl_place_link (link), &rect))
        continue;
      place = dl_dragonfly_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2);
      if (place.kind == DL_PLACE_LINK && place.a == link)
        dl_figure_trace (cr, input, link, rect);
    }
}

static guint
group_of (const DlDragonfly *dragonfly, guint32 router)
{
  return dragonfly->router[router].group;
}

/* The blue links from group to group: (n_links) pairs. */
static guint32 *
pairs_of_links (const DlDragonfly *dragonfly)
{
  guint32 *pairs = g_new (guint32, MAX (1, dragonfly->n_links));

  for (guint link = 0; link < dragonfly->n_links; link++)
    pairs[link] = dragonfly->link_class[link] == DL_LINK_BLUE
                      ? group_of (dragonfly, dragonfly->link_from[link]) * dragonfly->n_groups
                            + group_of (dragonfly, dragonfly->link_to[link])
                      : DL_TRACED_NOTHING;
  return pairs;
}

/* Pairs of groups. */
static void
trace_pairs (cairo_t *cr, const DlFigureInput *input, const DlDragonflyMap *map,
             const DlDragonfly *dragonfly, gboolean is_mean)
{
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  const guint n = dragonfly->n_groups;
  DlFigurePixels pixels = { .width = options->width * options->scale + 0.5,
                            .height = options->height * options->scale + 0.5,
                            .n_items = n * n,
                            .is_mean = is_mean };
  g_autofree guint32 *items = g_new (guint32, MAX (1, (gsize) pixels.width * pixels.height));
  g_autofree guint32 *pairs = pairs_of_links (dragonfly);
  g_autofree DlPlace *places = g_new (DlPlace, (gsize) n * n);

  for (guint i = 0; i < n * n; i++)
    places[i] = dl_place_pair (i / n, i % n);
  for (guint y = 0; y < pixels.height; y++)
    for (guint x = 0; x < pixels.width; x++)
      {
        const DlPlace place
            = dl_dragonfly_map_hit (map, (x + 0.5) / options->scale, (y + 0.5) / options->scale);

        items[(gsize) y * pixels.width + x] = place.kind == DL_PLACE_PAIR && place.a != place.b
                                                  ? place.a * n + place.b
                                                  : DL_TRACED_NOTHING;
      }
  pixels.items = items;
  pixels.item_of_link = pairs;
  pixels.places = places;
  dl_figure_trace_pixels (cr, input, (DlRect) { 0, 0, options->width, options->height }, pixels);
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, DlRect rect, DlDragonflyMapKind kind,
          const Drawn *drawn, const DlScale *scale, const DlTheme *theme)
{
  const double pixels = input->tracer != NULL && kind != DL_DRAGONFLY_MAP_GROUP
                            ? dl_figure_traced_pixels (cr)
                            : dl_figure_pixels_a_unit (cr, rect.width, rect.height);
  const DlDragonfly *dragonfly = dl_figure_dragonfly (drawn->input);
  g_autoptr (DlDragonflyMap) map = map_of (input, kind, rect.width, rect.height, pixels);
  const DlOverlay overlay = overlay_of (input, drawn, scale);
  const DlDragonflyPicture picture = picture_of (drawn);

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, rect.x, rect.y);
  if (input->tracer != NULL && kind == DL_DRAGONFLY_MAP_GROUP)
    trace_cells (cr, input, map, dragonfly->n_links);
  else if (input->tracer != NULL)
    trace_pairs (cr, input, map, dragonfly, !drawn->shown->sums.is_worst);
  else if (!dl_figure_has_vectors (cr)
           || !dl_dragonfly_map_paint_vectors (map, cr, dragonfly, &drawn->shown->sums, scale,
                                               theme))
    {
      cairo_surface_t *image
          = dl_dragonfly_map_paint (map, dragonfly, &drawn->shown->sums, scale, theme, NULL);

      dl_figure_paint_image (cr, image, pixels);
      cairo_surface_destroy (image);
    }
  dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, theme);
  cairo_restore (cr);
}

static void
draw_figure (cairo_t *cr, const DlFigureInput *input, double width, double height,
             DlDragonflyMapKind kind, const DlTheme *theme)
{
  g_autofree char *title = title_of (input, kind);
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);
  DlRect map = inside;
  g_auto (Drawn) drawn = drawn_of (input);
  const DlScale scale = scale_of (input, kind, &drawn, theme);

  map.height = MAX (10, map.height - dl_figure_legend_height (input, width, &scale));
  draw_map (cr, input, map, kind, &drawn, &scale, theme);
  dl_figure_draw_legend (cr, input, inside, &scale, theme);
  cairo_restore (cr);
}

static void
groups_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  draw_figure (cr, input, width, height, DL_DRAGONFLY_MAP_GROUPS, theme);
}

static void
group_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  draw_figure (cr, input, width, height, DL_DRAGONFLY_MAP_GROUP, theme);
}

static void
chord_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  draw_figure (cr, input, width, height, DL_DRAGONFLY_MAP_CHORD, theme);
}

/* Numbers -------------------------------------------------------------------------------------- */

/* The values in a row: of A and B and A - B, or of the only side. */
typedef struct
{
  const DlDragonflyShown *side[2]; /* NULL unless both are compared */
  Drawn drawn;
} Columns;

static Columns
columns_of (const DlFigureInput *input)
{
  Columns columns = { .drawn = drawn_of (input) };

  for (guint i = 0; i < 2 && columns.drawn.contrast != NULL; i++)
    columns.side[i] = columns.drawn.contrast->side[i];
  return columns;
}

static void
columns_clear (Columns *columns)
{
  drawn_clear (&columns->drawn);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Columns, columns_clear)

/* The metric's value, or those of both and the difference. */
static void
add_value_columns (DlRecord *record, const Columns *columns, const DlMetric *metric)
{
  const gboolean compared = columns->side[0] != NULL;
  g_autofree char *name = g_strdelimit (g_strdup (metric->id), "-", '_');

  dl_figure_add_value_columns (record, name, FALSE, compared);
  if (compared)
    dl_record_add_columns (record, &dl_figure_outlier_column, 1);
}

typedef const float *(*Pick) (const DlDragonflyShown *shown);

static const float *
pick_links (const DlDragonflyShown *shown)
{
  return shown->values;
}

static const float *
pick_pairs (const DlDragonflyShown *shown)
{
  return shown->group_value;
}

static const float *
pick_out (const DlDragonflyShown *shown)
{
  return shown->group_out;
}

static const float *
pick_in (const DlDragonflyShown *shown)
{
  return shown->group_in;
}

/* @outliers: of whatever is picked; NULL: it has none. */
static void
add_values (DlCells *cells, const Columns *columns, Pick pick, gsize at,
            const DlDifference *outliers)
{
  for (guint i = 0; i < 2 && columns->side[i] != NULL; i++)
    dl_cells_finite (cells, pick (columns->side[i])[at]);
  dl_cells_finite (cells, pick (columns->drawn.shown)[at]);
  if (columns->side[0] != NULL)
    dl_figure_add_flag (cells, outliers != NULL && outliers->outlier[at]);
}

/* Blue links of each pair of groups, and the working ones: (n_groups x n_groups). */
static void
count_pairs (const DlDragonfly *dragonfly, guint32 *links, guint32 *working)
{
  const guint n = dragonfly->n_groups;

  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      {
        const gsize pair = (gsize) dragonfly->router[dragonfly->link_from[link]].group * n
                           + dragonfly->router[dragonfly->link_to[link]].group;
        links[pair]++;
        working[pair] += dragonfly->link_state[link] == DL_LINK_UP;
      }
}

static const DlTableColumn working_columns[] = {
  { "working", N_ ("Working links"), DL_COLUMN_INTEGER },
  { "working", N_ ("Working links"), DL_COLUMN_INTEGER, .side = 'A' },
  { "working", N_ ("Working links"), DL_COLUMN_INTEGER, .side = 'B' },
};

/* @group's name, a number; in @words where others are words. */
static void
add_group (DlCells *cells, const DlDragonfly *dragonfly, guint group, gboolean words)
{
  if (words)
    dl_cells_take_text (cells, g_strdup_printf ("%u", dragonfly->group_name[group]));
  else
    dl_cells_integer (cells, dragonfly->group_name[group]);
}

/* A row a pair of groups that the map shows. @words: other rows are of all groups. */
static DlCells *
add_pairs (DlRecord *record, const DlFigureInput *input, const DlDragonflyMap *map,
           const Columns *columns, gboolean words)
{
  const DlDragonfly *dragonfly = dl_figure_dragonfly (columns->drawn.input);
  const DlDragonflyContrast *contrast = columns->drawn.contrast;
  const DlColumnType type = words ? DL_COLUMN_TEXT : DL_COLUMN_INTEGER;
  const DlTableColumn heads[] = {
    { "from", N_ ("From"), type },
    { "to", N_ ("To"), type },
    { "links", N_ ("Links"), DL_COLUMN_INTEGER },
  };
  const guint n = dragonfly->n_groups;
  g_autofree guint32 *links = g_new0 (guint32, (gsize) n * n);
  g_autofree guint32 *working = g_new0 (guint32, (gsize) n * n);
  g_autofree guint32 *links_b = g_new0 (guint32, (gsize) n * n);
  g_autofree guint32 *working_b = g_new0 (guint32, (gsize) n * n);
  DlCells *cells;

  count_pairs (dragonfly, links, working);
  if (contrast != NULL)
    count_pairs (dl_figure_dragonfly (input->against), links_b, working_b);
  DL_RECORD_ADD (record, heads);
  dl_record_add_columns (record, &working_columns[contrast != NULL ? 1 : 0],
                         contrast != NULL ? 2 : 1);
  add_value_columns (record, columns, input->metric);
  cells = dl_record_cells (record);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        const gsize pair = (gsize) a * n + b;
        const DlPlace place = dl_place_pair (a, b);
        DlRect rect;

        if (links[pair] == 0 || !dl_dragonfly_map_rect (map, place, &rect))
          continue;
        add_group (cells, dragonfly, a, words);
        add_group (cells, dragonfly, b, words);
        dl_cells_integer (cells, links[pair]);
        dl_cells_integer (cells, working[pair]);
        if (contrast != NULL)
          dl_cells_integer (cells, working_b[pair]);
        add_values (cells, columns, pick_pairs, pair, contrast != NULL ? contrast->pairs : NULL);
      }
  return cells;
}

static void
add_sums (DlCells *cells, const Columns *columns, gboolean out)
{
  const DlDragonfly *dragonfly = dl_figure_dragonfly (columns->drawn.input);

  for (guint group = 0; group < dragonfly->n_groups; group++)
    {
      if (!out)
        dl_cells_word (cells, "all", _ ("all"));
      add_group (cells, dragonfly, group, TRUE);
      if (out)
        dl_cells_word (cells, "all", _ ("all"));
      dl_figure_add_blanks (cells, columns->side[0] != NULL ? 3 : 2);
      add_values (cells, columns, out ? pick_out : pick_in, group, NULL);
    }
}

static void
groups_numbers (DlRecord *record, const DlFigureInput *input)
{
  g_auto (Columns) columns = columns_of (input);
  g_autoptr (DlDragonflyMap) map
      = map_of (input, DL_DRAGONFLY_MAP_GROUPS, DL_FIGURE_WIDE, MOST_HEIGHT, 1);
  DlCells *cells = add_pairs (record, input, map, &columns, TRUE);

  add_sums (cells, &columns, TRUE);
  add_sums (cells, &columns, FALSE);
}

static void
chord_numbers (DlRecord *record, const DlFigureInput *input)
{
  g_auto (Columns) columns = columns_of (input);
  g_autoptr (DlDragonflyMap) map
      = map_of (input, DL_DRAGONFLY_MAP_CHORD, DL_FIGURE_WIDE, MOST_HEIGHT, 1);

  add_pairs (record, input, map, &columns, FALSE);
}

static void
add_link_state (DlCells *cells, const DlDragonfly *dragonfly, guint link)
{
  dl_figure_add_state (cells,
                       dragonfly->link_state[link] == DL_LINK_UP ? DL_LINK_UP : DL_LINK_BROKEN);
}

/* A row per link of the group, in the order of links; what shares a cell has a row each. */
static void
group_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn heads[] = {
    { "from", N_ ("From") },
    { "to", N_ ("To") },
    { "index", N_ ("Parallel link"), DL_COLUMN_INTEGER },
    { "class", N_ ("Class") },
  };
  static const DlTableColumn states[] = {
    { "state", N_ ("State") },
    { "state", N_ ("State"), .side = 'A' },
    { "state", N_ ("State"), .side = 'B' },
  };
  g_auto (Columns) columns = columns_of (input);
  const DlDragonflyContrast *contrast = columns.drawn.contrast;
  const DlDragonfly *dragonfly = dl_figure_dragonfly (columns.drawn.input);
  const guint group = MIN (input->group, dragonfly->n_groups - 1);
  const guint first = dragonfly->first_link[dragonfly->group_first[group]];
  const guint end = dragonfly->first_link[dragonfly->group_first[group + 1]];
  DlCells *cells;

  DL_RECORD_ADD (record, heads);
  dl_record_add_columns (record, &states[contrast != NULL ? 1 : 0], contrast != NULL ? 2 : 1);
  add_value_columns (record, &columns, input->metric);
  cells = dl_record_cells (record);
  for (guint link = first; link < end; link++)
    {
      const DlLinkClass class = dragonfly->link_class[link];

      dl_cells_take_text (cells,
                          dl_dragonfly_router_to_string (dragonfly, dragonfly->link_from[link]));
      dl_cells_take_text (cells,
                          dl_dragonfly_router_to_string (dragonfly, dragonfly->link_to[link]));
      dl_cells_integer (cells, dragonfly->link_parallel[link]);
      dl_cells_word (cells, dl_link_class_name (class), dl_link_class_title (class));
      add_link_state (cells, dragonfly, link);
      if (contrast != NULL)
        add_link_state (cells, dl_figure_dragonfly (input->against), link);
      add_values (cells, &columns, pick_links, link,
                  contrast != NULL ? contrast->head.links : NULL);
    }
}

const DlFigure dl_figure_groups = {
  .id = "groups",
  .title = N_ ("Groups by groups"),
  .description = N_ ("The blue links between every two groups, with the traffic in both "
                     "directions"),
  .page_share = 0.66, /* a square as wide as the text is half a page */
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .uses_order = TRUE,
  .name = groups_name,
  .scale = groups_scale,
  .height = groups_height,
  .draw = groups_draw,
  .numbers = groups_numbers,
};

const DlFigure dl_figure_group = {
  .id = "group",
  .title = N_ ("Inside of a group"),
  .description = N_ ("The green, black and blue links of each router of one group"),
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .uses_group = TRUE,
  .name = group_name,
  .scale = group_scale,
  .height = group_height,
  .draw = group_draw,
  .numbers = group_numbers,
};

const DlFigure dl_figure_chord = {
  .id = "chord",
  .title = N_ ("Groups around a circle"),
  .description = N_ ("Blue links as ribbons between groups; with more than 32 groups, only those "
                     "of one group"),
  .uses_metric = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .uses_group = TRUE,
  .name = chord_name,
  .scale = chord_scale,
  .height = chord_height,
  .draw = chord_draw,
  .numbers = chord_numbers,
};

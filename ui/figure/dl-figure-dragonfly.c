/* Figures of a dragonfly: groups by groups, the inside of a group, groups round a circle. */
#include "dl-figure-private.h"

#include "dl-dragonfly-name.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define WIDE        600.0 /* units */
#define LEAST       150.0 /* below that a map does without words */
#define MOST_HEIGHT 325.0 /* of a map on a slide */
#define PAGE_HEIGHT 520.0 /* of a map on a page */
#define LEAST_GROUP 360.0 /* of the inside of a group, but on a slide */
#define MOST_GROUP  520.0
#define LEGEND_GAP  8

/* Caption -------------------------------------------------------------------------------------- */

static char *
describe_machine (const DlDragonfly *dragonfly)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "dragonfly of %u group",
                                       "dragonfly of %u groups", dragonfly->n_groups),
                          dragonfly->n_groups);
}

static char *
describe_faults (const DlDragonfly *dragonfly)
{
  guint broken = 0;

  for (guint link = 0; link < dragonfly->n_links; link++)
    broken += dragonfly->link_state[link] != DL_LINK_UP && dragonfly->link_back[link] > link;
  if (broken == 0)
    return NULL;
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u broken link", "%u broken links", broken), broken);
}

static void
add_piece (GStrvBuilder *pieces, char *piece)
{
  g_strv_builder_add (pieces, piece);
  g_free (piece);
}

/* Where the numbers come from. */
static void
add_source (GStrvBuilder *pieces, const DlFigureInput *input)
{
  const DlSimFigure *simulation = input->simulation;

  if (input->metric == DL_METRIC_USE || dl_metric_is_simulated (input->metric))
    {
      g_autofree char *load = dl_chart_count (dl_figure_dragonfly_load (input));
      add_piece (pieces, g_strdup_printf (_ ("at load %s"), load));
    }
  if (dl_metric_is_simulated (input->metric) && simulation != NULL)
    {
      g_autofree char *first = dl_chart_count (simulation->from);
      g_autofree char *last = dl_chart_count (simulation->to);
      add_piece (pieces, g_strdup_printf (_ ("cycles %s to %s"), first, last));
    }
  if (dl_metric_is_measured (input->metric) && input->counters != NULL)
    {
      g_autofree char *file = g_path_get_basename (input->counters->file_name);
      add_piece (pieces, g_strdup_printf (_ ("counters of %s"), file));
    }
}

GStrv
dl_figure_dragonfly_caption (const DlFigureInput *input, gboolean names_routing)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  const DlScenario *scenario = input->scenario;
  char *faults = describe_faults (input->dragonfly);

  g_strv_builder_add (pieces, scenario->name);
  add_piece (pieces, describe_machine (input->dragonfly));
  add_piece (pieces, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u node", "%u nodes",
                                                   input->dragonfly->n_nodes),
                                      input->dragonfly->n_nodes));
  add_piece (pieces, g_strdup_printf (_ ("%s traffic"), _ (scenario->traffic.pattern->title)));
  if (names_routing)
    {
      add_piece (pieces, g_strdup_printf (_ ("routing %s"), _ (scenario->mode->title)));
      add_source (pieces, input);
    }
  if (faults != NULL)
    add_piece (pieces, faults);
  return g_strv_builder_end (pieces);
}

/* Drawing -------------------------------------------------------------------------------------- */

/* An infinite backlog is as much as the nodes can send. */
double
dl_figure_dragonfly_load (const DlFigureInput *input)
{
  const double load = input->scenario->traffic.load;

  return isfinite (load) ? load : 1;
}

static DlDragonflyMetricInput
metric_input (const DlFigureInput *input)
{
  return (DlDragonflyMetricInput) {
    .dragonfly = input->dragonfly,
    .analysis = input->dragonfly_analysis,
    .load = dl_figure_dragonfly_load (input),
    .simulated = input->dragonfly_use,
    .counters = input->counters,
  };
}

/* Groups by groups are square as far as there is room. */
static double
map_height (double width)
{
  const double inside = dl_figure_width_inside (width);
  const double most = inside < WIDE                    ? 400
                      : width <= DL_WIDTH_PAGE_IN * 72 ? PAGE_HEIGHT
                                                       : MOST_HEIGHT;

  return CLAMP (inside * 0.95, LEAST, most);
}

static double
figure_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (
      input, width, DL_LINE_TITLE + map_height (width) + LEGEND_GAP + dl_scale_legend_height (),
      TRUE);
}

/* Its three bands need more, which a slide does not have. */
static double
group_height (const DlFigureInput *input, double width)
{
  const double inside = dl_figure_width_inside (width);

  if (width > DL_WIDTH_PAGE_IN * 72)
    return figure_height (input, width);
  return dl_figure_height_around (input, width,
                                  DL_LINE_TITLE + CLAMP (inside * 0.62, LEAST_GROUP, MOST_GROUP)
                                      + LEGEND_GAP + dl_scale_legend_height (),
                                  TRUE);
}

static DlScale
scale_of (const DlFigureInput *input)
{
  const DlDragonflyMetricInput metric = metric_input (input);
  const double max = dl_dragonfly_metric_max (input->metric, &metric);
  DlScale scale;

  dl_scale_init (&scale, input->metric, max > 0 ? dl_scale_nice_max (max) : 0);
  return scale;
}

static DlDragonflyShown *
shown_of (const DlFigureInput *input)
{
  const DlDragonflyMetricInput metric = metric_input (input);

  return dl_dragonfly_shown_new (input->metric, &metric);
}

static guint16 *
order_of (const DlFigureInput *input, const DlDragonflyShown *shown)
{
  guint16 *order;

  if (!input->sorted)
    return NULL;
  order = g_new (guint16, input->dragonfly->n_groups);
  dl_dragonfly_values_order (&shown->sums, input->dragonfly->n_groups, order);
  return order;
}

static DlDragonflyMap *
map_of (const DlFigureInput *input, const DlDragonflyShown *shown, DlDragonflyMapKind kind,
        double width, double height, double pixels)
{
  const DlDragonflyMapOptions options = {
    .kind = kind,
    .width = floor (width * pixels) / pixels, /* whole pixels */
    .height = floor (height * pixels) / pixels,
    .scale = pixels,
    .group = MIN (input->group, input->dragonfly->n_groups - 1),
    .sorted = input->sorted,
    .label_scale = 1,
  };
  g_autofree guint16 *order = order_of (input, shown);

  return dl_dragonfly_map_new ((DlDragonfly *) input->dragonfly, &options, order);
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, DlRect rect, DlDragonflyMapKind kind,
          const DlScale *scale, const DlTheme *theme)
{
  const double pixels = dl_figure_pixels_a_unit (cr, rect.width, rect.height);
  g_autoptr (DlDragonflyShown) shown = shown_of (input);
  g_autoptr (DlDragonflyMap) map = map_of (input, shown, kind, rect.width, rect.height, pixels);
  const DlDragonflyMapOverlay overlay
      = { .dragonfly = input->dragonfly, .values = &shown->sums, .colors = scale };
  cairo_surface_t *image
      = dl_dragonfly_map_paint (map, input->dragonfly, &shown->sums, scale, theme, NULL);

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, rect.x, rect.y);
  dl_figure_paint_image (cr, image, pixels);
  dl_dragonfly_map_draw_overlay (map, cr, &overlay, theme);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/* What a figure shows of which metric. */
static char *
title_of (DlDragonflyMapKind kind, const char *metric)
{
  if (kind == DL_DRAGONFLY_MAP_GROUPS)
    return g_strdup_printf (_ ("%s of the blue links between groups"), metric);
  if (kind == DL_DRAGONFLY_MAP_CHORD)
    return g_strdup_printf (_ ("%s of the blue links, group by group"), metric);
  return g_strdup_printf (_ ("%s of the links that leave a group’s routers"), metric);
}

static void
draw_figure (cairo_t *cr, const DlFigureInput *input, double width, double height,
             DlDragonflyMapKind kind, const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);
  const double legend_height = dl_scale_legend_height ();
  const DlRect map = { inside.x, inside.y + DL_LINE_TITLE, inside.width,
                       MAX (10, inside.height - DL_LINE_TITLE - LEGEND_GAP - legend_height) };
  g_autofree char *title = title_of (kind, dl_metric_title (input->metric));
  const DlScale scale = scale_of (input);

  dl_chart_text (cr, &theme->foreground, inside.x, inside.y, title, DL_TEXT_TITLE, TRUE,
                 DL_ALIGN_START, inside.width);
  draw_map (cr, input, map, kind, &scale, theme);
  dl_scale_draw_dragonfly_legend (&scale, cr, inside.x, dl_rect_bottom (inside) - legend_height,
                                  inside.width, theme);
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

/* CSV ------------------------------------------------------------------------------------------ */

/* The metric's name as a column's. */
static char *
column_name (DlMetric metric)
{
  return g_strdelimit (g_strdup (dl_metric_id (metric)), "-", '_');
}

/* Blue links of each pair of groups, and of these those that work: (n_groups x n_groups). */
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

/* A row a pair of groups that the map shows. */
static void
write_pairs (GString *csv, const DlFigureInput *input, const DlDragonflyMap *map,
             const DlDragonflyShown *shown)
{
  const DlDragonfly *dragonfly = input->dragonfly;
  const guint n = dragonfly->n_groups;
  g_autofree guint32 *links = g_new0 (guint32, (gsize) n * n);
  g_autofree guint32 *working = g_new0 (guint32, (gsize) n * n);
  g_autofree char *column = column_name (input->metric);

  count_pairs (dragonfly, links, working);
  g_string_append_printf (csv, "from,to,links,working,%s\n", column);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        const gsize pair = (gsize) a * n + b;
        const DlDragonflyPlace place = { .kind = DL_PLACE_PAIR, .a = a, .b = b };
        DlRect rect;

        if (links[pair] == 0 || !dl_dragonfly_map_rect (map, place, &rect))
          continue;
        g_string_append_printf (csv, "%u,%u,%u,%u,", dragonfly->group_name[a],
                                dragonfly->group_name[b], links[pair], working[pair]);
        dl_csv_number (csv, shown->group_value[pair]);
        g_string_append_c (csv, '\n');
      }
}

static void
write_sums (GString *csv, const DlDragonfly *dragonfly, const float *sums, gboolean out)
{
  for (guint group = 0; group < dragonfly->n_groups; group++)
    {
      g_string_append_printf (csv, out ? "%u,all,,," : "all,%u,,,", dragonfly->group_name[group]);
      dl_csv_number (csv, sums[group]);
      g_string_append_c (csv, '\n');
    }
}

static void
groups_write_csv (GString *csv, const DlFigureInput *input)
{
  g_autoptr (DlDragonflyShown) shown = shown_of (input);
  g_autoptr (DlDragonflyMap) map
      = map_of (input, shown, DL_DRAGONFLY_MAP_GROUPS, WIDE, MOST_HEIGHT, 1);

  write_pairs (csv, input, map, shown);
  write_sums (csv, input->dragonfly, shown->group_out, TRUE);
  write_sums (csv, input->dragonfly, shown->group_in, FALSE);
}

static void
chord_write_csv (GString *csv, const DlFigureInput *input)
{
  g_autoptr (DlDragonflyShown) shown = shown_of (input);
  g_autoptr (DlDragonflyMap) map
      = map_of (input, shown, DL_DRAGONFLY_MAP_CHORD, WIDE, MOST_HEIGHT, 1);

  write_pairs (csv, input, map, shown);
}

/* A row a link of the group, in the order of links; what shares a cell has a row each. */
static void
group_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlDragonfly *dragonfly = input->dragonfly;
  const guint group = MIN (input->group, dragonfly->n_groups - 1);
  const guint first = dragonfly->first_link[dragonfly->group_first[group]];
  const guint end = dragonfly->first_link[dragonfly->group_first[group + 1]];
  g_autoptr (DlDragonflyShown) shown = shown_of (input);
  g_autofree char *column = column_name (input->metric);

  g_string_append_printf (csv, "from,to,index,class,state,%s\n", column);
  for (guint link = first; link < end; link++)
    {
      g_autofree char *from = dl_dragonfly_router_to_string (dragonfly, dragonfly->link_from[link]);
      g_autofree char *to = dl_dragonfly_router_to_string (dragonfly, dragonfly->link_to[link]);

      g_string_append_printf (csv, "%s,%s,%u,%s,%s,", from, to, dragonfly->link_parallel[link],
                              dl_link_class_name (dragonfly->link_class[link]),
                              dragonfly->link_state[link] == DL_LINK_UP ? "up" : "broken");
      dl_csv_number (csv, shown->values[link]);
      g_string_append_c (csv, '\n');
    }
}

const DlFigure dl_figure_groups = {
  .id = "groups",
  .title = N_ ("Groups by groups"),
  .description = N_ ("The blue links between each two groups, and what each sends and gets"),
  .uses_metric = TRUE,
  .uses_order = TRUE,
  .height = figure_height,
  .draw = groups_draw,
  .write_csv = groups_write_csv,
};

const DlFigure dl_figure_group = {
  .id = "group",
  .title = N_ ("Inside of a group"),
  .description = N_ ("The green, black and blue links of each router of one group"),
  .uses_metric = TRUE,
  .uses_group = TRUE,
  .height = group_height,
  .draw = group_draw,
  .write_csv = group_write_csv,
};

const DlFigure dl_figure_chord = {
  .id = "chord",
  .title = N_ ("Groups round a circle"),
  .description = N_ ("Blue links as ribbons between groups; beyond 32 groups those of one group"),
  .uses_metric = TRUE,
  .uses_group = TRUE,
  .height = figure_height,
  .draw = chord_draw,
  .write_csv = chord_write_csv,
};

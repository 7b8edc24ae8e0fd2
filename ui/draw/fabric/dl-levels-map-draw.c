/* A map by levels as it is painted: bundles by their load, then boxes with their names. */
#include "dl-levels-map-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_ARROWS 40  /* lines between two rows that each have one */
#define STRIP       4.0 /* at a box's lower edge: its hidden switches */
#define FAINT       0.3 /* of the luminance: less is hardly seen in a thin line */
#define EDGE        0.9 /* around such a line, both sides together */
#define STACK       2.5 /* how far the box behind a folded one looks out */

DlColor
dl_levels_color (const DlLevelsSum *sum, const DlScale *scale, const DlTheme *theme)
{
  return sum->n > 0 && sum->n_broken == sum->n ? theme->broken
         : isnan (sum->value)                  ? theme->idle[1]
                                               : dl_chart_scale_color (scale, sum->value);
}

void
dl_levels_stroke (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back, gboolean dashed,
                  double more, const DlColor *color)
{
  static const double dashes[] = { 5, 4 };

  dl_levels_add_line (map, cr, bundle, back);
  dl_color_set (cr, color);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (cr, map->line[bundle].width[back != FALSE] + more);
  cairo_set_dash (cr, dashes, dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
dl_levels_draw_arrow (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back, double size,
                      const DlColor *color)
{
  /* Not in the middle, where crosses are, and apart from that of the other direction. */
  const double t = back ? 0.4 : 0.6;
  double x, y, x1, y1;

  dl_levels_point (map, bundle, back, t, &x, &y);
  dl_levels_point (map, bundle, back, back ? t - 0.02 : t + 0.02, &x1, &y1);
  const double length = hypot (x1 - x, y1 - y);

  if (length <= 0)
    return;
  const double dx = (x1 - x) / length * size, dy = (y1 - y) / length * size;

  cairo_move_to (cr, x + dx, y + dy);
  cairo_line_to (cr, x - dx - dy * 0.9, y - dy + dx * 0.9);
  cairo_line_to (cr, x - dx + dy * 0.9, y - dy - dx * 0.9);
  cairo_close_path (cr);
  dl_color_set (cr, color);
  cairo_fill (cr);
}

/* Bundles -------------------------------------------------------------------------------------- */

typedef struct
{
  guint bundle, back;
  DlLevelsSum sum;
} Stroke;

/* Strokes are drawn by rising value, broken ones last. */
static int
compare_strokes (gconstpointer a, gconstpointer b)
{
  const Stroke *x = a, *y = b;
  const gboolean broken_x = x->sum.n_broken > 0, broken_y = y->sum.n_broken > 0;
  const double value_x = isnan (x->sum.value) ? -1 : fabs (x->sum.value);
  const double value_y = isnan (y->sum.value) ? -1 : fabs (y->sum.value);

  if (broken_x != broken_y)
    return broken_x - broken_y;
  if (value_x != value_y)
    return value_x < value_y ? -1 : 1;
  return x->bundle != y->bundle ? (x->bundle < y->bundle ? -1 : 1)
                                : (gint) x->back - (gint) y->back;
}

static GArray *
find_strokes (const DlLevelsMap *map, const DlFabric *fabric, const float *values)
{
  GArray *strokes = g_array_new (FALSE, FALSE, sizeof (Stroke));

  for (guint i = 0; i < map->layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      if (dl_levels_has_line (map, i, back))
        {
          const Stroke stroke = { i, back, dl_levels_map_sum (map, i, back, fabric, values) };
          g_array_append_val (strokes, stroke);
        }
  g_array_sort (strokes, compare_strokes);
  return strokes;
}

static double
luminance (const DlColor *color)
{
  return 0.2126 * color->r + 0.7152 * color->g + 0.0722 * color->b;
}

/* The visible color of an edge around a line whose own color is hard to see on the background.
 * FALSE: it needs none. */
static gboolean
find_edge (const DlColor *color, const DlTheme *theme, DlColor *edge)
{
  if (fabs (luminance (color) - luminance (&theme->background)) > FAINT)
    return FALSE;
  *edge = dl_chart_mix (color, &theme->foreground, 0.4);
  return TRUE;
}

/* Into the image with the others' colors; FALSE: it is for cairo. */
static gboolean
raster_bundle (const DlLevelsMap *map, cairo_surface_t *image, const Stroke *stroke,
               const DlColor *color, const DlTheme *theme)
{
  const double scale = map->options.scale * map->options.label_scale;
  const DlRect window = map->window;
  DlLevelsLine line;
  DlColor edge;

  if (stroke->sum.n_broken == stroke->sum.n
      || !dl_levels_ends (map, stroke->bundle, stroke->back, &line))
    return FALSE;
  const double x0 = (line.x0 - window.x) * scale, y0 = (line.y0 - window.y) * scale;
  const double x1 = (line.x1 - window.x) * scale, y1 = (line.y1 - window.y) * scale;
  const double width = line.width[stroke->back];

  if (find_edge (color, theme, &edge))
    dl_levels_raster_line (image, x0, y0, x1, y1, (width + EDGE) * scale, &edge);
  dl_levels_raster_line (image, x0, y0, x1, y1, width * scale, color);
  return TRUE;
}

static void
stroke_bundle (const DlLevelsMap *map, cairo_t *cr, const Stroke *stroke, const DlColor *color,
               const DlTheme *theme)
{
  const gboolean dashed = stroke->sum.n_broken == stroke->sum.n;
  DlColor edge;

  if (!dashed && find_edge (color, theme, &edge))
    dl_levels_stroke (map, cr, stroke->bundle, stroke->back, FALSE, EDGE, &edge);
  dl_levels_stroke (map, cr, stroke->bundle, stroke->back, dashed, 0, color);
}

/* @image: (nullable) what @cr draws on. */
static void
draw_bundles (const DlLevelsMap *map, cairo_t *cr, cairo_surface_t *image, const DlFabric *fabric,
              const float *values, const DlScale *scale, const DlTheme *theme)
{
  g_autoptr (GArray) strokes = find_strokes (map, fabric, values);
  g_autofree guint8 *done = g_new0 (guint8, MAX (1, strokes->len));

  if (image != NULL)
    cairo_surface_flush (image);
  for (guint i = 0; i < strokes->len && image != NULL; i++)
    {
      const Stroke *stroke = &g_array_index (strokes, Stroke, i);
      const DlColor color = dl_levels_color (&stroke->sum, scale, theme);

      done[i] = raster_bundle (map, image, stroke, &color, theme);
    }
  if (image != NULL)
    cairo_surface_mark_dirty (image);
  for (guint i = 0; i < strokes->len; i++)
    {
      const Stroke *stroke = &g_array_index (strokes, Stroke, i);
      const double width = map->line[stroke->bundle].width[stroke->back];
      const DlColor color = dl_levels_color (&stroke->sum, scale, theme);
      const guint row = map->layout->boxes[map->layout->bundles[stroke->bundle].a].row;

      if (!done[i])
        stroke_bundle (map, cr, stroke, &color, theme);
      if (!map->bare && map->row_lines[row] <= MOST_ARROWS && width >= 1.5)
        dl_levels_draw_arrow (map, cr, stroke->bundle, stroke->back, width / 2 + 2.5, &color);
    }
}

/* Boxes ---------------------------------------------------------------------------------------- */

/* Hidden cables of each box: the largest of those inside of it and beside it. */
static DlLevelsSum *
find_hidden (const DlLevelsMap *map, const DlFabric *fabric, const float *values)
{
  DlLevelsSum *hidden = g_new0 (DlLevelsSum, MAX (1, map->layout->n_boxes));

  for (guint i = 0; i < map->layout->n_boxes; i++)
    hidden[i].value = NAN;
  for (guint i = 0; i < map->layout->n_bundles; i++)
    {
      const DlFabricBundle *bundle = &map->layout->bundles[i];
      const guint ends[2] = { bundle->a, bundle->b };

      if (map->line[i].shape != DL_LEVELS_HIDDEN)
        continue;
      for (guint back = 0; back < (bundle->a == bundle->b ? 1 : 2); back++)
        {
          const DlLevelsSum sum = dl_levels_map_sum (map, i, back, fabric, values);

          for (guint end = 0; end < (bundle->a == bundle->b ? 1 : 2); end++)
            {
              DlLevelsSum *into = &hidden[ends[end]];

              into->n += sum.n;
              into->n_broken += sum.n_broken;
              if (!isnan (sum.value) && !(fabsf (sum.value) <= fabsf (into->value)))
                into->value = sum.value;
            }
        }
    }
  return hidden;
}

static double
box_line (const DlRect *rect)
{
  return CLAMP (rect->width / 8, 0.4, 1);
}

static void
fill_box (cairo_t *cr, const DlRect *rect, const DlColor *fill, const DlColor *edge)
{
  const double line = box_line (rect);

  cairo_rectangle (cr, rect->x + line / 2, rect->y + line / 2, MAX (rect->width - line, 0.2),
                   MAX (rect->height - line, 0.2));
  dl_color_set (cr, fill);
  cairo_fill_preserve (cr);
  dl_color_set (cr, edge);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
draw_box (const DlLevelsMap *map, cairo_t *cr, guint index, const DlLevelsSum *hidden,
          const DlScale *scale, const DlTheme *theme)
{
  const DlFabricBox *box = &map->layout->boxes[index];
  const DlRect *rect = &map->box[index];
  const gboolean folded = box->n > 1;
  const double out = folded && rect->width > 12 && rect->height > 9 ? STACK : 0;

  if (out > 0)
    {
      const DlRect behind = { rect->x + out, rect->y, rect->width - out, rect->height - out };
      const DlRect front = { rect->x, rect->y + out, rect->width - out, rect->height - out };

      fill_box (cr, &behind, &theme->absent, &theme->node);
      fill_box (cr, &front, &theme->background, &theme->node);
    }
  else
    fill_box (cr, rect, folded ? &theme->absent : &theme->background, &theme->node);
  if (!map->covers[index])
    return;
  const DlColor color
      = isnan (hidden->value) ? theme->idle[0] : dl_chart_scale_color (scale, hidden->value);
  const double line = box_line (rect), high = MIN (STRIP, rect->height / 3);

  cairo_rectangle (cr, rect->x + line, dl_rect_bottom (*rect) - line - high,
                   MAX (rect->width - out - 2 * line, 0.2), high);
  dl_color_set (cr, &color);
  cairo_fill (cr);
}

/* Only what fits: a name that is cut short is none. */
static gboolean
draw_line (cairo_t *cr, const DlColor *color, const DlRect *rect, double y, const char *text,
           gboolean bold)
{
  if (rect->width < 12 || dl_chart_text_width (cr, text, DL_TEXT_SMALL, bold) > rect->width - 6)
    return FALSE;
  dl_chart_text (cr, color, rect->x + rect->width / 2, y, text, DL_TEXT_SMALL, bold,
                 DL_ALIGN_CENTER, 0);
  return TRUE;
}

/* Name of a machine, of the rows. */
static const char *
machine_name (const DlFabricRows *rows, guint machine)
{
  return rows->fabric->machines->name[rows->machine[machine]];
}

/* Ports of a machine in a frame with its name. */
static void
draw_machine (const DlLevelsMap *map, cairo_t *cr, guint first, guint end, const DlTheme *theme)
{
  const DlRect *from = &map->box[first], *to = &map->box[end - 1];
  const DlRect name
      = { from->x, dl_rect_bottom (*from), dl_rect_right (*to) - from->x, DL_LEVELS_MACHINE_NAME };
  const guint machine = dl_fabric_rows_machine (map->rows, map->layout->boxes[first].first);
  const gboolean named = draw_line (cr, &theme->foreground, &name, name.y + 1,
                                    machine_name (map->rows, machine), FALSE);

  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, name.x, from->y, name.width, from->height + (named ? name.height : 0));
  cairo_stroke (cr);
}

static void
draw_machines (const DlLevelsMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlFabricLayout *layout = map->layout;

  for (guint i = layout->row_first[map->rows->n_rows], end; i < layout->n_boxes; i = end)
    {
      const guint machine = dl_fabric_rows_machine (map->rows, layout->boxes[i].first);

      for (end = i + 1; end < layout->n_boxes
                        && layout->boxes[end].first < map->rows->machine_first[machine + 1];)
        end++;
      if (layout->boxes[i].n == 1)
        draw_machine (map, cr, i, end, theme);
    }
}

/* Machines of a folded block. */
static guint
count_machines (const DlFabricRows *rows, const DlFabricBox *box)
{
  return dl_fabric_rows_machine (rows, box->first + box->n - 1)
         - dl_fabric_rows_machine (rows, box->first) + 1;
}

/* How many it holds, as "8 switches" or "8". */
static void
draw_count (const DlLevelsMap *map, cairo_t *cr, const DlRect *rect, double y,
            const DlFabricBox *box, const DlTheme *theme)
{
  const gboolean of_hosts = box->row == map->rows->n_rows;
  const gboolean of_machines = of_hosts && map->rows->n_machines > 0;
  const guint n = of_machines ? count_machines (map->rows, box) : box->n;
  g_autofree char *full
      = of_machines
            ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u machine", "%'u machines", n), n)
        : of_hosts
            ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u host", "%'u hosts", box->n),
                               box->n)
            : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u switch", "%'u switches", box->n),
                               box->n);
  g_autofree char *count = g_strdup_printf ("%'u", n);

  if (!draw_line (cr, &theme->foreground, rect, y, full, !of_hosts))
    draw_line (cr, &theme->foreground, rect, y, count, !of_hosts);
}

/* Name of the switch or host; of a machine's port its rail. */
static char *
first_line (const DlLevelsMap *map, const DlFabric *fabric, const DlFabricBox *box)
{
  const DlFabricRows *rows = map->rows;
  const gboolean of_hosts = box->row == rows->n_rows;

  if (of_hosts && rows->n_machines > 0)
    return g_strdup_printf ("%u", fabric->machines->rail[rows->hosts[box->first]]);
  return g_strdup (dl_fabric_name (fabric, of_hosts ? rows->hosts[box->first]
                                                    : fabric->n_hosts + rows->order[box->first]));
}

/* The rail of all switches of a box; DL_FABRIC_NO_RAIL: there is none. */
static guint
rail_of (const DlFabricRows *rows, const DlFabricBox *box)
{
  guint16 rail = rows->rail != NULL ? rows->rail[rows->order[box->first]] : DL_FABRIC_NO_RAIL;

  for (guint i = box->first; i < box->first + box->n && rail != DL_FABRIC_NO_RAIL; i++)
    if (rows->rail[rows->order[i]] != rail)
      rail = DL_FABRIC_NO_RAIL;
  return rail;
}

/* Second line of a box: its rail, its names, its hosts, or nodes set apart there. */
static char *
second_line (const DlLevelsMap *map, const DlFabric *fabric, const DlFabricBox *box)
{
  const DlFabricRows *rows = map->rows;
  guint n_apart, aggregators;

  if (rail_of (rows, box) != DL_FABRIC_NO_RAIL)
    return g_strdup_printf (_ ("rail %u"), rail_of (rows, box));
  if (!rows->by_hosts && box->n_hosts > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u host", "%'u hosts", box->n_hosts),
                            box->n_hosts);
  if (box->n > 1)
    return g_strdup_printf (
        "%s … %s", dl_fabric_name (fabric, fabric->n_hosts + rows->order[box->first]),
        dl_fabric_name (fabric, fabric->n_hosts + rows->order[box->first + box->n - 1]));
  n_apart = dl_levels_count_apart (map, box, &aggregators);
  return n_apart > 0 ? dl_fabric_apart_text (n_apart, aggregators) : NULL;
}

static gboolean
is_in_sight (const DlLevelsMap *map, const DlRect *rect)
{
  return rect->x < dl_rect_right (map->window) && dl_rect_right (*rect) > map->window.x
         && rect->y < dl_rect_bottom (map->window) && dl_rect_bottom (*rect) > map->window.y;
}

static void
draw_names (const DlLevelsMap *map, cairo_t *cr, guint index, const DlFabric *fabric,
            const DlTheme *theme)
{
  const DlFabricBox *box = &map->layout->boxes[index];
  const gboolean of_hosts = box->row == map->rows->n_rows;
  DlRect rect = map->box[index];
  g_autofree char *more = of_hosts ? NULL : second_line (map, fabric, box);

  if (!is_in_sight (map, &rect) || rect.height < DL_LINE_SMALL)
    return;
  if (box->n > 1)
    rect = (DlRect) { rect.x, rect.y + STACK, rect.width - STACK, rect.height - STACK };
  if (map->covers[index])
    rect.height -= STRIP;
  if (rect.height < DL_LINE_SMALL - 2)
    return;
  const gboolean two = more != NULL && rect.height >= 2 * DL_LINE_SMALL - 2
                       && dl_chart_text_width (cr, more, DL_TEXT_SMALL, FALSE) <= rect.width - 6;
  const double y = rect.y + (rect.height - (two ? 2 : 1) * DL_LINE_SMALL) / 2;

  if (box->n > 1)
    draw_count (map, cr, &rect, y, box, theme);
  else
    {
      g_autofree char *name = first_line (map, fabric, box);

      draw_line (cr, &theme->foreground, &rect, y, name, FALSE);
    }
  if (two)
    draw_line (cr, &theme->muted, &rect, y + DL_LINE_SMALL, more, FALSE);
}

/* All of it ------------------------------------------------------------------------------------ */

/* In the layout's units until cairo_restore. */
static void
begin (const DlLevelsMap *map, cairo_t *cr)
{
  cairo_save (cr);
  cairo_scale (cr, map->options.label_scale, map->options.label_scale);
  cairo_translate (cr, -map->window.x, -map->window.y);
}

static void
draw_all_names (const DlLevelsMap *map, cairo_t *cr, const DlFabric *fabric, const DlTheme *theme)
{
  begin (map, cr);
  for (guint i = 0; i < map->layout->n_boxes && !map->bare; i++)
    draw_names (map, cr, i, fabric, theme);
  if (map->rows->n_machines > 0)
    draw_machines (map, cr, theme);
  cairo_restore (cr);
}

static void
draw_all (const DlLevelsMap *map, cairo_t *cr, cairo_surface_t *image, const DlFabric *fabric,
          const float *values, const DlScale *scale, const DlTheme *theme)
{
  g_autofree DlLevelsSum *hidden = find_hidden (map, fabric, values);

  begin (map, cr);
  draw_bundles (map, cr, image, fabric, values, scale, theme);
  for (guint i = 0; i < map->layout->n_boxes; i++)
    if (is_in_sight (map, &map->box[i]))
      draw_box (map, cr, i, &hidden[i], scale, theme);
  cairo_restore (cr);
}

void
dl_levels_map_draw (const DlLevelsMap *map, cairo_t *cr, const DlFabric *fabric,
                    const float *values, const DlScale *scale, const DlTheme *theme)
{
  draw_all (map, cr, NULL, fabric, values, scale, theme);
  draw_all_names (map, cr, fabric, theme);
}

void
dl_levels_map_draw_boxes (const DlLevelsMap *map, cairo_t *cr, const DlFabric *fabric,
                          const DlTheme *theme)
{
  const DlLevelsSum nothing = { .value = NAN };

  begin (map, cr);
  for (guint i = 0; i < map->layout->n_boxes; i++)
    if (is_in_sight (map, &map->box[i]))
      draw_box (map, cr, i, &nothing, NULL, theme);
  cairo_restore (cr);
  draw_all_names (map, cr, fabric, theme);
}

void
dl_levels_map_draw_numbers (const DlLevelsMap *map, cairo_t *cr)
{
  begin (map, cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < 2 * map->layout->n_bundles; i++)
    {
      const guint32 number = i + 1;
      const DlColor color = { (number >> 16 & 0xff) / 255.0, (number >> 8 & 0xff) / 255.0,
                              (number & 0xff) / 255.0 };

      if (dl_levels_has_line (map, i / 2, i % 2))
        dl_levels_stroke (map, cr, i / 2, i % 2, FALSE, 0, &color);
    }
  cairo_restore (cr);
}

/* The same of names, from their image. */
static void
paint_names (const DlLevelsMap *map, cairo_t *cr, gint width, gint height, const DlFabric *fabric,
             const DlTheme *theme)
{
  DlLevelsNames *names = map->names;

  if (map->bare)
    return;
  if (names->image == NULL || names->theme != theme)
    {
      cairo_t *own;

      g_clear_pointer (&names->image, cairo_surface_destroy);
      names->image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
      names->theme = theme;
      cairo_surface_set_device_scale (names->image, map->options.scale, map->options.scale);
      own = cairo_create (names->image);
      draw_all_names (map, own, fabric, theme);
      cairo_destroy (own);
    }
  cairo_set_source_surface (cr, names->image, 0, 0);
  cairo_paint (cr);
}

cairo_surface_t *
dl_levels_map_paint (const DlLevelsMap *map, const DlFabric *fabric, const float *values,
                     const DlScale *scale, const DlTheme *theme, cairo_surface_t *reuse)
{
  const DlLevelsMapOptions *options = &map->options;
  const gint width = MAX (1, ceil (options->width * options->scale - 1e-6));
  const gint height = MAX (1, ceil (options->height * options->scale - 1e-6));
  cairo_t *cr;

  if (reuse != NULL
      && (cairo_image_surface_get_width (reuse) != width
          || cairo_image_surface_get_height (reuse) != height))
    g_clear_pointer (&reuse, cairo_surface_destroy);
  if (reuse == NULL)
    reuse = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_surface_set_device_scale (reuse, options->scale, options->scale);
  cr = cairo_create (reuse);
  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  draw_all (map, cr, reuse, fabric, values, scale, theme);
  paint_names (map, cr, width, height, fabric, theme);
  cairo_destroy (cr);
  cairo_surface_flush (reuse);
  return reuse;
}

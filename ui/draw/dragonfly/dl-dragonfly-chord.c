/* Groups around a circle and ribbons between them: a ribbon is as wide as the links are many where
 * it leaves, and narrows to a point where it arrives. */
#include "dl-dragonfly-chord.h"

#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Drawings around and over the ribbons of a chord. */

#define NUMBER_AWAY 9  /* of a group's number from its arc, units */
#define NUMBER_ROOM 14 /* between numbers one above the other */

/* Is @group one end of the selected or hovered place? */
static gboolean
stands_out (const DlDragonflyDrawn *drawn, guint group)
{
  const DlPlace places[] = { drawn->over->selected, drawn->over->hovered };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if ((places[i].kind == DL_PLACE_PAIR && (places[i].a == group || places[i].b == group))
        || (places[i].kind == DL_PLACE_GROUP && places[i].a == group))
      return TRUE;
  return FALSE;
}

static void
add_arc (const DlDragonflyMap *map, cairo_t *cr, guint group, double inner, double outer)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const DlArc arc = chord->arcs[group];

  /* cairo's angles begin at the right. */
  cairo_new_sub_path (cr);
  cairo_arc (cr, chord->x / scale, chord->y / scale, outer / scale, arc.start - G_PI / 2,
             arc.end - G_PI / 2);
  cairo_arc_negative (cr, chord->x / scale, chord->y / scale, inner / scale, arc.end - G_PI / 2,
                      arc.start - G_PI / 2);
  cairo_close_path (cr);
}

static double
rim_inner (const DlChordLayout *chord)
{
  return chord->radius + chord->stem + chord->rim_gap;
}

static void
draw_arcs (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
           const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;

  for (guint i = 0; i < chord->n_arcs; i++)
    {
      add_arc (map, cr, chord->arc_group[i], rim_inner (chord), rim_inner (chord) + chord->rim);
      dl_color_set (cr,
                    stands_out (drawn, chord->arc_group[i]) ? &theme->foreground : &theme->node);
      cairo_fill (cr);
    }
}

static void
draw_numbers (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
              const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const double radius = rim_inner (chord) + chord->rim + NUMBER_AWAY * scale;
  double taken[1024];
  guint n_taken = 0;

  /* Groups that stand out, then around the circle as many as there is room for. */
  for (guint pass = 0; pass < 2; pass++)
    {
      const gboolean bold = pass == 0;
      g_autoptr (DlNumbers) numbers = dl_numbers_new (cr, bold);

      for (guint i = 0; i < chord->n_arcs; i++)
        {
          const guint group = chord->arc_group[i];
          const DlArc arc = chord->arcs[group];
          const double angle = (arc.start + arc.end) / 2, side = sin (angle);
          gboolean free = bold == stands_out (drawn, group);
          double x, y;
          char text[8];

          g_snprintf (text, sizeof text, "%u", map->dragonfly->group_name[group]);
          /* Radians: at the top and the bottom they stand side by side. */
          const double width = DL_DIGIT_WIDTH * strlen (text) + 5;
          const double room = MAX (NUMBER_ROOM, fabs (cos (angle)) * width) * scale / radius;
          for (guint t = 0; t < n_taken && free; t++)
            free = fabs (remainder (angle - taken[t], 2 * G_PI)) >= room;
          if (!free || n_taken == G_N_ELEMENTS (taken))
            continue;
          taken[n_taken++] = angle;
          dl_chord_point (chord, angle, radius, &x, &y);
          /* Beside the circle they begin or end at it. */
          dl_numbers_add (numbers, x / scale - (fabs (side) > 0.5 ? side * NUMBER_AWAY / 2 : 0),
                          y / scale - DL_LINE_SMALL / 2, text,
                          side > 0.5    ? DL_ALIGN_START
                          : side < -0.5 ? DL_ALIGN_END
                                        : DL_ALIGN_CENTER);
        }
      dl_color_set (cr,
                    bold || chord->n_arcs <= DL_CHORD_MOST ? &theme->foreground : &theme->muted);
      dl_numbers_draw (numbers);
    }
}

static void
draw_titles (const DlDragonflyMap *map, cairo_t *cr, const DlTheme *theme)
{
  const guint name = map->dragonfly->group_name[map->options.group];
  g_autofree char *one = g_strdup_printf (_ ("Blue links of group %u"), name);
  const gboolean all = map->dragonfly->n_groups <= DL_CHORD_MOST;

  const char *hint = _ ("wide at the source, pointed at the destination");
  const double right = map->width - DL_MAP_MARGIN;

  dl_dragonfly_draw_title (cr, DL_LINK_BLUE, DL_MAP_MARGIN, 2, map->width - 2 * DL_MAP_MARGIN,
                           all ? _ ("Blue links between groups") : one, theme);
  if (dl_chart_text_width (cr, hint, DL_TEXT_SMALL, FALSE) <= right - map->width / 2)
    dl_chart_text (cr, &theme->muted, right, 2, hint, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

/* Where ribbons leave that have links which are asked for more than they carry. */
static void
draw_overload (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const double radius = chord->radius + chord->stem - DL_OVERLOAD_SIZE * scale;
  const guint n = map->dragonfly->n_groups;

  for (guint ribbon = 0; ribbon < 2 * chord->bands->len; ribbon++)
    {
      const DlChordBand *band = &g_array_index (chord->bands, DlChordBand, ribbon / 2);
      const DlArc arc = ribbon % 2 == 0 ? band->at_a : band->at_b;
      const double size = MIN (DL_OVERLOAD_SIZE, (arc.end - arc.start) * radius / scale);
      double x, y;
      guint from, to;

      dl_chord_ends (chord, ribbon, &from, &to);
      if (drawn->values->pair_over[(gsize) from * n + to] == 0)
        continue;
      const DlColor fill
          = dl_chart_scale_color (drawn->colors, drawn->values->group_value[(gsize) from * n + to]);
      const DlColor ink = dl_chart_ink (&fill);

      dl_chord_point (chord, (arc.start + arc.end) / 2, radius, &x, &y);
      dl_color_set (cr, &ink);
      dl_dragonfly_add_overload (cr, x / scale, y / scale, size, FALSE, FALSE);
      cairo_fill (cr);
    }
}

static void
chord_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
            const DlTheme *theme)
{
  draw_arcs (map, cr, drawn, theme);
  if (drawn->values->pair_over != NULL)
    draw_overload (map, cr, drawn);
  if (map->bare)
    return;
  draw_titles (map, cr, theme);
  draw_numbers (map, cr, drawn, theme);
}

static void
chord_outline_place (const DlDragonflyMap *map, cairo_t *cr, DlPlace place, double line,
                     const DlColor *color, const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;

  if (place.kind == DL_PLACE_PAIR)
    {
      const guint32 ribbon = dl_chord_ribbon (map, place.a, place.b);
      guint n;

      if (ribbon == G_MAXUINT32)
        return;
      g_autofree double *points = dl_chord_outline (chord, ribbon, &n);
      for (guint i = 0; i < n; i++)
        cairo_line_to (cr, points[2 * i] / scale, points[2 * i + 1] / scale);
      cairo_close_path (cr);
    }
  else if (place.kind == DL_PLACE_GROUP && place.a < map->dragonfly->n_groups)
    add_arc (map, cr, place.a, rim_inner (chord), rim_inner (chord) + chord->rim);
  else
    return;
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  dl_color_set (cr, &theme->background);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/* The ribbons of a chord as pixels: which part of each pixel a ribbon covers is found once for a
 * size; painting blends their colors, the busiest ribbon last. */

#define ROWS     4  /* looked at in a row of pixels */
#define CROSSING 16 /* of an outline with one of these, at most */

/* Where an outline crosses each of the rows looked at. */
typedef struct
{
  gint first, n;   /* rows */
  guint8 *crossed; /* (n) times */
  float *x;        /* (n x CROSSING) */
} Crossings;

static void
add_edge (Crossings *rows, double x0, double y0, double x1, double y1)
{
  if (y0 > y1)
    {
      const double x = x0, y = y0;
      x0 = x1;
      y0 = y1;
      x1 = x;
      y1 = y;
    }
  /* The middle of row i is at (i + 1/2) / ROWS. */
  const gint from = MAX ((gint) ceil (y0 * ROWS - 0.5) - rows->first, 0);
  const gint to = MIN ((gint) ceil (y1 * ROWS - 0.5) - rows->first, rows->n);

  for (gint row = from; row < to; row++)
    {
      const double y = (rows->first + row + 0.5) / ROWS;
      if (rows->crossed[row] < CROSSING)
        rows->x[row * CROSSING + rows->crossed[row]++] = x0 + (x1 - x0) * (y - y0) / (y1 - y0);
    }
}

static void
sort_few (float *values, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      const float value = values[i];
      guint at = i;

      for (; at > 0 && values[at - 1] > value; at--)
        values[at] = values[at - 1];
      values[at] = value;
    }
}

/* Add what lies between two crossings to a row of pixels, a whole one having 255 / ROWS. */
static void
cover (float *pixels, gint width, double x0, double x1, gint *low, gint *high)
{
  x0 = CLAMP (x0, 0, width);
  x1 = CLAMP (x1, 0, width);
  if (x1 <= x0)
    return;
  const gint first = x0, last = MIN ((gint) x1, width - 1);

  *low = MIN (*low, first);
  *high = MAX (*high, last + 1);
  if (first == last)
    {
      pixels[first] += x1 - x0;
      return;
    }
  pixels[first] += first + 1 - x0;
  for (gint x = first + 1; x < last; x++)
    pixels[x] += 1;
  pixels[last] += x1 - last;
}

/* The covered pixels of a row as runs without gaps; @pixels is cleared. */
static void
add_runs (DlChordLayout *chord, gint y, float *pixels, gint low, gint high)
{
  DlChordSpan run = { .y = y };

  for (gint x = low; x < high; x++)
    {
      const guint8 coverage = MIN (pixels[x] * 255 / ROWS + 0.5f, 255);

      pixels[x] = 0;
      if (coverage == 0)
        {
          if (run.n > 0)
            g_array_append_val (chord->runs, run);
          run.n = 0;
          continue;
        }
      if (run.n == 0)
        run = (DlChordSpan) { .y = y, .x = x, .coverage = chord->coverage->len };
      run.n++;
      g_byte_array_append (chord->coverage, &coverage, 1);
    }
  if (run.n > 0)
    g_array_append_val (chord->runs, run);
}

static void
rasterize_ribbon (DlDragonflyMap *map, guint ribbon, float *pixels)
{
  DlChordLayout *chord = map->chord;
  const gint width = map->dense.width, height = map->dense.height;
  guint n;
  g_autofree double *points = dl_chord_outline (chord, ribbon, &n);

  /* To the window. */
  for (guint i = 0; i < n; i++)
    {
      points[2 * i] -= map->dense.left;
      points[2 * i + 1] -= map->dense.top;
    }
  double top = points[1], bottom = points[1];

  for (guint i = 1; i < n; i++)
    {
      top = MIN (top, points[2 * i + 1]);
      bottom = MAX (bottom, points[2 * i + 1]);
    }
  const gint first = CLAMP (floor (top), 0, height), end = CLAMP (ceil (bottom), 0, height);
  Crossings rows = { .first = first * ROWS, .n = MAX (end - first, 0) * ROWS };
  rows.crossed = g_new0 (guint8, MAX (rows.n, 1));
  rows.x = g_new (float, MAX (rows.n, 1) * CROSSING);
  for (guint i = 0; i < n; i++)
    {
      const guint next = (i + 1) % n;
      add_edge (&rows, points[2 * i], points[2 * i + 1], points[2 * next], points[2 * next + 1]);
    }

  chord->ribbons[ribbon].first_run = chord->runs->len;
  for (gint y = first; y < end; y++)
    {
      gint low = width, high = 0;

      for (gint i = 0; i < ROWS; i++)
        {
          const gint row = (y - first) * ROWS + i;
          float *x = rows.x + row * CROSSING;

          sort_few (x, rows.crossed[row]);
          for (guint c = 0; c + 1 < rows.crossed[row]; c += 2)
            cover (pixels, width, x[c], x[c + 1], &low, &high);
        }
      add_runs (chord, y, pixels, low, high);
    }
  chord->ribbons[ribbon].n_runs = chord->runs->len - chord->ribbons[ribbon].first_run;
  g_free (rows.crossed);
  g_free (rows.x);
}

/* Find the runs of all ribbons. */
static void
chord_rasterize (DlDragonflyMap *map)
{
  g_autofree float *pixels = g_new0 (float, map->dense.width);

  for (guint ribbon = 0; ribbon < 2 * map->chord->bands->len; ribbon++)
    rasterize_ribbon (map, ribbon, pixels);
}

/* Broken ones first, then idle ones, then from little to much; long ones below short ones. */
static int
compare_shown (const void *a, const void *b)
{
  const DlChordShown *sa = a, *sb = b;

  if (sa->state != sb->state)
    return sa->state < sb->state ? -1 : 1;
  if (sa->state == DL_GRID_VALUE && sa->size != sb->size)
    return sa->size < sb->size ? -1 : 1;
  if (sa->length != sb->length)
    return sa->length > sb->length ? -1 : 1;
  return sa->ribbon < sb->ribbon ? -1 : sa->ribbon > sb->ribbon;
}

/* All ribbons in the order in which they are painted, the busiest last: (2 x bands). Free with
 * g_free. */
static DlChordShown *
chord_shown (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
             const DlDragonflyValues *values, const DlScale *scale)
{
  const DlChordLayout *chord = map->chord;
  const guint n_ribbons = 2 * chord->bands->len;
  g_autofree guint32 *broken = dl_dragonfly_broken_pairs (dragonfly);
  DlChordShown *shown = g_new (DlChordShown, MAX (n_ribbons, 1));

  for (guint i = 0; i < n_ribbons; i++)
    {
      guint from, to;
      double value;

      dl_chord_ends (chord, i, &from, &to);
      const DlGridState state = dl_dragonfly_pair_state (map, broken, values, from, to, &value);
      shown[i] = (DlChordShown) { i, state, value, scale->is_difference ? fabs (value) : value,
                                  g_array_index (chord->bands, DlChordBand, i / 2).length };
    }
  qsort (shown, n_ribbons, sizeof *shown, compare_shown);
  return shown;
}

/* Red and blue at once, beside green. */
static inline guint32
blend (guint32 below, guint32 above, guint32 coverage)
{
  const guint32 share = coverage + (coverage >> 7); /* of 256 */
  const guint32 rb = below & 0xff00ff, g = below & 0xff00;
  const guint32 to_rb = above & 0xff00ff, to_g = above & 0xff00;

  return DL_OPAQUE | ((rb * (256 - share) + to_rb * share) >> 8 & 0xff00ff)
         | ((g * (256 - share) + to_g * share) >> 8 & 0xff00);
}

static void
paint_ribbon (const DlDragonflyMap *map, guint ribbon, guint32 color, guchar *data, gint stride)
{
  const DlChordRibbon *of = &map->chord->ribbons[ribbon];
  const DlChordSpan *runs = &g_array_index (map->chord->runs, DlChordSpan, of->first_run);

  for (guint i = 0; i < of->n_runs; i++)
    {
      const DlChordSpan run = runs[i];
      const guint8 *coverage = map->chord->coverage->data + run.coverage;
      guint32 *row = (guint32 *) (data + (gsize) run.y * stride) + run.x;

      for (gint x = 0; x < run.n; x++)
        row[x] = blend (row[x], color, coverage[x]);
    }
}

static cairo_surface_t *
chord_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
             const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme,
             cairo_surface_t *reuse)
{
  const DlChordLayout *chord = map->chord;
  const guint n_ribbons = 2 * chord->bands->len;
  const guint32 background = dl_color_rgb (&theme->background);
  g_autofree DlChordShown *shown = chord_shown (map, dragonfly, values, scale);
  cairo_surface_t *surface = dl_label_map_surface (&map->dense, reuse);

  cairo_surface_flush (surface);
  guchar *data = cairo_image_surface_get_data (surface);
  if (data == NULL)
    return surface; /* out of memory: cairo's own empty surface */
  const gint stride = cairo_image_surface_get_stride (surface);
  for (gint y = 0; y < map->dense.height; y++)
    {
      guint32 *row = (guint32 *) (data + (gsize) y * stride);
      for (gint x = 0; x < map->dense.width; x++)
        row[x] = background;
    }
  for (guint i = 0; i < n_ribbons; i++)
    {
      /* Idle ones would hide the others: they are there for the pointer alone. */
      chord->drawn[i] = shown[i].ribbon;
      if (shown[i].state == DL_GRID_VALUE)
        paint_ribbon (map, shown[i].ribbon, DL_OPAQUE | dl_scale_rgb (scale, shown[i].value), data,
                      stride);
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* The ribbons of a chord as vectors, for files: in the order and colors of those in pixels
 * (dl-dragonfly-chord.c). */

/* The ribbons as vectors. Units. */
static void
chord_paint_vectors (const DlDragonflyMap *map, cairo_t *cr, const DlDragonfly *dragonfly,
                     const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme)
{
  const guint n_ribbons = 2 * map->chord->bands->len;
  g_autofree DlChordShown *shown = chord_shown (map, dragonfly, values, scale);

  dl_color_set (cr, &theme->background);
  cairo_rectangle (cr, 0, 0, map->width, map->height);
  cairo_fill (cr);
  for (guint i = 0; i < n_ribbons; i++)
    {
      if (shown[i].state != DL_GRID_VALUE)
        continue;
      const guint32 rgb = dl_scale_rgb (scale, shown[i].value);

      dl_chord_trace (map, cr, shown[i].ribbon);
      cairo_set_source_rgb (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                            (rgb & 0xff) / 255.0);
      cairo_fill (cr);
    }
}

/* Units. */
#define TITLE     18
#define LABEL_X   26 /* room for a group's number beside the circle */
#define LABEL_Y   17 /* and above it */
#define RIM       7  /* width of the groups' arcs */
#define RIM_GAP   2  /* between them and the ribbons */
#define STEM      9  /* where a ribbon leads straight inwards, clear of all others */
#define LEAST_HIT 64 /* of 255: less of a pixel is not under the pointer */

static int
compare_length (gconstpointer a, gconstpointer b, gpointer data)
{
  const DlChordLayout *chord = data;
  const guint32 ia = *(const guint32 *) a, ib = *(const guint32 *) b;
  const double la = g_array_index (chord->bands, DlChordBand, ia / 2).length;
  const double lb = g_array_index (chord->bands, DlChordBand, ib / 2).length;

  return la != lb ? (la < lb ? 1 : -1) : ia < ib ? -1 : ia > ib;
}

static void
chord_place (DlDragonflyMap *map, cairo_t *measure)
{
  DlChordLayout *chord = map->chord = g_new0 (DlChordLayout, 1);
  const double scale = map->dense.scale;
  const double margin = map->bare ? 2 : DL_MAP_MARGIN, title = map->bare ? 0 : TITLE;
  const double x = map->bare ? 0 : LABEL_X, y = map->bare ? 0 : LABEL_Y;
  const double outer
      = MAX (MIN (map->width / 2 - margin - x, (map->height - title) / 2 - margin - y), 4);

  chord->x = map->width / 2 * scale;
  chord->y = (title + (map->height - title) / 2) * scale;
  chord->rim = (map->bare ? 2 : RIM) * scale;
  chord->rim_gap = (map->bare ? 1 : RIM_GAP) * scale;
  chord->stem = (map->bare ? 2 : STEM) * scale;
  chord->radius = MAX (outer * scale - chord->rim - chord->rim_gap - chord->stem, 2);
  chord->bands = g_array_new (FALSE, FALSE, sizeof (DlChordBand));
  chord->runs = g_array_new (FALSE, FALSE, sizeof (DlChordSpan));
  chord->coverage = g_byte_array_new ();
  chord->arcs = g_new0 (DlArc, map->dragonfly->n_groups);
  dl_chord_place (map);

  const guint n_ribbons = 2 * chord->bands->len;
  chord->ribbons = g_new0 (DlChordRibbon, MAX (n_ribbons, 1));
  chord->drawn = g_new (guint32, MAX (n_ribbons, 1));
  chord_rasterize (map);
  for (guint i = 0; i < n_ribbons; i++)
    chord->drawn[i] = i;
  g_qsort_with_data (chord->drawn, (gint) n_ribbons, sizeof *chord->drawn, compare_length, chord);
}

static void
chord_free (DlDragonflyMap *map)
{
  DlChordLayout *chord = map->chord;

  g_array_unref (chord->bands);
  g_array_unref (chord->runs);
  g_byte_array_unref (chord->coverage);
  g_free (chord->arc_group);
  g_free (chord->arcs);
  g_free (chord->ribbons);
  g_free (chord->drawn);
  g_free (chord->band_of);
  g_free (chord);
}

/* Places --------------------------------------------------------------------------------------- */

/* The group on whose arc a point is. */
static DlPlace
hit_arc (const DlDragonflyMap *map, double px, double py)
{
  const DlChordLayout *chord = map->chord;
  const double away = hypot (px - chord->x, py - chord->y) - chord->radius - chord->stem;
  const double angle = atan2 (px - chord->x, chord->y - py);

  if (away < 0 || away > chord->rim_gap + chord->rim + LABEL_Y * map->dense.scale)
    return DL_NOWHERE;
  for (guint i = 0; i < chord->n_arcs; i++)
    {
      const DlArc arc = chord->arcs[chord->arc_group[i]];
      double in = fmod (angle - arc.start, 2 * G_PI);

      if (in < 0)
        in += 2 * G_PI;
      if (in < arc.end - arc.start)
        return dl_place_group (chord->arc_group[i]);
    }
  return DL_NOWHERE;
}

static gboolean
ribbon_holds (const DlChordLayout *chord, guint ribbon, gint x, gint y)
{
  const DlChordRibbon *of = &chord->ribbons[ribbon];
  guint low = of->first_run, high = of->first_run + of->n_runs;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      if (g_array_index (chord->runs, DlChordSpan, middle).y < y)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < of->first_run + of->n_runs; low++)
    {
      const DlChordSpan *run = &g_array_index (chord->runs, DlChordSpan, low);
      if (run->y != y)
        return FALSE;
      if (x >= run->x && x < run->x + run->n
          && chord->coverage->data[run->coverage + x - run->x] >= LEAST_HIT)
        return TRUE;
    }
  return FALSE;
}

static DlPlace
chord_hit (const DlDragonflyMap *map, double x, double y)
{
  const DlChordLayout *chord = map->chord;
  const double px = x * map->dense.scale, py = y * map->dense.scale;
  guint from, to;
  gint column, row; /* in the window */

  if (!dl_label_map_find (-map->dense.left, px, &column)
      || !dl_label_map_find (-map->dense.top, py, &row))
    return DL_NOWHERE;
  for (guint i = 2 * chord->bands->len; i-- > 0;)
    if (ribbon_holds (chord, chord->drawn[i], column, row))
      {
        dl_chord_ends (chord, chord->drawn[i], &from, &to);
        return dl_place_pair (from, to);
      }
  return hit_arc (map, px, py);
}

/* The middle of a ribbon's stem, or of a group's arc: as large a square as fits there. */
static gboolean
chord_rect (const DlDragonflyMap *map, DlPlace place, DlRect *rect)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  double x, y, radius, thick;
  DlArc arc;

  if (place.kind == DL_PLACE_PAIR)
    {
      const guint32 ribbon = dl_chord_ribbon (map, place.a, place.b);
      if (ribbon == G_MAXUINT32)
        return FALSE;
      const DlChordBand *band = &g_array_index (chord->bands, DlChordBand, ribbon / 2);
      arc = ribbon % 2 == 0 ? band->at_a : band->at_b;
      thick = chord->stem;
      radius = chord->radius + chord->stem / 2;
    }
  else if (place.kind == DL_PLACE_GROUP && place.a < map->dragonfly->n_groups)
    {
      arc = chord->arcs[place.a];
      thick = chord->rim;
      radius = chord->radius + chord->stem + chord->rim_gap + chord->rim / 2;
    }
  else
    return FALSE;
  const double side = MIN (thick, (arc.end - arc.start) * radius) / G_SQRT2;
  dl_chord_point (chord, (arc.start + arc.end) / 2, radius, &x, &y);
  *rect = (DlRect) { (x - side / 2) / scale, (y - side / 2) / scale, side / scale, side / scale };
  return TRUE;
}

static guint
arc_index (const DlChordLayout *chord, guint group)
{
  guint i = 0;

  while (i + 1 < chord->n_arcs && chord->arc_group[i] != group)
    i++;
  return i;
}

/* The first of a group's ribbons that lead clockwise from @k-th on, or against it. */
static DlPlace
ribbon_from (const DlDragonflyMap *map, guint index, gint k, gint direction)
{
  const DlChordLayout *chord = map->chord;
  const gint n = chord->n_arcs;

  for (; k >= 1 && k < n; k += direction)
    {
      const guint a = chord->arc_group[index], b = chord->arc_group[(index + n - k) % n];
      if (dl_chord_is_shown (map, a, b))
        return dl_place_pair (a, b);
    }
  return DL_NOWHERE;
}

/* Left and right go around the circle: on groups from group to group, on ribbons from one to the
 * next. Down goes from a group to its first ribbon, up back to the group. */
static DlPlace
chord_step (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy)
{
  const DlChordLayout *chord = map->chord;
  const guint n = chord->n_arcs;
  DlPlace next;
  DlRect rect;

  if (!chord_rect (map, from, &rect))
    return dl_place_group (chord->arc_group[0]);
  guint index = arc_index (chord, from.a);
  if (from.kind == DL_PLACE_GROUP)
    {
      if (dx != 0)
        return dl_place_group (chord->arc_group[(index + n + (guint) dx) % n]);
      next = dy > 0 ? ribbon_from (map, index, 1, 1) : DL_NOWHERE;
      return next.kind != DL_PLACE_NOTHING ? next : from;
    }
  if (dy != 0)
    return dy < 0 ? dl_place_group (from.a) : from;
  gint k = (gint) ((index + n - arc_index (chord, from.b)) % n) + dx;
  for (guint i = 0; i <= n; i++)
    {
      next = ribbon_from (map, index, k, dx);
      if (next.kind != DL_PLACE_NOTHING)
        return next;
      index = (index + n + (guint) dx) % n;
      k = dx > 0 ? 1 : (gint) n - 1;
    }
  return from;
}

static DlPlace
chord_link_place (const DlDragonflyMap *map, guint link)
{
  const guint a = dl_dragonfly_link_group (map->dragonfly, link, FALSE);
  const guint b = dl_dragonfly_link_group (map->dragonfly, link, TRUE);

  return a == b ? dl_place_group (a) : dl_place_pair (a, b);
}

void
dl_dragonfly_chord_minimum_size (double *width, double *height)
{
  *width = 360;
  *height = 340;
}

const DlDragonflyLayout dl_dragonfly_layout_chord = {
  .place = chord_place,
  .free = chord_free,
  .link_place = chord_link_place,
  .draw = chord_draw,
  .hit = chord_hit,
  .rect = chord_rect,
  .step = chord_step,
  .paint = chord_paint,
  .paint_vectors = chord_paint_vectors,
  .outline = chord_outline_place,
};

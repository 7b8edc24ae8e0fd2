/* The ribbons of a chord as pixels: which part of each pixel a ribbon covers is found once for a
 * size; painting blends their colors, the busiest ribbon last. */
#include "dl-dragonfly-chord-private.h"

#include <math.h>
#include <stdlib.h>

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

void
dl_chord_rasterize (DlDragonflyMap *map)
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
  if (sa->state == DL_CELL_VALUE && sa->size != sb->size)
    return sa->size < sb->size ? -1 : 1;
  if (sa->length != sb->length)
    return sa->length > sb->length ? -1 : 1;
  return sa->ribbon < sb->ribbon ? -1 : sa->ribbon > sb->ribbon;
}

DlChordShown *
dl_chord_shown (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
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
      const DlDragonflyCell state = dl_dragonfly_pair_state (map, broken, values, from, to, &value);
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

cairo_surface_t *
dl_chord_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme,
                cairo_surface_t *reuse)
{
  const DlChordLayout *chord = map->chord;
  const guint n_ribbons = 2 * chord->bands->len;
  const guint32 background = dl_color_rgb (&theme->background);
  g_autofree DlChordShown *shown = dl_chord_shown (map, dragonfly, values, scale);
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
      if (shown[i].state == DL_CELL_VALUE)
        paint_ribbon (map, shown[i].ribbon, DL_OPAQUE | dl_scale_rgb (scale, shown[i].value), data,
                      stride);
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

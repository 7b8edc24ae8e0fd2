/* Geometry of a chord: which groups are shown, their arcs, and the outlines of ribbons. */
#include "dl-dragonfly-chord.h"

#include <math.h>
#include <string.h>

#define ARC_GAP     0.2   /* share of the circle between groups, at most */
#define ARC_GAP_RAD 0.035 /* between two groups, at most */
#define STEPS       20    /* of a curve */
#define PIECES      2     /* of the edge between both directions, which is not a cubic */
#define ARC_STEP    0.05  /* of the circle, radians */
#define PART        0.95  /* of a band's width that its ribbons have: they do not touch */
#define FULL        (2 * G_PI)
/* How far a curve's control point is from the middle towards its chord: those between neighbors
 * are flat, long ones lead through the middle. */
#define PULL(length) CLAMP (1 - 0.6 * (length), 0.15, 0.8)

void
dl_chord_point (const DlChordLayout *chord, double angle, double radius, double *x, double *y)
{
  *x = chord->x + radius * sin (angle);
  *y = chord->y - radius * cos (angle);
}

/* The shown groups, clockwise: all, or one and the groups that it has links with. */
static void
choose_groups (DlDragonflyMap *map)
{
  const guint n = map->dragonfly->n_groups;
  DlChordLayout *chord = map->chord;

  chord->arc_group = g_new (guint, n);
  for (guint rank = 0; rank < n; rank++)
    chord->arc_group[chord->n_arcs++] = map->order[rank];
  if (n <= DL_CHORD_MOST)
    return;
  /* The one is first, and the others follow it round. */
  guint first = 0;
  while (chord->arc_group[first] != map->options.group)
    first++;
  memmove (chord->arc_group + 1, chord->arc_group, first * sizeof *chord->arc_group);
  chord->arc_group[0] = map->options.group;
}

static guint32
pair_links (const DlDragonflyMap *map, guint a, guint b)
{
  return map->pair_links[(gsize) a * map->dragonfly->n_groups + b];
}

gboolean
dl_chord_is_shown (const DlDragonflyMap *map, guint a, guint b)
{
  if (a == b || pair_links (map, a, b) + pair_links (map, b, a) == 0)
    return FALSE;
  return map->dragonfly->n_groups <= DL_CHORD_MOST || a == map->options.group
         || b == map->options.group;
}

/* Links that leave @group and are shown. */
static guint64
shown_links (const DlDragonflyMap *map, guint group)
{
  guint64 links = 0;

  for (guint i = 0; i < map->chord->n_arcs; i++)
    if (dl_chord_is_shown (map, group, map->chord->arc_group[i]))
      links += MAX (pair_links (map, group, map->chord->arc_group[i]), 1);
  return links;
}

static void
place_arcs (DlDragonflyMap *map)
{
  DlChordLayout *chord = map->chord;
  const guint n = chord->n_arcs;
  const gboolean all = map->dragonfly->n_groups <= DL_CHORD_MOST;
  const double least_gap = MIN (ARC_GAP_RAD, FULL * ARC_GAP / n);
  g_autofree guint64 *links = g_new (guint64, n);
  guint64 sum = 0, most = 1;

  for (guint i = 0; i < n; i++)
    {
      links[i] = MAX (shown_links (map, chord->arc_group[i]), 1);
      most = MAX (most, links[i]);
      sum += links[i];
    }
  /* A turn a link. Of a few groups none has more than a sixth; the one group of many has the left
   * half. The first one of all is at the top. */
  double turn = (FULL - n * least_gap) / sum;
  if (all)
    turn = MIN (turn, FULL / 6 / most);
  const double gap = (FULL - turn * sum) / n;
  double at = (all ? 0 : 3 * G_PI / 2) - turn * links[0] / 2;
  for (guint i = 0; i < n; i++)
    {
      chord->arcs[chord->arc_group[i]] = (DlArc) { at, at + turn * links[i] };
      at += turn * links[i] + gap;
    }
}

/* Where on the arcs each band ends: neighbors on the circle side by side, so that few cross. */
static void
place_bands (DlDragonflyMap *map)
{
  DlChordLayout *chord = map->chord;
  const guint n = chord->n_arcs, groups = map->dragonfly->n_groups;
  const gsize n_pairs = groups <= DL_CHORD_MOST ? (gsize) groups * groups : groups;

  chord->band_of = g_new (guint32, n_pairs);
  for (gsize i = 0; i < n_pairs; i++)
    chord->band_of[i] = G_MAXUINT32;
  for (guint i = 0; i < n; i++)
    {
      const guint group = chord->arc_group[i];
      const DlArc arc = chord->arcs[group];
      const double turn = (arc.end - arc.start) / MAX (shown_links (map, group), 1);
      double at = arc.start;

      for (guint k = 1; k < n; k++)
        {
          const guint other = chord->arc_group[(i + n - k) % n];
          if (!dl_chord_is_shown (map, group, other))
            continue;
          const double end = at + turn * MAX (pair_links (map, group, other), 1);
          const guint a = MIN (group, other), b = MAX (group, other);
          guint32 *band = groups <= DL_CHORD_MOST
                              ? &chord->band_of[a * groups + b]
                              : &chord->band_of[a == map->options.group ? b : a];
          if (*band == G_MAXUINT32)
            {
              *band = chord->bands->len;
              g_array_append_val (chord->bands, ((DlChordBand) { .a = a, .b = b }));
            }
          DlChordBand *placed = &g_array_index (chord->bands, DlChordBand, *band);
          *(group == a ? &placed->at_a : &placed->at_b) = (DlArc) { at, end };
          at = end;
        }
    }
  for (guint i = 0; i < chord->bands->len; i++)
    {
      DlChordBand *band = &g_array_index (chord->bands, DlChordBand, i);
      const double apart = (band->at_a.start + band->at_a.end - band->at_b.start - band->at_b.end);
      band->length = fabs (2 * sin (apart / 4));
    }
}

void
dl_chord_place (DlDragonflyMap *map)
{
  choose_groups (map);
  place_arcs (map);
  place_bands (map);
}

guint32
dl_chord_ribbon (const DlDragonflyMap *map, guint from, guint to)
{
  const guint n = map->dragonfly->n_groups, a = MIN (from, to), b = MAX (from, to);
  guint32 band;

  if (from >= n || to >= n || !dl_chord_is_shown (map, from, to))
    return G_MAXUINT32;
  band = n <= DL_CHORD_MOST ? map->chord->band_of[a * n + b]
                            : map->chord->band_of[a == map->options.group ? b : a];
  return band == G_MAXUINT32 ? band : 2 * band + (from != a);
}

void
dl_chord_ends (const DlChordLayout *chord, guint ribbon, guint *from, guint *to)
{
  const DlChordBand *band = &g_array_index (chord->bands, DlChordBand, ribbon / 2);

  *from = ribbon % 2 == 0 ? band->a : band->b;
  *to = ribbon % 2 == 0 ? band->b : band->a;
}

/* A curve between two points of the circle: from one to the other by a control point. */
typedef struct
{
  double x[3], y[3];
} Curve;

static Curve
curve_between (const DlChordLayout *chord, double angle0, double angle1, double pull)
{
  Curve c;

  dl_chord_point (chord, angle0, chord->radius, &c.x[0], &c.y[0]);
  dl_chord_point (chord, angle1, chord->radius, &c.x[2], &c.y[2]);
  c.x[1] = chord->x + pull * ((c.x[0] + c.x[2]) / 2 - chord->x);
  c.y[1] = chord->y + pull * ((c.y[0] + c.y[2]) / 2 - chord->y);
  return c;
}

static double
curve_at (const double p[3], double t)
{
  return (1 - t) * (1 - t) * p[0] + 2 * t * (1 - t) * p[1] + t * t * p[2];
}

static double
curve_slope (const double p[3], double t)
{
  return 2 * (1 - t) * (p[1] - p[0]) + 2 * t * (p[2] - p[1]);
}

/* How much of a band's width its ribbon has at @t, and how that changes. */
static double
share_at (double t)
{
  return (1 - t) * (PART + (1 - PART) * (1 - t));
}

static double
share_slope (double t)
{
  return -PART - 2 * (1 - PART) * (1 - t);
}

/* Both edges of a band, as one of its ribbons has them: the one along which it leads, and the other
 * direction's. */
static void
band_edges (const DlChordLayout *chord, guint ribbon, DlArc *from, Curve *own, Curve *other)
{
  const DlChordBand *band = &g_array_index (chord->bands, DlChordBand, ribbon / 2);
  const gboolean back = ribbon % 2 == 1;
  const DlArc to = back ? band->at_a : band->at_b;
  const double pull = PULL (band->length);

  *from = back ? band->at_b : band->at_a;
  *own = curve_between (chord, from->start, to.end, pull);
  *other = curve_between (chord, from->end, to.start, pull);
}

double *
dl_chord_outline (const DlChordLayout *chord, guint ribbon, guint *n)
{
  DlArc from;
  Curve own, other;
  guint at = 0;

  band_edges (chord, ribbon, &from, &own, &other);
  const guint n_outer = 2 + (from.end - from.start) / ARC_STEP;
  double *points = g_new (double, 2 * (n_outer + 2 * (STEPS + 1)));

  /* Along the circle, in along one edge of the band to the far end, and out by the slope that the
   * other direction has on its other side. */
  for (guint i = 0; i < n_outer; i++, at++)
    dl_chord_point (chord, from.end + (from.start - from.end) * i / (n_outer - 1),
                    chord->radius + chord->stem, &points[2 * at], &points[2 * at + 1]);
  for (guint i = 0; i <= STEPS; i++, at++)
    {
      points[2 * at] = curve_at (own.x, i / (double) STEPS);
      points[2 * at + 1] = curve_at (own.y, i / (double) STEPS);
    }
  for (gint i = STEPS; i >= 0; i--, at++)
    {
      const double t = i / (double) STEPS, share = share_at (t);
      const double x0 = curve_at (own.x, t), y0 = curve_at (own.y, t);
      const double x1 = curve_at (other.x, t), y1 = curve_at (other.y, t);

      points[2 * at] = x0 + (x1 - x0) * share;
      points[2 * at + 1] = y0 + (y1 - y0) * share;
    }
  *n = at;
  return points;
}

/* The edge between a ribbon and the other direction, and its slope. */
static void
slope_point (const double own[3], const double other[3], double t, double *at, double *slope)
{
  const double near = curve_at (own, t), far = curve_at (other, t);
  const double near_slope = curve_slope (own, t), far_slope = curve_slope (other, t);

  *at = near + (far - near) * share_at (t);
  *slope = near_slope + (far_slope - near_slope) * share_at (t) + (far - near) * share_slope (t);
}

void
dl_chord_trace (const DlDragonflyMap *map, cairo_t *cr, guint ribbon)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale, step = -1.0 / PIECES;
  DlArc from;
  Curve own, other;
  double x0, y0, dx0, dy0;

  band_edges (chord, ribbon, &from, &own, &other);
  cairo_save (cr);
  cairo_scale (cr, 1 / scale, 1 / scale);
  cairo_new_sub_path (cr);
  /* cairo's angles begin at the right. */
  cairo_arc_negative (cr, chord->x, chord->y, chord->radius + chord->stem, from.end - G_PI / 2,
                      from.start - G_PI / 2);
  cairo_line_to (cr, own.x[0], own.y[0]);
  cairo_curve_to (cr, own.x[0] + (own.x[1] - own.x[0]) * 2 / 3,
                  own.y[0] + (own.y[1] - own.y[0]) * 2 / 3,
                  own.x[2] + (own.x[1] - own.x[2]) * 2 / 3,
                  own.y[2] + (own.y[1] - own.y[2]) * 2 / 3, own.x[2], own.y[2]);
  slope_point (own.x, other.x, 1, &x0, &dx0);
  slope_point (own.y, other.y, 1, &y0, &dy0);
  for (gint i = PIECES - 1; i >= 0; i--)
    {
      double x1, y1, dx1, dy1;

      slope_point (own.x, other.x, i / (double) PIECES, &x1, &dx1);
      slope_point (own.y, other.y, i / (double) PIECES, &y1, &dy1);
      cairo_curve_to (cr, x0 + dx0 * step / 3, y0 + dy0 * step / 3, x1 - dx1 * step / 3,
                      y1 - dy1 * step / 3, x1, y1);
      x0 = x1;
      y0 = y1;
      dx0 = dx1;
      dy0 = dy1;
    }
  cairo_close_path (cr);
  cairo_restore (cr);
}

#include "dl-chart-private.h"
#include "dl-chart.h"
#include "dl-map-path.h"
#include "dl-numerals.h"
#include "dl-plot.h"
#include "dl-sizes.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define DL_RING_AXIS_HEIGHT  18.0 /* node coordinates */
#define DL_RING_AREA_PITCH   3.0  /* narrower positions are drawn as an area */
#define DL_RING_STRIP_MARGIN 4.0  /* so that marks at 0 and 1 are whole */

/* Nodes are points on the axis and links lie between them, the same cable at the same place in both
 * panels: position i is between nodes i and i + 1, in a ring the last one wraps round. */
typedef struct
{
  const DlTorusNetwork *network;
  guint k;           /* nodes */
  guint n_positions; /* links per direction */
  double max;        /* end of the packets axis, a whole number of steps */
  double step;       /* of its ticks */
  double pitch;      /* of positions */
  double bar_width;
  double key_x, key_y; /* where the key begins */
  DlRect panel[2];     /* plus, minus direction: everything */
  DlRect strip[2];     /* VC balance; no height if there is no room */
  DlRect bars[2];
} DlRingLayout;

static inline double
dl_ring_layout_node_x (const DlRingLayout *layout, guint position)
{
  return layout->bars[0].x + position * layout->pitch;
}

#define KEY_X        190.0
#define HEADING      18.0 /* the direction, the dateline's label */
#define STRIP_GAP    14.0 /* between VC balance and bars */
#define STRIP_SHARE  0.36 /* of a panel's drawing area: VC balance */
#define STRIP_LEAST  22.0
#define BARS_LEAST   34.0
#define RIGHT_MARGIN 24.0
#define BAR_SHARE    0.78 /* of a position */
#define BAR_MOST     90.0

/* The node at a position of @chart's ring. */
static guint
ring_layout_node (const DlRingChart *chart, guint position)
{
  const DlTorus *torus = &chart->analysis->network->torus;
  const guint stride = torus->stride[chart->dim];

  return chart->node - torus->coord[chart->node].at[chart->dim] * stride + position * stride;
}

guint
dl_ring_chart_n_positions (const DlRingChart *chart)
{
  const DlTorus *torus = &chart->analysis->network->torus;

  return torus->ring[chart->dim] ? torus->radix[chart->dim] : torus->radix[chart->dim] - 1;
}

guint
dl_ring_chart_link (const DlRingChart *chart, guint position, gboolean minus)
{
  const DlTorusNetwork *network = chart->analysis->network;
  const guint from = minus ? (position + 1) % network->torus.radix[chart->dim] : position;

  return dl_torus_network_link (network, ring_layout_node (chart, from),
                                2 * chart->dim + (minus ? 1 : 0));
}

/* "Ring in Z at x 0, y 0" (or "Row", in a mesh). Free with g_free. */
static char *
title_of (const DlRingChart *chart)
{
  const DlTorus *torus = &chart->analysis->network->torus;
  g_autoptr (GString) at = g_string_new ("(");

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_string_append (at, dim > 0 ? "," : "");
      if (dim == chart->dim)
        g_string_append (at, dl_torus_dim_name (dim));
      else
        g_string_append_printf (at, "%u", torus->coord[chart->node].at[dim]);
    }
  g_string_append_c (at, ')');
  /* Translators: a dimension and where the ring lies: "Z ring (3,4,z)". */
  return g_strdup_printf (torus->ring[chart->dim] ? _ ("%s ring %s") : _ ("%s row %s"),
                          dl_chart_dim_name (chart->dim), at->str);
}

static double
largest_load (const DlRingChart *chart, guint n_positions)
{
  double max = 0;

  for (guint i = 0; i < n_positions; i++)
    for (guint minus = 0; minus < 2; minus++)
      {
        const guint link = dl_ring_chart_link (chart, i, minus != 0);
        max = MAX (max, dl_torus_analysis_link_load (chart->analysis, link));
        if (chart->against != NULL)
          max = MAX (max, dl_torus_analysis_link_load (chart->against, link));
      }
  return max;
}

static guint
ring_layout_n_digits (double value)
{
  return value >= 10 ? (guint) floor (log10 (value) + 1e-9) + 1 : 1;
}

/* The axis ends at a tick; a silent ring gets one to stand on. */
static void
scale_packets (DlRingLayout *layout, double max, double bars_height)
{
  layout->max = dl_chart_axis_end (max, (guint) CLAMP (bars_height / 15, 2, 6), &layout->step);
}

/* Height of title and key above the panels. */
static double
ring_layout_head (double width)
{
  return DL_LINE_NORMAL + (width >= DL_FIGURE_WIDE ? 2 : DL_LINE_NORMAL);
}

static void
ring_layout_init (DlRingLayout *layout, DlRect rect, const DlRingChart *chart)
{
  const gboolean beside = rect.width >= DL_FIGURE_WIDE;
  const double top = rect.y + ring_layout_head (rect.width);
  const double height = (dl_rect_bottom (rect) - top - DL_GAP) / 2;
  const double room = height - HEADING - STRIP_GAP - DL_RING_AXIS_HEIGHT;
  double strip = MAX (room * STRIP_SHARE, STRIP_LEAST), left;

  *layout = (DlRingLayout) {
    .network = chart->analysis->network,
    .k = chart->analysis->network->torus.radix[chart->dim],
    .n_positions = dl_ring_chart_n_positions (chart),
    .key_x = rect.x + (beside ? KEY_X : 0),
    .key_y = rect.y + (beside ? 2 : DL_LINE_NORMAL),
  };
  if (room - strip < BARS_LEAST)
    strip = 0;
  scale_packets (layout, largest_load (chart, layout->n_positions), room - strip);

  /* Numbers of packets, and below them what the axis is called. */
  left = 12
         + DL_DIGIT_WIDTH
               * MAX (MAX (3, ring_layout_n_digits (layout->max)),
                      (guint) g_utf8_strlen (_ ("node"), -1) - 1);
  layout->pitch = MAX (rect.width - left - RIGHT_MARGIN, 1) / MAX (layout->n_positions, 1);
  layout->bar_width = layout->pitch < DL_RING_AREA_PITCH
                          ? layout->pitch
                          : MIN (layout->pitch * BAR_SHARE, BAR_MOST);
  for (guint i = 0; i < 2; i++)
    {
      const DlRect panel = { rect.x, top + i * (height + DL_GAP), rect.width, height };
      const double x = panel.x + left, width = layout->pitch * layout->n_positions;
      double y = panel.y + HEADING;

      layout->panel[i] = panel;
      layout->strip[i] = (DlRect) { x, y, width, strip };
      y += strip + (strip > 0 ? STRIP_GAP : 0);
      layout->bars[i]
          = (DlRect) { x, y, width, MAX (4, dl_rect_bottom (panel) - DL_RING_AXIS_HEIGHT - y) };
    }
}

/* The bar area of a position. */
static DlRect
ring_layout_slot (const DlRingLayout *layout, guint panel, guint position)
{
  const DlRect bars = layout->bars[panel];

  return (DlRect) { bars.x + (position + 0.5) * layout->pitch - layout->bar_width / 2, bars.y,
                    layout->bar_width, bars.height };
}

guint
dl_ring_chart_hit (DlRect rect, const DlRingChart *chart, double x, double y)
{
  DlRingLayout layout;

  ring_layout_init (&layout, rect, chart);
  if (layout.n_positions == 0)
    return DL_NO_LINK;
  for (guint panel = 0; panel < 2; panel++)
    {
      const DlRect bars = layout.bars[panel];
      const double top = layout.strip[panel].y;
      const DlRect target = { bars.x, top, bars.width, dl_rect_bottom (bars) - top };

      if (dl_rect_holds (target, x, y))
        {
          const guint position = (guint) ((x - bars.x) / layout.pitch);
          return dl_ring_chart_link (chart, MIN (position, layout.n_positions - 1), panel == 1);
        }
    }
  return DL_NO_LINK;
}

gboolean
dl_ring_chart_rect (DlRect rect, const DlRingChart *chart, guint link, guint node, DlRect *place)
{
  DlRingLayout layout;

  ring_layout_init (&layout, rect, chart);
  for (guint panel = 0; panel < 2 && link != DL_NO_LINK; panel++)
    for (guint i = 0; i < layout.n_positions; i++)
      if (dl_ring_chart_link (chart, i, panel == 1) == link)
        {
          *place = ring_layout_slot (&layout, panel, i);
          return TRUE;
        }
  for (guint i = 0; i < layout.k && link == DL_NO_LINK; i++)
    if (ring_layout_node (chart, i) == node)
      {
        *place = (DlRect) { dl_ring_layout_node_x (&layout, i) - DL_RING_AXIS_HEIGHT / 2,
                            dl_rect_bottom (layout.bars[0]), DL_RING_AXIS_HEIGHT,
                            DL_RING_AXIS_HEIGHT };
        return TRUE;
      }
  return FALSE;
}

/* The hops of a way through the network that lie in the ring of a chart. */

#define CHIP_GAP   1.0
#define CHIP_ABOVE 14.0 /* of the bars: between them and the VC balance */

static void
trace_slot (const DlRingLayout *layout, cairo_t *cr, guint panel, guint position, double around)
{
  const DlRect slot = ring_layout_slot (layout, panel, position);
  const double width = MAX (slot.width, 3);
  const double x = slot.x + (slot.width - width) / 2;

  cairo_rectangle (cr, x - around, slot.y - around, width + 2 * around, slot.height + 2 * around);
}

static void
draw_hop (const DlRingLayout *layout, cairo_t *cr, guint panel, guint position, guint vc,
          gboolean stands_out, const DlTheme *theme)
{
  const double line = stands_out ? 4 : 2, dash[2] = { line * 1.6, line * 1.4 };

  trace_slot (layout, cr, panel, position, line / 2);
  dl_color_set (cr, &theme->background);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, &theme->path);
  cairo_set_dash (cr, dash, vc > 0 ? 2 : 0, 0);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Above the bar, unless that of the one before it is there. */
static void
path_draw_number (const DlRingLayout *layout, cairo_t *cr, guint panel, guint position, guint hop,
                  gboolean stands_out, double *right, const DlTheme *theme)
{
  const DlRect slot = ring_layout_slot (layout, panel, position);
  const double top = layout->strip[panel].height > 0 ? slot.y - CHIP_ABOVE : slot.y + CHIP_GAP;
  char text[16];

  g_snprintf (text, sizeof text, "%u", hop + 1);
  DlRect chip = { 0, top, dl_map_chip_width (cr, text), DL_MAP_CHIP_HEIGHT };
  chip.x = round (slot.x + (slot.width - chip.width) / 2);
  if (chip.x < *right + CHIP_GAP && !stands_out)
    return;
  dl_map_draw_chip (cr, &chip, text, stands_out, theme);
  *right = chip.x + chip.width;
}

/* Find the hop at each position of a panel, DL_NO_STEP for none: where a path comes back to a link,
 * the first counts. */
static void
find_hops (const DlRingLayout *layout, const DlRingChart *chart, guint panel, guint *hops)
{
  const guint port = 2 * chart->dim + panel;

  for (guint i = 0; i < layout->n_positions; i++)
    hops[i] = DL_NO_STEP;
  for (guint i = chart->path->n; i-- > 0;)
    {
      const guint link = chart->path->channels[i] / DL_TORUS_VCS;
      const guint node = link / DL_TORUS_N_NETWORK_PORTS;

      if (link % DL_TORUS_N_NETWORK_PORTS != port || node >= layout->network->n_nodes)
        continue;
      const guint at = layout->network->torus.coord[node].at[chart->dim];
      const guint position = panel == 0 ? at : (at + layout->k - 1) % layout->k;
      if (ring_layout_node (chart, at) == node && position < layout->n_positions)
        hops[position] = i;
    }
}

/* Mark the hops of @chart's path that lie in its ring. */
static void
ring_draw_path (const DlRingLayout *layout, cairo_t *cr, const DlRingChart *chart,
                const DlTheme *theme)
{
  const DlMapPath *path = chart->path;
  g_autofree guint *hops = g_new (guint, layout->n_positions);

  for (guint panel = 0; panel < 2; panel++)
    {
      double right = -1;

      find_hops (layout, chart, panel, hops);
      for (guint i = 0; i < layout->n_positions; i++)
        if (hops[i] != DL_NO_STEP)
          draw_hop (layout, cr, panel, i, path->channels[hops[i]] % DL_TORUS_VCS,
                    hops[i] == path->step, theme);
      for (guint i = 0; i < layout->n_positions; i++)
        if (hops[i] != DL_NO_STEP)
          path_draw_number (layout, cr, panel, i, hops[i], hops[i] == path->step, &right, theme);
    }
}

#define MARK_RADIUS 2.0

/* How packets are written into the bars: all of them alike. */
typedef enum
{
  NUMBERS_NONE,
  NUMBERS_LEVEL,
  NUMBERS_UPRIGHT
} Numbers;

typedef struct
{
  cairo_t *cr;
  const DlRingChart *chart;
  const DlTheme *theme;
  DlRingLayout layout;
  DlPlot bars[2], strip[2]; /* plus, minus direction: packets, and VC balance */
  Numbers numbers;
  double digit_width;
} Drawing;

static guint
link_at (const Drawing *d, guint panel, guint position)
{
  return dl_ring_chart_link (d->chart, position, panel == 1);
}

static gint
dateline_of (const Drawing *d)
{
  return d->chart->analysis->routes->spec.dateline[d->chart->dim];
}

static gboolean
is_silent (const Drawing *d, guint link)
{
  return !(dl_torus_analysis_link_load (d->chart->analysis, link) > 0);
}

/* Digits are all of one width: no need to measure each number. */
static double
number_width (const Drawing *d, const char *text)
{
  return (double) dl_text_width (text) * d->digit_width;
}

/* The height that a number of @width needs, written as @numbers says. */
static double
number_height (Numbers numbers, double width)
{
  return numbers == NUMBERS_LEVEL ? 13 : width + 4;
}

/* All numbers alike, and none at all where the larger part of some bar has no room for its own. */
static void
choose_numbers (Drawing *d)
{
  const double foot = dl_plot_y (&d->bars[0], 0);
  double widest = 0, least_room = G_MAXDOUBLE;

  d->digit_width = dl_chart_text_width (d->cr, "0000", DL_TEXT_SMALL, FALSE) / 4;
  d->numbers = NUMBERS_NONE;
  if (d->layout.bar_width < 11 || d->chart->outlined) /* an outline would cross them */
    return;
  for (guint panel = 0; panel < 2; panel++)
    for (guint i = 0; i < d->layout.n_positions; i++)
      {
        const double *load = &d->chart->analysis->vc_load[2 * link_at (d, panel, i)];
        const double larger = MAX (load[0], load[1]);
        g_autofree char *text = dl_chart_count (larger);

        if (larger <= 0)
          continue;
        widest = MAX (widest, number_width (d, text));
        least_room = MIN (least_room, foot - dl_plot_y (&d->bars[0], larger));
      }
  d->numbers = widest + 4 <= d->layout.bar_width ? NUMBERS_LEVEL : NUMBERS_UPRIGHT;
  if (least_room < number_height (d->numbers, widest) && d->layout.n_positions > 4)
    d->numbers = NUMBERS_NONE;
}

static void
draw_number (const Drawing *d, DlRect segment, double packets, const DlColor *fill)
{
  const DlColor ink = dl_chart_ink (fill);
  const gboolean level = d->numbers == NUMBERS_LEVEL;
  const double x = segment.x + segment.width / 2, y = segment.y + segment.height / 2;
  g_autofree char *text = dl_chart_count (packets);
  const double width = number_width (d, text);

  if (segment.height < number_height (d->numbers, width))
    return;
  /* A calm ground: the bar may be hatched. */
  dl_color_set (d->cr, fill);
  if (level)
    cairo_rectangle (d->cr, x - width / 2 - 1, y - 6, width + 2, 12);
  else
    cairo_rectangle (d->cr, x - 6, y - width / 2 - 1, 12, width + 2);
  cairo_fill (d->cr);
  if (level)
    dl_chart_text (d->cr, &ink, x, y - DL_LINE_SMALL / 2, text, DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_CENTER, 0);
  else
    dl_chart_text_up (d->cr, &ink, x, y + width / 2, text, DL_TEXT_SMALL);
}

static void
draw_stack (const Drawing *d, guint panel, guint position)
{
  const double *load = &d->chart->analysis->vc_load[2 * link_at (d, panel, position)];
  const DlRect slot = ring_layout_slot (&d->layout, panel, position);
  double below = 0;

  for (guint vc = 0; vc < 2; vc++)
    {
      const double y = dl_plot_y (&d->bars[panel], below + load[vc]);
      const DlRect segment = { slot.x, y, slot.width, dl_plot_y (&d->bars[panel], below) - y };

      dl_chart_fill (d->cr, segment, vc == 1 ? DL_FILL_RISING : DL_FILL_SOLID, &d->theme->vc[vc]);
      if (d->numbers != NUMBERS_NONE && load[vc] > 0)
        draw_number (d, segment, load[vc], &d->theme->vc[vc]);
      below += load[vc];
    }
}

/* Positions too narrow for bars: one outline a VC. */
static void
draw_area (const Drawing *d, guint panel)
{
  const DlRect bars = d->layout.bars[panel];
  const double *vc_load = d->chart->analysis->vc_load;
  const double bottom = dl_rect_bottom (bars);

  /* VC1 stands on VC0: both drawn from the axis, the sum first. */
  for (guint vc = 2; vc-- > 0;)
    {
      double y = bottom;

      cairo_move_to (d->cr, bars.x, bottom);
      for (guint i = 0; i < d->layout.n_positions; i++)
        {
          const guint link = link_at (d, panel, i);
          const double top = dl_plot_y (&d->bars[panel],
                                        vc_load[2 * link] + (vc == 1 ? vc_load[2 * link + 1] : 0));

          if (top != y)
            {
              const double x = dl_plot_x (&d->bars[panel], i);

              cairo_line_to (d->cr, x, y);
              y = top;
              cairo_line_to (d->cr, x, y);
            }
        }
      cairo_line_to (d->cr, dl_rect_right (bars), y);
      cairo_line_to (d->cr, dl_rect_right (bars), bottom);
      cairo_close_path (d->cr);
      dl_color_set (d->cr, &d->theme->vc[vc]);
      cairo_fill (d->cr);
    }
}

static void
draw_rule (const Drawing *d, DlRect across, double y, gboolean is_base)
{
  dl_color_set (d->cr, is_base ? &d->theme->muted : &d->theme->grid);
  cairo_set_line_width (d->cr, 1);
  cairo_set_dash (d->cr, NULL, 0, 0);
  dl_chart_rule (d->cr, d->theme, across.x, y, across.width, 0);
  cairo_stroke (d->cr);
}

static void
fill_idle (const Drawing *d, DlRect rect, double pitch)
{
  dl_color_set (d->cr, &d->theme->idle[0]);
  cairo_rectangle (d->cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (d->cr);
  dl_chart_hatch (d->cr, rect, DL_FILL_RISING, pitch, &d->theme->idle[1]);
}

/* Positions without packets, hatched, with a cross where that is because they are broken. */
static void
draw_silent (const Drawing *d, guint panel, guint first, guint n, gboolean broken)
{
  DlRect rect = ring_layout_slot (&d->layout, panel, first);
  const double radius = CLAMP (rect.width * 0.3, 2.5, 7);
  const guint every = (guint) MAX (1, ceil (2 * radius / d->layout.pitch));

  rect.width = MAX (1, rect.width + (n - 1) * d->layout.pitch);
  fill_idle (d, rect, 6);
  for (guint i = first; broken && i < first + n; i += every)
    {
      const DlRect slot = ring_layout_slot (&d->layout, panel, i);
      dl_chart_cross (d->cr, slot.x + slot.width / 2, slot.y + slot.height / 2, radius,
                      &d->theme->broken);
    }
}

static void
draw_bars (const Drawing *d, guint panel)
{
  const guint8 *state = d->layout.network->link_state;
  const guint n = d->layout.n_positions;
  const gboolean area = d->layout.pitch < DL_RING_AREA_PITCH;

  dl_plot_draw_y (&d->bars[panel]);
  if (area)
    draw_area (d, panel);
  for (guint i = 0, run; i < n; i += run)
    {
      const guint link = link_at (d, panel, i);

      run = 1;
      if (is_silent (d, link))
        {
          while (area && i + run < n && is_silent (d, link_at (d, panel, i + run))
                 && state[link_at (d, panel, i + run)] == state[link])
            run++;
          draw_silent (d, panel, i, run, state[link] == DL_LINK_BROKEN);
        }
      else if (!area)
        draw_stack (d, panel, i);
    }
}

/* B over the bars of A: how high its VC0 goes, and both together. */
static void
draw_outline (const Drawing *d, guint panel)
{
  static const double dashes[] = { 3, 2 };
  const DlPlot *plot = &d->bars[panel];

  for (guint pass = 0; pass < 2; pass++)
    {
      /* On a halo: it crosses bars of any color. */
      dl_color_set (d->cr, pass == 0 ? &d->theme->background : &d->theme->foreground);
      cairo_set_line_width (d->cr, pass == 0 ? 3 : 1.25);
      for (guint i = 0; i < d->layout.n_positions; i++)
        {
          const double *load = &d->chart->against->vc_load[2 * link_at (d, panel, i)];
          const DlRect slot = ring_layout_slot (&d->layout, panel, i);
          const double top = load[0] + load[1];

          if (top <= 0)
            continue;
          cairo_set_dash (d->cr, NULL, 0, 0);
          cairo_rectangle (d->cr, slot.x, dl_plot_y (plot, top), slot.width,
                           dl_plot_y (plot, 0) - dl_plot_y (plot, top));
          cairo_stroke (d->cr);
          cairo_set_dash (d->cr, dashes, pass == 0 ? 0 : G_N_ELEMENTS (dashes), 0);
          cairo_move_to (d->cr, slot.x, dl_plot_y (plot, load[0]));
          cairo_rel_line_to (d->cr, slot.width, 0);
          cairo_stroke (d->cr);
        }
    }
  cairo_set_dash (d->cr, NULL, 0, 0);
}

static double
balance_at (const Drawing *d, guint panel, guint position)
{
  return dl_torus_analysis_link_balance (d->chart->analysis, link_at (d, panel, position));
}

static void
draw_strip_axis (const Drawing *d, guint panel)
{
  static const char *const labels[] = { "0", ".5", "1" };
  const DlRect strip = d->layout.strip[panel];

  for (guint i = 0; i < 3; i += strip.height >= 36 ? 1 : 2)
    {
      const double y = dl_plot_y (&d->strip[panel], i / 2.0);
      g_autofree char *label = dl_numerals_show_all (labels[i]);

      draw_rule (d, strip, y, i == 0);
      dl_chart_text (d->cr, &d->theme->muted, dl_rect_right (strip) + 5, y - DL_LINE_SMALL / 2,
                     label, DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
    }
}

/* Below the mark where the line comes from above on average, unless there is no room. */
static gboolean
label_goes_below (const Drawing *d, guint panel, guint position, double balance)
{
  const double before = position > 0 ? balance_at (d, panel, position - 1) : NAN;
  const double after
      = position + 1 < d->layout.n_positions ? balance_at (d, panel, position + 1) : NAN;
  const double around = isnan (before) ? after : isnan (after) ? before : (before + after) / 2;
  const double y = dl_plot_y (&d->strip[panel], balance);

  if (y - DL_LINE_SMALL < d->layout.panel[panel].y + 8)
    return TRUE;
  return around > balance + 0.02 && y + DL_LINE_SMALL + 2 < dl_rect_bottom (d->layout.strip[panel]);
}

static void
draw_strip_label (const Drawing *d, guint panel, guint position, double balance, double x, double y)
{
  g_autofree char *text = dl_chart_balance (balance);
  const double top = label_goes_below (d, panel, position, balance) ? y + 2 : y - DL_LINE_SMALL - 1;

  dl_chart_text (d->cr, &d->theme->foreground, x, top, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 0);
}

/* Over the middle of its position. */
static DlDatum
get_balance (gconstpointer drawing, guint panel, guint position)
{
  return (DlDatum) { position + 0.5, balance_at (drawing, panel, position), NAN };
}

static void
draw_strip (const Drawing *d, guint panel)
{
  const DlPlot *plot = &d->strip[panel];
  const DlRect strip = d->layout.strip[panel];
  /* One character more where a language says 0.25. */
  g_autofree char *longest = dl_chart_balance (0.25);
  const gboolean labels
      = d->layout.pitch >= fmax (20, number_width (d, longest) + 2) && strip.height >= 34;
  const DlPlotSeries balance = { .n = d->layout.n_positions,
                                 .get = get_balance,
                                 .data = d,
                                 .series = panel,
                                 .style = { .color = &d->theme->foreground,
                                            .width = d->layout.pitch < DL_RING_AREA_PITCH ? 1 : 1.5,
                                            .radius = MARK_RADIUS } };

  if (strip.height <= 0)
    return;
  draw_strip_axis (d, panel);
  dl_plot_line (plot, &balance);
  if (d->layout.pitch >= 2 * MARK_RADIUS)
    dl_plot_points (plot, &balance);
  for (guint i = 0; i < d->layout.n_positions && labels; i++)
    {
      const DlDatum it = get_balance (d, panel, i);

      if (!isnan (it.y))
        draw_strip_label (d, panel, i, it.y, dl_plot_x (plot, it.x), dl_plot_y (plot, it.y));
    }
}

/* Whether node @i's coordinate is written: the dateline's and those at the ends first, the others
 * where they leave room. */
static gboolean
has_label (const Drawing *d, guint i, double width, guint stride)
{
  const guint last = d->layout.n_positions;
  const gint dateline = dateline_of (d);
  const double x = dl_ring_layout_node_x (&d->layout, i);

  if (dateline >= 0 && (guint) dateline == i % d->layout.k)
    return TRUE;
  if (dateline >= 0 && fabs (dl_ring_layout_node_x (&d->layout, (guint) dateline) - x) < width)
    return FALSE;
  if (i == 0 || i == last)
    return TRUE;
  return i % stride == 0 && dl_ring_layout_node_x (&d->layout, last) - x >= width;
}

static void
draw_nodes (const Drawing *d, guint panel)
{
  cairo_t *cr = d->cr;
  const DlTheme *theme = d->theme;
  const double y = dl_rect_bottom (d->layout.bars[panel]), left = d->layout.panel[panel].x;
  const double width = d->digit_width * ring_layout_n_digits (d->layout.k - 1) + 9;
  const guint stride = dl_chart_label_stride (d->layout.pitch, width);

  for (guint i = 0; i <= d->layout.n_positions; i++)
    {
      const guint position = i % d->layout.k;
      const double x = dl_ring_layout_node_x (&d->layout, i);
      const gboolean at_dateline = dateline_of (d) == (gint) position;

      if (d->layout.pitch >= 9)
        {
          dl_color_set (cr, at_dateline ? &theme->accent : &theme->muted);
          cairo_arc (cr, x, y, 2.5, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      if (!d->layout.network->node_up[ring_layout_node (d->chart, position)])
        dl_chart_cross (cr, x, y, d->layout.pitch >= 9 ? 4 : 2.5, &theme->broken);
      if (has_label (d, i, width, stride))
        {
          g_autofree char *text = g_strdup_printf ("%u", position);
          dl_chart_text (cr, at_dateline ? &theme->accent : &theme->foreground, x, y + 3, text,
                         DL_TEXT_SMALL, at_dateline, DL_ALIGN_CENTER, 0);
        }
    }
  dl_chart_text (cr, &theme->muted, left, y + 3, _ ("node"), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 d->layout.bars[panel].x - left - 4);
}

/* The direction on the left, the balance's name on the right, and the dateline's between them. */
static void
draw_heading (const Drawing *d, guint panel)
{
  cairo_t *cr = d->cr;
  const DlTheme *theme = d->theme;
  const DlRect rect = d->layout.panel[panel];
  g_autofree char *direction = g_strdup_printf (
      "%s %s", dl_chart_port_name (2 * d->chart->dim + panel), panel == 0 ? "→" : "←");
  double left, right = dl_rect_right (rect);

  left = rect.x + 8
         + dl_chart_text (cr, &theme->foreground, rect.x, rect.y, direction, DL_TEXT_SMALL, TRUE,
                          DL_ALIGN_START, 0);
  if (d->layout.strip[panel].height > 0 && right - left > 70)
    right -= 8
             + dl_chart_text (cr, &theme->muted, right, rect.y, _ ("VC balance"), DL_TEXT_SMALL,
                              FALSE, DL_ALIGN_END, right - left);
  if (dateline_of (d) >= 0)
    {
      const double width = dl_chart_text_width (cr, _ ("dateline"), DL_TEXT_SMALL, FALSE);
      const double x = dl_ring_layout_node_x (&d->layout, (guint) dateline_of (d)) - width / 2;

      if (width <= right - left)
        dl_chart_text (cr, &theme->accent, CLAMP (x, left, right - width), rect.y, _ ("dateline"),
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
    }
}

static void
draw_dateline (const Drawing *d, guint panel)
{
  cairo_t *cr = d->cr;
  const gint dateline = dateline_of (d);

  if (dateline < 0)
    return;
  dl_color_set (cr, &d->theme->accent);
  cairo_set_line_width (cr, d->chart->holds_dateline ? 3 : 1.5);
  cairo_set_dash (cr, NULL, 0, 0);
  /* Node 0 of a ring is at both ends. */
  for (guint i = (guint) dateline; i <= d->layout.n_positions; i += d->layout.k)
    for (gint side = -1; side <= 1; side += 2)
      {
        const double x = dl_ring_layout_node_x (&d->layout, i) + side * 1.75;
        cairo_move_to (cr, x, d->layout.strip[panel].y - 1);
        cairo_line_to (cr, x, dl_rect_bottom (d->layout.bars[panel]));
      }
  cairo_stroke (cr);
}

static void
draw_highlight (const Drawing *d, guint panel)
{
  const DlRect bars = d->layout.bars[panel];
  const double top = d->layout.strip[panel].y;

  for (guint i = 0; i < d->layout.n_positions; i++)
    {
      const guint link = link_at (d, panel, i);
      const double width = MAX (d->layout.pitch, 3);
      const double x = bars.x + (i + 0.5) * d->layout.pitch - width / 2;

      if (link != d->chart->selected_link && link != d->chart->hovered_link)
        continue;
      dl_color_set_alpha (d->cr, &d->theme->accent, 0.14);
      cairo_rectangle (d->cr, x, top, width, dl_rect_bottom (bars) - top);
      cairo_fill (d->cr);
      if (link != d->chart->selected_link)
        continue;
      dl_color_set (d->cr, &d->theme->accent);
      cairo_set_line_width (d->cr, 2);
      cairo_set_dash (d->cr, NULL, 0, 0);
      cairo_rectangle (d->cr, x, top, width, dl_rect_bottom (bars) - top);
      cairo_stroke (d->cr);
    }
}

/* Key */

static void
swatch_vc0 (const Drawing *d, DlRect rect)
{
  dl_chart_fill (d->cr, rect, DL_FILL_SOLID, &d->theme->vc[0]);
}

static void
swatch_vc1 (const Drawing *d, DlRect rect)
{
  dl_chart_fill (d->cr, rect, DL_FILL_RISING, &d->theme->vc[1]);
}

static void
swatch_balance (const Drawing *d, DlRect rect)
{
  const double y = rect.y + rect.height / 2;

  dl_color_set (d->cr, &d->theme->foreground);
  cairo_set_line_width (d->cr, 1.5);
  cairo_set_dash (d->cr, NULL, 0, 0);
  cairo_move_to (d->cr, rect.x - 1, y);
  cairo_rel_line_to (d->cr, rect.width + 2, 0);
  cairo_stroke (d->cr);
  cairo_arc (d->cr, rect.x + rect.width / 2, y, MARK_RADIUS, 0, 2 * G_PI);
  cairo_fill (d->cr);
}

static void
swatch_broken (const Drawing *d, DlRect rect)
{
  dl_chart_cross (d->cr, rect.x + rect.width / 2, rect.y + rect.height / 2, 4, &d->theme->broken);
}

static void
swatch_outline (const Drawing *d, DlRect rect)
{
  dl_color_set (d->cr, &d->theme->foreground);
  cairo_set_line_width (d->cr, 1.25);
  cairo_set_dash (d->cr, NULL, 0, 0);
  cairo_rectangle (d->cr, rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1);
  cairo_stroke (d->cr);
}

static void
swatch_idle (const Drawing *d, DlRect rect)
{
  fill_idle (d, rect, 4);
}

static void
draw_key (const Drawing *d)
{
  gboolean broken = FALSE, idle = FALSE;
  double x = d->layout.key_x;
  const double y = d->layout.key_y, right = dl_rect_right (d->layout.panel[0]);

  for (guint i = 0; i < d->layout.n_positions; i++)
    for (guint panel = 0; panel < 2; panel++)
      {
        const DlLinkState state = d->layout.network->link_state[link_at (d, panel, i)];
        broken |= state == DL_LINK_BROKEN;
        idle |= state == DL_LINK_UP && is_silent (d, link_at (d, panel, i));
      }

  const struct
  {
    gboolean shown;
    const char *text;
    void (*swatch) (const Drawing *d, DlRect rect);
  } items[] = {
    { TRUE, "VC0", swatch_vc0 },
    /* Translators: what the bars of VC0 and VC1 count. */
    { TRUE, _ ("VC1, packets/link"), swatch_vc1 },
    { d->chart->outlined, _ ("the same in B"), swatch_outline },
    { d->layout.strip[0].height > 0, _ ("VC balance"), swatch_balance },
    { broken, _ ("broken"), swatch_broken },
    { idle, _ ("no traffic"), swatch_idle },
  };

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].shown)
      {
        const double width = dl_chart_text_width (d->cr, items[i].text, DL_TEXT_SMALL, FALSE);

        if (x + 17 + width > right)
          return;
        items[i].swatch (d, (DlRect) { x, y + 3, 12, 9 });
        dl_chart_text (d->cr, &d->theme->foreground, x + 17, y, items[i].text, DL_TEXT_SMALL, FALSE,
                       DL_ALIGN_START, 0);
        x += 17 + width + 14;
      }
}

static void
set_plots (Drawing *d, guint panel)
{
  const DlRingLayout *layout = &d->layout;
  const DlAxis positions = { .high = layout->n_positions, .step = 1 };

  d->bars[panel] = d->strip[panel]
      = (DlPlot) { .cr = d->cr, .theme = d->theme, .rect = layout->panel[panel], .x = positions };
  d->bars[panel].area = layout->bars[panel];
  d->bars[panel].y = (DlAxis) { .high = layout->max, .step = layout->step };
  d->strip[panel].area = layout->strip[panel];
  d->strip[panel].area.y += DL_RING_STRIP_MARGIN;
  d->strip[panel].area.height -= 2 * DL_RING_STRIP_MARGIN;
  d->strip[panel].y = (DlAxis) { .high = 1, .step = 0.5 };
}

void
dl_ring_chart_draw (cairo_t *cr, DlRect rect, const DlRingChart *chart, const DlTheme *theme)
{
  Drawing d = { .cr = cr, .chart = chart, .theme = theme };
  g_autofree char *title = title_of (chart);

  if (theme->no_titles && theme->no_keys)
    {
      /* The panels take the place of both. */
      const double head = ring_layout_head (rect.width);

      rect.y -= head;
      rect.height += head;
    }
  ring_layout_init (&d.layout, rect, chart);
  for (guint panel = 0; panel < 2; panel++)
    set_plots (&d, panel);
  cairo_save (cr);
  if (!theme->no_titles)
    dl_chart_text (cr, &theme->foreground, rect.x, rect.y, title, DL_TEXT_NORMAL, TRUE,
                   DL_ALIGN_START, rect.width);
  if (d.layout.n_positions == 0)
    dl_chart_message (cr, rect, _ ("no links"), theme);
  else
    {
      if (!theme->no_keys)
        draw_key (&d);
      choose_numbers (&d);
      for (guint panel = 0; panel < 2; panel++)
        {
          draw_heading (&d, panel);
          draw_bars (&d, panel);
          if (chart->outlined)
            draw_outline (&d, panel);
          draw_strip (&d, panel);
          draw_dateline (&d, panel);
          draw_nodes (&d, panel);
          draw_highlight (&d, panel);
        }
      if (chart->path != NULL)
        ring_draw_path (&d.layout, cr, chart, theme);
    }
  cairo_restore (cr);
}

#include "dl-ring-layout.h"

#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define KEY_X        190.0
#define HEADING      18.0 /* the direction, the dateline's label */
#define STRIP_GAP    14.0 /* between VC balance and bars */
#define STRIP_SHARE  0.36 /* of a panel's drawing area: VC balance */
#define STRIP_LEAST  22.0
#define BARS_LEAST   34.0
#define RIGHT_MARGIN 24.0
#define BAR_SHARE    0.78 /* of a position */
#define BAR_MOST     90.0

guint
dl_ring_layout_node (const DlRingChart *chart, guint position)
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
  const DlNetwork *network = chart->analysis->network;
  const guint from = minus ? (position + 1) % network->torus.radix[chart->dim] : position;

  return dl_network_link (network, dl_ring_layout_node (chart, from),
                          2 * chart->dim + (minus ? 1 : 0));
}

char *
dl_ring_chart_title (const DlRingChart *chart)
{
  const DlTorus *torus = &chart->analysis->network->torus;
  g_autoptr (GString) at = g_string_new ("(");

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      g_string_append (at, dim > 0 ? "," : "");
      if (dim == chart->dim)
        g_string_append (at, dl_dim_name (dim));
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
        max = MAX (max, dl_analysis_link_load (chart->analysis, link));
        if (chart->against != NULL)
          max = MAX (max, dl_analysis_link_load (chart->against, link));
      }
  return max;
}

guint
dl_ring_layout_n_digits (double value)
{
  return value >= 10 ? (guint) floor (log10 (value) + 1e-9) + 1 : 1;
}

/* The axis ends at a tick; a silent ring gets one to stand on. */
static void
scale_packets (DlRingLayout *layout, double max, double bars_height)
{
  layout->max = dl_chart_axis_end (max, (guint) CLAMP (bars_height / 15, 2, 6), &layout->step);
}

double
dl_ring_layout_head (double width)
{
  return DL_LINE_NORMAL + (width >= DL_FIGURE_WIDE ? 2 : DL_LINE_NORMAL);
}

void
dl_ring_layout_init (DlRingLayout *layout, DlRect rect, const DlRingChart *chart)
{
  const gboolean beside = rect.width >= DL_FIGURE_WIDE;
  const double top = rect.y + dl_ring_layout_head (rect.width);
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
               * MAX (MAX (3, dl_ring_layout_n_digits (layout->max)),
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

DlRect
dl_ring_layout_slot (const DlRingLayout *layout, guint panel, guint position)
{
  const DlRect bars = layout->bars[panel];

  return (DlRect) { bars.x + (position + 0.5) * layout->pitch - layout->bar_width / 2, bars.y,
                    layout->bar_width, bars.height };
}

guint
dl_ring_chart_hit (DlRect rect, const DlRingChart *chart, double x, double y)
{
  DlRingLayout layout;

  dl_ring_layout_init (&layout, rect, chart);
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

  dl_ring_layout_init (&layout, rect, chart);
  for (guint panel = 0; panel < 2 && link != DL_NO_LINK; panel++)
    for (guint i = 0; i < layout.n_positions; i++)
      if (dl_ring_chart_link (chart, i, panel == 1) == link)
        {
          *place = dl_ring_layout_slot (&layout, panel, i);
          return TRUE;
        }
  for (guint i = 0; i < layout.k && link == DL_NO_LINK; i++)
    if (dl_ring_layout_node (chart, i) == node)
      {
        *place = (DlRect) { dl_ring_layout_node_x (&layout, i) - DL_RING_AXIS_HEIGHT / 2,
                            dl_rect_bottom (layout.bars[0]), DL_RING_AXIS_HEIGHT,
                            DL_RING_AXIS_HEIGHT };
        return TRUE;
      }
  return FALSE;
}

/* The hops of a way through the network that lie in the ring of a chart. */
#include "dl-map-path-private.h"
#include "dl-ring-layout.h"

#include <math.h>

#define CHIP_GAP   1.0
#define CHIP_ABOVE 14.0 /* of the bars: between them and the VC balance */

static void
trace_slot (const DlRingLayout *layout, cairo_t *cr, guint panel, guint position, double around)
{
  const DlRect slot = dl_ring_layout_slot (layout, panel, position);
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
draw_number (const DlRingLayout *layout, cairo_t *cr, guint panel, guint position, guint hop,
             gboolean stands_out, double *right, const DlTheme *theme)
{
  const DlRect slot = dl_ring_layout_slot (layout, panel, position);
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

/* Which hop is at each position of a panel, DL_NO_STEP for none: where a way comes back to a link,
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
      const guint node = link / DL_N_NETWORK_PORTS;

      if (link % DL_N_NETWORK_PORTS != port || node >= layout->network->n_nodes)
        continue;
      const guint at = layout->network->torus.coord[node].at[chart->dim];
      const guint position = panel == 0 ? at : (at + layout->k - 1) % layout->k;
      if (dl_ring_layout_node (chart, at) == node && position < layout->n_positions)
        hops[position] = i;
    }
}

void
dl_ring_draw_path (const DlRingLayout *layout, cairo_t *cr, const DlRingChart *chart,
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
          draw_number (layout, cr, panel, i, hops[i], hops[i] == path->step, &right, theme);
    }
}

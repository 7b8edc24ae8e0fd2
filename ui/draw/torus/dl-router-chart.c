#include "dl-router-layout.h"

#include "dl-inside-text.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Text that is smaller than this on the screen says nothing. */
#define LEAST_TEXT 0.72

static void
stroke_rect (const DlRouterDrawing *d, DlRect rect, const DlColor *color, double width)
{
  dl_color_set (d->cr, color);
  cairo_set_line_width (d->cr, width);
  cairo_rectangle (d->cr, rect.x + width / 2, rect.y + width / 2, rect.width - width,
                   rect.height - width);
  cairo_stroke (d->cr);
}

static void
fill_rect (const DlRouterDrawing *d, DlRect rect, const DlColor *color)
{
  dl_color_set (d->cr, color);
  cairo_rectangle (d->cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (d->cr);
}

static const char *
short_name (guint port)
{
  /* Translators: the processor port of a router, as short as X+ */
  return port == DL_PORT_PROCESSOR ? _ ("Proc.") : dl_inside_port_name (port);
}

/* Packets -------------------------------------------------------------------------------------- */

/* The age in the middle of @rect, or @lift above it, as large as it fits. */
static void
draw_age (const DlRouterDrawing *d, DlRect rect, double lift, guint age, const DlColor *ink)
{
  const guint n_digits = age >= 100 ? 3 : age >= 10 ? 2 : 1;
  const double scale
      = MIN (1, MIN (rect.height / 12.5, (rect.width - 2) / (n_digits * d->digit_width)));
  char text[4];

  if (scale * d->layout.zoom < LEAST_TEXT)
    return;
  g_snprintf (text, sizeof text, "%u", age);
  cairo_save (d->cr);
  cairo_translate (d->cr, rect.x + rect.width / 2, rect.y + rect.height / 2 - lift);
  cairo_scale (d->cr, scale, scale);
  dl_chart_text (d->cr, ink, 0, -8.2, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
  cairo_restore (d->cr);
}

/* A packet's box in the color of its age, with the age where it can be read and a line below it
 * for epoch 1. */
static void
draw_packet (const DlRouterDrawing *d, DlRect rect, const DlSeastarPacketInside *packet,
             gboolean hovered)
{
  const DlColor color = dl_chart_scale_color (&d->ages, packet->age);
  const DlColor ink = dl_chart_ink (&color);
  double lift = 0;

  fill_rect (d, rect, &color);
  if (packet->epoch == 1)
    {
      const double height = CLAMP (rect.height / 6, 1, 2);
      fill_rect (
          d, (DlRect) { rect.x + 2, dl_rect_bottom (rect) - 1 - height, rect.width - 4, height },
          &ink);
      lift = rect.height >= 13 ? height / 2 : 0;
    }
  stroke_rect (d, rect, hovered ? &d->theme->accent : &d->theme->background, hovered ? 2 : 0.8);
  draw_age (d, rect, lift, packet->age, &ink);
}

/* Heading -------------------------------------------------------------------------------------- */

/* What the colors say, at the right of the title. */
static void
draw_legend (const DlRouterDrawing *d, double left)
{
  static const char *const labels[] = { "0", "128", "255" };
  const double bar_width = 96, y = 4;
  const char *epoch = _ ("epoch 1");
  const double epoch_width = dl_chart_text_width (d->cr, epoch, DL_TEXT_SMALL, FALSE);
  const double x = d->layout.width - bar_width - 22;
  const double key = x - epoch_width - 52;
  const DlRect box = { key, y, 16, 11 };
  double at = x;

  if (key < left)
    return;
  stroke_rect (d, box, &d->theme->muted, 1);
  fill_rect (d, (DlRect) { box.x + 3, dl_rect_bottom (box) - 4, box.width - 6, 2 },
             &d->theme->foreground);
  dl_chart_text (d->cr, &d->theme->foreground, dl_rect_right (box) + 4, 0, epoch, DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_START, 0);
  for (guint i = 0; i < bar_width; i++)
    {
      const DlColor color = dl_chart_scale_color (&d->ages, i * 255 / (bar_width - 1));
      fill_rect (d, (DlRect) { x + i, y - 2, 1.5, 15 }, &color);
    }
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++, at = x + bar_width * i / 2)
    {
      const DlColor color = dl_chart_scale_color (&d->ages, i * 127.5);
      const DlColor ink = dl_chart_ink (&color);

      dl_chart_text (d->cr, &ink,
                     at
                         + (i == 0   ? 3
                            : i == 2 ? -3
                                     : 0),
                     0, labels[i], DL_TEXT_SMALL, FALSE,
                     i == 0   ? DL_ALIGN_START
                     : i == 1 ? DL_ALIGN_CENTER
                              : DL_ALIGN_END,
                     0);
    }
  dl_chart_text (d->cr, &d->theme->foreground, x - 4, 0, _ ("age"), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_END, 0);
}

char *
dl_router_chart_title (const DlRouterChart *chart)
{
  g_autofree char *node = dl_node_label (chart->network->torus.coord[chart->inside->node]);

  return g_strdup_printf (_ ("Router %s · cycle %'lu"), node, (gulong) chart->inside->cycle);
}

static void
draw_heading (const DlRouterDrawing *d)
{
  const DlSeastarInside *inside = d->chart->inside;
  const DlRouterLayout *layout = &d->layout;
  g_autofree char *title = dl_router_chart_title (d->chart);
  g_autofree char *inputs
      = g_strdup_printf (_ ("Input buffers, %u flits per VC"), inside->input_buffer);
  /* Translators: how many packets are under way through it. */
  g_autofree char *crossbar = g_strdup_printf (_ ("Crossbar: %u"), dl_inside_n_crossing (inside));
  double width = 0;

  if (!d->theme->no_titles)
    width = 12
            + dl_chart_text (d->cr, &d->theme->foreground, 0, 0, title, DL_TEXT_TITLE, TRUE,
                             DL_ALIGN_START, layout->width);
  if (!d->theme->no_keys)
    draw_legend (d, width);
  dl_chart_text (d->cr, &d->theme->muted, 0, layout->head_y, inputs, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, layout->input[0].width);
  dl_chart_text (d->cr, &d->theme->muted, layout->crossbar.x + layout->crossbar.width / 2,
                 layout->head_y, crossbar, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 layout->crossbar.width);
  dl_chart_text (d->cr, &d->theme->muted, layout->output[0].x, layout->head_y,
                 _ ("Outputs: what is staged"), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 layout->credits[0].x - layout->output[0].x - 4);
  dl_chart_text (d->cr, &d->theme->muted, layout->width, layout->head_y, _ ("credits"),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_END, layout->credits[0].width);
}

/* Inputs --------------------------------------------------------------------------------------- */

static gboolean
is_hovered (const DlRouterDrawing *d, DlRouterSpotKind kind, guint output, guint queue,
            guint packet)
{
  const DlRouterSpot *spot = &d->chart->hovered;

  return spot->kind == kind && spot->output == output && spot->queue == queue
         && spot->packet == packet;
}

static void
draw_lane (const DlRouterDrawing *d, guint queue)
{
  const DlSeastarInputInside *input = &d->chart->inside->input[queue];
  const DlRect lane = d->layout.lane[queue];
  DlRect rect = { dl_rect_right (lane), lane.y, 0, lane.height };
  guint shown = 0;

  fill_rect (d, lane, &d->theme->absent);
  for (guint i = 0; dl_router_layout_packet (&d->layout, d->chart->inside, queue, i, &rect); i++)
    {
      draw_packet (d, rect, &input->packets[i], is_hovered (d, DL_ROUTER_PACKET, 0, queue, i));
      shown += input->packets[i].flits;
    }
  if (shown < input->flits)
    {
      /* More than are told apart. */
      const double width
          = lane.width * (input->flits - shown) / MAX (d->chart->inside->input_buffer, 1);
      dl_chart_fill (d->cr, (DlRect) { rect.x - width, lane.y, width, lane.height },
                     DL_FILL_CROSSED, &d->theme->idle[0]);
    }
  stroke_rect (d, lane, &d->theme->grid, 1);
}

static void
draw_input (const DlRouterDrawing *d, guint port)
{
  const DlRect row = d->layout.input[port];

  dl_chart_text (d->cr, &d->theme->foreground, row.x,
                 row.y + row.height / 2 - DL_LINE_SMALL / 2 - 1, short_name (port), DL_TEXT_NORMAL,
                 TRUE, DL_ALIGN_START, 37);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      const guint queue = DL_SIM_VCS * port + vc;
      const DlRect lane = d->layout.lane[queue];

      if (lane.height >= 8.5)
        {
          g_autofree char *name = g_strdup_printf ("VC%u", vc);
          dl_chart_text (d->cr, &d->theme->muted, lane.x - 3, lane.y + lane.height / 2 - 9, name,
                         DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
        }
      draw_lane (d, queue);
    }
}

/* Crossbar ------------------------------------------------------------------------------------- */

/* From the head of an input queue to the output it wants. */
static void
draw_wish (const DlRouterDrawing *d, guint queue, gboolean selected)
{
  const DlRect lane = d->layout.lane[queue], box = d->layout.crossbar;
  const guint output = d->chart->inside->input[queue].packets[0].port;
  const DlRect row = d->layout.output[output];
  const double y0 = lane.y + lane.height / 2;
  const double y1 = row.y + row.height * (queue + 1) / (DL_SEASTAR_N_STAGED + 1);

  dl_color_set_alpha (d->cr, selected ? &d->theme->accent : &d->theme->muted, selected ? 1 : 0.75);
  cairo_set_line_width (d->cr, selected ? 2.2 : 1);
  cairo_move_to (d->cr, box.x + 1, y0);
  cairo_curve_to (d->cr, box.x + box.width * 0.5, y0, box.x + box.width * 0.5, y1,
                  dl_rect_right (box) - 5, y1);
  cairo_stroke (d->cr);
  cairo_move_to (d->cr, dl_rect_right (box) - 6, y1 - (selected ? 3.5 : 2.5));
  cairo_line_to (d->cr, dl_rect_right (box) - 1, y1);
  cairo_line_to (d->cr, dl_rect_right (box) - 6, y1 + (selected ? 3.5 : 2.5));
  cairo_close_path (d->cr);
  cairo_fill (d->cr);
}

static void
draw_crossbar (const DlRouterDrawing *d)
{
  const DlSeastarInside *inside = d->chart->inside;
  const DlRect box = d->layout.crossbar;

  dl_color_set_alpha (d->cr, &d->theme->absent, 1);
  cairo_rectangle (d->cr, box.x + 1, box.y, box.width - 2, box.height);
  cairo_fill (d->cr);
  for (guint pass = 0; pass < 2; pass++)
    for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
      if (inside->input[queue].n > 0)
        {
          const gboolean selected
              = inside->input[queue].packets[0].port == d->chart->contest->output;
          if (selected == (pass == 1))
            draw_wish (d, queue, selected);
        }
}

/* Outputs -------------------------------------------------------------------------------------- */

static void
draw_chip (const DlRouterDrawing *d, guint output, guint queue, guint i)
{
  const DlSeastarStagedInside *staged = &d->chart->inside->staged[output][queue];
  const DlRect chip = dl_router_layout_chip (&d->layout, output, i);
  const DlRect row = d->layout.output[output];
  g_autofree char *source = g_strdup_printf (
      "%s.%u",
      queue / DL_SIM_VCS == DL_PORT_PROCESSOR ? "P" : dl_inside_port_name (queue / DL_SIM_VCS),
      queue % DL_SIM_VCS);

  draw_packet (d, chip, &staged->first, is_hovered (d, DL_ROUTER_STAGED, output, queue, 0));
  if (!staged->has_credits)
    {
      const DlRect badge = { dl_rect_right (chip) - 7, chip.y - 1, 8, 8 };
      fill_rect (d, badge, &d->theme->background);
      dl_chart_cross (d->cr, badge.x + 4, badge.y + 4, 3.2, &d->theme->broken);
    }
  if (dl_rect_bottom (row) - dl_rect_bottom (chip) >= 11)
    dl_chart_text (d->cr, &d->theme->muted, chip.x + chip.width / 2, dl_rect_bottom (chip) - 2,
                   source, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
}

/* Does something staged wait for credits of @vc? */
static gboolean
is_blocked (const DlSeastarInside *inside, guint output, guint vc)
{
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      const DlSeastarStagedInside *staged = &inside->staged[output][queue];
      if (staged->n > 0 && staged->first.vc == vc && !staged->has_credits)
        return TRUE;
    }
  return FALSE;
}

static void
draw_credits (const DlRouterDrawing *d, guint output)
{
  const DlSeastarInside *inside = d->chart->inside;
  const DlRect box = d->layout.credits[output];
  const double pitch = box.width / DL_SIM_VCS;
  const double room = MAX (0, box.height - 14);

  if (output == DL_PORT_PROCESSOR)
    {
      dl_chart_text (d->cr, &d->theme->muted, dl_rect_right (box), box.y + box.height / 2 - 9,
                     _ ("needs none"), DL_TEXT_SMALL, FALSE, DL_ALIGN_END, box.width);
      return;
    }
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      const gboolean blocked = is_blocked (inside, output, vc);
      const double share = MIN (1, inside->credits[output][vc] / MAX (1.0, inside->input_buffer));
      const DlRect bar = { box.x + vc * pitch + 2, box.y + 14, pitch - 4, room };
      g_autofree char *text = g_strdup_printf ("%u", inside->credits[output][vc]);

      dl_chart_text (d->cr, blocked ? &d->theme->broken : &d->theme->foreground,
                     box.x + (vc + 0.5) * pitch, box.y - 2, text, DL_TEXT_SMALL, blocked,
                     DL_ALIGN_CENTER, 0);
      fill_rect (d, bar, &d->theme->absent);
      fill_rect (d,
                 (DlRect) { bar.x, dl_rect_bottom (bar) - share * bar.height, bar.width,
                            share * bar.height },
                 &d->theme->idle[1]);
      stroke_rect (d, bar, &d->theme->grid, 1);
      if (blocked)
        dl_chart_cross (d->cr, bar.x + bar.width / 2, bar.y + bar.height / 2,
                        MIN (4, bar.height / 2), &d->theme->broken);
    }
}

/* Is it sending a packet that it granted a while ago? */
static gboolean
is_sending (const DlSeastarInside *inside, guint output)
{
  const guint last = dl_inside_last_grant (inside, output);

  return last != DL_INSIDE_NOW
         && inside->grants[last].cycle + inside->grants[last].packet.flits >= inside->cycle;
}

static void
draw_output_name (const DlRouterDrawing *d, guint output)
{
  const DlNetwork *network = d->chart->network;
  const DlRect row = d->layout.output[output];
  const double y = row.y + row.height / 2;

  dl_chart_text (d->cr, &d->theme->foreground, row.x + 6, y - DL_LINE_SMALL / 2 - 1,
                 short_name (output), DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, 34);
  if (output < DL_N_NETWORK_PORTS && !dl_network_link_up (network, d->chart->inside->node, output))
    dl_chart_cross (d->cr, row.x + 36, y, 4.5, &d->theme->broken);
  else if (is_sending (d->chart->inside, output))
    {
      dl_color_set (d->cr, &d->theme->accent);
      cairo_move_to (d->cr, row.x + 41, y - 5);
      cairo_line_to (d->cr, row.x + 48, y);
      cairo_line_to (d->cr, row.x + 41, y + 5);
      cairo_close_path (d->cr);
      cairo_fill (d->cr);
    }
}

static void
draw_output (const DlRouterDrawing *d, guint output)
{
  const DlSeastarInside *inside = d->chart->inside;
  const DlRect row = d->layout.output[output];
  const DlRect frame = { row.x + 1, row.y + 0.5, row.width - 1, row.height - 1 };
  const DlRouterSpot *spot = &d->chart->hovered;
  guint n = 0, shown = 0;

  if (output == d->chart->contest->output
      || (spot->kind == DL_ROUTER_OUTPUT && spot->output == output))
    {
      dl_color_set_alpha (d->cr, &d->theme->accent, 0.13);
      cairo_rectangle (d->cr, frame.x, frame.y, frame.width, frame.height);
      cairo_fill (d->cr);
    }
  stroke_rect (d, frame, output == d->chart->contest->output ? &d->theme->accent : &d->theme->grid,
               output == d->chart->contest->output ? 2 : 1);
  draw_output_name (d, output);
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    n += inside->staged[output][queue].n > 0;
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (inside->staged[output][queue].n > 0
        && shown < (n > d->layout.n_chips ? d->layout.n_chips - 1 : n))
      draw_chip (d, output, queue, shown++);
  if (shown < n)
    {
      const DlRect chip = dl_router_layout_chip (&d->layout, output, shown);
      g_autofree char *text = g_strdup_printf ("+%u", n - shown);
      dl_chart_text (d->cr, &d->theme->muted, chip.x + 2, chip.y - 1, text, DL_TEXT_SMALL, TRUE,
                     DL_ALIGN_START, 0);
    }
  draw_credits (d, output);
}

void
dl_router_chart_draw (cairo_t *cr, DlRect rect, const DlRouterChart *chart, const DlTheme *theme)
{
  DlRouterDrawing d = { .cr = cr, .chart = chart, .theme = theme };

  dl_router_layout_init (&d.layout, rect, chart);
  dl_scale_init_kind (&d.ages, DL_SCALE_BALANCE, theme); /* its colors: old ones stand out */
  d.ages.max = 255;
  d.digit_width = dl_chart_text_width (cr, "0000", DL_TEXT_SMALL, FALSE) / 4;

  cairo_save (cr);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_clip (cr);
  cairo_translate (cr, rect.x, rect.y);
  cairo_scale (cr, d.layout.zoom, d.layout.zoom);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_heading (&d);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    draw_input (&d, port);
  draw_crossbar (&d);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    draw_output (&d, port);
  dl_router_draw_contest (&d);
  dl_router_draw_clock (&d);
  cairo_restore (cr);
}

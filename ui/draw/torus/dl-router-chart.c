#include "dl-router-chart.h"

#include "dl-chart-private.h"
#include "dl-inside-text.h"
#include "dl-sizes.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define DL_ROUTER_THIN        3.0 /* height of a queue of a class without packets */
#define DL_ROUTER_CHIP_WIDTH  34.0
#define DL_ROUTER_CHIP_HEIGHT 15.0
#define DL_ROUTER_ROW         15.0 /* of the list of rivals */

typedef struct
{
  double zoom; /* everything below is in units of this */
  double width, height;
  double head_y;                    /* of the columns' headings */
  DlRect input[DL_N_ROUTER_PORTS];  /* everything of a port */
  DlRect lane[DL_SEASTAR_N_STAGED]; /* a queue's flits, the first one at the right */
  DlRect crossbar;
  DlRect output[DL_N_ROUTER_PORTS];
  double chips_x; /* begin of staged packets, in the output's row */
  guint n_chips;  /* that there is room for */
  DlRect credits[DL_N_ROUTER_PORTS];
  DlRect contest; /* title, reason, headings and the rows */
  double rows_y;
  guint n_rows; /* that there is room for */
  DlRect clock;
} DlRouterLayout;

/* Drawing state: positions are the layout's. */
typedef struct
{
  cairo_t *cr;
  const DlRouterChart *chart;
  const DlTheme *theme;
  DlRouterLayout layout;
  DlScale ages;
  double digit_width; /* of DL_TEXT_SMALL */
} DlRouterDrawing;

#define PORT_WIDTH   38.0 /* of a port's name */
#define VC_WIDTH     26.0 /* of a virtual channel's */
#define NAME_WIDTH   52.0 /* of an output's, with its mark */
#define CREDIT_WIDTH 18.0 /* of a virtual channel's credits */

/* Has the class of @vc any packet in an input queue? */
static gboolean
has_class (const DlSeastarInside *inside, guint vc)
{
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (queue % DL_SIM_VCS / 2 == vc / 2 && inside->input[queue].n > 0)
      return TRUE;
  return FALSE;
}

/* A class without a packet gets thin lines, so that the other one can be read. */
static void
lay_lanes (DlRouterLayout *layout, const DlSeastarInside *inside)
{
  gboolean thin[DL_SIM_VCS];
  guint n_thin = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    thin[vc] = !has_class (inside, vc);
  if (thin[0] && thin[DL_SIM_VCS - 1])
    thin[0] = thin[1] = FALSE; /* nothing at all: as with requests */
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    n_thin += thin[vc];
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      const DlRect row = layout->input[port];
      const double room = row.height - 4 - (DL_SIM_VCS - 1);
      const double full = (room - n_thin * DL_ROUTER_THIN) / (DL_SIM_VCS - n_thin);
      const double x = row.x + PORT_WIDTH + VC_WIDTH;
      double y = row.y + 2;

      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          const double height = thin[vc] ? DL_ROUTER_THIN : full;
          layout->lane[DL_SIM_VCS * port + vc] = (DlRect) { x, y, dl_rect_right (row) - x, height };
          y += height + 1;
        }
    }
}

static void
router_layout_init (DlRouterLayout *layout, DlRect rect, const DlRouterChart *chart)
{
  const double zoom
      = MIN (rect.width / DL_ROUTER_CHART_WIDTH, rect.height / DL_ROUTER_CHART_HEIGHT);

  const double least = MAX (chart->least_zoom, 0.6);
  const double most = chart->most_zoom > 0 ? MAX (chart->most_zoom, least) : 3;

  *layout = (DlRouterLayout) { .zoom = CLAMP (zoom, least, most) };
  layout->width = rect.width / layout->zoom;
  layout->height = rect.height / layout->zoom;
  layout->head_y = chart->no_head ? 0 : DL_LINE_NORMAL + 2;

  const double top = layout->head_y + DL_LINE_SMALL + 2;
  const double below = CLAMP (layout->height * 0.3, 115, 220);
  const double pitch = MAX (0, layout->height - top - below - DL_GAP) / DL_N_ROUTER_PORTS;
  const double inputs = floor (layout->width * 0.45), outputs = floor (layout->width * 0.43);
  const double credits = DL_SIM_VCS * CREDIT_WIDTH;

  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      const double y = top + port * pitch;

      layout->input[port] = (DlRect) { 0, y, inputs, pitch };
      layout->output[port] = (DlRect) { layout->width - outputs, y, outputs, pitch };
      layout->credits[port] = (DlRect) { layout->width - credits - 3, y + 2, credits, pitch - 5 };
    }
  lay_lanes (layout, chart->inside);
  layout->crossbar
      = (DlRect) { inputs, top, layout->width - inputs - outputs, pitch * DL_N_ROUTER_PORTS };
  layout->chips_x = layout->output[0].x + NAME_WIDTH;
  layout->n_chips = MAX (0, layout->credits[0].x - 4 - layout->chips_x) / DL_ROUTER_CHIP_WIDTH;

  const double y = layout->height - below;
  const double clock = MAX (200, layout->width * 0.34);

  layout->contest = (DlRect) { 0, y, layout->width - clock - DL_GAP, below };
  layout->rows_y = y + DL_LINE_NORMAL + 2 * DL_LINE_SMALL + 6;
  layout->n_rows = MAX (0, layout->height - layout->rows_y) / DL_ROUTER_ROW;
  layout->clock = (DlRect) { layout->width - clock, y, clock, below };
}

/* Where the packets of a queue begin and end, the @packet-th of which is one; FALSE if it is not
 * shown. */
static gboolean
router_layout_packet (const DlRouterLayout *layout, const DlSeastarInside *inside, guint queue,
                      guint packet, DlRect *rect)
{
  const DlSeastarInputInside *input = &inside->input[queue];
  const DlRect lane = layout->lane[queue];
  const double flit = lane.width / MAX (inside->input_buffer, 1);
  guint before = 0;

  if (packet >= MIN (input->n, DL_SEASTAR_QUEUE_SHOWN))
    return FALSE;
  for (guint i = 0; i < packet; i++)
    before += input->packets[i].flits;
  *rect = (DlRect) { dl_rect_right (lane) - flit * (before + input->packets[packet].flits), lane.y,
                     flit * input->packets[packet].flits, lane.height };
  return TRUE;
}

/* The @i-th thing that is staged for @output. */
static DlRect
router_layout_chip (const DlRouterLayout *layout, guint output, guint i)
{
  const DlRect row = layout->output[output];

  return (DlRect) { layout->chips_x + i * DL_ROUTER_CHIP_WIDTH, row.y + 2, DL_ROUTER_CHIP_WIDTH - 2,
                    DL_ROUTER_CHIP_HEIGHT };
}

/* How many rivals are shown: all, or as many as leave a row that tells of more. */
static guint
router_layout_n_rivals (const DlRouterLayout *layout, const DlInsideContest *contest)
{
  return contest->n > layout->n_rows ? MAX (layout->n_rows, 1) - 1 : contest->n;
}

/* The row of the @i-th rival. */
static DlRect
router_layout_row (const DlRouterLayout *layout, guint i)
{
  return (DlRect) { layout->contest.x, layout->rows_y + i * DL_ROUTER_ROW, layout->contest.width,
                    DL_ROUTER_ROW };
}

/* Hit testing ---------------------------------------------------------------------------------- */

static DlRouterSpot
hit_input (const DlRouterLayout *layout, const DlSeastarInside *inside, guint queue, double x,
           double y)
{
  DlRect rect;

  for (guint i = 0; router_layout_packet (layout, inside, queue, i, &rect); i++)
    if (dl_rect_holds (rect, x, y))
      return (DlRouterSpot) { .kind = DL_ROUTER_PACKET, .queue = queue, .packet = i };
  return (DlRouterSpot) { .kind = DL_ROUTER_INPUT, .queue = queue };
}

static DlRouterSpot
hit_output (const DlRouterLayout *layout, const DlSeastarInside *inside, guint output, double x,
            double y)
{
  guint i = 0;

  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED && i < layout->n_chips; queue++)
    if (inside->staged[output][queue].n > 0)
      {
        DlRect chip = router_layout_chip (layout, output, i++);

        chip.height = dl_rect_bottom (layout->output[output]) - chip.y;
        if (dl_rect_holds (chip, x, y))
          return (DlRouterSpot) { .kind = DL_ROUTER_STAGED, .output = output, .queue = queue };
      }
  return (DlRouterSpot) { .kind = DL_ROUTER_OUTPUT, .output = output };
}

DlRouterSpot
dl_router_chart_hit (DlRect rect, const DlRouterChart *chart, double x, double y)
{
  DlRouterLayout layout;

  router_layout_init (&layout, rect, chart);
  x = (x - rect.x) / layout.zoom;
  y = (y - rect.y) / layout.zoom;
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (dl_rect_holds (layout.lane[queue], x, y))
      return hit_input (&layout, chart->inside, queue, x, y);
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    if (dl_rect_holds (layout.output[output], x, y))
      return hit_output (&layout, chart->inside, output, x, y);
  for (guint i = 0; i < router_layout_n_rivals (&layout, chart->contest); i++)
    if (dl_rect_holds (router_layout_row (&layout, i), x, y))
      return (DlRouterSpot) { .kind = DL_ROUTER_RIVAL, .queue = chart->contest->rivals[i].queue };
  return (DlRouterSpot) { .kind = DL_ROUTER_NOTHING };
}

static gboolean
rival_packet (const DlInsideContest *contest, guint queue, DlSeastarPacketInside *packet)
{
  for (guint i = 0; i < contest->n; i++)
    if (contest->rivals[i].queue == queue && contest->rivals[i].has_packet)
      {
        *packet = contest->rivals[i].packet;
        return TRUE;
      }
  return FALSE;
}

gboolean
dl_router_chart_packet (const DlRouterChart *chart, DlRouterSpot spot,
                        DlSeastarPacketInside *packet)
{
  switch (spot.kind)
    {
    case DL_ROUTER_PACKET:
      if (spot.packet >= MIN (chart->inside->input[spot.queue].n, DL_SEASTAR_QUEUE_SHOWN))
        return FALSE;
      *packet = chart->inside->input[spot.queue].packets[spot.packet];
      return TRUE;
    case DL_ROUTER_STAGED:
      *packet = chart->inside->staged[spot.output][spot.queue].first;
      return chart->inside->staged[spot.output][spot.queue].n > 0;
    case DL_ROUTER_RIVAL:
      return rival_packet (chart->contest, spot.queue, packet);
    case DL_ROUTER_NOTHING:
    case DL_ROUTER_INPUT:
    case DL_ROUTER_OUTPUT:
      return FALSE;
    default:
      g_assert_not_reached ();
    }
}

/* Below the router: who competes at an output and who won, and the age clock. */

/* Contest -------------------------------------------------------------------------------------- */

/* Where the columns begin, as shares of the width; the age takes the rest. */
typedef struct
{
  double mark, queue, packet, age, credits;
} Columns;

static Columns
columns_of (const DlRouterDrawing *d)
{
  const double x = d->layout.contest.x, width = d->layout.contest.width;

  return (Columns) { x + 2, x + 18, x + 18 + width * 0.19, x + 18 + width * 0.56,
                     x + width * 0.83 };
}

/* Told by form, not by color. */
static void
draw_tick (const DlRouterDrawing *d, double x, double y)
{
  dl_color_set (d->cr, &d->theme->accent);
  cairo_set_line_width (d->cr, 2.4);
  cairo_set_line_cap (d->cr, CAIRO_LINE_CAP_ROUND);
  cairo_move_to (d->cr, x + 1, y + 8);
  cairo_line_to (d->cr, x + 4.5, y + 11.5);
  cairo_line_to (d->cr, x + 11, y + 3.5);
  cairo_stroke (d->cr);
  cairo_set_line_cap (d->cr, CAIRO_LINE_CAP_BUTT);
}

static void
draw_rival_age (const DlRouterDrawing *d, const Columns *columns, const DlInsideRival *rival,
                DlRect row)
{
  const double digits = 3 * d->digit_width;
  const double left = columns->age + digits + 5;
  const double room = MAX (0, columns->credits - 8 - left);
  const DlColor color = dl_chart_scale_color (&d->ages, rival->age);
  g_autofree char *text = rival->has_age ? g_strdup_printf ("%u", rival->age) : g_strdup ("–");
  const DlRect bar = { left, row.y + 3, MAX (1, room * rival->age / 255), row.height - 6 };

  dl_chart_text (d->cr, &d->theme->foreground, columns->age + digits, row.y, text, DL_TEXT_SMALL,
                 rival->wins || rival->is_oldest, DL_ALIGN_END, 0);
  if (!rival->has_age)
    return;
  dl_color_set (d->cr, &color);
  cairo_rectangle (d->cr, bar.x, bar.y, bar.width, bar.height);
  cairo_fill_preserve (d->cr);
  dl_color_set (d->cr, &d->theme->muted);
  cairo_set_line_width (d->cr, 0.8);
  cairo_stroke (d->cr);
}

static void
draw_rival (const DlRouterDrawing *d, const DlInsideRival *rival, DlRect row)
{
  const Columns columns = columns_of (d);
  const DlRouterSpot *spot = &d->chart->hovered;
  const DlColor *ink = rival->has_credits ? &d->theme->foreground : &d->theme->muted;
  g_autofree char *queue = dl_inside_queue_name (rival->queue);
  g_autofree char *packet = rival->has_packet
                                ? dl_inside_packet_name (d->chart->network, &rival->packet)
                                : g_strdup ("–");

  if (spot->kind == DL_ROUTER_RIVAL && spot->queue == rival->queue)
    {
      dl_color_set_alpha (d->cr, &d->theme->accent, 0.13);
      cairo_rectangle (d->cr, row.x, row.y, row.width, row.height);
      cairo_fill (d->cr);
    }
  if (rival->wins)
    draw_tick (d, columns.mark, row.y);
  dl_chart_text (d->cr, ink, columns.queue, row.y, queue, DL_TEXT_SMALL, rival->wins,
                 DL_ALIGN_START, columns.packet - columns.queue - 4);
  dl_chart_text (d->cr, ink, columns.packet, row.y, packet, DL_TEXT_SMALL, rival->wins,
                 DL_ALIGN_START, columns.age - columns.packet - 4);
  draw_rival_age (d, &columns, rival, row);
  if (rival->has_credits)
    dl_chart_text (d->cr, ink, columns.credits, row.y, _ ("yes"), DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, 0);
  else
    {
      dl_chart_cross (d->cr, columns.credits + 4, row.y + 8, 3.5, &d->theme->broken);
      dl_chart_text (d->cr, &d->theme->broken, columns.credits + 12, row.y, _ ("none"),
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
    }
}

static void
draw_columns (const DlRouterDrawing *d, double y)
{
  const Columns columns = columns_of (d);
  const DlRect box = d->layout.contest;
  const struct
  {
    double x, right;
    const char *text;
  } headings[] = {
    { columns.queue, columns.packet, _ ("Queue") },
    { columns.packet, columns.age, _ ("Packet") },
    { columns.age, columns.credits, _ ("Age") },
    { columns.credits, dl_rect_right (box), _ ("Credits") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    dl_chart_text (d->cr, &d->theme->muted, headings[i].x, y, headings[i].text, DL_TEXT_SMALL,
                   FALSE, DL_ALIGN_START, headings[i].right - headings[i].x - 4);
  dl_color_set (d->cr, &d->theme->grid);
  cairo_set_line_width (d->cr, 1);
  cairo_move_to (d->cr, box.x, y + DL_LINE_SMALL + 1.5);
  cairo_rel_line_to (d->cr, box.width, 0);
  cairo_stroke (d->cr);
}

/* dl-router-chart.c: who competes, and the clock. */
static void
router_draw_contest (const DlRouterDrawing *d)
{
  const DlInsideContest *contest = d->chart->contest;
  const DlRect box = d->layout.contest;
  const guint n = router_layout_n_rivals (&d->layout, contest);
  g_autofree char *title = dl_inside_contest_title (contest);
  g_autofree char *summary = dl_inside_contest_summary (d->chart->inside, contest);

  dl_chart_text (d->cr, &d->theme->foreground, box.x, box.y, title, DL_TEXT_NORMAL, TRUE,
                 DL_ALIGN_START, box.width);
  dl_chart_text (d->cr, &d->theme->foreground, box.x, box.y + DL_LINE_NORMAL, summary,
                 DL_TEXT_NORMAL, FALSE, DL_ALIGN_START, box.width);
  if (contest->n == 0)
    return;
  draw_columns (d, d->layout.rows_y - DL_LINE_SMALL - 3);
  for (guint i = 0; i < n; i++)
    draw_rival (d, &contest->rivals[i], router_layout_row (&d->layout, i));
  if (n < contest->n)
    {
      const DlRect row = router_layout_row (&d->layout, n);
      g_autofree char *more = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", contest->n - n),
          contest->n - n);
      dl_chart_text (d->cr, &d->theme->muted, row.x + 18, row.y, more, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, row.width);
    }
}

/* The age clock --------------------------------------------------------------------------------
 */

/* The timestamp goes once round in an epoch. */
static void
draw_dial (const DlRouterDrawing *d, double x, double y, double radius)
{
  const DlSeastarInside *inside = d->chart->inside;
  const double top = -G_PI / 2, angle = top + 2 * G_PI * inside->timestamp / 256;
  g_autofree char *text = g_strdup_printf ("%u", inside->timestamp);

  cairo_set_line_width (d->cr, 8);
  dl_color_set (d->cr, &d->theme->grid);
  cairo_arc (d->cr, x, y, radius - 4, 0, 2 * G_PI);
  cairo_stroke (d->cr);
  dl_color_set (d->cr, inside->inhibited ? &d->theme->broken : &d->theme->accent);
  cairo_arc (d->cr, x, y, radius - 4, top, MAX (angle, top + 0.02));
  cairo_stroke (d->cr);
  cairo_set_line_width (d->cr, 1);
  dl_color_set (d->cr, &d->theme->foreground);
  for (guint i = 0; i < 4; i++)
    {
      cairo_move_to (d->cr, x + (radius - 9) * cos (i * G_PI / 2),
                     y + (radius - 9) * sin (i * G_PI / 2));
      cairo_line_to (d->cr, x + radius * cos (i * G_PI / 2), y + radius * sin (i * G_PI / 2));
    }
  cairo_stroke (d->cr);
  dl_chart_text (d->cr, &d->theme->foreground, x, y - 11, text, DL_TEXT_TITLE, TRUE,
                 DL_ALIGN_CENTER, 0);
  if (inside->inhibited)
    dl_chart_cross (d->cr, x, y + 13, 4, &d->theme->broken);
}

/* A line of the clock; the next one's top. */
static double
draw_line (const DlRouterDrawing *d, double x, double y, const char *text, gboolean bold)
{
  dl_chart_text (d->cr, &d->theme->foreground, x, y, text, DL_TEXT_SMALL, bold, DL_ALIGN_START,
                 d->layout.width - x);
  return y + DL_LINE_SMALL + 1;
}

static void
router_draw_clock (const DlRouterDrawing *d)
{
  const DlSeastarInside *inside = d->chart->inside;
  const DlRect box = d->layout.clock;
  const guint n_below = inside->waiting > 0 ? 2 : 1;
  const double radius
      = CLAMP ((box.height - DL_LINE_NORMAL - 14 - n_below * (DL_LINE_SMALL + 1)) / 2, 20, 38);
  const double x = box.x + 2 * radius + 14;
  const char *clock = inside->inhibited ? _ ("inhibited: round robin") : NULL;
  g_autofree char *epoch = g_strdup_printf (_ ("now epoch %u"), inside->epoch);
  g_autofree char *next = dl_inside_clock_text (inside);
  double y = box.y + DL_LINE_NORMAL + 3;

  dl_color_set (d->cr, &d->theme->grid);
  cairo_set_line_width (d->cr, 1);
  cairo_move_to (d->cr, box.x - 5, box.y + 2);
  cairo_line_to (d->cr, box.x - 5, dl_rect_bottom (box));
  cairo_stroke (d->cr);
  dl_chart_text (d->cr, &d->theme->foreground, box.x + 4, box.y, _ ("Age clock: timestamp"),
                 DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, box.width - 4);
  draw_dial (d, box.x + 4 + radius, y + 4 + radius, radius);
  y = draw_line (d, x, y, epoch, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *count
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "epoch %u: %u packet",
                                          "epoch %u: %u packets", inside->packet_count[i]),
                             i, inside->packet_count[i]);
      y = draw_line (d, x, y, count, FALSE);
    }
  if (clock != NULL)
    draw_line (d, x, y, clock, TRUE);
  y = box.y + DL_LINE_NORMAL + 2 * radius + 14;
  if (y + DL_LINE_SMALL <= dl_rect_bottom (box) + 2)
    y = draw_line (d, box.x + 4, y, next, FALSE);
  if (inside->waiting > 0 && y + DL_LINE_SMALL <= dl_rect_bottom (box) + 2)
    {
      g_autofree char *waiting
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u waits at the source",
                                          "%u wait at the source", inside->waiting),
                             inside->waiting);
      draw_line (d, box.x + 4, y, waiting, FALSE);
    }
}

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
  return port == DL_TORUS_PORT_PROCESSOR ? _ ("Proc.") : dl_inside_port_name (port);
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

/* Legend of the colors, right of the title. */
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
  g_autofree char *node = dl_torus_node_label (chart->network->torus.coord[chart->inside->node]);

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
  for (guint i = 0; router_layout_packet (&d->layout, d->chart->inside, queue, i, &rect); i++)
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
  const DlRect chip = router_layout_chip (&d->layout, output, i);
  const DlRect row = d->layout.output[output];
  g_autofree char *source = g_strdup_printf ("%s.%u",
                                             queue / DL_SIM_VCS == DL_TORUS_PORT_PROCESSOR
                                                 ? "P"
                                                 : dl_inside_port_name (queue / DL_SIM_VCS),
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

  if (output == DL_TORUS_PORT_PROCESSOR)
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
  const DlTorusNetwork *network = d->chart->network;
  const DlRect row = d->layout.output[output];
  const double y = row.y + row.height / 2;

  dl_chart_text (d->cr, &d->theme->foreground, row.x + 6, y - DL_LINE_SMALL / 2 - 1,
                 short_name (output), DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, 34);
  if (output < DL_TORUS_N_NETWORK_PORTS
      && !dl_torus_network_link_up (network, d->chart->inside->node, output))
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
      const DlRect chip = router_layout_chip (&d->layout, output, shown);
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

  router_layout_init (&d.layout, rect, chart);
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
  router_draw_contest (&d);
  router_draw_clock (&d);
  cairo_restore (cr);
}

/* Below the router: who competes at an output and who won, and the age clock. */
#include "dl-router-layout.h"

#include "dl-inside-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Who competes ---------------------------------------------------------------------------------
 */

/* Where the columns begin, as shares of the width; the age takes what is left. */
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

void
dl_router_draw_contest (const DlRouterDrawing *d)
{
  const DlInsideContest *contest = d->chart->contest;
  const DlRect box = d->layout.contest;
  const guint n = dl_router_layout_n_rivals (&d->layout, contest);
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
    draw_rival (d, &contest->rivals[i], dl_router_layout_row (&d->layout, i));
  if (n < contest->n)
    {
      const DlRect row = dl_router_layout_row (&d->layout, n);
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

void
dl_router_draw_clock (const DlRouterDrawing *d)
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

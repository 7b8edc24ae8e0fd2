#include "dl-iq-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MARK 4.2 /* radius */

typedef struct
{
  cairo_t *cr;
  const DlIqChart *chart;
  const DlIqShown *shown;
  const DlTheme *theme;
  DlIqLayout layout;
} Drawing;

static void
small (const Drawing *d, double x, double y, const char *text, const DlColor *color, double room)
{
  dl_chart_text (d->cr, color, x, y, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_START, MAX (room, 1));
}

static void
fill (const Drawing *d, DlRect rect, const DlColor *color, double alpha)
{
  dl_color_set_alpha (d->cr, color, alpha);
  cairo_rectangle (d->cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (d->cr);
}

static void
frame (const Drawing *d, DlRect rect, const DlColor *color, double width)
{
  dl_color_set (d->cr, color);
  cairo_set_line_width (d->cr, width);
  cairo_rectangle (d->cr, rect.x + width / 2, rect.y + width / 2, rect.width - width,
                   rect.height - width);
  cairo_stroke (d->cr);
}

/* Under the pointer, or with the cursor on it. */
static void
mark_spot (const Drawing *d, DlIqSpotKind kind, guint input, guint output, DlRect rect)
{
  const DlIqSpot spot = { kind, input, output };

  if (dl_iq_spot_equal (spot, d->chart->hovered))
    fill (d, rect, &d->theme->accent, 0.16);
  if (dl_iq_spot_equal (spot, d->chart->cursor))
    frame (d, rect, &d->theme->accent, 2);
}

/* Tables --------------------------------------------------------------------------------------- */

static const char *const stages[] = { N_ ("RC"), N_ ("VA"), N_ ("SA"), N_ ("ST") };

static void
draw_headings (const Drawing *d)
{
  const DlIqLayout *layout = &d->layout;
  const double y = layout->head_y;
  g_autofree char *inputs = g_strdup_printf (_ ("Input, %u flits"), d->shown->inside->buffer_flits);

  small (d, 0, y, inputs, &d->theme->muted, layout->packet_x + 40);
  dl_chart_text (d->cr, &d->theme->muted, layout->stages_x - 6, y, _ ("flits → to"), DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_END, layout->stages_x - layout->packet_x - 44);
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    dl_chart_text (d->cr, &d->theme->muted, layout->stages_x + (i + 0.5) * DL_IQ_STAGE, y,
                   _ (stages[i]), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, DL_IQ_STAGE);
  small (d, layout->target_x, y, _ ("asks for, has (credits)"), &d->theme->muted,
         layout->inputs_width - layout->target_x);
  small (d, layout->outputs_x, y, _ ("Output"), &d->theme->muted, layout->name_width);
  small (d, layout->owner_x, y, _ ("held by"), &d->theme->muted, layout->name_width);
  dl_chart_text (d->cr, &d->theme->muted, layout->width, y, _ ("credits"), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_END, DL_IQ_CREDITS);
}

/* Is the packet, or a flit that leaves, in the @i-th stage? */
static gboolean
is_in_stage (const DlIqInputInside *of, guint i)
{
  return i + DL_IQ_ROUTING == DL_IQ_SWITCH_TRAVERSAL ? of->leaves : of->stage == i + DL_IQ_ROUTING;
}

static void
draw_stages (const Drawing *d, const DlIqInputInside *of, double y)
{
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      const DlRect box
          = { d->layout.stages_x + i * DL_IQ_STAGE + 1, y + 1, DL_IQ_STAGE - 2, DL_IQ_ROW - 2 };
      const DlColor ink = dl_chart_ink (&d->theme->accent);

      if (!is_in_stage (of, i))
        {
          frame (d, box, &d->theme->grid, 1);
          continue;
        }
      fill (d, box, &d->theme->accent, 1);
      dl_chart_text (d->cr, &ink, box.x + box.width / 2, y - 0.5, _ (stages[i]), DL_TEXT_SMALL,
                     TRUE, DL_ALIGN_CENTER, 0);
    }
}

static void
draw_input (const Drawing *d, guint row)
{
  const DlIqLayout *layout = &d->layout;
  const guint number = layout->inputs[row];
  const DlIqInputInside *of = &d->shown->inside->inputs[number];
  const double y = layout->rows_y + row * DL_IQ_ROW;
  const DlRect rect = { 0, y, layout->inputs_width, DL_IQ_ROW };
  const gboolean idle = of->stage == DL_IQ_IDLE;
  const gboolean blocked = dl_iq_inside_is_blocked (d->shown->inside, number);
  g_autofree char *name = dl_iq_vc_text (d->shown, number);
  g_autofree char *packet = dl_iq_packet_short (d->shown, number);
  g_autofree char *target = dl_iq_target_short (d->shown, number);
  const double target_x = layout->target_x + (blocked ? 12 : 0);

  mark_spot (d, DL_IQ_SPOT_INPUT, number, 0, rect);
  small (d, 2, y, name, idle ? &d->theme->muted : &d->theme->foreground, layout->name_width - 4);
  small (d, layout->packet_x, y, packet, &d->theme->foreground,
         layout->stages_x - layout->packet_x - 4);
  draw_stages (d, of, y);
  if (blocked)
    dl_chart_cross (d->cr, layout->target_x + 5, y + DL_IQ_ROW / 2, 3.6, &d->theme->broken);
  small (d, target_x, y, target, &d->theme->foreground, layout->inputs_width - target_x);
}

static void
draw_output (const Drawing *d, guint row)
{
  const DlIqLayout *layout = &d->layout;
  const guint number = layout->outputs[row];
  const DlIqOutputInside *of = &d->shown->inside->outputs[number];
  const guint most = MAX (d->shown->inside->buffer_flits, 1);
  const double y = layout->rows_y + row * DL_IQ_ROW;
  const DlRect rect = { layout->outputs_x, y, layout->width - layout->outputs_x, DL_IQ_ROW };
  const DlRect bar = { layout->credits_x, y + 4, DL_IQ_CREDITS - 30, DL_IQ_ROW - 8 };
  g_autofree char *name = dl_iq_vc_text (d->shown, number);
  g_autofree char *owner = of->owner != DL_IQ_NOBODY ? dl_iq_vc_text (d->shown, of->owner) : NULL;
  g_autofree char *credits = g_strdup_printf ("%u", of->credits);

  mark_spot (d, DL_IQ_SPOT_OUTPUT, 0, number, rect);
  small (d, rect.x + 2, y, name, owner != NULL ? &d->theme->foreground : &d->theme->muted,
         layout->name_width - 4);
  if (owner != NULL)
    small (d, layout->owner_x, y, owner, &d->theme->foreground, layout->name_width - 4);
  fill (d, bar, &d->theme->absent, 1);
  fill (d, (DlRect) { bar.x, bar.y, bar.width * MIN (of->credits, most) / most, bar.height },
        &d->theme->idle[1], 1);
  frame (d, bar, &d->theme->grid, 1);
  dl_chart_text (d->cr, of->credits > 0 ? &d->theme->foreground : &d->theme->broken,
                 layout->width - 2, y, credits, DL_TEXT_SMALL, of->credits == 0, DL_ALIGN_END, 28);
}

/* A rule where another port begins. */
static void
draw_rules (const Drawing *d, const guint16 *rows, guint n, double x, double width)
{
  dl_color_set (d->cr, &d->theme->grid);
  cairo_set_line_width (d->cr, 1);
  for (guint row = 0; row <= n; row++)
    if (row == 0 || row == n
        || rows[row] / d->shown->inside->vcs != rows[row - 1] / d->shown->inside->vcs)
      {
        const double y = dl_chart_line (d->theme, d->layout.rows_y + row * DL_IQ_ROW);

        cairo_move_to (d->cr, x, y);
        cairo_line_to (d->cr, x + width, y);
      }
  cairo_stroke (d->cr);
}

/* Allocators ----------------------------------------------------------------------------------- */

static void
draw_circle (const Drawing *d, double x, double y, double radius, const DlColor *color,
             gboolean filled)
{
  dl_color_set (d->cr, color);
  cairo_set_line_width (d->cr, 1.4);
  cairo_new_path (d->cr);
  cairo_arc (d->cr, x, y, radius, 0, 2 * G_PI);
  if (filled)
    cairo_fill (d->cr);
  else
    cairo_stroke (d->cr);
}

/* Told by form, not by color. */
static void
draw_answer (const Drawing *d, double x, double y, DlIqAnswer answer)
{
  switch (answer)
    {
    case DL_IQ_GRANTED:
      draw_circle (d, x, y, MARK + 0.8, &d->theme->accent, TRUE);
      break;
    case DL_IQ_OFFERED:
      draw_circle (d, x, y, MARK, &d->theme->foreground, FALSE);
      draw_circle (d, x, y, 1.5, &d->theme->foreground, TRUE);
      break;
    case DL_IQ_ASKED:
      draw_circle (d, x, y, MARK, &d->theme->foreground, FALSE);
      break;
    case DL_IQ_HELD_BACK:
      fill (d, (DlRect) { x - MARK, y - 0.8, 2 * MARK, 1.6 }, &d->theme->muted, 1);
      break;
    case DL_IQ_REFUSED:
      dl_chart_cross (d->cr, x, y, 3, &d->theme->muted);
      break;
    }
}

/* Where a round begins: of an output at the left of a cell, of an input at its top. */
static void
draw_turn (const Drawing *d, DlRect cell, gboolean of_output)
{
  dl_color_set (d->cr, &d->theme->path);
  cairo_move_to (d->cr, cell.x + 0.5, cell.y + 0.5);
  if (of_output)
    {
      cairo_move_to (d->cr, cell.x, cell.y + cell.height / 2 - 3.5);
      cairo_line_to (d->cr, cell.x + 5, cell.y + cell.height / 2);
      cairo_line_to (d->cr, cell.x, cell.y + cell.height / 2 + 3.5);
    }
  else
    {
      cairo_move_to (d->cr, cell.x + cell.width / 2 - 3.5, cell.y);
      cairo_line_to (d->cr, cell.x + cell.width / 2, cell.y + 4.5);
      cairo_line_to (d->cr, cell.x + cell.width / 2 + 3.5, cell.y);
    }
  cairo_close_path (d->cr);
  cairo_fill (d->cr);
}

static void
draw_cell (const Drawing *d, const DlIqMatrix *matrix, guint row, guint column)
{
  const gboolean of_vcs = matrix == &d->layout.vc;
  const DlRect cell = dl_iq_matrix_cell (matrix, row, column);
  const DlIqRequest *request
      = dl_iq_find_request (matrix->allocation, matrix->rows[row], matrix->columns[column]);

  mark_spot (d, of_vcs ? DL_IQ_SPOT_VC_CELL : DL_IQ_SPOT_SWITCH_CELL, matrix->rows[row],
             matrix->columns[column], cell);
  frame (d, (DlRect) { cell.x, cell.y, cell.width + 1, cell.height + 1 }, &d->theme->grid, 1);
  if (dl_iq_matrix_first_row (matrix, column) == row)
    draw_turn (d, cell, TRUE);
  if (dl_iq_matrix_first_column (matrix, row) == column)
    draw_turn (d, cell, FALSE);
  if (request != NULL)
    draw_answer (d, cell.x + cell.width / 2 + 1, cell.y + cell.height / 2 + 1, request->answer);
}

static void
draw_matrix (const Drawing *d, const DlIqMatrix *matrix, const char *title)
{
  const gboolean of_vcs = matrix == &d->layout.vc;
  g_autofree char *summary = dl_iq_allocation_text (d->shown, matrix->allocation);

  dl_chart_text (d->cr, &d->theme->foreground, matrix->x, matrix->y, title, DL_TEXT_NORMAL, TRUE,
                 DL_ALIGN_START, matrix->width);
  small (d, matrix->x, matrix->y + DL_LINE_NORMAL, summary, &d->theme->muted, matrix->width);
  for (guint column = 0; column < matrix->n_columns; column++)
    {
      g_autofree char *name = of_vcs ? dl_iq_vc_text (d->shown, matrix->columns[column])
                                     : dl_iq_port_text (d->shown, matrix->columns[column]);

      dl_chart_text_up (d->cr, &d->theme->foreground,
                        matrix->cells_x + (column + 0.5) * matrix->pitch, matrix->cells_y - 3, name,
                        DL_TEXT_SMALL);
    }
  for (guint row = 0; row < matrix->n_rows; row++)
    {
      g_autofree char *name = dl_iq_vc_text (d->shown, matrix->rows[row]);

      small (d, matrix->x + 2, matrix->cells_y + row * DL_IQ_ROW, name, &d->theme->foreground,
             matrix->cells_x - matrix->x - 4);
      for (guint column = 0; column < matrix->n_columns; column++)
        draw_cell (d, matrix, row, column);
    }
}

/* What the marks are: from the left, as many as there is room for in two lines. */
static void
draw_legend (const Drawing *d)
{
  const char *const words[] = {
    [DL_IQ_REFUSED] = _ ("taken, no credit"),
    [DL_IQ_HELD_BACK] = _ ("VC waits its turn"),
    [DL_IQ_ASKED] = _ ("asked"),
    [DL_IQ_OFFERED] = _ ("granted, not accepted"),
    [DL_IQ_GRANTED] = _ ("granted"),
  };
  double x = 4, y = d->layout.legend_y;

  for (gint answer = DL_IQ_GRANTED; answer >= DL_IQ_REFUSED; answer--)
    {
      draw_answer (d, x + 4, y + DL_LINE_SMALL / 2 + 1, answer);
      x += 14;
      x += 14
           + dl_chart_text (d->cr, &d->theme->foreground, x, y, words[answer], DL_TEXT_SMALL, FALSE,
                            DL_ALIGN_START, MAX (d->layout.width - x, 1));
    }
  x = 4;
  y += DL_LINE_SMALL + 1;
  draw_turn (d, (DlRect) { x, y + 1, 10, DL_IQ_ROW }, TRUE);
  x += 14;
  x += 14
       + dl_chart_text (d->cr, &d->theme->foreground, x, y, _ ("first in the output’s round"),
                        DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
  draw_turn (d, (DlRect) { x, y + 5, 10, DL_IQ_ROW }, FALSE);
  small (d, x + 14, y, _ ("first in the input’s round"), &d->theme->foreground,
         d->layout.width - x - 14);
}

void
dl_iq_chart_draw (cairo_t *cr, DlRect rect, const DlIqChart *chart, const DlTheme *theme)
{
  Drawing d = { .cr = cr, .chart = chart, .shown = &chart->shown, .theme = theme };
  g_autofree char *title = dl_iq_title_text (&chart->shown);

  dl_iq_layout_init (&d.layout, rect.width, rect.height, chart);
  cairo_save (cr);
  cairo_translate (cr, rect.x, rect.y);
  cairo_scale (cr, d.layout.zoom, d.layout.zoom);
  if (!theme->no_titles)
    dl_chart_text (cr, &theme->foreground, 0, 0, title, DL_TEXT_TITLE, TRUE, DL_ALIGN_START,
                   d.layout.width);
  draw_headings (&d);
  draw_rules (&d, d.layout.inputs, d.layout.n_inputs, 0, d.layout.inputs_width);
  draw_rules (&d, d.layout.outputs, d.layout.n_outputs, d.layout.outputs_x,
              d.layout.width - d.layout.outputs_x);
  for (guint row = 0; row < d.layout.n_inputs; row++)
    draw_input (&d, row);
  for (guint row = 0; row < d.layout.n_outputs; row++)
    draw_output (&d, row);
  if (d.layout.n_inputs == 0)
    small (&d, 2, d.layout.rows_y, _ ("No packet is in this router"), &theme->muted,
           d.layout.inputs_width);
  draw_matrix (&d, &d.layout.vc, _ ("VC allocation"));
  draw_matrix (&d, &d.layout.sw, _ ("Switch allocation"));
  if (!theme->no_keys)
    draw_legend (&d);
  cairo_restore (cr);
  dl_iq_layout_clear (&d.layout);
}

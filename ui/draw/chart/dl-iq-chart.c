#include "dl-iq-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MARK      4.2 /* radius */
#define TITLE_GAP 8   /* between the titles of the matrices */

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

/* Marks ---------------------------------------------------------------------------------------- */

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

/* A virtual channel that is held: since an earlier cycle. */
static void
draw_held (const Drawing *d, double x, double y)
{
  fill (d, (DlRect) { x - MARK + 0.5, y - MARK + 0.5, 2 * MARK - 1, 2 * MARK - 1 },
        &d->theme->muted, 1);
}

/* Inputs --------------------------------------------------------------------------------------- */

static const char *const stages[] = { N_ ("RC"), N_ ("VA"), N_ ("SA"), N_ ("ST") };

static void
draw_headings (const Drawing *d)
{
  const DlIqLayout *layout = &d->layout;
  const double y = layout->head_y + 1;

  small (d, 2, y, _ ("Input"), &d->theme->muted, layout->packet_x - 4);
  small (d, layout->packet_x, y, _ ("flits here → to"), &d->theme->muted,
         layout->stages_x - layout->packet_x - 4);
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    dl_chart_text (d->cr, &d->theme->muted, layout->stages_x + (i + 0.5) * DL_IQ_STAGE, y,
                   _ (stages[i]), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, DL_IQ_STAGE);
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
  const guint number = layout->rows[row];
  const DlIqInputInside *of = &d->shown->inside->inputs[number];
  const double y = layout->rows_y + row * DL_IQ_ROW;
  const gboolean blocked = dl_iq_inside_is_blocked (d->shown->inside, number);
  g_autofree char *name = dl_iq_vc_text (d->shown, number);
  g_autofree char *packet = dl_iq_packet_short (d->shown, number);

  mark_spot (d, DL_IQ_SPOT_INPUT, number, 0, (DlRect) { 0, y, layout->inputs_width, DL_IQ_ROW });
  small (d, 2, y, name, of->stage == DL_IQ_IDLE ? &d->theme->muted : &d->theme->foreground,
         layout->packet_x - 4);
  small (d, layout->packet_x, y, packet, &d->theme->foreground,
         layout->stages_x - layout->packet_x - (blocked ? 16 : 4));
  draw_stages (d, of, y);
  if (blocked)
    dl_chart_cross (d->cr, layout->stages_x - 8, y + DL_IQ_ROW / 2, 3.6, &d->theme->broken);
}

/* A rule where another port begins. */
static void
draw_rules (const Drawing *d)
{
  const DlIqLayout *layout = &d->layout;
  const double right = layout->sw.x + layout->sw.width;

  dl_color_set (d->cr, &d->theme->muted);
  cairo_set_line_width (d->cr, 1);
  for (guint row = 0; row <= layout->n_rows; row++)
    if (row == 0 || row == layout->n_rows
        || layout->rows[row] / d->shown->inside->vcs
               != layout->rows[row - 1] / d->shown->inside->vcs)
      {
        const double y = layout->rows_y + row * DL_IQ_ROW;

        dl_chart_rule (d->cr, d->theme, 0, y, right, 0);
      }
}

/* Allocators ----------------------------------------------------------------------------------- */

/* Rounds matter where somebody asks. */
static gboolean
asks_for (const DlIqAllocation *allocation, guint output)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    if (allocation->requests[i].output == output && allocation->requests[i].answer >= DL_IQ_ASKED)
      return TRUE;
  return FALSE;
}

static gboolean
asks (const DlIqAllocation *allocation, guint input)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    if (allocation->requests[i].input == input && allocation->requests[i].answer >= DL_IQ_ASKED)
      return TRUE;
  return FALSE;
}

static void
draw_cell (const Drawing *d, const DlIqMatrix *matrix, guint row, guint column)
{
  const guint input = d->layout.rows[row], output = matrix->columns[column];
  const DlRect cell = dl_iq_layout_cell (&d->layout, matrix, row, column);
  const DlIqRequest *request = dl_iq_find_request (matrix->allocation, input, output);
  const double x = cell.x + cell.width / 2 + 0.5, y = cell.y + cell.height / 2 + 0.5;

  mark_spot (d, matrix->kind, input, output, cell);
  frame (d, (DlRect) { cell.x, cell.y, cell.width + 1, cell.height + 1 }, &d->theme->grid, 1);
  if (asks_for (matrix->allocation, output)
      && dl_iq_layout_first_row (&d->layout, matrix, column) == row)
    draw_turn (d, cell, TRUE);
  if (asks (matrix->allocation, input)
      && dl_iq_layout_first_column (&d->layout, matrix, row) == column)
    draw_turn (d, cell, FALSE);
  if (request != NULL)
    draw_answer (d, x, y, request->answer);
  else if (matrix == &d->layout.vc && d->shown->inside->outputs[output].owner == input)
    draw_held (d, x, y);
}

/* Above the columns of a port. */
static void
draw_port_name (const Drawing *d, const DlIqMatrix *matrix, guint column)
{
  const guint port = matrix->columns[column] / matrix->output_share;
  const double x = matrix->x + column * matrix->pitch;
  g_autofree char *name = dl_iq_port_text (d->shown, port);
  guint n = 1;

  while (column + n < matrix->n_columns
         && matrix->columns[column + n] / matrix->output_share == port)
    n++;
  if (matrix->is_turned)
    dl_chart_text_up (d->cr, &d->theme->foreground, x + n * matrix->pitch / 2,
                      matrix == &d->layout.vc ? d->layout.head_y - 1
                                              : d->layout.head_y + DL_LINE_SMALL - 1,
                      name, DL_TEXT_SMALL);
  else
    dl_chart_text (d->cr, &d->theme->foreground, x + n * matrix->pitch / 2, matrix->names_y, name,
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
}

/* Above a matrix, from its left edge or, where that is too little, from @least on; at most up to
 * @end. Returns where it ends. */
static double
draw_title (const Drawing *d, const DlIqMatrix *matrix, const char *title, double least, double end)
{
  g_autofree char *summary = dl_iq_allocation_text (d->shown, matrix->allocation);
  const struct
  {
    const char *text;
    const DlColor *color;
    gboolean bold;
  } lines[] = { { title, &d->theme->foreground, TRUE }, { summary, &d->theme->muted, FALSE } };
  double most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const double width = dl_chart_text_width (d->cr, lines[i].text, DL_TEXT_SMALL, lines[i].bold);
      const double x = MAX (MIN (matrix->x, end - width), least);

      dl_chart_text (d->cr, lines[i].color, x, d->layout.title_y + i * DL_LINE_SMALL, lines[i].text,
                     DL_TEXT_SMALL, lines[i].bold, DL_ALIGN_START, MAX (end - x, 1));
      most = MAX (most, x + width);
    }
  return MIN (most, end);
}

static void
draw_matrix (const Drawing *d, const DlIqMatrix *matrix)
{
  const gboolean of_vcs = matrix == &d->layout.vc;
  for (guint column = 0; column < matrix->n_columns; column++)
    {
      const guint output = matrix->columns[column];
      g_autofree char *vc = g_strdup_printf ("%u", output % matrix->output_share);

      if (column == 0
          || matrix->columns[column - 1] / matrix->output_share != output / matrix->output_share)
        draw_port_name (d, matrix, column);
      if (of_vcs)
        dl_chart_text (d->cr, &d->theme->muted, matrix->x + (column + 0.5) * matrix->pitch,
                       d->layout.head_y + 1, vc, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
      for (guint row = 0; row < d->layout.n_rows; row++)
        draw_cell (d, matrix, row, column);
    }
}

/* Below the virtual channels of outputs; none in bold, with a cross. */
static void
draw_credits (const Drawing *d)
{
  const DlIqLayout *layout = &d->layout;

  g_autofree char *label = g_strdup_printf (_ ("credits of %u"), d->shown->inside->buffer_flits);

  dl_chart_text (d->cr, &d->theme->muted, layout->vc.x - 6, layout->credits_y, label, DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_END, layout->inputs_width);
  for (guint column = 0; column < layout->vc.n_columns; column++)
    {
      const guint number = layout->vc.columns[column];
      const guint credits = d->shown->inside->outputs[number].credits;
      const DlRect place = dl_iq_layout_credits (layout, column);
      g_autofree char *text = g_strdup_printf ("%u", credits);

      mark_spot (d, DL_IQ_SPOT_OUTPUT, 0, number, place);
      dl_chart_text (d->cr, credits > 0 ? &d->theme->foreground : &d->theme->broken,
                     place.x + place.width / 2, place.y, text, DL_TEXT_SMALL, credits == 0,
                     DL_ALIGN_CENTER, 0);
    }
}

/* What a mark of the legend shows: an answer, or one of these. */
enum
{
  OUTPUT_TURN = DL_IQ_GRANTED + 1,
  INPUT_TURN,
  HELD
};

static void
draw_mark (const Drawing *d, gint mark, double x, double y)
{
  const DlRect turn = { x, y + 1, 10, DL_IQ_ROW };

  if (mark <= DL_IQ_GRANTED)
    draw_answer (d, x + 4, y + DL_LINE_SMALL / 2 + 1, mark);
  else if (mark == HELD)
    draw_held (d, x + 4, y + DL_LINE_SMALL / 2 + 1);
  else
    draw_turn (d, turn, mark == OUTPUT_TURN);
}

/* What the marks are, in lines that the layout has room for. */
static void
draw_legend (const Drawing *d)
{
  const struct
  {
    gint mark;
    const char *words;
  } items[] = {
    { DL_IQ_GRANTED, _ ("granted") },
    { DL_IQ_OFFERED, _ ("granted, not accepted") },
    { DL_IQ_ASKED, _ ("asked") },
    { DL_IQ_HELD_BACK, _ ("VC waits its turn") },
    { DL_IQ_REFUSED, _ ("taken, no credit") },
    { OUTPUT_TURN, _ ("first in the output’s round") },
    { INPUT_TURN, _ ("first in the input’s round") },
    { HELD, _ ("held") },
  };
  const double last_y = d->layout.height - DL_LINE_SMALL;
  double x = 4, y = d->layout.legend_y;

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      const double width
          = 14 + dl_chart_text_width (d->cr, items[i].words, DL_TEXT_SMALL, FALSE) + 14;

      if (x > 4 && x + width - 14 > d->layout.width && y + DL_LINE_SMALL + 1 <= last_y)
        {
          x = 4;
          y += DL_LINE_SMALL + 1;
        }
      draw_mark (d, items[i].mark, x, y);
      small (d, x + 14, y, items[i].words, &d->theme->foreground, d->layout.width - x - 14);
      x += width;
    }
}

void
dl_iq_chart_draw (cairo_t *cr, DlRect rect, const DlIqChart *chart, const DlTheme *theme)
{
  Drawing d = { .cr = cr, .chart = chart, .shown = &chart->shown, .theme = theme };
  g_autofree char *title = dl_iq_title_text (&chart->shown);
  double title_end;

  dl_iq_layout_init (&d.layout, rect.width, rect.height, chart);
  cairo_save (cr);
  cairo_translate (cr, rect.x, rect.y);
  cairo_scale (cr, d.layout.zoom, d.layout.zoom);
  if (!theme->no_titles)
    dl_chart_text (cr, &theme->foreground, 0, 0, title, DL_TEXT_TITLE, TRUE, DL_ALIGN_START,
                   d.layout.width);
  draw_headings (&d);
  for (guint row = 0; row < d.layout.n_rows; row++)
    draw_input (&d, row);
  if (d.layout.n_rows == 0)
    small (&d, 2, d.layout.rows_y, _ ("No packet is in this router"), &theme->muted,
           d.layout.inputs_width);
  title_end = draw_title (&d, &d.layout.vc, _ ("VC allocation"), d.layout.vc.x,
                          d.layout.sw.x - TITLE_GAP);
  draw_title (&d, &d.layout.sw, _ ("Switch allocation"), MIN (title_end + TITLE_GAP, d.layout.sw.x),
              d.layout.width);
  draw_matrix (&d, &d.layout.vc);
  draw_matrix (&d, &d.layout.sw);
  draw_rules (&d);
  draw_credits (&d);
  if (!theme->no_keys)
    draw_legend (&d);
  cairo_restore (cr);
  dl_iq_layout_clear (&d.layout);
}

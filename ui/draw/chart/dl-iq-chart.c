#include "dl-iq-chart.h"

#include "dl-chart-private.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define DL_IQ_ROW   15.0
#define DL_IQ_STAGE 20.0 /* width of a stage's column */

/* An allocator's part of the table: its columns are what it gives. */
typedef struct
{
  const DlIqAllocation *allocation;
  DlIqSpotKind kind;  /* of its cells */
  guint input_share;  /* inputs' virtual channels that share a round: 1, or those of a port */
  guint output_share; /* columns of a port: its virtual channels, or 1 */
  double x, width, pitch;
  double names_y; /* of the ports, whose names may be turned to read upwards: */
  gboolean is_turned;
  guint n_columns;
  guint16 *columns; /* (n_columns) virtual channels of outputs, or ports */
} DlIqMatrix;

typedef struct
{
  DlIqSpot spot;
  DlRect rect;
} DlIqPlace;

typedef struct
{
  double zoom; /* everything below is in units of this */
  double width, height;
  double title_y, head_y; /* head: the lowest line of it */
  double rows_y, credits_y, legend_y;
  double packet_x, stages_x, inputs_width; /* of the part at the left */
  guint n_rows;
  guint16 *rows; /* numbers of inputs' virtual channels */
  DlIqMatrix vc, sw;
  GArray *places; /* DlIqPlace */
} DlIqLayout;

static void iq_layout_clear (DlIqLayout *layout);

/* About a character of DL_TEXT_SMALL. */
#define CHARACTER   7.0
#define LEAST_NAME  50.0
#define MOST_NAME   110.0
#define PACKET      104.0 /* width of its text, at least */
#define MOST_PITCH  20.0
#define LEAST_PITCH 13.0
/* Numbers of outputs' virtual channels and of inputs' that are shown even if they are idle. */
#define MANY_COLUMNS 24
#define MANY_ROWS    48
#define TURNED       60.0 /* height of a name that reads upwards, at most */
/* Legend: two lines where there is room for their items, else three. */
#define LEGEND_WIDTH 600
/* Type is not made smaller than that so that all rows have room. */
#define GOOD_ZOOM 1.0
/* Nor so that idle columns have. */
#define GOOD_WIDTH_ZOOM 0.9

/* Rows and columns ----------------------------------------------------------------------------- */

static gboolean
has_port (const DlIqInside *inside, guint port)
{
  const DlIqPortInside *at = &inside->ports[port];

  return at->link_in != DL_IQ_NONE || at->link_out != DL_IQ_NONE || at->node != DL_IQ_NONE;
}

static guint
count_all (const DlIqInside *inside)
{
  guint n = 0;

  for (guint port = 0; port < inside->n_ports; port++)
    n += has_port (inside, port) ? inside->vcs : 0;
  return n;
}

/* Bits of requested virtual channels, or of ports. */
static void
mark_requests (const DlIqAllocation *allocation, guint8 *inputs, guint8 *outputs)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      inputs[allocation->requests[i].input] = TRUE;
      outputs[allocation->requests[i].output] = TRUE;
    }
}

static guint16 *
take_marked (const guint8 *marked, guint n, guint *n_taken)
{
  guint16 *taken = g_new (guint16, n);

  *n_taken = 0;
  for (guint i = 0; i < n; i++)
    if (marked[i])
      taken[(*n_taken)++] = i;
  return taken;
}

static void
find_rows_and_columns (DlIqLayout *layout, const DlIqInside *inside, gboolean all_rows,
                       gboolean all_columns)
{
  const guint n = inside->n_ports * inside->vcs;
  g_autofree guint8 *rows = g_new0 (guint8, n);
  g_autofree guint8 *vcs = g_new0 (guint8, n);
  g_autofree guint8 *ports = g_new0 (guint8, inside->n_ports);

  mark_requests (&inside->vc, rows, vcs);
  mark_requests (&inside->sw, rows, ports);
  for (guint number = 0; number < n; number++)
    {
      const guint port = number / inside->vcs;
      const gboolean there = has_port (inside, port);
      const DlIqInputInside *input = &inside->inputs[number];

      rows[number]
          |= there
             && (all_rows || input->has_packet || input->leaves || input->stage != DL_IQ_IDLE);
      vcs[number] |= there && (all_columns || inside->outputs[number].owner != DL_IQ_NOBODY);
      ports[port] |= there && all_columns;
    }
  layout->rows = take_marked (rows, n, &layout->n_rows);
  layout->vc.columns = take_marked (vcs, n, &layout->vc.n_columns);
  layout->sw.columns = take_marked (ports, inside->n_ports, &layout->sw.n_columns);
}

/* Widths of the longest name of a port, and of a virtual channel. */
static double
find_port_width (const DlIqShown *shown)
{
  glong most = 0;

  for (guint port = 0; port < shown->inside->n_ports; port++)
    if (has_port (shown->inside, port))
      {
        g_autofree char *name = dl_iq_port_text (shown, port);

        most = MAX (most, g_utf8_strlen (name, -1));
      }
  return most * CHARACTER;
}

/* Rounds --------------------------------------------------------------------------------------- */

/* How far @at is in a round of @n that begins at @from. */
static guint
in_round (guint at, guint from, guint n)
{
  return at >= from ? at - from : at + n - from;
}

/* Where the round of a column's output begins, and that of a row's input: the row, or column, that
 * comes first in it of all that are shown. */
static guint
iq_layout_first_row (const DlIqLayout *layout, const DlIqMatrix *matrix, guint column)
{
  const DlIqAllocation *of = matrix->allocation;
  const guint turn = of->output_turn[matrix->columns[column]];
  guint best = 0;

  for (guint row = 1; row < layout->n_rows; row++)
    if (in_round (layout->rows[row] / matrix->input_share, turn, of->n_inputs)
        < in_round (layout->rows[best] / matrix->input_share, turn, of->n_inputs))
      best = row;
  return best;
}

static guint
iq_layout_first_column (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row)
{
  const DlIqAllocation *of = matrix->allocation;
  const guint turn = of->input_turn[layout->rows[row] / matrix->input_share];
  guint best = 0;

  for (guint column = 1; column < matrix->n_columns; column++)
    if (in_round (matrix->columns[column], turn, of->n_outputs)
        < in_round (matrix->columns[best], turn, of->n_outputs))
      best = column;
  return best;
}

/* Places --------------------------------------------------------------------------------------- */

static DlRect
iq_layout_cell (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row, guint column)
{
  return (DlRect) { matrix->x + column * matrix->pitch, layout->rows_y + row * DL_IQ_ROW,
                    matrix->pitch, DL_IQ_ROW };
}

/* Where the credits of a column of the VC allocator are. */
static DlRect
iq_layout_credits (const DlIqLayout *layout, guint column)
{
  return (DlRect) { layout->vc.x + column * layout->vc.pitch, layout->credits_y, layout->vc.pitch,
                    DL_IQ_ROW };
}

static void
add_place (DlIqLayout *layout, DlIqSpotKind kind, guint input, guint output, DlRect rect)
{
  const DlIqPlace place = { { kind, input, output }, rect };

  g_array_append_val (layout->places, place);
}

static void
add_cells (DlIqLayout *layout, const DlIqMatrix *matrix)
{
  for (guint row = 0; row < layout->n_rows; row++)
    for (guint column = 0; column < matrix->n_columns; column++)
      add_place (layout, matrix->kind, layout->rows[row], matrix->columns[column],
                 iq_layout_cell (layout, matrix, row, column));
}

static void
add_places (DlIqLayout *layout)
{
  layout->places = g_array_new (FALSE, FALSE, sizeof (DlIqPlace));
  for (guint row = 0; row < layout->n_rows; row++)
    add_place (layout, DL_IQ_SPOT_INPUT, layout->rows[row], 0,
               (DlRect) { 0, layout->rows_y + row * DL_IQ_ROW, layout->inputs_width, DL_IQ_ROW });
  add_cells (layout, &layout->vc);
  add_cells (layout, &layout->sw);
  for (guint column = 0; column < layout->vc.n_columns; column++)
    add_place (layout, DL_IQ_SPOT_OUTPUT, 0, layout->vc.columns[column],
               iq_layout_credits (layout, column));
}

/* The whole ------------------------------------------------------------------------------------ */

/* Least width of a column. */
static double
least_vc_pitch (const DlIqInside *inside)
{
  const guint digits = inside->buffer_flits < 10 ? 1 : inside->buffer_flits < 100 ? 2 : 4;

  return MAX (LEAST_PITCH, digits * DL_DIGIT_WIDTH + 2);
}

static double
name_width (double port_width)
{
  return CLAMP (port_width + 36, LEAST_NAME, MOST_NAME);
}

/* All of it, as narrow as it may be. */
static double
least_width (const DlIqInside *inside, double port_width, guint n_vcs, guint n_ports)
{
  return name_width (port_width) + PACKET + 4 * DL_IQ_STAGE + 2 * DL_GAP
         + n_vcs * least_vc_pitch (inside) + n_ports * MOST_PITCH;
}

/* The fewest columns that a port has. */
static guint
least_port (const DlIqMatrix *matrix)
{
  guint least = G_MAXUINT, n = 0;

  for (guint i = 0; i < matrix->n_columns; i++)
    {
      n++;
      if (i + 1 < matrix->n_columns
          && matrix->columns[i + 1] / matrix->output_share
                 == matrix->columns[i] / matrix->output_share)
        continue;
      least = MIN (least, n);
      n = 0;
    }
  return least;
}

/* Columns of one port have room for its name, or that is turned. */
static void
lay_columns (DlIqLayout *layout, const DlIqInside *inside, double port_width)
{
  const double least = least_vc_pitch (inside);
  DlIqMatrix *vc = &layout->vc, *sw = &layout->sw;
  double rest;

  layout->packet_x = name_width (port_width);
  layout->stages_x = layout->packet_x + PACKET;
  layout->inputs_width = layout->stages_x + 4 * DL_IQ_STAGE;
  rest = layout->width - layout->inputs_width - 2 * DL_GAP - sw->n_columns * MOST_PITCH;
  vc->pitch = CLAMP (rest / MAX (vc->n_columns, 1), least, MAX (MOST_PITCH, least));
  vc->width = vc->n_columns * vc->pitch;
  rest = MAX (0, rest - vc->width);
  sw->pitch = MOST_PITCH;
  if (rest >= sw->n_columns * (port_width - MOST_PITCH) && port_width > MOST_PITCH)
    {
      sw->pitch = port_width;
      rest -= sw->n_columns * (port_width - MOST_PITCH);
    }
  sw->width = sw->n_columns * sw->pitch;
  /* Room left over goes to packets. */
  layout->stages_x += MIN (rest, 60);
  layout->inputs_width += MIN (rest, 60);
  vc->x = layout->inputs_width + DL_GAP;
  sw->x = vc->x + vc->width + DL_GAP;
  vc->is_turned = port_width > least_port (vc) * vc->pitch;
  sw->is_turned = port_width > sw->pitch;
}

static void
lay_rows (DlIqLayout *layout, double port_width)
{
  const double turned = MIN (port_width, TURNED) + 2;
  const double vc_names = layout->vc.is_turned ? turned : DL_LINE_SMALL;
  const double sw_names = layout->sw.is_turned ? turned : DL_LINE_SMALL;

  layout->title_y = DL_LINE_TITLE + 2;
  layout->head_y = layout->title_y + 2 * DL_LINE_SMALL + MAX (vc_names, sw_names - DL_LINE_SMALL);
  layout->vc.names_y = layout->head_y - vc_names;
  layout->sw.names_y = layout->head_y + DL_LINE_SMALL - sw_names;
  layout->rows_y = layout->head_y + DL_LINE_SMALL + 1;
  layout->credits_y = layout->rows_y + MAX (layout->n_rows, 1) * DL_IQ_ROW + 3;
  layout->legend_y = layout->credits_y + DL_IQ_ROW + 6;
  layout->height
      = layout->legend_y + (layout->width < LEGEND_WIDTH ? 3 : 2) * (DL_LINE_SMALL + 1) + 2;
}

/* At this zoom. */
static void
lay (DlIqLayout *layout, double width, double zoom, gboolean all_rows, gboolean all_columns,
     const DlIqChart *chart)
{
  const DlIqInside *inside = chart->shown.inside;
  const double port_width = find_port_width (&chart->shown);

  *layout = (DlIqLayout) {
    .zoom = zoom,
    .width = width / zoom,
    .vc = { .allocation = &inside->vc,
            .kind = DL_IQ_SPOT_VC_CELL,
            .input_share = 1,
            .output_share = inside->vcs },
    .sw = { .allocation = &inside->sw,
            .kind = DL_IQ_SPOT_SWITCH_CELL,
            .input_share = inside->vcs,
            .output_share = 1 },
  };
  find_rows_and_columns (layout, inside, all_rows, all_columns);
  lay_columns (layout, inside, port_width);
  lay_rows (layout, port_width);
  add_places (layout);
}

/* Does @layout have room? If not, it is cleared. */
static gboolean
fits (DlIqLayout *layout, double room)
{
  if (layout->height * layout->zoom <= room)
    return TRUE;
  iq_layout_clear (layout);
  return FALSE;
}

/* How large all columns find room in @width. */
static double
zoom_of_all (const DlIqChart *chart, double width)
{
  const DlIqInside *inside = chart->shown.inside;
  const guint n = count_all (inside);

  if (n > MANY_COLUMNS)
    return 0;
  return width
         / MAX (least_width (inside, find_port_width (&chart->shown), n, n / inside->vcs),
                DL_IQ_CHART_WIDTH);
}

/* And those at work, of which there are as many as there are. */
static double
zoom_of_busy (const DlIqChart *chart, double width)
{
  const DlIqInside *inside = chart->shown.inside;
  DlIqLayout layout;
  double least;

  lay (&layout, width, 1, FALSE, FALSE, chart);
  least = least_width (inside, find_port_width (&chart->shown), layout.vc.n_columns,
                       layout.sw.n_columns);
  iq_layout_clear (&layout);
  return width / MAX (least, DL_IQ_CHART_WIDTH);
}

/* Clear it in the end. */
static void
iq_layout_init (DlIqLayout *layout, double width, double room, const DlIqChart *chart)
{
  const double least = chart->least_zoom > 0 ? chart->least_zoom : 0.8;
  const double most = chart->most_zoom > 0 ? MAX (chart->most_zoom, least) : 3;
  const guint n = count_all (chart->shown.inside);
  const double of_all = zoom_of_all (chart, width);
  const gboolean all_columns = of_all >= MAX (GOOD_WIDTH_ZOOM, least);
  const double zoom = CLAMP (all_columns ? of_all : zoom_of_busy (chart, width), least, most);
  const double small = MIN (zoom, MAX (GOOD_ZOOM, least));

  /* Try the largest type first, down to the smallest that is easy to read. */
  for (guint i = 0; i <= 4 && n <= MANY_ROWS; i++)
    {
      lay (layout, width, zoom - i / 4. * (zoom - small), TRUE, all_columns, chart);
      if (fits (layout, room))
        return;
    }
  lay (layout, width, small, FALSE, all_columns, chart);
}

static void
iq_layout_clear (DlIqLayout *layout)
{
  g_free (layout->rows);
  g_free (layout->vc.columns);
  g_free (layout->sw.columns);
  g_array_unref (layout->places);
}

double
dl_iq_chart_height (const DlIqChart *chart, double width, double room)
{
  DlIqLayout layout;
  double height;

  iq_layout_init (&layout, width, room, chart);
  height = ceil (layout.height * layout.zoom);
  iq_layout_clear (&layout);
  return height;
}

/* Spots ---------------------------------------------------------------------------------------- */

gboolean
dl_iq_spot_equal (DlIqSpot a, DlIqSpot b)
{
  if (a.kind != b.kind)
    return FALSE;
  return (a.kind == DL_IQ_SPOT_OUTPUT || a.input == b.input)
         && (a.kind == DL_IQ_SPOT_INPUT || a.output == b.output);
}

DlIqSpot
dl_iq_chart_hit (DlRect rect, const DlIqChart *chart, double x, double y)
{
  DlIqSpot spot = { 0 };
  DlIqLayout layout;

  iq_layout_init (&layout, rect.width, rect.height, chart);
  x = (x - rect.x) / layout.zoom;
  y = (y - rect.y) / layout.zoom;
  for (guint i = 0; i < layout.places->len; i++)
    if (dl_rect_holds (g_array_index (layout.places, DlIqPlace, i).rect, x, y))
      spot = g_array_index (layout.places, DlIqPlace, i).spot;
  iq_layout_clear (&layout);
  return spot;
}

static gboolean
find_place (const DlIqLayout *layout, DlIqSpot spot, DlRect *rect)
{
  for (guint i = 0; i < layout->places->len; i++)
    {
      const DlIqPlace *place = &g_array_index (layout->places, DlIqPlace, i);

      if (!dl_iq_spot_equal (place->spot, spot))
        continue;
      *rect = place->rect;
      return TRUE;
    }
  return FALSE;
}

gboolean
dl_iq_chart_rect (DlRect rect, const DlIqChart *chart, DlIqSpot spot, DlRect *place)
{
  DlIqLayout layout;
  gboolean found;

  iq_layout_init (&layout, rect.width, rect.height, chart);
  found = find_place (&layout, spot, place);
  if (found)
    *place = (DlRect) { rect.x + place->x * layout.zoom, rect.y + place->y * layout.zoom,
                        place->width * layout.zoom, place->height * layout.zoom };
  iq_layout_clear (&layout);
  return found;
}

/* Distance of @to from @from in that direction; places aside are farther; INFINITY: it is not in
 * that direction. */
static double
way (DlRect from, DlRect to, gint dx, gint dy)
{
  /* From its left end, so that a row is above the first cell below it. */
  const double right = to.x - from.x, down = to.y - from.y;
  const double along = dx * right + dy * down;
  const double aside = fabs (dx != 0 ? down : right);

  return along > 0.5 ? along + 8 * aside : INFINITY;
}

DlIqSpot
dl_iq_chart_step (DlRect rect, const DlIqChart *chart, DlIqSpot from, gint dx, gint dy)
{
  DlIqSpot best = { 0 };
  double shortest = INFINITY;
  DlIqLayout layout;
  DlRect at;

  iq_layout_init (&layout, rect.width, rect.height, chart);
  if (!find_place (&layout, from, &at))
    best = layout.places->len > 0 ? g_array_index (layout.places, DlIqPlace, 0).spot : best;
  else
    {
      best = from;
      for (guint i = 0; i < layout.places->len; i++)
        {
          const DlIqPlace *place = &g_array_index (layout.places, DlIqPlace, i);
          const double length = way (at, place->rect, dx, dy);

          if (length >= shortest)
            continue;
          shortest = length;
          best = place->spot;
        }
    }
  iq_layout_clear (&layout);
  return best;
}

char *
dl_iq_spot_text (const DlIqShown *shown, DlIqSpot spot)
{
  switch (spot.kind)
    {
    case DL_IQ_SPOT_INPUT:
      return dl_iq_input_text (shown, spot.input);
    case DL_IQ_SPOT_OUTPUT:
      return dl_iq_output_text (shown, spot.output);
    case DL_IQ_SPOT_VC_CELL:
      return dl_iq_vc_cell_text (shown, spot.input, spot.output);
    case DL_IQ_SPOT_SWITCH_CELL:
      return dl_iq_switch_cell_text (shown, spot.input, spot.output);
    case DL_IQ_SPOT_NOTHING:
      return NULL;
    default:
      g_assert_not_reached ();
    }
}

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

/* Rounds matter where there are requests. */
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
  const DlRect cell = iq_layout_cell (&d->layout, matrix, row, column);
  const DlIqRequest *request = dl_iq_find_request (matrix->allocation, input, output);
  const double x = cell.x + cell.width / 2 + 0.5, y = cell.y + cell.height / 2 + 0.5;

  mark_spot (d, matrix->kind, input, output, cell);
  frame (d, (DlRect) { cell.x, cell.y, cell.width + 1, cell.height + 1 }, &d->theme->grid, 1);
  if (asks_for (matrix->allocation, output)
      && iq_layout_first_row (&d->layout, matrix, column) == row)
    draw_turn (d, cell, TRUE);
  if (asks (matrix->allocation, input)
      && iq_layout_first_column (&d->layout, matrix, row) == column)
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
      const DlRect place = iq_layout_credits (layout, column);
      g_autofree char *text = g_strdup_printf ("%u", credits);

      mark_spot (d, DL_IQ_SPOT_OUTPUT, 0, number, place);
      dl_chart_text (d->cr, credits > 0 ? &d->theme->foreground : &d->theme->broken,
                     place.x + place.width / 2, place.y, text, DL_TEXT_SMALL, credits == 0,
                     DL_ALIGN_CENTER, 0);
    }
}

/* Marks of the legend: an answer, or one of these. */
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

/* Names of the marks, in lines that the layout has room for. */
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

  iq_layout_init (&d.layout, rect.width, rect.height, chart);
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
  iq_layout_clear (&d.layout);
}

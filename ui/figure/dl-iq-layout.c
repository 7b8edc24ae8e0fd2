#include "dl-iq-layout.h"

#include <math.h>

#define GAP 12.0
/* About a character of DL_TEXT_SMALL. */
#define CHARACTER  6.4
#define LEAST_NAME 50.0
#define MOST_NAME  104.0
#define MOST_PITCH 22.0
/* Of two columns, so that they have a mark each. */
#define LEAST_PITCH 12.0
/* More are never all shown. */
#define MOST_ROWS 48
/* What allocators and the legend need, where all rows are shown. */
#define MATRIX_ROOM 170.0
#define LEGEND      (2 * DL_LINE_SMALL + 4)

/* Rows ----------------------------------------------------------------------------------------- */

static gboolean
has_port (const DlIqInside *inside, guint port)
{
  const DlIqPortInside *at = &inside->ports[port];

  return at->link_in != DL_IQ_NONE || at->link_out != DL_IQ_NONE || at->node != DL_IQ_NONE;
}

static gboolean
is_busy_input (const DlIqInside *inside, guint number)
{
  return inside->inputs[number].stage != DL_IQ_IDLE || inside->inputs[number].leaves
         || inside->inputs[number].has_packet;
}

static gboolean
is_busy_output (const DlIqInside *inside, guint number)
{
  return inside->outputs[number].owner != DL_IQ_NOBODY
         || inside->outputs[number].credits < inside->buffer_flits;
}

/* Virtual channels of ports that there are: all of them, or those at work. */
static guint16 *
find_rows (const DlIqInside *inside, gboolean all,
           gboolean (*is_busy) (const DlIqInside *inside, guint number), guint *n_rows)
{
  const guint n = inside->n_ports * inside->vcs;
  guint16 *rows = g_new (guint16, n);

  *n_rows = 0;
  for (guint number = 0; number < n; number++)
    if (has_port (inside, number / inside->vcs) && (all || is_busy (inside, number)))
      rows[(*n_rows)++] = number;
  return rows;
}

static guint
count_all (const DlIqInside *inside)
{
  guint n = 0;

  for (guint port = 0; port < inside->n_ports; port++)
    n += has_port (inside, port) ? inside->vcs : 0;
  return n;
}

/* Of the longest name of a virtual channel. */
static double
find_name_width (const DlIqShown *shown)
{
  glong most = 0;

  for (guint port = 0; port < shown->inside->n_ports; port++)
    if (has_port (shown->inside, port))
      {
        g_autofree char *name = dl_iq_vc_text (shown, (port + 1) * shown->inside->vcs - 1);

        most = MAX (most, g_utf8_strlen (name, -1));
      }
  return CLAMP (most * CHARACTER + 6, LEAST_NAME, MOST_NAME);
}

/* Matrices ------------------------------------------------------------------------------------- */

static void
find_row_and_column (DlIqMatrix *matrix, const DlIqRequest *request, guint8 *seen)
{
  if (matrix->n_rows == 0 || matrix->rows[matrix->n_rows - 1] != request->input)
    matrix->rows[matrix->n_rows++] = request->input;
  seen[request->output] = TRUE;
}

static void
matrix_init (DlIqMatrix *matrix, const DlIqAllocation *allocation, guint input_share)
{
  g_autofree guint8 *seen = g_new0 (guint8, allocation->n_outputs);

  matrix->allocation = allocation;
  matrix->input_share = input_share;
  matrix->rows = g_new (guint16, allocation->n_requests);
  matrix->columns = g_new (guint16, allocation->n_outputs);
  for (guint i = 0; i < allocation->n_requests; i++)
    find_row_and_column (matrix, &allocation->requests[i], seen);
  for (guint output = 0; output < allocation->n_outputs; output++)
    if (seen[output])
      matrix->columns[matrix->n_columns++] = output;
}

/* Returns its bottom. */
static double
matrix_lay (DlIqMatrix *matrix, double x, double y, double width, double name_width)
{
  const double room = width - name_width;

  matrix->x = x;
  matrix->y = y;
  matrix->width = width;
  matrix->cells_x = x + name_width;
  matrix->header = matrix->n_columns > 0 ? name_width : 0;
  matrix->cells_y = y + DL_LINE_NORMAL + DL_LINE_SMALL + matrix->header + 2;
  matrix->pitch
      = matrix->n_columns > 0 ? CLAMP (room / matrix->n_columns, LEAST_PITCH, MOST_PITCH) : 0;
  return matrix->cells_y + matrix->n_rows * DL_IQ_ROW;
}

/* How far @at is in a round of @n that begins at @from. */
static guint
in_round (guint at, guint from, guint n)
{
  return at >= from ? at - from : at + n - from;
}

guint
dl_iq_matrix_first_row (const DlIqMatrix *matrix, guint column)
{
  const DlIqAllocation *of = matrix->allocation;
  const guint turn = of->output_turn[matrix->columns[column]];
  guint best = 0;

  for (guint row = 1; row < matrix->n_rows; row++)
    if (in_round (matrix->rows[row] / matrix->input_share, turn, of->n_inputs)
        < in_round (matrix->rows[best] / matrix->input_share, turn, of->n_inputs))
      best = row;
  return best;
}

guint
dl_iq_matrix_first_column (const DlIqMatrix *matrix, guint row)
{
  const DlIqAllocation *of = matrix->allocation;
  const guint turn = of->input_turn[matrix->rows[row] / matrix->input_share];
  guint best = 0;

  for (guint column = 1; column < matrix->n_columns; column++)
    if (in_round (matrix->columns[column], turn, of->n_outputs)
        < in_round (matrix->columns[best], turn, of->n_outputs))
      best = column;
  return best;
}

DlRect
dl_iq_matrix_cell (const DlIqMatrix *matrix, guint row, guint column)
{
  return (DlRect) { matrix->cells_x + column * matrix->pitch, matrix->cells_y + row * DL_IQ_ROW,
                    matrix->pitch, DL_IQ_ROW };
}

/* The whole ------------------------------------------------------------------------------------ */

static void
add_place (DlIqLayout *layout, DlIqSpotKind kind, guint input, guint output, DlRect rect)
{
  const DlIqPlace place = { { kind, input, output }, rect };

  g_array_append_val (layout->places, place);
}

static void
add_cells (DlIqLayout *layout, const DlIqMatrix *matrix, DlIqSpotKind kind)
{
  for (guint row = 0; row < matrix->n_rows; row++)
    for (guint column = 0; column < matrix->n_columns; column++)
      add_place (layout, kind, matrix->rows[row], matrix->columns[column],
                 dl_iq_matrix_cell (matrix, row, column));
}

static void
add_places (DlIqLayout *layout)
{
  layout->places = g_array_new (FALSE, FALSE, sizeof (DlIqPlace));
  for (guint i = 0; i < layout->n_inputs; i++)
    add_place (layout, DL_IQ_SPOT_INPUT, layout->inputs[i], 0,
               (DlRect) { 0, layout->rows_y + i * DL_IQ_ROW, layout->inputs_width, DL_IQ_ROW });
  for (guint i = 0; i < layout->n_outputs; i++)
    add_place (layout, DL_IQ_SPOT_OUTPUT, 0, layout->outputs[i],
               (DlRect) { layout->outputs_x, layout->rows_y + i * DL_IQ_ROW,
                          layout->width - layout->outputs_x, DL_IQ_ROW });
  add_cells (layout, &layout->vc, DL_IQ_SPOT_VC_CELL);
  add_cells (layout, &layout->sw, DL_IQ_SPOT_SWITCH_CELL);
}

static void
lay_columns (DlIqLayout *layout)
{
  const double stages = 4 * DL_IQ_STAGE;
  const double outputs = 2 * layout->name_width + DL_IQ_CREDITS;
  double rest;

  layout->outputs_x = layout->width - outputs;
  layout->owner_x = layout->outputs_x + layout->name_width;
  layout->credits_x = layout->owner_x + layout->name_width;
  layout->inputs_width = layout->outputs_x - GAP;
  rest = MAX (0, layout->inputs_width - layout->name_width - stages);
  layout->packet_x = layout->name_width;
  layout->stages_x = layout->packet_x + floor (rest * 0.52);
  layout->target_x = layout->stages_x + stages + 6;
}

void
dl_iq_layout_init (DlIqLayout *layout, double width, double room, const DlIqChart *chart)
{
  const DlIqInside *inside = chart->shown.inside;
  const double least = chart->least_zoom > 0 ? chart->least_zoom : 0.8;
  const double most = chart->most_zoom > 0 ? MAX (chart->most_zoom, least) : 3;
  const guint n_all = count_all (inside);
  double y, vc_width;
  gboolean all;

  *layout = (DlIqLayout) { .zoom = CLAMP (width / DL_IQ_CHART_WIDTH, least, most) };
  layout->width = width / layout->zoom;
  layout->head_y = DL_LINE_TITLE + 2;
  layout->rows_y = layout->head_y + DL_LINE_SMALL + 1;
  all = n_all <= MOST_ROWS
        && room / layout->zoom >= layout->rows_y + n_all * DL_IQ_ROW + MATRIX_ROOM;
  layout->name_width = find_name_width (&chart->shown);
  lay_columns (layout);
  layout->inputs = find_rows (inside, all, is_busy_input, &layout->n_inputs);
  layout->outputs = find_rows (inside, all, is_busy_output, &layout->n_outputs);
  matrix_init (&layout->vc, &inside->vc, 1);
  matrix_init (&layout->sw, &inside->sw, inside->vcs);
  y = layout->rows_y + MAX (MAX (layout->n_inputs, layout->n_outputs), 1) * DL_IQ_ROW + GAP;
  vc_width = floor ((layout->width - GAP) * 0.6);
  layout->legend_y = MAX (matrix_lay (&layout->vc, 0, y, vc_width, layout->name_width),
                          matrix_lay (&layout->sw, vc_width + GAP, y,
                                      layout->width - vc_width - GAP, layout->name_width));
  layout->legend_y += 5;
  layout->height = layout->legend_y + LEGEND;
  add_places (layout);
}

void
dl_iq_layout_clear (DlIqLayout *layout)
{
  g_free (layout->inputs);
  g_free (layout->outputs);
  g_free (layout->vc.rows);
  g_free (layout->vc.columns);
  g_free (layout->sw.rows);
  g_free (layout->sw.columns);
  g_array_unref (layout->places);
}

double
dl_iq_chart_height (const DlIqChart *chart, double width, double room)
{
  DlIqLayout layout;
  double height;

  dl_iq_layout_init (&layout, width, room, chart);
  height = ceil (layout.height * layout.zoom);
  dl_iq_layout_clear (&layout);
  return height;
}

/* What is where -------------------------------------------------------------------------------- */

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

  dl_iq_layout_init (&layout, rect.width, rect.height, chart);
  x = (x - rect.x) / layout.zoom;
  y = (y - rect.y) / layout.zoom;
  for (guint i = 0; i < layout.places->len; i++)
    if (dl_rect_holds (g_array_index (layout.places, DlIqPlace, i).rect, x, y))
      spot = g_array_index (layout.places, DlIqPlace, i).spot;
  dl_iq_layout_clear (&layout);
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

  dl_iq_layout_init (&layout, rect.width, rect.height, chart);
  found = find_place (&layout, spot, place);
  if (found)
    *place = (DlRect) { rect.x + place->x * layout.zoom, rect.y + place->y * layout.zoom,
                        place->width * layout.zoom, place->height * layout.zoom };
  dl_iq_layout_clear (&layout);
  return found;
}

/* How far @to is from @from in that direction, what is aside being farther; INFINITY: it is not in
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

  dl_iq_layout_init (&layout, rect.width, rect.height, chart);
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
  dl_iq_layout_clear (&layout);
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

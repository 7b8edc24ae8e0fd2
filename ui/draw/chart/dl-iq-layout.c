#include "dl-iq-layout.h"

#include "dl-sizes.h"

#include <math.h>

/* About a character of DL_TEXT_SMALL. */
#define CHARACTER   7.0
#define LEAST_NAME  50.0
#define MOST_NAME   110.0
#define PACKET      104.0 /* width of its text, at least */
#define MOST_PITCH  20.0
#define LEAST_PITCH 13.0
/* As many outputs' virtual channels and inputs' are shown even if they are idle. */
#define MANY_COLUMNS 24
#define MANY_ROWS    48
#define TURNED       60.0 /* height of a name that reads upwards, at most */
/* Of the legend: two lines where there is room for their items, else three. */
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

/* Bits of virtual channels that somebody asked for, or of ports. */
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

/* Of the longest name of a port, and of a virtual channel. */
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

guint
dl_iq_layout_first_row (const DlIqLayout *layout, const DlIqMatrix *matrix, guint column)
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

guint
dl_iq_layout_first_column (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row)
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

DlRect
dl_iq_layout_cell (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row, guint column)
{
  return (DlRect) { matrix->x + column * matrix->pitch, layout->rows_y + row * DL_IQ_ROW,
                    matrix->pitch, DL_IQ_ROW };
}

DlRect
dl_iq_layout_credits (const DlIqLayout *layout, guint column)
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
                 dl_iq_layout_cell (layout, matrix, row, column));
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
               dl_iq_layout_credits (layout, column));
}

/* The whole ------------------------------------------------------------------------------------ */

/* What columns are wide at least. */
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
  /* What is left makes room for packets. */
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
  dl_iq_layout_clear (layout);
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
  dl_iq_layout_clear (&layout);
  return width / MAX (least, DL_IQ_CHART_WIDTH);
}

void
dl_iq_layout_init (DlIqLayout *layout, double width, double room, const DlIqChart *chart)
{
  const double least = chart->least_zoom > 0 ? chart->least_zoom : 0.8;
  const double most = chart->most_zoom > 0 ? MAX (chart->most_zoom, least) : 3;
  const guint n = count_all (chart->shown.inside);
  const double of_all = zoom_of_all (chart, width);
  const gboolean all_columns = of_all >= MAX (GOOD_WIDTH_ZOOM, least);
  const double zoom = CLAMP (all_columns ? of_all : zoom_of_busy (chart, width), least, most);
  const double small = MIN (zoom, MAX (GOOD_ZOOM, least));

  /* As large as it may be, or at least so large that it is read well. */
  for (guint i = 0; i <= 4 && n <= MANY_ROWS; i++)
    {
      lay (layout, width, zoom - i / 4. * (zoom - small), TRUE, all_columns, chart);
      if (fits (layout, room))
        return;
    }
  lay (layout, width, small, FALSE, all_columns, chart);
}

void
dl_iq_layout_clear (DlIqLayout *layout)
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

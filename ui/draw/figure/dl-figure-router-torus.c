/* Figure: a router of a torus from inside, at the end of the simulation: a SeaStar here. */
#include "dl-figures-torus.h"

#include "dl-figure-iq.h"
#include "dl-router-chart.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Units at the size of the screen; and at most, so that a slide has room for it. */
#define HEIGHT 444.0
/* Less than that cannot be read in print. */
#define LEAST_ZOOM 0.75

static const DlSimFigure *
watched (const DlFigureInput *input)
{
  return input->simulation != NULL && dl_seastar_inside_of (input->simulation->inside) != NULL
             ? input->simulation
             : NULL;
}

static const DlSeastarInside *
inside_of (const DlSimFigure *simulation)
{
  return dl_seastar_inside_of (simulation->inside);
}

static DlRouterChart
chart_of (const DlSimFigure *simulation)
{
  return (DlRouterChart) { .inside = inside_of (simulation),
                           .network = simulation->shape,
                           .least_zoom = LEAST_ZOOM };
}

/* Above the chart, so that panels tell routers apart; NULL without a router. */
static char *
title_of (const DlFigureInput *input)
{
  const DlSimFigure *simulation = watched (input);
  DlRouterChart chart;

  if (simulation == NULL)
    return NULL;
  chart = chart_of (simulation);
  return dl_router_chart_title (&chart);
}

static double
router_height (const DlFigureInput *input, double width)
{
  if (dl_figure_iq_shows (input))
    return dl_figure_iq_height (input, width);

  const double zoom = MAX (dl_figure_width_inside (width) / DL_ROUTER_CHART_WIDTH, LEAST_ZOOM);
  const double chart = MIN (HEIGHT * zoom, DL_FIGURE_NETWORK_MOST) + dl_figure_notes_height (input);
  g_autofree char *title = title_of (input);

  return dl_figure_height_titled (input, width, title != NULL ? chart : DL_FIGURE_EMPTY_CHART,
                                  title, TRUE);
}

static void
router_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  if (dl_figure_iq_shows (input))
    {
      dl_figure_iq_draw (cr, input, width, height, theme);
      return;
    }

  g_autofree char *title = title_of (input);
  const DlSimFigure *simulation = watched (input);
  DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);

  if (simulation != NULL)
    {
      DlInsideContest contest;
      DlRouterChart chart = chart_of (simulation);
      DlTheme own = *theme;

      own.no_titles = TRUE;
      chart.no_head = theme->no_keys;
      chart.contest = &contest;
      dl_inside_contest_look (&contest, inside_of (simulation), &input->look);
      inside = dl_figure_draw_notes (cr, input, inside, TRUE, theme);
      dl_router_chart_draw (cr, inside, &chart, &own);
    }
  else
    dl_chart_message (cr, inside, _ ("no router was watched"), theme);
  cairo_restore (cr);
}

/* Numbers -------------------------------------------------------------------------------------- */

/* Values of a row beside its packet. */
typedef struct
{
  const char *part;
  gint input;  /* queue: DL_SIM_VCS * port + VC */
  gint output; /* port */
  gint vc;     /* of the output */
  gint position;
  const DlSeastarPacketInside *packet;
  gint has_credits, oldest, wins;
  double value;
} Row;

/* Nothing. */
#define NO -1
static const Row no_row = { NULL, NO, NO, NO, NO, NULL, NO, NO, NO, NAN };

static const DlFigureWord parts[] = {
  { "input", N_ ("input buffer") },
  { "staged", N_ ("staging buffer") },
  { "credits", N_ ("credits") },
  { "rival", N_ ("contest") },
  { "cycle", N_ ("cycle") },
  { "crossbar_packets", N_ ("packets in the crossbar") },
  { "timestamp", N_ ("timestamp") },
  { "epoch", N_ ("epoch") },
  { "epoch_0_packets", N_ ("packets of epoch 0") },
  { "epoch_1_packets", N_ ("packets of epoch 1") },
  { "inhibited", N_ ("age clock inhibited (1: yes)") },
  { "next_tick_cycles", N_ ("cycles to the next tick") },
  { "source_packets", N_ ("packets that wait at their source") },
};

static void
add_port (DlCells *cells, gint port)
{
  if (port != NO)
    dl_figure_add_port (cells, port);
  else
    dl_cells_absent (cells);
}

static void
add_packet (DlCells *cells, const DlTorusNetwork *network, const DlSeastarPacketInside *packet)
{
  if (packet == NULL)
    {
      dl_figure_add_blanks (cells, 8);
      return;
    }
  dl_cells_take_text (cells, dl_torus_coord_to_string (network->torus.coord[packet->source]));
  dl_cells_take_text (cells, dl_torus_coord_to_string (network->torus.coord[packet->dest]));
  dl_cells_integer (cells, packet->created);
  dl_cells_integer (cells, packet->injected);
  dl_cells_integer (cells, packet->age);
  dl_cells_integer (cells, packet->epoch);
  dl_cells_integer (cells, packet->flits);
  dl_cells_integer (cells, packet->hops);
}

static void
add_flag (DlCells *cells, gint flag)
{
  if (flag != NO)
    dl_figure_add_flag (cells, flag);
  else
    dl_cells_absent (cells);
}

static void
add_row (DlCells *cells, const DlTorusNetwork *network, const Row *row)
{
  dl_figure_add_word (cells, parts, G_N_ELEMENTS (parts), row->part);
  add_port (cells, row->input == NO ? NO : row->input / (gint) DL_SIM_VCS);
  dl_cells_integer_if (cells, row->input != NO, row->input % (gint) DL_SIM_VCS);
  add_port (cells, row->output);
  dl_cells_integer_if (cells, row->vc != NO, row->vc);
  dl_cells_integer_if (cells, row->position != NO, row->position);
  add_packet (cells, network, row->packet);
  add_flag (cells, row->has_credits);
  add_flag (cells, row->oldest);
  add_flag (cells, row->wins);
  dl_cells_finite (cells, row->value);
}

static void
add_inputs (DlCells *cells, const DlSimFigure *simulation)
{
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      const DlSeastarInputInside *input = &inside_of (simulation)->input[queue];

      for (guint i = 0; i < MIN (input->n, DL_SEASTAR_QUEUE_SHOWN); i++)
        {
          Row row = no_row;

          row.part = "input";
          row.input = queue;
          row.output = input->packets[i].port;
          row.vc = input->packets[i].vc;
          row.position = i;
          row.packet = &input->packets[i];
          add_row (cells, simulation->shape, &row);
        }
    }
}

/* Staged packets, and free flits downstream of the output; the processor needs none. */
static void
add_output (DlCells *cells, const DlSimFigure *simulation, guint output)
{
  const DlSeastarInside *inside = inside_of (simulation);
  Row row = no_row;

  row.output = output;
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (inside->staged[output][queue].n > 0)
      {
        const DlSeastarStagedInside *staged = &inside->staged[output][queue];

        row.part = "staged";
        row.input = queue;
        row.vc = staged->first.vc;
        row.position = 0;
        row.packet = &staged->first;
        row.has_credits = staged->has_credits;
        add_row (cells, simulation->shape, &row);
      }
  for (guint vc = 0; vc < DL_SIM_VCS && output < DL_TORUS_N_NETWORK_PORTS; vc++)
    {
      row = no_row;
      row.part = "credits";
      row.output = output;
      row.vc = vc;
      row.value = inside->credits[output][vc];
      add_row (cells, simulation->shape, &row);
    }
}

/* Packets that compete; the value is the age used. */
static void
add_contest (DlCells *cells, const DlSimFigure *simulation, const DlInsideLook *look)
{
  DlInsideContest contest;

  dl_inside_contest_look (&contest, inside_of (simulation), look);
  for (guint i = 0; i < contest.n; i++)
    {
      const DlInsideRival *rival = &contest.rivals[i];
      Row row = no_row;

      row.part = "rival";
      row.input = rival->queue;
      row.output = contest.output;
      row.vc = rival->has_packet ? rival->packet.vc : NO;
      row.packet = rival->has_packet ? &rival->packet : NULL;
      row.has_credits = rival->has_credits;
      row.oldest = rival->is_oldest;
      row.wins = rival->wins;
      row.value = rival->has_age ? rival->age : NAN;
      add_row (cells, simulation->shape, &row);
    }
}

static void
add_clock (DlCells *cells, const DlSimFigure *simulation)
{
  const DlSeastarInside *inside = inside_of (simulation);
  const struct
  {
    const char *part;
    double value;
  } values[] = {
    { "cycle", inside->cycle },
    { "crossbar_packets", dl_inside_n_crossing (inside) },
    { "timestamp", inside->timestamp },
    { "epoch", inside->epoch },
    { "epoch_0_packets", inside->packet_count[0] },
    { "epoch_1_packets", inside->packet_count[1] },
    { "inhibited", inside->inhibited },
    { "next_tick_cycles", inside->next_tick },
    { "source_packets", inside->waiting },
  };
  Row row = no_row;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      row.part = values[i].part;
      row.value = values[i].value;
      add_row (cells, simulation->shape, &row);
    }
}

static void
router_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "part", N_ ("Part") },
    { "input", N_ ("Input") },
    { "input_vc", N_ ("VC of the input"), DL_COLUMN_INTEGER },
    { "output", N_ ("Output") },
    { "output_vc", N_ ("VC of the output"), DL_COLUMN_INTEGER },
    { "position", N_ ("Position"), DL_COLUMN_INTEGER },
    { "source", N_ ("From node") },
    { "destination", N_ ("To node") },
    { "created", N_ ("Created, cycle"), DL_COLUMN_INTEGER },
    { "injected", N_ ("Injected, cycle"), DL_COLUMN_INTEGER },
    { "age", N_ ("Age"), DL_COLUMN_INTEGER },
    { "epoch", N_ ("Epoch"), DL_COLUMN_INTEGER },
    { "flits", N_ ("Flits"), DL_COLUMN_INTEGER },
    { "hops", N_ ("Hops"), DL_COLUMN_INTEGER },
    { "has_credits", N_ ("Has credits"), DL_COLUMN_INTEGER },
    { "oldest", N_ ("Oldest"), DL_COLUMN_INTEGER },
    { "wins", N_ ("Wins"), DL_COLUMN_INTEGER },
    { "value", N_ ("Value"), DL_COLUMN_REAL },
  };
  const DlSimFigure *simulation = watched (input);
  DlCells *cells;

  if (dl_figure_iq_shows (input))
    {
      dl_figure_iq_numbers (record, input);
      return;
    }
  cells = DL_RECORD_BEGIN (record, columns);
  if (simulation == NULL)
    return;
  add_inputs (cells, simulation);
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    add_output (cells, simulation, output);
  add_contest (cells, simulation, &input->look);
  add_clock (cells, simulation);
}

const DlFigure dl_figure_router = {
  .id = "router",
  .title = N_ ("Router from inside"),
  .description = N_ ("The queues of a router, competing and winning packets at an output, and the "
                     "age clock (age paper, section 2.1), or an input-queued router’s stages and "
                     "allocators, simulated"),
  .needs_simulation = TRUE,
  .needs_inside = TRUE,
  .height = router_height,
  .draw = router_draw,
  .numbers = router_numbers,
};

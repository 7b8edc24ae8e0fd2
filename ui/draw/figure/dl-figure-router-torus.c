/* Figure: a router of a torus from inside, at the end of what was simulated: a SeaStar here. */
#include "dl-figures-torus.h"

#include "dl-figure-iq.h"
#include "dl-router-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Units at the size of the screen; and at most, so that a slide has room for it. */
#define HEIGHT      444.0
#define MOST_HEIGHT 340.0
/* Less than that cannot be read in print. */
#define LEAST_ZOOM 0.75
/* Without a router. */
#define EMPTY_HEIGHT 200.0

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

/* Without what competes. */
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
  const double chart = MIN (HEIGHT * zoom, MOST_HEIGHT) + dl_figure_notes_height (input);
  g_autofree char *title = title_of (input);

  return dl_figure_height_titled (input, width, title != NULL ? chart : EMPTY_HEIGHT, title, TRUE);
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

/* What a row says beside its packet. */
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

static void
append_int (GString *csv, gint value)
{
  if (value != NO)
    g_string_append_printf (csv, "%d", value);
  g_string_append_c (csv, ',');
}

static void
append_port (GString *csv, gint port)
{
  g_string_append_printf (csv, "%s,", port != NO ? dl_port_name (port) : "");
}

static void
append_packet (GString *csv, const DlNetwork *network, const DlSeastarPacketInside *packet)
{
  g_autofree char *source = NULL;
  g_autofree char *dest = NULL;

  if (packet == NULL)
    {
      g_string_append (csv, ",,,,,,,,");
      return;
    }
  source = dl_coord_to_string (network->torus.coord[packet->source]);
  dest = dl_coord_to_string (network->torus.coord[packet->dest]);
  dl_csv_text (csv, source);
  g_string_append_c (csv, ',');
  dl_csv_text (csv, dest);
  g_string_append_printf (csv, ",%lu,%lu,%u,%u,%u,%u,", (gulong) packet->created,
                          (gulong) packet->injected, packet->age, packet->epoch, packet->flits,
                          packet->hops);
}

static void
append_row (GString *csv, const DlNetwork *network, const Row *row)
{
  g_string_append_printf (csv, "%s,", row->part);
  append_port (csv, row->input == NO ? NO : row->input / (gint) DL_SIM_VCS);
  append_int (csv, row->input == NO ? NO : row->input % (gint) DL_SIM_VCS);
  append_port (csv, row->output);
  append_int (csv, row->vc);
  append_int (csv, row->position);
  append_packet (csv, network, row->packet);
  append_int (csv, row->has_credits);
  append_int (csv, row->oldest);
  append_int (csv, row->wins);
  dl_csv_number (csv, row->value);
  g_string_append_c (csv, '\n');
}

static void
append_inputs (GString *csv, const DlSimFigure *simulation)
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
          append_row (csv, simulation->shape, &row);
        }
    }
}

/* What is staged, and the flits that are free behind the output; the processor needs none. */
static void
append_output (GString *csv, const DlSimFigure *simulation, guint output)
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
        append_row (csv, simulation->shape, &row);
      }
  for (guint vc = 0; vc < DL_SIM_VCS && output < DL_N_NETWORK_PORTS; vc++)
    {
      row = no_row;
      row.part = "credits";
      row.output = output;
      row.vc = vc;
      row.value = inside->credits[output][vc];
      append_row (csv, simulation->shape, &row);
    }
}

/* Who competes, the value being the age that counted. */
static void
append_contest (GString *csv, const DlSimFigure *simulation, const DlInsideLook *look)
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
      append_row (csv, simulation->shape, &row);
    }
}

static void
append_clock (GString *csv, const DlSimFigure *simulation)
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
      append_row (csv, simulation->shape, &row);
    }
}

static void
router_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlSimFigure *simulation = watched (input);

  if (dl_figure_iq_shows (input))
    {
      dl_figure_iq_write_csv (csv, input);
      return;
    }
  g_string_append (csv, "part,input,input_vc,output,output_vc,position,source,destination,created,"
                        "injected,age,epoch,flits,hops,has_credits,oldest,wins,value\n");
  if (simulation == NULL)
    return;
  append_inputs (csv, simulation);
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    append_output (csv, simulation, output);
  append_contest (csv, simulation, &input->look);
  append_clock (csv, simulation);
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
  .write_csv = router_write_csv,
};

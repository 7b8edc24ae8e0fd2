#include "dl-figure-iq.h"

#include "dl-chart-private.h"
#include "dl-figure-private.h"
#include "dl-iq-chart.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

/* Less than that cannot be read in print. */
#define LEAST_ZOOM 0.7
/* Rows of virtual channels that are idle are left out where it would be higher. */
#define MOST_HEIGHT 420.0

gboolean
dl_figure_iq_shows (const DlFigureInput *input)
{
  return input->simulation != NULL && dl_iq_inside_of (input->simulation->inside) != NULL;
}

static DlIqChart
chart_of (const DlSimFigure *simulation)
{
  return (DlIqChart) { .shown = { dl_iq_inside_of (simulation->inside), simulation->family,
                                  simulation->shape },
                       .least_zoom = LEAST_ZOOM,
                       .most_zoom = 1 };
}

/* Above the chart, so that panels tell routers apart; NULL without a router. */
static char *
title_of (const DlFigureInput *input)
{
  DlIqChart chart;

  if (!dl_figure_iq_shows (input))
    return NULL;
  chart = chart_of (input->simulation);
  return dl_iq_title_text (&chart.shown);
}

double
dl_figure_iq_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = title_of (input);
  double height = DL_FIGURE_EMPTY_CHART;

  if (title != NULL)
    {
      const DlIqChart chart = chart_of (input->simulation);

      height = dl_iq_chart_height (&chart, dl_figure_width_inside (width), MOST_HEIGHT)
               + dl_figure_notes_height (input);
    }
  return dl_figure_height_titled (input, width, height, title, TRUE);
}

void
dl_figure_iq_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                   const DlTheme *theme)
{
  g_autofree char *title = title_of (input);
  DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);

  if (title != NULL)
    {
      const DlIqChart chart = chart_of (input->simulation);
      DlTheme own = *theme;

      own.no_titles = TRUE;
      inside = dl_figure_draw_notes (cr, input, inside, TRUE, theme);
      dl_iq_chart_draw (cr, inside, &chart, &own);
    }
  else
    dl_chart_message (cr, inside, _ ("no router was watched"), theme);
  cairo_restore (cr);
}

/* Numbers -------------------------------------------------------------------------------------- */

static const DlFigureWord parts[] = {
  { "input", N_ ("input buffer") },
  { "credits", N_ ("credits") },
  { "vc-allocation", N_ ("VC allocation") },
  { "switch-allocation", N_ ("switch allocation") },
  { "cycle", N_ ("cycle") },
};

static const DlFigureWord stages[DL_IQ_N_STAGES] = {
  [DL_IQ_ROUTING] = { "routing", N_ ("route computation") },
  [DL_IQ_VC_ALLOCATION] = { "vc-allocation", N_ ("VC allocation") },
  [DL_IQ_SWITCH_ALLOCATION] = { "switch-allocation", N_ ("switch allocation") },
  [DL_IQ_SWITCH_TRAVERSAL] = { "switch-traversal", N_ ("switch traversal") },
};

static const DlFigureWord answers[] = {
  [DL_IQ_REFUSED] = { "refused", N_ ("taken, no credit") },
  [DL_IQ_HELD_BACK] = { "held-back", N_ ("VC waits its turn") },
  [DL_IQ_ASKED] = { "asked", N_ ("asked") },
  [DL_IQ_OFFERED] = { "offered", N_ ("granted, not accepted") },
  [DL_IQ_GRANTED] = { "granted", N_ ("granted") },
};

static void
add_part (DlCells *cells, const char *part)
{
  dl_figure_add_word (cells, parts, G_N_ELEMENTS (parts), part);
}

/* The port, and the virtual channel of it. */
static void
add_vc (DlCells *cells, const DlIqShown *shown, guint number)
{
  const gboolean known = number != DL_IQ_NOBODY;

  dl_cells_take_text (cells, known ? dl_iq_port_text (shown, number / shown->inside->vcs) : NULL);
  dl_cells_integer_if (cells, known, known ? number % shown->inside->vcs : 0);
}

static void
add_node (DlCells *cells, const DlIqShown *shown, guint node)
{
  dl_cells_take_text (cells,
                      shown->family->name (shown->shape, dl_place_node (node), DL_NAME_FILE));
}

static void
add_input (DlCells *cells, const DlIqShown *shown, guint number)
{
  const DlIqInputInside *of = &shown->inside->inputs[number];

  if (of->stage == DL_IQ_IDLE)
    return;
  add_part (cells, "input");
  add_vc (cells, shown, number);
  add_vc (cells, shown, of->stage == DL_IQ_SWITCH_TRAVERSAL ? of->leaving_out : of->out);
  add_node (cells, shown, of->packet.source);
  add_node (cells, shown, of->packet.dest);
  dl_cells_integer (cells, of->here);
  dl_cells_integer (cells, of->packet.flits);
  dl_figure_add_word (cells, &stages[of->stage], 1, stages[of->stage].id);
  dl_cells_absent (cells);
}

static void
add_requests (DlCells *cells, const DlIqShown *shown, const char *part,
              const DlIqAllocation *allocation, guint vcs_of_output)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];
      const DlFigureWord *answer = &answers[request->answer];

      add_part (cells, part);
      add_vc (cells, shown, request->input);
      dl_cells_take_text (cells, dl_iq_port_text (shown, request->output / vcs_of_output));
      dl_cells_integer_if (cells, vcs_of_output > 1, request->output % vcs_of_output);
      dl_figure_add_blanks (cells, 4);
      dl_figure_add_word (cells, answer, 1, answer->id);
      dl_cells_absent (cells);
    }
}

void
dl_figure_iq_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "part", N_ ("Part") },
    { "input", N_ ("Input") },
    { "input_vc", N_ ("VC of the input"), DL_COLUMN_INTEGER },
    { "output", N_ ("Output") },
    { "output_vc", N_ ("VC of the output"), DL_COLUMN_INTEGER },
    { "source", N_ ("From node") },
    { "destination", N_ ("To node") },
    { "flits_here", N_ ("Flits here"), DL_COLUMN_INTEGER },
    { "flits", N_ ("Flits"), DL_COLUMN_INTEGER },
    { "state", N_ ("State") },
    { "value", N_ ("Value"), DL_COLUMN_INTEGER },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  DlIqChart chart;
  const DlIqInside *inside;

  if (!dl_figure_iq_shows (input))
    return;
  chart = chart_of (input->simulation);
  inside = chart.shown.inside;
  for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
    add_input (cells, &chart.shown, number);
  for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
    if (inside->ports[number / inside->vcs].link_out != DL_IQ_NONE
        || inside->ports[number / inside->vcs].node != DL_IQ_NONE)
      {
        add_part (cells, "credits");
        add_vc (cells, &chart.shown, inside->outputs[number].owner);
        add_vc (cells, &chart.shown, number);
        dl_figure_add_blanks (cells, 5);
        dl_cells_integer (cells, inside->outputs[number].credits);
      }
  add_requests (cells, &chart.shown, "vc-allocation", &inside->vc, inside->vcs);
  add_requests (cells, &chart.shown, "switch-allocation", &inside->sw, 1);
  add_part (cells, "cycle");
  dl_figure_add_blanks (cells, 9);
  dl_cells_integer (cells, inside->cycle);
}

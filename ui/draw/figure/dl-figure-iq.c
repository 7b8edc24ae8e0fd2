#include "dl-figure-iq.h"

#include "dl-chart-private.h"
#include "dl-figure-private.h"
#include "dl-iq-chart.h"

#include <glib/gi18n-lib.h>

/* Less than that cannot be read in print. */
#define LEAST_ZOOM 0.7
/* Rows of virtual channels that are idle are left out where it would be higher. */
#define MOST_HEIGHT 420.0
/* Without a router. */
#define EMPTY_HEIGHT 200.0

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
  double height = EMPTY_HEIGHT;

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

static const char *const stages[DL_IQ_N_STAGES] = {
  [DL_IQ_IDLE] = "idle",
  [DL_IQ_ROUTING] = "routing",
  [DL_IQ_VC_ALLOCATION] = "vc-allocation",
  [DL_IQ_SWITCH_ALLOCATION] = "switch-allocation",
  [DL_IQ_SWITCH_TRAVERSAL] = "switch-traversal",
};

static const char *const answers[] = {
  [DL_IQ_REFUSED] = "refused", [DL_IQ_HELD_BACK] = "held-back", [DL_IQ_ASKED] = "asked",
  [DL_IQ_OFFERED] = "offered", [DL_IQ_GRANTED] = "granted",
};

/* "port,vc," of a virtual channel. */
static void
append_vc (GString *csv, const DlIqShown *shown, guint number)
{
  g_autofree char *port = NULL;

  if (number == DL_IQ_NOBODY)
    {
      g_string_append (csv, ",,");
      return;
    }
  port = dl_iq_port_text (shown, number / shown->inside->vcs);
  dl_csv_text (csv, port);
  g_string_append_printf (csv, ",%u,", number % shown->inside->vcs);
}

static void
append_node (GString *csv, const DlIqShown *shown, guint node)
{
  g_autofree char *name = shown->family->name (shown->shape, dl_place_node (node), DL_NAME_FILE);

  dl_csv_text (csv, name);
  g_string_append_c (csv, ',');
}

static void
append_input (GString *csv, const DlIqShown *shown, guint number)
{
  const DlIqInputInside *of = &shown->inside->inputs[number];

  if (of->stage == DL_IQ_IDLE)
    return;
  g_string_append (csv, "input,");
  append_vc (csv, shown, number);
  append_vc (csv, shown, of->stage == DL_IQ_SWITCH_TRAVERSAL ? of->leaving_out : of->out);
  append_node (csv, shown, of->packet.source);
  append_node (csv, shown, of->packet.dest);
  g_string_append_printf (csv, "%u,%u,%s,\n", of->here, of->packet.flits, stages[of->stage]);
}

static void
append_requests (GString *csv, const DlIqShown *shown, const char *part,
                 const DlIqAllocation *allocation, guint vcs_of_output)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];
      g_autofree char *port = dl_iq_port_text (shown, request->output / vcs_of_output);

      g_string_append_printf (csv, "%s,", part);
      append_vc (csv, shown, request->input);
      dl_csv_text (csv, port);
      if (vcs_of_output > 1)
        g_string_append_printf (csv, ",%u", request->output % vcs_of_output);
      else
        g_string_append_c (csv, ',');
      g_string_append_printf (csv, ",,,,,%s,\n", answers[request->answer]);
    }
}

void
dl_figure_iq_write_csv (GString *csv, const DlFigureInput *input)
{
  DlIqChart chart;
  const DlIqInside *inside;

  g_string_append (csv, "part,input,input_vc,output,output_vc,source,destination,flits_here,flits,"
                        "state,value\n");
  if (!dl_figure_iq_shows (input))
    return;
  chart = chart_of (input->simulation);
  inside = chart.shown.inside;
  for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
    append_input (csv, &chart.shown, number);
  for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
    if (inside->ports[number / inside->vcs].link_out != DL_IQ_NONE
        || inside->ports[number / inside->vcs].node != DL_IQ_NONE)
      {
        g_string_append (csv, "credits,");
        append_vc (csv, &chart.shown, inside->outputs[number].owner);
        append_vc (csv, &chart.shown, number);
        g_string_append_printf (csv, ",,,,,%u\n", inside->outputs[number].credits);
      }
  append_requests (csv, &chart.shown, "vc-allocation", &inside->vc, inside->vcs);
  append_requests (csv, &chart.shown, "switch-allocation", &inside->sw, 1);
  g_string_append_printf (csv, "cycle,,,,,,,,,,%" G_GUINT64_FORMAT "\n", inside->cycle);
}

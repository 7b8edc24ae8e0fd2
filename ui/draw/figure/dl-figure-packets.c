/* Figure: a small network and the packets in it, at the end of what was simulated. */
#include "dl-figure-private.h"

#include "dl-figure-family.h"

#include <glib/gi18n-lib.h>

/* Units; a network is about as high as it is wide, and a slide has room for it. */
#define LEAST_HEIGHT 220.0
#define MOST_HEIGHT  340.0
/* Without packets. */
#define EMPTY_HEIGHT 120.0

static const DlSimFigure *
known (const DlFigureInput *input)
{
  return input->simulation != NULL && input->simulation->flights != NULL ? input->simulation : NULL;
}

/* NULL without packets. */
static char *
title_of (const DlFigureInput *input)
{
  const DlSimFigure *simulation = known (input);
  g_autofree char *cycle = NULL;
  guint n;

  if (simulation == NULL)
    return NULL;
  n = simulation->flights->len;
  cycle = dl_chart_count (simulation->to);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u packet in the network at cycle %s",
                                       "%u packets in the network at cycle %s", n),
                          n, cycle);
}

static double
packets_height (const DlFigureInput *input, double width)
{
  const double chart = known (input) != NULL
                           ? CLAMP (dl_figure_width_inside (width), LEAST_HEIGHT, MOST_HEIGHT)
                           : EMPTY_HEIGHT;

  g_autofree char *title = title_of (input);

  return dl_figure_height_titled (input, width, chart + dl_figure_notes_height (input), title,
                                  TRUE);
}

static void
draw_network (cairo_t *cr, DlRect inside, const DlFigureInput *input, const DlTheme *theme)
{
  const DlSimFigure *simulation = input->simulation;
  const DlFlightKind *kind = dl_figure_family_of (simulation->family)->flight;
  g_autoptr (DlFlightMap) map = kind->lay (simulation->shape, inside.width, inside.height);
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot));
  g_autoptr (GArray) more = g_array_new (FALSE, FALSE, sizeof (DlFlightMore));
  DlFlightScene scene = {
    .kind = kind,
    .scenario = input->scenario,
    .selected_link = DL_NO_LINK,
    .hovered_link = DL_NO_LINK,
    .selected_router = DL_NO_NODE,
    .flights = simulation->flights,
    .spots = spots,
    .more = more,
    .marked = G_MAXUINT,
  };

  scene.net = *dl_shape_net (simulation->shape);
  dl_flight_map_place (map, simulation->flights, spots, more);
  cairo_save (cr);
  cairo_translate (cr, inside.x, inside.y);
  cairo_rectangle (cr, 0, 0, inside.width, inside.height);
  cairo_clip (cr); /* the ground is painted, too */
  dl_flight_map_draw_network (map, cr, &scene, theme);
  dl_flight_map_draw_packets (map, cr, &scene, theme);
  cairo_restore (cr);
}

static void
packets_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
              const DlTheme *theme)
{
  g_autofree char *title = title_of (input);
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);

  if (known (input) != NULL)
    draw_network (cr, dl_figure_draw_notes (cr, input, inside, TRUE, theme), input, theme);
  else
    dl_chart_message (cr, inside,
                      input->simulation == NULL
                          ? _ ("nothing was simulated")
                          : _ ("packets are drawn in networks of at most 128 routers"),
                      theme);
  cairo_restore (cr);
}

/* A node, or the router that it is at. */
static void
append_place (GString *csv, const DlSimFigure *simulation, gboolean router, guint which)
{
  const DlFlightKind *kind = dl_figure_family_of (simulation->family)->flight;
  g_autofree char *text = (router ? kind->router_text : kind->node_text) (simulation->shape, which);

  dl_csv_text (csv, text);
  g_string_append_c (csv, ',');
}

static void
packets_write_csv (GString *csv, const DlFigureInput *input)
{
  static const char *const places[] = { "link", "input", "crossbar", "output", "ejected" };
  const DlSimFigure *simulation = known (input);

  G_STATIC_ASSERT (G_N_ELEMENTS (places) == DL_N_FLIGHT_PLACES);
  g_string_append (csv, "source,destination,created,injected,flits,router,place,vc,cycles_left,"
                        "of_cycles,rank\n");
  for (guint i = 0; simulation != NULL && i < simulation->flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (simulation->flights, DlFlight, i);

      append_place (csv, simulation, FALSE, flight->source);
      append_place (csv, simulation, FALSE, flight->dest);
      g_string_append_printf (csv, "%lu,%lu,%u,", (gulong) flight->created,
                              (gulong) flight->injected, flight->flits);
      append_place (csv, simulation, TRUE, flight->router);
      g_string_append_printf (csv, "%s,%u,%u,%u,%u\n", places[flight->place], flight->vc,
                              flight->left, flight->of, flight->rank);
    }
}

const DlFigure dl_figure_packets = {
  .id = "packets",
  .title = N_ ("Packets on their way"),
  .description = N_ ("A network of at most 128 routers with all its packets, by virtual channel, "
                     "at the end of the simulation"),
  .needs_simulation = TRUE,
  .height = packets_height,
  .draw = packets_draw,
  .write_csv = packets_write_csv,
};

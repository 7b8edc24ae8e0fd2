/* Figure: a small network and the packets in it, at the end of the simulation. */
#include "dl-figure-private.h"

#include "dl-figure-family.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

/* Units; a network is about as high as it is wide, and a slide has room for it. */
#define LEAST_HEIGHT 220.0
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
  const double chart = known (input) != NULL ? CLAMP (dl_figure_width_inside (width), LEAST_HEIGHT,
                                                      DL_FIGURE_NETWORK_MOST)
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
add_place (DlCells *cells, const DlSimFigure *simulation, gboolean router, guint which)
{
  const DlFlightKind *kind = dl_figure_family_of (simulation->family)->flight;

  dl_cells_take_text (cells,
                      (router ? kind->router_text : kind->node_text) (simulation->shape, which));
}

static void
packets_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "source", N_ ("From node") },
    { "destination", N_ ("To node") },
    { "created", N_ ("Created, cycle"), DL_COLUMN_INTEGER },
    { "injected", N_ ("Injected, cycle"), DL_COLUMN_INTEGER },
    { "flits", N_ ("Flits"), DL_COLUMN_INTEGER },
    { "router", N_ ("Router") },
    { "place", N_ ("Place") },
    { "vc", N_ ("VC"), DL_COLUMN_INTEGER },
    { "cycles_left", N_ ("Cycles left"), DL_COLUMN_INTEGER },
    { "of_cycles", N_ ("of cycles"), DL_COLUMN_INTEGER },
    { "rank", N_ ("Packets before it"), DL_COLUMN_INTEGER },
  };
  static const DlFigureWord places[] = {
    { "link", N_ ("link") },     { "input", N_ ("input") },      { "crossbar", N_ ("crossbar") },
    { "output", N_ ("output") }, { "ejected", N_ ("ejection") },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlSimFigure *simulation = known (input);

  G_STATIC_ASSERT (G_N_ELEMENTS (places) == DL_N_FLIGHT_PLACES);
  for (guint i = 0; simulation != NULL && i < simulation->flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (simulation->flights, DlFlight, i);

      add_place (cells, simulation, FALSE, flight->source);
      add_place (cells, simulation, FALSE, flight->dest);
      dl_cells_integer (cells, flight->created);
      dl_cells_integer (cells, flight->injected);
      dl_cells_integer (cells, flight->flits);
      add_place (cells, simulation, TRUE, flight->router);
      dl_figure_add_word (cells, &places[flight->place], 1, places[flight->place].id);
      dl_cells_integer (cells, flight->vc);
      dl_cells_integer (cells, flight->left);
      dl_cells_integer (cells, flight->of);
      dl_cells_integer (cells, flight->rank);
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
  .numbers = packets_numbers,
};

/* How figures of a torus begin, and how they are told. */
#include "dl-figures-torus.h"

#include "dl-counters-torus.h"
#include "dl-figure-family.h"
#include "dl-torus-explain.h"
#include "dl-torus-plan.h"

#include <glib/gi18n-lib.h>

/* Input ---------------------------------------------------------------------------------------- */

/* The ring in Z through node 0; in the last dimension that is a ring, if Z is none. */
static void
init_input (DlFigureInput *input)
{
  const DlTorus *torus = &dl_figure_network (input)->torus;

  input->dim = input->slice = DL_Z;
  while (input->slice > DL_X && torus->radix[input->slice] == 1)
    input->slice--;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS && !torus->ring[DL_Z]; dim++)
    if (torus->ring[dim] || (!torus->ring[input->dim] && torus->radix[dim] > 1))
      input->dim = dim;
}

static void
keep_inside (DlFigureInput *view)
{
  const DlTorusNetwork *network = dl_figure_network (view);
  const guint *radix = network->torus.radix;

  if (view->node >= network->n_nodes)
    view->node = 0;
  while (view->slice > DL_X && radix[view->slice] == 1)
    view->slice--;
  if (view->first_plane >= radix[view->slice])
    view->first_plane = view->n_planes = 0;
  view->n_planes = MIN (view->n_planes, radix[view->slice] - view->first_plane);
}

/* Captions ------------------------------------------------------------------------------------- */

static char *
describe_shape (const DlTorusSpec *spec)
{
  g_autoptr (GString) rings = g_string_new (NULL);
  guint n_rings = 0, n_dims = 0;
  g_autofree char *radices
      = g_strdup_printf ("%u×%u×%u", spec->radix[DL_X], spec->radix[DL_Y], spec->radix[DL_Z]);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      n_dims += spec->radix[dim] > 1;
      if (dl_torus_spec_is_ring (spec, dim))
        {
          g_string_append_printf (rings, "%s%s", n_rings > 0 ? ", " : "", dl_chart_dim_name (dim));
          n_rings++;
        }
    }
  if (n_rings == 0)
    return g_strdup_printf (_ ("%s mesh"), radices);
  if (n_rings == n_dims)
    return g_strdup_printf (_ ("%s torus"), radices);
  return g_strdup_printf (_ ("%s, torus in %s, else mesh"), radices, rings->str);
}

static char *
describe_datelines (const DlTorusSpec *spec, const gint *dateline)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_rings = 0, n_datelines = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      n_rings += dl_torus_spec_is_ring (spec, dim);
      if (!dl_torus_spec_is_ring (spec, dim) || dateline[dim] == DL_NO_DATELINE)
        continue;
      g_string_append_printf (text, "%s%s %d", n_datelines > 0 ? ", " : "", dl_chart_dim_name (dim),
                              dateline[dim]);
      n_datelines++;
    }
  if (n_datelines > 0)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "dateline %s", "datelines %s", n_datelines), text->str);
  return n_rings > 0 ? g_strdup (_ ("no datelines")) : NULL;
}

static char *
describe_faults (const DlTorusSpec *spec)
{
  const guint cables = spec->broken_cables->len, channels = spec->broken_channels->len;
  const guint nodes = spec->broken_nodes->len;
  g_autoptr (GString) text = g_string_new (NULL);

  if (cables > 0)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, ", %u cable", ", %u cables", cables), cables);
  if (channels > 0)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, ", %u direction", ", %u directions", channels),
        channels);
  if (nodes > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, ", %u node", ", %u nodes", nodes),
                            nodes);
  return text->len > 0 ? g_strdup_printf (_ ("broken: %s"), text->str + 2) : NULL;
}

static GStrv
caption (const DlFigureInput *input, gboolean names_rules)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  const DlScenario *scenario = input->scenario;
  const DlTorusSpec *spec = &dl_torus_options (scenario)->spec;
  const DlTorusRouting routing = dl_torus_routing (scenario);

  g_strv_builder_add (pieces, scenario->name);
  dl_figure_add_piece (pieces, describe_shape (spec));
  dl_figure_add_piece (pieces,
                       g_strdup_printf (_ ("%s traffic"), _ (scenario->traffic.pattern->title)));
  if (names_rules)
    dl_figure_add_piece (pieces, g_strdup_printf (_ ("policy: %s"), _ (routing.vc_policy->title)));
  dl_figure_add_piece (pieces, describe_datelines (spec, routing.dateline));
  if (routing.tie == DL_TORUS_TIE_PARITY)
    g_strv_builder_add (pieces, _ ("ties by parity"));
  dl_figure_add_piece (pieces, describe_faults (spec));
  return g_strv_builder_end (pieces);
}

/* "age-based, age clock 8, bias 3,2,1,1"; the input-queued router has nothing of it. */
static char *
arbitration (const DlScenario *scenario)
{
  const DlRouterSpec *router = &scenario->router;
  const guint8 *bias = router->request_age_bias;

  if (dl_scenario_is_input_queued (scenario))
    /* Translators: virtual channels a port, and flits that each of these has room for */
    return g_strdup_printf (_ ("input-queued router, %u VCs of %u flits"),
                            scenario->input_queued.vcs, scenario->input_queued.buffer_flits);
  if (router->age_rr_select == 0)
    return g_strdup (_ ("round robin"));
  /* Translators: the period of the age clock in cycles, and the age bias in X, Y, Z and of the
   * processor */
  return g_strdup_printf (router->age_rr_select == G_MAXUINT64
                              ? _ ("age-based: clock period %u, bias %u,%u,%u,%u")
                              : _ ("age-based in part: clock period %u, bias %u,%u,%u,%u"),
                          router->age_clock_period, bias[DL_TORUS_PORT_X_PLUS],
                          bias[DL_TORUS_PORT_Y_PLUS], bias[DL_TORUS_PORT_Z_PLUS],
                          bias[DL_TORUS_PORT_PROCESSOR]);
}

/* Commands ------------------------------------------------------------------------------------- */

static void
add_option (GStrvBuilder *options, const char *option, const char *value)
{
  g_strv_builder_add (options, option);
  g_strv_builder_add (options, value);
}

/* A code region, where it is not the one that is there of itself. */
static void
add_region (GStrvBuilder *options, const DlFigureInput *view)
{
  g_autofree char *region = g_strdup_printf ("%d", view->region);
  gboolean whole;

  if (view->counters == NULL || view->counters->kind != &dl_counters_kind_torus)
    return;
  whole = dl_counters_has_region (view->counters, DL_COUNTERS_WHOLE);
  if (!view->has_region && whole)
    add_option (options, "--region", "all");
  else if (view->has_region && !(whole && view->region == DL_COUNTERS_WHOLE))
    add_option (options, "--region", region);
}

static void
add_node (GStrvBuilder *options, const DlTorusNetwork *network, guint node)
{
  g_autofree char *text = dl_torus_coord_to_string (network->torus.coord[node]);

  add_option (options, "--node", text);
}

static void
add_slice (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view)
{
  const DlFigureInput own = dl_figure_input_default (view->scenario, view->analysis);
  const guint n = dl_figure_network (view)->torus.radix[view->slice];
  g_autofree char *planes
      = g_strdup_printf ("%u-%u", view->first_plane,
                         (view->n_planes > 0 ? view->first_plane + view->n_planes : n) - 1);

  if (view->slice != own.slice)
    add_option (options, "--dimension", dl_torus_dim_name (view->slice));
  if (figure->count_planes != NULL
      && (view->first_plane > 0 || (view->n_planes > 0 && view->n_planes < n)))
    add_option (options, "--planes", planes);
}

/* A figure of a router shows the watched one; the grant shown is its last one, and a repeated run
 * does not have it. */
static void
add_options (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view)
{
  if (figure->needs_measured || (figure->uses_metric && dl_metric_is_measured (view->metric)))
    add_region (options, view);
  if (figure->uses_ring && view->analysis != NULL)
    {
      add_option (options, "--dimension", dl_torus_dim_name (view->dim));
      add_node (options, view->shape, view->node);
    }
  if (figure->needs_inside && view->simulation != NULL)
    {
      add_node (options, view->simulation->shape, view->simulation->inside->router);
      if (view->look.has_output)
        add_option (options, "--port", dl_torus_port_name (view->look.output));
    }
  if (figure->uses_slice && view->analysis != NULL)
    add_slice (options, figure, view);
}

/* Cells ---------------------------------------------------------------------------------------- */

void
dl_figure_add_port (DlCells *cells, guint port)
{
  dl_cells_word (cells, dl_torus_port_name (port),
                 port == DL_TORUS_PORT_PROCESSOR ? _ ("Proc.") : dl_torus_port_label (port));
}

void
dl_figure_add_dim (DlCells *cells, DlTorusDim dim)
{
  static const char *const labels[DL_TORUS_N_DIMS] = { "X", "Y", "Z" };

  dl_cells_word (cells, dl_torus_dim_name (dim), labels[dim]);
}

/* Thumbnails ----------------------------------------------------------------------------------- */

/* The ring matrix. */
#define DATELINE_WIDTH 1.5
#define DATELINE_HALO  0.75

/* A line at the end of each dateline's column, on a halo: a marker would cover half of what there
 * is to see. */
static void
draw_datelines (const DlMap *map, cairo_t *cr, const DlMetricInput *links, const DlTheme *theme)
{
  const DlTorusAnalysis *analysis = links->analysis;
  const DlTorusNetwork *network = links->net.shape;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const DlTorusDim dim = port >> 1;
      const gint at = analysis->routes->spec.dateline[dim];
      DlRect first, last;

      if (!network->torus.ring[dim] || at == DL_NO_DATELINE || network->torus.radix[dim] < 2)
        continue;
      /* The first and the last ring of the panel. */
      const guint from = at * network->torus.stride[dim];
      const guint to = network->n_nodes - 1
                       - (network->torus.radix[dim] - 1 - at) * network->torus.stride[dim];

      if (!dl_map_link_rect (map, from * DL_TORUS_N_NETWORK_PORTS + port, &first)
          || !dl_map_link_rect (map, to * DL_TORUS_N_NETWORK_PORTS + port, &last))
        continue;
      const DlRect line = { first.x + first.width - DATELINE_WIDTH / 2, first.y - 1, DATELINE_WIDTH,
                            last.y + last.height - first.y + 2 };
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, line.x - DATELINE_HALO, line.y, line.width + 2 * DATELINE_HALO,
                       line.height);
      cairo_fill (cr);
      dl_color_set (cr, &theme->accent);
      cairo_rectangle (cr, line.x, line.y, line.width, line.height);
      cairo_fill (cr);
    }
}

static cairo_surface_t *
thumbnail (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlMapOptions map_options = { .kind = DL_MAP_RING_MATRIX,
                                     .slice = DL_Z,
                                     .width = options->width,
                                     .height = options->height,
                                     .scale = options->scale };
  const DlOverlay overlay = { .net = &links->net };
  g_autoptr (DlMap) map = dl_map_new (links->net.shape, &map_options);
  g_autofree float *values = g_new (float, links->net.graph->n_links);
  DlScale scale;
  cairo_surface_t *surface;
  cairo_t *cr;

  dl_contrast_shared_scale (&scale, options->metric, dl_metric_range (options->metric, links),
                            DL_NO_RANGE, options->theme);
  dl_metric_values (options->metric, links, values);
  surface = dl_map_paint (map, links->net.shape, values, &scale, options->theme, NULL);
  cr = cairo_create (surface);
  draw_datelines (map, cr, links, options->theme);
  dl_map_draw_overlay (map, cr, &overlay, &DL_NO_DATELINES, options->theme);
  cairo_destroy (cr);
  return surface;
}

static const char *const told[]
    = { "torus.radix", "torus.wrap", "torus.datelines", "torus.tie", NULL };

const DlFigureFamily dl_figures_torus = {
  .family = &dl_family_torus,
  .metrics = dl_metrics_torus,
  .reader = &dl_figure_reader_torus,
  .init_input = init_input,
  .keep_inside = keep_inside,
  .add_options = add_options,
  .caption = caption,
  .told = told,
  .arbitration = arbitration,
  .analyze_policies = dl_torus_analyze_policies,
  .thumbnail = thumbnail,
  .thumbnail_metric = "balance",
  .flight = &dl_flight_torus,
  .invitation
  = N_ ("No simulation yet. Run it with F8 to see throughput, latency, packet ages and stalls "
        "while you change the network."),
};

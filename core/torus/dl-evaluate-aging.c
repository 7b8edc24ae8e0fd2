#include "dl-evaluate-aging.h"

#include "dl-torus-patterns.h"
#include "dl-torus-scenario.h"

#include <math.h>
#include <string.h>

G_STATIC_ASSERT (DL_AGING_PORTS == DL_N_ROUTER_PORTS);

static gboolean
has_suspects (const DlRoutes *routes)
{
  return memchr (routes->suspect, TRUE, routes->network->n_links) != NULL;
}

static void
read_analysis (DlAgingOptions *options, const DlAnalysis *analysis)
{
  const double delivered = analysis->pairs - analysis->unreachable_pairs - analysis->dropped_pairs;
  /* Packets that a node sends in the analysis. */
  const double sent = (double) analysis->pairs / analysis->network->n_working_nodes;

  if (delivered == 0)
    return;
  options->analysis_hops = analysis->hops_mean;
  options->analysis_hops_max = analysis->hops_max;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      if (stats->links == 0)
        continue;
      options->analysis_dim_hops[dim] = stats->load_mean * stats->links / delivered;
      options->analysis_load[dim] = stats->load_mean / sent;
      options->analysis_load_max[dim] = stats->load_max / sent;
    }
}

DlAgingOptions
dl_evaluate_aging_options (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const DlTorus *torus = &analysis->network->torus;
  const DlRouterSpec *router = &scenario->router;
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlAgingOptions options = dl_aging_options_default ();

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      options.shape.radix[dim] = torus->radix[dim];
      options.shape.ring[dim] = torus->ring[dim];
    }
  options.shape.tie_parity = dl_torus_options (scenario)->routing.tie == DL_TIE_PARITY;
  options.load = traffic->load;
  options.saturated = traffic->saturated;
  options.packet_flits = traffic->packet_flits;
  options.message_packets = traffic->burst_messages;
  options.response_share = traffic->response_share;
  memcpy (options.request_bias, router->request_age_bias, sizeof options.request_bias);
  memcpy (options.response_bias, router->response_age_bias, sizeof options.response_bias);
  options.age_clock_period = router->age_clock_period;
  options.input_buffer = router->input_buffer;
  options.staging_buffer = router->staging_buffer;
  options.link_cycles = router->link_cycles;
  options.crossbar_cycles = router->crossbar_cycles;
  options.ejection_rate = router->ejection_rate;
  options.uniform = dl_scenario_is_uniform (scenario, analysis->network);
  options.healthy = dl_torus_options (scenario)->spec.broken_cables->len == 0
                    && dl_torus_options (scenario)->spec.broken_channels->len == 0
                    && dl_torus_options (scenario)->spec.broken_nodes->len == 0;
  options.dimension_order = !has_suspects (analysis->routes);
  read_analysis (&options, analysis);
  return options;
}

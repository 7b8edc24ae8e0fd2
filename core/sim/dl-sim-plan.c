#include "dl-sim.h"

#include <math.h>

/* Where each source of @flows, which are by source, begins. */
static void
index_flows (DlSimPlan *plan, const GArray *flows)
{
  const guint n = plan->routes->network->n_nodes;
  guint i = 0;

  plan->first_dest = g_new (guint32, n + 1);
  plan->dest = g_new (guint32, MAX (flows->len, 1));
  for (guint node = 0; node <= n; node++)
    {
      plan->first_dest[node] = i;
      for (; node < n && i < flows->len && g_array_index (flows, DlFlow, i).source == node; i++)
        plan->dest[i] = g_array_index (flows, DlFlow, i).dest;
    }
  g_assert (i == flows->len);
}

DlSimPlan *
dl_sim_plan_new (const DlSimPlanOptions *options)
{
  DlSimPlan *plan = g_new0 (DlSimPlan, 1);

  g_assert (options->packet_flits >= 1 && options->packet_flits <= DL_SIM_MAX_FLITS);
  g_assert (options->router.input_buffer >= options->packet_flits
            && options->router.staging_buffer >= options->packet_flits);
  g_assert (options->load >= 0 && options->burst >= 1 && options->router.link_cycles >= 1);
  g_atomic_ref_count_init (&plan->refs);
  plan->routes = dl_routes_ref (options->routes);
  plan->router = options->router;
  plan->packet_flits = options->packet_flits;
  plan->burst = options->burst;
  plan->load = options->load;
  plan->response_share = options->response_share;
  plan->source_vc_zero = options->source_vc_zero;
  plan->seed = options->seed;
  plan->uniform = options->demand->uniform;
  if (!plan->uniform)
    index_flows (plan, options->demand->flows);
  return plan;
}

DlSimPlan *
dl_sim_plan_ref (DlSimPlan *plan)
{
  g_atomic_ref_count_inc (&plan->refs);
  return plan;
}

void
dl_sim_plan_unref (DlSimPlan *plan)
{
  if (plan == NULL || !g_atomic_ref_count_dec (&plan->refs))
    return;
  dl_routes_unref (plan->routes);
  g_free (plan->first_dest);
  g_free (plan->dest);
  g_free (plan);
}

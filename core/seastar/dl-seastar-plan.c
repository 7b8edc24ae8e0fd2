#include "dl-seastar-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static gboolean G_GNUC_PRINTF (3, 4) fail (GError **error, DlSimError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_SIM_ERROR, code, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_router (const DlRouterSpec *router, guint packet_flits, GError **error)
{
  if (router->input_buffer < packet_flits || router->staging_buffer < packet_flits)
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("buffers of %u and %u flits cannot hold a packet of %u flits (use at least "
                    "one packet)"),
                 router->input_buffer, router->staging_buffer, packet_flits);
  if (router->input_buffer > G_MAXUINT16 || router->staging_buffer > G_MAXUINT16)
    return fail (error, DL_SIM_ERROR_LIMIT, _ ("the buffers are too large (at most %u flits)"),
                 G_MAXUINT16);
  if (!(router->ejection_rate > 0 && router->ejection_rate <= 1))
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("an ejection rate of %g is out of range (expected above 0 and at most 1 "
                    "flit/cycle)"),
                 router->ejection_rate);
  if (router->link_cycles < 1 || router->crossbar_cycles < 1 || router->age_clock_period < 1)
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("a link delay, crossbar delay or age clock period of 0 cycles is not possible "
                    "(at least 1)"));
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    if (router->request_age_bias[port] > 7 || router->response_age_bias[port] > 7)
      return fail (error, DL_SIM_ERROR_LIMIT, _ ("an age bias above 7 is not possible (3 bits)"));
  if (!(router->link_error_rate >= 0 && router->link_error_rate < 1))
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("router.link-error-rate: %g is out of range (expected 0 or more, and below 1)"),
                 router->link_error_rate);
  return TRUE;
}

static gboolean
check (const DlSeastarPlanOptions *options, GError **error)
{
  if (options->packet_flits < 1 || options->packet_flits > DL_SEASTAR_MAX_FLITS)
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("packets of %u flits are not possible (expected 1 "
                    "to %u)"),
                 options->packet_flits, DL_SEASTAR_MAX_FLITS);
  if (!(options->load >= 0 && (options->load <= 1 || isinf (options->load))))
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("a load of %g is out of range (expected 0 to 1 flits/node/cycle, or "
                    "saturated)"),
                 options->load);
  if (options->sent.burst < 1 || !(options->response_share >= 0 && options->response_share <= 1))
    return fail (error, DL_SIM_ERROR_LIMIT,
                 _ ("bursts of %u packets with a share of %g responses are not possible (expected "
                    "at least 1, and 0 to 1)"),
                 options->sent.burst, options->response_share);
  return check_router (&options->router, options->packet_flits, error);
}

/* Check that @to can receive from @from. */
static gboolean
check_pair (const DlSeastarPlan *plan, guint from, guint to, GError **error)
{
  const DlTorusCoord *coord = plan->routes->network->torus.coord;
  const guint source = dl_workload_node (plan->workload, from);
  const guint dest = dl_workload_node (plan->workload, to);
  const DlTorusRouteStatus status = dl_seastar_route_status (plan, source, dest);
  g_autofree char *source_name = NULL;
  g_autofree char *dest_name = NULL;

  if (status == DL_TORUS_ROUTE_DELIVERED)
    return TRUE;
  source_name = dl_torus_coord_to_string (coord[source]);
  dest_name = dl_torus_coord_to_string (coord[dest]);
  return fail (error, DL_SIM_ERROR_UNREACHABLE,
               status == DL_TORUS_ROUTE_DROPPED
                   ? _ ("packets of rank %u on node %s for rank %u on node %s are dropped at a "
                        "dateline, so the program would never end (use a different routing "
                        "engine, or the datelines of optimize --past-faults)")
                   : _ ("rank %u on node %s cannot reach rank %u on node %s, so the program would "
                        "never end (use a different routing engine, or the datelines of optimize "
                        "--past-faults)"),
               from, source_name, to, dest_name);
}

static gboolean
take_workload (DlSeastarPlan *plan, DlWorkload *workload, GError **error)
{
  DlWorkloadStep step;

  g_assert (workload->spec.packet.flits == plan->packet_flits);
  plan->workload = dl_workload_ref (workload);
  plan->least_flits = MIN (plan->least_flits, dl_workload_least_flits (workload));
  if (plan->all_reachable)
    return TRUE;
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
      if (step.send_to != DL_NO_RANK && !check_pair (plan, rank, step.send_to, error))
        return FALSE;
  return TRUE;
}

static void
sim_plan_free (gpointer data)
{
  DlSeastarPlan *plan = data;

  dl_torus_leg_memo_free (plan->legs);
  dl_torus_routes_unref (plan->routes);
  dl_sim_sources_clear (&plan->sources);
  dl_workload_unref (plan->workload);
  g_free (plan);
}

DlSeastarPlan *
dl_seastar_plan_new (const DlSeastarPlanOptions *options, GError **error)
{
  g_autoptr (DlSeastarPlan) plan = NULL;

  if (!check (options, error))
    return NULL;
  plan = g_new0 (DlSeastarPlan, 1);
  dl_shared_init (&plan->shared, sim_plan_free);
  plan->routes = dl_torus_routes_ref (options->routes);
  plan->router = options->router;
  plan->packet_flits = options->packet_flits;
  plan->lengths = options->lengths;
  plan->burst = options->sent.burst;
  plan->load = options->load;
  plan->response_share = options->response_share;
  plan->seed = options->seed;
  plan->all_reachable = dl_torus_routes_are_undisturbed (plan->routes);
  plan->legs = dl_torus_leg_memo_new (plan->routes);
  plan->least_flits = dl_packet_lengths_least (&plan->lengths, plan->packet_flits);
  dl_sim_sources_init (&plan->sources, &options->sent, plan->routes->network->n_nodes,
                       plan->routes->network->node_up);
  if (options->sent.workload != NULL && !take_workload (plan, options->sent.workload, error))
    return NULL;
  if (!dl_seastar_plan_fits (plan))
    {
      fail (error, DL_SIM_ERROR_LIMIT,
            _ ("a router can hold more than %u packets (use smaller buffers or larger packets)"),
            DL_SEASTAR_MAX_PACKETS);
      return NULL;
    }
  return g_steal_pointer (&plan);
}

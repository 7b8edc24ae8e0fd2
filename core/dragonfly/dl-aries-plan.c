#include "dl-aries-private.h"
#include "dl-dragonfly-name.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Times stay in a wheel of events. */
#define LEAST_RATE 0.01
#define MOST_RATE  64.0

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_SIM_ERROR, DL_SIM_ERROR_LIMIT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_router (const DlAriesRouter *router, guint packet_flits, GError **error)
{
  if (router->input_buffer < packet_flits || router->input_buffer > G_MAXUINT16)
    return fail (error,
                 _ ("a buffer of %u flits is not possible with packets of %u flits "
                    "(expected one packet to %u flits)"),
                 router->input_buffer, packet_flits, G_MAXUINT16);
  if (router->link_cycles < 1 || router->link_cycles > DL_ARIES_MAX_LINK_CYCLES)
    return fail (error, _ ("a link delay of %u cycles is out of range (expected 1 to %u)"),
                 router->link_cycles, DL_ARIES_MAX_LINK_CYCLES);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    if (!(router->rate[class] >= LEAST_RATE && router->rate[class] <= 1))
      return fail (error,
                   _ ("a bandwidth of %2$g flits/cycle on a %1$s link is out of range "
                      "(expected %3$g to 1)"),
                   dl_link_class_title (class), router->rate[class], LEAST_RATE);
  if (!(router->node_rate >= LEAST_RATE && router->node_rate <= MOST_RATE))
    return fail (error,
                 _ ("an injection rate of %g flits/cycle is out of range (expected %g to "
                    "%g)"),
                 router->node_rate, LEAST_RATE, MOST_RATE);
  return TRUE;
}

static gboolean
check (const DlAriesPlanOptions *options, GError **error)
{
  if (options->packet_flits < 1 || options->packet_flits > DL_ARIES_MAX_FLITS)
    return fail (error, _ ("packets of %u flits are not possible (expected 1 to %u)"),
                 options->packet_flits, DL_ARIES_MAX_FLITS);
  if (options->payload_bytes < 1 || options->payload_bytes > G_MAXUINT16)
    return fail (error, _ ("a payload of %u bytes is out of range (expected 1 to %u)"),
                 options->payload_bytes, G_MAXUINT16);
  if (options->workload == NULL
      && !(options->load >= 0 && (options->load <= MOST_RATE || isinf (options->load))))
    return fail (error,
                 _ ("a load of %g is out of range (expected 0 to %g flits/node/cycle, or "
                    "saturated)"),
                 options->load, MOST_RATE);
  if (!(options->response_share >= 0 && options->response_share <= 1))
    return fail (error, _ ("a share of %g responses is out of range (expected 0 to 1)"),
                 options->response_share);
  return check_router (&options->router, options->packet_flits, error);
}

/* Whole groups that all know each other leave nobody out. */
static gboolean
is_undisturbed (const DlDragonflyRoutes *routes)
{
  for (guint a = 0; a < routes->dragonfly->n_groups; a++)
    for (guint b = 0; b < routes->dragonfly->n_groups; b++)
      if (!dl_dragonfly_plain_groups (routes, a, b))
        return FALSE;
  return TRUE;
}

static gboolean
check_ports (const DlDragonfly *net, GError **error)
{
  for (guint router = 0; router < net->n_routers; router++)
    {
      const guint ports
          = net->first_link[router + 1] - net->first_link[router] + net->nodes_per_router;

      if (ports >= DL_ARIES_MAX_PORTS || net->nodes_per_router > 64)
        return fail (error, _ ("a router with %u ports is not possible (at most %u)"), ports,
                     DL_ARIES_MAX_PORTS - 1);
    }
  return TRUE;
}

/* What a rank waits for must be able to come. */
static gboolean
check_pair (const DlAriesPlan *plan, guint from, guint to, GError **error)
{
  const DlDragonfly *net = plan->options.routes->dragonfly;
  const DlWorkload *workload = plan->options.workload;
  const guint source = dl_workload_node (workload, from), dest = dl_workload_node (workload, to);
  g_autofree char *source_name = NULL;
  g_autofree char *dest_name = NULL;

  if (dl_aries_reaches (plan, source, dest))
    return TRUE;
  source_name = dl_dragonfly_node_to_string (net, source);
  dest_name = dl_dragonfly_node_to_string (net, dest);
  g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE,
               _ ("rank %u on node %s cannot reach rank %u on node %s, so the program would never "
                  "end (restore links or cables, or use a different placement)"),
               from, source_name, to, dest_name);
  return FALSE;
}

static gboolean
take_workload (DlAriesPlan *plan, DlWorkload *workload, GError **error)
{
  DlWorkloadStep step;

  g_assert (workload->spec.packet.flits == plan->options.packet_flits);
  g_assert (workload->spec.packet.payload_bytes == plan->options.payload_bytes);
  g_assert (workload->n_tags <= G_MAXUINT8); /* a packet's */
  plan->options.workload = dl_workload_ref (workload);
  if (plan->all_reachable || workload->spec.kind->unawaited)
    return TRUE;
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
      if (step.send_to != DL_NO_RANK && !check_pair (plan, rank, step.send_to, error))
        return FALSE;
  return TRUE;
}

static void
aries_plan_free (gpointer data)
{
  DlAriesPlan *plan = data;

  dl_dragonfly_routes_unref (plan->options.routes);
  dl_dragonfly_demand_unref (plan->options.demand);
  dl_workload_unref (plan->options.workload);
  g_free (plan);
}

DlAriesPlan *
dl_aries_plan_new (const DlAriesPlanOptions *options, GError **error)
{
  DlAriesPlan *plan;

  if (!check (options, error) || !check_ports (options->routes->dragonfly, error))
    return NULL;
  plan = g_new0 (DlAriesPlan, 1);
  dl_shared_init (&plan->shared, aries_plan_free);
  plan->options = *options;
  dl_dragonfly_routes_ref (plan->options.routes);
  dl_dragonfly_demand_ref (plan->options.demand);
  plan->all_reachable = is_undisturbed (plan->options.routes);
  plan->options.workload = NULL;
  if (options->workload == NULL || take_workload (plan, options->workload, error))
    return plan;
  dl_aries_plan_unref (plan);
  return NULL;
}

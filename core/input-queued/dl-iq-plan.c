/* What is simulated, and whether it can be. */
#include "dl-iq-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_SIM_ERROR, DL_SIM_ERROR_LIMIT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_range (const char *key, guint value, guint low, guint high, GError **error)
{
  if (value >= low && value <= high)
    return TRUE;
  return fail (error, _ ("%s: %u is out of range (expected %u to %u)"), key, value, low, high);
}

static gboolean
check_spec (const DlIqSpec *spec, GError **error)
{
  return check_range ("input-queued.vcs", spec->vcs, 1, DL_IQ_MAX_VCS, error)
         && check_range ("input-queued.buffer-flits", spec->buffer_flits, 1, DL_IQ_MAX_BUFFER,
                         error)
         && check_range ("input-queued.routing-delay", spec->routing_delay, 1, DL_IQ_MAX_STAGE,
                         error)
         && check_range ("input-queued.vc-allocation-delay", spec->vc_allocation_delay, 1,
                         DL_IQ_MAX_STAGE, error)
         && check_range ("input-queued.switch-allocation-delay", spec->switch_allocation_delay, 1,
                         DL_IQ_MAX_STAGE, error)
         && check_range ("input-queued.switch-traversal-delay", spec->switch_traversal_delay, 1,
                         DL_IQ_MAX_STAGE, error)
         && check_range ("input-queued.credit-delay", spec->credit_delay, 0, DL_IQ_MAX_DELAY, error)
         && check_range ("input-queued.allocator-iterations", spec->allocator_iterations, 1, 64,
                         error);
}

static gboolean
check (const DlIqPlanOptions *options, GError **error)
{
  if (!check_spec (&options->spec, error)
      || !check_range ("traffic.packet-flits", options->packet_flits, 1, DL_IQ_MAX_FLITS, error))
    return FALSE;
  if (options->graph->n_ports > DL_IQ_MAX_PORTS)
    return fail (error,
                 _ ("router.model: routers of %u ports are too large for the input-queued router "
                    "(at most %u ports)"),
                 options->graph->n_ports, DL_IQ_MAX_PORTS);
  if (!(options->load >= 0 && (options->load <= options->packet_flits || isinf (options->load))))
    return fail (error,
                 _ ("a load of %g is out of range (expected 0 to 1 flits/node/cycle, or "
                    "saturated)"),
                 options->load);
  g_assert (options->burst >= 1 && options->most_choices >= 1);
  return TRUE;
}

/* Traffic ------------------------------------------------------------------------------------ */

/* Whether a source sends more to one destination than to another. */
static gboolean
have_weights (const GArray *flows)
{
  for (guint i = 1; i < flows->len; i++)
    {
      const DlFlow *before = &g_array_index (flows, DlFlow, i - 1);
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);

      if (flow->source == before->source && flow->weight != before->weight)
        return TRUE;
    }
  return FALSE;
}

/* What each source offers of the load: @share (n_nodes), which is taken. */
static void
set_rates (DlIqPlan *plan, double *share)
{
  const DlGraph *graph = plan->options.graph;
  g_autofree double *rate = share;
  gboolean same = TRUE;

  for (guint node = 0; node < graph->n_nodes; node++)
    same &= rate[node] == 1 || !graph->node_up[node];
  if (!same)
    plan->rate = g_steal_pointer (&rate);
}

static void
index_sets (DlIqPlan *plan, const DlDemand *demand)
{
  const guint n = plan->options.graph->n_nodes;
  const double most = dl_demand_most_of_sets (demand);
  double *share = g_new0 (double, n);

  plan->set = g_memdup2 (demand->set, n * sizeof *plan->set);
  plan->set_first = g_memdup2 (demand->set_first, (demand->n_sets + 1) * sizeof *plan->set_first);
  plan->set_node
      = g_memdup2 (demand->set_node, demand->set_first[demand->n_sets] * sizeof *plan->set_node);
  for (guint node = 0; node < n; node++)
    if (plan->set[node] != DL_NO_SET && most > 0)
      share[node] = (plan->set_first[plan->set[node] + 1] - plan->set_first[plan->set[node]] - 1)
                    * demand->set_weight / most;
  set_rates (plan, share);
}

static void
ask_rates (DlIqPlan *plan)
{
  const DlIqPlanOptions *options = &plan->options;

  plan->rate = g_new (double, options->graph->n_nodes);
  for (guint node = 0; node < options->graph->n_nodes; node++)
    plan->rate[node] = options->traffic->rate (options->traffic_data, node);
}

/* Where each source of @flows, which are by source, begins, and what its destinations weigh. */
static void
index_flows (DlIqPlan *plan, const GArray *flows)
{
  const guint n = plan->options.graph->n_nodes;
  double *sent = g_new0 (double, n);
  double sum = 0;
  guint i = 0;

  plan->first_dest = g_new (guint32, n + 1);
  plan->dest = g_new (guint32, MAX (flows->len, 1));
  if (have_weights (flows))
    plan->upto = g_new (guint64, flows->len);
  for (guint node = 0; node <= n; node++)
    {
      guint64 weight = 0;

      plan->first_dest[node] = i;
      for (; node < n && i < flows->len && g_array_index (flows, DlFlow, i).source == node; i++)
        {
          const DlFlow *flow = &g_array_index (flows, DlFlow, i);

          plan->dest[i] = flow->dest;
          weight += flow->weight;
          sent[node] += flow->weight;
          sum += flow->weight;
          if (plan->upto != NULL)
            plan->upto[i] = weight;
        }
    }
  g_assert (i == flows->len);
  for (guint node = 0; node < n && sum > 0; node++)
    sent[node] *= plan->n_working_nodes / sum;
  set_rates (plan, sent);
}

/* Packets that have flits in a buffer of @flits or on their way to it: all of a packet but for the
 * first one and the last, of which there may be one flit each. */
static guint
count_queued (guint flits, guint least)
{
  const guint most = flits < 2 ? 1 : (flits - 2) / least + 2;
  guint size = 1;

  while (size < most)
    size *= 2;
  return size;
}

/* What @link takes a flit. */
static guint
cycles_of (const DlIqPlanOptions *options, guint link)
{
  const DlGraph *graph = options->graph;

  return graph->link_cycles[link] > 0 ? graph->link_cycles[link]
                                      : options->class_cycles[graph->link_class[link]];
}

static void
place_link (DlIqPlan *plan, guint link)
{
  const DlGraph *graph = plan->options.graph;
  const guint out = graph->link_from[link] * graph->n_ports + graph->link_port[link];
  const guint in = graph->link_to[link] * graph->n_ports + graph->peer_port[link];

  plan->ports[out].link = link;
  plan->ports[out].far_port = in;
  plan->ports[out].delay = cycles_of (&plan->options, link);
  plan->ports[in].near_port = out;
}

/* A node that has only one of its two channels does not work, and has its place for both there. */
static void
place_node (DlIqPlan *plan, guint node)
{
  const DlGraph *graph = plan->options.graph;
  const guint32 sends = graph->inject_router[node], hears = graph->eject_router[node];
  const guint in = sends * graph->n_ports + graph->inject_port[node];
  const guint out = hears * graph->n_ports + graph->eject_port[node];

  g_assert (sends != DL_NO_NODE || hears != DL_NO_NODE);
  plan->inject_port[node] = sends != DL_NO_NODE ? in : out;
  plan->eject_port[node] = hears != DL_NO_NODE ? out : in;
  plan->ports[plan->inject_port[node]].sender = node;
  plan->ports[plan->eject_port[node]].hearer = node;
}

static void
place_all (DlIqPlan *plan)
{
  const DlGraph *graph = plan->options.graph;
  const gsize n = (gsize) graph->n_routers * graph->n_ports;

  plan->ports = g_new (DlIqPort, n);
  plan->inject_port = g_new (guint32, graph->n_nodes);
  plan->eject_port = g_new (guint32, graph->n_nodes);
  for (gsize i = 0; i < n; i++)
    plan->ports[i] = (DlIqPort) { DL_IQ_NONE, DL_IQ_NONE, DL_IQ_NONE, DL_IQ_NONE, DL_IQ_NONE, 1 };
  for (guint link = 0; link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      place_link (plan, link);
  for (guint node = 0; node < graph->n_nodes; node++)
    place_node (plan, node);
}

/* What a rank waits for must be able to come. */
static gboolean
check_workload (const DlIqPlan *plan, GError **error)
{
  const DlIqPlanOptions *options = &plan->options;
  const DlWorkload *workload = options->workload;
  DlWorkloadStep step;

  for (guint rank = 0; rank < workload->n_ranks && options->routing->fate != NULL; rank++)
    for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
      if (step.send_to != DL_NO_RANK
          && options->routing->fate (options->routing_data, dl_workload_node (workload, rank),
                                     dl_workload_node (workload, step.send_to))
                 != DL_IQ_DELIVERED)
        {
          g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE,
                       _ ("rank %u cannot reach rank %u, so the program would never end (use a "
                          "different routing engine)"),
                       rank, step.send_to);
          return FALSE;
        }
  return TRUE;
}

static void
iq_plan_free (gpointer data)
{
  DlIqPlan *plan = data;

  if (plan->options.routing->unref != NULL)
    plan->options.routing->unref (plan->options.routing_data);
  if (plan->options.traffic != NULL && plan->options.traffic->unref != NULL)
    plan->options.traffic->unref (plan->options.traffic_data);
  dl_workload_unref (plan->options.workload);
  dl_graph_unref (plan->options.graph);
  g_free (plan->ports);
  g_free (plan->inject_port);
  g_free (plan->eject_port);
  g_free (plan->first_dest);
  g_free (plan->dest);
  g_free (plan->upto);
  g_free (plan->set);
  g_free (plan->set_first);
  g_free (plan->set_node);
  g_free (plan->rate);
  g_free (plan);
}

DlIqPlan *
dl_iq_plan_new (const DlIqPlanOptions *options, GError **error)
{
  g_autoptr (DlIqPlan) plan = g_new0 (DlIqPlan, 1);

  dl_shared_init (&plan->shared, iq_plan_free);
  plan->options = *options;
  plan->options.demand = NULL;
  plan->options.workload = options->workload != NULL ? dl_workload_ref (options->workload) : NULL;
  plan->options.graph = dl_graph_ref (options->graph);
  if (!check (options, error))
    return NULL;
  place_all (plan);
  for (guint node = 0; node < options->graph->n_nodes; node++)
    plan->n_working_nodes += options->graph->node_up[node] != FALSE;
  plan->least_flits = options->packet_flits;
  if (options->workload != NULL)
    {
      plan->least_flits = MIN (plan->least_flits, dl_workload_least_flits (options->workload));
      if (!check_workload (plan, error))
        return NULL;
    }
  else if (options->traffic != NULL)
    ask_rates (plan);
  else if (dl_demand_has_sets (options->demand))
    index_sets (plan, options->demand);
  else if (!options->demand->uniform)
    index_flows (plan, options->demand->flows);
  plan->queued_packets = count_queued (options->spec.buffer_flits, plan->least_flits);
  return g_steal_pointer (&plan);
}

/* What a virtual channel bounds -----------------------------------------------------------------
 */

guint
dl_iq_hold_cycles (const DlIqSpec *spec, guint flits)
{
  return spec->routing_delay + spec->vc_allocation_delay + flits * spec->switch_allocation_delay;
}

char *
dl_iq_hold_note (const char *basis, const DlIqSpec *spec, guint flits, double load)
{
  g_autofree char *packet = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "a packet of %u flit", "a packet of %u flits", flits), flits);

  /* Translators: what loads are (“exact: …”), then “a packet of 9 flits”, cycles, and a load */
  return g_strdup_printf (
      _ ("%s; %s holds its only virtual channel for %u cycles, which bounds the "
         "saturation load: ≤ %.4f"),
      basis != NULL ? basis : _ ("exact"), packet, dl_iq_hold_cycles (spec, flits), load);
}

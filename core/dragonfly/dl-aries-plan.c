#include "dl-aries-private.h"
#include "dl-dragonfly-name.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Whether a change of links cuts off a pair that sends. */

typedef struct
{
  const DlAriesPlan *plan;
  const DlDragonflyRoutes *before, *after;
} Look;

static gboolean
has_way (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  DlDragonflyPacket packet;

  return dl_dragonfly_inject (routes, source, dest, FALSE, 0, &packet);
}

/* Do nodes of these routers share a set? */
static gboolean
share_set (const DlAriesPlan *plan, const guint32 *set, guint from, guint to)
{
  const guint p = plan->options.routes->dragonfly->nodes_per_router;

  for (guint a = from * p; a < (from + 1) * p; a++)
    for (guint b = to * p; set[a] != DL_NO_SET && b < (to + 1) * p; b++)
      if (set[a] == set[b])
        return TRUE;
  return FALSE;
}

static gboolean
sends (const Look *look, guint from, guint to)
{
  const DlDragonflyDemand *demand = look->plan->options.demand;

  if (demand->groups != NULL)
    return demand->groups[dl_dragonfly_group (look->after, from) * look->after->dragonfly->n_groups
                          + dl_dragonfly_group (look->after, to)]
           > 0;
  return share_set (look->plan, demand->set, from, to);
}

/* Does a pair that sends have no minimal path any more? */
static gboolean
is_lost (const Look *look, guint from, guint to)
{
  return !has_way (look->after, from, to) && has_way (look->before, from, to)
         && sends (look, from, to);
}

/* Inside a group. */
static gboolean
loses_local (const Look *look, guint group)
{
  const guint32 *first = look->after->dragonfly->group_first;

  for (guint from = first[group]; from < first[group + 1]; from++)
    for (guint to = first[group]; to < first[group + 1]; to++)
      if (!dl_dragonfly_plain (look->after, from, to) && is_lost (look, from, to))
        return TRUE;
  return FALSE;
}

/* Between groups, the plain ones by the sets of their blue links. */
static gboolean
loses_global (const Look *look, guint a, guint b)
{
  const DlDragonflyRoutes *routes = look->after;
  const guint32 *first = routes->dragonfly->group_first;
  const guint n_from = first[a + 1] - first[a], n_to = first[b + 1] - first[b];
  const gsize size = 3 * routes->words;
  g_autofree guint64 *near = g_new (guint64, n_from * size);
  g_autofree guint64 *far = g_new (guint64, n_to * size);
  g_autofree guint64 *set = g_new (guint64, routes->words);

  for (guint i = 0; i < n_from; i++)
    dl_dragonfly_near_sets (routes, first[a] + i, b, near + i * size);
  for (guint j = 0; j < n_to; j++)
    dl_dragonfly_far_sets (routes, a, first[b] + j, far + j * size);
  for (guint i = 0; i < n_from; i++)
    for (guint j = 0; j < n_to; j++)
      if (dl_dragonfly_join_sets (routes, near + i * size, far + j * size, set) == DL_DRAGONFLY_FAR
          && is_lost (look, first[a] + i, first[b] + j))
        return TRUE;
  return FALSE;
}

static gboolean
loses_flows (const Look *look)
{
  const DlDragonflyDemand *demand = look->plan->options.demand;
  const guint p = demand->dragonfly->nodes_per_router;

  for (guint node = 0; node < demand->dragonfly->n_nodes; node++)
    for (guint i = demand->first_flow[node]; i < demand->first_flow[node + 1]; i++)
      if (!has_way (look->after, node / p, demand->dest[i] / p)
          && has_way (look->before, node / p, demand->dest[i] / p))
        return TRUE;
  return FALSE;
}

/* dl-aries-plan.c: is there a pair that sends by @plan, and had a way by @before, but has none
 * now?
 */
static gboolean
aries_loses_pairs (const DlAriesPlan *plan, const DlDragonflyRoutes *before)
{
  const Look look = { plan, before, plan->options.routes };
  const guint n = look.after->dragonfly->n_groups;

  if (plan->all_reachable)
    return FALSE;
  if (plan->options.demand->first_flow != NULL)
    return loses_flows (&look);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      if (!dl_dragonfly_plain_groups (look.after, a, b)
          && (a == b ? loses_local (&look, a) : loses_global (&look, a, b)))
        return TRUE;
  return FALSE;
}

/* Another plan while the network is at work. Links that break or come back leave every packet in
 * the order of virtual channels that keeps it from waiting in a cycle, whichever tables it goes by:
 * so new routes hold at once, and what stands somewhere is routed from there. Where a pair is cut
 * off the machine itself is quiesced: the sources pause, the network drains, and the tables are
 * swapped when it is empty (Cascade paper 3). */

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64

static gboolean
same_routers (const DlAriesRouter *a, const DlAriesRouter *b)
{
  return a->input_buffer == b->input_buffer && a->link_cycles == b->link_cycles
         && memcmp (a->rate, b->rate, sizeof a->rate) == 0 && a->node_rate == b->node_rate
         && a->outstanding == b->outstanding;
}

/* Ranks cannot take up another's work, or leave theirs; nor wait for what a change may lose. */
static gboolean
same_messages (const DlWorkload *a, const DlWorkload *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->spec.kind->unawaited && dl_workload_same (a, b);
}

gboolean
dl_aries_fits (const DlAries *sim, const DlAriesPlan *plan)
{
  const DlAriesPlanOptions *a = &sim->plan->options, *b = &plan->options;
  const DlDragonfly *here = sim->dragonfly, *there = b->routes->dragonfly;

  return same_routers (&a->router, &b->router) && a->packet_flits == b->packet_flits
         && dl_packet_lengths_equal (&a->lengths, &b->lengths)
         && a->payload_bytes == b->payload_bytes && here->n_groups == there->n_groups
         && here->n_routers == there->n_routers && here->n_nodes == there->n_nodes
         && here->n_links == there->n_links
         && memcmp (here->link_from, there->link_from, here->n_links * sizeof *here->link_from) == 0
         && memcmp (here->link_to, there->link_to, here->n_links * sizeof *here->link_to) == 0
         && same_messages (a->workload, b->workload);
}

/* Changing at once ----------------------------------------------------------------------------- */

/* The packet is on a broken link: the space that it would have taken downstream is free. */
static gboolean
keep_event (const DlSimEvent *event, gpointer data)
{
  DlAriesBlock *block = data;
  const DlAries *sim = block->sim;
  const DlDragonfly *net = sim->dragonfly;
  const DlAriesPacket *packet;
  DlAriesPort *output;
  guint32 index;
  guint link;

  if (event->kind != DL_ARIES_ARRIVE)
    return event->kind != DL_ARIES_WAKE_SOURCE;
  index = event->packet32;
  packet = &block->packets[index];
  link = net->link_back[net->first_link[block->first_router + event->node] + packet->in];
  if (net->link_state[link] == DL_LINK_UP)
    return TRUE;
  output = &sim->ports[dl_aries_port_of_link (sim, link)];
  output->credits[packet->buffer] += packet->flits;
  output->taken -= packet->flits;
  dl_aries_drop_on_link (block, index);
  return FALSE;
}

/* All that waits in @router, port by port, into @waiting. */
static void
empty_queues (DlAriesBlock *block, guint router, GArray *waiting)
{
  const DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];

  g_array_set_size (waiting, 0);
  for (guint in = 0; in < state->n_ports; in++)
    for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
      {
        const DlAriesQueue *queue = dl_aries_queue (sim, state->first_port + in, vc);

        while (queue->first != DL_ARIES_NO_PACKET)
          {
            const guint32 index
                = dl_aries_dequeue (block, router, block->packets[queue->first].out, vc, in);
            g_array_append_val (waiting, index);
          }
      }
}

/* Route waiting packets of @router by the current routes. */
static void
route_again (DlAriesBlock *block, guint router, GArray *waiting)
{
  DlAries *sim = block->sim;
  DlAriesRouterState *state = &sim->routers[router];

  empty_queues (block, router, waiting);
  for (guint i = 0; i < waiting->len; i++)
    {
      const guint32 index = g_array_index (waiting, guint32, i);
      DlAriesPacket *packet = &block->packets[index];
      DlDetour detour; /* it counts as when it was injected */

      if (dl_aries_route_next (block, router, packet)
          || (packet->hops == 0 && dl_aries_route_first (block, router, packet, &detour)))
        dl_aries_enqueue (block, router, index);
      else
        dl_aries_drop (block, router, index);
    }
  memset (state->outputs, 0, sizeof state->outputs);
  for (guint out = 0; out < state->n_ports; out++)
    if (sim->ports[state->first_port + out].vcs != 0)
      dl_aries_wake_output (block, router, out);
    else
      dl_aries_set_stalled (block, &sim->ports[state->first_port + out], FALSE);
}

static void
forget_births (DlAries *sim, guint node)
{
  DlSimBirths *births = &sim->nodes[node].births;
  guint n = 0;

  for (guint i = 0; i < births->n; i++)
    {
      const DlSimBirth birth = *dl_sim_births_at (births, i);

      if (dl_aries_reaches (sim->plan, node, birth.dest))
        *dl_sim_births_at (births, n++) = birth;
    }
  sim->tallies.of[0].counters.dropped_source += births->n - n;
  births->n = n;
}

static void
take_plan (DlAries *sim, DlAriesPlan *plan)
{
  const gboolean reroute = plan->options.routes != sim->routes;
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));

  dl_aries_plan_ref (plan);
  dl_aries_plan_unref (sim->plan);
  sim->plan = plan;
  sim->routes = plan->options.routes;
  sim->dragonfly = sim->routes->dragonfly;
  dl_aries_take_rates (sim);
  if (reroute)
    dl_aries_only_ports_init (sim);
  /* Between runs there is one thread. */
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      sim->blocks[i].worker = 0;
      sim->blocks[i].tally = &sim->tallies.of[0];
      sim->blocks[i].now = sim->now;
      dl_sim_choices_forget (sim->blocks[i].choices);
    }
  for (guint i = 0; i < sim->n_blocks; i++)
    for (guint w = 0; w < DL_ARIES_WHEELS; w++)
      dl_sim_wheel_filter (&sim->blocks[i].wheels[w], keep_event, &sim->blocks[i]);
  if (reroute)
    for (guint router = 0; router < sim->dragonfly->n_routers; router++)
      route_again (dl_aries_block_of (sim, router), router, waiting);
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      forget_births (sim, node);
      dl_aries_program_forget (sim, node);
      dl_aries_source_start (sim, node);
    }
}

/* Draining ------------------------------------------------------------------------------------- */

/* Packets go no more over what works by the old plan and not by the new one. */
static void
mark_dead (DlAries *sim, const DlDragonfly *after)
{
  const DlDragonfly *before = sim->dragonfly;

  if (sim->swap.dead == NULL)
    sim->swap.dead = g_new0 (guint8, before->n_links);
  for (guint link = 0; link < before->n_links; link++)
    if (before->link_state[link] == DL_LINK_UP && after->link_state[link] != DL_LINK_UP)
      sim->swap.dead[link] = TRUE;
  if (sim->swap.dead_router == NULL)
    sim->swap.dead_router = g_new0 (guint8, before->n_routers);
  for (guint router = 0; router < before->n_routers; router++)
    if (before->router_up[router] && !after->router_up[router])
      sim->swap.dead_router[router] = TRUE;
}

/* Can the simulation continue: routers as before, and a path for every pair? */
static gboolean
goes_on (const DlAries *sim, const DlAriesPlan *plan)
{
  const DlDragonfly *after = plan->options.routes->dragonfly;

  return plan->options.routes == sim->routes
         || (memcmp (sim->dragonfly->router_up, after->router_up, after->n_routers) == 0
             && !aries_loses_pairs (plan, sim->routes));
}

void
dl_aries_change (DlAries *sim, DlAriesPlan *plan)
{
  g_assert (dl_aries_fits (sim, plan));

  if (sim->swap.plan == NULL && goes_on (sim, plan))
    {
      take_plan (sim, plan);
      return;
    }
  dl_aries_plan_ref (plan);
  dl_aries_plan_unref (sim->swap.plan);
  sim->swap.plan = plan;
  mark_dead (sim, plan->options.routes->dragonfly);
}

/* Swap the tables if the network is empty. */
static void
try_swap (DlAries *sim)
{
  g_autoptr (DlAriesPlan) plan = NULL;
  DlSimCounters counters;

  dl_aries_get_counters (sim, &counters);
  if (counters.injected != counters.delivered + counters.dropped_link)
    return;
  plan = g_steal_pointer (&sim->swap.plan);
  dl_aries_swap_clear (sim);
  take_plan (sim, plan);
}

guint64
dl_aries_drain (DlAries *sim, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_aries_is_draining (sim))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - sim->now % LOOK_EVERY);

      dl_aries_run_cycles (sim, stretch);
      done += stretch;
      if (sim->now % LOOK_EVERY == 0)
        try_swap (sim);
    }
  return done;
}

void
dl_aries_swap_clear (DlAries *sim)
{
  g_clear_pointer (&sim->swap.plan, dl_aries_plan_unref);
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_router, g_free);
}

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

/* Whole groups that are all joined leave no pair out. */
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

/* Check that awaited messages can arrive. */
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

/* Plan of a simulation, and its checks. */
#include "dl-iq-plan.h"

#include "dl-iq-private.h"
#include "dl-rng.h"
#include "dl-spread.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Router's callback data. */
typedef struct
{
  DlNext next;
  guint32 *link_in; /* (n_routers x n_ports) that arrives there; DL_NO_LINK: none does */
  guint8 *arrives;  /* (n_nodes x n_nodes) gboolean: all packets of the pair do */
  guint class_vcs;  /* of a virtual channel of the network */
} Ways;

/* Routing ------------------------------------------------------------------------------------- */

/* Pick a choice by the packet's own bits, or by the shortest queue. */
static const DlChoice *
pick (const Ways *ways, const DlIqHead *head, guint router, const DlIqView *view,
      const DlChoice *choices, guint n)
{
  double left = dl_rng_mix (head->random, router) * 0x1p-64;
  const DlChoice *best = choices;

  if (!isnan (choices->share))
    {
      while (best + 1 < choices + n && left >= best->share)
        left -= best++->share;
      return best;
    }
  for (const DlChoice *choice = choices + 1; choice < choices + n; choice++)
    if (dl_iq_view_queue (view, ways->next.graph->link_port[choice->link])
        < dl_iq_view_queue (view, ways->next.graph->link_port[best->link]))
      best = choice;
  return best;
}

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;
  const DlGraph *graph = ways->next.graph;
  const guint base = head->class * ways->next.n_vcs;
  DlChoice *found = g_newa (DlChoice, ways->next.max_choices);
  guint32 in = ways->link_in[router * graph->n_ports + in_port];
  const DlChoice *taken;
  guint64 state;

  memcpy (&state, head->state, sizeof state);
  taken = pick (ways, head, router, view, found,
                in == DL_NO_LINK ? dl_next_first (&ways->next, head->source, head->dest, found)
                                 : dl_next_on (&ways->next, in, head->dest, state, found));
  /* It is past the link of its node, where that is one of the network's. */
  if (taken->link != DL_NO_LINK && graph->link_from[taken->link] == DL_NO_NODE)
    {
      in = taken->link;
      state = taken->state;
      taken = pick (ways, head, router, view, found,
                    dl_next_on (&ways->next, in, head->dest, state, found));
    }
  memcpy (head->state, &taken->state, sizeof taken->state);
  if (dl_choice_arrives (&ways->next, taken))
    *choices = (DlIqChoice) { graph->eject_port[head->dest], base * ways->class_vcs,
                              ways->next.n_vcs * ways->class_vcs };
  else
    *choices = (DlIqChoice) { graph->link_port[taken->link], (base + taken->vc) * ways->class_vcs,
                              ways->class_vcs };
  return 1;
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;

  return source == dest || ways->arrives[(gsize) source * ways->next.graph->n_nodes + dest]
             ? DL_IQ_DELIVERED
             : DL_IQ_UNREACHABLE;
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  return ((const Ways *) a)->next.routes == ((const Ways *) b)->next.routes;
}

static void
free_ways (gpointer data)
{
  Ways *ways = data;

  dl_shared_unref ((gpointer) ways->next.routes);
  g_free (ways->link_in);
  g_free (ways->arrives);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Its data ------------------------------------------------------------------------------------- */

static void
find_links (Ways *ways)
{
  const DlGraph *graph = ways->next.graph;
  const gsize n = (gsize) graph->n_routers * graph->n_ports;

  ways->link_in = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    ways->link_in[i] = DL_NO_LINK;
  for (guint link = 0; link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      ways->link_in[graph->link_to[link] * graph->n_ports + graph->peer_port[link]] = link;
}

static void
find_who_arrives (Ways *ways)
{
  const DlGraph *graph = ways->next.graph;
  g_auto (DlSpread) spread = { 0 };

  dl_spread_init (&spread, &ways->next);
  ways->arrives = g_new0 (guint8, (gsize) graph->n_nodes * graph->n_nodes);
  for (guint from = 0; from < graph->n_nodes; from++)
    for (guint to = 0; to < graph->n_nodes; to++)
      ways->arrives[(gsize) from * graph->n_nodes + to] = from != to && graph->node_up[from]
                                                          && graph->node_up[to]
                                                          && dl_spread_pair (&spread, from, to);
}

void
dl_iq_options_route (DlIqPlanOptions *options, const DlNext *next)
{
  const guint n_classes = options->response_share > 0 ? 2 : 1;
  Ways *ways = g_new0 (Ways, 1);

  ways->next = *next;
  dl_shared_ref (next->routes);
  ways->class_vcs = options->spec.vcs / (next->n_vcs * n_classes);
  g_assert (ways->class_vcs > 0); /* the family's check refuses fewer */
  find_links (ways);
  find_who_arrives (ways);
  options->graph = (DlGraph *) next->graph;
  options->routing = &routing;
  options->routing_data = ways;
  options->most_choices = 1;
}

/* The allocator of virtual channels: iSLIP (McKeown 1999; Dally & Towles 2004, 19.4). Outputs'
 * virtual channels grant the first request at or after their pointer, inputs' accept the first
 * grant at or after theirs, and both pointers move past each other's, only if that was in the first
 * iteration (allocators/islip.cpp of BookSim 2). That of the switch is in dl-iq-here.h. */

/* Is @a before @b, in a round of @n that begins at @from? */
static inline gboolean
is_before (guint a, guint b, guint from, guint n)
{
  const guint a_after = a >= from ? a - from : a + n - from;
  const guint b_after = b >= from ? b - from : b + n - from;

  return a_after < b_after;
}

static inline guint
next_in_round (guint at, guint n)
{
  return at + 1 < n ? at + 1 : 0;
}

/* Virtual channels of @open with room for as many flits as @choice needs. */
static guint64
keep_roomy (const DlIq *iq, guint router, const DlIqChoice *choice, guint word, guint64 open)
{
  const guint16 *credits = dl_iq_router (iq, router).n_credits + word * 64;
  guint64 roomy = 0;

  for (; open != 0; open &= open - 1)
    if (credits[__builtin_ctzll (open)] >= choice->room)
      roomy |= open & -open;
  return roomy;
}

/* Outputs' virtual channels that are free, of @choice, bits of a word of @router's masks. */
static inline guint64
find_open (const DlIq *iq, guint router, const DlIqChoice *choice)
{
  const guint first = (guint) choice->port << iq->shift;
  const guint64 range = (G_MAXUINT64 >> (64 - choice->n_vcs)) << choice->first_vc;
  const guint64 open = dl_iq_router (iq, router).masks[first / 64].free & range << first % 64;

  return G_LIKELY (choice->room == 0) ? open : keep_roomy (iq, router, choice, first / 64, open);
}

/* The input's virtual channel at @at requests all that is free of @choice; each output's virtual
 * channel keeps the request that it would grant. */
static inline guint
request_vcs (const DlIq *iq, DlIqWorker *worker, guint router, guint at, const DlIqChoice *choice,
             guint n_requested)
{
  const guint n = iq->n_places, word = ((guint) choice->port << iq->shift) / 64;
  guint64 open = find_open (iq, router, choice);

  for (; open != 0; open &= open - 1)
    {
      const guint to = word * 64 + __builtin_ctzll (open);
      guint16 *by = &worker->granted_by[to];

      if (*by == DL_IQ_NO_VC)
        {
          *by = at;
          worker->requested[n_requested++] = to;
        }
      else if (is_before (at, *by, iq->out[(gsize) router * n + to].grant, n))
        *by = at;
    }
  return n_requested;
}

static guint
gather_vc_requests (const DlIq *iq, DlIqWorker *worker, guint router)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  guint n_requested = 0;

  for (guint word = 0; word < iq->n_words; word++)
    for (guint64 waiting = state.masks[word].waiting; waiting != 0; waiting &= waiting - 1)
      {
        const guint at = word * 64 + __builtin_ctzll (waiting);
        const DlIqChoice *choices = &iq->choices[(first + at) * iq->most_choices];

        if (state.hold[at].out != DL_IQ_NO_VC) /* matched in an iteration before */
          continue;
        for (guint i = 0; i < iq->in[first + at].n_choices; i++)
          n_requested = request_vcs (iq, worker, router, at, &choices[i], n_requested);
      }
  return n_requested;
}

/* Each input's virtual channel accepts one of its grants. */
static guint
accept_vcs (DlIq *iq, DlIqWorker *worker, guint router, guint n_requested, guint16 *winners)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  guint n_winners = 0;

  for (guint i = 0; i < n_requested; i++)
    {
      const guint16 from = worker->requested[i];
      const guint16 by = worker->granted_by[from];
      DlIqHold *hold = &state.hold[by];

      worker->granted_by[from] = DL_IQ_NO_VC;
      if (hold->out == DL_IQ_NO_VC)
        {
          hold->out = from;
          winners[n_winners++] = by;
        }
      else if (is_before (from, hold->out, iq->in[first + by].accept, iq->n_places))
        hold->out = from;
    }
  return n_winners;
}

/* The winner's output's virtual channel is taken now, which is not seen before the stage is over.
 * Pointers @move in the first iteration only. */
static inline void
take_vc (DlIq *iq, guint router, guint at, gboolean move)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  const guint out = state.hold[at].out;

  state.masks[out / 64].free &= ~(G_GUINT64_CONSTANT (1) << out % 64);
  if (!move)
    return;
  iq->in[first + at].accept = next_in_round (out, iq->n_places);
  iq->out[first + out].grant = next_in_round (at, iq->n_places);
}

/* All that an input's virtual channel requests, where places are bits of one word. */
static inline guint64
find_requests (const DlIq *iq, guint router, guint at)
{
  const gsize number = (gsize) router * iq->n_places + at;
  guint64 requests = 0;

  for (guint i = 0; i < iq->in[number].n_choices; i++)
    requests |= find_open (iq, router, &iq->choices[number * iq->most_choices + i]);
  return requests;
}

/* Where no two request the same, each requester is granted all of it, and accepts the first in its
 * round. FALSE, and nothing is done, if there are two. */
static inline gboolean
give_apart (DlIq *iq, guint router, guint16 *winners, guint *n_winners)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  guint64 requests[64];
  guint64 requested = 0, left;
  guint n = 0;

  for (left = state.masks->waiting; left != 0; left &= left - 1)
    {
      const guint at = __builtin_ctzll (left);

      requests[n] = find_requests (iq, router, at);
      if ((requests[n] & requested) != 0)
        return FALSE;
      requested |= requests[n];
      winners[n] = at;
      n += requests[n] != 0;
    }
  for (guint i = 0; i < n; i++)
    {
      const guint at = winners[i];

      state.hold[at].out
          = dl_iq_first_from (requests[i], iq->in[(gsize) router * iq->n_places + at].accept);
      take_vc (iq, router, at, TRUE);
    }
  *n_winners = n;
  return TRUE;
}

guint
dl_iq_allocate_vcs (DlIqBlock *block, guint router, guint16 *winners)
{
  DlIq *iq = block->iq;
  guint n_winners = 0;

  if (iq->one_word && give_apart (iq, router, winners, &n_winners))
    return n_winners;
  for (guint iteration = 0; iteration < iq->n_iterations; iteration++)
    {
      const guint n_requested = gather_vc_requests (iq, block->worker, router);
      const guint n_more = accept_vcs (iq, block->worker, router, n_requested, winners + n_winners);

      for (guint i = n_winners; i < n_winners + n_more; i++)
        take_vc (iq, router, winners[i], iteration == 0);
      n_winners += n_more;
      if (n_more == 0)
        break;
    }
  return n_winners;
}

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

#define LEAST_CAPACITY 0.0005 /* flits/cycle: a flit moves well before nothing moves for ever */

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
  if (!(options->load >= 0
        && (options->load <= dl_iq_mean_flits (options) || isinf (options->load))))
    return fail (error,
                 _ ("a load of %g is out of range (expected 0 to 1 flits/node/cycle, or "
                    "saturated)"),
                 options->load);
  g_assert (options->sent.burst >= 1 && options->most_choices >= 1);
  for (guint link = 0; link < options->graph->n_links; link++)
    if (dl_graph_capacity (options->graph, link) < LEAST_CAPACITY)
      return fail (error,
                   _ ("router.model: a link of %g flits/cycle is too slow for the input-queued "
                      "router (at least %g)"),
                   dl_graph_capacity (options->graph, link), LEAST_CAPACITY);
  return TRUE;
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

/* @link's cycles per flit. */
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

/* Set the intervals of links that take less than a flit per cycle, those of nodes included. */
static void
find_intervals (DlIqPlan *plan)
{
  const DlGraph *graph = plan->options.graph;
  const gsize n = (gsize) graph->n_routers * graph->n_ports;

  for (guint link = 0; graph->link_capacity != NULL && link < graph->n_links; link++)
    {
      const guint32 from = graph->link_from[link], to = graph->link_to[link];
      const guint32 interval = (guint32) lround (DL_IQ_CYCLE / graph->link_capacity[link]);

      if (graph->link_capacity[link] == 1)
        continue;
      if (from != DL_NO_NODE)
        {
          if (plan->port_interval == NULL)
            plan->port_interval = g_new0 (guint32, n);
          plan->port_interval[from * graph->n_ports + graph->link_port[link]] = interval;
        }
      else if (to != DL_NO_NODE)
        {
          const guint place = to * graph->n_ports + graph->peer_port[link];

          if (plan->node_interval == NULL)
            plan->node_interval = g_new0 (guint32, graph->n_nodes);
          if (plan->ports[place].sender != DL_IQ_NONE)
            plan->node_interval[plan->ports[place].sender] = interval;
        }
    }
}

/* Check that awaited messages can arrive. */
static gboolean
check_workload (const DlIqPlan *plan, GError **error)
{
  const DlIqPlanOptions *options = &plan->options;
  const DlWorkload *workload = options->sent.workload;
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

static gboolean
check_lengths (const DlIqPlan *plan, GError **error)
{
  if (!plan->options.whole_packets || plan->least_flits == plan->options.packet_flits)
    return TRUE;
  if (plan->options.sent.workload == NULL)
    return fail (error,
                 _ ("torus.vc-policy=bubble: packets of %u flits would be drawn, and all must have "
                    "%u (use another policy, or leave traffic.packet-lengths out)"),
                 plan->least_flits, plan->options.packet_flits);
  return fail (
      error,
      _ ("torus.vc-policy=bubble: some messages end with a packet of %u flits, and all must "
         "have %u (use another policy, or a multiple of a packet for "
         "traffic.message-bytes)"),
      plan->least_flits, plan->options.packet_flits);
}

static void
iq_plan_free (gpointer data)
{
  DlIqPlan *plan = data;

  if (plan->options.routing->unref != NULL)
    plan->options.routing->unref (plan->options.routing_data);
  dl_workload_unref (plan->options.sent.workload);
  dl_graph_unref (plan->options.graph);
  g_free (plan->ports);
  g_free (plan->port_interval);
  g_free (plan->node_interval);
  g_free (plan->inject_port);
  g_free (plan->eject_port);
  dl_sim_sources_clear (&plan->sources);
  g_free (plan);
}

DlIqPlan *
dl_iq_plan_new (const DlIqPlanOptions *options, GError **error)
{
  g_autoptr (DlIqPlan) plan = g_new0 (DlIqPlan, 1);

  dl_shared_init (&plan->shared, iq_plan_free);
  plan->options = *options;
  plan->options.sent = (DlSent) { .workload = dl_workload_ref (options->sent.workload),
                                  .burst = options->sent.burst };
  plan->options.graph = dl_graph_ref (options->graph);
  if (!check (options, error))
    return NULL;
  place_all (plan);
  find_intervals (plan);
  plan->sources.self = options->self;
  dl_sim_sources_init (&plan->sources, &options->sent, options->graph->n_nodes,
                       options->graph->node_up);
  plan->least_flits
      = options->sent.workload != NULL
            ? MIN (options->packet_flits, dl_workload_least_flits (options->sent.workload))
            : dl_packet_lengths_least (&options->lengths, options->packet_flits);
  if ((options->sent.workload != NULL && !check_workload (plan, error))
      || !check_lengths (plan, error))
    return NULL;
  plan->queued_packets = count_queued (options->spec.buffer_flits, plan->least_flits);
  return g_steal_pointer (&plan);
}

/* Bound of a virtual channel --------------------------------------------------------------------
 */

double
dl_iq_hold_cycles (const DlIqSpec *spec, double flits)
{
  return spec->routing_delay + spec->vc_allocation_delay + flits * spec->switch_allocation_delay;
}

char *
dl_iq_hold_note (const char *basis, const DlIqSpec *spec, double flits, double load)
{
  const guint whole = round (flits);
  g_autofree char *packet
      = whole == flits ? g_strdup_printf (
            g_dngettext (GETTEXT_PACKAGE, "a packet of %u flit", "a packet of %u flits", whole),
            whole)
                       : g_strdup_printf (_ ("a packet of %.3g flits in the mean"), flits);

  /* Translators: what loads are (“exact: …”), then “a packet of 9 flits”, cycles, and a load */
  return g_strdup_printf (
      _ ("%s; %s holds its only virtual channel for %.4g cycles, which bounds the "
         "saturation load: ≤ %.4f"),
      basis != NULL ? basis : _ ("exact"), packet, dl_iq_hold_cycles (spec, flits), load);
}

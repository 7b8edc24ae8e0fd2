/* A watched input-queued router: what it shows agrees with what is counted otherwise, its
 * allocators do what iSLIP says, and watching changes nothing. */
#include "iq-fixture.h"

#include "dl-iq-inside.h"
#include "dl-rng.h"
#include "test-rounds.h"

#include <math.h>

#define N_NETWORKS (TEST_SANITIZED ? 16 : 40)

/* iSLIP, naively ------------------------------------------------------------------------------- */

typedef struct
{
  guint n;
  gboolean *asks;     /* (n x n) input, output */
  guint *output_turn; /* (n) */
  guint *input_turn;  /* (n) */
  guint *match;       /* (n) output of each input; G_MAXUINT */
  guint *first;       /* (n) input that each output grants in the first iteration; G_MAXUINT */
} Islip;

static void
islip_init (Islip *it, const DlIqAllocation *allocation, guint vcs)
{
  it->n = allocation->n_inputs;
  it->asks = g_new0 (gboolean, it->n * it->n);
  it->output_turn = g_new (guint, it->n);
  it->input_turn = g_new (guint, it->n);
  it->match = g_new (guint, it->n);
  it->first = g_new (guint, it->n);
  for (guint i = 0; i < it->n; i++)
    {
      it->output_turn[i] = allocation->output_turn[i];
      it->input_turn[i] = allocation->input_turn[i];
      it->match[i] = it->first[i] = G_MAXUINT;
    }
  for (guint i = 0; i < allocation->n_requests; i++)
    if (allocation->requests[i].answer >= DL_IQ_ASKED)
      it->asks[allocation->requests[i].input / vcs * it->n + allocation->requests[i].output] = TRUE;
}

static void
islip_clear (Islip *it)
{
  g_free (it->asks);
  g_free (it->output_turn);
  g_free (it->input_turn);
  g_free (it->match);
  g_free (it->first);
}

static gboolean
is_matched (const Islip *it, guint output)
{
  for (guint input = 0; input < it->n; input++)
    if (it->match[input] == output)
      return TRUE;
  return FALSE;
}

static void
islip_run (Islip *it, guint iterations)
{
  const guint n = it->n;

  for (guint iteration = 0; iteration < iterations; iteration++)
    {
      g_autofree guint *grants = g_new (guint, n); /* input that each output grants */

      for (guint output = 0; output < n; output++)
        {
          grants[output] = G_MAXUINT;
          for (guint i = 0; i < n && !is_matched (it, output); i++)
            {
              const guint input = (it->output_turn[output] + i) % n;

              if (it->match[input] != G_MAXUINT || !it->asks[input * n + output])
                continue;
              grants[output] = input;
              break;
            }
        }
      if (iteration == 0)
        for (guint output = 0; output < n; output++)
          it->first[output] = grants[output];
      for (guint input = 0; input < n; input++)
        for (guint i = 0; i < n && it->match[input] == G_MAXUINT; i++)
          {
            const guint output = (it->input_turn[input] + i) % n;

            if (grants[output] != input)
              continue;
            it->match[input] = output;
            if (iteration > 0)
              continue;
            it->input_turn[input] = (output + 1) % n;
            it->output_turn[output] = (input + 1) % n;
          }
    }
}

/* The allocator's grants and pointers are those of iSLIP for these requests and pointers. Returns
 * the number of grants. */
static guint
check_islip (const DlIqAllocation *allocation, guint vcs, guint iterations)
{
  Islip it;
  guint n_grants = 0, n_matched = 0;

  islip_init (&it, allocation, vcs);
  islip_run (&it, iterations);
  for (guint i = 0; i < it.n; i++)
    {
      g_assert_cmpuint (allocation->output_next[i], ==, it.output_turn[i]);
      g_assert_cmpuint (allocation->input_next[i], ==, it.input_turn[i]);
      n_matched += it.match[i] != G_MAXUINT;
    }
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];
      const guint input = request->input / vcs;

      g_assert_true (
          i == 0 || request[-1].input < request->input
          || (request[-1].input == request->input && request[-1].output != request->output));
      if (request->answer < DL_IQ_ASKED)
        continue;
      n_grants += request->answer == DL_IQ_GRANTED;
      g_assert_cmpuint (request->answer == DL_IQ_GRANTED, ==, it.match[input] == request->output);
      if (request->answer != DL_IQ_GRANTED)
        g_assert_cmpuint (request->answer == DL_IQ_OFFERED, ==, it.first[request->output] == input);
    }
  /* Each match is one request: of an input's virtual channels that want an output, one asks. */
  g_assert_cmpuint (n_grants, ==, n_matched);
  islip_clear (&it);
  return n_grants;
}

/* Between two snapshots ------------------------------------------------------------------------ */

/* Requests are of heads that waited, and grants are held from then on. */
static void
check_vc_requests (const DlIqInside *before, const DlIqInside *after)
{
  const DlIqAllocation *vc = &after->vc;

  for (guint i = 0; i < vc->n_requests; i++)
    {
      const DlIqRequest *request = &vc->requests[i];
      const DlIqInputInside *input = &before->inputs[request->input];
      gboolean chosen = FALSE;

      g_assert_cmpint (input->stage, ==, DL_IQ_VC_ALLOCATION);
      for (guint j = 0; j < input->n_choices; j++)
        {
          const DlIqChoice *choice = &before->choices[input->first_choice + j];
          const guint first = choice->port * before->vcs + choice->first_vc;

          chosen |= request->output >= first && request->output < first + choice->n_vcs;
        }
      g_assert_true (chosen);
      g_assert_cmpuint (request->answer == DL_IQ_REFUSED, ==,
                        before->outputs[request->output].owner != DL_IQ_NOBODY);
      if (request->answer != DL_IQ_GRANTED)
        continue;
      g_assert_cmpuint (after->inputs[request->input].out, ==, request->output);
      g_assert_cmpuint (after->outputs[request->output].owner, ==, request->input);
    }
}

static void
check_switch_requests (const DlIqInside *before, const DlIqInside *after)
{
  for (guint i = 0; i < after->sw.n_requests; i++)
    {
      const DlIqRequest *request = &after->sw.requests[i];
      const DlIqInputInside *input = &before->inputs[request->input];

      if (before->inputs[request->input].stage != DL_IQ_VC_ALLOCATION) /* of a longer batch */
        g_assert_cmpint (input->stage, ==, DL_IQ_SWITCH_ALLOCATION);
      g_assert_cmpuint (input->out / before->vcs, ==, request->output);
    }
}

/* Routers whose stages take a cycle each: a packet is a stage further in each, if it is granted
 * what it asks for. Flits of a packet leave in order. */
static guint
check_stages (const DlIqInside *before, const DlIqInside *after)
{
  guint n_leaving = 0;

  for (guint number = 0; number < after->n_ports * after->vcs; number++)
    {
      const DlIqInputInside *was = &before->inputs[number], *is = &after->inputs[number];
      guint stage = was->stage;

      if (was->stage == DL_IQ_ROUTING)
        stage = DL_IQ_VC_ALLOCATION;
      for (guint i = 0; i < after->vc.n_requests; i++)
        if (after->vc.requests[i].input == number && after->vc.requests[i].answer == DL_IQ_GRANTED)
          stage = DL_IQ_SWITCH_ALLOCATION;
      if (stage == DL_IQ_VC_ALLOCATION || (stage == DL_IQ_SWITCH_ALLOCATION && !is->leaves))
        g_assert_cmpint (is->stage, ==, stage);
      g_assert_cmpuint (is->stage == DL_IQ_SWITCH_TRAVERSAL, ==,
                        is->leaves && is->n_flits == 0 && !is->has_packet);
      if (!is->leaves)
        continue;
      n_leaving++;
      g_assert_cmpuint (is->leaving_out, ==, was->out);
      g_assert_cmpuint (is->leaving_flit, ==, was->packet.flits - was->left + 1);
      g_assert_cmpuint (is->leaving.source, ==, was->packet.source);
      g_assert_cmpuint (is->leaving.injected, ==, was->packet.injected);
      if (is->leaving_flit < is->leaving.flits)
        g_assert_cmpuint (is->left, ==, was->left - 1);
    }
  return n_leaving;
}

/* Flits through the router equal its outputs' counters. */
static void
check_counters (const DlIq *iq, const DlIqInside *inside, guint64 *flits, gboolean unit)
{
  for (guint port = 0; port < inside->n_ports; port++)
    {
      const DlIqOutputInside *outputs = &inside->outputs[port * inside->vcs];
      guint credits = 0, n_leaving = 0;
      DlIqPortCounters counters;

      dl_iq_get_port (iq, inside->router, port, &counters);
      for (guint vc = 0; vc < inside->vcs; vc++)
        credits += outputs[vc].credits;
      for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
        n_leaving += inside->inputs[number].leaves
                     && inside->inputs[number].leaving_out / inside->vcs == port;
      if (inside->ports[port].link_out != DL_IQ_NONE)
        g_assert_cmpuint (counters.taken + credits, ==, inside->vcs * inside->buffer_flits);
      if (unit)
        {
          g_assert_cmpuint (n_leaving, <=, 1);
          g_assert_cmpuint (counters.flits - flits[port], ==, n_leaving);
        }
      flits[port] = counters.flits;
    }
}

/* Owners and holders are each other's. */
static void
check_owners (const DlIqInside *inside)
{
  for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
    {
      const DlIqInputInside *input = &inside->inputs[number];
      const DlIqOutputInside *output = &inside->outputs[number];

      g_assert_true (input->out == DL_IQ_NOBODY || inside->outputs[input->out].owner == number);
      g_assert_true (output->owner == DL_IQ_NOBODY || inside->inputs[output->owner].out == number);
      g_assert_cmpuint (output->credits, <=, inside->buffer_flits);
      g_assert_cmpuint (input->n_flits, <=, inside->buffer_flits);
      g_assert_cmpuint (input->here, <=, MIN (input->left, input->n_flits));
      g_assert_cmpuint (input->left, <=, input->has_packet ? input->packet.flits : 0);
      if (input->n_flits > 0)
        g_assert_true (input->has_packet && input->here > 0);
      g_assert_cmpuint (input->here > 0, ==, input->has_packet && input->n_flits > 0);
    }
}

typedef struct
{
  guint vc_grants, switch_grants, refused, held_back, offered;
} Seen;

static void
count_answers (Seen *seen, const DlIqAllocation *allocation)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      seen->refused += allocation->requests[i].answer == DL_IQ_REFUSED;
      seen->held_back += allocation->requests[i].answer == DL_IQ_HELD_BACK;
      seen->offered += allocation->requests[i].answer == DL_IQ_OFFERED;
    }
}

static void
check_step (const DlIq *iq, const DlIqInside *before, const DlIqInside *after, guint64 *flits,
            gboolean unit, Seen *seen)
{
  g_assert_cmpuint (after->cycle, ==, before->cycle + 1);
  check_owners (after);
  check_counters (iq, after, flits, unit);
  if (unit)
    {
      g_assert_true (dl_iq_allocation_is_new (&after->vc, after->cycle));
      g_assert_true (dl_iq_allocation_is_new (&after->sw, after->cycle));
      g_assert_cmpuint (check_stages (before, after), <=, after->n_ports);
    }
  if (dl_iq_allocation_is_new (&after->vc, after->cycle))
    {
      check_vc_requests (before, after);
      seen->vc_grants += check_islip (&after->vc, 1, after->iterations);
      count_answers (seen, &after->vc);
    }
  if (dl_iq_allocation_is_new (&after->sw, after->cycle))
    {
      check_switch_requests (before, after);
      seen->switch_grants += check_islip (&after->sw, after->vcs, after->iterations);
      count_answers (seen, &after->sw);
    }
}

static DlIqSpec
random_spec (DlRng *rng, gboolean unit)
{
  return (DlIqSpec) {
    .vcs = 1 + dl_rng_below (rng, 6),
    .buffer_flits = 1 + dl_rng_below (rng, 9),
    .routing_delay = 1 + (unit ? 0 : dl_rng_below (rng, 3)),
    .vc_allocation_delay = 1 + (unit ? 0 : dl_rng_below (rng, 3)),
    .switch_allocation_delay = 1 + (unit ? 0 : dl_rng_below (rng, 3)),
    .switch_traversal_delay = 1 + (unit ? 0 : dl_rng_below (rng, 4)),
    .credit_delay = dl_rng_below (rng, 3),
    .allocator_iterations = 1 + dl_rng_below (rng, 3),
  };
}

static void
test_cycles (void)
{
  Seen seen = { 0 };

  for (guint seed = 1; seed <= N_NETWORKS; seed++)
    {
      g_autoptr (IqNet) net = iq_net_new_random (seed, 1 + seed % 4);
      DlIqPlanOptions options = iq_net_options (net, 1, 0);
      g_autofree guint64 *flits = g_new0 (guint64, net->n_ports);
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL, twin = NULL;
      g_autoptr (DlIqInside) before = NULL;
      DlSimCounters counters, others;
      gboolean unit;
      DlRng rng;

      dl_rng_init (&rng, seed);
      options.packet_flits = 1 + dl_rng_below (&rng, 12);
      options.spec = random_spec (&rng, seed % 3 != 0);
      options.load = seed % 4 == 0 ? INFINITY : (1 + dl_rng_below (&rng, 10)) / 10.;
      options.seed = dl_rng_next (&rng);
      unit = options.spec.routing_delay + options.spec.vc_allocation_delay
                 + options.spec.switch_allocation_delay + options.spec.switch_traversal_delay
             == 4;
      plan = iq_net_plan (&options);
      iq = dl_iq_new (plan, 1 + seed % 3);
      twin = dl_iq_new (plan, 0);
      dl_iq_set_threads (iq, 1 + seed % 2);
      dl_iq_run (iq, 200);
      dl_iq_watch (iq, dl_rng_below (&rng, net->n_routers));
      before = dl_iq_get_inside (iq);
      g_assert_false (dl_iq_allocation_is_new (&before->vc, before->cycle));
      for (guint port = 0; port < net->n_ports; port++)
        {
          DlIqPortCounters of;

          dl_iq_get_port (iq, before->router, port, &of);
          flits[port] = of.flits;
        }
      for (guint cycle = 0; cycle < 180; cycle++)
        {
          DlIqInside *after;

          dl_iq_run (iq, 1);
          iq_check (iq, FALSE);
          after = dl_iq_get_inside (iq);
          check_step (iq, before, after, flits, unit, &seen);
          dl_iq_inside_free (before);
          before = after;
        }
      dl_iq_run (iq, 100);
      dl_iq_run (twin, 480);
      dl_iq_get_counters (iq, &counters);
      dl_iq_get_counters (twin, &others);
      g_assert_cmphex (counters.digest, ==, others.digest);
      g_assert_cmpuint (counters.flit_hops, ==, others.flit_hops);
    }
  /* All that can happen has. */
  g_assert_cmpuint (seen.vc_grants, >, 25 * N_NETWORKS);
  g_assert_cmpuint (seen.switch_grants, >, 25 * N_NETWORKS);
  g_assert_cmpuint (seen.refused, >, 2 * N_NETWORKS);
  g_assert_cmpuint (seen.held_back, >, 2 * N_NETWORKS);
  g_assert_cmpuint (seen.offered, >, 2 * N_NETWORKS);
}

/* Many virtual channels: masks of several words. */
static void
test_large (void)
{
  g_autoptr (IqNet) net = iq_net_new_grid (3, 3, 2);
  DlIqPlanOptions options = iq_net_options (net, 5, INFINITY);
  g_autofree guint64 *flits = g_new0 (guint64, net->n_ports);
  g_autoptr (DlIqPlan) plan = NULL;
  g_autoptr (DlIq) iq = NULL;
  g_autoptr (DlIqInside) before = NULL;
  Seen seen = { 0 };

  options.spec.vcs = 24;
  options.spec.buffer_flits = 4;
  plan = iq_net_plan (&options);
  iq = dl_iq_new (plan, 0);
  dl_iq_watch (iq, 4);
  before = dl_iq_get_inside (iq);
  for (guint cycle = 0; cycle < 400; cycle++)
    {
      DlIqInside *after;

      dl_iq_run (iq, 1);
      after = dl_iq_get_inside (iq);
      check_step (iq, before, after, flits, TRUE, &seen);
      dl_iq_inside_free (before);
      before = after;
    }
  g_assert_cmpuint (seen.switch_grants, >, 400);
}

static gboolean
has_grant (const DlIqAllocation *allocation, guint64 cycle)
{
  for (guint i = 0; i < allocation->n_requests && dl_iq_allocation_is_new (allocation, cycle); i++)
    if (allocation->requests[i].answer == DL_IQ_GRANTED)
      return TRUE;
  return FALSE;
}

/* A step to a grant ends in the first cycle that has one: the same as cycle by cycle. */
static void
test_to_grant (void)
{
  g_autoptr (IqNet) net = iq_net_new_grid (4, 4, 1);
  DlIqPlanOptions options = iq_net_options (net, 3, 0.05);
  g_autoptr (DlIqPlan) plan = iq_net_plan (&options);
  g_autoptr (DlIq) iq = dl_iq_new (plan, 0), other = dl_iq_new (plan, 0);

  dl_iq_watch (iq, 5);
  dl_iq_watch (other, 5);
  for (guint i = 0; i < 60; i++)
    {
      gboolean granted = FALSE;

      g_assert_true (dl_iq_run_to_grant (iq, 5000));
      while (!granted)
        {
          g_autoptr (DlIqInside) inside = NULL;

          dl_iq_run (other, 1);
          inside = dl_iq_get_inside (other);
          granted
              = has_grant (&inside->vc, inside->cycle) || has_grant (&inside->sw, inside->cycle);
        }
      g_assert_cmpuint (dl_iq_cycle (iq), ==, dl_iq_cycle (other));
    }
  dl_iq_stop_sources (iq);
  dl_iq_run (iq, 1000);
  g_assert_false (dl_iq_run_to_grant (iq, 100));
  dl_iq_watch (iq, DL_IQ_NONE);
  g_assert_cmpuint (dl_iq_watched (iq), ==, DL_IQ_NONE);
  g_assert_null (dl_iq_get_router_inside (iq));
}

/* A packet alone passes the stages, a cycle each. */
static void
test_alone (void)
{
  g_autoptr (IqNet) net = iq_net_new_grid (3, 1, 1);
  DlIqPlanOptions options = iq_net_options (net, 2, 0);
  g_autoptr (DlIqPlan) plan = iq_net_plan (&options);
  g_autoptr (DlIq) iq = dl_iq_new (plan, 0);
  const DlIqStage stages[] = { DL_IQ_ROUTING, DL_IQ_VC_ALLOCATION, DL_IQ_SWITCH_ALLOCATION,
                               DL_IQ_SWITCH_ALLOCATION, DL_IQ_SWITCH_TRAVERSAL };
  guint at = 0;

  dl_iq_watch (iq, 0);
  dl_iq_send (iq, 0, 2);
  for (guint cycle = 0; cycle < 12; cycle++)
    {
      g_autoptr (DlIqInside) inside = NULL;
      guint n = 0;

      dl_iq_run (iq, 1);
      inside = dl_iq_get_inside (iq);
      for (guint number = 0; number < inside->n_ports * inside->vcs; number++)
        {
          const DlIqInputInside *input = &inside->inputs[number];

          if (input->stage == DL_IQ_IDLE)
            continue;
          n++;
          g_assert_cmpuint (at, <, G_N_ELEMENTS (stages));
          g_assert_cmpint (input->stage, ==, stages[at]);
          g_assert_cmpuint (input->packet.source, ==, 0);
          g_assert_cmpuint (input->packet.dest, ==, 2);
          g_assert_cmpuint (input->leaves, ==, at >= 3);
          if (input->leaves)
            g_assert_cmpuint (input->leaving_flit, ==, at - 2);
        }
      g_assert_cmpuint (n, <=, 1);
      g_assert_true (n == 1 || at == 0 || at == G_N_ELEMENTS (stages));
      at += n;
    }
  g_assert_cmpuint (at, ==, G_N_ELEMENTS (stages));
}

/* Add the waits of one router in the cycle before. */
static void
add_waits (const DlIqInside *inside, guint64 *waits)
{
  const DlIqAllocation *vc = &inside->vc, *sw = &inside->sw;

  g_assert_true (dl_iq_allocation_is_new (vc, inside->cycle));
  for (guint i = 0, next; i < vc->n_requests; i = next)
    {
      gboolean given = FALSE;

      for (next = i; next < vc->n_requests && vc->requests[next].input == vc->requests[i].input;
           next++)
        given = given || vc->requests[next].answer == DL_IQ_GRANTED;
      waits[DL_WAIT_VC] += !given;
    }
  for (guint i = 0; i < sw->n_requests; i++)
    if (sw->requests[i].answer == DL_IQ_REFUSED)
      waits[DL_WAIT_CREDIT]++;
    else if (sw->requests[i].answer != DL_IQ_GRANTED)
      waits[DL_WAIT_SWITCH]++;
}

/* Counts of one cycle, of several, equal the answers of the routers' allocators in it. */
static void
test_waits (void)
{
  guint64 sum[DL_N_WAITS] = { 0 };

  for (guint seed = 1; seed <= 12; seed++)
    {
      g_autoptr (IqNet) net = iq_net_new_random (seed, 1 + seed % 4);
      DlIqPlanOptions options = iq_net_options (net, 1 + seed % 7, seed % 3 == 0 ? INFINITY : 0.5);
      g_autoptr (DlIqPlan) plan = NULL;
      guint64 waits[DL_N_WAITS] = { 0 };
      DlSimCounters counters;
      DlRng rng;

      dl_rng_init (&rng, seed);
      options.spec = random_spec (&rng, TRUE);
      if (seed == 5)
        options.spec.vcs = 24; /* masks of several words */
      plan = iq_net_plan (&options);
      for (guint router = 0; router < net->n_routers; router++)
        {
          g_autoptr (DlIq) iq = dl_iq_new (plan, 1 + seed % 3);

          dl_iq_watch (iq, router);
          dl_iq_set_threads (iq, 1 + router % 2);
          for (guint i = 0; i < 12; i++)
            {
              g_autoptr (DlIqInside) inside = NULL;

              dl_iq_run (iq, i == 0 ? 1 : DL_IQ_WAIT_CYCLES);
              inside = dl_iq_get_inside (iq);
              add_waits (inside, waits);
            }
          dl_iq_get_counters (iq, &counters);
        }
      for (guint wait = 0; wait < DL_N_WAITS; wait++)
        {
          g_assert_cmpuint (counters.waits[wait], ==, DL_IQ_WAIT_CYCLES * waits[wait]);
          sum[wait] += waits[wait];
        }
    }
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    g_assert_cmpuint (sum[wait], >, 100);
}

/* Packets that never meet, with stages of any length: none waits, but for a stage that is at
 * work. */
static void
test_no_waits (void)
{
  g_autoptr (IqNet) net = iq_net_new_grid (5, 1, 1);
  DlIqPlanOptions options = iq_net_options (net, 1, 0);
  DlSimCounters counters;

  for (guint delay = 1; delay <= 3; delay++)
    {
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL;

      options.spec.routing_delay = options.spec.vc_allocation_delay = delay;
      options.spec.switch_allocation_delay = options.spec.switch_traversal_delay = delay;
      plan = iq_net_plan (&options);
      iq = dl_iq_new (plan, 0);
      for (guint i = 0; i < 40; i++)
        {
          dl_iq_send (iq, 0, 4);
          dl_iq_run (iq, 101); /* so that each cycle on its way is looked at */
        }
      dl_iq_get_counters (iq, &counters);
      g_assert_cmpuint (counters.delivered, ==, 40);
      for (guint wait = 0; wait < DL_N_WAITS; wait++)
        g_assert_cmpuint (counters.waits[wait], ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iq-inside/alone", test_alone);
  g_test_add_func ("/iq-inside/cycles", test_cycles);
  g_test_add_func ("/iq-inside/large", test_large);
  g_test_add_func ("/iq-inside/to-grant", test_to_grant);
  g_test_add_func ("/iq-inside/waits", test_waits);
  g_test_add_func ("/iq-inside/no-waits", test_no_waits);
  return g_test_run ();
}

#include "dl-iq-inside.h"

#include "dl-iq-watch.h"

static gboolean
has (guint64 mask, guint place)
{
  return mask >> place % 64 & 1;
}

static DlIqStage
stage_of (const DlIqRouter *router, guint place)
{
  const DlIqMasks *masks = &router->masks[place / 64];

  if (has (masks->routing, place))
    return DL_IQ_ROUTING;
  if (has (masks->waiting, place))
    return DL_IQ_VC_ALLOCATION;
  return has (masks->holding, place) ? DL_IQ_SWITCH_ALLOCATION : DL_IQ_IDLE;
}

static void
look_at_ports (const DlIq *iq, DlIqInside *inside)
{
  for (guint port = 0; port < iq->n_ports; port++)
    {
      const DlIqPort *of = &iq->plan->ports[inside->router * iq->n_ports + port];

      inside->ports[port] = (DlIqPortInside) {
        .link_in = of->near_port != DL_IQ_NONE ? iq->plan->ports[of->near_port].link : DL_IQ_NONE,
        .link_out = of->link,
        .node = of->sender != DL_IQ_NONE ? of->sender : of->hearer,
      };
    }
}

/* A packet that has not been routed yet has no choices: those there are were another's. */
static void
copy_choices (const DlIq *iq, gsize at, DlIqInside *inside, DlIqInputInside *input)
{
  input->first_choice = inside->n_choices;
  if (input->stage != DL_IQ_VC_ALLOCATION && input->stage != DL_IQ_SWITCH_ALLOCATION)
    return;
  input->n_choices = iq->in[at].n_choices;
  memcpy (inside->choices + inside->n_choices, iq->choices + at * iq->most_choices,
          input->n_choices * sizeof *inside->choices);
  inside->n_choices += input->n_choices;
}

static void
look_at_input (const DlIq *iq, guint number, DlIqInside *inside)
{
  const DlIqRouter router = dl_iq_router (iq, inside->router);
  const guint place = dl_iq_place_of (iq, number);
  const gsize at = (gsize) inside->router * iq->n_places + place;
  const DlIqHold *hold = &router.hold[place];
  DlIqInputInside *input = &inside->inputs[number];

  *input = (DlIqInputInside) {
    .stage = stage_of (&router, place),
    .has_packet = hold->left > 0,
    .n_flits = router.n_flits[place],
    .left = hold->left,
    .here = MIN (hold->left, router.n_flits[place]),
    .out = hold->out != DL_IQ_NO_VC ? dl_iq_number_of (iq, hold->out) : DL_IQ_NOBODY,
  };
  input->arrives = dl_iq_arrives (iq, iq->flits, iq->flit_ring, number);
  if (input->has_packet)
    input->packet = dl_iq_look_at_packet (iq, iq->in[at].packet);
  else if (input->arrives)
    {
      /* Its route is computed in the cycle in which it comes. */
      input->has_packet = TRUE;
      input->stage = DL_IQ_ROUTING;
      input->packet = dl_iq_look_at_packet (iq, *dl_iq_queued (iq, at, iq->in[at].first));
      input->left = input->packet.flits;
    }
  if (input->out != DL_IQ_NOBODY)
    inside->outputs[input->out].owner = number;
  copy_choices (iq, at, inside, input);
}

/* The last of several flits of one input is shown. */
static void
look_at_crossings (const DlIq *iq, DlIqInside *inside)
{
  for (guint i = 0; i < iq->watch->crossings->len; i++)
    {
      const DlIqCrossing *crossing = &g_array_index (iq->watch->crossings, DlIqCrossing, i);
      DlIqInputInside *input = &inside->inputs[crossing->input];

      input->leaves = TRUE;
      input->leaving = crossing->packet;
      input->leaving_flit = crossing->flit;
      input->leaving_out = crossing->output;
      if (input->stage != DL_IQ_IDLE)
        continue;
      input->stage = DL_IQ_SWITCH_TRAVERSAL;
      input->packet = crossing->packet;
    }
}

DlIqInside *
dl_iq_get_inside (const DlIq *iq)
{
  const DlIqSpec *spec = &iq->plan->options.spec;
  const guint n = iq->n_ports * iq->vcs;
  DlIqInside *inside = g_new0 (DlIqInside, 1);

  g_assert (iq->watch != NULL);
  inside->router = iq->watch->router;
  inside->cycle = iq->now;
  inside->n_ports = iq->n_ports;
  inside->vcs = iq->vcs;
  inside->buffer_flits = spec->buffer_flits;
  inside->iterations = spec->allocator_iterations;
  inside->ports = g_new0 (DlIqPortInside, iq->n_ports);
  inside->inputs = g_new0 (DlIqInputInside, n);
  inside->outputs = g_new0 (DlIqOutputInside, n);
  inside->choices = g_new0 (DlIqChoice, n * iq->most_choices);
  look_at_ports (iq, inside);
  for (guint number = 0; number < n; number++)
    inside->outputs[number] = (DlIqOutputInside) {
      .owner = DL_IQ_NOBODY,
      .credits = dl_iq_router (iq, inside->router).n_credits[dl_iq_place_of (iq, number)],
    };
  for (guint number = 0; number < n; number++)
    look_at_input (iq, number, inside);
  look_at_crossings (iq, inside);
  dl_iq_allocation_copy (&inside->vc, &iq->watch->vc);
  dl_iq_allocation_copy (&inside->sw, &iq->watch->sw);
  dl_iq_watch_read_turns (iq, inside);
  return inside;
}

void
dl_iq_inside_free (DlIqInside *inside)
{
  if (inside == NULL)
    return;
  g_free (inside->ports);
  g_free (inside->inputs);
  g_free (inside->outputs);
  g_free (inside->choices);
  dl_iq_allocation_clear (&inside->vc);
  dl_iq_allocation_clear (&inside->sw);
  g_free (inside);
}

gboolean
dl_iq_inside_is_blocked (const DlIqInside *inside, guint input)
{
  const DlIqInputInside *of = &inside->inputs[input];

  return of->stage == DL_IQ_SWITCH_ALLOCATION && of->here > 0
         && inside->outputs[of->out].credits == 0;
}

/* As any router's ------------------------------------------------------------------------------ */

static void
free_inside (gpointer inside)
{
  dl_iq_inside_free (inside);
}

static const DlInsideKind input_queued = { free_inside };

const DlIqInside *
dl_iq_inside_of (const DlRouterInside *inside)
{
  return dl_router_inside_get (inside, &input_queued);
}

DlRouterInside *
dl_iq_get_router_inside (const DlIq *iq)
{
  DlIqInside *inside;

  if (iq->watch == NULL)
    return NULL;
  inside = dl_iq_get_inside (iq);
  return dl_router_inside_new (&input_queued, inside->router, inside->cycle, inside);
}

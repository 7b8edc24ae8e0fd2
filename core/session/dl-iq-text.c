#include "dl-iq-text.h"

#include <glib/gi18n-lib.h>

/* Names ---------------------------------------------------------------------------------------- */

static guint
far_router (const DlIqShown *shown, guint port)
{
  const DlGraph *graph = dl_shape_net (shown->shape)->graph;
  const DlIqPortInside *at = &shown->inside->ports[port];

  if (at->link_out != DL_IQ_NONE)
    return graph->link_to[at->link_out];
  return at->link_in != DL_IQ_NONE ? graph->link_from[at->link_in] : DL_NO_NODE;
}

/* Where several ports are called the same, each has its number among them, from 0. */
static char *
numbered (char *name, guint which, guint n)
{
  char *all = n > 1 ? g_strdup_printf ("%s#%u", name, which) : g_strdup (name);

  g_free (name);
  return all;
}

static char *
node_text (const DlIqShown *shown, guint port)
{
  guint n = 0, which = 0;

  for (guint other = 0; other < shown->inside->n_ports; other++)
    if (shown->inside->ports[other].node != DL_IQ_NONE)
      {
        which += other < port;
        n++;
      }
  /* Translators: the port of a router that its node is at, as short as X+ */
  return numbered (g_strdup (_ ("Node")), which, n);
}

char *
dl_iq_port_text (const DlIqShown *shown, guint port)
{
  const DlIqPortInside *at = &shown->inside->ports[port];
  const guint far = far_router (shown, port);
  char *own = NULL;
  guint n = 0, which = 0;

  if (at->node != DL_IQ_NONE)
    return node_text (shown, port);
  if (far == DL_NO_NODE)
    return g_strdup_printf ("%u", port);
  if (at->link_out != DL_IQ_NONE)
    own = shown->family->name (shown->shape, dl_place_link (at->link_out), DL_NAME_PORT);
  if (own != NULL)
    return own;
  for (guint other = 0; other < shown->inside->n_ports; other++)
    if (shown->inside->ports[other].node == DL_IQ_NONE && far_router (shown, other) == far)
      {
        which += other < port;
        n++;
      }
  return numbered (shown->family->name (shown->shape, dl_place_router (far), DL_NAME_PEOPLE), which,
                   n);
}

char *
dl_iq_vc_text (const DlIqShown *shown, guint number)
{
  g_autofree char *port = dl_iq_port_text (shown, number / shown->inside->vcs);

  /* Translators: a queue of a router by its port and virtual channel, as in “X+ VC0” */
  return g_strdup_printf (_ ("%s VC%u"), port, number % shown->inside->vcs);
}

char *
dl_iq_title_text (const DlIqShown *shown)
{
  g_autofree char *router
      = shown->family->name (shown->shape, dl_place_router (shown->inside->router), DL_NAME_PEOPLE);

  return g_strdup_printf (_ ("Router %s · cycle %'lu"), router, (gulong) shown->inside->cycle);
}

static char *
node_name (const DlIqShown *shown, guint node)
{
  return shown->family->name (shown->shape, dl_place_node (node), DL_NAME_PEOPLE);
}

/* Rows ----------------------------------------------------------------------------------------- */

char *
dl_iq_packet_short (const DlIqShown *shown, guint input)
{
  const DlIqInputInside *of = &shown->inside->inputs[input];
  g_autofree char *dest = NULL;

  if (of->stage == DL_IQ_IDLE && !of->has_packet)
    return g_strdup ("");
  dest = node_name (shown, of->packet.dest);
  /* Translators: how many flits of a packet are here, of how many, and where it goes: “2 of 9 →
   * (5,2,0)” */
  return g_strdup_printf (_ ("%u of %u → %s"), of->here, of->packet.flits, dest);
}

/* Virtual channels of an output that a packet may take: "X+ VC0–3". */
static char *
choice_text (const DlIqShown *shown, const DlIqChoice *choice)
{
  g_autofree char *port = dl_iq_port_text (shown, choice->port);

  if (choice->n_vcs == 1)
    return g_strdup_printf (_ ("%s VC%u"), port, choice->first_vc);
  /* Translators: a port and a range of its virtual channels, as in “X+ VC0–3” */
  return g_strdup_printf (_ ("%s VC%u–%u"), port, choice->first_vc,
                          choice->first_vc + choice->n_vcs - 1);
}

static char *
choices_text (const DlIqShown *shown, const DlIqInputInside *of)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  for (guint i = 0; i < of->n_choices; i++)
    {
      g_autofree char *text = choice_text (shown, &shown->inside->choices[of->first_choice + i]);

      g_strv_builder_add (all, text);
    }
  texts = g_strv_builder_end (all);
  return g_strjoinv (", ", texts);
}

/* Sentences ------------------------------------------------------------------------------------ */

/* Appends @text, which it takes, as a further sentence. */
static void
append (GString *to, char *text)
{
  if (to->len > 0)
    g_string_append_c (to, ' ');
  g_string_append (to, text);
  g_free (text);
}

static void
append_packet (GString *text, const DlIqShown *shown, const DlIqInputInside *of)
{
  g_autofree char *source = node_name (shown, of->packet.source);
  g_autofree char *dest = node_name (shown, of->packet.dest);

  append (text,
          g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE, "%u of %u flit of the packet %s → %s is here.",
                           "%u of %u flits of the packet %s → %s are here.", of->packet.flits),
              of->here, of->packet.flits, source, dest));
}

static void
append_switch (GString *text, const DlIqShown *shown, guint input)
{
  const DlIqInputInside *of = &shown->inside->inputs[input];
  g_autofree char *out = dl_iq_vc_text (shown, of->out);
  const guint credits = shown->inside->outputs[of->out].credits;

  if (of->here == 0)
    append (text, g_strdup_printf (_ ("It holds output %s and waits for its next flit."), out));
  else if (credits == 0)
    append (text,
            g_strdup_printf (
                _ ("It holds output %s, which has no credit: it cannot ask for the switch."), out));
  else
    append (text, g_strdup_printf (
                      g_dngettext (GETTEXT_PACKAGE,
                                   "It holds output %s, which has %u credit, and asks for the "
                                   "switch (switch allocation).",
                                   "It holds output %s, which has %u credits, and asks for the "
                                   "switch (switch allocation).",
                                   credits),
                      out, credits));
}

static void
append_stage (GString *text, const DlIqShown *shown, guint input)
{
  const DlIqInputInside *of = &shown->inside->inputs[input];
  g_autofree char *wants = NULL;

  switch ((DlIqStage) of->stage)
    {
    case DL_IQ_ROUTING:
      append (text, g_strdup (of->here > 0
                                  ? _ ("Its head waits for route computation.")
                                  : _ ("Its head arrives in the next cycle, in which its route is "
                                       "computed.")));
      break;
    case DL_IQ_VC_ALLOCATION:
      wants = choices_text (shown, of);
      append (text, g_strdup_printf (_ ("Its head asks for one of %s (VC allocation)."), wants));
      break;
    case DL_IQ_SWITCH_ALLOCATION:
      append_switch (text, shown, input);
      break;
    case DL_IQ_IDLE:
      if (of->has_packet)
        append (text, g_strdup (_ ("It is dropped, since what it was to leave by is broken.")));
      break;
    case DL_IQ_SWITCH_TRAVERSAL:
    case DL_IQ_N_STAGES:
      break;
    }
}

char *
dl_iq_input_text (const DlIqShown *shown, guint input)
{
  const DlIqInputInside *of = &shown->inside->inputs[input];
  g_autofree char *name = dl_iq_vc_text (shown, input);
  GString *text = g_string_new (NULL);

  if (of->stage == DL_IQ_IDLE && !of->has_packet)
    append (text, g_strdup_printf (_ ("Input %s is idle."), name));
  else
    {
      append (text, g_strdup_printf (_ ("Input %s:"), name));
      append_packet (text, shown, of);
    }
  append_stage (text, shown, input);
  if (of->leaves)
    {
      g_autofree char *out = dl_iq_vc_text (shown, of->leaving_out);

      append (text, g_strdup_printf (_ ("Flit %u of %u crosses the switch to output %s (switch "
                                        "traversal)."),
                                     of->leaving_flit, of->leaving.flits, out));
    }
  if (of->n_flits > of->here)
    append (text,
            g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE, "%u flit of later packets waits behind it.",
                             "%u flits of later packets wait behind it.", of->n_flits - of->here),
                of->n_flits - of->here));
  return g_string_free (text, FALSE);
}

char *
dl_iq_output_text (const DlIqShown *shown, guint output)
{
  const DlIqOutputInside *of = &shown->inside->outputs[output];
  g_autofree char *name = dl_iq_vc_text (shown, output);
  g_autofree char *owner = of->owner != DL_IQ_NOBODY ? dl_iq_vc_text (shown, of->owner) : NULL;
  GString *text = g_string_new (NULL);

  if (owner != NULL)
    append (text, g_strdup_printf (_ ("Output %s is held by input %s."), name, owner));
  else
    append (text, g_strdup_printf (_ ("Output %s is free."), name));
  append (text,
          g_strdup_printf (_ ("%u of the %u flits of the buffer downstream are free (credits)."),
                           of->credits, shown->inside->buffer_flits));
  return g_string_free (text, FALSE);
}

const DlIqRequest *
dl_iq_find_request (const DlIqAllocation *allocation, guint input, guint output)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    if (allocation->requests[i].input == input && allocation->requests[i].output == output)
      return &allocation->requests[i];
  return NULL;
}

/* @input and @output are named; @to_vc: of VC allocation. */
static char *
answer_text (DlIqAnswer answer, gboolean to_vc, const char *input, const char *output)
{
  switch (answer)
    {
    case DL_IQ_GRANTED:
      return g_strdup_printf (_ ("Input %s asked for output %s and was granted it."), input,
                              output);
    case DL_IQ_OFFERED:
      return g_strdup_printf (
          _ ("Output %s granted input %s, but that input accepted another output."), output, input);
    case DL_IQ_ASKED:
      return g_strdup_printf (_ ("Input %s asked for output %s, which granted another input."),
                              input, output);
    case DL_IQ_HELD_BACK:
      return g_strdup_printf (_ ("Input %s did not ask for output %s: another virtual channel of "
                                 "its port did, in its turn."),
                              input, output);
    case DL_IQ_REFUSED:
      return g_strdup_printf (to_vc ? _ ("Input %s could not ask for output %s: another packet "
                                         "holds it.")
                                    : _ ("Input %s could not ask for output %s: there was no "
                                         "credit."),
                              input, output);
    default:
      g_assert_not_reached ();
    }
}

/* When an allocator decided, and where both rounds began. */
static void
append_rounds (GString *text, const DlIqAllocation *allocation, const char *input,
               const char *output, const char *input_turn, const char *output_turn)
{
  append (text,
          g_strdup_printf (_ ("The round of output %s began at input %s, that of input %s at "
                              "output %s (cycle %'lu)."),
                           output, output_turn, input, input_turn, (gulong) allocation->cycle));
}

char *
dl_iq_vc_cell_text (const DlIqShown *shown, guint input, guint output)
{
  const DlIqAllocation *vc = &shown->inside->vc;
  const DlIqRequest *request = dl_iq_find_request (vc, input, output);
  g_autofree char *in = dl_iq_vc_text (shown, input);
  g_autofree char *out = dl_iq_vc_text (shown, output);
  g_autofree char *in_turn = dl_iq_vc_text (shown, vc->input_turn[input]);
  g_autofree char *out_turn = dl_iq_vc_text (shown, vc->output_turn[output]);
  GString *text = g_string_new (NULL);

  if (request == NULL)
    append (text, g_strdup_printf (_ ("Input %s did not ask for output %s."), in, out));
  else
    append (text, answer_text (request->answer, TRUE, in, out));
  append_rounds (text, vc, in, out, in_turn, out_turn);
  return g_string_free (text, FALSE);
}

char *
dl_iq_switch_cell_text (const DlIqShown *shown, guint input, guint port)
{
  const DlIqAllocation *sw = &shown->inside->sw;
  const guint from = input / shown->inside->vcs;
  const DlIqRequest *request = dl_iq_find_request (sw, input, port);
  g_autofree char *in = dl_iq_vc_text (shown, input);
  g_autofree char *in_port = dl_iq_port_text (shown, from);
  g_autofree char *out = dl_iq_port_text (shown, port);
  g_autofree char *in_turn = dl_iq_port_text (shown, sw->input_turn[from]);
  g_autofree char *out_turn = dl_iq_port_text (shown, sw->output_turn[port]);
  GString *text = g_string_new (NULL);

  if (request == NULL)
    append (text, g_strdup_printf (_ ("Input %s did not ask for output %s."), in, out));
  else
    append (text, answer_text (request->answer, FALSE, in, out));
  append_rounds (text, sw, in_port, out, in_turn, out_turn);
  return g_string_free (text, FALSE);
}

/* The router ----------------------------------------------------------------------------------- */

char *
dl_iq_allocation_text (const DlIqShown *shown, const DlIqAllocation *allocation)
{
  guint n_asking = 0, n_granted = 0, before = DL_IQ_NOBODY;

  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];

      n_granted += request->answer == DL_IQ_GRANTED;
      if (request->answer >= DL_IQ_ASKED && request->input != before)
        {
          before = request->input;
          n_asking++;
        }
    }
  if (allocation->cycle == DL_IQ_NO_ACTION)
    return g_strdup (_ ("step to see it"));
  if (n_asking == 0)
    return g_strdup (_ ("none asked"));
  /* Translators: of an allocator: how many asked it, how many got something. */
  if (dl_iq_allocation_is_new (allocation, shown->inside->cycle))
    return g_strdup_printf (_ ("%u asked, %u granted"), n_asking, n_granted);
  /* Translators: the same, in an earlier cycle. */
  return g_strdup_printf (_ ("cycle %'lu: %u asked, %u granted"), (gulong) allocation->cycle,
                          n_asking, n_granted);
}

static void
append_allocation (GString *text, const DlIqShown *shown, const char *name, gboolean of_vcs)
{
  const DlIqAllocation *allocation = of_vcs ? &shown->inside->vc : &shown->inside->sw;
  g_autofree char *summary = dl_iq_allocation_text (shown, allocation);

  append (text, g_strdup_printf (_ ("%s, %s."), name, summary));
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];
      g_autofree char *in = dl_iq_vc_text (shown, request->input);
      g_autofree char *out = of_vcs ? dl_iq_vc_text (shown, request->output)
                                    : dl_iq_port_text (shown, request->output);

      /* An input's virtual channel asks for all that it may take: what it got is enough. */
      if (!of_vcs || request->answer == DL_IQ_GRANTED)
        append (text, answer_text (request->answer, of_vcs, in, out));
    }
}

char *
dl_iq_describe (const DlIqShown *shown)
{
  const DlIqInside *inside = shown->inside;
  GString *text = g_string_new (NULL);
  g_autofree char *title = dl_iq_title_text (shown);

  append (text, g_strdup_printf ("%s.", title));
  for (guint input = 0; input < inside->n_ports * inside->vcs; input++)
    if (inside->inputs[input].stage != DL_IQ_IDLE || inside->inputs[input].has_packet)
      append (text, dl_iq_input_text (shown, input));
  append_allocation (text, shown, _ ("VC allocation"), TRUE);
  append_allocation (text, shown, _ ("Switch allocation"), FALSE);
  return g_string_free (text, FALSE);
}

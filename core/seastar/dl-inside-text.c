#include "dl-inside-text.h"

#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

const char *
dl_inside_port_name (guint port)
{
  static const char *const names[] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };

  g_assert (port < DL_N_ROUTER_PORTS);
  return port == DL_TORUS_PORT_PROCESSOR ? _ ("processor") : names[port];
}

char *
dl_inside_queue_name (guint queue)
{
  /* Translators: a queue of a router by its port and virtual channel, as in “X+ VC0” */
  return g_strdup_printf (_ ("%s VC%u"), dl_inside_port_name (queue / DL_SIM_VCS),
                          queue % DL_SIM_VCS);
}

char *
dl_inside_packet_name (const DlTorusNetwork *network, const DlSeastarPacketInside *packet)
{
  g_autofree char *source = dl_torus_node_label (network->torus.coord[packet->source]);
  g_autofree char *dest = dl_torus_node_label (network->torus.coord[packet->dest]);

  return g_strdup_printf ("%s → %s", source, dest);
}

/* Appends @text, which it takes, as a further sentence. */
static void
append (GString *to, char *text)
{
  if (to->len > 0)
    g_string_append_c (to, ' ');
  g_string_append (to, text);
  g_free (text);
}

char *
dl_inside_packet_text (const DlTorusNetwork *network, const DlSeastarPacketInside *packet)
{
  g_autofree char *name = dl_inside_packet_name (network, packet);
  GString *text = g_string_new (NULL);

  append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Packet %s of %u flit: age %u.",
                                              "Packet %s of %u flits: age %u.", packet->flits),
                                 name, packet->flits, packet->age));
  append (text, g_strdup_printf (_ ("Created in cycle %'lu, injected in cycle %'lu."),
                                 (gulong) packet->created, (gulong) packet->injected));
  append (text, g_strdup_printf (
                    g_dngettext (GETTEXT_PACKAGE, "It has made %u hop and entered in epoch %u.",
                                 "It has made %u hops and entered in epoch %u.", packet->hops),
                    packet->hops, packet->epoch));
  if (packet->port == DL_TORUS_PORT_PROCESSOR)
    append (text, g_strdup (_ ("It has arrived and leaves to the processor.")));
  else
    append (text, g_strdup_printf (_ ("It leaves by %s on VC%u."),
                                   dl_inside_port_name (packet->port), packet->vc));
  return g_string_free (text, FALSE);
}

/* Why ----------------------------------------------------------------------------------------- */

static guint
n_bits (guint32 bits)
{
  return __builtin_popcount (bits);
}

static char *
reason_inhibited (const DlSeastarInside *inside, const DlSeastarGrant *grant)
{
  const guint old = !inside->epoch;
  const guint n_left = inside->packet_count[old];

  /* The number of old packets at an earlier grant is not kept. */
  if (!inside->inhibited || n_left == 0 || grant->cycle + 1 != inside->cycle)
    return g_strdup (_ ("Round robin: age is inhibited until the packets of the old epoch have "
                        "left"));
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "Round robin: age is inhibited until %2$u packet of epoch "
                   "%1$u has left",
                   "Round robin: age is inhibited until %2$u packets of epoch %1$u have left",
                   n_left),
      old, n_left);
}

static char *
reason_by_age (const DlSeastarGrant *grant)
{
  const guint age = grant->age[grant->winner], n = n_bits (grant->oldest);

  if (n == 1)
    return g_strdup_printf (_ ("Oldest: %u"), age);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Oldest: %u; tie of %u broken by round "
                                       "robin",
                                       "Oldest: %u; tie of %u broken by round robin", n),
                          age, n);
}

char *
dl_inside_reason (const DlSeastarInside *inside, const DlSeastarGrant *grant)
{
  if (n_bits (grant->candidates) == 1)
    return g_strdup (grant->blocked != 0 ? _ ("The only one with credits") : _ ("The only one"));
  switch ((DlSeastarGrantRule) grant->rule)
    {
    case DL_SEASTAR_GRANT_BY_TURN:
      return g_strdup_printf (_ ("Round robin: bit %u of AGE_RR_SELECT is 0"), grant->select);
    case DL_SEASTAR_GRANT_INHIBITED:
      return reason_inhibited (inside, grant);
    case DL_SEASTAR_GRANT_BY_AGE:
      return reason_by_age (grant);
    default:
      g_assert_not_reached ();
    }
}

char *
dl_inside_grant_text (const DlSeastarInside *inside, const DlTorusNetwork *network,
                      const DlSeastarGrant *grant)
{
  g_autofree char *packet = dl_inside_packet_name (network, &grant->packet);
  g_autofree char *queue = dl_inside_queue_name (grant->winner);
  g_autofree char *reason = dl_inside_reason (inside, grant);

  /* Translators: as in “In cycle 41,250 output X+ granted (0,0,1) → (3,4,5) from Y+ VC0, age 87.
   * Oldest: 87.” */
  return g_strdup_printf (_ ("In cycle %'lu, output %s granted %s from %s, age %u. %s."),
                          (gulong) grant->cycle, dl_inside_port_name (grant->output), packet, queue,
                          grant->age[grant->winner], reason);
}

char *
dl_inside_contest_title (const DlInsideContest *contest)
{
  const char *output = dl_inside_port_name (contest->output);

  if (contest->grant == NULL)
    return g_strdup_printf (_ ("Output %s now"), output);
  return g_strdup_printf (_ ("Output %s, cycle %'lu"), output, (gulong) contest->grant->cycle);
}

char *
dl_inside_contest_summary (const DlSeastarInside *inside, const DlInsideContest *contest)
{
  if (contest->grant != NULL)
    return dl_inside_reason (inside, contest->grant);
  if (contest->n == 0)
    return g_strdup (_ ("No packet is staged for it"));
  /* Translators: the bit of the register that decides between age and round robin. */
  return g_strdup_printf (_ ("Its next grant uses bit %u of AGE_RR_SELECT"),
                          inside->select[contest->output]);
}

/* The router ---------------------------------------------------------------------------------- */

char *
dl_inside_clock_text (const DlSeastarInside *inside)
{
  if (!inside->inhibited)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "next tick in %'lu cycle",
                                         "next tick in %'lu cycles", inside->next_tick),
                            (gulong) inside->next_tick);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "inhibited until %2$u packet of epoch "
                                       "%1$u has left",
                                       "inhibited until %2$u packets of epoch %1$u have left",
                                       inside->packet_count[!inside->epoch]),
                          !inside->epoch, inside->packet_count[!inside->epoch]);
}

static void
append_rival (GString *text, const DlTorusNetwork *network, const DlInsideRival *rival)
{
  g_autofree char *queue = dl_inside_queue_name (rival->queue);
  g_autofree char *packet
      = rival->has_packet ? dl_inside_packet_name (network, &rival->packet) : g_strdup ("–");

  if (!rival->has_credits)
    append (text, g_strdup_printf (_ ("%s: %s, no credits."), queue, packet));
  else if (rival->wins)
    append (text, g_strdup_printf (_ ("%s: %s, age %u, wins."), queue, packet, rival->age));
  else
    append (text, g_strdup_printf (_ ("%s: %s, age %u."), queue, packet, rival->age));
}

char *
dl_inside_describe (const DlSeastarInside *inside, const DlTorusNetwork *network,
                    const DlInsideContest *contest)
{
  g_autofree char *node = dl_torus_node_label (network->torus.coord[inside->node]);
  g_autofree char *clock = dl_inside_clock_text (inside);
  g_autofree char *title = dl_inside_contest_title (contest);
  g_autofree char *summary = dl_inside_contest_summary (inside, contest);
  GString *text = g_string_new (NULL);
  guint n_input = 0, n_staged = 0;

  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      n_input += inside->input[queue].n;
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        n_staged += inside->staged[output][queue].n;
    }
  append (text, g_strdup_printf (_ ("Router %s, cycle %'lu."), node, (gulong) inside->cycle));
  append (text, g_strdup_printf (_ ("Timestamp %u of 255 in epoch %u; %s."), inside->timestamp,
                                 inside->epoch, clock));
  append (text, g_strdup_printf (_ ("Packets of epoch 0: %u, of epoch 1: %u."),
                                 inside->packet_count[0], inside->packet_count[1]));
  append (text,
          g_strdup_printf (_ ("Packets in input queues: %u, in the crossbar: %u, staged: %u, "
                              "waiting at the source: %u."),
                           n_input, dl_inside_n_crossing (inside), n_staged, inside->waiting));
  append (text, g_strdup_printf (_ ("%s: %s."), title, summary));
  for (guint i = 0; i < contest->n; i++)
    append_rival (text, network, &contest->rivals[i]);
  return g_string_free (text, FALSE);
}

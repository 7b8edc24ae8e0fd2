#include "dl-dragonfly-explain.h"

#include "dl-text-lines.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-rejected.h"
#include "dl-rng.h"
#include "dl-section.h"

#include <glib/gi18n-lib.h>

/* Following a packet --------------------------------------------------------------------------- */

/* The leg that begins where the packet takes @hop towards a root that it had not before. */
static DlDragonflyLeg
leg_up (const DlDragonflyTrip *trip, guint i, DlDragonflyHop hop)
{
  const DlDragonflyChoice *choice = &trip->choices[i];
  const DlDragonfly *net = trip->routes->dragonfly;

  if (choice->candidates.at[choice->winner].nonminimal)
    return DL_LEG_UP;
  return net->router[hop.root].group == net->router[net->link_from[hop.link]].group
             ? DL_LEG_DETOUR_UP
             : DL_LEG_THIRD_UP;
}

/* The leg that follows @leg where its root is reached. */
static DlDragonflyLeg
leg_after (DlDragonflyLeg leg)
{
  return leg == DL_LEG_UP          ? DL_LEG_DOWN
         : leg == DL_LEG_DETOUR_UP ? DL_LEG_DETOUR_DOWN
                                   : DL_LEG_THIRD_DOWN;
}

static DlDragonflyRule
rule_of (const DlDragonflyRoutes *routes, guint link, guint leg_from, guint leg_to)
{
  switch ((DlLinkClass) routes->dragonfly->link_class[link])
    {
    case DL_LINK_GREEN:
      return DL_DRAGONFLY_GREEN;
    case DL_LINK_BLACK:
      return DL_DRAGONFLY_BLACK;
    default:
      return dl_dragonfly_undamaged_rank_by (routes, leg_from, leg_to, link)
                     > dl_dragonfly_undamaged_rank (routes, leg_from, leg_to)
                 ? DL_DRAGONFLY_BLUE_DAMAGE
                 : DL_DRAGONFLY_BLUE;
    }
}

void
dl_dragonfly_trip_take (DlDragonflyTrip *trip, const DlDragonflyRoutes *routes,
                        const DlDragonflyMode *mode, guint source, guint dest, guint64 hash,
                        DlDragonflyLoadFunc load, gpointer data)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  DlDragonflyLeg leg = DL_LEG_MINIMAL;
  guint router = source, leg_from = source;

  *trip = (DlDragonflyTrip) { .routes = routes, .mode = mode, .source = source, .dest = dest };
  trip->route.delivered = net->router_up[source] && net->router_up[dest];
  while (trip->route.delivered && (router != dest || packet.root != DL_NO_NODE))
    {
      const guint i = trip->route.n_steps;
      DlDragonflyChoice *choice = &trip->choices[i];
      DlDragonflyHop hop;

      if (i == 0)
        dl_dragonfly_choose (routes, mode, source, dest, hash, load, data, choice);
      else
        dl_dragonfly_choose_next (routes, mode, router, &packet, dl_rng_mix (hash, 1 + i), load,
                                  data, choice);
      if (choice->candidates.n == 0)
        {
          trip->route.delivered = FALSE;
          return;
        }
      hop = choice->candidates.at[choice->winner].hop;
      if (hop.root != DL_NO_NODE && hop.root != packet.root)
        {
          leg = leg_up (trip, i, hop);
          leg_from = router;
        }
      trip->legs[i] = leg;
      trip->leg_from[i] = leg_from;
      trip->leg_to[i] = hop.root != DL_NO_NODE ? hop.root : dest;
      trip->rules[i] = rule_of (routes, hop.link, leg_from, trip->leg_to[i]);
      trip->route.steps[i] = (DlDragonflyStep) { hop.link, hop.root, packet.vc };
      trip->route.n_steps++;
      dl_dragonfly_move (routes, hop, &packet);
      router = net->link_to[hop.link];
      if (hop.root == router)
        {
          leg = leg_after (leg);
          leg_from = router;
        }
    }
}

guint
dl_dragonfly_trip_router (const DlDragonflyTrip *trip, guint i)
{
  return i > 0 ? trip->routes->dragonfly->link_to[trip->route.steps[i - 1].link] : trip->source;
}

guint
dl_dragonfly_trip_root (const DlDragonflyTrip *trip)
{
  return trip->route.n_steps > 0 && trip->legs[0] == DL_LEG_UP ? trip->route.steps[0].root
                                                               : DL_NO_NODE;
}

/* Blue links, and roots, before hop @i: their sum is its virtual channel. */
static guint
blue_before (const DlDragonflyTrip *trip, guint i)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  guint n = 0;

  for (guint j = 0; j < i; j++)
    n += net->link_class[trip->route.steps[j].link] == DL_LINK_BLUE;
  return n;
}

static guint
roots_before (const DlDragonflyTrip *trip, guint i)
{
  guint n = 0;

  for (guint j = 0; j < i; j++)
    n += trip->route.steps[j].root == dl_dragonfly_trip_router (trip, j + 1);
  return n;
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_dragonfly_trip_port (const DlDragonflyTrip *trip, guint i)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  const guint link = trip->route.steps[i].link;
  g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[link]);
  g_autofree char *end = g_strdup_printf ("%s#%u", to, net->link_parallel[link]);

  switch ((DlLinkClass) net->link_class[link])
    {
    case DL_LINK_GREEN:
      return g_strdup_printf (_ ("green to %s"), end);
    case DL_LINK_BLACK:
      return g_strdup_printf (_ ("black to %s"), end);
    default:
      return g_strdup_printf (_ ("blue to %s"), end);
    }
}

char *
dl_dragonfly_trip_leg (const DlDragonflyTrip *trip, guint i)
{
  g_autofree char *to = dl_dragonfly_router_to_string (trip->routes->dragonfly, trip->leg_to[i]);

  switch ((DlDragonflyLeg) trip->legs[i])
    {
    case DL_LEG_MINIMAL:
      return g_strdup (_ ("towards the destination"));
    case DL_LEG_UP:
      return g_strdup_printf (_ ("up to the root %s"), to);
    case DL_LEG_DOWN:
      return g_strdup (_ ("down from the root"));
    case DL_LEG_DETOUR_UP:
      return g_strdup_printf (_ ("around damage, first to %s"), to);
    case DL_LEG_DETOUR_DOWN:
      return g_strdup (_ ("on after the detour"));
    case DL_LEG_THIRD_UP:
      return g_strdup_printf (_ ("around damage, up to %s in a third group"), to);
    case DL_LEG_THIRD_DOWN:
      return g_strdup (_ ("down from the third group"));
    default:
      g_assert_not_reached ();
    }
}

char *
dl_dragonfly_trip_rule (const DlDragonflyTrip *trip, guint i)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  const DlRouterAt to = dl_dragonfly_router_name (net, net->link_to[trip->route.steps[i].link]);

  switch ((DlDragonflyRule) trip->rules[i])
    {
    case DL_DRAGONFLY_GREEN:
      return net->shape == DL_DRAGONFLY_ARIES
                 ? g_strdup_printf (_ ("green first, to blade %u"), to.blade)
                 : g_strdup_printf (_ ("green, to router %u of the group"), to.blade);
    case DL_DRAGONFLY_BLACK:
      return g_strdup_printf (_ ("black, to chassis %u"), to.chassis);
    case DL_DRAGONFLY_BLUE:
      return g_strdup_printf (_ ("the one blue hop, to group %u"), to.group);
    case DL_DRAGONFLY_BLUE_DAMAGE:
      return g_strdup_printf (_ ("another blue link to group %u, because of damage"), to.group);
    default:
      g_assert_not_reached ();
    }
}

const char *
dl_dragonfly_trip_section (const DlDragonflyTrip *trip, guint i)
{
  /* How the routes of damaged systems are found the paper does not say. */
  return trip->legs[i] >= DL_LEG_DETOUR_UP || trip->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE
             ? _ ("Cascade paper 5, assumed")
             : dl_section_text ("Cascade paper 3");
}

char *
dl_dragonfly_trip_vc_rule (const DlDragonflyTrip *trip, guint i)
{
  const guint blue = blue_before (trip, i), roots = roots_before (trip, i);

  /* Responses go the same ways, on virtual channels of their own. */
  return g_strdup_printf (_ ("blue links crossed: %u, roots passed: %u; a response takes VC%u"),
                          blue, roots, blue + roots + DL_DRAGONFLY_VCS);
}

const char *
dl_dragonfly_trip_vc_section (void)
{
  return dl_section_text ("Cascade paper 3");
}

static char *
flits (double value)
{
  return g_strdup_printf ("%.4g", value);
}

static char *
rejected_text (const DlDragonflyTrip *trip, guint i, const DlDragonflyRejected *rejected)
{
  const char *why = dl_dragonfly_passed_text (rejected->why);
  const char *section = dl_dragonfly_passed_section (rejected->why);
  g_autofree char *link = NULL;

  if (rejected->link == G_MAXUINT32)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "not %u root that was drawn: %s (%s)",
                                         "not %u roots that were drawn: %s (%s)", rejected->n),
                            rejected->n, why, section);
  link = dl_dragonfly_link_to_string (trip->routes->dragonfly, rejected->link);
  if (rejected->why == DL_PASSED_HEAVIER)
    {
      const DlDragonflyChoice *choice = &trip->choices[i];
      g_autofree char *value = flits (rejected->value);
      g_autofree char *least = flits (choice->value[choice->winner]);

      /* Translators: a link, what it counts and what the one taken counts, in flits */
      return g_strdup_printf (_ ("not %s: heavier, %s flits against %s (%s)"), link, value, least,
                              section);
    }
  if (rejected->n == 1)
    return g_strdup_printf (_ ("not %s: %s (%s)"), link, why, section);
  /* Translators: a number of links, one of them, why they were not taken and where that is written
   */
  return g_strdup_printf (_ ("not %u links such as %s: %s (%s)"), rejected->n, link, why, section);
}

static char *
passed_text (const DlDragonflyTrip *trip, guint i, gboolean candidates)
{
  DlDragonflyRejected rejected[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_trip_passed (trip, i, rejected);
  GString *text = g_string_new (NULL);

  for (guint j = 0; j < n; j++)
    {
      const DlDragonflyPassed why = rejected[j].why;
      g_autofree char *part = NULL;

      if (!candidates && (why == DL_PASSED_HEAVIER || why == DL_PASSED_LATER))
        continue;
      part = rejected_text (trip, i, &rejected[j]);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", part);
    }
  return g_string_free (text, FALSE);
}

char *
dl_dragonfly_trip_rejected (const DlDragonflyTrip *trip, guint i)
{
  return passed_text (trip, i, TRUE);
}

char *
dl_dragonfly_trip_no_candidates (const DlDragonflyTrip *trip, guint i)
{
  return passed_text (trip, i, FALSE);
}

/* The whole route ------------------------------------------------------------------------------ */

char *
dl_dragonfly_trip_to_line (const DlDragonflyTrip *trip)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < trip->route.n_steps; i++)
    {
      const DlDragonflyStep *step = &trip->route.steps[i];
      g_string_append_printf (text, "%s%s.%u", i > 0 ? " " : "",
                              dl_link_class_name (trip->routes->dragonfly->link_class[step->link]),
                              step->vc);
    }
  return g_string_free (text, FALSE);
}

char *
dl_dragonfly_trip_reason (const DlDragonflyTrip *trip)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  g_autofree char *place = NULL;

  if (trip->route.delivered)
    return NULL;
  if (!net->router_up[trip->source] || !net->router_up[trip->dest])
    {
      place = dl_dragonfly_router_to_string (net, net->router_up[trip->source] ? trip->dest
                                                                               : trip->source);
      return g_strdup_printf (_ ("router %s is broken"), place);
    }
  place = dl_dragonfly_router_to_string (net, dl_dragonfly_trip_router (trip, trip->route.n_steps));
  return g_strdup_printf (
      _ ("at %s: damage leaves no way with %u virtual channels (Cascade paper 3 and 5)"), place,
      DL_DRAGONFLY_VCS);
}

/* How it goes, in a few words. */
static char *
kind_text (const DlDragonflyTrip *trip)
{
  const guint root = dl_dragonfly_trip_root (trip);

  if (root != DL_NO_NODE)
    {
      g_autofree char *name = dl_dragonfly_router_to_string (trip->routes->dragonfly, root);
      return g_strdup_printf (_ ("non-minimal through the root %s"), name);
    }
  if (trip->legs[0] == DL_LEG_THIRD_UP)
    return g_strdup (_ ("by a third group, around damage"));
  for (guint i = 0; i < trip->route.n_steps; i++)
    if (trip->legs[i] >= DL_LEG_DETOUR_UP || trip->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE)
      return g_strdup (_ ("minimal, around damage"));
  return g_strdup (_ ("minimal"));
}

char *
dl_dragonfly_trip_summary (const DlDragonflyTrip *trip)
{
  const guint n_hops = trip->route.n_steps, n_blue = blue_before (trip, n_hops);
  g_autofree char *reason = dl_dragonfly_trip_reason (trip);
  g_autofree char *kind = NULL;

  if (reason != NULL)
    return g_strdup_printf ("%s: %s", _ ("unreachable"), reason);
  if (n_hops == 0)
    return g_strdup (_ ("no hops: both nodes are of one router"));
  kind = kind_text (trip);
  /* Translators: hops in all, of them over blue links, the last virtual channel, what kind of route
   */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u hop, %u blue, up to VC%u, %s, delivered",
                                       "%u hops, %u blue, up to VC%u, %s, delivered", n_hops),
                          n_hops, n_blue, trip->route.steps[n_hops - 1].vc, kind);
}

enum
{
  ROUTER,
  PORT,
  VC,
  LEG,
  RULE,
  SECTION,
  VC_RULE,
  NOTES,
  N_COLUMNS
};

static void
fill_row (const DlDragonflyTrip *trip, guint i, char *cells[N_COLUMNS])
{
  cells[ROUTER]
      = dl_dragonfly_router_to_string (trip->routes->dragonfly, dl_dragonfly_trip_router (trip, i));
  cells[PORT] = dl_dragonfly_trip_port (trip, i);
  cells[VC] = g_strdup_printf ("VC%u", trip->route.steps[i].vc);
  cells[LEG] = dl_dragonfly_trip_leg (trip, i);
  cells[RULE] = dl_dragonfly_trip_rule (trip, i);
  cells[SECTION] = g_strdup (dl_dragonfly_trip_section (trip, i));
  cells[VC_RULE] = dl_dragonfly_trip_vc_rule (trip, i);
  cells[NOTES] = dl_dragonfly_trip_rejected (trip, i);
}

/* What was chosen from at the source. */
static void
append_choice (GString *text, const DlDragonflyTrip *trip)
{
  const DlDragonflyChoice *choice = &trip->choices[0];
  g_autofree char *summary = dl_dragonfly_choice_summary (choice);

  /* Translators: a routing mode and how it chose at the source */
  g_string_append_printf (text, _ ("\n%s at the source: %s\n"), trip->mode->id, summary);
  if (trip->mode->by_load)
    {
      g_autofree char *table = dl_dragonfly_choice_to_text (choice, trip->routes);
      g_string_append (text, table);
    }
}

char *
dl_dragonfly_trip_to_text (const DlDragonflyTrip *trip)
{
  const guint n_hops = trip->route.n_steps;
  g_auto (GStrv) cells = g_new0 (char *, n_hops *N_COLUMNS + 1);
  GString *text = g_string_new (NULL);
  g_autofree char *line = dl_dragonfly_trip_to_line (trip);

  if (!trip->route.delivered || n_hops == 0)
    {
      g_autofree char *summary = dl_dragonfly_trip_summary (trip);
      g_autofree char *rejected = dl_dragonfly_trip_rejected (trip, n_hops);
      g_string_append_printf (text, "%s%s%s\n", summary, *rejected != '\0' ? "; " : "", rejected);
    }
  /* How far it came, told apart from a route that arrives. */
  if (!trip->route.delivered && n_hops > 0)
    g_string_append_printf (text, _ ("after %s\n"), line);
  else if (n_hops > 0)
    g_string_append_printf (text, "%s\n", line);
  for (guint i = 0; i < n_hops; i++)
    fill_row (trip, i, cells + i * N_COLUMNS);
  dl_columns_append (text, cells, n_hops, N_COLUMNS);
  if (n_hops > 0)
    append_choice (text, trip);
  return g_string_free (text, FALSE);
}

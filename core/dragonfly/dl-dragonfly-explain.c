#include "dl-dragonfly-explain.h"

#include "dl-dragonfly-name.h"
#include "dl-explained.h"
#include "dl-rng.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *text;
  const char *section;
} passed[DL_N_PASSED] = {
  [DL_PASSED_BROKEN] = { N_ ("broken"), "Cascade paper 5" },
  [DL_PASSED_CUT_OFF] = { N_ ("cut off by faults"), "Cascade paper 5" },
  /* The paper says that minimal paths may differ in hop count, not which of them are used. */
  [DL_PASSED_FARTHER] = { N_ ("farther from the packet in its group, with nearest-exit"),
                          N_ ("Cascade paper 3, assumed") },
  [DL_PASSED_LONGER]
  = { N_ ("more hops in total, with shortest"), N_ ("Cascade paper 3, assumed") },
  [DL_PASSED_HEAVIER] = { N_ ("higher load"), "Cascade paper 3" },
  [DL_PASSED_LATER] = { N_ ("equal load, but drawn later"), "Cascade paper 3" },
  [DL_PASSED_UNFIT] = { N_ ("cut off by faults"), "Cascade paper 5" },
};

const char *
dl_dragonfly_passed_text (DlDragonflyPassed why)
{
  g_assert (why < DL_N_PASSED);
  return _ (passed[why].text);
}

const char *
dl_dragonfly_passed_section (DlDragonflyPassed why)
{
  g_assert (why < DL_N_PASSED);
  return why == DL_PASSED_FARTHER || why == DL_PASSED_LONGER
             ? _ (passed[why].section)
             : dl_section_text (passed[why].section);
}

/* Without damage: a green hop and a black one at most. */
static guint
local_hops (const DlDragonfly *net, guint from, guint to)
{
  const DlRouterAt *a = &net->router[from], *b = &net->router[to];

  return (a->chassis != b->chassis) + (a->blade != b->blade);
}

/* The rank (dl-dragonfly-modes.h) from @from to @to of other groups of blue link @link if nothing
 * were broken, and the lowest of all that there are; G_MAXUINT if there are none. */
static guint
dragonfly_rank_without_faults_by (const DlDragonflyRoutes *routes, guint from, guint to, guint link)
{
  const DlDragonfly *net = routes->dragonfly;

  return dl_dragonfly_minimal_rank (routes->minimal, local_hops (net, from, net->link_from[link]),
                                    local_hops (net, net->link_to[link], to));
}

/* The first blue link after @link, of those from @group to group @other, or n_links. */
static guint
next_blue (const DlDragonfly *net, guint group, guint other, guint link)
{
  for (; link < net->first_link[net->group_first[group + 1]]; link++)
    if (net->router[net->link_to[link]].group == other)
      return link;
  return net->n_links;
}

static guint
first_blue (const DlDragonfly *net, guint group, guint other)
{
  return next_blue (net, group, other, net->first_link[net->group_first[group]]);
}

static guint
dragonfly_rank_without_faults (const DlDragonflyRoutes *routes, guint from, guint to)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint group = net->router[from].group, other = net->router[to].group;
  guint best = G_MAXUINT;

  for (guint link = first_blue (net, group, other); link < net->n_links;
       link = next_blue (net, group, other, link + 1))
    best = MIN (best, dragonfly_rank_without_faults_by (routes, from, to, link));
  return best;
}

/* A list that is being made. */
typedef struct
{
  const DlDragonflyTraced *traced;
  DlDragonflyRejected *items;
  guint n;
} List;

static void
append (List *list, guint link, DlDragonflyPassed why, double value)
{
  g_assert (list->n < DL_DRAGONFLY_MAX_REJECTED);
  list->items[list->n++] = (DlDragonflyRejected) { link, 1, why, value };
}

/* One more of those passed over for the same reason. */
static void
add (List *list, guint link, DlDragonflyPassed why)
{
  for (guint i = 0; i < list->n; i++)
    if (list->items[i].why == why)
      {
        list->items[i].n++;
        return;
      }
  append (list, link, why, 0);
}

/* How a path from @from to @to by blue link @link stands among all of them: plain ones before those
 * with a detour in the other group, then by rank. */
static guint
order_by (const DlDragonflyRoutes *routes, guint from, guint to, guint link)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint near = dl_dragonfly_cost (routes, from, net->link_from[link]);
  const guint far = dl_dragonfly_cost (routes, net->link_to[link], to);

  if (net->link_state[link] != DL_LINK_UP || near >= DL_DRAGONFLY_DETOUR || far == DL_DRAGONFLY_FAR)
    return DL_DRAGONFLY_FAR;
  return far / DL_DRAGONFLY_DETOUR * DL_DRAGONFLY_DETOUR
         + dl_dragonfly_minimal_rank (routes->minimal, near, far % DL_DRAGONFLY_DETOUR);
}

/* The blue links between the groups of @from and @to that a phase does not take; with @none it
 * takes none of them as the first one. */
static void
add_blue (List *list, guint from, guint to, gboolean none)
{
  const DlDragonflyRoutes *routes = list->traced->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint group = net->router[from].group, other = net->router[to].group;
  guint best = DL_DRAGONFLY_FAR;

  for (guint link = first_blue (net, group, other); link < net->n_links && !none;
       link = next_blue (net, group, other, link + 1))
    best = MIN (best, order_by (routes, from, to, link));
  for (guint link = first_blue (net, group, other); link < net->n_links;
       link = next_blue (net, group, other, link + 1))
    {
      const guint order = order_by (routes, from, to, link);

      if (dragonfly_rank_without_faults_by (routes, from, to, link) > best)
        add (list, link, routes->minimal->counts_far ? DL_PASSED_LONGER : DL_PASSED_FARTHER);
      else if (net->link_state[link] != DL_LINK_UP)
        add (list, link, DL_PASSED_BROKEN);
      else if (order > best || none)
        add (list, link, DL_PASSED_CUT_OFF);
    }
}

/* The links of the plain path from @from to @to in one group that are broken. */
static void
add_local (List *list, guint from, guint to)
{
  const DlDragonflyRoutes *routes = list->traced->routes;
  const DlDragonfly *net = routes->dragonfly;

  for (guint at = from; at != to;)
    {
      const DlRouterAt *a = &net->router[at], *b = &net->router[to];
      const DlLinkBundle *bundle = a->blade != b->blade
                                       ? dl_dragonfly_green (routes, at, b->blade)
                                       : dl_dragonfly_black (routes, at, b->chassis);

      /* A real machine's group may have no router there. */
      if (bundle->n == 0)
        return;
      for (guint link = bundle->first; link < bundle->first + bundle->n && bundle->up == 0; link++)
        add (list, link, DL_PASSED_BROKEN);
      at = net->link_to[bundle->first];
    }
}

/* The obstacle, if there is no plain path from @from to @to. */
static void
add_not_plain (List *list, guint from, guint to)
{
  const DlDragonfly *net = list->traced->routes->dragonfly;

  if (net->router[from].group == net->router[to].group)
    add_local (list, from, to);
  else
    add_blue (list, from, to, TRUE);
}

/* Where hop @i begins a phase. */
static void
add_phase (List *list, guint i)
{
  const DlDragonflyTraced *traced = list->traced;
  const DlDragonfly *net = traced->routes->dragonfly;
  const guint from = traced->phase_from[i], to = traced->phase_to[i];

  if (traced->phases[i] == DL_PHASE_DETOUR_UP || traced->phases[i] == DL_PHASE_THIRD_UP)
    add_not_plain (list, from, traced->dest);
  else if (net->router[from].group != net->router[to].group)
    add_blue (list, from, to, FALSE);
}

/* Add broken links beside hop @i's. */
static void
add_beside (List *list, guint i)
{
  const DlDragonfly *net = list->traced->routes->dragonfly;
  const guint taken = list->traced->route.steps[i].link;
  const guint router = net->link_from[taken];

  for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
    if (net->link_to[link] == net->link_to[taken] && net->link_state[link] != DL_LINK_UP)
      add (list, link, DL_PASSED_BROKEN);
}

static void
add_candidates (List *list, const DlDragonflyChoice *choice)
{
  for (guint i = 0; i < choice->candidates.n; i++)
    if (i != choice->winner)
      append (list, choice->candidates.at[i].hop.link,
              choice->value[i] > choice->value[choice->winner] ? DL_PASSED_HEAVIER
                                                               : DL_PASSED_LATER,
              choice->value[i]);
  for (guint i = 0; i < choice->candidates.n_unfit; i++)
    add (list, G_MAXUINT32, DL_PASSED_UNFIT);
}

guint
dl_dragonfly_traced_passed (const DlDragonflyTraced *traced, guint i, DlDragonflyRejected *rejected)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  List list = { traced, rejected, 0 };

  if (i < traced->route.n_steps)
    {
      const gboolean begins = i == 0 || traced->phase_from[i] != traced->phase_from[i - 1];
      const gboolean blue = net->link_class[traced->route.steps[i].link] == DL_LINK_BLUE;

      if (begins)
        add_phase (&list, i);
      /* A phase that begins with a blue link has those beside it among the others. */
      if (!begins || !blue)
        add_beside (&list, i);
      add_candidates (&list, &traced->choices[i]);
    }
  else if (!traced->route.delivered && net->router_up[traced->source]
           && net->router_up[traced->dest])
    add_not_plain (&list, dl_dragonfly_traced_router (traced, i), traced->dest);
  return list.n;
}

/* Following a packet --------------------------------------------------------------------------- */

/* The phase that begins where the packet takes @hop towards a root that it had not before. */
static DlDragonflyPhase
leg_up (const DlDragonflyTraced *traced, guint i, DlDragonflyHop hop)
{
  const DlDragonflyChoice *choice = &traced->choices[i];
  const DlDragonfly *net = traced->routes->dragonfly;

  if (choice->candidates.at[choice->winner].nonminimal)
    return DL_PHASE_UP;
  return net->router[hop.root].group == net->router[net->link_from[hop.link]].group
             ? DL_PHASE_DETOUR_UP
             : DL_PHASE_THIRD_UP;
}

/* The phase that follows @phase where its root is reached. */
static DlDragonflyPhase
leg_after (DlDragonflyPhase phase)
{
  return phase == DL_PHASE_UP          ? DL_PHASE_DOWN
         : phase == DL_PHASE_DETOUR_UP ? DL_PHASE_DETOUR_DOWN
                                       : DL_PHASE_THIRD_DOWN;
}

static DlDragonflyRule
rule_of (const DlDragonflyRoutes *routes, guint link, guint phase_from, guint phase_to)
{
  switch ((DlLinkClass) routes->dragonfly->link_class[link])
    {
    case DL_LINK_GREEN:
      return DL_DRAGONFLY_GREEN;
    case DL_LINK_BLACK:
      return DL_DRAGONFLY_BLACK;
    default:
      return dragonfly_rank_without_faults_by (routes, phase_from, phase_to, link)
                     > dragonfly_rank_without_faults (routes, phase_from, phase_to)
                 ? DL_DRAGONFLY_BLUE_DAMAGE
                 : DL_DRAGONFLY_BLUE;
    }
}

void
dl_dragonfly_traced_take (DlDragonflyTraced *traced, const DlDragonflyRoutes *routes,
                          const DlDragonflyMode *mode, guint source, guint dest, guint64 hash,
                          DlDragonflyLoadFunc load, gpointer data)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  DlDragonflyPhase phase = DL_PHASE_MINIMAL;
  guint router = source, phase_from = source;

  *traced = (DlDragonflyTraced) { .routes = routes, .mode = mode, .source = source, .dest = dest };
  traced->route.delivered = net->router_up[source] && net->router_up[dest];
  while (traced->route.delivered && (router != dest || packet.root != DL_NO_NODE))
    {
      const guint i = traced->route.n_steps;
      DlDragonflyChoice *choice = &traced->choices[i];
      DlDragonflyHop hop;

      if (i == 0)
        dl_dragonfly_choose (routes, mode, source, dest, hash, load, data, choice);
      else
        dl_dragonfly_choose_next (routes, mode, router, &packet, dl_rng_mix (hash, 1 + i), load,
                                  data, choice);
      if (choice->candidates.n == 0)
        {
          traced->route.delivered = FALSE;
          return;
        }
      hop = choice->candidates.at[choice->winner].hop;
      if (hop.root != DL_NO_NODE && hop.root != packet.root)
        {
          phase = leg_up (traced, i, hop);
          phase_from = router;
        }
      traced->phases[i] = phase;
      traced->phase_from[i] = phase_from;
      traced->phase_to[i] = hop.root != DL_NO_NODE ? hop.root : dest;
      traced->rules[i] = rule_of (routes, hop.link, phase_from, traced->phase_to[i]);
      traced->route.steps[i] = (DlDragonflyStep) { hop.link, hop.root, packet.vc };
      traced->route.n_steps++;
      dl_dragonfly_move (routes, hop, &packet);
      router = net->link_to[hop.link];
      if (hop.root == router)
        {
          phase = leg_after (phase);
          phase_from = router;
        }
    }
}

guint
dl_dragonfly_traced_router (const DlDragonflyTraced *traced, guint i)
{
  return i > 0 ? traced->routes->dragonfly->link_to[traced->route.steps[i - 1].link]
               : traced->source;
}

guint
dl_dragonfly_traced_root (const DlDragonflyTraced *traced)
{
  return traced->route.n_steps > 0 && traced->phases[0] == DL_PHASE_UP ? traced->route.steps[0].root
                                                                       : DL_NO_NODE;
}

/* Blue links, and roots, before hop @i: their sum is its virtual channel. */
static guint
blue_before (const DlDragonflyTraced *traced, guint i)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  guint n = 0;

  for (guint j = 0; j < i; j++)
    n += net->link_class[traced->route.steps[j].link] == DL_LINK_BLUE;
  return n;
}

static guint
roots_before (const DlDragonflyTraced *traced, guint i)
{
  guint n = 0;

  for (guint j = 0; j < i; j++)
    n += traced->route.steps[j].root == dl_dragonfly_traced_router (traced, j + 1);
  return n;
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_dragonfly_traced_port (const DlDragonflyTraced *traced, guint i)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  const guint link = traced->route.steps[i].link;
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
dl_dragonfly_traced_phase (const DlDragonflyTraced *traced, guint i)
{
  g_autofree char *to
      = dl_dragonfly_router_to_string (traced->routes->dragonfly, traced->phase_to[i]);

  switch ((DlDragonflyPhase) traced->phases[i])
    {
    case DL_PHASE_MINIMAL:
      return g_strdup (_ ("toward the destination"));
    case DL_PHASE_UP:
      return g_strdup_printf (_ ("up to the root %s"), to);
    case DL_PHASE_DOWN:
      return g_strdup (_ ("down from the root"));
    case DL_PHASE_DETOUR_UP:
      return g_strdup_printf (_ ("around a fault, first to %s"), to);
    case DL_PHASE_DETOUR_DOWN:
      return g_strdup (_ ("after the detour"));
    case DL_PHASE_THIRD_UP:
      return g_strdup_printf (_ ("around a fault, up to %s in a third group"), to);
    case DL_PHASE_THIRD_DOWN:
      return g_strdup (_ ("down from the third group"));
    default:
      g_assert_not_reached ();
    }
}

char *
dl_dragonfly_traced_rule (const DlDragonflyTraced *traced, guint i)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  const DlRouterAt to = dl_dragonfly_router_name (net, net->link_to[traced->route.steps[i].link]);

  switch ((DlDragonflyRule) traced->rules[i])
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
      return g_strdup_printf (_ ("a second blue link, to group %u, because of a fault"), to.group);
    default:
      g_assert_not_reached ();
    }
}

const char *
dl_dragonfly_traced_section (const DlDragonflyTraced *traced, guint i)
{
  /* How the routes of damaged systems are found the paper does not say. */
  return traced->phases[i] >= DL_PHASE_DETOUR_UP || traced->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE
             ? _ ("Cascade paper 5, assumed")
             : dl_section_text ("Cascade paper 3");
}

char *
dl_dragonfly_traced_vc_rule (const DlDragonflyTraced *traced, guint i)
{
  const guint blue = blue_before (traced, i), roots = roots_before (traced, i);

  /* Responses go the same ways, on virtual channels of their own. */
  return g_strdup_printf (_ ("blue links crossed: %u, roots passed: %u; a response takes VC%u"),
                          blue, roots, blue + roots + DL_DRAGONFLY_VCS);
}

const char *
dl_dragonfly_traced_vc_section (void)
{
  return dl_section_text ("Cascade paper 3");
}

static char *
flits (double value)
{
  return g_strdup_printf ("%.4g", value);
}

static char *
rejected_text (const DlDragonflyTraced *traced, guint i, const DlDragonflyRejected *rejected)
{
  const char *why = dl_dragonfly_passed_text (rejected->why);
  const char *section = dl_dragonfly_passed_section (rejected->why);
  g_autofree char *link = NULL;

  if (rejected->link == G_MAXUINT32)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "rejected %u drawn root: %s (%s)",
                                         "rejected %u drawn roots: %s (%s)", rejected->n),
                            rejected->n, why, section);
  link = dl_dragonfly_link_to_string (traced->routes->dragonfly, rejected->link);
  if (rejected->why == DL_PASSED_HEAVIER)
    {
      const DlDragonflyChoice *choice = &traced->choices[i];
      g_autofree char *value = flits (rejected->value);
      g_autofree char *least = flits (choice->value[choice->winner]);

      /* Translators: a link, what it counts and what the one taken counts, in flits */
      return g_strdup_printf (_ ("rejected %s: higher load, %s flits instead of %s (%s)"), link,
                              value, least, section);
    }
  if (rejected->n == 1)
    return g_strdup_printf (_ ("rejected %s: %s (%s)"), link, why, section);
  /* Translators: a number of links, one of them, why they were not taken and where that is written
   */
  return g_strdup_printf (_ ("rejected %u links such as %s: %s (%s)"), rejected->n, link, why,
                          section);
}

static char *
passed_text (const DlDragonflyTraced *traced, guint i, gboolean candidates)
{
  DlDragonflyRejected rejected[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_traced_passed (traced, i, rejected);
  GString *text = g_string_new (NULL);

  for (guint j = 0; j < n; j++)
    {
      const DlDragonflyPassed why = rejected[j].why;
      g_autofree char *part = NULL;

      if (!candidates && (why == DL_PASSED_HEAVIER || why == DL_PASSED_LATER))
        continue;
      part = rejected_text (traced, i, &rejected[j]);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", part);
    }
  return g_string_free (text, FALSE);
}

char *
dl_dragonfly_traced_rejected (const DlDragonflyTraced *traced, guint i)
{
  return passed_text (traced, i, TRUE);
}

char *
dl_dragonfly_traced_no_candidates (const DlDragonflyTraced *traced, guint i)
{
  return passed_text (traced, i, FALSE);
}

/* The whole route ------------------------------------------------------------------------------ */

char *
dl_dragonfly_traced_to_line (const DlDragonflyTraced *traced)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < traced->route.n_steps; i++)
    {
      const DlDragonflyStep *step = &traced->route.steps[i];
      g_string_append_printf (
          text, "%s%s.%u", i > 0 ? " " : "",
          dl_link_class_name (traced->routes->dragonfly->link_class[step->link]), step->vc);
    }
  return g_string_free (text, FALSE);
}

char *
dl_dragonfly_traced_reason (const DlDragonflyTraced *traced)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  g_autofree char *place = NULL;

  if (traced->route.delivered)
    return NULL;
  if (!net->router_up[traced->source] || !net->router_up[traced->dest])
    {
      place = dl_dragonfly_router_to_string (net, net->router_up[traced->source] ? traced->dest
                                                                                 : traced->source);
      return g_strdup_printf (_ ("router %s is broken"), place);
    }
  place = dl_dragonfly_router_to_string (
      net, dl_dragonfly_traced_router (traced, traced->route.n_steps));
  return g_strdup_printf (
      _ ("at %s: the faults leave no route with %u virtual channels (Cascade paper 3 and 5)"),
      place, DL_DRAGONFLY_VCS);
}

/* How it goes, in a few words. */
static char *
kind_text (const DlDragonflyTraced *traced)
{
  const guint root = dl_dragonfly_traced_root (traced);

  if (root != DL_NO_NODE)
    {
      g_autofree char *name = dl_dragonfly_router_to_string (traced->routes->dragonfly, root);
      return g_strdup_printf (_ ("non-minimal through the root %s"), name);
    }
  if (traced->phases[0] == DL_PHASE_THIRD_UP)
    return g_strdup (_ ("through a third group, around a fault"));
  for (guint i = 0; i < traced->route.n_steps; i++)
    if (traced->phases[i] >= DL_PHASE_DETOUR_UP || traced->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE)
      return g_strdup (_ ("minimal, around a fault"));
  return g_strdup (_ ("minimal"));
}

char *
dl_dragonfly_traced_summary (const DlDragonflyTraced *traced)
{
  const guint n_hops = traced->route.n_steps, n_blue = blue_before (traced, n_hops);
  g_autofree char *reason = dl_dragonfly_traced_reason (traced);
  g_autofree char *kind = NULL;

  if (reason != NULL)
    return g_strdup_printf ("%s: %s", _ ("unreachable"), reason);
  if (n_hops == 0)
    return g_strdup (_ ("no hops: both nodes are at the same router"));
  kind = kind_text (traced);
  /* Translators: hops in all, of them over blue links, the last virtual channel, what kind of route
   */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u hop, %u blue, up to VC%u, %s, delivered",
                                       "%u hops, %u blue, up to VC%u, %s, delivered", n_hops),
                          n_hops, n_blue, traced->route.steps[n_hops - 1].vc, kind);
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
fill_row (const DlDragonflyTraced *traced, guint i, char *cells[N_COLUMNS])
{
  cells[ROUTER] = dl_dragonfly_router_to_string (traced->routes->dragonfly,
                                                 dl_dragonfly_traced_router (traced, i));
  cells[PORT] = dl_dragonfly_traced_port (traced, i);
  cells[VC] = g_strdup_printf ("VC%u", traced->route.steps[i].vc);
  cells[LEG] = dl_dragonfly_traced_phase (traced, i);
  cells[RULE] = dl_dragonfly_traced_rule (traced, i);
  cells[SECTION] = g_strdup (dl_dragonfly_traced_section (traced, i));
  cells[VC_RULE] = dl_dragonfly_traced_vc_rule (traced, i);
  cells[NOTES] = dl_dragonfly_traced_rejected (traced, i);
}

/* Candidates at the source. */
static void
append_choice (GString *text, const DlDragonflyTraced *traced)
{
  const DlDragonflyChoice *choice = &traced->choices[0];
  g_autofree char *summary = dl_dragonfly_choice_summary (choice);

  /* Translators: a routing mode and how it chose at the source */
  g_string_append_printf (text, _ ("\n%s at the source: %s\n"), traced->mode->id, summary);
  if (traced->mode->by_load)
    {
      g_autofree char *table = dl_dragonfly_choice_to_text (choice, traced->routes);
      g_string_append (text, table);
    }
}

char *
dl_dragonfly_traced_to_text (const DlDragonflyTraced *traced)
{
  const guint n_hops = traced->route.n_steps;
  g_auto (GStrv) cells = g_new0 (char *, n_hops *N_COLUMNS + 1);
  GString *text = g_string_new (NULL);
  g_autofree char *line = dl_dragonfly_traced_to_line (traced);

  if (!traced->route.delivered || n_hops == 0)
    {
      g_autofree char *summary = dl_dragonfly_traced_summary (traced);
      g_autofree char *rejected = dl_dragonfly_traced_rejected (traced, n_hops);
      g_string_append_printf (text, "%s%s%s\n", summary, *rejected != '\0' ? "; " : "", rejected);
    }
  /* How far it came, told apart from a route that arrives. */
  if (!traced->route.delivered && n_hops > 0)
    g_string_append_printf (text, _ ("after %s\n"), line);
  else if (n_hops > 0)
    g_string_append_printf (text, "%s\n", line);
  for (guint i = 0; i < n_hops; i++)
    fill_row (traced, i, cells + i * N_COLUMNS);
  dl_columns_append (text, cells, n_hops, N_COLUMNS);
  if (n_hops > 0)
    append_choice (text, traced);
  return g_string_free (text, FALSE);
}

#include "dl-dragonfly-rejected.h"

#include "dl-section.h"

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

guint
dl_dragonfly_rank_without_faults_by (const DlDragonflyRoutes *routes, guint from, guint to,
                                     guint link)
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

guint
dl_dragonfly_rank_without_faults (const DlDragonflyRoutes *routes, guint from, guint to)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint group = net->router[from].group, other = net->router[to].group;
  guint best = G_MAXUINT;

  for (guint link = first_blue (net, group, other); link < net->n_links;
       link = next_blue (net, group, other, link + 1))
    best = MIN (best, dl_dragonfly_rank_without_faults_by (routes, from, to, link));
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

/* How a way from @from to @to by blue link @link stands among all of them: plain ones before those
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

      if (dl_dragonfly_rank_without_faults_by (routes, from, to, link) > best)
        add (list, link, routes->minimal->counts_far ? DL_PASSED_LONGER : DL_PASSED_FARTHER);
      else if (net->link_state[link] != DL_LINK_UP)
        add (list, link, DL_PASSED_BROKEN);
      else if (order > best || none)
        add (list, link, DL_PASSED_CUT_OFF);
    }
}

/* The links of the plain way from @from to @to in one group that are broken. */
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

/* Where there is no plain way from @from to @to: what stands in the way of one. */
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

/* Those beside the link that hop @i takes. */
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

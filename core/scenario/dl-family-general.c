#include "dl-family-general.h"

#include "dl-edit.h"
#include "dl-field-type.h"
#include "dl-general.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Places --------------------------------------------------------------------------------------- */

static gboolean
parse_pair (const char *text, DlGeneralCable *cable)
{
  int end = -1;

  return sscanf (text, "%9u-%9u%n", &cable->a, &cable->b, &end) == 2 && text[end] == '\0';
}

/* The first link from one router to another; DL_NO_LINK. */
static guint
find_link (const DlGraph *graph, guint from, guint to)
{
  if (from >= graph->n_routers)
    return DL_NO_LINK;
  for (guint link = graph->first_link[from]; link < graph->first_link[from + 1]; link++)
    if (graph->link_to[link] == to && graph->link_state[link] != DL_LINK_ABSENT)
      return link;
  return DL_NO_LINK;
}

gboolean
dl_general_reads_node (const char *text)
{
  guint64 number;

  return dl_value_parse_uint (text, 0, G_MAXINT32, &number, NULL);
}

static gboolean
parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  DlGeneralCable ends;

  *link = parse_pair (text, &ends) ? find_link (net->graph, ends.a, ends.b) : DL_NO_LINK;
  if (*link != DL_NO_LINK)
    return TRUE;
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no link %s in this network (expected two routers, such as 0-3)"), text);
  return FALSE;
}

static gboolean
parse_node (gconstpointer shape, const char *text, guint *node, GError **error)
{
  guint64 number;

  if (!dl_value_parse_uint (text, 0, dl_shape_net (shape)->graph->n_nodes - 1, &number, error))
    return FALSE;
  *node = number;
  return TRUE;
}

gboolean
dl_general_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                        GError **error)
{
  const gboolean pair = kind == DL_PLACE_LINK || strchr (text, '-') != NULL;
  guint number;

  if (!(pair ? parse_link (net, text, &number, error)
             : parse_node (net->shape, text, &number, error)))
    return FALSE;
  *place = pair ? dl_place_link (number) : dl_place_node (number);
  return TRUE;
}

char *
dl_general_name (gconstpointer shape, DlPlace place, DlNameStyle style)
{
  const DlGraph *graph = dl_shape_net (shape)->graph;
  guint from, to;

  if (style == DL_NAME_PORT)
    return NULL;
  if (place.kind != DL_PLACE_LINK)
    return g_strdup_printf ("%u", place.a);
  from = graph->link_from[place.a];
  to = graph->link_to[place.a];
  return style == DL_NAME_CABLE ? g_strdup_printf ("%u-%u", MIN (from, to), MAX (from, to))
                                : g_strdup_printf ("%u-%u", from, to);
}

gboolean
dl_general_same_places (gconstpointer shape, gconstpointer other)
{
  return dl_graph_same_wires (dl_shape_net (shape)->graph, dl_shape_net (other)->graph);
}

static gboolean
is_up (gconstpointer shape, guint node)
{
  return dl_shape_net (shape)->graph->node_up[node];
}

static char *
name_node (gconstpointer shape, guint node)
{
  return g_strdup_printf ("%u", node);
}

DlSites
dl_general_sites (gconstpointer shape)
{
  const DlGraph *graph = dl_shape_net (shape)->graph;
  DlSites sites = { .network = shape,
                    .n_nodes = graph->n_nodes,
                    .is_up = is_up,
                    .parse = parse_node,
                    .name = name_node };

  for (guint node = 0; node < graph->n_nodes; node++)
    sites.n_working += graph->node_up[node];
  return sites;
}

/* Cables that break ---------------------------------------------------------------------------- */

static gboolean
parse_cable (const char *text, gpointer item)
{
  return parse_pair (text, item);
}

static char *
format_cable (gconstpointer item)
{
  const DlGeneralCable *cable = item;

  return g_strdup_printf ("%u-%u", cable->a, cable->b);
}

static int
compare_cables (gconstpointer a, gconstpointer b)
{
  const DlGeneralCable *x = a, *y = b;

  return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void
canonize_cable (gconstpointer options, gpointer item)
{
  DlGeneralCable *cable = item;

  *cable = (DlGeneralCable) { MIN (cable->a, cable->b), MAX (cable->a, cable->b) };
}

const DlFaultKind dl_general_cables = {
  .item_size = sizeof (DlGeneralCable),
  .max_items = 1 << 16,
  .remedy = N_ ("a cable is written as two routers, such as 0-3"),
  .parse = parse_cable,
  .format = format_cable,
  .compare = compare_cables,
  .canonize = canonize_cable,
};

gboolean
dl_general_break (DlGraph *graph, const GArray *cables, GError **error)
{
  for (guint i = 0; i < cables->len; i++)
    {
      const DlGeneralCable *cable = &g_array_index (cables, DlGeneralCable, i);
      const guint link = find_link (graph, cable->a, cable->b);
      const guint back = link != DL_NO_LINK ? dl_graph_back (graph, link) : DL_NO_LINK;

      if (link == DL_NO_LINK)
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                       _ ("there is no cable %u-%u (0 to %u)"), cable->a, cable->b,
                       graph->n_routers - 1);
          return FALSE;
        }
      graph->link_state[link] = DL_LINK_BROKEN;
      if (back != DL_NO_LINK)
        graph->link_state[back] = DL_LINK_BROKEN;
    }
  return TRUE;
}

GArray *
dl_general_working_cables (gconstpointer shape)
{
  const DlGraph *graph = dl_shape_net (shape)->graph;
  GArray *cables = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 link = 0; link < graph->n_links; link++)
    if (graph->link_state[link] == DL_LINK_UP && graph->link_from[link] < graph->link_to[link])
      g_array_append_val (cables, link);
  return cables;
}

char *
dl_general_broke_cables (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random", "Broke %u cables at random", n), n);
}

/* Demand --------------------------------------------------------------------------------------- */

const DlFamilyPattern dl_general_patterns[] = {
  { &dl_pattern_uniform },
  { &dl_pattern_random_permutation },
  { &dl_pattern_all_to_one },
  { NULL },
};

DlDemand *
dl_general_demand (const DlScenario *scenario, gconstpointer shape)
{
  const DlGraph *graph = dl_shape_net (shape)->graph;
  const DlPattern *pattern = scenario->traffic.pattern;
  DlDemand *demand = g_new0 (DlDemand, 1);
  g_autofree guint32 *order = dl_random_order_new (graph->n_nodes, scenario->seed);
  guint target = 0;

  demand->uniform = pattern->uniform;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  if (pattern->needs_target)
    parse_node (shape, scenario->traffic.target, &target, NULL);
  for (guint32 i = 0; i < graph->n_nodes && !demand->uniform; i++)
    {
      const DlFlow flow = { i, pattern->needs_target ? target : order[i], 1 };

      if (flow.dest != i && graph->node_up[i] && graph->node_up[flow.dest])
        g_array_append_val (demand->flows, flow);
    }
  return demand;
}

/* Routes --------------------------------------------------------------------------------------- */

static void
routed_free (gpointer data)
{
  DlRouted *routed = data;

  dl_shared_unref (routed->shape);
  g_free (routed);
}

gpointer
dl_general_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  gpointer shape = scenario->family->build (scenario, error);
  DlRouted *routed;

  if (shape == NULL)
    return NULL;
  routed = g_new (DlRouted, 1);
  dl_shared_init (&routed->shared, routed_free);
  routed->shape = shape;
  return routed;
}

/* Judging -------------------------------------------------------------------------------------- */

static GArray **
broken_cables (const DlScenario *scenario)
{
  return dl_field_at (dl_field_find_name (scenario->family->cables_key), (DlScenario *) scenario);
}

gboolean
dl_general_normalize (DlScenario *scenario, const DlField **field, GError **error)
{
  GArray **cables = broken_cables (scenario);
  GArray *canonical = dl_faults_canonical (&dl_general_cables, NULL, *cables);

  g_array_unref (*cables);
  *cables = canonical;
  return TRUE;
}

gboolean
dl_general_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const char *key = scenario->family->cables_key;
  const GArray *cables = *broken_cables (scenario);
  g_autoptr (GError) why = NULL;
  g_autoptr (DlRouted) routed = dl_general_route (scenario, NULL, &why);
  guint least, target;

  if (routed == NULL)
    return dl_scenario_fail (key, field, error, "%s", why->message);
  if (dl_faults_find_twin (&dl_general_cables, cables) < cables->len)
    return dl_scenario_fail (key, field, error, _ ("a cable is named twice (name it once)"));
  least = scenario->family->next (scenario, routed).n_vcs
          * (scenario->traffic.response_share > 0 ? 2 : 1);
  if (scenario->input_queued.vcs < least)
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             _ ("%u are too few (expected %u or more)"), scenario->input_queued.vcs,
                             least);
  if (scenario->traffic.pattern->needs_target
      && !parse_node (routed->shape, scenario->traffic.target, &target, NULL))
    return dl_scenario_fail ("traffic.target", field, error,
                             _ ("the pattern needs a node (0 to %u)"),
                             dl_shape_net (routed->shape)->graph->n_nodes - 1);
  return TRUE;
}

/* Their analysis ------------------------------------------------------------------------------- */

gpointer
dl_general_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                    GCancellable *cancellable, GError **error)
{
  gpointer routed
      = routes != NULL ? dl_shared_ref (routes) : dl_general_route (scenario, cancellable, error);
  DlGeneral *general = NULL;

  if (routed != NULL)
    {
      const DlNext next = scenario->family->next (scenario, routed);
      g_autoptr (DlDemand) demand = dl_general_demand (scenario, ((DlRouted *) routed)->shape);

      general = dl_general_new (&next, demand, cancellable);
      if (general == NULL)
        dl_scenario_fail_cancelled (NULL, _ ("The analysis was canceled"), error);
      dl_shared_unref (routed);
    }
  return general;
}

void
dl_general_findings (gconstpointer analysis, DlFindings *findings)
{
  dl_general_find (analysis, findings);
}

static DlExplained *
explain (const DlNext *next, guint from, guint to, guint which)
{
  const gconstpointer shape = ((const DlRouted *) next->routes)->shape;
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gboolean good = dl_next_walk (next, from, to, which, channels);
  DlExplained *explained = dl_explained_new (channels->len);
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < channels->len; i++)
    {
      const guint32 channel = g_array_index (channels, guint32, i);
      const guint link = channel / next->n_vcs;
      g_autofree char *name = dl_general_name (shape, dl_place_link (link), DL_NAME_FILE);

      explained->channels[i] = channel;
      explained->steps[i].title = g_strdup_printf ("%s.%u", name, channel % next->n_vcs);
      explained->steps[i].place = name_node (shape, next->graph->link_from[link]);
      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", explained->steps[i].title);
    }
  explained->good = good;
  explained->line = g_string_free (line, FALSE);
  explained->summary
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hop between switches, %s",
                                      "%u hops between switches, %s", channels->len),
                         channels->len, good ? _ ("delivered") : _ ("not delivered"));
  explained->text = g_strdup_printf ("%s\n%s\n", explained->line, explained->summary);
  return explained;
}

DlExplained *
dl_general_explain (const DlScenario *scenario, gpointer analysis, guint from, guint to,
                    guint which)
{
  return explain (&((const DlGeneral *) analysis)->next, from, to, which);
}

gboolean
dl_general_follow (gconstpointer analysis, guint from, guint to, DlPairRoute *route)
{
  const DlNext *next = &((const DlGeneral *) analysis)->next;
  g_autoptr (DlExplained) explained = NULL;

  if (from == to || !next->graph->node_up[from] || !next->graph->node_up[to])
    return FALSE;
  explained = explain (next, from, to, 0);
  *route = (DlPairRoute) { .delivered = explained->good, .n_hops = explained->n_hops };
  if (route->n_hops > 0)
    route->line = g_strdup (explained->line);
  return TRUE;
}

DlLinkFlows *
dl_general_link_flows (const DlScenario *scenario, gconstpointer analysis, guint link,
                       GCancellable *cancellable)
{
  g_autoptr (DlDemand) demand = dl_general_demand (scenario, dl_analyzed_shape (analysis));

  DlLinkFlows *flows
      = dl_general_flows (&((const DlGeneral *) analysis)->next, demand, link, cancellable);

  if (flows != NULL)
    dl_link_flows_weigh (
        flows, dl_graph_capacity (dl_shape_net (dl_analyzed_shape (analysis))->graph, link));
  return flows;
}

/* Paths of a pair searched for one over a link, at most. */
#define MOST_WAYS 64

gboolean
dl_general_flow_route (const DlScenario *scenario, gpointer analysis, const DlLinkFlows *flows,
                       guint source, guint *from, guint *to, guint *which)
{
  const DlNext *next = &((const DlGeneral *) analysis)->next;
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));

  *from = source;
  for (*to = 0; *to < next->graph->n_nodes; (*to)++)
    for (*which = 0; *to != source && flows->by_dest[*to] > 0 && *which < MOST_WAYS; (*which)++)
      {
        g_array_set_size (channels, 0);
        dl_next_walk (next, source, *to, *which, channels);
        for (guint i = 0; i < channels->len; i++)
          if (g_array_index (channels, guint32, i) / next->n_vcs == flows->link)
            return TRUE;
      }
  return FALSE;
}

gboolean
dl_general_rerouted (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                     guint64 *pairs, GCancellable *cancellable)
{
  const DlGeneral *was = before, *is = after;

  return dl_graph_same_wires (was->graph, is->graph)
         && dl_general_count_rerouted (&was->next, &is->next, pairs, cancellable);
}

DlCritical *
dl_general_critical (const DlScenario *scenario, DlCriticalOptions options,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (DlGeneral) analysis = dl_general_analyze (scenario, NULL, NULL, cancellable, error);
  g_autoptr (GArray) links = NULL;
  g_autofree guint32 *back = NULL, *cable_of = NULL;
  DlCables cables;

  if (analysis == NULL)
    return NULL;
  links = dl_general_working_cables (dl_analyzed_shape (analysis));
  back = g_new (guint32, MAX (links->len, 1));
  cable_of = g_new (guint32, MAX (analysis->graph->n_links, 1));
  for (guint link = 0; link < analysis->graph->n_links; link++)
    cable_of[link] = G_MAXUINT32;
  for (guint i = 0; i < links->len; i++)
    {
      const guint link = g_array_index (links, guint32, i);
      const guint other = dl_graph_back (analysis->graph, link);

      back[i] = other != DL_NO_LINK ? other : link;
      cable_of[link] = cable_of[back[i]] = i;
    }
  cables = (DlCables) { .n = links->len,
                        .link = (const guint32 *) (gpointer) links->data,
                        .back = back,
                        .cable_of = cable_of };
  return dl_break_each (scenario, analysis, &cables, options, cancellable, error);
}

/* Simulation ----------------------------------------------------------------------------------- */

gboolean
dl_general_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                  GError **error)
{
  *sent = (DlSent) { .demand = dl_general_demand (scenario, shape), .burst = 1 };
  return TRUE;
}

guint32
dl_general_wait_channel (gconstpointer analysis, const DlSimWait *wait)
{
  const DlGeneral *general = analysis;
  const DlGraph *graph = general->graph;

  if (wait->node >= graph->n_routers)
    return G_MAXUINT32;
  for (guint link = graph->first_link[wait->node]; link < graph->first_link[wait->node + 1]; link++)
    if (graph->link_port[link] == wait->port)
      return link * general->n_vcs;
  return G_MAXUINT32;
}

const DlCountersKind *const dl_general_counters[] = { NULL };

/* Latency against load ------------------------------------------------------------------------- */

gboolean
dl_general_has_load (const DlScenario *scenario)
{
  return TRUE;
}

double
dl_general_bound (const DlScenario *scenario, GStrv values, gconstpointer analysis,
                  GCancellable *cancellable, GError **error)
{
  return 1;
}

/* Each link carries a flit per cycle, and each node sends so many. */
double
dl_general_full_at (const DlScenario *scenario, gconstpointer analysis)
{
  DlFindings findings;

  dl_general_find (analysis, &findings);
  return findings.peak_load > 0 ? MIN (1, (double) findings.pattern.pairs / findings.working_nodes
                                              / findings.peak_load)
                                : INFINITY;
}

char *
dl_general_curve_value (const DlScenario *scenario)
{
  return dl_field_get (dl_field_find_name (scenario->family->curve->key), scenario);
}

char *
dl_general_curve_title (const char *value)
{
  return g_strdup (value);
}

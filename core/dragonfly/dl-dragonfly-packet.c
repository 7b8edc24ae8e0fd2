#include "dl-dragonfly-packet.h"

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-flows.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-scenario.h"
#include "dl-rng.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Flits that a link of each class holds on its way from router to router. */
static void
set_class_flits (const DlScenario *scenario, const DlDragonflyAnalysis *analysis,
                 DlDragonflyTimes *times)
{
  const DlAriesOptions *aries = dl_aries_options (scenario);
  /* Bytes of a link per flit of a full packet. */
  const double flit_bytes
      = aries->payload_bytes / aries->efficiency / scenario->traffic.packet_flits;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    times->class_flits[class] = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES
                                    ? aries->hop_ns * analysis->rates.class_GBps[class] / flit_bytes
                                    : scenario->router.link_cycles;
}

static DlDragonflyExpected *
expected_of (const DlScenario *scenario, DlDragonflyAnalysis *analysis)
{
  DlDragonflyTimes times = {
    .load = scenario->traffic.saturated ? INFINITY : scenario->traffic.load,
    .packet_flits = scenario->traffic.packet_flits,
    .buffer = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES ? dl_aries_options (scenario)->buffer
                                                               : scenario->router.input_buffer,
  };

  set_class_flits (scenario, analysis, &times);
  return dl_dragonfly_expected_new (analysis, times);
}

/* The packet of another @seed. */
static void
take_trip (const DlScenario *scenario, DlDragonflyAnalysis *analysis, DlDragonflyExpected *expected,
           guint64 seed, guint source, guint dest, DlDragonflyTraced *traced)
{
  const guint nodes = analysis->dragonfly->nodes_per_router;
  const guint64 hash = dl_rng_mix (dl_rng_mix (seed, source), dest);

  dl_dragonfly_traced_take (traced, analysis->routes, dl_dragonfly_options (scenario)->mode,
                            source / nodes, dest / nodes, hash, dl_dragonfly_expected_load,
                            expected);
}

void
dl_dragonfly_trace_packet (const DlScenario *scenario, DlDragonflyAnalysis *analysis, guint source,
                           guint dest, DlDragonflyTraced *traced)
{
  g_autoptr (DlDragonflyExpected) expected = expected_of (scenario, analysis);

  take_trip (scenario, analysis, expected, scenario->seed, source, dest, traced);
}

/* Over a link ---------------------------------------------------------------------------------- */

/* Destinations of a source, and packets of each, that are tried. */
#define TRIED_DESTS   4
#define TRIED_PACKETS 16

static gboolean
sends (const DlDragonflyDemand *demand, guint from, guint to)
{
  if (demand->set != NULL)
    return demand->set[from] != DL_NO_SET && demand->set[from] == demand->set[to];
  if (demand->first_flow == NULL)
    return TRUE;
  for (guint flow = demand->first_flow[from]; flow < demand->first_flow[from + 1]; flow++)
    if (demand->dest[flow] == to && (demand->weight == NULL || demand->weight[flow] > 0))
      return TRUE;
  return FALSE;
}

typedef struct
{
  const DlScenario *scenario;
  DlDragonflyAnalysis *analysis;
  DlDragonflyExpected *expected;
  const DlDragonflyDemand *demand;
  guint link;
  guint from, to, which; /* the pair and route that were found */
} Search;

static gboolean
passes (const Search *search, guint from, guint to, guint which)
{
  DlDragonflyTraced traced;

  take_trip (search->scenario, search->analysis, search->expected, search->scenario->seed + which,
             from, to, &traced);
  for (guint i = 0; i < traced.route.n_steps; i++)
    if (traced.route.steps[i].link == search->link)
      return traced.route.delivered;
  return FALSE;
}

/* One of a pair of routers' nodes; the first of them that sends is kept at any rate. */
static gboolean
find_packet (Search *search, guint source, guint dest)
{
  const guint p = search->analysis->dragonfly->nodes_per_router;

  for (guint which = 0; which < TRIED_PACKETS; which++)
    for (guint i = 0; i < p * p; i++)
      {
        const guint from = source * p + i / p, to = dest * p + i % p;
        gboolean found;

        if (!sends (search->demand, from, to))
          continue;
        found = passes (search, from, to, which);
        if (!found && search->from != DL_NO_NODE)
          continue;
        search->from = from;
        search->to = to;
        search->which = which;
        if (found)
          return TRUE;
      }
  return FALSE;
}

gboolean
dl_dragonfly_flow_route (const DlScenario *scenario, gpointer data, const DlLinkFlows *flows,
                         guint source, guint *from, guint *to, guint *which)
{
  DlDragonflyAnalysis *analysis = data;
  g_autoptr (DlDragonflyDemand) demand
      = dl_scenario_dragonfly_demand (scenario, analysis->dragonfly, NULL, NULL);
  g_autoptr (DlDragonflyExpected) expected = expected_of (scenario, analysis);
  g_autoptr (DlLinkFlows) own = NULL;
  guint32 dests[TRIED_DESTS];
  Search search = { scenario, analysis, expected, demand, flows->link, DL_NO_NODE, 0, 0 };
  guint n;

  own = dl_dragonfly_flows_new (analysis, demand, scenario->seed, flows->link, source, NULL);
  n = dl_link_flows_top (own, own->by_dest, TRIED_DESTS, dests);
  for (guint i = 0; i < n; i++)
    if (find_packet (&search, source, dests[i]))
      break;
  *from = search.from;
  *to = search.to;
  *which = search.which;
  return search.from != DL_NO_NODE;
}

/* For people ----------------------------------------------------------------------------------- */

/* "minimal, by 0.0.0-0.0.4#0": what candidate @i is. */
static char *
candidate_title (const DlDragonfly *net, const DlDragonflyCandidate *candidate)
{
  g_autofree char *link = dl_dragonfly_link_to_string (net, candidate->hop.link);
  g_autofree char *root = NULL;

  if (!candidate->nonminimal)
    /* Translators: a link's name */
    return g_strdup_printf (_ ("minimal, by %s"), link);
  root = dl_dragonfly_router_to_string (net, candidate->hop.root);
  /* Translators: a router's name, a link's name */
  return g_strdup_printf (_ ("through root %s, by %s"), root, link);
}

static void
append_candidate (GString *text, const DlDragonfly *net, const DlDragonflyChoice *choice, guint i)
{
  const DlDragonflyLoad *load = &choice->load[i];
  g_autofree char *title = candidate_title (net, &choice->candidates.at[i]);
  g_autofree char *number = dl_dragonfly_choice_hops (choice, i);
  /* Translators: a number, or a range such as 3–5 */
  g_autofree char *hops = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s hop", "%s hops", choice->hops[i]), number);

  g_string_append_c (text, '\n');
  g_string_append_printf (text, i == choice->winner ? "✓ %s" : "– %s", title);
  g_string_append_c (text, '\n');
  if (choice->mode->by_load)
    g_string_append_printf (
        text,
        /* Translators: hops; loads in flits, their sum, what it counts as, and why */
        _ ("%s · %.1f near + %.1f far + %.1f downstream = %.1f flits, counts %.1f: %s"), hops,
        load->near_end, load->far_end, load->downstream, dl_dragonfly_choice_load (choice, i),
        choice->value[i], dl_dragonfly_choice_why (choice, i));
  else
    g_string_append_printf (text, _ ("%s · %s"), hops, dl_dragonfly_choice_why (choice, i));
}

/* Candidates of the packet before it left. */
static void
append_choice (GString *text, const DlDragonfly *net, const DlDragonflyChoice *choice)
{
  g_autofree char *summary = dl_dragonfly_choice_summary (choice);

  g_string_append_printf (text, "\n%s", summary);
  for (guint i = 0; i < choice->candidates.n; i++)
    append_candidate (text, net, choice, i);
}

static void
describe_hop (const DlDragonflyTraced *traced, guint i, DlStepText *text)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  g_autofree char *port = dl_dragonfly_traced_port (traced, i);
  g_autofree char *phase = dl_dragonfly_traced_phase (traced, i);
  g_autofree char *rule = dl_dragonfly_traced_rule (traced, i);
  g_autofree char *vc_rule = dl_dragonfly_traced_vc_rule (traced, i);
  g_autofree char *rejected = i == 0 ? dl_dragonfly_traced_no_candidates (traced, i)
                                     : dl_dragonfly_traced_rejected (traced, i);
  GString *detail = g_string_new (NULL);

  /* Translators: the way a packet leaves a router by, its virtual channel */
  text->title = g_strdup_printf (_ ("%s, VC%u"), port, traced->route.steps[i].vc);
  text->place = dl_dragonfly_router_to_string (net, dl_dragonfly_traced_router (traced, i));
  /* Translators: what a part of the route is for, the rule of a hop, and where it is written */
  g_string_append_printf (detail, _ ("%s: %s (%s)"), phase, rule,
                          dl_dragonfly_traced_section (traced, i));
  g_string_append_c (detail, '\n');
  /* Translators: a rule, and where it is written */
  g_string_append_printf (detail, _ ("%s (%s)"), vc_rule, dl_dragonfly_traced_vc_section ());
  if (*rejected != '\0')
    g_string_append_printf (detail, "\n%s", rejected);
  if (i == 0)
    append_choice (detail, net, &traced->choices[0]);
  text->detail = g_string_free (detail, FALSE);
}

DlExplained *
dl_dragonfly_explain (const DlScenario *scenario, gpointer data, guint from, guint to, guint which)
{
  DlDragonflyAnalysis *analysis = data;
  g_autoptr (DlDragonflyExpected) expected = expected_of (scenario, analysis);
  DlDragonflyTraced traced;
  DlExplained *explained;

  take_trip (scenario, analysis, expected, scenario->seed + which, from, to, &traced);
  explained = dl_explained_new (traced.route.n_steps);
  for (guint i = 0; i < explained->n_hops; i++)
    {
      const DlDragonflyStep *step = &traced.route.steps[i];

      explained->channels[i] = step->link * DL_DRAGONFLY_VCS + step->vc;
      describe_hop (&traced, i, &explained->steps[i]);
    }
  explained->good = traced.route.delivered;
  explained->summary = dl_dragonfly_traced_reason (&traced);
  if (explained->summary == NULL)
    explained->summary = dl_dragonfly_traced_summary (&traced);
  explained->line = dl_dragonfly_traced_to_line (&traced);
  explained->text = dl_dragonfly_traced_to_text (&traced);
  return explained;
}

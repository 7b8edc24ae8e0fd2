/* Facts of a torus alone. */
#include "dl-fact-private.h"

#include "dl-evaluate-aging.h"
#include "dl-torus-explain.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlTorusAnalysis *
analysis_of (const DlWorld *world)
{
  return world->result != NULL ? dl_evaluation_torus (world->result) : NULL;
}

/* The shape ------------------------------------------------------------------------------------ */

static gboolean
get_radix (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_torus_options (world->scenario)->spec.radix[fact->index];
  return TRUE;
}

static gboolean
get_dateline (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_torus_routing (world->scenario).dateline[fact->index];
  return TRUE;
}

static gboolean
get_broken_channels (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_torus_options (world->scenario)->spec.broken_channels->len;
  return TRUE;
}

/* The links of a dimension --------------------------------------------------------------------- */

static gboolean
get_idle_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = analysis->dims[fact->index].idle_links;
  return TRUE;
}

static gboolean
get_idle_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);

  if (analysis == NULL || analysis->dims[fact->index].links == 0)
    return FALSE;
  value->number
      = (double) analysis->dims[fact->index].idle_links / analysis->dims[fact->index].links;
  return TRUE;
}

static gboolean
get_balanced_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);
  const DlTorusDimensionStats *dim = analysis != NULL ? &analysis->dims[fact->index] : NULL;

  if (dim == NULL || dim->links == dim->idle_links)
    return FALSE;
  value->number = (double) dim->balanced_links / (dim->links - dim->idle_links);
  return TRUE;
}

static gboolean
get_mean_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = analysis->dims[fact->index].load_mean;
  return !isnan (value->number);
}

static gboolean
get_balance_mean (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = dl_torus_analysis_balance_mean (analysis);
  return !isnan (value->number);
}

/* A link --------------------------------------------------------------------------------------- */

static gboolean
get_link_balance (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint link;

  if (!dl_fact_find_link (world, fact->a, &link))
    return FALSE;
  value->number = dl_torus_analysis_link_balance (analysis_of (world), link);
  return !isnan (value->number);
}

/* A route -------------------------------------------------------------------------------------- */

static gboolean
take_trip (const DlWorld *world, const DlFact *fact, DlTorusRoute *route, DlTorusTraced *traced)
{
  const DlTorusAnalysis *analysis = analysis_of (world);
  guint source, dest;

  if (analysis == NULL || !dl_fact_find_node (world, fact->a, &source)
      || !dl_fact_find_node (world, fact->b, &dest) || source == dest
      || !analysis->network->node_up[source] || !analysis->network->node_up[dest])
    return FALSE;
  dl_torus_routes_walk (analysis->routes, source, dest, route);
  *traced = (DlTorusTraced) {
    .routes = analysis->routes, .route = route, .source = source, .dest = dest
  };
  return TRUE;
}

static gboolean
get_crosses (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlTorusRoute) route = { 0 };
  DlTorusTraced traced;

  if (!take_trip (world, fact, &route, &traced))
    return FALSE;
  value->number = 0;
  for (guint i = 0; i < dl_torus_traced_n_hops (&traced); i++)
    value->number += dl_torus_port_dim (route.hops[i].link % DL_TORUS_N_NETWORK_PORTS)
                         == (DlTorusDim) fact->index
                     && dl_torus_traced_crosses (&traced, i);
  return TRUE;
}

static gboolean
get_vc_changes (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlTorusRoute) route = { 0 };
  DlTorusTraced traced;

  if (!take_trip (world, fact, &route, &traced))
    return FALSE;
  value->number = dl_torus_traced_vc_changes (&traced);
  return TRUE;
}

/* Where the route of @fact first takes its link; FALSE if there is no such route or link. @at is
 * G_MAXUINT if it never does. */
static gboolean
find_on_route (const DlWorld *world, const DlFact *fact, DlTorusRoute *route, guint *at)
{
  DlTorusTraced traced;
  guint link;

  if (!take_trip (world, fact, route, &traced) || !dl_fact_find_link (world, fact->link, &link))
    return FALSE;
  *at = G_MAXUINT;
  for (guint i = dl_torus_traced_n_hops (&traced); i-- > 0;)
    if (route->hops[i].link == link)
      *at = i;
  return TRUE;
}

static gboolean
get_uses (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlTorusRoute) route = { 0 };
  guint at;

  if (!find_on_route (world, fact, &route, &at))
    return FALSE;
  value->number = at != G_MAXUINT;
  return TRUE;
}

static gboolean
get_vc_on (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlTorusRoute) route = { 0 };
  guint at;

  if (!find_on_route (world, fact, &route, &at) || at == G_MAXUINT
      || route.hops[at].vc_rule == DL_VC_RULE_ANY)
    return FALSE;
  value->number = route.hops[at].vc;
  return TRUE;
}

/* Ages ----------------------------------------------------------------------------------------- */

static gboolean
get_bias_age (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlTorusAnalysis *analysis = analysis_of (world);
  g_autoptr (DlAgingModel) model = NULL;

  if (analysis == NULL)
    return FALSE;
  model = dl_aging_model_new (dl_evaluate_aging_options (world->scenario, analysis));
  value->number = model->records[DL_AGING_OWN_T_BIAS].value;
  return !isnan (value->number);
}

/* Simulation ---------------------------------------------------------------------------------- */

static gboolean
get_source_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint node;

  return world->source_share != NULL && world->result != NULL
         && dl_fact_find_node (world, fact->a, &node) && node < world->n_sources
         && !isnan (value->number = world->source_share[node]);
}

/* Share of the packets with ages @first .. @last. */
static gboolean
take_ages (const DlWorld *world, guint first, guint last, DlFactValue *value)
{
  double all = 0, some = 0;

  for (guint age = 0; age < G_N_ELEMENTS (world->age); age++)
    {
      all += world->age[age];
      some += age >= first && age <= last ? world->age[age] : 0;
    }
  value->number = some / all;
  return world->simulated && all > 0;
}

static gboolean
get_age_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_ages (world, 64 * fact->index, 64 * fact->index + 63, value);
}

static gboolean
get_saturated_age_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_ages (world, 255, 255, value);
}

static gboolean
get_stalled (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->stalled[fact->index];
  return world->simulated && !isnan (value->number);
}

static const DlFactInfo facts[] = {
  { "broken_channels", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Links with only one broken direction"), get_broken_channels },
  { "vc_balance_mean", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE,
    N_ ("Mean VC balance of all links with traffic"), get_balance_mean },
  { "radix", DL_FACT_DIM, DL_FACT_WHOLE, FALSE, N_ ("Nodes in a dimension"), get_radix },
  { "dateline", DL_FACT_DIM, DL_FACT_WHOLE, FALSE,
    N_ ("Position of the dateline of a dimension; −1 without a dateline"), get_dateline },
  { "mean_load", DL_FACT_DIM, DL_FACT_REAL, FALSE, N_ ("Mean packets per link of a dimension"),
    get_mean_load },
  { "idle_links", DL_FACT_DIM, DL_FACT_WHOLE, FALSE, N_ ("Links of a dimension without traffic"),
    get_idle_links },
  { "idle_share", DL_FACT_DIM, DL_FACT_SHARE, FALSE,
    N_ ("Share of a dimension’s links without traffic"), get_idle_share },
  { "balanced_share", DL_FACT_DIM, DL_FACT_SHARE, FALSE,
    N_ ("Share of a dimension’s links with traffic that have equal load on VC0 and VC1"),
    get_balanced_share },
  { "crosses", DL_FACT_PAIR_DIM, DL_FACT_WHOLE, FALSE,
    N_ ("How often the route from one node to another crosses the dateline of a dimension"),
    get_crosses },
  { "vc_changes", DL_FACT_PAIR, DL_FACT_WHOLE, FALSE,
    N_ ("How often the route from one node to another changes its virtual channel"),
    get_vc_changes },
  { "uses", DL_FACT_PAIR_LINK, DL_FACT_FLAG, FALSE,
    N_ ("Whether the route from one node to another takes a link"), get_uses },
  { "vc_on", DL_FACT_PAIR_LINK, DL_FACT_WHOLE, FALSE,
    N_ ("The virtual channel on which the route from one node to another takes a link"),
    get_vc_on },
  { "link_balance", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Its VC balance"), get_link_balance },
  { "bias_age", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE,
    N_ ("Mean age that the biases add to a packet (age paper, section 3.2)"), get_bias_age },
  { "source_share", DL_FACT_NODE, DL_FACT_SHARE, TRUE,
    N_ ("Share of the delivered packets that came from a node"), get_source_share },
  { "age_share", DL_FACT_QUARTER, DL_FACT_SHARE, TRUE,
    N_ ("Share of the packets in a quarter of the age range: 0 is 0 to 63, 3 is 192 to 255"),
    get_age_share },
  { "saturated_age_share", DL_FACT_NO_ARGS, DL_FACT_SHARE, TRUE,
    N_ ("Share of the packets with the highest age, 255"), get_saturated_age_share },
  { "stalled", DL_FACT_PORT, DL_FACT_REAL, TRUE,
    N_ ("Stalled cycles per packet at the outputs of a direction"), get_stalled },
};

void
dl_fact_torus_add (GArray *all)
{
  dl_fact_add_of (all, &dl_family_torus, facts, G_N_ELEMENTS (facts));
}

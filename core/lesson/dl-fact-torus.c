/* What only a torus can be asked. */
#include "dl-fact-private.h"

#include "dl-evaluate-aging.h"
#include "dl-explain.h"

#include <math.h>

static const DlAnalysis *
analysis_of (const DlWorld *world)
{
  return world->result != NULL ? dl_result_torus (world->result) : NULL;
}

/* The shape ------------------------------------------------------------------------------------ */

gboolean
dl_fact_radix (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_torus_options (world->scenario)->spec.radix[fact->index];
  return TRUE;
}

gboolean
dl_fact_dateline (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_scenario_routing (world->scenario).dateline[fact->index];
  return TRUE;
}

gboolean
dl_fact_broken_channels (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_torus_options (world->scenario)->spec.broken_channels->len;
  return TRUE;
}

/* The links of a dimension --------------------------------------------------------------------- */

gboolean
dl_fact_idle_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = analysis->dims[fact->index].idle_links;
  return TRUE;
}

gboolean
dl_fact_idle_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);

  if (analysis == NULL || analysis->dims[fact->index].links == 0)
    return FALSE;
  value->number
      = (double) analysis->dims[fact->index].idle_links / analysis->dims[fact->index].links;
  return TRUE;
}

gboolean
dl_fact_balanced_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);
  const DlDimensionStats *dim = analysis != NULL ? &analysis->dims[fact->index] : NULL;

  if (dim == NULL || dim->links == dim->idle_links)
    return FALSE;
  value->number = (double) dim->balanced_links / (dim->links - dim->idle_links);
  return TRUE;
}

gboolean
dl_fact_mean_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = analysis->dims[fact->index].load_mean;
  return !isnan (value->number);
}

gboolean
dl_fact_balance_mean (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = dl_analysis_balance_mean (analysis);
  return !isnan (value->number);
}

/* A link --------------------------------------------------------------------------------------- */

static guint
link_of (const DlNetwork *network, DlLinkAt at)
{
  return dl_network_link (network, dl_network_node_at (network, at.from), at.port);
}

gboolean
dl_fact_torus_link (const DlWorld *world, const DlFact *fact, guint *link)
{
  const DlAnalysis *analysis = analysis_of (world);
  DlLinkAt at;

  if (analysis == NULL || !dl_link_at_parse (fact->a, &at)
      || !dl_torus_spec_has_link (&dl_torus_options (world->scenario)->spec, at))
    return FALSE;
  *link = link_of (analysis->network, at);
  return TRUE;
}

gboolean
dl_fact_link_balance (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint link;

  if (!dl_fact_torus_link (world, fact, &link))
    return FALSE;
  value->number = dl_analysis_link_balance (analysis_of (world), link);
  return !isnan (value->number);
}

/* A route -------------------------------------------------------------------------------------- */

static gboolean
find_node (const DlWorld *world, const char *text, guint *node)
{
  const DlNetwork *network = analysis_of (world)->network;
  DlCoord coord;

  if (!dl_torus_spec_parse_node (&dl_torus_options (world->scenario)->spec, text, &coord, NULL))
    return FALSE;
  *node = dl_network_node_at (network, coord);
  return network->node_up[*node];
}

static gboolean
take_trip (const DlWorld *world, const DlFact *fact, DlRoute *route, DlTrip *trip)
{
  const DlAnalysis *analysis = analysis_of (world);
  guint source, dest;

  if (analysis == NULL || !find_node (world, fact->a, &source) || !find_node (world, fact->b, &dest)
      || source == dest)
    return FALSE;
  dl_routes_walk (analysis->routes, source, dest, route);
  *trip = (DlTrip) { .routes = analysis->routes, .route = route, .source = source, .dest = dest };
  return TRUE;
}

gboolean
dl_fact_torus_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  DlTrip trip;

  if (!take_trip (world, fact, &route, &trip) || route.status != DL_ROUTE_DELIVERED)
    return FALSE;
  value->number = dl_trip_n_hops (&trip);
  return TRUE;
}

gboolean
dl_fact_torus_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  DlTrip trip;

  if (!take_trip (world, fact, &route, &trip))
    return FALSE;
  value->number = route.status == DL_ROUTE_DELIVERED;
  return TRUE;
}

gboolean
dl_fact_torus_route (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  DlTrip trip;

  if (!take_trip (world, fact, &route, &trip) || dl_trip_n_hops (&trip) == 0)
    return FALSE;
  value->text = dl_trip_to_line (&trip);
  return TRUE;
}

gboolean
dl_fact_crosses (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  DlTrip trip;

  if (!take_trip (world, fact, &route, &trip))
    return FALSE;
  value->number = 0;
  for (guint i = 0; i < dl_trip_n_hops (&trip); i++)
    value->number += dl_port_dim (route.hops[i].link % DL_N_NETWORK_PORTS) == (DlDim) fact->index
                     && dl_trip_crosses (&trip, i);
  return TRUE;
}

gboolean
dl_fact_vc_changes (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  DlTrip trip;

  if (!take_trip (world, fact, &route, &trip))
    return FALSE;
  value->number = dl_trip_vc_changes (&trip);
  return TRUE;
}

/* Where the route of @fact first takes its link; FALSE if there is no such route or link. @at is
 * G_MAXUINT if it never does. */
static gboolean
find_on_route (const DlWorld *world, const DlFact *fact, DlRoute *route, guint *at)
{
  DlLinkAt where;
  DlTrip trip;
  guint link;

  if (!take_trip (world, fact, route, &trip) || !dl_link_at_parse (fact->link, &where)
      || !dl_torus_spec_has_link (&dl_torus_options (world->scenario)->spec, where))
    return FALSE;
  link = link_of (analysis_of (world)->network, where);
  *at = G_MAXUINT;
  for (guint i = dl_trip_n_hops (&trip); i-- > 0;)
    if (route->hops[i].link == link)
      *at = i;
  return TRUE;
}

gboolean
dl_fact_uses (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  guint at;

  if (!find_on_route (world, fact, &route, &at))
    return FALSE;
  value->number = at != G_MAXUINT;
  return TRUE;
}

gboolean
dl_fact_vc_on (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  g_auto (DlRoute) route = { 0 };
  guint at;

  if (!find_on_route (world, fact, &route, &at) || at == G_MAXUINT)
    return FALSE;
  value->number = route.hops[at].vc;
  return TRUE;
}

/* Ages ----------------------------------------------------------------------------------------- */

gboolean
dl_fact_bias_age (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlAnalysis *analysis = analysis_of (world);
  g_autoptr (DlAgingModel) model = NULL;

  if (analysis == NULL)
    return FALSE;
  model = dl_aging_model_new (dl_evaluate_aging_options (world->scenario, analysis));
  value->number = model->records[DL_AGING_OWN_T_BIAS].value;
  return !isnan (value->number);
}

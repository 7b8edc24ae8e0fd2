/* What only a dragonfly can be asked. */
#include "dl-fact-private.h"

#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-name.h"
#include "dl-value.h"

#include <math.h>

static const DlDragonflyAnalysis *
analysis_of (const DlWorld *world)
{
  return world->result != NULL ? dl_result_dragonfly (world->result) : NULL;
}

/* A finite figure of the whole. */
static gboolean
take (DlFactValue *value, double number)
{
  value->number = number;
  return isfinite (number);
}

gboolean
dl_fact_nonminimal_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->nonminimal_share);
}

gboolean
dl_fact_bisection (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->bisection_GBps);
}

gboolean
dl_fact_global_bandwidth (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->global_GBps);
}

gboolean
dl_fact_optical_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->optical_cables);
}

gboolean
dl_fact_class_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->classes[fact->index].links);
}

/* Groups --------------------------------------------------------------------------------------- */

static gboolean
find_group (const DlDragonfly *net, const char *text, guint *group)
{
  guint64 name;

  if (!dl_value_parse_uint (text, 0, G_MAXUINT16, &name, NULL))
    return FALSE;
  *group = dl_dragonfly_group_named (net, (guint) name);
  return *group != G_MAXUINT;
}

static gboolean
find_pair (const DlWorld *world, const DlFact *fact, guint *pair)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);
  guint a, b;

  if (analysis == NULL || !find_group (analysis->dragonfly, fact->a, &a)
      || !find_group (analysis->dragonfly, fact->b, &b))
    return FALSE;
  *pair = a * analysis->dragonfly->n_groups + b;
  return TRUE;
}

gboolean
dl_fact_group_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint pair;

  return find_pair (world, fact, &pair) && take (value, analysis_of (world)->group_links[pair]);
}

gboolean
dl_fact_group_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint pair;

  return find_pair (world, fact, &pair) && take (value, analysis_of (world)->group_load[pair]);
}

/* Links and routes ----------------------------------------------------------------------------- */

gboolean
dl_fact_dragonfly_link (const DlWorld *world, const DlFact *fact, guint *link)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && dl_dragonfly_parse_link (analysis->dragonfly, fact->a, link, NULL);
}

static gboolean
find_router (const DlDragonfly *net, const char *text, guint *router)
{
  guint node;

  if (!dl_dragonfly_parse_node (net, text, &node, NULL))
    return FALSE;
  *router = node / net->nodes_per_router;
  return net->router_up[*router];
}

/* Of a packet on an idle network: of those that choose, the minimal one. */
static gboolean
take_trip (const DlWorld *world, const DlFact *fact, DlDragonflyTrip *trip)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);
  guint source, dest;

  if (analysis == NULL || !find_router (analysis->dragonfly, fact->a, &source)
      || !find_router (analysis->dragonfly, fact->b, &dest))
    return FALSE;
  dl_dragonfly_trip_take (trip, analysis->routes, analysis->mode, source, dest, 0, NULL, NULL);
  return TRUE;
}

gboolean
dl_fact_dragonfly_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlDragonflyTrip trip;

  return take_trip (world, fact, &trip) && trip.route.delivered && take (value, trip.route.n_steps);
}

gboolean
dl_fact_dragonfly_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlDragonflyTrip trip;

  return take_trip (world, fact, &trip) && take (value, trip.route.delivered);
}

gboolean
dl_fact_dragonfly_route (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlDragonflyTrip trip;

  if (!take_trip (world, fact, &trip) || trip.route.n_steps == 0)
    return FALSE;
  value->text = dl_dragonfly_trip_to_line (&trip);
  return TRUE;
}

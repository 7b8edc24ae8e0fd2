/* Facts of a dragonfly alone. */
#include "dl-fact-private.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlDragonflyAnalysis *
analysis_of (const DlWorld *world)
{
  return world->result != NULL ? dl_evaluation_dragonfly (world->result) : NULL;
}

static gboolean
get_nonminimal_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->nonminimal_share);
}

static gboolean
get_bisection (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->bisection_GBps);
}

static gboolean
get_global_bandwidth (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->global_GBps);
}

static gboolean
get_optical_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *analysis = analysis_of (world);

  return analysis != NULL && take (value, analysis->optical_cables);
}

static gboolean
get_class_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
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

static gboolean
get_group_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint pair;

  return find_pair (world, fact, &pair) && take (value, analysis_of (world)->group_links[pair]);
}

static gboolean
get_group_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint pair;

  return find_pair (world, fact, &pair) && take (value, analysis_of (world)->group_load[pair]);
}

static gboolean
get_broken_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take (value, dl_dragonfly_options (world->scenario)->spec.broken_links->len);
}

static const DlFactInfo facts[] = {
  { "broken_links", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Broken single links"),
    get_broken_links },
  { "group_links", DL_FACT_GROUPS, DL_FACT_WHOLE, FALSE,
    N_ ("Working blue links from one group to another"), get_group_links },
  { "group_load", DL_FACT_GROUPS, DL_FACT_REAL, FALSE, N_ ("Packets on all these links"),
    get_group_load },
  { "class_links", DL_FACT_CLASS, DL_FACT_WHOLE, FALSE,
    N_ ("Working directed links: green, black or blue"), get_class_links },
  { "optical_cables", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Blue cables with a working link"),
    get_optical_cables },
  { "bisection_GBps", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE,
    N_ ("Bandwidth between two halves of the groups, in GB/s"), get_bisection },
  { "global_GBps", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE, N_ ("Global bandwidth per node, in GB/s"),
    get_global_bandwidth },
  { "nonminimal_share", DL_FACT_NO_ARGS, DL_FACT_SHARE, FALSE,
    N_ ("Share of non-minimal packets; for adaptive modes, the share with the lowest maximum load"),
    get_nonminimal_share },
};

void
dl_fact_dragonfly_add (GArray *all)
{
  dl_fact_add_of (all, &dl_family_dragonfly, facts, G_N_ELEMENTS (facts));
}

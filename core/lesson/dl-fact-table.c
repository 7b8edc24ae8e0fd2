/* The functions, one table: what they are called, what they take, what they say. */
#include "dl-fact-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlVerdict *
verdict_of (const DlWorld *world)
{
  if (world->result == NULL)
    return NULL;
  return dl_result_torus (world->result) != NULL ? dl_result_torus (world->result)->verdict
                                                 : dl_result_dragonfly (world->result)->verdict;
}

static gboolean
get_cycle_length (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlVerdict *verdict = verdict_of (world);

  if (verdict != NULL)
    value->number = verdict->n_cycle;
  return verdict != NULL;
}

static gboolean
get_cyclic_components (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlVerdict *verdict = verdict_of (world);

  if (verdict != NULL)
    value->number = verdict->cyclic_components;
  return verdict != NULL;
}

/* What is asked for in the scenario: known before any analysis. */

static gboolean
get_broken_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_scenario_kind (world->scenario) == DL_KIND_TORUS
                      ? dl_torus_options (world->scenario)->spec.broken_cables->len
                      : dl_dragonfly_options (world->scenario)->spec.broken_cables->len;
  return TRUE;
}

static gboolean
get_broken_nodes (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_scenario_kind (world->scenario) == DL_KIND_TORUS
                      ? dl_torus_options (world->scenario)->spec.broken_nodes->len
                      : dl_dragonfly_options (world->scenario)->spec.broken_routers->len;
  return TRUE;
}

static gboolean
get_broken_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = dl_dragonfly_options (world->scenario)->spec.broken_links->len;
  return TRUE;
}

static gboolean
get_working_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlDragonflyAnalysis *dragonfly
      = world->result != NULL ? dl_result_dragonfly (world->result) : NULL;

  if (world->result == NULL)
    return FALSE;
  if (dragonfly == NULL)
    value->number = dl_result_torus (world->result)->network->n_working_links;
  else
    {
      value->number = 0;
      for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
        value->number += dragonfly->classes[i].links;
    }
  return TRUE;
}

static gboolean
get_max_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  if (world->result == NULL)
    return FALSE;
  value->number = dl_result_torus (world->result) != NULL
                      ? dl_result_torus (world->result)->hops_max
                      : dl_result_dragonfly (world->result)->hops_max;
  return TRUE;
}

static gboolean
get_peak_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  if (world->result == NULL)
    return FALSE;
  if (dl_result_torus (world->result) != NULL)
    value->number = dl_analysis_peak_load (dl_result_torus (world->result));
  else
    {
      value->number = NAN;
      for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
        value->number
            = fmax (value->number, dl_result_dragonfly (world->result)->classes[i].load_max);
    }
  return !isnan (value->number);
}

/* Pairs of nodes, and links. */

static gboolean
is_dragonfly (const DlWorld *world)
{
  return dl_scenario_kind (world->scenario) == DL_KIND_DRAGONFLY;
}

static gboolean
get_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return is_dragonfly (world) ? dl_fact_dragonfly_hops (world, fact, value)
                              : dl_fact_torus_hops (world, fact, value);
}

static gboolean
get_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return is_dragonfly (world) ? dl_fact_dragonfly_delivered (world, fact, value)
                              : dl_fact_torus_delivered (world, fact, value);
}

static gboolean
get_route (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return is_dragonfly (world) ? dl_fact_dragonfly_route (world, fact, value)
                              : dl_fact_torus_route (world, fact, value);
}

static gboolean
find_link (const DlWorld *world, const DlFact *fact, guint *link)
{
  return is_dragonfly (world) ? dl_fact_dragonfly_link (world, fact, link)
                              : dl_fact_torus_link (world, fact, link);
}

/* Packets of @link on virtual channels @first .. @first + @n - 1. */
static gboolean
take_load (const DlWorld *world, const DlFact *fact, guint first, guint n, DlFactValue *value)
{
  const gboolean dragonfly = is_dragonfly (world);
  const guint n_vcs = dragonfly ? DL_DRAGONFLY_VCS : DL_TORUS_VCS;
  const double *load;
  guint link;

  if (!find_link (world, fact, &link))
    return FALSE;
  load = dragonfly ? dl_result_dragonfly (world->result)->vc_load
                   : dl_result_torus (world->result)->vc_load;
  value->number = 0;
  for (guint vc = first; vc < MIN (first + n, n_vcs); vc++)
    value->number += load[link * n_vcs + vc];
  return TRUE;
}

static gboolean
get_link_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 0, DL_DRAGONFLY_VCS, value);
}

static gboolean
get_link_vc0 (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 0, 1, value);
}

static gboolean
get_link_vc1 (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 1, 1, value);
}

static gboolean
get_link_broken (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint link;

  if (!find_link (world, fact, &link))
    return FALSE;
  value->number
      = (is_dragonfly (world) ? dl_result_dragonfly (world->result)->dragonfly->link_state[link]
                              : dl_result_torus (world->result)->network->link_state[link])
        == DL_LINK_BROKEN;
  return TRUE;
}

/* The simulation. */

static gboolean
get_sim_cycles (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->cycles;
  return world->simulated;
}

static gboolean
get_sim_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->delivered;
  return world->simulated;
}

static gboolean
get_source_share (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlCoord coord;
  guint node;

  if (world->source_share == NULL || world->result == NULL
      || !dl_torus_spec_parse_node (&dl_torus_options (world->scenario)->spec, fact->a, &coord,
                                    NULL))
    return FALSE;
  node = dl_network_node_at (dl_result_torus (world->result)->network, coord);
  if (node >= world->n_sources)
    return FALSE;
  value->number = world->source_share[node];
  return TRUE;
}

/* Of the packets with ages @first .. @last. */
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

static const DlFactInfo table[] = {
  { "cycle_length", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Channels of the shortest cycle of channels that wait for each other; 0 without one"),
    get_cycle_length },
  { "cyclic_components", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Parts of the network that can deadlock"), get_cyclic_components },
  { "broken_cables", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Cables that are broken, of a dragonfly blue ones"), get_broken_cables },
  { "broken_channels", DL_FACT_NO_ARGS, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("Links of which only one direction is broken"), dl_fact_broken_channels },
  { "broken_links", DL_FACT_NO_ARGS, DL_FACT_DRAGONFLY, DL_FACT_WHOLE, FALSE,
    N_ ("Single links that are broken"), get_broken_links },
  { "broken_nodes", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Nodes that are broken, of a dragonfly routers"), get_broken_nodes },
  { "working_links", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Directed links that work"), get_working_links },
  { "max_hops", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Hops of the longest route of a pair that sends"), get_max_hops },
  { "peak_load", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_REAL, FALSE,
    N_ ("Packets on the busiest link"), get_peak_load },
  { "vc_balance_mean", DL_FACT_NO_ARGS, DL_FACT_TORUS, DL_FACT_REAL, FALSE,
    N_ ("Mean VC balance of all links with traffic"), dl_fact_balance_mean },
  { "radix", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE, N_ ("Nodes in a dimension"),
    dl_fact_radix },
  { "dateline", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("Where the dateline of a dimension is; −1 without one"), dl_fact_dateline },
  { "mean_load", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_REAL, FALSE,
    N_ ("Mean packets of a dimension’s links"), dl_fact_mean_load },
  { "idle_links", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("Links of a dimension without traffic"), dl_fact_idle_links },
  { "idle_share", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_SHARE, FALSE,
    N_ ("Share of a dimension’s links without traffic"), dl_fact_idle_share },
  { "balanced_share", DL_FACT_DIM, DL_FACT_TORUS, DL_FACT_SHARE, FALSE,
    N_ ("Of a dimension’s links with traffic, the share with as much on VC0 as on VC1"),
    dl_fact_balanced_share },
  { "hops", DL_FACT_PAIR, DL_FACT_BOTH, DL_FACT_WHOLE, FALSE,
    N_ ("Hops from one node to another, of a dragonfly between their routers"), get_hops },
  { "delivered", DL_FACT_PAIR, DL_FACT_BOTH, DL_FACT_FLAG, FALSE,
    N_ ("Whether a packet from one node to another arrives"), get_delivered },
  { "route", DL_FACT_PAIR, DL_FACT_BOTH, DL_FACT_TEXT, FALSE,
    N_ ("The route from one node to another, with the virtual channel of each hop"), get_route },
  { "crosses", DL_FACT_PAIR_DIM, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("How often the route from one node to another crosses the dateline of a dimension"),
    dl_fact_crosses },
  { "vc_changes", DL_FACT_PAIR, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("How often the route from one node to another changes its virtual channel"),
    dl_fact_vc_changes },
  { "uses", DL_FACT_PAIR_LINK, DL_FACT_TORUS, DL_FACT_FLAG, FALSE,
    N_ ("Whether the route from one node to another takes a link"), dl_fact_uses },
  { "vc_on", DL_FACT_PAIR_LINK, DL_FACT_TORUS, DL_FACT_WHOLE, FALSE,
    N_ ("The virtual channel on which the route from one node to another takes a link"),
    dl_fact_vc_on },
  { "link_load", DL_FACT_LINK, DL_FACT_BOTH, DL_FACT_REAL, FALSE, N_ ("Packets on a link"),
    get_link_load },
  { "link_vc0", DL_FACT_LINK, DL_FACT_BOTH, DL_FACT_REAL, FALSE, N_ ("Its packets on VC0"),
    get_link_vc0 },
  { "link_vc1", DL_FACT_LINK, DL_FACT_BOTH, DL_FACT_REAL, FALSE, N_ ("Its packets on VC1"),
    get_link_vc1 },
  { "link_balance", DL_FACT_LINK, DL_FACT_TORUS, DL_FACT_REAL, FALSE, N_ ("Its VC balance"),
    dl_fact_link_balance },
  { "link_broken", DL_FACT_LINK, DL_FACT_BOTH, DL_FACT_FLAG, FALSE,
    N_ ("Whether the link, or a node at either end, is broken"), get_link_broken },
  { "group_links", DL_FACT_GROUPS, DL_FACT_DRAGONFLY, DL_FACT_WHOLE, FALSE,
    N_ ("Blue links that work from one group to another"), dl_fact_group_links },
  { "group_load", DL_FACT_GROUPS, DL_FACT_DRAGONFLY, DL_FACT_REAL, FALSE,
    N_ ("Packets on all of them"), dl_fact_group_load },
  { "class_links", DL_FACT_CLASS, DL_FACT_DRAGONFLY, DL_FACT_WHOLE, FALSE,
    N_ ("Directed links that work: green, black or blue"), dl_fact_class_links },
  { "optical_cables", DL_FACT_NO_ARGS, DL_FACT_DRAGONFLY, DL_FACT_WHOLE, FALSE,
    N_ ("Blue cables with a link that works"), dl_fact_optical_cables },
  { "bisection_GBps", DL_FACT_NO_ARGS, DL_FACT_DRAGONFLY, DL_FACT_REAL, FALSE,
    N_ ("Bandwidth between two halves of the groups, in GB/s"), dl_fact_bisection },
  { "global_GBps", DL_FACT_NO_ARGS, DL_FACT_DRAGONFLY, DL_FACT_REAL, FALSE,
    N_ ("Bandwidth between groups a node, in GB/s"), dl_fact_global_bandwidth },
  { "nonminimal_share", DL_FACT_NO_ARGS, DL_FACT_DRAGONFLY, DL_FACT_SHARE, FALSE,
    N_ ("Share of non-minimal packets, of adaptive modes the one that loads the busiest link "
        "least"),
    dl_fact_nonminimal_share },
  { "bias_age", DL_FACT_NO_ARGS, DL_FACT_TORUS, DL_FACT_REAL, FALSE,
    N_ ("Age that the biases add to a packet on its way, on average (age paper, section 3.2)"),
    dl_fact_bias_age },
  { "sim_cycles", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, TRUE,
    N_ ("Cycles simulated since the last edit"), get_sim_cycles },
  { "sim_delivered", DL_FACT_NO_ARGS, DL_FACT_BOTH, DL_FACT_WHOLE, TRUE,
    N_ ("Packets delivered since cycle 0"), get_sim_delivered },
  { "source_share", DL_FACT_NODE, DL_FACT_TORUS, DL_FACT_SHARE, TRUE,
    N_ ("Share of the packets delivered that came from a node"), get_source_share },
  { "age_share", DL_FACT_QUARTER, DL_FACT_TORUS, DL_FACT_SHARE, TRUE,
    N_ ("Share of the packets in a quarter of the ages: 0 is 0 to 63, 3 is 192 to 255"),
    get_age_share },
  { "saturated_age_share", DL_FACT_NO_ARGS, DL_FACT_TORUS, DL_FACT_SHARE, TRUE,
    N_ ("Share of the packets with the highest age, 255"), get_saturated_age_share },
  { "stalled", DL_FACT_PORT, DL_FACT_TORUS, DL_FACT_REAL, TRUE,
    N_ ("Stalled cycles a packet of the outputs of a direction"), get_stalled },
};

const DlFactInfo *
dl_fact_table (guint *n)
{
  *n = G_N_ELEMENTS (table);
  return table;
}

/* The functions: what they are called, what they take, what they say. Those of all families. */
#include "dl-fact-private.h"

#include "dl-family.h"
#include "dl-verdict.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlFindings *
found (const DlWorld *world)
{
  return world->result != NULL ? &world->result->findings : NULL;
}

static gboolean
take (DlFactValue *value, double number)
{
  value->number = number;
  return isfinite (number);
}

static gboolean
get_cycle_length (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->verdict->n_cycle);
}

static gboolean
get_cyclic_components (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->verdict->cyclic_components);
}

/* What is asked for in the scenario: known before any analysis. */

static gboolean
get_broken_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take (value,
               dl_family_count_faults (world->scenario, world->scenario->family->cables_key));
}

static gboolean
get_broken_nodes (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take (value, dl_family_count_faults (world->scenario, world->scenario->family->nodes_key));
}

static gboolean
get_working_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->working_links);
}

static gboolean
get_max_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->hops_max);
}

static gboolean
get_peak_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->peak_load);
}

/* Pairs of nodes, and links. */

gboolean
dl_fact_find_node (const DlWorld *world, const char *text, guint *node)
{
  const DlSites sites = world->scenario->family->sites (world->result->net.shape);

  return sites.parse (sites.network, text, node, NULL);
}

/* FALSE where there is no route between them to be followed. */
static gboolean
follow (const DlWorld *world, const DlFact *fact, DlPairRoute *route)
{
  guint from, to;

  return world->result != NULL && dl_fact_find_node (world, fact->a, &from)
         && dl_fact_find_node (world, fact->b, &to)
         && world->scenario->family->follow (world->result->analysis_of_family, from, to, route);
}

static gboolean
get_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  g_free (route.line);
  return route.delivered && take (value, route.n_hops);
}

static gboolean
get_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  g_free (route.line);
  return take (value, route.delivered);
}

static gboolean
get_route (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  value->text = route.line;
  return value->text != NULL;
}

gboolean
dl_fact_find_link (const DlWorld *world, const char *text, guint *link)
{
  return world->result != NULL
         && dl_family_parse_link (world->scenario->family, &world->result->net, text, link, NULL);
}

/* Packets of @link on virtual channels @first .. @first + @n - 1. */
static gboolean
take_load (const DlWorld *world, const DlFact *fact, guint first, guint n, DlFactValue *value)
{
  guint link, n_vcs;

  if (!dl_fact_find_link (world, fact->a, &link))
    return FALSE;
  n_vcs = world->result->net.n_vcs;
  value->number = 0;
  for (guint vc = first; vc < MIN (first + n, n_vcs); vc++)
    value->number += world->result->findings.vc_load[link * n_vcs + vc];
  return TRUE;
}

static gboolean
get_link_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 0, G_MAXUINT16, value);
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

  return dl_fact_find_link (world, fact->a, &link)
         && take (value, world->result->net.graph->link_state[link] == DL_LINK_BROKEN);
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

/* One more fact is a row here, a family's own in its dl-fact-*.c, and a test against a count of
 * its own; build-aux/lesson-facts PROGRAM --write brings the list in data/lessons/README.md up
 * to date. */
static const DlFactInfo common[] = {
  { "cycle_length", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Number of channels in the shortest cycle of channels that wait for each other; 0 without "
        "a cycle"),
    get_cycle_length },
  { "cyclic_components", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Number of cyclic components of the channel dependency graph"), get_cyclic_components },
  { "broken_cables", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Broken cables; in a dragonfly, blue cables"), get_broken_cables },
  { "broken_nodes", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Broken nodes; in a dragonfly, routers"), get_broken_nodes },
  { "working_links", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Working directed links"),
    get_working_links },
  { "max_hops", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Hops of the longest route of all sending pairs"), get_max_hops },
  { "peak_load", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE,
    N_ ("Maximum channel load: packets on the "
        "busiest link"),
    get_peak_load },
  { "hops", DL_FACT_PAIR, DL_FACT_WHOLE, FALSE,
    N_ ("Hops from one node to another; in a dragonfly, between their routers"), get_hops },
  { "delivered", DL_FACT_PAIR, DL_FACT_FLAG, FALSE,
    N_ ("Whether a packet from one node to another arrives"), get_delivered },
  { "route", DL_FACT_PAIR, DL_FACT_TEXT, FALSE,
    N_ ("The route from one node to another, with the virtual channel of each hop"), get_route },
  { "link_load", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Packets on a link"), get_link_load },
  { "link_vc0", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Its packets on VC0"), get_link_vc0 },
  { "link_vc1", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Its packets on VC1"), get_link_vc1 },
  { "link_broken", DL_FACT_LINK, DL_FACT_FLAG, FALSE,
    N_ ("Whether the link, or a node at either end, is broken"), get_link_broken },
  { "sim_cycles", DL_FACT_NO_ARGS, DL_FACT_WHOLE, TRUE, N_ ("Cycles simulated since the last edit"),
    get_sim_cycles },
  { "sim_delivered", DL_FACT_NO_ARGS, DL_FACT_WHOLE, TRUE, N_ ("Packets delivered since cycle 0"),
    get_sim_delivered },
};

void
dl_fact_add_of (GArray *all, const DlFamily *family, const DlFactInfo *facts_of_family, guint n)
{
  const guint first = all->len;

  g_array_append_vals (all, facts_of_family, n);
  for (guint i = first; i < all->len; i++)
    g_array_index (all, DlFactInfo, i).family = family;
}

const DlFactInfo *
dl_fact_table (guint *n)
{
  static GArray *all;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      all = g_array_new (FALSE, FALSE, sizeof (DlFactInfo));
      g_array_append_vals (all, common, G_N_ELEMENTS (common));
      dl_fact_torus_add (all);
      dl_fact_dragonfly_add (all);
      dl_fact_fabric_add (all);
      g_once_init_leave (&made, 1);
    }
  *n = all->len;
  return (const DlFactInfo *) (gpointer) all->data;
}

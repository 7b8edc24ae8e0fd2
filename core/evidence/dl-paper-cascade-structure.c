/* Section 2 of the Cascade paper: how many there are of everything, counted in networks that are
 * built. */
#include "dl-paper-private.h"

#include "dl-cascade-model.h"
#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

enum
{
  NODES,
  GROUP_NODES, /* of the first group */
  ROUTER_NODES,
  GREEN_PORTS, /* of a router, by DlLinkClass */
  BLACK_PORTS,
  BLUE_PORTS,
  NETWORK_PORTS,  /* all of them */
  GREEN_LOCAL,    /* of traffic spread over a chassis, what stays at the router */
  BLACK_LOCAL,    /* over the same slots of all chassis */
  GROUP_BLUE,     /* blue links that leave the first group */
  CABLE_LINKS,    /* of a blue cable */
  GROUP_CABLES,   /* blue cables of the first group */
  OPTICAL_CABLES, /* of all */
  MOST_GROUPS,    /* that are not refused */
  MOST_CABLES,    /* a pair, that are not refused */
  GROWS,          /* 1: to 8 groups without moving a cable */
  N_VALUES
};

static const char *const settings[]
    = { "scenario.kind=dragonfly", "dragonfly.cables-per-pair=1", NULL };

enum
{
  FULL,
  SIX,
  EIGHT,
  EIGHT_FULL,
  SIXTY_FOUR
};

#define GROUPS(groups, cables)                                                                     \
  {                                                                                                \
    { "dragonfly.groups=" groups, "dragonfly.cables-per-pair=" cables }, 1                         \
  }

static const DlPaperRun runs[] = {
  [FULL] = GROUPS ("241", "1"),      [SIX] = GROUPS ("6", "12"),
  [EIGHT] = GROUPS ("8", "12"),      [EIGHT_FULL] = GROUPS ("8", "34"),
  [SIXTY_FOUR] = GROUPS ("64", "3"),
};

static void
count_links (const DlDragonfly *net, double *values)
{
  guint n[DL_N_LINK_CLASSES] = { 0 };
  guint next = 0, neighbors[DL_N_LINK_CLASSES] = { 0 }; /* of the first router */
  guint32 before = G_MAXUINT32;

  for (guint link = 0; link < net->n_links; link++)
    n[net->link_class[link]]++;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    values[GREEN_PORTS + class] = (double) n[class] / net->n_routers;
  values[NETWORK_PORTS] = (double) net->n_links / net->n_routers;
  for (guint link = 0; link < net->first_link[1]; link++)
    {
      neighbors[net->link_class[link]] += net->link_to[link] != before;
      before = net->link_to[link];
    }
  values[GREEN_LOCAL] = 1.0 / (1 + neighbors[DL_LINK_GREEN]);
  values[BLACK_LOCAL] = 1.0 / (1 + neighbors[DL_LINK_BLACK]);
  for (guint link = 0; link < net->first_link[net->group_first[1]]; link++)
    next += net->link_class[link] == DL_LINK_BLUE;
  values[GROUP_BLUE] = next;
}

/* Blue cables, each by its pair of groups and its number there. */
static void
count_cables (const DlDragonfly *net, double *values)
{
  g_autoptr (GHashTable) cables = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint of_first = 0, links = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint from = net->router[net->link_from[link]].group;
      const guint to = net->router[net->link_to[link]].group;
      gint64 *key;

      if (net->link_class[link] != DL_LINK_BLUE || from > to)
        continue;
      links++;
      key = g_new (gint64, 1);
      *key = ((gint64) from << 16 | to) << 16 | net->link_cable[link];
      if (g_hash_table_add (cables, key))
        of_first += from == 0;
    }
  values[OPTICAL_CABLES] = g_hash_table_size (cables);
  values[GROUP_CABLES] = of_first;
  values[CABLE_LINKS] = (double) links / g_hash_table_size (cables);
}

static void
find_limits (const DlScenario *scenario, double *values)
{
  DlDragonflySpec spec = dl_dragonfly_options (scenario)->spec;
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  DlCascadeUpgrade upgrades[DL_DRAGONFLY_MAX_GROUPS];
  const DlCascadeModel model = dl_cascade_model (spec.groups, spec.cables_per_pair, &rates);
  const guint n_upgrades = dl_cascade_upgrades (&model, &rates, upgrades);

  values[GROWS] = 0;
  for (guint i = 0; i < n_upgrades; i++)
    if (upgrades[i].groups == 8)
      values[GROWS] = upgrades[i].kept;
  values[MOST_CABLES] = 0;
  for (spec.cables_per_pair = 1; dl_dragonfly_spec_check (&spec, NULL); spec.cables_per_pair++)
    values[MOST_CABLES] = spec.cables_per_pair;
  spec.cables_per_pair = 1;
  for (spec.groups = 1; dl_dragonfly_spec_check (&spec, NULL); spec.groups++)
    values[MOST_GROUPS] = spec.groups;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario, error);

  if (net == NULL)
    return FALSE;
  values[NODES] = net->n_nodes;
  values[ROUTER_NODES] = net->nodes_per_router;
  values[GROUP_NODES] = net->group_first[1] * net->nodes_per_router;
  count_links (net, values);
  count_cables (net, values);
  find_limits (scenario, values);
  return TRUE;
}

#define SECTION_A     N_ ("Cascade paper, section 2.A")
#define SECTION_B     N_ ("Cascade paper, section 2.B")
#define SECTION_C     N_ ("Cascade paper, section 2.C")
#define SECTION_D     N_ ("Cascade paper, section 2.D")
#define SECTION_8     N_ ("Cascade paper, section 8")
#define GROUP_BLADE   N_ ("Blade and router")
#define GROUP_GROUP   N_ ("Group")
#define GROUP_SYSTEM  N_ ("System")
#define GROUP_UPGRADE N_ ("Upgrade from 6 to 8 groups, 12 cables per pair")
#define COUNTED       N_ ("Counted in the network.")
#define COUNTED_OTHER N_ ("The network has a different number.")

#define COUNT_AS(kind, section, group, what, unit, number, run, value, quote)                      \
  {                                                                                                \
    section, group, what, unit, number, 0, DL_PAPER_VALUE, 0, run, value, COUNTED, COUNTED_OTHER,  \
        kind, quote                                                                                \
  }
#define COUNT(...)   COUNT_AS (DL_PAPER_PRINTED, __VA_ARGS__)
#define DERIVED(...) COUNT_AS (DL_PAPER_DERIVED, __VA_ARGS__)
#define GIVEN(...)   COUNT_AS (DL_PAPER_INPUT, __VA_ARGS__)

#define CABLES  "The number of inter group cables per bundle is given by"
#define OPTICAL "The total number of optical cables required is given by"

static const DlPaperFact facts[] = {
  GIVEN (SECTION_A, GROUP_BLADE, N_ ("nodes of a router"), N_ ("nodes"), 4, FULL, ROUTER_NODES,
         "four compute nodes and a single Aries interconnect ASIC"),
  COUNT (SECTION_B, GROUP_BLADE, N_ ("ports to the network"), N_ ("ports"), 40, FULL, NETWORK_PORTS,
         "Forty of the tiles, referred to as network tiles"),
  COUNT (SECTION_C, GROUP_BLADE, N_ ("green"), N_ ("ports"), 15, FULL, GREEN_PORTS,
         "connects each Aries to each of the other 15 Aries within that chassis"),
  DERIVED (SECTION_C, GROUP_BLADE, N_ ("black, three to each other chassis"), N_ ("ports"), 15,
           FULL, BLACK_PORTS,
           "three electrical links from each Aries within a chassis to its peer"),
  COUNT (SECTION_C, GROUP_BLADE, N_ ("blue"), N_ ("ports"), 10, FULL, BLUE_PORTS,
         "Each Aries provides 10 of these links for a total of 960 per group"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("nodes"), N_ ("nodes"), 384, FULL, GROUP_NODES,
         "groups containing up to 384 nodes"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("blue links"), N_ ("links"), 960, FULL, GROUP_BLUE,
         "Each Aries provides 10 of these links for a total of 960 per group"),
  COUNT (SECTION_D, GROUP_GROUP, N_ ("blue cables, at most"), N_ ("cables"), 240, FULL,
         GROUP_CABLES, "using 60 of the maximum of 240 ports available"),
  GIVEN (SECTION_C, GROUP_GROUP, N_ ("links of a blue cable"), N_ ("links"), 4, FULL, CABLE_LINKS,
         "Blue links are combined into sets of 4 links"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("stays at the router, of green traffic"), N_ ("share"),
         1 / 16.0, FULL, GREEN_LOCAL, "one part in 16 for the Green dimension"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("stays at the router, of black traffic"), N_ ("share"),
         1 / 6.0, FULL, BLACK_LOCAL, "one part in 6 for the Black dimension"),
  COUNT (SECTION_C, GROUP_SYSTEM, N_ ("most groups"), N_ ("groups"), 241, FULL, MOST_GROUPS,
         "the maximum size of the system to 241 groups (92,544 nodes)"),
  COUNT (SECTION_C, GROUP_SYSTEM, N_ ("most nodes"), N_ ("nodes"), 92544, FULL, NODES,
         "the maximum size of the system to 241 groups (92,544 nodes)"),
  DERIVED (SECTION_D, GROUP_SYSTEM, N_ ("maximum cables per pair of 8 groups"), N_ ("cables"), 34,
           EIGHT_FULL, MOST_CABLES, CABLES),
  COUNT (SECTION_8, GROUP_SYSTEM, N_ ("nodes of 8 groups, figures 9 to 12"), N_ ("nodes"), 3072,
         EIGHT_FULL, NODES, "on an 8 Group, 6 chassis per group, system (3072 nodes)"),
  COUNT (SECTION_8, GROUP_SYSTEM, N_ ("nodes of 64 groups, figure 13"), N_ ("nodes"), 24576,
         SIXTY_FOUR, NODES, "on systems as large as 24,576 nodes"),
  COUNT (SECTION_D, GROUP_UPGRADE, N_ ("cable ports in use, of 6 groups"), N_ ("ports"), 60, SIX,
         GROUP_CABLES, "using 60 of the maximum of 240 ports available"),
  DERIVED (SECTION_D, GROUP_UPGRADE, N_ ("optical cables, by the equation, of 6"), N_ ("cables"),
           12 * 5 * 6 / 2, SIX, OPTICAL_CABLES, OPTICAL),
  DERIVED (SECTION_D, GROUP_UPGRADE, N_ ("and of 8"), N_ ("cables"), 12 * 7 * 8 / 2, EIGHT,
           OPTICAL_CABLES, OPTICAL),
  { SECTION_D, GROUP_UPGRADE, N_ ("no cable is moved"), N_ ("1: none"), 1, 0, DL_PAPER_VALUE, 0,
    SIX, GROWS,
    N_ ("8 groups have space for 12 cables per pair, so the cables of 6 groups are "
        "not moved."),
    N_ ("8 groups do not have space for as many cables per pair."), DL_PAPER_DERIVED,
    "without the need to rewire the system" },
  { SECTION_A, N_ ("Not in the network"), N_ ("sockets, memory, cabinets, cable lengths"), "", NAN,
    0, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The contents of nodes and cabinets and the lengths of cables are not part of the model. "
        "49,152 sockets are two per node for 24,576 nodes."),
    DL_PAPER_PRINTED },
  { SECTION_C, N_ ("Not in the network"), N_ ("half the optical links of a fat tree"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("This program has no fat trees for comparison."), DL_PAPER_PRINTED,
    "half the number of optical links as an equivalent fat-tree" },
};

static void
add_rows (DlPaperTable *table)
{
  dl_paper_add_facts (table, facts, G_N_ELEMENTS (facts));
}

const DlPaperCheck dl_paper_check_cascade_sizes = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 1,
  .id = "cascade-sizes",
  .title = N_ ("Blades, groups and cables"),
  .section = N_ ("Cascade paper, section 2"),
  .choices = N_ ("Chosen here: the blade at the end of each blue cable, from the cabling of two "
                 "real machines; the paper does not give it. No number here depends on it."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .add_rows = add_rows,
};

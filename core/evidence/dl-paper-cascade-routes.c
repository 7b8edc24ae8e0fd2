/* Section 3 of the Cascade paper, and what section 8 says of a hop: how long routes are, and on how
 * many virtual channels. */
#include "dl-paper-private.h"

#include "dl-evaluate.h"
#include "dl-machine.h"

#include <glib/gi18n-lib.h>

#include <math.h>

enum
{
  HOPS_MOST,
  BLUE_HOPS, /* of a packet between groups, mean */
  CHANNELS,  /* virtual channels of requests in use */
  CYCLES,    /* components of the dependency graph with a cycle */
  MINIMAL,   /* candidates that a router draws */
  NONMINIMAL,
  HOP_NS,
  LONGEST_NS, /* of the longest route, hops alone */
  N_VALUES
};

static const char *const settings[] = {
  "scenario.kind=dragonfly",
  "dragonfly.groups=8",
  "dragonfly.cables-per-pair=34",
  "traffic.pattern=uniform",
  NULL,
};

enum
{
  MINIMALLY,
  VALIANT,
  ADAPTIVE,
  LARGE_MINIMALLY,
  LARGE_VALIANT,
  INSIDE_MINIMALLY,
  INSIDE_VALIANT
};

#define ROUTING(mode) "dragonfly.routing=" mode
#define LARGE         "dragonfly.groups=64", "dragonfly.cables-per-pair=3"
#define ONE_GROUP     "dragonfly.groups=1", "dragonfly.cables-per-pair=1"

static const DlPaperRun runs[] = {
  [MINIMALLY] = { { ROUTING ("min-hash") }, 1 },
  [VALIANT] = { { ROUTING ("valiant") }, 1 },
  [ADAPTIVE] = { { ROUTING ("adaptive-0") }, 1 },
  [LARGE_MINIMALLY] = { { ROUTING ("min-hash"), LARGE }, 1 },
  [LARGE_VALIANT] = { { ROUTING ("valiant"), LARGE }, 1 },
  [INSIDE_MINIMALLY] = { { ROUTING ("min-hash"), ONE_GROUP }, 1 },
  [INSIDE_VALIANT] = { { ROUTING ("valiant"), ONE_GROUP }, 1 },
};

static guint
channels_used (const DlDragonflyAnalysis *analysis)
{
  guint used = 0;

  for (guint link = 0; link < analysis->dragonfly->n_links; link++)
    for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
      if (analysis->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc] > 0)
        used = MAX (used, vc + 1);
  return used;
}

/* Blue hops under uniform traffic: only a node's packets for other groups cross blue links. */
static double
blue_hops (const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  const DlLinkClassStats *blue = &analysis->classes[DL_LINK_BLUE];
  const double own = net->group_first[1] * net->nodes_per_router;
  const double others = (net->n_nodes - own) / (net->n_nodes - 1);

  return others > 0 ? blue->load_mean * blue->links / (analysis->delivered * others) : NAN;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cancellable, error);
  const DlUnits units = dl_units (scenario);

  if (analysis == NULL)
    return FALSE;
  values[HOPS_MOST] = analysis->hops_max;
  values[BLUE_HOPS] = blue_hops (analysis);
  values[CHANNELS] = channels_used (analysis);
  values[CYCLES] = analysis->verdict->cyclic_components;
  values[MINIMAL] = dl_dragonfly_options (scenario)->mode->minimal;
  values[NONMINIMAL] = dl_dragonfly_options (scenario)->mode->nonminimal;
  values[HOP_NS] = dl_units_router (scenario).link_cycles * units.cycle_ns;
  values[LONGEST_NS] = values[HOPS_MOST] * values[HOP_NS];
  return TRUE;
}

#define SECTION_3     N_ ("Cascade paper, section 3")
#define SECTION_8     N_ ("Cascade paper, section 8")
#define GROUP_MINIMAL N_ ("Minimal routes")
#define GROUP_VALIANT N_ ("Non-minimal routes")
#define GROUP_CHOICE  N_ ("Virtual channels and candidates")
#define GROUP_TIME    N_ ("Hop time")
#define BY_ANALYSIS   N_ ("From the analysis of all pairs of nodes.")
#define OTHERWISE     N_ ("The analysis of all pairs of nodes gives a different number.")

#define FOUND(group, what, unit, number, run, value, kind, quote)                                  \
  {                                                                                                \
    SECTION_3, group, what, unit, number, 0, DL_PAPER_VALUE, 0, run, value, BY_ANALYSIS,           \
        OTHERWISE, kind, quote                                                                     \
  }
#define LONGEST    "giving a maximum of 500 ns for minimally routed packets"
#define CANDIDATES "up to four possible routes at random, two minimal and two non-minimal"

static const DlPaperFact facts[] = {
  FOUND (GROUP_MINIMAL, N_ ("longest in a group: a green, a black"), N_ ("hops"), 2,
         INSIDE_MINIMALLY, HOPS_MOST, DL_PAPER_DERIVED, "at most one Green and one Black hop"),
  { SECTION_3, GROUP_MINIMAL, N_ ("blue links between groups"), N_ ("hops"), 1, 1e-6,
    DL_PAPER_VALUE, 0, MINIMALLY, BLUE_HOPS, BY_ANALYSIS, OTHERWISE, DL_PAPER_PRINTED,
    "will take exactly one global (Blue) link" },
  { SECTION_8, GROUP_MINIMAL, N_ ("longest: 500 ns of 100 ns"), N_ ("hops"), 5, 0, DL_PAPER_VALUE,
    0, LARGE_MINIMALLY, HOPS_MOST, BY_ANALYSIS, OTHERWISE, DL_PAPER_DERIVED, LONGEST },
  FOUND (GROUP_VALIANT, N_ ("longest in a group"), N_ ("hops"), 4, INSIDE_VALIANT, HOPS_MOST,
         DL_PAPER_DERIVED, "can take up to two Green hops and two Black hops"),
  FOUND (GROUP_VALIANT, N_ ("longest between groups"), N_ ("hops"), 10, LARGE_VALIANT, HOPS_MOST,
         DL_PAPER_PRINTED, "The maximum path length for a global non-minimal path is ten hops"),
  FOUND (GROUP_CHOICE, N_ ("virtual channels of requests"), "", 4, VALIANT, CHANNELS,
         DL_PAPER_PRINTED, "four Virtual Channels (VCs) for requests"),
  { SECTION_3, GROUP_CHOICE, N_ ("cycles of channels, non-minimal"), "", 0, 0, DL_PAPER_VALUE, 0,
    VALIANT, CYCLES,
    N_ ("The channel dependency graph of all routes is acyclic: deadlock is "
        "impossible."),
    N_ ("The routes of this network can deadlock."), DL_PAPER_DERIVED,
    "To avoid deadlock and allow for routing flexibility" },
  FOUND (GROUP_CHOICE, N_ ("minimal candidates"), "", 2, ADAPTIVE, MINIMAL, DL_PAPER_INPUT,
         CANDIDATES),
  FOUND (GROUP_CHOICE, N_ ("non-minimal candidates"), "", 2, ADAPTIVE, NONMINIMAL, DL_PAPER_INPUT,
         CANDIDATES),
  { SECTION_8, GROUP_TIME, N_ ("router to router, quiet network"), N_ ("ns"), 100,
    100 * DL_PAPER_ABOUT, DL_PAPER_VALUE, 0, MINIMALLY, HOP_NS,
    N_ ("The default of this program, in whole cycles."),
    N_ ("This scenario has a different hop delay."), DL_PAPER_INPUT,
    "each router-to-router hop adds approximately 100 ns of latency" },
  { SECTION_8, GROUP_TIME, N_ ("longest minimal route"), N_ ("ns"), 500, .5, DL_PAPER_VALUE, 0,
    LARGE_MINIMALLY, LONGEST_NS, N_ ("The longest route of the analysis, with this hop delay."),
    N_ ("Five hops, as in the paper. Here a hop takes a whole number of cycles, slightly less or "
        "more than the 100 ns of the paper."),
    DL_PAPER_PRINTED, LONGEST },
  { SECTION_3, N_ ("Not published"), N_ ("combination of loads, biases, tuning"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The paper gives the loads that a router uses, but not their weights. The weights here "
        "are assumed, and figures 9 to 13 are compared as shapes."),
    DL_PAPER_PRINTED, "are combined to produce a single load value per tile" },
};

const DlPaperCheck dl_paper_check_cascade_routing = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 1,
  .id = "cascade-routing",
  .title = N_ ("Routes and virtual channels"),
  .section = N_ ("Cascade paper, sections 3 and 8"),
  .choices
  = N_ ("Chosen here: 8 groups with 34 cables per pair, the machine of figures 9 to 12; 64 groups "
        "with 3 cables per pair, the largest of figure 13; and a single group. Uniform traffic, "
        "all roots with equal weight. The lengths of non-minimal routes are from one random route "
        "for each of 100,000 pairs of routers."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

/* Section 2.2 of the VC paper: what its rules make of deadlock, of balanced links and of broken
 * ones. */
#include "dl-paper-private.h"

#include "dl-evaluate.h"
#include "dl-torus-past-faults.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* The last ones of small networks alone: they look at every cable. */
#define MOST_CUT_NODES 512

enum
{
  CYCLES,  /* components of the dependency graph with a cycle */
  DROPPED, /* pairs, at a dateline */
  ILLEGAL, /* pairs, on turns that the rules do not have */
  UNEVEN,  /* busiest link over the mean of its dimension, by dimension */
  CUTS_FREE = UNEVEN + DL_TORUS_N_DIMS, /* share of single cuts without a possible deadlock */
  CUTS_DELIVERED,                       /* and with every pair delivered */
  SERVED,                               /* 1: with datelines past the fault, both */
  N_VALUES
};

static const char *const settings[] = { "traffic.pattern=uniform", NULL };

enum
{
  RINGS_4,
  RINGS_4_PARITY,
  RINGS_5,
  XT3,
  XT3_PARITY,
  CUTS,
  CUTS_TO_THE_LETTER,
  CUT_X,
  CUT_Y,
  CUT_Z
};

#define NO_DATELINES "torus.datelines=-1;-1;-1"
#define RADIX_5      "torus.radix=5;5;5"

static const DlPaperRun runs[] = {
  [RINGS_4] = { { "torus.radix=4;4;4", NO_DATELINES, "torus.tie=positive" }, 1 },
  [RINGS_4_PARITY] = { { "torus.radix=4;4;4", NO_DATELINES, "torus.tie=parity" }, 1 },
  [RINGS_5] = { { RADIX_5, NO_DATELINES }, 1 },
  [XT3] = { { "torus.radix=11;12;16", "torus.tie=positive" }, 1 },
  [XT3_PARITY] = { { "torus.radix=11;12;16", "torus.tie=parity" }, 1 },
  [CUTS] = { { RADIX_5, "torus.engine=xt" }, 1 },
  [CUTS_TO_THE_LETTER] = { { RADIX_5, "torus.engine=xt-literal" }, 1 },
  [CUT_X] = { { RADIX_5, "torus.broken-links=1,2,2:x+" }, 1 },
  [CUT_Y] = { { RADIX_5, "torus.broken-links=2,1,2:y+" }, 1 },
  [CUT_Z] = { { RADIX_5, "torus.broken-links=2,2,1:z+" }, 1 },
};

static gboolean
try_cuts (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlCritical) critical
      = dl_torus_critical (scenario, dl_critical_options_default (), cancellable, error);
  guint n_free = 0, n_delivered = 0;

  if (critical == NULL)
    return FALSE;
  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      const DlCriticalFigures *figures = &critical->cables[i].figures;

      n_free += figures->deadlock_free;
      n_delivered += figures->deadlock_free && figures->unreachable_pairs == 0
                     && figures->dropped_pairs == 0 && figures->illegal_pairs == 0;
    }
  values[CUTS_FREE] = (double) n_free / critical->n_evaluated;
  values[CUTS_DELIVERED] = (double) n_delivered / critical->n_evaluated;
  return TRUE;
}

static gboolean
go_past_the_fault (const DlScenario *scenario, const DlTorusAnalysis *analysis, double *values,
                   GCancellable *cancellable, GError **error)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, analysis->network);
  g_autoptr (DlTorusPastFaults) past = dl_datelines_past_faults (
      analysis->network, &spec, demand, dl_dateline_options_default (), cancellable);

  if (past == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  values[SERVED] = past->served;
  return TRUE;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);

  if (analysis == NULL)
    return FALSE;
  values[CYCLES] = analysis->verdict->cyclic_components;
  values[DROPPED] = analysis->dropped_pairs;
  values[ILLEGAL] = analysis->illegal_pairs;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    values[UNEVEN + dim] = analysis->dims[dim].load_max / analysis->dims[dim].load_mean;
  if (dl_torus_options (scenario)->spec.broken_cables->len > 0)
    return go_past_the_fault (scenario, analysis, values, cancellable, error);
  if (analysis->network->n_nodes > MOST_CUT_NODES
      || dl_torus_options (scenario)->routing.dateline[DL_X] < 0)
    return TRUE;
  return try_cuts (scenario, values, cancellable, error);
}

#define FOOTNOTE_2    N_ ("VC paper, section 2.2, footnote 2")
#define SECTION_2_2   N_ ("VC paper, section 2.2")
#define SECTION_2_2_1 N_ ("VC paper, section 2.2.1")
#define SECTION_3     N_ ("VC paper, section 3")
#define GROUP_RINGS   N_ ("Cycles without datelines")
#define GROUP_XT3     N_ ("Routes of 11×12×16")
#define GROUP_EVEN    N_ ("Busiest link relative to the mean")
#define GROUP_CUTS    N_ ("Single cuts of 5×5×5")
#define GROUP_PAST    N_ ("One cut, datelines past it")

#define EXACTLY       1e-9 /* but for rounding */
#define TORUS_ABOVE_4 "This only applies to k -ary n -cubes, where k > 4"
#define PREVENTS      "The routing algorithm rests upon a set of rules to prevent deadlock"

#define EVENLY(xt3, dim_name, dim)                                                                 \
  {                                                                                                \
    SECTION_2_2, GROUP_EVEN, dim_name, "", 1, EXACTLY, DL_PAPER_VALUE, 0, xt3, UNEVEN + (dim),     \
        N_ ("All links of the dimension have the same load."),                                     \
        N_ ("Half way around a ring of even length, both directions are equally short. Here all "  \
            "such packets go in the plus direction; by the parity of their source, both "          \
            "directions would share them."),                                                       \
        DL_PAPER_DERIVED, "will provide balanced traffic across the network links"                 \
  }
#define PAST(cut, name)                                                                            \
  {                                                                                                \
    N_ ("VC paper, sections 2.2.2 to 2.2.4"), GROUP_PAST, name, N_ ("1: served"), 1, 0,            \
        DL_PAPER_VALUE, 0, cut, SERVED,                                                            \
        N_ ("With the datelines one past the fault, every pair is delivered on legal turns, and "  \
            "deadlock is impossible. All cables of a torus are equivalent except for their "       \
            "position."),                                                                          \
        N_ ("No position of the datelines delivers every pair here."), DL_PAPER_DERIVED,           \
        "To avoid this, we should choose the dateline"                                             \
  }

static const DlPaperFact facts[] = {
  { FOOTNOTE_2, GROUP_RINGS, N_ ("radix 5"), "", NAN, 0, DL_PAPER_ABOVE, 0, RINGS_5, CYCLES,
    N_ ("Packets that travel two hops around a ring of five wait for each other."),
    N_ ("There is no cycle here."), DL_PAPER_DERIVED, TORUS_ABOVE_4 },
  { FOOTNOTE_2, GROUP_RINGS, N_ ("radix 4, ties by parity"), "", 0, 0, DL_PAPER_VALUE, 0,
    RINGS_4_PARITY, CYCLES,
    N_ ("If half of the ties go in each direction, no cycle of waiting packets closes around four "
        "nodes."),
    N_ ("There are cycles here."), DL_PAPER_DERIVED, TORUS_ABOVE_4 },
  { FOOTNOTE_2, GROUP_RINGS, N_ ("radix 4, ties positive"), "", 0, 0, DL_PAPER_VALUE, 0, RINGS_4,
    CYCLES, N_ ("There is no cycle."),
    N_ ("The footnote has no dependencies up to k = 4. If every packet with two hops goes in the "
        "plus direction, they close the ring of four. The statement holds only if both directions "
        "share ties."),
    DL_PAPER_DERIVED, TORUS_ABOVE_4 },
  { SECTION_3, GROUP_XT3, N_ ("cycles, with datelines"), "", 0, 0, DL_PAPER_VALUE, 0, XT3, CYCLES,
    N_ ("The channel dependency graph of the routes of all pairs is acyclic."),
    N_ ("The routes of this network can deadlock."), DL_PAPER_DERIVED,
    "the primary use for virtual channels in the Cray XT network is to prevent deadlock" },
  { SECTION_3, GROUP_XT3, N_ ("dropped at a dateline"), N_ ("pairs"), 0, 0, DL_PAPER_VALUE, 0, XT3,
    DROPPED, N_ ("No packet has to cross a dateline on VC1."),
    N_ ("Some packets have to cross a dateline on VC1."), DL_PAPER_DERIVED,
    "any packet which will cross the dateline must start on VC0" },
  { SECTION_2_2, GROUP_XT3, N_ ("turns of 180 degrees, or not allowed"), N_ ("pairs"), 0, 0,
    DL_PAPER_VALUE, 0, XT3, ILLEGAL, N_ ("Every route uses only turns that the rules allow."),
    N_ ("Some routes have turns that the rules do not allow."), DL_PAPER_DERIVED,
    "the SeaStar router does not allow 180 degree turns within the network" },
  EVENLY (XT3_PARITY, N_ ("X, ties by parity"), DL_X),
  EVENLY (XT3_PARITY, N_ ("Y, ties by parity"), DL_Y),
  EVENLY (XT3_PARITY, N_ ("Z, ties by parity"), DL_Z),
  EVENLY (XT3, N_ ("X, ties positive"), DL_X),
  EVENLY (XT3, N_ ("Y, ties positive"), DL_Y),
  EVENLY (XT3, N_ ("Z, ties positive"), DL_Z),
  { SECTION_2_2_1, GROUP_CUTS, N_ ("no deadlock, safe reading of the rules"), N_ ("share"), 1, 0,
    DL_PAPER_VALUE, 0, CUTS, CUTS_FREE, N_ ("None of them can deadlock."),
    N_ ("It depends on the datelines: after some cuts, a detour crosses a dateline, and its "
        "channels close a cycle. The paper recommends choosing datelines by the faults."),
    DL_PAPER_DERIVED, PREVENTS },
  { SECTION_2_2_1, GROUP_CUTS, N_ ("and every pair delivered"), N_ ("share"), 1, 0, DL_PAPER_VALUE,
    0, CUTS, CUTS_DELIVERED, N_ ("Every pair has a route."),
    N_ ("Pairs are cut off where a detour would cross a dateline on VC1. The rules need datelines "
        "chosen for the fault."),
    DL_PAPER_DERIVED, "the network must provide error-free transmission of each packet" },
  { SECTION_2_2_1, GROUP_CUTS, N_ ("no deadlock, rules by the letter"), N_ ("share"), 1, 0,
    DL_PAPER_VALUE, 0, CUTS_TO_THE_LETTER, CUTS_FREE, N_ ("None of them can deadlock."),
    N_ ("By the letter, the rules check only one detour for a crossing of the dateline; others "
        "may close a cycle."),
    DL_PAPER_DERIVED, PREVENTS },
  PAST (CUT_X, N_ ("in X")),
  PAST (CUT_Y, N_ ("in Y")),
  PAST (CUT_Z, N_ ("in Z")),
};

const DlPaperCheck dl_paper_check_vc_routing = {
  .paper = DL_PAPER_VC,
  .seconds = 1,
  .id = "vc-routing",
  .title = N_ ("Routes, datelines and broken cables"),
  .section = N_ ("VC paper, sections 2.2 and 3"),
  .choices
  = N_ ("Chosen here: all pairs of nodes; a 5×5×5 torus for broken cables; datelines at the end "
        "of each dimension. The paper does not give a number of broken cables. Its claim that the "
        "rules preserve deadlock freedom is checked for every single cable."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

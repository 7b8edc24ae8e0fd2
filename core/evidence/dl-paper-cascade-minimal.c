/* Blue links that a minimal route may take: statements of section 3 of the Cascade paper on lengths
 * of routes, under each rule. The default is the rule that its sentences allow. */
#include "dl-paper-private.h"

#include "dl-dragonfly-loads-roots.h"
#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

enum
{
  SIX_OR_SEVEN, /* % of the non-minimal routes between groups */
  SPREAD,       /* hops that minimal routes of a pair differ by */
  SATURATION,   /* offered load at which a link saturates */
  N_VALUES
};

static const char *const settings[] = {
  "scenario.kind=dragonfly",
  "dragonfly.routing=min-hash",
  "traffic.pattern=uniform",
  NULL,
};

enum
{
  NEAREST,
  DIRECT,
  SHORTEST
};

/* Runs of each rule. */
enum
{
  EDISON,
  THETA,
  EIGHT,
  SIXTY_FOUR,
  LINK_BROKEN,
  CABLE_BROKEN,
  N_NETWORKS
};

#define RUN(rule, network) ((rule) *N_NETWORKS + (network))

/* A pair's cables are alike, so are its links: any of them stands for all. */
#define RULE(rule, id)                                                                             \
  [RUN (rule, EDISON)]                                                                             \
      = { { "dragonfly.minimal=" id }, 1 },                                                        \
      [RUN (rule, THETA)]                                                                          \
      = { { "dragonfly.minimal=" id, "dragonfly.groups=9", "dragonfly.cables-per-pair=12" }, 1 },  \
      [RUN (rule, EIGHT)]                                                                          \
      = { { "dragonfly.minimal=" id, "dragonfly.groups=8", "dragonfly.cables-per-pair=34" }, 1 },  \
      [RUN (rule, SIXTY_FOUR)]                                                                     \
      = { { "dragonfly.minimal=" id, "dragonfly.groups=64", "dragonfly.cables-per-pair=3" }, 1 },  \
      [RUN (rule, LINK_BROKEN)]                                                                    \
      = { { "dragonfly.minimal=" id, "dragonfly.broken-links=0.0.0-1.0.0#0" }, 1 },                \
      [RUN (rule, CABLE_BROKEN)]                                                                   \
      = { { "dragonfly.minimal=" id, "dragonfly.broken-cables=0-1#0" }, 1 }

static const DlPaperRun runs[]
    = { RULE (NEAREST, "nearest-exit"), RULE (DIRECT, "direct"), RULE (SHORTEST, "shortest") };

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cancellable, error);
  DlDragonflyLengths lengths;

  if (analysis == NULL)
    return FALSE;
  if (!dl_dragonfly_lengths (analysis->routes, &lengths, cancellable))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The analysis was canceled"));
      return FALSE;
    }
  values[SIX_OR_SEVEN] = 100 * (lengths.nonminimal[6] + lengths.nonminimal[7]);
  values[SPREAD] = lengths.spread;
  values[SATURATION] = analysis->bound_load;
  return TRUE;
}

#define SECTION_3      N_ ("Cascade paper, section 3")
#define GROUP_NEAREST  N_ ("Nearest exit")
#define GROUP_DIRECT   N_ ("Any direct link")
#define GROUP_SHORTEST N_ ("Fewest hops")
#define HOPS           N_ ("difference in hops between minimal paths of a pair")
#define LOAD           ""
#define LARGE          N_ ("The paper excludes the largest systems and does not name them.")
#define NO_LOAD        N_ ("The paper does not give a saturation load.")
#define TELLS_APART                                                                                \
  N_ ("Shown for comparison; not the default. With this rule, most routes are longer, or minimal " \
      "paths never differ in hop count.")

#define DIFFER "Minimal paths may differ in hop count"
#define MOST                                                                                       \
  "Most global non-minimal paths are shorter than this (six or seven hops) in all but the "        \
  "largest systems"

#define MOST_OF(rule, group, network, what)                                                        \
  {                                                                                                \
    SECTION_3, group, what, N_ ("%"), NAN, 0, DL_PAPER_ABOVE, 50, RUN (rule, network),             \
        SIX_OR_SEVEN, N_ ("Most non-minimal paths between groups are six or seven hops long."),    \
        N_ ("Most non-minimal paths between groups have different lengths."), DL_PAPER_PRINTED,    \
        MOST                                                                                       \
  }

#define SHOWN(rule, group, network, what, unit, value, why, kind, quote)                           \
  {                                                                                                \
    SECTION_3, group, what, unit, NAN, 0, DL_PAPER_NO_RULE, 0, RUN (rule, network), value, NULL,   \
        why, kind, quote                                                                           \
  }

#define OF_LOAD(rule, group)                                                                       \
  SHOWN (rule, group, EDISON, N_ ("saturation load, Edison"), LOAD, SATURATION, NO_LOAD,           \
         DL_PAPER_DERIVED, NULL),                                                                  \
      SHOWN (rule, group, LINK_BROKEN, N_ ("saturation load, Edison, a link broken"), LOAD,        \
             SATURATION, NO_LOAD, DL_PAPER_DERIVED, NULL),                                         \
      SHOWN (rule, group, CABLE_BROKEN, N_ ("saturation load, Edison, a cable broken"), LOAD,      \
             SATURATION, NO_LOAD, DL_PAPER_DERIVED, NULL)

#define OTHER_RULE(rule, group)                                                                    \
  SHOWN (rule, group, EDISON, HOPS, N_ ("hops"), SPREAD, TELLS_APART, DL_PAPER_PRINTED, DIFFER),   \
      SHOWN (rule, group, EDISON, N_ ("six or seven hops, Edison"), N_ ("%"), SIX_OR_SEVEN,        \
             TELLS_APART, DL_PAPER_PRINTED, MOST),                                                 \
      SHOWN (rule, group, THETA, N_ ("six or seven hops, Theta"), N_ ("%"), SIX_OR_SEVEN,          \
             TELLS_APART, DL_PAPER_PRINTED, MOST),                                                 \
      SHOWN (rule, group, EIGHT, N_ ("six or seven hops, 8 groups"), N_ ("%"), SIX_OR_SEVEN,       \
             TELLS_APART, DL_PAPER_PRINTED, MOST),                                                 \
      SHOWN (rule, group, SIXTY_FOUR, N_ ("six or seven hops, 64 groups"), N_ ("%"), SIX_OR_SEVEN, \
             LARGE, DL_PAPER_PRINTED, MOST),                                                       \
      OF_LOAD (rule, group)

static const DlPaperFact facts[] = {
  { SECTION_3, GROUP_NEAREST, HOPS, N_ ("hops"), NAN, 0, DL_PAPER_ABOVE, 0, RUN (NEAREST, EDISON),
    SPREAD, N_ ("“Minimal paths may differ in hop count”, as the paper says."),
    N_ ("All minimal paths of a pair have the same number of hops."), DL_PAPER_PRINTED, DIFFER },
  MOST_OF (NEAREST, GROUP_NEAREST, EDISON, N_ ("six or seven hops, Edison")),
  MOST_OF (NEAREST, GROUP_NEAREST, THETA, N_ ("six or seven hops, Theta")),
  MOST_OF (NEAREST, GROUP_NEAREST, EIGHT, N_ ("six or seven hops, 8 groups")),
  SHOWN (NEAREST, GROUP_NEAREST, SIXTY_FOUR, N_ ("six or seven hops, 64 groups"), N_ ("%"),
         SIX_OR_SEVEN, LARGE, DL_PAPER_PRINTED, MOST),
  OF_LOAD (NEAREST, GROUP_NEAREST),
  OTHER_RULE (DIRECT, GROUP_DIRECT),
  OTHER_RULE (SHORTEST, GROUP_SHORTEST),
};

const DlPaperCheck dl_paper_check_cascade_minimal = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 2,
  .id = "cascade-minimal",
  .title = N_ ("Blue links of minimal routes"),
  .section = N_ ("Cascade paper, section 3"),
  .choices = N_ ("Chosen here: the rule dragonfly.minimal. The paper says that minimal paths may "
                 "differ in hop count; with fewest hops they never do. It says that most "
                 "non-minimal paths between groups have six or seven hops in all but the largest "
                 "systems; with any direct link most have more. Nearest exit satisfies both and "
                 "is the default. Cables per pair of groups: 6 for the 15 groups of Edison, 12 "
                 "for the 9 of Theta, 34 for 8 groups, 3 for 64. Uniform traffic, all roots with "
                 "equal weight."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

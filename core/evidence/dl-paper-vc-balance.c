/* Sections 3 and 4 of the VC paper: how even the virtual channels are under each of its policies.
 */
#include "dl-paper-private.h"

#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Values by dimension, where there are three. */
enum
{
  BALANCE,
  FIRST_BIN = BALANCE + DL_TORUS_N_DIMS,       /* share of the links */
  FROM_DATELINE = FIRST_BIN + DL_TORUS_N_DIMS, /* of the least even links in Z, hops at most */
  ONE_SIDED,                                   /* the metric of loads 1 and 0, 1 and 1, 2 and 1 */
  EVEN,
  TWICE,
  N_VALUES
};

static const char *const settings[] = {
  "torus.tie=positive",
  "traffic.pattern=uniform",
  NULL,
};

enum
{
  INITIAL,
  NEIGHBORS,
  GLOBAL_TABLE,
  OUTPUT_CROSSING,
  LARGE_NEIGHBORS,
  LARGE_GLOBAL_TABLE
};

#define XT3(policy)                                                                                \
  {                                                                                                \
    { "torus.radix=11;12;16", "torus.vc-policy=" policy }, 1                                       \
  }
#define LARGE(policy)                                                                              \
  {                                                                                                \
    { "torus.radix=25;16;24", "torus.vc-policy=" policy }, 1                                       \
  }

static const DlPaperRun runs[] = {
  [INITIAL] = XT3 ("initial"),
  [NEIGHBORS] = XT3 ("neighbors"),
  [GLOBAL_TABLE] = XT3 ("global-table"),
  [OUTPUT_CROSSING] = XT3 ("output-crossing"),
  [LARGE_NEIGHBORS] = LARGE ("neighbors"),
  [LARGE_GLOBAL_TABLE] = LARGE ("global-table"),
};

/* Hops from the dateline's node, either way, to the furthest that a link Z+ of the worst balance
 * leaves; NAN without a dateline. */
static double
worst_from_dateline (const DlTorusAnalysis *analysis)
{
  const DlTorusNetwork *network = analysis->network;
  const guint k = network->torus.radix[DL_Z];
  const gint dateline = analysis->routes->spec.dateline[DL_Z];
  double worst = -1;
  guint furthest = 0;

  if (dateline < 0)
    return NAN;
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const double balance = dl_torus_analysis_link_balance (
          analysis, dl_torus_network_link (network, node, DL_TORUS_PORT_Z_PLUS));
      const guint ahead = (network->torus.coord[node].at[DL_Z] + k - dateline) % k;
      const guint hops = MIN (ahead, k - ahead);

      if (balance > worst)
        furthest = 0;
      if (balance >= worst)
        {
          worst = balance;
          furthest = MAX (furthest, hops);
        }
    }
  return furthest;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);

  if (analysis == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];

      values[BALANCE + dim] = stats->balance_mean;
      values[FIRST_BIN + dim] = (double) stats->bins[0] / (stats->links - stats->idle_links);
    }
  values[FROM_DATELINE] = worst_from_dateline (analysis);
  values[ONE_SIDED] = dl_vc_balance (1, 0);
  values[EVEN] = dl_vc_balance (1, 1);
  values[TWICE] = dl_vc_balance (2, 1);
  return TRUE;
}

#define SECTION_4 N_ ("VC paper, section 4")
#define FIGURE_3  N_ ("VC paper, section 3.1, figure 3")
#define FIGURE_4  N_ ("VC paper, section 4, figure 4")

#define BALANCE_AGREES N_ ("The mean over the links of the dimension rounds to the paper’s value.")
#define BALANCE_DIFFERS                                                                            \
  N_ ("Close, but not equal: every pair of nodes is counted exactly here, while the paper used a " \
      "simulation. It does not give its datelines or the direction of ties.")

#define MEAN_BALANCE(policy_run, name, dim_name, dim, value, quote)                                \
  {                                                                                                \
    SECTION_4, name, dim_name, "", value, 0.005, DL_PAPER_VALUE, 0, policy_run, BALANCE + (dim),   \
        BALANCE_AGREES, BALANCE_DIFFERS, DL_PAPER_PRINTED, quote                                   \
  }
#define BIN(policy_run, name, dim_name, dim)                                                       \
  {                                                                                                \
    FIGURE_4, name, dim_name, N_ ("share"), NAN, 0, DL_PAPER_NO_RULE, 0, policy_run,               \
        FIRST_BIN + (dim), NULL,                                                                   \
        N_ ("Figure 4 is a drawing; the text has no numbers for its bars."), DL_PAPER_PRINTED      \
  }
#define BALANCE_X  "in the X dimension from 44% → 27%"
#define BALANCE_Y  "Y dimension from 42% → 28%"
#define BALANCE_Z  "Z dimension from 42% → 30%"
#define THROUGHPUT "increased throughput of 18.1% and 17.4%, respectively"

static const DlPaperFact facts[] = {
  MEAN_BALANCE (INITIAL, N_ ("Mean VC balance, initial policy"), N_ ("X"), DL_X, .44, BALANCE_X),
  MEAN_BALANCE (INITIAL, N_ ("Mean VC balance, initial policy"), N_ ("Y"), DL_Y, .42, BALANCE_Y),
  MEAN_BALANCE (INITIAL, N_ ("Mean VC balance, initial policy"), N_ ("Z"), DL_Z, .42, BALANCE_Z),
  MEAN_BALANCE (OUTPUT_CROSSING, N_ ("Mean VC balance, version 3"), N_ ("X"), DL_X, .27, BALANCE_X),
  MEAN_BALANCE (OUTPUT_CROSSING, N_ ("Mean VC balance, version 3"), N_ ("Y"), DL_Y, .28, BALANCE_Y),
  MEAN_BALANCE (OUTPUT_CROSSING, N_ ("Mean VC balance, version 3"), N_ ("Z"), DL_Z, .30, BALANCE_Z),
  BIN (INITIAL, N_ ("Links in the first bin, initial policy"), N_ ("X"), DL_X),
  BIN (INITIAL, N_ ("Links in the first bin, initial policy"), N_ ("Y"), DL_Y),
  BIN (INITIAL, N_ ("Links in the first bin, initial policy"), N_ ("Z"), DL_Z),
  BIN (OUTPUT_CROSSING, N_ ("Links in the first bin, version 3"), N_ ("X"), DL_X),
  BIN (OUTPUT_CROSSING, N_ ("Links in the first bin, version 3"), N_ ("Y"), DL_Y),
  BIN (OUTPUT_CROSSING, N_ ("Links in the first bin, version 3"), N_ ("Z"), DL_Z),
  { FIGURE_3, N_ ("Least balanced links of a ring of 16"), N_ ("greatest distance to the dateline"),
    N_ ("hops"), NAN, 0, DL_PAPER_BELOW, 2, INITIAL, FROM_DATELINE,
    N_ ("They are at the dateline: one side carries only VC0, the other only VC1."),
    N_ ("The least balanced links are not near the dateline here."), DL_PAPER_PRINTED,
    "The largest imbalance occurs at or near the dateline node" },
  { FIGURE_3, N_ ("Least balanced links of a ring of 16"), N_ ("balance of each link"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("Figure 3(b) is a drawing without numbers; the figure ring-balance shows the same "
        "curve."),
    DL_PAPER_PRINTED },
  { SECTION_4, N_ ("VC balance as a metric"), N_ ("all packets on one channel"), "", 1, 0,
    DL_PAPER_VALUE, 0, INITIAL, ONE_SIDED, N_ ("By definition."),
    N_ ("The metric differs from the paper’s."), DL_PAPER_PRINTED,
    "if all packets are using only one virtual channel, the value of VC_balance will be 1" },
  { SECTION_4, N_ ("VC balance as a metric"), N_ ("both channels equal"), "", 0, 0, DL_PAPER_VALUE,
    0, INITIAL, EVEN, N_ ("By definition."), N_ ("The metric differs from the paper’s."),
    DL_PAPER_PRINTED, "evenly distributed across both channels, VC_balance will be 0" },
  { SECTION_4, N_ ("VC balance as a metric"), N_ ("one channel twice the other"), "", .5, .005,
    DL_PAPER_VALUE, 0, INITIAL, TWICE, N_ ("By definition."),
    N_ ("The paper’s own formula gives (2 − 1) / (2 + 1), one third; 0.5 means that one channel "
        "has three times the load of the other. The sentence is imprecise."),
    DL_PAPER_PRINTED,
    "a VC balance of 0.5 implies that one buffer has twice the packet load as the other" },
  { SECTION_4, N_ ("Throughput gained by version 3"), N_ ("MPIFFT on 2,048 processors"), N_ ("%"),
    18.1, .05, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("Measured with a benchmark on a real machine. Its messages and computation times are not "
        "published."),
    DL_PAPER_PRINTED, THROUGHPUT },
  { SECTION_4, N_ ("Throughput gained by version 3"), N_ ("PTRANS on 2,016 processors"), N_ ("%"),
    17.4, .05, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("Measured with a benchmark on a real machine. Its messages and computation times are not "
        "published."),
    DL_PAPER_PRINTED, THROUGHPUT },
};

/* "Progressively improves": each policy over the one before. */
static const struct
{
  guint run, before;
  const char *const *what; /* (DL_TORUS_N_DIMS) */
} steps[] = {
  { NEIGHBORS, INITIAL,
    (const char *const[]) { N_ ("version 1 relative to initial, X"),
                            N_ ("version 1 relative to initial, "
                                "Y"),
                            N_ ("version 1 relative to initial, Z") } },
  { GLOBAL_TABLE, NEIGHBORS,
    (const char *const[]) { N_ ("version 2 relative to version 1, X"),
                            N_ ("version 2 relative to version "
                                "1, Y"),
                            N_ ("version 2 relative to version 1, Z") } },
  /* The global table has something to say only in X. */
  { LARGE_GLOBAL_TABLE, LARGE_NEIGHBORS,
    (const char *const[]) { N_ ("the same for 25×16×24, X"), NULL, NULL } },
  { OUTPUT_CROSSING, GLOBAL_TABLE,
    (const char *const[]) { N_ ("version 3 relative to version 2, X"),
                            N_ ("version 3 relative to version "
                                "2, Y"),
                            N_ ("version 3 relative to version 2, Z") } },
};

static void
add_step (DlPaperTable *table, guint step, guint dim)
{
  const DlPaperRow row = {
    .group = (char *) _ ("Mean VC balance improved by"),
    .what = (char *) _ (steps[step].what[dim]),
    .unit = N_ ("share"),
    .section = SECTION_4,
    .kind = DL_PAPER_PRINTED,
    .quote = "progressively improves with each modification to the original VC assignment policy",
    .expected = NAN,
    .rule = DL_PAPER_ABOVE,
  };
  const DlPaperSource source = {
    steps[step].run,
    (gint) steps[step].before,
    dl_paper_saving,
    BALANCE + dim,
    N_ ("The balance improves, as in the paper."),
    steps[step].run == GLOBAL_TABLE
        ? N_ ("Nothing changes: the global table is only used between regions, and 11×12×16 is "
              "one region.")
        : N_ ("The balance does not improve here."),
  };

  dl_paper_add (table, &row, &source);
}

static void
add_progress (DlPaperTable *table)
{
  for (guint step = 0; step < G_N_ELEMENTS (steps); step++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      if (steps[step].what[dim] != NULL)
        add_step (table, step, dim);
}

static void
add_rows (DlPaperTable *table)
{
  add_progress (table);
}

const DlPaperCheck dl_paper_check_vc_balance = {
  .paper = DL_PAPER_VC,
  .seconds = 1,
  .id = "vc-balance",
  .title = N_ ("Balance of the virtual channels"),
  .section = N_ ("VC paper, sections 3 and 4, figures 3 and 4"),
  .choices
  = N_ ("Chosen here: 11×12×16, uniform traffic, datelines at x = 10, y = 11, z = 15, ties in the "
        "positive direction, all pairs counted exactly. 25×16×24, with three regions, represents "
        "the large systems of version 2."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
  .add_rows = add_rows,
};

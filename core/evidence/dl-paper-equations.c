/* Equations 1 to 16 of the age paper: its worked example, and what each approximates. */
#include "dl-paper-private.h"

#include "dl-evaluate-aging.h"
#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* The records of the model, the mean or sum of all dimensions, then each dimension's; after those:
 */
#define OF(record)          (record)
#define OF_DIM(record, dim) (DL_AGING_N_RECORDS * (1 + (dim)) + (record))
enum
{
  ROUTER_NS = DL_AGING_N_RECORDS * (1 + DL_TORUS_N_DIMS),
  X_OVER_Z,    /* load of the links in X over that in Z */
  MIDDLE_LOAD, /* a mesh's middle links */
  OTHERS,      /* share of the nodes that are not the packet's own */
  N_VALUES
};

static const char *const settings[] = {
  "traffic.pattern=uniform",
  "torus.tie=parity",
  "router.request-age-bias=3;2;1;1",
  "router.age-clock-period=18",
  NULL,
};

enum
{
  XT3,
  MESH,    /* the same without wrapping links */
  MIXED,   /* 16,12,8 of section 2.3 */
  RING_16, /* and a mesh as long */
  LINE_16
};

static const DlPaperRun runs[] = {
  [XT3] = { { "torus.radix=11;12;16" }, 1 },
  [MESH] = { { "torus.radix=11;12;16", "torus.wrap=false;false;false" }, 1 },
  [MIXED] = { { "torus.radix=16;12;8" }, 1 },
  [RING_16] = { { "torus.radix=16;1;1" }, 1 },
  [LINE_16] = { { "torus.radix=16;1;1", "torus.wrap=false;false;false" }, 1 },
};

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);
  g_autoptr (DlAgingModel) model = NULL;
  DlAgingOptions options;

  if (analysis == NULL)
    return FALSE;
  options = dl_evaluate_aging_options (scenario, analysis);
  model = dl_aging_model_new (options);
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      values[OF (id)] = model->records[id].value;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        values[OF_DIM (id, dim)] = model->records[id].dim[dim];
    }
  values[ROUTER_NS] = model->records[DL_AGING_ROUTER_CYCLES].value * options.cycle_ns;
  values[X_OVER_Z] = analysis->dims[DL_X].load_mean / analysis->dims[DL_Z].load_mean;
  values[MIDDLE_LOAD] = options.analysis_load_max[DL_X];
  values[OTHERS] = 1 - 1.0 / analysis->network->n_nodes;
  return TRUE;
}

/* The worked example -----------------------------------------------------------------------------
 */

#define SECTION_2_3  N_ ("Age paper, section 2.3")
#define SECTION_3_1  N_ ("Age paper, section 3.1")
#define SECTION_3_2  N_ ("Age paper, section 3.2")
#define GROUP_HOPS   N_ ("Hops of the example, 11×12×16")
#define GROUP_CLOCK  N_ ("Age clock of the example")
#define GROUP_RATE   N_ ("Rates")
#define GROUP_LOADS  N_ ("Loads of links")
#define BY_EQUATIONS N_ ("The equations of this program give the paper’s number.")
#define NOT_SO       N_ ("The equations of this program give a different number.")
#define AS_DEFAULT   N_ ("The default of this program.")
#define NOT_DEFAULT  N_ ("This scenario has a different value.")

#define WORKED(section, group, what, unit, number, half, value, quote)                             \
  {                                                                                                \
    section, group, what, unit, number, half, DL_PAPER_VALUE, 0, XT3, value, BY_EQUATIONS, NOT_SO, \
        DL_PAPER_PRINTED, quote                                                                    \
  }
#define HOPS   "the average number of hops that a packet would take is 3+3+4=10 hops"
#define BIASES "we chose bias_z = 1, and bias_y = 2 and bias_x = 3"

static const DlPaperFact facts[] = {
  WORKED (SECTION_3_2, GROUP_HOPS, N_ ("in X, rounded"), N_ ("hops"), 3, 0,
          OF_DIM (DL_AGING_HOPS_ROUNDED, DL_X), HOPS),
  WORKED (SECTION_3_2, GROUP_HOPS, N_ ("in Y"), N_ ("hops"), 3, 0,
          OF_DIM (DL_AGING_HOPS_ROUNDED, DL_Y), HOPS),
  WORKED (SECTION_3_2, GROUP_HOPS, N_ ("in Z"), N_ ("hops"), 4, 0,
          OF_DIM (DL_AGING_HOPS_ROUNDED, DL_Z), HOPS),
  { SECTION_3_2, GROUP_HOPS, N_ ("mean over the routes of all pairs"), N_ ("hops"), 10, .5,
    DL_PAPER_VALUE, 0, XT3, OF (DL_AGING_HOPS_ANALYSIS),
    N_ ("The routes of all pairs, counted, round to the paper’s 10."),
    N_ ("The routes of all pairs are longer or shorter than the paper’s 10 hops."),
    DL_PAPER_PRINTED, HOPS },
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("T_bias"), N_ ("age"), 19, 0, OF (DL_AGING_T_BIAS),
          "the age bias will contribute T_bias=19 to the age value"),
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("age from queueing"), N_ ("ticks"), 109, 0,
          OF (DL_AGING_TICKS), "centered about 128 - 19 = 109"),
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("ticks/hop"), N_ ("ticks"), 11, .5,
          OF (DL_AGING_TICKS_PER_HOP), "109/10 ≈ 11 age ticks per hop"),
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("packets queued per hop"), N_ ("packets"), 11, 0,
          OF (DL_AGING_QUEUED_PACKETS), "for a total of 11 packets queued"),
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("queueing per hop"), N_ ("cycles"), 198, 0,
          OF (DL_AGING_QUEUE_CYCLES), "If we want 198 cycles to represent 11 age ticks"),
  WORKED (SECTION_3_2, GROUP_CLOCK, N_ ("age clock period"), N_ ("cycles"), 18, 0,
          OF (DL_AGING_PERIOD), "must be set to 198/11 = 18"),
  WORKED (SECTION_3_1, GROUP_CLOCK, N_ ("bias in X"), N_ ("age"), 3, 0,
          OF_DIM (DL_AGING_BIAS, DL_X), BIASES),
  WORKED (SECTION_3_1, GROUP_CLOCK, N_ ("bias in Y"), N_ ("age"), 2, 0,
          OF_DIM (DL_AGING_BIAS, DL_Y), BIASES),
  WORKED (SECTION_3_1, GROUP_CLOCK, N_ ("bias in Z"), N_ ("age"), 1, 0,
          OF_DIM (DL_AGING_BIAS, DL_Z), BIASES),
  { N_ ("Age paper, section 2, footnote 4"), GROUP_RATE, N_ ("t_r, a hop without queueing"),
    N_ ("ns"), 50, 50 * DL_PAPER_ABOUT, DL_PAPER_VALUE, 0, XT3, ROUTER_NS,
    N_ ("18 cycles of the link and 7 of the crossbar, chosen to give this value."),
    N_ ("The delays of this scenario differ from the SeaStar’s."), DL_PAPER_INPUT, "t_r ≈ 50 ns" },
  { N_ ("Age paper, section 3.1, footnote 7"), GROUP_RATE, N_ ("B_c, a channel"), N_ ("GB/s"), 4.8,
    .05, DL_PAPER_VALUE, 0, XT3, OF (DL_AGING_CHANNEL_GBPS), AS_DEFAULT, NOT_DEFAULT,
    DL_PAPER_INPUT, "B_c = 4.8 GB/s" },
  { N_ ("Age paper, section 3.1, footnote 7"), GROUP_RATE, N_ ("E_p, ejection"), N_ ("GB/s"), 2,
    2 * DL_PAPER_ABOUT, DL_PAPER_VALUE, 0, XT3, OF (DL_AGING_EJECTION_GBPS), AS_DEFAULT,
    NOT_DEFAULT, DL_PAPER_INPUT, "E_p≈ 2 GB/s" },
  { N_ ("Age paper, section 4, equation 14"), GROUP_RATE, N_ ("U_z, against the 2.1 measured"),
    N_ ("GB/s"), 2.1, .05, DL_PAPER_VALUE, 0, XT3, OF (DL_AGING_U_Z),
    N_ ("The equation gives the value measured in the paper."),
    N_ ("Equation 14 gives 2.0, the value of E_p. The paper considers its measured 2.1, from 9 / "
        "(9 + 11.5) of 4.8 GB/s, approximately equal."),
    DL_PAPER_PRINTED, "0.44 × 4.8 GB/s = 2.1 GB/s" },
  { SECTION_2_3, GROUP_LOADS, N_ ("X relative to Z in 16×12×8"), "", 2, .005, DL_PAPER_VALUE, 0,
    MIXED, X_OVER_Z,
    N_ ("Links in X have twice the load of links in Z, from the routes of all pairs."),
    N_ ("Links in X do not have twice the load of links in Z."), DL_PAPER_PRINTED,
    "the x dimension will have twice the channel load of the z dimension" },
};

/* Approximations ------------------------------------------------------------------------------- */

/* An equation is printed in full: it is right but for rounding, or it is not. */
#define EXACTLY 1e-9

static const struct
{
  const char *section, *what, *unit;
  guint run, printed, exact; /* values */
  const char *differs;
  gboolean alone; /* not of pairs: it is compared directly */
} approximations[] = {
  { N_ ("Age paper, section 2, equation 2"), N_ ("Q at load 0.34, compared with M/D/1"),
    N_ ("services"), XT3, OF (DL_AGING_Q_SERVICES), OF (DL_AGING_MD1_SERVICES),
    N_ ("The paper calls it an M/D/1 queue. 1 / (1 − λ) is the time in an M/M/1 queue; packets of "
        "equal length wait half as long."),
    TRUE },
  { N_ ("Age paper, section 2, equation 5"), N_ ("H of a torus"), N_ ("hops"), XT3,
    OF (DL_AGING_HOPS_TORUS_MIXED), OF (DL_AGING_HOPS_EXACT),
    N_ ("The equation is exact only for even rings, including pairs of a node and itself.") },
  { N_ ("Age paper, section 2, equation 7"), N_ ("H of a mesh"), N_ ("hops"), MESH,
    OF (DL_AGING_HOPS_MESH_MIXED), OF (DL_AGING_HOPS_EXACT),
    N_ ("(k + 1) / 3 is the mean of pairs that differ in the dimension. In three dimensions, "
        "pairs may be equal in one; including them, the mean is (k² − 1) / 3k.") },
  { N_ ("Age paper, section 2, equation 8"), N_ ("γ of a torus, X"), N_ ("packets"), XT3,
    OF_DIM (DL_AGING_LOAD_TORUS, DL_X), OF_DIM (DL_AGING_LOAD_TORUS_EXACT, DL_X),
    N_ ("k / 8 is exact for even rings. For odd ones it is (k² − 1) / 8k.") },
  { N_ ("Age paper, section 2, equation 8"), N_ ("γ of a torus, Y"), N_ ("packets"), XT3,
    OF_DIM (DL_AGING_LOAD_TORUS, DL_Y), OF_DIM (DL_AGING_LOAD_TORUS_EXACT, DL_Y),
    N_ ("k / 8 is exact for even rings. For odd ones it is (k² − 1) / 8k.") },
  { N_ ("Age paper, section 2, equation 8"), N_ ("γ of a torus, Z"), N_ ("packets"), XT3,
    OF_DIM (DL_AGING_LOAD_TORUS, DL_Z), OF_DIM (DL_AGING_LOAD_TORUS_EXACT, DL_Z),
    N_ ("k / 8 is exact for even rings. For odd ones it is (k² − 1) / 8k.") },
  { N_ ("Age paper, section 2, equation 9"), N_ ("γ of a mesh’s middle, Z"), N_ ("packets"), MESH,
    OF_DIM (DL_AGING_LOAD_MESH, DL_Z), OF_DIM (DL_AGING_LOAD_MESH_EXACT, DL_Z),
    N_ ("k / 4 is exact for even lines. For odd ones it is (k² − 1) / 4k.") },
  { N_ ("Age paper, section 3.1, equation 10"), N_ ("P_x"), "", XT3, OF (DL_AGING_EXIT_X),
    OF_DIM (DL_AGING_EXIT_EXACT, DL_X), N_ ("The share of packets that X ejects is different.") },
  { N_ ("Age paper, section 3.1, equation 11"), N_ ("P_y"), "", XT3, OF (DL_AGING_EXIT_Y),
    OF_DIM (DL_AGING_EXIT_EXACT, DL_Y), N_ ("The share of packets that Y ejects is different.") },
  { N_ ("Age paper, section 3.1, equation 12"), N_ ("P_z"), "", XT3, OF (DL_AGING_EXIT_Z),
    OF_DIM (DL_AGING_EXIT_EXACT, DL_Z),
    N_ ("The equation counts all packets that leave neither X nor Y. Packets of a node to itself "
        "leave no dimension.") },
  { N_ ("Age paper, section 3.1, equation 13"), N_ ("P_z+ is half of P_z"), "", XT3,
    OF_DIM (DL_AGING_EXIT_DIRECTION, DL_Z), OF_DIM (DL_AGING_EXIT_PLUS_EXACT, DL_Z),
    N_ ("Half of equation 12, which counts the packets of a node to itself as leaving Z.") },
};

/* The paper's uniform traffic has packets of a node to itself, this program's has not. */
static double
with_itself (const double *values, const double *other, guint param)
{
  return values[param] * values[OTHERS];
}

static void
add_approximations (DlPaperTable *table)
{
  for (guint i = 0; i < G_N_ELEMENTS (approximations); i++)
    {
      const double printed
          = dl_paper_values (table, approximations[i].run, 0)[approximations[i].printed];
      const DlPaperRow row = {
        .group = (char *) _ ("Printed and exact"),
        .what = (char *) _ (approximations[i].what),
        .unit = approximations[i].unit,
        .section = approximations[i].section,
        .kind = DL_PAPER_DERIVED,
        .expected = printed,
        .precision = EXACTLY * fabs (printed),
        .rule = DL_PAPER_VALUE,
      };
      const DlPaperSource source = {
        approximations[i].run,
        -1,
        approximations[i].alone ? dl_paper_value : with_itself,
        approximations[i].exact,
        N_ ("The equation agrees with the routes of all pairs, including pairs of a node and "
            "itself."),
        approximations[i].differs,
      };

      dl_paper_add (table, &row, &source);
    }
}

static double
middle_over (const double *values, const double *other, guint param)
{
  return values[MIDDLE_LOAD] / other[MIDDLE_LOAD];
}

/* "Mesh links will have twice the channel load of a torus of the same radix." */
static void
add_mesh (DlPaperTable *table)
{
  const DlPaperRow row = {
    .group = (char *) _ (GROUP_LOADS),
    .what = (char *) _ ("middle of a mesh relative to a torus, radix 16"),
    .unit = "",
    .section = SECTION_2_3,
    .kind = DL_PAPER_PRINTED,
    .quote = "the mesh links will have twice the channel load as the torus links",
    .expected = 2,
    .precision = .005,
    .rule = DL_PAPER_VALUE,
  };
  const DlPaperSource source = {
    LINE_16,
    (gint) RING_16,
    middle_over,
    0,
    N_ ("The busiest links of the mesh, those in its middle, have twice the load of the torus."),
    N_ ("The busiest links of the mesh do not have twice the load of the torus."),
  };

  dl_paper_add (table, &row, &source);
}

static void
add_rows (DlPaperTable *table)
{
  add_mesh (table);
  add_approximations (table);
}

const DlPaperCheck dl_paper_check_age_equations = {
  .paper = DL_PAPER_AGE,
  .seconds = 1,
  .id = "age-equations",
  .title = N_ ("Equations 1 to 16 and the worked example"),
  .section = N_ ("Age paper, sections 2 and 3"),
  .choices
  = N_ ("Chosen here: ties by parity, load 0.34 for equation 2. The paper has no numbers for "
        "equations 4 to 13; they are compared with the exact values of all pairs, including pairs "
        "of a node and itself, as in the paper. Equations 1 and 3 have no numbers to compare; "
        "equation 17 is measured for table 5."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
  .add_rows = add_rows,
};

/* Table 6 of the age paper: allreduce and all-to-all under round robin and by age. */
#include "dl-paper-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define US_A_CYCLE 0.002 /* 500 MHz */

/* Microseconds to the end of the last rank. */
static void
measure (const DlSimulation *simulation, double *values)
{
  values[0] = simulation->completion_cycles != DL_SIMULATE_NOT_DONE
                  ? US_A_CYCLE * simulation->completion_cycles
                  : NAN;
}

static const char *const settings[] = {
  "torus.radix=11;12;16",
  "torus.tie=parity",
  "router.age-clock-period=8",
  "router.request-age-bias=3;2;1;1",
  "simulation.warmup-cycles=0",
  "simulation.cycles=1000000",
  NULL,
};

/* Table 6: its rows and their last line, of which the third column is allreduce's. */
#define BY_AGE_ROW      "Age-based 507 194 532"
#define ROUND_ROBIN_ROW "Round-robin 451 142 607"
#define IMPROVED        "Performance of MPI-FFTE and MPI_Allreduce improve by 12.4%"
#define BANDWIDTHS      BY_AGE_ROW

/* Programs, each under round robin and by age. */
static const struct
{
  const char *name;          /* translatable */
  guint round_robin, by_age; /* runs */
  double improvement;
  DlPaperKind kind; /* of the improvement */
  const char *quote;
  double published_us[2]; /* round robin, by age; NAN: not a time */
} programs[] = {
  { N_ ("allreduce of 512 bytes"), 0, 1, 0.124, DL_PAPER_PRINTED, IMPROVED, { 607, 532 } },
  { N_ ("allreduce of 4,096 bytes"), 2, 3, 0.124, DL_PAPER_PRINTED, IMPROVED, { 607, 532 } },
  { N_ ("all-to-all of 8 bytes, rotating"),
    4,
    5,
    1 - 142 / 194.0,
    DL_PAPER_DERIVED,
    BANDWIDTHS,
    { NAN, NAN } },
  { N_ ("all-to-all of 8 bytes, random"),
    6,
    7,
    1 - 142 / 194.0,
    DL_PAPER_DERIVED,
    BANDWIDTHS,
    { NAN, NAN } },
};

#define ROUND_ROBIN      "router.age-rr-select=0"
#define BY_AGE           "router.age-rr-select=0xffffffffffffffff"
#define ALLREDUCE(bytes) "traffic.message-bytes=" bytes, "traffic.pattern=allreduce"
#define ALL_TO_ALL(order)                                                                          \
  "traffic.message-bytes=8", "traffic.pattern=all-to-all", "traffic.order=" order

static const DlPaperRun runs[] = {
  { { ALLREDUCE ("512"), ROUND_ROBIN }, 1, 2048 },
  { { ALLREDUCE ("512"), BY_AGE }, 1, 2048 },
  { { ALLREDUCE ("4096"), ROUND_ROBIN }, 1, 2048 },
  { { ALLREDUCE ("4096"), BY_AGE }, 1, 2048 },
  { { ALL_TO_ALL ("rotating"), ROUND_ROBIN }, 1, 1024 },
  { { ALL_TO_ALL ("rotating"), BY_AGE }, 1, 1024 },
  { { ALL_TO_ALL ("random"), ROUND_ROBIN }, 3, 1024 },
  { { ALL_TO_ALL ("random"), BY_AGE }, 3, 1024 },
};

static void
add_times (DlPaperTable *table, guint program)
{
  for (guint policy = 0; policy < 2; policy++)
    {
      const DlPaperRow row = {
        .group = (char *) _ (programs[program].name),
        .what = (char *) (policy == 0 ? _ ("round robin") : _ ("age-based")),
        .unit = N_ ("µs"),
        .kind = DL_PAPER_PRINTED,
        .quote = policy == 0 ? ROUND_ROBIN_ROW : BY_AGE_ROW,
        .expected = programs[program].published_us[policy],
      };
      const DlPaperSource source = {
        .run = policy == 0 ? programs[program].round_robin : programs[program].by_age,
        .other = -1,
        .func = dl_paper_value,
        .differs = N_ ("The paper does not give the message lengths, and its times include the "
                       "software. For all-to-all it gives a bandwidth."),
      };

      dl_paper_add (table, &row, &source);
    }
}

static void
add_saving (DlPaperTable *table, guint program)
{
  const DlPaperRow row = {
    .group = (char *) _ ("Time saved by age-based arbitration: (round robin − age-based) / round "
                         "robin"),
    .what = (char *) _ (programs[program].name),
    .unit = "",
    .kind = programs[program].kind,
    .quote = programs[program].quote,
    .expected = programs[program].improvement,
    .precision = 0.0005, /* "12.4%" */
    .rule = DL_PAPER_VALUE,
  };
  const DlPaperSource source = {
    programs[program].by_age,
    (gint) programs[program].round_robin,
    dl_paper_saving,
    0,
    N_ ("Age-based arbitration saves about as much time as on the paper’s machine, although the "
        "messages may differ."),
    N_ ("The time saved depends on the length and order of the messages and on the placement of "
        "the ranks, which the paper does not give. Its values also include the time of the "
        "software."),
  };

  dl_paper_add (table, &row, &source);
}

static void
add_rows (DlPaperTable *table)
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_times (table, i);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_saving (table, i);
}

const DlPaperCheck dl_paper_check_table_6 = {
  .paper = DL_PAPER_AGE,
  .seconds = 45,
  .id = "paper-table-6",
  .title = N_ ("Allreduce and all-to-all"),
  .section = N_ ("Age paper, section 4, table 6"),
  .choices = /* xgettext:no-c-format */ N_ (
      "Chosen here: 11×12×16, ties by parity, clock period 8, bias 3,2,1; ranks on the first "
      "nodes in order of x, y, z. 2,048 ranks for allreduce by recursive doubling; for "
      "all-to-all, 1,024 ranks and short messages, to limit the run time; no time between "
      "messages. The paper states its improvements in two ways: 12.4% of the time of allreduce, "
      "and 36.6% of the bandwidth of all-to-all, which is 26.8% of its time. Only the random "
      "order is random, with three seeds."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = 1,
  .measure = measure,
  .add_rows = add_rows,
};

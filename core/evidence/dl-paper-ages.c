/* Figure 5 of the age paper: how old packets are under three periods of the age clock. */
#include "dl-paper-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define N_GROUPS 4

/* After the groups' shares: */
enum
{
  GRANTS = N_GROUPS,
  N_VALUES
};

static void
measure (const DlSimulation *simulation, double *values)
{
  const guint64 *age = simulation->measured.age;
  const guint width = G_N_ELEMENTS (simulation->measured.age) / N_GROUPS;
  double all = 0;

  for (guint i = 0; i < G_N_ELEMENTS (simulation->measured.age); i++)
    {
      values[i / width] += age[i];
      all += age[i];
    }
  for (guint i = 0; i < N_GROUPS; i++)
    values[i] /= all;
  values[GRANTS] = all;
}

static const char *const settings[] = {
  "torus.radix=11;12;16",
  "torus.tie=parity",
  "traffic.load=0.34",
  "traffic.pattern=uniform",
  "simulation.warmup-cycles=4000",
  "simulation.cycles=9000",
  NULL,
};

enum
{
  DEFAULT_CLOCK,
  CLOCK_8,
  CLOCK_4,
  SATURATED_8,
  SATURATED_4
};

#define CLOCK(period) "router.age-clock-period=" period, "router.request-age-bias=3;2;1;1"

static const DlPaperRun runs[] = {
  [DEFAULT_CLOCK] = { { "router.age-clock-period=0x1000", "router.request-age-bias=1;1;1;1" }, 3 },
  [CLOCK_8] = { { CLOCK ("8") }, 3 },
  [CLOCK_4] = { { CLOCK ("4") }, 3 },
  [SATURATED_8] = { { CLOCK ("8"), "traffic.load=saturated" }, 3 },
  [SATURATED_4] = { { CLOCK ("4"), "traffic.load=saturated" }, 3 },
};

/* Orders of magnitude between the fullest and the emptiest group, which counts as one grant if it
 * is empty. */
static double
orders (const double *values, const double *other, guint param)
{
  double least = values[0], most = values[0];

  for (guint i = 1; i < N_GROUPS; i++)
    {
      least = MIN (least, values[i]);
      most = MAX (most, values[i]);
    }
  return log10 (most / MAX (least, 1 / values[GRANTS]));
}

/* The group of the youngest over the fullest of the others. */
static double
youngest (const double *values, const double *other, guint param)
{
  return values[0] / MAX (values[1], MAX (values[2], values[3]));
}

static void
add_group_rows (DlPaperTable *table, guint run, const char *group)
{
  static const char *const names[N_GROUPS] = { "0–63", "64–127", "128–191", "192–255" };

  for (guint i = 0; i < N_GROUPS; i++)
    {
      DlPaperRow row = {
        .group = (char *) group,
        .what = (char *) names[i],
        .unit = N_ ("share of the grants"),
        .kind = DL_PAPER_PRINTED,
        .expected = NAN,
      };
      DlPaperSource source = {
        .run = run,
        .other = -1,
        .func = dl_paper_value,
        .param = i,
        .differs = N_ ("Figure 5 is a drawing; the text has no number for this bar."),
      };

      if (run == DEFAULT_CLOCK && i == 0)
        {
          row.kind = DL_PAPER_DERIVED;
          row.quote = "the 0-63 age bucket had 1 × 10^5 more than the 64-127 age bucket";
          row.expected = 1 - 1e-5;
          row.precision = 0.5e-5;
          row.rule = DL_PAPER_VALUE;
          source.agrees = N_ ("To reach the second group, a packet must be in the network for a "
                              "quarter of a million cycles. Only the slowest packets do.");
          source.differs = N_ ("More packets are old than on the paper’s machine, because they "
                               "stay in the network longer.");
        }
      dl_paper_add (table, &row, &source);
    }
}

static void
add_orders (DlPaperTable *table, guint run, const char *what)
{
  const DlPaperRow spread = {
    .group = (char *) _ ("Orders of magnitude between the fullest and the emptiest group"),
    .what = (char *) what,
    .unit = "",
    .kind = DL_PAPER_PRINTED,
    .quote = "differed by only one order of magnitude in Figure 5(b) and (c)",
    .expected = 1,
    .rule = DL_PAPER_BELOW,
    .bound = 1.5, /* "only one order of magnitude", rounded */
  };
  const DlPaperSource source = {
    run,
    -1,
    orders,
    0,
    N_ ("A fast clock spreads ages over all four groups, which differ by at most one order of "
        "magnitude."),
    N_ ("Ages depend on waiting times, and the traffic of the paper’s machine is not known. "
        "Uniform traffic at this load does not wait long enough to become old."),
  };

  dl_paper_add (table, &spread, &source);
}

static void
add_youngest (DlPaperTable *table, guint run, const char *what)
{
  const DlPaperRow row = {
    .group = (char *) _ ("Group 0–63 over the fullest other"),
    .what = (char *) what,
    .unit = "",
    .kind = DL_PAPER_PRINTED,
    .quote = "there were disproportionately more packets in the 0-63 age bucket",
    .expected = NAN,
    .rule = DL_PAPER_ABOVE,
    .bound = 1,
  };
  const DlPaperSource source = {
    run,
    -1,
    youngest,
    0,
    N_ ("Most grants are to the youngest packets, as in the paper for both periods: every packet "
        "starts young."),
    N_ ("Unlike on the paper’s machine, most grants are not to the youngest packets, or not by "
        "more than the confidence interval. At this load packets wait so long that many grants "
        "are to old ones."),
  };

  dl_paper_add (table, &row, &source);
}

static void
add_rows (DlPaperTable *table)
{
  const struct
  {
    guint run;
    const char *what, *group;
  } fast[] = {
    { CLOCK_8, _ ("(b) period 8, load 0.34"), _ ("(b) Clock period 8, bias 3,2,1, load 0.34") },
    { CLOCK_4, _ ("(c) period 4, load 0.34"), _ ("(c) Clock period 4, bias 3,2,1, load 0.34") },
    { SATURATED_8, _ ("(b) period 8, saturated"), _ ("(b) Clock period 8, bias 3,2,1, saturated") },
    { SATURATED_4, _ ("(c) period 4, saturated"), _ ("(c) Clock period 4, bias 3,2,1, saturated") },
  };

  add_group_rows (table, DEFAULT_CLOCK, _ ("(a) Clock period 4096, bias 1, load 0.34"));
  for (guint i = 0; i < G_N_ELEMENTS (fast); i++)
    add_group_rows (table, fast[i].run, fast[i].group);
  for (guint i = 0; i < G_N_ELEMENTS (fast); i++)
    add_orders (table, fast[i].run, fast[i].what);
  for (guint i = 0; i < G_N_ELEMENTS (fast); i++)
    add_youngest (table, fast[i].run, fast[i].what);
}

const DlPaperCheck dl_paper_check_5 = {
  .paper = DL_PAPER_AGE,
  .seconds = 75,
  .id = "paper-5",
  .title = N_ ("Ages with three clock periods"),
  .section = N_ ("Age paper, section 4, figure 5"),
  .choices = N_ ("Chosen here: 11×12×16, uniform traffic in packets of 9 flits, ties by parity, "
                 "three seeds. The paper gives neither the traffic nor the bias of (b) and (c), "
                 "and its text has no numbers for figure 5."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .measure = measure,
  .add_rows = add_rows,
};

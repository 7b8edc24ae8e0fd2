/* Figure 4 of the age paper: seven nodes of a line or a ring send to the eighth. */
#include "dl-paper-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define N_SOURCES 7

/* After the shares: */
enum
{
  PACKETS = N_SOURCES, /* delivered */
  LATENCY_SD,
  N_VALUES
};

static void
measure (const DlSimulation *simulation, double *values)
{
  const guint64 *sources = simulation->stats.sources;

  values[PACKETS] = 0;
  for (guint i = 0; i < N_SOURCES; i++)
    values[PACKETS] += sources[i];
  for (guint i = 0; i < N_SOURCES; i++)
    values[i] = sources[i] / values[PACKETS];
  values[LATENCY_SD] = dl_latency_sd (&simulation->stats.network);
}

/* Share in the text, or derived from it. */
typedef struct
{
  double share;
  DlPaperKind kind;
  const char *quote;
} Share;

#define HALVED                                                                                     \
  "packets that have further to travel (more hops) to receive geometrically less bandwidth"
#define FAIR      "allows globally fair arbitration"
#define BOTH_ENDS "P0 and P1 each receive 1/64 of the available bandwidth"
#define FOLLOWS(share, quote)                                                                      \
  {                                                                                                \
    share, DL_PAPER_DERIVED, quote                                                                 \
  }
#define PRINTED(share, quote)                                                                      \
  {                                                                                                \
    share, DL_PAPER_PRINTED, quote                                                                 \
  }

/* A row per node, of the shares that are @expected. */
static void
add_shares (DlPaperTable *table, guint run, const char *group, const Share *expected,
            const char *agrees, const char *differs)
{
  const double packets = dl_paper_values (table, run, 0)[PACKETS];

  for (guint i = N_SOURCES; i-- > 0;)
    {
      g_autofree char *what = g_strdup_printf ("P%u", i);
      const DlPaperRow row = {
        .group = (char *) group,
        .what = what,
        .unit = N_ ("share of the packets at P7"),
        .kind = expected[i].kind,
        .quote = expected[i].quote,
        .expected = expected[i].share,
        .precision = 1 / packets, /* the run may begin and end anywhere in a turn */
        .rule = DL_PAPER_VALUE,
      };
      const DlPaperSource source = { run, -1, dl_paper_value, i, agrees, differs };

      dl_paper_add (table, &row, &source);
    }
}

/* Figure 4(a) ---------------------------------------------------------------------------------- */

static const char *const settings_4a[] = {
  "torus.radix=8;1;1",          "torus.wrap=false;false;false",
  "traffic.pattern=all-to-one", "traffic.target=7,0,0",
  "traffic.load=saturated",     "traffic.source-vc=0",
  "router.age-rr-select=0",     "simulation.warmup-cycles=200000",
  "simulation.cycles=500000",   NULL,
};

static const DlPaperRun runs_4a[] = { { .n_seeds = 1 } };

static void
add_rows_4a (DlPaperTable *table)
{
  static const Share expected[N_SOURCES] = {
    PRINTED (1 / 64.0, BOTH_ENDS),
    PRINTED (1 / 64.0, BOTH_ENDS),
    FOLLOWS (1 / 32.0, HALVED),
    FOLLOWS (1 / 16.0, HALVED),
    FOLLOWS (1 / 8.0, HALVED),
    PRINTED (1 / 4.0, "for a total of 1/2 × 1/2 = 1/4 of the available bandwidth"),
    PRINTED (1 / 2.0, "will get the most bandwidth — 1/2 of the available bandwidth"),
  };

  add_shares (table, 0, _ ("Round robin"), expected,
              N_ ("Each router gives every second grant to its own processor, so the share of "
                  "traffic from further away is halved at each hop."),
              N_ ("The shares are fractions of a full round of 64 packets. Runs of only a few "
                  "rounds, and runs that have not converged, deviate from them."));
}

const DlPaperCheck dl_paper_check_4a = {
  .paper = DL_PAPER_AGE,
  .seconds = 1,
  .id = "paper-4a",
  .title = N_ ("Merging in an 8-ary mesh"),
  .section = N_ ("Age paper, section 2, figure 4(a)"),
  .choices = N_ ("Chosen here: packets of 9 flits, all on VC0, so that only the ports alternate "
                 "and not the virtual channels; sources with an infinite backlog. The text has "
                 "the shares of P6, P5, P1 and P0; P4 to P2 follow from the same halving."),
  .settings = settings_4a,
  .runs = runs_4a,
  .n_runs = G_N_ELEMENTS (runs_4a),
  .n_values = N_VALUES,
  .measure = measure,
  .add_rows = add_rows_4a,
};

/* Figure 4(b) ---------------------------------------------------------------------------------- */

static const char *const settings_4b[] = {
  "torus.radix=8;1;1",          "torus.wrap=true;false;false",
  "torus.tie=positive",         "traffic.target=7,0,0",
  "traffic.pattern=all-to-one", "traffic.load=saturated",
  "traffic.source-vc=0",        "simulation.warmup-cycles=200000",
  "simulation.cycles=500000",   NULL,
};

enum
{
  ROUND_ROBIN,
  BY_AGE
};

static const DlPaperRun runs_4b[] = {
  [ROUND_ROBIN] = { { "router.age-rr-select=0" }, 1 },
  [BY_AGE] = { { "router.age-clock-period=8", "router.request-age-bias=1;1;1;1" }, 1 },
};

/* The largest share over the smallest. */
static double
spread (const double *values, const double *other, guint param)
{
  double least = values[0], most = values[0];

  for (guint i = 1; i < N_SOURCES; i++)
    {
      least = MIN (least, values[i]);
      most = MAX (most, values[i]);
    }
  return most / least;
}

static void
add_fairness (DlPaperTable *table)
{
  const DlPaperRow shares = {
    .group = (char *) _ ("Largest share over the smallest"),
    .what = (char *) _ ("age-based"),
    .unit = "",
    .kind = DL_PAPER_DERIVED,
    .quote = FAIR,
    .expected = NAN,
    .rule = DL_PAPER_BELOW,
    .bound = 4, /* that of round robin */
  };
  const DlPaperSource from_shares = {
    BY_AGE,
    -1,
    spread,
    0,
    N_ ("Age-based arbitration is closer to equal shares than round robin, whose largest share is "
        "4 times the smallest."),
    N_ ("Age-based arbitration is not closer to equal shares than round robin, whose largest "
        "share is 4 times the smallest."),
  };
  const DlPaperRow latency = {
    .group = (char *) _ ("Lower deviation of latency: age-based than round robin"),
    .what = (char *) _ ("standard deviation"),
    .unit = N_ ("of the value with round robin"),
    .kind = DL_PAPER_PRINTED,
    .quote = "Age-based packet arbitration reduces the variance in packet latency",
    .expected = NAN,
    .rule = DL_PAPER_ABOVE,
    .bound = 0,
  };
  const DlPaperSource from_latency = {
    BY_AGE,
    ROUND_ROBIN,
    dl_paper_saving,
    LATENCY_SD,
    N_ ("Age-based arbitration reduces the variance of latency, as the paper claims."),
    N_ ("Age-based arbitration does not reduce the variance of latency here."),
  };

  dl_paper_add (table, &shares, &from_shares);
  dl_paper_add (table, &latency, &from_latency);
}

static void
add_rows_4b (DlPaperTable *table)
{
  static const Share merged[N_SOURCES] = {
    FOLLOWS (1 / 4.0, HALVED),  FOLLOWS (1 / 8.0, HALVED),  FOLLOWS (1 / 8.0, HALVED),
    FOLLOWS (1 / 16.0, HALVED), FOLLOWS (1 / 16.0, HALVED), FOLLOWS (1 / 8.0, HALVED),
    FOLLOWS (1 / 4.0, HALVED),
  };
  Share fair[N_SOURCES];

  for (guint i = 0; i < N_SOURCES; i++)
    fair[i] = (Share) FOLLOWS (1.0 / N_SOURCES, FAIR);

  add_shares (table, ROUND_ROBIN, _ ("Round robin"), merged,
              N_ ("P7 alternates between its two sides. On each side, the share of traffic from "
                  "further away is halved at each hop."),
              N_ ("The shares are fractions of a full round of 16 packets. Runs of only a few "
                  "rounds, and runs that have not converged, deviate from them."));
  add_shares (
      table, BY_AGE, _ ("Age-based: clock period 8, bias 1"), fair,
      N_ ("The oldest packet goes first, whatever its source."),
      N_ ("The age of a packet starts when it enters the network. Age therefore equalizes the "
          "time in the network, not the number of packets per source. Most ages are at 255 here, "
          "and such ties are broken by round robin."));
  add_fairness (table);
}

const DlPaperCheck dl_paper_check_4b = {
  .paper = DL_PAPER_AGE,
  .seconds = 1,
  .id = "paper-4b",
  .title = N_ ("Merging in an 8-ary torus"),
  .section = N_ ("Age paper, section 2, figure 4(b)"),
  .choices = N_ ("Chosen here: packets of 9 flits, all on VC0; sources with an infinite backlog. "
                 "P3, equally far from P7 in both directions, sends in the positive direction. "
                 "The paper has no shares for the torus: the shares of round robin follow from "
                 "its halving at each merge, and those of age-based arbitration are what "
                 "“globally fair” would mean."),
  .settings = settings_4b,
  .runs = runs_4b,
  .n_runs = G_N_ELEMENTS (runs_4b),
  .n_values = N_VALUES,
  .measure = measure,
  .add_rows = add_rows_4b,
};

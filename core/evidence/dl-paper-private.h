/* Parts of the checks of the papers. */
#pragma once

#include "dl-paper-check.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

#define DL_PAPER_MAX_SEEDS 8
/* "About", "approximately", "≈" in print: so far from the value, as a share of it. */
#define DL_PAPER_ABOUT        0.05
#define DL_PAPER_WARMUP_SHARE 0.3 /* of a run whose length alone is stated */

/* Simulations that differ in their seed alone. */
typedef struct
{
  const char *settings[6]; /* GROUP.KEY=VALUE, over the check's; the last one is NULL */
  guint n_seeds;           /* 1: nothing in it is random, every seed gives the same */
  guint n_ranks;           /* of a program: on the first nodes in order of x, y, z; else 0 */
} DlPaperRun;

/* Measured values, on the way to rows. */
typedef struct
{
  const DlPaperCheck *check;
  const double *values; /* (runs x DL_PAPER_MAX_SEEDS x n_values) */
  GPtrArray *scenarios; /* DlScenario, of the runs */
  DlPaperResult *result;
} DlPaperTable;

/* A row whose number is an unchanged value of a run. */
typedef struct
{
  const char *section; /* translatable, all but the numbers */
  const char *group, *what;
  const char *unit;
  double expected, precision;
  DlPaperRule rule;
  double bound;
  guint run, value; /* DL_PAPER_BEYOND: none, with DL_PAPER_NO_RULE */
  const char *agrees, *differs;
  DlPaperKind kind;
  const char *quote; /* as in DlPaperRow */
} DlPaperFact;

#define DL_PAPER_BEYOND G_MAXUINT

struct _DlPaperCheck
{
  DlPaper paper;
  guint seconds; /* dl_paper_check_seconds */
  const char *id;
  const char *title; /* translatable, as are the next two */
  const char *section;
  const char *choices;
  const char *const *settings; /* of all runs; ends with NULL */
  const DlPaperRun *runs;
  guint n_runs;
  guint n_values;
  /* Take values from a simulation: (n_values). NULL: a program on a dragonfly, with the values of
   * dl-paper-cascade.h. */
  void (*measure) (const DlSimulation *simulation, double *values);
  /* Instead, for checks without simulations: compute values of a run's scenario: (n_values), NAN
   * before. The errors are those of dl_evaluation_new. */
  gboolean (*analyze) (const DlScenario *scenario, double *values, GCancellable *cancellable,
                       GError **error);
  /* Its rows, by a function where they are not all facts. */
  const DlPaperFact *facts;
  guint n_facts;
  void (*add_rows) (DlPaperTable *table);
  /* Instead of all that, from @runs on: what dl_paper_check_run does. */
  DlPaperResult *(*run) (const DlPaperCheck *check, const DlPaperOptions *options,
                         GCancellable *cancellable, GError **error);
  /* And then how dl_paper_check_plan and dl_paper_check_section come about. */
  DlPaperResult *(*plan) (const DlPaperCheck *check);
  const char *(*describe) (const DlPaperCheck *check);
  const struct _DlBooksimCurve *curve; /* that is simulated again; NULL of a paper's */
};

/* The values of @run with its @seed-th seed. */
const double *dl_paper_values (const DlPaperTable *table, guint run, guint seed);

/* The shown number from the values of one seed, of two runs (the second nullable). */
typedef double (*DlPaperFunc) (const double *values, const double *other, guint param);

/* Where a row's numbers come from. Fields of @row that are not measured are set: group and what are
 * copied, not taken. */
typedef struct
{
  guint run;
  gint other; /* a second run, or -1 */
  DlPaperFunc func;
  guint param;
  const char *agrees;  /* translatable reason, for each verdict that is possible */
  const char *differs; /* for DL_PAPER_NO_RULE: why not */
} DlPaperSource;

/* A row of the mean over @source's seeds. With DL_PAPER_NO_RULE and no func, it is beyond the
 * program. */
void dl_paper_add (DlPaperTable *table, const DlPaperRow *row, const DlPaperSource *source);

/* Functions of a DlPaperRow: the value @param itself. */
double dl_paper_value (const double *values, const double *other, guint param);
/* How much smaller value @param is than in the other run: (other - this) / other. */
double dl_paper_saving (const double *values, const double *other, guint param);

/* A result of @check whose parts are those of @some (n_some), in their order. */
DlPaperResult *dl_paper_collect (const DlPaperCheck *check, const DlPaperCheck *const *some,
                                 guint n_some, const DlPaperOptions *options,
                                 GCancellable *cancellable, GError **error);

extern const DlPaperCheck dl_paper_check_all; /* of no list */
extern const DlPaperCheck dl_paper_check_vc_balance;
extern const DlPaperCheck dl_paper_check_vc_routing;
extern const DlPaperCheck dl_paper_check_vc_router;
extern const DlPaperCheck dl_paper_check_xt_book;
extern const DlPaperCheck dl_paper_check_age_equations;
extern const DlPaperCheck dl_paper_check_age_router;
extern const DlPaperCheck dl_paper_check_4a;
extern const DlPaperCheck dl_paper_check_4b;
extern const DlPaperCheck dl_paper_check_5;
extern const DlPaperCheck dl_paper_check_table_5;
extern const DlPaperCheck dl_paper_check_table_6;
extern const DlPaperCheck dl_paper_check_cascade_sizes;
extern const DlPaperCheck dl_paper_check_cascade_routing;
extern const DlPaperCheck dl_paper_check_cascade_minimal;
extern const DlPaperCheck dl_paper_check_cascade_bandwidth;
extern const DlPaperCheck dl_paper_check_cascade_9;
extern const DlPaperCheck dl_paper_check_cascade_10;
extern const DlPaperCheck dl_paper_check_cascade_11;
extern const DlPaperCheck dl_paper_check_cascade_12;
extern const DlPaperCheck dl_paper_check_cascade_13;

/* Scenario of @check in @run (nullable), changed by @settings (nullable, ends with NULL). Errors:
 * those of dl_scenario_apply. */
DlScenario *dl_paper_scenario (const DlPaperCheck *check, const DlPaperRun *run,
                               const char *const *settings, GError **error);

G_END_DECLS

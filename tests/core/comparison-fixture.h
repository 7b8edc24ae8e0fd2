/* Comparisons of small scenarios, for tests. */
#pragma once

#include "dl-comparison.h"

/* A torus of 4x3x2 that is simulated for 700 cycles, with @settings: names and values in turn, NULL
 * at the end. */
DlScenario *comparison_make (const char *const *settings);
#define MAKE(...) comparison_make ((const char *const[]) { __VA_ARGS__, NULL })

/* Takes @scenario. */
void comparison_add (DlComparison *comparison, const char *name, DlScenario *scenario);

/* Results so far, and when to cancel. */
typedef struct
{
  DlComparison *comparison;
  guint n_static, n_runs, n_problems;
  GCancellable *cancellable;
  guint cancel_after;
  double progress;
  gboolean fell;
} ComparisonTaken;

/* All that is missing; FALSE if it was canceled. */
gboolean comparison_run (ComparisonTaken *taken, guint n_seeds, guint n_jobs);
/* The same, without any problem. */
void comparison_complete (DlComparison *comparison, guint n_seeds);

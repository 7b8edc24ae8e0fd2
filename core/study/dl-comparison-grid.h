/* A comparison as a table, before any syntax: what its texts and reports have in their cells. */
#pragma once

#include "dl-comparison.h"

G_BEGIN_DECLS

/* "478.6 ± 12.0 (+3.1 %*)" */
typedef struct
{
  char *text;
  gboolean best; /* of all scenarios */
} DlComparisonCell;

typedef struct
{
  guint n_lines, n_columns; /* a head line and a head column included */
  DlComparisonCell *cells;  /* (n_lines x n_columns) */
  gboolean any_best, any_star, any_bound, intervals;
  DlShortfall shortfall; /* of any scenario, whose names are marked */
} DlComparisonGrid;

/* The row that the others' differences are from; NULL if there is none. */
const DlComparisonRow *dl_comparison_base (const DlComparison *self,
                                           const DlComparisonWrite *write);
/* @measures_down: a measure a line, a scenario a column; or the other way round. Numbers have a
 * point in every locale. */
DlComparisonGrid *dl_comparison_grid_new (const DlComparison *self, const DlComparisonWrite *write,
                                          gboolean measures_down);
void dl_comparison_grid_free (DlComparisonGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlComparisonGrid, dl_comparison_grid_free)
const DlComparisonCell *dl_comparison_grid_at (const DlComparisonGrid *grid, guint line,
                                               guint column);
/* What the marks mean: a sentence each, those that are needed. @best: how the best is marked. Free
 * with g_free. */
char *dl_comparison_grid_notes (const DlComparisonGrid *grid, const DlComparison *self,
                                const DlComparisonWrite *write, const char *best);

G_END_DECLS

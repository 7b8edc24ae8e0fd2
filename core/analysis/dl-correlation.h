/* Correlation of two lists of loads: measured and computed ones. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Divide @values (n) by their sum; if that is 0, or not a number, all become NAN. */
void dl_normalize (double *values, guint n);
/* Pearson's correlation of @a and @b (n), -1..1; NAN for fewer than two values, if those of
 * either list are all the same, and if any is NAN. */
double dl_correlation (const double *a, const double *b, guint n);
/* Spearman's: that of the ranks, of which equal values share the mean. */
double dl_rank_correlation (const double *a, const double *b, guint n);

G_END_DECLS

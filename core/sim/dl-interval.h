/* Figures of several runs: their mean, and how sure it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Mean of @values (n), of those that are numbers, and how far the 95 % interval by Student's t
 * reaches to either side of it: NAN for fewer than two. */
void dl_mean_interval (const double *values, guint n, double *mean, double *reach);

G_END_DECLS

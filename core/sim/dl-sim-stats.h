/* Latencies of packets: their distribution, as it is gathered while a simulation runs. And figures
 * of several runs: their mean, and how sure it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Values below this are counted one by one; above, each power of 2 is cut into half as many
 * steps. */
#define DL_LATENCY_EXACT 512

/* A distribution of cycles. Everything in it is a whole number, so that the order in which packets
 * and parts of a simulation are added does not matter. Start zeroed. */
typedef struct
{
  guint64 count;
  guint64 sum;
  guint64 square_low, square_high; /* the sum of squares, 128 bits */
  guint64 max;
  guint n_bins;
  guint64 *bins; /* (n_bins) packets */
} DlLatency;

void dl_latency_clear (DlLatency *latency);
void dl_latency_add (DlLatency *latency, guint64 cycles);
void dl_latency_merge (DlLatency *latency, const DlLatency *other);
/* What was added since it was @earlier; the largest one is then within 1 in DL_LATENCY_EXACT. */
void dl_latency_subtract (DlLatency *latency, const DlLatency *earlier);

/* The cycles that bin @bin is of, from @first to @last. */
void dl_latency_bin (guint bin, guint64 *first, guint64 *last);

/* Exact; NAN without packets, the deviation also with one. */
double dl_latency_mean (const DlLatency *latency);
double dl_latency_sd (const DlLatency *latency);
/* The latency that @share (0..1) of the packets do not exceed: exact below DL_LATENCY_EXACT, else
 * within 1 in DL_LATENCY_EXACT of it. NAN without packets. */
double dl_latency_quantile (const DlLatency *latency, double share);

/* Mean of @values (n), of those that are numbers, and how far the 95% confidence interval by
 * Student's t reaches to either side of it: NAN for fewer than two. */
void dl_mean_interval (const double *values, guint n, double *mean, double *reach);
/* How far the 95% confidence interval of the difference of two means reaches to either side of it,
 * those of @a (n_a) and @b (n_b), whose variances may differ (Welch 1947, Biometrika 34). NAN for
 * fewer than two of either, or a value that is not a number. */
double dl_welch_reach (const double *a, guint n_a, const double *b, guint n_b);

G_END_DECLS

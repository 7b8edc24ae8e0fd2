/* Statistics of the steady state of one run: where its warm-up ends, how sure its means are, and
 * whether its source queues grow. Plain arithmetic on arrays of observations.
 *
 * Warm-up: MSER-5, White 1997, "An effective truncation heuristic for bias reduction in simulation
 * output", Simulation 69(6); Franklin and White 2008, "Stationarity tests and MSER-5", Proc. Winter
 * Simulation Conf., section 2. Intervals: batch means, Schmeiser 1982, "Batch size effects in the
 * analysis of simulation output", Operations Research 30(3); the correction for correlation that
 * remains is that of Skart, Tafazzoli, Wilson, Lada and Steiger 2011, Perf. Evaluation, section 3.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Observations per mean of MSER-5. */
#define DL_MSER_MEANS_OF 5
/* Batches that an interval is made of, at least. */
#define DL_LEAST_BATCHES 20

/* The 0.975 quantile of Student's t with @freedom degrees of freedom, at least 1: of two-sided 95%
 * confidence intervals. */
double dl_student_t (guint freedom);
/* The 0.95 quantile: of one-sided ones. Right to a thousandth from 10 degrees of freedom on. */
double dl_student_t_one_sided (guint freedom);

/* Observations are ratios of two sums, such as the latencies and the number of the packets that
 * were delivered in a window: @sums and @weights (n), weights at least 0. With equal weights these
 * are plain means. */

/* The observations of the warm-up by MSER-5: those in the first half before the mean of 5 from
 * which on the squared standard error is smallest. @cut gets their number, a multiple of 5. FALSE:
 * it would be smaller by a tenth after the first half, so that the warm-up is not over, or there
 * are fewer than 20 means. The last quarter is not looked at, nor the last 8 means: few may be
 * alike by chance. Means of 5 without weight repeat the one before. */
gboolean dl_mser_5 (const double *sums, const double *weights, guint n, guint *cut);

typedef struct
{
  double mean;           /* of all observations: the sum by the weight; NAN without weight */
  double standard_error; /* of it; NAN: there are too few observations */
  double half_width;     /* of the 95% confidence interval; NAN: there are too few observations, or
                            they are correlated however large the batches */
  guint n_batches;       /* 0: there are too few observations */
  guint batch;           /* observations of each */
  double correlation;    /* of one batch with the next, without its bias of -1 / n_batches */
  gboolean correlated;   /* too much for an interval */
} DlBatchMeans;

/* Batch means of @n observations. The size of batches is doubled until the correlation of one with
 * the next is below 0.1, and on while 20 batches remain: larger ones lose little (Schmeiser 1982,
 * section 3) and err less. What correlation the largest ones have enters the variance as (1 + r) /
 * (1 - r), up to r = 0.6. Beyond, there is no interval, unless smaller batches were without
 * correlation. To refuse all that are not below 0.1 would choose the runs whose variance is
 * underestimated: of autoregressive series with r = 0.34 it leaves 8%, of whose intervals 79% hold
 * the mean, where the correction leaves nearly all, with 93%. Observations that do not fill a batch
 * are left out at the beginning. */
void dl_batch_means (const double *sums, const double *weights, guint n, DlBatchMeans *means);

/* Is the mean above @limit, one-sided with 95% confidence? FALSE with too few observations. */
gboolean dl_batch_means_exceed (const DlBatchMeans *means, double limit);

G_END_DECLS

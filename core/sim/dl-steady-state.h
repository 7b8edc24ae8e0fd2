/* Statistics of the steady state of one run: where its warm-up ends, how sure its means are, and
 * whether its source queues grow. Plain arithmetic on arrays of observations.
 *
 * Warm-up: MSER-5, White 1997, "An effective truncation heuristic for bias reduction in simulation
 * output", Simulation 69(6); Franklin and White 2008, "Stationarity tests and MSER-5", Proc. Winter
 * Simulation Conf., section 2. Intervals: batch means, Schmeiser 1982, "Batch size effects in the
 * analysis of simulation output", Operations Research 30(3); how long a batch must be is measured
 * by the automatic window of Sokal 1997, "Monte Carlo methods in statistical mechanics", section 3,
 * and Wolff 2004, "Monte Carlo errors with less errors", Computer Physics Comm. 156, section 3. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Observations per mean of MSER-5. */
#define DL_MSER_MEANS_OF 5
/* Batches that a run has at least to be called long enough. */
#define DL_LEAST_BATCHES 5

/* The 0.975 quantile of Student's t with @freedom degrees of freedom, at least 1: of two-sided 95%
 * confidence intervals. */
double dl_student_t (guint freedom);
/* The 0.95 quantile: of one-sided ones. Right to a thousandth. */
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
                            fewer than 3 batches */
  guint n_batches;       /* 0: there are too few observations */
  guint batch;           /* observations of each */
  gboolean correlated;   /* over too much of the run: it has fewer than DL_LEAST_BATCHES */
} DlBatchMeans;

/* Batch means of @n observations. A batch is as long as observations are correlated: with the
 * autocovariances summed up to the first lag that is 10 times the integrated autocorrelation time
 * that they make (Sokal's window), it is of all lags up to that one, to either side. So a run is of
 * as many batches as it has independent parts, few or many, and Student's t takes account of them.
 * The standard error is the larger one of two: that of the batches, and that of the summed
 * autocovariances. They miss by chance at different times.
 *
 * A fixed number of batches and a test of their correlation was worse: a test that is passed by
 * chance chooses the runs whose variance is underestimated. Observations that do not fill a batch
 * are left out at the beginning. */
void dl_batch_means (const double *sums, const double *weights, guint n, DlBatchMeans *means);

/* Is the mean above @limit, one-sided with 95% confidence? FALSE with too few observations. */
gboolean dl_batch_means_exceed (const DlBatchMeans *means, double limit);

G_END_DECLS

#include "dl-interval.h"

#include <math.h>

/* The .975 quantile of Student's t with @freedom degrees of freedom. */
static double
student_t (guint freedom)
{
  static const double table[]
      = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
          2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
          2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042 };

  /* Beyond, the first terms of its series, right to a thousandth. */
  return freedom <= G_N_ELEMENTS (table) ? table[freedom - 1]
                                         : 1.95996 + 2.3723 / freedom + 2.8225 / freedom / freedom;
}

void
dl_mean_interval (const double *values, guint n, double *mean, double *reach)
{
  double sum = 0, squares = 0;
  guint numbers = 0;

  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      {
        sum += values[i];
        numbers++;
      }
  *mean = numbers > 0 ? sum / numbers : NAN;
  *reach = NAN;
  if (numbers < 2)
    return;
  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      squares += (values[i] - *mean) * (values[i] - *mean);
  *reach = student_t (numbers - 1) * sqrt (squares / (numbers - 1) / numbers);
}

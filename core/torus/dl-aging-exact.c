#include "dl-aging-exact.h"

#include <math.h>

guint
dl_aging_n_nodes (const DlAgingShape *shape)
{
  return shape->radix[DL_X] * shape->radix[DL_Y] * shape->radix[DL_Z];
}

double
dl_aging_hops_mean (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];

  if (!shape->ring[dim])
    return (k * k - 1) / (3 * k);
  return shape->radix[dim] % 2 == 0 ? k / 4 : (k * k - 1) / (4 * k);
}

double
dl_aging_hops_square (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];

  if (!shape->ring[dim])
    return (k * k - 1) / 6;
  return shape->radix[dim] % 2 == 0 ? (k * k + 2) / 12 : (k * k - 1) / 12;
}

double
dl_aging_distinct (const DlAgingShape *shape)
{
  const double n = dl_aging_n_nodes (shape);

  return n > 1 ? n / (n - 1) : NAN;
}

double
dl_aging_exit_share (const DlAgingShape *shape, guint dim, double *share_plus)
{
  const guint k = shape->radix[dim];
  double share = (k - 1.0) / k * dl_aging_distinct (shape);
  double plus = 0.5;

  for (guint later = dim + 1; later < DL_N_DIMS; later++)
    share /= shape->radix[later];
  /* Of the k - 1 distances round a ring, the one that ties goes the plus way. Over all entries,
   * parity shares it out evenly, and so does a mesh. */
  if (shape->ring[dim] && k % 2 == 0 && !shape->tie_parity)
    plus = k / 2 / (k - 1.0);
  if (share_plus != NULL)
    *share_plus = share * plus;
  return share;
}

double
dl_aging_load_mean (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];
  const double channels = shape->ring[dim] ? 2 : 2 * (k - 1) / k; /* a node */

  if (shape->radix[dim] == 1)
    return NAN;
  return dl_aging_hops_mean (shape, dim) * dl_aging_distinct (shape) / channels;
}

double
dl_aging_load_middle (const DlAgingShape *shape, guint dim)
{
  const guint k = shape->radix[dim];

  if (k == 1)
    return NAN;
  return k / 2 * (double) (k - k / 2) / k * dl_aging_distinct (shape);
}

double
dl_aging_md1_wait (double utilisation)
{
  return utilisation < 1 ? utilisation / (2 * (1 - utilisation)) : INFINITY;
}

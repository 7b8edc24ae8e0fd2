#include "dl-sim-births.h"

#include <math.h>

void
dl_sim_births_push (DlSimBirths *births, DlSimBirth birth)
{
  if (births->n == births->size)
    {
      const guint size = MAX (2 * births->size, 2);
      DlSimBirth *grown = g_new (DlSimBirth, size);

      for (guint i = 0; i < births->n; i++)
        grown[i] = *dl_sim_births_at (births, i);
      g_free (births->births);
      births->births = grown;
      births->size = size;
      births->first = 0;
    }
  births->n++;
  *dl_sim_births_at (births, births->n - 1) = birth;
}

/* Of no birth in a slot: -INFINITY where there is always one, and then all gaps are 1. */
double
dl_sim_births_log_none (double rate)
{
  return rate < 1 ? log1p (-rate) : -INFINITY;
}

guint64
dl_sim_births_gap (DlRng *rng, double log_none)
{
  /* In (0, 1]. */
  const double draw = ((dl_rng_next (rng) >> 11) + 1) * 0x1p-53;
  const double gap = floor (log (draw) / log_none);

  return gap < 1e15 ? 1 + (guint64) gap : G_MAXUINT64;
}

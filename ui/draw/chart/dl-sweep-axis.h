/* The horizontal axis of a sweep: where the values of its first key lie. */
#pragma once

#include "dl-sweep.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SWEEP_NUMBERS,   /* each at its number */
  DL_SWEEP_FACTORS,   /* at its logarithm: each value so many times the one before */
  DL_SWEEP_CATEGORIES /* words, if only one: in the order they were given, all as far apart, with
                         nothing between them */
} DlSweepScale;

typedef struct
{
  DlSweepScale scale;
  guint n;
  const char *const *texts; /* (n) of the key */
  double *at;               /* (n) 0..1 */
  double low, high;         /* of the numbers, or of their logarithms, at 0 and at 1 */
} DlSweepAxis;

/* Of a key's values, which must outlive it. */
void dl_sweep_axis_init (DlSweepAxis *axis, const DlSweepKey *key);
void dl_sweep_axis_clear (DlSweepAxis *axis);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSweepAxis, dl_sweep_axis_clear)
/* Where @text lies, between values or not, 0..1; NAN: off the axis, or it is no value of it. */
double dl_sweep_axis_find (const DlSweepAxis *axis, const char *text);
/* (n) the values from left to right; free with g_free. */
guint *dl_sweep_axis_order (const DlSweepAxis *axis);

G_END_DECLS

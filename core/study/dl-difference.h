/* What changed between two states of a network, link by link: A - B of whatever is known of their
 * links, where A is the state that is looked at and B the one that it is held against, the links
 * that changed most, and those that changed unlike the others. */
#pragma once

#include "dl-graph.h"

G_BEGIN_DECLS

/* How a link of A and B compares. */
typedef enum
{
  DL_CHANGE_ABSENT,  /* it works in neither, and is broken in neither */
  DL_CHANGE_BROKEN,  /* it works in neither, and is broken in one or both */
  DL_CHANGE_ONLY_A,  /* it works in A alone */
  DL_CHANGE_ONLY_B,  /* likewise */
  DL_CHANGE_IDLE,    /* it works in both, without a value in either */
  DL_CHANGE_UNKNOWN, /* it works in both, and only one of them has a value */
  DL_CHANGE_VALUE    /* A - B */
} DlChange;

/* One of the two. */
typedef struct
{
  const guint8 *state; /* (n) DlLinkState */
  const float *values; /* (n) NAN: no traffic; infinite: not known */
} DlDifferenceSide;

/* A link is an outlier if its change is further from the middle than this many robust standard
 * deviations (DlDifference.spread). */
#define DL_DIFFERENCE_OUTLIER 6.0
/* Of fewer changed links none stands out. */
#define DL_DIFFERENCE_LEAST 8
/* What is less than this share of the largest value of either side is rounding, and no change. */
#define DL_DIFFERENCE_NOISE 1e-6

/* Immutable once built. */
typedef struct
{
  guint n;
  guint8 *change;   /* (n) DlChange */
  float *values;    /* (n) A - B; NAN unless DL_CHANGE_VALUE */
  guint8 *outlier;  /* (n) gboolean */
  guint n_compared; /* with a value in both */
  guint n_changed;  /* of these, with another one */
  guint n_outliers;
  guint n_only[2]; /* links that work in A alone, in B alone */
  /* Of the links that changed; NAN if none did. */
  double middle; /* their median change */
  double spread; /* 1.4826 times the median distance from it: the standard deviation, if changes
                    were normal, but deaf to a few large ones */
  double extent; /* largest |A - B|; 0 */
} DlDifference;

/* Of @n links. @idle_is_zero: no traffic is a value, 0, as it is of loads but not of ratios. */
DlDifference *dl_difference_new (guint n, DlDifferenceSide a, DlDifferenceSide b,
                                 gboolean idle_is_zero);
void dl_difference_free (DlDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDifference, dl_difference_free)

/* The links that changed most, at most @n: by |A - B|, the largest first, then by number. Returns
 * how many. */
guint dl_difference_largest (const DlDifference *difference, guint n, guint32 *links);

G_END_DECLS

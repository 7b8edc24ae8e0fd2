/* Changes between two states of a network, link by link: A - B of any value of their links, where A
 * is the shown state and B the one that it is compared with, the links that changed most, and the
 * outliers. */
#pragma once

#include "dl-graph.h"
#include "dl-measure.h"

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
/* With fewer changed links none is an outlier. */
#define DL_DIFFERENCE_LEAST 8
/* Differences below this share of either side's largest value are rounding, not a change. */
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
  /* Statistics of the links that changed; NAN if none did. */
  double middle; /* their median change */
  double spread; /* 1.4826 times the median distance from it: the standard deviation, if changes
                    were normal, but deaf to a few large ones */
  double extent; /* largest |A - B|; 0 */
} DlDifference;

/* Difference over @n links. @idle_is_zero: no traffic is a value, 0, as it is of loads but not of
 * ratios. */
DlDifference *dl_difference_new (guint n, DlDifferenceSide a, DlDifferenceSide b,
                                 gboolean idle_is_zero);
void dl_difference_free (DlDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDifference, dl_difference_free)

/* The links that changed most, at most @n: by |A - B|, the largest first, then by number. Returns
 * how many. */
guint dl_difference_largest (const DlDifference *difference, guint n, guint32 *links);

/* Shortfall of a scenario, however good its other measures look: routes that lose pairs of nodes
 * carry less and so look faster, and a network that can deadlock need not have done so yet. */

typedef enum
{
  DL_SHORTFALL_NONE = 0,
  DL_SHORTFALL_PAIRS = 1 << 0,   /* pairs are unreachable, or dropped at a dateline */
  DL_SHORTFALL_DEADLOCK = 1 << 1 /* the routes have a cycle, or a run has locked */
} DlShortfall;

/* Shortfall of @result, whose static analysis is known. */
DlShortfall dl_shortfall_of (const DlSweepResult *result);
/* How a table of plain text marks it: "†", "‡", "†‡" or "". */
const char *dl_shortfall_mark (DlShortfall shortfall);
/* Meaning of @shortfall's marks, translated, in whole sentences. Free with g_free. */
char *dl_shortfall_notes (DlShortfall shortfall);
/* "10,752 pairs unreachable · can deadlock", translated and in the user's locale; NULL if there is
 * none. @result as in dl_shortfall_of. Free with g_free. */
char *dl_shortfall_to_text (const DlSweepResult *result);

G_END_DECLS

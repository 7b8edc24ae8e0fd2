/* How evenly a network serves its sources: what each of them got through, beside an equal share
 * (age paper, section 2 and figure 4; Jain, Chiu and Hawe 1984). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A node that sends nothing, or cannot reach the destination. */
#define DL_FAIRNESS_NO_DISTANCE G_MAXUINT16

/* Of all sources. Shares are of an equal share: 1 is what each would have if all had the same. */
typedef struct
{
  guint n;         /* sources, those of which nothing was delivered included */
  guint n_starved; /* of these, nothing was delivered of */
  guint64 packets; /* delivered */
  double jain;     /* (sum x)^2 / (n sum x^2): 1 when all have the same, 1/n when one has all; NAN
                      without packets */
  double least, most; /* shares; NAN without packets */
} DlFairness;

/* @packets (n_nodes): delivered from each node, of which @n_senders send, at least as many as have
 * packets. */
void dl_fairness_init (DlFairness *fairness, const guint64 *packets, guint n_nodes,
                       guint n_senders);

/* Sources that are so many hops from the destination. */
typedef struct
{
  guint distance;
  guint n;                  /* sources */
  double mean, least, most; /* shares */
} DlFairnessBar;

/* By @distance (n_nodes), the nearest first, without distances that no source has; the shares are
 * of @fairness. Free with g_array_unref: DlFairnessBar. */
GArray *dl_fairness_by_distance (const DlFairness *fairness, const guint64 *packets,
                                 const guint16 *distance, guint n_nodes);

/* The shares of all sources, the largest first (@fairness.n doubles). Free with g_array_unref. */
GArray *dl_fairness_sorted (const DlFairness *fairness, const guint64 *packets, guint n_nodes);

G_END_DECLS

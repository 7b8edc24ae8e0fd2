/* The static analysis of any network, by following the packets of each pair over the answers to the
 * one question (dl-next.h): what a family has that has no faster form, and what faster forms are
 * held equal to. */
#pragma once

#include "dl-findings.h"
#include "dl-link-flows.h"
#include "dl-net.h"
#include "dl-pattern.h"
#include "dl-spread.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlAnalyzed head;
  DlNext next; /* of the routes that it holds */
  DlGraph *graph;
  guint n_vcs;
  DlVerdict *verdict;        /* of all pairs' paths */
  DlPairCounts all, pattern; /* of all pairs, and of those that send */
  double *vc_load;           /* (n_links x n_vcs) packets */
  double hops_mean;          /* of the packets sent; NAN without any */
  guint hops_max;
} DlGeneral;

/* Analysis of @demand. A pair that would lose some packets sends nothing. NULL if canceled. */
DlGeneral *dl_general_new (const DlNext *next, const DlDemand *demand, GCancellable *cancellable);
DL_SHARED (DlGeneral, dl_general)

/* Findings, borrowed of it; of one class of links, without a bound. */
void dl_general_find (const DlGeneral *general, DlFindings *findings);
double dl_general_link_load (const DlGeneral *general, guint link);

/* Flows of @link, by nodes. NULL if canceled. */
DlLinkFlows *dl_general_flows (const DlNext *next, const DlDemand *demand, guint link,
                               GCancellable *cancellable);

/* Pairs of nodes that work in both networks, of the same wires, whose packets take different paths
 * @after than @before, or have none in one of them. FALSE if canceled. */
gboolean dl_general_count_rerouted (const DlNext *before, const DlNext *after, guint64 *pairs,
                                    GCancellable *cancellable);

G_END_DECLS

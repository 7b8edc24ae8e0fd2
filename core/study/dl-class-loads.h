/* How evenly the links of a network are loaded, class by class, and which of them limits the load:
 * of the static analysis of any family. */
#pragma once

#include "dl-evaluate.h"

G_BEGIN_DECLS

/* Tenths of the axis. */
#define DL_CLASS_LOAD_BINS 10

typedef struct
{
  guint n_links;   /* that work; 0: the network has no links of this class */
  guint n_idle;    /* of these, without traffic */
  guint n_over;    /* of these, offered more than they carry */
  double mean;     /* over all that work; NAN without links */
  double max;      /* likewise */
  guint32 busiest; /* the link that has it; DL_NO_LINK */
  /* (DL_CLASS_LOAD_BINS) links by value, each bin open below but the first; n_over beyond them */
  guint bins[DL_CLASS_LOAD_BINS];
} DlClassLoad;

typedef struct
{
  gboolean is_utilization; /* values are shares of a link's bandwidth; FALSE: packets */
  double load;             /* offered, of which utilization is; 1 where the scenario is saturated */
  double end;              /* of the axis, which begins at 0 */
  guint n_classes;
  DlClassLoad classes[DL_MAX_LINK_CLASSES]; /* (n_classes) as the family has them */
  guint32 limit; /* the link that saturates first: the largest value of all; DL_NO_LINK without
                    traffic */
} DlClassLoads;

/* @round_up: where an axis ends that holds so many packets. */
void dl_class_loads_init (DlClassLoads *loads, const DlEvaluation *result,
                          double (*round_up) (double max));

G_END_DECLS

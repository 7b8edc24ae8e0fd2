/* The search for a table of virtual channels: what dl-optimize-vc.c, which makes the table, and
 * dl-optimize-vc-lines.c, which solves a line after the other, share. */
#pragma once

#include "dl-optimize-vc.h"
#include "dl-leg-weights.h"
#include "dl-vc-line.h"

G_BEGIN_DECLS

typedef struct
{
  const DlRoutes *routes; /* with a table of zeros, so that free legs can be told by their rule */
  DlRoutes *crossing;     /* by output-crossing */
  const DlDemand *demand;
  guint64 seed;
  GCancellable *cancellable;
  DlProgressFunc progress;
  gpointer progress_data;
  double progress_from, progress_to;

  /* By line and direction, see dl_vc_line_index; NULL for dimensions that are not searched. */
  DlVcGroup *groups[DL_N_DIMS]; /* (lines x k x k) by entry's and end's coordinate */
  gint64 *owed[DL_N_DIMS];      /* (lines x k x k) while the table is filled */
  guint8 *keep[DL_N_DIMS];      /* (lines) gboolean: leave it as output-crossing has it */
  guint32 *blocks; /* (X lines x k x k x 2) packets towards other regions, by entry, end and
                      bottom bit; NULL with one region */
  gint64 *forced;  /* (n_links) packets of bound legs on VC0 less those on VC1 */
  gint64 *total;   /* (n_links) */
  gint64 *slack;   /* (n_links) packets by which @forced may be wrong */

  GHashTable
      *solved; /* lines that look like others: GBytes of the problem to those of the answer */
  DlVcTable *table;
  guint32 *heaviest; /* (n_nodes) packets of the leg that decided on the entry's bit, for the
                        destination at hand; NULL where an entry has one leg for it */
  guint heaviest_dest;
} DlVcOptimizer;

/* How many lines there are in dimension @dim: each twice, once a direction. */
static inline guint
dl_vc_n_lines (const DlTorus *torus, const DlNetwork *network, guint dim)
{
  return 2 * network->n_nodes / torus->radix[dim];
}

/* The line in dimension @dim on which @node lies, and the direction. */
static inline guint
dl_vc_line_index (const DlTorus *torus, guint node, guint dim, gboolean minus)
{
  const guint stride = torus->stride[dim];

  return 2 * (node / (stride * torus->radix[dim]) * stride + node % stride) + minus;
}

static inline guint
dl_vc_line_node (const DlTorus *torus, guint line, guint dim, guint at)
{
  const guint stride = torus->stride[dim], base = line / 2;

  return base / stride * stride * torus->radix[dim] + at * stride + base % stride;
}

/* Where a leg's group, or pair of a block's counts, is. */
static inline gsize
dl_vc_leg_index (const DlTorus *torus, const DlLeg *leg)
{
  const DlDim dim = dl_port_dim (leg->port);
  const gsize k = torus->radix[dim];

  return (dl_vc_line_index (torus, leg->entry, dim, dl_port_is_minus (leg->port)) * k
          + torus->coord[leg->entry].at[dim])
             * k
         + torus->coord[leg->end].at[dim];
}

static inline guint
dl_vc_region_of (const DlTorus *torus, guint node)
{
  return torus->region_of_x[torus->coord[node].at[DL_X]];
}

/* How much of the part between @progress_from and @progress_to is done; @data: DlVcOptimizer. */
void dl_vc_report (double fraction, gpointer data);

/* Count the packets of a leg, by its group or block, and by link: a DlWeightedLegFunc. */
void dl_vc_collect (const DlLeg *leg, guint dest, guint packets, gpointer data);
/* Solve the lines of dimension @dim: how many of each group go on VC1, and in the table what
 * packets towards other regions do. FALSE if canceled. @bound gets the sum over the dimension's
 * links. */
gboolean dl_vc_solve_dimension (DlVcOptimizer *o, guint dim, double *bound);

G_END_DECLS

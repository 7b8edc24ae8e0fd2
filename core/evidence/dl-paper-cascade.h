/* Base of the Cascade paper's checks: an all to all on a dragonfly, of which a window is measured,
 * and curves of bandwidth against the length of messages. */
#pragma once

#include "dl-paper-private.h"

G_BEGIN_DECLS

/* "Relatively constant", "little variation", "sustained": at least so much of the other value;
 * "degrades": less. The paper gives no number. */
#define DL_PAPER_CONSTANT 0.75
/* Injection with symmetric traffic, GB/s in each direction (Cascade paper VIII). */
#define DL_PAPER_SYMMETRIC_GBPS 7.5

/* The values of a run. */
enum
{
  DL_CASCADE_GBPS,       /* of payload that the nodes of the first set got, a node */
  DL_CASCADE_SHARE,      /* of all their messages, those of the time that was measured */
  DL_CASCADE_NONMINIMAL, /* share of all packets */
  DL_CASCADE_N_VALUES
};

/* @scenario's program, from the end of the warm-up on until @options' cycles; if the first set's
 * part of it ends before that, all of it, from cycle 0. Heeds seed, routes and progress;
 * measurements go to @values. Errors: those of dl_dragonfly_plan_new, DL_SIM_ERROR_LIMIT for a
 * warm-up that leaves nothing, G_IO_ERROR_CANCELLED. */
gboolean dl_paper_cascade_run (const DlScenario *scenario, const DlSimulateOptions *options,
                               GCancellable *cancellable, double *values, GError **error);

/* Runs of a check as curves: run c * n_sizes + s is of curve c and size s. */
typedef struct
{
  guint n_curves, n_sizes;
  const double *bytes; /* (n_sizes) */
} DlPaperGrid;

/* The measured bandwidth. */
double dl_paper_grid_GBps (const DlPaperTable *table, const DlPaperGrid *grid, guint curve,
                           guint size);
void dl_paper_grid_add_curve (DlPaperTable *table, const DlPaperGrid *grid, guint curve,
                              const char *label);

/* Rule for a shape of the curves. */
typedef struct
{
  const char *group, *what; /* translated */
  const char *unit;         /* translatable, or "" */
  DlPaperRule rule;
  double bound, value;
  const char *agrees, *differs; /* translatable; NO_RULE: differs */
  DlPaperKind kind;
  const char *quote; /* as in DlPaperRow */
} DlPaperShape;

void dl_paper_add_shape (DlPaperTable *table, const DlPaperShape *shape);
/* Add the check that no value is above a node's injection rate with symmetric traffic; as a limit,
 * too. */
void dl_paper_add_injection (DlPaperTable *table, const DlPaperGrid *grid);

G_END_DECLS

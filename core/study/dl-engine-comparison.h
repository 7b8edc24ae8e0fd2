/* A scenario under each routing engine of its family: which pairs each leaves unreachable, whether
 * its routes can deadlock, and what the busiest link carries. */
#pragma once

#include "dl-family.h"
#include "dl-progress.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* The scenario's network and traffic under one engine. */
typedef struct
{
  const char *id;            /* the engine's name in files */
  const char *title;         /* for people, translated */
  guint64 unreachable_pairs; /* dropped ones included */
  gboolean deadlock_free;    /* of all pairs' routes */
  gboolean layers_unknown;   /* DlVerdict.layers_unknown */
  double load_max;           /* packets on the busiest link, as DlFindings; NAN without links */
  double hops_mean;          /* over delivered pairs; NAN without any */
  gboolean is_bound;         /* the last two are a bound (DlFamily.is_bound) */
} DlEngineRow;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlShared shared;
  const DlFamily *family;
  guint n_engines;   /* of the family */
  guint n_rows;      /* of them so far, of engines that can route the scenario */
  DlEngineRow *rows; /* (n_rows) the best first */
  guint n_refused;   /* engines that cannot */
} DlEngineComparison;

/* Gets a copy of the results so far, which it takes. */
typedef void (*DlEngineComparisonFunc) (DlEngineComparison *partial, gpointer data);

/* Evaluate @scenario, of a family with engines, under each of them. The best leaves the fewest
 * pairs unreachable, then cannot deadlock, then has the lowest maximum channel load, then the
 * fewest mean hops; engines that do the same stay in the order of the family's. @progress and
 * @partial: nullable. Errors: G_IO_ERROR_CANCELLED. */
DlEngineComparison *dl_engine_comparison_new (const DlScenario *scenario, DlProgressFunc progress,
                                              gpointer progress_data,
                                              DlEngineComparisonFunc partial, gpointer partial_data,
                                              GCancellable *cancellable, GError **error);
DL_SHARED (DlEngineComparison, dl_engine_comparison)

/* The row of the engine @id; NULL if it is not there. */
const DlEngineRow *dl_engine_comparison_find (const DlEngineComparison *comparison, const char *id);

G_END_DECLS

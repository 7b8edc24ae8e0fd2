/* Jobs under several placements: how long the program of each takes alone, and with all the others
 * at once. */
#pragma once

#include "dl-jobs.h"
#include "dl-progress.h"
#include "dl-scenario.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* A job under a placement. */
typedef struct
{
  const char *id;    /* of the placement, in files */
  const char *title; /* for people, translated */
  guint32 job;
  guint n_ranks;
  double alone_ns, together_ns; /* its completion; NAN: it did not come to its end */
} DlJobPlacement;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlShared shared;
  DlJobs *jobs; /* of the scenario, which have the names */
  guint n_rows; /* so far */
  DlJobPlacement *rows;
} DlJobPlacements;

/* Gets a copy of what is known so far, which it takes. */
typedef void (*DlJobPlacementsFunc) (DlJobPlacements *partial, gpointer data);

/* Simulate the jobs of @scenario, whose pattern is a program of messages that jobs run, as they are
 * placed; with as many nodes in order; drawn with the scenario's seed; in as few groups as there is
 * room in, such as leaf switches; and likewise by rail. Rows are by placement, then job. A
 * placement that comes out as another is simulated once. @progress and @partial: nullable. Errors:
 * DL_SCENARIO_ERROR_CONFLICT for another scenario, those of dl_simulate, G_IO_ERROR_CANCELLED. */
DlJobPlacements *dl_job_placements_new (const DlScenario *scenario, DlProgressFunc progress,
                                        gpointer progress_data, DlJobPlacementsFunc partial,
                                        gpointer partial_data, GCancellable *cancellable,
                                        GError **error);
DL_SHARED (DlJobPlacements, dl_job_placements)

/* NULL: @scenario's jobs can be compared so; else what to do, translated. */
const char *dl_job_placements_obstacle (const DlScenario *scenario);

/* Columns of its rows for column views. */
const DlTableColumn *dl_job_placements_columns (guint *n);
DlTable dl_job_placements_table (const DlJobPlacements *placements);

G_END_DECLS

/* The tasks of a comparison in the background: what came of them waits until the main loop takes it
 * in, while the others go on. */
#pragma once

#include "dl-comparison.h"
#include "dl-engine-comparison.h"
#include "dl-job-placements.h"
#include "dl-job.h"
#include "dl-search-job.h"

G_BEGIN_DECLS

/* Tasks under way with what has come of them; shared by reference. */
typedef struct _DlComparisonWork DlComparisonWork;

/* Start @job on @tasks (dl_comparison_tasks), which are taken, on all processors but one. @done and
 * @user_data as dl_job_start's; its result is for dl_comparison_work_unref. NULL if there is
 * nothing to do: then nothing is started. */
DlComparisonWork *dl_comparison_work_start (DlJob *job, GPtrArray *tasks, DlJobDone done,
                                            gpointer user_data);
/* NULL-safe. */
void dl_comparison_work_unref (DlComparisonWork *work);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlComparisonWork, dl_comparison_work_unref)
/* Put what has come since the last call into @comparison, whose tasks they are; @func (nullable) is
 * told of each. TRUE if there was any; NULL has none. */
gboolean dl_comparison_work_take (DlComparisonWork *work, DlComparison *comparison,
                                  DlComparisonFunc func, gpointer data);

/* A session's scenario under each routing engine of its family, evaluated in the background: rows
 * come in one by one, stay while the network and its traffic are the same, whichever engine is in
 * use, and are marked stale when these change. Lives in the main context. */

#define DL_TYPE_ENGINE_COMPARISON (dl_engine_comparison_get_type ())
GType dl_engine_comparison_get_type (void);

/* Properties beside those of every search:
 *   results (DlEngineComparison)  of the last one; NULL before one
 */
#define DL_TYPE_ENGINE_JOB (dl_engine_job_get_type ())
G_DECLARE_FINAL_TYPE (DlEngineJob, dl_engine_job, DL, ENGINE_JOB, DlSearchJob)

/* Started with dl_search_job_start, without options, on a scenario of a family with engines. */
DlEngineJob *dl_engine_job_new (DlSession *session);

/* A session's jobs under several placements, simulated in the background, likewise. */

#define DL_TYPE_JOB_PLACEMENTS (dl_job_placements_get_type ())
GType dl_job_placements_get_type (void);

/* Properties beside those of every search:
 *   results (DlJobPlacements)  of the last one; NULL before one
 */
#define DL_TYPE_PLACEMENTS_JOB (dl_placements_job_get_type ())
G_DECLARE_FINAL_TYPE (DlPlacementsJob, dl_placements_job, DL, PLACEMENTS_JOB, DlSearchJob)

/* Started with dl_search_job_start, without options, where there is no obstacle. */
DlPlacementsJob *dl_placements_job_new (DlSession *session);

G_END_DECLS

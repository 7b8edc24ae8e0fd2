/* A session's scenario under each routing engine of its family, evaluated in the background: rows
 * come in one by one, stay while the network and its traffic are the same, whichever engine is in
 * use, and are marked stale when these change. Lives in the main context. */
#pragma once

#include "dl-engine-comparison.h"
#include "dl-search-job.h"

G_BEGIN_DECLS

#define DL_TYPE_ENGINE_COMPARISON (dl_engine_comparison_get_type ())
GType dl_engine_comparison_get_type (void);

/* Properties beside those of every search:
 *   results (DlEngineComparison)  of the last one; NULL before one
 */
#define DL_TYPE_ENGINE_JOB (dl_engine_job_get_type ())
G_DECLARE_FINAL_TYPE (DlEngineJob, dl_engine_job, DL, ENGINE_JOB, DlSearchJob)

/* Started with dl_search_job_start, without options, on a scenario of a family with engines. */
DlEngineJob *dl_engine_job_new (DlSession *session);

G_END_DECLS

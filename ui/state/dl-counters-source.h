/* Counters of a real machine that a window has open, and their comparison with values computed for
 * the session's scenario. Reads and compares off the main loop. */
#pragma once

#include "dl-live.h"
#include "dl-measured.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_COUNTERS_SOURCE (dl_counters_source_get_type ())
G_DECLARE_FINAL_TYPE (DlCountersSource, dl_counters_source, DL, COUNTERS_SOURCE, GObject)

/* Properties, notified:
 *   counters (uint64)  goes up when other counters, jobs or another code region are there
 *   measured (uint64)  goes up when they were compared anew, or do not fit any more
 *   problem (string)   why files could not be read, a line each, or NULL
 *   busy (boolean)     a file is being read
 */
DlCountersSource *dl_counters_source_new (DlSession *session, DlLive *live);

/* Read a file of links' counters, or of jobs, in the place of what there was of the same kind. */
void dl_counters_source_open (DlCountersSource *self, GFile *file);
/* Both kinds. */
void dl_counters_source_forget (DlCountersSource *self);
/* Paths of the files that are open, one per kind; free with g_strfreev. */
GStrv dl_counters_source_get_paths (DlCountersSource *self);
/* The files belong to the new scenario that is opened next (dl_session_is_new), if that comes soon,
 * and are kept for it. */
void dl_counters_source_carry (DlCountersSource *self);
gboolean dl_counters_source_is_carried (DlCountersSource *self);
/* Stop keeping the files: that scenario is open. */
void dl_counters_source_put_down (DlCountersSource *self);

/* Counters of links, whatever the machine; NULL if there are none. */
const DlCounters *dl_counters_source_get_counters (DlCountersSource *self);
/* Nodes of jobs; NULL if there are none. */
const DlCounters *dl_counters_source_get_jobs (DlCountersSource *self);
const char *dl_counters_source_get_problem (DlCountersSource *self);

/* Code region that counts, on a torus; NULL: the sum of all. At first the whole program, if the
 * file has it. */
const gint32 *dl_counters_source_get_region (DlCountersSource *self);
void dl_counters_source_set_region (DlCountersSource *self, const gint32 *region);

/* Beside the latest result of the session; NULL while that is not known, or if they do not fit. */
DlMeasured *dl_counters_source_get_measured (DlCountersSource *self);
/* Why they do not fit the scenario; NULL if they do, or that is not known. */
const char *dl_counters_source_get_misfit (DlCountersSource *self);

/* Machines that fit better. The cabling file that lies beside the counters' file; NULL. */
GFile *dl_counters_source_get_cabling (DlCountersSource *self);
/* The file of jobs that lies beside them; NULL, also once jobs are there. */
GFile *dl_counters_source_get_jobs_beside (DlCountersSource *self);
/* A scenario that the counters fit: a torus of their radix, a Cascade with their groups. */
DlScenario *dl_counters_source_new_scenario (DlCountersSource *self);
/* Take the jobs as the scenario's placement and traffic, as one step. */
void dl_counters_source_place_jobs (DlCountersSource *self);

G_END_DECLS

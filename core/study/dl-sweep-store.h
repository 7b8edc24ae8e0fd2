/* A sweep and the library: its points as runs that are kept there, and back. */
#pragma once

#include "dl-store-runs.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* The sweep for the library to begin or to continue; its points have @digests
 * (dl_sweep_digests). */
DlStoreSweep *dl_sweep_store_new (const DlSweepSpec *spec, const char *const *digests,
                                  gint64 scenario_id);
/* Result of a point, as a run that the library can add; its values by the names of their
 * measures. */
DlStoreRun *dl_sweep_store_run (const DlSweepSpec *spec, const char *const *digests,
                                gint64 scenario_id, const DlSweepResult *result);
/* The other way round. @kind: of the scenario. */
void dl_sweep_store_result (const DlStoreRun *run, const DlFamily *family, guint point,
                            DlSweepResult *result);
/* The sweep again from what the library knows of it, to go on with it or to draw it. Errors: those
 * of dl_sweep_spec_vary, of a file that is not there any more; DL_SCENARIO_ERROR_CONFLICT if its
 * points are not the same now (a file has changed, or another version of the program ran it). */
DlSweepSpec *dl_sweep_store_spec (const DlStoreSweep *sweep, GError **error);

G_END_DECLS

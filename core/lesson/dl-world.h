/* What a lesson looks at: the scenario as it is, its analysis if that is there, and what its
 * simulation has come to. Facts are read from it. */
#pragma once

#include "dl-live.h"
#include "dl-simulate.h"
#include "dl-sweep.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* Immutable once it is made, shared by reference. */
typedef struct
{
  DlShared shared;
  DlScenario *scenario;
  DlEvaluation *result;                  /* of this scenario; NULL: not known yet */
  DlSweepResult scalars;                 /* what has no value yet is NAN */
  gboolean simulated;                    /* if so, of the last few thousand cycles: */
  guint64 cycles;                        /* since the last edit that changed it */
  guint64 delivered;                     /* packets, since cycle 0 */
  guint64 age[256];                      /* packets by their age when an output granted them */
  double stalled[DL_N_ROUTER_PORTS - 1]; /* of an output, cycles a packet; NAN */
  double *source_share;                  /* (n_sources) of the packets delivered; NULL: not known */
  guint n_sources;
} DlWorld;

/* @scenario is copied. @result (nullable) counts only if it belongs to it. @picture (nullable) must
 * be of the simulation of @scenario: the caller compares generations. */
DlWorld *dl_world_new (const DlScenario *scenario, DlEvaluation *result,
                       const DlLivePicture *picture);
/* The same with a run from beginning to end; @simulation may be NULL. */
DlWorld *dl_world_new_simulated (const DlScenario *scenario, DlEvaluation *result,
                                 const DlSimulation *simulation);
/* A run of so many cycles from an empty network, of which the last few thousand are measured: as
 * recent as what the window shows of a simulation that runs. Errors: those of dl_simulate. */
DlSimulation *dl_world_simulate (const DlScenario *scenario, DlEvaluation *result, guint64 cycles,
                                 GCancellable *cancellable, GError **error);
/* @scenario analyzed and simulated so. Errors: those of dl_evaluation_new and dl_simulate. */
DlWorld *dl_world_new_run (const DlScenario *scenario, guint64 cycles, GCancellable *cancellable,
                           GError **error);
/* NULL-safe. */
DL_SHARED (DlWorld, dl_world)

G_END_DECLS

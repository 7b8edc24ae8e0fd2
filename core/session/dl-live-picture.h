/* How pictures of a simulation are taken: by DlLive's worker, and for the frames of a film. */
#pragma once

#include "dl-live.h"
#include "dl-sim-observer.h"

G_BEGIN_DECLS

/* Fill in all that comes from @run, of @scenario, and the @plan that it goes by; the caller knows
 * the rest, and has filled in the generation. @now is filled with the run's state on the way. What
 * @picture holds from before is used again or freed. */
void dl_live_picture_take (DlLivePicture *picture, const DlMachineRun *run,
                           const DlMachinePlan *plan, const DlScenario *scenario,
                           DlRunObserver *observer, DlMachineState *now);
/* The same of a stretch of the run, from @before to @now, which is its state; nothing is judged,
 * and the latencies in @now are spent. */
void dl_live_picture_take_since (DlLivePicture *picture, const DlMachineRun *run,
                                 const DlMachinePlan *plan, const DlFamily *family,
                                 const DlMachineState *before, DlMachineState *now);
void dl_live_picture_free (DlLivePicture *picture);

/* A copy to be looked at while a run goes back to its cycle: without packets, the inside of a
 * router, counts of sources and of each virtual channel. Free as above. */
DlLivePicture *dl_live_picture_sample (const DlLivePicture *picture);
/* Bytes that it takes. */
gsize dl_live_picture_sample_size (const DlLivePicture *sample);

G_END_DECLS

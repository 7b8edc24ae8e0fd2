/* How pictures of a live simulation are taken. Private to DlLive's worker. */
#pragma once

#include "dl-live.h"
#include "dl-sim-observer.h"

G_BEGIN_DECLS

/* Fill in all that comes from @run, of a network of @family, and the @plan that it goes by; the
 * caller knows the rest. @now is filled with the run's state on the way. What @picture holds from
 * before is used again or freed. */
void dl_live_picture_take (DlLivePicture *picture, const DlMachineRun *run,
                           const DlMachinePlan *plan, const DlFamily *family,
                           DlRunObserver *observer, DlMachineState *now);
void dl_live_picture_free (DlLivePicture *picture);

G_END_DECLS

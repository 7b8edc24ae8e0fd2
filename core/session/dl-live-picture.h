/* How pictures of a live simulation are taken. Private to DlLive's worker. */
#pragma once

#include "dl-live.h"
#include "dl-run-observer.h"

G_BEGIN_DECLS

/* What "recent" begins with as long as the warm-up has no end: the older one; the newer one takes
 * its place after a while. */
typedef struct
{
  guint64 since;
  guint64 *sources; /* (n_nodes) packets delivered from each before that; NULL: not counted */
  DlMachineState older, newer;
  DlMachineState now; /* filled for each picture */
} DlLiveWindow;

/* From now on; forgets what was before. */
void dl_live_window_begin (DlLiveWindow *window, const DlMachineRun *run);
void dl_live_window_clear (DlLiveWindow *window);
/* Move on, if it is time to. */
void dl_live_window_follow (DlLiveWindow *window, const DlMachineRun *run);

/* Fill in all that comes from @run, of a network of @family, and the @plan that it goes by; the
 * caller knows the rest. @own_run: the scenario's own run is repeated, and measured after its
 * warm-up whatever its state. What @picture holds from before is used again or freed. */
void dl_live_picture_take (DlLivePicture *picture, const DlMachineRun *run,
                           const DlMachinePlan *plan, const DlFamily *family, DlLiveWindow *window,
                           DlRunObserver *observer, gboolean own_run);
void dl_live_picture_free (DlLivePicture *picture);

G_END_DECLS

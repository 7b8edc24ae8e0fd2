/* How pictures of a live simulation are taken. Private to DlLive's worker. */
#pragma once

#include "dl-live.h"

G_BEGIN_DECLS

/* Counters at one time. */
typedef struct
{
  guint64 cycle;
  DlSimCounters counters;
  DlLatency network, total;
  DlSimPortCounters *ports; /* (n_nodes x DL_N_ROUTER_PORTS) */
} DlLiveBase;

/* What "recent" begins with: the older one; the newer one takes its place after a while. */
typedef struct
{
  guint n_nodes;
  guint64 since;
  DlLiveBase older, newer;
} DlLiveWindow;

/* From now on; forgets what was before. */
void dl_live_window_begin (DlLiveWindow *window, const DlSim *sim, guint n_nodes);
void dl_live_window_clear (DlLiveWindow *window);
/* Move on, if it is time to. */
void dl_live_window_follow (DlLiveWindow *window, const DlSim *sim);

/* Fill in all that comes from @sim and its @plan; the caller knows the rest. What @picture holds
 * from before is used again or freed. */
void dl_live_picture_take (DlLivePicture *picture, const DlSim *sim, const DlSimPlan *plan,
                           const DlLiveWindow *window);
void dl_live_picture_free (DlLivePicture *picture);

G_END_DECLS

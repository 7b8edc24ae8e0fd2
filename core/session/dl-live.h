/* A simulation that runs while its scenario is being edited: one worker thread owns its state,
 * edits reach it between cycles, whole pictures of it come back. Lives in the main context. */
#pragma once

#include "dl-flights.h"
#include "dl-session.h"
#include "dl-sim-observer.h"
#include "dl-sim-tally.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

typedef enum
{
  DL_LIVE_STOPPED, /* there is no simulation yet */
  DL_LIVE_PAUSED,
  DL_LIVE_RUNNING
} DlLiveState;

/* The three readings of equation 17 (manual, simulation). */
typedef enum
{
  DL_STALL_OUTPUT,    /* output idle with something staged but no credit */
  DL_STALL_INPUT,     /* input port idle because no head can move */
  DL_STALL_HEAD_WAIT, /* wait at the head of the queue */
  DL_N_STALLS
} DlStall;

/* A picture of the simulation. What says "recent" is of what came after the warm-up (the verdict's
 * cut), which is judged as dl_simulate judges a run of so many cycles, and begins anew with every
 * edit. */
typedef struct
{
  guint64 generation;       /* DlSession's, that it belongs to */
  const DlFamily *family;   /* of the network: */
  gpointer shape;           /* that it runs on; while it drains, still the one before */
  guint64 cycle;            /* that is next */
  guint64 since;            /* cycle of the last edit that changed it */
  double cycles_per_second; /* of wall time; NAN while paused */
  guint packet_flits;
  guint n_nodes, n_working_nodes;
  guint n_senders;       /* working nodes that send */
  double load_flits;     /* flits/node/cycle that a load of 1 is */
  const char *load_unit; /* of loads, translatable (N_); NULL: flits/node/cycle */
  double cycle_ns;       /* NAN: no time belongs to a cycle */
  gboolean saturated;
  gboolean draining;    /* sources wait until the tables can be swapped */
  DlSimVerdict verdict; /* of the run since the last edit */
  guint64 enough_at;    /* cycle at which a run of the command line would have ended; 0: none yet */
  gboolean is_precise;  /* by its precision, not by its number of cycles */

  /* Since cycle 0, packets. */
  guint64 created, injected, delivered, in_flight;
  guint64 waiting;                  /* at their sources */
  guint64 dropped_link;             /* were committed to a link that broke */
  guint64 dropped_deadlock;         /* were given up, since they waited for each other for ever */
  guint64 dropped_source;           /* were created, but there is no path any more */
  guint64 unreachable, at_dateline; /* not created: no way, dropped at a dateline */
  guint64 digest;                   /* of each delivery */

  /* Since the last edit: packets delivered from each node; NULL where they are not counted. */
  guint64 *sources_since; /* (n_nodes) */

  /* Recent. */
  guint64 recent_cycles;
  double offered, accepted; /* flits a working node a cycle, in units of @load_flits */
  double latency_mean, latency_sd, latency_p50, latency_p99, latency_max; /* cycles; NAN */
  double total_latency_mean;                                              /* from creation */
  DlLatency latency;                                                      /* their distribution */
  guint64 age[256]; /* packets by their age when an output granted them */
  double stalls[DL_N_STALLS][DL_N_ROUTER_PORTS - 1]; /* cycles a packet, by direction; NAN */
  double waits[DL_N_WAITS];                          /* cycles per packet (dl_simulation_wait) */
  DlLinkUse links;
  guint64 *sources; /* (n_nodes) packets delivered from each; NULL where they are not counted */

  /* Recent too, where packets choose at their source. */
  guint64 minimal, nonminimal;                /* packets injected, by what was chosen */
  double minimal_latency, nonminimal_latency; /* mean, cycles; NAN */
  double bandwidth_GBps; /* payload delivered, a node that sends; NAN where there is no time */

  gboolean shows_inside;  /* a router of this kind can be watched */
  DlRouterInside *inside; /* the watched router; NULL: none is watched */

  GArray *deadlock; /* DlSimWait; NULL unless it is locked */
  GArray *flights; /* DlFlight, where each packet is; NULL unless it is asked for and the network is
                      small enough (dl_live_show_flights) */
} DlLivePicture;

/* Put what was simulated, in the last few thousand cycles, into the scalars of the same state. */
void dl_live_picture_add_scalars (const DlLivePicture *picture, DlSweepResult *scalars);

#define DL_TYPE_LIVE (dl_live_get_type ())
G_DECLARE_FINAL_TYPE (DlLive, dl_live, DL, LIVE, GObject)

/* Properties, notified:
 *   state (uint)    DlLiveState; read-only
 *   speed (double)  cycles a second at most, 0: as fast as it goes; writable
 *   watched (uint)  the router that is watched, DL_NO_NODE; writable
 *   picture (uint64) goes up with every new picture, up to 30 times a second; read-only
 *   problem (string) why the scenario cannot be simulated, or NULL; read-only
 */

/* The simulation of a scenario that the session leaves for a while (dl-session.h) waits, and
 * is there again, paused, when it comes back. */
DlLive *dl_live_new (DlSession *session);

DlLiveState dl_live_get_state (DlLive *self);
const char *dl_live_get_problem (DlLive *self);
void dl_live_run (DlLive *self);
void dl_live_pause (DlLive *self);
/* Pauses, then goes on by so many cycles. */
void dl_live_step (DlLive *self, guint64 cycles);
/* Pauses, then goes on until the watched router grants a packet: router 0 if none is watched. Of a
 * kind of router that is not shown from inside, by a cycle. */
void dl_live_step_to_grant (DlLive *self);
/* From cycle 0; it keeps on running if it runs. */
void dl_live_restart (DlLive *self);
/* The scenario's own run, from cycle 0 to its end, as fast as it goes; then it pauses. What is
 * recent in its pictures is what came after the warm-up. So is a run of the library that the
 * session opens ("run-opened"). */
void dl_live_repeat (DlLive *self);

/* Pause by itself once so many cycles have run since the last edit, at exactly that one; who runs
 * it again goes past. 0: it does not. */
void dl_live_set_stop (DlLive *self, guint64 cycles);

double dl_live_get_speed (DlLive *self);
void dl_live_set_speed (DlLive *self, double cycles_per_second);
guint dl_live_get_watched (DlLive *self);
void dl_live_watch (DlLive *self, guint node);

/* Pictures say where each packet is, if the network is so small, as long as somebody wants it:
 * FALSE once for each TRUE. Nothing is looked up for it otherwise. */
void dl_live_show_flights (DlLive *self, gboolean show);

/* While it runs, so many new pictures a second at most; 0: as many as there are. */
void dl_live_set_max_picture_rate (DlLive *self, double a_second);
/* The latest picture, until "picture" is notified again; NULL before there is one. */
const DlLivePicture *dl_live_get_picture (DlLive *self);
/* All of its history, evenly thinned out when it gets long. */
const DlSimPoint *dl_live_get_points (DlLive *self, guint *n_points);
/* Wait until everything asked for so far is done (not: until a run ends) and take the picture. For
 * tests. */
void dl_live_sync (DlLive *self);

G_END_DECLS

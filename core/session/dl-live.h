/* A simulation that runs while its scenario is being edited: one worker thread owns its state,
 * edits reach it between cycles, whole pictures of it come back. Lives in the main context. */
#pragma once

#include "dl-flights.h"
#include "dl-journey.h"
#include "dl-recording.h"
#include "dl-report-data.h"
#include "dl-session.h"
#include "dl-sim-observer.h"
#include "dl-sim-tally.h"
#include "dl-store-recordings.h"
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

typedef struct _DlLivePicture DlLivePicture;

#define DL_LIVE_MOST_PHASE_ROWS 256

/* Time by what ranks of a program of messages did, in slices from cycle 0 on. Neighboring ranks
 * share a row where they are many; its values are their means. */
typedef struct
{
  guint n_rows, n_slices; /* 0: there is none */
  guint ranks_per_row;
  guint64 slice;                        /* cycles */
  float *computing, *sending, *waiting; /* (n_rows x n_slices) shares of a slice's cycles; the rest
                                           is after the rank's end */
} DlLivePhases;

/* How far the ranks of a program are. */
typedef struct
{
  guint n_ranks;         /* 0: no program */
  guint n_done;          /* of them */
  guint64 done_at;       /* cycle in which the last one was done; DL_SIMULATE_NOT_DONE: not yet */
  gboolean has_messages; /* it is one of messages, and done: */
  /* Times in ns, as DlProgramResult; NAN: there is none. */
  double completion_ns, algorithm_GBps, bus_GBps, links_ns, latency_ns, contention;
  guint slowest; /* rank */
  guint slowest_node;
  guint busiest;      /* link, or DL_NO_LINK */
  guint64 generation; /* the session's, that this is of */
} DlLiveProgram;

/* A picture of the simulation. What says "recent" is of what came after the warm-up (the verdict's
 * cut), which is judged as dl_simulate judges a run of so many cycles, and restarts with every
 * edit. */
struct _DlLivePicture
{
  guint64 generation;       /* DlSession's, that it belongs to */
  const DlFamily *family;   /* of the network: */
  gpointer shape;           /* that it runs on; while it drains, still the one before */
  guint64 cycle;            /* that is next */
  guint64 seen;             /* the last one that there is: it is a look back if this is later */
  guint64 since;            /* cycle of the last edit that changed it */
  double cycles_per_second; /* of wall time; NAN while paused */
  double packet_flits;      /* mean */
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
  guint64 dropped_source;           /* were created, but have no path any more */
  guint64 unreachable, at_dateline; /* not created: no path, dropped at a dateline */
  guint64 digest;                   /* of each delivery */

  /* Since the last edit: packets delivered from each node; NULL where they are not counted. */
  guint64 *sources_since; /* (n_nodes) */

  /* Recent. */
  guint64 recent_cycles;
  double offered, accepted; /* flits per working node and cycle, in units of @load_flits */
  double latency_mean, latency_sd, latency_p50, latency_p99, latency_max; /* cycles; NAN */
  double total_latency_mean;                                              /* from creation */
  DlLatency latency;                                                      /* their distribution */
  guint64 age[256]; /* packets by their age when an output granted them */
  double stalls[DL_N_STALLS][DL_N_ROUTER_PORTS - 1]; /* cycles/packet, by direction; NAN */
  double waits[DL_N_WAITS];                          /* cycles per packet (dl_simulation_wait) */
  DlLinkUse links;
  guint64 *sources; /* (n_nodes) packets delivered from each; NULL where they are not counted */

  /* Recent too, where packets choose at their source. */
  guint64 minimal, nonminimal;                /* packets injected, by their choice */
  double minimal_latency, nonminimal_latency; /* mean, cycles; NAN */
  double bandwidth_GBps; /* payload delivered, per node that sends; NAN where there is no time */

  DlLiveProgram program;
  DlLivePhases phases; /* not told of samples (dl-live-picture.h) */

  gboolean shows_inside;  /* a router of this kind can be watched */
  DlRouterInside *inside; /* the watched router; NULL: none is watched */

  GArray *deadlock; /* DlSimWait; NULL unless it is locked */
  GArray *flights; /* DlFlight, where each packet is; NULL unless it is asked for and the network is
                      small enough (dl_live_show_flights) */

  DlLivePicture *b; /* the line that it is compared with, at the same cycle, or at its end where
                       that is before; NULL: there is none */
};

/* Add results of the simulation's last few thousand cycles to the scalars of the same state. */
void dl_live_picture_add_scalars (const DlLivePicture *picture, DlSweepResult *scalars);

/* Event in a run. */
typedef enum
{
  DL_LIVE_MARK_EDIT,
  DL_LIVE_MARK_ENOUGH,    /* it had as much as a run of the command line takes */
  DL_LIVE_MARK_SATURATED, /* likewise, and was saturated */
  DL_LIVE_MARK_DEADLOCK
} DlLiveMarkKind;

typedef struct
{
  DlLiveMarkKind kind;
  guint64 cycle; /* when so many had run */
  char *text;    /* of an edit: what it is called */
} DlLiveMark;

#define DL_LIVE_NO_LINE G_MAXUINT

/* A run and its results; a run that left another one shares its beginning. */
typedef struct
{
  guint id;
  char *name;      /* by its edits, or given by the user */
  guint left;      /* the one that it left; DL_LIVE_NO_LINE: it is the first one; */
  guint64 left_at; /* and at which cycle */
  guint64 end;     /* its last cycle */
  gboolean is_shown;
  gboolean is_b; /* it is compared with that */
  /* Results at its end, once that was looked at: its cycles are 0 before. */
  DlSweepResult at_end;
  guint64 delivered, in_flight; /* packets */
  double load_nodes;            /* as DlReportLine's */
  const char *load_unit;
  GArray *points;         /* DlSimPoint, up to when it was left */
  DlRecording *recording; /* likewise */
} DlLiveLine;

#define DL_LIVE_MOST_LINES 8

/* An empty array of DlLiveLine; free with g_array_unref. */
GArray *dl_live_lines_new (void);
/* @lines (n) as DlReportLine; free with g_array_unref. */
GArray *dl_live_lines_report (const DlLiveLine *lines, guint n);

#define DL_TYPE_LIVE (dl_live_get_type ())
G_DECLARE_FINAL_TYPE (DlLive, dl_live, DL, LIVE, GObject)

/* Properties, notified:
 *   state (uint)    DlLiveState; read-only
 *   speed (double)  cycles/s at most, 0: as fast as it goes; writable
 *   watched (uint)  the router that is watched, DL_NO_NODE; writable
 *   picture (uint64) goes up with every new picture, up to 30 times a second; read-only
 *   problem (string) why the scenario cannot be simulated, or NULL; read-only
 *   backward (boolean) it runs into the past; read-only
 *   kept (uint64)   the last cycle up to which the shown line is in the library; read-only, told
 *                   also when an edit of it is
 *   keep-problem (string) from which cycle on, and why, it is not; or NULL; read-only
 *   journey (pointer) DlJourney, as dl_live_get_journey; read-only
 *   change (pointer) DlTapeChange, as dl_live_get_change; read-only
 *   last (pointer)  DlStoreRecording, as dl_live_get_last; read-only
 * Signals:
 *   story () points or marks are others
 */

/* The simulation of a scenario that the session leaves for a while (dl-session.h) waits, and
 * is there again, paused, when it comes back. */
DlLive *dl_live_new (DlSession *session);
/* Bytes that may be kept to go back; of the next run on. */
void dl_live_set_budget (DlLive *self, gsize budget);

DlSession *dl_live_get_session (DlLive *self);
DlLiveState dl_live_get_state (DlLive *self);
const char *dl_live_get_problem (DlLive *self);
void dl_live_run (DlLive *self);
void dl_live_pause (DlLive *self);
/* Pauses, then runs for @cycles. */
void dl_live_step (DlLive *self, guint64 cycles);
/* Pauses, then runs until the watched router grants a packet: router 0 if none is watched. For one
 * cycle if routers of its kind are not shown from inside. */
void dl_live_step_to_grant (DlLive *self);
/* Restart from cycle 0, running if it runs now. */
void dl_live_restart (DlLive *self);
/* The scenario's own run, from cycle 0 to its end, as fast as it goes; then it pauses. Its
 * pictures' recent values are those after the warm-up. So is a run of the library that the session
 * opens ("run-opened"). */
void dl_live_repeat (DlLive *self);

/* The scenario that is opened next is the one that @recording begins with: it is played, with its
 * edits, to its end, where it pauses. */
void dl_live_play_next (DlLive *self, const DlRecording *recording);

/* The run of @recording, which comes to the scenario that is open, takes the place of the one that
 * is simulated, and stands at @cycle, or the last one if that is earlier. */
void dl_live_show_recording (DlLive *self, const DlRecording *recording, guint64 cycle);

/* A run of a scenario of the library is kept there while it is simulated: each edit at once, its
 * last cycle about every second, and when it is left. After that it can be had again. */

/* The last run of the scenario, found when that was opened; NULL: there is none, or it is the
 * current one. The live run's. */
const DlStoreRecording *dl_live_get_last (DlLive *self);
/* Simulate the last run again up to its last cycle, as fast as it goes, and pause there; pausing
 * before ends it. The session's "failed" if it cannot be read, and a word if it was of another
 * version of the simulator. */
void dl_live_continue_last (DlLive *self);
/* Up to which cycle, and with how many edits (nullable), the shown line is in the library. */
guint64 dl_live_get_kept (DlLive *self, guint *n_edits);
/* The message of "keep-problem". */
const char *dl_live_get_keep_problem (DlLive *self);

/* Going back. A run is at any cycle up to the last one that it has seen; from an earlier one it is
 * replayed, with its edits, up to that, and pauses there. The session shows the scenario of that
 * cycle (dl_session_look_back). An edit there begins another line, from that cycle; the
 * one that it left stays. */

/* Pauses, then goes to @cycle, the nearest that there is. */
void dl_live_seek (DlLive *self, guint64 cycle);
/* Go to the last cycle. */
void dl_live_seek_end (DlLive *self);
/* Go from a deadlock, or from any cycle of a run that came to one, to the cycle in which the last
 * of its packets stopped. */
void dl_live_seek_lock (DlLive *self);
/* Runs until @packet (dl_flight_compare) has left the network, through seen cycles and past them,
 * and pauses. */
void dl_live_seek_delivery (DlLive *self, const DlFlight *packet);

/* Explanations. Answers are found beside the run, which stays where it is. */

/* The journey of @packet in the line that is shown is told by "journey", again whenever more of it
 * was simulated or another line is shown; NULL: of none any more. */
void dl_live_ask_journey (DlLive *self, const DlFlight *packet);
/* NULL: it is not known yet, the packet is not in this run, or none was asked for. */
const DlJourney *dl_live_get_journey (DlLive *self);
/* Is there an answer still to come? */
gboolean dl_live_is_asking (DlLive *self);
/* Find the largest changes in the 200 cycles after @cycle; "change" tells of them. */
void dl_live_ask_change (DlLive *self, guint64 cycle);
/* NULL: nothing was asked in this run. */
const DlTapeChange *dl_live_get_change (DlLive *self);
/* Runs into the past, to cycle 0. */
void dl_live_run_backward (DlLive *self);
gboolean dl_live_is_backward (DlLive *self);
/* Is an earlier cycle shown than the last one? */
gboolean dl_live_is_past (DlLive *self);
/* All lines, the one that is shown among them. */
const DlLiveLine *dl_live_get_lines (DlLive *self, guint *n_lines);
/* Pauses, and goes to line @id, at the same cycle if it has that; or drops it, unless it is shown.
 */
void dl_live_show_line (DlLive *self, guint id);
void dl_live_remove_line (DlLive *self, guint id);
/* Name line @id; an empty name: by its edits. */
void dl_live_name_line (DlLive *self, guint id, const char *name);
/* Compare with line @id, or with none any more (DL_LIVE_NO_LINE): it is at the same cycle in each
 * picture, and the session pins it as B. The line that another one leaves is B by itself, unless
 * a state is pinned that is not a line; to pin anything else ends it. Where B is shown, the one
 * that was becomes B. */
void dl_live_compare (DlLive *self, guint id);
/* Events so far, in no order. */
const DlLiveMark *dl_live_get_marks (DlLive *self, guint *n_marks);

/* The length of the scenario's own run: until its precision if it stops there, or its cycles. */
#define DL_LIVE_STOP_ENOUGH (G_GUINT64_CONSTANT (1) << 52)

/* Pause by itself once so many cycles have run since the last edit, at exactly that one; who runs
 * it again goes past. 0: it does not. */
void dl_live_set_stop (DlLive *self, guint64 cycles);

double dl_live_get_speed (DlLive *self);
void dl_live_set_speed (DlLive *self, double cycles_per_second);
guint dl_live_get_watched (DlLive *self);
void dl_live_watch (DlLive *self, guint node);

/* Pictures say where each packet is, if the network is that small, while any caller wants it: FALSE
 * once for each TRUE. Nothing is looked up for it otherwise. */
void dl_live_show_flights (DlLive *self, gboolean show);

/* While it runs, so many new pictures a second at most; 0: as many as there are. */
void dl_live_set_max_picture_rate (DlLive *self, double a_second);
/* The latest picture, until "picture" is notified again; NULL before there is one. */
const DlLivePicture *dl_live_get_picture (DlLive *self);
/* The same of B: of a line at the same cycle, or at its end where that is before; of a cycle that
 * was pinned while it was shown, that one. NULL: there is none. */
const DlLivePicture *dl_live_get_picture_b (DlLive *self);
/* All of its history, up to the last cycle that was seen, evenly thinned out when it gets long. */
const DlSimPoint *dl_live_get_points (DlLive *self, guint *n_points);
/* Wait until everything asked for so far is done (not: until a run ends) and take the picture. For
 * tests. */
void dl_live_sync (DlLive *self);

G_END_DECLS

/* A simulation that can go back: it runs as its recording says, or is edited while it runs, and
 * returns to any cycle that it has seen. For that it keeps whole states (dl-sim-image.h) and runs
 * again from the one before: the state at a cycle is that of the first time, by digest, whatever
 * the number of threads. Owned by one thread. */
#pragma once

#include "dl-recording.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* The state at cycle N is the one before the edits at N, which apply when it continues. */
typedef struct _DlTape DlTape;

typedef struct
{
  gsize budget;  /* bytes that states may take; 0: none is kept but the first */
  guint64 every; /* cycles between two; 0: as many as cost about 2% of the time */
  guint threads; /* 0: as many as the scenario says */
} DlTapeOptions;

/* At cycle 0 of @recording, which is copied. Errors: those of dl_scenario_plan. */
DlTape *dl_tape_new (const DlRecording *recording, DlTapeOptions options, GCancellable *cancellable,
                     GError **error);
/* A copy that continues by itself from this cycle, with all before it; later cycles stay with
 * @tape. It has read the same edits, and can be edited. */
DlTape *dl_tape_branch (const DlTape *tape);
/* The same tape at the same cycle, to be asked and moved without @tape: all that was seen, without
 * keeping states of its own. */
DlTape *dl_tape_copy (const DlTape *tape);
void dl_tape_free (DlTape *tape);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTape, dl_tape_free)

/* Runs @cycles more, through recorded edits. Errors: those of dl_scenario_plan, DL_SIM_ERROR_FIXED
 * for an edit with which a run cannot go on, G_IO_ERROR_CANCELLED; it stays where it came to. */
gboolean dl_tape_go (DlTape *tape, guint64 cycles, GCancellable *cancellable, GError **error);
/* The same until the watched router has granted something (dl_machine_run_to_grant), to a call's
 * end that dl_tape_due says at most. */
gboolean dl_tape_go_to_grant (DlTape *tape, guint64 cycles, gboolean *granted,
                              GCancellable *cancellable, GError **error);
/* How many cycles it may go at most so that a call ends where its statistics are looked at, for
 * callers that take small steps; at least 1. */
guint64 dl_tape_due (const DlTape *tape);
/* Go to @cycle, forward or back. Errors: as above. */
gboolean dl_tape_seek (DlTape *tape, guint64 cycle, GCancellable *cancellable, GError **error);
/* Apply the edits at the current cycle: at the end of its recording the tape then has the state in
 * which it was left. Errors: as above. */
gboolean dl_tape_finish (DlTape *tape, GCancellable *cancellable, GError **error);
/* Keep states right before this cycle, so that single cycles back take little time. */
gboolean dl_tape_settle (DlTape *tape, GCancellable *cancellable, GError **error);
/* Is it at the end of its recording, where it can be edited? */
gboolean dl_tape_is_at_end (const DlTape *tape);
/* There: it continues as @scenario, and the edit is recorded, if it makes a difference to the
 * simulation. @label: nullable, by its values. Errors: as above, with nothing changed. */
gboolean dl_tape_edit (DlTape *tape, const DlScenario *scenario, const char *label,
                       GCancellable *cancellable, GError **error);
/* Bytes that states may take from now on. */
void dl_tape_set_budget (DlTape *tape, gsize budget);

/* Event in a run that is not an edit, at the first cycle at which it was seen. */
typedef enum
{
  DL_TAPE_ENOUGH,    /* as much as a run of the command line takes: converged, or its cycles */
  DL_TAPE_SATURATED, /* it had come to that, and is saturated */
  DL_TAPE_DEADLOCK   /* packets wait for each other forever */
} DlTapeEventKind;

typedef struct
{
  DlTapeEventKind kind;
  guint64 cycle;
} DlTapeEvent;

/* The recording so far: its end is the last cycle that was simulated, or the one that it came
 * with. */
const DlRecording *dl_tape_get_recording (const DlTape *tape);
guint64 dl_tape_get_cycle (const DlTape *tape);
/* The last cycle that was simulated. */
guint64 dl_tape_get_seen (const DlTape *tape);

/* The run at its cycle, only to be looked at; the plan that it goes by, which is not its latest
 * while the network drains; its scenario; its statistics since the latest edit. */
DlMachineRun *dl_tape_get_run (const DlTape *tape);
DlMachinePlan *dl_tape_get_plan (const DlTape *tape);
const DlScenario *dl_tape_get_scenario (const DlTape *tape);
/* Edits that were applied up to its cycle. */
guint dl_tape_get_n_edits (const DlTape *tape);
DlRunObserver *dl_tape_get_observer (const DlTape *tape);
/* Cycle of the latest edit, or the beginning. */
guint64 dl_tape_get_begun (const DlTape *tape);
/* Cycle at which a run of the command line would have ended, with its statistics as they are; 0:
 * not yet. And whether that was for its precision. */
guint64 dl_tape_get_enough (const DlTape *tape, gboolean *precise);
/* DlSimWait that wait for each other forever, as last looked at; NULL: none were found. */
GArray *dl_tape_get_deadlock (const DlTape *tape);
/* Some 1,000 to 2,000 points of all that was simulated, in the order of cycles, those past the
 * cycle as well. */
const DlSimPoint *dl_tape_get_points (const DlTape *tape, guint *n_points);

/* All that happened, in the order of cycles. */
const DlTapeEvent *dl_tape_get_events (const DlTape *tape, guint *n_events);

/* The first cycle at which packets wait for each other forever, where the tape is after that with
 * these packets found; 0: none were found at its cycle. Errors: as of dl_tape_seek. */
gboolean dl_tape_find_lock (DlTape *tape, guint64 *cycle, GCancellable *cancellable,
                            GError **error);

/* Bytes of the states kept, and how many they are. */
gsize dl_tape_get_size (const DlTape *tape, guint *n_states);

G_END_DECLS

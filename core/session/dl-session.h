/* The session: the scenario being edited, its history, its results and where it is kept. What
 * widgets bind to; the one entrance for edits. Lives in the main context. */
#pragma once

#include "dl-evaluate.h"
#include "dl-history.h"
#include "dl-job.h"
#include "dl-library.h"
#include "dl-store-runs.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  DL_SAVE_NOWHERE, /* there is no library to save to */
  DL_SAVE_PENDING, /* edits are on their way to the disk */
  DL_SAVE_DONE,    /* every edit is durable */
  DL_SAVE_FAILED   /* the last write failed: see save-message */
} DlSaveState;

/* The scenario that the result belongs to. */
typedef enum
{
  DL_STANDING_CURRENT, /* the current scenario's, or that of a moment ago */
  DL_STANDING_EARLIER, /* of an earlier state of the scenario, for longer than a moment */
  DL_STANDING_NONE     /* there is none of this scenario */
} DlStanding;

#define DL_TYPE_EVALUATION (dl_evaluation_get_type ())
GType dl_evaluation_get_type (void);

/* A state that is pinned (dl-pin.h). */
typedef struct _DlPin DlPin;
#define DL_TYPE_PIN (dl_pin_get_type ())
GType dl_pin_get_type (void);

#define DL_TYPE_SESSION (dl_session_get_type ())
G_DECLARE_FINAL_TYPE (DlSession, dl_session, DL, SESSION, GObject)

/* Properties, all read-only and notified:
 *   name (string)        the scenario's
 *   summary (string)     one line: its size, policy and faults
 *   scenario-id (int64)  in the library; 0 if it is not there
 *   can-undo, can-redo (boolean), undo-label, redo-label (string, NULL at the end)
 *   generation (uint64)  goes up with every change of the scenario
 *   result (DlEvaluation)    the last one computed; it may lag behind the generation. One of
 *                            another family is never there, one of another scenario for a moment
 *   intact (pointer)     DlLimit, of the result's network without its faults, or NULL
 *   standing (int)       DlStanding: whose the result is
 *   busy (boolean)       a newer result is being computed
 *   awaited (boolean)    it has been computed for longer than a moment
 *   progress (double)    of it, 0..1, about ten times a second while it is awaited
 *   analysis-problem (string) why there is no newer result, and will not be: canceled, or what is
 *                            wrong; or NULL
 *   save-state (int)     DlSaveState
 *   save-message (string) what to tell the user when saving failed, or NULL
 *   left-name (string)   of the scenario that was left for a while, or NULL (dl-session.h)
 *   pin (DlPin)          the state that is pinned as B, or NULL; it stays when another is opened
 * Signals:
 *   announce (string label, string effect)
 *        a step was done, undone or redone and its result is there: for a toast; the effect is a
 *        line of figures, or empty
 *   failed (string message)
 *        something asked for could not be done
 *   opened ()
 *        another scenario took the place of the one before
 *   run-opened ()
 *        after opened: the scenario is what a run of the library simulated (dl-session.h)
 *   branched (int64 id, string name)
 *        a state of the history is in the library as a scenario of its own
 */

/* Opens where the user left off, or the finished XT3 the first time: "opened" follows. Until then
 * it holds an unsaved default. @library NULL: nothing is kept. */
DlSession *dl_session_new (DlLibrary *library);

const DlScenario *dl_session_get_scenario (DlSession *self);
const DlHistory *dl_session_get_history (DlSession *self);
/* NULL before the first one is there. */
DlEvaluation *dl_session_get_result (DlSession *self);
/* The same if it is of a network of @family; else NULL. */
DlEvaluation *dl_session_get_result_of (DlSession *self, const DlFamily *family);
/* Limit of the result's network without its faults; NULL: it has none, or it is not known yet. */
const DlLimit *dl_session_get_intact (DlSession *self);
DlStanding dl_session_get_standing (DlSession *self);
gboolean dl_session_is_awaited (DlSession *self);
double dl_session_get_progress (DlSession *self);
/* Until the result that is awaited is there, as it went so far; NAN: not known. */
double dl_session_get_seconds_left (DlSession *self);
const char *dl_session_get_analysis_problem (DlSession *self);
/* The result that is being computed is not wanted; and, when it is after all. */
void dl_session_cancel_analysis (DlSession *self);
void dl_session_analyze (DlSession *self);
guint64 dl_session_get_generation (DlSession *self);
DlSaveState dl_session_get_save_state (DlSession *self);
DlLibrary *dl_session_get_library (DlSession *self);
/* The library's thread; NULL without a library, and when it has been closed. */
DlStoreThread *dl_session_get_store (DlSession *self);
DlPin *dl_session_get_pin (DlSession *self);
/* A reference is taken; NULL: nothing is pinned any more. A pin on its way is forgotten. */
void dl_session_set_pin (DlSession *self, DlPin *pin);
/* Evaluates the next pin (dl-session-pin.h). */
DlJob *dl_session_get_pin_job (DlSession *self);
gint64 dl_session_get_scenario_id (DlSession *self);

/* Apply @edits as one step named @label; steps in a row with the same @coalesce key are one. On an
 * error nothing is changed and "failed" is emitted too, so that a caller may ignore it. */
gboolean dl_session_edit (DlSession *self, GPtrArray *edits, const char *label,
                          const char *coalesce, GError **error);
/* The same for edits that were made from dl_session_origin (dl_history_do_from_origin). */
gboolean dl_session_edit_from_origin (DlSession *self, GPtrArray *edits, const char *label,
                                      const char *coalesce, GError **error);
/* The scenario before the step into which one with @coalesce would be merged. */
DlScenario *dl_session_origin (DlSession *self, const char *coalesce);
/* The end of a drag. */
void dl_session_seal (DlSession *self);
void dl_session_undo (DlSession *self);
/* Was the last step an undo, which a redo takes back? */
gboolean dl_session_is_undone (DlSession *self);
void dl_session_redo (DlSession *self);
/* Undo or redo to any position of the history (one beyond it is its end), as one change that is not
 * announced: for a scrubber that is dragged. "failed" and no change if a step does not fit. */
void dl_session_go_to (DlSession *self, guint position);

/* Replace the scenario by another, taken and added to the library as a new one. */
void dl_session_open_new (DlSession *self, DlScenario *scenario);
/* While "opened" is emitted: was the scenario opened by dl_session_open_new? */
gboolean dl_session_is_new (DlSession *self);
/* Replace it by one of the library; "failed" and no change if that cannot be read. */
void dl_session_open (DlSession *self, gint64 id);
/* Write again what could not be written; if the library's file was removed, to a new one with all
 * that was in it. */
void dl_session_retry_save (DlSession *self);
/* The scenario with changes that could not be written: the one that is open, or the one that was
 * left for a visit; NULL if there is none. The session's. */
const DlScenario *dl_session_get_unsaved (DlSession *self);
/* Give up the unsaved changes, which are unwanted or kept elsewhere: closing the library does not
 * try to write them again. */
void dl_session_discard_unsaved (DlSession *self);
/* Keep the state that could not be written as a new scenario of the library, and leave the original
 * in its last saved state: a remedy when another instance changed it. */
void dl_session_keep_as_new (DlSession *self);
/* Add the state at @position of the history (one beyond it is its end) to the library, as a new
 * scenario without history: "NAME (step 12)". The open scenario stays open. "branched" when it is
 * there, "failed" if it cannot be. */
void dl_session_branch (DlSession *self, guint position);

/* Scenarios of runs in the library, opened or pinned. */

/* Open what @run simulated as a new scenario, "NAME (WHAT)", with the run's seed; @what says how it
 * differs. "run-opened" follows if it was simulated, "failed" if it cannot be read. */
void dl_session_open_run (DlSession *self, const DlStoreRun *run, const char *what);
/* Pin it as B, with the same name; the open scenario stays. */
void dl_session_pin_run (DlSession *self, const DlStoreRun *run, const char *what);
/* Name of a run's scenario: "NAME (WHAT)", "NAME (run)" if that is too long, @name if @what is
 * empty. Free with g_free. */
char *dl_leg_name (const char *name, const char *what);

/* A simulation is at an earlier cycle (dl-live.h): what its network was like then is looked at. */

/* @scenario takes the place of the one that is open, of which it is an earlier state; NULL: back to
 * that. Nothing is saved, the history stays. An edit applies to the shown state, as one step from
 * the state before; undoing and going through the history end the look first. */
void dl_session_look_back (DlSession *self, const DlScenario *scenario);
gboolean dl_session_looks_back (DlSession *self);

/* A session leaves its scenario for a while and comes back to it: a toy network, tried and thrown
 * away. */

/* @scenario, taken, takes the place of the open scenario, with a history of its own; it is not
 * kept. The open scenario waits with its history, and is still saved: it is "left-name". From one
 * visit to the next the same scenario waits. Opening another scenario for good ends the visit,
 * unless the waiting one is not in a library, or could not be saved. */
void dl_session_visit (DlSession *self, DlScenario *scenario);
/* Back to the scenario that was left, unchanged, with its result; nothing if there is none. The
 * visited one is gone. */
void dl_session_return (DlSession *self);
/* Scenario that waits; NULL: none. */
const DlScenario *dl_session_get_left (DlSession *self);

G_END_DECLS

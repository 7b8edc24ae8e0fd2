/* A lesson without a window: a scenario with its history, analyzed and simulated as an attempt of
 * the lesson asks for it. For scripts, for the command line, and for replaying hand-ins. */
#pragma once

#include "dl-history.h"
#include "dl-lesson-attempt.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SCRIPT_ERROR_COMMAND, /* no such command, or not now */
  DL_SCRIPT_ERROR_EXPECT,  /* a script's expectation does not hold */
  DL_SCRIPT_ERROR_BUDGET   /* more computing than was allowed */
} DlScriptError;

#define DL_SCRIPT_ERROR (dl_script_error_quark ())
GQuark dl_script_error_quark (void);

typedef struct
{
  DlLessonAttempt *attempt;
  DlScenario *scenario; /* the one that a session would hold */
  DlHistory *history;
  DlEvaluation *result;     /* of a scenario before, or NULL */
  DlSimulation *simulation; /* of this scenario; NULL: none since it was changed */
  GCancellable *cancellable;
  gboolean obedient;   /* makes the edits that the attempt asks for */
  gboolean stale;      /* the attempt has not been told of the current scenario */
  guint64 told_cycles; /* of the simulation, as a log has it: no more are judged by; 0: all */
  guint64 budget; /* thousands of cycles of a node to simulate, and as much to analyze; 0: any */
  guint64 spent;  /* of it */
} DlLessonDriver;

/* At the start of @lesson, and told so. @obedient: it makes the lesson's edits. Errors: those of
 * dl_lesson_start and dl_evaluation_new. */
DlLessonDriver *dl_lesson_driver_new (DlLesson *lesson, gboolean obedient,
                                      GCancellable *cancellable, GError **error);
void dl_lesson_driver_free (DlLessonDriver *driver);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLessonDriver, dl_lesson_driver_free)

/* Nodes of its network, broken ones included. */
guint64 dl_lesson_driver_n_nodes (const DlLessonDriver *driver);

/* One step of the history. Errors: those of dl_scenario_apply. */
gboolean dl_lesson_driver_edit (DlLessonDriver *driver, GPtrArray *edits, GError **error);
/* Simulate so many cycles from an empty network; measurements cover the last few thousand. Errors:
 * those of dl_simulate, DL_SCRIPT_ERROR_BUDGET. */
gboolean dl_lesson_driver_simulate (DlLessonDriver *driver, guint64 cycles, GError **error);
/* Analyze, and tell the attempt of the world, if that is not done. Errors: those of
 * dl_evaluation_new, DL_SCRIPT_ERROR_BUDGET. */
gboolean dl_lesson_driver_tell (DlLessonDriver *driver, GError **error);

/* A line of a script:
 *   set GROUP.KEY=VALUE, undo, redo, simulate CYCLES   what a person does in the window
 *   answer TEXT, hint, next, back, reset, leave, return  and in the lesson
 *   expect step ID | predict | do | done | right | wrong | unjudged | kept | finished
 *   expect said TEXT | fine       of what is said to be wrong
 *   expect that CONDITION
 *   expect untold TEXT            what comes before the question does not have this word
 *   expect explained TEXT         of the explanation, with its facts filled in
 * Blank lines and comments (#) do nothing. Errors: DL_SCRIPT_ERROR and all of the above. */
gboolean dl_lesson_driver_command (DlLessonDriver *driver, const char *line, GError **error);
/* Cycles to simulate for @step, as its until: lines ask for; where it waits for a deadlock, so many
 * that one has come. */
guint64 dl_lesson_driver_cycles (const DlLessonStep *step);

/* The log of an attempt: what happened to the scenario and in the lesson. Private to
 * DlLessonAttempt. */

typedef struct
{
  GPtrArray *events;  /* DlLessonEvent */
  DlScenario *last;   /* the scenario after all of them */
  DlScenario *before; /* the scenario before the last event, if that is an edit; else NULL */
} DlLessonLog;

/* @start is copied. */
void dl_lesson_log_init (DlLessonLog *log, const DlScenario *start);
void dl_lesson_log_clear (DlLessonLog *log);
void dl_lesson_log_add (DlLessonLog *log, DlLessonEventKind kind, const char *text);
/* Later edits are not merged with earlier. */
void dl_lesson_log_seal (DlLessonLog *log);
/* The scenario is @now; nothing if it was. Changes of one key in a row, of a drag, are one. */
gboolean dl_lesson_log_follow (DlLessonLog *log, const DlScenario *now);
/* The same of what the lesson makes itself, and before it does or keeps @now for later: what comes
 * of that depends on which keys are stated, so this is logged, too. Nothing is merged with it. */
void dl_lesson_log_settle (DlLessonLog *log, const DlScenario *now);

G_END_DECLS

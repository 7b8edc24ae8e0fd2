/* An attempt at a lesson: its step, predictions, work, and texts to show. It is told of the world
 * as that changes, judges by it, and asks its owner for edits; it touches no session itself. Lives
 * in the main context. */
#pragma once

#include "dl-lesson-text.h"
#include "dl-lesson.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  DL_PHASE_PREDICT, /* the step's question waits for an answer */
  DL_PHASE_DO,      /* its conditions do not hold yet, or the answer cannot be judged yet */
  DL_PHASE_DONE
} DlLessonPhase;

/* Verdict on an answer. */
typedef enum
{
  DL_ANSWER_NONE,
  DL_ANSWER_KEPT,  /* free text: not judged */
  DL_ANSWER_WAITS, /* until the step is done */
  DL_ANSWER_RIGHT,
  DL_ANSWER_WRONG,
  DL_ANSWER_UNJUDGED /* not exactly one choice holds, or there is no such number: the lesson cannot
                        judge this */
} DlAnswer;

/* Events in their order: the log of an attempt, from which it can be replayed. */
typedef enum
{
  DL_EVENT_STEP,      /* its id: it begins, for the first time or again */
  DL_EVENT_EDIT,      /* the scenario changed: dl_edits_to_text, of any origin */
  DL_EVENT_ANSWER,    /* the answer as given */
  DL_EVENT_HINT,      /* its number, from 1 */
  DL_EVENT_SIMULATED, /* cycles since the last edit, by which the next event is judged */
  DL_EVENT_DONE,      /* the step's id */
  DL_EVENT_RESET,
  DL_EVENT_LEAVE,  /* free play begins */
  DL_EVENT_RETURN, /* and ends */
  DL_N_EVENTS
} DlLessonEventKind;

typedef struct
{
  DlLessonEventKind kind;
  char *text;     /* empty: no more is said */
  gboolean shown; /* of an answer: it was given after it had been shown; written, not read */
} DlLessonEvent;

/* "step", "edit", ... */
const char *dl_lesson_event_name (DlLessonEventKind kind);
DlLessonEvent *dl_lesson_event_new (DlLessonEventKind kind, const char *text);
void dl_lesson_event_free (gpointer event);

/* The most events that are kept: later ones are not. */
#define DL_LESSON_MAX_EVENTS 4000

typedef struct
{
  guint steps, done;
  guint asked;    /* questions that are judged, of the whole lesson */
  guint answered; /* of these */
  guint right;
  guint kept;  /* free answers */
  guint hints; /* opened */
  guint slips; /* times that something wrong had to be said */
  guint shown; /* answers that were given after they had been shown */
} DlLessonScore;

#define DL_TYPE_LESSON_ATTEMPT (dl_lesson_attempt_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonAttempt, dl_lesson_attempt, DL, LESSON_ATTEMPT, GObject)

/* Signal:
 *   changed ()  anything below may be another: the step, its phase, what is said, edits to make.
 * Not for each picture of a simulation that goes on, as long as nothing follows from it.
 */

/* At the first step. The owner opens dl_lesson_attempt_get_start, makes the edits (below), and
 * tells of the world. Errors: those of dl_lesson_start. */
DlLessonAttempt *dl_lesson_attempt_new (DlLesson *lesson, GError **error);
DlLesson *dl_lesson_attempt_get_lesson (DlLessonAttempt *self);
const DlScenario *dl_lesson_attempt_get_start (DlLessonAttempt *self);

/* Edits that the owner is to make as one step called @label (free with g_free), since a step began,
 * was reset or is returned to; NULL if there are none. To be asked for after each "changed"; a
 * world follows, also where nothing had to be changed. Nothing is judged in between. */
GPtrArray *dl_lesson_attempt_take_edits (DlLessonAttempt *self, char **label);
/* The current world; a reference is taken. */
void dl_lesson_attempt_set_world (DlLessonAttempt *self, DlWorld *world);
DlWorld *dl_lesson_attempt_get_world (DlLessonAttempt *self);

/* A network with which the step compares, or of which it speaks, by a simulation that was not run,
 * as in a step that was skipped: it is to be simulated for @cycles and handed to
 * dl_lesson_attempt_set_missing. NULL: nothing is missing. Owned by the attempt, until its world
 * changes. To be asked for after each world. */
const DlScenario *dl_lesson_attempt_get_missing (DlLessonAttempt *self, guint64 *cycles);
/* Set the world of the missing network; one of another network is ignored. */
void dl_lesson_attempt_set_missing (DlLessonAttempt *self, DlWorld *world);

guint dl_lesson_attempt_get_step (DlLessonAttempt *self);
DlLessonPhase dl_lesson_attempt_get_phase (DlLessonAttempt *self);
gboolean dl_lesson_attempt_is_step_done (DlLessonAttempt *self, guint step);
/* The last step is done. */
gboolean dl_lesson_attempt_is_finished (DlLessonAttempt *self);
/* The furthest step that dl_lesson_attempt_go_to takes: the one after the steps seen so far. */
guint dl_lesson_attempt_get_reach (DlLessonAttempt *self);
/* Forward or back: a step that was seen before begins as it did then. One that is left before it is
 * done is not done. FALSE and nothing changed past the reach. */
gboolean dl_lesson_attempt_go_to (DlLessonAttempt *self, guint step);
/* Restart the step; its answer stays. */
void dl_lesson_attempt_reset (DlLessonAttempt *self);
/* Free play, in which nothing is judged, and back to where it began. */
void dl_lesson_attempt_leave (DlLessonAttempt *self);
void dl_lesson_attempt_return (DlLessonAttempt *self);
gboolean dl_lesson_attempt_is_left (DlLessonAttempt *self);

/* Answer the step's question, once: a number as people write it in their locale
 * (dl-lesson-judge.h), the number of a choice from 1, or any text. Errors:
 * DL_LESSON_ERROR_SYNTAX. */
gboolean dl_lesson_attempt_answer (DlLessonAttempt *self, const char *text, GError **error);
/* The same as files have it, in any locale. */
gboolean dl_lesson_attempt_answer_plain (DlLessonAttempt *self, const char *text, GError **error);
/* Answer to any step; NULL: none. */
const char *dl_lesson_attempt_get_answer (DlLessonAttempt *self, guint step);
DlAnswer dl_lesson_attempt_get_verdict (DlLessonAttempt *self, guint step);
/* Was the answer given after it had been shown: after the step had been passed, or done before it
 * was answered? */
gboolean dl_lesson_attempt_was_shown (DlLessonAttempt *self, guint step);

/* How many of the step's until: conditions hold, of @n. */
guint dl_lesson_attempt_count_holding (DlLessonAttempt *self, guint *n);
/* Open another hint that helps now; returns how many of the step's are open. */
guint dl_lesson_attempt_hint (DlLessonAttempt *self);
guint dl_lesson_attempt_get_hints (DlLessonAttempt *self);
gboolean dl_lesson_attempt_has_hint (DlLessonAttempt *self);
/* The hints that help now (char *): hints on the question, or once it is answered, on the task, if
 * there are any. The first @open are open. */
const GPtrArray *dl_lesson_attempt_helpful_hints (DlLessonAttempt *self, guint *open);
void dl_lesson_attempt_get_score (DlLessonAttempt *self, DlLessonScore *score);
/* Changes from here on are events of their own, also where they change the same again. */
void dl_lesson_attempt_seal (DlLessonAttempt *self);
/* DlLessonEvent *; grows. */
const GPtrArray *dl_lesson_attempt_get_log (DlLessonAttempt *self);
/* How much was done: grows with each answer, each change that the lesson did not make itself, and
 * each step that waited for something and is done. Reading on does not count. */
guint dl_lesson_attempt_get_work (DlLessonAttempt *self);

G_END_DECLS

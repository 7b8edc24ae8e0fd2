/* A student's hand-in: where a lesson began, every edit, prediction and answer, in their order.
 * Nothing about the student but what the student typed: no times, no names of machines. The same
 * syntax as lessons (data/lessons/README.md). */
#pragma once

#include "dl-lesson-driver.h"

G_BEGIN_DECLS

#define DL_HAND_IN_FORMAT    1
#define DL_HAND_IN_MAX_BYTES (4 * 1024 * 1024)

typedef struct
{
  char *program;  /* the version that wrote it */
  char *lesson;   /* its id */
  char *digest;   /* of the lesson that was done */
  char *language; /* that it was done in; NULL: the one it was written in */
  char *name;     /* only if it was typed; else NULL */
  DlScenario *start;
  GPtrArray *events; /* DlLessonEvent */
  gboolean complete; /* FALSE: the file ends before its end */
} DlHandIn;

/* A hand-in of the attempt's current state. @name may be NULL or empty. */
DlHandIn *dl_hand_in_new (DlLessonAttempt *attempt, const char *name);
/* Whatever @text holds. Errors: DL_LESSON_ERROR_SYNTAX, "FILE:LINE: what is wrong (what would be
 * right)", also for one of a newer format. One that was cut off is read as far as it goes. */
DlHandIn *dl_hand_in_parse (const char *text, gssize length, const char *file_name, GError **error);
void dl_hand_in_free (DlHandIn *hand_in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlHandIn, dl_hand_in_free)
/* Reading it again gives the same. Free with g_free. */
char *dl_hand_in_to_text (const DlHandIn *hand_in);

/* Replaying, event by event: the same judge as in the lesson. */
typedef struct
{
  const DlHandIn *hand_in; /* borrowed */
  DlLessonDriver *driver;  /* with the attempt and the scenario as they are after @n_done events */
  guint n_done;
  DlScenario *expected; /* the result of the lesson's own edits, the next event; NULL: none */
  gboolean own;         /* the last event was such edits */
} DlReplay;

/* @lesson is the hand-in's, perhaps in another version. Errors: those of dl_lesson_driver_new. */
DlReplay *dl_replay_new (const DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable,
                         GError **error);
void dl_replay_free (DlReplay *replay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlReplay, dl_replay_free)
/* Whatever the next event is. FALSE without an error at the end; with one for an event that cannot
 * have been. */
gboolean dl_replay_next (DlReplay *replay, GError **error);
/* Tell the attempt of what the last edits made of the scenario. */
gboolean dl_replay_sync (DlReplay *replay, GError **error);

/* A question of the lesson and its answer in the replay. */
typedef struct
{
  char *step;       /* id of its step */
  char *answer;     /* as files have it; NULL: not answered */
  DlAnswer verdict; /* DL_ANSWER_NONE without an answer */
  gboolean shown;   /* answered after it was shown */
} DlGradeQuestion;

/* Result of its replay. */
typedef struct
{
  DlLessonScore score;  /* judged again, not believed */
  guint claimed;        /* steps that it says are done */
  gboolean holds;       /* it says nothing that is not so */
  GPtrArray *notes;     /* char *, translated: notes, a line each */
  GPtrArray *questions; /* DlGradeQuestion, all of the lesson, in order of their steps */
} DlGrade;

/* Errors: only G_IO_ERROR_CANCELLED and those of the lesson; anything wrong with @hand_in is a
 * note. */
DlGrade *dl_grade_new (const DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable,
                       GError **error);
/* The same, telling of each event once it is done. */
typedef void (*DlReplayFunc) (const DlReplay *replay, const DlLessonEvent *event, gpointer data);
DlGrade *dl_grade_replay (const DlHandIn *hand_in, DlLesson *lesson, DlReplayFunc func,
                          gpointer data, GCancellable *cancellable, GError **error);
void dl_grade_free (DlGrade *grade);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlGrade, dl_grade_free)

G_END_DECLS

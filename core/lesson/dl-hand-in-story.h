/* Story of a hand-in, moment by moment, for a reader: events, in words, and the network at the
 * time. Judged again, as for grading. */
#pragma once

#include "dl-hand-in.h"

G_BEGIN_DECLS

typedef struct
{
  DlLessonEventKind kind;
  guint step;                 /* of the lesson, that it happened in */
  gboolean is_true;           /* FALSE: a step is said to be done, and is not */
  DlAnswer verdict;           /* of a step that is done, on its answer; else DL_ANSWER_NONE */
  char *text;                 /* translated, one line or more */
  const DlScenario *scenario; /* after it; the story's */
} DlMoment;

typedef struct
{
  DlHandIn *hand_in;
  DlLesson *lesson;
  DlGrade *grade;
  GPtrArray *moments;   /* DlMoment, as far as they can have been */
  GPtrArray *scenarios; /* DlScenario, that moments have */
  DlLessonAttempt
      *attempt;     /* its state after the last of them, to be continued; NULL: no moments */
  DlScenario *last; /* the scenario that the attempt waits for */
} DlStory;

/* @hand_in is taken. Errors: those of dl_grade_new. */
DlStory *dl_story_new (DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable,
                       GError **error);
void dl_story_free (DlStory *story);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStory, dl_story_free)

/* The lesson that was done: that of its name beside the file @file_name if it is the very version,
 * or else one that comes with the program. Errors: DL_LESSON_ERROR_NOT_FOUND. */
DlLesson *dl_hand_in_find_lesson (const DlHandIn *hand_in, const char *file_name,
                                  const char *const *languages, GError **error);

/* A file that was handed in, with its lesson. Not on the main loop: it is replayed. Errors:
 * G_FILE_ERROR, G_IO_ERROR, DL_LESSON_ERROR, "FILE:LINE: ..." */
DlStory *dl_story_load (const char *file_name, const char *const *languages,
                        GCancellable *cancellable, GError **error);

/* "5 of 6 steps done", "3 of 4 predictions right", ..., and notes: a line each. Free with
 * g_strfreev. */
GStrv dl_story_summary (const DlStory *story);
/* The same of a score. */
GStrv dl_score_summary (const DlLessonScore *score);

G_END_DECLS

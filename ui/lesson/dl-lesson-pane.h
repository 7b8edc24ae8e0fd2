/* Lessons in the window, beside its own panes: the list of them, the current one, its result, and
 * hand-ins. */
#pragma once

#include "dl-lesson-guide.h"
#include "dl-lesson-page.h"
#include "dl-lesson-story.h"

G_BEGIN_DECLS

#define DL_TYPE_LESSON_PANE (dl_lesson_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonPane, dl_lesson_pane, DL, LESSON_PANE, GtkBox)

/* Signals:
 *   begin ()    a step begins: the window is to turn to what it shows
 *   changed ()  what can be done now may be something else
 *   told ()     another moment of what was handed in is shown
 */
GtkWidget *dl_lesson_pane_new (DlView *view, DlLessonPointer *pointer);

typedef enum
{
  DL_LESSON_PANE_LIST,
  DL_LESSON_PANE_STEP,
  DL_LESSON_PANE_END,
  DL_LESSON_PANE_STORY,
  DL_LESSON_PANE_PROBLEMS, /* of a file that is not a lesson */
  DL_LESSON_PANE_BUSY      /* with a file */
} DlLessonPanePage;

DlLessonPanePage dl_lesson_pane_get_page (DlLessonPane *self);
/* The list, with those of @finished (nullable) marked; a lesson that is being done waits. */
void dl_lesson_pane_show_list (DlLessonPane *self, const char *const *finished);
/* Begin @attempt, or go on with it at @scenario; one that was being done, or something handed in,
 * is over. */
void dl_lesson_pane_start (DlLessonPane *self, DlLessonAttempt *attempt,
                           const DlScenario *scenario);
/* The one that is being done; NULL. */
DlLessonGuide *dl_lesson_pane_get_guide (DlLessonPane *self);
/* Hand-in, while it is looked at; NULL. */
const DlStory *dl_lesson_pane_get_story (DlLessonPane *self);
/* Back from the list to it; FALSE if there is none. */
gboolean dl_lesson_pane_resume (DlLessonPane *self);
/* How it went so far, and what can be handed in. */
void dl_lesson_pane_show_end (DlLessonPane *self);
/* Name typed there. */
const char *dl_lesson_pane_get_name (DlLessonPane *self);
/* Takes @story; a lesson that was being done is over. */
void dl_lesson_pane_show_story (DlLessonPane *self, DlStory *story);
void dl_lesson_pane_show_busy (DlLessonPane *self);
/* Problems of a file, one per line. */
void dl_lesson_pane_show_problems (DlLessonPane *self, const char *const *messages);
/* The step of the moment that is shown, if that is its beginning; else NULL. */
const DlLessonStep *dl_lesson_pane_get_told_step (DlLessonPane *self);
/* The lesson, or the look at a hand-in, is over: the scenario that was left is open again. */
void dl_lesson_pane_end (DlLessonPane *self);

/* Move to the next step or moment, or the previous one; from the last one to the end. */
void dl_lesson_pane_move (DlLessonPane *self, gboolean forward);
/* Forward by a key: it does not pass a question before the user has seen that it waits. */
void dl_lesson_pane_go_on (DlLessonPane *self);
void dl_lesson_pane_answer (DlLessonPane *self, const char *text);
/* Whether it is wide and low, or narrow and high. */
void dl_lesson_pane_set_wide (DlLessonPane *self, gboolean wide);
/* Height with so many lines of a step's text, and all that is always there. */
int dl_lesson_pane_measure (GtkWidget *pane, guint lines);
/* The keyboard to where the page begins. */
void dl_lesson_pane_focus (DlLessonPane *self);

G_END_DECLS

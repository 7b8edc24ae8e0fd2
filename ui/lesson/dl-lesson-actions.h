/* Lessons beside the window's own panes: the actions lessons, lesson and open-lesson, and the group
 * "lesson" with what can be done in one. */
#pragma once

#include "dl-lesson-pointer.h"
#include "dl-shell.h"

G_BEGIN_DECLS

/* @ring lies over the views; @panes, in a box, get the lesson beside them. */
void dl_lesson_actions_add (DlShell *shell, DlLessonRing *ring, GtkWidget *panes);

/* The lesson that is being done, and at which step, from 0; NULL if there is none. */
const char *dl_lesson_desk_get_lesson (DlShell *shell, guint *step);
/* Begin the lesson of that identifier and go on to @step, as far as it has as many. */
void dl_lesson_desk_take_up (DlShell *shell, const char *id, guint step);
void dl_lesson_desk_open_lesson (DlShell *shell, GFile *file);
void dl_lesson_desk_open_hand_in (DlShell *shell, GFile *file);
/* A lesson turns the window at this moment, for itself: that is not what the user left it at. */
gboolean dl_lesson_desk_is_turning (DlShell *shell);
/* Whether the window that is being closed has to stay: a lesson is being kept for the next start,
 * or cannot be, and the user is asked about it. Without @may_ask it gets a file of its own then. */
gboolean dl_lesson_desk_hold (DlShell *shell, gboolean may_ask);

/* For an audience: the lesson leaves more of the window to the map. */
void dl_lesson_desk_present (DlShell *self, gboolean present);

G_END_DECLS

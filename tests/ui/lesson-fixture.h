/* A window in which lessons are done. */
#pragma once

#include "dl-lesson-pane.h"
#include "dl-window.h"
#include "ui-fixture.h"

typedef struct
{
  DlSession *session;
  DlWindow *window;
  DlLessonPane *pane;
} LessonFixture;

/* With a 4x4x4 in no library. */
void lesson_open_window (LessonFixture *fixture);
void lesson_open_window_of (LessonFixture *fixture, GSettings *settings, int width, int height);
/* Without asking. */
void lesson_close_window (LessonFixture *fixture);

/* The current attempt. */
DlLessonAttempt *lesson_attempt_of (LessonFixture *fixture);
/* An action of the window that there is; @text is its target or NULL. */
void lesson_act (LessonFixture *fixture, const char *action, const char *text);
void lesson_begin (LessonFixture *fixture, const char *id);
void lesson_set_key (LessonFixture *fixture, const char *assignment);
/* A button that is shown. */
void lesson_click (LessonFixture *fixture, gpointer button);

/* Path of the written file; free with g_free. */
char *lesson_write_file (const char *folder, const char *name, const char *text);
/* Drop a file on the window, and wait until the pane shows @page. */
void lesson_open_file (LessonFixture *fixture, const char *path, DlLessonPanePage page);

/* The question in front of the window; NULL: none. */
GtkWindow *lesson_question (LessonFixture *fixture);
/* Answer that by the button with that label. */
void lesson_answer (LessonFixture *fixture, const char *label);

/* So far, or for ever in a deadlock. */
gboolean lesson_has_come_to (DlLive *live, guint64 cycles);

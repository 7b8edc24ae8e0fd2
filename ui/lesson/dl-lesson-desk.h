/* The lessons of a window, for the files that make them: dl-lesson-actions.c has the pane and its
 * actions, dl-lesson-pane.c what the window shows for a step, dl-lesson-actions.c lessons and
 * hand-ins that are opened and saved, dl-lesson-pane.c the way out, dl-lesson-keep.c what outlives
 * the program. */
#pragma once

#include "dl-lesson-actions.h"
#include "dl-lesson-pane.h"
#include "dl-shell.h"

G_BEGIN_DECLS

/* Name in dl_shell_keep. */
#define DL_LESSON_ROOM "lessons"

typedef struct DlLessonLeaving DlLessonLeaving;

typedef struct
{
  DlShell *shell; /* the window */
  GtkWidget *split;
  DlLessonPane *pane;
  DlLessonPointer *pointer;
  GSimpleActionGroup *actions; /* "lesson" */
  GCancellable *opening;       /* of a hand-in, while it is replayed */
  /* Window state before the lesson. */
  char *view, *page;
  const DlFamily *family; /* and the metric that it had */
  const DlMetric *metric;
  GVariant *speed; /* of the simulation; NULL before the first lesson */
  gboolean turned;
  gboolean turning;              /* the window, at this moment, which is not what the user does */
  gboolean begins;               /* the lesson: nothing is shown for it yet */
  guint shown_step;              /* that was turned to last */
  const DlLessonStep *to_show;   /* its places wait for the result of its network; NULL */
  const DlLessonStep *explained; /* it is done, and shows what its explanation is about; NULL */
  guint wanted_step;             /* of a lesson that is taken up again; 0: none */
  guint go_on;                   /* to it, when idle */
  guint kept;                    /* of the work in the lesson: it is in a hand-in, or given up */
  DlLessonLeaving *leaving;      /* the action after the lesson is left; NULL: none */
  /* Work in the lesson, in a file as it is done. */
  char *keep_path; /* NULL: there is no library to keep it beside */
  int lock;        /* held beside the library; -1 */
  guint keep_timeout;
  guint kept_work, kept_events; /* of the attempt, that are written or being written */
  gboolean keeping;             /* it is being written */
  gboolean closing;             /* the window waits for that, and is closed then */
  gboolean has_failed;          /* to be written, the last time */
  gboolean is_kept;             /* the file is this lesson's */
  gboolean is_foreign;          /* or of one before, which was not continued */
  DlStory *unfinished;          /* work kept before, while the user is asked about it */
} DlLessonDesk;

/* NULL once the window is closed. */
DlLessonDesk *dl_lesson_desk_of (DlShell *shell);

/* The lesson that is being done; NULL. */
DlLessonAttempt *dl_lesson_desk_attempt (DlShell *self);
void dl_lesson_desk_show_pane (DlShell *self);

/* Turn to @places (DlLessonPlace); @simulate: those of the simulation, too. */
void dl_lesson_desk_turn_to (DlShell *self, const GPtrArray *places, gboolean simulate);
/* Show the recording of @step, if it has one. */
void dl_lesson_desk_show_recording (DlShell *self, const DlLessonStep *step);
/* Show those of @places that are about the network that is there, and mark @marks (DlLessonPlace),
 * if not NULL. */
void dl_lesson_desk_show_places (DlShell *self, const GPtrArray *places, const GPtrArray *marks);
/* Begin with a window as a new one, whatever the lesson before turned to. */
void dl_lesson_desk_arrange (DlShell *self);
/* Window state before the first of them, and return to it. */
void dl_lesson_desk_remember (DlShell *self);
void dl_lesson_desk_turn_back (DlShell *self);

/* Let the user choose a file to write the hand-in to. */
void dl_lesson_desk_hand_in (DlShell *self);
void dl_lesson_desk_save_hand_in (DlShell *self, GFile *file);

/* Function that ends the current lesson; takes @what. */
typedef void (*DlLessonLeaveFunc) (DlShell *self, gpointer what);
/* The only way to end a lesson: calls @func once nothing is lost by that unasked. If the user stays
 * @what goes to @free_what. */
void dl_lesson_desk_leave (DlShell *self, DlLessonLeaveFunc func, gpointer what,
                           GDestroyNotify free_what);
/* The hand-in is saved: go on, if that is what it was saved for. */
void dl_lesson_desk_go_on_leaving (DlShell *self);
/* Do not leave after all. */
void dl_lesson_desk_stay (DlLessonDesk *desk);

/* Go on with a lesson where @story ends. */
void dl_lesson_desk_go_on (DlShell *self, const DlStory *story);
/* Keep what has been done in the lesson, soon. */
void dl_lesson_desk_keep (DlShell *self);
typedef enum
{
  DL_LESSON_KEPT,    /* all of it is in the file */
  DL_LESSON_KEEPING, /* it is being written; the window is closed again when it is */
  DL_LESSON_LOST     /* there is no file for it, or it could not be written */
} DlLessonKept;

/* Keep it at once, since the window is being closed: the next start offers to go on with it. */
DlLessonKept dl_lesson_desk_keep_now (DlShell *self);
/* Remove the kept work of a lesson that is closed. */
void dl_lesson_desk_forget (DlShell *self);
/* Keep lessons from now on, and offer to continue work kept before. */
void dl_lesson_desk_find_kept (DlShell *self);

G_END_DECLS

/* The way out of a lesson: nothing that was answered or done in it is lost unasked. */
#include "dl-ask.h"
#include "dl-lesson-desk.h"

#include <glib/gi18n-lib.h>

struct DlLessonLeaving
{
  DlLessonLeaveFunc func;
  gpointer what;
  GDestroyNotify free_what;
  GtkWindow *question; /* while it is asked; weak */
};

enum
{
  STAY,
  SAVE,
  LEAVE
};

static gboolean
would_lose (DlWindow *self)
{
  DlLessonAttempt *attempt = self->lessons != NULL ? dl_lesson_desk_attempt (self) : NULL;

  return attempt != NULL && dl_lesson_attempt_get_work (attempt) > self->lessons->kept;
}

void
dl_lesson_desk_stay (DlWindow *self)
{
  DlLessonLeaving *leaving = g_steal_pointer (&self->lessons->leaving);

  if (leaving == NULL)
    return;
  if (leaving->question != NULL)
    gtk_window_destroy (leaving->question);
  g_clear_weak_pointer (&leaving->question);
  if (leaving->free_what != NULL)
    g_clear_pointer (&leaving->what, leaving->free_what);
  g_free (leaving);
}

static void
leave (DlWindow *self)
{
  const DlLessonLeaving *leaving = self->lessons->leaving;
  const DlLessonLeaveFunc func = leaving->func;
  gpointer what = g_steal_pointer (&self->lessons->leaving->what);

  dl_lesson_desk_stay (self);
  dl_lesson_desk_forget (self);
  func (self, what);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlWindow *self = owner;

  if (self->lessons == NULL || self->lessons->leaving == NULL)
    return;
  if (choice == STAY)
    dl_lesson_desk_stay (self);
  else if (choice == SAVE)
    dl_lesson_desk_hand_in (self);
  else
    leave (self);
}

static void
close_window (DlWindow *self, gpointer what)
{
  self->lessons->kept = G_MAXUINT; /* presenter mode still remembers the lesson */
  gtk_window_close (GTK_WINDOW (self));
}

/* With the lesson in sight, which also those see who do not answer. */
static void
ask (DlWindow *self)
{
  DlLessonLeaving *leaving = self->lessons->leaving;
  const gboolean quits = leaving->func == close_window;
  const DlAskChoice choices[] = {
    [STAY] = { _ ("_Back to the Lesson"), _ ("Go on with it, and close nothing (Esc)") },
    [SAVE] = { _ ("_Save Hand-In…"), _ ("Write the file that you hand in") },
    [LEAVE] = { quits ? _ ("_Quit") : _ ("_Close the Lesson"),
                quits ? _ ("Quit without what you answered and did in the lesson")
                      : _ ("Close it without what you answered and did in it") },
  };
  const char *title = dl_lesson_attempt_get_lesson (dl_lesson_desk_attempt (self))->title;
  /* Translators: %s is the name of a lesson */
  g_autofree char *question
      = quits ? g_strdup_printf (_ ("Quit in the middle of the lesson “%s”?"), title)
              : g_strdup_printf (_ ("Close the lesson “%s”?"), title);

  if (dl_lesson_pane_get_page (self->lessons->pane) != DL_LESSON_PANE_END)
    dl_lesson_pane_resume (self->lessons->pane);
  g_set_weak_pointer (
      &leaving->question,
      dl_ask (GTK_WINDOW (self), question,
              _ ("What you answered and did in it is lost unless you save a hand-in first."),
              choices, G_N_ELEMENTS (choices), on_answer, self));
}

static void
ask_or_leave (DlWindow *self)
{
  if (would_lose (self))
    ask (self);
  else
    leave (self);
}

void
dl_lesson_desk_leave (DlWindow *self, DlLessonLeaveFunc func, gpointer what,
                      GDestroyNotify free_what)
{
  DlLessonLeaving *leaving = g_new0 (DlLessonLeaving, 1);

  dl_lesson_desk_stay (self); /* what was to follow before gives way */
  leaving->func = func;
  leaving->what = what;
  leaving->free_what = free_what;
  self->lessons->leaving = leaving;
  ask_or_leave (self);
}

void
dl_lesson_desk_go_on_leaving (DlWindow *self)
{
  if (self->lessons->leaving != NULL)
    ask_or_leave (self);
}

gboolean
dl_window_hold_for_lesson (DlWindow *self)
{
  if (!would_lose (self))
    {
      if (self->lessons != NULL)
        dl_lesson_desk_forget (self);
      return FALSE;
    }
  dl_lesson_desk_leave (self, close_window, NULL, NULL);
  return TRUE;
}

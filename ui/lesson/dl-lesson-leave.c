/* The way out of a lesson: nothing that was answered or done in it is lost unasked. */
#include "dl-ask.h"
#include "dl-file-jobs.h"
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
would_lose (DlShell *self)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = desk != NULL ? dl_lesson_desk_attempt (self) : NULL;

  return attempt != NULL && dl_lesson_attempt_get_work (attempt) > desk->kept;
}

void
dl_lesson_desk_stay (DlLessonDesk *desk)
{
  DlLessonLeaving *leaving = g_steal_pointer (&desk->leaving);

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
leave (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  const DlLessonLeaveFunc func = desk->leaving->func;
  gpointer what = g_steal_pointer (&desk->leaving->what);

  dl_lesson_desk_stay (desk);
  dl_lesson_desk_forget (self);
  func (self, what);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlShell *self = owner;
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (desk == NULL || desk->leaving == NULL)
    return;
  if (choice == STAY)
    dl_lesson_desk_stay (desk);
  else if (choice == SAVE)
    dl_lesson_desk_hand_in (self);
  else
    leave (self);
}

static void
close_window (DlShell *self, gpointer what)
{
  dl_lesson_desk_of (self)->kept = G_MAXUINT; /* presenter mode still remembers the lesson */
  gtk_window_close (GTK_WINDOW (self));
}

/* With the lesson in sight, which also those see who do not answer. */
static void
ask (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonLeaving *leaving = desk->leaving;
  const gboolean quits = leaving->func == close_window;
  const DlAskChoice choices[] = {
    [STAY] = { _ ("_Back to the Lesson"), _ ("Continue the lesson; close nothing (Esc)") },
    [SAVE] = { _ ("_Save Hand-In…"), _ ("Write the file that you hand in") },
    [LEAVE] = { quits ? _ ("_Quit") : _ ("_Close the Lesson"),
                quits ? _ ("Quit and discard your answers and steps in the lesson")
                      : _ ("Close it and discard your answers and steps") },
  };
  const char *title = dl_lesson_attempt_get_lesson (dl_lesson_desk_attempt (self))->title;
  /* Translators: %s is the name of a lesson */
  g_autofree char *question
      = quits ? g_strdup_printf (_ ("Quit in the middle of the lesson “%s”?"), title)
              : g_strdup_printf (_ ("Close the lesson “%s”?"), title);

  if (dl_lesson_pane_get_page (desk->pane) != DL_LESSON_PANE_END)
    dl_lesson_pane_resume (desk->pane);
  g_set_weak_pointer (
      &leaving->question,
      dl_ask (GTK_WINDOW (self), question,
              _ ("Your answers and steps will be lost unless you save a hand-in first."), choices,
              G_N_ELEMENTS (choices), on_answer, self));
}

static void
ask_or_leave (DlShell *self)
{
  if (would_lose (self))
    ask (self);
  else
    leave (self);
}

void
dl_lesson_desk_leave (DlShell *self, DlLessonLeaveFunc func, gpointer what,
                      GDestroyNotify free_what)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonLeaving *leaving = g_new0 (DlLessonLeaving, 1);

  dl_lesson_desk_stay (desk); /* what was to follow before gives way */
  leaving->func = func;
  leaving->what = what;
  leaving->free_what = free_what;
  desk->leaving = leaving;
  ask_or_leave (self);
}

void
dl_lesson_desk_go_on_leaving (DlShell *self)
{
  if (dl_lesson_desk_of (self)->leaving != NULL)
    ask_or_leave (self);
}

/* The last resort of a program that is told to end: beside the library, or where there is room. */
static void
rescue (DlShell *self)
{
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  g_autoptr (DlHandIn) hand_in
      = dl_hand_in_new (attempt, dl_lesson_pane_get_name (dl_lesson_desk_of (self)->pane));
  g_autofree char *text = dl_hand_in_to_text (hand_in);

  /* It is as if it was handed in; what may be in the lesson's own file stays there. */
  dl_lesson_desk_of (self)->kept = G_MAXUINT;
  dl_lesson_desk_of (self)->is_kept = FALSE;
  dl_rescue_text (dl_shell_get_settings (self),
                  dl_session_get_library (dl_shell_get_session (self)), ".handin",
                  dl_lesson_attempt_get_lesson (attempt)->title, text);
}

gboolean
dl_lesson_desk_hold (DlShell *self, gboolean may_ask)
{
  DlLessonKept kept;

  if (!would_lose (self))
    {
      if (dl_lesson_desk_of (self) != NULL)
        dl_lesson_desk_forget (self);
      return FALSE;
    }
  kept = dl_lesson_desk_keep_now (self);
  if (kept == DL_LESSON_LOST && may_ask)
    dl_lesson_desk_leave (self, close_window, NULL, NULL);
  else if (kept == DL_LESSON_LOST)
    rescue (self);
  return kept == DL_LESSON_KEEPING || (kept == DL_LESSON_LOST && may_ask);
}

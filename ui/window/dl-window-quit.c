/* The way out of the window: no edit that the library did not take is lost unasked. */
#include "compat.h"
#include "dl-ask.h"
#include "dl-file-jobs.h"
#include "dl-scenario-file.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

enum
{
  CANCEL,
  RETRY,
  COPY,
  DISCARD
};

static gboolean
is_writing (DlWindow *self)
{
  return dl_session_get_save_state (self->session) == DL_SAVE_PENDING;
}

static void
leave (DlWindow *self)
{
  dl_session_discard_unsaved (self->session);
  gtk_window_close (GTK_WINDOW (self));
}

/* What was being written is written, or is not. */
static void
on_save_state (DlWindow *self)
{
  if (is_writing (self))
    return;
  g_clear_signal_handler (&self->quitting, self->session);
  gtk_window_close (GTK_WINDOW (self));
}

static void
wait (DlWindow *self)
{
  if (self->quitting == 0)
    self->quitting = g_signal_connect_object (self->session, "notify::save-state",
                                              G_CALLBACK (on_save_state), self, G_CONNECT_SWAPPED);
}

static void
on_copied (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (dl_write_file_finish (result, &error))
    leave (self);
  else
    dl_banner_set_message (self->message_banner, error->message);
}

static void
on_copy_chosen (GFile *file, gpointer owner)
{
  const DlScenario *scenario = dl_session_get_unsaved (DL_WINDOW (owner)->session);

  if (scenario != NULL)
    dl_save_scenario_async (scenario, file, on_copied, g_object_ref (owner));
}

static void
save_copy (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_unsaved (self->session);
  g_autofree char *name = NULL;

  if (scenario == NULL)
    return;
  name = g_strdup_printf ("%s.dateline", scenario->name);
  dl_compat_save_file (GTK_WINDOW (self), _ ("Save a Copy"), name, on_copy_chosen, self);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlWindow *self = owner;

  if (self->session == NULL)
    return;
  if (choice == RETRY)
    {
      wait (self);
      dl_session_retry_save (self->session);
    }
  else if (choice == COPY)
    save_copy (self);
  else if (choice == DISCARD)
    leave (self);
}

static void
ask (DlWindow *self)
{
  const DlAskChoice choices[] = {
    [CANCEL] = { _ ("_Cancel"), _ ("Close nothing (Esc)") },
    [RETRY] = { _ ("_Try Again"), _ ("Write the changes into the library, then quit") },
    [COPY] = { _ ("_Save a Copy…"), _ ("Write the scenario to a file, then quit") },
    [DISCARD] = { _ ("_Discard and Quit"), _ ("Quit without the changes") },
  };
  g_autofree char *message = NULL;
  /* Translators: %s is the name of a scenario */
  g_autofree char *question = g_strdup_printf (_ ("Discard the unsaved changes to “%s”?"),
                                               dl_session_get_unsaved (self->session)->name);

  g_object_get (self->session, "save-message", &message, NULL);
  g_set_weak_pointer (&self->quit_question,
                      dl_ask (GTK_WINDOW (self), question,
                              message != NULL ? message : _ ("The library could not be written."),
                              choices, G_N_ELEMENTS (choices), on_answer, self));
}

/* The library could not take it, and nobody can be asked. It is tried again as the library is
 * closed. */
static void
rescue (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_unsaved (self->session);
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);

  dl_rescue_text (self->settings, dl_session_get_library (self->session), ".dateline",
                  scenario->name, text);
}

gboolean
dl_window_hold_for_saving (DlWindow *self)
{
  if (self->session == NULL)
    return FALSE;
  if (is_writing (self))
    {
      wait (self);
      return TRUE;
    }
  if (dl_session_get_unsaved (self->session) == NULL)
    return FALSE;
  if (self->ending)
    {
      rescue (self);
      return FALSE;
    }
  if (self->quit_question != NULL)
    gtk_window_present (self->quit_question);
  else
    ask (self);
  return TRUE;
}

void
dl_window_end_quitting (DlWindow *self)
{
  if (self->session != NULL)
    g_clear_signal_handler (&self->quitting, self->session);
  g_clear_weak_pointer (&self->quit_question);
}

/* A scenario file is opened in the window. A file outside its folder that it names is read only if
 * the user agrees: what is in it becomes part of the scenario. */
#include "dl-ask.h"
#include "dl-file-jobs.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  GFile *file;
  GStrv chosen; /* with what is asked about */
} Question;

static void on_file_loaded (GObject *source, GAsyncResult *result, gpointer user_data);

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->file);
  g_strfreev (question->chosen);
  g_free (question);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlWindow *self = owner;
  Question *question = g_steal_pointer (&self->file_question);

  if (question == NULL)
    return;
  if (choice != 0 && self->session != NULL)
    dl_load_scenario_async (question->file, (const char *const *) question->chosen, NULL,
                            on_file_loaded, g_object_ref (self));
  question_free (question);
}

static void
ask (DlWindow *self, GAsyncResult *result)
{
  const DlAskChoice choices[] = {
    { _ ("_Cancel"), _ ("Do not open the scenario (Esc)") },
    { _ ("_Read File"), _ ("Copy what is in the file into the scenario") },
  };
  const char *outside = dl_load_scenario_get_outside (result);
  const char *const *chosen;
  GFile *file = dl_load_scenario_get_file (result, &chosen);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *path = g_filename_display_name (strchr (outside, '=') + 1);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text
      = g_strdup_printf (_ ("The scenario “%s” asks for the file “%s”, which is outside its "
                            "folder. What is in the file becomes part of the scenario, of the "
                            "library and of every exported figure."),
                         name, path);
  Question *question;

  if (self->file_question != NULL)
    return; /* one at a time */
  question = g_new (Question, 1);
  for (const char *const *at = chosen; at != NULL && *at != NULL; at++)
    g_strv_builder_add (builder, *at);
  g_strv_builder_add (builder, outside);
  *question = (Question) { g_object_ref (file), g_strv_builder_end (builder) };
  self->file_question = question;
  dl_ask (GTK_WINDOW (self), _ ("Read a file outside the folder?"), text, choices,
          G_N_ELEMENTS (choices), on_answer, self);
}

void
dl_window_forget_file_question (DlWindow *self)
{
  g_clear_pointer (&self->file_question, question_free);
}

static void
on_file_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  DlScenario *scenario = dl_load_scenario_finish (result, &warnings, &error);

  if (self->session == NULL)
    {
      dl_scenario_free (scenario); /* closed meanwhile */
      return;
    }
  if (scenario == NULL && dl_load_scenario_get_outside (result) != NULL)
    {
      ask (self, result);
      return;
    }
  if (scenario == NULL)
    {
      dl_banner_set_message (self->message_banner, error->message);
      return;
    }
  dl_banner_set_message (self->message_banner, NULL);
  if (warnings != NULL && warnings[0] != NULL)
    {
      g_autofree char *text = g_strjoinv ("\n", warnings);
      dl_banner_set_message (self->message_banner, text);
    }
  dl_session_open_new (self->session, scenario);
}

void
dl_window_open_scenario (DlWindow *self, GFile *file)
{
  dl_load_scenario_async (file, NULL, NULL, on_file_loaded, g_object_ref (self));
}

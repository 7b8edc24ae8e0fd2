#include "dl-scenario-actions.h"

#include "compat.h"
#include "dl-edit.h"
#include "dl-families.h"
#include "dl-file-jobs.h"
#include "dl-file-kind.h"
#include "dl-output.h"
#include "dl-session-edits.h"
#include "dl-shell.h"

#include <glib/gi18n-lib.h>

#define ROOM "scenario"

/* Opening ---------------------------------------------------------------------------------------
 */

/* Whether a file may be read; while it is asked @file is there. */
typedef struct
{
  GFile *file;  /* the scenario's */
  GStrv chosen; /* with the answers */
} Question;

static void on_file_loaded (GObject *source, GAsyncResult *result, gpointer user_data);

static void
clear (Question *question)
{
  g_clear_object (&question->file);
  g_clear_pointer (&question->chosen, g_strfreev);
}

static void
question_free (gpointer data)
{
  clear (data);
  g_free (data);
}

static void
on_answer (guint choice, gpointer owner)
{
  Question *question = dl_shell_kept (owner, ROOM);

  if (question == NULL)
    return; /* closed meanwhile */
  if (choice != 0)
    dl_load_scenario_async (question->file, (const char *const *) question->chosen, NULL,
                            on_file_loaded, g_object_ref (owner));
  clear (question);
}

static void
ask (DlShell *self, GAsyncResult *result)
{
  const DlAskChoice choices[] = {
    { _ ("_Cancel"), _ ("Do not open the scenario (Esc)") },
    { _ ("_Read File"), _ ("Copy what is in the file into the scenario") },
  };
  const char *outside = dl_load_scenario_get_outside (result);
  const char *const *chosen;
  GFile *file = dl_load_scenario_get_file (result, &chosen);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *path = dl_file_name_show (strchr (outside, '=') + 1);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = dl_file_name_show (base);
  g_autofree char *text
      = g_strdup_printf (_ ("The scenario “%s” needs the file “%s”, which is outside its folder. "
                            "The contents of the file become part of the scenario, the library "
                            "and every exported figure."),
                         name, path);
  Question *question = dl_shell_kept (self, ROOM);

  if (question->file != NULL)
    return; /* one at a time */
  for (const char *const *at = chosen; at != NULL && *at != NULL; at++)
    g_strv_builder_add (builder, *at);
  g_strv_builder_add (builder, outside);
  *question = (Question) { g_object_ref (file), g_strv_builder_end (builder) };
  dl_ask (GTK_WINDOW (self), _ ("Read a file outside the folder?"), text, choices,
          G_N_ELEMENTS (choices), on_answer, self);
}

static void
on_file_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  DlSession *session = dl_shell_get_session (self);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  DlScenario *scenario = dl_load_scenario_finish (result, &warnings, &error);

  if (session == NULL)
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
      dl_shell_say (self, error->message);
      return;
    }
  dl_shell_say (self, NULL);
  if (warnings != NULL && warnings[0] != NULL)
    {
      g_autofree char *text = g_strjoinv ("\n", warnings);
      dl_shell_note (self, text);
    }
  if (dl_load_scenario_get_recording (result) != NULL)
    dl_live_play_next (dl_view_get_live (dl_shell_get_view (self)),
                       dl_load_scenario_get_recording (result));
  dl_session_open_new (session, scenario);
}

/* "GROUP.KEY=FILE"; NULL: it is not a file of a machine. */
static char *
name_part (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char head[4096];
  const gsize length = path != NULL ? dl_file_head (path, head, sizeof head) : 0;
  const DlMachineFile *machine = dl_machine_file_find (head, length, NULL);

  return machine != NULL ? g_strdup_printf ("%s=%s", machine->key, path) : NULL;
}

void
dl_scenario_actions_open (DlShell *shell, GFile *file, GFile *const *parts, guint n_parts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) chosen = NULL;

  for (guint i = 0; i < n_parts; i++)
    {
      g_autofree char *part = name_part (parts[i]);

      if (part != NULL)
        g_strv_builder_add (builder, part);
    }
  chosen = g_strv_builder_end (builder);
  dl_load_scenario_async (file, (const char *const *) chosen, NULL, on_file_loaded,
                          g_object_ref (shell));
}

/* Parts of the network that is open -------------------------------------------------------------
 */

static gboolean
read_part (GFile *file, GPtrArray *edits, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  char head[4096];
  const gsize length = path != NULL ? dl_file_head (path, head, sizeof head) : 0;
  const DlMachineFile *machine = dl_machine_file_find (head, length, NULL);

  if (machine != NULL)
    return dl_machine_file_add_edits (machine, path, edits, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("The file could not be read"));
  return FALSE;
}

static void
read_parts (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const GPtrArray *files = data;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  GError *error = NULL;

  for (guint i = 0; i < files->len; i++)
    if (!read_part (files->pdata[i], edits, &error))
      {
        g_task_return_error (task, error);
        return;
      }
  g_task_return_pointer (task, g_steal_pointer (&edits), (GDestroyNotify) g_ptr_array_unref);
}

/* One undoable step, if the network that is open is of the same kind. */
static void
on_parts_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  DlSession *session = dl_shell_get_session (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) edits = g_task_propagate_pointer (G_TASK (result), &error);
  const DlEdit *first = edits != NULL ? edits->pdata[0] : NULL;

  if (session == NULL)
    return; /* closed meanwhile */
  if (first != NULL && first->field->family != dl_shell_get_family (self))
    {
      g_autofree char *text = g_strdup_printf (
          _ ("%s belong to a network (open the file of the network, or both together)"),
          dl_field_title (first->field));

      dl_shell_say (self, text);
      return;
    }
  if (edits != NULL)
    dl_session_edit (session, edits, dl_field_title (first->field), NULL, &error);
  dl_shell_say (self, error != NULL ? error->message : NULL);
}

void
dl_scenario_actions_add_parts (DlShell *shell, GFile *const *files, guint n)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_parts_read, g_object_ref (shell));
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (copies, g_object_ref (files[i]));
  g_task_set_task_data (task, g_steal_pointer (&copies), (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, read_parts);
}

/* A program of the scenario that is open --------------------------------------------------------
 */

typedef struct
{
  DlShell *shell;
  char *name; /* of the file */
} Program;

static gpointer
read_program (const char *path, GCancellable *cancellable, GError **error)
{
  char *text = g_strdup (path);

  if (dl_scenario_take_in (dl_field_find_name ("traffic.program"), NULL, &text, NULL, error))
    return text;
  g_free (text);
  return NULL;
}

static void
on_program_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Program *program = user_data;
  g_autoptr (DlShell) shell = program->shell;
  g_autofree char *name = program->name;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = dl_read_file_finish (result, &error);
  DlSession *session = dl_shell_get_session (shell);

  if (session == NULL)
    return; /* closed meanwhile */
  dl_shell_say (shell, error != NULL ? error->message : NULL);
  if (text != NULL)
    dl_session_set_program (session, text, name);
}

void
dl_scenario_actions_set_program (DlShell *shell, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  Program *program = g_new (Program, 1);

  *program = (Program) { g_object_ref (shell), dl_file_name_show (base) };
  dl_read_file_async (file, read_program, g_free, NULL, on_program_read, program);
}

static void
on_program_chosen (GFile *file, gpointer owner)
{
  dl_scenario_actions_set_program (owner, file);
}

static void
open_program (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Programs of messages (GOAL)"));
  gtk_file_filter_add_pattern (filter, "*.goal");
  gtk_file_filter_add_pattern (filter, "*.goal.gz");
  dl_compat_open_file (user_data, _ ("Open a Program"), filter, on_program_chosen, user_data);
}

/* Choosing --------------------------------------------------------------------------------------
 */

static const char *const machine_files[]
    = { "*.txt", "*.topo", "*.lst", "*.anynet", "*.csv",    "*.yaml",
        "*.fts", "*.log",  "*.net", "*.json",   "*.graphml" };

static void
on_open_chosen (GFile *file, gpointer owner)
{
  dl_shell_open_file (owner, file);
}

static void
open_file (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (
      filter, _ ("Scenarios, libraries, figures with a scenario, programs, cabling and counters of "
                 "machines"));
  gtk_file_filter_add_pattern (filter, "*.dateline");
  gtk_file_filter_add_pattern (filter, "*.db");
  gtk_file_filter_add_pattern (filter, "*.png");
  gtk_file_filter_add_pattern (filter, "*.svg");
  gtk_file_filter_add_pattern (filter, "*.pdf");
  gtk_file_filter_add_pattern (filter, "*.html");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_filter_add_pattern (filter, "*.csv");
  gtk_file_filter_add_pattern (filter, "*.yaml");
  gtk_file_filter_add_pattern (filter, "*.goal");
  gtk_file_filter_add_pattern (filter, "*.goal.gz");
  dl_compat_open_file (user_data, _ ("Open a Scenario"), filter, on_open_chosen, user_data);
}

/* Output of tools on a whole machine; parts of it belong to the network that is open. */
static void
open_machine (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Topology, forwarding tables, names, cabling and jobs"));
  for (guint i = 0; i < G_N_ELEMENTS (machine_files); i++)
    gtk_file_filter_add_pattern (filter, machine_files[i]);
  dl_compat_open_file (user_data, _ ("Open Files of a Machine"), filter, on_open_chosen, user_data);
}

/* Saving ----------------------------------------------------------------------------------------
 */

static void
on_copy_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = dl_write_file_place (result);

  if (dl_write_file_finish (result, &error))
    dl_shell_toast (self, _ ("Copy saved"), place);
  else
    dl_shell_say (self, error->message);
}

static void
on_copy_chosen (GFile *file, gpointer owner)
{
  dl_save_scenario_async (dl_session_get_scenario (dl_shell_get_session (owner)), file,
                          on_copy_saved, g_object_ref (owner));
}

static void
save_copy (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_shell_get_session (user_data));
  g_autofree char *name = g_strdup_printf ("%s.dateline", scenario->name);

  dl_compat_save_file (user_data, _ ("Save a Copy"), name, on_copy_chosen, user_data);
}

static void
retry_save (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_retry_save (dl_shell_get_session (user_data));
}

static void
keep_as_new (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_keep_as_new (dl_shell_get_session (user_data));
}

void
dl_scenario_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "open-file", .activate = open_file },
    { .name = "open-machine", .activate = open_machine },
    { .name = "open-program", .activate = open_program },
    { .name = "save-copy", .activate = save_copy },
    { .name = "retry-save", .activate = retry_save },
    { .name = "keep-as-new", .activate = keep_as_new },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, g_new0 (Question, 1), question_free);
}

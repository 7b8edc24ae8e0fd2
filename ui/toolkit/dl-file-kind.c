#include "dl-file-kind.h"

#include "dl-counters.h"
#include "dl-goal.h"
#include "dl-lesson-text.h"
#include "dl-machine-file.h"
#include "dl-store-share.h"
#include "dl-text-lines.h"

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  const DlFileDropped dropped = user_data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));

  g_autoptr (GPtrArray) files = g_ptr_array_new (); /* the value's */

  if (G_VALUE_HOLDS (value, G_TYPE_FILE))
    g_ptr_array_add (files, g_value_get_object (value));
  else
    for (const GSList *at = g_value_get_boxed (value); at != NULL; at = at->next)
      g_ptr_array_add (files, at->data);
  if (files->len == 0)
    return FALSE;
  dropped (widget, (GFile *const *) files->pdata, files->len);
  return TRUE;
}

void
dl_file_drop_add (GtkWidget *widget, DlFileDropped dropped)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), dropped);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

static void
on_shown (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GFile) folder = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  g_autofree char *uri = NULL;

  if (answer != NULL)
    return;
  uri = g_file_get_uri (folder);
  g_app_info_launch_default_for_uri_async (uri, NULL, NULL, NULL, NULL);
}

void
dl_show_in_files (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  const char *const uris[] = { uri, NULL };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);

  if (bus != NULL)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems",
                            g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                            NULL, on_shown, g_file_get_parent (file));
}

/* Bytes that say what a file is. */
#define HEAD_BYTES 8192

gsize
dl_file_head (const char *path, char *head, gsize size)
{
  return dl_read_head (path, head, size);
}

static DlFileKind
kind_of (const char *path)
{
  char head[HEAD_BYTES];
  const gsize length = dl_file_head (path, head, sizeof head);

  if (g_str_has_suffix (path, ".lesson") || dl_lesson_lines_begin_with (head, length, "lesson"))
    return DL_FILE_LESSON;
  if (g_str_has_suffix (path, ".handin") || dl_lesson_lines_begin_with (head, length, "hand-in"))
    return DL_FILE_HAND_IN;
  if (dl_store_is_library (path))
    return DL_FILE_LIBRARY;
  if (dl_counters_probe (head, length))
    return DL_FILE_COUNTERS;
  if (g_str_has_suffix (path, ".goal") || g_str_has_suffix (path, ".goal.gz")
      || dl_goal_count_ranks (head, (gssize) length) > 0)
    return DL_FILE_PROGRAM;
  const DlMachineFile *machine = dl_machine_file_find (head, length, NULL);

  return machine == NULL ? DL_FILE_SCENARIO : machine->is_part ? DL_FILE_PART : DL_FILE_MACHINE;
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);

  g_task_return_int (task, path != NULL ? kind_of (path) : DL_FILE_SCENARIO);
}

void
dl_file_kind_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, find_in_thread);
}

DlFileKind
dl_file_kind_finish (GAsyncResult *result, GFile **file)
{
  *file = g_object_ref (g_task_get_task_data (G_TASK (result)));
  return g_task_propagate_int (G_TASK (result), NULL);
}

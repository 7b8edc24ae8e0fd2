#include "dl-file-kind.h"

#include "dl-counters.h"
#include "dl-lesson-lines.h"
#include "dl-machine-file.h"
#include "dl-open-regular.h"
#include "dl-store-share.h"

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

/* Kind of a file: told by its first bytes, so that one that a mail or a page renamed is opened,
 * too. */
#pragma once

#include <gio/gio.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  DL_FILE_SCENARIO, /* or a figure that carries one; and any other file */
  DL_FILE_MACHINE,  /* a machine's own network: it becomes a scenario */
  DL_FILE_PART,     /* a part of such a network */
  DL_FILE_LIBRARY,
  DL_FILE_COUNTERS,
  DL_FILE_PROGRAM, /* GOAL; or named so: "*.goal.gz" */
  DL_FILE_LESSON,  /* or named so: "*.lesson" */
  DL_FILE_HAND_IN  /* or named so: "*.handin" */
} DlFileKind;

void dl_file_kind_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data);
/* @file (to be freed) gets which. */
DlFileKind dl_file_kind_finish (GAsyncResult *result, GFile **file);

/* How much of the beginning of the regular file at @path was read into @head; 0 if there is none.
 */
gsize dl_file_head (const char *path, char *head, gsize size);

/* Files dragged onto a widget from another program. */

/* @files: (n), one at least. */
typedef void (*DlFileDropped) (GtkWidget *widget, GFile *const *files, guint n);

/* @dropped is called for each drop. */
void dl_file_drop_add (GtkWidget *widget, DlFileDropped dropped);

/* A file that was written, shown in the file manager. */

/* Show the folder of @path, with @path selected where a file manager can do that. */
void dl_show_in_files (const char *path);

G_END_DECLS

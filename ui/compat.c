#include "compat.h"

#include <glib/gi18n-lib.h>

void
dl_compat_get_color (GtkWidget *widget, GdkRGBA *color)
{
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
}

typedef struct
{
  DlFileFunc func;
  GWeakRef owner;
} Choice;

static void
on_response (GtkNativeDialog *chooser, int response, gpointer user_data)
{
  Choice *choice = user_data;
  g_autoptr (GObject) owner = g_weak_ref_get (&choice->owner);

  if (response == GTK_RESPONSE_ACCEPT && owner != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      choice->func (file, owner);
    }
  g_weak_ref_clear (&choice->owner);
  g_free (choice);
  g_object_unref (chooser);
}

static void
show (GtkFileChooserNative *chooser, DlFileFunc func, gpointer owner)
{
  Choice *choice = g_new (Choice, 1);

  choice->func = func;
  g_weak_ref_init (&choice->owner, owner);
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), choice);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* A mail or a page may have given a file another ending. */
static void
add_filters (GtkFileChooser *chooser, GtkFileFilter *filter)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_file_chooser_add_filter (chooser, all);
}

void
dl_compat_open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter, DlFileFunc func,
                     gpointer owner)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);

  if (filter != NULL)
    add_filters (GTK_FILE_CHOOSER (chooser), filter);
  show (chooser, func, owner);
}

/* Not wherever the program was started. */
void
dl_compat_begin_in_documents (GtkFileChooser *chooser)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autoptr (GFile) folder
      = g_file_new_for_path (documents != NULL ? documents : g_get_home_dir ());

  gtk_file_chooser_set_current_folder (chooser, folder, NULL);
}

void
dl_compat_save_file (GtkWindow *parent, const char *title, const char *name, DlFileFunc func,
                     gpointer owner)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), NULL);
  g_autofree char *safe_name = g_strdelimit (g_strdup (name), "/", '-');

  dl_compat_begin_in_documents (GTK_FILE_CHOOSER (chooser));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), safe_name);
  show (chooser, func, owner);
}

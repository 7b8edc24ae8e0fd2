#include "compat.h"

#include <glib/gi18n-lib.h>

void
dl_compat_get_color (GtkWidget *widget, GdkRGBA *color)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color (widget, color);
#else
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
#endif
}

gboolean
dl_compat_translate (GtkWidget *widget, GtkWidget *other, double x, double y, double *other_x,
                     double *other_y)
{
  graphene_point_t point;

  if (!gtk_widget_compute_point (widget, other, &GRAPHENE_POINT_INIT ((float) x, (float) y),
                                 &point))
    return FALSE;
  *other_x = point.x;
  *other_y = point.y;
  return TRUE;
}

void
dl_compat_show_child (GtkWidget *widget, GtkWidget *child, gboolean is_shown)
{
  if (gtk_widget_get_child_visible (child) == is_shown)
    return;
  gtk_widget_set_child_visible (child, is_shown);
  gtk_widget_queue_draw (widget);
}

void
dl_compat_set_mnemonic_widget (GtkLabel *label, GtkWidget *widget)
{
  gtk_label_set_mnemonic_widget (label, widget);
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

void
dl_compat_set_expander_child (GtkExpander *expander, GtkWidget *child)
{
  gtk_expander_set_child (expander, child);
#if GTK_CHECK_VERSION(4, 10, 0)
  g_object_bind_property (expander, "expanded", child, "can-focus", G_BINDING_SYNC_CREATE);
#endif
}

gboolean
dl_compat_is_browser (GdkDisplay *display)
{
  return g_strcmp0 (gdk_display_get_name (display), "Broadway") == 0;
}

/* Files ---------------------------------------------------------------------------------------- */

/* A chooser that is open. */
typedef struct
{
  DlFileFunc func;
  GObject *owner; /* NULL when it has gone */
#if GTK_CHECK_VERSION(4, 10, 0)
  GCancellable *cancellable;
#else
  GtkFileChooserNative *chooser;
#endif
} Choice;

static void close_chooser (Choice *choice);

static void
on_owner_gone (gpointer user_data, GObject *where_it_was)
{
  Choice *choice = user_data;

  choice->owner = NULL;
  close_chooser (choice);
}

static Choice *
choice_new (DlFileFunc func, gpointer owner)
{
  Choice *choice = g_new0 (Choice, 1);

  choice->func = func;
  choice->owner = owner;
  g_object_weak_ref (owner, on_owner_gone, choice);
  return choice;
}

#if !GTK_CHECK_VERSION(4, 10, 0)
/* GTK 4.8 continues to read a folder for a chooser that has gone, and looks at it when it is read:
 * hidden, it stays for longer than that takes. */
#define LAST_S 30

static gboolean
let_chooser_go (gpointer chooser)
{
  return G_SOURCE_REMOVE; /* the source has the last reference */
}

static void
put_chooser_away (GtkFileChooserNative *chooser)
{
  gtk_native_dialog_set_transient_for (GTK_NATIVE_DIALOG (chooser), NULL);
  g_timeout_add_seconds_full (G_PRIORITY_LOW, LAST_S, let_chooser_go, chooser, g_object_unref);
}
#endif

/* @files (nullable): of GFile; NULL when the user canceled. Frees @choice. */
static void
choice_end (Choice *choice, GListModel *files)
{
  g_autoptr (GObject) owner = choice->owner != NULL ? g_object_ref (choice->owner) : NULL;
  const guint n = owner != NULL && files != NULL ? g_list_model_get_n_items (files) : 0;

  if (owner != NULL)
    g_object_weak_unref (owner, on_owner_gone, choice);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      choice->func (file, owner);
    }
#if GTK_CHECK_VERSION(4, 10, 0)
  g_object_unref (choice->cancellable);
#else
  put_chooser_away (choice->chooser);
#endif
  g_free (choice);
}

/* Not wherever the program was started. */
static GFile *
documents (void)
{
  const char *folder = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  return g_file_new_for_path (folder != NULL ? folder : g_get_home_dir ());
}

/* A mail or a page may have given a file another ending. */
static GtkFileFilter *
all_files (void)
{
  GtkFileFilter *all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  return all;
}

#if GTK_CHECK_VERSION(4, 10, 0)

static void
close_chooser (Choice *choice)
{
  g_cancellable_cancel (choice->cancellable);
}

static GtkFileDialog *
dialog_new (const char *title, const char *accept, Choice *choice)
{
  GtkFileDialog *dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_accept_label (dialog, accept);
  choice->cancellable = g_cancellable_new ();
  return dialog;
}

static void
end_with_one (Choice *choice, GFile *file)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  if (file != NULL)
    g_list_store_append (files, file);
  choice_end (choice, G_LIST_MODEL (files));
}

static void
on_open_chosen (GObject *dialog, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (dialog), result, NULL);
  end_with_one (user_data, file);
}

static void
on_several_chosen (GObject *dialog, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GListModel) files
      = gtk_file_dialog_open_multiple_finish (GTK_FILE_DIALOG (dialog), result, NULL);
  choice_end (user_data, files);
}

static void
on_save_chosen (GObject *dialog, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (dialog), result, NULL);
  end_with_one (user_data, file);
}

static void
open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter, gboolean several,
           DlFileFunc func, gpointer owner)
{
  Choice *choice = choice_new (func, owner);
  g_autoptr (GtkFileDialog) dialog = dialog_new (title, _ ("_Open"), choice);

  if (filter != NULL)
    {
      g_autoptr (GListStore) filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
      g_autoptr (GtkFileFilter) all = all_files ();

      g_list_store_append (filters, filter);
      g_list_store_append (filters, all);
      gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
      gtk_file_dialog_set_default_filter (dialog, filter);
    }
  if (several)
    gtk_file_dialog_open_multiple (dialog, parent, choice->cancellable, on_several_chosen, choice);
  else
    gtk_file_dialog_open (dialog, parent, choice->cancellable, on_open_chosen, choice);
}

void
dl_compat_save_file_in (GtkWindow *parent, const char *title, const char *accept, GFile *folder,
                        const char *name, DlFileFunc func, gpointer owner)
{
  Choice *choice = choice_new (func, owner);
  g_autoptr (GtkFileDialog) dialog = dialog_new (title, accept, choice);
  g_autoptr (GFile) where = folder != NULL ? g_object_ref (folder) : documents ();

  gtk_file_dialog_set_initial_folder (dialog, where);
  gtk_file_dialog_set_initial_name (dialog, name);
  gtk_file_dialog_save (dialog, parent, choice->cancellable, on_save_chosen, choice);
}

#else

static void
on_response (GtkNativeDialog *chooser, int response, gpointer user_data)
{
  g_autoptr (GListModel) files = NULL;

  gtk_native_dialog_hide (chooser);
  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  choice_end (user_data, files);
}

static void
close_chooser (Choice *choice)
{
  on_response (GTK_NATIVE_DIALOG (choice->chooser), GTK_RESPONSE_CANCEL, choice);
}

static void
show (GtkFileChooserNative *chooser, Choice *choice)
{
  choice->chooser = chooser;
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), choice);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter, gboolean several,
           DlFileFunc func, gpointer owner)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), several);
  if (filter != NULL)
    {
      g_autoptr (GtkFileFilter) all = all_files ();

      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
    }
  show (chooser, choice_new (func, owner));
}

void
dl_compat_save_file_in (GtkWindow *parent, const char *title, const char *accept, GFile *folder,
                        const char *name, DlFileFunc func, gpointer owner)
{
  GtkFileChooserNative *chooser
      = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, accept, NULL);
  g_autoptr (GFile) where = folder != NULL ? g_object_ref (folder) : documents ();

  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), where, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  show (chooser, choice_new (func, owner));
}

#endif

void
dl_compat_open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter, DlFileFunc func,
                     gpointer owner)
{
  open_file (parent, title, filter, FALSE, func, owner);
}

void
dl_compat_open_files (GtkWindow *parent, const char *title, GtkFileFilter *filter, DlFileFunc func,
                      gpointer owner)
{
  open_file (parent, title, filter, TRUE, func, owner);
}

void
dl_compat_save_file (GtkWindow *parent, const char *title, const char *name, DlFileFunc func,
                     gpointer owner)
{
  g_autofree char *safe_name = g_strdelimit (g_strdup (name), "/", '-');

  dl_compat_save_file_in (parent, title, _ ("_Save"), NULL, safe_name, func, owner);
}

/* Rows ----------------------------------------------------------------------------------------- */

/* gtk_column_view_scroll_to () came with GTK 4.12: it is the list inside that can be asked. */
static void
scroll_to_row (GtkColumnView *view, guint position)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_column_view_scroll_to (view, position, NULL, GTK_LIST_SCROLL_NONE, NULL);
#else
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
#endif
}

#define SCROLL_TO "dl-scroll-to-row"

typedef struct
{
  guint position;
  guint times; /* that are left */
} ScrollTo;

/* Once it is laid out: before that a list does not know where its rows are. */
static gboolean
on_laid_out (GtkWidget *view, GdkFrameClock *clock, gpointer user_data)
{
  ScrollTo *to = g_object_get_data (G_OBJECT (view), SCROLL_TO);

  if (gtk_widget_get_height (view) == 0)
    return G_SOURCE_CONTINUE;
  scroll_to_row (GTK_COLUMN_VIEW (view), to->position);
  if (--to->times > 0)
    return G_SOURCE_CONTINUE;
  g_object_set_data (G_OBJECT (view), SCROLL_TO, NULL);
  return G_SOURCE_REMOVE;
}

void
dl_compat_scroll_to_row (GtkColumnView *view, guint position, gboolean sorted)
{
  const gboolean waiting = g_object_get_data (G_OBJECT (view), SCROLL_TO) != NULL;
  ScrollTo *to = g_new (ScrollTo, 1);

  /* When other rows are laid out, the list of GTK 4.18 goes back to the first. */
  *to = (ScrollTo) { position, sorted ? 2 : 1 };
  g_object_set_data_full (G_OBJECT (view), SCROLL_TO, to, g_free);
  if (!waiting)
    gtk_widget_add_tick_callback (GTK_WIDGET (view), on_laid_out, NULL, NULL);
}

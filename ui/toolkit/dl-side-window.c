#include "dl-side-window.h"

#include "compat.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#define EXPORT  "dl-export"
#define BY_KEYS "dl-used-by-keys"
#define CARED   "dl-cared-for"

static gboolean
on_event (GtkEventController *controller, GdkEvent *event, GtkWindow *window)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_KEY_PRESS:
      g_object_set_data (G_OBJECT (window), BY_KEYS, window);
      break;
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      g_object_set_data (G_OBJECT (window), BY_KEYS, NULL);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
on_focus_visible (GtkWindow *window)
{
  if (!gtk_window_get_focus_visible (window)
      && g_object_get_data (G_OBJECT (window), BY_KEYS) != NULL)
    gtk_window_set_focus_visible (window, TRUE);
}

static void
let_parent_go (GtkWindow *window)
{
  if (gtk_window_get_transient_for (window) != NULL)
    gtk_window_set_transient_for (window, NULL);
}

void
dl_window_care (GtkWindow *window)
{
  GtkEventController *events;

  if (g_object_get_data (G_OBJECT (window), CARED) != NULL)
    return;
  g_object_set_data (G_OBJECT (window), CARED, window);
  events = gtk_event_controller_legacy_new ();
  g_signal_connect (window, "unrealize", G_CALLBACK (let_parent_go), NULL);
  g_signal_connect (window, "notify::focus-visible", G_CALLBACK (on_focus_visible), NULL);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_event), window);
  gtk_widget_add_controller (GTK_WIDGET (window), events);
}

GtkWindow *
dl_side_window_find (GtkWindow *parent, const char *name)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == parent
          && g_str_equal (gtk_widget_get_name (GTK_WIDGET (window)), name))
        return window; /* the parent keeps it */
    }
  return NULL;
}

GtkWindow *
dl_side_window_new (GtkWindow *parent, const char *name, const char *title, int width, int height,
                    GtkWidget *view)
{
  GtkWidget *window
      = g_object_new (GTK_TYPE_WINDOW, "name", name, "transient-for", parent, "destroy-with-parent",
                      TRUE, "application", gtk_window_get_application (parent), "title", title,
                      "default-width", width, "default-height", height, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_add_css_class (window, "dl-dialog");
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  gtk_widget_set_vexpand (view, TRUE);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), dl_toast_new ());
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  return GTK_WINDOW (window);
}

GtkWidget *
dl_side_window_get_view (GtkWindow *window)
{
  return gtk_widget_get_first_child (gtk_window_get_child (window));
}

void
dl_side_window_tell (GtkWidget *view, const char *message)
{
  DlToast *toast = dl_toast_find (GTK_WIDGET (gtk_widget_get_root (view)));

  if (toast != NULL)
    dl_toast_show (toast, message, NULL, NULL, NULL, NULL);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  const DlExportFunc export = (DlExportFunc) g_object_get_data (owner, EXPORT);
  DlToast *toast = dl_toast_find (GTK_WIDGET (gtk_widget_get_root (owner)));
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), name);
  g_autoptr (GError) error = NULL;

  if (path == NULL || toast == NULL)
    return;
  if (export(owner, path, &error))
    dl_toast_show (toast, title, NULL, _ ("_Show in Files"), DL_TOAST_SHOW_IN_FILES,
                   g_variant_new_bytestring (path));
  else if (error != NULL)
    dl_side_window_tell (owner, error->message);
}

void
dl_side_window_export (GtkWidget *view, const char *name, DlExportFunc func)
{
  g_object_set_data (G_OBJECT (view), EXPORT, (gpointer) func);
  dl_compat_save_file_in (GTK_WINDOW (gtk_widget_get_root (view)), _ ("Export Chart"),
                          _ ("_Export"), NULL, name, on_chosen, view);
}

/* The sweeps of the scenario that are in the library: opened, gone on with, removed. */
#include "dl-sweep-private.h"

#include "dl-pane.h"
#include "dl-result-item.h"

#include <glib/gi18n-lib.h>

static void
activate (DlSweepView *self, const char *action, gint64 id)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->list_button));
  gtk_widget_activate_action (GTK_WIDGET (self), action, "x", id);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, DlSweepView *self)
{
  activate (self, "sweep.open-stored", *(gint64 *) g_object_get_data (G_OBJECT (row), "dl-id"));
}

static void
on_remove (GtkWidget *button, DlSweepView *self)
{
  activate (self, "sweep.remove-stored",
            *(gint64 *) g_object_get_data (G_OBJECT (button), "dl-id"));
}

static GtkWidget *
new_row (gpointer item, gpointer user_data)
{
  const DlStoreSweep *sweep = dl_result_item_get_sweep (item);
  g_autofree char *title = dl_result_item_title (item);
  g_autofree char *detail = dl_result_item_detail (item);
  g_autofree char *everything = dl_result_item_everything (item);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  GtkLabel *labels[2];

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      labels[i] = dl_pane_add_label (lines, i == 0 ? "dl-library-name" : "dl-description", FALSE);
      gtk_label_set_text (labels[i], i == 0 ? title : detail);
      gtk_label_set_ellipsize (labels[i], PANGO_ELLIPSIZE_END);
    }
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_tooltip_text (remove, _ ("Remove this sweep and its runs"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove"), -1);
  g_object_set_data_full (G_OBJECT (remove), "dl-id", g_memdup2 (&sweep->id, sizeof sweep->id),
                          g_free);
  g_object_set_data_full (G_OBJECT (row), "dl-id", g_memdup2 (&sweep->id, sizeof sweep->id),
                          g_free);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), user_data);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), remove);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, everything);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return row;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlSweepView *self = user_data; /* while it is not canceled */
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  DlLibrary *library;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  library = dl_session_get_library (self->session);
  g_list_store_remove_all (self->stored);
  while (answer != NULL && answer->sweeps->len > 0)
    {
      g_autoptr (DlStoreSweep) sweep = g_ptr_array_steal_index (answer->sweeps, 0);
      g_autoptr (DlResultItem) item = NULL;

      if (dl_library_is_hidden (library, sweep->id))
        continue;
      item = dl_result_item_new (g_steal_pointer (&sweep), NULL, FALSE);
      g_list_store_append (self->stored, item);
    }
  gtk_label_set_text (GTK_LABEL (self->stored_note),
                      error != NULL ? error->message : _ ("No sweep of this scenario yet."));
  gtk_widget_set_visible (self->stored_note,
                          g_list_model_get_n_items (G_LIST_MODEL (self->stored)) == 0);
}

void
dl_sweep_list_update (DlSweepView *self)
{
  DlLibrary *library = dl_session_get_library (self->session);

  if (library == NULL || dl_library_get_thread (library) == NULL)
    return;
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  dl_store_call_async (dl_library_get_thread (library), DL_STORE_LIST_SWEEPS,
                       (DlStoreArgs) { .id = dl_session_get_scenario_id (self->session) },
                       self->listing, on_listed, self);
}

void
dl_sweep_list_remove (DlSweepView *self, gint64 id, gboolean remove)
{
  DlLibrary *library = dl_session_get_library (self->session);

  if (library == NULL)
    return;
  if (remove)
    {
      /* Nothing may be added to what goes. */
      if (dl_sweep_job_get_sweep_id (self->job) == id)
        dl_sweep_job_cancel (self->job);
      dl_library_hide_sweep (library, id);
      dl_sweep_view_tell_removed (self, id);
    }
  else
    dl_library_unhide_sweep (library, id);
  dl_sweep_list_update (self);
}

GtkWidget *
dl_sweep_list_button_new (DlSweepView *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *scrolled;

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Sweeps of This Scenario"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Sweeps in the library: open, continue or remove them"));
  gtk_widget_set_sensitive (button, dl_session_get_library (self->session) != NULL);
  self->stored = g_list_store_new (DL_TYPE_RESULT_ITEM);
  gtk_list_box_bind_model (GTK_LIST_BOX (list), G_LIST_MODEL (self->stored), new_row, self, NULL);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sweeps of this scenario in the library"), -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_activated), self);
  self->stored_note = GTK_WIDGET (dl_pane_add_label (box, "dim-label", TRUE));
  scrolled = dl_pane_scrolled (list);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 340);
  gtk_widget_set_size_request (scrolled, 420, -1);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (dl_sweep_list_update), self);
  return button;
}

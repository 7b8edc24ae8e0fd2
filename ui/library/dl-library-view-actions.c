#include "dl-library-private.h"

#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"

#include <string.h>

static void
rename_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  const gint64 id = g_variant_get_int64 (parameter);
  g_autoptr (DlLibraryItem) item = dl_library_view_find_item (self, id);
  DlLibraryRow *row = dl_library_view_find_row (self, id);
  graphene_rect_t bounds;

  if (item == NULL)
    return;
  self->renamed_id = id;
  gtk_editable_set_text (GTK_EDITABLE (self->rename_entry), dl_library_item_get_name (item));
  if (row != NULL
      && gtk_widget_compute_bounds (dl_library_row_get_name_label (row), widget, &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->rename_popover),
                                 &(GdkRectangle) { bounds.origin.x, bounds.origin.y,
                                                   MIN (bounds.size.width, 120),
                                                   bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->rename_popover));
  gtk_widget_grab_focus (self->rename_entry);
}

static gboolean
has_name (DlLibraryView *self)
{
  g_autofree char *name
      = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->rename_entry))));

  return *name != '\0';
}

static void
on_rename_changed (DlLibraryView *self)
{
  gtk_widget_set_sensitive (self->rename_button, has_name (self));
}

static void
on_rename (DlLibraryView *self)
{
  g_autofree char *name
      = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->rename_entry))));
  g_autoptr (DlLibraryItem) item = dl_library_view_find_item (self, self->renamed_id);

  if (*name == '\0')
    return;
  gtk_popover_popdown (GTK_POPOVER (self->rename_popover));
  dl_library_view_focus_selected (self);
  if (item == NULL || strcmp (dl_library_item_get_name (item), name) == 0)
    return;
  /* The open one is renamed by an edit of its own, which its history keeps. */
  if (self->renamed_id == dl_session_get_scenario_id (self->session))
    {
      dl_session_rename (self->session, name);
      dl_library_refresh (self->library);
    }
  else
    dl_library_rename (self->library, self->renamed_id, name);
}

/* Beside what is open, which stays. */
static void
pin_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_session_pin_stored (DL_LIBRARY_VIEW (widget)->session, g_variant_get_int64 (parameter));
  g_signal_emit_by_name (widget, "done");
}

static void
duplicate_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_library_duplicate (DL_LIBRARY_VIEW (widget)->library, g_variant_get_int64 (parameter));
}

/* The open scenario goes out of the library, so another takes its place: the one that was changed
 * last, or the one that everything starts with. */
static void
open_another (DlLibraryView *self, gint64 id)
{
  GListModel *model = G_LIST_MODEL (self->library);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (model, i);
      const gint64 other = dl_library_item_get_id (item);
      if (other != id && !g_hash_table_contains (self->removed, &other))
        {
          dl_session_open (self->session, other);
          return;
        }
    }
  scenario = dl_preset_load (dl_presets (&(guint) { 0 })[0].id, &error);
  g_assert_no_error (error); /* it is part of the program */
  dl_session_open_new (self->session, scenario);
}

static void
delete_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  const gint64 id = g_variant_get_int64 (parameter);
  g_autoptr (DlLibraryItem) item = dl_library_view_find_item (self, id);

  if (item == NULL || !g_hash_table_add (self->removed, g_memdup2 (&id, sizeof id)))
    return;
  if (id == dl_session_get_scenario_id (self->session))
    open_another (self, id);
  dl_library_remove (self->library, id);
  self->gone_id = id;
  self->gone_sweep = 0;
  g_signal_emit_by_name (self, "deleted", id, dl_library_item_get_name (item));
}

void
dl_library_view_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "library.rename", "x", rename_action);
  gtk_widget_class_install_action (widget_class, "library.pin", "x", pin_action);
  gtk_widget_class_install_action (widget_class, "library.duplicate", "x", duplicate_action);
  gtk_widget_class_install_action (widget_class, "library.delete", "x", delete_action);
  gtk_widget_class_bind_template_callback (widget_class, on_rename);
  gtk_widget_class_bind_template_callback (widget_class, on_rename_changed);
}

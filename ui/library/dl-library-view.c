#include "dl-library-view.h"

#include "dl-accessible.h"
#include "dl-library-private.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static DlLibraryRow *find_row (DlLibraryView *self, gint64 id);
static void focus_selected (DlLibraryView *self);
static void open_item (DlLibraryView *self, gint64 id);

static void
open_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  open_item (DL_LIBRARY_VIEW (widget), g_variant_get_int64 (parameter));
}

static void
rename_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  const gint64 id = g_variant_get_int64 (parameter);
  g_autoptr (DlLibraryItem) item = dl_library_view_find_item (self, id);
  DlLibraryRow *row = find_row (self, id);
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
  focus_selected (self);
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

/* Beside the open scenario, which stays. */
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

/* library.open, library.rename, library.duplicate and library.delete, each of an int64 id, and the
 * callbacks of the rename popover. Once the template is set. */
static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "library.open", "x", open_action);
  gtk_widget_class_install_action (widget_class, "library.rename", "x", rename_action);
  gtk_widget_class_install_action (widget_class, "library.pin", "x", pin_action);
  gtk_widget_class_install_action (widget_class, "library.duplicate", "x", duplicate_action);
  gtk_widget_class_install_action (widget_class, "library.delete", "x", delete_action);
  gtk_widget_class_bind_template_callback (widget_class, on_rename);
  gtk_widget_class_bind_template_callback (widget_class, on_rename_changed);
}

enum
{
  SESSION = 1,
  N_PROPERTIES
};

enum
{
  DONE,
  DELETED,
  SWEEP_REMOVED,
  TOLD,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

/* How often it is asked whether another program has changed the library. */
#define LOOK_SECONDS 2

G_DEFINE_FINAL_TYPE (DlLibraryView, dl_library_view, GTK_TYPE_WIDGET)

static void
done (DlLibraryView *self)
{
  g_signal_emit (self, signals[DONE], 0);
}

/* Items ---------------------------------------------------------------------------------------- */

static guint
find_position (DlLibraryView *self, gint64 id)
{
  GListModel *model = G_LIST_MODEL (self->library);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (model, i);
      if (dl_library_item_get_id (item) == id)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

DlLibraryItem *
dl_library_view_find_item (DlLibraryView *self, gint64 id)
{
  const guint position = find_position (self, id);

  return position != GTK_INVALID_LIST_POSITION
             ? g_list_model_get_item (G_LIST_MODEL (self->library), position)
             : NULL;
}

static void
open_item (DlLibraryView *self, gint64 id)
{
  if (id != dl_session_get_scenario_id (self->session))
    dl_session_open (self->session, id);
  done (self);
}

/* Rows ----------------------------------------------------------------------------------------- */

static DlLibraryRow *
row_of (GtkListItem *list_item)
{
  return DL_LIBRARY_ROW (gtk_list_item_get_child (list_item));
}

static void
show_open_mark (DlLibraryView *self, GtkListItem *list_item)
{
  DlLibraryItem *item = gtk_list_item_get_item (list_item);

  dl_library_row_set_open (row_of (list_item), dl_library_item_get_id (item)
                                                   == dl_session_get_scenario_id (self->session));
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlLibraryView *self)
{
  gtk_list_item_set_child (list_item, dl_library_row_new (self->textures));
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlLibraryView *self)
{
  dl_library_row_set_item (row_of (list_item), gtk_list_item_get_item (list_item));
  show_open_mark (self, list_item);
  g_ptr_array_add (self->rows, list_item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlLibraryView *self)
{
  dl_library_row_set_item (row_of (list_item), NULL);
  g_ptr_array_remove (self->rows, list_item);
}

/* NULL if it is scrolled away. */
static DlLibraryRow *
find_row (DlLibraryView *self, gint64 id)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (dl_library_item_get_id (gtk_list_item_get_item (self->rows->pdata[i])) == id)
      return row_of (self->rows->pdata[i]);
  return NULL;
}

/* 0 if there is none. */
static gint64
get_selected_id (DlLibraryView *self)
{
  DlLibraryItem *item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? dl_library_item_get_id (item) : 0;
}

static void
focus_selected (DlLibraryView *self)
{
  DlLibraryRow *row = find_row (self, get_selected_id (self));

  /* The list's own widget around the row is what takes the focus. */
  gtk_widget_grab_focus (row != NULL ? gtk_widget_get_parent (GTK_WIDGET (row)) : self->search);
}

static void
on_scenario_id (DlSession *session, GParamSpec *pspec, DlLibraryView *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    show_open_mark (self, self->rows->pdata[i]);
}

/* Keys of the list ----------------------------------------------------------------------------- */

/* @data is an action that takes the selected one. */
static gboolean
on_list_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (gtk_widget_get_ancestor (widget, DL_TYPE_LIBRARY_VIEW));
  const gint64 id = get_selected_id (self);

  return id != 0 && gtk_widget_activate_action (GTK_WIDGET (self), data, "x", id);
}

static gboolean
on_list_menu (GtkWidget *widget, GVariant *args, gpointer data)
{
  DlLibraryRow *row = find_row (data, get_selected_id (data));

  if (row != NULL)
    dl_library_row_popup_menu (row);
  return row != NULL;
}

/* The list ------------------------------------------------------------------------------------- */

static void
show_message (DlLibraryView *self, const char *icon, const char *title, const char *detail,
              GtkWidget *button)
{
  gtk_image_set_from_icon_name (GTK_IMAGE (self->message_icon), icon);
  gtk_label_set_label (GTK_LABEL (self->message_title), title);
  gtk_label_set_label (GTK_LABEL (self->message_detail), detail != NULL ? detail : "");
  gtk_widget_set_visible (self->message_detail, detail != NULL);
  gtk_widget_set_visible (self->clear_button, button == self->clear_button);
  gtk_widget_set_visible (self->retry_button, button == self->retry_button);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "message");
}

static void
update_page (DlLibraryView *self)
{
  const char *problem = self->library != NULL ? dl_library_get_problem (self->library) : NULL;
  const char *search = self->library != NULL ? dl_library_get_search (self->library) : "";
  const char *tag = self->library != NULL ? dl_library_get_tag (self->library) : NULL;
  const guint n
      = self->library != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->library)) : 0;
  g_autofree char *count = NULL;

  /* Scenarios from before the problem may still be read. */
  gtk_widget_set_visible (self->problem_line, problem != NULL && n > 0);
  gtk_label_set_label (GTK_LABEL (self->problem_line), problem != NULL ? problem : "");

  if (self->library == NULL)
    show_message (self, "dialog-error-symbolic", _ ("This session is not saved"), NULL, NULL);
  else if (n > 0 || (!self->listed && problem == NULL))
    gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "list");
  else if (problem != NULL)
    show_message (self, "dialog-error-symbolic", _ ("The library cannot be read"), problem,
                  self->retry_button);
  else if (tag != NULL)
    {
      g_autofree char *title = g_strdup_printf (_ ("No scenario with the tag “%s”"), tag);
      show_message (self, "edit-find-symbolic", title,
                    *search != '\0' ? _ ("No scenario that the search finds has this tag.") : NULL,
                    self->clear_button);
    }
  else if (*search != '\0')
    {
      g_autofree char *title = g_strdup_printf (_ ("No scenario matches “%s”"), search);
      show_message (self, "edit-find-symbolic", title,
                    _ ("Every word must be part of the name, the summary, a tag or the note."),
                    self->clear_button);
    }
  else
    show_message (self, "folder-documents-symbolic", _ ("The library is empty"),
                  _ ("“New” starts from one of the machines that the program knows."), NULL);

  if (n > 0)
    count = g_strdup_printf (*search != '\0' || tag != NULL
                                 ? g_dngettext (GETTEXT_PACKAGE, "%u found", "%u found", n)
                                 : g_dngettext (GETTEXT_PACKAGE, "%u scenario", "%u scenarios", n),
                             n);
  gtk_label_set_label (GTK_LABEL (self->count), count != NULL ? count : "");
}

static void
on_tag (DlLibraryView *self)
{
  const char *tag = dl_library_get_tag (self->library);
  g_autofree char *text = tag != NULL ? g_strdup_printf (_ ("Tag: %s"), tag) : NULL;

  gtk_label_set_text (self->tag_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->tag_button, tag != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->tag_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
}

/* Items not removed are still there. */
static void
on_library_failed (DlLibraryView *self)
{
  g_hash_table_remove_all (self->removed);
}

static gboolean
is_unlisted (gpointer id, gpointer value, gpointer self)
{
  return find_position (self, *(gint64 *) id) == GTK_INVALID_LIST_POSITION;
}

static void
show_details (DlLibraryView *self)
{
  dl_library_details_set_item (self->details,
                               gtk_single_selection_get_selected_item (self->selection));
}

/* Read again, the list is made of new items: the selected one stays selected, or the one in its
 * place. */
static void
on_items_changing (GListModel *model, guint position, guint removed, guint added,
                   DlLibraryView *self)
{
  GtkRoot *root = gtk_widget_get_root (self->list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  self->relisting = TRUE;
  self->list_focused = focus != NULL && gtk_widget_is_ancestor (focus, self->list);
}

static void
on_items_changed (GListModel *model, guint position, guint removed, guint added,
                  DlLibraryView *self)
{
  const guint n = g_list_model_get_n_items (model);
  guint selected = find_position (self, self->selected_id);

  self->listed = TRUE;
  g_hash_table_foreach_remove (self->removed, is_unlisted, self);
  if (selected == GTK_INVALID_LIST_POSITION)
    selected = n > 0 ? MIN (self->selected_position, n - 1) : selected;
  if (selected != GTK_INVALID_LIST_POSITION)
    {
      gtk_single_selection_set_selected (self->selection, selected);
      gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", selected);
    }
  self->relisting = FALSE;
  show_details (self);
  update_page (self);
  if (self->list_focused)
    focus_selected (self);
}

static void
on_selected (GtkSingleSelection *selection, GParamSpec *pspec, DlLibraryView *self)
{
  const gint64 id = get_selected_id (self);

  if (!self->relisting)
    show_details (self);
  if (id == 0 || self->relisting)
    return;
  self->selected_id = id;
  self->selected_position = gtk_single_selection_get_selected (selection);
}

static void
on_list_activate (DlLibraryView *self, guint position)
{
  g_autoptr (DlLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item != NULL)
    open_item (self, dl_library_item_get_id (item));
}

static void
on_search_activate (DlLibraryView *self)
{
  const gint64 id = get_selected_id (self);

  if (id != 0)
    open_item (self, id);
}

static void
on_clear (DlLibraryView *self)
{
  dl_library_set_tag (self->library, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->search);
}

static void
on_search_stop (DlLibraryView *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    on_clear (self);
  else
    done (self);
}

static void
on_retry (DlLibraryView *self)
{
  dl_library_refresh (self->library);
}

/* Text typed over the list goes to the search. */
static gboolean
on_list_typed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
               DlLibraryView *self)
{
  const gunichar letter = gdk_keyval_to_unicode (keyval);

  if (!g_unichar_isgraph (letter) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (self->search);
  gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
  return gtk_event_controller_key_forward (
      keys, GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->search))));
}

static gboolean
on_search_down (GtkWidget *widget, GVariant *args, gpointer data)
{
  return gtk_widget_grab_focus (DL_LIBRARY_VIEW (data)->list);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
set_session (DlLibraryView *self, DlSession *session)
{
  if (self->session == session)
    return;
  if (self->library != NULL)
    {
      g_clear_pointer (&self->search_binding, g_binding_unbind);
      gtk_single_selection_set_model (self->selection, NULL);
      g_signal_handlers_disconnect_by_data (self->library, self);
      dl_library_details_set_library (self->details, NULL);
      dl_library_delete_hidden (self->library);
      dl_library_set_tag (self->library, NULL);
      dl_library_set_search (self->library, "");
      g_clear_object (&self->library);
    }
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect (session, "notify::scenario-id", G_CALLBACK (on_scenario_id), self);
      self->selected_id = dl_session_get_scenario_id (session);
      g_set_object (&self->library, dl_session_get_library (session));
    }
  if (self->library != NULL)
    {
      dl_library_set_search (self->library, "");
      self->search_binding = g_object_bind_property (self->search, "text", self->library, "search",
                                                     G_BINDING_DEFAULT);
      dl_library_details_set_library (self->details, self->library);
      g_signal_connect_swapped (self->library, "notify::problem", G_CALLBACK (update_page), self);
      g_signal_connect_swapped (self->library, "notify::tag", G_CALLBACK (on_tag), self);
      g_signal_connect_swapped (self->library, "failed", G_CALLBACK (on_library_failed), self);
      /* The selection comes between the two. */
      g_signal_connect (self->library, "items-changed", G_CALLBACK (on_items_changing), self);
      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->library));
      g_signal_connect (self->library, "items-changed", G_CALLBACK (on_items_changed), self);
      dl_library_refresh (self->library);
    }
  gtk_widget_set_sensitive (self->content, session != NULL);
  update_page (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SESSION]);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (object);

  switch (id)
    {
    case SESSION:
      g_value_set_object (value, self->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case SESSION:
      set_session (DL_LIBRARY_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static gboolean
look_elsewhere (gpointer user_data)
{
  DlLibraryView *self = user_data;

  if (self->library != NULL)
    dl_library_look_elsewhere (self->library);
  return G_SOURCE_CONTINUE;
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dl_library_view_parent_class)->map (widget);
  DL_LIBRARY_VIEW (widget)->look_timeout
      = g_timeout_add_seconds (LOOK_SECONDS, look_elsewhere, widget);
}

static void
unmap (GtkWidget *widget)
{
  g_clear_handle_id (&DL_LIBRARY_VIEW (widget)->look_timeout, g_source_remove);
  GTK_WIDGET_CLASS (dl_library_view_parent_class)->unmap (widget);
}

static void
dispose (GObject *object)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (object);

  if (self->content != NULL)
    set_session (self, NULL);
  g_clear_pointer (&self->rename_popover, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (dl_library_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (object);

  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->textures);
  g_hash_table_unref (self->removed);
  G_OBJECT_CLASS (dl_library_view_parent_class)->finalize (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);

  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  gtk_popover_present (GTK_POPOVER (self->rename_popover));
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (DL_LIBRARY_VIEW (widget)->content, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (DL_LIBRARY_VIEW (widget)->search);
}

static void
dl_library_view_class_init (DlLibraryViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  widget_class->map = map;
  widget_class->unmap = unmap;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->grab_focus = grab_focus;
  properties[SESSION]
      = g_param_spec_object ("session", NULL, NULL, DL_TYPE_SESSION,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[DONE] = g_signal_new ("done", DL_TYPE_LIBRARY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  signals[DELETED] = g_signal_new ("deleted", DL_TYPE_LIBRARY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_STRING);
  signals[SWEEP_REMOVED]
      = g_signal_new ("sweep-removed", DL_TYPE_LIBRARY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_STRING);
  signals[TOLD] = g_signal_new ("told", DL_TYPE_LIBRARY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_LIBRARY_DETAILS);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-library-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, content);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, search);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, tag_button);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, tag_label);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, details);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, problem_line);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, pages);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, list);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, message_icon);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, message_title);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, message_detail);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, clear_button);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, retry_button);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, count);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, rename_popover);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, rename_entry);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryView, rename_button);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_list_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_retry);
  install_actions (widget_class);
  dl_library_view_install_result_actions (widget_class);
}

static void
dl_library_view_init (DlLibraryView *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkEventController *search_keys = gtk_shortcut_controller_new ();
  GtkEventController *typed = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  self->removed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->textures = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  gtk_widget_set_parent (self->rename_popover, GTK_WIDGET (self));

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, 0);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  self->selection = gtk_single_selection_new (NULL);
  g_signal_connect (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));

  dl_focus_add_key (keys, GDK_KEY_F2, 0, on_list_key, (gpointer) "library.rename");
  dl_focus_add_key (keys, GDK_KEY_Delete, 0, on_list_key, (gpointer) "library.delete");
  dl_focus_add_key (keys, GDK_KEY_Menu, 0, on_list_menu, self);
  dl_focus_add_key (keys, GDK_KEY_F10, GDK_SHIFT_MASK, on_list_menu, self);
  gtk_widget_add_controller (self->list, keys);
  g_signal_connect (typed, "key-pressed", G_CALLBACK (on_list_typed), self);
  gtk_widget_add_controller (self->list, typed);
  dl_focus_add_key (search_keys, GDK_KEY_Down, 0, on_search_down, self);
  gtk_event_controller_set_propagation_phase (search_keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, search_keys);
  gtk_widget_set_sensitive (self->content, FALSE);
}

GtkWidget *
dl_library_view_new (DlSession *session)
{
  return g_object_new (DL_TYPE_LIBRARY_VIEW, "session", session, NULL);
}

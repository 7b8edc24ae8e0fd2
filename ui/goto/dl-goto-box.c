#include "dl-goto-box.h"

#include "dl-accessible.h"
#include "dl-goto-list.h"
#include "dl-lesson-pointer.h"

#include <glib/gi18n-lib.h>

struct _DlGotoLine
{
  GtkListBoxRow parent;
  GtkLabel *title, *detail, *keys, *kind;
};

G_DEFINE_FINAL_TYPE (DlGotoLine, dl_goto_line, GTK_TYPE_LIST_BOX_ROW)

/* @row in words, for who does not see it: “Load curve, Page. Latency and …”. Free with g_free. */
static char *
goto_line_words (const DlGotoRow *row)
{
  GString *words = g_string_new (row->title);

  g_string_append_printf (words, ", %s", dl_goto_kind_title (row->kind));
  if (row->keys != NULL)
    g_string_append_printf (words, ", %s", row->keys);
  if (!row->possible)
    g_string_append_printf (words, ", %s", _ ("not possible now"));
  if (*row->detail != '\0')
    g_string_append_printf (words, ". %s", row->detail);
  return g_string_free (words, FALSE);
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* @row is read, not kept; NULL: there is none, and the line is not seen. */
static void
goto_line_set_row (DlGotoLine *self, const DlGotoRow *row)
{
  g_autofree char *words = row != NULL ? goto_line_words (row) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), row != NULL);
  if (row == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self), row->possible);
  set_label (self->title, row->title);
  set_label (self->detail, row->detail);
  set_label (self->keys, row->possible ? row->keys : _ ("not possible now"));
  set_label (self->kind, dl_goto_kind_title (row->kind));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
dl_goto_line_class_init (DlGotoLineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-goto-line.ui");
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, title);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, detail);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, keys);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, kind);
}

static void
dl_goto_line_init (DlGotoLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkWidget *
goto_line_new (void)
{
  return g_object_new (DL_TYPE_GOTO_LINE, NULL);
}

/* Lines of the list: as many as a window of 700 has room for; who wants more types more. */
#define MOST_LINES 11
/* Height of the window beside the list. */
#define AROUND_LIST 140

struct _DlGotoBox
{
  GtkWidget parent;
  DlShell *shell;     /* borrowed */
  GtkStack *panels;   /* borrowed */
  GPtrArray *here;    /* (DlGotoRow) of the window and the network, when it was opened */
  GPtrArray *texts;   /* of lessons and the manual; empty until they are read */
  GPtrArray *stored;  /* of the library */
  DlLibrary *library; /* a list of its own; NULL: there is none */
  DlGotoRow *place;   /* that the text names; NULL */
  GPtrArray *found;   /* (DlGotoRow, borrowed) what the lines show, and more */
  guint n_lines;
  guint selected;
  GCancellable *reading;

  GtkWidget *entry;
  GtkWidget *popover, *scroll;
  GtkListBox *list;
  GtkLabel *more, *message, *expected;
  GtkWidget *lines[MOST_LINES];
};

G_DEFINE_FINAL_TYPE (DlGotoBox, dl_goto_box, GTK_TYPE_WIDGET)

static void show_found (DlGotoBox *self);

/* Places to go to ------------------------------------------------------------------------------ */

/* Once, away from the window: what lessons and the manual have. */
static void
read_texts (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *rows = dl_goto_rows_new ();

  dl_goto_add_texts (rows);
  g_task_return_pointer (task, rows, (GDestroyNotify) g_ptr_array_unref);
}

static void
on_texts (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray *rows = g_task_propagate_pointer (G_TASK (result), NULL);
  DlGotoBox *self = data;

  if (rows == NULL)
    return; /* closed meanwhile: the box is gone */
  g_ptr_array_unref (self->texts);
  self->texts = rows;
  show_found (self);
}

static void
on_library (DlGotoBox *self)
{
  g_ptr_array_set_size (self->found, 0);
  g_ptr_array_set_size (self->stored, 0);
  dl_goto_add_scenarios (self->stored, G_LIST_MODEL (self->library));
  show_found (self);
}

static void
read_library (DlGotoBox *self)
{
  DlLibrary *library = dl_session_get_library (dl_shell_get_session (self->shell));

  if (library == NULL)
    return;
  if (self->library == NULL)
    {
      self->library = dl_library_new_list (library);
      g_signal_connect_object (self->library, "items-changed", G_CALLBACK (on_library), self,
                               G_CONNECT_SWAPPED);
    }
  dl_library_refresh (self->library);
}

/* Collect rows as the box is entered. */
static void
collect (DlGotoBox *self)
{
  g_ptr_array_set_size (self->found, 0);
  g_ptr_array_set_size (self->here, 0);
  dl_goto_collect (self->here, self->shell, self->panels, GTK_WIDGET (self));
  read_library (self);
  if (self->reading == NULL)
    {
      self->reading = g_cancellable_new ();
      g_autoptr (GTask) task = g_task_new (NULL, self->reading, on_texts, self);

      g_task_run_in_thread (task, read_texts);
    }
}

/* The list ------------------------------------------------------------------------------------- */

/* The network that is shown, and its family; FALSE: none is yet. */
static gboolean
get_network (DlGotoBox *self, const DlFamily **family, DlNet *net)
{
  DlEvaluation *result = dl_session_get_result (dl_shell_get_session (self->shell));

  *family = dl_session_get_scenario (dl_shell_get_session (self->shell))->family;
  return result != NULL && result->scenario->family == *family
         && dl_view_get_net (dl_shell_get_view (self->shell), net);
}

/* The place that @text names. */
static DlGotoRow *
find_place (DlGotoBox *self, const char *text, GError **error)
{
  const DlFamily *family;
  g_autofree char *label = NULL;
  g_autofree char *detail = NULL;
  DlPlace place;
  DlNet net;

  if (!get_network (self, &family, &net)
      || !dl_family_parse_place (family, &net, text, &place, error))
    return NULL;
  label = dl_family_place_label (family, &net, place);
  detail = dl_view_describe (dl_shell_get_view (self->shell), place);
  return dl_goto_row_new (DL_GOTO_PLACE, label, detail != NULL ? detail : "",
                          dl_goto_action ("win.go-to-place", g_variant_new_string (text)));
}

static const DlGotoRow *
nth_row (DlGotoBox *self, guint i)
{
  if (self->place != NULL)
    return i == 0 ? self->place : i <= self->found->len ? self->found->pdata[i - 1] : NULL;
  return i < self->found->len ? self->found->pdata[i] : NULL;
}

/* For who does not see the list: what Enter would go to. */
static void
describe (DlGotoBox *self)
{
  const DlGotoRow *row = nth_row (self, self->selected);
  g_autofree char *words = row != NULL ? goto_line_words (row) : NULL;
  /* Translators: the place in a list, and what is there: “2 of 5: Load curve, Page” */
  g_autofree char *text = words != NULL ? g_strdup_printf (_ ("%u of %u: %s"), self->selected + 1,
                                                           self->n_lines, words)
                                        : g_strdup (gtk_label_get_text (self->expected));
  GtkEditable *typed = gtk_editable_get_delegate (GTK_EDITABLE (self->entry));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (typed), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
select_line (DlGotoBox *self, guint i)
{
  GtkAdjustment *adjustment
      = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroll));
  GtkWidget *line = self->n_lines > 0 ? self->lines[i] : NULL;
  graphene_rect_t bounds;

  self->selected = i;
  gtk_list_box_select_row (self->list, line != NULL ? GTK_LIST_BOX_ROW (line) : NULL);
  if (line != NULL && gtk_widget_compute_bounds (line, GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
  describe (self);
}

static void
set_note (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

/* Notes below the lines, or in their place. */
static void
show_notes (DlGotoBox *self, const char *text, guint n_found, const GError *error)
{
  g_autofree char *typed = g_strstrip (g_strdup (text));
  g_autofree char *more = NULL;
  g_autofree char *nothing = NULL;
  g_autofree char *expected = NULL;
  const DlFamily *family;
  DlNet net;

  if (n_found > self->n_lines)
    more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more: type more letters",
                                         "%u more: type more letters", n_found - self->n_lines),
                            n_found - self->n_lines);
  if (g_error_matches (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE))
    nothing = g_strdup (error->message);
  else if (n_found == 0 && *typed != '\0')
    nothing = g_strdup_printf (_ ("Nothing here is called “%s”"), typed);
  if (n_found == 0)
    {
      const gboolean shown = get_network (self, &family, &net);

      expected = dl_goto_expected (family, shown ? &net : NULL);
    }
  set_note (self->more, more);
  set_note (self->message, nothing);
  set_note (self->expected, expected);
}

static void
show_found (DlGotoBox *self)
{
  GPtrArray *const rows[] = { self->here, self->stored, self->texts };
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GError) error = NULL;
  guint n;

  if (self->shell == NULL || dl_shell_get_view (self->shell) == NULL)
    return;
  g_clear_pointer (&self->place, dl_goto_row_free);
  g_ptr_array_unref (self->found);
  self->found = dl_goto_find (rows, G_N_ELEMENTS (rows), text);
  self->place = find_place (self, text, &error);
  n = self->found->len + (self->place != NULL ? 1 : 0);
  self->n_lines = MIN (n, MOST_LINES);
  for (guint i = 0; i < MOST_LINES; i++)
    goto_line_set_row (DL_GOTO_LINE (self->lines[i]), i < self->n_lines ? nth_row (self, i) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  show_notes (self, text, n, error);
  select_line (self, 0);
}

/* Opening and closing -------------------------------------------------------------------------- */

static void
open_list (DlGotoBox *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gtk_scrolled_window_set_max_content_height (
      GTK_SCROLLED_WINDOW (self->scroll),
      MAX (100, gtk_widget_get_height (GTK_WIDGET (root)) - AROUND_LIST));
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE,
                               -1);
}

static void
close_list (DlGotoBox *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, FALSE,
                               -1);
}

static void
on_enter (DlGotoBox *self)
{
  if (self->shell == NULL || dl_shell_get_view (self->shell) == NULL
      || gtk_widget_get_visible (self->popover))
    return;
  collect (self);
  show_found (self);
  open_list (self);
}

static void
on_leave (GtkEventController *focus, DlGotoBox *self)
{
  if (dl_focus_has_left (focus))
    close_list (self);
}

static void
on_changed (DlGotoBox *self)
{
  if (gtk_widget_get_visible (self->popover))
    show_found (self);
}

static void
leave (DlGotoBox *self)
{
  close_list (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  dl_shell_focus_view (self->shell);
}

static void
on_stop (DlGotoBox *self)
{
  leave (self);
}

/* The keyboard to it, with all of its text selected. */
static void
goto_box_focus (DlGotoBox *self)
{
  gtk_widget_grab_focus (self->entry);
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* it may have been left out of its row */
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  on_enter (self); /* it may have been there, with its list closed */
}

/* Going ---------------------------------------------------------------------------------------- */

/* The keyboard goes along to a page that was asked for. */
static void
focus_page (DlGotoBox *self)
{
  const char *id = dl_shell_get_page (self->shell);
  GtkWidget *page = id != NULL ? dl_shell_show_page (self->shell, id) : NULL;

  if (page != NULL)
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

static void
go (DlGotoBox *self, const DlGotoRow *row)
{
  const DlGotoKind kind = row->kind;
  g_autofree char *name = NULL;
  GVariant *target = NULL;

  if (!row->possible || !g_action_parse_detailed_name (row->action, &name, &target, NULL))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  leave (self); /* first: the action may take the keyboard elsewhere */
  gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
  g_clear_pointer (&target, g_variant_unref);
  if (kind == DL_GOTO_PAGE)
    focus_page (self);
}

static void
on_activate (DlGotoBox *self)
{
  const DlGotoRow *row = nth_row (self, self->selected);

  if (row != NULL && gtk_widget_get_visible (self->popover))
    go (self, row);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_row_activated (DlGotoBox *self, GtkListBoxRow *line)
{
  go (self, nth_row (self, gtk_list_box_row_get_index (line)));
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlGotoBox *self)
{
  const gboolean down = keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down;

  if (!down && keyval != GDK_KEY_Up && keyval != GDK_KEY_KP_Up)
    return GDK_EVENT_PROPAGATE;
  on_enter (self);
  if (self->n_lines > 0)
    select_line (self, (self->selected + (down ? 1 : self->n_lines - 1)) % self->n_lines);
  return GDK_EVENT_STOP;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlGotoBox *self = DL_GOTO_BOX (object);

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->library);
  self->shell = NULL;
  G_OBJECT_CLASS (dl_goto_box_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlGotoBox *self = DL_GOTO_BOX (object);

  g_ptr_array_unref (self->found);
  dl_goto_row_free (self->place);
  g_ptr_array_unref (self->here);
  g_ptr_array_unref (self->texts);
  g_ptr_array_unref (self->stored);
  G_OBJECT_CLASS (dl_goto_box_parent_class)->finalize (object);
}

static void
dl_goto_box_class_init (DlGotoBoxClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-goto-box.ui");
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, entry);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, popover);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, scroll);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, list);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, more);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, message);
  gtk_widget_class_bind_template_child (widget_class, DlGotoBox, expected);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
dl_goto_box_init (DlGotoBox *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->found = g_ptr_array_new ();
  self->here = dl_goto_rows_new ();
  self->texts = dl_goto_rows_new ();
  self->stored = dl_goto_rows_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  for (guint i = 0; i < MOST_LINES; i++)
    {
      self->lines[i] = goto_line_new ();
      gtk_list_box_append (self->list, self->lines[i]);
    }
  g_signal_connect_object (focus, "enter", G_CALLBACK (on_enter), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_leave), self, 0);
  gtk_widget_add_controller (self->entry, focus);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->entry, keys);
}

/* Once: the window that it is of, and the stack of panels that have the controls of settings. */
static void
set_shell (DlGotoBox *self, DlShell *shell, GtkStack *panels)
{
  g_return_if_fail (self->shell == NULL);
  self->shell = shell;
  self->panels = panels;
}

#define ROOM "goto"

/* Borrowed: both are the window's. */
typedef struct
{
  DlGotoBox *box;
  GtkStack *panels;
} Parts;

static void
go_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Parts *parts = dl_shell_kept (user_data, ROOM);

  goto_box_focus (parts->box);
}

/* A node is seen as its router where there are more of them at one. */
static void
go_to_place (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  DlEvaluation *result = dl_session_get_result (dl_shell_get_session (user_data));
  DlPlace place;
  DlNet net;

  if (result == NULL || !dl_view_get_net (view, &net)
      || !dl_family_parse_place (result->scenario->family, &net,
                                 g_variant_get_string (parameter, NULL), &place, NULL))
    {
      gtk_widget_error_bell (user_data);
      return;
    }
  if (place.kind == DL_PLACE_NODE)
    place = dl_view_router_at (view, place);
  dl_view_list_only (view, place.kind != DL_PLACE_LINK ? place : DL_NOWHERE);
  dl_view_select (view, place);
}

static void
on_mapped (GtkWidget *control)
{
  g_signal_handlers_disconnect_by_func (control, on_mapped, NULL);
  dl_seek_focus (control);
}

/* In a panel that was hidden controls are not to be seen before the next frame. */
static void
go_to_setting (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Parts *parts = dl_shell_kept (user_data, ROOM);
  const char *key = g_variant_get_string (parameter, NULL);
  GtkWidget *panel = gtk_stack_get_visible_child (parts->panels);
  GtkWidget *control;

  dl_shell_change_state (user_data, "show-configuration", g_variant_new_boolean (TRUE));
  dl_seek_unfold_control (panel, key);
  control = dl_seek_control (panel, key);
  if (control == NULL)
    gtk_widget_error_bell (user_data);
  else if (gtk_widget_get_mapped (control))
    dl_seek_focus (control);
  else
    g_signal_connect (control, "map", G_CALLBACK (on_mapped), NULL);
}

void
dl_goto_actions_add (DlShell *shell, DlGotoBox *box, GtkStack *panels)
{
  static const GActionEntry entries[] = {
    { .name = "go-to", .activate = go_to },
    { .name = "go-to-place", .activate = go_to_place, .parameter_type = "s" },
    { .name = "go-to-setting", .activate = go_to_setting, .parameter_type = "s" },
  };
  Parts *parts = g_new (Parts, 1);

  *parts = (Parts) { box, panels };
  dl_shell_keep (shell, ROOM, parts, g_free);
  set_shell (box, shell, panels);
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

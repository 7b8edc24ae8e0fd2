#include "dl-toast.h"

#include "dl-accessible.h"
#include "dl-appearance.h"
#include "dl-file-kind.h"

#include <glib/gi18n-lib.h>

#define SHOWN_MS 6000

struct _DlToast
{
  GtkWidget parent;
  GtkWidget *box; /* all of it, hidden while nothing is shown */
  GtkWidget *label;
  GtkWidget *button;
  GtkEventController *pointer;
  GtkEventController *focus;
  GtkWidget *focus_before; /* weak: where the focus was before it came to the toast */
  char *title;             /* of the message; nullable */
  gboolean single_line;
  guint timeout;
  char *action_name;
  GVariant *target;
};

enum
{
  TITLE = 1,
  SINGLE_LINE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlToast, dl_toast, GTK_TYPE_WIDGET)

/* Going by itself ------------------------------------------------------------------------------ */

static gboolean
on_timeout (gpointer user_data)
{
  DlToast *self = user_data;

  self->timeout = 0;
  dl_toast_dismiss (self);
  return G_SOURCE_REMOVE;
}

/* Is it where keys go, or would go if the window had them? */
static gboolean
has_keyboard (DlToast *self)
{
  GtkRoot *root = gtk_widget_get_root (self->box);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus))
         || (focus != NULL && gtk_widget_is_ancestor (focus, self->box));
}

static gboolean
is_attended (DlToast *self)
{
  return gtk_event_controller_motion_contains_pointer (GTK_EVENT_CONTROLLER_MOTION (self->pointer))
         || has_keyboard (self);
}

/* The time restarts when the pointer or the focus has left. */
static void
update_timeout (DlToast *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->title != NULL && !is_attended (self))
    self->timeout = g_timeout_add (SHOWN_MS, on_timeout, self);
}

/* The keyboard --------------------------------------------------------------------------------- */

static void
on_window_focus (GObject *root, GParamSpec *pspec, DlToast *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (root));

  if (focus != NULL && !gtk_widget_is_ancestor (focus, self->box))
    g_set_weak_pointer (&self->focus_before, focus);
}

static void
root (GtkWidget *widget)
{
  DlToast *self = DL_TOAST (widget);

  GTK_WIDGET_CLASS (dl_toast_parent_class)->root (widget);
  if (GTK_IS_WINDOW (gtk_widget_get_root (widget)))
    g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                             G_CALLBACK (on_window_focus), self, 0);
}

static void
unroot (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_root (widget), on_window_focus, widget);
  g_clear_weak_pointer (&DL_TOAST (widget)->focus_before);
  GTK_WIDGET_CLASS (dl_toast_parent_class)->unroot (widget);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  dl_toast_dismiss (user_data);
  return TRUE;
}

/* Showing -------------------------------------------------------------------------------------- */

void
dl_toast_dismiss (DlToast *self)
{
  g_return_if_fail (DL_IS_TOAST (self));

  if (self->title == NULL)
    return;
  g_clear_pointer (&self->title, g_free);
  if (has_keyboard (self)
      && (self->focus_before == NULL || !gtk_widget_grab_focus (self->focus_before)))
    gtk_root_set_focus (gtk_widget_get_root (self->box), NULL);
  update_timeout (self);
  gtk_widget_set_visible (self->box, FALSE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TITLE]);
}

static void
on_close_clicked (GtkButton *button, DlToast *self)
{
  dl_toast_dismiss (self);
}

/* Not by gtk_actionable_set_action_name: the action may show the next message, which dismissing
 * this one afterwards would take away. */
static void
on_button_clicked (GtkButton *button, DlToast *self)
{
  g_autofree char *action_name = g_steal_pointer (&self->action_name);
  g_autoptr (GVariant) target = g_steal_pointer (&self->target);

  dl_toast_dismiss (self);
  if (action_name != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (self), action_name, target);
}

void
dl_toast_show (DlToast *self, const char *title, const char *detail, const char *button_label,
               const char *action_name, GVariant *target)
{
  const gboolean has_detail = detail != NULL && *detail != '\0';
  g_autofree char *spoken = NULL;
  g_autofree char *markup = NULL;

  g_return_if_fail (DL_IS_TOAST (self));
  g_return_if_fail (title != NULL);

  markup = has_detail ? g_markup_printf_escaped ("<b>%s</b>  %s", title, detail)
                      : g_markup_printf_escaped ("<b>%s</b>", title);
  gtk_label_set_markup (GTK_LABEL (self->label), markup);
  gtk_button_set_label (GTK_BUTTON (self->button), button_label != NULL ? button_label : "");
  gtk_widget_set_visible (self->button, button_label != NULL);

  g_free (self->action_name);
  g_clear_pointer (&self->target, g_variant_unref);
  self->action_name = g_strdup (action_name);
  self->target = target != NULL ? g_variant_ref_sink (target) : NULL;

  spoken = has_detail ? g_strdup_printf ("%s. %s", title, detail) : g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  g_free (self->title);
  self->title = g_strdup (title);
  gtk_widget_set_visible (self->box, TRUE);
  update_timeout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TITLE]);
}

const char *
dl_toast_get_title (DlToast *self)
{
  g_return_val_if_fail (DL_IS_TOAST (self), NULL);
  return self->title;
}

DlToast *
dl_toast_find (GtkWidget *widget)
{
  if (DL_IS_TOAST (widget))
    return DL_TOAST (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      DlToast *found = dl_toast_find (child);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
set_single_line (DlToast *self, gboolean single_line)
{
  self->single_line = single_line;
  gtk_label_set_single_line_mode (GTK_LABEL (self->label), single_line);
  gtk_label_set_ellipsize (GTK_LABEL (self->label),
                           single_line ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (self->label), !single_line);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlToast *self = DL_TOAST (object);

  switch (id)
    {
    case TITLE:
      g_value_set_string (value, self->title);
      break;
    case SINGLE_LINE:
      g_value_set_boolean (value, self->single_line);
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
    case SINGLE_LINE:
      set_single_line (DL_TOAST (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlToast *self = DL_TOAST (object);

  g_clear_pointer (&self->title, g_free);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_weak_pointer (&self->focus_before);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->action_name, g_free);
  g_clear_pointer (&self->target, g_variant_unref);
  G_OBJECT_CLASS (dl_toast_parent_class)->dispose (object);
}

static void
show_in_files (GtkWidget *widget, const char *action_name, GVariant *path)
{
  dl_show_in_files (g_variant_get_bytestring (path));
}

static void
dl_toast_class_init (DlToastClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->root = root;
  widget_class->unroot = unroot;

  properties[TITLE]
      = g_param_spec_string ("title", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[SINGLE_LINE] = g_param_spec_boolean ("single-line", NULL, NULL, FALSE,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "dl-toast");
  gtk_widget_class_install_action (widget_class, DL_TOAST_SHOW_IN_FILES, "ay", show_in_files);
}

static void
dl_toast_init (DlToast *self)
{
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  self->box = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "spacing",
                            12, "visible", FALSE, NULL);
  gtk_widget_add_css_class (self->box, "dl-toast");

  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_hexpand (self->label, TRUE);
  set_single_line (self, FALSE);
  dl_text_size_tell_cut (GTK_LABEL (self->label));

  self->button = gtk_button_new_with_label ("");
  gtk_button_set_use_underline (GTK_BUTTON (self->button), TRUE);
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->button, "dl-toast-button");
  gtk_widget_set_tooltip_text (self->button,
                               _ ("Do what the button says, while the message stays"));
  g_signal_connect (self->button, "clicked", G_CALLBACK (on_button_clicked), self);

  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (close, _ ("Dismiss this message (Esc)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Dismiss this message"), -1);
  gtk_widget_add_css_class (close, "dl-toast-close");
  g_signal_connect (close, "clicked", G_CALLBACK (on_close_clicked), self);

  gtk_box_append (GTK_BOX (self->box), self->label);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_box_append (GTK_BOX (self->box), close);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  dl_focus_add_key (shortcuts, GDK_KEY_Escape, 0, on_escape, self);
  gtk_widget_add_controller (self->box, shortcuts);

  self->pointer = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (self->pointer, "notify::contains-pointer", G_CALLBACK (update_timeout),
                            self);
  gtk_widget_add_controller (self->box, self->pointer);
  self->focus = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (self->focus, "notify::contains-focus", G_CALLBACK (update_timeout),
                            self);
  gtk_widget_add_controller (self->box, self->focus);
}

GtkWidget *
dl_toast_new (void)
{
  return g_object_new (DL_TYPE_TOAST, NULL);
}

#include "dl-toast-overlay.h"

#include "dl-focus.h"

#include <glib/gi18n-lib.h>

#define SHOWN_MS 6000

struct _DlToastOverlay
{
  GtkWidget parent;
  GtkWidget *overlay;
  GtkWidget *child;
  GtkWidget *revealer;
  GtkWidget *toast;
  GtkWidget *title;
  GtkWidget *detail;
  GtkWidget *button;
  GtkEventController *pointer;
  GtkEventController *focus;
  GtkWidget *focus_before; /* weak: where the focus was before it came to the toast */
  gboolean shown;
  guint timeout;
  char *action_name;
  GVariant *target;
};

enum
{
  CHILD = 1,
  TITLE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DlToastOverlay, dl_toast_overlay, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static GtkBuildableIface *parent_buildable;

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (type == NULL && GTK_IS_WIDGET (child))
    dl_toast_overlay_set_child (DL_TOAST_OVERLAY (buildable), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

/* Going by itself ------------------------------------------------------------------------------ */

static gboolean
on_timeout (gpointer user_data)
{
  DlToastOverlay *self = user_data;

  self->timeout = 0;
  dl_toast_overlay_dismiss (self);
  return G_SOURCE_REMOVE;
}

/* Is it where keys go, or would go if the window had them? */
static gboolean
has_keyboard (DlToastOverlay *self)
{
  GtkRoot *root = gtk_widget_get_root (self->toast);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus))
         || (focus != NULL && gtk_widget_is_ancestor (focus, self->toast));
}

static gboolean
is_attended (DlToastOverlay *self)
{
  return gtk_event_controller_motion_contains_pointer (GTK_EVENT_CONTROLLER_MOTION (self->pointer))
         || has_keyboard (self);
}

/* The time starts anew when somebody has looked away. */
static void
update_timeout (DlToastOverlay *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->shown && !is_attended (self))
    self->timeout = g_timeout_add (SHOWN_MS, on_timeout, self);
}

/* The keyboard --------------------------------------------------------------------------------- */

static void
on_window_focus (GObject *root, GParamSpec *pspec, DlToastOverlay *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (root));

  if (focus != NULL && !gtk_widget_is_ancestor (focus, self->toast))
    g_set_weak_pointer (&self->focus_before, focus);
}

static void
root (GtkWidget *widget)
{
  DlToastOverlay *self = DL_TOAST_OVERLAY (widget);

  GTK_WIDGET_CLASS (dl_toast_overlay_parent_class)->root (widget);
  if (GTK_IS_WINDOW (gtk_widget_get_root (widget)))
    g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                             G_CALLBACK (on_window_focus), self, 0);
}

static void
unroot (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_root (widget), on_window_focus, widget);
  g_clear_weak_pointer (&DL_TOAST_OVERLAY (widget)->focus_before);
  GTK_WIDGET_CLASS (dl_toast_overlay_parent_class)->unroot (widget);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  dl_toast_overlay_dismiss (user_data);
  return TRUE;
}

/* Showing -------------------------------------------------------------------------------------- */

void
dl_toast_overlay_dismiss (DlToastOverlay *self)
{
  g_return_if_fail (DL_IS_TOAST_OVERLAY (self));

  if (!self->shown)
    return;
  self->shown = FALSE;
  if (has_keyboard (self)
      && (self->focus_before == NULL || !gtk_widget_grab_focus (self->focus_before)))
    gtk_root_set_focus (gtk_widget_get_root (self->toast), NULL);
  update_timeout (self);
  gtk_widget_set_can_target (self->revealer, FALSE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TITLE]);
}

static void
on_close_clicked (GtkButton *button, DlToastOverlay *self)
{
  dl_toast_overlay_dismiss (self);
}

/* Not by gtk_actionable_set_action_name: the action may show the next message, which dismissing
 * this one afterwards would take away. */
static void
on_button_clicked (GtkButton *button, DlToastOverlay *self)
{
  g_autofree char *action_name = g_steal_pointer (&self->action_name);
  g_autoptr (GVariant) target = g_steal_pointer (&self->target);

  dl_toast_overlay_dismiss (self);
  if (action_name != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (self), action_name, target);
}

void
dl_toast_overlay_show (DlToastOverlay *self, const char *title, const char *detail,
                       const char *button_label, const char *action_name, GVariant *target)
{
  const gboolean has_detail = detail != NULL && *detail != '\0';
  g_autofree char *spoken = NULL;

  g_return_if_fail (DL_IS_TOAST_OVERLAY (self));
  g_return_if_fail (title != NULL);

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->detail), has_detail ? detail : "");
  gtk_widget_set_visible (self->detail, has_detail);
  gtk_button_set_label (GTK_BUTTON (self->button), button_label != NULL ? button_label : "");
  gtk_widget_set_visible (self->button, button_label != NULL);

  g_free (self->action_name);
  g_clear_pointer (&self->target, g_variant_unref);
  self->action_name = g_strdup (action_name);
  self->target = target != NULL ? g_variant_ref_sink (target) : NULL;

  spoken = has_detail ? g_strdup_printf ("%s. %s", title, detail) : g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toast), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);

  self->shown = TRUE;
  gtk_widget_set_can_target (self->revealer, TRUE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  update_timeout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TITLE]);
}

const char *
dl_toast_overlay_get_title (DlToastOverlay *self)
{
  g_return_val_if_fail (DL_IS_TOAST_OVERLAY (self), NULL);
  return self->shown ? gtk_label_get_label (GTK_LABEL (self->title)) : NULL;
}

DlToastOverlay *
dl_toast_overlay_find (GtkWidget *widget)
{
  if (DL_IS_TOAST_OVERLAY (widget))
    return DL_TOAST_OVERLAY (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      DlToastOverlay *found = dl_toast_overlay_find (child);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The widget ----------------------------------------------------------------------------------- */

GtkWidget *
dl_toast_overlay_get_child (DlToastOverlay *self)
{
  g_return_val_if_fail (DL_IS_TOAST_OVERLAY (self), NULL);
  return self->child;
}

void
dl_toast_overlay_set_child (DlToastOverlay *self, GtkWidget *child)
{
  g_return_if_fail (DL_IS_TOAST_OVERLAY (self));

  if (self->child == child)
    return;
  self->child = child;
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), child);
  g_object_notify_by_pspec (G_OBJECT (self), properties[CHILD]);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlToastOverlay *self = DL_TOAST_OVERLAY (object);

  switch (id)
    {
    case CHILD:
      g_value_set_object (value, self->child);
      break;
    case TITLE:
      g_value_set_string (value, dl_toast_overlay_get_title (self));
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
    case CHILD:
      dl_toast_overlay_set_child (DL_TOAST_OVERLAY (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlToastOverlay *self = DL_TOAST_OVERLAY (object);

  self->shown = FALSE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_weak_pointer (&self->focus_before);
  self->child = NULL;
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_pointer (&self->action_name, g_free);
  g_clear_pointer (&self->target, g_variant_unref);
  G_OBJECT_CLASS (dl_toast_overlay_parent_class)->dispose (object);
}

static void
dl_toast_overlay_class_init (DlToastOverlayClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->root = root;
  widget_class->unroot = unroot;

  properties[CHILD]
      = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[TITLE]
      = g_param_spec_string ("title", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "dl-toast-overlay");
}

static GtkWidget *
new_line (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 72);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
new_toast (DlToastOverlay *self)
{
  GtkWidget *toast = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT,
                                   "spacing", 12, "halign", GTK_ALIGN_CENTER, NULL);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  self->title = new_line ("dl-toast-title");
  self->detail = new_line ("dl-toast-detail");
  gtk_box_append (GTK_BOX (lines), self->title);
  gtk_box_append (GTK_BOX (lines), self->detail);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (lines, TRUE);

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

  gtk_box_append (GTK_BOX (toast), lines);
  gtk_box_append (GTK_BOX (toast), self->button);
  gtk_box_append (GTK_BOX (toast), close);
  gtk_widget_add_css_class (toast, "dl-toast");

  dl_focus_add_key (shortcuts, GDK_KEY_Escape, 0, on_escape, self);
  gtk_widget_add_controller (toast, shortcuts);

  self->pointer = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (self->pointer, "notify::contains-pointer", G_CALLBACK (update_timeout),
                            self);
  gtk_widget_add_controller (toast, self->pointer);
  self->focus = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (self->focus, "notify::contains-focus", G_CALLBACK (update_timeout),
                            self);
  gtk_widget_add_controller (toast, self->focus);
  return toast;
}

static void
dl_toast_overlay_init (DlToastOverlay *self)
{
  self->overlay = gtk_overlay_new ();
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));

  self->toast = new_toast (self);
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), self->toast);
  gtk_widget_set_halign (self->revealer, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->revealer, GTK_ALIGN_END);
  gtk_widget_set_can_target (self->revealer, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->revealer);
}

GtkWidget *
dl_toast_overlay_new (void)
{
  return g_object_new (DL_TYPE_TOAST_OVERLAY, NULL);
}

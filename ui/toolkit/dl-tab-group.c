#include "dl-tab-group.h"

struct _DlTabGroup
{
  GtkBox parent;
  gboolean bar;
};

enum
{
  BAR = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlTabGroup, dl_tab_group, GTK_TYPE_BOX)

static gboolean
is_forward (DlTabGroup *self, GtkDirectionType direction)
{
  const gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  return direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_DOWN
         || direction == (mirrored ? GTK_DIR_LEFT : GTK_DIR_RIGHT);
}

/* From the child that has the keyboard, or from the end that is reached first, to one that takes
 * it. */
static gboolean
move_inside (DlTabGroup *self, GtkDirectionType direction)
{
  GtkWidget *widget = GTK_WIDGET (self), *child = gtk_widget_get_focus_child (widget);
  const gboolean forward = is_forward (self, direction);

  if (child == NULL)
    child = forward ? gtk_widget_get_first_child (widget) : gtk_widget_get_last_child (widget);
  while (child != NULL)
    {
      if (gtk_widget_get_child_visible (child) && gtk_widget_child_focus (child, direction))
        return TRUE;
      child = forward ? gtk_widget_get_next_sibling (child) : gtk_widget_get_prev_sibling (child);
    }
  return FALSE;
}

/* The pressed button below @widget; NULL: there is none. */
static GtkWidget *
find_pressed (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return NULL;
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget))
      && gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN) == NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_pressed (child);
  return found;
}

/* In a bar: to its chosen control, else to its first one. */
static gboolean
enter_bar (DlTabGroup *self)
{
  GtkWidget *pressed = find_pressed (GTK_WIDGET (self));

  return (pressed != NULL && gtk_widget_grab_focus (pressed))
         || move_inside (self, GTK_DIR_TAB_FORWARD);
}

static gboolean
focus_bar (DlTabGroup *self, GtkDirectionType direction)
{
  const gboolean inside = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;

  if (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD)
    return !inside && enter_bar (self);
  if (inside && (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN))
    return FALSE;
  return inside ? move_inside (self, direction) : enter_bar (self);
}

static gboolean
focus_form (DlTabGroup *self, GtkDirectionType direction)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (gtk_widget_is_focus (widget))
    return !tab && is_forward (self, direction) && move_inside (self, direction);
  if (gtk_widget_get_focus_child (widget) == NULL)
    return gtk_widget_grab_focus (widget);
  return move_inside (self, direction)
         || (!is_forward (self, direction) && gtk_widget_grab_focus (widget));
}

static gboolean
focus (GtkWidget *widget, GtkDirectionType direction)
{
  DlTabGroup *self = DL_TAB_GROUP (widget);

  return self->bar ? focus_bar (self, direction) : focus_form (self, direction);
}

gboolean
dl_tab_group_enter (DlTabGroup *self)
{
  return gtk_widget_is_focus (GTK_WIDGET (self)) && move_inside (self, GTK_DIR_TAB_FORWARD);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state,
        DlTabGroup *self)
{
  if (self->bar || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return dl_tab_group_enter (self);
    case GDK_KEY_Escape:
      return gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL
             && gtk_widget_grab_focus (GTK_WIDGET (self));
    default:
      return FALSE;
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlTabGroup *self = DL_TAB_GROUP (object);

  self->bar = g_value_get_boolean (value);
  gtk_widget_set_focusable (GTK_WIDGET (self), !self->bar);
}

static void
dl_tab_group_class_init (DlTabGroupClass *class)
{
  G_OBJECT_CLASS (class)->set_property = set_property;
  GTK_WIDGET_CLASS (class)->focus = focus;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
  properties[BAR]
      = g_param_spec_boolean ("bar", NULL, NULL, FALSE, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
dl_tab_group_init (DlTabGroup *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-tab-group");
}

GtkWidget *
dl_tab_group_new (void)
{
  return g_object_new (DL_TYPE_TAB_GROUP, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
}

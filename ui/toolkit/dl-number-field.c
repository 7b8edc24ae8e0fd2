#include "dl-number-field.h"

#include "dl-accessible.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Steps of keys and wheel belong together until the field has not been touched for this time. */
#define SETTLE_MS 1000
/* Pixels of a drag to the next value, and before it counts as a drag. */
#define DRAG_STEP      7
#define DRAG_THRESHOLD 6

struct _DlNumberField
{
  GtkBox parent;
  GtkWidget *handle;
  GtkSpinButton *spin;
  GtkWidget *problem; /* a popover, made when it is first needed */
  gint value, least;  /* followed last */
  gboolean following;
  guint settle_timeout, deselect_idle;

  gboolean dragging;
  gint drag_from;
  gint drag_limit; /* refused before in this drag */
};

enum
{
  CHANGED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlNumberField, dl_number_field, GTK_TYPE_BOX)

/* Text ----------------------------------------------------------------------------------------- */

static const char *
shown_text (DlNumberField *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->spin));
}

static gboolean
can_be_off (DlNumberField *self)
{
  return self->least == DL_NUMBER_OFF;
}

/* Nothing, or a dash: off where that can be, but also what comes before a number. */
static gboolean
is_blank (const char *text)
{
  return *text == '\0' || strcmp (text, "-") == 0 || strcmp (text, "–") == 0
         || strcmp (text, "−") == 0;
}

static gboolean
begins (const char *word, const char *text)
{
  return g_ascii_strncasecmp (word, text, strlen (text)) == 0;
}

/* FALSE if the text is not a number, or half of one. */
static gboolean
parse (DlNumberField *self, gint *value)
{
  const char *text = shown_text (self);
  gint64 parsed;

  if (can_be_off (self)
      && (g_ascii_strcasecmp (text, "off") == 0 || g_ascii_strcasecmp (text, "none") == 0
          || g_utf8_collate (text, _ ("off")) == 0))
    {
      *value = DL_NUMBER_OFF;
      return TRUE;
    }
  if (!dl_value_parse_int (text, self->least, G_MAXINT, &parsed, NULL))
    return FALSE;
  *value = parsed;
  return TRUE;
}

static gint
most_of (DlNumberField *self)
{
  return (gint) gtk_adjustment_get_upper (gtk_spin_button_get_adjustment (self->spin));
}

/* Number typed, once there is no more to come. */
static gboolean
parse_whole (DlNumberField *self, gint *value)
{
  *value = DL_NUMBER_OFF;
  return (can_be_off (self) && is_blank (shown_text (self)))
         || (parse (self, value) && *value <= most_of (self));
}

/* More may be typed: there is nothing to say yet. */
static gboolean
may_go_on (DlNumberField *self)
{
  const char *text = shown_text (self);

  return *text == '\0'
         || (can_be_off (self)
             && (is_blank (text) || begins ("off", text) || begins ("none", text)
                 || begins (_ ("off"), text)));
}

/* Problems ------------------------------------------------------------------------------------- */

static GtkWidget *
new_problem (DlNumberField *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *label = gtk_label_new (NULL);

  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE); /* the keyboard stays where it is */
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_popover_set_child (GTK_POPOVER (popover), label);
  gtk_widget_set_parent (popover, self->handle);
  return popover;
}

/* Problem of the typed text, right there; NULL: none. */
static void
set_problem (DlNumberField *self, const char *problem)
{
  GtkAccessible *spin = GTK_ACCESSIBLE (self->spin);

  if (problem == NULL)
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
      gtk_accessible_reset_state (spin, GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (spin, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      if (self->problem != NULL)
        gtk_popover_popdown (GTK_POPOVER (self->problem));
      return;
    }
  if (self->problem == NULL)
    self->problem = new_problem (self);
  gtk_label_set_text (GTK_LABEL (gtk_popover_get_child (GTK_POPOVER (self->problem))), problem);
  gtk_widget_add_css_class (GTK_WIDGET (self), "error");
  gtk_accessible_update_state (spin, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_accessible_update_property (spin, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, problem, -1);
  /* While the user types there, it is in sight. */
  if (gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_FOCUS_WITHIN)
    gtk_popover_popup (GTK_POPOVER (self->problem));
}

static void
refuse (DlNumberField *self)
{
  g_autofree char *problem
      = can_be_off (self)
            ? g_strdup_printf (_ ("A node from 0 to %d, or off"), most_of (self))
            : g_strdup_printf (_ ("A whole number from %d to %d"), self->least, most_of (self));

  set_problem (self, problem);
}

/* Values --------------------------------------------------------------------------------------- */

static gboolean
on_output (DlNumberField *self)
{
  const gint value = gtk_spin_button_get_value_as_int (self->spin);
  g_autofree char *text = NULL;

  if (!gtk_widget_get_sensitive (GTK_WIDGET (self)))
    text = g_strdup ("–");
  else if (value == DL_NUMBER_OFF)
    text = g_strdup (_ ("off")); /* Translators: no dateline; very little room */
  else
    text = g_strdup_printf ("%d", value);
  if (strcmp (text, shown_text (self)) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->spin), text);
  return TRUE;
}

static gint
on_input (DlNumberField *self, gdouble *value)
{
  gint parsed;

  *value = parse_whole (self, &parsed) ? parsed : gtk_spin_button_get_value_as_int (self->spin);
  return TRUE;
}

/* Changes -------------------------------------------------------------------------------------- */

static void
settle (DlNumberField *self)
{
  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  g_signal_emit (self, signals[SETTLED], 0);
}

static gboolean
on_settle_timeout (gpointer self)
{
  settle (self);
  return G_SOURCE_REMOVE;
}

static void
on_value_changed (DlNumberField *self)
{
  if (self->following)
    return;
  g_signal_emit (self, signals[CHANGED], 0, gtk_spin_button_get_value_as_int (self->spin));
  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  if (!self->dragging)
    self->settle_timeout = g_timeout_add (SETTLE_MS, on_settle_timeout, self);
}

/* Typed, since the spin button itself sets its value before its text. Typed text does not settle by
 * itself: 1 on the way to 16 must not cost the faults beyond it. */
static void
on_text_changed (DlNumberField *self)
{
  gint value;

  if (!gtk_widget_get_sensitive (GTK_WIDGET (self)) || may_go_on (self)
      || (parse (self, &value) && value <= most_of (self)))
    set_problem (self, NULL);
  else
    refuse (self);
  if (self->following || !parse (self, &value) || value > most_of (self)
      || value == gtk_spin_button_get_value_as_int (self->spin))
    return;
  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  g_signal_emit (self, signals[CHANGED], 0, value);
}

static gboolean
on_key (DlNumberField *self, guint keyval)
{
  gint value;

  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_ISO_Enter)
    return GDK_EVENT_PROPAGATE;
  if (!parse_whole (self, &value))
    {
      /* To be typed over. */
      refuse (self);
      gtk_editable_select_region (GTK_EDITABLE (self->spin), 0, -1);
      gtk_widget_error_bell (GTK_WIDGET (self));
      return GDK_EVENT_STOP;
    }
  gtk_spin_button_update (self->spin);
  settle (self);
  return GDK_EVENT_PROPAGATE;
}

static void
show_value (DlNumberField *self)
{
  self->following = TRUE;
  gtk_spin_button_set_value (self->spin, self->value);
  self->following = FALSE;
}

/* Only when the next field has selected its text. To give the selection back and to take it at once
 * is mistaken on X for the loss of the new selection: the next digit would come before the old
 * ones. */
static gboolean
on_deselect_idle (gpointer user_data)
{
  DlNumberField *self = user_data;

  self->deselect_idle = 0;
  if ((gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    gtk_editable_select_region (GTK_EDITABLE (self->spin), 0, 0);
  return G_SOURCE_REMOVE;
}

static void
on_focus (GtkEventController *focus, GParamSpec *pspec, DlNumberField *self)
{
  dl_focus_set_wheel (GTK_WIDGET (self->spin), gtk_event_controller_focus_contains_focus (
                                                   GTK_EVENT_CONTROLLER_FOCUS (focus)));
  if (!dl_focus_has_left (focus))
    return;
  gtk_spin_button_update (self->spin);
  if (self->deselect_idle == 0)
    self->deselect_idle = g_idle_add (on_deselect_idle, self);
  settle (self);
  show_value (self); /* text that could not be read goes */
  set_problem (self, NULL);
}

/* Drags ---------------------------------------------------------------------------------------- */

static void
on_drag_begin (DlNumberField *self)
{
  self->drag_from = gtk_spin_button_get_value_as_int (self->spin);
  self->drag_limit = G_MAXINT;
}

static void
on_drag_update (GtkGestureDrag *drag, gdouble dx, gdouble dy, DlNumberField *self)
{
  graphene_rect_t handle;
  gdouble x, y;
  gint value;

  if (!self->dragging)
    {
      /* Sideways inside the text selects it. */
      gtk_gesture_drag_get_start_point (drag, &x, &y);
      const gboolean on_handle
          = gtk_widget_compute_bounds (self->handle, GTK_WIDGET (self), &handle)
            && x < handle.origin.x + handle.size.width;
      if (MAX (ABS (dx), ABS (dy)) < DRAG_THRESHOLD || (!on_handle && ABS (dx) > ABS (dy)))
        return;
      self->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_grab_focus (GTK_WIDGET (self->spin));
    }
  value = self->drag_from + (gint) ((ABS (dy) > ABS (dx) ? -dy : dx) / DRAG_STEP);
  if (value >= self->drag_limit)
    return;
  gtk_spin_button_set_value (self->spin, value);
  value = gtk_spin_button_get_value_as_int (self->spin);
  if (self->value != value)
    self->drag_limit = value; /* once is enough to be told */
}

static void
on_drag_end (DlNumberField *self)
{
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  settle (self);
}

/* The widget ----------------------------------------------------------------------------------- */

static gboolean
mnemonic_activate (GtkWidget *widget, gboolean cycling)
{
  return gtk_widget_mnemonic_activate (GTK_WIDGET (DL_NUMBER_FIELD (widget)->spin), cycling);
}

static void
dispose (GObject *object)
{
  DlNumberField *self = DL_NUMBER_FIELD (object);

  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  g_clear_handle_id (&self->deselect_idle, g_source_remove);
  g_clear_pointer (&self->problem, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_number_field_parent_class)->dispose (object);
}

static void
dl_number_field_class_init (DlNumberFieldClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WIDGET_CLASS (class)->mnemonic_activate = mnemonic_activate;
  signals[CHANGED] = g_signal_new ("changed", DL_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SETTLED] = g_signal_new ("settled", DL_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
init_spin (DlNumberField *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->spin = GTK_SPIN_BUTTON (gtk_spin_button_new (gtk_adjustment_new (1, 1, 1, 1, 4, 0), 1, 0));
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->spin)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, FALSE);
  gtk_spin_button_set_update_policy (self->spin, GTK_UPDATE_IF_VALID);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->spin), 2);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->spin), 2);
  gtk_widget_set_hexpand (GTK_WIDGET (self->spin), TRUE);
  dl_focus_set_wheel (GTK_WIDGET (self->spin), FALSE);
  g_signal_connect_swapped (self->spin, "output", G_CALLBACK (on_output), self);
  g_signal_connect_swapped (self->spin, "input", G_CALLBACK (on_input), self);
  g_signal_connect_swapped (self->spin, "value-changed", G_CALLBACK (on_value_changed), self);
  g_signal_connect_swapped (self->spin, "changed", G_CALLBACK (on_text_changed), self);
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (on_focus), self);
  gtk_widget_add_controller (GTK_WIDGET (self->spin), focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->spin), keys);
}

static void
dl_number_field_init (DlNumberField *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  init_spin (self);
  self->handle = gtk_label_new (NULL);
  gtk_widget_set_cursor_from_name (self->handle, "ns-resize");
  gtk_widget_add_css_class (self->handle, "dl-handle");
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-field");
  gtk_box_append (GTK_BOX (self), self->handle);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->spin));

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

GtkWidget *
dl_number_field_new (const char *title, const char *name, gint least)
{
  DlNumberField *self = g_object_new (DL_TYPE_NUMBER_FIELD, NULL);

  self->least = least;
  gtk_label_set_label (GTK_LABEL (self->handle), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spin), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  return GTK_WIDGET (self);
}

void
dl_number_field_follow (DlNumberField *self, gint value, gint most)
{
  gint typed;

  self->value = value;
  self->following = TRUE;
  gtk_adjustment_configure (gtk_spin_button_get_adjustment (self->spin), value, self->least, most,
                            1, 4, 0);
  self->following = FALSE;
  if (parse (self, &typed) ? typed != value
                           : !gtk_widget_has_focus (
                               GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->spin)))))
    show_value (self);
}

#include "dl-config-panel.h"

#include "dl-session-edits.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Steps of keys and wheel become one undo step until nobody has touched the control for so long. */
#define SEAL_MS 1000
/* Pixels of a drag over a number to its next value, and before it counts as a drag. */
#define DRAG_STEP      7
#define DRAG_THRESHOLD 6

/* A number that belongs to a dimension: a spin button without its buttons, with the dimension's
 * name as a handle. Arrow keys, wheel and vertical drags change it. */
typedef struct
{
  DlConfigPanel *panel;
  DlDim dim;
  gboolean is_dateline; /* or a radix */
  gboolean is_idle;     /* the dateline of a dimension that is no ring */
  GtkWidget *spin;
  gboolean dragging;
  gint drag_from;
  gint drag_limit; /* refused before in this drag */
} Number;

/* A drop-down of things with an identifier. */
typedef struct
{
  const char *id;
  const char *title;       /* translatable */
  const char *description; /* translatable */
} Choice;

typedef struct
{
  DlConfigPanel *panel;
  GtkDropDown *down;
  GArray *choices; /* Choice */
  const char *key;
} Chooser;

/* An entry whose text is a key's value. */
typedef struct
{
  DlConfigPanel *panel;
  GtkWidget *entry;
  const char *key;
  char *shown; /* the session's value that the entry was last set to */
} Text;

struct _DlConfigPanel
{
  GtkWidget parent;
  DlSession *session;
  gboolean updating; /* the controls follow the session: they are not being used */
  guint seal_timeout;
  guint sync_idle;

  GtkWidget *scroller;
  GtkWidget *groups;
  GtkWidget *radix_label, *radix_box;
  GtkWidget *torus_label, *torus_box;
  GtkWidget *dateline_label, *dateline_box, *dateline_note;
  GtkWidget *datelines_off, *datelines_on;
  GtkWidget *faults_title, *faults_none, *faults_scroller, *faults;
  GtkWidget *target_row, *seed_row, *traffic_error;

  Number radix[DL_N_DIMS];
  Number dateline[DL_N_DIMS];
  GtkWidget *torus[DL_N_DIMS];
  Chooser policy, tie, engine, pattern;
  Text target, seed;
  GListStore *fault_items;
};

enum
{
  SESSION = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlConfigPanel, dl_config_panel, GTK_TYPE_WIDGET)

static const char *const dim_titles[DL_N_DIMS] = { "X", "Y", "Z" };

static void sync_all (DlConfigPanel *self);

/* Undo steps ----------------------------------------------------------------------------------- */

static void
seal (DlConfigPanel *self)
{
  g_clear_handle_id (&self->seal_timeout, g_source_remove);
  if (self->session != NULL)
    dl_session_seal (self->session);
}

static gboolean
on_seal_timeout (gpointer user_data)
{
  DlConfigPanel *self = user_data;

  self->seal_timeout = 0;
  seal (self);
  return G_SOURCE_REMOVE;
}

static void
seal_soon (DlConfigPanel *self)
{
  g_clear_handle_id (&self->seal_timeout, g_source_remove);
  self->seal_timeout = g_timeout_add (SEAL_MS, on_seal_timeout, self);
}

static gboolean
on_sync_idle (gpointer user_data)
{
  DlConfigPanel *self = user_data;

  self->sync_idle = 0;
  sync_all (self);
  return G_SOURCE_REMOVE;
}

/* Back to what the session has, but not in the middle of a control's own signal. */
static void
on_failed (DlSession *session, const char *message, DlConfigPanel *self)
{
  if (self->sync_idle == 0)
    self->sync_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_sync_idle, self, NULL);
}

/* Whether the keyboard has gone on to something else in the window: not when it is the window that
 * lost it, to come back to the same place. */
static gboolean
has_left (GtkEventController *focus)
{
  GtkWidget *widget = gtk_event_controller_get_widget (focus);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus (root) : NULL;

  return !gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (focus))
         && (focused == NULL || !gtk_widget_is_ancestor (focused, widget));
}

/* Numbers -------------------------------------------------------------------------------------- */

static gboolean
parse_number (const Number *number, const char *text, gint *value)
{
  gint64 parsed;

  if (number->is_dateline
      && (g_ascii_strcasecmp (text, "off") == 0 || g_ascii_strcasecmp (text, "none") == 0
          || g_utf8_collate (text, _ ("off")) == 0))
    {
      *value = DL_NO_DATELINE;
      return TRUE;
    }
  if (!dl_value_parse_int (text, number->is_dateline ? -1 : 1, DL_TORUS_MAX_NODES, &parsed, NULL))
    return FALSE;
  *value = parsed;
  return TRUE;
}

static gint
session_number (const Number *number)
{
  const DlScenario *scenario = dl_session_get_scenario (number->panel->session);

  if (!number->is_dateline)
    return scenario->torus.radix[number->dim];
  return dl_scenario_routing (scenario).dateline[number->dim];
}

static void
apply_number (Number *number, gint value)
{
  DlConfigPanel *self = number->panel;

  if (self->updating || self->session == NULL)
    return;
  if (number->is_dateline)
    dl_session_move_dateline (self->session, number->dim, value);
  else
    dl_session_set_radix (self->session, number->dim, value);
}

static void
on_number_value_changed (GtkSpinButton *spin, Number *number)
{
  if (number->panel->updating)
    return;
  apply_number (number, gtk_spin_button_get_value_as_int (spin));
  if (!number->dragging)
    seal_soon (number->panel);
}

/* Typed, since the spin button itself sets its value before its text. What is being typed is not
 * sealed: 1 on the way to 16 must not cost the faults beyond it. */
static void
on_number_text_changed (GtkSpinButton *spin, Number *number)
{
  DlConfigPanel *self = number->panel;
  gint value;

  if (self->updating || !parse_number (number, gtk_editable_get_text (GTK_EDITABLE (spin)), &value)
      || value == gtk_spin_button_get_value_as_int (spin)
      || value > gtk_adjustment_get_upper (gtk_spin_button_get_adjustment (spin)))
    return;
  g_clear_handle_id (&self->seal_timeout, g_source_remove);
  apply_number (number, value);
}

static gboolean
on_number_output (GtkSpinButton *spin, Number *number)
{
  const gint value = gtk_spin_button_get_value_as_int (spin);
  g_autofree char *text = NULL;

  if (number->is_idle)
    text = g_strdup ("–");
  else if (number->is_dateline && value == DL_NO_DATELINE)
    text = g_strdup (_ ("off")); /* Translators: no dateline; very little room */
  else
    text = g_strdup_printf ("%d", value);
  if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static gint
on_number_input (GtkSpinButton *spin, gdouble *value, Number *number)
{
  gint parsed;

  if (!parse_number (number, gtk_editable_get_text (GTK_EDITABLE (spin)), &parsed))
    parsed = gtk_spin_button_get_value_as_int (spin);
  *value = parsed;
  return TRUE;
}

static gboolean
on_number_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
               Number *number)
{
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter)
    seal (number->panel);
  return GDK_EVENT_PROPAGATE;
}

/* Only a number that has the focus takes the wheel, which otherwise scrolls the panel. */
static void
set_wheel (Number *number, gboolean enabled)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (number->spin);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller,
                                                    enabled ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE);
    }
}

static void
on_number_focus (GtkEventController *focus, GParamSpec *pspec, Number *number)
{
  set_wheel (number,
             gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (focus)));
  if (!has_left (focus) || number->panel->session == NULL)
    return;
  gtk_editable_select_region (GTK_EDITABLE (number->spin), 0, 0);
  seal (number->panel);
  sync_all (number->panel); /* what could not be read goes */
}

static void
on_number_drag_begin (GtkGestureDrag *drag, gdouble x, gdouble y, Number *number)
{
  number->drag_from = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (number->spin));
  number->drag_limit = G_MAXINT;
}

static void
on_number_drag_update (GtkGestureDrag *drag, gdouble dx, gdouble dy, Number *number)
{
  DlConfigPanel *self = number->panel;
  GtkWidget *handle = gtk_widget_get_first_child (gtk_widget_get_parent (number->spin));
  gdouble x, y;
  gint value;

  if (self->session == NULL)
    return;
  if (!number->dragging)
    {
      /* Sideways inside the text selects it. */
      gtk_gesture_drag_get_start_point (drag, &x, &y);
      const gboolean on_handle = x < gtk_widget_get_allocated_width (handle);
      if (MAX (ABS (dx), ABS (dy)) < DRAG_THRESHOLD || (!on_handle && ABS (dx) > ABS (dy)))
        return;
      number->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_grab_focus (number->spin);
    }
  value = number->drag_from + (gint) ((ABS (dy) > ABS (dx) ? -dy : dx) / DRAG_STEP);
  if (value >= number->drag_limit)
    return;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number->spin), value);
  value = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (number->spin));
  if (session_number (number) != value)
    number->drag_limit = value; /* once is enough to be told */
}

static void
on_number_drag_end (GtkGestureDrag *drag, gdouble dx, gdouble dy, Number *number)
{
  if (!number->dragging)
    return;
  number->dragging = FALSE;
  seal (number->panel);
}

static void
hide_buttons (GtkWidget *spin)
{
  for (GtkWidget *child = gtk_widget_get_first_child (spin); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, FALSE);
}

static void
init_number (Number *number, DlConfigPanel *self, DlDim dim, gboolean is_dateline)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *handle = gtk_label_new (dim_titles[dim]);
  GtkAdjustment *adjustment
      = gtk_adjustment_new (1, is_dateline ? -1 : 1, DL_TORUS_MAX_NODES, 1, 4, 0);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autofree char *name = NULL;

  number->panel = self;
  number->dim = dim;
  number->is_dateline = is_dateline;
  number->spin = gtk_spin_button_new (adjustment, 1, 0);
  hide_buttons (number->spin);
  gtk_spin_button_set_update_policy (GTK_SPIN_BUTTON (number->spin), GTK_UPDATE_IF_VALID);
  gtk_editable_set_width_chars (GTK_EDITABLE (number->spin), 2);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (number->spin), 2);
  gtk_widget_set_hexpand (number->spin, TRUE);
  /* Translators: “Radix in X”, “Dateline in X” */
  name = g_strdup_printf (is_dateline ? _ ("Dateline in %s") : _ ("Radix in %s"), dim_titles[dim]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number->spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  set_wheel (number, FALSE);
  g_signal_connect (number->spin, "output", G_CALLBACK (on_number_output), number);
  g_signal_connect (number->spin, "input", G_CALLBACK (on_number_input), number);
  g_signal_connect (number->spin, "value-changed", G_CALLBACK (on_number_value_changed), number);
  g_signal_connect (number->spin, "changed", G_CALLBACK (on_number_text_changed), number);
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (on_number_focus), number);
  gtk_widget_add_controller (number->spin, focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_number_key), number);
  gtk_widget_add_controller (number->spin, keys);

  gtk_widget_set_cursor_from_name (handle, "ns-resize");
  gtk_widget_add_css_class (handle, "dl-handle");
  gtk_widget_add_css_class (box, "dl-field");
  gtk_box_append (GTK_BOX (box), handle);
  gtk_box_append (GTK_BOX (box), number->spin);
  gtk_box_append (GTK_BOX (is_dateline ? self->dateline_box : self->radix_box), box);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_number_drag_begin), number);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_number_drag_update), number);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_number_drag_end), number);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drag));
}

static void
sync_number (Number *number, gint upper)
{
  GtkSpinButton *spin = GTK_SPIN_BUTTON (number->spin);
  GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (spin);
  const gint value = session_number (number);
  gint typed;

  gtk_adjustment_configure (adjustment, value, number->is_dateline ? -1 : 1, upper, 1, 4, 0);
  /* An empty or half-typed text stays while somebody is at it. */
  if (parse_number (number, gtk_editable_get_text (GTK_EDITABLE (spin)), &typed)
          ? typed != value
          : !gtk_widget_has_focus (gtk_widget_get_first_child (number->spin)))
    gtk_spin_button_set_value (spin, value);
}

/* Torus or mesh -------------------------------------------------------------------------------- */

static void
on_torus_toggled (GtkToggleButton *button, DlConfigPanel *self)
{
  const DlDim dim = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "dl-dim"));

  if (!self->updating && self->session != NULL)
    dl_session_set_wrap (self->session, dim, gtk_toggle_button_get_active (button));
}

static GtkWidget *
new_torus_toggle (DlConfigPanel *self, DlDim dim)
{
  GtkWidget *toggle = gtk_toggle_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  g_autofree char *name = g_strdup_printf (_ ("Torus in %s"), dim_titles[dim]);
  g_autofree char *tip = g_strdup_printf (
      _ ("A torus in %s: wraparound links close its rings. Off: a mesh. Of radix 2 or less it is a "
         "mesh anyway (VC paper, section 1)"),
      dim_titles[dim]);

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), gtk_label_new (dim_titles[dim]));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_button_set_child (GTK_BUTTON (toggle), box);
  gtk_widget_set_tooltip_text (toggle, tip);
  gtk_widget_add_css_class (toggle, "dl-pill");
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (toggle), "dl-dim", GUINT_TO_POINTER (dim));
  g_signal_connect (toggle, "toggled", G_CALLBACK (on_torus_toggled), self);
  gtk_box_append (GTK_BOX (self->torus_box), toggle);
  return toggle;
}

/* All datelines -------------------------------------------------------------------------------- */

static void
on_datelines_off (DlConfigPanel *self)
{
  dl_session_set_datelines (self->session, FALSE);
}

static void
on_datelines_on (DlConfigPanel *self)
{
  dl_session_set_datelines (self->session, TRUE);
}

static void
sync_datelines (DlConfigPanel *self, const DlScenario *scenario)
{
  const DlRoutingSpec routing = dl_scenario_routing (scenario);
  g_autoptr (GString) no_rings = g_string_new (NULL);
  gboolean any_on = FALSE, any_moved = FALSE;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      Number *number = &self->dateline[dim];
      const gint last = scenario->torus.radix[dim] - 1;
      const gboolean is_ring = dl_torus_spec_is_ring (&scenario->torus, dim);
      g_autofree char *tip = NULL;

      if (is_ring)
        {
          tip = g_strdup_printf (
              _ ("The node in %s, 0 to %d, from which on packets travel on VC1 (VC paper, section "
                 "3); off allows deadlock. Type, use the arrow keys, or drag up and down"),
              dim_titles[dim], last);
          any_on |= routing.dateline[dim] != DL_NO_DATELINE;
          any_moved |= routing.dateline[dim] != last;
        }
      else
        {
          tip = g_strdup_printf (_ ("%s is no ring but a mesh, where no dateline is needed"),
                                 dim_titles[dim]);
          g_string_append_printf (no_rings, "%s%s", no_rings->len > 0 ? ", " : "", dim_titles[dim]);
        }
      gtk_widget_set_tooltip_text (gtk_widget_get_parent (number->spin), tip);
      gtk_widget_set_sensitive (gtk_widget_get_parent (number->spin), is_ring);
      number->is_idle = !is_ring;
      sync_number (number, MAX (last, 0));
    }

  gtk_widget_set_sensitive (self->datelines_off, any_on);
  gtk_widget_set_sensitive (self->datelines_on, any_moved);
  gtk_widget_set_visible (self->dateline_note, no_rings->len > 0);
  if (no_rings->len > 0)
    {
      /* Translators: “X, Y: no rings, so no datelines” */
      g_autofree char *note = g_strdup_printf (_ ("%s: mesh, so no dateline"), no_rings->str);
      gtk_label_set_label (GTK_LABEL (self->dateline_note), note);
    }
}

/* Drop-downs ----------------------------------------------------------------------------------- */

static const Choice *
choice_at (const Chooser *chooser, guint index)
{
  return &g_array_index (chooser->choices, Choice, index);
}

static void
on_chosen (GtkDropDown *down, GParamSpec *pspec, Chooser *chooser)
{
  DlConfigPanel *self = chooser->panel;
  const guint index = gtk_drop_down_get_selected (down);
  const char *id;

  if (index >= chooser->choices->len)
    return;
  gtk_widget_set_tooltip_text (GTK_WIDGET (down), _ (choice_at (chooser, index)->description));
  if (self->updating || self->session == NULL)
    return;
  id = choice_at (chooser, index)->id;
  if (chooser == &self->pattern)
    dl_session_set_pattern (self->session, dl_pattern_find (id));
  else
    dl_session_set (self->session, chooser->key, id, FALSE);
}

static void
sync_chooser (Chooser *chooser, const char *id)
{
  for (guint i = 0; i < chooser->choices->len; i++)
    if (strcmp (choice_at (chooser, i)->id, id) == 0)
      gtk_drop_down_set_selected (chooser->down, i);
}

static void
setup_button_item (GtkSignalListItemFactory *factory, GtkListItem *item, Chooser *chooser)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_button_item (GtkSignalListItemFactory *factory, GtkListItem *item, Chooser *chooser)
{
  const guint index = gtk_list_item_get_position (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       _ (choice_at (chooser, index)->title));
}

/* In the list: a title, a line about it, and a mark at the one chosen. */
static void
setup_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, Chooser *chooser)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *description = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (description), 0);
  gtk_label_set_wrap (GTK_LABEL (description), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (description), 30);
  gtk_label_set_max_width_chars (GTK_LABEL (description), 36);
  gtk_widget_add_css_class (description, "dl-description");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (lines), title);
  gtk_box_append (GTK_BOX (lines), description);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_list_item_set_child (item, box);
}

static void
mark_chosen (GtkDropDown *down, GParamSpec *pspec, GtkListItem *item)
{
  GtkWidget *mark = gtk_widget_get_last_child (gtk_list_item_get_child (item));

  gtk_widget_set_opacity (
      mark, gtk_drop_down_get_selected (down) == gtk_list_item_get_position (item) ? 1 : 0);
}

static void
bind_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, Chooser *chooser)
{
  const Choice *choice = choice_at (chooser, gtk_list_item_get_position (item));
  GtkWidget *title
      = gtk_widget_get_first_child (gtk_widget_get_first_child (gtk_list_item_get_child (item)));

  gtk_label_set_label (GTK_LABEL (title), _ (choice->title));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (title)), _ (choice->description));
  g_signal_connect_object (chooser->down, "notify::selected", G_CALLBACK (mark_chosen), item, 0);
  mark_chosen (chooser->down, NULL, item);
}

static void
unbind_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, Chooser *chooser)
{
  g_signal_handlers_disconnect_by_func (chooser->down, mark_chosen, item);
}

static void
add_choice (Chooser *chooser, const char *id, const char *title, const char *description)
{
  const Choice choice = { id, title, description };

  g_array_append_val (chooser->choices, choice);
}

static void
init_chooser (Chooser *chooser, DlConfigPanel *self, const char *key)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GtkListItemFactory) button_items = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) list_items = gtk_signal_list_item_factory_new ();

  chooser->panel = self;
  chooser->key = key;
  for (guint i = 0; i < chooser->choices->len; i++)
    gtk_string_list_append (titles, _ (choice_at (chooser, i)->title));
  g_signal_connect (button_items, "setup", G_CALLBACK (setup_button_item), chooser);
  g_signal_connect (button_items, "bind", G_CALLBACK (bind_button_item), chooser);
  g_signal_connect (list_items, "setup", G_CALLBACK (setup_list_item), chooser);
  g_signal_connect (list_items, "bind", G_CALLBACK (bind_list_item), chooser);
  g_signal_connect (list_items, "unbind", G_CALLBACK (unbind_list_item), chooser);
  g_signal_connect (chooser->down, "notify::selected", G_CALLBACK (on_chosen), chooser);

  self->updating = TRUE;
  gtk_drop_down_set_factory (chooser->down, button_items);
  gtk_drop_down_set_list_factory (chooser->down, list_items);
  gtk_drop_down_set_model (chooser->down, G_LIST_MODEL (titles));
  self->updating = FALSE;
}

static void
init_choosers (DlConfigPanel *self)
{
  guint n;
  const DlVcPolicy *const *policies = dl_vc_policies (&n);

  for (Chooser *const *chooser
       = (Chooser *[]) { &self->policy, &self->tie, &self->engine, &self->pattern, NULL };
       *chooser != NULL; chooser++)
    (*chooser)->choices = g_array_new (FALSE, FALSE, sizeof (Choice));

  for (guint i = 0; i < n; i++)
    add_choice (&self->policy, policies[i]->id, policies[i]->title, policies[i]->description);
  add_choice (&self->tie, "positive", N_ ("Positive"),
              N_ ("Half way round a ring both directions are as short: always the positive one"));
  add_choice (&self->tie, "parity", N_ ("Parity"),
              N_ ("Half way round a ring: positive from an even node coordinate, negative from an "
                  "odd one"));
  const DlEngine *const *engines = dl_engines (&n);
  for (guint i = 0; i < n; i++)
    add_choice (&self->engine, engines[i]->id, engines[i]->title, engines[i]->description);
  const DlPattern *const *patterns = dl_patterns (&n);
  for (guint i = 0; i < n; i++)
    add_choice (&self->pattern, patterns[i]->id, patterns[i]->title, patterns[i]->description);

  init_chooser (&self->policy, self, "torus.vc-policy");
  init_chooser (&self->tie, self, "torus.tie");
  init_chooser (&self->engine, self, "torus.engine");
  init_chooser (&self->pattern, self, "traffic.pattern");
}

/* Faults --------------------------------------------------------------------------------------- */

typedef enum
{
  FAULT_CABLE,
  FAULT_CHANNEL,
  FAULT_NODE
} FaultKind;

#define DL_TYPE_FAULT_ITEM (dl_fault_item_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultItem, dl_fault_item, DL, FAULT_ITEM, GObject)

struct _DlFaultItem
{
  GObject parent;
  FaultKind kind;
  DlLinkAt at; /* a node: no port */
};

G_DEFINE_FINAL_TYPE (DlFaultItem, dl_fault_item, G_TYPE_OBJECT)

static void
dl_fault_item_class_init (DlFaultItemClass *class)
{
}

static void
dl_fault_item_init (DlFaultItem *item)
{
}

static gboolean
same_fault (const DlFaultItem *a, const DlFaultItem *b)
{
  return a->kind == b->kind && dl_link_at_compare (&a->at, &b->at) == 0;
}

static void
append_fault (GPtrArray *items, FaultKind kind, DlLinkAt at)
{
  DlFaultItem *item = g_object_new (DL_TYPE_FAULT_ITEM, NULL);

  item->kind = kind;
  item->at = at;
  g_ptr_array_add (items, item);
}

static GPtrArray *
faults_of (const DlTorusSpec *torus)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < torus->broken_cables->len; i++)
    append_fault (items, FAULT_CABLE, g_array_index (torus->broken_cables, DlLinkAt, i));
  for (guint i = 0; i < torus->broken_channels->len; i++)
    append_fault (items, FAULT_CHANNEL, g_array_index (torus->broken_channels, DlLinkAt, i));
  for (guint i = 0; i < torus->broken_nodes->len; i++)
    append_fault (items, FAULT_NODE,
                  (DlLinkAt) { g_array_index (torus->broken_nodes, DlCoord, i), 0 });
  return items;
}

/* As many as are shown at once; more scroll. */
#define MOST_ROWS 6

/* Replaces only what differs, so that the list keeps its place. */
static void
sync_faults (DlConfigPanel *self, const DlTorusSpec *torus)
{
  GListModel *model = G_LIST_MODEL (self->fault_items);
  g_autoptr (GPtrArray) items = faults_of (torus);
  const guint n_old = g_list_model_get_n_items (model);
  guint head = 0, tail = 0;
  g_autofree char *title = NULL;

  for (; head < MIN (n_old, items->len); head++)
    {
      g_autoptr (DlFaultItem) old = g_list_model_get_item (model, head);
      if (!same_fault (old, items->pdata[head]))
        break;
    }
  for (; tail < MIN (n_old, items->len) - head; tail++)
    {
      g_autoptr (DlFaultItem) old = g_list_model_get_item (model, n_old - 1 - tail);
      if (!same_fault (old, items->pdata[items->len - 1 - tail]))
        break;
    }
  if (head + tail < MAX (n_old, items->len))
    g_list_store_splice (self->fault_items, head, n_old - head - tail, items->pdata + head,
                         items->len - head - tail);

  /* Translators: how many there are, “Faults (3)” */
  title = items->len > 0 ? g_strdup_printf (_ ("Faults (%u)"), items->len) : NULL;
  gtk_label_set_label (GTK_LABEL (self->faults_title), title != NULL ? title : _ ("Faults"));
  /* A scrolled window that may scroll is never as low as one row. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->faults_scroller), GTK_POLICY_NEVER,
                                  items->len > MOST_ROWS ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  gtk_widget_set_visible (self->faults_none, items->len == 0);
  gtk_widget_set_visible (self->faults_scroller, items->len > 0);
}

static void
on_restore_clicked (GtkButton *button, GtkListItem *list_item)
{
  DlConfigPanel *self
      = DL_CONFIG_PANEL (gtk_widget_get_ancestor (GTK_WIDGET (button), DL_TYPE_CONFIG_PANEL));
  const DlFaultItem *item = gtk_list_item_get_item (list_item);

  if (item->kind == FAULT_NODE)
    dl_session_toggle_node (self->session, item->at.from);
  else
    dl_session_toggle_link (self->session, item->at, item->kind == FAULT_CHANNEL);
}

static void
setup_fault (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlConfigPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *button = gtk_button_new_with_label (_ ("Restore"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_add_css_class (box, "dl-row");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  g_signal_connect (button, "clicked", G_CALLBACK (on_restore_clicked), list_item);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_fault (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlConfigPanel *self)
{
  const DlFaultItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *button = gtk_widget_get_last_child (box);
  g_autofree char *where
      = item->kind == FAULT_NODE ? dl_node_label (item->at.from) : dl_link_label (item->at);
  g_autofree char *text = NULL;
  g_autofree char *tip = NULL;
  g_autofree char *restore = NULL;

  switch (item->kind)
    {
    case FAULT_CABLE:
      text = g_strdup (where);
      tip = g_strdup_printf (_ ("The cable %s is broken, in both directions"), where);
      break;
    case FAULT_CHANNEL:
      /* Translators: a link that is broken in one direction only, “X+ of (3,4,5) →” */
      text = g_strdup_printf (_ ("%s →"), where);
      tip = g_strdup_printf (_ ("The link %s is broken, in this direction only"), where);
      break;
    case FAULT_NODE:
      text = g_strdup_printf (_ ("Node %s"), where);
      tip = g_strdup_printf (_ ("The node %s is broken, with all its links"), where);
      break;
    }
  /* Translators: a button’s name for those who cannot see where it is, “Restore X+ of (3,4,5)” */
  restore = g_strdup_printf (_ ("Restore %s"), text);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (box, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, restore,
                                  -1);
}

static void
init_faults (DlConfigPanel *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) selection = NULL;

  self->fault_items = g_list_store_new (DL_TYPE_FAULT_ITEM);
  selection = GTK_SELECTION_MODEL (
      gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->fault_items))));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_fault), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_fault), self);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->faults), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->faults), selection);
}

/* Entries -------------------------------------------------------------------------------------- */

static gboolean
check_text (const Text *text, const char *value, GError **error)
{
  DlConfigPanel *self = text->panel;
  DlCoord coord;
  guint64 number;

  if (text == &self->target)
    return dl_torus_spec_parse_node (&dl_session_get_scenario (self->session)->torus, value, &coord,
                                     error);
  return dl_value_parse_uint (value, 0, G_MAXUINT64, &number, error);
}

static void
show_text_error (Text *text, const char *message)
{
  GtkWidget *label = text->panel->traffic_error;

  if (message != NULL)
    {
      gtk_widget_add_css_class (text->entry, "error");
      gtk_label_set_label (GTK_LABEL (label), message);
      gtk_accessible_update_state (GTK_ACCESSIBLE (text->entry), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
  else
    {
      gtk_widget_remove_css_class (text->entry, "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (text->entry), GTK_ACCESSIBLE_STATE_INVALID);
    }
  gtk_widget_set_visible (label, message != NULL);
}

static void
on_text_changed (GtkEditable *editable, Text *text)
{
  DlConfigPanel *self = text->panel;
  const char *value = gtk_editable_get_text (editable);
  g_autoptr (GError) error = NULL;

  if (self->updating || self->session == NULL)
    return;
  if (!check_text (text, value, &error))
    {
      show_text_error (text, error->message);
      return;
    }
  show_text_error (text, NULL);
  g_free (text->shown);
  text->shown = g_strdup (value); /* not to be set again while it is typed */
  dl_session_set (self->session, text->key, value, TRUE);
}

static void
sync_text (Text *text, const char *value)
{
  if (g_strcmp0 (text->shown, value) == 0)
    return;
  g_free (text->shown);
  text->shown = g_strdup (value);
  gtk_editable_set_text (GTK_EDITABLE (text->entry), value);
  show_text_error (text, NULL);
}

static void
on_text_activate (GtkEditable *editable, Text *text)
{
  seal (text->panel);
}

/* What could not be used goes back to what the session has. */
static void
on_text_focus (GtkEventController *focus, GParamSpec *pspec, Text *text)
{
  if (!has_left (focus) || text->panel->session == NULL)
    return;
  seal (text->panel);
  g_clear_pointer (&text->shown, g_free);
  sync_all (text->panel);
}

static void
init_text (Text *text, DlConfigPanel *self, const char *key)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  text->panel = self;
  text->key = key;
  g_signal_connect (text->entry, "changed", G_CALLBACK (on_text_changed), text);
  g_signal_connect (text->entry, "activate", G_CALLBACK (on_text_activate), text);
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (on_text_focus), text);
  gtk_widget_add_controller (text->entry, focus);
}

/* Following the session ------------------------------------------------------------------------ */

static void
sync_all (DlConfigPanel *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, scenario->seed);
  const gboolean needs_target = scenario->traffic.pattern->needs_target;
  const gboolean needs_seed = scenario->traffic.pattern->needs_seed;

  if (self->updating)
    return;
  self->updating = TRUE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      sync_number (&self->radix[dim], DL_TORUS_MAX_NODES);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->torus[dim]),
                                    scenario->torus.wrap[dim]);
    }
  sync_datelines (self, scenario);
  sync_chooser (&self->policy, scenario->routing.vc_policy->id);
  sync_chooser (&self->tie, scenario->routing.tie == DL_TIE_PARITY ? "parity" : "positive");
  sync_chooser (&self->engine, scenario->routing.engine->id);
  sync_chooser (&self->pattern, scenario->traffic.pattern->id);
  sync_faults (self, &scenario->torus);
  sync_text (&self->target, scenario->traffic.target);
  sync_text (&self->seed, seed);
  gtk_widget_set_visible (self->target_row, needs_target);
  gtk_widget_set_visible (self->seed_row, needs_seed);
  if (!needs_target && !needs_seed)
    gtk_widget_set_visible (self->traffic_error, FALSE);
  self->updating = FALSE;
}

static void
on_generation (DlSession *session, GParamSpec *pspec, DlConfigPanel *self)
{
  sync_all (self);
}

static void
set_session (DlConfigPanel *self, DlSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      seal (self);
      g_clear_handle_id (&self->sync_idle, g_source_remove);
      g_signal_handlers_disconnect_by_func (self->session, on_generation, self);
      g_signal_handlers_disconnect_by_func (self->session, on_failed, self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect (session, "notify::generation", G_CALLBACK (on_generation), self);
      g_signal_connect (session, "failed", G_CALLBACK (on_failed), self);
      sync_all (self);
    }
  gtk_widget_set_sensitive (self->groups, session != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SESSION]);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlConfigPanel *self = DL_CONFIG_PANEL (object);

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
      set_session (DL_CONFIG_PANEL (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlConfigPanel *self = DL_CONFIG_PANEL (object);

  if (self->scroller != NULL)
    set_session (self, NULL);
  g_clear_handle_id (&self->seal_timeout, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->fault_items);
  G_OBJECT_CLASS (dl_config_panel_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlConfigPanel *self = DL_CONFIG_PANEL (object);

  g_array_unref (self->policy.choices);
  g_array_unref (self->tie.choices);
  g_array_unref (self->engine.choices);
  g_array_unref (self->pattern.choices);
  g_free (self->target.shown);
  g_free (self->seed.shown);
  G_OBJECT_CLASS (dl_config_panel_parent_class)->finalize (object);
}

static void
dl_config_panel_class_init (DlConfigPanelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[SESSION]
      = g_param_spec_object ("session", NULL, NULL, DL_TYPE_SESSION,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-config-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, groups);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, radix_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, radix_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, torus_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, torus_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_note);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, datelines_off);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, datelines_on);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, faults_title);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, faults_none);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, faults_scroller);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, faults);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, target_row);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, seed_row);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, traffic_error);
#define BIND(name, member)                                                                         \
  gtk_widget_class_bind_template_child_full (widget_class, name, FALSE,                            \
                                             G_STRUCT_OFFSET (DlConfigPanel, member))
  BIND ("policy", policy.down);
  BIND ("tie", tie.down);
  BIND ("engine", engine.down);
  BIND ("pattern", pattern.down);
  BIND ("target", target.entry);
  BIND ("seed", seed.entry);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_datelines_off);
  gtk_widget_class_bind_template_callback (widget_class, on_datelines_on);
}

static void
dl_config_panel_init (DlConfigPanel *self)
{
  g_type_ensure (DL_TYPE_SESSION);
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      g_autofree char *tip = g_strdup_printf (
          _ ("Radix: nodes in %s, at least 1. The whole network may have 32,768 (VC paper, section "
             "1). Type, use the arrow keys, or drag up and down"),
          dim_titles[dim]);

      init_number (&self->radix[dim], self, dim, FALSE);
      gtk_widget_set_tooltip_text (gtk_widget_get_parent (self->radix[dim].spin), tip);
      self->torus[dim] = new_torus_toggle (self, dim);
      init_number (&self->dateline[dim], self, dim, TRUE);
    }
  gtk_label_set_mnemonic_widget (GTK_LABEL (self->radix_label), self->radix[DL_X].spin);
  gtk_label_set_mnemonic_widget (GTK_LABEL (self->torus_label), self->torus[DL_X]);
  gtk_label_set_mnemonic_widget (GTK_LABEL (self->dateline_label), self->dateline[DL_X].spin);
  init_choosers (self);
  init_faults (self);
  init_text (&self->target, self, "traffic.target");
  init_text (&self->seed, self, "scenario.seed");
  gtk_widget_set_sensitive (self->groups, FALSE);
}

GtkWidget *
dl_config_panel_new (DlSession *session)
{
  return g_object_new (DL_TYPE_CONFIG_PANEL, "session", session, NULL);
}

#include "dl-history-strip.h"

#include "compat.h"
#include "dl-appearance.h"
#include "dl-family-rooms.h"
#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define ROOM "history"

typedef struct
{
  DlHistoryBar *bar;
  guint position; /* as last seen */
} History;

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_undo (dl_shell_get_session (user_data));
}

static void
redo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_redo (dl_shell_get_session (user_data));
}

/* The strip takes the keys, or gives them back to the map. */
static void
move_focus (DlShell *self, DlHistoryBar *bar, gboolean show)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (show)
    gtk_widget_grab_focus (GTK_WIDGET (dl_history_bar_get_strip (bar)));
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (bar)))
    dl_shell_focus_view (self);
}

static void
change_history (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  const History *history = dl_shell_kept (self, ROOM);
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  if (!show)
    move_focus (self, history->bar, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (history->bar), show);
  if (show && gtk_widget_get_mapped (GTK_WIDGET (self)))
    move_focus (self, history->bar, TRUE);
  if (dl_shell_get_settings (self) != NULL)
    g_settings_set_boolean (dl_shell_get_settings (self), "show-history", show);
}

static void
on_generation (DlShell *self)
{
  DlSession *session = dl_shell_get_session (self);
  History *history = dl_shell_kept (self, ROOM);
  const guint position = dl_history_position (dl_session_get_history (session));
  gboolean can_undo, can_redo;

  g_object_get (session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  dl_shell_set_enabled (self, "undo", can_undo);
  dl_shell_set_enabled (self, "redo", can_redo);
  /* The step to undo, of the last message, is no longer the last step. */
  if (position != history->position)
    dl_toast_dismiss (dl_shell_get_toast (self));
  history->position = position;
}

static void
on_announce (DlSession *session, const char *label, const char *effect, DlShell *self)
{
  DlToast *toasts = dl_shell_get_toast (self);
  gboolean can_undo;

  if (dl_family_actions_announce (self, effect))
    return;
  g_object_get (session, "can-undo", &can_undo, NULL);
  if (dl_session_is_undone (session))
    dl_toast_show (toasts, label, effect, _ ("_Redo"), "win.redo", NULL);
  else if (can_undo)
    dl_toast_show (toasts, label, effect, _ ("_Undo"), "win.undo", NULL);
  else
    dl_shell_toast (self, label, effect);
}

static void
on_branched (DlSession *session, gint64 id, const char *name, DlShell *self)
{
  g_autofree char *title = g_strdup_printf (_ ("“%s” is in the library"), name);

  dl_toast_show (dl_shell_get_toast (self), title, NULL, _ ("_Open"), "win.open-stored",
                 g_variant_new_int64 (id));
}

/* The last message was of another scenario. */
static void
on_opened (DlShell *self)
{
  dl_toast_dismiss (dl_shell_get_toast (self));
}

void
dl_history_actions_add (DlShell *shell, DlHistoryBar *bar)
{
  static const GActionEntry entries[] = {
    { .name = "undo", .activate = undo },
    { .name = "redo", .activate = redo },
    { .name = "show-history", .state = "false", .change_state = change_history },
  };
  DlSession *session = dl_shell_get_session (shell);
  History *history = g_new0 (History, 1);

  history->bar = bar;
  gtk_widget_set_visible (GTK_WIDGET (bar), FALSE);
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, history, g_free);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "announce", G_CALLBACK (on_announce), shell, 0);
  g_signal_connect_object (session, "branched", G_CALLBACK (on_branched), shell, 0);
  on_generation (shell);
}

#define PADDING    6.0 /* at both ends, above and below */
#define GAP        8.0 /* between two */
#define LINE       18.0
#define CELL       DL_HISTORY_PICTURE_WIDTH
#define MOST_SCALE 1.6  /* of the room for a label */
#define UNDONE     0.45 /* of what a picture would be else */
#define UNDONE_INK 0.7  /* and its label, which can still be read */
#define PAGE_STEPS 8

struct _DlHistoryStrip
{
  GtkWidget parent;
  DlView *view;
  DlSession *session; /* its */
  DlHistoryPictures *pictures;
  guint cursor;
  double offset; /* of the visible part, from the left of it all */
  gboolean dragging;
  double dragged_from; /* from the left of it all */
  GtkWidget *menu;
};

enum
{
  CURSOR = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlHistoryStrip, dl_history_strip, GTK_TYPE_WIDGET)

/* Cells ---------------------------------------------------------------------------------------- */

/* Below a picture there is as much room for its label as large text needs, nearly. */
static double
room (void)
{
  return floor (CELL * fmin (dl_text_size_scale (), MOST_SCALE));
}

static double
pitch (void)
{
  return room () + GAP;
}

static double
strip_height (void)
{
  return PADDING + DL_HISTORY_PICTURE_HEIGHT + ceil (LINE * dl_text_size_scale ()) + 3;
}

static guint
n_steps (DlHistoryStrip *self)
{
  return dl_history_n_steps (dl_session_get_history (self->session));
}

static double
max_offset (DlHistoryStrip *self)
{
  const double all = 2 * PADDING + (n_steps (self) + 1) * pitch () - GAP;

  return fmax (0, all - gtk_widget_get_width (GTK_WIDGET (self)));
}

/* Left edge of the picture, which is above the middle of its label. */
static double
left_of (DlHistoryStrip *self, guint position)
{
  return PADDING + position * pitch () + floor ((room () - CELL) / 2) - self->offset;
}

gboolean
dl_history_strip_get_cell (DlHistoryStrip *self, guint position, graphene_rect_t *cell)
{
  const double left = left_of (self, position);

  graphene_rect_init (cell, left, PADDING, CELL, DL_HISTORY_PICTURE_HEIGHT);
  return position <= n_steps (self) && left + CELL > 0
         && left < gtk_widget_get_width (GTK_WIDGET (self));
}

/* The nearest to the place @from_left of it all. */
static guint
position_from_left (DlHistoryStrip *self, double from_left)
{
  return CLAMP (floor ((from_left - PADDING + GAP / 2) / pitch ()), 0, n_steps (self));
}

static guint
position_at (DlHistoryStrip *self, double x)
{
  return position_from_left (self, x + self->offset);
}

static void
scroll_to (DlHistoryStrip *self, double offset)
{
  const double to = round (CLAMP (offset, 0, max_offset (self)));

  if (to == self->offset)
    return;
  self->offset = to;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The cursor's cell comes into sight, with a bit of the one beside it. */
static void
reveal_cursor (DlHistoryStrip *self)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double left = PADDING + self->cursor * pitch ();
  const double beside = fmin (pitch () / 2, fmax (0, (width - room ()) / 2));

  graphene_rect_t cell;

  /* The cell under the pointer stays. */
  if (width <= 0 || (self->dragging && dl_history_strip_get_cell (self, self->cursor, &cell)))
    return;
  if (left - beside < self->offset)
    scroll_to (self, left - beside);
  else if (left + room () + beside > self->offset + width)
    scroll_to (self, left + room () + beside - width);
}

/* In words ------------------------------------------------------------------------------------- */

/* "14:05", and with the day unless it is today. */
static char *
time_text (gint64 time_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);

  if (then == NULL) /* of a damaged library */
    return g_strdup ("—");

  const gboolean today = g_date_time_get_year (now) == g_date_time_get_year (then)
                         && g_date_time_get_day_of_year (now) == g_date_time_get_day_of_year (then);

  /* Translators: the time of a change, as for g_date_time_format: “14:05”, and with its date */
  return g_date_time_format (then, today ? _ ("%H:%M") : _ ("%-e %B %Y, %H:%M"));
}

char *
dl_history_describe (const DlHistory *history, guint position)
{
  const guint n = dl_history_n_steps (history);
  g_autofree char *when = NULL;
  const DlStep *step;

  if (n == 0)
    return g_strdup (_ ("Initial state: nothing has been changed yet"));
  if (position == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Initial state, before %u step",
                                         "Initial state, before %u steps", n),
                            n);
  step = dl_history_step (history, position - 1);
  when = time_text (step->time_us);
  /* Translators: one of the changes of a scenario, what it did, and when: “Step 12 of 40: Broke the
   * cable X+ of (3,4,5), 14:05” */
  return g_strdup_printf (position <= dl_history_position (history)
                              ? _ ("Step %u of %u: %s, %s")
                              : _ ("Step %u of %u, undone: %s, %s"),
                          position, n, step->label, when);
}

/* Drawing -------------------------------------------------------------------------------------- */

static void
draw_label (DlHistoryStrip *self, GtkSnapshot *snapshot, guint position, gboolean open,
            gboolean undone)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const char *text
      = position > 0 ? dl_history_step (history, position - 1)->label : _ ("Initial state");
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  GdkRGBA color;

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.85));
  if (open)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (layout, (int) room () * PANGO_SCALE);
  pango_layout_set_height (layout, -1); /* one line */
  /* Both ends tell: the kind of change, and its target. */
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  dl_compat_get_color (GTK_WIDGET (self), &color);
  color.alpha *= undone ? UNDONE_INK : 1;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (PADDING + position * pitch () - self->offset,
                                                PADDING + DL_HISTORY_PICTURE_HEIGHT + 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_outline (GtkSnapshot *snapshot, const graphene_rect_t *cell, double around, double line,
              const DlColor *color)
{
  const GdkRGBA rgba = { color->r, color->g, color->b, 1 };
  const float widths[] = { line, line, line, line };
  const GdkRGBA colors[] = { rgba, rgba, rgba, rgba };
  graphene_rect_t outer;
  GskRoundedRect border;

  graphene_rect_inset_r (cell, -around, -around, &outer);
  gsk_rounded_rect_init_from_rect (&border, &outer, 4);
  gtk_snapshot_append_border (snapshot, &border, widths, colors);
}

static void
draw_cell (DlHistoryStrip *self, GtkSnapshot *snapshot, guint position, const DlTheme *theme)
{
  const guint now = dl_history_position (dl_session_get_history (self->session));
  GdkTexture *texture = dl_history_pictures_get (self->pictures, position);
  graphene_rect_t cell;

  dl_history_strip_get_cell (self, position, &cell);
  if (position > now)
    gtk_snapshot_push_opacity (snapshot, UNDONE);
  if (texture != NULL)
    gtk_snapshot_append_texture (snapshot, texture, &cell);
  else
    gtk_snapshot_append_color (
        snapshot, &(GdkRGBA) { theme->grid.r, theme->grid.g, theme->grid.b, 0.6 }, &cell);
  if (position > now)
    gtk_snapshot_pop (snapshot);
  draw_label (self, snapshot, position, position == now, position > now);
  if (position == now)
    draw_outline (snapshot, &cell, 3, 2, &theme->accent);
  if (position == self->cursor
      && (position != now || gtk_widget_has_visible_focus (GTK_WIDGET (self))))
    draw_outline (snapshot, &cell, position == now ? 5 : 3, position == now ? 1 : 2,
                  &theme->foreground);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlHistoryStrip *self = DL_HISTORY_STRIP (widget);
  const guint first = position_at (self, 0);
  const guint last = position_at (self, gtk_widget_get_width (widget));
  const DlTheme *theme = dl_view_theme (widget);

  dl_history_pictures_want (self->pictures, first, last, self->cursor, theme,
                            gtk_widget_get_scale_factor (widget));
  for (guint position = first; position <= last; position++)
    draw_cell (self, snapshot, position, theme);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 2 * PADDING + room () : strip_height ();
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 8 * pitch () : strip_height ();
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlHistoryStrip *self = DL_HISTORY_STRIP (widget);

  scroll_to (self, self->offset);
  reveal_cursor (self);
  gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
unmap (GtkWidget *widget)
{
  dl_history_pictures_stop (DL_HISTORY_STRIP (widget)->pictures);
  GTK_WIDGET_CLASS (dl_history_strip_parent_class)->unmap (widget);
}

/* The cursor ----------------------------------------------------------------------------------- */

static void
describe (DlHistoryStrip *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *name = dl_history_describe (history, self->cursor);

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      self->cursor == dl_history_position (history)
          ? _ ("This state is open. Arrow keys move, P pins, N branches")
          : _ ("Arrow keys move, Enter opens this state, P pins it, N branches"),
      -1);
}

guint
dl_history_strip_get_cursor (DlHistoryStrip *self)
{
  return self->cursor;
}

/* Move the cursor, and scroll to it. A position past the end is the end. */
static void
set_cursor (DlHistoryStrip *self, guint position)
{
  self->cursor = MIN (position, n_steps (self));
  reveal_cursor (self);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[CURSOR]);
}

/* The history moved, or is another one. */
static void
follow (DlHistoryStrip *self)
{
  scroll_to (self, self->offset); /* it may be shorter */
  set_cursor (self, dl_history_position (dl_session_get_history (self->session)));
}

/* Pointer -------------------------------------------------------------------------------------- */

static void
on_drag_begin (DlHistoryStrip *self, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragging = TRUE;
  self->dragged_from = x + self->offset;
  dl_session_go_to (self->session, position_at (self, x));
  /* Where it is already, nothing moves. */
  follow (self);
}

static void
on_drag_update (DlHistoryStrip *self, double dx, double dy)
{
  dl_session_go_to (self->session, position_from_left (self, self->dragged_from + dx));
}

static void
on_drag_end (DlHistoryStrip *self)
{
  self->dragging = FALSE;
  reveal_cursor (self);
}

static void
popup_menu (DlHistoryStrip *self)
{
  graphene_rect_t cell;

  reveal_cursor (self);
  dl_history_strip_get_cell (self, self->cursor, &cell);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->menu),
      &(GdkRectangle) { cell.origin.x, cell.origin.y, cell.size.width, cell.size.height });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_menu_pressed (GtkGestureClick *click, int n_press, double x, double y, DlHistoryStrip *self)
{
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  set_cursor (self, position_at (self, x));
  popup_menu (self);
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, DlHistoryStrip *self)
{
  scroll_to (self, self->offset + (dx + dy) * pitch ());
  return GDK_EVENT_STOP;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlHistoryStrip *self = DL_HISTORY_STRIP (widget);
  const guint position = keyboard ? self->cursor : position_at (self, x);
  g_autofree char *text = NULL;
  graphene_rect_t cell;

  dl_history_strip_get_cell (self, position, &cell);
  if (!keyboard && (x < cell.origin.x || x >= cell.origin.x + cell.size.width))
    return FALSE;
  text = dl_history_describe (dl_session_get_history (self->session), position);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip,
                            &(GdkRectangle) { cell.origin.x, 0, cell.size.width, strip_height () });
  return TRUE;
}

/* Keyboard ------------------------------------------------------------------------------------- */

static void
move_cursor (DlHistoryStrip *self, gint by)
{
  set_cursor (self, MAX (0, (gint) self->cursor + by));
}

static gboolean
on_key (DlHistoryStrip *self, guint keyval, guint keycode, GdkModifierType state)
{
  const DlHistory *history = dl_session_get_history (self->session);

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_cursor (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_cursor (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      move_cursor (self, -PAGE_STEPS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      move_cursor (self, PAGE_STEPS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      set_cursor (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      set_cursor (self, n_steps (self));
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->cursor == dl_history_position (history))
        return GDK_EVENT_PROPAGATE;
      follow (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      gtk_widget_activate_action (GTK_WIDGET (self), "history.go", NULL);
      return GDK_EVENT_STOP;
    case GDK_KEY_p:
    case GDK_KEY_P:
      gtk_widget_activate_action (GTK_WIDGET (self), "history.pin", NULL);
      return GDK_EVENT_STOP;
    case GDK_KEY_n:
    case GDK_KEY_N:
      gtk_widget_activate_action (GTK_WIDGET (self), "history.branch", NULL);
      return GDK_EVENT_STOP;
    case GDK_KEY_F10:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      popup_menu (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
      popup_menu (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* Object --------------------------------------------------------------------------------------- */

DlHistoryPictures *
dl_history_strip_get_pictures (DlHistoryStrip *self)
{
  return self->pictures;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlHistoryStrip *self = DL_HISTORY_STRIP (object);

  switch (id)
    {
    case CURSOR:
      g_value_set_uint (value, self->cursor);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlHistoryStrip *self = DL_HISTORY_STRIP (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->pictures);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_history_strip_parent_class)->dispose (object);
}

static void
dl_history_strip_class_init (DlHistoryStripClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->unmap = unmap;
  widget_class->query_tooltip = query_tooltip;
  properties[CURSOR] = g_param_spec_uint ("cursor", NULL, NULL, 0, G_MAXUINT, 0,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_css_name (widget_class, "dl-history");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_gestures (DlHistoryStrip *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (widget, focus);
}

static void
dl_history_strip_init (DlHistoryStrip *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_gestures (self);
  g_menu_append (menu, _ ("_Open This State"), "history.go");
  g_menu_append (menu, _ ("_Pin It as B"), "history.pin");
  g_menu_append (menu, _ ("_Branch: a New Scenario"), "history.branch");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

static GtkWidget *
history_strip_new (DlView *view)
{
  DlHistoryStrip *self = g_object_new (DL_TYPE_HISTORY_STRIP, NULL);

  self->view = g_object_ref (view);
  self->session = dl_view_get_session (view);
  self->pictures = dl_history_pictures_new (view);
  g_signal_connect_object (self->pictures, "made", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::metric", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}

/* Characters of the chosen state's title: a fixed width, so that the others keep their places. */
#define TITLE_CHARS 52

struct _DlHistoryBar
{
  GtkBox parent;
  DlSession *session; /* the view's, which the strip keeps */
  GtkWidget *title;
  GtkWidget *scrubber;
  GtkWidget *strip;
};

G_DEFINE_FINAL_TYPE (DlHistoryBar, dl_history_bar, GTK_TYPE_BOX)

/* Actions -------------------------------------------------------------------------------------- */

static guint
cursor (DlHistoryBar *self)
{
  return dl_history_strip_get_cursor (DL_HISTORY_STRIP (self->strip));
}

static void
go_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_go_to (self->session, cursor (self));
}

static void
pin_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_pin_step (self->session, cursor (self));
}

static void
branch_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_branch (self->session, cursor (self));
}

/* Display -------------------------------------------------------------------------------------- */

static void
on_cursor (DlHistoryBar *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *text = dl_history_describe (history, cursor (self));

  gtk_label_set_text (GTK_LABEL (self->title), text);
  gtk_widget_set_tooltip_text (self->title, text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "history.go",
                                 cursor (self) != dl_history_position (history));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "history.branch",
                                 dl_session_get_library (self->session) != NULL);
}

static void
on_history (DlHistoryBar *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const guint n = dl_history_n_steps (history);
  g_autofree char *text = dl_history_describe (history, dl_history_position (history));

  gtk_range_set_range (GTK_RANGE (self->scrubber), 0, MAX (n, 1));
  gtk_range_set_value (GTK_RANGE (self->scrubber), dl_history_position (history));
  gtk_widget_set_sensitive (self->scrubber, n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  on_cursor (self);
}

/* Results follow at their own pace (dl-recompute): always the last of them. */
static gboolean
on_scrubbed (DlHistoryBar *self, GtkScrollType scroll, double value)
{
  dl_session_go_to (self->session, lround (fmax (value, 0)));
  return GDK_EVENT_STOP; /* its value follows the history */
}

/* The widget ----------------------------------------------------------------------------------- */

/* The state that is chosen, in one line of a usual text and two of a large one. */
static void
on_text_size (DlHistoryBar *self)
{
  GtkLabel *title = GTK_LABEL (self->title);
  const gboolean large = dl_text_size_is_large ();

  gtk_label_set_wrap (title, large);
  gtk_label_set_lines (title, large ? 2 : -1);
  gtk_label_set_width_chars (title, large ? TITLE_CHARS / 2 : TITLE_CHARS);
  gtk_label_set_max_width_chars (title, large ? TITLE_CHARS / 2 : TITLE_CHARS);
}

static void
dl_history_bar_class_init (DlHistoryBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_install_action (widget_class, "history.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "history.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "history.branch", NULL, branch_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-history-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DlHistoryBar, scrubber);
  gtk_widget_class_bind_template_child (widget_class, DlHistoryBar, title);
  gtk_widget_class_bind_template_callback (widget_class, on_scrubbed);
}

static void
dl_history_bar_init (DlHistoryBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
}

DlHistoryStrip *
dl_history_bar_get_strip (DlHistoryBar *self)
{
  return DL_HISTORY_STRIP (self->strip);
}

GtkWidget *
dl_history_bar_new (DlView *view)
{
  DlHistoryBar *self = g_object_new (DL_TYPE_HISTORY_BAR, NULL);

  self->session = dl_view_get_session (view);
  self->strip = history_strip_new (view);
  gtk_box_append (GTK_BOX (self), self->strip);
  g_signal_connect_object (self->strip, "notify::cursor", G_CALLBACK (on_cursor), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_history), self,
                           G_CONNECT_SWAPPED);
  on_history (self);
  return GTK_WIDGET (self);
}

#include "dl-map-zoomer.h"

#include "dl-row-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>

struct _DlZoomBox
{
  GtkBox parent;
  GtkWidget *fit;
};

G_DEFINE_FINAL_TYPE (DlZoomBox, dl_zoom_box, GTK_TYPE_BOX)

/* @level: times as large as all of it fits; 0: it cannot be zoomed. */
static void
zoom_box_show_level (DlZoomBox *self, double level)
{
  g_autofree char *text = g_strdup_printf (_ ("%.0f%%"), 100 * level);

  GtkLayoutManager *row = gtk_widget_get_layout_manager (gtk_widget_get_parent (GTK_WIDGET (self)));

  /* A map that is zoomed says so, however little room there is. */
  if (DL_IS_ROW_LAYOUT (row))
    g_object_set (gtk_layout_manager_get_layout_child (row, GTK_WIDGET (self)), "drop",
                  level > 1 ? 0 : 1, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), level > 0);
  gtk_widget_set_visible (self->fit, level > 1);
  gtk_button_set_label (GTK_BUTTON (self->fit), text);
}

static void
dl_zoom_box_class_init (DlZoomBoxClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-zoom-box.ui");
  gtk_widget_class_bind_template_child (widget_class, DlZoomBox, fit);
}

static void
dl_zoom_box_init (DlZoomBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

#define ROOM "zoom"

typedef struct
{
  DlShell *shell;
  DlZoomBox *box;
  GtkStack *views;
  DlMapZoomer *zoomer; /* of the view that is shown; nullable, owned */
} Zoom;

static void
show_level (Zoom *self)
{
  double level = 0;

  if (self->zoomer != NULL)
    g_object_get (self->zoomer, "level", &level, NULL);
  zoom_box_show_level (self->box, level);
  dl_shell_set_enabled (self->shell, "zoom-in", level > 0);
  dl_shell_set_enabled (self->shell, "zoom-out", level > 1);
  dl_shell_set_enabled (self->shell, "zoom-fit", level > 1);
}

static void
leave (Zoom *self)
{
  if (self->zoomer != NULL)
    g_signal_handlers_disconnect_by_data (self->zoomer, self);
  g_clear_object (&self->zoomer);
}

static void
follow_view (Zoom *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (self->views);
  DlMapZoomer *zoomer = shown != NULL ? dl_map_zoomer_of (shown) : NULL;

  leave (self);
  self->zoomer = zoomer != NULL ? g_object_ref (zoomer) : NULL;
  if (zoomer != NULL)
    g_signal_connect_swapped (self->zoomer, "notify::level", G_CALLBACK (show_level), self);
  show_level (self);
}

static void
zoom_free (gpointer data)
{
  Zoom *self = data;

  g_signal_handlers_disconnect_by_data (self->views, self);
  leave (self);
  g_free (self);
}

static void
zoom_by (DlShell *shell, double times)
{
  const Zoom *self = dl_shell_kept (shell, ROOM);

  if (self != NULL && self->zoomer != NULL)
    dl_map_zoomer_zoom (self->zoomer, times);
}

static void
zoom_in (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  zoom_by (user_data, DL_MAP_ZOOM_STEP);
}

static void
zoom_out (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  zoom_by (user_data, 1 / DL_MAP_ZOOM_STEP);
}

static void
zoom_fit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Zoom *self = dl_shell_kept (user_data, ROOM);

  if (self != NULL && self->zoomer != NULL)
    dl_map_zoomer_fit (self->zoomer);
}

void
dl_zoom_actions_add (DlShell *shell, DlZoomBox *box)
{
  static const GActionEntry entries[] = {
    { .name = "zoom-in", .activate = zoom_in },
    { .name = "zoom-out", .activate = zoom_out },
    { .name = "zoom-fit", .activate = zoom_fit },
  };
  Zoom *self = g_new0 (Zoom, 1);

  *self = (Zoom) { .shell = shell, .box = box, .views = dl_shell_get_views (shell) };
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, self, zoom_free);
  g_signal_connect_swapped (self->views, "notify::visible-child", G_CALLBACK (follow_view), self);
  follow_view (self);
}

#define MOST        32   /* times as large */
#define WHEEL       1.25 /* times larger by a notch of the wheel */
#define NEARLY_ONE  1.03
#define SCROLL      60 /* pixels by a notch, or by a key */
#define DRAG_FROM   4  /* pixels: less is a click */
#define EDGE        16 /* pixels between what comes into sight and the edge */
#define BAR_SHORTER 12 /* pixels: scroll bars leave the corner free */

struct _DlMapZoomer
{
  GObject parent;
  GtkWidget *map;
  DlView *view;
  const DlMapZooming *zooming;

  double level;
  double x, y;         /* share of the whole map that is left of the window, and above it */
  GtkWidget *bars[2];  /* across, down */
  gboolean following;  /* the bars follow the window just now, not the other way round */
  DlMapZoomer *joined; /* zoomed and moved with it; NULL, or a weak pointer */

  double pointer_x, pointer_y;
  gboolean has_space; /* the space bar is held */
  gboolean dragging;
  double from_x, from_y; /* @x and @y when that began */
  double pinched;        /* @level when two fingers came down */
};

enum
{
  LEVEL = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlMapZoomer, dl_map_zoomer, G_TYPE_OBJECT)

/* The window on the map -------------------------------------------------------------------------
 */

static double
level_down (const DlMapZoomer *self)
{
  return self->zooming->sideways ? 1 : self->level;
}

static double
whole_width (const DlMapZoomer *self)
{
  return MAX (gtk_widget_get_width (self->map), 1) * self->level;
}

static double
whole_height (const DlMapZoomer *self)
{
  return MAX (gtk_widget_get_height (self->map), 1) * level_down (self);
}

static void
set_bar (GtkWidget *bar, double share, double level)
{
  GtkAdjustment *adjustment = gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (bar));

  gtk_adjustment_configure (adjustment, share, 0, 1, 0.1 / level, 0.9 / level, 1 / level);
  gtk_widget_set_visible (bar, level > 1);
}

static void follow_joined (DlMapZoomer *self, const DlMapZoomer *other);

static void
move_to (DlMapZoomer *self, double x, double y)
{
  self->x = CLAMP (x, 0, 1 - 1 / self->level);
  self->y = CLAMP (y, 0, 1 - 1 / level_down (self));
  self->following = TRUE;
  set_bar (self->bars[0], self->x, self->level);
  set_bar (self->bars[1], self->y, level_down (self));
  self->following = FALSE;
  gtk_widget_queue_draw (self->map);
  if (self->joined != NULL)
    follow_joined (self->joined, self);
}

/* Take the place of the other one, which then has nothing to follow. */
static void
follow_joined (DlMapZoomer *self, const DlMapZoomer *other)
{
  const gboolean is_level = self->level == other->level;

  if (is_level && self->x == other->x && self->y == other->y)
    return;
  self->level = other->level;
  move_to (self, other->x, other->y);
  if (!is_level)
    g_object_notify_by_pspec (G_OBJECT (self), properties[LEVEL]);
}

/* Move by pixels. */
static void
move_by (DlMapZoomer *self, double dx, double dy)
{
  move_to (self, self->x + dx / whole_width (self), self->y + dy / whole_height (self));
}

/* Or nearly so: cells have gaps between them. */
static gboolean
holds (const DlRect *rect, double x, double y)
{
  return x >= rect->x - 1 && y >= rect->y - 1 && x <= rect->x + rect->width + 1
         && y <= rect->y + rect->height + 1;
}

/* The place at a point of the widget stays there. A layout grows with its cells, but not with the
 * text beside them: the place under the point is where it goes by. */
static void
set_level (DlMapZoomer *self, double level, double px, double py)
{
  const double before = self->level, before_down = level_down (self);
  DlPlace place;
  DlRect was, is;

  level = CLAMP (level, 1, MOST);
  if (level < NEARLY_ONE)
    level = 1;
  if (level == before)
    return;
  place = self->zooming->place_at (self->map, px, py);
  if (place.kind != DL_PLACE_NOTHING
      && (!self->zooming->locate (self->map, place, &was) || !holds (&was, px, py)))
    place = DL_NOWHERE;

  const double x = self->x * whole_width (self) + px, y = self->y * whole_height (self) + py;
  self->level = level;
  move_to (self, (x * level / before - px) / whole_width (self),
           (y * level_down (self) / before_down - py) / whole_height (self));
  if (level > 1 && place.kind != DL_PLACE_NOTHING && self->zooming->locate (self->map, place, &is))
    move_by (self, is.x + is.width * (px - was.x) / MAX (was.width, 1) - px,
             is.y + is.height * (py - was.y) / MAX (was.height, 1) - py);
  g_object_notify_by_pspec (G_OBJECT (self), properties[LEVEL]);
}

void
dl_map_zoomer_zoom (DlMapZoomer *self, double times)
{
  const double width = gtk_widget_get_width (self->map);
  const double height = gtk_widget_get_height (self->map);
  const DlPlace selected = dl_view_get_selected (self->view);
  DlRect at;

  /* At the selected place, if that is in sight. */
  if (selected.kind != DL_PLACE_NOTHING && self->zooming->locate (self->map, selected, &at)
      && at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height)
    set_level (self, self->level * times, at.x + at.width / 2, at.y + at.height / 2);
  else
    set_level (self, self->level * times, width / 2, height / 2);
}

void
dl_map_zoomer_fit (DlMapZoomer *self)
{
  set_level (self, 1, 0, 0);
}

/* How far a stretch has to be moved to be in sight: to the middle where it is far away. */
static double
into_sight (double at, double extent, double edge, double window)
{
  if (at >= edge && at + extent <= window)
    return 0;
  if (extent > window - edge - 2 * EDGE || at + extent < -window / 2 || at > window * 1.5)
    return at + extent / 2 - (edge + window) / 2;
  return at < edge ? at - edge - EDGE : at + extent - window + EDGE;
}

/* Bring @place into sight, if it is somewhere on the map. */
static void
map_zoomer_reveal (DlMapZoomer *self, DlPlace place)
{
  DlRect at;

  if (self->level > 1 && place.kind != DL_PLACE_NOTHING
      && self->zooming->locate (self->map, place, &at))
    move_by (self,
             into_sight (at.x, at.width, self->zooming->left, gtk_widget_get_width (self->map)),
             level_down (self) > 1 ? into_sight (at.y, at.height, self->zooming->top,
                                                 gtk_widget_get_height (self->map))
                                   : 0);
}

static void
reveal_selected (DlMapZoomer *self)
{
  if (gtk_widget_get_mapped (self->map))
    map_zoomer_reveal (self, dl_view_get_selected (self->view));
}

DlMapZoom
dl_map_zoomer_get (GtkWidget *map, double scale)
{
  const DlMapZoomer *self = dl_map_zoomer_of (map);

  if (self == NULL || self->level <= 1)
    return (DlMapZoom) { 1, 0, 0 };
  return (DlMapZoom) { self->level, self->x * whole_width (self) / scale,
                       self->y * whole_height (self) / scale };
}

gboolean
dl_map_zoomer_is_zoomed (GtkWidget *map)
{
  const DlMapZoomer *self = dl_map_zoomer_of (map);

  return self != NULL && self->level > 1;
}

gboolean
dl_map_zoomer_waits (GtkWidget *map, guint button)
{
  return button == GDK_BUTTON_MIDDLE && dl_map_zoomer_is_zoomed (map);
}

/* Wheel and fingers ------------------------------------------------------------------------------
 */

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, DlMapZoomer *self)
{
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  const gboolean turned = (state & GDK_SHIFT_MASK) != 0 && dx == 0;

  if (state & GDK_CONTROL_MASK)
    set_level (self, self->level * pow (WHEEL, -dy), self->pointer_x, self->pointer_y);
  else if (self->level > 1)
    move_by (self, (turned ? dy : dx) * SCROLL, (turned ? 0 : dy) * SCROLL);
  else
    return FALSE;
  return TRUE;
}

/* Events of the wheel do not say where it is. */
static void
on_motion (DlMapZoomer *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
on_pinch_begin (GtkGesture *pinch, GdkEventSequence *sequence, DlMapZoomer *self)
{
  self->pinched = self->level;
}

static void
on_pinch (GtkGestureZoom *pinch, double times, DlMapZoomer *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (pinch), &x, &y))
    set_level (self, self->pinched * times, x, y);
}

/* Dragging ---------------------------------------------------------------------------------------
 */

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, DlMapZoomer *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));

  self->dragging = FALSE;
  self->from_x = self->x;
  self->from_y = self->y;
  if (self->level > 1 && button == GDK_BUTTON_PRIMARY && self->has_space)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  else if (!dl_map_zoomer_waits (self->map, button))
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlMapZoomer *self)
{
  if (!self->dragging && hypot (dx, dy) < DRAG_FROM)
    return;
  if (!self->dragging)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (self->map, "grabbing");
    }
  self->dragging = TRUE;
  move_to (self, self->from_x - dx / whole_width (self), self->from_y - dy / whole_height (self));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, DlMapZoomer *self)
{
  if (self->dragging)
    gtk_widget_set_cursor_from_name (self->map, NULL);
  self->dragging = FALSE;
}

static void
on_bar (DlMapZoomer *self)
{
  if (!self->following)
    move_to (
        self,
        gtk_adjustment_get_value (gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (self->bars[0]))),
        gtk_adjustment_get_value (gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (self->bars[1]))));
}

/* Keys -------------------------------------------------------------------------------------------
 */

static gboolean
move_by_key (DlMapZoomer *self, guint keyval)
{
  if (self->level <= 1)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
      move_by (self, -SCROLL, 0);
      return TRUE;
    case GDK_KEY_Right:
      move_by (self, SCROLL, 0);
      return TRUE;
    case GDK_KEY_Up:
      move_by (self, 0, -SCROLL);
      return TRUE;
    case GDK_KEY_Down:
      move_by (self, 0, SCROLL);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Esc first ends an action begun on the map. */
static gboolean
fit_by_key (DlMapZoomer *self, guint keyval)
{
  if (self->level <= 1
      || (keyval == GDK_KEY_Escape && dl_view_get_route_origin (self->view) != DL_NO_NODE))
    return FALSE;
  dl_map_zoomer_fit (self);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlMapZoomer *self)
{
  if (state & GDK_ALT_MASK)
    return FALSE;
  if (state & GDK_CONTROL_MASK)
    return move_by_key (self, keyval);
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      dl_map_zoomer_zoom (self, DL_MAP_ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      dl_map_zoomer_zoom (self, 1 / DL_MAP_ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
    case GDK_KEY_Escape:
      return fit_by_key (self, keyval);
    case GDK_KEY_space:
      if (self->level <= 1)
        return FALSE;
      self->has_space = TRUE;
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_key_released (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
                 DlMapZoomer *self)
{
  if (keyval == GDK_KEY_space)
    self->has_space = FALSE;
}

static void
on_focus_leave (DlMapZoomer *self)
{
  self->has_space = FALSE;
}

/* Object -----------------------------------------------------------------------------------------
 */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_double (value, DL_MAP_ZOOMER (object)->level);
}

static void
finalize (GObject *object)
{
  DlMapZoomer *self = DL_MAP_ZOOMER (object);

  g_clear_weak_pointer (&self->joined);
  g_object_unref (self->view);
  G_OBJECT_CLASS (dl_map_zoomer_parent_class)->finalize (object);
}

static void
dl_map_zoomer_class_init (DlMapZoomerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->finalize = finalize;
  properties[LEVEL] = g_param_spec_double ("level", NULL, NULL, 1, MOST, 1,
                                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_map_zoomer_init (DlMapZoomer *self)
{
  self->level = 1;
}

static void
add_bars (DlMapZoomer *self)
{
  for (guint i = 0; i < 2; i++)
    {
      GtkAdjustment *adjustment = gtk_adjustment_new (0, 0, 1, 0.1, 0.9, 1);

      self->bars[i] = gtk_scrollbar_new (
          i == 0 ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, adjustment);
      gtk_widget_add_css_class (self->bars[i], "overlay-indicator");
      gtk_widget_set_visible (self->bars[i], FALSE);
      gtk_widget_set_parent (self->bars[i], self->map);
      g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_bar), self,
                               G_CONNECT_SWAPPED);
    }
}

/* Before what the map does with the same events. */
static void
add_controller (DlMapZoomer *self, GtkEventController *controller)
{
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->map, controller);
}

static void
add_controllers (DlMapZoomer *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new (), *drag = gtk_gesture_drag_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_leave), self);
  add_controller (self, scroll);
  add_controller (self, motion);
  add_controller (self, keys);
  add_controller (self, GTK_EVENT_CONTROLLER (pinch));
  add_controller (self, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (self->map, focus);
}

void
dl_map_zoomer_add (GtkWidget *map, DlView *view, const DlMapZooming *zooming)
{
  DlMapZoomer *self = g_object_new (DL_TYPE_MAP_ZOOMER, NULL);

  self->map = map;
  self->view = g_object_ref (view);
  self->zooming = zooming;
  g_object_set_data_full (G_OBJECT (map), "dl-map-zoomer", self, g_object_unref);
  gtk_widget_set_overflow (map, GTK_OVERFLOW_HIDDEN);
  add_bars (self);
  add_controllers (self);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (reveal_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (map, "map", G_CALLBACK (reveal_selected), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

DlMapZoomer *
dl_map_zoomer_of (GtkWidget *map)
{
  return g_object_get_data (G_OBJECT (map), "dl-map-zoomer");
}

void
dl_map_zoomer_remove (GtkWidget *map)
{
  DlMapZoomer *self = dl_map_zoomer_of (map);

  for (guint i = 0; self != NULL && i < 2; i++)
    g_clear_pointer (&self->bars[i], gtk_widget_unparent);
}

void
dl_map_zoomer_allocate (GtkWidget *map, int width, int height)
{
  DlMapZoomer *self = dl_map_zoomer_of (map);

  for (guint i = 0; self != NULL && i < 2; i++)
    {
      const gboolean across = i == 0;
      int least, thick;

      if (!gtk_widget_should_layout (self->bars[i]))
        continue;
      gtk_widget_measure (self->bars[i],
                          across ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1,
                          &least, &thick, NULL, NULL);
      const GtkAllocation at
          = across ? (GtkAllocation) { 0, height - thick, MAX (width - BAR_SHORTER, 1), thick }
                   : (GtkAllocation) { width - thick, 0, thick, MAX (height - BAR_SHORTER, 1) };
      gtk_widget_size_allocate (self->bars[i], &at, -1);
    }
}

void
dl_map_zoomer_snapshot (GtkWidget *map, GtkSnapshot *snapshot)
{
  DlMapZoomer *self = dl_map_zoomer_of (map);

  for (guint i = 0; self != NULL && i < 2; i++)
    gtk_widget_snapshot_child (map, self->bars[i], snapshot);
}

void
dl_map_zoomer_join (GtkWidget *a, GtkWidget *b)
{
  DlMapZoomer *first = dl_map_zoomer_of (a), *second = dl_map_zoomer_of (b);

  g_set_weak_pointer (&first->joined, second);
  g_set_weak_pointer (&second->joined, first);
  follow_joined (second, first);
}

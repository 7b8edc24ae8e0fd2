#include "dl-map-input.h"

#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

/* A map that follows pointer and keys. */
typedef struct
{
  GtkWidget *map;
  DlView *view; /* owned */
  const DlMapInput *input;
  DlMapZooming zooming;
  GtkWidget *menu;
} Input;

static Input *
input_of (GtkWidget *map)
{
  return g_object_get_data (G_OBJECT (map), "dl-map-input");
}

static void
input_free (gpointer data)
{
  Input *self = data;

  g_object_unref (self->view);
  g_free (self);
}

static void
release (Input *self)
{
  if (self->input->release != NULL)
    self->input->release (self->map);
  gtk_widget_queue_draw (self->map);
}

/* Pointing ------------------------------------------------------------------------------------- */

static void
on_motion (GtkWidget *map, double x, double y)
{
  const Input *self = input_of (map);
  const DlMapInput *input = self->input;
  const DlPlace place = input->place_at (map, x, y);
  const char *cursor = input->grip_at != NULL ? input->grip_at (map, x, y) : NULL;

  dl_view_hover (self->view, input->hover_at != NULL ? input->hover_at (map, x, y) : place);
  if (cursor == NULL && dl_view_get_break_tool (self->view) && place.kind != DL_PLACE_NOTHING)
    cursor = "crosshair";
  gtk_widget_set_cursor_from_name (map, cursor);
}

static void
on_leave (GtkWidget *map)
{
  dl_view_hover (input_of (map)->view, DL_NOWHERE);
}

static void
popup (const Input *self, DlPlace place, const DlRect *at)
{
  if (place.kind == DL_PLACE_NOTHING && !self->input->anywhere)
    return;
  dl_view_select (self->view, place);
  dl_map_popup (self->menu, at);
}

static void
act (GtkGestureClick *click, int n_press, double x, double y, GtkWidget *map)
{
  Input *self = input_of (map);
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const gboolean shift
      = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click))
         & GDK_SHIFT_MASK)
        != 0;
  const gboolean breaks = button == GDK_BUTTON_MIDDLE
                          || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view));
  const gboolean grips = self->input->grip_at != NULL && self->input->grip_at (map, x, y) != NULL;
  const DlPlace place = self->input->place_at (map, x, y);

  release (self);
  if (button == GDK_BUTTON_SECONDARY)
    popup (self, place, &(DlRect) { x, y, 0, 0 });
  else if (grips || (shift && !breaks && dl_map_explain_to (self->view, place)))
    return;
  else if (n_press == 2 && !breaks && self->input->opens)
    self->input->open (map, place);
  else
    dl_map_choose (self->view, place, breaks, shift);
}

static gboolean
waits (GtkGestureClick *click, GtkWidget *map)
{
  return dl_map_zoomer_waits (map,
                              gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click)));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, GtkWidget *map)
{
  gtk_widget_grab_focus (map);
  if (!waits (click, map))
    act (click, n_press, x, y, map);
}

/* It was no movement of the map. */
static void
on_released (GtkGestureClick *click, int n_press, double x, double y, GtkWidget *map)
{
  if (waits (click, map))
    act (click, n_press, x, y, map);
}

/* Keys ----------------------------------------------------------------------------------------- */

/* Enter on what the line of details names. */
static gboolean
open_named (Input *self)
{
  const DlPlace place = dl_view_get_named (self->view);

  if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
    dl_map_explain_to (self->view, place);
  else if (place.kind == DL_PLACE_NOTHING)
    return self->input->step (self->map, 0, 0);
  else
    self->input->open (self->map, place);
  return TRUE;
}

/* The menu from the keyboard, at what is named; what is in it acts on that. */
static gboolean
popup_at_named (Input *self)
{
  DlRect at;

  dl_view_select (self->view, dl_view_get_named (self->view));
  dl_map_popup (self->menu, self->input->locate (self->map, dl_view_get_selected (self->view), &at)
                                ? &at
                                : NULL);
  return TRUE;
}

static gboolean
escape (Input *self)
{
  release (self);
  if (self->input->back == NULL || !self->input->back (self->map))
    dl_map_escape (self->view);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        GtkWidget *map)
{
  Input *self = input_of (map);
  const DlMapInput *input = self->input;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
      return input->step (map, -1, 0);
    case GDK_KEY_Right:
      return input->step (map, 1, 0);
    case GDK_KEY_Up:
      return input->step (map, 0, -1);
    case GDK_KEY_Down:
      return input->step (map, 0, 1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      return input->turn != NULL && input->turn (map, keyval == GDK_KEY_Page_Up ? 1 : -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return open_named (self);
    case GDK_KEY_F10:
      return (state & GDK_SHIFT_MASK) != 0 && popup_at_named (self);
    case GDK_KEY_Menu:
      return popup_at_named (self);
    case GDK_KEY_Escape:
      return escape (self);
    default:
      return input->key != NULL && input->key (map, keyval);
    }
}

static void
on_focus_leave (GtkWidget *map)
{
  release (input_of (map));
}

GtkWidget *
dl_map_add_input (GtkWidget *map, DlView *view, const DlMapInput *input, GMenuModel *menu)
{
  static const DlMapHandlers handlers = {
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .released = G_CALLBACK (on_released),
    .key_pressed = G_CALLBACK (on_key),
    .focus_leave = G_CALLBACK (on_focus_leave),
  };
  Input *self = g_new0 (Input, 1);

  *self = (Input) {
    .map = map,
    .view = g_object_ref (view),
    .input = input,
    .zooming = { input->place_at, input->locate, .left = input->left, .top = input->top },
    .menu = gtk_popover_menu_new_from_model (menu),
  };
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_parent (self->menu, map);
  g_object_set_data_full (G_OBJECT (map), "dl-map-input", self, input_free);
  dl_map_add_handlers (map, &handlers);
  dl_map_zoomer_add (map, view, &self->zooming);
  return self->menu;
}

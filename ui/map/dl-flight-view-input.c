/* Pointer and keyboard in the view of packets. */
#include "dl-flight-view-private.h"

#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

static void
mark (DlFlightView *self, guint packet)
{
  self->has_marked = packet != G_MAXUINT;
  if (self->has_marked)
    self->marked = g_array_index (self->flights, DlFlight, packet);
  dl_flight_view_update_note (self);
  dl_flight_view_tell (self, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What of the network is under the pointer goes to the details line and gets the selection's keys.
 */
static void
hover (DlFlightView *self, guint link)
{
  dl_view_hover (self->view, dl_place_link (link));
}

/* The pointer is at these pixels. */
static void
point_at (DlFlightView *self, double x, double y)
{
  const double words = dl_flight_view_get_words (self);

  self->x = (x + self->zoom.x) / words;
  self->y = (y + self->zoom.y) / words;
}

static void
on_motion (DlFlightView *self, double x, double y)
{
  guint packet;

  point_at (self, x, y);
  if (self->map == NULL || dl_flight_view_get_problem (self) != NULL)
    return;
  packet = dl_flight_view_find_hovered (self);
  hover (self,
         packet == G_MAXUINT ? dl_flight_map_hit_link (self->map, self->x, self->y) : DL_NO_LINK);
  dl_flight_view_update_note (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (DlFlightView *self)
{
  self->x = self->y = -1;
  hover (self, DL_NO_LINK);
  dl_flight_view_update_note (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
select_place (DlFlightView *self, DlPlace place, gboolean breaks, gboolean other)
{
  if (place.a != DL_NO_LINK && place.kind != DL_PLACE_NOTHING)
    dl_map_choose (self->view, place, breaks, other);
}

/* Where nothing is drawn, since the network is too large: one that is not. */
static gboolean
offer_toy (DlFlightView *self)
{
  if (dl_flight_view_get_problem (self) == NULL)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toy-toggle", NULL);
  return TRUE;
}

static void
act (GtkGestureClick *click, int n_press, double x, double y, DlFlightView *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const gboolean shift
      = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click))
         & GDK_SHIFT_MASK)
        != 0;
  const gboolean breaks = button == GDK_BUTTON_MIDDLE
                          || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view));
  guint packet, router, link;

  if (offer_toy (self) || self->map == NULL)
    return;
  point_at (self, x, y);
  packet = breaks ? G_MAXUINT : dl_flight_view_find_hovered (self);
  if (packet != G_MAXUINT)
    {
      mark (self, packet);
      return;
    }
  mark (self, G_MAXUINT);
  router = dl_flight_map_hit_router (self->map, self->x, self->y);
  link = router == DL_NO_NODE ? dl_flight_map_hit_link (self->map, self->x, self->y) : DL_NO_LINK;
  select_place (self,
                router != DL_NO_NODE ? dl_view_router_at (self->view, dl_place_router (router))
                                     : dl_place_link (link),
                breaks, shift);
}

static gboolean
waits (GtkGestureClick *click, DlFlightView *self)
{
  return dl_map_zoomer_waits (GTK_WIDGET (self),
                              gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click)));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlFlightView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!waits (click, self))
    act (click, n_press, x, y, self);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, DlFlightView *self)
{
  if (waits (click, self))
    act (click, n_press, x, y, self);
}

/* The packet @by further on in their order, round and round. */
static void
step_packet (DlFlightView *self, gint by)
{
  const guint n = self->flights != NULL ? self->flights->len : 0;
  const guint marked = dl_flight_view_find_marked (self);

  if (n > 0)
    mark (self, marked == G_MAXUINT ? (by > 0 ? 0 : n - 1) : (marked + n + by) % n);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlFlightView *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Up:
      step_packet (self, -1);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
      step_packet (self, 1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return offer_toy (self);
    case GDK_KEY_Escape:
      if (self->has_marked)
        mark (self, G_MAXUINT);
      else
        dl_view_select (self->view, DL_NOWHERE);
      return TRUE;
    default:
      return FALSE;
    }
}

void
dl_flight_view_add_input (DlFlightView *self)
{
  static const DlMapHandlers handlers = {
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .released = G_CALLBACK (on_released),
    .key_pressed = G_CALLBACK (on_key),
    .focus_leave = G_CALLBACK (gtk_widget_queue_draw),
  };

  self->x = self->y = -1;
  dl_map_add_handlers (GTK_WIDGET (self), &handlers);
}

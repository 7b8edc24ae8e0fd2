#include "dl-map-view-private.h"

#include "dl-map-parts.h"
#include "dl-session-edits.h"

/* Pointing ------------------------------------------------------------------------------------- */

DlHit
dl_map_view_hit (DlMapView *self, double x, double y)
{
  const double words = dl_map_words_scale (GTK_WIDGET (self));
  gint dateline[DL_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

  if (self->map == NULL)
    return (DlHit) { .kind = DL_HIT_NOTHING, .link = DL_NO_LINK, .node = DL_NO_NODE };
  if (dl_map_view_get_show (self) != DL_SHOW_B) /* what is pinned stays as it is */
    dl_map_view_get_datelines (self, dateline);
  return dl_map_hit (self->map, x / words, y / words, dateline);
}

static void
on_motion (DlMapView *self, double x, double y)
{
  const DlHit hit = dl_map_view_hit (self, x, y);
  const char *cursor = NULL;

  if (self->dragged_dateline >= 0)
    return;
  dl_view_hover (self->view, dl_place_link (hit.kind == DL_HIT_LINK ? hit.link : DL_NO_LINK));
  if (hit.kind == DL_HIT_DATELINE)
    cursor = "grab";
  else if (dl_view_get_break_tool (self->view) && hit.kind != DL_HIT_NOTHING)
    cursor = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

static void
on_leave (DlMapView *self)
{
  dl_view_hover (self->view, DL_NOWHERE);
}

static void
popup_menu (DlMapView *self, double x, double y)
{
  const DlHit hit = dl_map_view_hit (self, x, y);
  const GdkRectangle at = { x, y, 1, 1 };

  if (hit.kind == DL_HIT_LINK)
    dl_view_select (self->view, dl_place_link (hit.link));
  else if (hit.kind == DL_HIT_NODE)
    dl_view_select (self->view, dl_place_node (hit.node));
  else
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Of a link or node. */
static DlPlace
place_of (const DlHit *hit)
{
  return hit->kind == DL_HIT_LINK   ? dl_place_link (hit->link)
         : hit->kind == DL_HIT_NODE ? dl_place_node (hit->node)
                                    : DL_NOWHERE;
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlMapView *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  const DlHit hit = dl_map_view_hit (self, x, y);
  const gboolean breaks = button == GDK_BUTTON_MIDDLE
                          || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->keyed_dateline = -1;
  if (button == GDK_BUTTON_SECONDARY)
    popup_menu (self, x, y);
  else if ((state & GDK_SHIFT_MASK) && !breaks && dl_map_explain_to (self->view, place_of (&hit)))
    return;
  else if (place_of (&hit).kind != DL_PLACE_NOTHING)
    dl_map_choose (self->view, place_of (&hit), breaks, (state & GDK_SHIFT_MASK) != 0);
  else if (hit.kind == DL_HIT_NOTHING && button == GDK_BUTTON_PRIMARY)
    dl_view_select (self->view, DL_NOWHERE);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, DlMapView *self)
{
  const DlHit hit = dl_map_view_hit (self, x, y);

  if (hit.kind != DL_HIT_DATELINE)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragged_dateline = hit.dim;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *drag, double offset_x, double offset_y, DlMapView *self)
{
  const double words = dl_map_words_scale (GTK_WIDGET (self));
  double x, y;

  if (self->dragged_dateline < 0 || self->map == NULL)
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  dl_session_move_dateline (dl_view_get_session (self->view), self->dragged_dateline,
                            dl_map_position_at (self->map, (x + offset_x) / words,
                                                (y + offset_y) / words, self->dragged_dateline));
}

static void
on_drag_end (GtkGestureDrag *drag, double offset_x, double offset_y, DlMapView *self)
{
  if (self->dragged_dateline < 0)
    return;
  self->dragged_dateline = -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Keys ------------------------------------------------------------------------------------------
 */

/* The next dimension that has a dateline to move, after @dim; -1 after the last. */
static gint
next_dateline (DlMapView *self, gint dim)
{
  for (dim++; dim < DL_N_DIMS; dim++)
    if (self->ring[dim])
      return dim;
  return -1;
}

static void
move_keyed_dateline (DlMapView *self, gint by)
{
  const DlRoutingSpec routing
      = dl_scenario_routing (dl_session_get_scenario (dl_view_get_session (self->view)));
  const gint k = self->radix[self->keyed_dateline];
  const gint at = routing.dateline[self->keyed_dateline];

  dl_session_move_dateline (dl_view_get_session (self->view), self->keyed_dateline,
                            at == DL_NO_DATELINE ? 0 : (at + by + k) % k);
}

static gboolean
step (DlMapView *self, gint dx, gint dy)
{
  if (self->map == NULL)
    return FALSE;
  if (self->keyed_dateline >= 0)
    {
      if (dx != 0 || dy != 0)
        move_keyed_dateline (self, dx != 0 ? dx : -dy); /* in planes, y runs upwards */
    }
  else
    dl_view_select (self->view, dl_place_link (dl_map_step (
                                    self->map, dl_view_get_selected_link (self->view), dx, dy)));
  return TRUE;
}

static gboolean
move_cut (DlMapView *self, gint by)
{
  const guint cut = dl_view_get_cut (self->view);

  if (self->kind != DL_MAP_ISOMETRIC)
    return FALSE;
  if (by > 0 || cut > 0)
    dl_view_set_cut (self->view, cut + by);
  return TRUE;
}

/* The menu from the keyboard, at what is selected. */
static void
popup_at_cursor (DlMapView *self)
{
  DlRect at;

  dl_map_popup (self->menu,
                dl_map_view_locate (self, dl_view_get_selected (self->view), &at) ? &at : NULL);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlMapView *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
      return step (self, -1, 0);
    case GDK_KEY_Right:
      return step (self, 1, 0);
    case GDK_KEY_Up:
      return step (self, 0, -1);
    case GDK_KEY_Down:
      return step (self, 0, 1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      return move_cut (self, keyval == GDK_KEY_Page_Up ? 1 : -1);
    case GDK_KEY_d:
      if (dl_map_view_get_show (self) == DL_SHOW_B)
        return FALSE;
      self->keyed_dateline = next_dateline (self, self->keyed_dateline);
      dl_session_seal (dl_view_get_session (self->view));
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
        return gtk_widget_activate_action (GTK_WIDGET (self), "win.route-to", NULL);
      if (dl_view_get_selected_link (self->view) == DL_NO_LINK)
        return step (self, 0, 0);
      return gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) == 0)
        return FALSE;
      popup_at_cursor (self);
      return TRUE;
    case GDK_KEY_Escape:
      self->keyed_dateline = -1;
      dl_map_escape (self->view);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_focus_leave (DlMapView *self)
{
  self->keyed_dateline = -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Both ------------------------------------------------------------------------------------------
 */

void
dl_map_view_add_input (DlMapView *self)
{
  static const DlMapInput input = {
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .key_pressed = G_CALLBACK (on_key),
    .focus_leave = G_CALLBACK (on_focus_leave),
  };
  GtkGesture *drag = gtk_gesture_drag_new ();

  dl_map_add_input (GTK_WIDGET (self), &input);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

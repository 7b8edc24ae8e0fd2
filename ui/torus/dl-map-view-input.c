#include "dl-map-view-private.h"

#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

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

/* Of a link or node. */
static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  const DlHit hit = dl_map_view_hit (DL_MAP_VIEW (map), x, y);

  return hit.kind == DL_HIT_LINK   ? dl_place_link (hit.link)
         : hit.kind == DL_HIT_NODE ? dl_place_node (hit.node)
                                   : DL_NOWHERE;
}

/* Links; what was there stays while a dateline is dragged over others. */
static DlPlace
hover_at (GtkWidget *map, double x, double y)
{
  DlMapView *self = DL_MAP_VIEW (map);
  const DlHit hit = dl_map_view_hit (self, x, y);

  if (self->dragged_dateline >= 0)
    return dl_view_get_hovered (self->view);
  return dl_place_link (hit.kind == DL_HIT_LINK ? hit.link : DL_NO_LINK);
}

static gboolean
plane_at (DlMapView *self, double x, double y, guint *plane, gboolean *title)
{
  const double words = dl_map_words_scale (GTK_WIDGET (self));

  return self->map != NULL && dl_map_plane_at (self->map, x / words, y / words, plane, title);
}

static const char *
grip_at (GtkWidget *map, double x, double y)
{
  DlMapView *self = DL_MAP_VIEW (map);

  gboolean title;
  guint plane;

  return self->dragged_dateline >= 0                            ? "grabbing"
         : dl_map_view_hit (self, x, y).kind == DL_HIT_DATELINE ? "grab"
         : plane_at (self, x, y, &plane, &title) && title       ? "pointer"
                                                                : NULL;
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
step (GtkWidget *map, gint dx, gint dy)
{
  DlMapView *self = DL_MAP_VIEW (map);

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

/* The cut of the block, or the next one of planes that are shown one by one. */
static gboolean
turn (GtkWidget *map, gint by)
{
  DlMapView *self = DL_MAP_VIEW (map);
  const guint cut = dl_view_get_cut (self->view);

  if (self->plane >= 0)
    {
      const gint k = self->radix[dl_view_get_slice (self->view)];

      dl_map_view_show_plane (self, (self->plane + k - by) % k);
      return TRUE;
    }
  if (self->kind != DL_MAP_ISOMETRIC)
    return FALSE;
  if (by > 0 || cut > 0)
    dl_view_set_cut (self->view, cut + by);
  return TRUE;
}

/* One alone, or all again. */
static gboolean
toggle_plane (DlMapView *self, gint plane)
{
  dl_map_zoomer_fit (dl_map_zoomer_of (GTK_WIDGET (self)));
  dl_map_view_show_plane (self, self->plane >= 0 ? -1 : plane);
  return TRUE;
}

void
dl_map_view_toggle_plane (GtkWidget *map, const char *action_name, GVariant *parameter)
{
  toggle_plane (DL_MAP_VIEW (map), MAX (dl_map_view_selected_plane (DL_MAP_VIEW (map)), 0));
}

/* A click on a plane's title, a double click on what is empty of it. */
static void
on_plane_click (GtkGestureClick *click, int n_press, double x, double y, DlMapView *self)
{
  gboolean title;
  guint plane;

  if (plane_at (self, x, y, &plane, &title)
      && ((title && n_press == 1)
          || (!title && n_press == 2 && dl_map_view_hit (self, x, y).kind == DL_HIT_NOTHING)))
    toggle_plane (self, plane);
}

/* Esc shows all planes again. */
static gboolean
back (GtkWidget *map)
{
  DlMapView *self = DL_MAP_VIEW (map);

  return self->plane >= 0 && dl_view_get_route_origin (self->view) == DL_NO_NODE
         && toggle_plane (self, -1);
}

/* D takes a dateline, one after the other; P enlarges a plane. */
static gboolean
key (GtkWidget *map, guint keyval)
{
  DlMapView *self = DL_MAP_VIEW (map);

  if (keyval == GDK_KEY_p && self->kind == DL_MAP_PLANES)
    {
      dl_map_view_toggle_plane (map, NULL, NULL);
      return TRUE;
    }
  if (keyval != GDK_KEY_d || dl_map_view_get_show (self) == DL_SHOW_B)
    return FALSE;
  self->keyed_dateline = next_dateline (self, self->keyed_dateline);
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_queue_draw (map);
  return TRUE;
}

static void
open_ring (GtkWidget *map, DlPlace place)
{
  DlMapView *self = DL_MAP_VIEW (map);

  if (place.kind == DL_PLACE_LINK)
    gtk_widget_activate_action (map, "win.show-view", "s", "ring");
  else
    step (GTK_WIDGET (self), 0, 0);
}

static void
release (GtkWidget *map)
{
  DlMapView *self = DL_MAP_VIEW (map);

  if (self->keyed_dateline >= 0)
    dl_session_seal (dl_view_get_session (self->view));
  self->keyed_dateline = -1;
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  return dl_map_view_locate (DL_MAP_VIEW (map), place, rect);
}

/* Both ------------------------------------------------------------------------------------------
 */

GtkWidget *
dl_map_view_add_input (DlMapView *self)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .hover_at = hover_at,
    .locate = locate,
    .step = step,
    .turn = turn,
    .back = back,
    .left = 48,
    .top = 50,
    .open = open_ring,
    .grip_at = grip_at,
    .key = key,
    .release = release,
  };
  GtkGesture *drag = gtk_gesture_drag_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Break or Restore the _Cable"), "win.break");
  g_menu_append (menu, _ ("Break or Restore _One Direction"), "win.break-direction");
  g_menu_append (menu, _ ("Break or Restore the _Node"), "win.break-node");
  g_menu_append (menu, _ ("Show Its _Ring"), "win.show-view::ring");
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  if (self->kind == DL_MAP_PLANES)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect (click, "pressed", G_CALLBACK (on_plane_click), self);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
      g_menu_append (menu, _ ("Enlarge the _Plane, or Show All"), "plane.toggle");
    }
  return dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
}

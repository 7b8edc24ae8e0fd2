#include "dl-map-view.h"

#include "dl-families.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Rings and planes are read where other maps are too low for their words. */
#define ROOM_HEIGHT 150

typedef struct
{
  gint plane;            /* the one plane that is shown, or -1 */
  gint dragged_dateline; /* DlTorusDim, or -1 */
  gint keyed_dateline;   /* DlTorusDim whose dateline the arrow keys move, or -1 */
} Torus;

static const DlTorusNetwork *
network_of (DlCanvas *self)
{
  return self->result->net.shape;
}

/* The pinned state stays as is. */
static gboolean
shows_pinned (DlCanvas *self)
{
  return dl_shown_get_show (self->shown) == DL_SHOW_B;
}

/* The picture ---------------------------------------------------------------------------------- */

/* Datelines as they are drawn: those of A even while its result is on its way. */
static void
get_datelines (DlCanvas *self, gint dateline[DL_TORUS_N_DIMS])
{
  const DlTorusRouting routing = dl_torus_routing (
      shows_pinned (self) ? self->result->scenario
                          : dl_session_get_scenario (dl_view_get_session (self->view)));

  memcpy (dateline, routing.dateline, sizeof routing.dateline);
}

static DlMapOptions
options_of (DlCanvas *self)
{
  const Torus *own = self->state;
  DlMapOptions options = {
    .kind = self->which,
    .slice = dl_view_get_slice (self->view),
    .width = self->size.width,
    .height = self->size.height,
    .scale = self->size.scale,
    .zoom = self->size.zoom,
    .cut = dl_view_get_cut (self->view),
  };

  if (own->plane >= 0 && own->plane < (gint) network_of (self)->torus.radix[options.slice])
    {
      options.first_plane = own->plane;
      options.n_planes = 1;
    }
  return options;
}

static gboolean
fits (DlCanvas *self, gboolean is_new)
{
  const DlMapOptions options = options_of (self), *now = dl_map_options (self->layout);
  const DlTorusNetwork *placed = self->placed->net.shape;

  return now->slice == options.slice && now->first_plane == options.first_plane
         && now->n_planes == options.n_planes
         && (now->cut == options.cut || self->which != DL_MAP_ISOMETRIC)
         && memcmp (placed->torus.ring, network_of (self)->torus.ring, sizeof placed->torus.ring)
                == 0;
}

static gpointer
lay_out (DlCanvas *self)
{
  const DlMapOptions options = options_of (self);

  return dl_map_new (network_of (self), &options);
}

static void
free_layout (gpointer layout)
{
  dl_map_free (layout);
}

static cairo_surface_t *
paint (DlCanvas *self)
{
  return dl_map_paint (self->layout, network_of (self), dl_shown_get_values (self->shown),
                       &self->scale, self->theme, NULL);
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *shown)
{
  const Torus *own = self->state;
  const DlTorusNetwork *network = network_of (self);
  DlOverlay overlay = *shown;
  DlDatelines datelines
      = { .dragged = own->dragged_dateline >= 0 ? own->dragged_dateline : own->keyed_dateline };

  get_datelines (self, datelines.at);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (datelines.at[dim] >= (gint) network->torus.radix[dim])
      datelines.at[dim] = DL_NO_DATELINE;    /* of a shape whose result is not there yet */
  if (overlay.hovered.kind == DL_PLACE_NODE) /* it would hide the links around it */
    overlay.hovered = DL_NOWHERE;
  dl_map_draw_overlay (self->layout, cr, &overlay, &datelines, self->theme);
}

/* Places --------------------------------------------------------------------------------------- */

static DlHit
hit_at (DlCanvas *self, double x, double y)
{
  gint dateline[DL_TORUS_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

  if (!shows_pinned (self))
    get_datelines (self, dateline);
  return dl_map_hit (self->layout, x, y, dateline);
}

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  const DlHit at = hit_at (self, x, y);

  return at.kind == DL_HIT_LINK   ? dl_place_link (at.link)
         : at.kind == DL_HIT_NODE ? dl_place_node (at.node)
                                  : DL_NOWHERE;
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  return place.kind == DL_PLACE_LINK
             ? dl_map_link_rect (self->layout, place.a, rect)
             : place.kind == DL_PLACE_NODE && dl_map_node_rect (self->layout, place.a, rect);
}

/* Links; the hovered one stays while a dateline is dragged over others. */
static DlPlace
hover_at (DlCanvas *self, double x, double y)
{
  const Torus *own = self->state;
  const DlPlace place = hit (self, x, y);

  if (own->dragged_dateline >= 0)
    return dl_view_get_hovered (self->view);
  return place.kind == DL_PLACE_LINK ? place : DL_NOWHERE;
}

static char *
tip (DlCanvas *self, double x, double y)
{
  const Torus *own = self->state;
  const DlHit at = hit_at (self, x, y);

  if (own->dragged_dateline >= 0)
    return NULL;
  if (at.kind == DL_HIT_DATELINE)
    return g_strdup (_ ("Dateline: drag it, or press D and the arrow keys (VC paper 3)"));
  return at.kind == DL_HIT_NODE ? dl_view_describe (self->view, dl_place_node (at.node)) : NULL;
}

/* Datelines ------------------------------------------------------------------------------------ */

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, DlCanvas *self)
{
  Torus *own = self->state;
  DlHit at = { .kind = DL_HIT_NOTHING };

  if (dl_canvas_ensure (self))
    at = hit_at (self, x / self->size.unit, y / self->size.unit);
  if (at.kind != DL_HIT_DATELINE)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  own->dragged_dateline = at.dim;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *drag, double offset_x, double offset_y, DlCanvas *self)
{
  const Torus *own = self->state;
  const double unit = self->size.unit;
  double x, y;

  if (own->dragged_dateline < 0 || !dl_canvas_ensure (self))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  dl_session_set_number (dl_view_get_session (self->view), "torus.datelines", own->dragged_dateline,
                         dl_map_position_at (self->layout, (x + offset_x) / unit,
                                             (y + offset_y) / unit, own->dragged_dateline),
                         TRUE);
}

static void
on_drag_end (GtkGestureDrag *drag, double offset_x, double offset_y, DlCanvas *self)
{
  Torus *own = self->state;

  if (own->dragged_dateline < 0)
    return;
  own->dragged_dateline = -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* D takes the next dimension that has a dateline to move; none after the last. */
static void
take_next_dateline (DlCanvas *self)
{
  Torus *own = self->state;
  gint dim = own->keyed_dateline + 1;

  while (dim < DL_TORUS_N_DIMS && !network_of (self)->torus.ring[dim])
    dim++;
  own->keyed_dateline = dim < DL_TORUS_N_DIMS ? dim : -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_keyed_dateline (DlCanvas *self, gint by)
{
  const Torus *own = self->state;
  DlSession *session = dl_view_get_session (self->view);
  const DlTorusRouting routing = dl_torus_routing (dl_session_get_scenario (session));
  const gint k = network_of (self)->torus.radix[own->keyed_dateline];
  const gint at = routing.dateline[own->keyed_dateline];

  dl_session_set_number (session, "torus.datelines", own->keyed_dateline,
                         at == DL_NO_DATELINE ? 0 : (at + by + k) % k, TRUE);
}

static void
release (DlCanvas *self)
{
  Torus *own = self->state;

  if (own->keyed_dateline >= 0)
    dl_session_seal (dl_view_get_session (self->view));
  own->keyed_dateline = -1;
}

static void
on_beside (DlCanvas *self)
{
  ((Torus *) self->state)->keyed_dateline = -1;
}

/* Planes --------------------------------------------------------------------------------------- */

static void
show_plane (DlCanvas *self, gint plane)
{
  Torus *own = self->state;

  own->plane = plane;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The plane of the selected place, or -1. */
static gint
selected_plane (DlCanvas *self)
{
  const DlEvaluation *result = dl_shown_get_result (self->shown);
  const guint node = dl_view_get_selected_place (self->view);
  const DlTorusNetwork *network;

  if (result == NULL || result->scenario->family != &dl_family_torus)
    return -1;
  network = result->net.shape;
  return node < network->n_nodes ? network->torus.coord[node].at[dl_view_get_slice (self->view)]
                                 : -1;
}

/* One alone, or all again. */
static void
toggle_plane (DlCanvas *self, gint plane)
{
  const Torus *own = self->state;

  dl_map_zoomer_fit (dl_map_zoomer_of (GTK_WIDGET (self)));
  show_plane (self, own->plane >= 0 ? -1 : plane);
}

static void
toggle_selected (DlCanvas *self)
{
  toggle_plane (self, MAX (selected_plane (self), 0));
}

static void
on_toggle (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  toggle_selected (self);
}

/* A click on a plane's title, a double click on its empty part. */
static void
on_plane_click (GtkGestureClick *click, int n_press, double x, double y, DlCanvas *self)
{
  gboolean title;
  guint plane;

  if (!dl_canvas_ensure (self)
      || !dl_map_plane_at (self->layout, x / self->size.unit, y / self->size.unit, &plane, &title))
    return;
  x /= self->size.unit;
  y /= self->size.unit;
  if (title ? n_press == 1 : n_press == 2 && hit_at (self, x, y).kind == DL_HIT_NOTHING)
    toggle_plane (self, plane);
}

/* The plane of the selected place replaces one that does not have it. */
static void
follow_selection (DlCanvas *self)
{
  const Torus *own = self->state;
  const gint plane = selected_plane (self);

  if (own->plane >= 0 && plane >= 0)
    show_plane (self, plane);
}

static void
show_all_planes (DlCanvas *self)
{
  show_plane (self, -1);
}

/* Keys ----------------------------------------------------------------------------------------- */

static const char *
grip_at (DlCanvas *self, double x, double y)
{
  const Torus *own = self->state;
  gboolean title;
  guint plane;

  return own->dragged_dateline >= 0                                      ? "grabbing"
         : hit_at (self, x, y).kind == DL_HIT_DATELINE                   ? "grab"
         : dl_map_plane_at (self->layout, x, y, &plane, &title) && title ? "pointer"
                                                                         : NULL;
}

static void
step (DlCanvas *self, gint dx, gint dy)
{
  const Torus *own = self->state;

  if (own->keyed_dateline < 0)
    dl_view_select (self->view, dl_place_link (dl_map_step (
                                    self->layout, dl_view_get_selected_link (self->view), dx, dy)));
  else if (dx != 0 || dy != 0)
    move_keyed_dateline (self, dx != 0 ? dx : -dy); /* in planes, y runs upwards */
}

/* The cut of the block, or the next one of planes that are shown one by one. */
static gboolean
turn (DlCanvas *self, gint by)
{
  const Torus *own = self->state;
  const guint cut = dl_view_get_cut (self->view);

  if (own->plane >= 0)
    {
      const gint k = network_of (self)->torus.radix[dl_view_get_slice (self->view)];

      show_plane (self, (own->plane + k - by) % k);
      return TRUE;
    }
  if (self->which != DL_MAP_ISOMETRIC)
    return FALSE;
  if (by > 0 || cut > 0)
    dl_view_set_cut (self->view, cut + by);
  return TRUE;
}

/* Esc shows all planes again. */
static gboolean
back (DlCanvas *self)
{
  const Torus *own = self->state;

  if (own->plane < 0 || dl_view_get_route_origin (self->view) != DL_NO_NODE)
    return FALSE;
  toggle_plane (self, -1);
  return TRUE;
}

/* D takes a dateline, one after the other; P enlarges a plane. */
static gboolean
key (DlCanvas *self, guint keyval, gboolean shift)
{
  if (keyval == GDK_KEY_p && self->which == DL_MAP_PLANES)
    toggle_selected (self);
  else if (keyval == GDK_KEY_d && !shows_pinned (self))
    take_next_dateline (self);
  else
    return FALSE;
  return TRUE;
}

static void
open_ring (DlCanvas *self, DlPlace place)
{
  if (place.kind == DL_PLACE_LINK)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
  else if (dl_canvas_ensure (self))
    step (self, 0, 0);
}

/* The kind ------------------------------------------------------------------------------------- */

static void
init_planes (DlCanvas *self)
{
  static const GActionEntry actions[] = { { "toggle", on_toggle } };
  GtkGesture *click = gtk_gesture_click_new ();

  dl_canvas_add_actions (self, "plane", actions, G_N_ELEMENTS (actions));
  g_signal_connect (click, "pressed", G_CALLBACK (on_plane_click), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (self->view, "notify::selection", G_CALLBACK (follow_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "notify::slice", G_CALLBACK (show_all_planes), self,
                           G_CONNECT_SWAPPED);
}

static void
init (DlCanvas *self)
{
  Torus *own = self->state;
  GtkGesture *drag = gtk_gesture_drag_new ();

  *own = (Torus) { .plane = -1, .dragged_dateline = -1, .keyed_dateline = -1 };
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (dl_view_get_session (self->view), "notify::generation",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (self->view), "notify::changes",
                           G_CALLBACK (on_beside), self, G_CONNECT_SWAPPED);
  if (self->which == DL_MAP_PLANES)
    init_planes (self);
}

GtkWidget *
dl_map_view_new (DlView *view, guint which)
{
  static const char *const titles[DL_N_MAPS]
      = { N_ ("Ring matrix"), N_ ("Planes"), N_ ("Isometric") };
  static const DlCanvasItem menu[] = {
    { N_ ("Break or Restore the _Cable"), "win.break" },
    { N_ ("Break or Restore _One Direction"), "win.break-direction" },
    { N_ ("Break or Restore the _Node"), "win.break-node" },
    { N_ ("Show Its _Ring"), "win.show-view::ring" },
    { N_ ("Route _from Here"), "win.route-from" },
    { N_ ("Route _to Here"), "win.route-to" },
    { N_ ("_Show as Table"), "win.show-table::" },
    { N_ ("Enlarge the _Plane, or Show All"), "plane.toggle" },
  };
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys move from link to link, B breaks, D takes a dateline, E explains "
                "the route between two"),
    .family = &dl_family_torus,
    .state_size = sizeof (Torus),
    .init = init,
    .menu = menu,
    .n_menu = G_N_ELEMENTS (menu),
    .left = 48,
    .top = 50,
    .enlarged = TRUE,
    .room_height = ROOM_HEIGHT,
    .fits = fits,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .paint = paint,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .hover_at = hover_at,
    .grip_at = grip_at,
    .open = open_ring,
    .turn = turn,
    .back = back,
    .key = key,
    .release = release,
    .tip = tip,
  };

  return dl_canvas_new (view, &kind, which, _ (titles[which]));
}

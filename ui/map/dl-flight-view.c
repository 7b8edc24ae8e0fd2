#include "dl-flight-view.h"

#include "dl-appearance.h"
#include "dl-figure-family.h"
#include "dl-flight-map.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>

/* @text and, after it, one more part; both are taken. */
static char *
join (char *text, char *part)
{
  char *both = g_strdup_printf ("%s · %s", text, part);

  g_free (text);
  g_free (part);
  return both;
}

char *
dl_flights_summary (const DlLivePicture *picture)
{
  const GArray *flights = picture->flights;
  gulong waiting = 0;
  char *text = g_strdup_printf (_ ("Cycle %'lu"), (gulong) picture->cycle);

  for (guint i = 0; i < flights->len; i++)
    waiting += g_array_index (flights, DlFlight, i).place == DL_FLIGHT_INPUT;
  text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u packet in flight",
                                                   "%'u packets in flight", flights->len),
                                      flights->len));
  if (waiting > 0)
    text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu waits in a router",
                                                     "%'lu wait in routers", waiting),
                                        waiting));
  if (picture->waiting > 0)
    text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu waits at its source",
                                                     "%'lu wait at their sources",
                                                     (gulong) picture->waiting),
                                        (gulong) picture->waiting));
  return text;
}

static char *
name_node (const DlLivePicture *picture, guint node)
{
  return picture->family->name (picture->shape, dl_place_node (node), DL_NAME_PEOPLE);
}

/* Current place. */
static char *
describe_place (const DlFlight *flight)
{
  switch ((DlFlightPlace) flight->place)
    {
    case DL_FLIGHT_LINK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "on a link, %u cycle from its end",
                                           "on a link, %u cycles from its end", flight->left),
                              flight->left);
    case DL_FLIGHT_INPUT:
      return g_strdup_printf (_ ("waits in an input buffer, number %u of its queue"),
                              flight->rank + 1u);
    case DL_FLIGHT_CROSSBAR:
      return g_strdup (_ ("goes through the crossbar"));
    case DL_FLIGHT_OUTPUT:
      return g_strdup (_ ("is staged at its output"));
    case DL_FLIGHT_EJECTED:
    case DL_N_FLIGHT_PLACES:
      break;
    }
  return g_strdup (_ ("is taken in by its node"));
}

char *
dl_flight_story (const DlLivePicture *picture, const DlFlight *flight)
{
  const gulong age = (gulong) (picture->cycle - flight->injected);
  g_autofree char *source = name_node (picture, flight->source);
  g_autofree char *dest = name_node (picture, flight->dest);
  char *text = g_strdup_printf (_ ("Packet %s → %s, VC%u"), source, dest, flight->vc);

  text = join (text, describe_place (flight));
  text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu cycle in the network",
                                                   "%'lu cycles in the network", age),
                                      age));
  return join (text,
               g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u flit", "%u flits", flight->flits),
                                flight->flits));
}

/* A step by hand moves packets in so long, in microseconds; no cycle takes longer. */
#define STEP_US  (250 * 1000)
#define CYCLE_US (1000 * 1000)
/* Between two frames at least: what goes so slowly is smooth enough. */
#define FRAME_US (30 * 1000)
/* Over more cycles at once a packet jumps: the eye cannot follow it. */
#define MOST_CYCLES 6
/* Height for a network, with its caption and its key in words of the usual size, in pixels. */
#define ROOM_HEIGHT 300
/* Interval of texts for assistive technology while it runs, in microseconds. */
#define TELL_US (2 * 1000 * 1000)

typedef struct
{
  DlCanvas *canvas;
  DlLive *live; /* the view's */

  DlFlightMap *map;       /* for the following */
  const DlFamily *family; /* of the network that is drawn */
  gpointer shape;         /* that one, a reference; NULL: none */
  DlCanvasSize size;
  GskRenderNode *ground; /* the network, as it is drawn; nullable */
  const DlTheme *theme;  /* of @ground */

  GArray *flights; /* DlFlight, of the latest picture; NULL: packets are not known */
  GArray *spots;   /* DlFlightSpot, where they are at the end of the cycle */
  GArray *more;    /* DlFlightMore */
  GArray *shown;   /* DlFlightSpot, where they are drawn just now */
  GArray *before;  /* DlFlight, of the picture before */
  GArray *from;    /* DlFlightSpot, where these were drawn last */
  guint64 cycle;
  guint64 generation;
  gint64 moved_us;    /* when it began to move from there */
  gint64 duration_us; /* 0: it jumps */
  guint tick;
  gint64 drawn_us;

  double x, y; /* pointer, in units of @map; negative: elsewhere */
  char *story; /* of the packet that is pointed at, or marked; NULL */
  char *told;  /* text for assistive technology; NULL: nothing yet */
  gint64 told_us;
} Flights;

/* Data ----------------------------------------------------------------------------------------- */

/* The latest picture that says where packets are; else NULL. */
static const DlLivePicture *
get_picture (Flights *self)
{
  const DlLivePicture *picture = dl_shown_get_show (self->canvas->shown) == DL_SHOW_B
                                     ? dl_live_get_picture_b (self->live)
                                     : NULL;

  if (picture == NULL)
    picture = dl_live_get_picture (self->live);
  return picture != NULL && picture->flights != NULL ? picture : NULL;
}

/* The network to draw: the one that is simulated, or else that of the latest result. */
static const DlFamily *
get_family (Flights *self, gconstpointer *shape)
{
  const DlLivePicture *picture = get_picture (self);
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->canvas->view));

  *shape = picture != NULL ? picture->shape : result != NULL ? result->net.shape : NULL;
  return picture != NULL ? picture->family : result != NULL ? result->scenario->family : NULL;
}

static gboolean
is_small (const DlFamily *family, gconstpointer shape)
{
  DlNet net;

  if (family == NULL)
    return FALSE;
  net = *dl_shape_net (shape);
  return net.graph->n_routers <= DL_FLIGHTS_MOST_ROUTERS;
}

gboolean
dl_flight_view_suits (DlEvaluation *result)
{
  return is_small (result->scenario->family, result->net.shape);
}

/* Why nothing is drawn; NULL if something is. */
static const char *
get_problem (Flights *self)
{
  gconstpointer shape;
  const DlFamily *family = get_family (self, &shape);

  if (family == NULL)
    return "";
  return is_small (family, shape)
             ? NULL
             : _ ("Packets are drawn in networks of at most 128 routers. Click here, or press "
                  "Shift+Ctrl+T, for a toy network; the keys bring you back");
}

static void
drop_shape (Flights *self)
{
  if (self->shape != NULL)
    dl_shared_unref (self->shape);
  self->shape = NULL;
}

static void
drop_ground (Flights *self)
{
  g_clear_pointer (&self->ground, gsk_render_node_unref);
}

/* Make the layout fit the canvas and the network; FALSE if there is nothing to draw. */
static gboolean
ensure_map (Flights *self)
{
  gconstpointer shape;
  const DlFamily *family = get_family (self, &shape);

  if (!is_small (family, shape) || !dl_canvas_ensure (self->canvas))
    return FALSE;
  const DlCanvasSize size = self->canvas->size;

  if (self->map != NULL && self->shape == shape && self->size.width == size.width
      && self->size.height == size.height && self->size.unit == size.unit
      && self->size.zoom.by == size.zoom.by)
    {
      if (!dl_map_zoom_equal (&self->size.zoom, &size.zoom))
        drop_ground (self);
      self->size = size;
      return TRUE;
    }
  drop_ground (self);
  g_clear_pointer (&self->map, dl_flight_map_free);
  drop_shape (self);
  self->family = family;
  self->shape = dl_shared_ref (shape);
  self->size = size;
  self->map = dl_figure_family_of (family)->flight->lay (shape, size.width * size.zoom.by,
                                                         size.height * size.zoom.by);
  if (self->flights != NULL)
    dl_flight_map_place (self->map, self->flights, self->spots, self->more);
  self->duration_us = 0;
  return TRUE;
}

/* Motion --------------------------------------------------------------------------------------- */

static double
share_done (Flights *self)
{
  const gint64 passed = g_get_monotonic_time () - self->moved_us;

  return self->duration_us <= 0 || passed >= self->duration_us
             ? 1
             : (double) passed / self->duration_us;
}

/* Where packets are drawn at this moment. */
static void
move (Flights *self)
{
  const double share = share_done (self);

  g_array_set_size (self->shown, 0);
  g_array_append_vals (self->shown, self->spots->data, self->spots->len);
  if (share < 1)
    dl_flight_map_blend (self->map, self->before, self->from, self->flights, self->shown, share);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Flights *self = DL_CANVAS (widget)->state;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const gboolean done = share_done (self) >= 1;

  if (done || now - self->drawn_us >= FRAME_US)
    {
      self->drawn_us = now;
      gtk_widget_queue_draw (widget);
    }
  if (!done)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* How long packets take for @cycles; 0: they jump. */
static gint64
duration_of (Flights *self, guint64 cycles)
{
  const double speed = dl_live_get_speed (self->live);

  if (!dl_motion_is_wanted () || cycles == 0 || cycles > MOST_CYCLES)
    return 0;
  if (dl_live_get_state (self->live) != DL_LIVE_RUNNING)
    return STEP_US;
  return speed > 0 ? MIN (cycles * G_USEC_PER_SEC / speed, CYCLE_US) : 0;
}

static void
forget_flights (Flights *self)
{
  g_clear_pointer (&self->flights, g_array_unref);
  self->duration_us = 0;
}

/* Take the picture's packets; they begin to move from where they were drawn. */
static void
take_flights (Flights *self, const DlLivePicture *picture)
{
  const guint64 cycles = self->flights != NULL && picture->generation == self->generation
                                 && picture->cycle > self->cycle
                             ? picture->cycle - self->cycle
                             : 0;

  g_array_unref (self->before);
  self->before = self->flights != NULL ? g_steal_pointer (&self->flights)
                                       : g_array_new (FALSE, FALSE, sizeof (DlFlight));
  self->flights = g_array_copy (picture->flights);
  self->duration_us = 0;
  if (ensure_map (self))
    {
      GArray *from = self->from;

      self->from = self->shown;
      self->shown = from;
      dl_flight_map_place (self->map, self->flights, self->spots, self->more);
      if (self->from->len == self->before->len)
        self->duration_us = duration_of (self, cycles);
    }
  self->moved_us = g_get_monotonic_time ();
  self->cycle = picture->cycle;
  self->generation = picture->generation;
  if (self->duration_us > 0 && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->canvas), on_tick, NULL, NULL);
}

/* Descriptions --------------------------------------------------------------------------------- */

/* The chosen packet, by its place in the flights; G_MAXUINT. */
static guint
find_marked (Flights *self)
{
  const DlFlight *chosen = dl_view_get_packet (self->canvas->view);
  guint at;

  return chosen != NULL && self->flights != NULL
                 && g_array_binary_search (self->flights, chosen, dl_flight_compare, &at)
             ? at
             : G_MAXUINT;
}

/* The packet under the pointer, likewise. */
static guint
find_hovered (Flights *self)
{
  return self->x < 0 || self->flights == NULL || self->map == NULL
                 || self->shown->len != self->flights->len
             ? G_MAXUINT
             : dl_flight_map_hit_packet (self->map, self->shown, self->x, self->y);
}

/* Another packet is pointed at: its story follows. */
static void
update_story (Flights *self)
{
  const DlLivePicture *picture = get_picture (self);
  const guint hovered = find_hovered (self);
  const guint packet = hovered != G_MAXUINT ? hovered : find_marked (self);
  g_autofree char *story = NULL;

  if (picture != NULL && packet != G_MAXUINT && picture->cycle == self->cycle)
    story = dl_flight_story (picture, &g_array_index (self->flights, DlFlight, packet));
  if (g_strcmp0 (story, self->story) == 0)
    return;
  g_free (self->story);
  self->story = g_steal_pointer (&story);
  dl_canvas_tell (self->canvas);
}

static char *
make_caption (Flights *self)
{
  const DlLivePicture *picture = get_picture (self);
  const char *problem = dl_live_get_problem (self->live);

  if (picture != NULL)
    return dl_flights_summary (picture);
  if (problem != NULL)
    return g_strdup (problem);
  return g_strdup (_ ("Run the simulation (F8) or step through it (F7) to see packets"));
}

/* Text for assistive technology: all of it unless the simulation runs, and if @at_once; else only
 * now and then. */
static void
tell (Flights *self, gboolean at_once)
{
  const gint64 now = g_get_monotonic_time ();
  const char *problem = get_problem (self);
  g_autofree char *caption = NULL;

  if (!at_once && dl_live_get_state (self->live) == DL_LIVE_RUNNING
      && now - self->told_us < TELL_US)
    return;
  self->told_us = now;
  caption = problem != NULL ? g_strdup (problem) : make_caption (self);
  g_free (self->told);
  self->told = g_strdup_printf ("%s. %s", caption,
                                self->story != NULL ? self->story
                                                    : _ ("Arrow keys go from packet to packet"));
  dl_canvas_describe (self->canvas);
}

/* FALSE if packets are where they were. */
static gboolean
follow_picture (Flights *self)
{
  const DlLivePicture *picture = get_picture (self);

  if (picture == NULL)
    forget_flights (self);
  else if (self->flights != NULL && picture->cycle == self->cycle
           && picture->generation == self->generation
           && picture->flights->len == self->flights->len)
    return FALSE;
  else
    take_flights (self, picture);
  return TRUE;
}

static void
update (Flights *self, gboolean network)
{
  if (follow_picture (self) || network)
    gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  update_story (self);
  tell (self, FALSE);
}

static void
on_live (DlCanvas *canvas)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (canvas)))
    update (canvas->state, FALSE);
}

/* The selection, a route, the network itself. */
static void
changed (DlCanvas *canvas)
{
  drop_ground (canvas->state);
  if (gtk_widget_get_mapped (GTK_WIDGET (canvas)))
    update (canvas->state, TRUE);
}

static const char *
story (DlCanvas *canvas)
{
  const Flights *self = canvas->state;

  return gtk_widget_get_mapped (GTK_WIDGET (canvas)) ? self->story : NULL;
}

static char *
describe (DlCanvas *canvas)
{
  const Flights *self = canvas->state;

  return g_strdup (self->told);
}

/* The picture ---------------------------------------------------------------------------------- */

/* The links of the route that is shown, where there is one. Free with g_free. */
static guint32 *
list_path (Flights *self, guint *n)
{
  DlMapPath path;
  guint32 *links;
  DlNet net;

  *n = 0;
  if (!dl_view_get_path (self->canvas->view, &path) || !dl_view_get_net (self->canvas->view, &net))
    return NULL;
  *n = path.n;
  links = g_new (guint32, *n + 1);
  for (guint i = 0; i < *n; i++)
    links[i] = path.channels[i] / net.n_vcs;
  return links;
}

static void
set_selection (Flights *self, DlFlightScene *scene)
{
  const DlPlace selected = dl_view_get_selected (self->canvas->view);
  const DlPlace router = dl_view_router_at (self->canvas->view, selected);

  scene->selected_link = dl_place_number (selected, DL_PLACE_LINK);
  scene->hovered_link = dl_view_get_hovered_link (self->canvas->view);
  scene->selected_router
      = selected.kind != DL_PLACE_LINK && router.kind != DL_PLACE_NOTHING ? router.a : DL_NO_NODE;
}

/* Places are of the network of the latest result, which that of the simulation may not be yet. */
static void
set_marked (Flights *self, DlFlightScene *scene)
{
  DlNet net;

  if (dl_view_get_net (self->canvas->view, &net)
      && self->family->same_places (net.shape, self->shape))
    scene->marked_places = dl_view_get_marked (self->canvas->view, &scene->n_marked_places);
}

static DlFlightScene
scene_of (Flights *self)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (self->canvas->view));
  DlFlightScene scene = { .kind = dl_figure_family_of (self->family)->flight };

  if (scenario->family == self->family)
    scene.scenario = scenario;
  scene.ages = dl_view_get_ages (self->canvas->view);
  scene.net = *dl_shape_net (self->shape);
  return scene;
}

/* The network is drawn once, until it changes. */
static void
draw_ground (DlCanvas *canvas, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  Flights *self = canvas->state;
  const DlCanvasSize *size = &canvas->size;

  if (get_problem (self) != NULL || !ensure_map (self))
    return;
  if (self->ground == NULL || self->theme != canvas->theme)
    {
      DlFlightScene scene = scene_of (self);
      g_autofree guint32 *path = list_path (self, &scene.n_path);
      cairo_t *cr;

      drop_ground (self);
      scene.path = path;
      set_selection (self, &scene);
      set_marked (self, &scene);
      self->ground = gsk_cairo_node_new (bounds);
      self->theme = canvas->theme;
      cr = gsk_cairo_node_get_draw_context (self->ground);
      cairo_scale (cr, size->unit, size->unit);
      cairo_translate (cr, -size->zoom.x, -size->zoom.y);
      dl_flight_map_draw_network (self->map, cr, &scene, self->theme);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->ground);
}

static void
draw_packets (Flights *self, cairo_t *cr)
{
  g_autofree char *caption = make_caption (self);
  DlFlightScene scene = scene_of (self);

  scene.caption = caption;
  scene.marked = G_MAXUINT;
  if (self->flights != NULL)
    {
      const guint hovered = find_hovered (self);

      move (self);
      scene.flights = self->flights;
      scene.cycle = self->cycle;
      scene.spots = self->shown;
      scene.more = self->more;
      scene.marked = hovered != G_MAXUINT ? hovered : find_marked (self);
    }
  dl_flight_map_draw_packets (self->map, cr, &scene, self->canvas->theme);
}

static void
draw_problem (DlCanvas *canvas, cairo_t *cr, const char *problem)
{
  const double width = MIN (canvas->size.width - 40, 420);
  const double height = dl_text_wrapped_height (cr, problem, DL_TEXT_NORMAL, width);

  dl_color_set (cr, &canvas->theme->muted);
  dl_text_draw_wrapped (cr, (canvas->size.width - width) / 2, (canvas->size.height - height) / 2,
                        problem, DL_TEXT_NORMAL, width);
}

static void
draw (DlCanvas *canvas, cairo_t *cr, const DlOverlay *overlay)
{
  Flights *self = canvas->state;
  const char *problem = get_problem (self);

  if (problem != NULL)
    draw_problem (canvas, cr, problem);
  else if (ensure_map (self))
    {
      cairo_translate (cr, -canvas->size.zoom.x, -canvas->size.zoom.y);
      draw_packets (self, cr);
    }
}

/* Places --------------------------------------------------------------------------------------- */

static DlPlace
hit (DlCanvas *canvas, double x, double y)
{
  Flights *self = canvas->state;
  const double px = x + canvas->size.zoom.x, py = y + canvas->size.zoom.y;
  guint router, link;

  if (get_problem (self) != NULL || !ensure_map (self))
    return DL_NOWHERE;
  router = dl_flight_map_hit_router (self->map, px, py);
  if (router != DL_NO_NODE)
    return dl_place_router (router);
  link = dl_flight_map_hit_link (self->map, px, py);
  return link != DL_NO_LINK ? dl_place_link (link) : DL_NOWHERE;
}

/* A router, or for a link the one that it leaves. */
static gboolean
rect (DlCanvas *canvas, DlPlace place, DlRect *rect)
{
  Flights *self = canvas->state;
  double x, y, radius;
  DlPlace at;

  if (get_problem (self) != NULL || !ensure_map (self) || place.kind == DL_PLACE_NOTHING
      || place.a == DL_NO_LINK)
    return FALSE;
  at = place.kind == DL_PLACE_LINK
           ? dl_place_router (dl_shape_net (self->shape)->graph->link_from[place.a])
           : dl_view_router_at (canvas->view, place);
  if (at.kind == DL_PLACE_NOTHING || at.a == DL_NO_NODE)
    return FALSE;
  dl_flight_map_router_at (self->map, at.a, &x, &y);
  radius = dl_flight_map_router_radius (self->map);
  *rect = (DlRect) { x - canvas->size.zoom.x - radius, y - canvas->size.zoom.y - radius, 2 * radius,
                     2 * radius };
  return TRUE;
}

/* Pointing ------------------------------------------------------------------------------------- */

static void
mark (Flights *self, guint packet)
{
  dl_view_set_packet (self->canvas->view, packet != G_MAXUINT
                                              ? &g_array_index (self->flights, DlFlight, packet)
                                              : NULL);
  update_story (self);
  tell (self, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* The pointer is there; or, at -1, -1, elsewhere. */
static void
point_at (Flights *self, double x, double y)
{
  const gboolean elsewhere = x < 0 && y < 0;

  self->x = elsewhere ? -1 : x + self->canvas->size.zoom.x;
  self->y = elsewhere ? -1 : y + self->canvas->size.zoom.y;
}

/* Links go to the details line and get the selection's keys, unless there is a packet over them. */
static DlPlace
hover_at (DlCanvas *canvas, double x, double y)
{
  Flights *self = canvas->state;
  guint link = DL_NO_LINK;

  point_at (self, x, y);
  if (get_problem (self) != NULL || !ensure_map (self))
    return DL_NOWHERE;
  if (self->x >= 0 && find_hovered (self) == G_MAXUINT)
    link = dl_flight_map_hit_link (self->map, self->x, self->y);
  update_story (self);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
  return link != DL_NO_LINK ? dl_place_link (link) : DL_NOWHERE;
}

/* Where nothing is drawn, since the network is too large: one that is not. */
static gboolean
offer_toy (Flights *self)
{
  if (get_problem (self) == NULL)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self->canvas), "win.toy-toggle", NULL);
  return TRUE;
}

static void
click (DlCanvas *canvas, double x, double y, gboolean breaks, gboolean other)
{
  Flights *self = canvas->state;
  DlPlace place;
  guint packet;

  if (offer_toy (self) || !ensure_map (self))
    return;
  point_at (self, x, y);
  packet = breaks ? G_MAXUINT : find_hovered (self);
  mark (self, packet);
  if (packet != G_MAXUINT)
    return;
  place = hit (canvas, x, y);
  if (place.kind == DL_PLACE_ROUTER)
    place = dl_view_router_at (canvas->view, place);
  if (place.kind != DL_PLACE_NOTHING)
    dl_canvas_choose (canvas, place, breaks, other);
}

/* Keys ----------------------------------------------------------------------------------------- */

/* The packet @by further on in their order, round and round. */
static void
step_packet (Flights *self, gint by)
{
  const guint n = self->flights != NULL ? self->flights->len : 0;
  const guint marked = find_marked (self);

  if (n > 0)
    mark (self, marked == G_MAXUINT ? (by > 0 ? 0 : n - 1) : (marked + n + by) % n);
}

static void
step (DlCanvas *canvas, gint dx, gint dy)
{
  step_packet (canvas->state, dx + dy);
}

static gboolean
back (DlCanvas *canvas)
{
  Flights *self = canvas->state;

  if (dl_view_get_packet (canvas->view) != NULL)
    mark (self, G_MAXUINT);
  else
    dl_view_select (canvas->view, DL_NOWHERE);
  return TRUE;
}

/* Another one was chosen elsewhere. */
static void
on_packet (DlCanvas *canvas)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (canvas)))
    return;
  update_story (canvas->state);
  tell (canvas->state, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

/* The journey of the chosen packet; or a network that is small enough. */
static gboolean
key (DlCanvas *canvas, guint keyval, gboolean shift)
{
  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_space)
    return FALSE;
  if (offer_toy (canvas->state))
    return TRUE;
  if (dl_view_get_packet (canvas->view) == NULL)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (canvas), "win.packet-journey", NULL);
  return TRUE;
}

/* The kind ------------------------------------------------------------------------------------- */

/* Places of packets are looked up only while the view is visible. */
static void
on_map (DlCanvas *canvas)
{
  Flights *self = canvas->state;

  dl_live_show_flights (self->live, TRUE);
  update (self, TRUE);
}

static void
on_unmap (DlCanvas *canvas)
{
  Flights *self = canvas->state;

  dl_live_show_flights (self->live, FALSE);
  forget_flights (self);
  update_story (self);
}

static void
init (DlCanvas *canvas)
{
  Flights *self = canvas->state;

  *self = (Flights) {
    .canvas = canvas,
    .live = dl_view_get_live (canvas->view),
    .spots = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot)),
    .more = g_array_new (FALSE, FALSE, sizeof (DlFlightMore)),
    .shown = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot)),
    .before = g_array_new (FALSE, FALSE, sizeof (DlFlight)),
    .from = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot)),
    .x = -1,
    .y = -1,
  };
  g_signal_connect (canvas, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (canvas, "unmap", G_CALLBACK (on_unmap), NULL);
  g_signal_connect_object (self->live, "notify", G_CALLBACK (on_live), canvas, G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas->view, "notify::packet", G_CALLBACK (on_packet), canvas,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas->view, "notify::ages", G_CALLBACK (changed), canvas,
                           G_CONNECT_SWAPPED);
}

static void
clear (DlCanvas *canvas)
{
  Flights *self = canvas->state;

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (canvas), self->tick);
  drop_ground (self);
  g_clear_pointer (&self->map, dl_flight_map_free);
  drop_shape (self);
  g_clear_pointer (&self->flights, g_array_unref);
  g_array_unref (self->spots);
  g_array_unref (self->more);
  g_array_unref (self->shown);
  g_array_unref (self->before);
  g_array_unref (self->from);
  g_free (self->story);
  g_free (self->told);
}

DlFlightLook
dl_flight_view_look (DlCanvas *canvas)
{
  const Flights *self = canvas->state;

  return (DlFlightLook) { self->cycle, self->flights != NULL ? self->flights->len : 0,
                          self->duration_us, self->tick != 0 };
}

GtkWidget *
dl_flight_view_new (DlView *view)
{
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys go from packet to packet"),
    .state_size = sizeof (Flights),
    .init = init,
    .clear = clear,
    .enlarged = TRUE,
    .silent = TRUE,
    .room_height = ROOM_HEIGHT,
    .ground = draw_ground,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .hover_at = hover_at,
    .click = click,
    .back = back,
    .key = key,
    .changed = changed,
    .describe = describe,
    .story = story,
  };

  return dl_canvas_new (view, &kind, 0, _ ("Packets"));
}

GtkWidget *
dl_flight_ages_new (DlView *view)
{
  GtkWidget *button = gtk_toggle_button_new_with_mnemonic (_ ("A_ges"));

  gtk_widget_set_tooltip_text (button, _ ("Color packets by their time in the network"));
  gtk_widget_add_css_class (button, "flat");
  g_object_bind_property (view, "ages", button, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  return button;
}

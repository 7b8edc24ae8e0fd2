#include "dl-flight-view-private.h"

#include "dl-figure-family.h"
#include "dl-flight-text.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"
#include "dl-motion.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>

/* A step by hand moves packets in so long, in microseconds; no cycle takes longer. */
#define STEP_US  (250 * 1000)
#define CYCLE_US (1000 * 1000)
/* Between two frames at least: what goes so slowly is smooth enough. */
#define FRAME_US (30 * 1000)
/* Of more cycles at once nobody sees where a packet has gone: it jumps. */
#define MOST_CYCLES 6
/* What a network wants, with its caption and its key in words of the usual size, in pixels. */
#define ROOM_HEIGHT 300
/* While it runs nobody can listen to every picture, in microseconds. */
#define TELL_US (2 * 1000 * 1000)

enum
{
  NOTE_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlFlightView, dl_flight_view, GTK_TYPE_WIDGET)

/* What there is -------------------------------------------------------------------------------- */

/* The latest picture that says where packets are; else NULL. */
static const DlLivePicture *
get_picture (DlFlightView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  return picture != NULL && picture->flights != NULL ? picture : NULL;
}

/* The network to draw: the one that is simulated, or else that of the latest result. */
static const DlFamily *
get_family (DlFlightView *self, gconstpointer *shape)
{
  const DlLivePicture *picture = get_picture (self);
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));

  *shape = picture != NULL ? picture->shape : result != NULL ? result->net.shape : NULL;
  return picture != NULL ? picture->family : result != NULL ? result->scenario->family : NULL;
}

static gboolean
is_small (const DlFamily *family, gconstpointer shape)
{
  DlNet net;

  if (family == NULL)
    return FALSE;
  family->view (shape, &net);
  return net.graph->n_routers <= DL_FLIGHTS_MOST_ROUTERS;
}

gboolean
dl_flight_view_suits (DlEvaluation *result)
{
  return is_small (result->scenario->family, result->net.shape);
}

const char *
dl_flight_view_get_problem (DlFlightView *self)
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
drop_shape (DlFlightView *self)
{
  if (self->shape != NULL)
    self->family->unref_shape (self->shape);
  self->shape = NULL;
}

static void
drop_ground (DlFlightView *self)
{
  g_clear_pointer (&self->ground, gsk_render_node_unref);
}

double
dl_flight_view_get_words (DlFlightView *self)
{
  return dl_map_words_scale_in (GTK_WIDGET (self), ROOM_HEIGHT);
}

/* Make the layout fit the widget and the network; FALSE if there is nothing to draw. */
static gboolean
ensure_map (DlFlightView *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  const double words = dl_flight_view_get_words (self);
  const DlMapZoom zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1);
  gconstpointer shape;
  const DlFamily *family = get_family (self, &shape);

  if (width < 1 || height < 1 || !is_small (family, shape))
    return FALSE;
  if (self->map != NULL && self->shape == shape && self->width == width && self->height == height
      && self->words == words && self->zoom.by == zoom.by)
    {
      if (!dl_map_zoom_equal (&self->zoom, &zoom))
        drop_ground (self);
      self->zoom = zoom;
      return TRUE;
    }
  drop_ground (self);
  g_clear_pointer (&self->map, dl_flight_map_free);
  drop_shape (self);
  self->family = family;
  self->shape = family->ref_shape ((gpointer) shape);
  self->width = width;
  self->height = height;
  self->words = words;
  self->zoom = zoom;
  self->map = dl_figure_family_of (family)->flight->lay (shape, width * zoom.by / words,
                                                         height * zoom.by / words);
  if (self->flights != NULL)
    dl_flight_map_place (self->map, self->flights, self->spots, self->more);
  self->duration_us = 0;
  return TRUE;
}

/* Motion --------------------------------------------------------------------------------------- */

static double
share_done (DlFlightView *self)
{
  const gint64 passed = g_get_monotonic_time () - self->moved_us;

  return self->duration_us <= 0 || passed >= self->duration_us
             ? 1
             : (double) passed / self->duration_us;
}

/* Where packets are drawn at this moment. */
static void
move (DlFlightView *self)
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
  DlFlightView *self = DL_FLIGHT_VIEW (widget);
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
duration_of (DlFlightView *self, guint64 cycles)
{
  const double speed = dl_live_get_speed (self->live);

  if (!dl_motion_is_wanted () || cycles == 0 || cycles > MOST_CYCLES)
    return 0;
  if (dl_live_get_state (self->live) != DL_LIVE_RUNNING)
    return STEP_US;
  return speed > 0 ? MIN (cycles * G_USEC_PER_SEC / speed, CYCLE_US) : 0;
}

static void
forget_flights (DlFlightView *self)
{
  g_clear_pointer (&self->flights, g_array_unref);
  self->duration_us = 0;
}

/* Take the picture's packets; they begin to move from where they were drawn. */
static void
take_flights (DlFlightView *self, const DlLivePicture *picture)
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
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/* What is said of it --------------------------------------------------------------------------- */

guint
dl_flight_view_find_marked (DlFlightView *self)
{
  for (guint i = 0; self->has_marked && self->flights != NULL && i < self->flights->len; i++)
    if (dl_flight_compare (&g_array_index (self->flights, DlFlight, i), &self->marked) == 0)
      return i;
  return G_MAXUINT;
}

guint
dl_flight_view_find_hovered (DlFlightView *self)
{
  return self->x < 0 || self->flights == NULL || self->map == NULL
                 || self->shown->len != self->flights->len
             ? G_MAXUINT
             : dl_flight_map_hit_packet (self->map, self->shown, self->x, self->y);
}

void
dl_flight_view_update_note (DlFlightView *self)
{
  const DlLivePicture *picture = get_picture (self);
  const guint hovered = dl_flight_view_find_hovered (self);
  const guint packet = hovered != G_MAXUINT ? hovered : dl_flight_view_find_marked (self);
  g_autofree char *note = NULL;

  if (picture != NULL && packet != G_MAXUINT && picture->cycle == self->cycle)
    note = dl_flight_story (picture, &g_array_index (self->flights, DlFlight, packet));
  if (g_strcmp0 (note, self->note) == 0)
    return;
  g_free (self->note);
  self->note = g_steal_pointer (&note);
  g_signal_emit (self, signals[NOTE_CHANGED], 0);
}

static char *
make_caption (DlFlightView *self)
{
  const DlLivePicture *picture = get_picture (self);
  const char *problem = dl_live_get_problem (self->live);

  if (picture != NULL)
    return dl_flights_summary (picture);
  if (problem != NULL)
    return g_strdup (problem);
  return g_strdup (_ ("Run the simulation (F8) or step through it (F7) to see packets"));
}

void
dl_flight_view_tell (DlFlightView *self, gboolean at_once)
{
  const gint64 now = g_get_monotonic_time ();
  const char *problem = dl_flight_view_get_problem (self);
  g_autofree char *caption = NULL;
  g_autofree char *text = NULL;

  if (!at_once && dl_live_get_state (self->live) == DL_LIVE_RUNNING
      && now - self->told_us < TELL_US)
    return;
  self->told_us = now;
  caption = problem != NULL ? g_strdup (problem) : make_caption (self);
  text = self->note != NULL
             ? g_strdup_printf ("%s. %s", caption, self->note)
             : g_strdup_printf ("%s. %s", caption, _ ("Arrow keys go from packet to packet"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

/* FALSE if packets are where they were. */
static gboolean
follow_picture (DlFlightView *self)
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
update (DlFlightView *self, gboolean network)
{
  if (follow_picture (self) || network)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  dl_flight_view_update_note (self);
  dl_flight_view_tell (self, FALSE);
}

static void
on_live (DlFlightView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self, FALSE);
}

/* What is selected, a route, the network itself. */
static void
on_changed (DlFlightView *self)
{
  drop_ground (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self, TRUE);
}

const char *
dl_flight_view_get_note (DlFlightView *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self)) ? self->note : NULL;
}

/* The picture ---------------------------------------------------------------------------------- */

/* The links of the route that is shown, where there is one. Free with g_free. */
static guint32 *
list_path (DlFlightView *self, guint *n)
{
  DlMapPath path;
  guint32 *links;
  DlNet net;

  *n = 0;
  if (!dl_view_get_path (self->view, &path) || !dl_view_get_net (self->view, &net))
    return NULL;
  *n = path.n;
  links = g_new (guint32, *n + 1);
  for (guint i = 0; i < *n; i++)
    links[i] = path.channels[i] / net.n_vcs;
  return links;
}

static void
set_selection (DlFlightView *self, DlFlightScene *scene)
{
  const DlPlace selected = dl_view_get_selected (self->view);
  const DlPlace router = dl_view_router_at (self->view, selected);

  scene->selected_link = dl_place_number (selected, DL_PLACE_LINK);
  scene->hovered_link = dl_view_get_hovered_link (self->view);
  scene->selected_router
      = selected.kind != DL_PLACE_LINK && router.kind != DL_PLACE_NOTHING ? router.a : DL_NO_NODE;
}

static DlFlightScene
scene_of (DlFlightView *self)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (self->view));
  DlFlightScene scene = { .kind = dl_figure_family_of (self->family)->flight };

  if (scenario->family == self->family)
    scene.scenario = scenario;
  self->family->view (self->shape, &scene.net);
  return scene;
}

/* The network is drawn once, until it changes. */
static void
draw_network (DlFlightView *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));

  if (self->ground == NULL || self->theme != theme)
    {
      DlFlightScene scene = scene_of (self);
      g_autofree guint32 *path = list_path (self, &scene.n_path);
      cairo_t *cr;

      drop_ground (self);
      scene.path = path;
      set_selection (self, &scene);
      self->ground = gsk_cairo_node_new (bounds);
      self->theme = theme;
      cr = gsk_cairo_node_get_draw_context (self->ground);
      cairo_translate (cr, -self->zoom.x, -self->zoom.y);
      cairo_scale (cr, self->words, self->words);
      dl_flight_map_draw_network (self->map, cr, &scene, theme);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->ground);
}

static void
draw_packets (DlFlightView *self, cairo_t *cr)
{
  g_autofree char *caption = make_caption (self);
  DlFlightScene scene = scene_of (self);

  scene.caption = caption;
  scene.marked = G_MAXUINT;
  if (self->flights != NULL)
    {
      const guint hovered = dl_flight_view_find_hovered (self);

      move (self);
      scene.flights = self->flights;
      scene.spots = self->shown;
      scene.more = self->more;
      scene.marked = hovered != G_MAXUINT ? hovered : dl_flight_view_find_marked (self);
    }
  dl_flight_map_draw_packets (self->map, cr, &scene, dl_view_theme (GTK_WIDGET (self)));
}

static void
draw_problem (DlFlightView *self, cairo_t *cr, const char *problem)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const double words = dl_flight_view_get_words (self);
  const double all = gtk_widget_get_width (widget) / words;
  const double width = MIN (all - 40, 420);
  const double height = dl_text_wrapped_height (cr, problem, DL_TEXT_NORMAL, width);

  cairo_scale (cr, words, words);
  dl_color_set (cr, &dl_view_theme (widget)->muted);
  dl_text_draw_wrapped (cr, (all - width) / 2,
                        (gtk_widget_get_height (widget) / words - height) / 2, problem,
                        DL_TEXT_NORMAL, width);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlFlightView *self = DL_FLIGHT_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const char *problem = dl_flight_view_get_problem (self);
  cairo_t *cr;

  if (problem == NULL && !ensure_map (self))
    return;
  if (problem == NULL)
    draw_network (self, snapshot, &bounds);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (problem != NULL)
    draw_problem (self, cr, problem);
  else
    {
      cairo_translate (cr, -self->zoom.x, -self->zoom.y);
      cairo_scale (cr, self->words, self->words);
      draw_packets (self, cr);
    }
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlFlightView *self = DL_FLIGHT_VIEW (map);
  const double px = (x + self->zoom.x) / self->words, py = (y + self->zoom.y) / self->words;
  guint router;

  if (self->map == NULL || dl_flight_view_get_problem (self) != NULL)
    return DL_NOWHERE;
  router = dl_flight_map_hit_router (self->map, px, py);
  return router != DL_NO_NODE ? dl_place_router (router)
                              : dl_place_link (dl_flight_map_hit_link (self->map, px, py));
}

/* A router, or for a link the one that it leaves. */
static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  DlFlightView *self = DL_FLIGHT_VIEW (map);
  double x, y, radius;
  guint router;

  if (dl_flight_view_get_problem (self) != NULL || !ensure_map (self)
      || place.kind == DL_PLACE_NOTHING || place.a == DL_NO_LINK)
    return FALSE;
  if (place.kind == DL_PLACE_LINK)
    router = self->family->graph (self->shape)->link_from[place.a];
  else
    {
      const DlPlace at = dl_view_router_at (self->view, place);

      router = at.kind != DL_PLACE_NOTHING ? at.a : DL_NO_NODE;
    }
  if (router == DL_NO_NODE)
    return FALSE;
  dl_flight_map_router_at (self->map, router, &x, &y);
  radius = dl_flight_map_router_radius (self->map) * self->words;
  *rect = (DlRect) { x * self->words - self->zoom.x - radius,
                     y * self->words - self->zoom.y - radius, 2 * radius, 2 * radius };
  return TRUE;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

/* Object --------------------------------------------------------------------------------------- */

/* Where packets are is looked up only while somebody looks. */
static void
map (GtkWidget *widget)
{
  DlFlightView *self = DL_FLIGHT_VIEW (widget);

  GTK_WIDGET_CLASS (dl_flight_view_parent_class)->map (widget);
  dl_live_show_flights (self->live, TRUE);
  update (self, TRUE);
}

static void
unmap (GtkWidget *widget)
{
  DlFlightView *self = DL_FLIGHT_VIEW (widget);

  dl_live_show_flights (self->live, FALSE);
  forget_flights (self);
  GTK_WIDGET_CLASS (dl_flight_view_parent_class)->unmap (widget);
  dl_flight_view_update_note (self);
}

static void
dispose (GObject *object)
{
  DlFlightView *self = DL_FLIGHT_VIEW (object);

  dl_map_zoomer_remove (GTK_WIDGET (self));
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_flight_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlFlightView *self = DL_FLIGHT_VIEW (object);

  drop_ground (self);
  g_clear_pointer (&self->map, dl_flight_map_free);
  drop_shape (self);
  g_clear_pointer (&self->flights, g_array_unref);
  g_array_unref (self->spots);
  g_array_unref (self->more);
  g_array_unref (self->shown);
  g_array_unref (self->before);
  g_array_unref (self->from);
  g_free (self->note);
  G_OBJECT_CLASS (dl_flight_view_parent_class)->finalize (object);
}

static void
dl_flight_view_class_init (DlFlightViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = dispose;
  object_class->finalize = finalize;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->map = map;
  widget_class->unmap = unmap;
  signals[NOTE_CHANGED] = g_signal_new ("note-changed", DL_TYPE_FLIGHT_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_flight_view_init (DlFlightView *self)
{
  self->spots = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot));
  self->more = g_array_new (FALSE, FALSE, sizeof (DlFlightMore));
  self->shown = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot));
  self->before = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  self->from = g_array_new (FALSE, FALSE, sizeof (DlFlightSpot));
  dl_flight_view_add_input (self);
}

GtkWidget *
dl_flight_view_new (DlView *view)
{
  DlFlightView *self = g_object_new (DL_TYPE_FLIGHT_VIEW, NULL);

  static const DlMapZooming zooming = { place_at, locate };

  self->view = g_object_ref (view);
  self->live = dl_view_get_live (view);
  dl_map_zoomer_add (GTK_WIDGET (self), view, &zooming);
  g_signal_connect_object (self->live, "notify", G_CALLBACK (on_live), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Packets"), -1);
  return GTK_WIDGET (self);
}

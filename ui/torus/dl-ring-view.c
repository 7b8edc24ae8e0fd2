#include "dl-ring-view.h"

#include "dl-chart-table.h"
#include "dl-chart.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"
#include "dl-ring-picker.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Around the chart. */
#define MARGIN 12
/* What it wants for words of the usual size: a key below the title, bars and their balance. */
#define ROOM_WIDTH  480
#define ROOM_HEIGHT 290

struct _DlRingView
{
  GtkWidget parent;
  DlView *view;
  gboolean holds_dateline; /* the arrow keys move it */
};

G_DEFINE_FINAL_TYPE (DlRingView, dl_ring_view, GTK_TYPE_WIDGET)

/* What to draw; FALSE while there is no result for it. */
static gboolean
get_chart (DlRingView *self, DlRingChart *chart)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const DlShow show = dl_beside_get_show (beside);
  DlEvaluation *result = dl_beside_get_shown (beside);

  *chart = (DlRingChart) {
    .selected_link = dl_view_get_selected_link (self->view),
    .hovered_link = dl_view_get_hovered_link (self->view),
    .holds_dateline = self->holds_dateline,
  };
  dl_view_get_ring (self->view, &chart->node, &chart->dim);
  if (result == NULL || dl_evaluation_torus (result) == NULL
      || chart->node >= dl_evaluation_torus (result)->network->n_nodes)
    return FALSE;
  chart->analysis = dl_evaluation_torus (result);
  if (dl_beside_compares (beside, NULL))
    {
      chart->against
          = show == DL_SHOW_B
                ? dl_evaluation_torus (dl_session_get_result (dl_view_get_session (self->view)))
                : dl_evaluation_torus (dl_beside_get_pin (beside)->result);
      chart->outlined = show == DL_SHOW_DIFFERENCE;
    }
  return TRUE;
}

/* Pixels a unit that the chart is drawn in. */
static double
get_words (DlRingView *self)
{
  return dl_map_words_scale_in (GTK_WIDGET (self), ROOM_WIDTH, ROOM_HEIGHT);
}

/* It gets wider as it is zoomed, and goes out of the widget at the left by: */
static double
get_left (DlRingView *self)
{
  return dl_map_zoomer_get (GTK_WIDGET (self), 1).x;
}

static DlRect
get_rect (DlRingView *self)
{
  const double words = get_words (self);
  const double by = dl_map_zoomer_get (GTK_WIDGET (self), 1).by;
  const double width = gtk_widget_get_width (GTK_WIDGET (self)) * by / words;
  const double height = gtk_widget_get_height (GTK_WIDGET (self)) / words;

  return (DlRect) { MARGIN, MARGIN, MAX (width - 2 * MARGIN, 1), MAX (height - 2 * MARGIN, 1) };
}

gboolean
dl_ring_view_locate (DlRingView *self, DlPlace place, DlRect *rect)
{
  const double words = get_words (self);
  DlRingChart chart;

  if (!get_chart (self, &chart)
      || !dl_ring_chart_rect (get_rect (self), &chart, dl_place_number (place, DL_PLACE_LINK),
                              dl_place_number (place, DL_PLACE_NODE), rect))
    return FALSE;
  *rect = (DlRect) { rect->x * words - get_left (self), rect->y * words, rect->width * words,
                     rect->height * words };
  return TRUE;
}

guint
dl_ring_view_hit (DlRingView *self, double x, double y)
{
  const double words = get_words (self);
  DlRingChart chart;

  return get_chart (self, &chart)
             ? dl_ring_chart_hit (get_rect (self), &chart, (x + get_left (self)) / words, y / words)
             : DL_NO_LINK;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlRingView *self = DL_RING_VIEW (widget);
  const double words = get_words (self);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  DlRingChart chart;
  DlMapPath path;

  if (!get_chart (self, &chart))
    return;
  if (dl_beside_get_show (dl_view_get_beside (self->view)) != DL_SHOW_B
      && dl_view_get_path (self->view, &path))
    chart.path = &path;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_translate (cr, -get_left (self), 0);
  cairo_scale (cr, words, words);
  dl_ring_chart_draw (cr, get_rect (self), &chart, dl_view_theme (widget));
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
}

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  return dl_place_link (dl_ring_view_hit (DL_RING_VIEW (map), x, y));
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  return dl_ring_view_locate (DL_RING_VIEW (map), place, rect);
}

static void
on_motion (DlRingView *self, double x, double y)
{
  dl_view_hover (self->view, dl_place_link (dl_ring_view_hit (self, x, y)));
}

static void
on_leave (DlRingView *self)
{
  dl_view_hover (self->view, DL_NOWHERE);
}

/* As in the other maps; what is pinned stays as it is, and a row has none. */
static gboolean
take_dateline (DlRingView *self, DlDim dim)
{
  DlSession *session = dl_view_get_session (self->view);

  if (dl_beside_get_show (dl_view_get_beside (self->view)) == DL_SHOW_B
      || !dl_torus_spec_is_ring (&dl_torus_options (dl_session_get_scenario (session))->spec, dim))
    return FALSE;
  self->holds_dateline = !self->holds_dateline;
  dl_session_seal (session);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
release_dateline (DlRingView *self)
{
  if (!self->holds_dateline)
    return;
  self->holds_dateline = FALSE;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
move_dateline (DlRingView *self, DlDim dim, guint keyval)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlScenario *scenario = dl_session_get_scenario (session);
  const gint k = dl_torus_options (scenario)->spec.radix[dim];
  const gint at = dl_scenario_routing (scenario).dateline[dim];
  const gint by = keyval == GDK_KEY_Right || keyval == GDK_KEY_Up ? 1 : -1;

  dl_session_move_dateline (session, dim, at == DL_NO_DATELINE ? 0 : (at + by + k) % k);
  return TRUE;
}

static void
act (GtkGestureClick *click, int n_press, double x, double y, DlRingView *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  const guint link = dl_ring_view_hit (self, x, y);

  release_dateline (self);
  if (link == DL_NO_LINK)
    return;
  dl_view_select (self->view, dl_place_link (link));
  if (button == GDK_BUTTON_MIDDLE
      || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view)))
    dl_view_toggle (self->view, dl_place_link (link), (state & GDK_SHIFT_MASK) != 0);
}

static gboolean
waits (GtkGestureClick *click, DlRingView *self)
{
  return dl_map_zoomer_waits (GTK_WIDGET (self),
                              gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click)));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlRingView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!waits (click, self))
    act (click, n_press, x, y, self);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, DlRingView *self)
{
  if (waits (click, self))
    act (click, n_press, x, y, self);
}

/* Left and right go along the ring, up and down to its other direction. */
static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlRingView *self)
{
  DlRingChart chart;
  guint selected, port;
  gint by = 0;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK) || !get_chart (self, &chart))
    return FALSE;
  const DlNetwork *network = chart.analysis->network;
  const guint k = network->torus.radix[chart.dim], stride = network->torus.stride[chart.dim];

  selected = chart.selected_link;
  port = 2 * chart.dim;
  if (keyval == GDK_KEY_d)
    return take_dateline (self, chart.dim);
  if (self->holds_dateline
      && (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right || keyval == GDK_KEY_Up
          || keyval == GDK_KEY_Down))
    return move_dateline (self, chart.dim, keyval);
  switch (keyval)
    {
    case GDK_KEY_Left:
      by = -1;
      break;
    case GDK_KEY_Right:
      by = 1;
      break;
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      break;
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      dl_ring_picker_turn (self->view, keyval == GDK_KEY_Page_Up ? -1 : 1);
      return TRUE;
    case GDK_KEY_Escape:
      release_dateline (self);
      dl_view_select (self->view, DL_NOWHERE);
      return TRUE;
    default:
      return FALSE;
    }

  const guint node = selected != DL_NO_LINK ? selected / network->n_ports : chart.node;
  const guint at = network->torus.coord[node].at[chart.dim];
  if (selected != DL_NO_LINK)
    port = selected % network->n_ports;
  if (keyval == GDK_KEY_Up)
    port = 2 * chart.dim;
  else if (keyval == GDK_KEY_Down)
    port = 2 * chart.dim + 1;
  dl_view_select (self->view, dl_place_link (dl_network_link (
                                  network, node - at * stride + (at + by + k) % k * stride, port)));
  return TRUE;
}

static void
on_changed (DlRingView *self)
{
  const guint link = dl_view_get_selected_link (self->view);
  g_autofree char *text = link != DL_NO_LINK
                              ? dl_view_describe (self->view, dl_place_link (link))
                              : g_strdup (_ ("Arrow keys move from link to link, B breaks"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
dl_ring_view_set_view (DlRingView *self, DlView *view)
{
  static const DlMapZooming zooming = { place_at, locate, .sideways = TRUE };

  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  dl_map_zoomer_add (GTK_WIDGET (self), view, &zooming);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  on_changed (self);
}

static void
dispose (GObject *object)
{
  dl_map_zoomer_remove (GTK_WIDGET (object));
  g_clear_object (&DL_RING_VIEW (object)->view);
  G_OBJECT_CLASS (dl_ring_view_parent_class)->dispose (object);
}

static void
dl_ring_view_class_init (DlRingViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_ring_view_init (DlRingView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  static const DlMapHandlers handlers = {
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .released = G_CALLBACK (on_released),
    .key_pressed = G_CALLBACK (on_key),
    .focus_leave = G_CALLBACK (release_dateline),
  };

  dl_map_add_handlers (widget, &handlers);
  dl_chart_give_table (widget, "ring-balance");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ring"),
                                  -1);
}

GtkWidget *
dl_ring_view_new (void)
{
  return g_object_new (DL_TYPE_RING_VIEW, NULL);
}

#include "dl-iq-view.h"

#include "dl-appearance.h"
#include "dl-router-look.h"

#include <glib/gi18n-lib.h>

/* Around the chart. */
#define MARGIN 10
/* Least readable size; below it scrolls. */
#define LEAST_ZOOM   0.75
#define LEAST_WIDTH  400
#define LEAST_HEIGHT 240
/* Type is hardly larger than the window's, however large the chart. */
#define MOST_ZOOM 1.25
/* Lines of the story. */
#define LINES       3
#define LARGE_LINES 5

struct _DlIqView
{
  DlPane parent;
  DlLive *live; /* the view's */
  DlIqSpot cursor;
  double x, y; /* pointer over the chart; negative: elsewhere */

  DlRouterFrame frame;
};

G_DEFINE_FINAL_TYPE (DlIqView, dl_iq_view, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

/* The latest picture of a router; NULL while there is none. */
static const DlLivePicture *
get_picture (DlIqView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  return picture != NULL && dl_iq_inside_of (picture->inside) != NULL ? picture : NULL;
}

DlIqSpot
dl_iq_view_get_cursor (DlIqView *self)
{
  return self->cursor;
}

static DlRect
get_rect (DlIqView *self)
{
  return (DlRect) { MARGIN, MARGIN, MAX (gtk_widget_get_width (self->frame.chart) - 2 * MARGIN, 1),
                    MAX (gtk_widget_get_height (self->frame.chart) - 2 * MARGIN, 1) };
}

/* Chart to draw; FALSE if there is none. */
static gboolean
get_chart (DlIqView *self, DlIqChart *chart)
{
  const DlLivePicture *picture = get_picture (self);

  if (picture == NULL)
    return FALSE;
  *chart = (DlIqChart) {
    .shown = { dl_iq_inside_of (picture->inside), picture->family, picture->shape },
    .least_zoom = LEAST_ZOOM * dl_text_size_scale (),
    .most_zoom = MOST_ZOOM * dl_text_size_scale (),
    .cursor = self->cursor,
  };
  if (self->x >= 0)
    chart->hovered = dl_iq_chart_hit (get_rect (self), chart, self->x, self->y);
  return TRUE;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlIqView *self = user_data;
  DlIqChart chart;

  if (get_chart (self, &chart))
    dl_iq_chart_draw (cr, get_rect (self), &chart, dl_view_theme (GTK_WIDGET (area)));
}

/* Spot under the pointer, or else the cursor. */
static void
show_story (DlIqView *self, const DlIqChart *chart)
{
  g_autofree char *text = dl_iq_spot_text (&chart->shown, chart->hovered);

  if (text == NULL)
    text = dl_iq_spot_text (&chart->shown, chart->cursor);
  if (text == NULL)
    text = g_strdup (_ ("Point at a row or a cell, or walk with the arrow keys, to read what it "
                        "says"));
  if (g_strcmp0 (text, gtk_label_get_text (self->frame.story)) != 0)
    gtk_label_set_text (self->frame.story, text);
}

/* The cursor's spot is said first. */
static char *
describe (const DlIqChart *chart)
{
  g_autofree char *all = dl_iq_describe (&chart->shown);
  g_autofree char *at = dl_iq_spot_text (&chart->shown, chart->cursor);

  return at != NULL ? g_strdup_printf ("%s %s", at, all) : g_steal_pointer (&all);
}

/* All of the chart is there, perhaps to be scrolled to; rows without a packet are left out where
 * they would have to be. */
static void
fit_height (DlIqView *self, const DlIqChart *chart)
{
  const int room = gtk_widget_get_height (GTK_WIDGET (self->frame.scroll));
  const int width = gtk_widget_get_width (self->frame.chart) - 2 * MARGIN;
  const double height = dl_iq_chart_height (chart, MAX (width, 1), room - 2 * MARGIN);

  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->frame.chart),
                                       MAX ((int) height + 2 * MARGIN, LEAST_HEIGHT));
}

static void
show_chart (DlIqView *self)
{
  DlIqChart chart;
  g_autofree char *text = NULL;

  if (!get_chart (self, &chart))
    return;
  fit_height (self, &chart);
  show_story (self, &chart);
  text = describe (&chart);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->frame.chart),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (self->frame.chart);
}

/* Only some kinds of routers are shown. */
static gboolean
can_be_shown (DlIqView *self)
{
  return dl_scenario_is_input_queued (
      dl_session_get_scenario (dl_view_get_session (dl_pane_get_view (DL_PANE (self)))));
}

static void
update (GtkWidget *widget)
{
  DlIqView *self = DL_IQ_VIEW (widget);
  const gboolean possible = can_be_shown (self);

  dl_pane_show_text (self->frame.problem, dl_live_get_problem (self->live));
  gtk_label_set_text (
      self->frame.hint,
      possible ? _ ("No simulation yet. Run or step it to see the packets in the selected router, "
                    "their stages, and who competes for what in its two allocators.")
               : _ ("This network’s own router is not shown from inside. Set “Router model” to "
                    "input-queued to see the textbooks’ router in it."));
  gtk_widget_set_visible (self->frame.begin, possible);
  gtk_stack_set_visible_child_name (self->frame.pages,
                                    get_picture (self) != NULL ? "router" : "nothing");
  show_chart (self);
}

/* The packet of the input at the cursor. */
static void
choose_packet (DlIqView *self)
{
  const DlLivePicture *picture = get_picture (self);
  const DlIqInside *inside = picture != NULL ? dl_iq_inside_of (picture->inside) : NULL;
  const DlIqInputInside *input;
  DlFlight packet;

  if (inside == NULL || self->cursor.kind == DL_IQ_SPOT_NOTHING
      || self->cursor.kind == DL_IQ_SPOT_OUTPUT
      || self->cursor.input >= inside->n_ports * inside->vcs)
    return;
  input = &inside->inputs[self->cursor.input];
  if (!input->has_packet && input->stage == DL_IQ_IDLE)
    return;
  packet = DL_FLIGHT_KNOWN (&input->packet);
  dl_view_set_packet (dl_pane_get_view (DL_PANE (self)), &packet);
}

static void
on_watched (DlIqView *self)
{
  self->cursor = (DlIqSpot) { 0 };
}

/* Pointer and keys ----------------------------------------------------------------------------- */

static void
scroll_to_cursor (DlIqView *self, const DlIqChart *chart)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->frame.scroll);
  DlRect place;

  if (dl_iq_chart_rect (get_rect (self), chart, self->cursor, &place))
    gtk_adjustment_clamp_page (adjustment, place.y - MARGIN, place.y + place.height + MARGIN);
}

static void
set_cursor (DlIqView *self, const DlIqChart *chart, DlIqSpot cursor)
{
  self->cursor = cursor;
  self->x = self->y = -1; /* the keyboard says more than where the pointer was left */
  scroll_to_cursor (self, chart);
  choose_packet (self);
  show_chart (self);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlIqView *self)
{
  DlIqChart chart;
  gint dx = 0, dy = 0;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK) || !get_chart (self, &chart))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
      dy = -1;
      break;
    case GDK_KEY_Down:
      dy = 1;
      break;
    case GDK_KEY_Left:
      dx = -1;
      break;
    case GDK_KEY_Right:
      dx = 1;
      break;
    case GDK_KEY_Escape:
      set_cursor (self, &chart, (DlIqSpot) { 0 });
      return TRUE;
    default:
      return FALSE;
    }
  set_cursor (self, &chart, dl_iq_chart_step (get_rect (self), &chart, self->cursor, dx, dy));
  return TRUE;
}

static void
on_motion (DlIqView *self, double x, double y)
{
  self->x = x;
  self->y = y;
  show_chart (self);
}

static void
on_leave (DlIqView *self)
{
  self->x = self->y = -1;
  show_chart (self);
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlIqView *self)
{
  DlIqChart chart;

  gtk_widget_grab_focus (self->frame.chart);
  self->x = x;
  self->y = y;
  if (get_chart (self, &chart))
    self->cursor = chart.hovered;
  choose_packet (self);
  show_chart (self);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dl_iq_view_class_init (DlIqViewClass *class)
{
}

static void
on_text_size (DlIqView *self)
{
  const gboolean large = dl_text_size_is_large ();

  gtk_drawing_area_set_content_width (
      GTK_DRAWING_AREA (self->frame.chart),
      MAX ((int) (DL_IQ_CHART_WIDTH * LEAST_ZOOM * dl_text_size_scale ()), LEAST_WIDTH)
          + 2 * MARGIN);
  gtk_label_set_lines (self->frame.story, large ? LARGE_LINES : LINES);
}

static void
dl_iq_view_init (DlIqView *self)
{
  static const DlRouterFrameKind kind = {
    .grant_tip = N_ ("Until an allocator of this router grants a virtual channel or the switch"),
    .begin_tip = N_ ("Simulate until an allocator of this router grants something (Shift+F7; Dally "
                     "and Towles 2004, chapter 16)"),
    .draw = draw,
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .key_pressed = G_CALLBACK (on_key),
  };

  self->x = self->y = -1;
  dl_router_frame_init (&self->frame, DL_PANE (self), &kind);
  gtk_scrolled_window_set_min_content_width (self->frame.scroll, LEAST_WIDTH);
  gtk_scrolled_window_set_min_content_height (self->frame.scroll, LEAST_HEIGHT);
  g_signal_connect_swapped (self->frame.chart, "resize", G_CALLBACK (show_chart), self);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
}

GtkWidget *
dl_iq_view_new (DlView *view)
{
  DlIqView *self = dl_pane_new (DL_TYPE_IQ_VIEW, view, _ ("Router"));

  self->live = dl_view_get_live (view);
  g_signal_connect_object (self->live, "notify::watched", G_CALLBACK (on_watched), self,
                           G_CONNECT_SWAPPED);
  dl_router_look_add (GTK_WIDGET (self), view, self->frame.run_button, update);
  return GTK_WIDGET (self);
}

#include "dl-iq-view.h"

#include "dl-router-look.h"
#include "dl-text-size.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

/* Around the chart. */
#define MARGIN 10
/* What is smaller cannot be read: it scrolls. */
#define LEAST_ZOOM   0.75
#define LEAST_WIDTH  400
#define LEAST_HEIGHT 240
/* Type is hardly larger than the window's, however large the chart. */
#define MOST_ZOOM 1.25
/* Of the story. */
#define LINES       3
#define LARGE_LINES 5

struct _DlIqView
{
  DlPane parent;
  DlLive *live; /* the view's */
  DlIqSpot cursor;
  double x, y; /* pointer over the chart; negative: elsewhere */

  GtkButton *run_button;
  GtkStack *pages;
  GtkLabel *hint, *problem;
  GtkWidget *begin;
  GtkScrolledWindow *scroll; /* around the chart */
  GtkWidget *chart;
  GtkLabel *story;
};

G_DEFINE_FINAL_TYPE (DlIqView, dl_iq_view, DL_TYPE_PANE)

/* What is shown -------------------------------------------------------------------------------- */

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
  return (DlRect) { MARGIN, MARGIN, MAX (gtk_widget_get_width (self->chart) - 2 * MARGIN, 1),
                    MAX (gtk_widget_get_height (self->chart) - 2 * MARGIN, 1) };
}

/* What to draw; FALSE if there is nothing. */
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

/* What is under the pointer, or else the cursor. */
static void
show_story (DlIqView *self, const DlIqChart *chart)
{
  g_autofree char *text = dl_iq_spot_text (&chart->shown, chart->hovered);

  if (text == NULL)
    text = dl_iq_spot_text (&chart->shown, chart->cursor);
  if (text == NULL)
    text = g_strdup (_ ("Point at a row or a cell, or walk with the arrow keys, to read what it "
                        "says"));
  if (g_strcmp0 (text, gtk_label_get_text (self->story)) != 0)
    gtk_label_set_text (self->story, text);
}

/* What the cursor is on is said first. */
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
  const int room = gtk_widget_get_height (GTK_WIDGET (self->scroll));
  const int width = gtk_widget_get_width (self->chart) - 2 * MARGIN;
  const double height = dl_iq_chart_height (chart, MAX (width, 1), room - 2 * MARGIN);

  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->chart),
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
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  gtk_widget_queue_draw (self->chart);
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

  dl_pane_show_text (self->problem, dl_live_get_problem (self->live));
  gtk_label_set_text (
      self->hint,
      possible ? _ ("No simulation yet. Run or step it to see the packets in the selected router, "
                    "their stages, and who competes for what in its two allocators.")
               : _ ("This network’s own router is not shown from inside. Set “Router model” to "
                    "input-queued to see the textbooks’ router in it."));
  gtk_widget_set_visible (self->begin, possible);
  gtk_stack_set_visible_child_name (self->pages, get_picture (self) != NULL ? "router" : "nothing");
  show_chart (self);
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
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroll);
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

  gtk_widget_grab_focus (self->chart);
  self->x = x;
  self->y = y;
  if (get_chart (self, &chart))
    self->cursor = chart.hovered;
  show_chart (self);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dl_iq_view_class_init (DlIqViewClass *class)
{
}

static GtkWidget *
new_button (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static GtkWidget *
new_toolbar (DlIqView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *run = new_button (_ ("_Run"), "win.sim-run", _ ("Run or pause the simulation"));

  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (6));
  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_box_append (GTK_BOX (bar), new_button (_ ("_Step"), "win.sim-step", _ ("One cycle")));
  gtk_box_append (GTK_BOX (bar),
                  new_button (_ ("Next _Grant"), "win.sim-grant",
                              _ ("Until an allocator of this router grants a virtual channel or "
                                 "the switch")));
  gtk_box_append (GTK_BOX (bar), run);
  self->run_button = GTK_BUTTON (run);
  return bar;
}

static void
on_text_size (DlIqView *self)
{
  const gboolean large = dl_text_size_is_large ();

  gtk_drawing_area_set_content_width (
      GTK_DRAWING_AREA (self->chart),
      MAX ((int) (DL_IQ_CHART_WIDTH * LEAST_ZOOM * dl_text_size_scale ()), LEAST_WIDTH)
          + 2 * MARGIN);
  gtk_label_set_lines (self->story, large ? LARGE_LINES : LINES);
}

static GtkWidget *
new_chart (DlIqView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->chart
      = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->chart), draw, self, NULL);
  gtk_widget_set_focusable (self->chart, TRUE);
  gtk_widget_add_css_class (self->chart, "dl-router");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("A router from inside"), -1);
  g_signal_connect_swapped (self->chart, "resize", G_CALLBACK (show_chart), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->chart, motion);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (self->chart, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->chart, keys);
  return self->chart;
}

static GtkWidget *
new_router_page (DlIqView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroll = gtk_scrolled_window_new ();

  self->scroll = GTK_SCROLLED_WINDOW (scroll);
  gtk_scrolled_window_set_child (self->scroll, new_chart (self));
  gtk_scrolled_window_set_min_content_width (self->scroll, LEAST_WIDTH);
  gtk_scrolled_window_set_min_content_height (self->scroll, LEAST_HEIGHT);
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_box_append (GTK_BOX (box), scroll);
  self->story = dl_pane_add_label (box, "dl-number", TRUE);
  gtk_label_set_ellipsize (self->story, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->story), "dl-router-story");
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  return box;
}

static GtkWidget *
new_empty_page (DlIqView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkLabel *title = dl_pane_add_label (box, "title-2", TRUE);

  self->begin = new_button (_ ("Step to the First _Grant"), "win.sim-grant",
                            _ ("Simulate until an allocator of this router grants something "
                               "(Shift+F7; Dally and Towles 2004, chapter 16)"));
  gtk_label_set_text (title, _ ("A router from inside"));
  self->hint = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_label_set_max_width_chars (self->hint, 50);
  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  gtk_widget_add_css_class (self->begin, "suggested-action");
  gtk_widget_set_halign (self->begin, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), self->begin);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 24);
  gtk_widget_set_margin_end (box, 24);
  return box;
}

static void
dl_iq_view_init (DlIqView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->x = self->y = -1;
  gtk_box_append (GTK_BOX (box), new_toolbar (self));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  self->pages = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->pages, FALSE);
  gtk_stack_set_vhomogeneous (self->pages, FALSE);
  gtk_stack_add_named (self->pages, new_empty_page (self), "nothing");
  gtk_stack_add_named (self->pages, new_router_page (self), "router");
  gtk_widget_set_vexpand (GTK_WIDGET (self->pages), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pages));
  dl_pane_set_child (DL_PANE (self), box);
}

GtkWidget *
dl_iq_view_new (DlView *view)
{
  DlIqView *self = dl_pane_new (DL_TYPE_IQ_VIEW, view, _ ("Router"));

  self->live = dl_view_get_live (view);
  g_signal_connect_object (self->live, "notify::watched", G_CALLBACK (on_watched), self,
                           G_CONNECT_SWAPPED);
  dl_router_look_add (GTK_WIDGET (self), view, self->run_button, update);
  return GTK_WIDGET (self);
}

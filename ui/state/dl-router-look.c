#include "dl-router-look.h"

#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

/* Interval of updates while it runs: the eye cannot follow every picture, and drawing takes time,
 * in microseconds. */
#define LOOK_EVERY_US 100000

typedef struct
{
  GtkWidget *widget; /* its owner */
  DlView *view;      /* the widget's */
  GtkButton *run_button;
  DlRouterLookUpdate update;
  gint64 shown_at; /* when it was last brought up to date */
  guint timeout;
} RouterLook;

static void
look_free (gpointer data)
{
  RouterLook *self = data;

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_free (self);
}

static RouterLook *
look_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "dl-router-look");
}

static void
update (RouterLook *self)
{
  self->shown_at = g_get_monotonic_time ();
  self->update (self->widget);
}

static gboolean
on_timeout (gpointer user_data)
{
  RouterLook *self = user_data;

  self->timeout = 0;
  if (gtk_widget_get_mapped (self->widget))
    update (self);
  return G_SOURCE_REMOVE;
}

static void
on_picture (GtkWidget *widget)
{
  RouterLook *self = look_of (widget);
  const gint64 wait = self->shown_at + LOOK_EVERY_US - g_get_monotonic_time ();

  if (!gtk_widget_get_mapped (widget))
    return;
  if (dl_live_get_state (dl_view_get_live (self->view)) != DL_LIVE_RUNNING || wait <= 0)
    update (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add (wait / 1000 + 1, on_timeout, self);
}

static void
on_state (GtkWidget *widget)
{
  RouterLook *self = look_of (widget);
  const gboolean running = dl_live_get_state (dl_view_get_live (self->view)) == DL_LIVE_RUNNING;

  gtk_button_set_label (self->run_button, running ? _ ("_Pause") : _ ("_Run"));
  on_picture (widget);
}

/* Not of a larger network than there is now. */
static gboolean
has_router (RouterLook *self, guint router)
{
  DlNet net;

  return dl_view_get_net (self->view, &net) && router < net.graph->n_routers;
}

/* Without a selection, the router before. */
static void
watch (GtkWidget *widget)
{
  RouterLook *self = look_of (widget);
  DlLive *live = dl_view_get_live (self->view);
  const guint router = dl_view_get_selected_router (self->view);

  if (!gtk_widget_get_mapped (widget))
    return;
  if (router != DL_NO_NODE)
    dl_live_watch (live, router);
  else if (!has_router (self, dl_live_get_watched (live)))
    dl_live_watch (live, 0);
}

/* The network may be a smaller one, and its router another. */
static void
on_generation (GtkWidget *widget)
{
  watch (widget);
  on_picture (widget);
}

static void
on_map (GtkWidget *widget)
{
  watch (widget);
  update (look_of (widget));
}

void
dl_router_look_add (GtkWidget *widget, DlView *view, GtkButton *run_button,
                    DlRouterLookUpdate update_widget)
{
  RouterLook *self = g_new0 (RouterLook, 1);
  DlLive *live = dl_view_get_live (view);

  *self = (RouterLook) {
    .widget = widget, .view = view, .run_button = run_button, .update = update_widget
  };
  g_object_set_data_full (G_OBJECT (widget), "dl-router-look", self, look_free);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (on_picture), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::state", G_CALLBACK (on_state), widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::watched", G_CALLBACK (watch), widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (watch), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (on_generation), widget, G_CONNECT_SWAPPED);
  g_signal_connect_after (widget, "map", G_CALLBACK (on_map), NULL);
  update (self);
}

/* The frame ------------------------------------------------------------------------------------ */

static GtkWidget *
new_button (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static GtkWidget *
new_toolbar (DlRouterFrame *self, const DlRouterFrameKind *kind)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *run = new_button (_ ("_Run"), "win.sim-run", _ ("Run or pause the simulation"));

  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (6));
  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_box_append (GTK_BOX (bar), new_button (_ ("_Step"), "win.sim-step", _ ("One cycle")));
  gtk_box_append (GTK_BOX (bar),
                  new_button (_ ("Next _Grant"), "win.sim-grant", _ (kind->grant_tip)));
  gtk_box_append (GTK_BOX (bar), run);
  self->toolbar = GTK_BOX (bar);
  self->run_button = GTK_BUTTON (run);
  return bar;
}

static GtkWidget *
new_chart (DlPane *pane, const DlRouterFrameKind *kind)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkWidget *chart
      = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (chart), kind->draw, pane, NULL);
  gtk_widget_set_focusable (chart, TRUE);
  gtk_widget_add_css_class (chart, "dl-router");
  gtk_accessible_update_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("A router from inside"), -1);
  g_signal_connect_swapped (motion, "motion", kind->motion, pane);
  g_signal_connect_swapped (motion, "leave", kind->leave, pane);
  gtk_widget_add_controller (chart, motion);
  g_signal_connect (click, "pressed", kind->pressed, pane);
  gtk_widget_add_controller (chart, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", kind->key_pressed, pane);
  gtk_widget_add_controller (chart, keys);
  return chart;
}

static GtkWidget *
new_router_page (DlRouterFrame *self, DlPane *pane, const DlRouterFrameKind *kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroll = gtk_scrolled_window_new ();

  self->page = GTK_BOX (box);
  self->chart = new_chart (pane, kind);
  self->scroll = GTK_SCROLLED_WINDOW (scroll);
  gtk_scrolled_window_set_child (self->scroll, self->chart);
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_box_append (self->page, scroll);
  self->story = dl_pane_add_label (box, "dl-number", TRUE);
  gtk_label_set_ellipsize (self->story, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->story), "dl-router-story");
  return box;
}

static GtkWidget *
new_empty_page (DlRouterFrame *self, const DlRouterFrameKind *kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkLabel *title = dl_pane_add_label (box, "title-2", TRUE);

  gtk_label_set_text (title, _ ("A router from inside"));
  self->hint = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_label_set_max_width_chars (self->hint, 50);
  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  self->begin = new_button (_ ("Step to the First _Grant"), "win.sim-grant", _ (kind->begin_tip));
  gtk_widget_add_css_class (self->begin, "suggested-action");
  gtk_widget_set_halign (self->begin, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), self->begin);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 24);
  gtk_widget_set_margin_end (box, 24);
  return box;
}

void
dl_router_frame_init (DlRouterFrame *self, DlPane *pane, const DlRouterFrameKind *kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), new_toolbar (self, kind));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  self->pages = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->pages, FALSE);
  gtk_stack_set_vhomogeneous (self->pages, FALSE);
  gtk_stack_add_named (self->pages, new_empty_page (self, kind), "nothing");
  gtk_stack_add_named (self->pages, new_router_page (self, pane, kind), "router");
  gtk_widget_set_vexpand (GTK_WIDGET (self->pages), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pages));
  dl_pane_set_child (pane, box);
}

#include "dl-router-look.h"

#include <glib/gi18n-lib.h>

/* While it runs nobody can follow every picture, and drawing takes its time, in microseconds. */
#define LOOK_EVERY_US 100000

typedef struct
{
  GtkWidget *widget; /* whose this is */
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

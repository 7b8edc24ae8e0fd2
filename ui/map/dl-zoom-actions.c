#include "dl-zoom-actions.h"

#include "dl-map-zoomer.h"

#define ROOM "zoom"

typedef struct
{
  DlShell *shell;
  DlZoomBox *box;
  GtkStack *views;
  DlMapZoomer *zoomer; /* of the view that is shown; nullable, owned */
} Zoom;

static void
show_level (Zoom *self)
{
  double level = 0;

  if (self->zoomer != NULL)
    g_object_get (self->zoomer, "level", &level, NULL);
  dl_zoom_box_show_level (self->box, level);
  dl_shell_set_enabled (self->shell, "zoom-in", level > 0);
  dl_shell_set_enabled (self->shell, "zoom-out", level > 1);
  dl_shell_set_enabled (self->shell, "zoom-fit", level > 1);
}

static void
leave (Zoom *self)
{
  if (self->zoomer != NULL)
    g_signal_handlers_disconnect_by_data (self->zoomer, self);
  g_clear_object (&self->zoomer);
}

static void
follow_view (Zoom *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (self->views);
  DlMapZoomer *zoomer = shown != NULL ? dl_map_zoomer_of (shown) : NULL;

  leave (self);
  self->zoomer = zoomer != NULL ? g_object_ref (zoomer) : NULL;
  if (zoomer != NULL)
    g_signal_connect_swapped (self->zoomer, "notify::level", G_CALLBACK (show_level), self);
  show_level (self);
}

static void
zoom_free (gpointer data)
{
  Zoom *self = data;

  g_signal_handlers_disconnect_by_data (self->views, self);
  leave (self);
  g_free (self);
}

static void
zoom_by (DlShell *shell, double times)
{
  const Zoom *self = dl_shell_kept (shell, ROOM);

  if (self != NULL && self->zoomer != NULL)
    dl_map_zoomer_zoom (self->zoomer, times);
}

static void
zoom_in (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  zoom_by (user_data, DL_MAP_ZOOM_STEP);
}

static void
zoom_out (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  zoom_by (user_data, 1 / DL_MAP_ZOOM_STEP);
}

static void
zoom_fit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Zoom *self = dl_shell_kept (user_data, ROOM);

  if (self != NULL && self->zoomer != NULL)
    dl_map_zoomer_fit (self->zoomer);
}

void
dl_zoom_actions_add (DlShell *shell, DlZoomBox *box)
{
  static const GActionEntry entries[] = {
    { .name = "zoom-in", .activate = zoom_in },
    { .name = "zoom-out", .activate = zoom_out },
    { .name = "zoom-fit", .activate = zoom_fit },
  };
  Zoom *self = g_new0 (Zoom, 1);

  *self = (Zoom) { .shell = shell, .box = box, .views = dl_shell_get_views (shell) };
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, self, zoom_free);
  g_signal_connect_swapped (self->views, "notify::visible-child", G_CALLBACK (follow_view), self);
  follow_view (self);
}

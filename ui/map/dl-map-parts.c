#include "dl-map-parts.h"

#include "dl-text-size.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What a map of words of the usual size wants, in pixels. */
#define ROOM_WIDTH  480.0
#define ROOM_HEIGHT 200

void
dl_map_measure (GtkOrientation orientation, int *minimum, int *natural)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 180;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 720 : 520;
}

double
dl_map_words_scale_in (GtkWidget *widget, double height)
{
  const double room
      = MIN (gtk_widget_get_width (widget) / ROOM_WIDTH, gtk_widget_get_height (widget) / height);

  return CLAMP (room, 1, dl_text_size_scale ());
}

double
dl_map_words_scale (GtkWidget *widget)
{
  return dl_map_words_scale_in (widget, ROOM_HEIGHT);
}

GdkTexture *
dl_map_texture_new (cairo_surface_t *surface)
{
  const guint width = cairo_image_surface_get_width (surface);
  const guint height = cairo_image_surface_get_height (surface);
  const guint stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes
      = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) stride * height,
                                    (GDestroyNotify) cairo_surface_destroy, surface);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

void
dl_map_draw_note (cairo_t *cr, const char *text, double width, double height, const DlTheme *theme)
{
  double text_width, text_height;

  dl_text_measure (cr, text, DL_TEXT_NORMAL, FALSE, &text_width, &text_height);
  const double box_width = MIN (text_width + 20, width), box_height = text_height + 10;
  const double x = floor ((width - box_width) / 2), y = floor (height - box_height - 6);

  cairo_rectangle (cr, x + 0.5, y + 0.5, box_width, box_height);
  dl_color_set (cr, &theme->background);
  cairo_fill_preserve (cr);
  dl_color_set (cr, &theme->foreground);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  dl_text_draw (cr, x + box_width / 2, y + 5, text, DL_TEXT_NORMAL, FALSE, DL_ALIGN_CENTER,
                box_width - 12);
}

const char *
dl_map_critical_note (DlView *view)
{
  DlCriticalJob *job = dl_view_get_critical_job (view);

  if (dl_view_get_metric (view) != DL_METRIC_CRITICAL)
    return NULL;
  if (dl_view_get_critical (view) == NULL)
    return dl_critical_job_is_running (job) ? NULL
                                            : _ ("“Find Critical Cables” fills this in (Ctrl+K)");
  return dl_critical_job_is_stale (job) ? _ ("Before the last changes") : NULL;
}

const char *
dl_map_note (DlView *view)
{
  const char *beside = dl_beside_get_note (dl_view_get_beside (view));

  if (beside != NULL || dl_beside_get_show (dl_view_get_beside (view)) == DL_SHOW_B)
    return beside;
  if (dl_metric_is_simulated (dl_view_get_metric (view))
      && dl_live_get_picture (dl_view_get_live (view)) == NULL)
    return _ ("The simulation fills this in: run it (F8)");
  return dl_map_critical_note (view);
}

gboolean
dl_map_explain_to (DlView *view, DlPlace place)
{
  const guint origin = dl_view_get_route_origin (view);
  const guint from = origin != DL_NO_NODE ? origin : dl_view_get_selected_place (view);
  const guint to = dl_view_node_at (view, place);

  if (from == DL_NO_NODE || to == DL_NO_NODE || from == to)
    return FALSE;
  dl_view_show_route (view, from, to, 0);
  return TRUE;
}

void
dl_map_choose (DlView *view, DlPlace place, gboolean breaks, gboolean other)
{
  dl_view_select (view, place);
  if (breaks)
    dl_view_toggle (view, place, other);
}

void
dl_map_escape (DlView *view)
{
  if (dl_view_get_route_origin (view) != DL_NO_NODE)
    dl_view_set_route_origin (view, DL_NO_NODE);
  else if (dl_view_get_path_kind (view) != DL_PATH_NONE)
    dl_view_hide_path (view);
  else
    dl_view_select (view, DL_NOWHERE);
}

void
dl_map_popup (GtkWidget *menu, const DlRect *at)
{
  GtkWidget *map = gtk_widget_get_parent (menu);
  const GdkRectangle to = at != NULL ? (GdkRectangle) { (int) at->x, (int) at->y,
                                                        (int) at->width + 1, (int) at->height + 1 }
                                     : (GdkRectangle) { gtk_widget_get_width (map) / 2,
                                                        gtk_widget_get_height (map) / 2, 2, 2 };

  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &to);
  gtk_popover_popup (GTK_POPOVER (menu));
}

void
dl_map_add_handlers (GtkWidget *map, const DlMapHandlers *handlers)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (map, TRUE);
  g_signal_connect_swapped (motion, "motion", handlers->motion, map);
  g_signal_connect_swapped (motion, "leave", handlers->leave, map);
  gtk_widget_add_controller (map, motion);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", handlers->pressed, map);
  if (handlers->released != NULL)
    g_signal_connect (click, "released", handlers->released, map);
  gtk_widget_add_controller (map, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", handlers->key_pressed, map);
  gtk_widget_add_controller (map, keys);
  g_signal_connect_swapped (focus, "leave", handlers->focus_leave, map);
  /* Where the keyboard is, is seen round it. */
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), map);
  gtk_widget_add_controller (map, focus);
}

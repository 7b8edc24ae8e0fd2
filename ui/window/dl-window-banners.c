/* Cards on what lasts and is wrong: they lie over the top of the page and move nothing. */
#include "dl-verdict-pane.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

/* Where there is no page, in pixels. */
#define WIDTH 320

static void
on_save_message (DlWindow *self)
{
  g_autofree char *message = NULL;

  g_object_get (self->session, "save-message", &message, NULL);
  dl_banner_set_message (self->save_banner, message);
  if (message != NULL && g_strcmp0 (message, dl_banner_get_message (self->message_banner)) == 0)
    dl_banner_set_message (self->message_banner, NULL); /* said once is enough */
}

static void
on_failed (DlWindow *self, const char *message)
{
  dl_shell_toast (DL_SHELL (self), message, NULL);
}

static void
on_problem (DlWindow *self)
{
  const char *problem = dl_library_get_problem (dl_session_get_library (self->session));

  if (problem != NULL && g_strcmp0 (problem, dl_banner_get_message (self->save_banner)) != 0)
    dl_banner_set_message (self->message_banner, problem);
}

/* The run continues; the banner tells from which cycle on it is not kept, until it is. */
static void
on_keep_problem (DlWindow *self)
{
  const char *problem = dl_live_get_keep_problem (dl_view_get_live (self->view));

  if (g_strcmp0 (problem, self->keep_problem) == 0)
    return;
  if (problem != NULL
      || g_strcmp0 (dl_banner_get_message (self->message_banner), self->keep_problem) == 0)
    dl_banner_set_message (self->message_banner, problem);
  g_free (self->keep_problem);
  self->keep_problem = g_strdup (problem);
}

static void
on_notice (DlWindow *self, const char *message)
{
  dl_banner_set_message (self->message_banner, message);
}

static void
on_replaced (DlWindow *self, const char *message)
{
  dl_banner_set_message (self->library_banner, message);
}

/* Over the top of the page, as wide as that; where it is hidden, over the map's corner. A note lies
 * at the other end, since a page begins with its answer. */
static gboolean
place_banners (DlWindow *self, GtkWidget *widget, GdkRectangle *place)
{
  GtkWidget *page = dl_evidence_pages_get_place (self->evidence);
  GtkWidget *over = gtk_widget_get_mapped (page) ? page : GTK_WIDGET (self->views);
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (over, self->stage, &bounds))
    return FALSE;
  place->width = MIN (over == page ? G_MAXINT : WIDTH, (int) bounds.size.width);
  place->x = (int) (bounds.origin.x + bounds.size.width) - place->width;
  place->y = (int) bounds.origin.y;
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, place->width, NULL, &place->height, NULL,
                      NULL);
  if (dl_banner_shows_note (self->message_banner))
    place->y += MAX (0, (int) bounds.size.height - place->height);
  return TRUE;
}

static void
add_buttons (DlWindow *self)
{
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Try Again"), "win.retry-save"),
      _ ("Write the unsaved changes to the library"));
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Keep as New Scenario"), "win.keep-as-new"),
      _ ("Keep the scenario in the library unchanged and continue with a new one"));
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Save a Copy…"), "win.save-copy"),
      _ ("Write the open scenario to a file (Ctrl+S)"));
  dl_banner_add_close (self->message_banner);
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->library_banner, _ ("Show _Library"), "win.library"),
      _ ("Show the scenarios that the library has now (Ctrl+L)"));
  dl_banner_add_close (self->library_banner);
}

void
dl_window_add_banners (DlWindow *self)
{
  g_signal_connect_object (self->stage, "get-child-position", G_CALLBACK (place_banners), self,
                           G_CONNECT_SWAPPED);
  add_buttons (self);
  /* The library's banner explains why an edit is not saved; both come before the rest. */
  dl_banner_set_next (self->library_banner, self->save_banner);
  dl_banner_set_next (self->save_banner, self->message_banner);
  dl_banner_set_next (self->message_banner, dl_verdict_banner_get_banner (self->verdict_banner));
  dl_banner_set_next (dl_verdict_banner_get_banner (self->verdict_banner), self->toy_banner);
}

void
dl_window_follow_banners (DlWindow *self)
{
  DlLibrary *library = dl_session_get_library (self->session);

  dl_standing_follow (GTK_WIDGET (self->verdict_banner), self->session, DL_STANDING_HIDES);
  g_signal_connect_object (self->session, "notify::save-message", G_CALLBACK (on_save_message),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::keep-problem",
                           G_CALLBACK (on_keep_problem), self, G_CONNECT_SWAPPED);
  if (library == NULL)
    return;
  g_signal_connect_object (library, "notify::problem", G_CALLBACK (on_problem), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notice", G_CALLBACK (on_notice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "replaced", G_CALLBACK (on_replaced), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
}

#include "dl-papers-view.h"

#include "dl-side-window.h"

#include <glib/gi18n-lib.h>

#define NAME "dl-papers-window"

GtkWindow *
dl_papers_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  if (window == NULL)
    {
      GtkWidget *view = dl_papers_view_new (session);

      window = dl_side_window_new (parent, NAME, _ ("Paper Checks"), 1000, 660, view);
      g_signal_connect (view, "told", G_CALLBACK (dl_side_window_tell), NULL);
    }
  gtk_window_present (window);
  return window;
}

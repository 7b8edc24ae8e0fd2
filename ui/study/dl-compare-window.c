#include "dl-compare-view.h"

#include "dl-side-window.h"

#include <glib/gi18n-lib.h>

#define NAME "dl-compare-window"

DlCompareView *
dl_compare_window_get_view (GtkWindow *window)
{
  return DL_COMPARE_VIEW (dl_side_window_get_view (window));
}

GtkWindow *
dl_compare_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  if (window == NULL)
    {
      GtkWidget *view = dl_compare_view_new (session);

      window = dl_side_window_new (parent, NAME, _ ("Compare"), 1000, 480, view);
      g_signal_connect (view, "told", G_CALLBACK (dl_side_window_tell), NULL);
    }
  gtk_window_present (window);
  return window;
}

DlCompare *
dl_compare_window_find (GtkWindow *parent)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  return window != NULL ? dl_compare_view_get_compare (dl_compare_window_get_view (window)) : NULL;
}

#include "dl-sweep-private.h"

#include "dl-side-window.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#define NAME "dl-sweep-window"

/* While the window is closed its parent says it. */
static void
on_told (DlSweepView *view, const char *message)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (view)));
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (window));
  DlToast *outside = parent != NULL ? dl_toast_find (GTK_WIDGET (parent)) : NULL;

  if (gtk_widget_get_visible (window))
    dl_side_window_tell (GTK_WIDGET (view), message);
  else if (outside != NULL)
    dl_toast_show (outside, message, NULL, _ ("Show"), "win.sweep", NULL);
}

static void
on_removed (DlSweepView *view, gint64 id, DlToast *toast)
{
  dl_toast_show (toast, _ ("Removed the sweep"), NULL, _ ("Undo"), "sweeps.put-back",
                 g_variant_new_int64 (id));
}

static void
put_back (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  gtk_widget_activate_action_variant (view, "sweep.unremove-stored", parameter);
}

/* For what lies over the page, and so outside of it. */
static void
add_actions (GtkWidget *window, GtkWidget *view)
{
  static const GActionEntry entries[]
      = { { .name = "put-back", .activate = put_back, .parameter_type = "x" } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), view);
  gtk_widget_insert_action_group (window, "sweeps", G_ACTION_GROUP (group));
}

/* When it is closed, the sweep continues, and a message says so. */
static gboolean
on_close (GtkWindow *window, DlSweepView *view)
{
  const DlSweepState state = dl_sweep_job_get_state (dl_sweep_view_get_job (view));

  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  if (state == DL_SWEEP_RUNNING)
    g_signal_emit_by_name (view, "told", _ ("The sweep continues"));
  return TRUE;
}

DlSweepView *
dl_sweep_window_get_view (GtkWindow *window)
{
  return DL_SWEEP_VIEW (dl_side_window_get_view (window));
}

const DlSweepChart *
dl_sweep_window_get_chart (GtkWindow *parent)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);
  const DlSweepChart *chart
      = window != NULL ? dl_sweep_curves_get_chart (dl_sweep_window_get_view (window)->curves)
                       : NULL;

  return chart != NULL && chart->points != NULL ? chart : NULL;
}

GtkWindow *
dl_sweep_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  if (window == NULL)
    {
      GtkWidget *view = dl_sweep_view_new (session);

      window = dl_side_window_new (parent, NAME, _ ("Sweep"), 980, 680, view);
      g_signal_connect (view, "told", G_CALLBACK (on_told), NULL);
      g_signal_connect (view, "removed", G_CALLBACK (on_removed),
                        dl_toast_find (GTK_WIDGET (window)));
      add_actions (GTK_WIDGET (window), view);
      g_signal_connect (window, "close-request", G_CALLBACK (on_close), view);
    }
  gtk_window_present (window);
  return window;
}

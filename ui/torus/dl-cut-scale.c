#include "dl-cut-scale.h"

#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Every position has a mark up to here; beyond, only the ends and the dateline. */
#define MOST_MARKS 33

static void
on_value_changed (GtkRange *range, DlView *view)
{
  dl_view_set_cut (view, gtk_range_get_value (range) + 0.5);
}

/* Where it is, and how far it goes: both change with the axis, the latter with the radix. */
static void
update (GtkScale *scale, DlView *view)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (view));
  const DlRoutingSpec routing = dl_scenario_routing (scenario);
  const DlDim dim = dl_view_get_slice (view);
  const guint last = dl_torus_options (scenario)->spec.radix[dim] - 1;
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (scale));
  g_autofree char *text = NULL;
  char number[16];

  g_signal_handlers_block_by_func (scale, on_value_changed, view);
  gtk_adjustment_configure (adjustment, dl_view_get_cut (view), 0, last, 1, 1, 0);
  g_signal_handlers_unblock_by_func (scale, on_value_changed, view);

  gtk_scale_clear_marks (scale);
  for (guint at = 0; at <= last; at++)
    if (last < MOST_MARKS || at == 0 || at == last || (gint) at == routing.dateline[dim])
      gtk_scale_add_mark (scale, at, GTK_POS_BOTTOM, NULL);
  g_snprintf (number, sizeof number, "%u", dl_view_get_cut (view));
  text = g_strdup_printf (_ ("cut at %s = %s"), dl_dim_name (dim), number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
  gtk_widget_set_sensitive (GTK_WIDGET (scale), last > 0);
}

/* @view tells: whatever of it the scale shows. */
static void
on_view (DlView *view, GParamSpec *pspec, GtkScale *scale)
{
  update (scale, view);
}

static void
on_generation (GObject *session, GParamSpec *pspec, GtkScale *scale)
{
  update (scale, g_object_get_data (G_OBJECT (scale), "view"));
}

static char *
format_value (GtkScale *scale, double value, gpointer view)
{
  return g_strdup_printf ("%s = %.0f", dl_dim_name (dl_view_get_slice (view)), value);
}

GtkWidget *
dl_cut_scale_new (DlView *view)
{
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);

  g_object_set_data_full (G_OBJECT (scale), "view", g_object_ref (view), g_object_unref);
  gtk_scale_set_digits (GTK_SCALE (scale), 0);
  gtk_scale_set_draw_value (GTK_SCALE (scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (scale), GTK_POS_LEFT);
  gtk_scale_set_format_value_func (GTK_SCALE (scale), format_value, view, NULL);
  gtk_widget_set_size_request (scale, 260, -1);
  gtk_widget_set_tooltip_text (scale, _ ("Where the block is cut open: nodes beyond it are left "
                                         "out (Page Up, Page Down in the map)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the block is cut open"), -1);
  g_signal_connect_object (scale, "value-changed", G_CALLBACK (on_value_changed), view, 0);
  g_signal_connect_object (view, "notify::cut", G_CALLBACK (on_view), scale, 0);
  g_signal_connect_object (view, "notify::slice", G_CALLBACK (on_view), scale, 0);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (on_generation), scale, 0);
  update (GTK_SCALE (scale), view);
  return scale;
}

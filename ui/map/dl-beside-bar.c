#include "dl-beside-bar.h"

#include <glib/gi18n-lib.h>

static void
add_toggle (GtkWidget *box, DlShow show, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (dl_show_title (show));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-beside");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", dl_show_id (show));
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
}

static void
update (DlBeside *beside, GParamSpec *pspec, GtkWidget *bar)
{
  GtkLabel *label = g_object_get_data (G_OBJECT (bar), "label");
  const DlPin *pin = dl_beside_get_pin (beside);
  g_autofree char *text = NULL;
  const char *misfit;

  gtk_widget_set_visible (bar, pin != NULL);
  if (pin == NULL)
    return;
  dl_beside_compares (beside, &misfit);
  text = misfit != NULL ? g_strdup_printf (_ ("B: %s. %s"), pin->label, misfit)
                        : g_strdup_printf (_ ("B: %s"), pin->label);
  gtk_label_set_text (label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), text);
}

GtkWidget *
dl_beside_bar_new (DlView *view)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *toggles = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *unpin = gtk_button_new_from_icon_name ("window-close-symbolic");
  DlBeside *beside = dl_view_get_beside (view);

  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_widget_set_name (bar, "beside");
  gtk_widget_add_css_class (toggles, "linked");
  add_toggle (toggles, DL_SHOW_A, _ ("The current scenario, on a common scale (1)"));
  add_toggle (toggles, DL_SHOW_B, _ ("The pinned state, on a common scale (2)"));
  add_toggle (toggles, DL_SHOW_DIFFERENCE, _ ("The difference between A and B (3)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggles), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Which state the map shows"), -1);
  gtk_box_append (GTK_BOX (bar), toggles);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (bar), label);
  g_object_set_data (G_OBJECT (bar), "label", label);

  gtk_button_set_has_frame (GTK_BUTTON (unpin), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (unpin), "win.unpin");
  gtk_widget_set_tooltip_text (unpin, _ ("Unpin B (Shift+Ctrl+B)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (unpin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Unpin B"), -1);
  gtk_box_append (GTK_BOX (bar), unpin);

  g_signal_connect_object (beside, "notify::changes", G_CALLBACK (update), bar, 0);
  update (beside, NULL, bar);
  return bar;
}

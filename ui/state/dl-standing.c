#include "dl-standing.h"

static void
set_class (GtkWidget *widget, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* Nothing that appears moves what is there: the place stays, and pointers pass through it. */
void
dl_standing_show (GtkWidget *widget, DlStanding standing)
{
  set_class (widget, "dl-earlier", standing == DL_STANDING_EARLIER);
  set_class (widget, "dl-no-result", standing == DL_STANDING_NONE);
  gtk_widget_set_can_target (widget, standing != DL_STANDING_NONE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_BUSY,
                               standing != DL_STANDING_CURRENT, GTK_ACCESSIBLE_STATE_HIDDEN,
                               standing == DL_STANDING_NONE, -1);
}

static void
on_standing (DlSession *session, GParamSpec *pspec, GtkWidget *widget)
{
  const DlStanding standing = dl_session_get_standing (session);
  const DlStandingWay way
      = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "dl-standing-way"));

  dl_standing_show (widget, standing == DL_STANDING_NONE && way == DL_STANDING_DIMS
                                ? DL_STANDING_CURRENT
                                : standing);
}

void
dl_standing_follow (GtkWidget *widget, DlSession *session, DlStandingWay way)
{
  g_object_set_data (G_OBJECT (widget), "dl-standing-way", GUINT_TO_POINTER (way));
  g_signal_connect_object (session, "notify::standing", G_CALLBACK (on_standing), widget, 0);
  on_standing (session, NULL, widget);
}

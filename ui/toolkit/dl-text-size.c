#include "dl-text-size.h"

#define USUAL_DPI 96.0
#define LARGE     1.3

double
dl_text_size_scale (void)
{
  int dpi = -1; /* 1024 times dots an inch */

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / 1024.0 / USUAL_DPI, 1, 3) : 1;
}

gboolean
dl_text_size_is_large (void)
{
  return dl_text_size_scale () > LARGE;
}

static void
mark (GtkWidget *window)
{
  if (dl_text_size_is_large ())
    gtk_widget_add_css_class (window, "dl-large-text");
  else
    gtk_widget_remove_css_class (window, "dl-large-text");
}

void
dl_text_size_follow (GtkWidget *window, GCallback changed, gpointer object)
{
  GtkSettings *settings = gtk_settings_get_default ();

  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (mark), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", changed, object, G_CONNECT_SWAPPED);
  mark (window);
  ((void (*) (gpointer)) changed) (object);
}

static gboolean
query_tooltip (GtkLabel *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return TRUE;
}

void
dl_text_size_tell_cut (GtkLabel *label)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}

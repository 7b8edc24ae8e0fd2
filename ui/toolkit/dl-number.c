#include "dl-number.h"

/* The room that the text takes, as it is drawn. */
static int
text_width (GtkWidget *number)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
      number, gtk_inscription_get_text (GTK_INSCRIPTION (number)));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static void
make_room (GtkWidget *number)
{
  int room;

  gtk_widget_get_size_request (number, &room, NULL);
  if (text_width (number) > room)
    gtk_widget_set_size_request (number, text_width (number), -1);
}

void
dl_number_show (GtkInscription *number, const char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (number), text) == 0)
    return;
  gtk_inscription_set_text (number, text);
  make_room (GTK_WIDGET (number));
}

GtkWidget *
dl_number_new (guint min_chars)
{
  GtkWidget *number = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (number), 1);
  if (min_chars > 0)
    gtk_inscription_set_min_chars (GTK_INSCRIPTION (number), min_chars);
  gtk_widget_add_css_class (number, "dl-number");
  /* Its type is known when it is in a window. */
  g_signal_connect_after (number, "map", G_CALLBACK (make_room), NULL);
  return number;
}

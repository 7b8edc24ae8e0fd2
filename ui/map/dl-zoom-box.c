#include "dl-zoom-box.h"

#include <glib/gi18n-lib.h>

struct _DlZoomBox
{
  GtkBox parent;
  GtkWidget *fit;
};

G_DEFINE_FINAL_TYPE (DlZoomBox, dl_zoom_box, GTK_TYPE_BOX)

void
dl_zoom_box_show_level (DlZoomBox *self, double level)
{
  g_autofree char *text = g_strdup_printf (_ ("%.0f%%"), 100 * level);

  gtk_widget_set_visible (GTK_WIDGET (self), level > 0);
  gtk_widget_set_visible (self->fit, level > 1);
  gtk_button_set_label (GTK_BUTTON (self->fit), text);
}

static void
dl_zoom_box_class_init (DlZoomBoxClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-zoom-box.ui");
  gtk_widget_class_bind_template_child (widget_class, DlZoomBox, fit);
}

static void
dl_zoom_box_init (DlZoomBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

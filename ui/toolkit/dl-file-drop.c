#include "dl-file-drop.h"

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  const DlFileDropped dropped = user_data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));

  g_autoptr (GPtrArray) files = g_ptr_array_new (); /* the value's */

  if (G_VALUE_HOLDS (value, G_TYPE_FILE))
    g_ptr_array_add (files, g_value_get_object (value));
  else
    for (const GSList *at = g_value_get_boxed (value); at != NULL; at = at->next)
      g_ptr_array_add (files, at->data);
  if (files->len == 0)
    return FALSE;
  dropped (widget, (GFile *const *) files->pdata, files->len);
  return TRUE;
}

void
dl_file_drop_add (GtkWidget *widget, DlFileDropped dropped)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), dropped);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

/* The main windows of an application, among all that it has. */
#include "dl-window-private.h"

DlWindow *
dl_window_find (GtkApplication *application)
{
  for (GList *at = gtk_application_get_windows (application); at != NULL; at = at->next)
    if (DL_IS_WINDOW (at->data))
      return at->data;
  return NULL;
}

/* @ending: without a question. */
static void
close_all (GtkApplication *application, gboolean ending)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *at = gtk_application_get_windows (application); at != NULL; at = at->next)
    if (DL_IS_WINDOW (at->data))
      g_ptr_array_add (windows, g_object_ref (at->data));
  for (guint i = 0; i < windows->len; i++)
    {
      DL_WINDOW (windows->pdata[i])->ending |= ending;
      gtk_window_close (windows->pdata[i]);
    }
}

void
dl_window_close_all (GtkApplication *application)
{
  close_all (application, FALSE);
}

void
dl_window_end_all (GtkApplication *application)
{
  close_all (application, TRUE);
}

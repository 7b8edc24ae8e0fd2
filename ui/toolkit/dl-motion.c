#include "dl-motion.h"

gboolean
dl_motion_is_wanted (void)
{
  GtkSettings *settings = gtk_settings_get_default (); /* NULL: there is no display */
  gboolean animations = TRUE;

  if (settings != NULL)
    g_object_get (settings, "gtk-enable-animations", &animations, NULL);
  return animations;
}

void
dl_motion_follow (GCallback changed, gpointer object)
{
  GtkSettings *settings = gtk_settings_get_default (); /* NULL: there is no display */

  if (settings != NULL)
    g_signal_connect_object (settings, "notify::gtk-enable-animations", changed, object,
                             G_CONNECT_SWAPPED);
  ((void (*) (gpointer)) changed) (object);
}

#include "dl-motion.h"

gboolean
dl_motion_is_wanted (void)
{
  gboolean animations = TRUE;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &animations, NULL);
  return animations;
}

void
dl_motion_follow (GCallback changed, gpointer object)
{
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-enable-animations", changed,
                           object, G_CONNECT_SWAPPED);
  ((void (*) (gpointer)) changed) (object);
}

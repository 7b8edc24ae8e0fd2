/* Whether things may move by themselves: gtk-enable-animations. What moves otherwise jumps. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean dl_motion_is_wanted (void);
/* Call @changed with @object now and whenever that may have changed, as long as @object lives. */
void dl_motion_follow (GCallback changed, gpointer object);

G_END_DECLS

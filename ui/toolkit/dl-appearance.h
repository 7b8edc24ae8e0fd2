/* Light or dark: as the desktop asks, or as the user chose. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Follow the desktop's color scheme from here on (the settings portal's, else GNOME's own
 * setting), unless the key "style" of @settings (nullable) says "light" or "dark". */
void dl_appearance_follow (GSettings *settings);

G_END_DECLS

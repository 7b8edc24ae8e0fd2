/* Light or dark: as the desktop asks, or as the user chose. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Follow the desktop's color scheme from here on (the settings portal's, else GNOME's own
 * setting), unless the key "style" of @settings (nullable) says "light" or "dark". */
void dl_appearance_follow (GSettings *settings);

/* Whether things may move by themselves: gtk-enable-animations. What moves otherwise jumps. */

gboolean dl_motion_is_wanted (void);
/* Call @changed with @object now and whenever that may have changed, as long as @object lives. */
void dl_motion_follow (GCallback changed, gpointer object);

/* How large the user's text is, and what becomes of text that has no room. */

/* 1 for text of the usual size, 2 where it is twice as large; at least 1, at most 3. */
double dl_text_size_scale (void);
/* Is it so large that what stood in one line needs more? */
gboolean dl_text_size_is_large (void);
/* Call @changed with @object now and whenever that may have changed, as long as @object lives;
 * @window, a widget that @object may be, has the style class dl-large-text while it is large. */
void dl_text_size_follow (GtkWidget *window, GCallback changed, gpointer object);

/* The tooltip of an ellipsized @label: all of its text, while it is cut. */
void dl_text_size_tell_cut (GtkLabel *label);

G_END_DECLS

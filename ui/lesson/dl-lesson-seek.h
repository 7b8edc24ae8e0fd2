/* Looking through the window for what a step of a lesson points at, or somebody goes to. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef gboolean (*DlSeekMatch) (GtkWidget *widget, gconstpointer data);

/* Everything in @widget that @match likes, in its order, and nothing inside of that. What is on a
 * page that is not shown does not count; what is folded away does. */
void dl_seek_all (GtkWidget *widget, DlSeekMatch match, gconstpointer data, GPtrArray *found);
/* The first of that; NULL. */
GtkWidget *dl_seek_first (GtkWidget *root, DlSeekMatch match, gconstpointer data);

/* Controls are called by the key that they set, @key, with what they are after a slash. */
gboolean dl_seek_is_control (GtkWidget *widget, gconstpointer key);
gboolean dl_seek_is_pages (GtkWidget *widget, gconstpointer data);
gboolean dl_seek_is_main_menu (GtkWidget *widget, gconstpointer data);

/* In @window; NULL. */

/* The controls of a dimension each are found together. */
GtkWidget *dl_seek_control (GtkWidget *window, const char *key);
GtkWidget *dl_seek_view_button (GtkWidget *window, const char *id);
/* Its button; what is only in the menu is found there. */
GtkWidget *dl_seek_action (GtkWidget *window, const char *name);

/* Open every expander in @root that a control of @key is folded away in. */
void dl_seek_unfold_control (GtkWidget *root, const char *key);
/* The keyboard to @widget, or to the first in it that takes it; FALSE: none does. */
gboolean dl_seek_focus (GtkWidget *widget);

G_END_DECLS

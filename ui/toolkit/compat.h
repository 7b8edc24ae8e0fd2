/* The one place that knows which GTK it is built with: 4.8 of Debian 12 up to 4.18 of Debian 13.
 * What a later GTK deprecates is answered here, with what replaces it wherever that exists. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* GTK 4.12 names it by what it does. */
#if !GTK_CHECK_VERSION(4, 12, 0)
#define GTK_ALIGN_BASELINE_FILL GTK_ALIGN_BASELINE
#endif

/* The color of @widget's text. */
void dl_compat_get_color (GtkWidget *widget, GdkRGBA *color);
/* Where the point @x, @y of @widget is in @other, in pixels. FALSE if they share no window. */
gboolean dl_compat_translate (GtkWidget *widget, GtkWidget *other, double x, double y,
                              double *other_x, double *other_y);
/* For layouts: GTK 4.8 does not tell @widget to draw a @child that it sees for the first time. */
void dl_compat_show_child (GtkWidget *widget, GtkWidget *child, gboolean is_shown);
/* The letter to press in @label leads to @widget, which keeps the name it has. GTK 4.18
 * takes the label for its name instead. */
void dl_compat_set_mnemonic_widget (GtkLabel *label, GtkWidget *widget);
/* @child is what @expander shows when it is open. GTK 4.18 looks for the focus in one that is
 * closed, and finds no window around it. */
void dl_compat_set_expander_child (GtkExpander *expander, GtkWidget *child);
/* Whether @display is a page in a browser (Broadway), which has no window manager. */
gboolean dl_compat_is_browser (GdkDisplay *display);

/* Let the user choose a file; @func gets it, and is not called if they cancel. The chooser closes
 * with its @owner, a GObject. */
typedef void (*DlFileFunc) (GFile *file, gpointer owner);

/* @filter (nullable): files offered first; all files can be chosen, too. */
void dl_compat_open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter,
                          DlFileFunc func, gpointer owner);
/* The same where several can be chosen at once; @func is called for each, in their order. */
void dl_compat_open_files (GtkWindow *parent, const char *title, GtkFileFilter *filter,
                           DlFileFunc func, gpointer owner);
/* Ask for a file to save, starting in the documents folder. @name is suggested, with characters
 * that file names cannot have replaced. */
void dl_compat_save_file (GtkWindow *parent, const char *title, const char *name, DlFileFunc func,
                          gpointer owner);
/* The same with the label of the button (@accept); @folder (nullable): where to begin, instead of
 * the documents. @name is taken unchanged. */
void dl_compat_save_file_in (GtkWindow *parent, const char *title, const char *accept,
                             GFile *folder, const char *name, DlFileFunc func, gpointer owner);

/* Scroll @view so that the row at @position is seen; also before it has been laid out. @sorted: its
 * rows have just come into another order. */
void dl_compat_scroll_to_row (GtkColumnView *view, guint position, gboolean sorted);

G_END_DECLS

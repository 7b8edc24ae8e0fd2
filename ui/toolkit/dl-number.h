/* A number in a column: it is never cut. Its room grows with what it says and does not shrink, so
 * that what is beside it stays. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Room for @min_chars at first; 0: for none. */
GtkWidget *dl_number_new (guint min_chars);
/* Any inscription becomes one. */
void dl_number_show (GtkInscription *number, const char *text);

G_END_DECLS

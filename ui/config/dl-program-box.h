/* Fields of a program of messages: a collective and its size, or a GOAL file. A part of the card of
 * traffic, shown where the pattern is a program of messages. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *dl_program_box_new (void);

G_END_DECLS

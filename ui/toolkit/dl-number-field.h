/* A number that belongs to something, with the name of that as a handle: a spin button without its
 * buttons. Typing, arrow keys, wheel (where the keyboard is) and drags change it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shown as "off". */
#define DL_NUMBER_OFF (-1)

#define DL_TYPE_NUMBER_FIELD (dl_number_field_get_type ())
G_DECLARE_FINAL_TYPE (DlNumberField, dl_number_field, DL, NUMBER_FIELD, GtkBox)

/* Signals:
 *   changed (int value)  somebody wants another value; what comes of it is told by
 *                        dl_number_field_follow
 *   settled ()           the end of a movement: steps until then belong together. What is being
 *                        typed is not settled until Enter or until the keyboard goes elsewhere
 * What cannot be is said below the field while it is typed, and Enter chooses it to be typed over.
 * Nothing, or a dash, is off where that can be. An insensitive field shows a dash. */

/* @title: the handle. @name: for those who do not see where it stands. @least: the lowest value,
 * DL_NUMBER_OFF if it can be off. */
GtkWidget *dl_number_field_new (const char *title, const char *name, gint least);
/* Show @value, of at most @most; half-typed text stays. */
void dl_number_field_follow (DlNumberField *self, gint value, gint most);

G_END_DECLS

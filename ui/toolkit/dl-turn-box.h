/* A button to the previous item, the shown one, and a button to the next one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Signals:
 *   turned (int by)  -1: the previous one is wanted, 1: the next one */
#define DL_TYPE_TURN_BOX (dl_turn_box_get_type ())
G_DECLARE_FINAL_TYPE (DlTurnBox, dl_turn_box, DL, TURN_BOX, GtkWidget)

/* @name: of all of it. @previous and @next: of the buttons, which have their keys in parentheses at
 * the end. @middle: what says which one is shown. */
GtkWidget *dl_turn_box_new (const char *name, const char *previous, const char *next,
                            GtkWidget *middle);
/* Whether there is any other. */
void dl_turn_box_set_turns (DlTurnBox *self, gboolean turns);

G_END_DECLS

/* A drop-down of things with an identifier: titles in the button, each with a line about it in the
 * list. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *id;
  const char *title;       /* translatable */
  const char *description; /* translatable */
} DlOption;

/* @choices: (n) DlOption, whose strings outlive @down. The one chosen is told by notify::selected.
 */
void dl_choices_fill (GtkDropDown *down, const DlOption *choices, guint n);
/* Let the list of @down be as high as its window, with a bar that stays where that is not enough:
 * what dl_choices_fill does. */
void dl_choices_make_room (GtkDropDown *down);
/* Subject of the choice, for the tooltip, which continues with the chosen item; translated. */
void dl_choices_set_about (GtkDropDown *down, const char *about);
/* The identifier of the one chosen; NULL while there is none. */
const char *dl_choices_get (GtkDropDown *down);
/* The one with that identifier, if there is one. */
void dl_choices_select (GtkDropDown *down, const char *id);

G_END_DECLS

/* Tools of a window shown to a class: large type, the keys that are pressed, a laser pointer, a
 * picture that stands still and a black screen. */
#pragma once

#include "dl-shell.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_PRESENTER (dl_presenter_get_type ())
G_DECLARE_FINAL_TYPE (DlPresenter, dl_presenter, DL, PRESENTER, GObject)

typedef enum
{
  DL_COVER_NONE,
  DL_COVER_FROZEN, /* the picture of the moment it began */
  DL_COVER_BLACK
} DlCover;

/* Properties, all of them for reading and writing; turning "on" off turns off the others:
 *   on (boolean)     large type and keys
 *   laser (boolean)  a dot follows the pointer
 *   cover (uint)     a DlCover that lies over the window
 */

gboolean dl_presenter_get_laser (DlPresenter *self);
DlCover dl_presenter_get_cover (DlPresenter *self);
/* The keys that are shown, "Ctrl+Z" or "Down × 3"; NULL: none. */
const char *dl_presenter_get_keys (DlPresenter *self);

/* The actions for a class, all of them states: fullscreen, presenter, laser, freeze and black.
 * Presenting has an arrangement of its own, which is taken up again, with its lesson. */

/* After those of lessons. */
void dl_presenter_actions_add (DlShell *shell);

G_END_DECLS

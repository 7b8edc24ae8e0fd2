/* What a window has when it is shown to a class: large type, the keys that are pressed, a laser
 * pointer, a picture that stands still and a black screen. */
#pragma once

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

/* For @window, which has its child already and owns what is returned; @ground is a part of it, at
 * whose bottom keys are shown. */
DlPresenter *dl_presenter_new (GtkWindow *window, GtkWidget *ground);
gboolean dl_presenter_get_on (DlPresenter *self);
void dl_presenter_set_on (DlPresenter *self, gboolean on);
gboolean dl_presenter_get_laser (DlPresenter *self);
void dl_presenter_set_laser (DlPresenter *self, gboolean laser);
DlCover dl_presenter_get_cover (DlPresenter *self);
void dl_presenter_set_cover (DlPresenter *self, DlCover cover);
/* The keys that are shown, "Ctrl+Z" or "Down × 3"; NULL: none. */
const char *dl_presenter_get_keys (DlPresenter *self);

G_END_DECLS

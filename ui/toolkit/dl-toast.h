/* Shows one short message at a time: the last action, in figures, with a button to undo it. It
 * stands in a row of its own and covers nothing. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_TOAST (dl_toast_get_type ())
G_DECLARE_FINAL_TYPE (DlToast, dl_toast, DL, TOAST, GtkWidget)

/* Properties:
 *   title (string)        of the message that is shown, or NULL; read-only
 *   single-line (boolean) messages have one line, whose tooltip has what does not fit; else they
 *                         wrap
 */

GtkWidget *dl_toast_new (void);

/* Show a message in place of the one before. It goes by itself after some seconds, but not while
 * the pointer or the keyboard focus is on it. @detail (nullable or empty): what follows in plain
 * type. @button_label (nullable): a button that dismisses the message and then activates
 * @action_name with @target (nullable; a floating one is taken), looked up from the toast upwards.
 */
void dl_toast_show (DlToast *self, const char *title, const char *detail, const char *button_label,
                    const char *action_name, GVariant *target);
/* An action of each toast: it shows the file whose path is its target, a bytestring. */
#define DL_TOAST_SHOW_IN_FILES "toast.show-in-files"
void dl_toast_dismiss (DlToast *self);
const char *dl_toast_get_title (DlToast *self);

/* The first one inside @widget, or NULL: where a dialog tells its window what it did. */
DlToast *dl_toast_find (GtkWidget *widget);

G_END_DECLS

/* Shows one short message at a time over its child: what was done, in figures, with a button to
 * take it back. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_TOAST_OVERLAY (dl_toast_overlay_get_type ())
G_DECLARE_FINAL_TYPE (DlToastOverlay, dl_toast_overlay, DL, TOAST_OVERLAY, GtkWidget)

/* Properties:
 *   child (GtkWidget)  what the messages lie over; in .ui files a plain <child> will do
 *   title (string)     of the message that is shown, or NULL; read-only
 */

GtkWidget *dl_toast_overlay_new (void);
GtkWidget *dl_toast_overlay_get_child (DlToastOverlay *self);
void dl_toast_overlay_set_child (DlToastOverlay *self, GtkWidget *child);

/* Show a message in place of the one before. It goes by itself after some seconds, but not while
 * the pointer or the keyboard focus is on it. @detail (nullable or empty): a smaller second line.
 * @button_label (nullable): a button that dismisses the message and then activates @action_name
 * with @target (nullable; a floating one is taken), looked up from the overlay upwards. */
void dl_toast_overlay_show (DlToastOverlay *self, const char *title, const char *detail,
                            const char *button_label, const char *action_name, GVariant *target);
void dl_toast_overlay_dismiss (DlToastOverlay *self);
const char *dl_toast_overlay_get_title (DlToastOverlay *self);

/* The first overlay inside @widget, or NULL: where a dialog tells its window what it did. */
DlToastOverlay *dl_toast_overlay_find (GtkWidget *widget);

G_END_DECLS

/* Help from anywhere in the program: F1 opens the manual at what fits the place that the keyboard
 * is at. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Actions of the application:
 *   app.help (string target)  the manual at "topic" or "topic#anchor"
 *   app.help-here             at what fits
 * and F1 in every window for the latter. */
void dl_help_init (GtkApplication *application);

/* Topic that fits @widget (nullable), from the widget itself outwards; "index" if nothing is
 * nearer. */
const char *dl_help_target (GtkWidget *widget);

/* Topics for a view of the window and a page of evidence, by their identifiers, and a key of the
 * scenario ("router.link-cycles"); NULL if there is none. */
const char *dl_help_view_target (const char *view);
const char *dl_help_page_target (const char *page);
const char *dl_help_key_target (const char *key);

G_END_DECLS

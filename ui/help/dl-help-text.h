/* A topic of the manual as text to read, with links that the pointer and the keyboard follow. */
#pragma once

#include "dl-manual.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_HELP_TEXT (dl_help_text_get_type ())
G_DECLARE_FINAL_TYPE (DlHelpText, dl_help_text, DL, HELP_TEXT, GtkTextView)

/* Signals:
 *   follow (string target)  a link was followed: "topic" or "topic#anchor" of the manual
 */

/* Show @page from @block on. @keys: (DlHelpKey) what stands where the page says so. */
void dl_help_text_show (DlHelpText *self, const DlManualPage *page, guint block, GPtrArray *keys);

/* Links of the page that can be followed. */
guint dl_help_text_n_links (DlHelpText *self);
const char *dl_help_text_get_target (DlHelpText *self, guint link);
/* The one that the keyboard is at; -1 for none. */
gint dl_help_text_get_link (DlHelpText *self);
/* Move to the next link or the previous one; FALSE at the end. */
gboolean dl_help_text_move_link (DlHelpText *self, gboolean forward);
/* Follow the one that the keyboard is at; FALSE if there is none. */
gboolean dl_help_text_follow_link (DlHelpText *self);

/* Mark all places of @words (NULL or "": none), in any case; returns how many there are. */
guint dl_help_text_mark (DlHelpText *self, const char *words);
/* Go to the next or the last place of @words from where the keyboard is, around the ends; FALSE if
 * there is none. */
gboolean dl_help_text_find (DlHelpText *self, const char *words, gboolean forward);

G_END_DECLS

/* An entry whose text takes effect while it is typed, wherever it can be used; what cannot be used
 * goes back to what there is when the keyboard leaves. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LIVE_ENTRY (dl_live_entry_get_type ())
G_DECLARE_FINAL_TYPE (DlLiveEntry, dl_live_entry, DL, LIVE_ENTRY, GtkEntry)

/* Signals:
 *   typed (string text)  to be used; dl_live_entry_set_problem says whether it could be
 *   settled ()           Enter, or the keyboard went elsewhere: changes until then belong together
 */

/* Where problems are told; others may tell theirs there too. */
void dl_live_entry_set_problem_label (DlLiveEntry *self, GtkLabel *label);
/* Problem of the text shown; NULL: none. */
void dl_live_entry_set_problem (DlLiveEntry *self, const char *problem);
/* Show @value, if it has changed. Text being typed stays until the focus leaves: 0x1000 does not
 * turn into 4096 on the way. */
void dl_live_entry_follow (DlLiveEntry *self, const char *value);

G_END_DECLS

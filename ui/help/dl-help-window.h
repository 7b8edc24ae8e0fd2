/* The manual in a window of its own: topics and what a search finds on the left, the topic on the
 * right. It lets the other windows be used beside it. */
#pragma once

#include "dl-manual.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_HELP_WINDOW (dl_help_window_get_type ())
G_DECLARE_FINAL_TYPE (DlHelpWindow, dl_help_window, DL, HELP_WINDOW, GtkWindow)

/* Actions of the window:
 *   help.back, help.forward   through what was shown
 *   help.index                to the first topic
 *   help.find, help.search    the keyboard to what finds in the topic, and in all topics
 */

/* In the language of the environment. Keys of actions are those of @application (nullable). */
GtkWidget *dl_help_window_new (GtkApplication *application);

/* Show "topic" or "topic#anchor"; the index if there is no such topic. */
void dl_help_window_show (DlHelpWindow *self, const char *target);
/* Target shown, as requested. */
const char *dl_help_window_get_target (DlHelpWindow *self);
const DlManual *dl_help_window_get_manual (DlHelpWindow *self);
/* Search all topics, as typing into the search does; "" shows the topics again. */
void dl_help_window_search (DlHelpWindow *self, const char *words);

/* The keys of the program, for the manual's topic of them: they are written down nowhere else. */

typedef struct
{
  const char *group;  /* "Views" */
  const char *action; /* "win.undo"; NULL: keys without one */
  char *keys;         /* "Ctrl+1", as people call them */
  const char *title;  /* action of the keys */
} DlHelpKey;

/* "Ctrl+Z" of "<Control>z"; unchanged if it cannot be read. Free with g_free. */
char *dl_help_key_name (const char *accelerator);
/* (DlHelpKey) Group by group. Keys of actions are those of @application (nullable: they are empty
 * then). Free with g_ptr_array_unref. */
GPtrArray *dl_help_keys_new (GtkApplication *application);

G_END_DECLS

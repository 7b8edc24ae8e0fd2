/* Interface of a window to its rooms: the actions of a room act on a shell, which is the main
 * window, and know nothing else of it. A room adds its actions by one function,
 * dl_ROOM_actions_add, and keeps data only for them beside them (dl_shell_keep). */
#pragma once

#include "dl-toast.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The main window: a GActionMap with the actions "win.", and the parent of dialogs. */
#define DL_TYPE_SHELL (dl_shell_get_type ())
G_DECLARE_INTERFACE (DlShell, dl_shell, DL, SHELL, GtkApplicationWindow)

struct _DlShellInterface
{
  GTypeInterface parent;

  DlView *(*get_view) (DlShell *self);
  GSettings *(*get_settings) (DlShell *self);
  GtkStack *(*get_views) (DlShell *self);
  GtkWidget *(*get_page) (DlShell *self, const char **id);
  DlToast *(*get_toast) (DlShell *self);
  void (*say) (DlShell *self, const char *message);
  void (*note) (DlShell *self, const char *message);
  void (*set_lesson) (DlShell *self, const char *title);
  void (*withhold) (DlShell *self, gboolean withhold);
  void (*open_file) (DlShell *self, GFile *file);
};

/* NULL once the window is closed, as its session: asynchronous work may end later. */
DlView *dl_shell_get_view (DlShell *self);
DlSession *dl_shell_get_session (DlShell *self);
/* Family of the open scenario. */
const DlFamily *dl_shell_get_family (DlShell *self);
/* NULL where nothing is remembered. */
GSettings *dl_shell_get_settings (DlShell *self);

/* The views in the middle, each by its name in dl_features. */
GtkStack *dl_shell_get_views (DlShell *self);
/* Show one of them; the default of the family if it has none called @id. */
void dl_shell_show_view (DlShell *self, const char *id);
/* The keyboard to the one that is shown. */
void dl_shell_focus_view (DlShell *self);
/* The page of evidence that is shown; NULL: none yet. */
const char *dl_shell_get_page (DlShell *self);
/* Show one, and give what its constructor made; the first of the family if it has none called @id.
 */
GtkWidget *dl_shell_show_page (DlShell *self, const char *id);

/* A message over the views that goes by itself; @detail (nullable): a smaller second line. Those
 * with a button: dl_toast_show. */
void dl_shell_toast (DlShell *self, const char *title, const char *detail);
DlToast *dl_shell_get_toast (DlShell *self);
/* A message that stays until it is closed; NULL: none. */
void dl_shell_say (DlShell *self, const char *message);
/* A note that is no problem, at the end of the page; NULL: none. */
void dl_shell_note (DlShell *self, const char *message);
/* The title of the lesson whose network is open; NULL: none. */
void dl_shell_set_lesson (DlShell *self, const char *title);
/* While a lesson asks for what the current result says, say nothing of it. */
void dl_shell_withhold (DlShell *self, gboolean withhold);
/* Opens a file of any kind that the program reads; the window tells of errors. */
void dl_shell_open_file (DlShell *self, GFile *file);

/* Actions, without "win.". */
void dl_shell_add_actions (DlShell *self, const GActionEntry *entries, guint n);
void dl_shell_set_enabled (DlShell *self, const char *action, gboolean enabled);
/* Free with g_variant_unref. */
GVariant *dl_shell_get_state (DlShell *self, const char *action);
/* Ask the action for another state: it does what that means. @state is taken if floating. */
void dl_shell_change_state (DlShell *self, const char *action, GVariant *state);
/* The state is another one already: the action only shows it. */
void dl_shell_show_state (DlShell *self, const char *action, GVariant *state);

/* @state is of the actions of one room, known by @room, a constant; dl_shell_close frees it by
 * @free, nullable. */
void dl_shell_keep (DlShell *self, const char *room, gpointer state, GDestroyNotify free);
/* NULL if nothing is kept, or not any more. */
gpointer dl_shell_kept (DlShell *self, const char *room);
/* For the shell, before it lets its view go: frees the kept data, the latest first. */
void dl_shell_close (DlShell *self);

/* A question to the user, before something is lost. */

typedef struct
{
  const char *label; /* with a mnemonic */
  const char *tooltip;
} DlAskChoice;

/* @choice: number of the chosen button. */
typedef void (*DlAskFunc) (guint choice, gpointer owner);

/* Ask in front of @parent. The first of @choices changes nothing, and is what Enter, Escape and
 * closing the question mean; the last one loses something. @func is called once, and not if
 * @owner, a GObject, has gone or the question is destroyed. */
GtkWindow *dl_ask (GtkWindow *parent, const char *question, const char *detail,
                   const DlAskChoice *choices, guint n_choices, DlAskFunc func, gpointer owner);

G_END_DECLS

/* A question to the user, before something is lost. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *label; /* with a mnemonic */
  const char *tooltip;
} DlAskChoice;

/* @choice is the number of what was chosen. */
typedef void (*DlAskFunc) (guint choice, gpointer owner);

/* Ask in front of @parent. The first of @choices changes nothing, and is what Enter, Escape and
 * closing the question mean; the last one loses something. @func is called once, and not if
 * @owner, a GObject, has gone or the question is destroyed. */
GtkWindow *dl_ask (GtkWindow *parent, const char *question, const char *detail,
                   const DlAskChoice *choices, guint n_choices, DlAskFunc func, gpointer owner);

G_END_DECLS

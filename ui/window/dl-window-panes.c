/* F6 and Shift+F6: the keyboard from pane to pane. */
#include "dl-lesson-actions.h"
#include "dl-window-private.h"

#define N_PANES 4

static void
list_panes (DlWindow *self, GtkWidget *panes[N_PANES])
{
  panes[0] = GTK_WIDGET (self->panels);
  panes[1] = GTK_WIDGET (self->views);
  panes[2] = GTK_WIDGET (self->evidence);
  panes[3] = GTK_WIDGET (self->results);
}

/* The one that has the keyboard; N_PANES: none of them. */
static guint
current_pane (DlWindow *self, GtkWidget *const panes[N_PANES])
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  guint i = 0;

  while (i < N_PANES
         && (focus == NULL || (focus != panes[i] && !gtk_widget_is_ancestor (focus, panes[i]))))
    i++;
  return i;
}

static gboolean
enter (GtkWidget *pane)
{
  return gtk_widget_get_mapped (pane) && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

/* A lesson's step points at places: F6 is for these then, and the way back. */
static gboolean
follow_lesson (DlWindow *self)
{
  guint at;

  return dl_lesson_desk_get_lesson (DL_SHELL (self), &at) != NULL
         && gtk_widget_activate_action (GTK_WIDGET (self), "lesson.point", NULL);
}

/* To the next one that takes it; from elsewhere to the map. */
static void
next_pane (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const guint step = g_variant_get_boolean (parameter) ? 1 : N_PANES - 1;
  GtkWidget *panes[N_PANES];
  guint at;

  if (step == 1 && follow_lesson (self))
    return;
  list_panes (self, panes);
  at = current_pane (self, panes);
  if (at == N_PANES)
    at = 1 + N_PANES - step;
  for (guint i = 0; i < N_PANES; i++)
    {
      at = (at + step) % N_PANES;
      if (enter (panes[at]))
        return;
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
}

void
dl_window_add_panes (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "next-pane", .activate = next_pane, .parameter_type = "b" },
  };

  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
}

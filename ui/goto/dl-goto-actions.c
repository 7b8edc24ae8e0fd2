#include "dl-goto-actions.h"

#include "dl-lesson-seek.h"

#define ROOM "goto"

/* Borrowed: both are the window's. */
typedef struct
{
  DlGotoBox *box;
  GtkStack *panels;
} Parts;

static void
go_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Parts *parts = dl_shell_kept (user_data, ROOM);

  dl_goto_box_focus (parts->box);
}

/* A node is seen as its router where there are more of them at one. */
static void
go_to_place (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  DlEvaluation *result = dl_session_get_result (dl_shell_get_session (user_data));
  DlPlace place;
  DlNet net;

  if (result == NULL || !dl_view_get_net (view, &net)
      || !dl_family_parse_place (result->scenario->family, &net,
                                 g_variant_get_string (parameter, NULL), &place, NULL))
    {
      gtk_widget_error_bell (user_data);
      return;
    }
  if (place.kind == DL_PLACE_NODE)
    place = dl_view_router_at (view, place);
  dl_view_list_only (view, place.kind != DL_PLACE_LINK ? place : DL_NOWHERE);
  dl_view_select (view, place);
}

static void
on_mapped (GtkWidget *control)
{
  g_signal_handlers_disconnect_by_func (control, on_mapped, NULL);
  dl_seek_focus (control);
}

/* In a panel that was hidden controls are not to be seen before the next frame. */
static void
go_to_setting (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Parts *parts = dl_shell_kept (user_data, ROOM);
  const char *key = g_variant_get_string (parameter, NULL);
  GtkWidget *panel = gtk_stack_get_visible_child (parts->panels);
  GtkWidget *control;

  dl_shell_change_state (user_data, "show-configuration", g_variant_new_boolean (TRUE));
  dl_seek_unfold_control (panel, key);
  control = dl_seek_control (panel, key);
  if (control == NULL)
    gtk_widget_error_bell (user_data);
  else if (gtk_widget_get_mapped (control))
    dl_seek_focus (control);
  else
    g_signal_connect (control, "map", G_CALLBACK (on_mapped), NULL);
}

void
dl_goto_actions_add (DlShell *shell, DlGotoBox *box, GtkStack *panels)
{
  static const GActionEntry entries[] = {
    { .name = "go-to", .activate = go_to },
    { .name = "go-to-place", .activate = go_to_place, .parameter_type = "s" },
    { .name = "go-to-setting", .activate = go_to_setting, .parameter_type = "s" },
  };
  Parts *parts = g_new (Parts, 1);

  *parts = (Parts) { box, panels };
  dl_shell_keep (shell, ROOM, parts, g_free);
  dl_goto_box_set_shell (box, shell, panels);
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

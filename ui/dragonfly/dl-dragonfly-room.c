#include "dl-dragonfly-room.h"

#include "dl-cascade-pane.h"
#include "dl-dragonfly-panel.h"
#include "dl-dragonfly-view.h"

static GtkWidget *
new_groups (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_GROUPS);
}

static GtkWidget *
new_group (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_GROUP);
}

static GtkWidget *
new_chord (DlView *view)
{
  return dl_dragonfly_view_new (view, DL_DRAGONFLY_MAP_CHORD);
}

static gboolean
shows_group (DlView *view, const char *id)
{
  const DlDragonfly *net = dl_places_get_network (dl_view_get_places (view));

  return g_str_equal (id, "group")
         || (g_str_equal (id, "chord") && net != NULL
             && dl_dragonfly_map_shows_group (DL_DRAGONFLY_MAP_CHORD, net->n_groups));
}

static void
change_sorting (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (dl_shell_get_view (user_data), "sorted", g_variant_get_boolean (state), NULL);
}

static void
add_actions (DlShell *shell, DlVerdictBanner *banner)
{
  static const GActionEntry entries[]
      = { { .name = "sort-groups", .state = "false", .change_state = change_sorting } };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

static const DlMaker views[] = {
  { "groups", new_groups },
  { "group", new_group },
  { "chord", new_chord },
  { NULL },
};

static const DlMaker pages[] = {
  { "sizes", dl_cascade_pane_new },
  { NULL },
};

static const DlViewTool tools[] = {
  { dl_group_picker_new, shows_group },
  { NULL },
};

const DlFamilyRoom dl_dragonfly_room = {
  .family = &dl_family_dragonfly,
  .views = views,
  .pages = pages,
  .tools = tools,
  .panel = dl_dragonfly_panel_new,
  .add_actions = add_actions,
};

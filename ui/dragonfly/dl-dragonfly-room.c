#include "dl-dragonfly-room.h"

#include "dl-cascade-pane.h"
#include "dl-dragonfly-panel.h"
#include "dl-dragonfly-view.h"

#include <glib/gi18n-lib.h>

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

/* Translators: hints have at most 65 characters. */
static const DlMaker views[] = {
  { "groups", new_groups, N_ ("_Groups"),
    N_ ("Groups by groups: the blue links from row to column"), "dragonfly#groups",
    .figure = "groups", .label = N_ ("Groups"),
    .hint = N_ ("Click selects a cell, B breaks a cable, Enter opens a group"), .is_map = TRUE },
  { "group", new_group, N_ ("_Inside of a Group"),
    N_ ("The inside of a group: routers, green and black links, blue ports"), "dragonfly#group",
    .figure = "group", .label = N_ ("Group"),
    .hint = N_ ("Click selects a router or link, B breaks it"), .is_map = TRUE },
  { "chord", new_chord, N_ ("C_hord"), N_ ("Groups around a circle, and their traffic"),
    "dragonfly#chord", .figure = "chord", .label = N_ ("Chord"),
    .hint = N_ ("Click selects a group, Enter opens it"), .is_map = TRUE },
  { NULL },
};

static const DlMaker pages[] = {
  { "sizes", dl_cascade_pane_new, N_ ("Sizes"), N_ ("Bandwidths, cables, and possible sizes"),
    "dragonfly#sizes", .is_table = TRUE },
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

#include "dl-fabric-room.h"

#include "dl-fabric-box.h"
#include "dl-fabric-views.h"
#include "dl-plain-panel.h"
#include "dl-rails-pane.h"

#include <glib/gi18n-lib.h>

static GtkWidget *
new_panel (DlView *view)
{
  return dl_plain_panel_new_with (view, &dl_family_fabric, dl_fabric_box_new ());
}

/* Translators: hints have at most 65 characters. */
static const DlMaker views[] = {
  { "levels", dl_levels_view_new, N_ ("_Levels"),
    N_ ("Switches by level, with the cables between them in bundles"), "fabric#levels",
    .figure = "levels", .label = N_ ("Levels"),
    .hint = N_ ("Click opens a folded box or selects, Esc folds, B breaks"), .is_map = TRUE },
  { "switches", dl_switches_view_new, N_ ("_Switches"),
    N_ ("Switches by switches: the links from row to column"), "fabric#switches",
    .figure = "switches", .label = N_ ("Switches"),
    .hint = N_ ("Click selects a cell, B breaks a cable, S sorts by load"), .is_map = TRUE },
  { "switch", dl_switch_view_new, N_ ("S_witch"),
    N_ ("One switch from inside: ports, loads, and its table in short"), "fabric#switch",
    .figure = "switch", .label = N_ ("Switch"),
    .hint = N_ ("Click selects a direction of a cable, Enter goes to its end"), .is_map = TRUE },
  { NULL },
};

static const DlMaker pages[] = {
  { "rails", dl_rails_pane_new, N_ ("Rails"),
    N_ ("Where the packets of each rail go: what stays at its leaf switches, and what crosses the "
        "spines"),
    "fabric#machines", .group = DL_PAGE_SEARCH, .is_table = TRUE },
  { NULL },
};

const DlFamilyRoom dl_fabric_room = {
  .family = &dl_family_fabric,
  .views = views,
  .pages = pages,
  .panel = new_panel,
};

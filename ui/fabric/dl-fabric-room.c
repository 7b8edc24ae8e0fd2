#include "dl-fabric-room.h"

#include "dl-fabric-box.h"
#include "dl-fabric-views.h"
#include "dl-plain-panel.h"

static GtkWidget *
new_panel (DlView *view)
{
  return dl_plain_panel_new_with (view, &dl_family_fabric, dl_fabric_box_new ());
}

static const DlMaker views[] = {
  { "levels", dl_levels_view_new },
  { "switches", dl_switches_view_new },
  { "switch", dl_switch_view_new },
  { NULL },
};

const DlFamilyRoom dl_fabric_room = {
  .family = &dl_family_fabric,
  .views = views,
  .panel = new_panel,
};

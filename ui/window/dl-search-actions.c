/* The window's actions that start a search: they show its page, where the result will be. */
#include "dl-window-private.h"

#include "dl-optimize-pane.h"

static DlOptimizePane *
show_page (DlWindow *self)
{
  dl_window_show_evidence (self, "search");
  return DL_OPTIMIZE_PANE (dl_evidence_pages_get_page (self->evidence));
}

/* A second time while it runs is not a new search. */
static void
start (DlSearchBox *box)
{
  if (!dl_search_box_is_running (box))
    dl_search_box_start (box);
}

static void
find_datelines (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start (dl_optimize_pane_get_datelines (show_page (user_data)));
}

static void
optimize_vc (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start (dl_optimize_pane_get_vc (show_page (user_data)));
}

void
dl_window_add_search_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "find-datelines", .activate = find_datelines },
    { .name = "optimize-vc", .activate = optimize_vc },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

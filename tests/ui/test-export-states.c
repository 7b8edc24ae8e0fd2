/* The export dialog: panels of several states on one page. */
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "export-fixture.h"
#include "metric-fixture.h"

#include <string.h>

static GListModel *
states (ExportFixture *fixture)
{
  return gtk_drop_down_get_model (GTK_DROP_DOWN (export_part (fixture, "state")));
}

static const char *
state_title (ExportFixture *fixture, guint i)
{
  return gtk_string_list_get_string (GTK_STRING_LIST (states (fixture)), i);
}

static void
add_panel (ExportFixture *fixture)
{
  ui_wait_for (export_is_ready (fixture));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  ui_wait_for (export_is_ready (fixture));
}

static void
open_groups (ExportFixture *fixture)
{
  export_open (fixture, "groups", (DlFigureInput) { .metric = dragonfly_metric ("use") });
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_CSV);
}

/* The page's name for a panel without a title of its own. */
static const char *
panel_placeholder (ExportFixture *fixture, guint panel)
{
  return gtk_entry_get_placeholder_text (
      ui_find (export_part (fixture, "panels"), GTK_TYPE_ENTRY, panel));
}

/* A panel keeps the state in which it was added, and the command says which. */
static void
test_kept (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;

  export_show_preset (fixture, "cascade-2");
  open_groups (fixture);
  add_panel (fixture);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);
  dl_session_set (fixture->session, "dragonfly.routing", "min-adaptive", FALSE);
  ui_settle (fixture->session);

  open_groups (fixture);
  add_panel (fixture);
  g_assert_true (g_str_has_prefix (panel_placeholder (fixture, 0), "Routing: Adaptive"));
  g_assert_cmpstr (panel_placeholder (fixture, 1), ==, "Routing: Minimal adaptive");
  export_assert_command (fixture, "dateline-cli figure panels FILE.dateline --panel 'groups --set "
                                  "dragonfly.routing=adaptive-0' --panel groups -o "
                                  "Cascade-2-small-groups-panels.csv");
  export_write_to (fixture, "kept.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "kept.csv");
  g_assert_nonnull (strstr (csv, "# Panel (a): groups, Routing: Adaptive"));
  g_assert_nonnull (strstr (csv, "# Panel (b): groups, Routing: Minimal adaptive"));
}

/* A step of the history, and what is pinned, without going there. */
static void
test_chosen (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;
  guint n;

  export_show_preset (fixture, "cascade-2");
  dl_session_set (fixture->session, "dragonfly.routing", "min-adaptive", FALSE);
  ui_settle (fixture->session);
  open_groups (fixture);
  n = g_list_model_get_n_items (states (fixture));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (g_str_has_prefix (state_title (fixture, 0), "A: "));
  export_choose (fixture, "state", 1);
  add_panel (fixture);
  export_choose (fixture, "state", 0);
  add_panel (fixture);
  export_write_to (fixture, "chosen.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "chosen.csv");
  g_assert_nonnull (strstr (csv, "# Panel (a): groups, Routing: Adaptive"));
  g_assert_nonnull (strstr (csv, "# Panel (b): groups, Routing: Minimal adaptive"));
}

/* A figure of a run is simulated for a state that nothing else runs. */
static void
test_simulated (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *svg = NULL;

  export_show_preset (fixture, "cascade-2");
  dl_session_set (fixture->session, "simulation.cycles", "2000", FALSE);
  dl_session_set (fixture->session, "simulation.warmup-cycles", "500", FALSE);
  dl_session_set (fixture->session, "dragonfly.routing", "min-adaptive", FALSE);
  ui_settle (fixture->session);
  export_open (fixture, "groups", (DlFigureInput) { .metric = dragonfly_metric ("sim-load") });
  ui_wait_for (g_strcmp0 (export_label (fixture, "busy_label"), "Run the simulation first (F8)")
               == 0);
  g_assert_false (export_is_ready (fixture));
  export_choose (fixture, "state", 1);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_SVG);
  export_write_to (fixture, "simulated.svg");
  ui_wait_for (fixture->dialog == NULL);
  svg = export_read_file (fixture, "simulated.svg");
  g_assert_nonnull (strstr (svg, "simulated, warm-up of 500 cycles"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  EXPORT_TEST ("/export-states/kept", test_kept);
  EXPORT_TEST ("/export-states/chosen", test_chosen);
  EXPORT_TEST ("/export-states/simulated", test_simulated);
  return g_test_run ();
}

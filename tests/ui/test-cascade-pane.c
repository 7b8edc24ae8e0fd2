/* The page of sizes: the paper's own example, faults beside the arithmetic, and growth by a click.
 */
#include "dl-cascade-pane.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "ui-fixture.h"

static void
open_preset (UiFixture *fixture, const char *id, const char *set)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_preset_load (id, NULL);
  g_auto (GStrv) assignments = g_strsplit (set, " ", -1);

  for (guint i = 0; assignments[i] != NULL && *assignments[i] != '\0'; i++)
    g_assert_true (dl_edits_parse_assignment (edits, assignments[i], NULL));
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  open_preset (fixture, "cascade-8", "dragonfly.groups=6 dragonfly.cables-per-pair=12");
  ui_fixture_open (fixture, dl_cascade_pane_new, 420, 900);
  ui_idle ();
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GtkColumnView *
table (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);
}

static guint
n_rows (UiFixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (table (fixture))));
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The value beside @title. */
#define assert_value(fixture, title, format, number)                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    GtkWidget *title_label = find_label (ui_find (fixture->pane, DL_TYPE_CASCADE_LIST, 0), title); \
    g_autofree char *expected = g_strdup_printf (format, number);                                  \
    g_assert_nonnull (title_label);                                                                \
    g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (title_label))),   \
                     ==, expected);                                                                \
  }                                                                                                \
  G_STMT_END

static const DlDragonflySpec *
spec (UiFixture *fixture)
{
  return &dl_dragonfly_options (dl_session_get_scenario (fixture->session))->spec;
}

/* Cascade paper, II.D: 6 groups with bundles of 12 use 60 of 240 ports; 12 * 5 * 6 / 2 cables. 12
 * cables per pair fit up to 240 / 12 + 1 groups. */
static void
test_example (UiFixture *fixture, gconstpointer data)
{
  g_assert_true (ui_says (fixture->pane, "6 groups, 12 blue cables per pair"));
  assert_value (fixture, "Nodes", "%'d", 6 * 384);
  assert_value (fixture, "Cable ports in use, of 240 per group", "%'d", 60);
  assert_value (fixture, "Optical cables", "%'d", 180);
  assert_value (fixture, "Global bandwidth per node, raw", "%.2f GB/s", 60 * 4 * 4.6875 / 384);
  g_assert_true (ui_says (fixture->pane, "it can grow to 21 groups"));
  g_assert_false (ui_says (fixture->pane, "In this network"));
  g_assert_cmpuint (n_rows (fixture), ==, 241 - 6);
}

/* Eight groups without rewiring, as in the paper: the second row. */
static void
test_grows (UiFixture *fixture, gconstpointer data)
{
  g_signal_emit_by_name (table (fixture), "activate", 1);
  g_assert_cmpuint (spec (fixture)->groups, ==, 8);
  g_assert_cmpuint (spec (fixture)->cables_per_pair, ==, 12);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "8 groups, 12 blue cables per pair"));
  g_assert_cmpuint (n_rows (fixture), ==, 241 - 8);
  /* Beyond 21 groups the bundles become thinner: 240 / 29. */
  g_signal_emit_by_name (table (fixture), "activate", 30 - 8 - 1);
  g_assert_cmpuint (spec (fixture)->groups, ==, 30);
  g_assert_cmpuint (spec (fixture)->cables_per_pair, ==, 8);
  g_assert_cmpuint (dl_history_position (dl_session_get_history (fixture->session)), ==, 2);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpuint (spec (fixture)->groups, ==, 6);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_rows (fixture), ==, 241 - 6);
}

static void
test_faults (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *nodes = g_strdup_printf ("In this network: %'d", 6 * 384 - 4);

  dl_session_break_random (fixture->session, "routers", 1, 1);
  dl_session_break_random (fixture->session, "cables", 10, 1);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, nodes));
  g_assert_true (ui_says (fixture->pane, "In this network: 170")); /* cables */
  dl_session_restore_all (fixture->session);
  ui_settle (fixture->session);
  g_assert_false (ui_says (fixture->pane, "In this network"));
}

static void
test_others (UiFixture *fixture, gconstpointer data)
{
  open_preset (fixture, "generic-33", "");
  g_assert_true (ui_says (fixture->pane, "this is a generic dragonfly"));
  g_assert_false (ui_says (fixture->pane, "Optical cables"));
  /* Chassis that are missing. */
  open_preset (fixture, "cascade-8", "dragonfly.cables-per-pair=4 dragonfly.last-chassis=2");
  g_assert_true (ui_says (fixture->pane, "This network is different"));
  open_preset (fixture, "cascade-241", "");
  g_assert_true (ui_says (fixture->pane, "cannot have more groups"));
  assert_value (fixture, "Nodes", "%'d", 92544);
  open_preset (fixture, "cascade-8", "dragonfly.groups=1");
  g_assert_true (ui_says (fixture->pane, "1 group"));
  assert_value (fixture, "Bisection bandwidth by the formula, both directions", "%s", "–");
}

static void
test_hidden_follows_nothing (UiFixture *fixture, gconstpointer data)
{
  /* GTK keeps what is hidden with the focus. */
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  gtk_widget_set_child_visible (fixture->pane, FALSE); /* as a stack does */
  dl_session_set (fixture->session, "dragonfly.groups", "7", TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_rows (fixture), ==, 241 - 6);
  gtk_widget_set_child_visible (fixture->pane, TRUE);
  ui_wait_for (gtk_widget_get_mapped (fixture->pane));
  g_assert_cmpuint (n_rows (fixture), ==, 241 - 7);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add ("/cascade-pane/" name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("example", test_example);
  ADD ("grows", test_grows);
  ADD ("faults", test_faults);
  ADD ("others", test_others);
  ADD ("hidden", test_hidden_follows_nothing);
  return g_test_run ();
}

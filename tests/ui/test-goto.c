/* The box to go anywhere, in the window: what is typed, and where it leads. */
#include "window-fixture.h"

#include "dl-goto-box.h"
#include "dl-ui.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <string.h>

static GtkWidget *
part (WindowFixture *fixture, const char *name)
{
  GtkWidget *found = ui_part (GTK_WIDGET (fixture->window->goto_box), name);

  g_assert_nonnull (found);
  return found;
}

static void
type (WindowFixture *fixture, const char *text)
{
  ui_act (fixture->window, "go-to", NULL);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "entry")), text);
  ui_idle ();
}

static void
enter (WindowFixture *fixture)
{
  g_signal_emit_by_name (part (fixture, "entry"), "activate");
  ui_idle ();
}

static void
go (WindowFixture *fixture, const char *text)
{
  type (fixture, text);
  enter (fixture);
  g_assert_false (gtk_widget_get_visible (part (fixture, "popover")));
  ui_settle (fixture->session);
}

static guint
n_lines (WindowFixture *fixture)
{
  guint n = 0;

  for (GtkWidget *line = gtk_widget_get_first_child (part (fixture, "list")); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    n += gtk_widget_get_visible (line);
  return n;
}

static const char *
label (WindowFixture *fixture, const char *name)
{
  GtkWidget *found = part (fixture, name);

  return gtk_widget_get_visible (found) ? gtk_label_get_text (GTK_LABEL (found)) : NULL;
}

static gboolean
is_in (WindowFixture *fixture, gpointer root)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, root);
}

static const char *
page (WindowFixture *fixture)
{
  return dl_evidence_pages_get_shown (fixture->window->evidence);
}

static void
test_places (WindowFixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  const guint node = (3 * 5 + 4) * 5 + 2;

  go (fixture, "3,4,2 x+");
  g_assert_cmpuint (dl_view_get_selected_link (view), ==, node * 6);
  g_assert_cmpint (dl_view_get_listed (view).kind, ==, DL_PLACE_NOTHING);
  g_assert_true (is_in (fixture, fixture->window->views));
  go (fixture, "(3,4,2)");
  g_assert_cmpuint (dl_place_number (dl_view_get_selected (view), DL_PLACE_NODE), ==, node);
  g_assert_true (dl_place_equal (dl_view_get_listed (view), dl_place_node (node)));

  /* No such place: it says which there are, and stays. */
  type (fixture, "9,9,9");
  g_assert_cmpuint (n_lines (fixture), ==, 0);
  g_assert_nonnull (strstr (label (fixture, "message"), "9,9,9"));
  g_assert_nonnull (strstr (label (fixture, "expected"), "2,2,2:x+"));
  enter (fixture);
  g_assert_cmpuint (dl_place_number (dl_view_get_selected (view), DL_PLACE_NODE), ==, node);
}

/* The table lists the links of the node, until another one is selected or all are asked for. */
static void
test_table (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *table, *bar;
  DlView *view = fixture->window->view;

  go (fixture, "table");
  table = gtk_stack_get_visible_child (fixture->window->views);
  bar = ui_part (table, "bar");
  GtkSelectionModel *rows = gtk_column_view_get_model (ui_find (table, GTK_TYPE_COLUMN_VIEW, 0));
  const guint n_all = g_list_model_get_n_items (G_LIST_MODEL (rows));

  g_assert_false (gtk_widget_get_visible (bar));
  go (fixture, "1,1,1");
  rows = gtk_column_view_get_model (ui_find (table, GTK_TYPE_COLUMN_VIEW, 0));
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == 12);
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_cmpstr (gtk_label_get_text (ui_part (table, "listed")), ==,
                   "Links of (1,1,1): 12 of 750");
  /* A link elsewhere is found among all. */
  go (fixture, "4,4,4 z-");
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == n_all);
  g_assert_false (gtk_widget_get_visible (bar));
  go (fixture, "1,1,1");
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == 12);
  g_signal_emit_by_name (ui_find_button (table, "Show _All Links"), "clicked");
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == n_all);
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_cmpint (dl_view_get_listed (view).kind, ==, DL_PLACE_NOTHING);
}

static void
test_groups (WindowFixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  DlNet net;

  go (fixture, "group 1");
  g_assert_true (dl_place_equal (dl_view_get_selected (view), dl_place_group (1)));
  g_assert_cmpuint (dl_view_get_group (view), ==, 1);
  go (fixture, "0.0.1.3");
  g_assert_true (dl_place_equal (dl_view_get_selected (view), dl_place_router (1)));
  go (fixture, "1 → 0");
  g_assert_true (dl_place_equal (dl_view_get_selected (view), dl_place_pair (1, 0)));
  g_assert_true (dl_view_get_net (view, &net));
  for (guint link = 0; link < net.graph->n_links; link++)
    {
      const DlPlace from = dl_place_router (net.graph->link_from[link]);
      const DlPlace to = dl_place_router (net.graph->link_to[link]);

      g_assert_cmpint (dl_view_lists (view, link), ==,
                       dl_shape_group_at (net.shape, from) == 1
                           && dl_shape_group_at (net.shape, to) == 0);
    }
  type (fixture, "x");
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "entry")), "zzzzz");
  g_assert_nonnull (strstr (label (fixture, "expected"), "Group 1"));
  g_assert_null (strstr (label (fixture, "expected"), "x+"));
}

static void
test_pages (WindowFixture *fixture, gconstpointer data)
{
  go (fixture, "load cur");
  g_assert_cmpstr (page (fixture), ==, "curve");
  g_assert_true (is_in (fixture, fixture->window->evidence));
  go (fixture, "planes");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->views), ==, "planes");
}

static void
test_colors (WindowFixture *fixture, gconstpointer data)
{
  g_assert_true (dl_view_get_metric (fixture->window->view) != torus_metric ("signed"));
  go (fixture, "signed vc");
  g_assert_true (dl_view_get_metric (fixture->window->view) == torus_metric ("signed"));
  /* Another family's is none of this one's. */
  ui_act (fixture->window, "color", "vc-share");
  g_assert_true (dl_view_get_metric (fixture->window->view) == torus_metric ("signed"));
}

/* A setting that is folded away, with the configuration hidden. */
static void
test_settings (WindowFixture *fixture, gconstpointer data)
{
  static const char *const keys[]
      = { "torus.radix", "traffic.load", "router.age-clock-period", "torus.engine" };

  dl_shell_change_state (DL_SHELL (fixture->window), "show-configuration",
                         g_variant_new_boolean (FALSE));
  ui_idle ();
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const gsize length = strlen (keys[i]);
      GtkWidget *focus;

      g_test_message ("%s", keys[i]);
      go (fixture, keys[i]);
      ui_wait_for (is_in (fixture, fixture->window->panels));
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      while (focus != NULL && strncmp (gtk_widget_get_name (focus), keys[i], length) != 0)
        focus = gtk_widget_get_parent (focus);
      g_assert_nonnull (focus);
    }
}

static void
test_actions (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *line;

  /* Nothing to undo: it is there, and does nothing. */
  type (fixture, "undo");
  line = gtk_widget_get_first_child (part (fixture, "list"));
  g_assert_false (gtk_widget_is_sensitive (line));
  g_assert_true (ui_says (line, "not possible now"));
  enter (fixture);
  g_assert_true (gtk_widget_get_visible (part (fixture, "popover")));

  go (fixture, "3,4,2 x+");
  go (fixture, "break or restore the cable");
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_cables->len, ==,
      1);
  type (fixture, "break or restore the cable");
  g_assert_true (ui_says (part (fixture, "list"), "B"));
  go (fixture, "undo");
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_cables->len, ==,
      0);
}

static void
test_scenarios (WindowFixture *fixture, gconstpointer data)
{
  go (fixture, "ring of 8");
  ui_wait_for (g_strcmp0 (dl_session_get_scenario (fixture->session)->name, "Ring of 8") == 0);
  ui_settle (fixture->session);
  ui_wait_for (dl_session_get_scenario_id (fixture->session) == 3);
  /* The one that the library began with. */
  type (fixture, "xt3 11x12x16");
  ui_wait_for (n_lines (fixture) >= 2);
  ui_press (part (fixture, "entry"), GDK_KEY_Down, 0);
  enter (fixture);
  ui_wait_for (dl_session_get_scenario_id (fixture->session) == 1);
  ui_settle (fixture->session);
}

static void
test_texts (WindowFixture *fixture, gconstpointer data)
{
  type (fixture, "sending packets around a ring and more that no title has");
  g_assert_cmpuint (n_lines (fixture), ==, 0);
  type (fixture, "glossary");
  ui_wait_for (n_lines (fixture) > 0);
  g_assert_true (ui_says (part (fixture, "list"), "Help"));
}

/* Arrows go round, what is selected is told, and Escape goes back. */
static void
test_keys (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *entry = part (fixture, "entry");
  GtkListBox *list = GTK_LIST_BOX (part (fixture, "list"));

  ui_act (fixture->window, "go-to", NULL);
  g_assert_true (gtk_widget_get_visible (part (fixture, "popover")));
  g_assert_cmpuint (n_lines (fixture), ==, 0);
  g_assert_null (label (fixture, "message"));
  g_assert_nonnull (strstr (label (fixture, "expected"), "2,2,2"));

  gtk_editable_set_text (GTK_EDITABLE (entry), "e");
  const guint n = n_lines (fixture);

  g_assert_cmpuint (n, >, 5);
  g_assert_nonnull (strstr (label (fixture, "more"), "more"));
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list)), ==, 0);
  g_assert_true (ui_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list)), ==,
                   (gint) n - 1);
  g_assert_true (ui_press (entry, GDK_KEY_Down, 0));
  g_assert_true (ui_press (entry, GDK_KEY_Down, 0));
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list)), ==, 1);
  g_assert_false (ui_press (entry, GDK_KEY_Left, 0));

  g_signal_emit_by_name (entry, "stop-search");
  g_assert_false (gtk_widget_get_visible (part (fixture, "popover")));
  g_assert_true (is_in (fixture, fixture->window->views));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");

  /* A click on a line. */
  type (fixture, "deadlock");
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpstr (page (fixture), ==, "deadlock");
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();

#define ADD(name, preset, func)                                                                    \
  g_test_add ("/goto/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  ADD ("places", "torus-5x5x5", test_places);
  ADD ("table", "torus-5x5x5", test_table);
  ADD ("groups", "cascade-2", test_groups);
  ADD ("pages", "torus-5x5x5", test_pages);
  ADD ("colors", "torus-5x5x5", test_colors);
  ADD ("settings", "torus-5x5x5", test_settings);
  ADD ("actions", "torus-5x5x5", test_actions);
  ADD ("scenarios", "torus-5x5x5", test_scenarios);
  ADD ("texts", "torus-5x5x5", test_texts);
  ADD ("keys", "torus-5x5x5", test_keys);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}

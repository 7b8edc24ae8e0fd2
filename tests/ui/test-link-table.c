/* The table of links: which ones it has, what it follows, and who keeps what. */
#include "../core/toggle-fixture.h"
#include "dl-dragonfly-name.h"
#include "dl-link-table.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-torus-places.h"
#include "dl-ui.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <math.h>

static guint
index_at (GListModel *list, guint position)
{
  g_autoptr (DlRow) row = g_list_model_get_item (list, position);
  return dl_row_get_index (row);
}

static gboolean
shows (GtkWidget *root, const char *text)
{
  if (GTK_IS_INSCRIPTION (root)
      && g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (root)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
link_table (DlView *view)
{
  return dl_link_table_new (view);
}

static GtkWidget *
links_of_dragonfly (DlView *view)
{
  return dl_link_table_new (view);
}

/* The links that are there, by what the analysis says of them; a row selects its link. */
static void
test_links (void)
{
  UiFixture fixture = { .session = ui_session_new (4, 3, 1) };
  GtkColumnView *view;
  GListModel *rows;
  const DlTorusAnalysis *analysis;
  g_autoptr (GtkColumnViewColumn) load = NULL;
  double last = -1;

  dl_session_set (fixture.session, "torus.wrap", "false;true;true", FALSE);
  toggle_link (fixture.session, (DlTorusLinkAt) { { { 1, 1, 0 } }, DL_TORUS_PORT_Y_PLUS }, TRUE);
  ui_settle (fixture.session);
  ui_fixture_open (&fixture, link_table, 700, 300);
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  analysis = dl_evaluation_torus (dl_session_get_result (fixture.session));
  /* X a mesh: 2 x 3 x 3; Y rings: 2 x 12. */
  ui_wait_for (g_list_model_get_n_items (rows) == 18 + 24);
  ui_wait_for (shows (fixture.pane, "broken"));

  load = g_list_model_get_item (gtk_column_view_get_columns (view), 5);
  gtk_column_view_sort_by_column (view, load, GTK_SORT_ASCENDING);
  ui_idle ();
  for (guint i = 0; i < 18 + 24; i++)
    {
      const guint link = index_at (rows, i);

      g_assert_cmpint (analysis->network->link_state[link], !=, DL_LINK_ABSENT);
      if (analysis->network->link_state[link] == DL_LINK_UP)
        {
          g_assert_cmpfloat (dl_torus_analysis_link_load (analysis, link), >=, last);
          last = dl_torus_analysis_link_load (analysis, link);
        }
    }
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (rows), 20, TRUE);
  g_assert_cmpuint (dl_view_get_selected_link (fixture.view), ==, index_at (rows, 20));
  ui_fixture_close (&fixture);
}

static guint
selected_index (GListModel *rows)
{
  const DlRow *row = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (rows));

  return row != NULL ? dl_row_get_index (row) : G_MAXUINT;
}

static void
sort_by (GtkColumnView *view, guint column)
{
  g_autoptr (GtkColumnViewColumn) by
      = g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_sort_by_column (view, by, GTK_SORT_DESCENDING);
}

/* A page beside another, as in the window. */
static GtkWidget *
in_stack (GtkWidget *table)
{
  GtkWidget *stack = gtk_stack_new ();

  gtk_stack_add_named (GTK_STACK (stack), table, "table");
  gtk_stack_add_named (GTK_STACK (stack), gtk_label_new ("Something else"), "other");
  return stack;
}

static GtkWidget *
link_page (DlView *view)
{
  return in_stack (link_table (view));
}

static void
show_page (UiFixture *fixture, const char *name)
{
  gtk_stack_set_visible_child_name (GTK_STACK (fixture->pane), name);
}

/* The table opens at the link that is selected, follows it, and keeps it when it is sorted and when
 * there is another result. */
static void
test_follows (void)
{
  UiFixture fixture = { .session = ui_session_new (8, 8, 8) };
  const guint link = 1234, other = 2468;
  g_autofree char *name = NULL, *other_name = NULL;
  const DlTorusNetwork *network;
  GtkColumnView *view;
  GListModel *rows;

  ui_fixture_open (&fixture, link_page, 700, 300);
  network = dl_evaluation_torus (dl_session_get_result (fixture.session))->network;
  name = dl_torus_link_label (dl_torus_network_link_at (network, link));
  other_name = dl_torus_link_label (dl_torus_network_link_at (network, other));
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_assert_cmpuint (selected_index (rows), ==, G_MAXUINT);

  /* Selected elsewhere while nobody looks. */
  show_page (&fixture, "other");
  dl_view_select (fixture.view, dl_place_link (link));
  show_page (&fixture, "table");
  g_assert_cmpuint (selected_index (rows), ==, link);
  ui_wait_for (shows (fixture.pane, name));

  sort_by (view, 5);
  g_assert_cmpuint (selected_index (rows), ==, link);
  g_assert_cmpuint (dl_view_get_selected_link (fixture.view), ==, link);
  ui_wait_for (shows (fixture.pane, name));
  dl_session_set (fixture.session, "torus.datelines", "1;2;3", FALSE);
  ui_settle (fixture.session);
  g_assert_cmpuint (selected_index (rows), ==, link);
  dl_view_select (fixture.view, dl_place_link (other));
  g_assert_cmpuint (selected_index (rows), ==, other);
  ui_wait_for (shows (fixture.pane, other_name));
  dl_view_select (fixture.view, DL_NOWHERE);
  g_assert_cmpuint (selected_index (rows), ==, G_MAXUINT);
  ui_fixture_close (&fixture);
}

static GtkAdjustment *
rows_of (UiFixture *fixture)
{
  return gtk_scrolled_window_get_vadjustment (ui_find (fixture->pane, GTK_TYPE_SCROLLED_WINDOW, 0));
}

/* Somebody has scrolled away from what is selected: new numbers leave the rows where they are, and
 * another selection does not. */
static void
assert_stays (UiFixture *fixture, void (*renew) (UiFixture *), void (*select) (UiFixture *))
{
  GtkAdjustment *rows = rows_of (fixture);
  double at;

  ui_wait_for (gtk_adjustment_get_upper (rows) > 4000);
  /* The first selection comes into sight when the list gets round to it. */
  do
    {
      gtk_adjustment_set_value (rows, gtk_adjustment_get_upper (rows) / 2);
      ui_draw ();
      at = gtk_adjustment_get_value (rows);
    }
  while (at <= 1000);
  g_assert_cmpfloat (at, >, 1000);
  for (guint i = 0; i < 2; i++)
    {
      renew (fixture);
      ui_draw ();
      g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (rows), at, 1);
    }
  select (fixture);
  ui_draw ();
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), <, at / 2);
}

static void
renew_torus (UiFixture *fixture)
{
  const DlMetric *metric = dl_view_get_metric (fixture->view);

  dl_session_set (fixture->session, "torus.datelines",
                  metric == torus_metric ("load") ? "1;2;3" : "2;3;4", FALSE);
  g_object_set (fixture->view, "metric",
                metric == torus_metric ("load") ? torus_metric ("sim-load") : torus_metric ("load"),
                NULL);
  ui_settle (fixture->session);
}

static void
select_torus (UiFixture *fixture)
{
  dl_view_select (fixture->view, dl_place_link (3));
}

static void
test_stays (void)
{
  UiFixture fixture = { .session = ui_session_new (8, 8, 8) };

  ui_fixture_open (&fixture, link_table, 700, 300);
  dl_view_select (fixture.view, dl_place_link (5));
  assert_stays (&fixture, renew_torus, select_torus);
  ui_fixture_close (&fixture);
}

static void
renew_dragonfly (UiFixture *fixture)
{
  g_object_set (fixture->view, "metric",
                dl_view_get_metric (fixture->view) == dragonfly_metric ("use")
                    ? dragonfly_metric ("sim-load")
                    : dragonfly_metric ("use"),
                NULL);
  ui_idle ();
}

static void
select_dragonfly (UiFixture *fixture)
{
  dl_view_select (fixture->view, dl_place_link (3));
}

static void
test_stays_dragonfly (void)
{
  UiFixture fixture = { .session = ui_session_new (3, 3, 3) };

  dl_session_open_new (fixture.session, dl_preset_new_scenario ("cascade-2"));
  ui_settle (fixture.session);
  ui_fixture_open (&fixture, links_of_dragonfly, 900, 300);
  dl_view_select (fixture.view, dl_place_link (5));
  assert_stays (&fixture, renew_dragonfly, select_dragonfly);
  ui_fixture_close (&fixture);
}

/* Simulated values of links are a column of their own, in the maps' form, and rows are sorted by
 * it. */
static void
test_simulated (void)
{
  UiFixture fixture = { .session = ui_session_new (4, 4, 4) };
  g_autoptr (GtkColumnViewColumn) column = NULL;
  GtkColumnView *view;
  GListModel *rows;
  DlLive *live;
  float last = INFINITY;

  ui_fixture_open (&fixture, link_table, 900, 300);
  live = dl_view_get_live (fixture.view);
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  column = g_list_model_get_item (gtk_column_view_get_columns (view), 6);
  g_assert_false (gtk_column_view_column_get_visible (column));

  dl_live_step (live, 3000);
  dl_live_sync (live);
  ui_wait_for (gtk_column_view_column_get_visible (column));
  g_assert_cmpstr (gtk_column_view_column_get_title (column), ==, "Simulated load");
  sort_by (view, 6);
  ui_idle ();
  {
    const DlLinkUse *links = &dl_live_get_picture (live)->links;
    g_autofree char *most = NULL;

    for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
      {
        g_assert_cmpfloat (links->load[index_at (rows, i)], <=, last);
        last = links->load[index_at (rows, i)];
      }
    most = g_strdup_printf ("%.4f", links->load[index_at (rows, 0)]);
    ui_wait_for (shows (fixture.pane, most));
  }

  g_object_set (fixture.view, "metric", torus_metric ("sim-occupancy"), NULL);
  ui_idle ();
  g_assert_cmpstr (gtk_column_view_column_get_title (column), ==,
                   dl_metric_title (torus_metric ("sim-occupancy")));
  ui_fixture_close (&fixture);
}

/* The same of a dragonfly. */
static void
test_follows_dragonfly (void)
{
  UiFixture fixture = { .session = ui_session_new (3, 3, 3) };
  DlScenario *machine = dl_preset_new_scenario ("cascade-2");
  DlPlace place = dl_place_link (0);
  const DlDragonfly *network;
  g_autofree char *name = NULL;
  GtkColumnView *view;
  GListModel *rows;

  g_assert_nonnull (machine);
  dl_session_open_new (fixture.session, machine);
  ui_settle (fixture.session);
  ui_fixture_open (&fixture, links_of_dragonfly, 900, 300);
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  network = dl_places_get_network (dl_view_get_places (fixture.view));
  place.a = network->n_links / 2;
  ui_wait_for (g_list_model_get_n_items (rows) == network->n_links);
  name = dl_dragonfly_link_to_string (network, place.a);
  dl_view_select (fixture.view, place);
  g_assert_cmpuint (selected_index (rows), ==, place.a);
  ui_wait_for (shows (fixture.pane, name));
  sort_by (view, 3);
  g_assert_cmpuint (selected_index (rows), ==, place.a);
  ui_wait_for (shows (fixture.pane, name));
  ui_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add_func ("/link-table/links", test_links);
  g_test_add_func ("/link-table/follows", test_follows);
  g_test_add_func ("/link-table/follows-dragonfly", test_follows_dragonfly);
  g_test_add_func ("/link-table/stays", test_stays);
  g_test_add_func ("/link-table/stays-dragonfly", test_stays_dragonfly);
  g_test_add_func ("/link-table/simulated", test_simulated);
  return g_test_run ();
}

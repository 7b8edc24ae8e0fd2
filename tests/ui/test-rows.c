/* Lists of rows: what they are of, how they are sorted, who keeps what; and the table of links. */
#include "dl-dragonfly-name.h"
#include "dl-link-table.h"
#include "dl-scenario-file.h"
#include "dl-rows.h"
#include "dl-sort-keys.h"
#include "dl-torus-places.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "../core/toggle-fixture.h"

#include <math.h>

typedef struct
{
  guint n;
  double values[];
} Source;

static guint n_sources;
static guint n_asked; /* values */

static void
source_clear (gpointer source)
{
  n_sources--;
}

static void
source_unref (gpointer source)
{
  g_rc_box_release_full (source, source_clear);
}

static Source *
source_new (guint n, const double *values)
{
  Source *source = g_rc_box_alloc (sizeof *source + n * sizeof *values);

  n_sources++;
  source->n = n;
  memcpy (source->values, values, n * sizeof *values);
  return source;
}

static double
get_value (gconstpointer source, guint index)
{
  n_asked++;
  return ((const Source *) source)->values[index];
}

static double
get_index (gconstpointer source, guint index)
{
  return index;
}

static char *
name_text (gconstpointer source, guint index)
{
  return g_strdup_printf ("row %u", index);
}

static const DlColumn columns[] = {
  { "Name", .text = name_text },
  { "Index", get_index },
  { "Value", get_value, .digits = 2, .number = TRUE },
};

typedef struct
{
  DlRows *rows;
  GtkWidget *view;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();

  fixture->rows = dl_rows_new (g_rc_box_acquire, source_unref);
  fixture->view = dl_rows_new_view (fixture->rows, columns, G_N_ELEMENTS (columns), "Some values");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), fixture->view);
  fixture->window = ui_window_new (scroll, 300, 200);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  g_assert_finalize_object (fixture->rows);
  g_assert_cmpuint (n_sources, ==, 0);
}

static GListModel *
model (Fixture *fixture)
{
  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (fixture->view)));
}

static guint
index_at (GListModel *list, guint position)
{
  g_autoptr (DlRow) row = g_list_model_get_item (list, position);
  return dl_row_get_index (row);
}

/* By column @column of the view. */
static void
sort (Fixture *fixture, guint column, GtkSortType order)
{
  GListModel *all = gtk_column_view_get_columns (GTK_COLUMN_VIEW (fixture->view));
  g_autoptr (GtkColumnViewColumn) by = g_list_model_get_item (all, column);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (fixture->view), by, order);
}

/* Of some indices, then all, then none; a row keeps what it is of. */
static void
test_list (Fixture *fixture, gconstpointer data)
{
  const double values[] = { 4, 3, 2, 1 };
  const guint32 odd[] = { 1, 3 };
  Source *source = source_new (4, values);
  g_autoptr (DlRow) row = NULL;

  g_assert_null (dl_rows_get_source (fixture->rows));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->rows)), ==, 0);

  dl_rows_set (fixture->rows, source, odd, 2);
  g_assert_true (dl_rows_get_source (fixture->rows) == source);
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, 2);
  g_assert_cmpuint (index_at (model (fixture), 0), ==, 1);
  g_assert_cmpuint (index_at (model (fixture), 1), ==, 3);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (fixture->rows), 2));

  /* The same source may come again. */
  dl_rows_set (fixture->rows, source, NULL, 4);
  source_unref (source);
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, 4);
  g_assert_cmpuint (index_at (model (fixture), 2), ==, 2);

  row = g_list_model_get_item (G_LIST_MODEL (fixture->rows), 0);
  dl_rows_set (fixture->rows, NULL, NULL, 4);
  ui_idle ();
  g_assert_null (dl_rows_get_source (fixture->rows));
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, 0);
  g_assert_cmpuint (n_sources, ==, 1);
  g_assert_true (dl_row_get_source (row) == source);
  g_assert_cmpfloat (get_value (dl_row_get_source (row), dl_row_get_index (row)), ==, 4);
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

/* What has no number is last, and alike rows stay in their order. */
static void
test_sorted (Fixture *fixture, gconstpointer data)
{
  const double values[] = { NAN, 2.5, -1, 2.5, NAN, 0 };
  const guint up[] = { 2, 5, 1, 3, 0, 4 }, down[] = { 1, 3, 5, 2, 0, 4 };
  Source *source = source_new (6, values);

  dl_rows_set (fixture->rows, source, NULL, 6);
  source_unref (source);
  ui_wait_for (shows (fixture->view, "2.50"));
  g_assert_true (shows (fixture->view, "–"));
  g_assert_true (shows (fixture->view, "row 5"));
  g_assert_true (shows (fixture->view, "5"));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, i);

  sort (fixture, 2, GTK_SORT_ASCENDING);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, up[i]);
  sort (fixture, 2, GTK_SORT_DESCENDING);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, down[i]);
  sort (fixture, 1, GTK_SORT_DESCENDING);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, 5 - i);

  /* What comes later is sorted too. */
  source = source_new (3, (double[]) { 9, 8, 7 });
  sort (fixture, 2, GTK_SORT_ASCENDING);
  dl_rows_set (fixture->rows, source, NULL, 3);
  source_unref (source);
  ui_idle ();
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, 2 - i);
}

/* Rows that are alike follow the order that there was. */
static void
test_sorted_twice (Fixture *fixture, gconstpointer data)
{
  const double values[] = { 1, 2, 1, 2, 1 };
  const guint order[] = { 4, 2, 0, 3, 1 };
  Source *source = source_new (5, values);

  dl_rows_set (fixture->rows, source, NULL, 5);
  sort (fixture, 1, GTK_SORT_DESCENDING);
  sort (fixture, 2, GTK_SORT_ASCENDING);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, order[i]);
  dl_rows_set (fixture->rows, source, NULL, 5);
  source_unref (source);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, order[i]);
}

static void
count_changes (GListModel *list, guint position, guint removed, guint added, guint *n_changes)
{
  (*n_changes)++;
}

static void
count_notify (GObject *object, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

/* As many links as 8 groups have: each is asked for its number once, the list changes once and
 * before the click returns, and what is selected stays. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  const guint n = 48240;
  g_autofree double *values = g_new (double, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (model (fixture));
  guint n_changes = 0, n_selected = 0;
  Source *source;

  for (guint i = 0; i < n; i++)
    values[i] = g_rand_int_range (rand, 0, 1000);
  source = source_new (n, values);
  dl_rows_set (fixture->rows, source, NULL, n);
  ui_idle ();
  dl_rows_select (fixture->rows, 31415);
  ui_wait_for (shows (fixture->view, "row 31415"));
  g_signal_connect (model (fixture), "items-changed", G_CALLBACK (count_changes), &n_changes);
  g_signal_connect (selection, "notify::selected-item", G_CALLBACK (count_notify), &n_selected);

  n_asked = 0;
  sort (fixture, 2, GTK_SORT_ASCENDING);
  g_assert_cmpuint (n_asked, >=, n);
  g_assert_cmpuint (n_asked, <, n + 2000); /* and the cells that are seen */
  g_assert_cmpuint (n_changes, ==, 1);
  for (guint i = 1; i < n; i++)
    {
      const guint a = index_at (model (fixture), i - 1), b = index_at (model (fixture), i);

      g_assert_true (values[a] < values[b] || (values[a] == values[b] && a < b));
    }
  g_assert_cmpuint (dl_row_get_index (gtk_single_selection_get_selected_item (selection)), ==,
                    31415);
  g_assert_cmpuint (index_at (model (fixture), gtk_single_selection_get_selected (selection)), ==,
                    31415);
  ui_wait_for (shows (fixture->view, "row 31415"));

  /* A row that is clicked before anything else happens is selected. */
  sort (fixture, 2, GTK_SORT_DESCENDING);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (selection), 7, TRUE);
  g_assert_cmpuint (dl_row_get_index (gtk_single_selection_get_selected_item (selection)), ==,
                    index_at (model (fixture), 7));
  ui_idle ();
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 7);
  g_signal_handlers_disconnect_by_data (model (fixture), &n_changes);
  g_signal_handlers_disconnect_by_data (selection, &n_selected);
  source_unref (source);
}

/* Against the order by its definition. */
static void
test_keys (void)
{
  const double some[] = { NAN, -INFINITY, -2.5, -0.0, 0, 1e-300, 1, 1, 7, 1e300, INFINITY };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < 200; round++)
    {
      const guint n = g_rand_int_range (rand, 0, 40);
      const gboolean descending = round % 2;
      g_autofree double *keys = g_new (double, n);
      g_autofree double *was = NULL;
      g_autofree guint32 *items = g_new (guint32, n);

      for (guint i = 0; i < n; i++)
        {
          keys[i] = some[g_rand_int_range (rand, 0, G_N_ELEMENTS (some))];
          items[i] = i;
        }
      was = g_memdup2 (keys, n * sizeof *keys);
      dl_sort_by_keys (items, keys, n, descending);
      for (guint i = 0; i < n; i++)
        {
          g_assert_true (keys[i] == was[items[i]] || (isnan (keys[i]) && isnan (was[items[i]])));
          if (i == 0)
            continue;
          if (isnan (keys[i - 1]) || isnan (keys[i]))
            g_assert_true (isnan (keys[i]));
          else
            g_assert_true (descending ? keys[i - 1] >= keys[i] : keys[i - 1] <= keys[i]);
          if (keys[i - 1] == keys[i] || (isnan (keys[i - 1]) && isnan (keys[i])))
            g_assert_cmpuint (items[i - 1], <, items[i]);
        }
    }
}

/* Nothing is selected until somebody does. */
static void
test_selection (Fixture *fixture, gconstpointer data)
{
  Source *source = source_new (2, (double[]) { 1, 2 });

  dl_rows_set (fixture->rows, source, NULL, 2);
  source_unref (source);
  ui_idle ();
  g_assert_null (gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model (fixture))));
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model (fixture)), 1);
  g_assert_cmpuint (dl_row_get_index (gtk_single_selection_get_selected_item (
                        GTK_SINGLE_SELECTION (model (fixture)))),
                    ==, 1);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_LABEL, "Some values");

  /* Fewer rows than the place that is selected. */
  source = source_new (1, (double[]) { 1 });
  dl_rows_set (fixture->rows, source, NULL, 1);
  source_unref (source);
  g_assert_null (gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model (fixture))));
}

static void
test_number_text (void)
{
  g_autofree char *none = dl_number_text (NAN, 3);
  g_autofree char *some = dl_number_text (-0.5, 3);
  g_autofree char *whole = dl_number_text (12, 0);

  g_assert_cmpstr (none, ==, "–");
  g_assert_cmpstr (some, ==, "-0.500");
  g_assert_cmpstr (whole, ==, "12");
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
  const DlAnalysis *analysis;
  g_autoptr (GtkColumnViewColumn) load = NULL;
  double last = -1;

  dl_session_set (fixture.session, "torus.wrap", "false;true;true", FALSE);
  toggle_link (fixture.session, (DlLinkAt) { { { 1, 1, 0 } }, DL_PORT_Y_PLUS }, TRUE);
  ui_settle (fixture.session);
  ui_fixture_open (&fixture, link_table, 700, 300);
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  analysis = dl_evaluation_torus (dl_session_get_result (fixture.session));
  /* X a mesh: 2 x 3 x 3; Y rings: 2 x 12. */
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 18 + 24);
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
          g_assert_cmpfloat (dl_analysis_link_load (analysis, link), >=, last);
          last = dl_analysis_link_load (analysis, link);
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
  const DlNetwork *network;
  GtkColumnView *view;
  GListModel *rows;

  ui_fixture_open (&fixture, link_page, 700, 300);
  network = dl_evaluation_torus (dl_session_get_result (fixture.session))->network;
  name = dl_link_label (dl_network_link_at (network, link));
  other_name = dl_link_label (dl_network_link_at (network, other));
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
  /* What was selected at first comes into sight when the list gets round to it. */
  do
    {
      gtk_adjustment_set_value (rows, gtk_adjustment_get_upper (rows) / 2);
      ui_wait_ms (100);
      at = gtk_adjustment_get_value (rows);
    }
  while (at <= 1000);
  g_assert_cmpfloat (at, >, 1000);
  for (guint i = 0; i < 2; i++)
    {
      renew (fixture);
      ui_wait_ms (100);
      g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (rows), at, 1);
    }
  select (fixture);
  ui_wait_ms (100);
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), <, at / 2);
}

static void
renew_torus (UiFixture *fixture)
{
  const DlMetric metric = dl_view_get_metric (fixture->view);

  dl_session_set (fixture->session, "torus.datelines", metric == DL_METRIC_LOAD ? "1;2;3" : "2;3;4",
                  FALSE);
  g_object_set (fixture->view, "metric",
                metric == DL_METRIC_LOAD ? DL_METRIC_SIM_LOAD : DL_METRIC_LOAD, NULL);
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
                dl_view_get_metric (fixture->view) == DL_METRIC_USE ? DL_METRIC_SIM_LOAD
                                                                    : DL_METRIC_USE,
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

/* What a run has found of each link is a column of its own, as the maps show it, and the rows are
 * sorted by it. */
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

  g_object_set (fixture.view, "metric", DL_METRIC_SIM_OCCUPANCY, NULL);
  ui_idle ();
  g_assert_cmpstr (gtk_column_view_column_get_title (column), ==,
                   dl_metric_title (DL_METRIC_SIM_OCCUPANCY));
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
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, network->n_links);
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
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
#define ADD(name, func) g_test_add ("/rows/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("sorted", test_sorted);
  ADD ("sorted-twice", test_sorted_twice);
  ADD ("many", test_many);
  ADD ("selection", test_selection);
  g_test_add_func ("/rows/keys", test_keys);
  g_test_add_func ("/rows/number-text", test_number_text);
  g_test_add_func ("/rows/links", test_links);
  g_test_add_func ("/rows/follows", test_follows);
  g_test_add_func ("/rows/follows-dragonfly", test_follows_dragonfly);
  g_test_add_func ("/rows/stays", test_stays);
  g_test_add_func ("/rows/stays-dragonfly", test_stays_dragonfly);
  g_test_add_func ("/rows/simulated", test_simulated);
  return g_test_run ();
}

/* Lists of rows: what they are of, how they are sorted, who keeps what; and the table of links. */
#include "dl-link-table.h"
#include "dl-rows.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

typedef struct
{
  guint n;
  double values[];
} Source;

static guint n_sources;

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

/* By column @column of the view, until it is done: that takes several turns of the loop. */
static void
sort (Fixture *fixture, guint column, GtkSortType order)
{
  GListModel *all = gtk_column_view_get_columns (GTK_COLUMN_VIEW (fixture->view));
  g_autoptr (GtkColumnViewColumn) by = g_list_model_get_item (all, column);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (fixture->view), by, order);
  ui_idle ();
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
  const guint up[] = { 2, 5, 1, 3, 0, 4 };
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
  GtkWidget *table = dl_link_table_new ();

  dl_link_table_set_view (DL_LINK_TABLE (table), view);
  return table;
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
  dl_session_toggle_link (fixture.session, (DlLinkAt) { { { 1, 1, 0 } }, DL_PORT_Y_PLUS }, TRUE);
  ui_settle (fixture.session);
  ui_fixture_open (&fixture, link_table, 700, 300);
  view = ui_find (fixture.pane, GTK_TYPE_COLUMN_VIEW, 0);
  rows = G_LIST_MODEL (gtk_column_view_get_model (view));
  analysis = dl_session_get_result (fixture.session)->analysis;
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

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
#define ADD(name, func) g_test_add ("/rows/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("sorted", test_sorted);
  ADD ("selection", test_selection);
  g_test_add_func ("/rows/number-text", test_number_text);
  g_test_add_func ("/rows/links", test_links);
  return g_test_run ();
}

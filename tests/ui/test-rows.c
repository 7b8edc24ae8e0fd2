/* Lists of rows: what they are of, how they are sorted, who keeps what. */
#include "dl-key-sort.h"
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

static const DlTableColumn columns[] = {
  { NULL, "Name", .text = name_text },
  { NULL, "Index", .value = get_index },
  { NULL, "Value", DL_COLUMN_REAL, 2, .value = get_value },
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
  ui_assert_finalize (fixture->rows);
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

/* Sort by column @column of the view. */
static void
sort (Fixture *fixture, guint column, GtkSortType order)
{
  GListModel *all = gtk_column_view_get_columns (GTK_COLUMN_VIEW (fixture->view));
  g_autoptr (GtkColumnViewColumn) by = g_list_model_get_item (all, column);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (fixture->view), by, order);
}

/* Rows of some indices, then all, then none; a row keeps its source and index. */
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

/* Rows without a number are last, and equal rows stay in their order. */
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

  /* Later rows are sorted too. */
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

/* A view makes widgets for the first rows, then for the others: none is missing, and one that is
 * selected before that is there. */
static void
test_grows (Fixture *fixture, gconstpointer data)
{
  const guint n = 1000;
  g_autofree double *values = g_new0 (double, n);
  Source *source = source_new (n, values);
  guint first;

  dl_rows_set (fixture->rows, source, NULL, n);
  first = g_list_model_get_n_items (model (fixture));
  g_assert_cmpuint (first, >, 0);
  g_assert_cmpuint (first, <, 100);
  g_assert_null (g_list_model_get_item (model (fixture), first));
  ui_wait_for (g_list_model_get_n_items (model (fixture)) == n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (index_at (model (fixture), i), ==, i);
  /* Another time there are widgets. */
  dl_rows_set (fixture->rows, source, NULL, n - 1);
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, n - 1);
  source_unref (source);
}

static void
test_grows_selected (Fixture *fixture, gconstpointer data)
{
  const guint n = 1000;
  g_autofree double *values = g_new0 (double, n);
  Source *source = source_new (n, values);

  dl_rows_set (fixture->rows, source, NULL, n);
  dl_rows_select (fixture->rows, 777);
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, n);
  ui_wait_for (shows (fixture->view, "row 777"));
  ui_idle ();
  g_assert_cmpuint (g_list_model_get_n_items (model (fixture)), ==, n);
  source_unref (source);
}

static DlRow *
selected_row (Fixture *fixture)
{
  return gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model (fixture)));
}

static guint
selected (Fixture *fixture)
{
  return selected_row (fixture) != NULL ? dl_row_get_index (selected_row (fixture)) : G_MAXUINT;
}

/* Values change in place: cells say so, and where the order stays so do the rows. */
static void
test_refresh (Fixture *fixture, gconstpointer data)
{
  const double values[] = { 10, 20, 30, 40 };
  const guint32 some[] = { 0, 1, 3 }, one[] = { 0 };
  Source *source = source_new (4, values);
  g_autoptr (DlRow) before = NULL, after = NULL;

  dl_rows_set (fixture->rows, source, NULL, 0);
  dl_rows_refresh (fixture->rows, NULL, 0);
  g_assert_cmpuint (selected (fixture), ==, G_MAXUINT);
  dl_rows_refresh (fixture->rows, NULL, 4);
  g_assert_cmpuint (selected (fixture), ==, 0);
  dl_rows_keep_selected (fixture->rows, 2);
  ui_wait_for (shows (fixture->view, "30.00"));
  before = g_object_ref (selected_row (fixture));
  source->values[2] = 31;
  dl_rows_refresh (fixture->rows, NULL, 4);
  g_assert_true (shows (fixture->view, "31.00"));
  g_assert_true (selected_row (fixture) == before);

  /* Other values, another order. */
  sort (fixture, 2, GTK_SORT_ASCENDING);
  source->values[2] = 5;
  dl_rows_refresh (fixture->rows, NULL, 4);
  after = g_list_model_get_item (model (fixture), 0);
  g_assert_cmpuint (dl_row_get_index (after), ==, 2);
  g_assert_cmpuint (selected (fixture), ==, 2);

  /* The one in its place, or the last. */
  dl_rows_refresh (fixture->rows, some, 3);
  g_assert_cmpuint (selected (fixture), ==, 0);
  dl_rows_keep_selected (fixture->rows, 3);
  dl_rows_refresh (fixture->rows, one, 1);
  g_assert_cmpuint (selected (fixture), ==, 0);
  ui_idle ();
  g_assert_false (shows (fixture->view, "40.00"));
  source_unref (source);
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

/* The links of 8 groups: each is asked for its number once, the list changes once and before the
 * click returns, and the selection stays. */
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

/* The title of a column of numbers ends where they end. */
static void
test_titles (Fixture *fixture, gconstpointer data)
{
  GtkWidget *titles = gtk_widget_get_first_child (fixture->view);
  GtkWidget *first = gtk_widget_get_first_child (titles);
  GtkWidget *last = gtk_widget_get_last_child (titles), *label = ui_find (last, GTK_TYPE_LABEL, 0);
  const double numbers[] = { 1, 2, 3 };
  graphene_rect_t of_label, of_column;

  Source *source = source_new (3, numbers);

  dl_rows_set (fixture->rows, source, NULL, 3);
  source_unref (source);
  ui_draw ();
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "Value");
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (label)), ==, 1);
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (ui_find (first, GTK_TYPE_LABEL, 0))), <, 1);
  g_assert_true (gtk_widget_compute_bounds (label, titles, &of_label));
  g_assert_true (gtk_widget_compute_bounds (last, titles, &of_column));
  g_assert_cmpfloat (of_column.origin.x + of_column.size.width, <=,
                     of_label.origin.x + of_label.size.width + 24);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add ("/rows/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("sorted", test_sorted);
  ADD ("sorted-twice", test_sorted_twice);
  ADD ("grows", test_grows);
  ADD ("grows-selected", test_grows_selected);
  ADD ("refresh", test_refresh);
  ADD ("many", test_many);
  ADD ("selection", test_selection);
  ADD ("titles", test_titles);
  g_test_add_func ("/rows/keys", test_keys);
  g_test_add_func ("/rows/number-text", test_number_text);
  return g_test_run ();
}

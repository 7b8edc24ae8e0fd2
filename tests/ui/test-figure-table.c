/* The table twin of charts and maps: it has the numbers of the figure, sorts and copies them,
 * follows edits, and says what is lacking; every chart leads to it from the keyboard. */
#include "../core/toggle-fixture.h"
#include "dl-figure-table.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-table-window.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <math.h>
#include <string.h>

static GtkApplication *application; /* one per process */

/* The widget ----------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  gint64 count;
  double share;
} Sample;

static DlRecord *
record_of (const Sample *samples, guint n)
{
  static const DlTableColumn columns[] = {
    { "name", "name" },
    { "count", "count", DL_COLUMN_INTEGER },
    { "share", "share", DL_COLUMN_REAL },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < n; i++)
    {
      dl_cells_text (cells, samples[i].name);
      dl_cells_integer (cells, samples[i].count);
      dl_cells_real (cells, samples[i].share);
    }
  return record;
}

static const Sample samples[] = { { "b", 3, 0.5 }, { "a", 1, 1 / 7. }, { "c", 2, NAN } };

static GtkColumnView *
view_of (gpointer root)
{
  return ui_find (root, GTK_TYPE_COLUMN_VIEW, 0);
}

static void
sort_by (GtkColumnView *view, guint column)
{
  g_autoptr (GtkColumnViewColumn) it
      = g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_sort_by_column (view, it, GTK_SORT_ASCENDING);
  ui_idle ();
}

/* Does a cell of @root show @text? */
static gboolean
shows (gpointer root, const char *text)
{
  GtkInscription *cell;

  for (guint i = 0; (cell = ui_find (root, GTK_TYPE_INSCRIPTION, i)) != NULL; i++)
    if (g_strcmp0 (gtk_inscription_get_text (cell), text) == 0)
      return TRUE;
  return FALSE;
}

static void
test_copy (void)
{
  g_autoptr (DlRecord) rows = record_of (samples, G_N_ELEMENTS (samples));
  GtkWidget *table = dl_figure_table_new ();
  GtkWidget *window = ui_window_new (table, 500, 300);
  GtkColumnView *view = view_of (table);
  g_autofree char *all = NULL, *sorted = NULL, *selected = NULL;

  dl_figure_table_set (DL_FIGURE_TABLE (table), rows, "Test");
  ui_idle ();
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Test");
  g_assert_true (shows (table, "0.1428571"));
  all = dl_figure_table_get_text (DL_FIGURE_TABLE (table));
  g_assert_cmpstr (all, ==, "name\tcount\tshare\nb\t3\t0.5\na\t1\t0.14285714285714285\nc\t2\t\n");

  sort_by (view, 1);
  sorted = dl_figure_table_get_text (DL_FIGURE_TABLE (table));
  g_assert_cmpstr (sorted, ==,
                   "name\tcount\tshare\na\t1\t0.14285714285714285\nc\t2\t\nb\t3\t0.5\n");
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 1, TRUE);
  selected = dl_figure_table_get_text (DL_FIGURE_TABLE (table));
  g_assert_cmpstr (selected, ==, "name\tcount\tshare\nc\t2\t\n");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* New numbers in the same columns leave the order as it was; other columns replace them. */
static void
test_replace (void)
{
  g_autoptr (DlRecord) rows = record_of (samples, G_N_ELEMENTS (samples));
  static const Sample few[] = { { "z", 9, 1 }, { "y", 8, NAN } };
  static const DlTableColumn columns[] = { { "direction" }, { "load", .type = DL_COLUMN_INTEGER } };
  g_autoptr (DlRecord) newer = record_of (few, G_N_ELEMENTS (few));
  g_autoptr (DlRecord) other = dl_record_new ();
  DlFigureTable *table = DL_FIGURE_TABLE (dl_figure_table_new ());
  GtkWidget *window = ui_window_new (GTK_WIDGET (table), 500, 300);
  g_autofree char *text = NULL, *replaced = NULL, *nothing = NULL;

  dl_cells_text (DL_RECORD_BEGIN (other, columns), "x+");
  dl_cells_integer (dl_record_cells (other), 17);
  dl_figure_table_set (table, rows, "Test");
  sort_by (view_of (table), 1);
  dl_figure_table_set (table, newer, "Test");
  ui_idle ();
  text = dl_figure_table_get_text (table);
  g_assert_cmpstr (text, ==, "name\tcount\tshare\ny\t8\t\nz\t9\t1\n");
  dl_figure_table_set (table, other, "Other");
  ui_idle ();
  replaced = dl_figure_table_get_text (table);
  g_assert_cmpstr (replaced, ==, "direction\tload\nx+\t17\n");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (view_of (table))), ==,
                    2);
  dl_figure_table_set (table, NULL, "");
  nothing = dl_figure_table_get_text (table);
  g_assert_cmpstr (nothing, ==, "");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* The window ----------------------------------------------------------------------------------- */

typedef struct
{
  DlSession *session;
  GtkWindow *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  fixture->session = dl_session_new (NULL);
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
  fixture->window = GTK_WINDOW (dl_window_new (application, fixture->session, NULL));
  gtk_window_present (fixture->window);
  ui_settle (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (fixture->window);
  ui_settle (fixture->session);
  ui_idle ();
  ui_assert_finalize (fixture->session);
}

/* The window of tables; NULL if there is none. */
static gpointer
table_window (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == fixture->window
          && ui_find (GTK_WIDGET (window), DL_TYPE_FIGURE_TABLE, 0) != NULL)
        return window;
    }
  return NULL;
}

static guint
n_rows (gpointer window)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (gtk_column_view_get_model (ui_find (window, GTK_TYPE_COLUMN_VIEW, 0))));
}

/* Each figure that is offered, from its own action: numbers, or a sentence that says what is
 * lacking. */
static void
test_figures (Fixture *fixture, gconstpointer data)
{
  const gboolean dragonfly
      = dl_session_get_scenario (fixture->session)->family == &dl_family_dragonfly;
  guint n, n_shown = 0;
  const DlFigure *const *figures = dragonfly ? dl_family_figures (&dl_family_dragonfly, &n)
                                             : dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    if (figures[i]->paper_check == NULL && !figures[i]->needs_sweep)
      {
        gpointer window;

        ui_act (fixture->window, "show-table", figures[i]->id);
        ui_idle ();
        window = table_window (fixture);
        g_assert_nonnull (window);
        g_assert_true (ui_says (window, figures[i]->description));
        if (n_rows (window) > 0)
          n_shown++;
        else
          {
            g_test_message ("%s", figures[i]->id);
            g_assert_true (ui_says (window, " first ("));
          }
      }
  g_assert_cmpuint (n_shown, >=, dragonfly ? 4 : 6);
}

/* The table of the figure that is looked at, by the key; it follows faults. */
static void
test_follow (Fixture *fixture, gconstpointer data)
{
  gpointer window;
  DlFigureTable *table;
  g_autofree char *before = NULL, *after = NULL;

  ui_act (fixture->window, "show-table", "");
  window = table_window (fixture);
  table = ui_find (window, DL_TYPE_FIGURE_TABLE, 0);
  g_assert_cmpuint (n_rows (window), ==, 6 * 125);
  before = dl_figure_table_get_text (table);
  g_assert_null (strstr (before, "broken"));
  toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  ui_settle (fixture->session);
  after = dl_figure_table_get_text (table);
  g_assert_cmpuint (n_rows (window), ==, 6 * 125);
  g_assert_nonnull (strstr (after, "broken"));
}

/* Every picture of the evidence takes the focus and has a way to its numbers. */
static void
test_charts (Fixture *fixture, gconstpointer data)
{
  GtkWidget *evidence = ui_part (GTK_WIDGET (fixture->window), "evidence");
  GtkWidget *chart;
  guint n = 0;

  while ((chart = ui_find (evidence, GTK_TYPE_DRAWING_AREA, n)) != NULL)
    {
      g_assert_true (gtk_widget_get_focusable (chart));
      g_assert_true (gtk_widget_has_css_class (chart, "dl-chart"));
      n++;
    }
  g_assert_cmpuint (n, ==, 4);
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add_func ("/figure-table/copy", test_copy);
  g_test_add_func ("/figure-table/replace", test_replace);
  g_test_add ("/figure-table/torus", Fixture, "torus-5x5x5", set_up, test_figures, tear_down);
  g_test_add ("/figure-table/dragonfly", Fixture, "cascade-2", set_up, test_figures, tear_down);
  g_test_add ("/figure-table/follow", Fixture, "torus-5x5x5", set_up, test_follow, tear_down);
  g_test_add ("/figure-table/charts", Fixture, "torus-5x5x5", set_up, test_charts, tear_down);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}

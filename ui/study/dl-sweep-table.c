/* The numbers of a sweep: a row a mark of its chart. */
#include "dl-sweep-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What the rows are of: points as they were, and the measures that are shown. */
typedef struct
{
  DlShared shared;
  DlSweepPoints *points;
  const DlMeasure **measures; /* (n_measures) */
  guint n_measures;
} Table;

static void
table_free (gpointer data)
{
  Table *table = data;

  dl_sweep_points_unref (table->points);
  g_free (table->measures);
  g_free (table);
}

static gpointer
ref_table (gpointer table)
{
  return dl_shared_ref (table);
}

/* Rows: all cells of the first measure, then those of the next. */
static DlSweepCell
cell_of (gconstpointer source, guint index)
{
  const Table *table = source;
  const guint n = dl_sweep_points_n_cells (table->points);

  return dl_sweep_points_get (table->points, index % n, table->measures[index / n]);
}

static const DlMeasure *
measure_of (gconstpointer source, guint index)
{
  const Table *table = source;

  return table->measures[index / dl_sweep_points_n_cells (table->points)];
}

static char *
key_text (const Table *table, guint index, guint key)
{
  const DlSweepSpec *spec = table->points->spec;
  const guint cell = index % dl_sweep_points_n_cells (table->points);

  return g_strdup (key < spec->keys->len ? dl_sweep_value (spec, cell * spec->n_seeds, key) : "–");
}

/* "ring †": what it does not deliver is in the last column, which may be out of sight. */
static char *
first_text (gconstpointer source, guint index)
{
  const DlShortfall shortfall = cell_of (source, index).shortfall;
  g_autofree char *value = key_text (source, index, 0);

  return shortfall != DL_SHORTFALL_NONE
             ? g_strdup_printf ("%s %s", value, dl_shortfall_mark (shortfall))
             : g_steal_pointer (&value);
}

static char *
second_text (gconstpointer source, guint index)
{
  return key_text (source, index, 1);
}

/* In the order they were given. */
static double
first_value (gconstpointer source, guint index)
{
  const Table *table = source;

  return dl_sweep_points_value_at (table->points, index % dl_sweep_points_n_cells (table->points),
                                   0);
}

static char *
measure_text (gconstpointer source, guint index)
{
  return dl_sweep_chart_title (((const Table *) source)->points, measure_of (source, index));
}

static double
mean_value (gconstpointer source, guint index)
{
  return cell_of (source, index).mean;
}

static char *
mean_text (gconstpointer source, guint index)
{
  const DlSweepCell cell = cell_of (source, index);

  g_autofree char *text
      = dl_measure_format_interval (measure_of (source, index), cell.mean, cell.reach, FALSE);

  return g_strconcat (text, cell.bound ? " " DL_MEASURE_BOUND_MARK : NULL, NULL);
}

static double
least_value (gconstpointer source, guint index)
{
  return cell_of (source, index).least;
}

static char *
least_text (gconstpointer source, guint index)
{
  return dl_measure_format (measure_of (source, index), cell_of (source, index).least);
}

static double
most_value (gconstpointer source, guint index)
{
  return cell_of (source, index).most;
}

static char *
most_text (gconstpointer source, guint index)
{
  return dl_measure_format (measure_of (source, index), cell_of (source, index).most);
}

static char *
state_text (gconstpointer source, guint index)
{
  const DlSweepCell cell = cell_of (source, index);

  if (!measure_of (source, index)->simulated)
    return g_strdup (cell.bound ? _ ("bound") : cell.n > 0 ? _ ("exact") : "–");
  if (cell.n_deadlocked > 0)
    return g_strdup (_ ("deadlock"));
  for (DlSimState state = DL_SIM_NOT_CONVERGED; state <= DL_SIM_SATURATED; state++)
    if (cell.n > 0 && cell.n_in[state] == cell.n)
      return g_strdup (dl_sim_state_title (state));
  /* Translators: runs that have converged, of so many */
  return g_strdup_printf (_ ("%u of %u converged"), cell.n_in[DL_SIM_CONVERGED], cell.n);
}

static char *
delivery_text (gconstpointer source, guint index)
{
  const Table *table = source;
  const guint cell = index % dl_sweep_points_n_cells (table->points);
  char *shortfall = dl_sweep_points_shortfall_to_text (table->points, cell);

  return shortfall != NULL               ? shortfall
         : cell_of (source, index).n > 0 ? g_strdup (_ ("all pairs"))
                                         : g_strdup ("–");
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("First key"), .value = first_value, .text = first_text, .min_chars = 9,
    .nat_chars = 16 },
  { NULL, N_ ("Second key"), .text = second_text, .min_chars = 9, .nat_chars = 16 },
  { NULL, N_ ("Measure"), .text = measure_text, .min_chars = 22, .nat_chars = 34 },
  { NULL, N_ ("Mean ± 95%"), DL_COLUMN_REAL, .value = mean_value, .text = mean_text,
    .min_chars = 12 },
  { NULL, N_ ("Least"), DL_COLUMN_REAL, .value = least_value, .text = least_text, .min_chars = 7 },
  { NULL, N_ ("Largest"), DL_COLUMN_REAL, .value = most_value, .text = most_text, .min_chars = 7 },
  { NULL, N_ ("State"), .text = state_text, .min_chars = 11 },
  { NULL, N_ ("Delivery"), .text = delivery_text, .min_chars = 10, .nat_chars = 24 },
};

void
dl_sweep_table_update (DlSweepView *self)
{
  const DlSweepChart *chart = dl_sweep_curves_get_chart (self->curves);
  Table *table;

  if (chart->points == NULL)
    {
      dl_rows_set (self->rows, NULL, NULL, 0);
      return;
    }
  table = g_new0 (Table, 1);
  dl_shared_init (&table->shared, table_free);
  table->points = dl_sweep_points_copy (chart->points);
  table->measures = g_memdup2 (chart->measures, chart->n_measures * sizeof *chart->measures);
  table->n_measures = chart->n_measures;
  dl_rows_set (self->rows, table, NULL,
               chart->n_measures * dl_sweep_points_n_cells (chart->points));
  dl_shared_unref (table);
}

GtkWidget *
dl_sweep_table_new (DlSweepView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view;

  self->rows = dl_rows_new (ref_table, dl_shared_unref);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                           _ ("Points of the sweep in numbers"));
  gtk_widget_add_css_class (view, "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  return scrolled;
}

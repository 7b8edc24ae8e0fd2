/* The columns of the compare page: the scenario, and a measure each. */
#include "dl-compare-private.h"
#include "dl-store-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlComparisonRow *
row_of (DlCompareView *self, DlCompareItem *item)
{
  return dl_comparison_find (dl_compare_get_comparison (self->compare),
                             dl_compare_item_get_row_id (item));
}

static const DlComparisonRow *
base_of (DlCompareView *self)
{
  return dl_comparison_find (dl_compare_get_comparison (self->compare), self->base);
}

gboolean
dl_compare_view_shows (DlCompareView *self, guint measure)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);

  if (dl_comparison_must_show (comparison, &self->measures[measure]))
    return TRUE;
  for (guint i = 0; self->chosen[measure] && i < comparison->rows->len; i++)
    if (dl_measure_is_for (&self->measures[measure],
                           dl_comparison_row (comparison, i)->scenario->family))
      return TRUE;
  return FALSE;
}

/* Cells ---------------------------------------------------------------------------------------- */

/* Measure of a cell: NULL for the scenario itself. */
static const DlMeasure *
measure_of (GtkListItem *list_item)
{
  return g_object_get_data (G_OBJECT (list_item), "dl-measure");
}

static const char *
judgement (const DlRowDifference *difference)
{
  switch (difference->differs)
    {
    case DL_DIFFERS_UNKNOWN:
      return _ ("one run");
    case DL_DIFFERS_NOT:
      /* Translators: of a difference whose interval includes 0 */
      return _ ("unsure");
    case DL_DIFFERS_YES:
      return difference->better > 0   ? _ ("better")
             : difference->better < 0 ? _ ("worse")
                                      : _ ("differs");
    }
  g_return_val_if_reached (NULL);
}

/* "−15.7 %, better"; NULL where there is nothing to say. */
static char *
difference_text (const DlComparisonRow *row, const DlComparisonRow *base, const DlMeasure *measure)
{
  DlRowDifference difference;
  g_autofree char *number = NULL;

  if (base == NULL)
    return NULL;
  if (row == base)
    return isnan (dl_comparison_get (row, measure).mean) ? NULL : g_strdup (_ ("base"));
  difference = dl_comparison_difference (row, base, measure);
  if (isnan (difference.absolute))
    return NULL;
  if (difference.absolute == 0)
    return g_strdup (_ ("equal"));
  if (measure->type == DL_MEASURE_FLAG)
    return g_strdup (judgement (&difference));
  if (isfinite (difference.relative))
    number = g_strdup_printf (_ ("%+.1f%%"), 100 * difference.relative);
  else
    {
      g_autofree char *value = dl_measure_format (measure, difference.absolute);

      number = g_strconcat (difference.absolute > 0 ? "+" : "", value, NULL);
    }
  /* Translators: a difference and what it means: "+3.1 %, better" */
  return g_strdup_printf (_ ("%s, %s"), number, judgement (&difference));
}

static void
add_class_if (GtkWidget *widget, const char *class, gboolean condition)
{
  if (condition)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

static void
show_value (DlCompareView *self, GtkListItem *list_item, const DlComparisonRow *row,
            const DlMeasure *measure)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *value = gtk_widget_get_first_child (box);
  GtkWidget *difference = gtk_widget_get_last_child (box);
  const DlEstimate estimate = dl_comparison_get (row, measure);
  const gboolean best = dl_comparison_is_best (comparison, row, measure);
  g_autofree char *text
      = dl_measure_format_interval (measure, estimate.mean, estimate.reach, FALSE);
  const gboolean bound = !isnan (estimate.mean) && dl_measure_is_bound (measure, row->scenario);
  g_autofree char *marked
      = g_strconcat (best ? "★ " : "", text, bound ? " " DL_MEASURE_BOUND_MARK : "", NULL);
  g_autofree char *title = dl_comparison_title (comparison, measure);
  g_autofree char *change = difference_text (row, base_of (self), measure);
  g_autofree char *tooltip = NULL;
  const char *mark = best ? _ ("The best of these.") : "";

  if (isnan (estimate.mean))
    tooltip = g_strdup (!dl_measure_is_for (measure, row->scenario->family)
                            ? _ ("This kind of network has no such value.")
                        : measure->simulated && row->runs->len == 0 ? _ ("Not simulated yet.")
                                                                    : _ ("There is no value."));
  else if (measure->simulated)
    /* Translators: a measure, its value, runs, and whether it is the best */
    tooltip = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s, of %u run. %s",
                                            "%s: %s, mean of %u runs. %s", estimate.n),
                               title, text, estimate.n, mark);
  else
    tooltip
        = g_strdup_printf (_ ("%s: %s. %s"), title, text, bound ? dl_measure_bound_note () : mark);
  gtk_label_set_text (GTK_LABEL (value), marked);
  add_class_if (value, "dl-best", best);
  gtk_label_set_text (GTK_LABEL (difference), change != NULL ? change : "");
  gtk_widget_set_visible (difference, self->base != 0);
  gtk_widget_set_tooltip_text (box, g_strstrip (tooltip));
}

/* "open now · 3 runs" */
static char *
state_text (DlCompareView *self, DlCompareItem *item, const DlComparisonRow *row)
{
  const guint n = row->runs->len;
  g_autofree char *runs
      = n == 0 ? g_strdup (_ ("not simulated"))
               : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u run", "%u runs", n), n);

  if (row->problem != NULL)
    return g_strdup_printf ("⚠ %s", row->problem);
  if (!row->evaluated)
    return g_strdup (_ ("analyzing…"));
  return dl_compare_is_open (self->compare, item) ? g_strdup_printf (_ ("open now · %s"), runs)
                                                  : g_steal_pointer (&runs);
}

static void
show_scenario (DlCompareView *self, GtkListItem *list_item, DlCompareItem *item,
               const DlComparisonRow *row)
{
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *state = gtk_widget_get_last_child (box);
  const DlShortfall shortfall = dl_comparison_shortfall (row);
  g_autofree char *text = state_text (self, item, row);
  g_autofree char *missing = row->evaluated ? dl_shortfall_to_text (&row->state) : NULL;
  g_autofree char *summary = dl_store_summary (row->scenario);
  g_autofree char *tooltip
      = g_strconcat (row->name, "\n", summary, missing != NULL ? "\n" : NULL, missing, NULL);
  g_autofree char *marked = g_strdup_printf ("%s %s", dl_shortfall_mark (shortfall), row->name);

  gtk_label_set_text (GTK_LABEL (name), shortfall != DL_SHORTFALL_NONE ? marked : row->name);
  gtk_label_set_text (GTK_LABEL (state), text);
  add_class_if (state, "dl-error", row->problem != NULL);
  gtk_widget_set_tooltip_text (box, row->problem != NULL ? row->problem : tooltip);
}

static void
show_cell (DlCompareView *self, GtkListItem *list_item)
{
  DlCompareItem *item = gtk_list_item_get_item (list_item);
  const DlComparisonRow *row = item != NULL ? row_of (self, item) : NULL;
  const DlMeasure *measure = measure_of (list_item);

  if (row == NULL)
    return;
  if (measure != NULL)
    show_value (self, list_item, row, measure);
  else
    show_scenario (self, list_item, item, row);
}

static GtkWidget *
cell_label (gboolean number, int width, const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), number ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), width);
  gtk_label_set_max_width_chars (GTK_LABEL (label), number ? 22 : 30);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer measure)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_object_set_data (G_OBJECT (list_item), "dl-measure", measure);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "dl-number");
  gtk_box_append (GTK_BOX (box), cell_label (measure != NULL, measure != NULL ? 9 : 20,
                                             measure == NULL ? "heading" : NULL));
  gtk_box_append (GTK_BOX (box),
                  cell_label (measure != NULL, measure != NULL ? 16 : 20, "dl-description"));
  gtk_list_item_set_child (list_item, box);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_add (self->cells, list_item);
  show_cell (self, list_item);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_remove (self->cells, list_item);
}

/* Columns -------------------------------------------------------------------------------------- */

typedef struct
{
  DlCompareView *view;
  const DlMeasure *measure;
} SortKey;

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  if (((DlCompareView *) data)->asking)
    return -1;
  return g_utf8_collate (row_of (data, (DlCompareItem *) a)->name,
                         row_of (data, (DlCompareItem *) b)->name);
}

/* Unknown values come last, whatever the direction: compare_rows. */
static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const SortKey *key = data;

  if (key->view->asking)
    {
      if (key->view->asked == NULL)
        key->view->asked = key->measure;
      return -1;
    }
  const double x = dl_comparison_get (row_of (key->view, (DlCompareItem *) a), key->measure).mean;
  const double y = dl_comparison_get (row_of (key->view, (DlCompareItem *) b), key->measure).mean;

  return (x > y) - (x < y);
}

static gboolean
is_blank (DlCompareView *self, gconstpointer item)
{
  return isnan (dl_comparison_get (row_of (self, (DlCompareItem *) item), self->asked).mean);
}

/* In the order of the headings, but rows without a value in the column that decides come last. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  DlCompareView *self = data;
  GtkSorter *headings = gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table));

  if (self->asked != NULL && is_blank (self, a) != is_blank (self, b))
    return is_blank (self, a) ? 1 : -1;
  return gtk_sorter_compare (headings, (gpointer) a, (gpointer) b);
}

/* GTK 4.8 does not say by which column a view sorts. It asks that column first. */
static void
on_headings (GtkSorter *headings, GtkSorterChange change, DlCompareView *self)
{
  self->asked = NULL;
  self->asking = TRUE;
  gtk_sorter_compare (headings, self, self->table);
  self->asking = FALSE;
  gtk_sorter_changed (self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

static GtkColumnViewColumn *
add_column (DlCompareView *self, const char *title, const DlMeasure *measure)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, factory);
  const SortKey key = { self, measure };
  g_autoptr (GtkSorter) sorter
      = measure != NULL ? GTK_SORTER (
            gtk_custom_sorter_new (compare_values, g_memdup2 (&key, sizeof key), g_free))
                        : GTK_SORTER (gtk_custom_sorter_new (compare_names, self, NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) measure);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cell), self, 0);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), column);
  g_object_unref (column); /* the table's */
  return column;
}

GtkWidget *
dl_compare_columns_new (DlCompareView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkSortListModel *sorted;
  GtkSorter *headings;

  self->table = gtk_column_view_new (NULL);
  self->columns = g_new (GtkColumnViewColumn *, self->n_measures);
  add_column (self, _ ("Scenario"), NULL);
  for (guint i = 0; i < self->n_measures; i++)
    {
      self->columns[i] = add_column (self, _ (self->measures[i].title), &self->measures[i]);
      gtk_column_view_column_set_visible (self->columns[i], FALSE);
    }
  headings = gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare_rows, self, NULL));
  g_signal_connect_object (headings, "changed", G_CALLBACK (on_headings), self, 0);
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->compare)), self->sorter);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->table), GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (self->table, "dl-compare");
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (self->table), TRUE);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->table), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scenarios and their measures"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

void
dl_compare_columns_update (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);

  for (guint i = 0; i < self->n_measures; i++)
    {
      const gboolean visible = dl_compare_view_shows (self, i);
      const char *unit = dl_comparison_unit (comparison, &self->measures[i]);
      g_autofree char *title
          = g_strconcat (_ (self->measures[i].title), unit != NULL ? "\n" : NULL, unit, NULL);

      if (g_strcmp0 (title, gtk_column_view_column_get_title (self->columns[i])) != 0)
        gtk_column_view_column_set_title (self->columns[i], title);
      if (visible != gtk_column_view_column_get_visible (self->columns[i]))
        gtk_column_view_column_set_visible (self->columns[i], visible);
    }
  for (guint i = 0; i < self->cells->len; i++)
    show_cell (self, g_ptr_array_index (self->cells, i));
  gtk_sorter_changed (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table)),
                      GTK_SORTER_CHANGE_DIFFERENT);
}

/* The columns of the compare page: the scenario, and a measure each. */
#include "dl-compare-private.h"
#include "dl-rows.h"
#include "dl-store-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* NULL if it is gone. */
static const DlComparisonRow *
row_of (DlCompareView *self, guint id)
{
  return dl_comparison_find (dl_compare_get_comparison (self->compare), id);
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
show_value (DlCompareView *self, GtkWidget *box, const DlComparisonRow *row,
            const DlMeasure *measure)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
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
  g_autofree char *change = difference_text (row, row_of (self, self->base), measure);
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
state_text (DlCompareView *self, const DlComparisonRow *row)
{
  const guint n = row->runs->len;
  g_autofree char *runs
      = n == 0 ? g_strdup (_ ("not simulated"))
               : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u run", "%u runs", n), n);

  if (row->problem != NULL)
    return g_strdup_printf ("⚠ %s", row->problem);
  if (!row->evaluated)
    return g_strdup (_ ("analyzing…"));
  return dl_compare_is_open (self->compare, row->id) ? g_strdup_printf (_ ("open now · %s"), runs)
                                                     : g_steal_pointer (&runs);
}

static void
show_scenario (DlCompareView *self, GtkWidget *box, const DlComparisonRow *row)
{
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *state = gtk_widget_get_last_child (box);
  const DlShortfall shortfall = dl_comparison_shortfall (row);
  g_autofree char *text = state_text (self, row);
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

/* Column 0 is the scenario, the others are the measures. */
static void
show_cell (GtkWidget *box, guint column, guint id, gpointer page)
{
  DlCompareView *self = page;
  const DlComparisonRow *row = row_of (self, id);

  if (row == NULL)
    return;
  if (column > 0)
    show_value (self, box, row, &self->measures[column - 1]);
  else
    show_scenario (self, box, row);
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

static GtkWidget *
make_cell (guint column)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "dl-number");
  gtk_box_append (GTK_BOX (box),
                  cell_label (column > 0, column > 0 ? 9 : 20, column > 0 ? NULL : "heading"));
  gtk_box_append (GTK_BOX (box), cell_label (column > 0, column > 0 ? 16 : 20, "dl-description"));
  return box;
}

/* Columns -------------------------------------------------------------------------------------- */

/* Place of its name among the names. */
static double
rank_of (const DlComparison *comparison, const DlComparisonRow *row)
{
  guint rank = 0;

  for (guint i = 0; i < comparison->rows->len; i++)
    rank += g_utf8_collate (dl_comparison_row (comparison, i)->name, row->name) < 0;
  return rank;
}

static double
get_key (guint column, guint id, gpointer page)
{
  DlCompareView *self = page;
  const DlComparisonRow *row = row_of (self, id);

  return column > 0 ? dl_comparison_get (row, &self->measures[column - 1]).mean
                    : rank_of (dl_compare_get_comparison (self->compare), row);
}

static const DlRowsCells cells = { make_cell, show_cell, get_key };

GtkWidget *
dl_compare_columns_new (DlCompareView *self)
{
  const guint n = 1 + self->n_measures;
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->columns = g_new0 (DlTableColumn, n);
  self->columns[0].title = N_ ("Scenario");
  for (guint i = 1; i < n; i++)
    self->columns[i].title = self->measures[i - 1].title;
  self->rows = dl_rows_new ((GBoxedCopyFunc) g_object_ref, g_object_unref);
  dl_rows_set (self->rows, self->compare, NULL, 0);
  dl_rows_set_cells (self->rows, &cells, self);
  self->table = dl_rows_new_view (self->rows, self->columns, n, _ ("Scenarios and their measures"));
  self->selection
      = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (self->table)));
  gtk_single_selection_set_can_unselect (self->selection, FALSE);
  for (guint i = 0; i < n; i++)
    {
      GtkColumnViewColumn *column = dl_rows_get_column (self->rows, i);

      gtk_column_view_column_set_expand (column, FALSE);
      gtk_column_view_column_set_visible (column, i == 0);
    }
  gtk_widget_add_css_class (self->table, "dl-compare");
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (self->table), TRUE);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->table), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

void
dl_compare_columns_update (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  g_autofree guint32 *ids = g_new (guint32, comparison->rows->len);

  for (guint i = 0; i < self->n_measures; i++)
    {
      GtkColumnViewColumn *column = dl_rows_get_column (self->rows, i + 1);
      const gboolean visible = dl_compare_view_shows (self, i);
      const char *unit = dl_comparison_unit (comparison, &self->measures[i]);
      g_autofree char *title
          = g_strconcat (_ (self->measures[i].title), unit != NULL ? "\n" : NULL, unit, NULL);

      if (g_strcmp0 (title, gtk_column_view_column_get_title (column)) != 0)
        gtk_column_view_column_set_title (column, title);
      if (visible != gtk_column_view_column_get_visible (column))
        gtk_column_view_column_set_visible (column, visible);
    }
  for (guint i = 0; i < comparison->rows->len; i++)
    ids[i] = dl_comparison_row (comparison, i)->id;
  dl_rows_refresh (self->rows, ids, comparison->rows->len);
}

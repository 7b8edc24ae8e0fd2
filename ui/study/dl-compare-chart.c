/* The chart of the compare page: a dot and its interval for each scenario and measure that the
 * table shows, and its export as a figure. */
#include "dl-compare-private.h"

#include "compat.h"
#include "dl-comparison-chart.h"
#include "dl-figure.h"
#include "dl-pane.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#define EMPTY_HEIGHT 60.0 /* where there is nothing to draw, of the words that say so */

/* What the table shows, in its columns' order. */
static DlComparisonChart
chart_of (DlCompareView *self, const DlMeasure **measures)
{
  DlComparisonChart chart = { .comparison = dl_compare_get_comparison (self->compare),
                              .measures = measures,
                              .base = self->base };

  for (guint i = 0; i < self->n_measures; i++)
    if (dl_compare_view_shows (self, i))
      measures[chart.n_measures++] = &self->measures[i];
  return chart;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlCompareView *self = user_data;
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);

  dl_comparison_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                            dl_view_theme (GTK_WIDGET (area)));
}

/* As high as it takes at this width. */
static gboolean
fit_height (gpointer user_data)
{
  DlCompareView *self = user_data;
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  const double width = dl_pane_chart_rect (self->chart).width;

  self->fitting = 0;
  if (width > 0)
    gtk_drawing_area_set_content_height (
        GTK_DRAWING_AREA (self->chart),
        (int) (dl_pane_chart_scale (self->chart)
               * MAX (EMPTY_HEIGHT, dl_comparison_chart_height (&chart, width))));
  return G_SOURCE_REMOVE;
}

static void
queue_fit (DlCompareView *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add (fit_height, self);
}

/* "Mean latency: A 148 ± 7, B 152 ± 5. ...", as the picture has it. */
static char *
describe (const DlComparisonChart *chart)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < chart->n_measures; i++)
    {
      g_autofree char *title = dl_comparison_title (chart->comparison, chart->measures[i]);

      g_string_append_printf (text, "%s%s: ", i > 0 ? ". " : "", title);
      for (guint row = 0; row < chart->comparison->rows->len; row++)
        {
          const DlComparisonRow *it = dl_comparison_row (chart->comparison, row);
          const DlEstimate estimate = dl_comparison_get (it, chart->measures[i]);
          g_autofree char *value = dl_measure_format_interval (chart->measures[i], estimate.mean,
                                                               estimate.reach, FALSE);

          g_string_append_printf (text, "%s%s %s", row > 0 ? ", " : "", it->name, value);
        }
    }
  return g_string_free (text, FALSE);
}

void
dl_compare_chart_update (DlCompareView *self)
{
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  g_autofree char *text = describe (&chart);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.export",
                                 chart.comparison->rows->len > 0);
  queue_fit (self);
  gtk_widget_queue_draw (self->chart);
}

gboolean
dl_compare_view_export_chart (DlCompareView *self, const char *path, GError **error)
{
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  const DlFigureInput input
      = { .scenario = dl_comparison_row (chart.comparison, 0)->scenario, .comparison = &chart };

  return dl_figure_export (&dl_figure_comparison, &input, path, DL_WIDTH_PAGE_IN, DL_DPI_DEFAULT,
                           error);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  DlCompareView *self = owner;
  DlToast *toasts = dl_toast_find (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), name);
  g_autoptr (GError) error = NULL;

  if (dl_compare_get_comparison (self->compare)->rows->len == 0 || path == NULL || toasts == NULL)
    return;
  if (dl_compare_view_export_chart (self, path, &error))
    dl_toast_show (toasts, title, NULL, _ ("_Show in Files"), DL_TOAST_SHOW_IN_FILES,
                   g_variant_new_bytestring (path));
  else
    dl_toast_show (toasts, error->message, NULL, NULL, NULL, NULL);
}

void
dl_compare_chart_ask (DlCompareView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  dl_compat_save_file_in (GTK_WINDOW (root), _ ("Export Chart"), _ ("_Export"), NULL,
                          "comparison.pdf", on_chosen, self);
}

GtkWidget *
dl_compare_chart_new (DlCompareView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = dl_pane_scrolled (box);

  self->chart = dl_pane_add_chart (box, 100, draw,
                                   /* xgettext:no-c-format */
                                   _ ("Scenarios and their 95% confidence intervals"), self);
  g_signal_connect_swapped (self->chart, "resize", G_CALLBACK (queue_fit), self);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_size_request (scrolled, 260, -1);
  return scrolled;
}

/* The chart of the selected curve: latency and accepted throughput by load, here and in BookSim 2,
 * and its export as a figure. */
#include "dl-papers-private.h"

#include "compat.h"
#include "dl-figure.h"
#include "dl-load-latency.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define WIDTH  330
#define HEIGHT 360

/* NULL: what is selected has none. */
static const DlPaperResult *
result_of (DlPapersView *self)
{
  const DlPaperItem *item = dl_papers_selected (self);
  const DlPaperResult *result
      = item != NULL && item->entry >= 0 ? dl_papers_entry (self, item)->result : NULL;

  return result != NULL && result->loads != NULL ? result : NULL;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const DlPaperResult *result = result_of (user_data);
  const DlLoadLatency chart
      = { result != NULL ? result->loads : NULL, ((DlPapersView *) user_data)->hovered };

  if (chart.curve != NULL)
    dl_load_latency_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                          dl_view_theme (GTK_WIDGET (area)));
}

/* Pointing ------------------------------------------------------------------------------------- */

/* "BookSim 2, load 0.212: latency 35.3 ± 0.04 cycles, accepted 0.2120" */
static char *
describe_point (const DlLoadSeries *series, const DlLoadPoint *point)
{
  g_autofree char *load = dl_number_text (point->load, 3);
  g_autofree char *accepted = dl_number_text (point->accepted, 4);
  g_autofree char *latency = NULL, *reach = NULL;

  if (isnan (point->latency))
    /* Translators: a simulator, an offered load, an accepted throughput */
    return g_strdup_printf (_ ("%s, load %s: accepted %s"), series->label, load, accepted);
  latency = dl_number_text (point->latency, 2);
  reach = dl_number_text (point->latency_reach, 2);
  /* Translators: a simulator, an offered load, a mean latency and its interval, a throughput */
  return g_strdup_printf (_ ("%s, load %s: latency %s ± %s cycles, accepted %s"), series->label,
                          load, latency, reach, accepted);
}

static void
show_point (DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  const DlLoadPoint *point
      = result != NULL ? dl_load_latency_at (result->loads, self->hovered) : NULL;
  g_autofree char *text
      = point != NULL ? describe_point (&result->loads->series[self->hovered.series], point) : NULL;

  gtk_label_set_text (self->point, text != NULL ? text : _ ("Point at a mark to read it."));
}

static void
hover (DlPapersView *self, DlLoadPlace place)
{
  if (place.series == self->hovered.series && place.point == self->hovered.point)
    return;
  self->hovered = place;
  show_point (self);
  gtk_widget_queue_draw (self->chart);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  const double scale = dl_pane_chart_scale (self->chart);

  if (result != NULL)
    hover (self, dl_load_latency_hit (dl_pane_chart_rect (self->chart), result->loads, x / scale,
                                      y / scale));
}

static void
on_leave (DlPapersView *self)
{
  hover (self, DL_NO_LOAD_PLACE);
}

/* Export --------------------------------------------------------------------------------------- */

gboolean
dl_papers_view_export_chart (DlPapersView *self, const char *path, GError **error)
{
  const DlFigureInput input = dl_figure_input_paper (result_of (self));

  return dl_figure_export (&dl_figure_booksim, &input, path, DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT,
                           error);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  DlPapersView *self = owner;
  DlToast *toasts = dl_toast_find (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), name);
  g_autoptr (GError) error = NULL;

  if (result_of (self) == NULL || path == NULL || toasts == NULL)
    return;
  if (dl_papers_view_export_chart (self, path, &error))
    dl_toast_show (toasts, title, NULL, _ ("_Show in Files"), DL_TOAST_SHOW_IN_FILES,
                   g_variant_new_bytestring (path));
  else
    dl_toast_show (toasts, error->message, NULL, NULL, NULL, NULL);
}

gboolean
dl_papers_chart_ask (DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  g_autofree char *name = NULL;

  if (result == NULL)
    return FALSE;
  name = g_strdup_printf ("%s.pdf", dl_paper_check_id (result->check));
  dl_compat_save_file_in (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Export Chart"),
                          _ ("_Export"), NULL, name, on_chosen, self);
  return TRUE;
}

/* Widget --------------------------------------------------------------------------------------- */

/* "mesh-8x8. BookSim 2: saturates at 0.425–0.430. Dateline: saturates at 0.425–0.430." */
static char *
describe (const DlPaperResult *result)
{
  GString *text = g_string_new (dl_paper_check_title (result->check));

  g_string_append_printf (text, ", %s.", dl_paper_check_section (result->check));
  for (guint i = 0; i < result->loads->n_series; i++)
    {
      const DlLoadSeries *series = &result->loads->series[i];
      g_autofree char *load = dl_load_saturation_text (series);

      g_string_append_c (text, ' ');
      /* Translators: a simulator, and the loads between which it begins to be */
      g_string_append_printf (text, _ ("%s: saturates at %s."), series->label, load);
    }
  return g_string_free (text, FALSE);
}

void
dl_papers_chart_update (DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  g_autofree char *text = result != NULL ? describe (result) : NULL;

  gtk_widget_set_visible (self->chart_box, result != NULL);
  gtk_column_view_column_set_visible (self->kind, result == NULL);
  if (result == NULL)
    return;
  gtk_label_set_text (self->chart_title, dl_paper_check_title (result->check));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  show_point (self);
  gtk_widget_queue_draw (self->chart);
}

GtkWidget *
dl_papers_chart_new (DlPapersView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->hovered = DL_NO_LOAD_PLACE;
  self->chart_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->chart_title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->chart_title, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->chart_title), "dl-paper-check");
  gtk_box_append (GTK_BOX (self->chart_box), GTK_WIDGET (self->chart_title));
  self->chart
      = dl_pane_add_chart (self->chart_box, HEIGHT, draw, _ ("Latency against offered load"), self);
  gtk_widget_set_vexpand (self->chart, TRUE);
  self->point = dl_pane_add_label (self->chart_box, "dl-number", TRUE);
  gtk_widget_set_size_request (self->chart_box, WIDTH, -1);
  gtk_widget_add_css_class (self->chart_box, "dl-library-bar");
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->chart, motion);
  return self->chart_box;
}

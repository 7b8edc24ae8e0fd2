#include "dl-rows-fit.h"

#include <glib/gi18n-lib.h>

/* Pixels that a cell and a title have around their text, the mark of sorting included. */
#define PADDING 10
#define SORTING 16

typedef struct
{
  GtkScrolledWindow *scroll; /* which owns this */
  GtkColumnView *view;
  const DlTableColumn *columns;
  guint n_columns, n_least;
  guint idle;
} Fit;

static void
fit_free (gpointer data)
{
  Fit *fit = data;

  g_clear_handle_id (&fit->idle, g_source_remove);
  g_free (fit);
}

/* Of a title, which is bold. */
static int
title_width (GtkWidget *widget, const char *title)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, title);
  PangoAttrList *bold = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, bold);
  pango_attr_list_unref (bold);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Of cells: as GtkInscription reckons its characters. */
static int
cells_width (GtkWidget *widget, guint n_chars)
{
  PangoFontMetrics *metrics
      = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  const int width = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                         pango_font_metrics_get_approximate_digit_width (metrics));

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL (width * (int) n_chars);
}

static int
column_width (GtkWidget *widget, const DlTableColumn *column)
{
  const int title = title_width (widget, _ (column->title)) + (column->value != NULL ? SORTING : 0);

  return MAX (title, cells_width (widget, MAX (column->min_chars, 3))) + PADDING;
}

static gboolean
fit_columns (gpointer data)
{
  Fit *fit = data;
  GListModel *columns = gtk_column_view_get_columns (fit->view);
  const double room
      = gtk_adjustment_get_page_size (gtk_scrolled_window_get_hadjustment (fit->scroll));
  double used = 0;

  fit->idle = 0;
  for (guint i = 0; i < fit->n_columns; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      used += column_width (GTK_WIDGET (fit->view), &fit->columns[i]);
      gtk_column_view_column_set_visible (column, i < fit->n_least || used <= room);
    }
  return G_SOURCE_REMOVE;
}

/* Columns do not change while they are laid out. */
static void
on_room (Fit *fit)
{
  if (fit->idle == 0)
    fit->idle = g_idle_add (fit_columns, fit);
}

void
dl_rows_fit (GtkScrolledWindow *scroll, GtkColumnView *view, const DlTableColumn *columns,
             guint n_columns, guint n_least)
{
  Fit *fit = g_new0 (Fit, 1);

  gtk_widget_add_css_class (GTK_WIDGET (view), "dl-narrow");
  *fit = (Fit) { scroll, view, columns, n_columns, n_least, 0 };
  g_object_set_data_full (G_OBJECT (scroll), "dl-rows-fit", fit, fit_free);
  g_signal_connect_swapped (gtk_scrolled_window_get_hadjustment (scroll), "notify::page-size",
                            G_CALLBACK (on_room), fit);
}

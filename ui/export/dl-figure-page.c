#include "dl-figure-page.h"

#include "dl-numerals.h"

#include <math.h>

#define SCREEN_DPI 96.0 /* of a screen that does not know its size */
#define LEAST_DPI  60.0 /* what screens say of themselves is not always so */
#define MOST_DPI   240.0
#define POINTS     72.0 /* an inch */
#define MARGIN     12.0 /* pixels around the page */

struct _DlFigurePage
{
  GtkDrawingArea parent;
  DlFigureDrawing *drawing; /* nullable */
  double width_in, height_in;
};

G_DEFINE_FINAL_TYPE (DlFigurePage, dl_figure_page, GTK_TYPE_DRAWING_AREA)

double
dl_figure_page_get_height_in (DlFigurePage *self)
{
  return self->height_in;
}

double
dl_figure_page_get_dpi (DlFigurePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  GdkMonitor *monitor
      = surface != NULL
            ? gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface)
            : NULL;
  GdkRectangle pixels;
  double dpi;

  if (monitor == NULL || gdk_monitor_get_width_mm (monitor) <= 0)
    return SCREEN_DPI;
  gdk_monitor_get_geometry (monitor, &pixels);
  dpi = pixels.width * 25.4 / gdk_monitor_get_width_mm (monitor);
  return dpi >= LEAST_DPI && dpi <= MOST_DPI ? dpi : SCREEN_DPI;
}

double
dl_figure_page_get_zoom (DlFigurePage *self)
{
  const double dpi = dl_figure_page_get_dpi (self);
  const double fit
      = MIN ((gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN) / self->width_in,
             (gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN) / self->height_in);

  return MAX (MIN (fit, dpi), 1) / dpi;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlFigurePage *self = DL_FIGURE_PAGE (area);
  const double scale = dl_figure_page_get_dpi (self) * dl_figure_page_get_zoom (self);
  const double page_width = self->width_in * scale;
  const double page_height = self->height_in * scale;
  /* As in the file. */
  g_autoptr (DlPlainNumerals) plain = NULL;

  if (self->drawing == NULL)
    return;
  plain = dl_plain_numerals_new ();
  cairo_translate (cr, round ((width - page_width) / 2), round ((height - page_height) / 2));
  for (guint i = 1; i <= 4; i++)
    {
      cairo_rectangle (cr, -(double) i, 1 - (double) i, page_width + 2 * i, page_height + 2 * i);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.07);
      cairo_fill (cr);
    }
  cairo_rectangle (cr, 0, 0, page_width, page_height);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  cairo_scale (cr, scale / POINTS, scale / POINTS);
  dl_figure_draw (self->drawing->figure, cr, &self->drawing->input, self->width_in * POINTS,
                  self->height_in * POINTS, dl_theme_paper ());
}

static void
finalize (GObject *object)
{
  dl_figure_drawing_unref (DL_FIGURE_PAGE (object)->drawing);
  G_OBJECT_CLASS (dl_figure_page_parent_class)->finalize (object);
}

static void
dl_figure_page_class_init (DlFigurePageClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_figure_page_init (DlFigurePage *self)
{
  self->width_in = 1;
  self->height_in = 1;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw, NULL, NULL);
}

void
dl_figure_page_set (DlFigurePage *self, DlFigureDrawing *drawing, double width_in)
{
  DlFigureDrawing *old = self->drawing;

  self->drawing = drawing != NULL ? dl_figure_drawing_ref (drawing) : NULL;
  dl_figure_drawing_unref (old);
  if (drawing != NULL)
    {
      self->width_in = width_in;
      self->height_in
          = dl_figure_height (drawing->figure, &drawing->input, width_in * POINTS) / POINTS;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

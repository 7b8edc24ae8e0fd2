#include "dl-legend.h"

#include "dl-appearance.h"
#include "dl-view-family.h"

#include <math.h>

/* In units, around the legend. */
#define MARGIN 12
#define BELOW  6
/* Where nothing of it is cut short, and where longer colors say no more. */
#define LEAST_WIDTH 440
#define MOST_WIDTH  640

struct _DlLegend
{
  GtkWidget parent;
  DlView *view;
};

G_DEFINE_FINAL_TYPE (DlLegend, dl_legend, GTK_TYPE_WIDGET)

/* Pixels a unit that it draws in: its words are as much larger than usual as the user's text is, as
 * far as there is room at @width pixels. */
static double
words_in (double width)
{
  return CLAMP (width / (LEAST_WIDTH + 2 * MARGIN), 1, dl_text_size_scale ());
}

/* All marks that maps of the network can have. */
static void
init_scale (DlLegend *self, DlScale *scale, const DlTheme *theme)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;

  *scale = *dl_shown_get_scale (dl_view_get_shown (self->view), theme);
  if (dl_view_family (family)->has_datelines && !scale->is_difference)
    scale->marks |= DL_MARK_DATELINE;
}

static double
room_in (double width)
{
  return MIN (width / words_in (width) - 2 * MARGIN, MOST_WIDTH);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlLegend *self = DL_LEGEND (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const double words = words_in (width);
  const DlTheme *theme = dl_view_theme (widget);
  DlScale scale;
  cairo_t *cr;

  if (self->view == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_scale (cr, words, words);
  init_scale (self, &scale, theme);
  dl_scale_draw_legend (&scale, cr, MARGIN, 0, room_in (width), theme);
  cairo_destroy (cr);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlLegend *self = DL_LEGEND (widget);
  /* Without a known width: the size that the widest legend needs. */
  const double words = for_size < 0 ? dl_text_size_scale () : words_in (for_size);
  const double room = for_size < 0 ? MOST_WIDTH : room_in (for_size);
  DlScale scale;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL || self->view == NULL)
    return;
  init_scale (self, &scale, dl_view_theme (widget));
  *minimum = *natural = (int) ceil (words * (ceil (dl_scale_legend_height (&scale, room)) + BELOW));
}

void
dl_legend_set_view (DlLegend *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_shown (view), "changed", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
  /* Another metric has other keys, in more lines or less. */
  g_signal_connect_object (dl_view_get_shown (view), "changed::other",
                           G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
}

static void
dispose (GObject *object)
{
  g_clear_object (&DL_LEGEND (object)->view);
  G_OBJECT_CLASS (dl_legend_parent_class)->dispose (object);
}

static void
dl_legend_class_init (DlLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->get_request_mode = get_request_mode;
  widget_class->measure = measure;
  /* The map itself describes its places in words. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
dl_legend_init (DlLegend *self)
{
}

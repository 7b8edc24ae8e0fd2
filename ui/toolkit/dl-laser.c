#include "dl-laser.h"

/* Pixels: large enough for the last row, small enough to point at one link. */
#define RADIUS 9.0
#define RING   3.0

struct _DlLaser
{
  GtkWidget parent;
  double x, y;
};

G_DEFINE_FINAL_TYPE (DlLaser, dl_laser, GTK_TYPE_WIDGET)

/* A white ring around it, since maps have red and dark places, too. */
static void
dl_laser_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlLaser *self = DL_LASER (widget);
  const double reach = RADIUS + RING;
  cairo_t *cr;

  if (self->x < 0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) (self->x - reach), (float) (self->y - reach),
                                     (float) (2 * reach), (float) (2 * reach)));
  cairo_arc (cr, self->x, self->y, reach - 0.5, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.9);
  cairo_fill (cr);
  cairo_arc (cr, self->x, self->y, RADIUS, 0, 2 * G_PI);
  cairo_set_source_rgb (cr, 0.88, 0.05, 0.1);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static void
dl_laser_class_init (DlLaserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = dl_laser_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
dl_laser_init (DlLaser *self)
{
  self->x = -1;
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

GtkWidget *
dl_laser_new (void)
{
  return g_object_new (DL_TYPE_LASER, NULL);
}

void
dl_laser_move (DlLaser *self, double x, double y)
{
  self->x = x;
  self->y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

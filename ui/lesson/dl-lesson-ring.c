#include "dl-lesson-ring.h"

#include "dl-canvas.h"
#include "dl-motion.h"

#include <math.h>

/* Told from all scales of the maps, and 3:1 at least on both themes' grounds. */
#define RED   0.902
#define GREEN 0.380
#define BLUE  0.000

#define LINE   3.0
#define HALO   6.0
#define GAP    5.0  /* between what is ringed and the ring */
#define EDGE   4.0  /* free at the edge of the map, where it is seen that the keyboard is there */
#define LEAST  22.0 /* of a ring across: a link may be some pixels */
#define GROWTH 14.0 /* of a pulse */

/* Shorter than what WCAG 2.2.2 lets move without a way to stop it. */
#define PULSE_US (1200 * 1000)
#define N_PULSES 4

struct _DlLessonRing
{
  GtkWidget parent;
  GArray *spots; /* DlLessonSpot */
  guint tick;
  gint64 begin_us; /* of the pulses, on the frame clock; 0 before the first frame */
  double phase;    /* 0..1 of a pulse; 0 at rest */
};

G_DEFINE_FINAL_TYPE (DlLessonRing, dl_lesson_ring, GTK_TYPE_WIDGET)

/* Where it is ---------------------------------------------------------------------------------- */

gboolean
dl_lesson_spot_locate (const DlLessonSpot *spot, DlRect *rect)
{
  /* A map without groups by themselves has them on its diagonal. */
  const DlPlace diagonal = dl_place_pair (spot->place.a, spot->place.a);

  return DL_IS_CANVAS (spot->widget)
         && (dl_canvas_locate (DL_CANVAS (spot->widget), spot->place, rect)
             || (spot->place.kind == DL_PLACE_GROUP
                 && dl_canvas_locate (DL_CANVAS (spot->widget), diagonal, rect)));
}

/* In this widget, with room for the ring; all of the view where there is nothing nearer. */
static gboolean
outline_of (DlLessonRing *self, const DlLessonSpot *spot, DlRect *rect)
{
  graphene_point_t at;
  double grow_x, grow_y;

  if (!gtk_widget_get_mapped (spot->widget))
    return FALSE;
  if (!dl_lesson_spot_locate (spot, rect))
    *rect
        = (DlRect) { EDGE + GAP, EDGE + GAP, gtk_widget_get_width (spot->widget) - 2 * (EDGE + GAP),
                     gtk_widget_get_height (spot->widget) - 2 * (EDGE + GAP) };
  if (!gtk_widget_compute_point (spot->widget, GTK_WIDGET (self),
                                 &GRAPHENE_POINT_INIT (rect->x, rect->y), &at))
    return FALSE;
  grow_x = MAX (GAP, (LEAST - rect->width) / 2);
  grow_y = MAX (GAP, (LEAST - rect->height) / 2);
  *rect = (DlRect) { at.x - grow_x, at.y - grow_y, rect->width + 2 * grow_x,
                     rect->height + 2 * grow_y };
  return TRUE;
}

/* Drawing -------------------------------------------------------------------------------------- */

static void
round_rect (cairo_t *cr, DlRect rect, double by)
{
  const double x = rect.x - by, y = rect.y - by, width = rect.width + 2 * by,
               height = rect.height + 2 * by;
  const double r = MIN (MIN (width, height) / 2, 9 + by);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI / 2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI / 2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
draw_spot (DlLessonRing *self, cairo_t *cr, DlRect rect)
{
  const gboolean dark = dl_view_theme (GTK_WIDGET (self)) == dl_theme_dark ();
  const double ground = dark ? 0 : 1;

  round_rect (cr, rect, 0);
  cairo_set_line_width (cr, HALO);
  cairo_set_source_rgb (cr, ground, ground, ground);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, LINE);
  cairo_set_source_rgb (cr, RED, GREEN, BLUE);
  cairo_stroke (cr);
  if (self->phase <= 0)
    return;
  round_rect (cr, rect, self->phase * GROWTH);
  cairo_set_source_rgba (cr, RED, GREEN, BLUE, 1 - self->phase);
  cairo_stroke (cr);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlLessonRing *self = DL_LESSON_RING (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr;

  if (self->spots->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  for (guint i = 0; i < self->spots->len; i++)
    {
      DlRect rect;

      if (outline_of (self, &g_array_index (self->spots, DlLessonSpot, i), &rect))
        draw_spot (self, cr, rect);
    }
  cairo_destroy (cr);
}

/* Moving --------------------------------------------------------------------------------------- */

static void
stop (DlLessonRing *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  self->phase = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  DlLessonRing *self = DL_LESSON_RING (widget);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->begin_us == 0)
    self->begin_us = now;
  if (now - self->begin_us >= N_PULSES * PULSE_US)
    {
      self->tick = 0;
      self->phase = 0;
      gtk_widget_queue_draw (widget);
      return G_SOURCE_REMOVE;
    }
  self->phase = (double) ((now - self->begin_us) % PULSE_US) / PULSE_US;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

void
dl_lesson_ring_pulse (DlLessonRing *self)
{
  stop (self);
  self->begin_us = 0;
  if (dl_motion_is_wanted () && self->spots->len > 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

gboolean
dl_lesson_ring_is_moving (DlLessonRing *self)
{
  return self->tick != 0;
}

void
dl_lesson_ring_set_spots (DlLessonRing *self, GArray *spots)
{
  g_array_set_size (self->spots, 0);
  if (spots->len > 0)
    g_array_append_vals (self->spots, spots->data, spots->len);
  if (spots->len == 0)
    stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self), spots->len > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  g_array_unref (DL_LESSON_RING (object)->spots);
  G_OBJECT_CLASS (dl_lesson_ring_parent_class)->finalize (object);
}

static void
dl_lesson_ring_class_init (DlLessonRingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  GTK_WIDGET_CLASS (class)->snapshot = snapshot;
  /* The pane says what it points at. */
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
dl_lesson_ring_init (DlLessonRing *self)
{
  self->spots = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
dl_lesson_ring_new (void)
{
  return g_object_new (DL_TYPE_LESSON_RING, NULL);
}

#include "dl-slider.h"

#include "dl-accessible.h"

#include <math.h>

/* Steps of keys and wheel belong together until it has not been touched for this time. */
#define SETTLE_MS 1000

struct _DlSlider
{
  GtkScale parent;
  const DlSliderRange *range;
  double value; /* followed last */
  gboolean pressed;
  guint settle_timeout;
};

enum
{
  MOVED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlSlider, dl_slider, GTK_TYPE_SCALE)

/* Ranges --------------------------------------------------------------------------------------- */

static double
whole_power (double position)
{
  return round (exp2 (position));
}

static double
eighth (double value)
{
  return fmax (1, round (value / 8));
}

static double
square (double position)
{
  const double value = position * position;
  const double n = value < 0.1 ? 1000 : 100;

  return round (value * n) / n;
}

static double
hundredth (double value)
{
  return value < 0.1 ? 0.001 : 0.01;
}

const DlSliderRange dl_slider_log2 = { 1, G_MAXUINT32, log2, whole_power, eighth, 1 };
const DlSliderRange dl_slider_root = { 0, 1, sqrt, square, hundredth, 0.1 };

/* Movements ------------------------------------------------------------------------------------ */

static void
settle (DlSlider *self)
{
  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  g_signal_emit (self, signals[SETTLED], 0);
}

static gboolean
on_settle_timeout (gpointer user_data)
{
  DlSlider *self = user_data;

  self->settle_timeout = 0;
  settle (self);
  return G_SOURCE_REMOVE;
}

/* @position: where keys or pointer would put it. */
static gboolean
change_value (GtkRange *range, GtkScrollType scroll, double position)
{
  DlSlider *self = DL_SLIDER (range);
  const double way = position - gtk_range_get_value (range);
  double value;

  switch (scroll)
    {
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_UP:
    case GTK_SCROLL_STEP_DOWN:
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_RIGHT:
      value = self->value + copysign (self->range->step (self->value), way);
      value = self->range->value (self->range->position (fmax (value, self->range->least)));
      break;
    default:
      value = self->range->value (position);
      break;
    }
  value = CLAMP (value, self->range->least, self->range->most);
  if (value == self->value || way == 0)
    return TRUE;

  g_signal_emit (self, signals[MOVED], 0, value);
  g_clear_handle_id (&self->settle_timeout, g_source_remove);
  if (!self->pressed)
    self->settle_timeout = g_timeout_add (SETTLE_MS, on_settle_timeout, self);
  return TRUE;
}

static gboolean
on_event (DlSlider *self, GdkEvent *event)
{
  switch ((guint) gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      self->pressed = TRUE;
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
      self->pressed = FALSE;
      settle (self);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
on_focus (GtkEventController *focus, GParamSpec *pspec, DlSlider *self)
{
  dl_focus_set_wheel (GTK_WIDGET (self), gtk_event_controller_focus_contains_focus (
                                             GTK_EVENT_CONTROLLER_FOCUS (focus)));
  if (dl_focus_has_left (focus) && self->settle_timeout != 0)
    settle (self);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_handle_id (&DL_SLIDER (object)->settle_timeout, g_source_remove);
  G_OBJECT_CLASS (dl_slider_parent_class)->dispose (object);
}

static void
dl_slider_class_init (DlSliderClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_RANGE_CLASS (class)->change_value = change_value;
  signals[MOVED] = g_signal_new ("moved", DL_TYPE_SLIDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[SETTLED] = g_signal_new ("settled", DL_TYPE_SLIDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
dl_slider_init (DlSlider *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *events = gtk_event_controller_legacy_new ();

  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (on_focus), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  dl_focus_set_wheel (GTK_WIDGET (self), FALSE);
  gtk_scale_set_draw_value (GTK_SCALE (self), FALSE);
}

GtkWidget *
dl_slider_new (const DlSliderRange *range)
{
  DlSlider *self = g_object_new (DL_TYPE_SLIDER, NULL);
  const double least = range->position (range->least), most = range->position (range->most);

  self->range = range;
  self->value = range->least;
  gtk_range_set_adjustment (
      GTK_RANGE (self), gtk_adjustment_new (least, least, most, range->page / 8, range->page, 0));
  gtk_range_set_round_digits (GTK_RANGE (self), -1);
  return GTK_WIDGET (self);
}

void
dl_slider_add_mark (DlSlider *self, double value, const char *markup)
{
  gtk_scale_add_mark (GTK_SCALE (self), self->range->position (value), GTK_POS_BOTTOM, markup);
}

void
dl_slider_follow (DlSlider *self, double value, const char *text)
{
  self->value = value;
  gtk_range_set_value (GTK_RANGE (self), self->range->position (value));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

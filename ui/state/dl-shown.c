#include "dl-shown.h"

#include "dl-view.h"

/* Between two pictures of a simulation, in milliseconds. */
#define REPAINT_MS 50

struct _DlShown
{
  GObject parent;
  DlView *view; /* its owner */
  gboolean is_b;

  /* Nothing of this is set before the first one asks, and after something changed. */
  DlEvaluation *result; /* NULL */
  const DlMetric *metric;
  double load;   /* at which links are loaded */
  gint64 set_us; /* monotonic time */
  guint repaint; /* for the last picture of a burst */
  guint64 serial;

  GArray *values; /* float (n_links); empty: they are to be found */
  GArray *of_a;   /* likewise of A, where that is not the shown side */
  DlScale scale;
  const DlTheme *theme; /* of the scale; NULL: it is to be found */
};

G_DEFINE_FINAL_TYPE (DlShown, dl_shown, G_TYPE_OBJECT)

static guint changed;
static GQuark other;

static DlBeside *
beside_of (DlShown *self)
{
  return dl_view_get_beside (self->view);
}

DlShow
dl_shown_get_show (DlShown *self)
{
  if (!self->is_b)
    return dl_beside_get_show (beside_of (self));
  return dl_beside_compares (beside_of (self), NULL) ? DL_SHOW_B : DL_SHOW_A;
}

/* NULL before it is known. */
static DlEvaluation *
result_of (DlShown *self)
{
  return dl_shown_get_show (self) == DL_SHOW_B
             ? dl_beside_get_pin (beside_of (self))->result
             : dl_session_get_result (dl_view_get_session (self->view));
}

static void
forget (DlShown *self)
{
  g_clear_pointer (&self->result, dl_evaluation_unref);
  g_array_set_size (self->values, 0);
  g_array_set_size (self->of_a, 0);
  self->theme = NULL;
}

/* Forget values that are not the latest; FALSE before there is a result. */
static gboolean
update (DlShown *self)
{
  DlEvaluation *result = result_of (self);
  const DlMetric *metric = dl_view_get_metric (self->view);
  DlMetricInput input;

  if (result == NULL)
    {
      forget (self);
      return FALSE;
    }
  dl_beside_get_input (beside_of (self), dl_shown_get_show (self), &input);
  if (self->result == result && self->metric == metric && self->load == input.load)
    return TRUE;
  forget (self);
  self->result = dl_evaluation_ref (result);
  self->metric = metric;
  self->load = input.load;
  self->set_us = g_get_monotonic_time ();
  self->serial++;
  return TRUE;
}

DlEvaluation *
dl_shown_get_result (DlShown *self)
{
  update (self);
  return self->result;
}

const DlMetric *
dl_shown_get_metric (DlShown *self)
{
  return dl_view_get_metric (self->view);
}

guint64
dl_shown_get_serial (DlShown *self)
{
  update (self);
  return self->serial;
}

const DlDifference *
dl_shown_get_difference (DlShown *self)
{
  return dl_shown_get_show (self) == DL_SHOW_DIFFERENCE
             ? dl_beside_get_difference (beside_of (self))
             : NULL;
}

DlEvaluation *
dl_shown_get_against (DlShown *self)
{
  return dl_shown_get_difference (self) != NULL ? dl_beside_get_pin (beside_of (self))->result
                                                : NULL;
}

/* Values of A or B, into @values. */
static const float *
find_values (DlShown *self, DlShow show, GArray *values)
{
  DlMetricInput input;

  if (values->len > 0 || !dl_beside_get_input (beside_of (self), show, &input))
    return (const float *) values->data;
  g_array_set_size (values, MAX (1, input.net.graph->n_links));
  dl_metric_values (self->metric, &input, (float *) values->data);
  return (const float *) values->data;
}

const float *
dl_shown_get_values (DlShown *self)
{
  const DlDifference *difference = dl_shown_get_difference (self);

  g_return_val_if_fail (update (self), NULL);
  if (difference == NULL)
    return find_values (self, dl_shown_get_show (self), self->values);
  if (self->values->len == 0)
    {
      g_array_set_size (self->values, MAX (1, difference->n));
      dl_contrast_values (difference, (float *) self->values->data);
    }
  return (const float *) self->values->data;
}

const float *
dl_shown_get_values_of_a (DlShown *self)
{
  if (dl_session_get_result (dl_view_get_session (self->view)) == NULL || !update (self))
    return NULL;
  return dl_shown_get_show (self) == DL_SHOW_A ? dl_shown_get_values (self)
                                               : find_values (self, DL_SHOW_A, self->of_a);
}

const DlScale *
dl_shown_get_scale (DlShown *self, const DlTheme *theme)
{
  if (update (self) && self->theme == theme)
    return &self->scale;
  dl_beside_init_scale (beside_of (self), &self->scale, theme);
  self->theme = self->result != NULL ? theme : NULL;
  return &self->scale;
}

gboolean
dl_shown_same_places (const DlEvaluation *a, const DlEvaluation *b)
{
  const DlFamily *family = a->scenario->family;

  return family == b->scenario->family && family->same_places (a->net.shape, b->net.shape);
}

/* Signals -------------------------------------------------------------------------------------- */

static void
on_change (DlShown *self)
{
  g_signal_emit (self, changed, other);
}

/* Where a state is pinned, DlBeside has told of the result. */
static void
on_result (DlShown *self)
{
  if (dl_beside_get_pin (beside_of (self)) == NULL)
    on_change (self);
}

/* Another state pinned, or which of the two is shown. */
static void
on_other_values (DlShown *self)
{
  forget (self);
  on_change (self);
}

static void
on_critical (DlShown *self)
{
  if (dl_metric_is_critical (dl_view_get_metric (self->view)))
    on_other_values (self);
}

static void
on_counters (DlShown *self)
{
  if (dl_metric_is_measured (dl_view_get_metric (self->view)))
    on_other_values (self);
}

static gboolean
repaint (gpointer data)
{
  DlShown *self = data;

  self->repaint = 0;
  forget (self);
  g_signal_emit (self, changed, 0);
  return G_SOURCE_REMOVE;
}

/* Show the first picture of a burst at once and the last one at its end. */
static void
on_picture (DlShown *self)
{
  const gint64 since_ms = (g_get_monotonic_time () - self->set_us) / 1000;

  if (!dl_metric_is_simulated (dl_view_get_metric (self->view)) || self->repaint != 0)
    return;
  if (self->result == NULL || since_ms >= REPAINT_MS)
    repaint (self);
  else
    self->repaint = g_timeout_add (REPAINT_MS - since_ms, repaint, self);
}

static void
finalize (GObject *object)
{
  DlShown *self = DL_SHOWN (object);

  g_clear_handle_id (&self->repaint, g_source_remove);
  forget (self);
  g_array_unref (self->values);
  g_array_unref (self->of_a);
  G_OBJECT_CLASS (dl_shown_parent_class)->finalize (object);
}

static void
dl_shown_class_init (DlShownClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  other = g_quark_from_static_string ("other");
  changed = g_signal_new ("changed", DL_TYPE_SHOWN, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL,
                          NULL, NULL, G_TYPE_NONE, 0);
}

static void
dl_shown_init (DlShown *self)
{
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
  self->of_a = g_array_new (FALSE, FALSE, sizeof (float));
}

DlShown *
dl_shown_new (DlView *view, gboolean is_b)
{
  DlShown *self = g_object_new (DL_TYPE_SHOWN, NULL);
  const struct
  {
    gpointer source;
    const char *signal;
    void (*handle) (DlShown *self);
  } sources[] = {
    { view, "notify::metric", on_change },
    { dl_view_get_session (view), "notify::result", on_result },
    { dl_view_get_beside (view), "notify::changes", on_other_values },
    { dl_view_get_live (view), "notify::picture", on_picture },
    { dl_view_get_critical_job (view), "notify", on_critical },
    { dl_view_get_counters (view), "notify::counters", on_counters },
    { dl_view_get_places (view), "notify::counters", on_counters },
  };

  self->view = view;
  self->is_b = is_b;
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    g_signal_connect_object (sources[i].source, sources[i].signal, G_CALLBACK (sources[i].handle),
                             self, G_CONNECT_SWAPPED);
  return self;
}

#include "dl-places-dragonfly.h"

#include "dl-view.h"

struct _DlPlaces
{
  GObject parent;
  DlView *view; /* its owner */
  const DlCounters *counters;
  guint64 counter_changes;

  DlDragonflyShown *shown; /* of the current state and: */
  const DlMetric *shown_metric;
  double shown_load;
};

enum
{
  COUNTERS = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlPlaces, dl_places, G_TYPE_OBJECT)

const DlDragonflyAnalysis *
dl_places_get_analysis (DlPlaces *self)
{
  DlEvaluation *result
      = dl_session_get_result_of (dl_view_get_session (self->view), &dl_family_dragonfly);

  return result != NULL ? dl_evaluation_dragonfly (result) : NULL;
}

const DlDragonfly *
dl_places_get_network (DlPlaces *self)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (self);

  return analysis != NULL ? analysis->dragonfly : NULL;
}

/* Values on maps ------------------------------------------------------------------------------- */

gboolean
dl_places_get_input (DlPlaces *self, DlMetricInput *input)
{
  return dl_places_get_analysis (self) != NULL
         && dl_beside_get_input (dl_view_get_beside (self->view), DL_SHOW_A, input);
}

static void
forget_shown (DlPlaces *self)
{
  g_clear_pointer (&self->shown, dl_dragonfly_shown_free);
}

static const DlDragonflyShown *
get_shown (DlPlaces *self)
{
  const DlMetric *metric = dl_view_get_metric (self->view);
  DlMetricInput input;

  if (!dl_places_get_input (self, &input) || !dl_metric_is_known (metric, &input))
    return NULL;
  if (self->shown == NULL || self->shown_metric != metric || self->shown_load != input.load)
    {
      forget_shown (self);
      self->shown = dl_dragonfly_shown_new (metric, &input);
      self->shown_metric = metric;
      self->shown_load = input.load;
    }
  return self->shown;
}

gboolean
dl_places_get_value (DlPlaces *self, DlPlace place, gboolean in, DlDragonflyValue *value)
{
  const DlDragonflyShown *shown = get_shown (self);

  return shown != NULL
         && dl_dragonfly_shown_value (shown, dl_places_get_network (self), place, in, value);
}

void
dl_places_set_counters (DlPlaces *self, const DlCounters *counters)
{
  if (counters != NULL && counters->kind != &dl_counters_kind_cascade)
    counters = NULL;
  if (counters == self->counters)
    return;
  self->counters = counters;
  forget_shown (self);
  self->counter_changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[COUNTERS]);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == COUNTERS)
    g_value_set_uint64 (value, DL_PLACES (object)->counter_changes);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
finalize (GObject *object)
{
  forget_shown (DL_PLACES (object));
  G_OBJECT_CLASS (dl_places_parent_class)->finalize (object);
}

static void
dl_places_class_init (DlPlacesClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->finalize = finalize;
  properties[COUNTERS] = g_param_spec_uint64 ("counters", NULL, NULL, 0, G_MAXUINT64, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_places_init (DlPlaces *self)
{
}

DlPlaces *
dl_places_new (DlView *view)
{
  DlPlaces *self = g_object_new (DL_TYPE_PLACES, NULL);

  self->view = view;
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (forget_shown),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (forget_shown),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (forget_shown),
                           self, G_CONNECT_SWAPPED);
  return self;
}

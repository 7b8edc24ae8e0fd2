#include "dl-places.h"

#include "dl-session-dragonfly.h"

struct _DlPlaces
{
  GObject parent;
  DlSession *session;
  DlLive *live;
  const DlCounters *counters;
  DlMetric metric;
  guint group;
  gboolean sorted;
  DlPlace selected, hovered;
  guint64 selections, hovers, origins, trips, counter_changes;
  guint n_groups, n_routers, n_links; /* of the network that places are of */

  guint origin;
  guint source, dest, which; /* of the route */
  gboolean has_trip;
  DlDragonflyTrip trip;
  DlDragonflyRoutes *routes; /* of @trip */
  DlDragonflyExpected *expected;
  DlResult *expected_of; /* whose loads they are */
  guint step;

  DlDragonflyShown *shown; /* of the state as it is and: */
  DlMetric shown_metric;
  double shown_load;
};

enum
{
  METRIC = 1,
  GROUP,
  SORTED,
  SELECTION,
  HOVERED,
  ORIGIN,
  TRIP,
  COUNTERS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlPlaces, dl_places, G_TYPE_OBJECT)

static void
changed (DlPlaces *self, guint property, guint64 *count)
{
  (*count)++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

const DlDragonflyAnalysis *
dl_places_get_analysis (DlPlaces *self)
{
  DlResult *result = dl_session_get_dragonfly_result (self->session);

  return result != NULL ? dl_result_dragonfly (result) : NULL;
}

const DlDragonfly *
dl_places_get_network (DlPlaces *self)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (self);

  return analysis != NULL ? analysis->dragonfly : NULL;
}

/* Routes --------------------------------------------------------------------------------------- */

static void
drop_trip (DlPlaces *self)
{
  self->has_trip = FALSE;
  self->step = DL_NO_STEP;
  g_clear_pointer (&self->routes, dl_dragonfly_routes_unref);
}

static void
find_trip (DlPlaces *self)
{
  DlResult *result = dl_session_get_dragonfly_result (self->session);
  g_autoptr (DlScenario) scenario = NULL;

  drop_trip (self);
  if (result == NULL
      || MAX (self->source, self->dest) >= dl_result_dragonfly (result)->dragonfly->n_nodes
      || !dl_dragonfly_node_up (dl_result_dragonfly (result)->dragonfly, self->source)
      || !dl_dragonfly_node_up (dl_result_dragonfly (result)->dragonfly, self->dest))
    return;
  if (self->expected_of != result)
    {
      g_clear_pointer (&self->expected, dl_dragonfly_expected_free);
      self->expected = dl_evaluate_expected (result->scenario, dl_result_dragonfly (result));
      g_clear_pointer (&self->expected_of, dl_result_unref);
      self->expected_of = dl_result_ref (result);
    }
  scenario = dl_scenario_copy (result->scenario);
  scenario->seed += self->which; /* another packet */
  self->routes = dl_dragonfly_routes_ref (dl_result_dragonfly (result)->routes);
  dl_evaluate_trip (scenario, self->routes, self->source, self->dest, self->expected, &self->trip);
  self->has_trip = TRUE;
}

const DlDragonflyTrip *
dl_places_get_trip (DlPlaces *self, guint *source, guint *dest)
{
  if (!self->has_trip)
    return NULL;
  if (source != NULL)
    *source = self->source;
  if (dest != NULL)
    *dest = self->dest;
  return &self->trip;
}

void
dl_places_show_trip (DlPlaces *self, guint source, guint dest, guint which)
{
  self->source = source;
  self->dest = dest;
  self->which = which;
  find_trip (self);
  dl_places_set_origin (self, DL_NO_NODE);
  changed (self, TRIP, &self->trips);
}

guint
dl_places_get_which (DlPlaces *self)
{
  return self->which;
}

void
dl_places_hide_trip (DlPlaces *self)
{
  if (!self->has_trip)
    return;
  drop_trip (self);
  changed (self, TRIP, &self->trips);
}

guint
dl_places_get_step (DlPlaces *self)
{
  return self->step;
}

void
dl_places_set_step (DlPlaces *self, guint step)
{
  const guint n = self->has_trip ? self->trip.route.n_steps : 0;

  if (step >= n)
    step = DL_NO_STEP;
  if (step == self->step)
    return;
  self->step = step;
  changed (self, TRIP, &self->trips);
}

guint
dl_places_get_origin (DlPlaces *self)
{
  return self->origin;
}

void
dl_places_set_origin (DlPlaces *self, guint node)
{
  if (node == self->origin)
    return;
  self->origin = node;
  changed (self, ORIGIN, &self->origins);
}

/* Places --------------------------------------------------------------------------------------- */

DlPlace
dl_places_get_selected (DlPlaces *self)
{
  return self->selected;
}

/* The group that a place is in, or leaves. */
static guint
group_of (const DlDragonfly *net, DlPlace place)
{
  switch (place.kind)
    {
    case DL_PLACE_PAIR:
    case DL_PLACE_GROUP:
      return place.a;
    case DL_PLACE_ROUTER:
      return net->router[place.a].group;
    case DL_PLACE_LINK:
      return net->router[net->link_from[place.a]].group;
    case DL_PLACE_NODE:
    case DL_PLACE_NOTHING:
      break;
    }
  return G_MAXUINT;
}

void
dl_places_select (DlPlaces *self, DlPlace place)
{
  const DlDragonfly *net = dl_places_get_network (self);

  if (net == NULL)
    return;
  if (place.kind != DL_PLACE_NOTHING && group_of (net, place) != self->group)
    g_object_set (self, "group", group_of (net, place), NULL);
  if (dl_place_equal (place, self->selected))
    return;
  self->selected = place;
  changed (self, SELECTION, &self->selections);
}

DlPlace
dl_places_get_hovered (DlPlaces *self)
{
  return self->hovered;
}

void
dl_places_hover (DlPlaces *self, DlPlace place)
{
  if (dl_place_equal (place, self->hovered))
    return;
  self->hovered = place;
  changed (self, HOVERED, &self->hovers);
}

guint
dl_places_node_at (DlPlaces *self, DlPlace place)
{
  const DlDragonfly *net = dl_places_get_network (self);
  guint router;

  if (net == NULL || place.kind == DL_PLACE_NOTHING)
    return DL_NO_NODE;
  router = place.kind == DL_PLACE_ROUTER ? place.a
           : place.kind == DL_PLACE_LINK ? net->link_from[place.a]
                                         : net->group_first[place.a];
  return router * net->nodes_per_router;
}

/* What a blue link's whole cable is called by. */
static void
break_link (DlPlaces *self, const DlDragonfly *net, guint link, gboolean whole)
{
  const guint a = net->router[net->link_from[link]].group;
  const guint b = net->router[net->link_to[link]].group;

  if (whole && net->link_class[link] == DL_LINK_BLUE)
    dl_session_toggle_blue_cable (self->session, a, b, net->link_cable[link]);
  else
    dl_session_toggle_dragonfly_link (self->session, link);
}

void
dl_places_break (DlPlaces *self, DlPlace place, gboolean whole)
{
  const DlDragonfly *net = dl_places_get_network (self);

  if (net == NULL)
    return;
  switch (place.kind)
    {
    case DL_PLACE_PAIR:
      dl_session_break_next_cable (self->session, place.a, place.b);
      break;
    case DL_PLACE_ROUTER:
      if (whole)
        dl_session_toggle_chassis (self->session, net->router[place.a].group,
                                   net->router[place.a].chassis);
      else
        dl_session_toggle_router (self->session, place.a);
      break;
    case DL_PLACE_LINK:
      break_link (self, net, place.a, whole);
      break;
    case DL_PLACE_GROUP:
    case DL_PLACE_NODE:
    case DL_PLACE_NOTHING:
      break;
    }
}

/* What maps show ------------------------------------------------------------------------------- */

DlMetric
dl_places_get_metric (DlPlaces *self)
{
  return self->metric;
}

guint
dl_places_get_group (DlPlaces *self)
{
  return self->group;
}

void
dl_places_turn_group (DlPlaces *self, gint by)
{
  const DlDragonfly *net = dl_places_get_network (self);
  const gint n = net != NULL ? (gint) net->n_groups : 0;

  if (n > 1)
    g_object_set (self, "group", (guint) ((((gint) self->group + by) % n + n) % n), NULL);
}

gboolean
dl_places_get_sorted (DlPlaces *self)
{
  return self->sorted;
}

gboolean
dl_places_get_input (DlPlaces *self, DlDragonflyMetricInput *input)
{
  const DlTrafficOptions *traffic = &dl_session_get_scenario (self->session)->traffic;
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (self);
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  if (analysis == NULL)
    return FALSE;
  *input = (DlDragonflyMetricInput) {
    .dragonfly = analysis->dragonfly,
    .analysis = analysis,
    .load = traffic->saturated ? 1 : traffic->load,
    .simulated = picture != NULL ? &picture->links : NULL,
    .counters = self->counters,
  };
  return TRUE;
}

static void
forget_shown (DlPlaces *self)
{
  g_clear_pointer (&self->shown, dl_dragonfly_shown_free);
}

static const DlDragonflyShown *
get_shown (DlPlaces *self)
{
  DlDragonflyMetricInput input;

  if (!dl_places_get_input (self, &input) || !dl_dragonfly_metric_is_known (self->metric, &input))
    return NULL;
  if (self->shown == NULL || self->shown_metric != self->metric || self->shown_load != input.load)
    {
      forget_shown (self);
      self->shown = dl_dragonfly_shown_new (self->metric, &input);
      self->shown_metric = self->metric;
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

float *
dl_places_copy_values (DlPlaces *self)
{
  const DlDragonflyShown *shown = get_shown (self);

  return shown != NULL
             ? g_memdup2 (shown->values, dl_places_get_network (self)->n_links * sizeof (float))
             : NULL;
}

void
dl_places_set_counters (DlPlaces *self, const DlCounters *counters)
{
  if (counters == self->counters)
    return;
  self->counters = counters;
  forget_shown (self);
  changed (self, COUNTERS, &self->counter_changes);
}

/* Object --------------------------------------------------------------------------------------- */

/* Places are numbered by the network's shape: in another one they mean nothing. */
static void
on_result (DlPlaces *self)
{
  const DlDragonfly *net = dl_places_get_network (self);

  forget_shown (self);
  if (net == NULL)
    return;
  if (net->n_groups != self->n_groups || net->n_routers != self->n_routers
      || net->n_links != self->n_links)
    {
      self->n_groups = net->n_groups;
      self->n_routers = net->n_routers;
      self->n_links = net->n_links;
      self->hovered = self->selected = DL_NOWHERE;
      if (self->group >= net->n_groups)
        g_object_set (self, "group", 0, NULL);
      dl_places_set_origin (self, DL_NO_NODE);
      dl_places_hide_trip (self);
      changed (self, HOVERED, &self->hovers);
      changed (self, SELECTION, &self->selections);
    }
  if (self->has_trip)
    {
      const guint step = self->step;

      find_trip (self);
      self->step = self->has_trip && step < self->trip.route.n_steps ? step : DL_NO_STEP;
      changed (self, TRIP, &self->trips);
    }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlPlaces *self = DL_PLACES (object);

  switch (id)
    {
    case METRIC:
      g_value_set_uint (value, self->metric);
      break;
    case GROUP:
      g_value_set_uint (value, self->group);
      break;
    case SORTED:
      g_value_set_boolean (value, self->sorted);
      break;
    case SELECTION:
      g_value_set_uint64 (value, self->selections);
      break;
    case HOVERED:
      g_value_set_uint64 (value, self->hovers);
      break;
    case ORIGIN:
      g_value_set_uint64 (value, self->origins);
      break;
    case TRIP:
      g_value_set_uint64 (value, self->trips);
      break;
    case COUNTERS:
      g_value_set_uint64 (value, self->counter_changes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlPlaces *self = DL_PLACES (object);

  switch (id)
    {
    case METRIC:
      self->metric = g_value_get_uint (value);
      break;
    case GROUP:
      self->group = g_value_get_uint (value);
      break;
    case SORTED:
      self->sorted = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
finalize (GObject *object)
{
  DlPlaces *self = DL_PLACES (object);

  drop_trip (self);
  forget_shown (self);
  g_clear_pointer (&self->expected, dl_dragonfly_expected_free);
  g_clear_pointer (&self->expected_of, dl_result_unref);
  g_clear_object (&self->live);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_places_parent_class)->finalize (object);
}

static void
dl_places_class_init (DlPlacesClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->finalize = finalize;
  properties[METRIC]
      = g_param_spec_uint ("metric", NULL, NULL, 0, DL_N_ALL_METRICS - 1, DL_METRIC_USE, writable);
  properties[GROUP] = g_param_spec_uint ("group", NULL, NULL, 0, G_MAXUINT, 0, writable);
  properties[SORTED] = g_param_spec_boolean ("sorted", NULL, NULL, FALSE, writable);
  properties[SELECTION]
      = g_param_spec_uint64 ("selection", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[HOVERED] = g_param_spec_uint64 ("hovered", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[ORIGIN] = g_param_spec_uint64 ("origin", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[TRIP] = g_param_spec_uint64 ("trip", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[COUNTERS] = g_param_spec_uint64 ("counters", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_places_init (DlPlaces *self)
{
  self->metric = DL_METRIC_USE;
  self->origin = DL_NO_NODE;
  self->step = DL_NO_STEP;
}

DlPlaces *
dl_places_new (DlSession *session, DlLive *live)
{
  DlPlaces *self = g_object_new (DL_TYPE_PLACES, NULL);

  self->session = g_object_ref (session);
  self->live = g_object_ref (live);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (on_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (forget_shown), self,
                           G_CONNECT_SWAPPED);
  on_result (self);
  return self;
}

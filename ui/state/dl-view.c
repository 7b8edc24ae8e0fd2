#include "dl-view-private.h"

#include "compat.h"
#include "dl-motion.h"
#include "dl-session-edits.h"
#include "dl-view-family.h"
#include "dl-view-path.h"

#include <string.h>

struct _DlView
{
  GObject parent;
  DlSession *session;
  DlCriticalJob *critical_job;
  DlLive *live;
  DlCurveJob *curve_job;
  DlPlaces *places;
  DlCountersSource *counters;
  DlBeside *beside;
  DlMetric *metric; /* (n_families) */
  gboolean break_tool;
  DlResult *places_of; /* whose network the following are places of; NULL: none yet */
  DlPlace selected, hovered;
  guint64 selection, hovers;
  guint route_origin;
  DlViewPath path; /* of the latest result */
  guint64 path_changes;

  /* Of three dimensions. */
  DlDim slice;
  guint cut[DL_N_DIMS];
  guint radix[DL_N_DIMS];
  guint ring_node;
  DlDim ring_dim;

  /* Of groups. */
  guint group;
  gboolean sorted;
};

enum
{
  SESSION = 1,
  METRIC,
  SLICE,
  CUT,
  BREAK_TOOL,
  SELECTION,
  HOVERED,
  PATH,
  ROUTE_ORIGIN,
  GROUP,
  SORTED,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlView, dl_view, G_TYPE_OBJECT)

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlView *self = DL_VIEW (object);

  switch (id)
    {
    case SESSION:
      g_value_set_object (value, self->session);
      break;
    case METRIC:
      g_value_set_uint (value, dl_view_get_metric (self));
      break;
    case SLICE:
      g_value_set_uint (value, self->slice);
      break;
    case CUT:
      g_value_set_uint (value, dl_view_get_cut (self));
      break;
    case BREAK_TOOL:
      g_value_set_boolean (value, self->break_tool);
      break;
    case SELECTION:
      g_value_set_uint64 (value, self->selection);
      break;
    case HOVERED:
      g_value_set_uint64 (value, self->hovers);
      break;
    case PATH:
      g_value_set_uint64 (value, self->path_changes);
      break;
    case ROUTE_ORIGIN:
      g_value_set_uint (value, self->route_origin);
      break;
    case GROUP:
      g_value_set_uint (value, self->group);
      break;
    case SORTED:
      g_value_set_boolean (value, self->sorted);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
changed (DlView *self, guint property, guint64 *count)
{
  (*count)++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Nothing is chosen, and charts show the longest of the first rings. */
static void
forget_places (DlView *self)
{
  self->ring_node = 0;
  self->ring_dim = DL_Z;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (self->radix[dim] > self->radix[self->ring_dim])
      self->ring_dim = dim;
  dl_view_hover (self, DL_NOWHERE);
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_select (self, DL_NOWHERE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[CUT]);
}

/* The first of each family. */
static void
init_metrics (DlView *self)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);
  DlMetric metrics[DL_N_ALL_METRICS];

  if (self->metric == NULL)
    self->metric = g_new0 (DlMetric, n_families);
  for (guint i = 0; i < n_families; i++)
    if (dl_family_metrics (families[i], metrics) > 0)
      self->metric[i] = metrics[0];
}

void
dl_view_reset (DlView *self)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    self->cut[dim] = self->radix[dim] / 2;
  dl_view_hide_path (self);
  init_metrics (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
  g_object_set (self, "slice", DL_Z, "group", 0, "sorted", FALSE, NULL);
  forget_places (self);
  changed (self, SELECTION, &self->selection); /* of its ring, too, nothing is kept */
}

static void
path_changed (DlView *self)
{
  changed (self, PATH, &self->path_changes);
}

gboolean
dl_view_is_of (DlView *self, const DlNetwork *network)
{
  return memcmp (network->torus.radix, self->radix, sizeof self->radix) == 0;
}

gboolean
dl_view_get_net (DlView *self, DlNet *net)
{
  if (self->places_of == NULL)
    return FALSE;
  *net = self->places_of->net;
  return TRUE;
}

static gboolean
has_same_places (const DlResult *a, const DlResult *b)
{
  return a->scenario->family == b->scenario->family
         && a->scenario->family->same_places (a->net.shape, b->net.shape);
}

/* A block is cut open in the middle of what is new. */
static void
follow_radix (DlView *self, const DlAnalysis *analysis)
{
  const guint *radix = analysis->network->torus.radix;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (self->radix[dim] != radix[dim])
      self->cut[dim] = radix[dim] / 2;
  memcpy (self->radix, radix, sizeof self->radix);
}

/* That of the network that is shown, which lags behind the session's. */
static const DlFamily *
shown_family (DlView *self)
{
  return self->places_of != NULL ? self->places_of->scenario->family
                                 : dl_session_get_scenario (self->session)->family;
}

/* Places are numbered by the network's shape: in another one they mean nothing. */
static void
follow_places (DlView *self, DlResult *result)
{
  const gboolean same
      = result != NULL && self->places_of != NULL && has_same_places (self->places_of, result);
  const DlFamily *before = shown_family (self);

  g_clear_pointer (&self->places_of, dl_result_unref);
  self->places_of = result != NULL ? dl_result_ref (result) : NULL;
  if (same)
    return;
  if (shown_family (self) != before)
    g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
  if (dl_view_analysis (self) != NULL)
    follow_radix (self, dl_view_analysis (self));
  if (result != NULL && result->net.n_groups > 0 && self->group >= result->net.n_groups)
    g_object_set (self, "group", 0, NULL);
  forget_places (self);
}

static void
on_result (DlView *self)
{
  DlResult *result = dl_session_get_result (self->session);

  follow_places (self, result);
  if (self->path.kind == DL_PATH_NONE)
    return;
  /* Another network, where they do not wait. */
  if (self->path.kind == DL_PATH_WAITS)
    dl_view_path_reset (&self->path);
  dl_view_path_find (&self->path, result);
  path_changed (self);
}

/* What the maps of a dragonfly show of them, as long as they are there. */
static void
on_counters (DlView *self)
{
  const DlCounters *counters = dl_counters_source_get_counters (self->counters);
  const gboolean cascade = counters != NULL && counters->kind == &dl_counters_kind_cascade;

  dl_places_set_counters (self->places, cascade ? counters : NULL);
}

/* Without motion what is simulated changes so seldom that no light flashes (WCAG 2.3.1). */
static void
on_motion_wanted (DlView *self)
{
  dl_live_set_most_pictures (self->live, dl_motion_is_wanted () ? 0 : 2.5);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlView *self = DL_VIEW (object);

  switch (id)
    {
    case SESSION:
      self->session = g_value_dup_object (value);
      self->critical_job = dl_critical_job_new (self->session);
      self->live = dl_live_new (self->session);
      dl_motion_follow (G_CALLBACK (on_motion_wanted), self);
      self->curve_job = dl_curve_job_new (self->session);
      self->places = dl_places_new (self);
      self->counters = dl_counters_source_new (self->session, self->live);
      g_signal_connect_object (self->counters, "notify::counters", G_CALLBACK (on_counters), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->session, "notify::result", G_CALLBACK (on_result), self,
                               G_CONNECT_SWAPPED);
      self->beside = dl_beside_new (self);
      follow_places (self, dl_session_get_result (self->session));
      break;
    case METRIC:
      self->metric[dl_family_index (dl_session_get_scenario (self->session)->family)]
          = g_value_get_uint (value);
      break;
    case SLICE:
      self->slice = g_value_get_uint (value);
      break;
    case BREAK_TOOL:
      self->break_tool = g_value_get_boolean (value);
      break;
    case ROUTE_ORIGIN:
      self->route_origin = g_value_get_uint (value);
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
  DlView *self = DL_VIEW (object);

  dl_view_path_clear (&self->path);
  g_clear_pointer (&self->places_of, dl_result_unref);
  g_free (self->metric);
  g_clear_object (&self->beside);
  g_clear_object (&self->critical_job);
  g_clear_object (&self->live);
  g_clear_object (&self->curve_job);
  dl_places_set_counters (self->places, NULL);
  g_clear_object (&self->counters);
  g_clear_object (&self->places);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_view_parent_class)->finalize (object);
}

static void
dl_view_class_init (DlViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->finalize = finalize;
  properties[SESSION]
      = g_param_spec_object ("session", NULL, NULL, DL_TYPE_SESSION,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[METRIC]
      = g_param_spec_uint ("metric", NULL, NULL, 0, DL_N_ALL_METRICS - 1, DL_METRIC_BALANCE,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SLICE] = g_param_spec_uint ("slice", NULL, NULL, 0, DL_N_DIMS - 1, DL_Z,
                                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[CUT] = g_param_spec_uint ("cut", NULL, NULL, 0, G_MAXUINT, 0,
                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[BREAK_TOOL] = g_param_spec_boolean ("break-tool", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SELECTION] = g_param_spec_uint64 ("selection", NULL, NULL, 0, G_MAXUINT64, 0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[HOVERED] = g_param_spec_uint64 ("hovered", NULL, NULL, 0, G_MAXUINT64, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PATH] = g_param_spec_uint64 ("path", NULL, NULL, 0, G_MAXUINT64, 0,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[ROUTE_ORIGIN]
      = g_param_spec_uint ("route-origin", NULL, NULL, 0, G_MAXUINT, DL_NO_NODE,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[GROUP] = g_param_spec_uint ("group", NULL, NULL, 0, G_MAXUINT, 0,
                                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SORTED] = g_param_spec_boolean ("sorted", NULL, NULL, FALSE,
                                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_view_init (DlView *self)
{
  self->slice = DL_Z;
  self->route_origin = DL_NO_NODE;
  init_metrics (self);
  dl_view_path_init (&self->path);
}

DlView *
dl_view_new (DlSession *session)
{
  return g_object_new (DL_TYPE_VIEW, "session", session, NULL);
}

DlSession *
dl_view_get_session (DlView *self)
{
  return self->session;
}

DlCriticalJob *
dl_view_get_critical_job (DlView *self)
{
  return self->critical_job;
}

DlCritical *
dl_view_get_critical (DlView *self)
{
  DlCritical *critical = dl_critical_job_get_results (self->critical_job);

  return critical != NULL && critical->family == shown_family (self) ? critical : NULL;
}

void
dl_view_find_critical (DlView *self)
{
  const DlCritical *known = dl_critical_job_get_results (self->critical_job);

  if (!dl_critical_job_is_running (self->critical_job)
      && (known == NULL || dl_critical_job_is_stale (self->critical_job)
          || known->n_evaluated < known->n_cables))
    dl_critical_job_start (self->critical_job);
  if (dl_family_has_feature (dl_session_get_scenario (self->session)->family, DL_FEATURE_METRIC,
                             dl_metric_id (DL_METRIC_CRITICAL)))
    g_object_set (self, "metric", DL_METRIC_CRITICAL, NULL);
}

DlLive *
dl_view_get_live (DlView *self)
{
  return self->live;
}

DlCountersSource *
dl_view_get_counters (DlView *self)
{
  return self->counters;
}

DlBeside *
dl_view_get_beside (DlView *self)
{
  return self->beside;
}

DlPlaces *
dl_view_get_places (DlView *self)
{
  return self->places;
}

DlCurveJob *
dl_view_get_curve_job (DlView *self)
{
  return self->curve_job;
}

DlMetric
dl_view_get_metric (DlView *self)
{
  return dl_view_get_metric_of (self, shown_family (self));
}

DlMetric
dl_view_get_metric_of (DlView *self, const DlFamily *family)
{
  return self->metric[dl_family_index (family)];
}

void
dl_view_set_metric_of (DlView *self, const DlFamily *family, DlMetric metric)
{
  self->metric[dl_family_index (family)] = metric;
  g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
}

DlDim
dl_view_get_slice (DlView *self)
{
  return self->slice;
}

guint
dl_view_get_cut (DlView *self)
{
  return MIN (self->cut[self->slice], MAX (self->radix[self->slice], 1) - 1);
}

void
dl_view_set_cut (DlView *self, guint cut)
{
  cut = MIN (cut, MAX (self->radix[self->slice], 1) - 1);
  if (self->cut[self->slice] == cut)
    return;
  self->cut[self->slice] = cut;
  g_object_notify_by_pspec (G_OBJECT (self), properties[CUT]);
}

gboolean
dl_view_get_break_tool (DlView *self)
{
  return self->break_tool;
}

guint
dl_view_get_group (DlView *self)
{
  return self->group;
}

void
dl_view_turn_group (DlView *self, gint by)
{
  const gint n = self->places_of != NULL ? (gint) self->places_of->net.n_groups : 0;

  if (n > 1)
    g_object_set (self, "group", (guint) ((((gint) self->group + by) % n + n) % n), NULL);
}

gboolean
dl_view_get_sorted (DlView *self)
{
  return self->sorted;
}

DlPlace
dl_view_get_selected (DlView *self)
{
  return self->selected;
}

DlPlace
dl_view_get_hovered (DlView *self)
{
  return self->hovered;
}

guint
dl_view_get_selected_link (DlView *self)
{
  return dl_place_number (self->selected, DL_PLACE_LINK);
}

guint
dl_view_get_selected_node (DlView *self)
{
  return dl_place_number (self->selected, DL_PLACE_NODE);
}

guint
dl_view_get_hovered_link (DlView *self)
{
  return dl_place_number (self->hovered, DL_PLACE_LINK);
}

/* A map that lags behind may point at places of the network before. */
static DlPlace
there (DlView *self, DlPlace place)
{
  return self->places_of != NULL && dl_net_has_place (&self->places_of->net, place) ? place
                                                                                    : DL_NOWHERE;
}

guint
dl_view_node_at (DlView *self, DlPlace place)
{
  place = there (self, place);
  return place.kind == DL_PLACE_NOTHING
             ? DL_NO_NODE
             : self->places_of->scenario->family->node_at (self->places_of->net.shape, place);
}

DlPlace
dl_view_router_at (DlView *self, DlPlace place)
{
  place = there (self, place);
  return place.kind == DL_PLACE_NOTHING
             ? place
             : self->places_of->scenario->family->router_at (self->places_of->net.shape, place);
}

void
dl_view_toggle (DlView *self, DlPlace place, gboolean other)
{
  dl_session_toggle (self->session, place, other);
}

guint
dl_view_get_selected_place (DlView *self)
{
  return dl_view_node_at (self, self->selected);
}

guint
dl_view_get_route_origin (DlView *self)
{
  return self->route_origin;
}

void
dl_view_set_route_origin (DlView *self, guint node)
{
  if (self->route_origin != node)
    g_object_set (self, "route-origin", node, NULL);
}

/* Charts show the ring that a place is in, and the group. */
static void
turn_to (DlView *self, DlPlace place)
{
  const DlFamily *family = self->places_of->scenario->family;

  if (family->group_at != NULL)
    {
      const guint group = family->group_at (self->places_of->net.shape, place);

      if (group != self->group)
        g_object_set (self, "group", group, NULL);
    }
  else if (place.kind == DL_PLACE_LINK)
    {
      self->ring_node = place.a / DL_N_NETWORK_PORTS;
      self->ring_dim = dl_port_dim (place.a % DL_N_NETWORK_PORTS);
    }
  else
    self->ring_node = place.a;
}

void
dl_view_select (DlView *self, DlPlace place)
{
  place = there (self, place);
  if (place.kind != DL_PLACE_NOTHING)
    turn_to (self, place);
  if (dl_place_equal (place, self->selected))
    return;
  self->selected = place;
  changed (self, SELECTION, &self->selection);
}

void
dl_view_hover (DlView *self, DlPlace place)
{
  place = there (self, place);
  if (dl_place_equal (place, self->hovered))
    return;
  self->hovered = place;
  changed (self, HOVERED, &self->hovers);
}

void
dl_view_get_ring (DlView *self, guint *node, DlDim *dim)
{
  *node = self->ring_node;
  *dim = self->ring_dim;
}

DlPathKind
dl_view_get_path_kind (DlView *self)
{
  return self->path.kind;
}

gboolean
dl_view_get_path (DlView *self, DlMapPath *path)
{
  return dl_view_path_get (&self->path, path);
}

DlExplained *
dl_view_get_route (DlView *self, guint *source, guint *dest)
{
  if (self->path.kind != DL_PATH_ROUTE || !self->path.found)
    return NULL;
  if (source != NULL)
    *source = self->path.source;
  if (dest != NULL)
    *dest = self->path.dest;
  return self->path.route;
}

/* The way that is asked for now. */
static void
show_path (DlView *self)
{
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_path_find (&self->path, self->places_of);
  path_changed (self);
}

void
dl_view_show_route (DlView *self, guint source, guint dest, guint which)
{
  dl_view_path_set_route (&self->path, self->places_of, source, dest, which);
  show_path (self);
}

guint
dl_view_get_which (DlView *self)
{
  return self->path.which;
}

void
dl_view_show_cycle (DlView *self)
{
  dl_view_path_reset (&self->path);
  self->path.kind = DL_PATH_CYCLE;
  show_path (self);
}

void
dl_view_show_waits (DlView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  if (picture == NULL || picture->deadlock == NULL)
    return;
  dl_view_path_set_waits (&self->path, picture->deadlock);
  show_path (self);
}

void
dl_view_hide_path (DlView *self)
{
  if (self->path.kind == DL_PATH_NONE)
    return;
  dl_view_path_reset (&self->path);
  path_changed (self);
}

void
dl_view_set_path_step (DlView *self, guint step)
{
  if (dl_view_path_set_step (&self->path, step))
    path_changed (self);
}

char *
dl_view_name_node (DlView *self, guint node)
{
  if (self->places_of == NULL || node >= self->places_of->net.n_nodes)
    return NULL;
  return self->places_of->scenario->family->label (self->places_of->net.shape,
                                                   dl_place_node (node));
}

char *
dl_view_describe (DlView *self, DlPlace place)
{
  place = there (self, place);
  return place.kind != DL_PLACE_NOTHING
             ? dl_view_family (self->places_of->scenario->family)->describe (self, place)
             : NULL;
}

const DlTheme *
dl_view_theme (GtkWidget *widget)
{
  GdkRGBA text;

  dl_compat_get_color (widget, &text);
  return 0.299 * text.red + 0.587 * text.green + 0.114 * text.blue > 0.5 ? dl_theme_dark ()
                                                                         : dl_theme_light ();
}

#include "dl-view-private.h"

#include "compat.h"
#include "dl-motion.h"
#include "dl-session-edits.h"
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
  DlMetric metric;
  DlDim slice;
  guint cut[DL_N_DIMS];
  gboolean break_tool;
  guint selected_link;
  guint selected_node;
  guint64 selection;
  guint hovered_link;
  guint ring_node;
  DlDim ring_dim;
  guint radix[DL_N_DIMS]; /* of the network that the above belong to */
  DlViewPath path;        /* of the latest result */
  guint64 path_changes;
  guint route_origin;
};

enum
{
  SESSION = 1,
  METRIC,
  SLICE,
  CUT,
  BREAK_TOOL,
  SELECTION,
  HOVERED_LINK,
  PATH,
  ROUTE_ORIGIN,
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
      g_value_set_uint (value, self->metric);
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
    case HOVERED_LINK:
      g_value_set_uint (value, self->hovered_link);
      break;
    case PATH:
      g_value_set_uint64 (value, self->path_changes);
      break;
    case ROUTE_ORIGIN:
      g_value_set_uint (value, self->route_origin);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
  dl_view_set_hovered_link (self, DL_NO_LINK);
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_clear_selection (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[CUT]);
}

/* Links and nodes are numbered by the network's shape: in another one they mean nothing. */
static void
on_generation (DlView *self)
{
  const guint *radix = dl_torus_options (dl_session_get_scenario (self->session))->spec.radix;

  if (memcmp (self->radix, radix, sizeof self->radix) == 0)
    return;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (self->radix[dim] != radix[dim])
      self->cut[dim] = radix[dim] / 2;
  memcpy (self->radix, radix, sizeof self->radix);
  forget_places (self);
}

void
dl_view_reset (DlView *self)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    self->cut[dim] = self->radix[dim] / 2;
  dl_view_hide_path (self);
  g_object_set (self, "metric", DL_METRIC_BALANCE, "slice", DL_Z, NULL);
  forget_places (self);
  self->selection++; /* of its ring, too, nothing is kept */
  g_object_notify_by_pspec (G_OBJECT (self), properties[SELECTION]);
}

static void
path_changed (DlView *self)
{
  self->path_changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PATH]);
}

gboolean
dl_view_is_of (DlView *self, const DlNetwork *network)
{
  return memcmp (network->torus.radix, self->radix, sizeof self->radix) == 0;
}

const DlAnalysis *
dl_view_analysis (DlView *self)
{
  DlResult *result = dl_session_get_torus_result (self->session);

  return result != NULL && dl_view_is_of (self, dl_result_torus (result)->network)
             ? dl_result_torus (result)
             : NULL;
}

/* What was shown belongs to the result before. */
static void
on_result (DlView *self)
{
  if (self->path.kind == DL_PATH_NONE)
    return;
  /* Another network, where they do not wait. */
  if (self->path.kind == DL_PATH_WAITS)
    dl_view_path_reset (&self->path);
  dl_view_path_find (&self->path, dl_view_analysis (self));
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
      self->places = dl_places_new (self->session, self->live);
      self->counters = dl_counters_source_new (self->session, self->live);
      g_signal_connect_object (self->counters, "notify::counters", G_CALLBACK (on_counters), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_generation),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->session, "notify::result", G_CALLBACK (on_result), self,
                               G_CONNECT_SWAPPED);
      self->beside = dl_beside_new (self);
      on_generation (self);
      break;
    case METRIC:
      self->metric = g_value_get_uint (value);
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
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
finalize (GObject *object)
{
  DlView *self = DL_VIEW (object);

  dl_view_path_clear (&self->path);
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
      = g_param_spec_uint ("metric", NULL, NULL, 0, DL_N_METRICS - 1, DL_METRIC_BALANCE,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SLICE] = g_param_spec_uint ("slice", NULL, NULL, 0, DL_N_DIMS - 1, DL_Z,
                                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[CUT] = g_param_spec_uint ("cut", NULL, NULL, 0, G_MAXUINT, 0,
                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[BREAK_TOOL] = g_param_spec_boolean ("break-tool", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SELECTION] = g_param_spec_uint64 ("selection", NULL, NULL, 0, G_MAXUINT64, 0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[HOVERED_LINK]
      = g_param_spec_uint ("hovered-link", NULL, NULL, 0, G_MAXUINT, DL_NO_LINK,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PATH] = g_param_spec_uint64 ("path", NULL, NULL, 0, G_MAXUINT64, 0,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[ROUTE_ORIGIN]
      = g_param_spec_uint ("route-origin", NULL, NULL, 0, G_MAXUINT, DL_NO_NODE,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_view_init (DlView *self)
{
  self->slice = DL_Z;
  self->selected_link = DL_NO_LINK;
  self->selected_node = DL_NO_NODE;
  self->hovered_link = DL_NO_LINK;
  self->route_origin = DL_NO_NODE;
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

void
dl_view_find_critical (DlView *self)
{
  const DlCritical *known = dl_critical_job_get_results (self->critical_job);

  if (!dl_critical_job_is_running (self->critical_job)
      && (known == NULL || dl_critical_job_is_stale (self->critical_job)
          || known->n_evaluated < known->n_cables))
    dl_critical_job_start (self->critical_job);
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
  return self->metric;
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
dl_view_get_selected_link (DlView *self)
{
  return self->selected_link;
}

guint
dl_view_get_selected_node (DlView *self)
{
  return self->selected_node;
}

guint
dl_view_get_hovered_link (DlView *self)
{
  return self->hovered_link;
}

guint
dl_view_get_selected_place (DlView *self)
{
  return self->selected_link != DL_NO_LINK ? self->selected_link / DL_N_NETWORK_PORTS
                                           : self->selected_node;
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

static void
set_selection (DlView *self, guint link, guint node)
{
  if (self->selected_link == link && self->selected_node == node)
    return;
  self->selected_link = link;
  self->selected_node = node;
  if (link != DL_NO_LINK)
    {
      self->ring_node = link / DL_N_NETWORK_PORTS;
      self->ring_dim = dl_port_dim (link % DL_N_NETWORK_PORTS);
    }
  else if (node != DL_NO_NODE)
    self->ring_node = node;
  self->selection++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[SELECTION]);
}

void
dl_view_select_link (DlView *self, guint link)
{
  set_selection (self, link, DL_NO_NODE);
}

void
dl_view_select_node (DlView *self, guint node)
{
  set_selection (self, DL_NO_LINK, node);
}

void
dl_view_clear_selection (DlView *self)
{
  set_selection (self, DL_NO_LINK, DL_NO_NODE);
}

void
dl_view_set_hovered_link (DlView *self, guint link)
{
  /* A map that lags behind points at links of the network before. */
  if (dl_view_analysis (self) == NULL)
    link = DL_NO_LINK;
  if (self->hovered_link == link)
    return;
  self->hovered_link = link;
  g_object_notify_by_pspec (G_OBJECT (self), properties[HOVERED_LINK]);
}

void
dl_view_get_ring (DlView *self, guint *node, DlDim *dim)
{
  *node = self->ring_node;
  *dim = self->ring_dim;
}

DlCoord
dl_view_coord (DlView *self, guint node)
{
  const guint ky = self->radix[DL_Y], kz = self->radix[DL_Z];
  return (DlCoord) { { node / (ky * kz), node / kz % ky, node % kz } };
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

const DlRoute *
dl_view_get_route (DlView *self, guint *source, guint *dest)
{
  if (self->path.kind != DL_PATH_ROUTE || !self->path.found)
    return NULL;
  *source = self->path.source;
  *dest = self->path.dest;
  return &self->path.route;
}

void
dl_view_show_route (DlView *self, guint source, guint dest)
{
  dl_view_path_reset (&self->path);
  self->path.kind = DL_PATH_ROUTE;
  self->path.from = dl_view_coord (self, source);
  self->path.to = dl_view_coord (self, dest);
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_path_find (&self->path, dl_view_analysis (self));
  path_changed (self);
}

void
dl_view_show_cycle (DlView *self)
{
  dl_view_path_reset (&self->path);
  self->path.kind = DL_PATH_CYCLE;
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_path_find (&self->path, dl_view_analysis (self));
  path_changed (self);
}

void
dl_view_show_waits (DlView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  if (picture == NULL || picture->deadlock == NULL)
    return;
  dl_view_path_set_waits (&self->path, picture->deadlock);
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_path_find (&self->path, dl_view_analysis (self));
  path_changed (self);
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

void
dl_view_toggle_link (DlView *self, guint link, gboolean one_direction)
{
  const DlLinkAt at
      = { dl_view_coord (self, link / DL_N_NETWORK_PORTS), link % DL_N_NETWORK_PORTS };

  dl_session_toggle_link (self->session, at, one_direction);
}

void
dl_view_toggle_node (DlView *self, guint node)
{
  dl_session_toggle_node (self->session, dl_view_coord (self, node));
}

const DlTheme *
dl_view_theme (GtkWidget *widget)
{
  GdkRGBA text;

  dl_compat_get_color (widget, &text);
  return 0.299 * text.red + 0.587 * text.green + 0.114 * text.blue > 0.5 ? dl_theme_dark ()
                                                                         : dl_theme_light ();
}

#include "dl-view-private.h"

#include "compat.h"
#include "dl-appearance.h"
#include "dl-figure-family.h"
#include "dl-view-family.h"

#include <string.h>

/* Maps are cut across it at first, into planes of the other two. */
#define LAST_DIM (DL_VIEW_DIMS - 1)

enum
{
  SESSION = 1,
  METRIC,
  SLICE,
  CUT,
  BREAK_TOOL,
  SELECTION,
  LISTED,
  HOVERED,
  MARKED,
  PACKET,
  PATH,
  ROUTE_ORIGIN,
  GROUP,
  SORTED,
  AGES,
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
      g_value_set_pointer (value, (gpointer) dl_view_get_metric (self));
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
    case LISTED:
      g_value_set_uint64 (value, self->listings);
      break;
    case MARKED:
      g_value_set_uint64 (value, self->marks);
      break;
    case PACKET:
      g_value_set_uint64 (value, self->packets);
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
    case AGES:
      g_value_set_boolean (value, self->ages);
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
  self->ring_dim = LAST_DIM;
  for (guint dim = 0; dim < DL_VIEW_DIMS; dim++)
    if (self->radix[dim] > self->radix[self->ring_dim])
      self->ring_dim = dim;
  dl_view_hover (self, DL_NOWHERE);
  dl_view_mark (self, NULL, 0);
  dl_view_set_packet (self, NULL);
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_list_only (self, DL_NOWHERE);
  dl_view_select (self, DL_NOWHERE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[CUT]);
}

/* The first of each family. */
static void
init_metrics (DlView *self)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  if (self->metric == NULL)
    self->metric = g_new0 (const DlMetric *, n_families);
  for (guint i = 0; i < n_families; i++)
    self->metric[i] = dl_family_metric (families[i], 0);
}

void
dl_view_reset (DlView *self)
{
  for (guint dim = 0; dim < DL_VIEW_DIMS; dim++)
    self->cut[dim] = self->radix[dim] / 2;
  dl_view_hide_path (self);
  init_metrics (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
  g_object_set (self, "slice", LAST_DIM, "group", 0, "sorted", FALSE, "ages", FALSE, NULL);
  forget_places (self);
  dl_view_changed (self, "selection", &self->selection); /* of its ring, too, nothing is kept */
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
has_same_places (const DlEvaluation *a, const DlEvaluation *b)
{
  return a->scenario->family == b->scenario->family
         && a->scenario->family->same_places (a->net.shape, b->net.shape);
}

/* A block is cut open in the middle of the new network. */
static void
follow_radix (DlView *self, const DlEvaluation *result)
{
  const DlViewFamily *family = dl_view_family (result->scenario->family);
  guint radix[DL_VIEW_DIMS];

  if (family->radix == NULL)
    return;
  family->radix (result->net.shape, radix);
  for (guint dim = 0; dim < DL_VIEW_DIMS; dim++)
    if (self->radix[dim] != radix[dim])
      self->cut[dim] = radix[dim] / 2;
  memcpy (self->radix, radix, sizeof radix);
}

/* Family of the network that is shown, which lags behind the session's. */
static const DlFamily *
shown_family (DlView *self)
{
  return self->places_of != NULL ? self->places_of->scenario->family
                                 : dl_session_get_scenario (self->session)->family;
}

/* Places are numbered by the network's shape: in another one they mean nothing. */
static void
follow_places (DlView *self, DlEvaluation *result)
{
  const gboolean same
      = result != NULL && self->places_of != NULL && has_same_places (self->places_of, result);
  const DlFamily *before = shown_family (self);

  g_clear_pointer (&self->places_of, dl_evaluation_unref);
  self->places_of = result != NULL ? dl_evaluation_ref (result) : NULL;
  if (same)
    return;
  if (shown_family (self) != before)
    g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
  if (result != NULL)
    follow_radix (self, result);
  if (result != NULL && result->net.n_groups > 0 && self->group >= result->net.n_groups)
    g_object_set (self, "group", 0, NULL);
  forget_places (self);
}

static void
on_result (DlView *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);

  follow_places (self, result);
  dl_view_follow_path (self, result);
}

/* Counters for the maps of a dragonfly, as long as they are there. */
static void
on_counters (DlView *self)
{
  dl_places_set_counters (self->places, dl_counters_source_get_counters (self->counters));
}

/* Without motion simulated values change so seldom that no light flashes (WCAG 2.3.1). */
static void
on_motion_wanted (DlView *self)
{
  dl_live_set_max_picture_rate (self->live, dl_motion_is_wanted () ? 0 : 2.5);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlView *self = DL_VIEW (object);

  switch (id)
    {
    case SESSION:
      self->session = g_value_dup_object (value);
      self->critical_job = dl_critical_job_new (self->session, DL_CRITICAL_CABLES);
      self->critical_routers = dl_critical_job_new (self->session, DL_CRITICAL_ROUTERS);
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
      self->shown = dl_shown_new (self, FALSE);
      self->shown_of_b = dl_shown_new (self, TRUE);
      follow_places (self, dl_session_get_result (self->session));
      break;
    case METRIC:
      self->metric[dl_family_index (dl_session_get_scenario (self->session)->family)]
          = g_value_get_pointer (value);
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
    case AGES:
      self->ages = g_value_get_boolean (value);
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
  g_clear_pointer (&self->places_of, dl_evaluation_unref);
  g_free (self->metric);
  g_array_unref (self->marked);
  g_clear_object (&self->shown);
  g_clear_object (&self->shown_of_b);
  g_clear_object (&self->beside);
  g_clear_object (&self->critical_job);
  g_clear_object (&self->critical_routers);
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
      = g_param_spec_pointer ("metric", NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SLICE] = g_param_spec_uint ("slice", NULL, NULL, 0, DL_VIEW_DIMS - 1, LAST_DIM,
                                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[CUT] = g_param_spec_uint ("cut", NULL, NULL, 0, G_MAXUINT, 0,
                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[BREAK_TOOL] = g_param_spec_boolean ("break-tool", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[SELECTION] = g_param_spec_uint64 ("selection", NULL, NULL, 0, G_MAXUINT64, 0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[LISTED] = g_param_spec_uint64 ("listed", NULL, NULL, 0, G_MAXUINT64, 0,
                                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[HOVERED] = g_param_spec_uint64 ("hovered", NULL, NULL, 0, G_MAXUINT64, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[MARKED] = g_param_spec_uint64 ("marked", NULL, NULL, 0, G_MAXUINT64, 0,
                                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PACKET] = g_param_spec_uint64 ("packet", NULL, NULL, 0, G_MAXUINT64, 0,
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
  properties[AGES] = g_param_spec_boolean ("ages", NULL, NULL, FALSE,
                                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_view_init (DlView *self)
{
  self->slice = LAST_DIM;
  self->marked = g_array_new (FALSE, FALSE, sizeof (DlPlace));
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

DlCriticalJob *
dl_view_get_critical_routers (DlView *self)
{
  return self->critical_routers;
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
  g_object_set (
      self, "metric",
      dl_family_metric_of (dl_session_get_scenario (self->session)->family, DL_METRIC_CRITICAL),
      NULL);
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

DlShown *
dl_view_get_shown (DlView *self)
{
  return self->shown;
}

DlShown *
dl_view_get_shown_of_b (DlView *self)
{
  return self->shown_of_b;
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

const DlMetric *
dl_view_get_metric (DlView *self)
{
  return dl_view_get_metric_of (self, shown_family (self));
}

const DlMetric *
dl_view_get_metric_of (DlView *self, const DlFamily *family)
{
  return self->metric[dl_family_index (family)];
}

void
dl_view_set_metric_of (DlView *self, const DlFamily *family, const DlMetric *metric)
{
  self->metric[dl_family_index (family)] = metric;
  g_object_notify_by_pspec (G_OBJECT (self), properties[METRIC]);
}

guint
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

gboolean
dl_view_get_ages (DlView *self)
{
  return self->ages;
}

const DlTheme *
dl_view_theme (GtkWidget *widget)
{
  GdkRGBA text;

  dl_compat_get_color (widget, &text);
  return 0.299 * text.red + 0.587 * text.green + 0.114 * text.blue > 0.5 ? dl_theme_dark ()
                                                                         : dl_theme_light ();
}

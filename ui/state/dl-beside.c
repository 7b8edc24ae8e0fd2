#include "dl-beside.h"

#include "dl-beside-private.h"
#include "dl-palette.h"
#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _DlBeside
{
  GObject parent;
  DlView *view; /* its owner */
  DlShow show;
  gboolean sides;    /* of A and B, while @show is A */
  gboolean follows;  /* B was a line of the run */
  gboolean looked;   /* A was a look back */
  gboolean awaits_b; /* B is on its way, to be shown as: */
  DlShow awaited_show;
  gboolean awaited_sides;
  guint64 changes;
  gboolean compares;  /* links of A and B; else: */
  const char *misfit; /* why not; nullable */

  DlContrast *contrast; /* of the shown metric; NULL until it is needed; and of: */
  const DlBesideFamily *family;
};

enum
{
  SHOW = 1,
  SIDES,
  CHANGES,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlBeside, dl_beside, G_TYPE_OBJECT)

static DlSession *
session_of (DlBeside *self)
{
  return dl_view_get_session (self->view);
}

static const DlMetric *
metric_of (DlBeside *self)
{
  return dl_view_get_metric (self->view);
}

static void
forget (DlBeside *self)
{
  if (self->contrast != NULL)
    self->family->free (self->contrast);
  self->contrast = NULL;
}

DlPin *
dl_beside_get_pin (DlBeside *self)
{
  return dl_session_get_pin (session_of (self));
}

gboolean
dl_beside_compares (DlBeside *self, const char **why)
{
  if (why != NULL)
    *why = self->misfit;
  return self->compares;
}

/* Whether A and B compare, which takes a look at all links of large networks. */
static void
find_misfit (DlBeside *self)
{
  DlPin *pin = dl_beside_get_pin (self);
  DlEvaluation *result = dl_session_get_result (session_of (self));

  self->misfit = pin != NULL && result != NULL ? dl_pin_misfit (result, pin->result) : NULL;
  self->compares = pin != NULL && result != NULL && self->misfit == NULL;
}

DlShow
dl_beside_get_show (DlBeside *self)
{
  return self->compares ? self->show : DL_SHOW_A;
}

static void
changed (DlBeside *self)
{
  self->changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[CHANGES]);
}

gboolean
dl_beside_get_sides (DlBeside *self)
{
  return self->compares && self->sides && self->show == DL_SHOW_A;
}

/* Where nothing is pinned, B is what the session compares with. */
static void
await_base (DlBeside *self, DlShow show, gboolean sides)
{
  if (dl_beside_get_pin (self) != NULL || (show == DL_SHOW_A && !sides))
    return;
  self->awaits_b = dl_session_pin_base (session_of (self));
  self->awaited_show = show;
  self->awaited_sides = sides;
}

static void
set_both (DlBeside *self, DlShow show, gboolean sides)
{
  if (!self->compares)
    await_base (self, show, sides);
  if (!self->compares || (show == self->show && sides == self->sides))
    return;
  self->show = show;
  self->sides = sides;
  g_object_notify_by_pspec (G_OBJECT (self), properties[SHOW]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SIDES]);
  changed (self);
}

void
dl_beside_set_show (DlBeside *self, DlShow show)
{
  set_both (self, show, FALSE);
}

void
dl_beside_set_sides (DlBeside *self, gboolean sides)
{
  set_both (self, sides ? DL_SHOW_A : self->show, sides);
}

void
dl_beside_await_sides (DlBeside *self)
{
  self->awaits_b = TRUE;
  self->awaited_show = DL_SHOW_A;
  self->awaited_sides = TRUE;
}

void
dl_beside_pin_beside (DlBeside *self, const DlScenario *scenario, const char *label)
{
  dl_session_pin_scenario (session_of (self), scenario, label);
  dl_beside_await_sides (self);
}

/* Comparison ----------------------------------------------------------------------------------- */

DlView *
dl_beside_get_view (DlBeside *self)
{
  return self->view;
}

gboolean
dl_beside_get_input (DlBeside *self, DlShow side, DlMetricInput *input)
{
  const DlPin *pin = side == DL_SHOW_B ? dl_beside_get_pin (self) : NULL;
  const DlEvaluation *result = pin != NULL         ? pin->result
                               : side == DL_SHOW_B ? NULL
                                                   : dl_session_get_result (session_of (self));
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  DlCountersSource *counters = dl_view_get_counters (self->view);

  if (result == NULL)
    return FALSE;
  /* A load that is edited is the session's at once. */
  const DlTrafficOptions *traffic = pin != NULL
                                        ? &result->scenario->traffic
                                        : &dl_session_get_scenario (session_of (self))->traffic;

  *input = (DlMetricInput) {
    .net = result->net,
    .family = result->scenario->family,
    .analysis = result->analysis_of_family,
    .vc_load = result->findings.vc_load,
    .load = traffic->saturated ? 1 : traffic->load,
    .critical = pin != NULL ? pin->critical : dl_view_get_critical (self->view),
    .counters = dl_counters_source_get_counters (counters),
    .region = dl_counters_source_get_region (counters),
  };
  if (pin != NULL)
    input->simulated = pin->simulated ? &pin->links : NULL;
  else
    input->simulated = picture != NULL ? &picture->links : NULL;
  return TRUE;
}

static const DlBesideFamily plain = { dl_contrast_new, dl_contrast_free };

const DlContrast *
dl_beside_compare (DlBeside *self)
{
  DlMetricInput a, b;

  if (self->contrast == NULL && self->compares && dl_beside_get_input (self, DL_SHOW_A, &a)
      && dl_beside_get_input (self, DL_SHOW_B, &b))
    {
      const DlBesideFamily *own = dl_view_family (a.family)->beside;

      self->family = own != NULL ? own : &plain;
      self->contrast = self->family->compare (metric_of (self), &a, &b);
    }
  return self->contrast;
}

const DlDifference *
dl_beside_get_difference (DlBeside *self)
{
  const DlContrast *contrast = dl_beside_compare (self);

  return contrast != NULL ? contrast->links : NULL;
}

/* Scales --------------------------------------------------------------------------------------- */

static DlMetricRange
range_of (DlBeside *self, DlShow side, const DlMetric *metric)
{
  DlMetricInput input;

  return dl_beside_get_input (self, side, &input) ? dl_metric_range (metric, &input) : DL_NO_RANGE;
}

void
dl_beside_init_scale (DlBeside *self, DlScale *scale, const DlTheme *theme)
{
  const DlMetric *metric = metric_of (self);
  const DlDifference *difference
      = dl_beside_get_show (self) == DL_SHOW_DIFFERENCE ? dl_beside_get_difference (self) : NULL;

  if (difference != NULL)
    dl_scale_init_difference (scale, metric, difference->extent, theme);
  else
    dl_contrast_shared_scale (scale, metric, range_of (self, DL_SHOW_A, metric),
                              self->compares ? range_of (self, DL_SHOW_B, metric) : DL_NO_RANGE,
                              theme);
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_beside_format (DlBeside *self, double value, gboolean difference)
{
  return difference ? dl_metric_difference_text (metric_of (self), value)
                    : dl_metric_value_text (metric_of (self), value);
}

char *
dl_beside_describe_values (DlBeside *self, DlChange change, double a, double b, double difference)
{
  g_autofree char *of_a = dl_beside_format (self, a, FALSE);
  g_autofree char *of_b = dl_beside_format (self, b, FALSE);
  g_autofree char *of_both = NULL;

  switch (change)
    {
    case DL_CHANGE_ABSENT:
      return g_strdup (_ ("no link in A and B"));
    case DL_CHANGE_BROKEN:
      return g_strdup (_ ("broken in A and B"));
    case DL_CHANGE_ONLY_A:
      return g_strdup_printf (_ ("A %s · broken in B"), of_a);
    case DL_CHANGE_ONLY_B:
      return g_strdup_printf (_ ("B %s · broken in A"), of_b);
    case DL_CHANGE_IDLE:
      return g_strdup (_ ("no traffic in A and B"));
    case DL_CHANGE_UNKNOWN:
      return g_strdup_printf (_ ("A %s · B %s"), of_a, of_b);
    case DL_CHANGE_VALUE:
      break;
    }
  of_both = dl_beside_format (self, difference, TRUE);
  return g_strdup_printf (_ ("A %s · B %s · A − B %s"), of_a, of_b, of_both);
}

void
dl_beside_get_values (DlBeside *self, guint link, double *a, double *b)
{
  *a = self->contrast->side[0][link];
  *b = self->contrast->side[1][link];
}

char *
dl_beside_describe (DlBeside *self, guint link)
{
  const DlDifference *difference = dl_beside_get_difference (self);
  double a, b;

  if (difference == NULL || link >= difference->n)
    return NULL;
  dl_beside_get_values (self, link, &a, &b);
  return dl_beside_describe_values (self, difference->change[link], a, b, difference->values[link]);
}

/* Name of the scenario; where lines are compared, of the line that is shown. */
static const char *
name_of_a (DlBeside *self)
{
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (dl_view_get_live (self->view), &n);

  for (guint i = 0; self->follows && i < n; i++)
    if (lines[i].is_shown)
      return lines[i].name;
  return dl_session_get_scenario (session_of (self))->name;
}

char *
dl_beside_title (DlBeside *self, DlShow side)
{
  const DlPin *pin = dl_beside_get_pin (self);
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  const char *name = name_of_a (self);

  if (side == DL_SHOW_B)
    return dl_pin_title (pin);
  if (picture == NULL || !pin->simulated)
    return g_strdup_printf (_ ("%s, current state"), name);
  if (picture->cycle < picture->seen)
    return g_strdup_printf (_ ("cycle %'lu of %'lu, %s"), (gulong) picture->cycle,
                            (gulong) picture->seen, name);
  return g_strdup_printf (_ ("cycle %'lu, %s"), (gulong) picture->cycle, name);
}

const char *
dl_beside_get_note (DlBeside *self, DlShow show)
{
  const DlPin *pin = dl_beside_get_pin (self);
  const DlMetric *metric = metric_of (self);

  if (show == DL_SHOW_A)
    return NULL;
  if (dl_metric_is_simulated (metric) && !pin->simulated)
    return _ ("B was pinned before its simulation: run it (F8), then pin it (Ctrl+B)");
  if (dl_metric_is_critical (metric) && pin->critical == NULL)
    return _ ("B was pinned before its critical cables were found: find them (Ctrl+K), then pin it "
              "(Ctrl+B)");
  if (dl_metric_is_measured (metric) && show == DL_SHOW_DIFFERENCE)
    return _ ("The counters are from the machine: they are the same for A and B");
  return NULL;
}

/* Signals -------------------------------------------------------------------------------------- */

/* Whether A's links compare with B's may have changed with A. */
static void
on_result (DlBeside *self)
{
  const gboolean compared = self->compares;

  forget (self);
  find_misfit (self);
  if (self->compares != compared)
    g_object_notify_by_pspec (G_OBJECT (self), properties[SHOW]);
  if (dl_beside_get_pin (self) != NULL)
    changed (self);
}

/* An edit is of A: it is seen. Another cycle is not an edit. */
static void
on_generation (DlBeside *self)
{
  const gboolean looks = dl_session_looks_back (session_of (self));
  const gboolean edited = !looks && !self->looked;

  self->looked = looks;
  if (!edited)
    return;
  self->awaits_b = FALSE;
  if (self->show != DL_SHOW_B)
    return;
  self->show = DL_SHOW_A;
  forget (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SHOW]);
  changed (self);
}

/* Pins equal to A show nothing yet; other states show differences. */
static void
on_pin (DlBeside *self)
{
  const DlPin *pin = dl_beside_get_pin (self);
  DlEvaluation *result = dl_session_get_result (session_of (self));
  const gboolean followed = self->follows;

  forget (self);
  find_misfit (self);
  self->follows = pin != NULL && pin->follows;
  if (self->awaits_b)
    {
      self->show = self->awaited_show;
      self->sides = self->awaited_sides;
      self->awaits_b = FALSE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[SIDES]);
    }
  else if (self->follows)
    /* A line comes by itself and shows nothing yet; one that has continued is shown as before. */
    self->show = followed ? self->show : DL_SHOW_A;
  else
    self->show = self->compares && result != pin->result
                         && !dl_scenario_same_values (result->scenario, pin->result->scenario)
                     ? DL_SHOW_DIFFERENCE
                     : DL_SHOW_A;
  g_object_notify_by_pspec (G_OBJECT (self), properties[SHOW]);
  changed (self);
}

static void
on_picture (DlBeside *self)
{
  if (dl_metric_is_simulated (metric_of (self)))
    forget (self);
}

/* The caller that tells of it draws the maps again. */
static void
on_source (DlBeside *self)
{
  forget (self);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlBeside *self = DL_BESIDE (object);

  switch (id)
    {
    case SHOW:
      g_value_set_uint (value, dl_beside_get_show (self));
      break;
    case SIDES:
      g_value_set_boolean (value, dl_beside_get_sides (self));
      break;
    case CHANGES:
      g_value_set_uint64 (value, self->changes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == SHOW)
    dl_beside_set_show (DL_BESIDE (object), g_value_get_uint (value));
  else if (id == SIDES)
    dl_beside_set_sides (DL_BESIDE (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
finalize (GObject *object)
{
  forget (DL_BESIDE (object));
  G_OBJECT_CLASS (dl_beside_parent_class)->finalize (object);
}

static void
dl_beside_class_init (DlBesideClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->finalize = finalize;
  properties[SHOW]
      = g_param_spec_uint ("show", NULL, NULL, 0, DL_N_SHOWS - 1, DL_SHOW_A,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[SIDES]
      = g_param_spec_boolean ("sides", NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[CHANGES] = g_param_spec_uint64 ("changes", NULL, NULL, 0, G_MAXUINT64, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_beside_init (DlBeside *self)
{
}

DlBeside *
dl_beside_new (DlView *view)
{
  DlBeside *self = g_object_new (DL_TYPE_BESIDE, NULL);
  DlSession *session = dl_view_get_session (view);

  self->view = view;
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (on_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (on_pin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::metric", G_CALLBACK (on_source), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_places (view), "notify::counters", G_CALLBACK (on_source),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_counters (view), "notify::counters", G_CALLBACK (on_source),
                           self, G_CONNECT_SWAPPED);
  find_misfit (self);
  return self;
}

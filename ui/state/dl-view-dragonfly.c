/* Places of a dragonfly as people read them. */
#include "dl-view-private.h"

#include "dl-thumbnail.h"
#include "dl-dragonfly-name.h"
#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static gboolean
is_analyzed (DlMetric metric)
{
  return !dl_metric_is_simulated (metric) && !dl_metric_is_measured (metric);
}

/* " · Simulated load 0.2500", as the map's color says it. */
static void
append_value (GString *text, DlView *self, DlPlace place)
{
  const DlMetric metric = dl_view_get_metric (self);
  DlDragonflyValue value = { DL_VALUE_UNKNOWN, 0 };

  dl_places_get_value (dl_view_get_places (self), place, FALSE, &value);
  g_autofree char *number = dl_metric_value_text (metric, value.value);

  g_string_append_printf (text, " · %s %s", dl_metric_title (metric), number);
}

/* Of what is asked for more than it carries: how much that is. */
static void
append_overload (GString *text, guint n_over, guint n_links, double demand)
{
  if (n_over == 0)
    return;
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, " · %'u of %'u link overloaded",
                                       " · %'u of %'u links overloaded", n_links),
                          n_over, n_links);
  if (!isnan (demand))
    g_string_append_printf (text, _ (", offered %.1f times"), demand);
}

/* What is simulated of a link, besides what the map shows of it. */
static void
append_simulated (GString *text, DlView *self, guint link)
{
  static const DlMetric metrics[]
      = { DL_METRIC_SIM_LOAD, DL_METRIC_SIM_STALLS, DL_METRIC_SIM_OCCUPANCY };
  DlDragonflyMetricInput input;

  if (!dl_places_get_input (dl_view_get_places (self), &input)
      || !dl_dragonfly_metric_is_known (metrics[0], &input) || !(input.simulated->load[link] > 0))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    {
      if (metrics[i] == dl_view_get_metric (self))
        continue;
      g_autofree char *number
          = dl_metric_value_text (metrics[i], i == 0   ? input.simulated->load[link]
                                              : i == 1 ? input.simulated->stalls[link]
                                                       : input.simulated->occupancy[link]);
      g_string_append_printf (text, " · %s %s", dl_metric_title (metrics[i]), number);
    }
}

static char *
describe_group (DlView *self, const DlDragonflyAnalysis *analysis, guint group)
{
  const DlDragonfly *net = analysis->dragonfly;
  const DlMetric metric = dl_view_get_metric (self);
  const DlPlace place = dl_place_group (group);
  DlDragonflyValue out = { DL_VALUE_UNKNOWN, 0 }, in = { DL_VALUE_UNKNOWN, 0 };
  GString *text = g_string_new (NULL);
  guint n_links = 0;

  dl_places_get_value (dl_view_get_places (self), place, FALSE, &out);
  dl_places_get_value (dl_view_get_places (self), place, TRUE, &in);
  for (guint other = 0; other < net->n_groups; other++)
    n_links += analysis->group_links[(gsize) group * net->n_groups + other]
               + analysis->group_links[(gsize) other * net->n_groups + group];
  g_autofree char *leaves = dl_metric_value_text (metric, out.value);
  g_autofree char *enters = dl_metric_value_text (metric, in.value);

  g_string_append_printf (text, _ ("Group %u · %s, mean: out %s, in %s"), net->group_name[group],
                          dl_metric_title (metric), leaves, enters);
  append_overload (text, out.n_over + in.n_over, n_links, NAN);
  g_string_append (text, _ (" · Enter shows its inside"));
  return g_string_free (text, FALSE);
}

static char *
describe_pair (DlView *self, const DlDragonflyAnalysis *analysis, DlPlace place)
{
  const DlDragonfly *net = analysis->dragonfly;
  const gsize cell = (gsize) place.a * net->n_groups + place.b;
  DlDragonflyMetricInput input;
  DlDragonflyValue value;
  GString *text;

  if (place.a == place.b)
    return g_strdup_printf (_ ("Group %u: Enter shows its inside"), net->group_name[place.a]);
  text = g_string_new (NULL);
  g_string_append_printf (text, _ ("Group %u → %u"), net->group_name[place.a],
                          net->group_name[place.b]);
  if (analysis->group_links[cell] > 0)
    append_value (text, self, place);
  if (dl_places_get_value (dl_view_get_places (self), place, FALSE, &value)
      && dl_places_get_input (dl_view_get_places (self), &input))
    append_overload (text, value.n_over, analysis->group_links[cell],
                     dl_dragonfly_analysis_group_use (analysis, place.a, place.b, input.load));
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, " · %'u working blue link",
                                       " · %'u working blue links", analysis->group_links[cell]),
                          analysis->group_links[cell]);
  if (is_analyzed (dl_view_get_metric (self)))
    g_string_append_printf (text, _ (" · %'.0f packets"), analysis->group_load[cell]);
  return g_string_free (text, FALSE);
}

static char *
describe_router (const DlDragonfly *net, guint router)
{
  g_autofree char *name = dl_dragonfly_router_to_string (net, router);
  guint up = 0, n = 0;

  for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
    {
      n++;
      up += net->link_state[link] == DL_LINK_UP;
    }
  return g_strdup_printf (net->router_up[router] ? _ ("Router %s · %u of %u links work")
                                                 : _ ("Router %s, broken · %u of %u links work"),
                          name, up, n);
}

static const char *
class_title (DlLinkClass class)
{
  static const char *const titles[DL_N_LINK_CLASSES]
      = { N_ ("Green link"), N_ ("Black link"), N_ ("Blue link") };

  return _ (titles[class]);
}

static char *
describe_link (DlView *self, const DlDragonflyAnalysis *analysis, DlPlace place)
{
  const DlDragonfly *net = analysis->dragonfly;
  const double *vc = analysis->vc_load + (gsize) place.a * DL_DRAGONFLY_VCS;
  g_autofree char *name = dl_dragonfly_link_to_string (net, place.a);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s", class_title (net->link_class[place.a]), name);
  if (net->link_class[place.a] == DL_LINK_BLUE)
    g_string_append_printf (text, _ (", of cable %u"), net->link_cable[place.a]);
  if (net->link_state[place.a] != DL_LINK_UP)
    {
      g_string_append (text, _ (" · broken"));
      return g_string_free (text, FALSE);
    }
  append_value (text, self, place);
  if (dl_metric_is_simulated (dl_view_get_metric (self)))
    append_simulated (text, self, place.a);
  for (guint i = 0; is_analyzed (dl_view_get_metric (self)) && i < DL_DRAGONFLY_VCS; i++)
    g_string_append_printf (text, _ (" · VC%u %'.0f"), i, vc[i]);
  return g_string_free (text, FALSE);
}

static char *
describe_alone (DlView *self, const DlDragonflyAnalysis *analysis, DlPlace place)
{
  switch (place.kind)
    {
    case DL_PLACE_PAIR:
      return describe_pair (self, analysis, place);
    case DL_PLACE_GROUP:
      return describe_group (self, analysis, place.a);
    case DL_PLACE_ROUTER:
      return describe_router (analysis->dragonfly, place.a);
    case DL_PLACE_LINK:
      return describe_link (self, analysis, place);
    case DL_PLACE_NODE:
    case DL_PLACE_NOTHING:
      break;
    }
  return NULL;
}

char *
dl_view_describe_dragonfly (DlView *self, DlPlace place)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (dl_view_get_places (self));
  const DlDragonfly *net = analysis->dragonfly;
  DlBeside *beside = dl_view_get_beside (self);
  g_autofree char *both = NULL;

  if (place.kind == DL_PLACE_LINK && (both = dl_beside_describe (beside, place.a)) != NULL)
    {
      g_autofree char *name = dl_dragonfly_link_to_string (net, place.a);
      return g_strdup_printf (_ ("Link %s · %s"), name, both);
    }
  if (place.kind == DL_PLACE_PAIR
      && (both = dl_beside_describe_pair (beside, place.a, place.b)) != NULL)
    return g_strdup_printf (_ ("Group %u → %u · %s"), net->group_name[place.a],
                            net->group_name[place.b], both);
  return describe_alone (self, analysis, place);
}

GBytes *
dl_view_thumbnail_dragonfly (const DlEvaluation *result, guint width, guint height)
{
  return dl_dragonfly_map_thumbnail (dl_evaluation_dragonfly (result), width, height);
}

cairo_surface_t *
dl_view_draw_dragonfly (const DlEvaluation *result, const DlThumbnailOptions *options)
{
  const DlTrafficOptions *traffic = &result->scenario->traffic;

  return dl_dragonfly_map_thumbnail_draw (dl_evaluation_dragonfly (result),
                                          traffic->saturated ? 1 : traffic->load, options);
}

DlMeasured *
dl_view_measure_dragonfly (const DlCounters *counters, const gint32 *region,
                           const DlEvaluation *result, const DlLinkUse *simulated, GError **error)
{
  return dl_measured_new_dragonfly (counters, dl_evaluation_dragonfly (result), simulated, error);
}

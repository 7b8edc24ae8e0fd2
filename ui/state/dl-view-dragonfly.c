/* Places of a dragonfly as people read them. */
#include "dl-beside-private.h"
#include "dl-view-plain.h"
#include "dl-view-private.h"

#include "dl-dragonfly-name.h"
#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static gboolean
is_analyzed (const DlMetric *metric)
{
  return !dl_metric_is_simulated (metric) && !dl_metric_is_measured (metric);
}

/* Text of a value; for critical cables the effect of breaking the worst one: each class has its
 * share of 0..1. */
static char *
value_text (const DlMetric *metric, double value)
{
  if (!dl_metric_is_critical (metric) || !isfinite (value))
    return dl_metric_value_with_unit (metric, value);
  return g_strdup (dl_critical_class_title (CLAMP (value * DL_N_CRITICAL, 0, DL_N_CRITICAL - 1)));
}

/* Whether there is anything to say of what maps color: critical cables have to be searched. */
static gboolean
has_values (DlView *self)
{
  return !dl_metric_is_critical (dl_view_get_metric (self)) || dl_view_get_critical (self) != NULL;
}

/* The value of @place, as the map's color says it. */
static void
tell_value (DlView *self, DlPlace place, DlPlaceText *text)
{
  const DlMetric *metric = dl_view_get_metric (self);
  DlDragonflyValue value = { DL_VALUE_UNKNOWN, 0 };

  if (!has_values (self))
    return;
  dl_places_get_value (dl_view_get_places (self), place, FALSE, &value);
  dl_place_text_set_words (text, metric, value_text (metric, value.value));
}

/* Tell how many links are overloaded, and by how much. */
static void
add_overload (DlPlaceText *text, guint n_over, guint n_links, double demand)
{
  g_autofree char *times = dl_metric_form_text (DL_FORM_UTILIZATION, demand);

  if (n_over == 0)
    return;
  dl_place_text_add (text,
                     g_dngettext (GETTEXT_PACKAGE, "%'u of %'u link overloaded",
                                  "%'u of %'u links overloaded", n_links),
                     n_over, n_links);
  if (!isnan (demand) && n_over < n_links)
    dl_place_text_add (text, "%s", times);
}

/* Simulated values of a link besides the one on the map. */
static void
add_simulated (DlView *self, guint link, DlPlaceText *text)
{
  DlMetricInput input;

  if (dl_places_get_input (dl_view_get_places (self), &input)
      && dl_metric_simulated_load (&input, link) > 0)
    dl_place_text_add_simulated (text, &input, link, dl_view_get_metric (self));
}

static void
tell_group (DlView *self, const DlDragonflyAnalysis *analysis, guint group, DlPlaceText *text)
{
  const DlDragonfly *net = analysis->dragonfly;
  const DlMetric *metric = dl_view_get_metric (self);
  const DlPlace place = dl_place_group (group);
  DlDragonflyValue out = { DL_VALUE_UNKNOWN, 0 }, in = { DL_VALUE_UNKNOWN, 0 };
  guint n_links = 0;

  dl_places_get_value (dl_view_get_places (self), place, FALSE, &out);
  dl_places_get_value (dl_view_get_places (self), place, TRUE, &in);
  for (guint other = 0; other < net->n_groups; other++)
    n_links += analysis->group_links[(gsize) group * net->n_groups + other]
               + analysis->group_links[(gsize) other * net->n_groups + group];
  g_autofree char *leaves = value_text (metric, out.value);
  g_autofree char *enters = value_text (metric, in.value);

  dl_place_text_init (text, g_strdup_printf (_ ("Group %u"), net->group_name[group]));
  if (has_values (self))
    dl_place_text_set_words (text, metric,
                             g_strdup_printf (dl_metric_is_critical (metric)
                                                  ? _ ("out %s, in %s (worst)")
                                                  : _ ("out %s, in %s (mean)"),
                                              leaves, enters));
  add_overload (text, out.n_over + in.n_over, n_links, NAN);
  dl_place_text_add (text, "%s", _ ("Enter shows its inside"));
}

static void
tell_pair (DlView *self, const DlDragonflyAnalysis *analysis, DlPlace place, DlPlaceText *text)
{
  const DlDragonfly *net = analysis->dragonfly;
  const gsize cell = (gsize) place.a * net->n_groups + place.b;
  DlMetricInput input;
  DlDragonflyValue value;

  if (place.a == place.b)
    {
      dl_place_text_init (text, g_strdup_printf (_ ("Group %u"), net->group_name[place.a]));
      dl_place_text_add (text, "%s", _ ("Enter shows its inside"));
      return;
    }
  dl_place_text_init (text, g_strdup_printf (_ ("Group %u → %u"), net->group_name[place.a],
                                             net->group_name[place.b]));
  if (analysis->group_links[cell] > 0)
    tell_value (self, place, text);
  if (dl_places_get_value (dl_view_get_places (self), place, FALSE, &value)
      && dl_places_get_input (dl_view_get_places (self), &input))
    add_overload (text, value.n_over, analysis->group_links[cell],
                  dl_dragonfly_analysis_group_use (analysis, place.a, place.b, input.load));
  dl_place_text_add (text,
                     g_dngettext (GETTEXT_PACKAGE, "%'u working blue link",
                                  "%'u working blue links", analysis->group_links[cell]),
                     analysis->group_links[cell]);
  if (is_analyzed (dl_view_get_metric (self)))
    dl_place_text_add (text, _ ("%'.0f packets"), analysis->group_load[cell]);
}

static void
tell_router (const DlDragonfly *net, guint router, DlPlaceText *text)
{
  g_autofree char *name = dl_dragonfly_router_to_string (net, router);
  guint up = 0, n = 0;

  for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
    {
      n++;
      up += net->link_state[link] == DL_LINK_UP;
    }
  dl_place_text_init (text, g_strdup_printf (_ ("Router %s"), name));
  if (!net->router_up[router])
    dl_place_text_add (text, "%s", _ ("broken"));
  dl_place_text_add (text, _ ("%u of %u links work"), up, n);
}

static const char *
class_title (DlLinkClass class)
{
  static const char *const titles[DL_N_LINK_CLASSES]
      = { N_ ("Green link"), N_ ("Black link"), N_ ("Blue link") };

  return _ (titles[class]);
}

/* Effect of breaking the cable of @link, if the maps show that and it is known. */
static char *
describe_critical (DlView *self, const DlDragonfly *net, guint link)
{
  const DlCritical *critical = dl_view_get_critical (self);
  const DlCriticalCable *cable;

  if (!dl_metric_is_critical (dl_view_get_metric (self)) || critical == NULL
      || !critical->family->same_places (critical->net.shape, net))
    return NULL;
  cable = dl_critical_find (critical, link);
  return cable != NULL ? dl_critical_cable_to_text (critical, cable) : NULL;
}

static void
tell_link (DlView *self, const DlDragonflyAnalysis *analysis, DlPlace place, DlPlaceText *text)
{
  const DlDragonfly *net = analysis->dragonfly;
  const double *vc = analysis->vc_load + (gsize) place.a * DL_DRAGONFLY_VCS;
  g_autofree char *critical = describe_critical (self, net, place.a);
  g_autofree char *link = dl_dragonfly_link_to_string (net, place.a);
  char *name = g_strdup_printf ("%s %s", class_title (net->link_class[place.a]), link);

  dl_place_text_init (text, name);
  if (net->link_class[place.a] == DL_LINK_BLUE)
    dl_place_text_add (text, _ ("cable %u"), net->link_cable[place.a]);
  if (net->link_state[place.a] != DL_LINK_UP)
    {
      dl_place_text_add (text, "%s", _ ("broken"));
      return;
    }
  if (critical != NULL)
    dl_place_text_add (text, _ ("if its cable breaks: %s"), critical);
  else
    tell_value (self, place, text);
  if (dl_metric_is_simulated (dl_view_get_metric (self)))
    add_simulated (self, place.a, text);
  for (guint i = 0; is_analyzed (dl_view_get_metric (self)) && i < DL_DRAGONFLY_VCS; i++)
    dl_place_text_add (text, _ ("VC%u %'.0f"), i, vc[i]);
}

static void
tell (DlView *self, DlPlace place, DlPlaceText *text)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (dl_view_get_places (self));
  DlBeside *beside = dl_view_get_beside (self);
  char *both = place.kind == DL_PLACE_LINK   ? dl_beside_describe (beside, place.a)
               : place.kind == DL_PLACE_PAIR ? dl_beside_describe_pair (beside, place.a, place.b)
                                             : NULL;

  if (place.kind == DL_PLACE_PAIR)
    tell_pair (self, analysis, place, text);
  else if (place.kind == DL_PLACE_GROUP)
    tell_group (self, analysis, place.a, text);
  else if (place.kind == DL_PLACE_LINK)
    tell_link (self, analysis, place, text);
  else
    tell_router (analysis->dragonfly, place.a, text);
  if (both != NULL)
    dl_place_text_set_words (text, dl_view_get_metric (self), both);
}

const DlViewFamily dl_view_dragonfly = {
  .family = &dl_family_dragonfly,
  .tell = tell,
  .beside = &dl_beside_dragonfly,
  .links = &dl_link_columns_dragonfly,
  .describe_wait = dl_view_describe_wait,
  .name_wait = dl_view_name_wait,
};

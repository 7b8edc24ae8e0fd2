#include "dl-evaluate.h"

#include "dl-slow-links.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static double
packets (const DlEvaluation *result, guint link)
{
  const guint n_vcs = result->net.n_vcs;
  double sum = 0;

  for (guint vc = 0; vc < n_vcs; vc++)
    sum += result->findings.vc_load[(gsize) link * n_vcs + vc];
  return sum;
}

/* Values of all links, 0 where one does not work. */
static double *
values_of (const DlClassLoads *loads, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  double *values = g_new0 (double, MAX (1, result->net.graph->n_links));

  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] == DL_LINK_UP)
      values[link] = loads->is_utilization
                         ? family->utilization (result->analysis_of_family, link, loads->load)
                         : packets (result, link);
  return values;
}

static void
add (DlClassLoads *loads, DlClassLoad *class, guint link, double value)
{
  const int bin = (int) ceil (value / loads->end * DL_CLASS_LOAD_BINS) - 1;

  class->n_links++;
  class->n_idle += value == 0;
  class->mean += value;
  if (!(value <= class->max))
    {
      class->max = value;
      class->busiest = link;
    }
  if (value > loads->end)
    class->n_over++;
  else
    class->bins[CLAMP (bin, 0, DL_CLASS_LOAD_BINS - 1)]++;
}

void
dl_class_loads_init (DlClassLoads *loads, const DlEvaluation *result, double (*round_up) (double))
{
  const DlFamily *family = result->scenario->family;
  const DlTrafficOptions *traffic = &result->scenario->traffic;
  g_autofree double *values = NULL;
  double most = 0;

  *loads = (DlClassLoads) {
    .is_utilization = family->utilization != NULL,
    .load = traffic->saturated ? 1 : traffic->load,
    .n_classes = family->n_classes,
    .limit = DL_NO_LINK,
  };
  values = values_of (loads, result);
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (values[link] > most)
      {
        most = values[link];
        loads->limit = link;
      }
  loads->end = loads->is_utilization || most == 0 ? 1 : round_up (most);
  for (guint i = 0; i < loads->n_classes; i++)
    loads->classes[i] = (DlClassLoad) { .max = NAN, .busiest = DL_NO_LINK };
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] == DL_LINK_UP)
      add (loads, &loads->classes[result->net.graph->link_class[link]], link, values[link]);
  for (guint i = 0; i < loads->n_classes; i++)
    loads->classes[i].mean /= loads->classes[i].n_links;
}

/* No-break spaces inside, so that a line ends between two parts. */
static void
append_part (GString *text, const char *part)
{
  if (text->len > 0)
    g_string_append (text, "\u00a0· ");
  g_string_append (text, part);
}

/* Nothing where both read alike. */
static void
append_change (GString *text, const char *what, double before, double after)
{
  const guint digits = fmax (before, after) < 100 ? 3 : 0;
  g_autofree char *was = g_strdup_printf ("%'.*f", digits, before);
  g_autofree char *is = g_strdup_printf ("%'.*f", digits, after);

  if (isnan (before) || isnan (after) || strcmp (was, is) == 0)
    return;
  append_part (text, "");
  g_string_append_printf (text, "%s\u00a0%s\u00a0→\u00a0%s", what, was, is);
}

char *
dl_effect_to_text (const DlEffect *effect)
{
  GString *text = g_string_new (NULL);

  if (effect->deadlock_free_before && !effect->deadlock_free_after)
    append_part (text, _ ("can\u00a0deadlock"));
  else if (!effect->deadlock_free_before && effect->deadlock_free_after)
    append_part (text, _ ("deadlock-free\u00a0again"));
  if (effect->rerouted_known)
    {
      append_part (text, "");
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%'lu pair rerouted",
                                           "%'lu pairs rerouted", effect->rerouted_pairs),
                              (gulong) effect->rerouted_pairs);
    }
  append_change (text, _ ("mean\u00a0balance"), effect->balance_before, effect->balance_after);
  append_change (text, _ ("mean\u00a0hops"), effect->hops_before, effect->hops_after);
  append_change (text, _ ("unreachable\u00a0pairs"), effect->unreachable_before,
                 effect->unreachable_after);
  return g_string_free (text, FALSE);
}

static void
evaluation_free (gpointer data)
{
  DlEvaluation *result = data;

  if (result->analysis_of_family != NULL)
    dl_shared_unref (result->analysis_of_family);
  g_clear_pointer (&result->slow, g_array_unref);
  dl_scenario_free (result->scenario);
  g_free (result);
}

gpointer
dl_evaluation_of (const DlEvaluation *result, const DlFamily *family)
{
  return result->scenario->family == family ? result->analysis_of_family : NULL;
}

gpointer
dl_evaluation_routes (const DlEvaluation *result)
{
  return ((const DlAnalyzed *) result->analysis_of_family)->routes;
}

static DlLimit
find_limit (const DlEvaluation *result)
{
  const DlScenario *scenario = result->scenario;
  const DlFamilyCurve *curve = scenario->family->curve;
  const DlTrafficOptions *traffic = &scenario->traffic;
  const double load = traffic->saturated ? 1 : traffic->load;
  DlLimit limit = { result->findings.full_link, result->findings.peak_load, NAN, NAN };

  if (!curve->has_load (scenario))
    return limit;
  limit.full_at = curve->full_at (scenario, result->analysis_of_family);
  limit.use = load / limit.full_at;
  return limit;
}

static void
measure_effect (DlEvaluation *result, const DlEvaluation *before, GCancellable *cancellable)
{
  const DlFamily *family = result->scenario->family;
  const DlFindings *was = &before->findings, *is = &result->findings;
  DlEffect *effect = &result->effect;

  if (before->scenario->family != family)
    return;
  *effect = (DlEffect) {
    .hops_before = was->hops_mean,
    .hops_after = is->hops_mean,
    .limit_before = before->limit,
    .balance_before = was->balance_mean,
    .balance_after = is->balance_mean,
    .unreachable_before = was->unreachable_pairs + was->dropped_pairs,
    .unreachable_after = is->unreachable_pairs + is->dropped_pairs,
    .deadlock_free_before = was->deadlock_free,
    .deadlock_free_after = is->deadlock_free,
  };
  if (family->count_rerouted != NULL)
    effect->rerouted_known
        = family->count_rerouted (result->scenario, before->analysis_of_family,
                                  result->analysis_of_family, &effect->rerouted_pairs, cancellable);
  result->has_effect = TRUE;
}

DlEvaluation *
dl_evaluation_new (const DlScenario *scenario, guint64 generation, const DlEvaluation *before,
                   GCancellable *cancellable, GError **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  const DlFamily *family = scenario->family;
  const gboolean alike = before != NULL && before->scenario->family == family;
  g_autoptr (DlEvaluation) result = g_new0 (DlEvaluation, 1);

  dl_shared_init (&result->shared, evaluation_free);
  result->generation = generation;
  result->scenario = dl_scenario_copy (scenario);
  result->analysis_of_family = family->analyze (
      result->scenario, NULL, alike ? before->analysis_of_family : NULL, cancellable, error);
  if (result->analysis_of_family == NULL)
    return NULL;
  family->find (result->analysis_of_family, &result->findings);
  result->net = *dl_shape_net (dl_analyzed_shape (result->analysis_of_family));
  result->limit = find_limit (result);
  result->slow = dl_slow_links_find (&result->net, &result->findings);
  result->elapsed_us = g_get_monotonic_time () - start_us;
  if (before != NULL)
    measure_effect (result, before, cancellable);
  return g_steal_pointer (&result);
}

#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
set_cancelled (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The analysis was cancelled"));
}

static DlAnalysis *
evaluate (const DlScenario *scenario, const DlVcPolicy *policy, const DlAnalysis *before,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (DlNetwork) network = dl_network_new_torus (&scenario->torus, error);
  if (network == NULL)
    return NULL;

  DlRoutingSpec spec = dl_scenario_routing (scenario);
  spec.vc_policy = policy;
  g_autoptr (DlRoutes) routes
      = dl_routes_new_from (network, &spec, before != NULL ? before->routes : NULL, cancellable);
  DlAnalysis *analysis = NULL;

  if (routes != NULL)
    {
      g_autoptr (DlDemand) demand = dl_scenario_demand (scenario, network);
      analysis = dl_analysis_new (routes, demand, cancellable);
    }
  if (analysis == NULL)
    set_cancelled (error);
  return analysis;
}

DlAnalysis *
dl_evaluate (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return evaluate (scenario, scenario->routing.vc_policy, NULL, cancellable, error);
}

DlAnalysis *
dl_evaluate_on (const DlScenario *scenario, DlRoutes *routes, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (DlDemand) demand = NULL;
  DlAnalysis *analysis;

  if (routes == NULL)
    return dl_evaluate (scenario, cancellable, error);
  demand = dl_scenario_demand (scenario, routes->network);
  analysis = dl_analysis_new (routes, demand, cancellable);
  if (analysis == NULL)
    set_cancelled (error);
  return analysis;
}

DlAnalysis *
dl_evaluate_policy (const DlScenario *scenario, const DlVcPolicy *policy, GCancellable *cancellable,
                    GError **error)
{
  return evaluate (scenario, policy, NULL, cancellable, error);
}

DlCritical *
dl_evaluate_critical (const DlScenario *scenario, DlCriticalOptions options,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (DlAnalysis) analysis = dl_evaluate (scenario, cancellable, error);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  demand = dl_scenario_demand (scenario, analysis->network);
  critical = dl_critical_new (&scenario->torus, analysis->routes, demand, options, cancellable);
  if (critical == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search was cancelled"));
  return critical;
}

void
dl_effect_measure (DlEffect *effect, const DlAnalysis *before, const DlAnalysis *after,
                   const DlScenario *scenario, GCancellable *cancellable)
{
  g_autoptr (DlDemand) demand = dl_scenario_demand (scenario, after->network);

  *effect = (DlEffect) {
    .hops_before = before->hops_mean,
    .hops_after = after->hops_mean,
    .peak_before = dl_analysis_peak_load (before),
    .peak_after = dl_analysis_peak_load (after),
    .balance_before = dl_analysis_balance_mean (before),
    .balance_after = dl_analysis_balance_mean (after),
    .unreachable_before = before->unreachable_pairs + before->dropped_pairs,
    .unreachable_after = after->unreachable_pairs + after->dropped_pairs,
    .deadlock_free_before = before->verdict->deadlock_free,
    .deadlock_free_after = after->verdict->deadlock_free,
  };
  effect->rerouted_known
      = dl_analysis_rerouted_pairs (before, after, demand, &effect->rerouted_pairs, cancellable);
}

/* No-break spaces inside, so that a line ends between two parts. */
static void
append_part (GString *text, const char *part)
{
  if (text->len > 0)
    g_string_append (text, "\u00a0· ");
  g_string_append (text, part);
}

static void
append_change (GString *text, const char *what, double before, double after, guint digits)
{
  if (isnan (before) || isnan (after))
    return;
  append_part (text, "");
  g_string_append_printf (text, _ ("%s\u00a0%'.*f\u00a0→\u00a0%'.*f"), what, digits, before, digits,
                          after);
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
  append_change (text, _ ("mean\u00a0balance"), effect->balance_before, effect->balance_after, 4);
  append_change (text, _ ("peak\u00a0load"), effect->peak_before, effect->peak_after, 0);
  append_change (text, _ ("mean\u00a0hops"), effect->hops_before, effect->hops_after, 4);
  if (effect->unreachable_before != effect->unreachable_after)
    append_change (text, _ ("unreachable\u00a0pairs"), effect->unreachable_before,
                   effect->unreachable_after, 0);
  return g_string_free (text, FALSE);
}

DlResult *
dl_result_ref (DlResult *result)
{
  g_atomic_ref_count_inc (&result->refs);
  return result;
}

void
dl_result_unref (DlResult *result)
{
  if (result == NULL || !g_atomic_ref_count_dec (&result->refs))
    return;
  dl_scenario_free (result->scenario);
  dl_analysis_unref (result->analysis);
  g_free (result);
}

DlResult *
dl_result_new (const DlScenario *scenario, guint64 generation, DlAnalysis *before,
               GCancellable *cancellable, GError **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  DlAnalysis *analysis
      = evaluate (scenario, scenario->routing.vc_policy, before, cancellable, error);
  if (analysis == NULL)
    return NULL;

  DlResult *result = g_new0 (DlResult, 1);
  g_atomic_ref_count_init (&result->refs);
  result->generation = generation;
  result->scenario = dl_scenario_copy (scenario);
  result->analysis = analysis;
  result->elapsed_us = g_get_monotonic_time () - start_us;
  if (before != NULL)
    {
      dl_effect_measure (&result->effect, before, analysis, scenario, cancellable);
      result->has_effect = TRUE;
    }
  return result;
}

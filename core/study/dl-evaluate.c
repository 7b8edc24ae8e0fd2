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
  g_autoptr (DlNetwork) network = dl_network_new_torus (&dl_torus_options (scenario)->spec, error);
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
  return evaluate (scenario, dl_torus_options (scenario)->routing.vc_policy, NULL, cancellable,
                   error);
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

DlDragonflyRates
dl_evaluate_rates (const DlScenario *scenario, const DlDragonfly *dragonfly)
{
  DlDragonflyRates rates = dl_dragonfly_rates_for (dragonfly);

  if (dragonfly->shape == DL_DRAGONFLY_ARIES)
    rates.efficiency = dl_dragonfly_options (scenario)->aries.efficiency;
  return rates;
}

DlDragonflyAnalysis *
dl_evaluate_dragonfly (const DlScenario *scenario, const DlDragonflyAnalysis *previous,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, error);
  g_autoptr (DlDragonflyRoutes) routes = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  DlDragonflyAnalysis *analysis;

  if (dragonfly == NULL)
    return NULL;
  demand = dl_scenario_dragonfly_demand (scenario, dragonfly, NULL, error);
  if (demand == NULL)
    return NULL;
  routes = dl_dragonfly_routes_new (dragonfly, dl_dragonfly_options (scenario)->minimal);
  analysis = dl_dragonfly_analysis_new (routes, dl_dragonfly_options (scenario)->mode, demand,
                                        dl_evaluate_rates (scenario, dragonfly), &scenario->seed,
                                        previous, cancellable);
  if (analysis == NULL)
    set_cancelled (error);
  return analysis;
}

gboolean
dl_evaluate_knows_policy (const DlScenario *scenario, const DlVcPolicy *policy)
{
  return !policy->table || dl_torus_options (scenario)->vc_table != NULL;
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
  critical = dl_critical_new (&dl_torus_options (scenario)->spec, analysis->routes, demand, options,
                              cancellable);
  if (critical == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search was cancelled"));
  return critical;
}

/* @scenario is the one that @after belongs to. */
static void
measure_torus (DlEffect *effect, const DlAnalysis *before, const DlAnalysis *after,
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
    .bound_before = NAN,
    .bound_after = NAN,
  };
  effect->rerouted_known
      = dl_analysis_rerouted_pairs (before, after, demand, &effect->rerouted_pairs, cancellable);
}

static double
peak_load (const DlDragonflyAnalysis *analysis)
{
  double peak = NAN;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    peak = fmax (peak, analysis->classes[class].load_max);
  return peak;
}

static void
measure_dragonfly (DlEffect *effect, const DlDragonflyAnalysis *before,
                   const DlDragonflyAnalysis *after)
{
  *effect = (DlEffect) {
    .hops_before = before->hops_mean,
    .hops_after = after->hops_mean,
    .peak_before = peak_load (before),
    .peak_after = peak_load (after),
    .balance_before = NAN,
    .balance_after = NAN,
    .unreachable_before = before->unreachable_pairs,
    .unreachable_after = after->unreachable_pairs,
    .deadlock_free_before = before->verdict->deadlock_free,
    .deadlock_free_after = after->verdict->deadlock_free,
    .bound_before = before->bound_load,
    .bound_after = after->bound_load,
  };
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
  if (isfinite (effect->bound_before) && isfinite (effect->bound_after))
    append_change (text, _ ("saturates\u00a0at"), effect->bound_before, effect->bound_after, 4);
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
  dl_dragonfly_analysis_unref (result->dragonfly);
  g_free (result);
}

/* FALSE with an error. */
static gboolean
compute (DlResult *result, const DlResult *before, GCancellable *cancellable, GError **error)
{
  const DlScenario *scenario = result->scenario;

  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    {
      result->dragonfly = dl_evaluate_dragonfly (
          scenario, before != NULL ? before->dragonfly : NULL, cancellable, error);
      return result->dragonfly != NULL;
    }
  result->analysis = evaluate (scenario, dl_torus_options (scenario)->routing.vc_policy,
                               before != NULL ? before->analysis : NULL, cancellable, error);
  return result->analysis != NULL;
}

static void
measure_effect (DlResult *result, const DlResult *before, GCancellable *cancellable)
{
  if (before->dragonfly != NULL && result->dragonfly != NULL)
    measure_dragonfly (&result->effect, before->dragonfly, result->dragonfly);
  else if (before->analysis != NULL && result->analysis != NULL)
    measure_torus (&result->effect, before->analysis, result->analysis, result->scenario,
                   cancellable);
  else
    return;
  result->has_effect = TRUE;
}

DlResult *
dl_result_new (const DlScenario *scenario, guint64 generation, const DlResult *before,
               GCancellable *cancellable, GError **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  g_autoptr (DlResult) result = g_new0 (DlResult, 1);

  g_atomic_ref_count_init (&result->refs);
  result->generation = generation;
  result->scenario = dl_scenario_copy (scenario);
  if (!compute (result, before, cancellable, error))
    return NULL;
  result->elapsed_us = g_get_monotonic_time () - start_us;
  if (before != NULL)
    measure_effect (result, before, cancellable);
  return g_steal_pointer (&result);
}

#include "dl-scenario.h"

#include "dl-field-private.h"

#include <string.h>

GQuark
dl_scenario_error_quark (void)
{
  return g_quark_from_static_string ("dl-scenario-error-quark");
}

DlScenario *
dl_scenario_new (void)
{
  DlScenario *scenario = g_new0 (DlScenario, 1);
  guint n;
  const DlField *fields = dl_fields (&n);

  dl_torus_spec_init (&scenario->torus);
  dl_dragonfly_spec_init (&scenario->dragonfly);
  for (guint i = 0; i < n; i++)
    dl_field_unset (&fields[i], scenario);
  return scenario;
}

DlScenario *
dl_scenario_copy (const DlScenario *scenario)
{
  DlScenario *copy = g_memdup2 (scenario, sizeof *scenario);
  guint n;
  const DlField *fields = dl_fields (&n);

  dl_torus_spec_copy (&scenario->torus, &copy->torus);
  dl_dragonfly_spec_copy (&scenario->dragonfly, &copy->dragonfly);
  for (guint i = 0; i < n; i++)
    if (fields[i].type->is_string)
      {
        char **string = dl_field_at (&fields[i], copy);
        *string = g_strdup (*string);
      }
    else if (fields[i].type->ref != NULL)
      {
        gpointer *shared = dl_field_at (&fields[i], copy);
        if (*shared != NULL)
          fields[i].type->ref (*shared);
      }
  copy->extras = g_strdup (scenario->extras);
  return copy;
}

void
dl_scenario_free (DlScenario *scenario)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  if (scenario == NULL)
    return;
  for (guint i = 0; i < n; i++)
    if (fields[i].type->is_string)
      g_free (*(char **) dl_field_at (&fields[i], scenario));
    else if (fields[i].type->ref != NULL)
      fields[i].type->unref (*(gpointer *) dl_field_at (&fields[i], scenario));
  dl_torus_spec_clear (&scenario->torus);
  dl_dragonfly_spec_clear (&scenario->dragonfly);
  g_free (scenario->extras);
  g_free (scenario);
}

gboolean
dl_scenario_equal (const DlScenario *a, const DlScenario *b)
{
  return a->set == b->set && g_strcmp0 (a->extras, b->extras) == 0
         && dl_scenario_same_values (a, b);
}

gboolean
dl_scenario_same_values (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  /* Equal text is equal value: what a key's text does not say, it does not hold. */
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text_a = NULL;
      g_autofree char *text_b = NULL;

      if (dl_field_is_shared (&fields[i], a, b))
        continue;
      text_a = dl_field_get (&fields[i], a);
      text_b = dl_field_get (&fields[i], b);
      if (strcmp (text_a, text_b) != 0)
        return FALSE;
    }
  return TRUE;
}

DlRoutingSpec
dl_scenario_routing (const DlScenario *scenario)
{
  const gboolean stated = dl_field_is_set (dl_field_find ("torus", "datelines"), scenario);
  DlRoutingSpec routing = scenario->routing;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (!dl_torus_spec_is_ring (&scenario->torus, dim))
      routing.dateline[dim] = DL_NO_DATELINE;
    else if (!stated)
      routing.dateline[dim] = scenario->torus.radix[dim] - 1;
  routing.vc_table = scenario->vc_table;
  routing.source_vc_zero = scenario->traffic.source_vc_zero;
  /* What ranks send are requests. */
  routing.response_share
      = scenario->traffic.pattern->program ? 0 : scenario->traffic.response_share;
  return routing;
}

DlTrafficSpec
dl_scenario_traffic (const DlScenario *scenario, const DlNetwork *network)
{
  DlTrafficSpec traffic = { scenario->traffic.pattern, -1, scenario->seed };
  DlCoord target;

  if (*scenario->traffic.target != '\0'
      && dl_torus_spec_parse_node (&scenario->torus, scenario->traffic.target, &target, NULL))
    traffic.target = dl_network_node_at (network, target);
  return traffic;
}

gboolean
dl_scenario_is_uniform (const DlScenario *scenario, const DlNetwork *network)
{
  g_autoptr (DlWorkload) workload = NULL;

  if (!scenario->traffic.pattern->uniform || !dl_scenario_has_program (scenario))
    return scenario->traffic.pattern->uniform;
  workload = dl_scenario_workload (scenario, network, scenario->seed, NULL, NULL);
  return workload != NULL && workload->n_ranks == network->n_working_nodes;
}

DlDemand *
dl_scenario_demand (const DlScenario *scenario, const DlNetwork *network)
{
  DlTrafficSpec traffic = dl_scenario_traffic (scenario, network);
  g_autoptr (DlWorkload) workload = NULL;

  if (dl_scenario_has_program (scenario))
    {
      g_autoptr (GError) error = NULL;

      traffic.workload = workload
          = dl_scenario_workload (scenario, network, scenario->seed, NULL, &error);
      g_assert_no_error (error); /* dl_scenario_check has seen it */
    }
  return dl_demand_new (network, &traffic);
}

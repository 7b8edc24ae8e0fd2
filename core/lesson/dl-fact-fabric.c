/* Facts of a fabric alone. */
#include "dl-fact-private.h"

#include "dl-families.h"

#include <glib/gi18n-lib.h>

static const DlFabricAnalysis *
analysis_of (const DlWorld *world)
{
  const DlEvaluation *result = world->result;

  return result != NULL ? dl_evaluation_fabric (result) : NULL;
}

static gboolean
get_switches (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFabricAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = 0;
  for (guint s = 0; s < analysis->routes->fabric->n_switches; s++)
    value->number += analysis->routes->fabric->switch_up[s];
  return TRUE;
}

/* A cable is counted at the channel whose number is less; one of which a direction works counts. */
static gboolean
get_switch_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFabricAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  const DlFabric *fabric = analysis->routes->fabric;
  value->number = 0;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 back = fabric->channel_back[c];

      if (back < c || dl_fabric_link_class (fabric, c) != DL_FABRIC_BETWEEN_SWITCHES)
        continue;
      value->number += fabric->link_state[c] == DL_LINK_UP
                       || (back != DL_FABRIC_NONE && fabric->link_state[back] == DL_LINK_UP);
    }
  return TRUE;
}

static gboolean
get_layers (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFabricAnalysis *analysis = analysis_of (world);

  if (analysis == NULL)
    return FALSE;
  value->number = analysis->routes->n_layers;
  return TRUE;
}

static const DlFactInfo facts[] = {
  { "switches", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Working switches"), get_switches },
  { "switch_cables", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Working cables between switches"),
    get_switch_cables },
  { "layers", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Layers that the routes use"),
    get_layers },
};

void
dl_fact_fabric_add (GArray *all)
{
  dl_fact_add_of (all, &dl_family_fabric, facts, G_N_ELEMENTS (facts));
}

#include "dl-vc-policy.h"

#include "dl-explained.h"
#include "dl-torus-routes.h"
#include "dl-vc-table.h"

#include <glib/gi18n-lib.h>

static const DlVcPolicy initial = {
  .id = "initial",
  .title = N_ ("Initial"),
  .description = N_ ("Free legs by the parity of both NIDs (VC paper 3.1)"),
};
static const DlVcPolicy neighbors = {
  .id = "neighbors",
  .title = N_ ("Dateline neighbors"),
  .description = N_ ("VC0 also just downstream of the dateline (VC paper 3.2, version 1)"),
  .neighbors = TRUE,
};
static const DlVcPolicy global_table = {
  .id = "global-table",
  .title = N_ ("Global table"),
  .description = N_ ("Two global entries per region (VC paper 3.3, version 2)"),
  .neighbors = TRUE,
  .global_entries = TRUE,
};
static const DlVcPolicy output_crossing = {
  .id = "output-crossing",
  .title = N_ ("Output crossing"),
  .description = N_ ("Crossing only at the dateline's output port (VC paper 3.4, version 3)"),
  .neighbors = TRUE,
  .global_entries = TRUE,
  .output_crossing = TRUE,
};

static const DlVcPolicy optimized = {
  .id = "optimized",
  .title = N_ ("Optimized"),
  .description = N_ ("Free legs as optimized by a search and stored in the table (VC paper 3.6)"),
  .neighbors = TRUE,
  .global_entries = TRUE,
  .output_crossing = TRUE,
  .table = TRUE,
};

static const DlVcPolicy wrap_partition = {
  .id = "wrap-partition",
  .title = N_ ("Wrap partition"),
  .description = N_ ("One half for legs to a smaller coordinate, without datelines (BookSim 2)"),
  .wrap_partition = TRUE,
};

static const DlVcPolicy bubble = {
  .id = "bubble",
  .title = N_ ("Bubble"),
  .description
  = N_ ("Packets enter a ring only with room for two, without datelines (Puente 2001)"),
  .bubble = TRUE,
};

/* One more is a DlVcPolicy and a line here; a rule that no policy had before is a DlVcRule with
 * its sentence and section. */
static const DlVcPolicy *const policies[] = { &initial,         &neighbors, &global_table,
                                              &output_crossing, &optimized, &wrap_partition,
                                              &bubble };

const DlVcPolicy *const *
dl_vc_policies (guint *n_policies)
{
  *n_policies = G_N_ELEMENTS (policies);
  return policies;
}

const DlVcPolicy *
dl_vc_policy_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    if (strcmp (policies[i]->id, id) == 0)
      return policies[i];
  return NULL;
}

static const struct
{
  const char *text;
  const char *section;
} rules[DL_N_VC_RULES] = {
  [DL_VC_RULE_FROM_DATELINE] = { N_ ("VC1: starts at the dateline"), "VC paper 3" },
  [DL_VC_RULE_CROSSES] = { N_ ("VC0: crosses the dateline"), "VC paper 3" },
  [DL_VC_RULE_TO_HIGHER] = { N_ ("VC0: turns to a higher dimension next"), "VC paper 2.2.1" },
  [DL_VC_RULE_NEIGHBOR] = { N_ ("VC0: starts just downstream of the dateline"), "VC paper 3.2" },
  [DL_VC_RULE_GLOBAL_ZERO]
  = { N_ ("VC0: between regions, where the route may meet the dateline"), "VC paper 3.3" },
  [DL_VC_RULE_GLOBAL_PARITY]
  = { N_ ("between regions: lowest bit of the destination NID"), "VC paper 3.3" },
  [DL_VC_RULE_PARITY]
  = { N_ ("free: exclusive or of the lowest bits of both NIDs"), "VC paper 3.1" },
  [DL_VC_RULE_TABLE] = { N_ ("free: from the stored table"), "VC paper 3.6" },
  [DL_VC_RULE_WRAP] = { N_ ("the half of legs to a smaller coordinate, or to a larger one"),
                        "BookSim 2, dor_next_torus" },
  [DL_VC_RULE_SOURCE]
  = { N_ ("VC0: free, and the source uses only VC0 (traffic.source-vc)"), "VC paper 3" },
  [DL_VC_RULE_BUBBLE]
  = { N_ ("any virtual channel: with room for two packets into a ring, for one inside it"),
      "Puente et al. 2001" },
  [DL_VC_RULE_ANY] = { N_ ("any virtual channel: the dimension is not divided into halves"),
                       "BookSim 2, dim_order_mesh" },
};

const char *
dl_vc_rule_text (DlVcRule rule)
{
  g_assert (rule < DL_N_VC_RULES);
  return _ (rules[rule].text);
}

const char *
dl_vc_rule_section (DlVcRule rule)
{
  g_assert (rule < DL_N_VC_RULES);
  return dl_section_text (rules[rule].section);
}

static gboolean
is_first_behind_dateline (const DlTorus *torus, guint dim, gboolean minus, guint at, guint dateline)
{
  const guint k = torus->radix[dim];
  return at == (dateline + (minus ? k - 1 : 1)) % k;
}

/* 3.3 and 3.4: may a packet that travels in X towards @dest_region meet the dateline, as far as the
 * global table can know? */
static gboolean
may_meet_dateline (const DlTorusRoutes *routes, const DlTorusLeg *leg, guint dest_region)
{
  const DlTorus *torus = &routes->network->torus;
  const gint dateline = routes->spec.dateline[DL_X];
  const gboolean minus = dl_torus_port_is_minus (leg->port);
  const guint k = torus->radix[DL_X];

  if (dateline == DL_NO_DATELINE)
    return FALSE;
  if (torus->region_of_x[dateline] == dest_region)
    {
      /* A region of one plane is its own far edge in either direction. */
      const guint far_edge
          = minus ? torus->region_low[dest_region] : torus->region_high[dest_region];
      return !routes->spec.vc_policy->output_crossing || (guint) dateline != far_edge;
    }

  /* Passed on the way to the region's near edge? */
  const guint entry = torus->coord[leg->entry].at[DL_X];
  const guint edge = minus ? torus->region_high[dest_region] : torus->region_low[dest_region];
  const guint to_edge = minus ? (entry + k - edge) % k : (edge + k - entry) % k;
  const guint to_dateline = minus ? (entry + k - dateline) % k : (dateline + k - entry) % k;
  return to_dateline < to_edge;
}

guint
dl_vc_policy_start (const DlTorusRoutes *routes, const DlTorusLeg *leg, guint dest, DlVcRule *rule)
{
  const DlVcPolicy *policy = routes->spec.vc_policy;
  const DlTorus *torus = &routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const gint dateline = routes->spec.dateline[dim];
  const guint at = torus->coord[leg->entry].at[dim];
  const guint entry_region = torus->region_of_x[torus->coord[leg->entry].at[DL_X]];
  const guint dest_region = torus->region_of_x[torus->coord[dest].at[DL_X]];
  DlVcRule chosen;
  guint vc = 0;

  /* All of the leg's virtual channels count as the first half. */
  if (!dl_vc_has_halves (routes, dim))
    {
      if (rule != NULL)
        *rule = policy->bubble && torus->ring[dim] ? DL_VC_RULE_BUBBLE : DL_VC_RULE_ANY;
      return 0;
    }
  if (policy->wrap_partition)
    {
      if (rule != NULL)
        *rule = DL_VC_RULE_WRAP;
      return torus->ring[dim] && torus->coord[leg->end].at[dim] < at;
    }

  /* The order of the rules is the manual's. */
  if (dateline != DL_NO_DATELINE && at == (guint) dateline)
    {
      chosen = DL_VC_RULE_FROM_DATELINE;
      vc = 1;
    }
  else if (policy->output_crossing ? dl_torus_leg_leaves_dateline (leg) : leg->reaches_dateline)
    chosen = DL_VC_RULE_CROSSES;
  else if (leg->to_higher)
    chosen = DL_VC_RULE_TO_HIGHER;
  else if (policy->neighbors && dateline != DL_NO_DATELINE
           && is_first_behind_dateline (torus, dim, dl_torus_port_is_minus (leg->port), at,
                                        dateline))
    chosen = DL_VC_RULE_NEIGHBOR;
  else if (entry_region != dest_region)
    {
      chosen = DL_VC_RULE_GLOBAL_ZERO;
      if (policy->global_entries && dim == DL_X && !may_meet_dateline (routes, leg, dest_region))
        {
          chosen = DL_VC_RULE_GLOBAL_PARITY;
          vc = torus->nid[dest] & 1;
        }
    }
  else
    {
      chosen = DL_VC_RULE_PARITY;
      vc = (torus->nid[leg->entry] ^ torus->nid[dest]) & 1;
    }

  /* Rules 3.2 and the parities only guess the best; the table knows. Choices that the global
   * entries cannot tell apart do not change. */
  if (policy->table && routes->spec.vc_table != NULL
      && (chosen == DL_VC_RULE_NEIGHBOR || chosen == DL_VC_RULE_PARITY
          || chosen == DL_VC_RULE_GLOBAL_PARITY
          || (chosen == DL_VC_RULE_GLOBAL_ZERO && dim != DL_X)))
    {
      chosen = DL_VC_RULE_TABLE;
      vc = dl_vc_table_get (routes->spec.vc_table, leg->entry, dest, torus->nid[dest]);
    }

  /* Legs that no rule binds start on VC0, whatever the policy. */
  if (routes->spec.source_vc_zero && chosen > DL_VC_RULE_TO_HIGHER)
    {
      chosen = DL_VC_RULE_SOURCE;
      vc = 0;
    }
  if (rule != NULL)
    *rule = chosen;
  return vc;
}

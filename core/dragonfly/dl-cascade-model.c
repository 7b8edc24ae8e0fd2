#include "dl-cascade-model.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* The cables that every pair of groups has, broken ones too; *@alike: and none has more. */
static guint
cables_of (const DlDragonfly *net, gboolean *alike)
{
  g_autofree guint *links = g_new0 (guint, net->n_groups * net->n_groups);
  guint least = G_MAXUINT, most = 0;

  *alike = TRUE;
  if (net->n_groups < 2)
    return 0;
  for (guint link = 0; link < net->n_links; link++)
    links[net->router[net->link_from[link]].group * net->n_groups
          + net->router[net->link_to[link]].group]
        += net->link_class[link] == DL_LINK_BLUE;
  for (guint a = 0; a < net->n_groups; a++)
    for (guint b = 0; b < net->n_groups; b++)
      if (a != b)
        {
          least = MIN (least, links[a * net->n_groups + b]);
          most = MAX (most, links[a * net->n_groups + b]);
        }
  *alike = least == most;
  return least / DL_CASCADE_CABLE;
}

gboolean
dl_cascade_analysis_model (const DlDragonflyAnalysis *analysis, DlCascadeModel *model,
                           gboolean *whole)
{
  const DlDragonfly *net = analysis->dragonfly;
  guint cables;

  if (net->shape != DL_DRAGONFLY_ARIES)
    return FALSE;
  cables = MIN (cables_of (net, whole), dl_cascade_max_cables (net->n_groups));
  *whole = *whole && net->n_nodes == net->n_groups * DL_CASCADE_GROUP_NODES;
  *model = dl_cascade_model (net->n_groups, cables, &analysis->rates);
  return TRUE;
}

static guint
count_working_nodes (const DlDragonfly *net)
{
  guint n = 0;

  for (guint router = 0; router < net->n_routers; router++)
    n += net->router_up[router] ? net->nodes_per_router : 0;
  return n;
}

double
dl_cascade_analysis_value (const DlDragonflyAnalysis *analysis, const DlCascadeQuantity *quantity)
{
  const char *id = quantity->id;

  if (g_str_equal (id, "nodes"))
    return count_working_nodes (analysis->dragonfly);
  if (g_str_equal (id, "optical-cables"))
    return analysis->optical_cables;
  if (g_str_equal (id, "global"))
    return analysis->global_GBps;
  if (g_str_equal (id, "global-payload"))
    return analysis->global_GBps * analysis->rates.efficiency;
  if (g_str_equal (id, "global-per-injection"))
    return analysis->global_GBps / analysis->rates.injection_GBps;
  if (g_str_equal (id, "bisection"))
    return analysis->bisection_GBps;
  if (g_str_equal (id, "split"))
    return analysis->split_GBps;
  return NAN;
}

guint
dl_cascade_max_cables (guint groups)
{
  return groups > 1 ? DL_CASCADE_GROUP_CABLES / (groups - 1) : 0;
}

guint
dl_cascade_max_groups (guint cables)
{
  return cables > 0 ? DL_CASCADE_GROUP_CABLES / cables + 1 : 1;
}

static guint
optical_cables (guint groups, guint cables)
{
  return cables * (groups - 1) * groups / 2;
}

/* Raw GB/s of the blue links of a group that @ports cables make. */
static double
group_GBps (guint ports, const DlDragonflyRates *rates)
{
  return ports * DL_CASCADE_CABLE * rates->class_GBps[DL_LINK_BLUE];
}

DlCascadeModel
dl_cascade_model (guint groups, guint cables, const DlDragonflyRates *rates)
{
  const guint ports = cables * (groups - 1);
  DlCascadeModel model = {
    .groups = groups,
    .cables = cables,
    .nodes = groups * DL_CASCADE_GROUP_NODES,
    .max_cables = dl_cascade_max_cables (groups),
    .ports = ports,
    .optical_cables = optical_cables (groups, cables),
    .max_groups = dl_cascade_max_groups (cables),
    .global_GBps = group_GBps (ports, rates) / DL_CASCADE_GROUP_NODES,
    .bisection_GBps = NAN,
    .split_GBps = NAN,
    .bisection_node_GBps = NAN,
    .worst_GBps = NAN,
  };

  g_assert (groups >= 1 && groups <= DL_DRAGONFLY_MAX_GROUPS && cables <= model.max_cables);
  model.global_payload_GBps = model.global_GBps * rates->efficiency;
  model.global_per_injection = model.global_GBps / rates->injection_GBps;
  if (groups > 1)
    {
      model.bisection_GBps = groups / (2.0 * (groups - 1)) * group_GBps (ports, rates) * groups;
      model.split_GBps = 2.0 * (groups / 2) * ((groups + 1) / 2) * group_GBps (cables, rates);
      model.bisection_node_GBps = model.bisection_GBps / model.nodes;
      model.worst_GBps = group_GBps (cables, rates) / DL_CASCADE_GROUP_NODES;
    }
  return model;
}

guint
dl_cascade_upgrades (const DlCascadeModel *model, const DlDragonflyRates *rates,
                     DlCascadeUpgrade *upgrades)
{
  guint n = 0;

  for (guint groups = model->groups + 1; groups <= DL_DRAGONFLY_MAX_GROUPS; groups++)
    {
      const guint most = dl_cascade_max_cables (groups);
      const guint cables = MIN (model->cables, most);
      const gboolean kept = model->cables <= most;

      upgrades[n++] = (DlCascadeUpgrade) {
        .groups = groups,
        .cables = cables,
        .kept = kept,
        .added = kept ? optical_cables (groups, cables) - model->optical_cables : 0,
        .global_GBps = group_GBps (cables * (groups - 1), rates) / DL_CASCADE_GROUP_NODES,
      };
    }
  return n;
}

/* For people ----------------------------------------------------------------------------------- */

#define VALUE(member)                                                                              \
  static double value_##member (const DlCascadeModel *model)                                       \
  {                                                                                                \
    return model->member;                                                                          \
  }

VALUE (nodes)
VALUE (max_cables)
VALUE (ports)
VALUE (optical_cables)
VALUE (max_groups)
VALUE (global_GBps)
VALUE (global_payload_GBps)
VALUE (global_per_injection)
VALUE (bisection_GBps)
VALUE (split_GBps)
VALUE (bisection_node_GBps)
VALUE (worst_GBps)

static const DlCascadeQuantity quantities[] = {
  { "nodes", N_ ("Nodes"), "", "384 G", "II.D", 0, value_nodes },
  { "max-cables", N_ ("Maximum cables per pair of groups"), "", "⌊240 / (G − 1)⌋", "II.D", 0,
    value_max_cables },
  { "ports", N_ ("Cable ports in use, of 240 per group"), "", "n (G − 1)", "II.D", 0, value_ports },
  { "optical-cables", N_ ("Optical cables"), "", "n (G − 1) G / 2", "II.D", 0,
    value_optical_cables },
  { "max-groups", N_ ("Maximum groups without rewiring"), "", "⌊240 / n⌋ + 1", "II.D", 0,
    value_max_groups },
  { "global", N_ ("Global bandwidth per node, raw"), N_ ("GB/s"), "4 n (G − 1) L / 384", "VIII", 2,
    value_global_GBps },
  { "global-payload", N_ ("Global bandwidth per node, payload"), N_ ("GB/s"),
    "4 n (G − 1) L / 384 × 64 %", "VIII", 2, value_global_payload_GBps },
  { "global-per-injection", N_ ("Global bandwidth over injection bandwidth"), "",
    "4 n (G − 1) L / 384 / 10 GB/s", "II.C", 2, value_global_per_injection },
  { "bisection", N_ ("Bisection bandwidth by the formula, both directions"), N_ ("GB/s"),
    "G / (2 (G − 1)) × L × 4 n (G − 1) × G", "VIII", 0, value_bisection_GBps },
  { "split", N_ ("Links between half of the groups and the others, both directions"), N_ ("GB/s"),
    "2 × ⌊G / 2⌋ × ⌈G / 2⌉ × 4 n L", "model 5", 0, value_split_GBps },
  { "bisection-node", N_ ("Bisection bandwidth per node"), N_ ("GB/s"),
    "G / (2 (G − 1)) × L × 4 n (G − 1) / 384", "VIII", 2, value_bisection_node_GBps },
  { "worst", N_ ("Minimal routes, one group to one other group, per node, raw"), N_ ("GB/s"),
    "4 n L / 384", "model 5", 3, value_worst_GBps },
};

const DlCascadeQuantity *
dl_cascade_quantities (guint *n)
{
  *n = G_N_ELEMENTS (quantities);
  return quantities;
}

char *
dl_cascade_value_text (const DlCascadeQuantity *quantity, double value)
{
  g_autofree char *number
      = isnan (value) ? g_strdup ("–") : g_strdup_printf ("%'.*f", (int) quantity->digits, value);

  if (isnan (value) || *quantity->unit == '\0')
    return g_steal_pointer (&number);
  /* Translators: a value and its unit */
  return g_strdup_printf (_ ("%s %s"), number, _ (quantity->unit));
}

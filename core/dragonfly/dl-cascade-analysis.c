#include "dl-cascade-analysis.h"

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

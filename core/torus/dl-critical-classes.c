#include "dl-critical-classes.h"

/* Does a move by one along @dim leave the exclusive or of two NIDs' bottom bits as it is, wherever
 * both nodes are? */
static gboolean
keeps_parity (const DlTorus *torus, guint dim)
{
  return torus->stride[dim] % 2 == 0 || torus->radix[dim] % 2 == 0;
}

static gboolean
is_symmetry (const DlRoutes *routes, guint dim)
{
  const DlTorus *torus = &routes->network->torus;

  return torus->ring[dim] && routes->spec.dateline[dim] == DL_NO_DATELINE
         && !routes->spec.vc_policy->wrap_partition
         && (routes->spec.tie != DL_TIE_PARITY || torus->radix[dim] % 2 == 1)
         && (dim != DL_X || torus->n_regions == 1) && keeps_parity (torus, dim);
}

DlCriticalClasses
dl_critical_classes_new (const DlTorusSpec *torus, const DlAnalysis *before, const DlDemand *demand)
{
  const DlRoutes *routes = before->routes;
  const DlEngine *engine = routes->spec.engine;
  DlCriticalClasses classes = { 0 };

  if (torus->broken_cables->len > 0 || torus->broken_channels->len > 0
      || torus->broken_nodes->len > 0 || !demand->uniform || !engine->same_everywhere
      || routes->spec.vc_table != NULL)
    return classes;
  for (guint of = 0; of < DL_N_DIMS; of++)
    for (guint dim = 0; dim < DL_N_DIMS; dim++)
      {
        const DlTorus *shape = &before->network->torus;

        if (dim == of)
          continue;
        if (is_symmetry (routes, dim))
          classes.always[of] |= 1 << dim;
        else if ((engine->unmoved[of] & 1 << dim) != 0
                 && (dim < of || (shape->ring[dim] && keeps_parity (shape, dim))))
          classes.if_unmoved[of] |= 1 << dim;
      }
  return classes;
}

guint32
dl_critical_classes_first (const DlCriticalClasses *classes, const DlNetwork *network, guint32 link)
{
  const guint port = link % network->n_ports;
  const guint dims = classes->always[dl_port_dim (port)] | classes->if_unmoved[dl_port_dim (port)];
  guint node = link / network->n_ports;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if ((dims & 1 << dim) != 0)
      node -= network->torus.coord[node].at[dim] * network->torus.stride[dim];
  return dl_network_link (network, node, port);
}

gboolean
dl_critical_classes_hold (const DlCriticalClasses *classes, const DlAnalysis *before,
                          const DlAnalysis *after, guint32 link)
{
  const DlNetwork *network = before->network;
  const guint dims = classes->if_unmoved[dl_port_dim (link % network->n_ports)];

  for (guint node = 0; node < network->n_nodes && dims != 0; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint at = DL_TORUS_VCS * dl_network_link (network, node, port);

        if ((dims & 1 << dl_port_dim (port)) == 0)
          continue;
        for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
          if (before->vc_load[at + vc] != after->vc_load[at + vc])
            return FALSE;
      }
  return TRUE;
}

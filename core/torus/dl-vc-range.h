/* Which virtual channels of a port packets may take: those of their class (requests or responses),
 * and of these the half that their leg is on (VC0 and VC1 of the analysis), where a dimension has
 * halves. The SeaStar has one virtual channel in each half; an input-queued router has any number,
 * and a packet takes any of them (model of Dally & Towles 2004; BookSim 2, routefunc.cpp). */
#pragma once

#include "dl-routes.h"

G_BEGIN_DECLS

/* Virtual channels from @first on. */
typedef struct
{
  guint8 first, n;
} DlVcRange;

/* Of each port. */
static inline guint
dl_vc_count (const DlRoutingSpec *spec)
{
  if (spec->vcs > 0)
    return spec->vcs;
  return spec->response_share > 0 ? 2 * DL_TORUS_VCS : DL_TORUS_VCS;
}

/* Do legs in a ring keep to halves? Not where nothing is asked of virtual channels. */
static inline gboolean
dl_vc_needs_halves (const DlRoutingSpec *spec)
{
  return spec->engine->needs_datelines || spec->vc_policy->wrap_partition;
}

/* Do legs in dimension @dim? Those of the SeaStar do in a mesh dimension too. */
static inline gboolean
dl_vc_has_halves (const DlRoutes *routes, guint dim)
{
  return routes->spec.vcs == 0
         || (routes->network->torus.ring[dim] && dl_vc_needs_halves (&routes->spec));
}

/* Of requests (@class 0) or responses (1). */
static inline DlVcRange
dl_vc_range (const DlRoutingSpec *spec, guint class)
{
  const guint vcs = dl_vc_count (spec);

  if (spec->response_share == 0)
    return (DlVcRange) { 0, vcs };
  return class == 1 ? (DlVcRange) { vcs - vcs / 2, vcs / 2 } : (DlVcRange) { 0, vcs - vcs / 2 };
}

/* Of these, the first half, which is the larger one, or the second. */
static inline DlVcRange
dl_vc_range_half (DlVcRange range, guint half)
{
  const guint first = range.n - range.n / 2;

  return half == 1 ? (DlVcRange) { range.first + first, range.n - first }
                   : (DlVcRange) { range.first, first };
}

/* The half that virtual channel @vc of an output in dimension @dim is in, 0 where that has none. */
static inline guint
dl_vc_half_of (const DlRoutes *routes, guint dim, guint vc)
{
  const DlVcRange requests = dl_vc_range (&routes->spec, 0);
  const DlVcRange of
      = vc < (guint) requests.first + requests.n ? requests : dl_vc_range (&routes->spec, 1);

  return dl_vc_has_halves (routes, dim) && vc >= dl_vc_range_half (of, 1).first;
}

G_END_DECLS

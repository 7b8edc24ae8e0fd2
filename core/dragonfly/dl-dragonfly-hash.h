/* What the choices of a packet are drawn from where packets must keep in order: its header, so that
 * each pair of nodes keeps one route (Cascade paper 3). The simulation and the analysis of such
 * modes use the same. */
#pragma once

#include "dl-rng.h"

G_BEGIN_DECLS

/* Of packets from node @source to node @dest in a run with @seed. */
static inline guint64
dl_dragonfly_header_hash (guint64 seed, guint source, guint dest)
{
  return dl_rng_mix (seed, (guint64) source << 32 | dest);
}

G_END_DECLS

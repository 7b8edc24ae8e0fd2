/* Uniform traffic cut into dimension-order runs, which whole lines share, and the few packets that
 * meet a suspect link, which are followed one by one. Exact by linearity. */
#pragma once

#include <gio/gio.h>

#include "dl-torus-dependency.h"

G_BEGIN_DECLS

/* @count packets for each of which the route up to @entry is plain dimension order, at most
 * @prefix_hops long, and continues past a suspect link of dimension @dim. */
typedef struct
{
  guint entry, dest, dim, count, prefix_hops;
  const guint32 *arrived; /* (DL_TORUS_NODE_CHANNELS) how many of them come by each channel; the
                             others begin here. NULL without turns */
} DlTorusDetour;

typedef void (*DlDetourFunc) (const DlTorusDetour *detour, gpointer data);

typedef struct
{
  const DlTorusRoutes *routes;
  const guint8 *suspect; /* (n_links) links whose runs are not counted but handed to @detour */
  const guint8 *node_up; /* (n_nodes) nodes that send and receive */
  double *vc_load;       /* (n_links x DL_TORUS_VCS) added to; NULL if only detours matter */
  DlTorusTurns *turns;   /* added to; nullable */
  DlDetourFunc detour;
  gpointer detour_data;
  GCancellable *cancellable;
  guint hops_max; /* out: the longest undisturbed route */
} DlTorusUniform;

/* FALSE if canceled. */
gboolean dl_torus_uniform_run (DlTorusUniform *uniform);

/* Sources whose undisturbed route for @dest enters dimension @dim at @entry: counted by @count in
 * DlDetourFunc. @func gets each. */
typedef void (*DlSourceFunc) (guint source, gpointer data);
void dl_torus_uniform_foreach_source (const DlTorusUniform *uniform, guint entry, guint dim,
                                      DlSourceFunc func, gpointer data);

G_END_DECLS

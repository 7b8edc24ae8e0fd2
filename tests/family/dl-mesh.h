/* A full mesh of n routers with a node each, as small as a family of networks can be: what
 * CONTRIBUTING says of adding one is tried with it. A packet goes by the link to its destination;
 * where that is broken, through the next router after its source that it can go through, round and
 * round, the second hop on VC1, or on the same VC if detours are to be able to deadlock. */
#pragma once

#include "dl-family.h"
#include "dl-general.h"

G_BEGIN_DECLS

#define DL_MESH_VCS      2
#define DL_MESH_MAX_HOPS 2

/* The cable between two routers, a < b. */
typedef struct
{
  guint32 a, b;
} DlMeshCable;

typedef struct
{
  guint routers;
  gboolean same_vc; /* detours stay on VC0 */
  GArray *broken;   /* DlMeshCable, both directions */
} DlMeshOptions;

/* Immutable once built, shared by reference. A router, its node: the same number. */
typedef struct
{
  gatomicrefcount refs;
  guint n;       /* routers */
  guint n_links; /* n (n - 1), by the router that they leave, then the other one */
  gboolean same_vc;
  DlGraph *graph;
} DlMesh;

typedef struct
{
  gatomicrefcount refs;
  DlMesh *mesh;
  DlGeneral *general;
} DlMeshAnalysis;

extern const DlFamily dl_family_mesh;

static inline const DlMeshOptions *
dl_mesh_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_mesh);
}

DlMesh *dl_mesh_new (const DlMeshOptions *options);
DlMesh *dl_mesh_ref (DlMesh *mesh);
void dl_mesh_unref (DlMesh *mesh);

guint dl_mesh_link (const DlMesh *mesh, guint from, guint to);
DlNext dl_mesh_next (gconstpointer routes);
/* Who sends to whom; free with dl_demand_free. */
DlDemand *dl_mesh_demand (const DlScenario *scenario, const DlMesh *mesh);

/* NULL if canceled. */
DlMeshAnalysis *dl_mesh_analyze (const DlScenario *scenario, DlMesh *mesh,
                                 GCancellable *cancellable);
void dl_mesh_analysis_unref (DlMeshAnalysis *analysis);

G_END_DECLS

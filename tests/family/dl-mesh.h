/* The full mesh of the tests: dl-mesh.c. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

#define DL_MESH_VCS      2
#define DL_MESH_MAX_HOPS 2

typedef struct
{
  guint routers;
  gboolean same_vc; /* detours stay on VC0 */
  GArray *broken;   /* DlGeneralCable, both directions */
} DlMeshOptions;

/* Immutable once built. A router, its node: the same number. */
typedef struct
{
  DlShape head;
  guint n; /* routers */
  gboolean same_vc;
  DlGraph *graph; /* n (n - 1) links, by the router that they leave, then the other one */
} DlMesh;

extern const DlFamily dl_family_mesh;

static inline const DlMeshOptions *
dl_mesh_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_mesh);
}

static inline guint
dl_mesh_link (const DlMesh *mesh, guint from, guint to)
{
  return from * (mesh->n - 1) + (to > from ? to - 1 : to);
}

G_END_DECLS

#include "dl-mesh.h"

#include "dl-random-order.h"
#include "dl-sim-options.h"
#include "dl-value.h"

DlMesh *
dl_mesh_new (const DlMeshOptions *options)
{
  DlMesh *mesh = g_new0 (DlMesh, 1);

  g_atomic_ref_count_init (&mesh->refs);
  mesh->n = options->routers;
  mesh->n_links = mesh->n * (mesh->n - 1);
  mesh->same_vc = options->same_vc;
  mesh->graph = dl_graph_new (mesh->n, mesh->n, mesh->n_links, mesh->n);
  for (guint from = 0; from < mesh->n; from++)
    {
      /* The port to a router is that router's number; its own is the node's. */
      dl_graph_set_node (mesh->graph, from, from, from);
      for (guint to = 0; to < mesh->n; to++)
        if (to != from)
          dl_graph_set_link (mesh->graph, dl_mesh_link (mesh, from, to), from, to, to, from);
    }
  dl_graph_index (mesh->graph);
  for (guint i = 0; i < options->broken->len; i++)
    {
      const DlMeshCable *cable = &g_array_index (options->broken, DlMeshCable, i);

      mesh->graph->link_state[dl_mesh_link (mesh, cable->a, cable->b)] = DL_LINK_BROKEN;
      mesh->graph->link_state[dl_mesh_link (mesh, cable->b, cable->a)] = DL_LINK_BROKEN;
    }
  return mesh;
}

DlMesh *
dl_mesh_ref (DlMesh *mesh)
{
  g_atomic_ref_count_inc (&mesh->refs);
  return mesh;
}

void
dl_mesh_unref (DlMesh *mesh)
{
  if (mesh == NULL || !g_atomic_ref_count_dec (&mesh->refs))
    return;
  dl_graph_unref (mesh->graph);
  g_free (mesh);
}

guint
dl_mesh_link (const DlMesh *mesh, guint from, guint to)
{
  return from * (mesh->n - 1) + (to > from ? to - 1 : to);
}

static gboolean
works (const DlMesh *mesh, guint from, guint to)
{
  return mesh->graph->link_state[dl_mesh_link (mesh, from, to)] == DL_LINK_UP;
}

static guint
next_hop (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
          DlChoice *choices)
{
  const DlMesh *mesh = routes;

  *choices = (DlChoice) { .link = DL_NO_LINK, .share = 1 };
  if (router == to)
    return 1;
  choices->link = dl_mesh_link (mesh, router, to);
  choices->vc = in_link != DL_NO_LINK && !mesh->same_vc;
  if (works (mesh, router, to))
    return 1;
  for (guint i = 1; i < mesh->n && in_link == DL_NO_LINK; i++)
    {
      const guint by = (router + i) % mesh->n;

      choices->link = dl_mesh_link (mesh, router, by);
      if (by != to && works (mesh, router, by) && works (mesh, by, to))
        return 1;
    }
  return 0;
}

DlNext
dl_mesh_next (gconstpointer routes)
{
  return (DlNext) {
    ((const DlMesh *) routes)->graph, routes, DL_MESH_VCS, 1, DL_MESH_MAX_HOPS, next_hop
  };
}

/* Who sends to whom ---------------------------------------------------------------------------- */

DlDemand *
dl_mesh_demand (const DlScenario *scenario, const DlMesh *mesh)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  DlDemand *demand = g_new0 (DlDemand, 1);
  g_autofree guint32 *order = dl_random_order_new (mesh->n, scenario->seed);
  guint64 target = 0;

  demand->uniform = pattern->uniform;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  if (pattern->needs_target)
    dl_value_parse_uint (scenario->traffic.target, 0, mesh->n - 1, &target, NULL);
  for (guint32 i = 0; i < mesh->n && !demand->uniform; i++)
    {
      const DlFlow flow = { i, pattern->needs_target ? target : order[i], 1 };

      if (flow.dest != i)
        g_array_append_val (demand->flows, flow);
    }
  return demand;
}

/* Analysis ------------------------------------------------------------------------------------- */

DlMeshAnalysis *
dl_mesh_analyze (const DlScenario *scenario, DlMesh *mesh, GCancellable *cancellable)
{
  g_autoptr (DlDemand) demand = dl_mesh_demand (scenario, mesh);
  const DlNext next = dl_mesh_next (mesh);
  DlGeneral *general = dl_general_new (&next, demand, cancellable);
  DlMeshAnalysis *analysis;

  if (general == NULL)
    return NULL;
  analysis = g_new0 (DlMeshAnalysis, 1);
  g_atomic_ref_count_init (&analysis->refs);
  analysis->mesh = dl_mesh_ref (mesh);
  analysis->general = general;
  return analysis;
}

void
dl_mesh_analysis_unref (DlMeshAnalysis *analysis)
{
  if (analysis == NULL || !g_atomic_ref_count_dec (&analysis->refs))
    return;
  dl_mesh_unref (analysis->mesh);
  dl_general_unref (analysis->general);
  g_free (analysis);
}

#include "dl-mesh.h"

#include "dl-random-order.h"
#include "dl-sim-options.h"
#include "dl-value.h"

#include <math.h>
#include <stdlib.h>

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

guint
dl_mesh_route (const DlMesh *mesh, guint from, guint to, guint32 channels[DL_MESH_MAX_HOPS])
{
  if (works (mesh, from, to))
    {
      channels[0] = dl_mesh_link (mesh, from, to) * DL_MESH_VCS;
      return 1;
    }
  for (guint i = 1; i < mesh->n; i++)
    {
      const guint by = (from + i) % mesh->n;

      if (by == to || !works (mesh, from, by) || !works (mesh, by, to))
        continue;
      channels[0] = dl_mesh_link (mesh, from, by) * DL_MESH_VCS;
      channels[1] = dl_mesh_link (mesh, by, to) * DL_MESH_VCS + !mesh->same_vc;
      return 2;
    }
  return 0;
}

/* Who sends to whom ---------------------------------------------------------------------------- */

/* (n) the only destination of each node; NULL: all others. */
static guint32 *
destinations (const DlScenario *scenario, const DlMesh *mesh)
{
  guint32 *to = NULL;
  guint64 target;

  if (scenario->traffic.pattern == &dl_pattern_random_permutation)
    return dl_random_order_new (mesh->n, scenario->seed);
  if (scenario->traffic.pattern != &dl_pattern_all_to_one)
    return NULL;
  to = g_new (guint32, mesh->n);
  dl_value_parse_uint (scenario->traffic.target, 0, mesh->n - 1, &target, NULL);
  for (guint i = 0; i < mesh->n; i++)
    to[i] = target;
  return to;
}

/* Deadlock ------------------------------------------------------------------------------------- */

typedef struct
{
  const DlMesh *mesh;
  guint32 (*turns)[2]; /* (n_turns) from a channel to the next, sorted, each once */
  guint n_turns;
} Turns;

static int
compare_turns (const void *a, const void *b)
{
  const guint32 *x = a, *y = b;

  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static guint
next_channels (gconstpointer data, guint channel, guint32 *targets)
{
  const Turns *turns = data;
  guint n = 0;

  for (guint i = 0; i < turns->n_turns; i++)
    if (turns->turns[i][0] == channel && (n == 0 || targets[n - 1] != turns->turns[i][1]))
      targets[n++] = turns->turns[i][1];
  return n;
}

/* Of the routes of all pairs, whoever sends. */
static DlVerdict *
judge (const DlMesh *mesh, GCancellable *cancellable)
{
  Turns turns = { .mesh = mesh, .turns = g_malloc_n (mesh->n_links, sizeof *turns.turns) };
  const DlCycleGraph graph = { .n = mesh->n_links * DL_MESH_VCS,
                               .max_next = mesh->n_links,
                               .data = &turns,
                               .next = next_channels };
  DlVerdict *verdict;

  for (guint link = 0; link < mesh->n_links; link++)
    if (dl_mesh_route (mesh, mesh->graph->link_from[link],
                       mesh->graph->link_to[link], turns.turns[turns.n_turns])
        == 2)
      turns.n_turns++;
  qsort (turns.turns, turns.n_turns, sizeof *turns.turns, compare_turns);
  verdict = dl_verdict_new_found (&graph, cancellable);
  g_free (turns.turns);
  return verdict;
}

/* Analysis ------------------------------------------------------------------------------------- */

DlMeshAnalysis *
dl_mesh_analyse (const DlScenario *scenario, DlMesh *mesh, GCancellable *cancellable)
{
  g_autofree guint32 *to = destinations (scenario, mesh);
  DlVerdict *verdict = judge (mesh, cancellable);
  DlMeshAnalysis *analysis;
  guint64 hops = 0, delivered = 0;

  if (verdict == NULL)
    return NULL;
  analysis = g_new0 (DlMeshAnalysis, 1);
  g_atomic_ref_count_init (&analysis->refs);
  analysis->mesh = dl_mesh_ref (mesh);
  analysis->verdict = verdict;
  analysis->vc_load = g_new0 (double, mesh->n_links *DL_MESH_VCS);
  for (guint link = 0; link < mesh->n_links; link++)
    {
      const guint from = mesh->graph->link_from[link];
      const guint dest = mesh->graph->link_to[link];
      guint32 channels[DL_MESH_MAX_HOPS];
      const guint n = dl_mesh_route (mesh, from, dest, channels);

      analysis->all.pairs++;
      analysis->all.unreachable += n == 0;
      if (to != NULL && to[from] != dest)
        continue;
      analysis->pattern.pairs++;
      analysis->pattern.unreachable += n == 0;
      delivered += n > 0;
      hops += n;
      analysis->hops_max = MAX (analysis->hops_max, n);
      for (guint i = 0; i < n; i++)
        analysis->vc_load[channels[i]]++;
    }
  analysis->hops_mean = delivered > 0 ? (double) hops / delivered : NAN;
  return analysis;
}

void
dl_mesh_analysis_unref (DlMeshAnalysis *analysis)
{
  if (analysis == NULL || !g_atomic_ref_count_dec (&analysis->refs))
    return;
  dl_mesh_unref (analysis->mesh);
  dl_verdict_unref (analysis->verdict);
  g_free (analysis->vc_load);
  g_free (analysis);
}

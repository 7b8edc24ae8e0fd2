/* A full mesh of n routers with a node each, as small as a family of networks can be: what
 * CONTRIBUTING says of adding one is tried with it. A packet goes by the link to its destination;
 * where that is broken, through the next router after its source that it can go through, round and
 * round, the second hop on VC1, or on the same VC if detours are to be able to deadlock. */
#include "dl-mesh.h"

#include "dl-family-general.h"
#include "dl-field-type.h"

#include <stdio.h>

#define KIND   "full-mesh"
#define CABLES KIND ".broken-cables"

/* Keys ----------------------------------------------------------------------------------------- */

static const DlFieldType type_cables = DL_FIELD_TYPE_FAULTS (dl_general_cables);
static const char *const detours[] = { "next-vc", "same-vc", NULL };

static const DlField fields[] = {
  { DL_KEY (KIND, "routers"), "Routers", NULL, &dl_field_type_uint,
    G_STRUCT_OFFSET (DlMeshOptions, routers), "8", 2, 256, .routed = TRUE, .topic = "about#about",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY (KIND, "detours"), "Detours", NULL, &dl_field_type_choice,
    G_STRUCT_OFFSET (DlMeshOptions, same_vc), "next-vc", .choices = detours, .routed = TRUE,
    .topic = "about#about", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY (KIND, "broken-cables"), "Broken cables", NULL, &type_cables,
    G_STRUCT_OFFSET (DlMeshOptions, broken), "", .routed = TRUE, .topic = "about#about" },
  { NULL },
};

/* The network ---------------------------------------------------------------------------------- */

static void
mesh_free (gpointer data)
{
  DlMesh *mesh = data;

  dl_graph_unref (mesh->graph);
  g_free (mesh);
}

static gpointer
build (const DlScenario *scenario, GError **error)
{
  const DlMeshOptions *options = dl_mesh_options (scenario);
  const guint n = options->routers;
  g_autoptr (DlShape) head = NULL;
  DlMesh *mesh = g_new0 (DlMesh, 1);

  head = &mesh->head;
  dl_shared_init (&mesh->head.shared, mesh_free);
  mesh->n = n;
  mesh->same_vc = options->same_vc;
  mesh->graph = dl_graph_new (n, n, n * (n - 1), n);
  for (guint from = 0; from < n; from++)
    {
      /* The port to a router is that router's number; its own is the node's. */
      dl_graph_set_node (mesh->graph, from, from, from);
      for (guint to = 0; to < n; to++)
        if (to != from)
          dl_graph_set_link (mesh->graph, dl_mesh_link (mesh, from, to), from, to, to, from);
    }
  dl_graph_index (mesh->graph);
  mesh->head.net = (DlNet) { .shape = mesh, .graph = mesh->graph, .n_vcs = DL_MESH_VCS };
  return dl_general_break (mesh->graph, options->broken, error) ? g_steal_pointer (&head) : NULL;
}

static DlCost
cost (const DlScenario *scenario)
{
  const guint64 n = dl_mesh_options (scenario)->routers;

  return (DlCost) { n, n * n };
}

/* Routes --------------------------------------------------------------------------------------- */

static gboolean
works (const DlMesh *mesh, guint from, guint to)
{
  return mesh->graph->link_state[dl_mesh_link (mesh, from, to)] == DL_LINK_UP;
}

static guint
next_hop (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
          DlChoice *choices)
{
  const DlMesh *mesh = ((const DlRouted *) routes)->shape;

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

static DlNext
next (const DlScenario *scenario, gconstpointer routes)
{
  const DlMesh *mesh = ((const DlRouted *) routes)->shape;

  return (DlNext) { mesh->graph, routes, DL_MESH_VCS, 1, DL_MESH_MAX_HOPS, next_hop };
}

/* The row -------------------------------------------------------------------------------------- */

/* A scenario in one line, and back. */
static char *
line (const DlScenario *scenario, gboolean shown)
{
  return g_strdup_printf (KIND " of %u", dl_mesh_options (scenario)->routers);
}

static const char *
read_line (const char *text, char **shown)
{
  guint routers;
  int end = -1;

  if (sscanf (text, KIND " of %u%n", &routers, &end) != 1)
    return NULL;
  *shown = g_strndup (text, end);
  return text + end;
}

static const DlBreakable breakables[] = { DL_GENERAL_CABLES (CABLES) };
static const DlFamilyCurve curve = {
  .key = KIND ".detours",
  .values = detours,
  .summary = "Latency against offered load",
  .columns = "detours",
  DL_CURVE_GENERAL,
};
static const char *const missing[] = { "minimal_share",
                                       "bandwidth_GBps_per_node",
                                       "deadlocked",
                                       "illegal_pairs",
                                       "dropped_pairs",
                                       "bound_load",
                                       NULL };
static const DlLinkClassDef classes[] = { { "mesh", "Links", "Largest load of a link", NULL } };
static const char *const views[] = { "matrix", "table", NULL };
static const char *const actions[] = { "explain-route", "show-cycle", NULL };

const DlFamily dl_family_mesh = {
  DL_FAMILY_GENERAL,
  .id = KIND,
  .title = "Full mesh",
  .description = "Routers each of which has a link to each other one",
  .plural = "Full meshes",
  .fields = fields,
  .after_group = "simulation",
  .options_size = sizeof (DlMeshOptions),
  .node_form = "in a full mesh a number",
  .build = build,
  .cost = cost,
  .line = line,
  .read_line = read_line,
  .rules_key = KIND ".detours",
  .cables_key = CABLES,
  .nodes_key = CABLES,
  .breakables = breakables,
  .n_lists = G_N_ELEMENTS (breakables),
  .n_breakables = G_N_ELEMENTS (breakables),
  .next = next,
  .missing = missing,
  .classes = classes,
  .n_classes = G_N_ELEMENTS (classes),
  .curve = &curve,
  .features = {
    [DL_FEATURE_VIEW] = views,
    [DL_FEATURE_ACTION] = actions,
  },
};

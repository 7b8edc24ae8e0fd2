#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLIT_BYTES 64    /* as input-queued.flit-bytes has it */
#define USUAL_GBPS 100.0 /* of links whose rate is not stated, as there */
#define MOST_EDGES DL_FABRIC_MAX_CHANNELS

typedef struct
{
  const char *id, *name; /* in the pool */
  DlSketchKind kind;
  gboolean listed;
  guint n_ports;
  guint degree; /* cables */
  guint index;  /* in the builder; of a machine its first port */
  guint used;   /* ports of a machine that have a cable */
} Node;

struct _DlFabricSketch
{
  DlSketchEdges meaning;
  DlFabricReport *report;
  GArray *nodes;     /* Node */
  GArray *edges;     /* DlSketchEdge */
  GHashTable *by_id; /* id to number + 1 */
  GStringChunk *pool;
  gboolean lists_nodes;
  guint n_slow, slow_line; /* delays past the most cycles, and the first one's line */
  double slowest_ns;
  gboolean settled; /* @mate is final: */
  guint32 *mate;    /* (edges) the other direction, DL_FABRIC_NONE; NULL: edges are cables */
};

DlFabricSketch *
dl_fabric_sketch_new (DlSketchEdges edges, DlFabricReport *report)
{
  DlFabricSketch *sketch = g_new0 (DlFabricSketch, 1);

  sketch->meaning = edges;
  sketch->report = report;
  sketch->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  sketch->edges = g_array_new (FALSE, FALSE, sizeof (DlSketchEdge));
  sketch->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  sketch->pool = g_string_chunk_new (16 * 1024);
  return sketch;
}

void
dl_fabric_sketch_free (DlFabricSketch *sketch)
{
  if (sketch == NULL)
    return;
  g_array_unref (sketch->nodes);
  g_array_unref (sketch->edges);
  g_hash_table_unref (sketch->by_id);
  g_string_chunk_free (sketch->pool);
  g_free (sketch->mate);
  g_free (sketch);
}

static Node *
node_at (const DlFabricSketch *sketch, guint i)
{
  return &g_array_index (sketch->nodes, Node, i);
}

static DlSketchEdge *
edge_at (const DlFabricSketch *sketch, guint i)
{
  return &g_array_index (sketch->edges, DlSketchEdge, i);
}

DlSketchEdge *
dl_fabric_sketch_edge (DlFabricSketch *sketch, guint i)
{
  return edge_at (sketch, i);
}

guint
dl_fabric_sketch_node (DlFabricSketch *sketch, const char *id)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (sketch->by_id, id));
  Node node = { 0 };

  if (found > 0)
    return found - 1;
  node.id = node.name = g_string_chunk_insert (sketch->pool, id);
  g_array_append_val (sketch->nodes, node);
  g_hash_table_insert (sketch->by_id, (gpointer) node.id, GUINT_TO_POINTER (sketch->nodes->len));
  return sketch->nodes->len - 1;
}

guint
dl_fabric_sketch_add_node (DlFabricSketch *sketch, const char *id, DlSketchKind kind, guint line)
{
  const guint i = dl_fabric_sketch_node (sketch, id);
  Node *node = node_at (sketch, i);

  sketch->lists_nodes = TRUE;
  if (node->listed)
    {
      g_autofree char *excerpt = dl_text_excerpt (id);

      dl_fabric_report_add (sketch->report, line, _ ("the first one counts; give each its own"),
                            _ ("“%s” is listed a second time"), excerpt);
      return DL_FABRIC_NONE;
    }
  node->listed = TRUE;
  node->kind = kind;
  return i;
}

void
dl_fabric_sketch_set_kind (DlFabricSketch *sketch, guint node, DlSketchKind kind)
{
  node_at (sketch, node)->kind = kind;
}

void
dl_fabric_sketch_set_name (DlFabricSketch *sketch, guint node, const char *name)
{
  node_at (sketch, node)->name = g_string_chunk_insert (sketch->pool, name);
}

void
dl_fabric_sketch_set_ports (DlFabricSketch *sketch, guint node, guint n_ports)
{
  node_at (sketch, node)->n_ports = n_ports;
}

void
dl_fabric_sketch_add_edge (DlFabricSketch *sketch, const DlSketchEdge *edge)
{
  if (edge->from != edge->to || edge->from_port != edge->to_port)
    g_array_append_val (sketch->edges, *edge);
  else
    {
      g_autofree char *excerpt = dl_text_excerpt (node_at (sketch, edge->from)->name);

      dl_fabric_report_add (sketch->report, edge->line, _ ("left out"),
                            _ ("“%s” is connected to itself"), excerpt);
    }
}

guint
dl_fabric_sketch_count_edges (const DlFabricSketch *sketch)
{
  return sketch->edges->len;
}

gboolean
dl_fabric_sketch_is_full (const DlFabricSketch *sketch)
{
  return sketch->nodes->len > DL_FABRIC_MAX_VERTICES || sketch->edges->len > MOST_EDGES;
}

/* Both directions ------------------------------------------------------------------------------ */

/* An edge by its two ends, in ascending order, so that both directions of a cable are next to each
 * other. */
typedef struct
{
  guint64 low, high; /* node and port */
  guint32 edge;
  gboolean back; /* from high to low */
} Join;

static Join
join_of (const DlFabricSketch *sketch, guint i)
{
  const DlSketchEdge *edge = edge_at (sketch, i);
  const guint64 from = (guint64) edge->from << 16 | edge->from_port;
  const guint64 to = (guint64) edge->to << 16 | edge->to_port;

  return (Join) { MIN (from, to), MAX (from, to), i, from > to };
}

static int
compare_joins (gconstpointer a, gconstpointer b)
{
  const Join *x = a, *y = b;

  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->high != y->high)
    return x->high < y->high ? -1 : 1;
  if (x->back != y->back)
    return x->back - y->back;
  return (x->edge > y->edge) - (x->edge < y->edge);
}

/* Pairs opposite edges of the same ends: the first one forward with the first one back, and so on.
 * Returns the number of edges that have a mate. */
static guint
find_mates (DlFabricSketch *sketch)
{
  const guint n = sketch->edges->len;
  g_autofree Join *joins = g_new (Join, n + 1);
  guint n_found = 0;

  sketch->mate = g_new (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    joins[i] = join_of (sketch, i);
  qsort (joins, n, sizeof *joins, compare_joins);
  for (guint i = 0, end; i < n; i = end)
    {
      guint back = i;

      for (end = i; end < n && joins[end].low == joins[i].low && joins[end].high == joins[i].high;
           end++)
        back += !joins[end].back;
      for (guint k = i; k < end; k++)
        {
          const guint other = k < back ? k + (back - i) : k - (back - i);
          const gboolean found = k < back ? other < end : k - back < back - i;

          n_found += found;
          sketch->mate[joins[k].edge] = found ? joins[other].edge : DL_FABRIC_NONE;
        }
    }
  return n_found;
}

static void
settle_directions (DlFabricSketch *sketch)
{
  const gboolean directed = sketch->meaning == DL_SKETCH_DIRECTED;
  guint n_found;

  if (sketch->settled)
    return;
  sketch->settled = TRUE;
  if (sketch->meaning == DL_SKETCH_CABLES || sketch->edges->len == 0)
    return;
  n_found = find_mates (sketch);
  if (directed && n_found == 0)
    dl_fabric_report_add (sketch->report, 0, _ ("cables are taken to have both directions"),
                          _ ("each cable is listed in one direction only"));
  if (directed ? n_found == 0 : n_found < sketch->edges->len)
    g_clear_pointer (&sketch->mate, g_free);
}

guint
dl_fabric_sketch_mate (DlFabricSketch *sketch, guint i)
{
  settle_directions (sketch);
  return sketch->mate != NULL ? sketch->mate[i] : DL_FABRIC_NONE;
}

/* Is edge @i the second direction of a cable? */
static gboolean
is_second (DlFabricSketch *sketch, guint i)
{
  return dl_fabric_sketch_mate (sketch, i) != DL_FABRIC_NONE && join_of (sketch, i).back;
}

/* Hosts ---------------------------------------------------------------------------------------- */

/* host1, Node-2, H3 */
static gboolean
is_host_name (const char *name)
{
  if (g_ascii_strncasecmp (name, "host", 4) == 0 || g_ascii_strncasecmp (name, "node", 4) == 0)
    return TRUE;
  return (name[0] == 'H' || name[0] == 'h') && g_ascii_isdigit (name[1]);
}

/* One more cable of node @v, of edge @edge. */
static void
count_cable (DlFabricSketch *sketch, guint v, const DlSketchEdge *edge)
{
  Node *node = node_at (sketch, v);

  if (node->degree++ == 0 && sketch->lists_nodes && !node->listed)
    {
      g_autofree char *excerpt = dl_text_excerpt (node->name);

      dl_fabric_report_add (sketch->report, edge->line, _ ("taken for what its cables make it"),
                            _ ("“%s” is not listed itself"), excerpt);
    }
}

static void
find_hosts (DlFabricSketch *sketch)
{
  const guint n = sketch->nodes->len;
  g_autofree guint32 *other = g_new0 (guint32, n + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const DlSketchEdge *edge = edge_at (sketch, i);

      if (is_second (sketch, i))
        continue;
      count_cable (sketch, edge->from, edge);
      count_cable (sketch, edge->to, edge);
      other[edge->from] = edge->to;
      other[edge->to] = edge->from;
    }
  for (guint v = 0; v < n; v++)
    {
      Node *node = node_at (sketch, v);

      if (node->kind == DL_SKETCH_UNKNOWN && is_host_name (node->name))
        node->kind = DL_SKETCH_HOST;
      any |= node->kind == DL_SKETCH_HOST;
    }
  for (guint v = 0; v < n; v++)
    {
      Node *node = node_at (sketch, v);

      if (node->kind == DL_SKETCH_UNKNOWN)
        node->kind = !any && node->degree == 1 && node_at (sketch, other[v])->degree > 1
                         ? DL_SKETCH_HOST
                         : DL_SKETCH_SWITCH;
    }
}

static void
add_nodes (DlFabricSketch *sketch, DlFabricBuilder *builder, gboolean machines)
{
  for (guint v = 0; v < sketch->nodes->len; v++)
    {
      Node *node = node_at (sketch, v);
      const guint n = machines ? MAX (node->degree, 1) : 1;

      if (node->kind == DL_SKETCH_SWITCH)
        node->index = dl_fabric_builder_add_switch (builder, node->name, 0, node->n_ports);
      else if (node->kind == DL_SKETCH_HOST)
        for (guint port = 1; port <= n; port++)
          {
            /* "node7 P2" and "node7 HCA-1/P2" are ports of machines (dl-fabric-machines.h). */
            g_autofree char *name
                = n == 1 ? g_strdup (node->name)
                         : g_strdup_printf ("%s%cP%u", node->name,
                                            strchr (node->name, ' ') != NULL ? '/' : ' ', port);
            const guint index = dl_fabric_builder_add_host (builder, name, 0);

            node->index = port == 1 ? index : node->index;
          }
    }
}

/* Cables --------------------------------------------------------------------------------------- */

static double
find_cycle_ns (const DlFabricSketch *sketch)
{
  double fastest = 0;

  for (guint i = 0; i < sketch->edges->len; i++)
    fastest = MAX (fastest, edge_at (sketch, i)->rate.gbps);
  return FLIT_BYTES * 8 / (fastest > 0 ? fastest : USUAL_GBPS);
}

static guint
cycles_of (DlFabricSketch *sketch, const DlSketchEdge *edge, double cycle_ns)
{
  const double cycles = edge->ns > 0 ? MAX (round (edge->ns / cycle_ns), 1) : 0;

  if (cycles <= DL_FABRIC_MAX_CYCLES)
    return (guint) cycles;
  if (sketch->n_slow++ == 0)
    sketch->slow_line = edge->line;
  sketch->slowest_ns = MAX (sketch->slowest_ns, edge->ns);
  return DL_FABRIC_MAX_CYCLES;
}

/* Once, as all cables of a level may be so. */
static void
report_slow (DlFabricSketch *sketch, double cycle_ns)
{
  if (sketch->n_slow > 0)
    dl_fabric_report_add (
        sketch->report, sketch->slow_line, _ ("these have the most"),
        g_dngettext (GETTEXT_PACKAGE, "%u delay is more than %d cycles of %.4g ns: %.10g ns",
                     "%u delays are more than %d cycles of %.4g ns: up to %.10g ns",
                     sketch->n_slow),
        sketch->n_slow, DL_FABRIC_MAX_CYCLES, cycle_ns, sketch->slowest_ns);
}

static DlFabricEnd
end_of (DlFabricSketch *sketch, guint v, guint port, gboolean machines)
{
  Node *node = node_at (sketch, v);

  if (node->kind == DL_SKETCH_SWITCH)
    return (DlFabricEnd) { node->index, FALSE, port };
  return (DlFabricEnd) { node->index + (machines ? node->used++ : 0), TRUE, 1 };
}

static void
lay (DlFabricSketch *sketch, DlFabricBuilder *builder, guint i, double cycle_ns, gboolean machines)
{
  const DlSketchEdge *edge = edge_at (sketch, i);
  const guint mate = dl_fabric_sketch_mate (sketch, i);
  const DlSketchEdge *back = mate != DL_FABRIC_NONE ? edge_at (sketch, mate) : NULL;
  const DlFabricWire to = { cycles_of (sketch, edge, cycle_ns), edge->rate };
  const DlFabricEnd a = end_of (sketch, edge->from, edge->from_port, machines);
  const DlFabricEnd b = end_of (sketch, edge->to, edge->to_port, machines);
  g_autoptr (GError) error = NULL;

  if (!dl_fabric_builder_add_wired_cable (
          builder, a, b, to,
          back != NULL ? (DlFabricWire) { cycles_of (sketch, back, cycle_ns), back->rate } : to,
          &error))
    dl_fabric_report_add (sketch->report, edge->line, _ ("left out"), "%s", error->message);
  else if (sketch->mate != NULL && back == NULL)
    {
      g_autofree char *excerpt = dl_text_excerpt (node_at (sketch, edge->to)->name);

      dl_fabric_report_add (sketch->report, edge->line,
                            _ ("the cable is taken to have both directions"),
                            _ ("“%s” does not list the other end of this cable"), excerpt);
    }
}

/* A file without any host. */
static void
give_hosts (DlFabricSketch *sketch, DlFabricBuilder *builder, guint hosts_per_switch)
{
  if (sketch->report != NULL)
    sketch->report->gives_hosts = TRUE;
  if (hosts_per_switch == 0)
    return;
  dl_fabric_report_add (sketch->report, 0, _ ("a switch is given those of hosts-per-switch"),
                        _ ("the list does not have a host"));
  for (guint s = 0; s < dl_fabric_builder_count_switches (builder); s++)
    for (guint h = 0; h < hosts_per_switch; h++)
      {
        const guint added = dl_fabric_builder_add_host (builder, NULL, 0);
        g_autoptr (GError) error = NULL;

        if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                          (DlFabricEnd) { added, TRUE, 1 }, &error))
          dl_fabric_report_add (sketch->report, 0, _ ("a host is left without a cable"), "%s",
                                error->message);
      }
}

DlFabric *
dl_fabric_sketch_finish (DlFabricSketch *sketch, gboolean machines, const DlFabricReading *how,
                         DlTextLines *lines, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const double cycle_ns = find_cycle_ns (sketch);

  if (dl_fabric_sketch_is_full (sketch))
    {
      dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                           _ ("the file has more than %d hosts and switches, or more than %d "
                              "cables (leave out a part of the fabric)"),
                           DL_FABRIC_MAX_VERTICES, MOST_EDGES);
      return NULL;
    }
  find_hosts (sketch);
  add_nodes (sketch, builder, machines);
  for (guint i = 0; i < sketch->edges->len; i++)
    if (!is_second (sketch, i))
      lay (sketch, builder, i, cycle_ns, machines);
  report_slow (sketch, cycle_ns);
  if (dl_fabric_builder_count_hosts (builder) == 0)
    give_hosts (sketch, builder, how != NULL ? how->hosts_per_switch : 0);
  return dl_fabric_finish_read (builder, how, sketch->report, lines, error);
}

/* Units ---------------------------------------------------------------------------------------- */

gboolean
dl_fabric_take_ns (const char *text, double *ns)
{
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { "", 1 },     { "ns", 1 },  { "us", 1e3 }, { "µs", 1e3 },
                { "ms", 1e6 }, { "s", 1e9 }, { "ps", 1e-3 } };
  char *unit;
  const double value = g_ascii_isdigit (*text) ? g_ascii_strtod (text, &unit) : -1;

  if (!(value >= 0) || !isfinite (value))
    return FALSE;
  unit += strspn (unit, " ");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].unit))
      {
        *ns = value * units[i].ns;
        return TRUE;
      }
  return FALSE;
}

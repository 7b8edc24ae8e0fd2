#include "dl-fabric.h"

#include "dl-fabric-layout.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-private.h"
#include "dl-memory.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Switches in an order that shows what belongs together: by row, by subtree, by load. */

static void
add_band (GArray *bands, DlFabricOrder kind, guint number, guint first, guint end)
{
  const DlFabricBand band = { first, end - first, kind, number };

  if (end > first)
    g_array_append_val (bands, band);
}

static void
sort_by_level (const DlFabricRows *rows, GArray *bands, guint32 *order)
{
  memcpy (order, rows->order, rows->fabric->n_switches * sizeof *order);
  for (guint row = 0; row < rows->n_rows; row++)
    add_band (bands, DL_FABRIC_BY_LEVEL, row, rows->row_first[row], rows->row_first[row + 1]);
}

/* Subtrees ------------------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parent, guint32 s)
{
  while (parent[s] != s)
    s = parent[s] = parent[parent[s]];
  return s;
}

/* @part (n_switches): a switch of its part, the least; parts are what cables between rows hold
 * together, from row @top on. Returns how many have more than one switch. */
static guint
find_parts (const DlFabricRows *rows, guint top, guint32 *part)
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint32 *size = g_new0 (guint32, S);
  guint n = 0;

  for (guint s = 0; s < S; s++)
    part[s] = s;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = fabric->channel_from[c], to = fabric->channel_to[c];

      if (from < H || to < H || rows->row[from - H] == rows->row[to - H]
          || MIN (rows->row[from - H], rows->row[to - H]) < top)
        continue;
      const guint32 a = find_root (part, from - H), b = find_root (part, to - H);

      part[MAX (a, b)] = MIN (a, b);
    }
  for (guint s = 0; s < S; s++)
    n += ++size[part[s] = find_root (part, s)] == 2;
  return n;
}

/* Parts of a lattice: slices across its last dimension. */
static guint
find_slices (const DlFabricRows *rows, guint32 *part)
{
  const DlFabricStructure *structure = rows->fabric->structure;
  guint size = 1;

  if (structure == NULL || structure->shape != DL_FABRIC_HYPERX || structure->n < 2)
    return 0;
  for (guint d = 0; d + 1 < structure->n; d++)
    size *= structure->children[d];
  for (guint s = 0; s < rows->fabric->n_switches; s++)
    part[s] = s / size * size;
  return structure->children[structure->n - 1];
}

typedef struct
{
  guint32 part, place, s; /* part: the place of its first switch, NONE: above all */
} Sorted;

static int
compare_sorted (gconstpointer a, gconstpointer b)
{
  const Sorted *x = a, *y = b;

  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* Sorts @sorted (n), a band each part; subtrees are numbered from left to right. */
static void
add_parts (DlFabricOrder kind, Sorted *sorted, guint n, GArray *bands, guint32 *order)
{
  guint number = 0;

  qsort (sorted, n, sizeof *sorted, compare_sorted);
  for (guint i = 0, end; i < n; i = end)
    {
      const guint32 part = sorted[i].part;

      for (end = i; end < n && sorted[end].part == part; end++)
        order[end] = sorted[end].s;
      add_band (bands, kind, part == DL_FABRIC_NONE || kind == DL_FABRIC_BY_RAIL ? part : number++,
                i, end);
    }
}

/* FALSE: there are none. */
static gboolean
sort_by_subtree (const DlFabricRows *rows, GArray *bands, guint32 *order)
{
  const guint S = rows->fabric->n_switches;
  g_autofree guint32 *part = g_new (guint32, S);
  g_autofree guint32 *first = g_new (guint32, S);
  g_autofree Sorted *sorted = g_new (Sorted, S);
  const gboolean lattice = find_slices (rows, part) > 1;
  guint top = 0;

  while (!lattice && top + 1 < rows->n_rows && find_parts (rows, top, part) < 2)
    top++;
  if (!lattice && top + 1 >= rows->n_rows)
    return FALSE;
  for (guint s = 0; s < S; s++)
    first[s] = DL_FABRIC_NONE;
  /* Subtrees from left to right as the lowest row has them. */
  for (guint row = rows->n_rows; row-- > top;)
    for (guint i = rows->row_first[row]; i < rows->row_first[row + 1]; i++)
      if (first[part[rows->order[i]]] == DL_FABRIC_NONE)
        first[part[rows->order[i]]] = (rows->n_rows - row) * S + i;
  for (guint i = 0; i < S; i++)
    {
      const guint s = rows->order[i];

      sorted[i] = (Sorted) { rows->row[s] < top ? DL_FABRIC_NONE : first[part[s]], i, s };
    }
  add_parts (DL_FABRIC_BY_SUBTREE, sorted, S, bands, order);
  return TRUE;
}

/* Rails ---------------------------------------------------------------------------------------- */

/* FALSE: there are none. */
static gboolean
sort_by_rail (const DlFabricRows *rows, GArray *bands, guint32 *order)
{
  const guint S = rows->fabric->n_switches;
  g_autofree Sorted *sorted = g_new (Sorted, S);

  if (rows->rail == NULL)
    return FALSE;
  for (guint i = 0; i < S; i++)
    {
      const guint s = rows->order[i];

      sorted[i]
          = (Sorted) { rows->rail[s] != DL_FABRIC_NO_RAIL ? rows->rail[s] : DL_FABRIC_NONE, i, s };
    }
  add_parts (DL_FABRIC_BY_RAIL, sorted, S, bands, order);
  return TRUE;
}

/* Load ----------------------------------------------------------------------------------------- */

typedef struct
{
  double load;
  guint32 s;
} Loaded;

static int
compare_loaded (gconstpointer a, gconstpointer b)
{
  const Loaded *x = a, *y = b;

  if (x->load != y->load)
    return x->load > y->load ? -1 : 1;
  return x->s < y->s ? -1 : 1;
}

static void
sort_by_load (const DlFabric *fabric, const float *load, guint32 *order)
{
  g_autofree Loaded *loaded = g_new (Loaded, fabric->n_switches);

  for (guint s = 0; s < fabric->n_switches; s++)
    {
      const guint v = fabric->n_hosts + s;

      loaded[s] = (Loaded) { 0, s };
      for (guint c = fabric->first[v]; c < fabric->first[v + 1] && load != NULL; c++)
        if (isfinite (load[c]))
          loaded[s].load += load[c];
    }
  qsort (loaded, fabric->n_switches, sizeof *loaded, compare_loaded);
  for (guint i = 0; i < fabric->n_switches; i++)
    order[i] = loaded[i].s;
}

GArray *
dl_fabric_rows_sort (const DlFabricRows *rows, DlFabricOrder by, const float *load, guint32 *order)
{
  GArray *bands = g_array_new (FALSE, FALSE, sizeof (DlFabricBand));

  if (by == DL_FABRIC_BY_LOAD)
    sort_by_load (rows->fabric, load, order);
  else if (by == DL_FABRIC_BY_LEVEL
           || !(by == DL_FABRIC_BY_RAIL ? sort_by_rail : sort_by_subtree) (rows, bands, order))
    sort_by_level (rows, bands, order);
  return bands;
}

G_DEFINE_QUARK (dl - fabric - error - quark, dl_fabric_error)

static void
names_free (DlFabricNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->by_name);
  g_hash_table_unref (names->by_guid);
  g_string_chunk_free (names->pool);
  g_free (names->name);
  g_free (names);
}

void
dl_fabric_free (gpointer data)
{
  DlFabric *fabric = data;

  dl_graph_unref (fabric->graph);
  g_free ((gpointer) fabric->host_up);
  if (fabric->whole != NULL)
    dl_fabric_unref (fabric->whole);
  else
    {
      gconstpointer arrays[] = {
        fabric->channel_from,    fabric->channel_to,   fabric->channel_from_port,
        fabric->channel_to_port, fabric->channel_back, fabric->channel_cycles,
        fabric->first,           fabric->arrive_first, fabric->arrive,
        fabric->port_first,      fabric->port_leaves,  fabric->port_arrives,
        fabric->host_switch,     fabric->guid,         fabric->node_guid,
        fabric->system_guid,     fabric->lid,          fabric->level,
        fabric->structure,       fabric->apart,
      };

      names_free ((DlFabricNames *) fabric->names);
      dl_fabric_machines_free ((DlFabricMachines *) fabric->machines);
      for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
        g_free ((gpointer) arrays[i]);
    }
  g_free (fabric);
}

/* Faults --------------------------------------------------------------------------------------- */

/* Does the host work, with the switches that it sends to and hears? One of two is not enough. */
static gboolean
host_works (const DlFabric *fabric, guint host, const guint8 *host_up, const guint8 *switch_up)
{
  const guint32 out = dl_fabric_host_sends (fabric, host);
  const guint32 in = dl_fabric_host_receives (fabric, host);

  return host_up[host]
         && (out == DL_FABRIC_NONE || switch_up[fabric->channel_to[out] - fabric->n_hosts])
         && (in == DL_FABRIC_NONE || switch_up[fabric->channel_from[in] - fabric->n_hosts]);
}

DlFabric *
dl_fabric_new_broken (DlFabric *fabric, const DlFabricFaults *faults)
{
  DlFabric *whole = fabric->whole != NULL ? fabric->whole : fabric;
  DlFabric *copy = g_memdup2 (whole, sizeof *whole);
  DlGraph *graph = dl_graph_new_states (fabric->graph); /* rates that were set by hand included */
  guint8 *state = graph->link_state, *up = graph->router_up;
  guint8 *host_up = g_new (guint8, whole->n_hosts);

  dl_shared_init (&copy->head.shared, dl_fabric_free);
  dl_copy (state, whole->graph->link_state, whole->n_channels);
  dl_copy (up, whole->graph->router_up, whole->n_switches);
  dl_copy (graph->node_up, whole->graph->node_up, whole->n_hosts);
  copy->whole = dl_fabric_ref (whole);
  copy->n_lanes = faults->n_lanes > 0 ? faults->n_lanes : fabric->n_lanes;
  dl_fill (host_up, TRUE, whole->n_hosts);
  for (guint i = 0; i < faults->n_switches; i++)
    up[faults->switches[i]] = FALSE;
  for (guint i = 0; i < faults->n_hosts; i++)
    host_up[faults->hosts[i]] = FALSE;
  for (guint i = 0; i < faults->n_channels; i++)
    {
      const guint32 channel = faults->channels[i], back = whole->channel_back[channel];

      state[channel] = DL_LINK_BROKEN;
      if (faults->whole_cables && back != DL_FABRIC_NONE)
        state[back] = DL_LINK_BROKEN;
    }
  copy->n_broken = 0;
  for (guint c = 0; c < whole->n_channels; c++)
    {
      const guint32 ends[] = { whole->channel_from[c], whole->channel_to[c] };

      for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
        if (dl_fabric_is_host (whole, ends[i]) ? !host_works (whole, ends[i], host_up, up)
                                               : !up[ends[i] - whole->n_hosts])
          state[c] = DL_LINK_BROKEN;
      copy->n_broken += state[c] != DL_LINK_UP;
    }
  for (guint h = 0; h < whole->n_hosts; h++)
    if (graph->node_up[h])
      graph->node_up[h] = state[dl_fabric_host_sends (whole, h)] == DL_LINK_UP
                          && state[dl_fabric_host_receives (whole, h)] == DL_LINK_UP;
  copy->graph = graph;
  copy->link_state = state;
  copy->switch_up = up;
  copy->host_up = host_up;
  copy->head.net = (DlNet) { .shape = copy, .graph = graph, .n_vcs = copy->n_lanes };
  return copy;
}

/* Names ---------------------------------------------------------------------------------------- */

const char *
dl_fabric_name (const DlFabric *fabric, guint vertex)
{
  return fabric->names->name[vertex];
}

guint
dl_fabric_find_guid (const DlFabric *fabric, guint64 guid)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (fabric->names->by_guid, &guid));

  return found <= fabric->n_vertices ? found - 1 : DL_FABRIC_NONE; /* likewise for 0 */
}

guint
dl_fabric_find_apart (const DlFabric *fabric, guint64 guid)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (fabric->names->by_guid, &guid));

  return found > fabric->n_vertices ? found - 1 : DL_FABRIC_NONE;
}

const DlFabricApart *
dl_fabric_apart_at (const DlFabric *fabric, guint vertex, guint port)
{
  for (guint i = 0; i < fabric->n_apart; i++)
    if (fabric->apart[i].at == vertex && fabric->apart[i].port == port)
      return &fabric->apart[i];
  return NULL;
}

guint
dl_fabric_count_apart (const DlFabric *fabric, guint vertex, guint *aggregators)
{
  guint n = 0;

  *aggregators = 0;
  for (guint i = 0; i < fabric->n_apart; i++)
    if (vertex == DL_FABRIC_NONE || fabric->apart[i].at == vertex)
      {
        n++;
        *aggregators += fabric->apart[i].is_aggregator;
      }
  return n;
}

char *
dl_fabric_apart_text (guint n, guint aggregators)
{
  return aggregators == n ? g_strdup_printf (
             g_dngettext (GETTEXT_PACKAGE, "%'u aggregation node", "%'u aggregation nodes", n), n)
                          : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                          "%'u endpoint that is not a host",
                                                          "%'u endpoints that are not hosts", n),
                                             n);
}

guint
dl_fabric_find (const DlFabric *fabric, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (fabric->names->by_name, name));
  guint64 guid;

  if (found == 0)
    {
      /* A name from a file may have characters that were replaced in the fabric's names. */
      g_autofree char *shown = dl_text_printable (name, -1, FALSE);

      found = GPOINTER_TO_UINT (g_hash_table_lookup (fabric->names->by_name, shown));
    }
  if (found != 0)
    return found - 1;
  if ((g_str_has_prefix (name, "0x") || g_str_has_prefix (name, "0X"))
      && g_ascii_string_to_unsigned (name + 2, 16, 1, G_MAXUINT64, &guid, NULL))
    return dl_fabric_find_guid (fabric, guid);
  if (fabric->machines != NULL)
    return dl_fabric_machine_port (fabric->machines, name);
  return DL_FABRIC_NONE;
}

char *
dl_fabric_escape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    {
      if (*at == ';' || *at == ':' || *at == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *at);
    }
  return g_string_free (text, FALSE);
}

char *
dl_fabric_unescape (const char *text, gsize length)
{
  GString *name = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\\' && i + 1 < length)
        i++;
      g_string_append_c (name, text[i]);
    }
  return g_string_free (name, FALSE);
}

char *
dl_fabric_channel_name (const DlFabric *fabric, guint channel)
{
  g_autofree char *name = dl_fabric_escape (dl_fabric_name (fabric, fabric->channel_from[channel]));

  return g_strdup_printf ("%s:%u", name, fabric->channel_from_port[channel]);
}

static guint
find_escaped (const DlFabric *fabric, const char *text, gsize length)
{
  g_autofree char *name = dl_fabric_unescape (text, length);
  guint vertex = dl_fabric_find (fabric, name);

  if (vertex == DL_FABRIC_NONE)
    {
      /* Written without the backslashes, which is right where nothing is to be told apart. */
      g_autofree char *bare = g_strndup (text, length);
      vertex = dl_fabric_find (fabric, bare);
    }
  return vertex;
}

/* Endpoint set apart, by name or GUID; NULL if there is none. */
static const DlFabricApart *
find_apart (const DlFabric *fabric, const char *text, gsize length)
{
  g_autofree char *name = dl_fabric_unescape (text, length);
  guint64 guid;
  guint found = DL_FABRIC_NONE;

  if (g_str_has_prefix (name, "0x")
      && g_ascii_string_to_unsigned (name + 2, 16, 1, G_MAXUINT64, &guid, NULL))
    found = dl_fabric_find_apart (fabric, guid);
  if (found != DL_FABRIC_NONE)
    return &fabric->apart[found - fabric->n_vertices];
  for (guint i = 0; i < fabric->n_apart; i++)
    if (g_str_equal (fabric->apart[i].name, name))
      return &fabric->apart[i];
  return NULL;
}

static void
fail_apart (const DlFabricApart *apart, GError **error)
{
  g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE,
               apart->is_aggregator
                   ? _ ("“%s” is not a host (set fabric.service to hosts to count it)")
                   : _ ("“%s” is not a host (change fabric.service-names to count it)"),
               apart->name);
}

gboolean
dl_fabric_fail_apart (const DlFabric *fabric, const char *text, gsize length, GError **error)
{
  const DlFabricApart *apart = find_apart (fabric, text, length);

  if (apart != NULL)
    fail_apart (apart, error);
  return apart != NULL;
}

gboolean
dl_fabric_parse_vertex (const DlFabric *fabric, const char *text, guint *vertex, GError **error)
{
  *vertex = find_escaped (fabric, text, strlen (text));
  if (*vertex != DL_FABRIC_NONE)
    return TRUE;
  if (dl_fabric_fail_apart (fabric, text, strlen (text), error))
    return FALSE;
  g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE,
               _ ("the fabric does not have “%s” (expected a name or a GUID like 0x2c90300001234)"),
               text);
  return FALSE;
}

gboolean
dl_fabric_parse_channel (const DlFabric *fabric, const char *text, guint *channel, GError **error)
{
  const char *colon = strrchr (text, ':');
  const DlFabricApart *apart;
  guint64 port;
  guint vertex;

  if (colon == NULL || colon == text
      || (colon[-1] == '\\' && (colon == text + 1 || colon[-2] != '\\'))
      || !g_ascii_string_to_unsigned (colon + 1, 10, 1, DL_FABRIC_MAX_PORTS, &port, NULL))
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                   _ ("“%s” does not state a port (expected NAME:PORT or GUID:PORT)"), text);
      return FALSE;
    }
  vertex = find_escaped (fabric, text, (gsize) (colon - text));
  *channel = vertex != DL_FABRIC_NONE ? dl_fabric_port_channel (fabric, vertex, (guint) port)
                                      : DL_FABRIC_NONE;
  if (*channel != DL_FABRIC_NONE)
    return TRUE;
  apart = vertex != DL_FABRIC_NONE ? dl_fabric_apart_at (fabric, vertex, (guint) port)
                                   : find_apart (fabric, text, (gsize) (colon - text));
  if (apart != NULL)
    {
      fail_apart (apart, error);
      return FALSE;
    }
  g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE,
               vertex == DL_FABRIC_NONE
                   ? _ ("the fabric does not have the switch or host of “%s” (expected its name or "
                        "GUID)")
                   : _ ("no cable leaves by “%s” (expected a port in use)"),
               text);
  return FALSE;
}

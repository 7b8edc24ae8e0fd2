#include "dl-fabric-builder.h"
#include "dl-fabric-private.h"
#include "dl-memory.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>

/* An end in 64 bits, never 0 as ports count from 1. */
#define PACK(index, host, port) ((guint64) (index) << 9 | (guint64) ((host) ? 1 : 0) << 8 | (port))
#define INDEX_OF(packed)        ((guint32) ((packed) >> 9))
#define HOST_OF(packed)         (((packed) >> 8 & 1) != 0)
#define PORT_OF(packed)         ((guint) ((packed) &0xff))

/* The far ends of what leaves by a port and what arrives by it; 0: nothing. */
typedef struct
{
  guint64 leaves, arrives;
  guint16 cycles; /* of what leaves; 0: not stated */
  DlRate rate;    /* likewise */
} Port;

typedef struct
{
  char *name;
  guint64 guid, node_guid, system_guid;
  Port *ports; /* (n_ports) */
  guint8 n_ports, next_free;
  guint16 lid;
} Vertex;

/* A host that is set apart. */
typedef struct
{
  Vertex vertex;
  gboolean is_aggregator;
} Apart;

struct _DlFabricBuilder
{
  GArray *switches, *hosts; /* Vertex */
  GArray *apart;            /* Apart */
  gboolean timed;           /* a channel has stated cycles */
  gboolean rated;           /* or a rate */
};

static void
clear_vertex (gpointer data)
{
  Vertex *vertex = data;

  g_free (vertex->name);
  g_free (vertex->ports);
}

DlFabricBuilder *
dl_fabric_builder_new (void)
{
  DlFabricBuilder *builder = g_new0 (DlFabricBuilder, 1);

  builder->switches = g_array_new (FALSE, TRUE, sizeof (Vertex));
  builder->hosts = g_array_new (FALSE, TRUE, sizeof (Vertex));
  g_array_set_clear_func (builder->switches, clear_vertex);
  g_array_set_clear_func (builder->hosts, clear_vertex);
  builder->apart = g_array_new (FALSE, TRUE, sizeof (Apart));
  g_array_set_clear_func (builder->apart, clear_vertex); /* an Apart begins with its vertex */
  return builder;
}

void
dl_fabric_builder_free (DlFabricBuilder *builder)
{
  if (builder == NULL)
    return;
  g_array_unref (builder->switches);
  g_array_unref (builder->hosts);
  g_array_unref (builder->apart);
  g_free (builder);
}

static Vertex *
vertex_at (const DlFabricBuilder *builder, DlFabricEnd end)
{
  return &g_array_index (end.host ? builder->hosts : builder->switches, Vertex, end.index);
}

static guint
add_vertex (GArray *vertices, const char *name, guint64 guid, guint n_ports)
{
  const Vertex vertex = {
    .name = g_strdup (name),
    .guid = guid,
    .node_guid = guid,
    .ports = g_new0 (Port, n_ports),
    .n_ports = (guint8) n_ports,
    .next_free = 1,
  };

  g_array_append_val (vertices, vertex);
  return vertices->len - 1;
}

guint
dl_fabric_builder_add_switch (DlFabricBuilder *builder, const char *name, guint64 guid,
                              guint n_ports)
{
  return add_vertex (builder->switches, name, guid, MIN (n_ports, DL_FABRIC_MAX_PORTS));
}

guint
dl_fabric_builder_add_host (DlFabricBuilder *builder, const char *name, guint64 guid)
{
  return add_vertex (builder->hosts, name, guid, 1);
}

guint
dl_fabric_builder_add_parted_host (DlFabricBuilder *builder)
{
  return add_vertex (builder->hosts, NULL, 0, 2);
}

void
dl_fabric_builder_set_node_guid (DlFabricBuilder *builder, DlFabricEnd end, guint64 guid)
{
  vertex_at (builder, end)->node_guid = guid;
}

void
dl_fabric_builder_set_system_guid (DlFabricBuilder *builder, DlFabricEnd end, guint64 guid)
{
  vertex_at (builder, end)->system_guid = guid;
}

void
dl_fabric_builder_set_lid (DlFabricBuilder *builder, DlFabricEnd end, guint lid)
{
  vertex_at (builder, end)->lid = (guint16) MIN (lid, G_MAXUINT16);
}

guint
dl_fabric_builder_count_switches (const DlFabricBuilder *builder)
{
  return builder->switches->len;
}

guint
dl_fabric_builder_count_hosts (const DlFabricBuilder *builder)
{
  return builder->hosts->len;
}

gboolean
dl_fabric_builder_far_end (const DlFabricBuilder *builder, DlFabricEnd end, DlFabricEnd *far)
{
  const Vertex *vertex = vertex_at (builder, end);
  guint64 packed = 0;

  if (end.port > 0 && end.port <= vertex->n_ports)
    packed = vertex->ports[end.port - 1].leaves != 0 ? vertex->ports[end.port - 1].leaves
                                                     : vertex->ports[end.port - 1].arrives;
  *far = (DlFabricEnd) { INDEX_OF (packed), HOST_OF (packed), PORT_OF (packed) };
  return packed != 0;
}

/* Cables --------------------------------------------------------------------------------------- */

static char *
end_text (const DlFabricBuilder *builder, DlFabricEnd end)
{
  const Vertex *vertex = vertex_at (builder, end);
  g_autofree char *number
      = vertex->name != NULL ? g_strdup (vertex->name) : g_strdup_printf ("%u", end.index);

  return end.port > 0 ? g_strdup_printf ("%s:%u", number, end.port) : g_steal_pointer (&number);
}

/* The port that @end means, so that it exists. */
static gboolean
settle_port (DlFabricBuilder *builder, DlFabricEnd *end, GError **error)
{
  Vertex *vertex = vertex_at (builder, *end);

  if (end->port == 0 && end->host)
    end->port = 1;
  if (end->port == 0)
    {
      while (vertex->next_free <= vertex->n_ports
             && (vertex->ports[vertex->next_free - 1].leaves != 0
                 || vertex->ports[vertex->next_free - 1].arrives != 0))
        vertex->next_free++;
      end->port = vertex->next_free;
    }
  if (end->port > DL_FABRIC_MAX_PORTS || (end->host && end->port > vertex->n_ports))
    {
      g_autofree char *text = end_text (builder, *end);

      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   end->host ? _ ("“%s” is past a host’s only port (make each port a host)")
                             : _ ("“%s” is past the %d ports that a switch can have (split it)"),
                   text, DL_FABRIC_MAX_PORTS);
      return FALSE;
    }
  if (end->port > vertex->n_ports)
    {
      vertex->ports = g_renew (Port, vertex->ports, end->port);
      for (guint i = vertex->n_ports; i < end->port; i++)
        vertex->ports[i] = (Port) { 0 };
      vertex->n_ports = (guint8) end->port;
    }
  return TRUE;
}

/* Is @port free, or has it a cable to @far? */
static gboolean
port_takes (const Port *port, guint64 far)
{
  return (port->leaves == 0 || port->leaves == far) && (port->arrives == 0 || port->arrives == far);
}

static void
set_wire (DlFabricBuilder *builder, Port *port, DlFabricWire wire)
{
  port->cycles = (guint16) wire.cycles;
  if (wire.rate.gbps > 0)
    port->rate = wire.rate;
  builder->timed |= wire.cycles > 0;
  builder->rated |= wire.rate.gbps > 0;
}

static gboolean
lay (DlFabricBuilder *builder, DlFabricEnd a, DlFabricEnd b, gboolean both, DlFabricWire to_b,
     DlFabricWire to_a, GError **error)
{
  guint64 at_a, at_b;
  Port *port_a, *port_b;

  if (a.host && b.host)
    {
      g_autofree char *text_a = end_text (builder, a), *text_b = end_text (builder, b);

      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                   _ ("hosts “%s” and “%s” are connected without a switch (leave the cable out)"),
                   text_a, text_b);
      return FALSE;
    }
  if (!settle_port (builder, &a, error))
    return FALSE;
  at_a = PACK (a.index, a.host, a.port);
  if (!a.host && !b.host && a.index == b.index && b.port == 0)
    {
      /* Both ends on one switch: the second one must not get the same port. */
      port_a = &vertex_at (builder, a)->ports[a.port - 1];
      port_a->leaves = at_a;
      const gboolean settled = settle_port (builder, &b, error);
      port_a = &vertex_at (builder, a)->ports[a.port - 1];
      port_a->leaves = 0;
      if (!settled)
        return FALSE;
    }
  else if (!settle_port (builder, &b, error))
    return FALSE;
  at_b = PACK (b.index, b.host, b.port);
  port_a = &vertex_at (builder, a)->ports[a.port - 1];
  port_b = &vertex_at (builder, b)->ports[b.port - 1];
  if (at_a == at_b || !port_takes (port_a, at_b) || !port_takes (port_b, at_a))
    {
      const gboolean of_a = !port_takes (port_a, at_b);
      g_autofree char *text = end_text (builder, of_a ? a : b);

      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_TWICE,
                   at_a == at_b ? _ ("“%s” is connected to itself (leave the cable out)")
                   : (of_a ? a : b).host
                       ? _ ("host “%s” has a second cable (make each port a host)")
                       : _ ("“%s” has a second cable (a port has one)"),
                   text);
      return FALSE;
    }
  port_a->leaves = at_b;
  set_wire (builder, port_a, to_b);
  port_b->arrives = at_a;
  if (both)
    {
      port_b->leaves = at_a;
      set_wire (builder, port_b, to_a);
      port_a->arrives = at_b;
    }
  return TRUE;
}

gboolean
dl_fabric_builder_add_cable (DlFabricBuilder *builder, DlFabricEnd a, DlFabricEnd b, GError **error)
{
  return lay (builder, a, b, TRUE, (DlFabricWire) { 0 }, (DlFabricWire) { 0 }, error);
}

gboolean
dl_fabric_builder_add_wired_cable (DlFabricBuilder *builder, DlFabricEnd a, DlFabricEnd b,
                                   DlFabricWire to_b, DlFabricWire to_a, GError **error)
{
  g_assert (to_b.cycles <= DL_FABRIC_MAX_CYCLES && to_a.cycles <= DL_FABRIC_MAX_CYCLES);
  return lay (builder, a, b, TRUE, to_b, to_a, error);
}

gboolean
dl_fabric_builder_add_channel (DlFabricBuilder *builder, DlFabricEnd from, DlFabricEnd to,
                               GError **error)
{
  return lay (builder, from, to, FALSE, (DlFabricWire) { 0 }, (DlFabricWire) { 0 }, error);
}

void
dl_fabric_builder_set_rate (DlFabricBuilder *builder, DlFabricEnd end, DlRate rate)
{
  Vertex *vertex = vertex_at (builder, end);

  g_assert (end.port > 0 && end.port <= vertex->n_ports);
  vertex->ports[end.port - 1].rate = rate;
  builder->rated |= rate.gbps > 0;
}

/* Endpoints that are not hosts ------------------------------------------------------------------
 */

#define AGGREGATOR "Aggregation Node" /* how their descriptions end */

/* Without blanks at its ends, which lists of names do not keep, and without characters that hide:
 * wherever it is shown, it looks like what it is. */
static char *
tidy_name (const char *name)
{
  g_autofree char *text = g_utf8_make_valid (name, -1);

  for (char *at = text; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_strstrip (dl_text_printable (text, -1, FALSE));
}

/* The far end of a host's cable; 0: it has none. */
static guint64
far_end (const Vertex *host)
{
  return host->ports[0].leaves != 0 ? host->ports[0].leaves : host->ports[0].arrives;
}

/* Inside a switch there is one, at the last port. */
static gboolean
is_aggregator (const DlFabricBuilder *builder, const Vertex *host, const char *name)
{
  const guint64 far = far_end (host);

  return far != 0 && g_str_has_suffix (name, AGGREGATOR)
         && PORT_OF (far) == g_array_index (builder->switches, Vertex, INDEX_OF (far)).n_ports;
}

/* @matched: by pattern. */
static gboolean
is_named (GPtrArray *patterns, const char *name, guint8 *matched)
{
  gboolean found = FALSE;

  for (guint i = 0; i < patterns->len; i++)
    if (g_pattern_spec_match_string (patterns->pdata[i], name))
      found = matched[i] = TRUE;
  return found;
}

/* The number that a host has once those of @moved (n_hosts) with DL_FABRIC_NONE are gone. */
static guint64
renumber (guint64 far, const guint32 *moved)
{
  if (far == 0 || !HOST_OF (far))
    return far;
  return moved[INDEX_OF (far)] != DL_FABRIC_NONE ? PACK (moved[INDEX_OF (far)], 1, PORT_OF (far))
                                                 : 0;
}

/* Take the hosts that @how says out of the builder. @matched: (patterns) gboolean. */
static void
set_apart (DlFabricBuilder *builder, const DlFabricReading *how, GPtrArray *patterns,
           guint8 *matched)
{
  const guint n = builder->hosts->len;
  g_autofree guint32 *moved = g_new (guint32, n);
  guint n_left = 0;

  for (guint h = 0; h < n; h++)
    {
      Vertex *host = &g_array_index (builder->hosts, Vertex, h);
      g_autofree char *name = tidy_name (host->name != NULL ? host->name : "");
      Apart apart = { .vertex = *host };

      apart.is_aggregator = !how->service_hosts && is_aggregator (builder, host, name);
      moved[h] = DL_FABRIC_NONE;
      if ((*name != '\0' && is_named (patterns, name, matched)) || apart.is_aggregator)
        {
          g_array_append_val (builder->apart, apart);
          *host = (Vertex) { 0 };
          continue;
        }
      moved[h] = n_left;
      if (n_left++ < h)
        {
          g_array_index (builder->hosts, Vertex, n_left - 1) = *host;
          *host = (Vertex) { 0 };
        }
    }
  if (n_left == n)
    return;
  g_array_set_size (builder->hosts, n_left);
  for (guint s = 0; s < builder->switches->len; s++)
    {
      Vertex *vertex = &g_array_index (builder->switches, Vertex, s);

      for (guint i = 0; i < vertex->n_ports; i++)
        {
          vertex->ports[i].leaves = renumber (vertex->ports[i].leaves, moved);
          vertex->ports[i].arrives = renumber (vertex->ports[i].arrives, moved);
        }
    }
}

static void
report_apart (const DlFabricBuilder *builder, DlFabricReport *report)
{
  guint n[2] = { 0, 0 };

  for (guint i = 0; i < builder->apart->len; i++)
    n[g_array_index (builder->apart, Apart, i).is_aggregator]++;
  if (n[1] > 0)
    dl_fabric_report_add (report, 0, _ ("fabric.service=hosts counts them"),
                          g_dngettext (GETTEXT_PACKAGE,
                                       "%u aggregation node inside a switch is not a host",
                                       "%u aggregation nodes inside switches are not hosts", n[1]),
                          n[1]);
  if (n[0] > 0)
    dl_fabric_report_add (report, 0, _ ("fabric.service-names names them"),
                          g_dngettext (GETTEXT_PACKAGE, "%u endpoint is not a host",
                                       "%u endpoints are not hosts", n[0]),
                          n[0]);
}

static void
set_all_apart (DlFabricBuilder *builder, const DlFabricReading *how, DlFabricReport *report)
{
  static const DlFabricReading usual = { 0 };
  const char *const *names;
  g_autoptr (GPtrArray) patterns
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  g_autofree guint8 *matched = NULL;

  if (how == NULL)
    how = &usual;
  names = how->service_names;
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    g_ptr_array_add (patterns, g_pattern_spec_new (names[i]));
  matched = g_new0 (guint8, patterns->len + 1);
  set_apart (builder, how, patterns, matched);
  report_apart (builder, report);
  for (guint i = 0; i < patterns->len; i++)
    if (!matched[i])
      dl_fabric_report_add (report, 0,
                            _ ("fabric.service-names expects descriptions, such as gateway*"),
                            _ ("“%s” does not match an endpoint"), names[i]);
}

/* The fabric ----------------------------------------------------------------------------------- */

static const Vertex *
vertex_of (const DlFabricBuilder *builder, guint vertex)
{
  return vertex < builder->hosts->len
             ? &g_array_index (builder->hosts, Vertex, vertex)
             : &g_array_index (builder->switches, Vertex, vertex - builder->hosts->len);
}

static guint
number_of (const DlFabricBuilder *builder, guint64 packed)
{
  return HOST_OF (packed) ? INDEX_OF (packed) : builder->hosts->len + INDEX_OF (packed);
}

static DlFabricNames *
make_names (const DlFabricBuilder *builder, guint n_vertices)
{
  DlFabricNames *names = g_new0 (DlFabricNames, 1);
  guint next = 2;

  names->pool = g_string_chunk_new (16 * 1024);
  names->name = g_new (const char *, n_vertices);
  names->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  names->by_guid = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint v = 0; v < n_vertices; v++)
    {
      const Vertex *vertex = vertex_of (builder, v);
      const gboolean host = v < builder->hosts->len;
      g_autofree char *text = vertex->name != NULL ? tidy_name (vertex->name) : NULL;

      if (text == NULL || *text == '\0')
        {
          g_free (text);
          text = g_strdup_printf ("%s%u", host ? "H" : "S", host ? v : v - builder->hosts->len);
        }
      if (g_hash_table_contains (names->by_name, text))
        {
          g_autofree char *taken = g_steal_pointer (&text);

          /* Its GUID tells it apart, if it has one. */
          if (vertex->guid != 0)
            text = g_strdup_printf ("%s#%" G_GINT64_MODIFIER "x", taken, vertex->guid);
          while (text == NULL || g_hash_table_contains (names->by_name, text))
            {
              g_free (text);
              text = g_strdup_printf ("%s#%u", taken, next++);
            }
        }
      names->name[v] = g_string_chunk_insert (names->pool, text);
      g_hash_table_insert (names->by_name, (gpointer) names->name[v], GUINT_TO_POINTER (v + 1));
    }
  return names;
}

static void
add_guid (DlFabricNames *names, const guint64 *guid, guint number)
{
  if (*guid != 0 && !g_hash_table_contains (names->by_guid, guid))
    g_hash_table_insert (names->by_guid, (gpointer) guid, GUINT_TO_POINTER (number + 1));
}

static void
set_ports (DlFabric *fabric, const DlFabricBuilder *builder)
{
  guint32 *port_first = g_new (guint32, fabric->n_vertices + 1), *leaves, *arrives;
  guint32 *first = g_new (guint32, fabric->n_vertices + 1);
  guint n_slots = 0, n = 0;

  fabric->n_ports = 0;
  fabric->n_lanes = 1;
  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      const Vertex *vertex = vertex_of (builder, v);

      port_first[v] = n_slots;
      n_slots += vertex->n_ports;
      fabric->n_ports = MAX (fabric->n_ports, vertex->n_ports);
    }
  port_first[fabric->n_vertices] = n_slots;
  leaves = g_new (guint32, n_slots);
  arrives = g_new (guint32, n_slots);
  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      const Vertex *vertex = vertex_of (builder, v);

      first[v] = n;
      for (guint i = 0; i < vertex->n_ports; i++)
        {
          leaves[port_first[v] + i] = vertex->ports[i].leaves != 0 ? n++ : DL_FABRIC_NONE;
          arrives[port_first[v] + i] = DL_FABRIC_NONE;
        }
    }
  first[fabric->n_vertices] = n;
  fabric->first = first;
  fabric->n_channels = n;
  fabric->port_first = port_first;
  fabric->port_leaves = leaves;
  fabric->port_arrives = arrives;
}

static void
set_channels (DlFabric *fabric, const DlFabricBuilder *builder)
{
  const guint n = fabric->n_channels;
  guint32 *from = g_new (guint32, n), *to = g_new (guint32, n), *back = g_new (guint32, n);
  guint8 *from_port = g_new (guint8, n), *to_port = g_new (guint8, n);
  guint16 *cycles = builder->timed ? g_new (guint16, n) : NULL;
  guint32 *arrives = (guint32 *) fabric->port_arrives;
  guint32 *arrive_first = g_new (guint32, fabric->n_vertices + 1), *arrive = g_new (guint32, n);
  guint32 *host_switch = g_new (guint32, fabric->n_hosts);
  guint c = 0, at = 0;

  for (guint v = 0; v < fabric->n_vertices; v++)
    for (guint i = 0; i < vertex_of (builder, v)->n_ports; i++)
      {
        const guint64 far = vertex_of (builder, v)->ports[i].leaves;

        if (far == 0)
          continue;
        from[c] = v;
        from_port[c] = (guint8) (i + 1);
        to[c] = number_of (builder, far);
        to_port[c] = (guint8) PORT_OF (far);
        arrives[fabric->port_first[to[c]] + to_port[c] - 1] = c;
        if (cycles != NULL)
          cycles[c] = vertex_of (builder, v)->ports[i].cycles;
        c++;
      }
  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      arrive_first[v] = at;
      for (guint slot = fabric->port_first[v]; slot < fabric->port_first[v + 1]; slot++)
        {
          const guint32 in = arrives[slot], out = fabric->port_leaves[slot];

          if (in != DL_FABRIC_NONE)
            arrive[at++] = in;
          if (out != DL_FABRIC_NONE)
            back[out] = in;
        }
    }
  arrive_first[fabric->n_vertices] = at;
  for (guint h = 0; h < fabric->n_hosts; h++)
    host_switch[h] = fabric->port_leaves[fabric->port_first[h]] != DL_FABRIC_NONE
                         ? to[fabric->port_leaves[fabric->port_first[h]]]
                     : arrives[fabric->port_first[h]] != DL_FABRIC_NONE
                         ? from[arrives[fabric->port_first[h]]]
                         : DL_FABRIC_NONE;
  fabric->channel_from = from;
  fabric->channel_to = to;
  fabric->channel_back = back;
  fabric->channel_cycles = cycles;
  fabric->channel_from_port = from_port;
  fabric->channel_to_port = to_port;
  fabric->arrive_first = arrive_first;
  fabric->arrive = arrive;
  fabric->host_switch = host_switch;
}

static gboolean
check_limits (const DlFabricBuilder *builder, GError **error)
{
  const guint64 n_hosts = builder->hosts->len, n_switches = builder->switches->len;

  if (n_hosts == 0 || n_switches == 0)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                           n_switches == 0 ? _ ("a switch is missing (expected at least one)")
                           : builder->apart->len > 0
                               ? _ ("no endpoint is left as a host (change fabric.service-names, "
                                    "or set fabric.service to hosts)")
                               : _ ("a host is missing (connect one to a switch)"));
      return FALSE;
    }
  if (n_hosts + n_switches > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("hosts and switches, %lu in total, are more than the %d addresses that "
                      "InfiniBand has for them (leave out a part of the fabric)"),
                   (gulong) (n_hosts + n_switches), DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  if ((n_hosts + n_switches) * n_switches > DL_FABRIC_MAX_TABLES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("the tables of all switches, %lu, for all hosts, %lu, would take more than "
                      "%u MiB (use switches with more ports)"),
                   (gulong) n_switches, (gulong) n_hosts, (guint) (DL_FABRIC_MAX_TABLES >> 20));
      return FALSE;
    }
  return TRUE;
}

static int
compare_apart (gconstpointer a, gconstpointer b)
{
  const DlFabricApart *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return (x->port > y->port) - (x->port < y->port);
}

static void
add_apart (DlFabric *fabric, const DlFabricBuilder *builder)
{
  DlFabricNames *names = (DlFabricNames *) fabric->names;
  DlFabricApart *apart = g_new0 (DlFabricApart, builder->apart->len);

  fabric->apart = apart;
  fabric->n_apart = builder->apart->len;
  for (guint i = 0; i < fabric->n_apart; i++)
    {
      const Apart *of = &g_array_index (builder->apart, Apart, i);
      const guint64 far = far_end (&of->vertex);
      g_autofree char *name = tidy_name (of->vertex.name);

      apart[i] = (DlFabricApart) {
        .name = g_string_chunk_insert (names->pool, name),
        .guid = of->vertex.guid,
        .node_guid = of->vertex.node_guid,
        .at = far != 0 ? number_of (builder, far) : DL_FABRIC_NONE,
        .lid = of->vertex.lid,
        .port = (guint8) PORT_OF (far),
        .is_aggregator = of->is_aggregator,
      };
    }
  if (fabric->n_apart > 0)
    qsort (apart, fabric->n_apart, sizeof *apart, compare_apart);
  for (guint i = 0; i < fabric->n_apart; i++)
    {
      add_guid (names, &apart[i].guid, fabric->n_vertices + i);
      add_guid (names, &apart[i].node_guid, fabric->n_vertices + i);
    }
}

static void
add_channel (DlGraph *graph, const DlFabric *fabric, guint channel)
{
  const guint32 H = fabric->n_hosts;
  const guint32 from = fabric->channel_from[channel], to = fabric->channel_to[channel];
  const guint out = fabric->channel_from_port[channel] - 1;
  const guint in = fabric->channel_to_port[channel] - 1;
  const guint cycles = fabric->channel_cycles != NULL ? fabric->channel_cycles[channel] : 0;

  dl_graph_set_link (graph, channel, from < H ? DL_NO_NODE : from - H, out,
                     to < H ? DL_NO_NODE : to - H, in);
  graph->link_cycles[channel] = cycles;
  graph->link_class[channel] = dl_fabric_link_class (fabric, channel);
  if (from < H)
    {
      graph->inject_router[from] = to - H;
      graph->inject_port[from] = in;
    }
  if (to < H)
    {
      graph->eject_router[to] = from - H;
      graph->eject_port[to] = out;
    }
  if (MIN (from, to) < H && cycles > 0)
    graph->node_cycles[MIN (from, to)] = cycles;
}

/* Rates that the cables' ends state; without any, all links have the same. */
static void
set_rates (DlGraph *graph, const DlFabricBuilder *builder)
{
  g_autofree DlRate *rates = NULL;
  guint c = 0, link;

  if (!builder->rated)
    return;
  rates = g_new (DlRate, graph->n_links);
  for (guint v = 0; v < builder->hosts->len + builder->switches->len; v++)
    for (guint i = 0; i < vertex_of (builder, v)->n_ports; i++)
      if (vertex_of (builder, v)->ports[i].leaves != 0)
        rates[c++] = vertex_of (builder, v)->ports[i].rate;
  dl_graph_set_rates (graph, rates, NULL, 0, 0, &link); /* none is faster than the fastest */
}

/* The last port of any switch that has a cable: others do not count, such as one to what is set
 * apart. */
static guint
last_port (const DlFabric *fabric)
{
  const guint H = fabric->n_hosts;
  guint last = 1;

  for (guint channel = 0; channel < fabric->n_channels; channel++)
    {
      if (fabric->channel_from[channel] >= H)
        last = MAX (last, fabric->channel_from_port[channel]);
      if (fabric->channel_to[channel] >= H)
        last = MAX (last, fabric->channel_to_port[channel]);
    }
  return last;
}

static void
make_graph (DlFabric *fabric, const DlFabricBuilder *builder)
{
  DlGraph *graph
      = dl_graph_new (fabric->n_hosts, fabric->n_switches, fabric->n_channels, last_port (fabric));
  guint8 *host_up = g_new (guint8, fabric->n_hosts);

  for (guint channel = 0; channel < fabric->n_channels; channel++)
    add_channel (graph, fabric, channel);
  dl_graph_index (graph);
  set_rates (graph, builder);
  for (guint host = 0; host < fabric->n_hosts; host++)
    graph->node_up[host]
        = graph->inject_router[host] != DL_NO_NODE && graph->eject_router[host] != DL_NO_NODE;
  dl_fill (host_up, TRUE, fabric->n_hosts);
  fabric->graph = graph;
  fabric->head.net = (DlNet) { .shape = fabric, .graph = graph, .n_vcs = fabric->n_lanes };
  fabric->link_state = graph->link_state;
  fabric->switch_up = graph->router_up;
  fabric->host_up = host_up;
}

DlFabric *
dl_fabric_builder_finish (DlFabricBuilder *builder, const DlFabricStructure *structure,
                          GError **error)
{
  g_autoptr (DlFabric) fabric = NULL;
  guint64 *guid, *node_guid, *system_guid, n_slots = 0;
  guint16 *lid;

  if (!check_limits (builder, error))
    return NULL;
  for (guint s = 0; s < builder->switches->len; s++)
    n_slots += g_array_index (builder->switches, Vertex, s).n_ports;
  if (n_slots + builder->hosts->len > DL_FABRIC_MAX_CHANNELS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%lu port is more than %d (leave out a part of the fabric)",
                                "%lu ports are more than %d (leave out a part of the fabric)",
                                (gulong) (n_slots + builder->hosts->len)),
                   (gulong) (n_slots + builder->hosts->len), DL_FABRIC_MAX_CHANNELS);
      return NULL;
    }
  fabric = g_new0 (DlFabric, 1);
  dl_shared_init (&fabric->head.shared, dl_fabric_free);
  fabric->n_hosts = builder->hosts->len;
  fabric->n_switches = builder->switches->len;
  fabric->n_vertices = fabric->n_hosts + fabric->n_switches;
  set_ports (fabric, builder);
  set_channels (fabric, builder);
  guid = g_new (guint64, fabric->n_vertices);
  node_guid = g_new (guint64, fabric->n_vertices);
  system_guid = g_new (guint64, fabric->n_vertices);
  lid = g_new (guint16, fabric->n_vertices);
  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      guid[v] = vertex_of (builder, v)->guid;
      node_guid[v] = vertex_of (builder, v)->node_guid;
      system_guid[v] = vertex_of (builder, v)->system_guid;
      lid[v] = vertex_of (builder, v)->lid;
    }
  fabric->guid = guid;
  fabric->node_guid = node_guid;
  fabric->system_guid = system_guid;
  fabric->lid = lid;
  DlFabricNames *names = make_names (builder, fabric->n_vertices);
  for (guint v = 0; v < fabric->n_vertices; v++)
    add_guid (names, &guid[v], v);
  for (guint v = 0; v < fabric->n_vertices; v++)
    add_guid (names, &node_guid[v], v);
  fabric->names = names;
  add_apart (fabric, builder);
  fabric->structure = structure != NULL ? g_memdup2 (structure, sizeof *structure)
                                        : g_new0 (DlFabricStructure, 1);
  make_graph (fabric, builder);
  dl_fabric_find_levels (fabric);
  g_array_set_size (builder->switches, 0);
  g_array_set_size (builder->hosts, 0);
  g_array_set_size (builder->apart, 0);
  builder->timed = builder->rated = FALSE;
  return g_steal_pointer (&fabric);
}

DlFabric *
dl_fabric_finish_read (DlFabricBuilder *builder, const DlFabricReading *how, DlFabricReport *report,
                       DlTextLines *lines, GError **error)
{
  g_autoptr (GError) local = NULL;
  DlFabric *fabric;

  set_all_apart (builder, how, report);
  fabric = dl_fabric_builder_finish (builder, NULL, &local);
  if (fabric == NULL)
    dl_text_lines_error (lines, error, DL_FABRIC_ERROR, local->code, "%s", local->message);
  return fabric;
}

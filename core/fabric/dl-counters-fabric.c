#include "dl-counters-fabric.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-scenario.h"
#include "dl-memory.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PM_BEGIN "START_PM_INFO"
#define PM_END   "END_PM_INFO"

#define DATA "PortXmitData"
#define WAIT "PortXmitWait"

enum
{
  COLUMN_NODE,
  COLUMN_GUID,
  COLUMN_PORT,
  COLUMN_DATA,
  COLUMN_LONG_DATA,
  COLUMN_WAIT,
  COLUMN_LONG_WAIT,
  N_COLUMNS
};

/* Releases of ibdiagnet have more of them or fewer. */
static const DlCountersColumn columns[N_COLUMNS] = {
  { "NodeGUID", NULL, TRUE },  { "PortGUID", NULL, FALSE },      { "PortNumber", NULL, TRUE },
  { DATA, NULL, FALSE },       { DATA "Extended", NULL, FALSE }, { WAIT, NULL, FALSE },
  { WAIT "Ext", NULL, FALSE },
};

typedef struct
{
  DlCountersReader *reader;
  DlPortCounters *counters;
  gboolean in_port;  /* the last one of the counters is open, of perfquery */
  gboolean in_table; /* of ibdiagnet */
  gint at[N_COLUMNS];
  guint64 total_data, total_wait;
} Ports;

static gboolean
begins (DlCountersReader *reader)
{
  static const char *const first[]
      = { "# Port counters: ", "# Port extended counters: ", "Errors for ",
          "# This database file was auto", "START_" };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    if (g_str_has_prefix (reader->line->str, first[i]))
      return TRUE;
  return FALSE;
}

static gboolean
probe (DlCountersReader *reader)
{
  return TRUE;
}

/* Lines ---------------------------------------------------------------------------------------- */

static gboolean
begin_port (Ports *ports, guint64 guid, guint lid, guint port, GError **error)
{
  const DlPortCount count = {
    .guid = guid, .line = ports->reader->lines.number, .lid = (guint16) lid, .port = (guint8) port
  };

  g_array_append_val (ports->counters->ports, count);
  ports->reader->n_fields = ports->reader->n_columns;
  return dl_counters_begin_row (ports->reader, error);
}

/* A count of the open port; other names are not used. */
static gboolean
set_count (Ports *ports, const char *name, guint64 value, GError **error)
{
  GArray *all = ports->counters->ports;
  DlPortCount *count = &g_array_index (all, DlPortCount, all->len - 1);
  const gboolean is_wait = g_str_equal (name, WAIT);

  if (!is_wait && !g_str_equal (name, DATA))
    return TRUE;
  if (value == G_MAXUINT32)
    dl_counters_note (ports->reader->counters, ports->reader->lines.number,
                      _ ("%s is at its highest value, and may have been more (use counters of 64 "
                         "bits, as perfquery -x has them)"),
                      name);
  if (!dl_counters_add (ports->reader, name, value,
                        is_wait ? &ports->total_wait : &ports->total_data, error))
    return FALSE;
  *(is_wait ? &count->wait : &count->data) = value;
  *(is_wait ? &count->has_wait : &count->has_data) = TRUE;
  ports->counters->has_wait |= is_wait;
  return TRUE;
}

/* # Port counters: Lid 2 port 1 (CapMask: 0x1200) */
static gboolean
read_header (Ports *ports, const char *at, GError **error)
{
  guint64 lid = 0, port = 0;

  ports->in_port = FALSE;
  if ((!dl_skip_word (&at, "# Port counters: Lid ")
       && !dl_skip_word (&at, "# Port extended counters: Lid "))
      || !dl_take_number (&at, 10, G_MAXUINT16, &lid) || !dl_skip_word (&at, " port ")
      || !dl_take_number (&at, 10, 255, &port) || lid == 0)
    return TRUE;
  ports->in_port = TRUE;
  return begin_port (ports, 0, (guint) lid, (guint) port, error);
}

/* PortXmitData:....................864 */
static gboolean
read_value (Ports *ports, char *line, GError **error)
{
  char *end = strchr (line, ':');
  const char *at;
  guint64 value;

  if (end == NULL || !ports->in_port)
    return TRUE;
  *end = '\0';
  at = end + 1 + strspn (end + 1, ".");
  if (dl_text_to_uint (at, DL_COUNTERS_MAX, &value))
    return set_count (ports, line, value, error);
  return TRUE;
}

/* GUID 0x200000 port 3: [PortXmitWait == 12] [PortXmitData == 864 (3.375KB)] */
static gboolean
read_errors (Ports *ports, const char *at, GError **error)
{
  guint64 guid, port;

  ports->in_port = FALSE;
  /* Sums over a node's ports have ALL. */
  if (!dl_skip_word (&at, "GUID 0x") || !dl_take_number (&at, 16, G_MAXUINT64, &guid)
      || !dl_skip_word (&at, " port ") || !dl_take_number (&at, 10, 255, &port) || *at != ':')
    return TRUE;
  if (!begin_port (ports, guid, 0, (guint) port, error))
    return FALSE;
  while ((at = strchr (at, '[')) != NULL)
    {
      const gsize length = strcspn (++at, " ]");
      g_autofree char *name = g_strndup (at, length);
      guint64 value;

      at += length;
      if (dl_skip_word (&at, " == ") && dl_take_number (&at, 10, DL_COUNTERS_MAX, &value)
          && !set_count (ports, name, value, error))
        return FALSE;
    }
  return TRUE;
}

/* A number of ibdiagnet's, decimal or with 0x; FALSE: N/A and the like, or too large. */
static gboolean
take_field (const Ports *ports, gint at, guint64 max, guint64 *value)
{
  const char *text = at >= 0 ? ports->reader->field[at] : "";
  const guint base = dl_skip_word (&text, "0x") ? 16 : 10;

  return dl_take_number (&text, base, max, value) && *text == '\0';
}

static gboolean
read_row (Ports *ports, GError **error)
{
  DlCountersReader *reader = ports->reader;
  guint64 guid, port, value;

  reader->n_fields
      = dl_text_split_commas (reader->line->str, reader->field, DL_COUNTERS_MAX_COLUMNS + 1);
  if (reader->n_fields != reader->n_columns)
    return dl_counters_begin_row (reader, error); /* which says how many there should be */
  if (!(take_field (ports, ports->at[COLUMN_GUID], G_MAXUINT64, &guid)
        || take_field (ports, ports->at[COLUMN_NODE], G_MAXUINT64, &guid))
      || !take_field (ports, ports->at[COLUMN_PORT], 255, &port))
    {
      dl_counters_fail (
          reader, error, DL_COUNTERS_ERROR_SYNTAX,
          _ ("a row does not have a GUID and a port (expected numbers in PortGUID or NodeGUID, "
             "and in PortNumber)"));
      return FALSE;
    }
  if (!begin_port (ports, guid, 0, (guint) port, error))
    return FALSE;
  return (!(take_field (ports, ports->at[COLUMN_LONG_DATA], DL_COUNTERS_MAX, &value)
            || take_field (ports, ports->at[COLUMN_DATA], DL_COUNTERS_MAX, &value))
          || set_count (ports, DATA, value, error))
         && (!(take_field (ports, ports->at[COLUMN_LONG_WAIT], DL_COUNTERS_MAX, &value)
               || take_field (ports, ports->at[COLUMN_WAIT], DL_COUNTERS_MAX, &value))
             || set_count (ports, WAIT, value, error));
}

static gboolean
begin_table (Ports *ports, GError **error)
{
  DlCountersReader *reader = ports->reader;

  ports->in_table = TRUE;
  if (!dl_counters_next (reader))
    return TRUE;
  reader->n_fields
      = dl_text_split_commas (reader->line->str, reader->field, DL_COUNTERS_MAX_COLUMNS + 1);
  if (!dl_counters_find_columns (reader, columns, N_COLUMNS, ports->at, error))
    return FALSE;
  reader->counters->n_unknown = 0; /* it has each counter that there is */
  return TRUE;
}

static gboolean
read_line (Ports *ports, GError **error)
{
  char *line = ports->reader->line->str;

  if (g_str_has_prefix (line, PM_END))
    {
      ports->in_table = FALSE;
      ports->reader->n_columns = 0;
    }
  else if (ports->in_table)
    return read_row (ports, error);
  else if (g_str_has_prefix (line, PM_BEGIN))
    return begin_table (ports, error);
  else if (g_str_has_prefix (line, "# Port "))
    return read_header (ports, line, error);
  else if (g_str_has_prefix (line, "GUID 0x"))
    return read_errors (ports, line, error);
  else
    return read_value (ports, line, error);
  return TRUE;
}

static gboolean
read_ports (DlCountersReader *reader, GError **error)
{
  Ports ports = { .reader = reader, .counters = g_new0 (DlPortCounters, 1) };

  ports.counters->ports = g_array_new (FALSE, FALSE, sizeof (DlPortCount));
  reader->counters->data = ports.counters;
  do
    if (!read_line (&ports, error))
      return FALSE;
  while (dl_counters_next (reader));
  return TRUE;
}

static void
free_data (gpointer data)
{
  DlPortCounters *counters = data;

  g_array_unref (counters->ports);
  g_free (counters);
}

/* Measured and computed ------------------------------------------------------------------------ */

/* Vertex of the port: a switch, or the host that is port @count->port of an adapter. @by_lid:
 * (65536) vertices + 1. */
static guint
find_vertex (const DlFabric *fabric, const guint32 *by_lid, const DlPortCount *count)
{
  guint vertex;

  if (count->guid == 0)
    return by_lid[count->lid] - 1;
  vertex = dl_fabric_find_guid (fabric, count->guid);
  /* By the GUID of an adapter with several ports, these follow each other. */
  if (vertex < fabric->n_hosts && fabric->guid[vertex] != count->guid)
    {
      const guint port = vertex + count->port - 1;

      if (count->port > 0 && port < fabric->n_hosts && fabric->node_guid[port] == count->guid)
        return port;
    }
  return vertex;
}

/* The channel that leaves by the port; DL_FABRIC_NONE: there is none. */
static guint
find_channel (const DlFabric *fabric, const guint32 *by_lid, const DlPortCount *count)
{
  const guint vertex = find_vertex (fabric, by_lid, count);

  if (vertex == DL_FABRIC_NONE)
    return DL_FABRIC_NONE;
  if (vertex < fabric->n_hosts) /* a host has one port, under any number */
    return fabric->first[vertex + 1] > fabric->first[vertex] ? fabric->first[vertex]
                                                             : DL_FABRIC_NONE;
  return count->port > 0 ? dl_fabric_port_channel (fabric, vertex, count->port) : DL_FABRIC_NONE;
}

gboolean
dl_port_counters_sum (const DlCounters *counters, const DlFabric *fabric, guint8 *covered,
                      guint64 *data, guint64 *wait, guint *outside)
{
  const GArray *ports = dl_port_counters (counters)->ports;
  const gsize n = fabric->n_channels;
  g_autofree guint32 *by_lid = g_new0 (guint32, 65536);
  gboolean found = FALSE;

  dl_fill (covered, FALSE, n);
  dl_fill (data, 0, n * sizeof *data);
  dl_fill (wait, 0, n * sizeof *wait);
  *outside = 0;
  for (guint v = 0; v < fabric->n_vertices; v++)
    by_lid[fabric->lid[v]] = v + 1;
  by_lid[0] = 0;
  for (guint i = 0; i < ports->len; i++)
    {
      const DlPortCount *count = &g_array_index (ports, DlPortCount, i);
      const guint channel = find_channel (fabric, by_lid, count);

      /* A port without a cable counts nothing, nor does the management of a switch. */
      *outside += channel == DL_FABRIC_NONE && count->data > 0 && count->port > 0;
      if (channel == DL_FABRIC_NONE)
        continue;
      found = covered[channel] = TRUE;
      /* With -x, the same port is in the file again, with higher limits. */
      data[channel] = MAX (data[channel], count->data);
      wait[channel] = MAX (wait[channel], count->wait);
    }
  return found;
}

static guint
class_of (gconstpointer shape, guint link)
{
  return dl_fabric_link_class (shape, link);
}

static DlMeasured *
measure (const DlCounters *counters, const gint32 *region, gconstpointer own,
         const DlLinkUse *simulated, GError **error)
{
  const DlFabricAnalysis *analysis = own;
  const DlFabric *fabric = analysis->routes->fabric;
  const guint n = fabric->n_channels;
  g_autoptr (DlMeasured) measured = dl_measured_alloc (counters, &dl_family_fabric, fabric);
  g_autofree guint8 *covered = g_new (guint8, MAX (1, n));
  g_autofree guint64 *data = g_new (guint64, MAX (1, n)), *wait = g_new (guint64, MAX (1, n));
  g_autofree double *loads = g_new (double, MAX (1, n)), *capacity = g_new (double, MAX (1, n));

  measured->n_machine = n;
  measured->n_parts = 2;
  if (!dl_port_counters_sum (counters, fabric, covered, data, wait, &measured->n_outside))
    {
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: counters of a different fabric, without any port of the scenario’s "
                      "network (open its topology as ibnetdiscover prints it)"),
                   counters->file_name);
      return NULL;
    }
  for (guint c = 0; c < n; c++)
    {
      measured->parts[dl_fabric_link_class (fabric, c)].machine++;
      capacity[c] = dl_graph_capacity (fabric->graph, c);
      loads[c] = dl_fabric_analysis_load (analysis, c) * capacity[c];
    }
  dl_measured_fill (
      measured, &(DlMeasuredLinks) { .n = n,
                                     .covered = covered,
                                     .counts = data,
                                     .stalls = dl_port_counters (counters)->has_wait ? wait : NULL,
                                     .loads = loads,
                                     .simulated = simulated,
                                     .capacity = capacity,
                                     .part = class_of });
  return g_steal_pointer (&measured);
}

/* Words ---------------------------------------------------------------------------------------- */

static const char *
part_name (guint part)
{
  return part == DL_FABRIC_OF_HOSTS ? "hosts" : "switches";
}

static const char *
part_title (guint part)
{
  return part == DL_FABRIC_OF_HOSTS ? _ ("Of hosts") : _ ("Between switches");
}

static char *
say (const DlCounters *counters)
{
  const guint n = dl_port_counters (counters)->ports->len;

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u InfiniBand port.", "%'u InfiniBand ports.", n), n);
}

const DlCountersKind dl_counters_kind_ports = {
  .begins = begins,
  .probe = probe,
  .read = read_ports,
  .free_data = free_data,
  .foreign = N_ ("%s: counters of InfiniBand’s ports; the scenario is not a fabric."),
  .counts = DL_COUNTS_WORDS,
  .measure = measure,
  .part_name = part_name,
  .part_title = part_title,
  .say = say,
};

/* Topologies of RDMA in ns-3, as HPCC has them, and SimAI with servers: numbers of nodes, switches
 * and links, which nodes are switches, then "0 256 100Gbps 0.0005ms 0" for each link: its ends,
 * rate, delay and, not used here, the rate of lost packets. NVSwitches, which SimAI has inside
 * servers, are left out where there are other switches. */
#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_FIELDS 8
#define BPS        1e-9 /* of a rate without a unit, in Gb/s */

/* Numbers of the first line. */
typedef struct
{
  guint64 nodes, per_server, nvswitches, switches, links;
} Counts;

typedef struct
{
  DlTextLines lines;
  DlFabricSketch *sketch;
  DlFabricReport *report;
  Counts counts;
  guint64 n_switches; /* listed so far */
  guint n_links, n_outside;
  GHashTable *switches; /* numbers + 1 to gboolean: an NVSwitch */
} Reader;

/* "320 64 384"; SimAI: "536 8 16 8 640 H100". FALSE: neither. */
static gboolean
take_counts (char *line, Counts *counts)
{
  char *fields[MAX_FIELDS];
  const guint n = dl_text_split_blanks (line, fields, MAX_FIELDS);
  guint64 number[5];

  if (n != 3 && n != 6 && n != 7)
    return FALSE;
  for (guint i = 0; i < MIN (n, 5); i++)
    if (!dl_text_to_uint (fields[i], G_MAXUINT32 - 1, &number[i]))
      return FALSE;
  *counts = n == 3 ? (Counts) { number[0], 0, 0, number[1], number[2] }
                   : (Counts) { number[0], number[1], number[2], number[3], number[4] };
  return counts->nodes > 0 && counts->nodes >= counts->switches + counts->nvswitches;
}

/* "0 256 100Gbps 0.0005ms 0". */
static gboolean
is_link (const char *line)
{
  g_autofree char *copy = g_strdup (line);
  char *fields[MAX_FIELDS];
  const guint n = dl_text_split_blanks (copy, fields, MAX_FIELDS);
  guint64 number;
  DlRate rate;
  double ns;

  return (n == 4 || n == 5) && dl_text_to_uint (fields[0], G_MAXUINT32, &number)
         && dl_text_to_uint (fields[1], G_MAXUINT32, &number)
         && !g_ascii_isdigit (fields[2][strlen (fields[2]) - 1])
         && dl_rate_parse_units (fields[2], BPS, &rate) && dl_fabric_take_ns (fields[3], &ns);
}

/* Numbers come first; the first link may lie past the bytes that are searched. */
static gboolean
probe (const char *text, gsize length)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;
  gboolean counted = FALSE;
  Counts counts;

  dl_text_lines_init (&lines, text, (gssize) MIN (length, 65536), "");
  while (dl_text_lines_next (&lines, line))
    if (line->len == 0)
      continue;
    else if (counted && is_link (line->str))
      return TRUE;
    else if (counted && strspn (line->str, "0123456789 \t") < line->len)
      return FALSE;
    else if (!counted && !take_counts (line->str, &counts))
      return FALSE;
    else
      counted = TRUE;
  return FALSE;
}

/* Number of the file's node @number in the sketch. */
static guint
find_node (Reader *reader, guint number)
{
  const gpointer kept = g_hash_table_lookup (reader->switches, GUINT_TO_POINTER (number + 1));
  const guint per_server = (guint) reader->counts.per_server;
  const gboolean is_switch = kept != NULL;
  g_autofree char *name = is_switch        ? g_strdup_printf ("switch%u", number)
                          : per_server > 0 ? g_strdup_printf ("server%u gpu%u", number / per_server,
                                                              number % per_server)
                                           : g_strdup_printf ("node%u", number);
  const guint node = dl_fabric_sketch_node (reader->sketch, name);

  dl_fabric_sketch_set_kind (reader->sketch, node, is_switch ? DL_SKETCH_SWITCH : DL_SKETCH_HOST);
  return node;
}

/* Switches, as many as the first line says. */
static void
read_switches (Reader *reader, char *line)
{
  const Counts *counts = &reader->counts;
  char *rest = line;

  for (char *field; (field = strsep (&rest, " \t")) != NULL;)
    {
      g_autofree char *excerpt = dl_text_excerpt (field);
      guint64 number;

      if (*field == '\0')
        continue;
      if (!dl_text_to_uint (field, counts->nodes - 1, &number))
        dl_fabric_report_add (reader->report, reader->lines.number,
                              _ ("left out: expected a number below that of the nodes"),
                              _ ("“%s” is not a switch"), excerpt);
      else if (!g_hash_table_insert (
                   reader->switches, GUINT_TO_POINTER ((guint) number + 1),
                   GUINT_TO_POINTER (reader->n_switches < counts->nvswitches ? 2 : 1)))
        dl_fabric_report_add (reader->report, reader->lines.number, _ ("it counts once"),
                              _ ("“%s” is listed a second time"), excerpt);
      reader->n_switches++;
    }
}

static gboolean
is_nvswitch (Reader *reader, guint64 number)
{
  return GPOINTER_TO_UINT (
             g_hash_table_lookup (reader->switches, GUINT_TO_POINTER ((guint) number + 1)))
         == 2;
}

/* "0 256 100Gbps 0.0005ms 0". FALSE: it is not a link. */
static gboolean
read_link (Reader *reader, char *line)
{
  const guint64 most = reader->counts.nodes - 1;
  DlSketchEdge edge = { .line = reader->lines.number };
  char *fields[MAX_FIELDS];
  const guint n = dl_text_split_blanks (line, fields, MAX_FIELDS);
  guint64 from, to;

  if (n < 4 || n > 5 || !dl_text_to_uint (fields[0], most, &from)
      || !dl_text_to_uint (fields[1], most, &to)
      || !dl_rate_parse_units (fields[2], BPS, &edge.rate)
      || !dl_fabric_take_ns (fields[3], &edge.ns))
    return FALSE;
  reader->n_links++;
  if (reader->counts.switches > 0 && (is_nvswitch (reader, from) || is_nvswitch (reader, to)))
    {
      reader->n_outside++;
      return TRUE;
    }
  edge.from = find_node (reader, (guint) from);
  edge.to = find_node (reader, (guint) to);
  dl_fabric_sketch_add_edge (reader->sketch, &edge);
  return TRUE;
}

static void
read_line (Reader *reader, char *line)
{
  const guint64 n_switches = reader->counts.switches + reader->counts.nvswitches;
  g_autofree char *excerpt = NULL;

  if (*line == '\0')
    return;
  if (reader->n_switches < n_switches && !is_link (line))
    {
      read_switches (reader, line);
      return;
    }
  excerpt = dl_text_excerpt (line);
  if (!read_link (reader, line))
    dl_fabric_report_add (reader->report, reader->lines.number,
                          _ ("left out: expected two nodes, a rate as 100Gbps and a delay as "
                             "0.001ms"),
                          _ ("“%s” is not a link"), excerpt);
}

static void
report_counts (Reader *reader)
{
  const guint64 n_switches = reader->counts.switches + reader->counts.nvswitches;

  if (reader->n_switches != n_switches)
    dl_fabric_report_add (reader->report, 1, _ ("those that are listed are taken"),
                          _ ("%lu switches are stated, and %lu are listed"), (gulong) n_switches,
                          (gulong) reader->n_switches);
  if (reader->n_links != reader->counts.links)
    dl_fabric_report_add (reader->report, 1, _ ("those that are listed are taken"),
                          _ ("%lu links are stated, and %u are listed"),
                          (gulong) reader->counts.links, reader->n_links);
  if (reader->n_outside > 0)
    dl_fabric_report_add (reader->report, 0, _ ("left out"),
                          g_dngettext (GETTEXT_PACKAGE, "%u link of an NVSwitch is inside a server",
                                       "%u links of NVSwitches are inside servers",
                                       reader->n_outside),
                          reader->n_outside);
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricSketch) sketch = dl_fabric_sketch_new (DL_SKETCH_CABLES, report);
  g_autoptr (GHashTable) switches = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) line = g_string_new (NULL);
  Reader reader = { .sketch = sketch, .report = report, .switches = switches };
  DlFabric *fabric = NULL;
  gboolean counted = FALSE;

  dl_text_lines_init (&reader.lines, text, length, file_name);
  while (!counted && dl_text_lines_next (&reader.lines, line) && line->len == 0)
    ;
  counted = take_counts (line->str, &reader.counts);
  while (counted && !dl_fabric_sketch_is_full (sketch) && dl_text_lines_next (&reader.lines, line))
    read_line (&reader, line->str);
  if (!counted || dl_fabric_sketch_count_edges (sketch) == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR,
                         counted ? DL_FABRIC_ERROR_EMPTY : DL_FABRIC_ERROR_SYNTAX,
                         counted ? _ ("the file does not have a link (expected lines like "
                                      "0 256 100Gbps 0.001ms 0)")
                                 : _ ("the file is not a topology of ns-3 (expected the numbers of "
                                      "nodes, switches and links first)"));
  else
    {
      report_counts (&reader);
      fabric = dl_fabric_sketch_finish (sketch, TRUE, how, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  return fabric;
}

const DlFabricFormat dl_fabric_ns3 = {
  .id = "ns3",
  .title = N_ ("Topology of ns-3 (HPCC, SimAI)"),
  .citation = "HPCC, simulation/scratch/third.cc; SimAI, gen_Topo_Template.py",
  .probe = probe,
  .read = read_format,
};

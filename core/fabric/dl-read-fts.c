/* Forwarding tables as dump_fts (infiniband-diags) prints them: a header for each switch, a line
 * for each LID with the port, and who has the LID. OpenSM's own dumps, opensm-lfts.dump and
 * opensm.fdbs, are nearly the same. */
#include "dl-fabric-file.h"
#include "dl-path-records.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The last line of a table, after a number: the entries, or in OpenSM's dump the last LID. */
#define ENDS      "lids dumped"
#define UNICAST   "Unicast lids ["
#define MULTICAST "Multicast mlids ["
/* The header of a table in opensm.fdbs, which does not have a last line. */
#define FDBS "ucast_routes: Switch 0x"

typedef struct
{
  const DlFabric *fabric;
  DlTextLines lines;
  DlFabricTables *tables;
  guint open;         /* switch whose table this is; G_MAXUINT: none of the fabric */
  guint n_entries;    /* lines of it, as far as read */
  guint header;       /* its line; 0: none is open */
  gboolean counts;    /* its last line says how many entries it has */
  gboolean endless;   /* it does not have a last line */
  gboolean multicast; /* inside a table of multicast groups, which is left out */
  guint n_headers, n_matched, n_unknown, n_elsewhere, n_multicast, n_further;
  guint32 *by_lid; /* (65536) vertex + 1; past the vertices: a node set apart */
  DlPathRecords records;
  DlFabricReport *report;
} Reader;

static void
fabric_tables_free (gpointer data)
{
  DlFabricTables *tables = data;

  g_free (tables->port);
  g_free (tables->stated);
  g_free (tables->layer);
  g_free (tables);
}

DlFabricTables *
dl_fabric_tables_new (const DlFabric *fabric)
{
  DlFabricTables *tables = g_new0 (DlFabricTables, 1);
  const gsize size = (gsize) fabric->n_vertices * fabric->n_switches;

  dl_shared_init (&tables->shared, fabric_tables_free);
  tables->n_vertices = fabric->n_vertices;
  tables->n_switches = fabric->n_switches;
  tables->port = g_malloc (size);
  memset (tables->port, DL_FABRIC_NO_PORT, size);
  tables->stated = g_new0 (guint8, fabric->n_switches);
  tables->n_layers = 1;
  return tables;
}

gboolean
dl_fabric_tables_probe (const char *text, gsize length)
{
  const gssize looked = (gssize) MIN (length, 1 << 16);
  const char *at = NULL;

  if (length > 0)
    {
      at = g_strstr_len (text, looked, UNICAST);
      at = at != NULL ? at : g_strstr_len (text, looked, FDBS);
    }
  /* After a topology they are a part of its file. */
  return at != NULL && g_strstr_len (text, at - text, "# Topology file: generated") == NULL;
}

gboolean
dl_fabric_tables_contain (const char *text, gsize length)
{
  return length > 0
         && (g_strstr_len (text, (gssize) length, UNICAST) != NULL
             || g_strstr_len (text, (gssize) length, FDBS) != NULL);
}

/* 'name') or (name): at the end of the line. */
static char *
last_quoted (const char *text, const char *open, const char *close)
{
  const char *first = strstr (text, open);
  const char *last = first != NULL ? g_strrstr (first + strlen (open), close) : NULL;

  return last != NULL ? g_strndup (first + strlen (open), (gsize) (last - first) - strlen (open))
                      : NULL;
}

static guint
find (Reader *reader, guint64 guid, const char *name)
{
  guint vertex = guid != 0 ? dl_fabric_find_guid (reader->fabric, guid) : DL_FABRIC_NONE;

  if (vertex == DL_FABRIC_NONE && name != NULL && *name != '\0')
    vertex = dl_fabric_find (reader->fabric, name);
  return vertex;
}

/* Old topologies do not state GUIDs of ports: of an adapter with several, the one with @lid. */
static guint
find_port (const Reader *reader, guint lid, const char *name)
{
  const guint vertex = reader->by_lid[lid] - 1;
  const gsize length = strlen (name);

  return reader->by_lid[lid] != 0 && dl_fabric_is_host (reader->fabric, vertex)
                 && strncmp (dl_fabric_name (reader->fabric, vertex), name, length) == 0
                 && g_str_has_prefix (dl_fabric_name (reader->fabric, vertex) + length, "/P")
             ? vertex
             : DL_FABRIC_NONE;
}

/* The table so far ends here; @n: its entries, as its last line counts them. */
static void
close_table (Reader *reader, guint n)
{
  if (reader->header == 0)
    return;
  if (n == G_MAXUINT && reader->endless)
    ;
  else if (n == G_MAXUINT)
    dl_fabric_report_add (reader->report, reader->header,
                          _ ("used as far as it is; dump the tables again"),
                          _ ("the table that begins here does not have an end"));
  else if (reader->counts && n != reader->n_entries)
    dl_fabric_report_add (
        reader->report, reader->lines.number, _ ("used as far as it is; dump the tables again"),
        g_dngettext (GETTEXT_PACKAGE, "the table has %u entry of %u that it counts",
                     "the table has %u entries of %u that it counts", reader->n_entries),
        reader->n_entries, n);
  reader->header = 0;
  reader->open = G_MAXUINT;
}

/* Unicast lids [0x0-0x2f] of switch DR path slid 0; dlid 0; 0,1 guid 0x0002c902 (name):
 * Unicast lids [0-47] of switch Lid 3 guid 0x0002c902 ('name'):
 * dump_ucast_routes: Switch 0x0002c902 */
static void
read_header (Reader *reader, const char *line)
{
  const char *before = reader->endless ? FDBS : " guid 0x", *at = strstr (line, before);
  g_autofree char *name = NULL;
  guint64 guid = 0;
  guint vertex;

  reader->n_headers++;
  reader->header = reader->lines.number;
  reader->n_entries = 0;
  reader->counts = strstr (line, UNICAST "0x") != NULL;
  reader->open = G_MAXUINT;
  if (at != NULL)
    {
      at += strlen (before);
      if (!dl_take_number (&at, 16, G_MAXUINT64, &guid))
        guid = 0;
      name = last_quoted (at, "('", "')");
      if (name == NULL)
        name = last_quoted (at, "(", ")");
    }
  vertex = find (reader, guid, name);
  if (vertex == DL_FABRIC_NONE || vertex < reader->fabric->n_hosts)
    {
      dl_fabric_report_add (reader->report, reader->header,
                            _ ("its table is left out; open the topology of the same fabric"),
                            _ ("the fabric does not have switch 0x%016lx (“%s”)"), (gulong) guid,
                            name != NULL ? name : "");
      return;
    }
  if (reader->tables->stated[vertex - reader->fabric->n_hosts])
    {
      dl_fabric_report_add (
          reader->report, reader->header, _ ("this one is left out; keep one dump only"),
          _ ("switch “%s” has a second table"), dl_fabric_name (reader->fabric, vertex));
      return;
    }
  reader->open = vertex - reader->fabric->n_hosts;
  reader->tables->stated[reader->open] = TRUE;
  reader->n_matched++;
}

/* @further: a further LID of the same port (LMC); of these, the first one counts. */
static void
set_entry (Reader *reader, guint vertex, guint port, gboolean further)
{
  const DlFabric *fabric = reader->fabric;
  guint8 *entry = &reader->tables->port[(gsize) vertex * fabric->n_switches + reader->open];
  const guint self = fabric->n_hosts + reader->open;

  if (further || *entry != DL_FABRIC_NO_PORT)
    {
      reader->n_further++;
      return;
    }
  *entry = (guint8) port;
  if (port == 0 ? vertex != self : dl_fabric_port_channel (fabric, self, port) == DL_FABRIC_NONE)
    dl_fabric_report_add (reader->report, reader->lines.number,
                          _ ("kept: packets for it are lost here"),
                          _ ("port %u of “%s”, for “%s”, does not have a cable"), port,
                          dl_fabric_name (fabric, self), dl_fabric_name (fabric, vertex));
}

/* 0x0005 002 : (Channel Adapter portguid 0x0000000000100003: 'HL00b')
 * 0x0005 002 # Channel Adapter portguid 0x0000000000100003: 'HL00b'
 * 0x0005 : 002  : 01   : yes */
static gboolean
read_entry (Reader *reader, const char *at)
{
  guint64 lid, port, guid = 0;
  const char *text;
  guint vertex;

  if (!dl_take_number (&at, 16, 0xffff, &lid))
    return FALSE;
  dl_skip_blanks (&at);
  if (reader->endless && dl_skip_word (&at, ":"))
    dl_skip_blanks (&at);
  if (!dl_take_number (&at, 10, 255, &port))
    return strstr (at, "UNREACHABLE") != NULL;
  reader->n_entries++;
  /* dump_fts -a also lists LIDs without an entry, with a port that the switch does not have.
   * Version 44 calls all ports from 128 on illegal, also those with a cable. */
  if (strstr (at, "illegal port)") != NULL
      && (reader->open == G_MAXUINT
          || dl_fabric_port_channel (reader->fabric, reader->fabric->n_hosts + reader->open,
                                     (guint) port)
                 == DL_FABRIC_NONE))
    port = DL_FABRIC_NO_PORT;
  if (reader->header == 0)
    {
      reader->n_elsewhere++;
      return TRUE;
    }
  if (reader->open == G_MAXUINT || port == DL_FABRIC_NO_PORT)
    return TRUE;
  text = strstr (at, "portguid 0x");
  if (text != NULL)
    {
      text += strlen ("portguid 0x");
      if (!dl_take_number (&text, 16, G_MAXUINT64, &guid))
        guid = 0;
    }
  vertex = guid != 0 ? dl_fabric_find_guid (reader->fabric, guid) : DL_FABRIC_NONE;
  if (vertex == DL_FABRIC_NONE && guid == 0 && lid > 0)
    vertex = reader->by_lid[lid] - 1;
  if (vertex == DL_FABRIC_NONE && guid != 0)
    vertex = dl_fabric_find_apart (reader->fabric, guid);
  if (vertex != DL_FABRIC_NONE && vertex >= reader->fabric->n_vertices)
    return TRUE; /* none of the routes between hosts leads there */
  if (vertex == DL_FABRIC_NONE)
    {
      g_autofree char *name = last_quoted (at, "'", "'");

      vertex = find (reader, 0, name);
      if (vertex == DL_FABRIC_NONE && name != NULL)
        vertex = find_port (reader, (guint) lid, name);
    }
  if (vertex != DL_FABRIC_NONE)
    {
      set_entry (reader, vertex, (guint) port, strstr (at, "(path #") != NULL);
      return TRUE;
    }
  if (reader->n_unknown++ == 0)
    dl_fabric_report_add (
        reader->report, reader->lines.number, _ ("left out; open the topology of the same fabric"),
        _ ("the fabric does not have the destination of LID 0x%04x"), (guint) lid);
  return TRUE;
}

/* Is @line the header of a table? What comes before it is over. */
static gboolean
begin_table (Reader *reader, const char *line)
{
  const gboolean fdbs = strstr (line, FDBS) != NULL && *line != '0';

  if (g_str_has_prefix (line, MULTICAST))
    {
      close_table (reader, G_MAXUINT);
      reader->multicast = TRUE;
      if (reader->n_multicast++ == 0)
        dl_fabric_report_add (reader->report, reader->lines.number,
                              _ ("left out: routes between hosts do not use them"),
                              _ ("tables of multicast groups begin here"));
      return TRUE;
    }
  if (!fdbs && !g_str_has_prefix (line, UNICAST))
    return FALSE;
  close_table (reader, G_MAXUINT);
  reader->multicast = reader->records.in_block = FALSE;
  reader->endless = fdbs;
  read_header (reader, line);
  return TRUE;
}

static void
read_line (Reader *reader, const char *line)
{
  static const char *const ignored[] = { "Lid", "LID", "Port" };
  const char *at = line;
  guint64 n;

  if (*at == '\0' || *at == '#' || begin_table (reader, at))
    return;
  if (dl_path_records_take (&reader->records, at, reader->lines.number))
    {
      close_table (reader, G_MAXUINT);
      reader->multicast = FALSE;
      return;
    }
  if (reader->multicast)
    return;
  if (dl_skip_word (&at, "0x"))
    {
      if (read_entry (reader, at))
        return;
    }
  else if (dl_take_number (&at, 10, G_MAXINT32, &n) && strstr (at, ENDS) != NULL)
    {
      close_table (reader, (guint) n);
      return;
    }
  else
    for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
      if (g_str_has_prefix (line, ignored[i]))
        return;
  g_autofree char *excerpt = dl_text_excerpt (line);
  dl_fabric_report_add (reader->report, reader->lines.number,
                        _ ("left out: expected entries like 0x0005 002"),
                        _ ("“%s” is not a line of dump_fts"), excerpt);
}

/* Is there an entry for @vertex in any table? */
static gboolean
is_known (const Reader *reader, guint vertex)
{
  const guint S = reader->fabric->n_switches;

  for (guint s = 0; s < S; s++)
    if (reader->tables->port[(gsize) vertex * S + s] != DL_FABRIC_NO_PORT)
      return TRUE;
  return FALSE;
}

static void
report_missing (Reader *reader)
{
  const guint S = reader->fabric->n_switches;
  guint n_absent = 0;

  if (reader->n_unknown > 1)
    dl_fabric_report_add (
        reader->report, 0, _ ("left out; open the topology of the same fabric"),
        g_dngettext (GETTEXT_PACKAGE,
                     "%u entry in total is for a destination that the fabric does not have",
                     "%u entries in total are for destinations that the fabric does not have",
                     reader->n_unknown),
        reader->n_unknown);
  if (reader->n_further > 0)
    dl_fabric_report_add (
        reader->report, 0, _ ("routes to the first LID of each host are used"),
        g_dngettext (GETTEXT_PACKAGE, "%u entry is for a further LID of the same port (LMC)",
                     "%u entries are for further LIDs of the same port (LMC)", reader->n_further),
        reader->n_further);
  if (reader->n_elsewhere > 0)
    dl_fabric_report_add (reader->report, 0, _ ("left out"),
                          g_dngettext (GETTEXT_PACKAGE, "%u entry is not in the table of a switch",
                                       "%u entries are not in the table of a switch",
                                       reader->n_elsewhere),
                          reader->n_elsewhere);
  for (guint s = 0; s < reader->fabric->n_switches; s++)
    if (!reader->tables->stated[s])
      dl_fabric_report_add (reader->report, 0,
                            _ ("packets that come there are lost; dump the tables again"),
                            _ ("switch “%s” does not have a table"),
                            dl_fabric_name (reader->fabric, reader->fabric->n_hosts + s));
  for (guint h = 0; h < reader->fabric->n_hosts; h++)
    if (!is_known (reader, h))
      dl_fabric_report_add (reader->report, 0, _ ("packets for it are lost; dump the tables again"),
                            _ ("host “%s” is not in any table"),
                            dl_fabric_name (reader->fabric, h));
    else
      for (guint s = 0; s < S; s++)
        n_absent += reader->tables->stated[s]
                    && reader->tables->port[(gsize) h * S + s] == DL_FABRIC_NO_PORT;
  if (n_absent > 0)
    dl_fabric_report_add (
        reader->report, 0, _ ("packets for them are lost there; see what dump_fts -a lists"),
        g_dngettext (GETTEXT_PACKAGE, "%u entry is missing for a host that other switches know",
                     "%u entries are missing for hosts that other switches know", n_absent),
        n_absent);
}

DlFabricTables *
dl_fabric_tables_read (const DlFabric *fabric, const char *text, gssize length,
                       const char *file_name, DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricTables) tables = dl_fabric_tables_new (fabric);
  g_autofree guint32 *by_lid = g_new0 (guint32, 65536);
  g_autoptr (GString) line = g_string_new (NULL);
  Reader reader = {
    .fabric = fabric, .tables = tables, .open = G_MAXUINT, .by_lid = by_lid, .report = report
  };

  for (guint i = 0; i < fabric->n_apart; i++)
    by_lid[fabric->apart[i].lid] = fabric->n_vertices + i + 1;
  by_lid[0] = 0;
  for (guint v = fabric->n_vertices; v-- > 0;)
    if (fabric->lid[v] != 0)
      by_lid[fabric->lid[v]] = v + 1;
  dl_path_records_init (&reader.records, fabric, by_lid, report);
  dl_text_lines_init (&reader.lines, text, length, file_name);
  while (dl_text_lines_next (&reader.lines, line))
    read_line (&reader, line->str);
  close_table (&reader, G_MAXUINT);
  tables->layer = dl_path_records_finish (&reader.records);
  if (tables->layer != NULL)
    tables->n_layers = reader.records.n_layers;
  if (reader.n_headers == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                         _ ("the file is not output of dump_fts (expected headers like “Unicast "
                            "lids [0x0-0x2f] of switch”)"));
  else if (reader.n_matched == 0)
    dl_text_lines_error (
        &reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_MISMATCH,
        g_dngettext (GETTEXT_PACKAGE,
                     "the tables are of a different fabric: their %u switch is not in it (open "
                     "tables and topology of the same one)",
                     "the tables are of a different fabric: none of their %u switches is in it "
                     "(open tables and topology of the same one)",
                     reader.n_headers),
        reader.n_headers);
  report_missing (&reader);
  dl_fabric_report_sort (report);
  return reader.n_matched > 0 ? g_steal_pointer (&tables) : NULL;
}

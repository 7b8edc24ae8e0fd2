/* Output of ibnetdiscover (infiniband-diags): a section for each switch, adapter and router, a line
 * for each of its ports that has a cable. */
#include "dl-fabric-builder.h"
#include "dl-fabric-file.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint64 guid;        /* by which lines name it */
  guint64 port_guid;   /* of a switch, 0: not stated */
  guint64 system_guid; /* 0: not stated */
  char *name;          /* NULL: not known */
  guint line;          /* of its section, 0: it has none */
  guint n_ports, lid;
  gboolean is_switch;
  guint index; /* in the builder, of a switch */
} Node;

/* An adapter's port with a cable: a host. */
typedef struct
{
  guint node, port, lid;
  guint64 guid;
  guint index; /* in the builder */
} Port;

typedef struct
{
  guint from, to; /* nodes */
  guint16 from_port, to_port;
  guint line;
  DlRate rate; /* as this end states it */
} Link;

typedef struct
{
  DlTextLines lines;
  GString *line;
  GArray *nodes;       /* Node */
  GHashTable *by_guid; /* guint64 * of the key to number + 1 */
  GPtrArray *keys;
  GArray *links;                         /* Link */
  GArray *ports;                         /* Port */
  GHashTable *hosts;                     /* node << 8 | port to number + 1 in ports */
  guint64 switch_guid, switch_port_guid; /* of switchguid=, for the next section */
  guint64 system_guid;                   /* of sysimgguid=, likewise */
  guint open;                            /* node of this section, G_MAXUINT: none */
  guint n_known;                         /* lines that were understood */
  gboolean in_tables;                    /* among forwarding tables, which are left out */
  guint redacted;                        /* the first line with a GUID that is none, 0: none */
  char *redacted_text;                   /* its excerpt */
  DlFabricReport *report;
} Reader;

static gboolean
probe (const char *text, gsize length)
{
  g_autofree char *start = g_strndup (length > 0 ? text : "", MIN (length, 8192));

  return strstr (start, "# Topology file: generated") != NULL
         || (strstr (start, "vendid=0x") != NULL && strstr (start, "guid=0x") != NULL)
         || strstr (start, "\"S-") != NULL;
}

static Node *
node_at (const Reader *reader, guint i)
{
  return &g_array_index (reader->nodes, Node, i);
}

static guint
find_node (Reader *reader, guint64 guid, gboolean is_switch)
{
  /* Kind and GUID. */
  const guint64 key = guid ^ (is_switch ? G_GUINT64_CONSTANT (1) << 63 : 0);
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (reader->by_guid, &key));
  const Node node = { .guid = guid, .is_switch = is_switch };
  guint64 *kept;

  if (found != 0)
    return found - 1;
  kept = g_memdup2 (&key, sizeof key);
  g_ptr_array_add (reader->keys, kept);
  g_array_append_val (reader->nodes, node);
  g_hash_table_insert (reader->by_guid, kept, GUINT_TO_POINTER (reader->nodes->len));
  return reader->nodes->len - 1;
}

static Port *
find_port (Reader *reader, guint node, guint port)
{
  const gpointer key = GUINT_TO_POINTER (node << 8 | port);
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (reader->hosts, key));
  const Port new_port = { .node = node, .port = port };

  if (found == 0)
    {
      g_array_append_val (reader->ports, new_port);
      g_hash_table_insert (reader->hosts, key, GUINT_TO_POINTER (reader->ports->len));
    }
  return &g_array_index (reader->ports, Port, found != 0 ? found - 1 : reader->ports->len - 1);
}

/* "S-0000000000200000": kind and GUID. */
static gboolean
take_id (const char **at, gboolean *is_switch, guint64 *guid)
{
  if (!dl_skip_word (at, "\"") || (**at != 'S' && **at != 'H' && **at != 'R'))
    return FALSE;
  *is_switch = **at == 'S';
  ++*at;
  return dl_skip_word (at, "-") && dl_take_number (at, 16, G_MAXUINT64, guid)
         && dl_skip_word (at, "\"");
}

/* Text between the first quotation mark and the last one before @end; NULL if there is none. */
static char *
take_name (const char *at, const char *end)
{
  const char *first = memchr (at, '"', (gsize) (end - at));

  while (end > at && end[-1] != '"')
    end--;
  return first != NULL && end > first + 1 ? g_strndup (first + 1, (gsize) (end - 1 - first - 1))
                                          : NULL;
}

static void
name_node (Node *node, char *name)
{
  if (node->name == NULL || *node->name == '\0')
    {
      g_free (node->name);
      node->name = name;
    }
  else
    g_free (name);
}

/* The last place in @text at which @word is; NULL if it is nowhere. */
static const char *
last_of (const char *text, const char *word)
{
  return g_strrstr (text, word);
}

/* lid 22 lmc 0 */
static guint
take_lid (const char *at)
{
  guint64 lid;

  return at != NULL && dl_skip_word (&at, "lid ") && dl_take_number (&at, 10, 0xffff, &lid)
             ? (guint) lid
             : 0;
}

/* All of one digit: not a device's GUID, but one that replaced many. */
static gboolean
is_one_digit (guint64 guid)
{
  return guid == (guid & 0xf) * G_GUINT64_CONSTANT (0x1111111111111111);
}

static void
note_redacted (Reader *reader)
{
  if (reader->redacted != 0)
    return;
  reader->redacted = reader->lines.number;
  reader->redacted_text = dl_text_excerpt (reader->line->str);
}

/* Switch	36 "S-0002c90200000001"		# "name" enhanced port 0 lid 3 lmc 0
 * Ca	2 "H-0002c90300000001"		# "name" */
static gboolean
read_section (Reader *reader, const char *at)
{
  const guint line = reader->lines.number;
  guint64 n_ports, guid;
  gboolean is_switch;
  Node *node;

  reader->open = G_MAXUINT;
  dl_skip_blanks (&at);
  if (!dl_take_number (&at, 10, 255, &n_ports))
    return FALSE;
  dl_skip_blanks (&at);
  if (!take_id (&at, &is_switch, &guid))
    return FALSE;
  reader->open = find_node (reader, guid, is_switch);
  node = node_at (reader, reader->open);
  if (node->line != 0)
    {
      if (is_one_digit (guid))
        note_redacted (reader);
      dl_fabric_report_add (reader->report, line, _ ("its ports are added to the first section"),
                            _ ("0x%lx has had a section in line %u"), guid, node->line);
      return TRUE;
    }
  node->line = line;
  node->n_ports = (guint) n_ports;
  node->system_guid = reader->system_guid;
  reader->system_guid = 0;
  if (is_switch && reader->switch_guid == guid)
    node->port_guid = reader->switch_port_guid;
  at = strchr (at, '#');
  if (at != NULL)
    {
      const char *base = last_of (at, "\" base port 0");
      const char *tail = last_of (at, "\" enhanced port 0");

      if (tail == NULL || (base != NULL && base > tail))
        tail = base;
      name_node (node, take_name (at, tail != NULL ? tail + 1 : at + strlen (at)));
      if (tail != NULL)
        {
          tail = strstr (tail, " lid ");
          node->lid = take_lid (tail != NULL ? tail + 1 : NULL);
        }
    }
  return TRUE;
}

/* [1](guid)[ext 2]: the port, and what else there is of it. */
static gboolean
take_port (const char **at, guint64 *port, guint64 *guid)
{
  *guid = 0;
  if (!dl_skip_word (at, "[") || !dl_take_number (at, 10, 255, port) || !dl_skip_word (at, "]"))
    return FALSE;
  for (;;)
    if (**at == '(')
      {
        ++*at;
        if (!dl_take_number (at, 16, G_MAXUINT64, guid) || !dl_skip_word (at, ")"))
          return FALSE;
      }
    else if (strncmp (*at, "[ext ", 5) == 0)
      {
        const char *end = strchr (*at, ']');

        if (end == NULL)
          return FALSE;
        *at = end + 1;
      }
    else
      return TRUE;
}

/* Note the GUID and LID of a host's port, where they are stated, and its node's name. */
static void
note_host (Reader *reader, guint node, guint port, guint64 guid, guint lid)
{
  Port *host = find_port (reader, node, port);

  if (host->guid == 0)
    host->guid = guid;
  if (host->lid == 0)
    host->lid = lid;
}

/* The last word of a port's line, as "4xSDR". */
static DlRate
take_rate (Reader *reader, const char *rest)
{
  const char *lid = strchr (rest, '#') != NULL ? last_of (strchr (rest, '#'), "\" lid ") : NULL;
  const char *word = lid != NULL ? strchr (lid + strlen ("\" lid "), ' ') : NULL;
  g_autofree char *text = word != NULL ? g_strstrip (g_strdup (word)) : NULL;
  DlRate rate = { 0 };

  if (text == NULL || *text == '\0' || dl_rate_parse (text, &rate))
    return rate;
  g_autofree char *excerpt = dl_text_excerpt (text);
  dl_fabric_report_add (reader->report, reader->lines.number,
                        _ ("taken to be as fast as the fastest; expected one like 4xEDR"),
                        _ ("“%s” is not a known rate"), excerpt);
  return rate;
}

/* [1](guid)	"S-..."[2](guid)		# lid 1 lmc 0 "name" lid 2 4xSDR */
static gboolean
read_port (Reader *reader, const char *at)
{
  guint64 from_port, to_port, from_guid, to_guid, guid;
  gboolean is_switch;
  const char *rest;
  guint near_lid, far_lid = 0;
  Link link;

  if (!take_port (&at, &from_port, &from_guid))
    return FALSE;
  dl_skip_blanks (&at);
  if (!take_id (&at, &is_switch, &guid) || !take_port (&at, &to_port, &to_guid))
    return FALSE;
  if (reader->open == G_MAXUINT)
    {
      dl_fabric_report_add (reader->report, reader->lines.number, _ ("left out"),
                            _ ("a port is not in the section of a switch or adapter"));
      return TRUE;
    }
  if (from_port == 0 || to_port == 0 || from_port == 255 || to_port == 255)
    {
      dl_fabric_report_add (reader->report, reader->lines.number, _ ("left out: expected 1 to 254"),
                            _ ("port %u cannot have a cable"),
                            (guint) (from_port == 0 || from_port == 255 ? from_port : to_port));
      return TRUE;
    }
  link = (Link) { .rate = take_rate (reader, at),
                  .from = reader->open,
                  .to = find_node (reader, guid, is_switch),
                  .from_port = (guint16) from_port,
                  .to_port = (guint16) to_port,
                  .line = reader->lines.number };
  rest = strchr (at, '#');
  near_lid = 0;
  if (rest != NULL)
    {
      const char *tail = last_of (rest, "\" lid ");
      const char *quote = strchr (rest, '"');

      near_lid = take_lid (rest[1] != '\0' ? rest + 2 : NULL);
      if (tail != NULL)
        far_lid = take_lid (tail + 2);
      if (quote != NULL)
        name_node (
            node_at (reader, link.to),
            take_name (quote, tail != NULL && tail > quote ? tail + 1 : rest + strlen (rest)));
    }
  if (!node_at (reader, link.from)->is_switch)
    note_host (reader, link.from, link.from_port, from_guid, near_lid);
  else if (from_port > node_at (reader, link.from)->n_ports)
    dl_fabric_report_add (reader->report, link.line, _ ("used as stated"),
                          g_dngettext (GETTEXT_PACKAGE, "port %u, but the switch has %u port",
                                       "port %u, but the switch has %u ports",
                                       node_at (reader, link.from)->n_ports),
                          (guint) from_port, node_at (reader, link.from)->n_ports);
  if (!is_switch)
    note_host (reader, link.to, link.to_port, to_guid, far_lid);
  g_array_append_val (reader->links, link);
  return TRUE;
}

/* switchguid=0x20000e(20000e) */
static void
read_switch_guid (Reader *reader, const char *at)
{
  reader->switch_port_guid = 0;
  if (dl_skip_word (&at, "0x") && dl_take_number (&at, 16, G_MAXUINT64, &reader->switch_guid)
      && dl_skip_word (&at, "("))
    dl_take_number (&at, 16, G_MAXUINT64, &reader->switch_port_guid);
}

/* Were letters put in the place of a GUID: "S-XXXXXXXXXXXXXXXX", guid=0x****? */
static gboolean
is_redacted (const char *line)
{
  static const char *const before[] = { "\"S-", "\"H-", "\"R-", "guid=0x" };
  const char *names = strchr (line, '#');

  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      const char *guid = strstr (line, before[i]);
      gsize length;

      if (guid == NULL || (names != NULL && guid > names))
        continue;
      guid += strlen (before[i]);
      length = strcspn (guid, "\"([ \t");
      if (length >= 4 && strcspn (guid, G_CSET_DIGITS) >= length
          && strspn (guid, "abcdefABCDEF") < length)
        return TRUE;
    }
  return FALSE;
}

static void
read_line (Reader *reader)
{
  /* Lines of machines in chassis by ibnetdiscover -g. */
  static const char *const ignored[]
      = { "vendid=",     "devid=",  "caguid=",           "rtguid=",   "Chassis",
          "chassisguid", "DR path", "Non-Chassis Nodes", "Hostname: " };
  const char *at = reader->line->str;
  gboolean good = TRUE;

  if (*at == '\0' || *at == '#')
    return;
  if (is_redacted (at))
    note_redacted (reader);
  if (*at == '[')
    good = read_port (reader, at);
  else if (dl_skip_word (&at, "Switch\t") || dl_skip_word (&at, "Switch ")
           || dl_skip_word (&at, "Ca\t") || dl_skip_word (&at, "Ca ") || dl_skip_word (&at, "Rt\t")
           || dl_skip_word (&at, "Rt "))
    good = read_section (reader, at);
  else if (dl_skip_word (&at, "switchguid="))
    {
      reader->open = G_MAXUINT;
      read_switch_guid (reader, at);
    }
  else if (dl_skip_word (&at, "sysimgguid="))
    {
      reader->open = G_MAXUINT;
      reader->system_guid = 0;
      if (dl_skip_word (&at, "0x"))
        dl_take_number (&at, 16, G_MAXUINT64, &reader->system_guid);
    }
  else
    {
      good = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (ignored) && !good; i++)
        good = g_str_has_prefix (at, ignored[i]);
      /* A line before a section: the last one is over. */
      if (good)
        reader->open = G_MAXUINT;
    }
  if (good)
    {
      reader->n_known++;
      reader->in_tables = FALSE;
      return;
    }
  if (reader->in_tables)
    return;
  if (g_str_has_prefix (at, "Unicast lids [") || g_str_has_prefix (at, "Multicast mlids ["))
    {
      reader->in_tables = TRUE;
      dl_fabric_report_add (reader->report, reader->lines.number,
                            _ ("left out; open them in a file of their own"),
                            _ ("forwarding tables begin here"));
      return;
    }
  g_autofree char *excerpt = dl_text_excerpt (reader->line->str);
  dl_fabric_report_add (reader->report, reader->lines.number,
                        _ ("left out: expected a section, or a port like [1] \"S-…\"[2]"),
                        _ ("“%s” is not a line of ibnetdiscover"), excerpt);
}

/* The fabric ----------------------------------------------------------------------------------- */

static void
add_vertices (Reader *reader, DlFabricBuilder *builder)
{
  g_autofree guint8 *n_cabled = g_new0 (guint8, reader->nodes->len);

  for (guint i = 0; i < reader->nodes->len; i++)
    {
      Node *node = node_at (reader, i);
      const DlFabricEnd end = { dl_fabric_builder_count_switches (builder), FALSE, 0 };

      if (!node->is_switch)
        continue;
      node->index = dl_fabric_builder_add_switch (
          builder, node->name, node->port_guid != 0 ? node->port_guid : node->guid, node->n_ports);
      dl_fabric_builder_set_node_guid (builder, end, node->guid);
      dl_fabric_builder_set_lid (builder, end, node->lid);
    }
  for (guint i = 0; i < reader->ports->len; i++)
    n_cabled[g_array_index (reader->ports, Port, i).node]++;
  for (guint i = 0; i < reader->ports->len; i++)
    {
      Port *port = &g_array_index (reader->ports, Port, i);
      const Node *node = node_at (reader, port->node);
      const DlFabricEnd end = { i, TRUE, 1 };
      g_autofree char *name
          = n_cabled[port->node] > 1
                ? g_strdup_printf ("%s/P%u", node->name != NULL ? node->name : "", port->port)
                : g_strdup (node->name);

      port->index
          = dl_fabric_builder_add_host (builder, name, port->guid != 0 ? port->guid : node->guid);
      dl_fabric_builder_set_node_guid (builder, end, node->guid);
      dl_fabric_builder_set_system_guid (builder, end, node->system_guid);
      dl_fabric_builder_set_lid (builder, end, port->lid);
    }
}

static DlFabricEnd
end_of (Reader *reader, guint node, guint port)
{
  if (node_at (reader, node)->is_switch)
    return (DlFabricEnd) { node_at (reader, node)->index, FALSE, port };
  return (DlFabricEnd) { find_port (reader, node, port)->index, TRUE, 1 };
}

/* The slower of what both ends of @link state: a cable runs at one rate. */
static DlRate
rate_of (Reader *reader, const Link *link, const Link *other)
{
  g_autofree char *here = NULL, *there = NULL;

  if (other == NULL || other->rate.gbps == 0 || other->rate.gbps == link->rate.gbps)
    return link->rate;
  if (link->rate.gbps == 0)
    return other->rate;
  here = dl_rate_text (link->rate);
  there = dl_rate_text (other->rate);
  if (link->line < other->line)
    dl_fabric_report_add (reader->report, link->line, _ ("the slower one is taken"),
                          _ ("a cable of %s here, and of %s at its other end"), here, there);
  return link->rate.gbps < other->rate.gbps ? link->rate : other->rate;
}

static void
set_rate (Reader *reader, DlFabricBuilder *builder, const Link *link, GHashTable *listed)
{
  const guint64 back = (guint64) link->to << 32 | link->to_port;
  const guint other = GPOINTER_TO_UINT (g_hash_table_lookup (listed, &back));
  const DlRate rate
      = rate_of (reader, link, other > 0 ? &g_array_index (reader->links, Link, other - 1) : NULL);

  dl_fabric_builder_set_rate (builder, end_of (reader, link->from, link->from_port), rate);
  if (other == 0) /* an end without a section has the cable, too */
    dl_fabric_builder_set_rate (builder, end_of (reader, link->to, link->to_port), rate);
}

static void
add_links (Reader *reader, DlFabricBuilder *builder)
{
  g_autoptr (GHashTable) listed = g_hash_table_new (dl_pair_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, reader->links->len + 1);

  for (guint i = 0; i < reader->links->len; i++)
    {
      const Link *link = &g_array_index (reader->links, Link, i);

      keys[i] = (guint64) link->from << 32 | link->from_port;
      g_hash_table_insert (listed, &keys[i], GUINT_TO_POINTER (i + 1));
    }
  for (guint i = 0; i < reader->links->len; i++)
    {
      const Link *link = &g_array_index (reader->links, Link, i);
      const guint64 back = (guint64) link->to << 32 | link->to_port;
      const DlFabricEnd from = end_of (reader, link->from, link->from_port);
      const DlFabricEnd to = end_of (reader, link->to, link->to_port);
      const gboolean alone = node_at (reader, link->to)->line == 0;
      g_autoptr (GError) error = NULL;
      gboolean laid;

      /* An end without a section cannot say that it has the cable, too. */
      laid = alone ? dl_fabric_builder_add_cable (builder, from, to, &error)
                   : dl_fabric_builder_add_channel (builder, from, to, &error);
      if (!laid)
        dl_fabric_report_add (reader->report, link->line, _ ("left out"), "%s", error->message);
      else if (alone)
        dl_fabric_report_add (
            reader->report, link->line, _ ("the cable is taken to have both directions"),
            _ ("“%s” has no section of its own"),
            node_at (reader, link->to)->name != NULL ? node_at (reader, link->to)->name : "?");
      else if (!g_hash_table_contains (listed, &back))
        dl_fabric_report_add (
            reader->report, link->line,
            _ ("used in this direction only; expected a line for each end"),
            _ ("“%s” does not list the other end of this cable"),
            node_at (reader, link->to)->name != NULL ? node_at (reader, link->to)->name : "?");
      if (laid)
        set_rate (reader, builder, link, listed);
    }
}

static void
reader_clear (Reader *reader)
{
  for (guint i = 0; i < reader->nodes->len; i++)
    g_free (node_at (reader, i)->name);
  g_array_unref (reader->nodes);
  g_array_unref (reader->links);
  g_array_unref (reader->ports);
  g_hash_table_unref (reader->by_guid);
  g_hash_table_unref (reader->hosts);
  g_ptr_array_unref (reader->keys);
  g_free (reader->redacted_text);
  g_string_free (reader->line, TRUE);
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  Reader reader = { .report = report, .open = G_MAXUINT };
  DlFabric *fabric = NULL;

  dl_text_lines_init (&reader.lines, text, length, file_name);
  reader.line = g_string_new (NULL);
  reader.nodes = g_array_new (FALSE, TRUE, sizeof (Node));
  reader.links = g_array_new (FALSE, TRUE, sizeof (Link));
  reader.ports = g_array_new (FALSE, TRUE, sizeof (Port));
  reader.by_guid = g_hash_table_new (g_int64_hash, g_int64_equal);
  reader.hosts = g_hash_table_new (NULL, NULL);
  reader.keys = g_ptr_array_new_with_free_func (g_free);
  while (reader.nodes->len <= 2 * DL_FABRIC_MAX_VERTICES
         && dl_text_lines_next (&reader.lines, reader.line))
    read_line (&reader);
  if (reader.redacted != 0)
    {
      reader.lines.number = reader.redacted;
      dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                           _ ("the GUID in “%s” is redacted (expected hexadecimal digits, a number "
                              "of its own for each switch and adapter)"),
                           reader.redacted_text);
    }
  else if (reader.n_known == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                         _ ("the file is not output of ibnetdiscover (expected sections like "
                            "Switch 36 \"S-0002c90200000001\")"));
  else
    {
      add_vertices (&reader, builder);
      add_links (&reader, builder);
      fabric = dl_fabric_finish_read (builder, how, report, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  reader_clear (&reader);
  return fabric;
}

const DlFabricFormat dl_fabric_ibnetdiscover = {
  .id = "ibnetdiscover",
  .title = N_ ("Output of ibnetdiscover"),
  .citation = "infiniband-diags, ibnetdiscover(8)",
  .probe = probe,
  .read = read_format,
};

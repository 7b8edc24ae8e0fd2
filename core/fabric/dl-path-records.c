#include "dl-path-records.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define RECORD "PathRecord dump:"
/* In the line after the header of a block. */
#define COLUMNS "# LID  : SL : MTU : RATE"

void
dl_path_records_init (DlPathRecords *records, const DlFabric *fabric, const guint32 *by_lid,
                      DlFabricReport *report)
{
  *records = (DlPathRecords) { .fabric = fabric, .by_lid = by_lid, .report = report };
}

gboolean
dl_path_records_probe (const char *text, gsize length)
{
  return length > 0
         && (g_strstr_len (text, (gssize) length, RECORD) != NULL
             || g_strstr_len (text, (gssize) length, COLUMNS) != NULL);
}

gboolean
dl_path_records_alone (const char *text, gsize length)
{
  return dl_path_records_probe (text, length) && !dl_fabric_tables_contain (text, length);
}

gboolean
dl_path_records_begin (const char *text, gsize length)
{
  enum
  {
    HEAD = 1024
  };

  return dl_path_records_probe (text, MIN (length, HEAD)) && !dl_fabric_tables_probe (text, length);
}

static guint32
find_lid (const DlPathRecords *records, guint64 lid)
{
  return lid > 0 && lid < 65536 && records->by_lid[lid] != 0 ? records->by_lid[lid] - 1
                                                             : DL_FABRIC_NONE;
}

/* One pair of hosts. Records from or to switches are of management packets, which are all in one
 * lane; of several LIDs per port, the first counts. */
static void
add_pair (DlPathRecords *records)
{
  const guint H = records->fabric->n_hosts;
  guint8 *layer;

  if (records->source == DL_FABRIC_NONE || records->dest == DL_FABRIC_NONE)
    {
      if (records->n_unknown++ == 0)
        dl_fabric_report_add (records->report, records->line,
                              _ ("left out; dump path records and topology together"),
                              _ ("the fabric does not have an end of this path record"));
      return;
    }
  if (records->source >= H || records->dest >= H || records->source == records->dest)
    return;
  if (records->sl >= DL_PATH_MAX_LAYERS)
    {
      dl_fabric_report_add (records->report, records->line, _ ("left out: expected 0 to 14"),
                            _ ("service level %u is not that of a layer"), records->sl);
      return;
    }
  if (records->layer == NULL)
    {
      records->layer = g_malloc ((gsize) H * H);
      memset (records->layer, DL_PATH_NO_LAYER, (gsize) H * H);
    }
  layer = &records->layer[(gsize) records->dest * H + records->source];
  if (*layer != DL_PATH_NO_LAYER)
    return;
  *layer = (guint8) records->sl;
  records->n_records++;
  records->n_layers = MAX (records->n_layers, records->sl + 1);
}

static void
close_record (DlPathRecords *records)
{
  if (records->in_record && records->sl != DL_PATH_NO_LAYER)
    add_pair (records);
  else if (records->in_record)
    dl_fabric_report_add (records->report, records->line, _ ("left out; dump path records again"),
                          _ ("the path record that begins here does not have a service level"));
  records->in_record = FALSE;
}

/* sl......................0x3: the name of a field and its value, after the dots. */
static gboolean
take_field (const char *line, gsize *name_length, const char **value)
{
  const gsize length = strspn (line, "abcdefghijklmnopqrstuvwxyz_0123456789");
  const gsize dots = strspn (line + length, ".");

  *name_length = length;
  *value = line + length + dots;
  return length > 0 && dots >= 2;
}

static guint64
number_of (const char *value)
{
  const guint base = dl_skip_word (&value, "0x") ? 16 : 10;
  guint64 number;

  return dl_take_number (&value, base, G_MAXUINT32, &number) ? number : G_MAXUINT32;
}

/* Numbers past the vertices are nodes set apart, whose records are left out like those of
 * switches. */
static guint32
find_guid (const DlPathRecords *records, guint64 guid)
{
  const guint vertex = dl_fabric_find_guid (records->fabric, guid);

  return vertex != DL_FABRIC_NONE ? vertex : dl_fabric_find_apart (records->fabric, guid);
}

/* fe80::2:c903:0:1: the port's GUID is the second half. */
static guint32
find_gid (const DlPathRecords *records, const char *value)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (value);
  guint64 guid = 0;

  if (address == NULL || g_inet_address_get_native_size (address) != 16)
    return DL_FABRIC_NONE;
  for (guint i = 8; i < 16; i++)
    guid = guid << 8 | g_inet_address_to_bytes (address)[i];
  return guid != 0 ? find_guid (records, guid) : DL_FABRIC_NONE;
}

static gboolean
read_field (DlPathRecords *records, const char *line)
{
  const char *value;
  gsize length;

  if (!take_field (line, &length, &value))
    return FALSE;
#define IS(name) (length == strlen (name) && strncmp (line, name, length) == 0)
  if (IS ("sgid"))
    records->source = find_gid (records, value);
  else if (IS ("dgid"))
    records->dest = find_gid (records, value);
  else if (IS ("slid") && records->source == DL_FABRIC_NONE)
    records->source = find_lid (records, number_of (value));
  else if (IS ("dlid") && records->dest == DL_FABRIC_NONE)
    records->dest = find_lid (records, number_of (value));
  else if (IS ("sl"))
    records->sl = (guint) MIN (number_of (value), DL_PATH_NO_LAYER - 1);
#undef IS
  return TRUE;
}

/* Channel Adapter 0x0002c90300000001, base LID 5, "name", port 1 */
static gboolean
begin_block (DlPathRecords *records, const char *line)
{
  guint64 guid, lid;

  if (!dl_skip_word (&line, "Channel Adapter 0x") && !dl_skip_word (&line, "Switch 0x")
      && !dl_skip_word (&line, "Router 0x"))
    return FALSE;
  if (!dl_take_number (&line, 16, G_MAXUINT64, &guid) || !dl_skip_word (&line, ", base LID ")
      || !dl_take_number (&line, 10, 0xffff, &lid))
    return FALSE;
  records->in_block = TRUE;
  records->source = find_guid (records, guid);
  if (records->source == DL_FABRIC_NONE)
    records->source = find_lid (records, lid);
  return TRUE;
}

/* 0x0005 : 3  : 4   : 7 */
static gboolean
read_row (DlPathRecords *records, const char *line)
{
  guint64 lid, sl;

  if (!dl_skip_word (&line, "0x") || !dl_take_number (&line, 16, 0xffff, &lid))
    return FALSE;
  dl_skip_blanks (&line);
  if (!dl_skip_word (&line, ":"))
    return FALSE;
  dl_skip_blanks (&line);
  if (g_str_has_prefix (line, "UNREACHABLE"))
    return TRUE;
  if (!dl_take_number (&line, 10, DL_PATH_NO_LAYER - 1, &sl))
    return FALSE;
  records->dest = find_lid (records, lid);
  records->sl = (guint) sl;
  /* A further LID of a port (LMC) is not in the topology. */
  if (records->dest != DL_FABRIC_NONE)
    add_pair (records);
  return TRUE;
}

gboolean
dl_path_records_take (DlPathRecords *records, const char *line, guint number)
{
  if (records->fabric->n_hosts > DL_PATH_MAX_HOSTS)
    return FALSE;
  if (records->in_record && read_field (records, line))
    return TRUE;
  close_record (records);
  if (!records->in_block || *line != '0')
    records->in_block = FALSE;
  records->line = number;
  if (g_str_has_prefix (line, RECORD))
    {
      records->in_record = TRUE;
      records->source = records->dest = DL_FABRIC_NONE;
      records->sl = DL_PATH_NO_LAYER;
      return TRUE;
    }
  return records->in_block ? read_row (records, line) : begin_block (records, line);
}

guint8 *
dl_path_records_finish (DlPathRecords *records)
{
  const guint H = records->fabric->n_hosts;
  const guint n_pairs = H * (H - MIN (H, 1));

  close_record (records);
  if (records->layer == NULL)
    return NULL;
  if (records->n_unknown > 1)
    dl_fabric_report_add (
        records->report, 0, _ ("left out; dump path records and topology together"),
        g_dngettext (GETTEXT_PACKAGE,
                     "%u path record in total has an end that the fabric does not have",
                     "%u path records in total have an end that the fabric does not have",
                     records->n_unknown),
        records->n_unknown);
  if (records->n_records < n_pairs)
    dl_fabric_report_add (
        records->report, 0, _ ("they are taken to be in layer 0"),
        g_dngettext (GETTEXT_PACKAGE, "%u pair of hosts does not have a path record",
                     "%u pairs of hosts do not have a path record", n_pairs - records->n_records),
        n_pairs - records->n_records);
  for (gsize i = 0; i < (gsize) H * H; i++)
    if (records->layer[i] == DL_PATH_NO_LAYER)
      records->layer[i] = 0;
  return g_steal_pointer (&records->layer);
}

/* Plain lists of edges: "from to [links]" a line, names in quotation marks where they have blanks,
 * # or % before a comment. Hosts are names like host1, node-2 or H3 where there are some, else what
 * has one cable only. A list that has each edge in both directions has each cable once. */
#include "dl-fabric-builder.h"
#include "dl-fabric-file.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint32 from, to;
  guint line;
  guint8 links;
} Edge;

typedef struct
{
  DlTextLines lines;
  GArray *edges;       /* Edge */
  GHashTable *by_name; /* name to number + 1 */
  GPtrArray *names;
  GStringChunk *pool;
  DlFabricReport *report;
} Reader;

static gboolean
probe (const char *text, gsize length)
{
  return TRUE;
}

static gboolean
is_gap (char c)
{
  return c == ' ' || c == '\t' || c == ',' || c == ';';
}

/* The next field, to its end, in place: with or without quotation marks, in which a backslash takes
 * the next letter literally. NULL: there is none. */
static char *
take_field (char **at)
{
  char *field, *to;

  while (is_gap (**at))
    ++*at;
  if (**at == '\0' || **at == '#' || **at == '%')
    return NULL;
  if (**at != '"')
    {
      field = *at;
      while (**at != '\0' && !is_gap (**at))
        ++*at;
      if (**at != '\0')
        *(*at)++ = '\0';
      return field;
    }
  field = to = ++*at;
  while (**at != '\0' && **at != '"')
    {
      if (**at == '\\' && (*at)[1] != '\0')
        ++*at;
      *to++ = *(*at)++;
    }
  if (**at == '"')
    ++*at;
  *to = '\0';
  return field;
}

static guint
find_vertex (Reader *reader, const char *name)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (reader->by_name, name));
  char *kept;

  if (found != 0)
    return found - 1;
  kept = g_string_chunk_insert (reader->pool, name);
  g_ptr_array_add (reader->names, kept);
  g_hash_table_insert (reader->by_name, kept, GUINT_TO_POINTER (reader->names->len));
  return reader->names->len - 1;
}

static void
read_line (Reader *reader, char *text)
{
  char *at = text, *from, *to, *links;
  guint64 n = 1;
  Edge edge;

  from = take_field (&at);
  if (from == NULL)
    return;
  to = take_field (&at);
  links = to != NULL ? take_field (&at) : NULL;
  if (to == NULL || *from == '\0' || *to == '\0' || (links != NULL && take_field (&at) != NULL)
      || (links != NULL && (!dl_text_to_uint (links, DL_FABRIC_MAX_PORTS, &n) || n == 0)))
    {
      g_autofree char *excerpt = dl_text_excerpt (to == NULL ? from : links != NULL ? links : to);

      dl_fabric_report_add (reader->report, reader->lines.number,
                            _ ("left out: expected “from to”, and perhaps the number of cables"),
                            _ ("the line at “%s” is not an edge"), excerpt);
      return;
    }
  edge = (Edge) { find_vertex (reader, from), find_vertex (reader, to), reader->lines.number,
                  (guint8) n };
  if (edge.from != edge.to)
    g_array_append_val (reader->edges, edge);
  else
    dl_fabric_report_add (reader->report, edge.line, _ ("left out"),
                          _ ("“%s” is connected to itself"), from);
}

/* host1, Node-2, H3 */
static gboolean
is_host_name (const char *name)
{
  if (g_ascii_strncasecmp (name, "host", 4) == 0 || g_ascii_strncasecmp (name, "node", 4) == 0)
    return TRUE;
  return (name[0] == 'H' || name[0] == 'h') && g_ascii_isdigit (name[1]);
}

/* Cables from @edge->from to @edge->to less those back, by pair; all zero: a list of both ways. */
static gboolean
is_symmetric (const Reader *reader)
{
  g_autoptr (GHashTable) balance = g_hash_table_new (dl_pair_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, reader->edges->len + 1);
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < reader->edges->len; i++)
    {
      const Edge *edge = &g_array_index (reader->edges, Edge, i);
      const gboolean up = edge->from < edge->to;
      gint sum;

      keys[i] = (guint64) MIN (edge->from, edge->to) << 32 | MAX (edge->from, edge->to);
      sum = GPOINTER_TO_INT (g_hash_table_lookup (balance, &keys[i]));
      g_hash_table_insert (balance, &keys[i],
                           GINT_TO_POINTER (sum + (up ? edge->links : -edge->links)));
    }
  g_hash_table_iter_init (&iter, balance);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value != NULL)
      return FALSE;
  return reader->edges->len > 0;
}

/* Which vertices are hosts (n_names). */
static guint8 *
find_hosts (Reader *reader)
{
  const guint n = reader->names->len;
  guint8 *host = g_new0 (guint8, n);
  g_autofree guint32 *other = g_new (guint32, n), *degree = g_new0 (guint32, n);
  gboolean named = FALSE;

  for (guint v = 0; v < n; v++)
    {
      host[v] = is_host_name (reader->names->pdata[v]);
      named |= host[v];
      other[v] = DL_FABRIC_NONE;
    }
  if (named)
    return host;
  /* Both directions of one cable count once. */
  for (guint i = 0; i < reader->edges->len; i++)
    {
      const Edge *edge = &g_array_index (reader->edges, Edge, i);

      for (guint end = 0; end < 2; end++)
        {
          const guint32 v = end == 0 ? edge->from : edge->to;
          const guint32 far = end == 0 ? edge->to : edge->from;

          if (other[v] != far)
            degree[v] += edge->links;
          other[v] = far;
        }
    }
  for (guint v = 0; v < n; v++)
    host[v] = degree[v] == 1 && other[v] != DL_FABRIC_NONE && degree[other[v]] > 1;
  return host;
}

static void
build (Reader *reader, DlFabricBuilder *builder, guint hosts_per_switch)
{
  g_autofree guint8 *host = find_hosts (reader);
  g_autofree guint32 *index = g_new (guint32, reader->names->len);
  const gboolean both = is_symmetric (reader);

  for (guint v = 0; v < reader->names->len; v++)
    index[v] = host[v] ? dl_fabric_builder_add_host (builder, reader->names->pdata[v], 0)
                       : dl_fabric_builder_add_switch (builder, reader->names->pdata[v], 0, 0);
  for (guint i = 0; i < reader->edges->len; i++)
    {
      const Edge *edge = &g_array_index (reader->edges, Edge, i);

      for (guint k = 0; k < edge->links && !(both && edge->from > edge->to); k++)
        {
          g_autoptr (GError) error = NULL;

          if (!dl_fabric_builder_add_cable (
                  builder, (DlFabricEnd) { index[edge->from], host[edge->from], 0 },
                  (DlFabricEnd) { index[edge->to], host[edge->to], 0 }, &error))
            dl_fabric_report_add (reader->report, edge->line, _ ("left out"), "%s", error->message);
        }
    }
  if (dl_fabric_builder_count_hosts (builder) > 0)
    return;
  if (reader->report != NULL)
    reader->report->gives_hosts = TRUE;
  if (hosts_per_switch == 0)
    return;
  dl_fabric_report_add (reader->report, 0, _ ("a switch is given those of hosts-per-switch"),
                        _ ("the list does not have a host"));
  for (guint s = 0; s < dl_fabric_builder_count_switches (builder); s++)
    for (guint h = 0; h < hosts_per_switch; h++)
      {
        const guint added = dl_fabric_builder_add_host (builder, NULL, 0);
        g_autoptr (GError) error = NULL;

        if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                          (DlFabricEnd) { added, TRUE, 1 }, &error))
          dl_fabric_report_add (reader->report, 0, _ ("a host is left without a cable"), "%s",
                                error->message);
      }
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  GString *line = g_string_new (NULL);
  Reader reader = { .report = report };
  DlFabric *fabric = NULL;
  guint line_of_kind;
  const char *kind
      = dl_text_kind (text, length < 0 ? strlen (text) : (gsize) length, &line_of_kind);

  dl_text_lines_init (&reader.lines, text, length, file_name);
  if (kind != NULL)
    {
      reader.lines.number = line_of_kind;
      dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                           _ ("%s cannot be read (expected output of ibnetdiscover, an anynet "
                              "file of BookSim 2, or a list of edges, “from to” per line)"),
                           _ (kind));
      g_string_free (line, TRUE);
      return NULL;
    }
  reader.edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  reader.names = g_ptr_array_new ();
  reader.by_name = g_hash_table_new (g_str_hash, g_str_equal);
  reader.pool = g_string_chunk_new (16 * 1024);
  while (reader.names->len <= DL_FABRIC_MAX_VERTICES && dl_text_lines_next (&reader.lines, line))
    read_line (&reader, line->str);
  if (reader.edges->len == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                         _ ("the file does not have an edge (expected lines like “leaf1 spine1”)"));
  else
    {
      build (&reader, builder, how != NULL ? how->hosts_per_switch : 0);
      fabric = dl_fabric_finish_read (builder, how, report, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  g_array_unref (reader.edges);
  g_ptr_array_unref (reader.names);
  g_hash_table_unref (reader.by_name);
  g_string_chunk_free (reader.pool);
  g_string_free (line, TRUE);
  return fabric;
}

const DlFabricFormat dl_fabric_edges = {
  .id = "edges",
  .title = N_ ("List of edges"),
  .citation = "from to [links]",
  .probe = probe,
  .read = read_format,
};

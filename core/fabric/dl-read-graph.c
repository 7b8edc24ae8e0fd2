/* Graphs as other programs write them: JSON with nodes and links (networkx' node_link_data, D3, and
 * what NetQ answers about its topology) and GraphML (networkx' write_graphml). A node's type, kind
 * or role says what it is, else its tier. An edge's rate, capacity, bandwidth or speed is in Gb/s,
 * its delay or latency in ns, where they do not have a unit. */
#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include <string.h>

#define MAX_DEPTH      64 /* the parser of JSON calls itself for each level */
#define MAX_JSON_BYTES (128 * 1024 * 1024)
#define MAX_VALUES     (8 * 1024 * 1024)
#define NETQ_TO        "-*-" /* between the nodes of a link's id */

typedef struct
{
  DlFabricSketch *sketch;
  DlFabricReport *report;
} Graph;

/* Attributes ----------------------------------------------------------------------------------- */

static gboolean
is_one_of (const char *word, const char *const *words)
{
  for (; *words != NULL; words++)
    if (g_ascii_strcasecmp (word, *words) == 0)
      return TRUE;
  return FALSE;
}

static DlSketchKind
kind_of (const char *name, const char *value)
{
  static const char *const names[] = { "type", "kind", "role", "node_type", NULL };
  static const char *const hosts[] = { "host", "server", "node",     "compute", "gpu",     "nic",
                                       "hca",  "ca",     "endpoint", "end",     "machine", NULL };
  static const char *const switches[]
      = { "switch", "router",      "tor",  "leaf", "spine", "super_spine",
          "agg",    "aggregation", "core", "edge", NULL };

  if (g_str_equal (name, "tier"))
    return *value == '-' ? DL_SKETCH_HOST : DL_SKETCH_SWITCH;
  if (!is_one_of (name, names))
    return DL_SKETCH_UNKNOWN;
  return is_one_of (value, hosts)      ? DL_SKETCH_HOST
         : is_one_of (value, switches) ? DL_SKETCH_SWITCH
                                       : DL_SKETCH_UNKNOWN;
}

static void
set_edge (Graph *graph, DlSketchEdge *edge, const char *name, const char *value)
{
  static const char *const rates[] = { "rate", "capacity", "bandwidth", "speed", NULL };
  static const char *const delays[] = { "delay", "latency", NULL };
  const gboolean is_rate = is_one_of (name, rates);
  g_autofree char *excerpt = NULL;

  if (is_rate ? dl_rate_parse_units (value, 1, &edge->rate)
              : !is_one_of (name, delays) || dl_fabric_take_ns (value, &edge->ns))
    return;
  excerpt = dl_text_excerpt (value);
  dl_fabric_report_add (graph->report, edge->line,
                        is_rate ? _ ("not used; expected Gb/s, or a rate as 100Gbps")
                                : _ ("not used; expected ns, or a time as 1us"),
                        is_rate ? _ ("“%s” is not a rate") : _ ("“%s” is not a delay"), excerpt);
}

static void
add_edge (Graph *graph, DlSketchEdge *edge, const char *from, const char *to)
{
  if (from == NULL || to == NULL)
    {
      dl_fabric_report_add (graph->report, edge->line, _ ("left out; state both"),
                            _ ("an edge does not have a source and a target"));
      return;
    }
  edge->from = dl_fabric_sketch_node (graph->sketch, from);
  edge->to = dl_fabric_sketch_node (graph->sketch, to);
  dl_fabric_sketch_add_edge (graph->sketch, edge);
}

static DlFabric *
finish (Graph *graph, const DlFabricReading *how, DlTextLines *lines, GError **error)
{
  DlFabric *fabric = NULL;

  if (dl_fabric_sketch_count_edges (graph->sketch) == 0
      && !dl_fabric_sketch_is_full (graph->sketch))
    dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                         _ ("the graph does not have an edge (expected some with source and "
                            "target)"));
  else
    fabric = dl_fabric_sketch_finish (graph->sketch, TRUE, how, lines, error);
  dl_fabric_report_sort (graph->report);
  return fabric;
}

/* JSON ----------------------------------------------------------------------------------------- */

typedef struct
{
  Graph graph;
  GHashTable *line; /* JsonObject to the line on which it begins */
  GArray *begun;    /* guint, lines of those that are open */
} JsonGraph;

static gboolean
probe_json (const char *text, gsize length)
{
  g_autofree char *head = g_strndup (length > 0 ? text : "", MIN (length, 8192));
  const char *at = g_str_has_prefix (head, "\xef\xbb\xbf") ? head + 3 : head;

  while (g_ascii_isspace (*at))
    at++;
  if (*at == '[')
    for (at++; g_ascii_isspace (*at);)
      at++;
  return *at == '{'
         && (strstr (at, "\"nodes\"") != NULL || strstr (at, "\"links\"") != NULL
             || strstr (at, "\"edges\"") != NULL);
}

static gboolean
fail_character (const DlTextLines *lines, GError **error)
{
  dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                       _ ("JSON does not have a character that is here (expected letters, digits "
                          "and []{},:\"+-. outside strings)"));
  return FALSE;
}

/* The parser calls itself for each bracket, and takes comments and words that JSON does not have,
 * by which brackets could hide. */
static gboolean
check_json (DlTextLines *lines, GError **error)
{
  guint depth = 0, n_values = 0;
  gboolean quoted = FALSE, begun = FALSE;

  lines->number = 1;
  for (const char *at = lines->at; at < lines->end; at++)
    {
      const gboolean opens = !quoted && (*at == '[' || *at == '{');

      lines->number += *at == '\n';
      /* One value in brackets is all: of several the parser loses the first. */
      if (depth == 0 && !g_ascii_isspace (*at) && (begun || !opens))
        return fail_character (lines, error);
      begun = begun || opens;
      if (quoted && *at == '\\')
        at++;
      else if (*at == '"')
        quoted = !quoted;
      else if (quoted)
        continue;
      else if ((*at == ',' || *at == '[' || *at == '{') && ++n_values > MAX_VALUES)
        {
          dl_text_lines_error (
              lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
              _ ("the JSON has more than %d values (leave out what is not of the graph)"),
              MAX_VALUES);
          return FALSE;
        }
      else if ((*at == '[' || *at == '{') && ++depth > MAX_DEPTH)
        {
          dl_text_lines_error (
              lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
              _ ("brackets are more than %d deep (leave out what is not of the graph)"), MAX_DEPTH);
          return FALSE;
        }
      else if (*at == ']' || *at == '}')
        depth -= depth > 0;
      else if (!g_ascii_isspace (*at) && !g_ascii_isalnum (*at) && strchr ("[{+-.,:", *at) == NULL)
        return fail_character (lines, error);
    }
  return TRUE;
}

static void
on_object_start (JsonParser *parser, JsonGraph *reader)
{
  const guint line = json_parser_get_current_line (parser);

  g_array_append_val (reader->begun, line);
}

static void
on_object_end (JsonParser *parser, JsonObject *object, JsonGraph *reader)
{
  const guint last = reader->begun->len - 1;

  g_hash_table_insert (reader->line, object,
                       GUINT_TO_POINTER (g_array_index (reader->begun, guint, last)));
  g_array_set_size (reader->begun, last);
}

static guint
line_of (JsonGraph *reader, JsonObject *object)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (reader->line, object));
}

/* A string, number or boolean as text; NULL: there is none. */
static char *
text_of (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);
  return json_to_string (node, FALSE);
}

/* The first of @names that @object has. */
static char *
get_text (JsonObject *object, const char *const *names)
{
  char *text = NULL;

  for (; text == NULL && *names != NULL; names++)
    text = text_of (json_object_get_member (object, *names));
  return text;
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static JsonObject *
get_object (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static void
read_json_node (JsonGraph *reader, JsonObject *object)
{
  static const char *const ids[] = { "id", "name", NULL };
  static const char *const names[] = { "name", "label", NULL };
  g_autofree char *id = get_text (object, ids), *name = get_text (object, names);
  DlSketchKind kind = DL_SKETCH_UNKNOWN;
  JsonObjectIter iter;
  const char *member;
  JsonNode *value;
  guint node;

  if (id == NULL)
    {
      dl_fabric_report_add (reader->graph.report, line_of (reader, object), _ ("left out"),
                            _ ("a node does not have an id"));
      return;
    }
  json_object_iter_init (&iter, object);
  while (kind == DL_SKETCH_UNKNOWN && json_object_iter_next (&iter, &member, &value))
    {
      g_autofree char *text = text_of (value);

      kind = text != NULL ? kind_of (member, text) : kind;
    }
  node = dl_fabric_sketch_add_node (reader->graph.sketch, id, kind, line_of (reader, object));
  if (node != DL_FABRIC_NONE && name != NULL)
    dl_fabric_sketch_set_name (reader->graph.sketch, node, name);
}

static void
read_json_edge (JsonGraph *reader, JsonObject *object)
{
  static const char *const froms[] = { "source", "from", NULL },
                           *const tos[] = { "target", "to", NULL }, *const ids[] = { "id", NULL };
  g_autofree char *from = get_text (object, froms), *to = get_text (object, tos);
  DlSketchEdge edge = { .line = line_of (reader, object) };
  JsonObjectIter iter;
  const char *member;
  JsonNode *value;

  if (from == NULL && to == NULL)
    {
      g_autofree char *id = get_text (object, ids);
      g_auto (GStrv) ends = g_strsplit (id != NULL ? id : "", NETQ_TO, 3);

      if (g_strv_length (ends) == 2)
        {
          from = g_strdup (ends[0]);
          to = g_strdup (ends[1]);
        }
    }
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &member, &value))
    {
      g_autofree char *text = text_of (value);

      if (text != NULL)
        set_edge (&reader->graph, &edge, member, text);
    }
  add_edge (&reader->graph, &edge, from, to);
}

/* Each object of @array, until there are too many. */
static void
read_each (JsonGraph *reader, JsonArray *array, void (*read) (JsonGraph *, JsonObject *))
{
  for (guint i = 0;
       i < json_array_get_length (array) && !dl_fabric_sketch_is_full (reader->graph.sketch); i++)
    {
      JsonObject *object = get_object (array, i);
      /* NetQ's nodes, by tier. */
      JsonArray *inside = object != NULL ? get_array (object, "compounded_nodes") : NULL;

      for (guint k = 0; inside != NULL && k < json_array_get_length (inside); k++)
        if (get_object (inside, k) != NULL)
          read (reader, get_object (inside, k));
      if (object != NULL && inside == NULL)
        read (reader, object);
    }
}

static DlSketchEdges
meaning_of (JsonObject *root)
{
  JsonNode *directed = json_object_get_member (root, "directed");

  if (directed == NULL || !JSON_NODE_HOLDS_VALUE (directed)
      || json_node_get_value_type (directed) != G_TYPE_BOOLEAN)
    return DL_SKETCH_EITHER;
  return json_node_get_boolean (directed) ? DL_SKETCH_DIRECTED : DL_SKETCH_CABLES;
}

static DlFabric *
read_root (JsonGraph *reader, JsonNode *root, const DlFabricReading *how, DlTextLines *lines,
           GError **error)
{
  JsonObject *object = NULL;
  JsonArray *nodes, *links;

  if (root != NULL && JSON_NODE_HOLDS_ARRAY (root)
      && json_array_get_length (json_node_get_array (root)) == 1)
    object = get_object (json_node_get_array (root), 0);
  else if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    object = json_node_get_object (root);
  nodes = object != NULL ? get_array (object, "nodes") : NULL;
  links = object != NULL ? get_array (object, "links") : NULL;
  if (object != NULL && links == NULL)
    links = get_array (object, "edges");
  if (nodes == NULL || links == NULL)
    {
      dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                           _ ("the JSON is not a graph (expected an object with the lists “nodes” "
                              "and “links”)"));
      return NULL;
    }
  reader->graph.sketch = dl_fabric_sketch_new (meaning_of (object), reader->graph.report);
  read_each (reader, nodes, read_json_node);
  read_each (reader, links, read_json_edge);
  return finish (&reader->graph, how, lines, error);
}

/* The error of a parser, of JSON with the position in front, "<data>:2:8: ", in ours. */
static void
fail_syntax (DlTextLines *lines, const char *what, const GError *why, GError **error)
{
  static const char data[] = "<data>:";
  g_autofree char *message = g_strdelimit (g_utf8_make_valid (why->message, -1), "\n", ' ');
  const char *reason = message;

  if (dl_skip_word (&reason, data))
    {
      guint64 line, column;

      if (dl_take_number (&reason, 10, G_MAXINT32, &line) && dl_skip_word (&reason, ":")
          && dl_take_number (&reason, 10, G_MAXINT32, &column) && dl_skip_word (&reason, ": "))
        lines->number = (guint) line;
      else
        reason = message;
    }

  dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                       /* Translators: JSON or XML, then what a library says of it */
                       _ ("this is not valid %s: %s (write the file again)"), what, reason);
}

static DlFabric *
parse_json (DlTextLines *lines, const DlFabricReading *how, DlFabricReport *report, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GHashTable) line = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) begun = g_array_new (FALSE, FALSE, sizeof (guint));
  JsonGraph reader = { { NULL, report }, line, begun };
  g_autoptr (GError) local = NULL;
  DlFabric *fabric;

  g_signal_connect (parser, "object-start", G_CALLBACK (on_object_start), &reader);
  g_signal_connect (parser, "object-end", G_CALLBACK (on_object_end), &reader);
  if (!json_parser_load_from_data (parser, lines->at, lines->end - lines->at, &local))
    {
      fail_syntax (lines, "JSON", local, error);
      return NULL;
    }
  fabric = read_root (&reader, json_parser_get_root (parser), how, lines, error);
  dl_fabric_sketch_free (reader.graph.sketch);
  return fabric;
}

static DlFabric *
read_json (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
           DlFabricReport *report, GError **error)
{
  DlTextLines lines;

  dl_text_lines_init (&lines, text, length, file_name);
  if (lines.end - lines.at > MAX_JSON_BYTES)
    dl_text_lines_error (&lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                         _ ("the JSON has more than %d MiB (leave out what is not of the graph)"),
                         MAX_JSON_BYTES >> 20);
  else if (check_json (&lines, error))
    return parse_json (&lines, how, report, error);
  return NULL;
}

const DlFabricFormat dl_fabric_node_link = {
  .id = "node-link",
  .title = N_ ("Graph in JSON (NetQ, networkx)"),
  .citation = "networkx, node_link_data; NVIDIA NetQ, topologygraph/fetch-topology",
  .probe = probe_json,
  .read = read_json,
};

/* GraphML -------------------------------------------------------------------------------------- */

typedef struct
{
  Graph graph;
  GHashTable *names; /* id of a key to its attr.name */
  DlSketchEdge edge;
  char *from, *to;
  guint node;            /* open, DL_FABRIC_NONE: none */
  gboolean in_edge;      /* an edge is open */
  gboolean node_unknown; /* the type of the node that is open */
  const char *key;       /* of the data that are open; NULL: none, or not known */
  GString *text;         /* in them */
} XmlGraph;

static gboolean
probe_graphml (const char *text, gsize length)
{
  g_autofree char *head = g_strndup (length > 0 ? text : "", MIN (length, 8192));

  return strstr (head, "<graphml") != NULL;
}

static const char *
attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];
  return NULL;
}

static guint
line_at (GMarkupParseContext *context)
{
  gint line;

  g_markup_parse_context_get_position (context, &line, NULL);
  return (guint) line;
}

static void
open_node (XmlGraph *reader, const char *id, guint line)
{
  if (id != NULL)
    reader->node = dl_fabric_sketch_add_node (reader->graph.sketch, id, DL_SKETCH_UNKNOWN, line);
  else
    dl_fabric_report_add (reader->graph.report, line, _ ("left out"),
                          _ ("a node does not have an id"));
  reader->node_unknown = TRUE;
}

static void
start_element (GMarkupParseContext *context, const char *element, const char **names,
               const char **values, gpointer data, GError **error)
{
  XmlGraph *reader = data;
  const guint line = line_at (context);
  const char *id = attribute (names, values, "id");

  if (g_str_equal (element, "key"))
    {
      const char *name = attribute (names, values, "attr.name");

      if (id != NULL && name != NULL)
        g_hash_table_insert (reader->names, g_strdup (id), g_strdup (name));
    }
  else if (g_str_equal (element, "graph") && reader->graph.sketch == NULL)
    reader->graph.sketch = dl_fabric_sketch_new (
        g_strcmp0 (attribute (names, values, "edgedefault"), "directed") == 0 ? DL_SKETCH_DIRECTED
                                                                              : DL_SKETCH_CABLES,
        reader->graph.report);
  else if (reader->graph.sketch == NULL || dl_fabric_sketch_is_full (reader->graph.sketch))
    return;
  else if (g_str_equal (element, "node"))
    open_node (reader, id, line);
  else if (g_str_equal (element, "edge"))
    {
      reader->in_edge = TRUE;
      reader->edge = (DlSketchEdge) { .line = line };
      g_free (reader->from);
      g_free (reader->to);
      reader->from = g_strdup (attribute (names, values, "source"));
      reader->to = g_strdup (attribute (names, values, "target"));
    }
  else if (g_str_equal (element, "data"))
    {
      const char *key = attribute (names, values, "key");

      reader->key = key != NULL ? g_hash_table_lookup (reader->names, key) : NULL;
      g_string_truncate (reader->text, 0);
    }
}

static void
read_data (XmlGraph *reader)
{
  const char *value = g_strstrip (reader->text->str);

  if (reader->in_edge)
    set_edge (&reader->graph, &reader->edge, reader->key, value);
  else if (reader->node != DL_FABRIC_NONE && *value != '\0'
           && (g_str_equal (reader->key, "name") || g_str_equal (reader->key, "label")))
    dl_fabric_sketch_set_name (reader->graph.sketch, reader->node, value);
  else if (reader->node != DL_FABRIC_NONE && reader->node_unknown)
    {
      const DlSketchKind kind = kind_of (reader->key, value);

      reader->node_unknown = kind == DL_SKETCH_UNKNOWN;
      dl_fabric_sketch_set_kind (reader->graph.sketch, reader->node, kind);
    }
}

static void
end_element (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  XmlGraph *reader = data;

  if (g_str_equal (element, "data") && reader->key != NULL)
    {
      read_data (reader);
      reader->key = NULL;
    }
  else if (g_str_equal (element, "edge") && reader->in_edge)
    {
      add_edge (&reader->graph, &reader->edge, reader->from, reader->to);
      reader->in_edge = FALSE;
    }
  else if (g_str_equal (element, "node"))
    reader->node = DL_FABRIC_NONE;
}

static void
take_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
           GError **error)
{
  XmlGraph *reader = data;

  if (reader->key != NULL)
    g_string_append_len (reader->text, text, (gssize) length);
}

static DlFabric *
finish_graphml (XmlGraph *reader, GMarkupParseContext *context, const DlFabricReading *how,
                DlTextLines *lines, GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean good = g_markup_parse_context_parse (context, lines->at, lines->end - lines->at, &local)
                  && g_markup_parse_context_end_parse (context, &local);

  lines->number = line_at (context);
  if (!good)
    fail_syntax (lines, "XML", local, error);
  else if (reader->graph.sketch == NULL)
    dl_text_lines_error (lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                         _ ("the XML is not GraphML (expected a graph element)"));
  else
    return finish (&reader->graph, how, lines, error);
  return NULL;
}

static DlFabric *
read_graphml (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
              DlFabricReport *report, GError **error)
{
  static const GMarkupParser parser
      = { .start_element = start_element, .end_element = end_element, .text = take_text };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) data = g_string_new (NULL);
  XmlGraph reader
      = { .graph = { NULL, report }, .names = names, .node = DL_FABRIC_NONE, .text = data };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &reader, NULL);
  DlTextLines lines;
  DlFabric *fabric;

  dl_text_lines_init (&lines, text, length, file_name);
  fabric = finish_graphml (&reader, context, how, &lines, error);
  dl_fabric_sketch_free (reader.graph.sketch);
  g_free (reader.from);
  g_free (reader.to);
  return fabric;
}

const DlFabricFormat dl_fabric_graphml = {
  .id = "graphml",
  .title = N_ ("GraphML"),
  .citation = "GraphML 1.0; networkx, write_graphml",
  .probe = probe_graphml,
  .read = read_graphml,
};

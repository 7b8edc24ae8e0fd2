/* Plain lists of edges: "from to [links]" a line, names in quotation marks where they have blanks,
 * # or % before a comment. Hosts are names like host1, node-2 or H3 where there are some, else what
 * has one cable only. A list that has each edge in both directions has each cable once. */
#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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

static void
read_line (DlFabricSketch *sketch, char *text, guint line, DlFabricReport *report)
{
  char *at = text, *from, *to, *links;
  guint64 n = 1;
  DlSketchEdge edge = { .line = line };

  from = take_field (&at);
  if (from == NULL)
    return;
  to = take_field (&at);
  links = to != NULL ? take_field (&at) : NULL;
  if (to == NULL || *from == '\0' || *to == '\0' || (links != NULL && take_field (&at) != NULL)
      || (links != NULL && (!dl_text_to_uint (links, DL_FABRIC_MAX_PORTS, &n) || n == 0)))
    {
      g_autofree char *excerpt = dl_text_excerpt (to == NULL ? from : links != NULL ? links : to);

      dl_fabric_report_add (report, line,
                            _ ("left out: expected “from to”, and perhaps the number of cables"),
                            _ ("the line at “%s” is not an edge"), excerpt);
      return;
    }
  edge.from = dl_fabric_sketch_node (sketch, from);
  edge.to = dl_fabric_sketch_node (sketch, to);
  n = edge.from != edge.to ? n : 1; /* which is reported */
  for (guint64 i = 0; i < n && !dl_fabric_sketch_is_full (sketch); i++)
    dl_fabric_sketch_add_edge (sketch, &edge);
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricSketch) sketch = dl_fabric_sketch_new (DL_SKETCH_EITHER, report);
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;
  DlFabric *fabric;
  guint line_of_kind;
  const char *kind
      = dl_text_kind (text, length < 0 ? strlen (text) : (gsize) length, &line_of_kind);

  dl_text_lines_init (&lines, text, length, file_name);
  if (kind != NULL)
    {
      lines.number = line_of_kind;
      dl_text_lines_error (&lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                           /* Translators: a format, as in JSON; then those that are read */
                           _ ("%s cannot be read (expected %s)"), _ (kind), _ (dl_fabric_formats));
      return NULL;
    }
  while (!dl_fabric_sketch_is_full (sketch) && dl_text_lines_next (&lines, line))
    read_line (sketch, line->str, lines.number, report);
  if (dl_fabric_sketch_count_edges (sketch) == 0)
    {
      dl_text_lines_error (
          &lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
          _ ("the file does not have an edge (expected lines like “leaf1 spine1”)"));
      return NULL;
    }
  fabric = dl_fabric_sketch_finish (sketch, FALSE, how, &lines, error);
  dl_fabric_report_sort (report);
  return fabric;
}

const DlFabricFormat dl_fabric_edges = {
  .id = "edges",
  .title = N_ ("List of edges"),
  .citation = "from to [links]",
  .probe = probe,
  .read = read_format,
};

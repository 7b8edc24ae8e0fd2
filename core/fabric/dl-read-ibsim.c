/* Netlists that ibsim simulates: Switch 24 "S0" or Hca 2 "H0", then [1] "S0"[2] for each port that
 * has a cable, up to an empty line. w= and s= are the widths and speeds that a port has, bits of
 * 1x, 4x, 8x and 12x and of SDR, DDR and QDR: a cable runs at the highest that both ends have. */
#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Width and speed of ports that do not state them. */
#define USUAL_WIDTH 2 /* 4x */
#define USUAL_SPEED 1 /* SDR */
#define MAX_WIDTH   15
#define MAX_SPEED   7

typedef struct
{
  guint8 width, speed;
} Enabled;

typedef struct
{
  DlTextLines lines;
  DlFabricSketch *sketch;
  DlFabricReport *report;
  GArray *enabled;     /* Enabled, by edge */
  GString *prefix;     /* of names, "module#" */
  Enabled usual;       /* of ports from here on */
  gboolean stated;     /* a width or speed, anywhere */
  guint open, n_ports; /* the section, G_MAXUINT: none; its ports */
  guint n_sections;
} Reader;

/* The text between the next two quotation marks, *@at after them; NULL: there is none. */
static char *
take_id (const Reader *reader, const char **at)
{
  const char *start = strchr (*at, '"'), *end = start != NULL ? strchr (start + 1, '"') : NULL;
  g_autofree char *id = NULL;

  if (end == NULL || end == start + 1)
    return NULL;
  *at = end + 1;
  id = g_strndup (start + 1, (gsize) (end - start - 1));
  return strchr (id, '#') == NULL ? g_strconcat (reader->prefix->str, id, NULL)
                                  : g_steal_pointer (&id);
}

static gboolean
takes_kind (const char **at, gboolean *is_switch)
{
  static const char *const endnodes[] = { "Hca", "Ca", "Rt" };
  gboolean found = *is_switch = dl_skip_word (at, "Switch");

  for (guint i = 0; i < G_N_ELEMENTS (endnodes) && !found; i++)
    found = dl_skip_word (at, endnodes[i]);
  return found && (**at == ' ' || **at == '\t');
}

/* Switch 24 "S0"; in a file of ibnetdiscover the name is a GUID. */
static gboolean
is_section (const char *line)
{
  gboolean is_switch;
  guint64 n;

  if (!takes_kind (&line, &is_switch))
    return FALSE;
  dl_skip_blanks (&line);
  if (!dl_take_number (&line, 10, G_MAXUINT32, &n))
    return FALSE;
  dl_skip_blanks (&line);
  return *line == '"' && strchr (line + 1, '"') != NULL;
}

static gboolean
probe (const char *text, gsize length)
{
  g_autofree char *head = g_strndup (length > 0 ? text : "", MIN (length, 8192));
  g_auto (GStrv) lines = g_strsplit (head, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (is_section (g_strstrip (lines[i])))
      return TRUE;
  return FALSE;
}

/* "# text", or "# "text"": a node's name besides its id. */
static void
read_description (Reader *reader, const char *at)
{
  static const char *const ends[] = { " enhanced port ", " base port ", " lid ", " lmc " };
  const char *start = strchr (at, '#');
  g_autofree char *text = NULL;

  if (start == NULL)
    return;
  text = g_strstrip (g_strdup (start + 1));
  if (*text == '"')
    {
      const char *end = strchr (text + 1, '"');

      memmove (text, text + 1, strlen (text));
      if (end != NULL)
        text[end - text - 1] = '\0';
    }
  else
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        char *end = strstr (text, ends[i]);

        if (end != NULL)
          *end = '\0';
      }
  if (*text != '\0')
    dl_fabric_sketch_set_name (reader->sketch, reader->open, text);
}

static gboolean
read_section (Reader *reader, const char *at)
{
  g_autofree char *id = NULL;
  gboolean is_switch;
  guint64 n;

  takes_kind (&at, &is_switch);
  dl_skip_blanks (&at);
  dl_take_number (&at, 10, G_MAXUINT32, &n);
  id = take_id (reader, &at);
  if (id == NULL || n == 0)
    return FALSE;
  reader->n_sections++;
  if (n > DL_FABRIC_MAX_PORTS)
    dl_fabric_report_add (reader->report, reader->lines.number, _ ("the most are taken"),
                          _ ("%u ports are more than %d"), (guint) n, DL_FABRIC_MAX_PORTS);
  reader->open = dl_fabric_sketch_add_node (
      reader->sketch, id, is_switch ? DL_SKETCH_SWITCH : DL_SKETCH_HOST, reader->lines.number);
  reader->n_ports = (guint) MIN (n, DL_FABRIC_MAX_PORTS);
  if (reader->open != DL_FABRIC_NONE)
    {
      dl_fabric_sketch_set_ports (reader->sketch, reader->open, reader->n_ports);
      read_description (reader, at);
    }
  return TRUE;
}

/* "w=4 s=2" */
static void
read_enabled (Reader *reader, const char *at, Enabled *enabled)
{
  for (; (at = strchr (at, '=')) != NULL; at++)
    {
      const char letter = at[-1], *value = at + 1;
      guint64 bits;

      if (!dl_take_number (&value, 10, G_MAXUINT32, &bits) || (letter != 'w' && letter != 's')
          || bits == 0 || bits > (letter == 'w' ? MAX_WIDTH : MAX_SPEED))
        {
          dl_fabric_report_add (reader->report, reader->lines.number,
                                _ ("not used: expected w= from 1 to 15, or s= from 1 to 7"),
                                _ ("a port has an option that ibsim does not take"));
          continue;
        }
      *(letter == 'w' ? &enabled->width : &enabled->speed) = (guint8) bits;
      reader->stated = TRUE;
    }
}

/* [1] "S0"[2] w=4 */
static gboolean
read_port (Reader *reader, const char *at)
{
  DlSketchEdge edge = { .from = reader->open, .line = reader->lines.number };
  Enabled enabled = reader->usual;
  g_autofree char *id = NULL;
  guint64 port, far = 1;

  if (!dl_skip_word (&at, "[") || !dl_take_number (&at, 10, G_MAXUINT16, &port)
      || !dl_skip_word (&at, "]"))
    return FALSE;
  id = take_id (reader, &at);
  if (id == NULL
      || (dl_skip_word (&at, "[")
          && (!dl_take_number (&at, 10, G_MAXUINT16, &far) || !dl_skip_word (&at, "]"))))
    return FALSE;
  if (reader->open == G_MAXUINT)
    dl_fabric_report_add (reader->report, edge.line, _ ("left out"),
                          _ ("a port is not in the section of a switch or adapter"));
  else if (port == 0 || port > reader->n_ports || far == 0)
    dl_fabric_report_add (reader->report, edge.line, _ ("left out"),
                          _ ("port %u is out of range (expected 1 to %u)"),
                          (guint) (far == 0 ? far : port), reader->n_ports);
  else
    {
      read_enabled (reader, at, &enabled);
      edge.to = dl_fabric_sketch_node (reader->sketch, id);
      edge.from_port = (guint16) port;
      edge.to_port = (guint16) far;
      dl_fabric_sketch_add_edge (reader->sketch, &edge);
      /* An edge from a port to itself was left out. */
      if (dl_fabric_sketch_count_edges (reader->sketch) > reader->enabled->len)
        g_array_append_val (reader->enabled, enabled);
    }
  return TRUE;
}

/* Lines between sections. FALSE: they are not for a network. */
static gboolean
read_setting (Reader *reader, const char *line)
{
  /* GUIDs are numbers that ibsim counts up from; commands are for its console. */
  static const char *const ignored[] = { "switchguid", "hcaguids",   "caguid", "rtguid", "devid",
                                         "vendid",     "sysimgguid", "pdebug", "do " };
  const char *value = strchr (line, '=');
  guint64 bits;

  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    if (g_str_has_prefix (line, ignored[i]))
      return TRUE;
  if (g_str_has_prefix (line, "module") && value != NULL)
    {
      g_autofree char *name = NULL;

      g_string_truncate (reader->prefix, 0);
      name = take_id (reader, &value);
      if (name != NULL)
        g_string_append_printf (reader->prefix, "%s#", name);
      return name != NULL;
    }
  if (value == NULL || (!g_str_has_prefix (line, "width") && !g_str_has_prefix (line, "speed")))
    return FALSE;
  value++;
  if (!dl_take_number (&value, 10, G_MAXUINT32, &bits) || bits == 0
      || bits > (*line == 'w' ? MAX_WIDTH : MAX_SPEED))
    return FALSE;
  *(*line == 'w' ? &reader->usual.width : &reader->usual.speed) = (guint8) bits;
  return reader->stated = TRUE;
}

static void
read_line (Reader *reader, const char *line)
{
  gboolean good;

  if (*line == '#')
    return;
  if (*line == '[')
    good = read_port (reader, line);
  else
    {
      reader->open = G_MAXUINT;
      good = *line == '\0'
             || (is_section (line) ? read_section (reader, line) : read_setting (reader, line));
    }
  if (good)
    return;
  g_autofree char *excerpt = dl_text_excerpt (line);
  dl_fabric_report_add (reader->report, reader->lines.number,
                        _ ("left out: expected Switch 24 \"S0\", Hca 2 \"H0\" or [1] \"S0\"[2]"),
                        _ ("“%s” is not a line of a netlist"), excerpt);
}

/* The highest of @bits. */
static guint
highest (guint bits)
{
  guint bit = 0;

  while (bits >> (bit + 1) != 0)
    bit++;
  return bit;
}

static void
set_rates (Reader *reader)
{
  static const char *const widths[] = { "1x", "4x", "8x", "12x" };
  static const char *const speeds[] = { "SDR", "DDR", "QDR" };
  const guint n = reader->enabled->len;

  for (guint i = 0; i < n && reader->stated; i++)
    {
      const Enabled *here = &g_array_index (reader->enabled, Enabled, i);
      const guint mate = dl_fabric_sketch_mate (reader->sketch, i);
      const Enabled *there
          = mate != DL_FABRIC_NONE ? &g_array_index (reader->enabled, Enabled, mate) : here;
      const guint width = here->width & there->width, speed = here->speed & there->speed;
      g_autofree char *text = NULL;
      DlRate rate;

      if (width == 0 || speed == 0)
        {
          if (i < mate)
            dl_fabric_report_add (reader->report, dl_fabric_sketch_edge (reader->sketch, i)->line,
                                  _ ("its rate is not stated; state w= and s= at both ends alike"),
                                  _ ("the ends of a cable do not have a width or speed in common"));
          continue;
        }
      text = g_strconcat (widths[highest (width)], speeds[highest (speed)], NULL);
      dl_rate_parse (text, &rate);
      dl_fabric_sketch_edge (reader->sketch, i)->rate = rate;
    }
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricSketch) sketch = dl_fabric_sketch_new (DL_SKETCH_DIRECTED, report);
  g_autoptr (GString) line = g_string_new (NULL), prefix = g_string_new (NULL);
  g_autoptr (GArray) enabled = g_array_new (FALSE, FALSE, sizeof (Enabled));
  Reader reader = { .sketch = sketch,
                    .report = report,
                    .enabled = enabled,
                    .prefix = prefix,
                    .usual = { USUAL_WIDTH, USUAL_SPEED },
                    .open = G_MAXUINT };
  DlFabric *fabric = NULL;

  dl_text_lines_init (&reader.lines, text, length, file_name);
  while (!dl_fabric_sketch_is_full (sketch) && dl_text_lines_next (&reader.lines, line))
    read_line (&reader, line->str);
  if (reader.n_sections == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                         _ ("the file is not a netlist of ibsim (expected sections like "
                            "Switch 24 \"S0\")"));
  else
    {
      set_rates (&reader);
      fabric = dl_fabric_sketch_finish (sketch, TRUE, how, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  return fabric;
}

const DlFabricFormat dl_fabric_ibsim = {
  .id = "ibsim",
  .title = N_ ("Netlist of ibsim"),
  .citation = "ibsim-utils, ibsim(8), sim_net.c",
  .probe = probe,
  .read = read_format,
};

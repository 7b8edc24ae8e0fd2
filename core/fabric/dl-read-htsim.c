/* Fat trees of htsim (.topo): Nodes, Tiers and Podsize, then for each tier, from the hosts up, the
 * rate of its links down and how many lead down and up. Switches and their cables are those that
 * htsim builds: tor0, agg0 and core0 are its LS0, US0 and CS0. */
#include "dl-fabric-sketch.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_TIERS 3

typedef struct
{
  guint line; /* 0: the file does not have it */
  guint64 speed, latency, up, down, bundle;
  guint up_line, down_line, bundle_line;
} Tier;

typedef struct
{
  DlTextLines lines;
  DlFabricReport *report;
  guint64 nodes, tiers, pod;
  guint pod_line;
  Tier tier[MAX_TIERS];
  Tier *open; /* of these */
} Reader;

static gboolean
probe (const char *text, gsize length)
{
  g_autofree char *head = g_strndup (length > 0 ? text : "", MIN (length, 8192));
  g_autofree char *lower = g_ascii_strdown (head, -1);
  g_auto (GStrv) lines = g_strsplit (lower, "\n", -1);
  gboolean nodes = FALSE, tiers = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      nodes |= g_str_has_prefix (g_strstrip (lines[i]), "nodes ");
      tiers |= g_str_has_prefix (lines[i], "tiers ");
    }
  return nodes && tiers;
}

G_GNUC_PRINTF (4, 5)
static void
fail (Reader *reader, guint line, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  reader->lines.number = line;
  dl_text_lines_error (&reader->lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX, "%s",
                       message);
}

/* Storage for the value of @word, and *@line for the number of its line; NULL: the word is
 * unknown. */
static guint64 *
find_value (Reader *reader, const char *word, guint **line)
{
  Tier *tier = reader->open;
  const struct
  {
    const char *word;
    guint64 *value;
    guint *line;
  } places[] = {
    { "nodes", &reader->nodes, NULL },
    { "tiers", &reader->tiers, NULL },
    { "podsize", &reader->pod, &reader->pod_line },
    { "downlink_speed_gbps", tier != NULL ? &tier->speed : NULL, NULL },
    { "downlink_latency_ns", tier != NULL ? &tier->latency : NULL, NULL },
    { "radix_up", tier != NULL ? &tier->up : NULL, tier != NULL ? &tier->up_line : NULL },
    { "radix_down", tier != NULL ? &tier->down : NULL, tier != NULL ? &tier->down_line : NULL },
    { "bundle", tier != NULL ? &tier->bundle : NULL, tier != NULL ? &tier->bundle_line : NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_equal (word, places[i].word))
      {
        *line = places[i].line;
        return places[i].value;
      }
  return NULL;
}

/* FALSE: the line is not of the format. */
static gboolean
read_line (Reader *reader, char *line)
{
  /* Queues and the time inside switches are not of the network. */
  static const char *const ignored[]
      = { "queue_up", "queue_down", "oversubscribed", "switch_latency_ns" };
  char *fields[2];
  guint64 value, *place;
  guint *at_line = NULL;

  if (*line == '\0' || *line == '#')
    return TRUE;
  if (dl_text_split_blanks (line, fields, 2) < 2)
    return FALSE;
  for (char *c = fields[0]; *c != '\0'; c++)
    *c = g_ascii_tolower (*c);
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    if (g_str_equal (fields[0], ignored[i]))
      return TRUE;
  if (!dl_text_to_uint (fields[1], G_MAXINT32, &value))
    return FALSE;
  if (g_str_equal (fields[0], "tier"))
    {
      reader->open = value < MAX_TIERS ? &reader->tier[value] : NULL;
      if (reader->open != NULL)
        reader->open->line = reader->lines.number;
      return reader->open != NULL;
    }
  place = find_value (reader, fields[0], &at_line);
  if (place == NULL)
    return FALSE;
  if (*place != 0)
    dl_fabric_report_add (reader->report, reader->lines.number, _ ("the first value counts"),
                          _ ("“%s” is stated a second time"), fields[0]);
  else
    *place = value;
  if (at_line != NULL && *at_line == 0)
    *at_line = reader->lines.number;
  return TRUE;
}

/* Is @value a multiple of @each? Else FALSE with an error. */
static gboolean
divides (Reader *reader, guint64 each, guint64 value, const char *what, const char *of, guint line,
         GError **error)
{
  if (each > 0 && value % each == 0)
    return TRUE;
  fail (reader, line, error, _ ("%s, %lu, is not a multiple of %s, %lu (change one of them)"), of,
        (gulong) value, what, (gulong) each);
  return FALSE;
}

static gboolean
check (Reader *reader, GError **error)
{
  Tier *tier = reader->tier;
  const guint last = reader->lines.number;

  if (reader->tiers < 2 || reader->tiers > MAX_TIERS)
    fail (reader, last, error, _ ("Tiers is %lu (expected 2 or 3)"), (gulong) reader->tiers);
  else if (reader->nodes == 0 || reader->pod == 0)
    fail (reader, last, error, _ ("%s is missing (expected a number above 0)"),
          reader->nodes == 0 ? "Nodes" : "Podsize");
  else
    {
      for (guint i = 0; i < reader->tiers; i++)
        if (tier[i].line == 0 || tier[i].down == 0 || (i + 1 < reader->tiers && tier[i].up == 0))
          {
            fail (reader, MAX (tier[i].line, 1), error, _ ("%s of tier %u is missing (state it)"),
                  tier[i].down == 0 ? "Radix_Down" : "Radix_Up", i);
            return FALSE;
          }
        else
          tier[i].bundle = MAX (tier[i].bundle, 1);
      return divides (reader, reader->pod, reader->nodes, "Podsize", "Nodes", reader->pod_line,
                      error)
             && divides (reader, tier[0].down, reader->pod, "Radix_Down", "Podsize",
                         tier[0].down_line, error)
             && divides (reader, tier[1].bundle, tier[0].up, "Bundle", "Radix_Up", tier[0].up_line,
                         error)
             && (reader->tiers == 2
                 || divides (reader, tier[2].bundle, tier[1].up, "Bundle", "Radix_Up",
                             tier[1].up_line, error));
    }
  return FALSE;
}

/* Ports down that switches of @tier have are @needed. */
static void
compare_down (Reader *reader, guint tier, guint64 needed)
{
  if (reader->tier[tier].down != needed)
    dl_fabric_report_add (reader->report, reader->tier[tier].down_line,
                          _ ("as many as cables lead there are taken"),
                          _ ("Radix_Down of tier %u is %lu, and %lu cables lead there"), tier,
                          (gulong) reader->tier[tier].down, (gulong) needed);
}

static guint
add (DlFabricSketch *sketch, const char *what, guint64 i, DlSketchKind kind)
{
  g_autofree char *name = g_strdup_printf ("%s%lu", what, (gulong) i);

  return dl_fabric_sketch_add_node (sketch, name, kind, 0);
}

/* @a below @b, whose links down they are. */
static void
join (Reader *reader, DlFabricSketch *sketch, guint a, guint b, guint tier)
{
  const Tier *of = &reader->tier[tier];

  for (guint64 i = 0; i < of->bundle && !dl_fabric_sketch_is_full (sketch); i++)
    dl_fabric_sketch_add_edge (
        sketch, &(DlSketchEdge) { .from = a,
                                  .to = b,
                                  .line = of->line,
                                  .rate = { MIN ((double) of->speed, DL_RATE_MAX_GBPS), 0, 0 },
                                  .ns = (double) of->latency });
}

/* Hosts first, then switches from them up: numbers of a tier's nodes follow each other. */
static void
build (Reader *reader, DlFabricSketch *sketch)
{
  const Tier *tier = reader->tier;
  const guint64 pods = reader->tiers == 2 ? 1 : reader->nodes / reader->pod;
  const guint64 tors = reader->nodes / tier[0].down, n_aggs = tier[0].up / tier[1].bundle;
  const guint64 aggs = pods * n_aggs, n_up = reader->tiers == 2 ? 0 : tier[1].up / tier[2].bundle;
  const guint64 cores = n_aggs * n_up;
  const guint64 first_tor = reader->nodes, first_agg = first_tor + tors,
                first_core = first_agg + aggs;

  for (guint64 i = 0; i < first_core + cores && !dl_fabric_sketch_is_full (sketch); i++)
    if (i < first_tor)
      add (sketch, "host", i, DL_SKETCH_HOST);
    else if (i < first_agg)
      add (sketch, "tor", i - first_tor, DL_SKETCH_SWITCH);
    else if (i < first_core)
      add (sketch, "agg", i - first_agg, DL_SKETCH_SWITCH);
    else
      add (sketch, "core", i - first_core, DL_SKETCH_SWITCH);
  if (dl_fabric_sketch_is_full (sketch))
    return;
  for (guint64 i = 0; i < reader->nodes && !dl_fabric_sketch_is_full (sketch); i++)
    join (reader, sketch, (guint) i, (guint) (first_tor + i / tier[0].down), 0);
  for (guint64 i = 0; i < tors && !dl_fabric_sketch_is_full (sketch); i++)
    for (guint64 k = 0; k < n_aggs; k++)
      join (reader, sketch, (guint) (first_tor + i),
            (guint) (first_agg + i / (tors / pods) * n_aggs + k), 1);
  for (guint64 i = 0; i < aggs && !dl_fabric_sketch_is_full (sketch); i++)
    for (guint64 k = 0; k < n_up; k++)
      join (reader, sketch, (guint) (first_agg + i), (guint) (first_core + i % n_aggs + n_aggs * k),
            2);
  compare_down (reader, 1, tors / pods * tier[1].bundle);
  if (reader->tiers == 3)
    compare_down (reader, 2, pods * tier[2].bundle);
}

static DlFabric *
read_format (const char *text, gssize length, const char *file_name, const DlFabricReading *how,
             DlFabricReport *report, GError **error)
{
  g_autoptr (DlFabricSketch) sketch = dl_fabric_sketch_new (DL_SKETCH_CABLES, report);
  g_autoptr (GString) line = g_string_new (NULL);
  Reader reader = { .report = report };
  DlFabric *fabric = NULL;

  dl_text_lines_init (&reader.lines, text, length, file_name);
  while (dl_text_lines_next (&reader.lines, line))
    {
      g_autofree char *excerpt = dl_text_excerpt (line->str);

      if (!read_line (&reader, line->str))
        dl_fabric_report_add (report, reader.lines.number,
                              _ ("left out: expected a key of htsim and a whole number"),
                              _ ("“%s” is not a line of a .topo file"), excerpt);
    }
  if (check (&reader, error))
    {
      if (reader.tiers == 2 && reader.pod != reader.nodes)
        dl_fabric_report_add (report, reader.pod_line, _ ("all hosts are in one"),
                              _ ("a network of two tiers does not have pods"));
      build (&reader, sketch);
      fabric = dl_fabric_sketch_finish (sketch, FALSE, how, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  return fabric;
}

const DlFabricFormat dl_fabric_htsim = {
  .id = "htsim",
  .title = N_ ("Fat tree of htsim (.topo)"),
  .citation = "htsim, FatTreeTopologyCfg::read_cfg (fat_tree_topology.cpp)",
  .probe = probe,
  .read = read_format,
};

/* The anynet files of BookSim 2: "router 0 node 0 node 1 router 1 10 router 2", what the first word
 * of a line is connected to, each perhaps with the cycles that its channel takes: of routers the
 * one towards the second, of a node both. A pair of routers has one channel in each direction,
 * however often it is named; the last cycles count, also where the last one that names it does not
 * state any. Ports are in the order in which that program numbers them: nodes, then routers,
 * ascending. */
#include "dl-fabric-builder.h"
#include "dl-fabric-file.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint32 a, b; /* router, and router (the larger one) or node */
  guint line;
  gboolean back;  /* stated from b to a */
  guint16 cycles; /* 0: not stated */
} Pair;

typedef struct
{
  DlTextLines lines;
  GArray *nodes;   /* Pair of router and node */
  GArray *cables;  /* Pair of routers */
  GArray *routers; /* guint32, every one that is named */
  DlFabricReport *report;
} Reader;

static gboolean
take_word (const char **at, gboolean *router)
{
  dl_skip_blanks (at);
  *router = dl_skip_word (at, "router");
  return (*router || dl_skip_word (at, "node")) && (**at == ' ' || **at == '\t');
}

static gboolean
probe (const char *text, gsize length)
{
  g_autofree char *start = g_strndup (length > 0 ? text : "", MIN (length, 256));
  const char *at = start;
  gboolean router;
  guint64 number;

  while (g_ascii_isspace (*at) || (*at & 0x80) != 0)
    at++;
  if (!take_word (&at, &router))
    return FALSE;
  dl_skip_blanks (&at);
  return dl_take_number (&at, 10, G_MAXUINT32, &number);
}

static void
add_pair (Reader *reader, gboolean head_router, guint head, gboolean router, guint other,
          guint cycles)
{
  const guint line = reader->lines.number;
  const Pair pair = { head_router ? head : other, head_router ? other : head, line, !head_router,
                      (guint16) cycles };
  const Pair ordered
      = { MIN (head, other), MAX (head, other), line, head > other, (guint16) cycles };

  g_array_append_val (reader->routers, pair.a);
  if (head_router && router)
    {
      g_array_append_val (reader->routers, other);
      g_array_append_val (reader->cables, ordered);
    }
  else
    g_array_append_val (reader->nodes, pair);
}

/* The cycles after a name, 0 if there are none. */
static guint
take_cycles (Reader *reader, const char **at)
{
  guint64 cycles = 0;

  dl_skip_blanks (at);
  if (!dl_take_number (at, 10, G_MAXINT32, &cycles))
    return 0;
  if (cycles >= 1 && cycles <= DL_FABRIC_MAX_CYCLES)
    return (guint) cycles;
  dl_fabric_report_add (
      reader->report, reader->lines.number, _ ("left out"),
      g_dngettext (GETTEXT_PACKAGE, "a channel of %u cycle is out of range (expected 1 to %d)",
                   "a channel of %u cycles is out of range (expected 1 to %d)", (gulong) cycles),
      (guint) cycles, DL_FABRIC_MAX_CYCLES);
  return 0;
}

/* FALSE: a word that is not of the format. */
static gboolean
read_line (Reader *reader, const char *at)
{
  gboolean head_router, router;
  guint64 head, other;
  guint cycles;

  dl_skip_blanks (&at);
  if (*at == '\0' || *at == '#')
    return TRUE;
  if (!take_word (&at, &head_router))
    return FALSE;
  dl_skip_blanks (&at);
  if (!dl_take_number (&at, 10, G_MAXINT32, &head))
    return FALSE;
  if (head_router)
    g_array_append_vals (reader->routers, &(guint32) { (guint32) head }, 1);
  for (;;)
    {
      dl_skip_blanks (&at);
      if (*at == '\0')
        return TRUE;
      if (!take_word (&at, &router))
        return FALSE;
      dl_skip_blanks (&at);
      if (!dl_take_number (&at, 10, G_MAXINT32, &other)
          || (*at != ' ' && *at != '\t' && *at != '\0'))
        return FALSE;
      cycles = take_cycles (reader, &at);
      if (!head_router && !router)
        dl_fabric_report_add (
            reader->report, reader->lines.number, _ ("left out: a node has a router"),
            _ ("nodes %u and %u are connected to each other"), (guint) head, (guint) other);
      else if (head_router && router && head == other)
        dl_fabric_report_add (reader->report, reader->lines.number, _ ("left out"),
                              _ ("router %u is connected to itself"), (guint) head);
      else
        add_pair (reader, head_router, (guint) head, router, (guint) other, cycles);
    }
}

static gint
by_router (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static gint
by_pair (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  return p->a != q->a   ? (p->a > q->a) - (p->a < q->a)
         : p->b != q->b ? (p->b > q->b) - (p->b < q->b)
                        : (p->line > q->line) - (p->line < q->line);
}

static gint
by_node (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  return p->b != q->b   ? (p->b > q->b) - (p->b < q->b)
         : p->a != q->a ? (p->a > q->a) - (p->a < q->a)
                        : (p->line > q->line) - (p->line < q->line);
}

static guint
index_of (const GArray *routers, guint32 router)
{
  guint low = 0, high = routers->len - 1;

  while (low < high)
    {
      const guint middle = (low + high) / 2;

      if (g_array_index (routers, guint32, middle) < router)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
unite_routers (GArray *routers)
{
  guint n = 0;

  g_array_sort (routers, by_router);
  for (guint i = 0; i < routers->len; i++)
    {
      const guint32 router = g_array_index (routers, guint32, i);

      if (n == 0 || g_array_index (routers, guint32, n - 1) != router)
        g_array_index (routers, guint32, n++) = router;
    }
  g_array_set_size (routers, n);
}

static void
lay (Reader *reader, DlFabricBuilder *builder, guint line, DlFabricEnd a, DlFabricEnd b,
     const guint16 *cycles)
{
  g_autoptr (GError) error = NULL;

  if (!dl_fabric_builder_add_wired_cable (builder, a, b, (DlFabricWire) { cycles[0], { 0 } },
                                          (DlFabricWire) { cycles[1], { 0 } }, &error))
    dl_fabric_report_add (reader->report, line, _ ("left out"), "%s", error->message);
}

/* The cycles of @pairs from @i on that are the same pair, in both directions; how many they are. */
static guint
find_cycles (const GArray *pairs, guint i, guint16 *cycles)
{
  const Pair *first = &g_array_index (pairs, Pair, i);
  guint n = 0;

  cycles[0] = cycles[1] = 0;
  for (; i + n < pairs->len; n++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i + n);

      if (pair->a != first->a || pair->b != first->b)
        break;
      cycles[pair->back] = pair->cycles;
    }
  return n;
}

static void
build (Reader *reader, DlFabricBuilder *builder)
{
  guint before = G_MAXUINT, n;

  unite_routers (reader->routers);
  for (guint i = 0; i < reader->routers->len; i++)
    {
      g_autofree char *name
          = g_strdup_printf ("router%u", g_array_index (reader->routers, guint32, i));

      dl_fabric_builder_add_switch (builder, name, 0, 0);
    }
  g_array_sort (reader->nodes, by_node);
  for (guint i = 0; i < reader->nodes->len; i += n)
    {
      const Pair *pair = &g_array_index (reader->nodes, Pair, i);
      g_autofree char *name = g_strdup_printf ("node%u", pair->b);
      const guint beside
          = before != G_MAXUINT ? g_array_index (reader->nodes, Pair, before).a : pair->a;
      guint16 cycles[2];

      n = find_cycles (reader->nodes, i, cycles);
      if (before != G_MAXUINT && g_array_index (reader->nodes, Pair, before).b == pair->b)
        {
          dl_fabric_report_add (reader->report, pair->line, _ ("left out: a node has one router"),
                                _ ("node %u has a second router, %u beside %u"), pair->b, pair->a,
                                beside);
          continue;
        }
      before = i;
      /* A node's two channels take the same. */
      cycles[0] = cycles[1] = MAX (cycles[0], cycles[1]);
      lay (reader, builder, pair->line,
           (DlFabricEnd) { index_of (reader->routers, pair->a), FALSE, 0 },
           (DlFabricEnd) { dl_fabric_builder_add_host (builder, name, 0), TRUE, 1 }, cycles);
    }
  /* By the smaller router, then the larger: each one's ports lead to ascending routers. */
  g_array_sort (reader->cables, by_pair);
  for (guint i = 0; i < reader->cables->len; i += n)
    {
      const Pair *pair = &g_array_index (reader->cables, Pair, i);
      guint16 cycles[2];

      n = find_cycles (reader->cables, i, cycles);
      lay (reader, builder, pair->line,
           (DlFabricEnd) { index_of (reader->routers, pair->a), FALSE, 0 },
           (DlFabricEnd) { index_of (reader->routers, pair->b), FALSE, 0 }, cycles);
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

  dl_text_lines_init (&reader.lines, text, length, file_name);
  reader.nodes = g_array_new (FALSE, FALSE, sizeof (Pair));
  reader.cables = g_array_new (FALSE, FALSE, sizeof (Pair));
  reader.routers = g_array_new (FALSE, FALSE, sizeof (guint32));
  while (dl_text_lines_next (&reader.lines, line))
    if (!read_line (&reader, line->str))
      {
        g_autofree char *excerpt = dl_text_excerpt (line->str);

        dl_fabric_report_add (report, reader.lines.number,
                              _ ("the rest of the line is left out; expected router N and node N"),
                              _ ("“%s” is not a line of an anynet file"), excerpt);
      }
  if (reader.routers->len == 0)
    dl_text_lines_error (&reader.lines, error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX,
                         _ ("the file does not name a router (expected lines like “router 0 node "
                            "0 router 1”)"));
  else
    {
      build (&reader, builder);
      fabric = dl_fabric_finish_read (builder, how, report, &reader.lines, error);
    }
  dl_fabric_report_sort (report);
  g_array_unref (reader.nodes);
  g_array_unref (reader.cables);
  g_array_unref (reader.routers);
  g_string_free (line, TRUE);
  return fabric;
}

const DlFabricFormat dl_fabric_anynet = {
  .id = "anynet",
  .title = N_ ("Network of BookSim 2 (anynet)"),
  .citation = "BookSim 2, src/networks/anynet.cpp",
  .probe = probe,
  .read = read_format,
};

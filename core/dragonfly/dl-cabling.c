#include "dl-cabling.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MESSAGES 100
/* A port by its place: group, chassis, slot and port in 16, 8, 8 and 8 bits. */
#define PORT(group, chassis, slot, port)                                                           \
  ((guint64) (group) << 24 | (guint64) (chassis) << 16 | (slot) << 8 | (port))
#define ROUTER_OF(port) ((port) >> 8)
#define NOWHERE         G_MAXUINT64

typedef enum
{
  LINE_GREEN = DL_LINK_GREEN,
  LINE_BLACK = DL_LINK_BLACK,
  LINE_BLUE = DL_LINK_BLUE,
  LINE_PROCESSOR
} LineKind;

/* A line of the file. */
typedef struct
{
  guint64 from, to; /* ports; NOWHERE */
  guint line;
  guint8 kind; /* LineKind */
} Port;

typedef struct
{
  DlTextLines lines;
  const char *file_name;
  GArray *ports;   /* Port, sorted by @from */
  GArray *routers; /* guint64, sorted */
  GArray *wires;   /* DlDragonflyWire */
  GArray *groups;  /* guint16, their names */
  DlCablingReport *report;
} Reader;

G_DEFINE_QUARK (dl - cabling - error - quark, dl_cabling_error)

void
dl_cabling_report_clear (DlCablingReport *report)
{
  g_clear_pointer (&report->irregular, g_ptr_array_unref);
  *report = (DlCablingReport) { 0 };
}

static void G_GNUC_PRINTF (3, 4) note (Reader *reader, guint line, const char *format, ...)
{
  DlCablingReport *report = reader->report;
  g_autofree char *message = NULL;
  va_list args;

  report->n_irregular++;
  if (report->irregular->len >= MAX_MESSAGES)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (report->irregular,
                   line > 0 ? g_strdup_printf ("%s:%u: %s", reader->file_name, line, message)
                            : g_strdup_printf ("%s: %s", reader->file_name, message));
}

/* Lines ---------------------------------------------------------------------------------------- */

/* A decimal (or octal) number of at most @max at the beginning of *@at, which moves behind it. */
static gboolean
read_number (const char **at, guint base, guint max, guint *value)
{
  const char *start = *at;

  *value = 0;
  while (**at >= '0' && **at < '0' + (gint) base)
    {
      *value = *value * base + (**at - '0');
      if (*value > max)
        return FALSE;
      (*at)++;
    }
  return *at > start;
}

static gboolean
read_char (const char **at, char c)
{
  if (**at != c)
    return FALSE;
  (*at)++;
  return TRUE;
}

/* Its first line is enough, and the name of the first blade in that. */
gboolean
dl_cabling_probe (const char *text, gsize length)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;
  const char *at;
  guint number;

  dl_text_lines_init (&lines, text, MIN (length, 4096), "");
  do
    if (!dl_text_lines_next (&lines, line))
      return FALSE;
  while (line->len == 0);
  at = line->str;
  return read_char (&at, 'c') && read_number (&at, 10, 9999, &number) && read_char (&at, '-')
         && read_number (&at, 10, 9999, &number) && read_char (&at, 'c')
         && read_number (&at, 10, 255, &number) && read_char (&at, 's')
         && read_number (&at, 10, 255, &number);
}

/* "c0-0c0s0a0l01(0:0:0)": the cabinet's name is not needed, but has to be one. */
static gboolean
read_port (const char **at, guint64 *port)
{
  guint column, row, chassis, slot, aries, number, group, in_chassis, in_slot;

  if (!read_char (at, 'c') || !read_number (at, 10, 9999, &column) || !read_char (at, '-')
      || !read_number (at, 10, 9999, &row) || !read_char (at, 'c')
      || !read_number (at, 10, 255, &chassis) || !read_char (at, 's')
      || !read_number (at, 10, 255, &slot) || !read_char (at, 'a')
      || !read_number (at, 10, 255, &aries) || !read_char (at, 'l')
      || !read_number (at, 8, 63, &number) || !read_char (at, '(')
      || !read_number (at, 10, G_MAXUINT16, &group) || !read_char (at, ':')
      || !read_number (at, 10, 255, &in_chassis) || !read_char (at, ':')
      || !read_number (at, 10, 255, &in_slot) || !read_char (at, ')'))
    return FALSE;
  *port = PORT (group, in_chassis, in_slot, number);
  return TRUE;
}

static gboolean
read_word (const char **at, const char *word)
{
  const gsize length = strlen (word);

  if (strncmp (*at, word, length) != 0)
    return FALSE;
  *at += length;
  return TRUE;
}

static gboolean
read_kind (const char **at, guint8 *kind)
{
  static const char *const words[] = { "green", "black", "blue", "ptile" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (read_word (at, words[i]))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_line (const char *text, Port *port)
{
  const char *at = text;

  port->to = NOWHERE;
  if (!read_port (&at, &port->from) || !read_char (&at, ' ') || !read_kind (&at, &port->kind)
      || !read_word (&at, " -> "))
    return FALSE;
  if (port->kind == LINE_PROCESSOR ? !read_word (&at, "processor")
                                   : !read_word (&at, "unused") && !read_port (&at, &port->to))
    return FALSE;
  return *at == '\0';
}

static gboolean
read_lines (Reader *reader, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (dl_text_lines_next (&reader->lines, text))
    {
      Port port = { .line = reader->lines.number };

      if (text->len == 0)
        continue;
      if (!read_line (text->str, &port))
        {
          g_autofree char *excerpt = dl_text_excerpt (text->str);
          dl_text_lines_error (&reader->lines, error, DL_CABLING_ERROR, DL_CABLING_ERROR_SYNTAX,
                               _ ("“%s” is not a port of a cabling file (expected a line like "
                                  "c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(1:0:0))"),
                               excerpt);
          return FALSE;
        }
      g_array_append_val (reader->ports, port);
    }
  return TRUE;
}

/* Links ---------------------------------------------------------------------------------------- */

static gint
compare_ports (gconstpointer a, gconstpointer b)
{
  const Port *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static gboolean
check_twice (Reader *reader, GError **error)
{
  for (guint i = 1; i < reader->ports->len; i++)
    {
      const Port *before = &g_array_index (reader->ports, Port, i - 1);
      const Port *port = &g_array_index (reader->ports, Port, i);

      if (before->from != port->from)
        continue;
      reader->lines.number = port->line;
      dl_text_lines_error (&reader->lines, error, DL_CABLING_ERROR, DL_CABLING_ERROR_TWICE,
                           _ ("this port already has line %u (use one line per port)"),
                           before->line);
      return FALSE;
    }
  return TRUE;
}

static const Port *
find_port (const Reader *reader, guint64 from)
{
  guint low = 0, high = reader->ports->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      const Port *port = &g_array_index (reader->ports, Port, middle);

      if (port->from == from)
        return port;
      if (port->from < from)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

static guint
find_router (const Reader *reader, guint64 router)
{
  const guint64 *found = bsearch (&router, reader->routers->data, reader->routers->len,
                                  sizeof router, compare_numbers);

  return found - (const guint64 *) (gpointer) reader->routers->data;
}

/* Both ends of a link say the same. */
static void
add_wire (Reader *reader, const Port *port)
{
  const Port *back = find_port (reader, port->to);
  DlDragonflyWire wire;

  if (ROUTER_OF (port->to) == ROUTER_OF (port->from))
    note (reader, port->line, _ ("the link leads back to its own router"));
  else if (back == NULL)
    note (reader, port->line, _ ("the port at the far end has no line"));
  else if (back->to != port->from || back->kind != port->kind)
    note (reader, port->line, _ ("line %u, for the far end, contradicts this line"), back->line);
  else if (port->from < port->to)
    {
      wire = (DlDragonflyWire) { find_router (reader, ROUTER_OF (port->from)),
                                 find_router (reader, ROUTER_OF (port->to)), port->kind, 0 };
      g_array_append_val (reader->wires, wire);
    }
}

static void
add_wires (Reader *reader)
{
  for (guint i = 0; i < reader->ports->len; i++)
    {
      const Port *port = &g_array_index (reader->ports, Port, i);

      reader->report->n_ports++;
      if (port->kind != LINE_PROCESSOR && port->to != NOWHERE)
        add_wire (reader, port);
    }
}

static void
list_routers (Reader *reader)
{
  for (guint i = 0; i < reader->ports->len; i++)
    {
      const guint64 router = ROUTER_OF (g_array_index (reader->ports, Port, i).from);
      const guint16 group = router >> 16;

      if (reader->routers->len == 0
          || g_array_index (reader->routers, guint64, reader->routers->len - 1) != router)
        g_array_append_val (reader->routers, router);
      if (reader->groups->len == 0
          || g_array_index (reader->groups, guint16, reader->groups->len - 1) != group)
        g_array_append_val (reader->groups, group);
    }
}

/* Cables --------------------------------------------------------------------------------------- */

typedef struct
{
  guint64 key; /* groups and blade pairs of both ends */
  guint wire;
} Blue;

static gint
compare_blue (gconstpointer a, gconstpointer b)
{
  const Blue *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->wire < y->wire ? -1 : x->wire > y->wire;
}

/* A file names ports, not cables: one has up to 4 links between the same pairs of blades. */
static void
number_cables (Reader *reader, const DlRouterAt *routers)
{
  g_autoptr (GArray) blues = g_array_new (FALSE, FALSE, sizeof (Blue));
  guint cable = 0, links = 0;

  for (guint i = 0; i < reader->wires->len; i++)
    {
      const DlDragonflyWire *wire = &g_array_index (reader->wires, DlDragonflyWire, i);
      const DlRouterAt *a = &routers[wire->a], *b = &routers[wire->b];
      const Blue blue = { .key = (guint64) a->group << 48 | (guint64) b->group << 32
                                 | (guint64) a->chassis << 24 | (a->blade / 2u) << 16
                                 | b->chassis << 8 | b->blade / 2u,
                          .wire = i };

      if (wire->class == DL_LINK_BLUE)
        g_array_append_val (blues, blue);
    }
  g_array_sort (blues, compare_blue);
  for (guint i = 0; i < blues->len; i++)
    {
      const Blue *blue = &g_array_index (blues, Blue, i);
      const Blue *before = i > 0 ? blue - 1 : NULL;

      if (before == NULL || before->key >> 32 != blue->key >> 32)
        cable = links = 0;
      else if (before->key != blue->key || links == DL_CASCADE_CABLE)
        {
          cable++;
          links = 0;
        }
      links++;
      g_array_index (reader->wires, DlDragonflyWire, blue->wire).cable = cable;
    }
}

/* The network ---------------------------------------------------------------------------------- */

/* What most groups have, the largest of the most frequent. */
static guint
usual (const guint *counts, guint n)
{
  guint best = 0, best_times = 0;

  for (guint i = 0; i < n; i++)
    {
      guint times = 0;

      for (guint j = 0; j < n; j++)
        times += counts[j] == counts[i];
      if (times > best_times || (times == best_times && counts[i] > best))
        {
          best = counts[i];
          best_times = times;
        }
    }
  return best;
}

static void
compare_groups (Reader *reader, const DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  g_autofree guint *routers = g_new (guint, n);
  g_autofree guint *pairs = g_new0 (guint, n * n);
  guint usual_routers, usual_links;

  for (guint group = 0; group < n; group++)
    routers[group] = dragonfly->group_first[group + 1] - dragonfly->group_first[group];
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      pairs[dragonfly->router[dragonfly->link_from[link]].group * n
            + dragonfly->router[dragonfly->link_to[link]].group]++;
  usual_routers = usual (routers, n);
  /* Those of the first group with the others speak for all. */
  usual_links = n > 1 ? usual (pairs + 1, n - 1) : 0;
  for (guint group = 0; group < n; group++)
    if (routers[group] != usual_routers)
      note (reader, 0, _ ("group %u has %u routers, the other groups have %u"),
            dragonfly->group_name[group], routers[group], usual_routers);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++)
      if (pairs[a * n + b] != usual_links)
        note (reader, 0, _ ("groups %u and %u have %u blue links, other pairs have %u"),
              dragonfly->group_name[a], dragonfly->group_name[b], pairs[a * n + b], usual_links);
}

static DlDragonfly *
build (Reader *reader)
{
  g_autofree DlRouterAt *routers = g_new (DlRouterAt, reader->routers->len);
  DlDragonfly *dragonfly;
  guint group = 0;

  for (guint i = 0; i < reader->routers->len; i++)
    {
      const guint64 router = g_array_index (reader->routers, guint64, i);

      if (g_array_index (reader->groups, guint16, group) != router >> 16)
        group++;
      routers[i] = (DlRouterAt) { group, router >> 8 & 255, router & 255 };
    }
  number_cables (reader, routers);
  dragonfly = dl_dragonfly_new_wired (
      DL_DRAGONFLY_ARIES, routers, reader->routers->len,
      (const guint16 *) (gpointer) reader->groups->data, reader->groups->len, DL_CASCADE_NODES,
      (const DlDragonflyWire *) (gpointer) reader->wires->data, reader->wires->len);
  compare_groups (reader, dragonfly);
  return dragonfly;
}

static DlDragonfly *
read_all (Reader *reader, GError **error)
{
  if (!read_lines (reader, error))
    return NULL;
  g_array_sort (reader->ports, compare_ports);
  if (!check_twice (reader, error))
    return NULL;
  list_routers (reader);
  add_wires (reader);
  if (reader->wires->len == 0)
    {
      g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_EMPTY,
                   _ ("%s: the file does not contain links (expected one line per port of a "
                      "Cascade’s routers)"),
                   reader->file_name);
      return NULL;
    }
  if (reader->groups->len > DL_DRAGONFLY_MAX_GROUPS)
    {
      g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_LIMIT,
                   _ ("%s: %u groups are too many (at most %u)"), reader->file_name,
                   reader->groups->len, DL_DRAGONFLY_MAX_GROUPS);
      return NULL;
    }
  return build (reader);
}

DlDragonfly *
dl_cabling_read (const char *text, gssize length, const char *file_name, DlCablingReport *report,
                 GError **error)
{
  const gsize size = length < 0 ? strlen (text) : (gsize) length;
  Reader reader = { .file_name = file_name, .report = report };
  DlDragonfly *dragonfly;

  dl_cabling_report_clear (report);
  report->irregular = g_ptr_array_new_with_free_func (g_free);
  if (size > DL_CABLING_MAX_BYTES)
    {
      g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_LIMIT,
                   _ ("%s: the file is larger than %u MiB"), file_name,
                   DL_CABLING_MAX_BYTES / 1024 / 1024);
      return NULL;
    }
  dl_text_lines_init (&reader.lines, text, size, file_name);
  reader.ports = g_array_new (FALSE, FALSE, sizeof (Port));
  reader.routers = g_array_new (FALSE, FALSE, sizeof (guint64));
  reader.wires = g_array_new (FALSE, FALSE, sizeof (DlDragonflyWire));
  reader.groups = g_array_new (FALSE, FALSE, sizeof (guint16));
  dragonfly = read_all (&reader, error);
  g_array_unref (reader.ports);
  g_array_unref (reader.routers);
  g_array_unref (reader.wires);
  g_array_unref (reader.groups);
  return dragonfly;
}

#include "dl-cabling.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

/* Three columns, one after the other, each with a field for every line of the file:
 *   places   "+": the port after that of the line before; "!…": no line of a port, verbatim; or as
 *            in the file
 *   colors   the word
 *   targets  "": another line's target was this one's place, and its place is this one's target;
 *            coordinates that the place has elsewhere are left out
 */
#define NEXT  "+"
#define AS_IS '!'
#define ARROW " -> "
#define HEAD  "1\n" /* format */

typedef struct
{
  char *place, *color, *target;
} Line;

static void
line_clear (gpointer data)
{
  Line *line = data;

  g_free (line->place);
  g_free (line->color);
  g_free (line->target);
}

static GArray *
lines_new (void)
{
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (Line));

  g_array_set_clear_func (lines, line_clear);
  return lines;
}

static Line *
line_at (GArray *lines, guint i)
{
  return &g_array_index (lines, Line, i);
}

/* Places --------------------------------------------------------------------------------------- */

/* Where "07" is in "c0-0c0s0a0l07(0:0:0)": two octal digits of the port; NULL if it has none. */
static const char *
port_of (const char *place)
{
  const char *end = strchr (place, '(');
  const gsize length = end != NULL ? (gsize) (end - place) : strlen (place);
  const char *port = place + length - 2;

  return length > 3 && port[-1] == 'l' && port[0] >= '0' && port[0] <= '7' && port[1] >= '0'
                 && port[1] <= '7'
             ? port
             : NULL;
}

/* The place of the port after it; NULL after the last one. */
static char *
next_place (const char *place)
{
  const char *port = place != NULL ? port_of (place) : NULL;
  const guint number = port != NULL ? (guint) ((port[0] - '0') * 8 + port[1] - '0') + 1 : 0;

  if (number == 0 || number > 077)
    return NULL;
  return g_strdup_printf ("%.*s%02o%s", (int) (port - place), place, number, port + 2);
}

/* "c0-0c0s0a0" to "(0:0:0)", of all places. */
static GHashTable *
find_coordinates (GArray *lines)
{
  GHashTable *coordinates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < lines->len; i++)
    {
      const char *place = line_at (lines, i)->place;
      const char *port = place[0] != AS_IS ? port_of (place) : NULL;

      if (port != NULL && port[2] == '(')
        g_hash_table_insert (coordinates, g_strndup (place, (gsize) (port - 1 - place)),
                             g_strdup (port + 2));
    }
  return coordinates;
}

static const char *
coordinates_of (GHashTable *coordinates, const char *place)
{
  const char *port = port_of (place);
  g_autofree char *router = port != NULL ? g_strndup (place, (gsize) (port - 1 - place)) : NULL;

  return router != NULL ? g_hash_table_lookup (coordinates, router) : NULL;
}

/* Packing -------------------------------------------------------------------------------------- */

static void
split (const char *text, gsize length, Line *line)
{
  g_autofree char *copy = g_strndup (text, length);
  char *arrow = strstr (copy, ARROW);
  char *space = strchr (copy, ' ');

  if (arrow == NULL || space >= arrow || copy[0] == AS_IS)
    {
      line->place = g_strdup_printf ("%c%s", AS_IS, copy);
      line->color = g_strdup ("");
      line->target = g_strdup ("");
      return;
    }
  *space = *arrow = '\0';
  line->place = g_strdup (copy);
  line->color = g_strdup (space + 1);
  line->target = g_strdup (arrow + strlen (ARROW));
}

static void
append_targets (GString *packed, GArray *lines)
{
  g_autoptr (GHashTable) coordinates = find_coordinates (lines);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = line_at (lines, i);
      const char *at = coordinates_of (coordinates, line->target);

      if (g_strcmp0 (g_hash_table_lookup (told, line->place), line->target) != 0)
        {
          g_string_append_len (packed, line->target,
                               at != NULL && g_str_has_suffix (line->target, at)
                                   ? (gssize) (strlen (line->target) - strlen (at))
                                   : -1);
          g_hash_table_insert (told, line->target, line->place);
        }
      g_string_append_c (packed, '\n');
    }
}

static char *
pack (const char *content, gsize length)
{
  g_autoptr (GArray) lines = lines_new ();
  GString *packed = g_string_new (HEAD);
  const char *end = content + length;

  for (const char *at = content, *next; at <= end; at = next + 1)
    {
      Line line;

      next = memchr (at, '\n', (gsize) (end - at));
      next = next != NULL ? next : end;
      split (at, (gsize) (next - at), &line);
      g_array_append_val (lines, line);
    }
  g_string_append_printf (packed, "%u\n", lines->len);
  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *next = i > 0 ? next_place (line_at (lines, i - 1)->place) : NULL;
      const char *place = line_at (lines, i)->place;

      g_string_append_printf (packed, "%s\n", g_strcmp0 (next, place) == 0 ? NEXT : place);
    }
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (packed, "%s\n", line_at (lines, i)->color);
  append_targets (packed, lines);
  return g_string_free (packed, FALSE);
}

char *
dl_cabling_pack (const char *content, gsize length)
{
  g_autofree char *packed = NULL;
  g_autoptr (GString) again = NULL;

  if (memchr (content, '\0', length) != NULL)
    return NULL;
  packed = pack (content, length);
  again = dl_cabling_unpack (packed, length);
  return again != NULL && again->len == length && memcmp (again->str, content, length) == 0
             ? g_steal_pointer (&packed)
             : NULL;
}

/* Unpacking ------------------------------------------------------------------------------------ */

/* The next line at *@at, which moves past it; NULL at the end. */
static char *
take (const char **at)
{
  const char *end = strchr (*at, '\n');
  char *field;

  if (end == NULL)
    return NULL;
  field = g_strndup (*at, (gsize) (end - *at));
  *at = end + 1;
  return field;
}

/* A short text can stand for a long one: @most bytes of fields at most. */
static gboolean
take_places (const char **at, GArray *lines, gsize most)
{
  gsize bytes = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      char **place = &line_at (lines, i)->place;

      *place = take (at);
      if (*place == NULL)
        return FALSE;
      if (strcmp (*place, NEXT) == 0)
        {
          g_free (*place);
          *place = i > 0 ? next_place (line_at (lines, i - 1)->place) : NULL;
          if (*place == NULL)
            return FALSE;
        }
      bytes += strlen (*place);
      if (bytes > most)
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_targets (const char **at, GArray *lines, gsize most)
{
  g_autoptr (GHashTable) coordinates = find_coordinates (lines);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);
  gsize bytes = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      Line *line = line_at (lines, i);
      g_autofree char *field = take (at);
      const char *of, *known;

      if (field == NULL)
        return FALSE;
      known = *field == '\0' ? g_hash_table_lookup (told, line->place) : NULL;
      of = strchr (field, '(') == NULL ? coordinates_of (coordinates, field) : NULL;
      line->target = g_strconcat (known != NULL ? known : field, of, NULL);
      if (known == NULL)
        g_hash_table_insert (told, line->target, line->place);
      bytes += strlen (line->target);
      if (bytes > most)
        return FALSE;
    }
  return TRUE;
}

GString *
dl_cabling_unpack (const char *text, gsize most)
{
  g_autoptr (GArray) lines = lines_new ();
  g_autoptr (GString) content = g_string_new (NULL);
  const char *at = text + strlen (HEAD);
  g_autofree char *count = g_str_has_prefix (text, HEAD) ? take (&at) : NULL;
  guint64 n;

  /* Each has a byte in each column. */
  if (count == NULL || !g_ascii_string_to_unsigned (count, 10, 1, strlen (text), &n, NULL))
    return NULL;
  g_array_set_size (lines, (guint) n);
  if (!take_places (&at, lines, most))
    return NULL;
  for (guint i = 0; i < lines->len; i++)
    if ((line_at (lines, i)->color = take (&at)) == NULL)
      return NULL;
  if (!take_targets (&at, lines, most) || *at != '\0')
    return NULL;
  for (guint i = 0; i < lines->len && content->len <= most; i++)
    {
      const Line *line = line_at (lines, i);

      if (i > 0)
        g_string_append_c (content, '\n');
      if (line->place[0] == AS_IS)
        g_string_append (content, line->place + 1);
      else
        g_string_append_printf (content, "%s %s" ARROW "%s", line->place, line->color,
                                line->target);
    }
  return content->len <= most ? g_steal_pointer (&content) : NULL;
}

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

/* A decimal (or octal) number of at most @max at the beginning of *@at, which moves past it. */
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

/* Looks at the first line only, for the name of the first blade in it. */
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

/* Most frequent of @counts, the largest if several. */
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
  /* Links from the first group to others represent all. */
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

#include "dl-cabling-pack.h"

#include <string.h>

/* Three columns, one after the other, each with a field for every line of the file:
 *   places   "+": the port after that of the line before; "!…": no line of a port, as it is; or as
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

/* The next line at *@at, which goes on behind it; NULL at the end. */
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

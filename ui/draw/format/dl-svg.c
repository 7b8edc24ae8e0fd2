/* Figures as SVG, with the notes as elements of their own. */
#include "dl-figure-private.h"

#include "dl-deflate.h"

#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

#include <string.h>

#define NAMESPACE "urn:x-dateline:figure"
/* Bytes of a scenario; shorter ones are for every program to read. */
#define DEFLATE_ABOVE 8192

static cairo_status_t
append_bytes (gpointer closure, const guint8 *data, guint length)
{
  g_string_append_len (closure, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* XML has no way to write most control characters. */
static gboolean
fits_xml (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);
      if ((c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0) || (c & 0xfffe) == 0xfffe)
        return FALSE;
    }
  return TRUE;
}

static void
append_element (GString *svg, const char *name, const char *attributes, const char *text)
{
  g_autofree char *plain = g_strdup (text);
  g_autofree char *escaped = NULL;

  for (char *c = plain; *c != '\0'; c++)
    if ((guchar) *c < 0x20 && *c != '\t' && *c != '\n')
      *c = ' ';
  escaped = g_markup_escape_text (plain, -1);
  g_string_append_printf (svg, "<%s%s>%s</%s>\n", name, attributes, escaped, name);
}

static void
append_notes (GString *svg, const DlFigureNotes *notes)
{
  const gsize length = strlen (notes->scenario);
  g_autofree char *encoded = NULL;

  append_element (svg, "title", "", notes->title);
  append_element (svg, "desc", "", notes->subject);
  g_string_append_printf (svg,
                          "<metadata>\n<dateline:figure xmlns:dateline=\"" NAMESPACE
                          "\" name=\"%s\" version=\"%s\" seed=\"%s\">\n",
                          notes->figure, notes->version, notes->seed);
  if (length > DEFLATE_ABOVE)
    {
      encoded = dl_deflate (notes->scenario, length);
      append_element (svg, "dateline:scenario", " encoding=\"zlib-base64\"", encoded);
    }
  else if (fits_xml (notes->scenario))
    append_element (svg, "dateline:scenario", " xml:space=\"preserve\"", notes->scenario);
  else
    {
      encoded = g_base64_encode ((const guint8 *) notes->scenario, length);
      append_element (svg, "dateline:scenario", " encoding=\"base64\"", encoded);
    }
  g_string_append (svg, "</dateline:figure>\n</metadata>\n");
}

/* Length of the name at @text if it is a name that cairo numbers through the life of the process,
 * up to its number; else 0. From cairo 1.18 on a dash is before the number. */
static gsize
numbered_name (const char *text)
{
  static const char *const names[]
      = { "surface", "image",          "source",           "mask",           "pattern",
          "linear",  "linear-pattern", "radial",           "radial-pattern", "clip",
          "glyph",   "filter",         "compositing-group" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize length = strlen (names[i]);
      if (strncmp (text, names[i], length) != 0)
        continue;
      length += text[length] == '-';
      if (g_ascii_isdigit (text[length]))
        return length;
    }
  return 0;
}

/* Number the ids from 0 in the order in which they appear, so that the same figure is the same file
 * whatever was drawn before. */
static GString *
renumber_ids (const char *svg, gsize length)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *result = g_string_sized_new (length);
  const char *done = svg;

  for (const char *at = svg; *at != '\0'; at++)
    {
      gsize name;
      const char *end;
      g_autofree char *id = NULL;
      gpointer number;

      if (*at == '#')
        at++;
      else if (strncmp (at, "id=\"", 4) == 0)
        at += 4;
      else
        continue;
      name = numbered_name (at);
      if (name == 0)
        {
          at--;
          continue;
        }
      for (end = at + name; g_ascii_isdigit (*end);)
        end++;
      id = g_strndup (at, (gsize) (end - at));
      if (!g_hash_table_lookup_extended (numbers, id, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, g_strdup (id), number);
        }
      g_string_append_len (result, done, at + name - done);
      g_string_append_printf (result, "%u", GPOINTER_TO_UINT (number));
      done = end;
      at = end - 1;
    }
  g_string_append (result, done);
  return result;
}

GBytes *
dl_figure_render_svg (const DlFigureJob *job, GError **error)
{
  g_autoptr (GString) drawn = g_string_new (NULL);
  g_autoptr (GString) notes = g_string_new ("\n");
  GString *svg;
  const char *root, *inside;
  cairo_surface_t *surface
      = cairo_svg_surface_create_for_stream (append_bytes, drawn, job->width, job->height);

  cairo_svg_surface_restrict_to_version (surface, CAIRO_SVG_VERSION_1_1);
  if (!dl_figure_draw_on (job, surface, error))
    return NULL;

  svg = renumber_ids (drawn->str, drawn->len);
  root = strstr (svg->str, "<svg");
  inside = root != NULL ? strchr (root, '>') : NULL;
  g_assert (inside != NULL);
  append_notes (notes, job->notes);
  /* Ours ends in the newline that followed the tag. */
  g_string_truncate (notes, notes->len - 1);
  g_string_insert_len (svg, inside + 1 - svg->str, notes->str, (gssize) notes->len);
  return g_string_free_to_bytes (svg);
}

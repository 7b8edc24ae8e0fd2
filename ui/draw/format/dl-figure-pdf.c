/* Figures as PDF, with the notes in the document information. */
#include "dl-figure-private.h"

#include "dl-deflate.h"
#include "dl-scenario-file.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>

#include <string.h>

/* Before a scenario that is compressed. */
#define DEFLATED "Dateline-Scenario-zlib-base64: "
/* Bytes of a scenario; shorter ones are for every program to read. */
#define DEFLATE_ABOVE 8192
/* The most packed objects of a PDF that are read: bytes in all, well above a scenario's, and
 * streams, newest first. */
#define UNPACK_AT_MOST ((gsize) 4 * DL_SCENARIO_FILE_MAX_BYTES)
#define PACKS_AT_MOST  1000

/* cairo writes a line of ASCII unchanged, and anything else with four digits per character. */
char *
dl_figure_pdf_keywords (const char *scenario)
{
  const gsize length = strlen (scenario);
  g_autofree char *deflated = NULL;

  if (length <= DEFLATE_ABOVE)
    return g_strdup (scenario);
  deflated = dl_deflate (scenario, length);
  return g_strconcat (DEFLATED, deflated, NULL);
}

/* The scenario in a PDF's keywords, or NULL. */
static char *
read_keywords (const char *keywords)
{
  if (g_str_has_prefix (keywords, "["))
    return g_strdup (keywords);
  return g_str_has_prefix (keywords, DEFLATED)
             ? dl_inflate_text (keywords + strlen (DEFLATED), DL_SCENARIO_FILE_MAX_BYTES)
             : NULL;
}

static cairo_status_t
append_bytes (gpointer closure, const guint8 *data, guint length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_notes (cairo_surface_t *surface, const DlFigureNotes *notes)
{
  g_autofree char *creator = g_strdup_printf ("Dateline %s", notes->version);
  g_autofree char *keywords = dl_figure_pdf_keywords (notes->scenario);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, notes->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, notes->subject);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, keywords);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, creator);
  /* Without this it would be now, and the same figure another file each time. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

GBytes *
dl_figure_render_pdf (const DlFigureJob *job, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (append_bytes, bytes, job->width, job->height);

  set_notes (surface, job->notes);
  if (!dl_figure_draw_on (job, surface, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* <FEFF0041...>: UTF-16 in hexadecimal. */
static char *
parse_hex_string (const char *text, const char *end)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (gunichar2));
  guint n_digits = 0;
  gunichar2 unit = 0;
  gsize start = 0;

  for (; text < end && *text != '>'; text++)
    {
      const gint digit = g_ascii_xdigit_value (*text);

      if (digit < 0 && g_ascii_isspace (*text))
        continue;
      if (digit < 0)
        return NULL;
      unit = (gunichar2) (unit << 4 | digit);
      if (++n_digits % 4 == 0)
        g_array_append_val (units, unit);
    }
  if (text == end || n_digits % 4 != 0)
    return NULL;
  if (units->len == 0)
    return g_strdup ("");
  if (g_array_index (units, gunichar2, 0) == 0xfeff)
    start = 1;
  return g_utf16_to_utf8 ((const gunichar2 *) (gpointer) units->data + start,
                          (glong) (units->len - start), NULL, NULL, NULL);
}

/* (text): parentheses inside are escaped or balanced. */
static char *
parse_literal_string (const char *text, const char *end)
{
  static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
  g_autoptr (GString) string = g_string_new (NULL);
  guint depth = 0;

  for (; text < end; text++)
    {
      char c = *text;

      if (c == ')' && depth == 0)
        return g_utf8_validate_len (string->str, string->len, NULL)
                   ? g_string_free (g_steal_pointer (&string), FALSE)
                   : NULL;
      if (c == '(')
        depth++;
      else if (c == ')')
        depth--;
      else if (c == '\\' && ++text < end)
        {
          const char *escape = *text != '\0' ? strchr (from, *text) : NULL;
          c = escape != NULL ? to[escape - from] : *text;
          if (g_ascii_isdigit (c) && c < '8')
            {
              guint code = 0;
              for (guint i = 0; i < 3 && text < end && *text >= '0' && *text < '8'; i++)
                code = code * 8 + (guint) (*text++ - '0');
              text--;
              c = (char) code;
            }
        }
      g_string_append_c (string, c);
    }
  return NULL;
}

/* The last place of @key in the @length bytes at @data, which may hold anything. */
static const char *
find_last (const char *data, gsize length, const char *key)
{
  const gsize key_length = strlen (key);

  for (gsize i = length; i >= key_length; i--)
    if (memcmp (data + i - key_length, key, key_length) == 0)
      return data + i - key_length;
  return NULL;
}

/* The keywords at their last place in @length bytes of objects, or NULL. */
static char *
find_keywords (const char *objects, gsize length)
{
  static const char key[] = "/Keywords";
  const char *end = objects + length;
  const char *at = find_last (objects, length, key);

  if (at == NULL)
    return NULL;
  at += strlen (key);
  while (at < end && g_ascii_isspace (*at))
    at++;
  if (at < end && *at == '<')
    return parse_hex_string (at + 1, end);
  if (at < end && *at == '(')
    return parse_literal_string (at + 1, end);
  return NULL;
}

/* The objects that are packed together in the stream whose dictionary @data is in, or NULL. Takes
 * their bytes from @budget. */
static GBytes *
unpack_objects (const char *data, gsize length, gsize *budget)
{
  const char *stream = g_strstr_len (data, (gssize) length, "stream");
  const char *end = data + length;
  GBytes *objects;

  if (stream == NULL)
    return NULL;
  stream += strlen ("stream");
  while (stream < end && (*stream == '\r' || *stream == '\n'))
    stream++;
  objects = dl_inflate_bytes (stream, (gsize) (end - stream), *budget, NULL);
  if (objects != NULL)
    *budget -= g_bytes_get_size (objects);
  return objects;
}

/* PDF 1.5, which cairo 1.18 writes, packs the document information with other objects; before, it
 * is an object of its own. The last version counts. */
static char *
find_keywords_in_file (const char *data, gsize length)
{
  const char *plain = find_last (data, length, "/Keywords");
  gsize budget = UNPACK_AT_MOST, rest = length;

  for (guint i = 0; i < PACKS_AT_MOST; i++)
    {
      const char *packed = find_last (data, rest, "/ObjStm");
      g_autoptr (GBytes) objects = NULL;
      const char *text;
      char *keywords;
      gsize n;

      if (packed == NULL || (plain != NULL && plain > packed))
        break;
      rest = (gsize) (packed - data);
      objects = unpack_objects (packed, length - rest, &budget);
      if (objects == NULL) /* damaged, or too much: no more time is spent on it */
        break;
      text = g_bytes_get_data (objects, &n);
      keywords = n > 0 ? find_keywords (text, n) : NULL;
      if (keywords != NULL)
        return keywords;
    }
  return find_keywords (data, length);
}

char *
dl_figure_read_pdf (const guint8 *data, gsize length, GError **error)
{
  g_autofree char *keywords = NULL;
  char *scenario;

  /* The end that cairo writes: the file is not encrypted. */
  if (find_last ((const char *) data, length, "%%EOF") == NULL)
    {
      dl_figure_set_damaged (error, _ ("the PDF is cut short"));
      return NULL;
    }
  keywords = find_keywords_in_file ((const char *) data, length);
  scenario = keywords != NULL ? read_keywords (keywords) : NULL;
  if (scenario == NULL)
    dl_figure_set_no_scenario (error);
  return scenario;
}

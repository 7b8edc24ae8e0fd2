#include "dl-figure-read.h"

#include "dl-deflate.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>
#include <png.h>

#include <setjmp.h>
#include <string.h>

/* Errors --------------------------------------------------------------------------------------- */

GQuark
dl_figure_error_quark (void)
{
  return g_quark_from_static_string ("dl-figure-error-quark");
}

static void
set_no_scenario (GError **error)
{
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_NO_SCENARIO,
               _ ("no scenario inside (expected an unedited PNG or SVG figure from Dateline)"));
}

/* Messages of parsers may quote what they stumbled over. */
static void
set_damaged (GError **error, const char *what)
{
  g_autofree char *line = g_utf8_make_valid (what, -1);

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DAMAGED,
               _ ("%s (expected a complete PNG or SVG figure from Dateline)"), line);
}

/* PNG: its iTXt chunks ------------------------------------------------------------------------- */

#define MOST_CHUNKS 1000
#define MOST_CHUNK  (64u * 1024 * 1024) /* bytes of one that is read */

/* libpng leaves by longjmp: what must outlive that is in here, not in variables. */
typedef struct
{
  png_structp png;
  png_infop info;
  jmp_buf out;
  char message[160];
  const guint8 *data;
  gsize length, at, end; /* end: where the last chunk begins */
} PngFile;

static void
on_error (png_structp png, png_const_charp message)
{
  PngFile *file = png_get_error_ptr (png);

  g_strlcpy (file->message, message, sizeof file->message);
  longjmp (file->out, 1);
}

static void
on_warning (png_structp png, png_const_charp message)
{
}

static void
read_bytes (png_structp png, png_bytep data, size_t length)
{
  PngFile *file = png_get_io_ptr (png);

  if (length > file->length - file->at)
    png_error (png, "it ends too early");
  memcpy (data, file->data + file->at, length);
  file->at += length;
}

/* Where the last chunk begins, if each ends inside the file; 0 if not. libpng would make room for
 * one before it looks. */
static gsize
find_end (const guint8 *data, gsize length)
{
  for (gsize at = 8; at < length && length - at >= 12;)
    {
      guint32 chunk;

      memcpy (&chunk, data + at, sizeof chunk);
      chunk = GUINT32_FROM_BE (chunk);
      if (chunk > length - at - 12)
        return 0;
      if (memcmp (data + at + 4, "IEND", 4) == 0)
        return at;
      at += 12 + (gsize) chunk;
    }
  return 0;
}

/* Pixels are of no interest: libpng is told that it does not know them, and checks their sums
 * without unpacking them. From 1.6.46 on it then says of the end that it is out of place; when it
 * has come there, it has read and checked everything. */
static int
skip_chunk (png_structp png, png_unknown_chunkp chunk)
{
  return 1;
}

static gboolean
read_chunks (PngFile *file)
{
  static const guint8 end[] = "\0\0\0\0IEND\xae\x42\x60\x82";

  if (setjmp (file->out) != 0)
    return file->at > file->end && memcmp (file->data + file->end, end, sizeof end - 1) == 0;
  png_set_read_fn (file->png, file, read_bytes);
  png_set_crc_action (file->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_user_limits (file->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max (file->png, MOST_CHUNK);
  png_set_chunk_cache_max (file->png, MOST_CHUNKS);
  png_set_keep_unknown_chunks (file->png, PNG_HANDLE_CHUNK_IF_SAFE, (png_const_bytep) "IDAT", 1);
  png_set_read_user_chunk_fn (file->png, NULL, skip_chunk);
  png_read_info (file->png, file->info);
  png_read_end (file->png, file->info);
  return TRUE;
}

static char *
find_scenario (const PngFile *file)
{
  png_textp texts;
  int n_texts = 0;

  png_get_text (file->png, file->info, &texts, &n_texts);
  for (int i = 0; i < n_texts; i++)
    if (strcmp (texts[i].key, DL_FIGURE_PNG_KEY) == 0 && texts[i].text != NULL
        && strlen (texts[i].text) <= DL_SCENARIO_FILE_MAX_BYTES
        && g_utf8_validate (texts[i].text, -1, NULL))
      return g_strdup (texts[i].text);
  return NULL;
}

static char *
read_png (const guint8 *data, gsize length, GError **error)
{
  PngFile file = { .data = data, .length = length, .end = find_end (data, length) };
  char *scenario = NULL;

  if (file.end == 0)
    {
      set_damaged (error, _ ("the PNG is cut short"));
      return NULL;
    }
  file.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &file, on_error, on_warning);
  file.info = file.png != NULL ? png_create_info_struct (file.png) : NULL;
  if (file.info == NULL || !read_chunks (&file))
    {
      g_autofree char *what = g_strdup_printf (_ ("the PNG is damaged: %s"), file.message);
      set_damaged (error, what);
    }
  else
    {
      scenario = find_scenario (&file);
      if (scenario == NULL)
        set_no_scenario (error);
    }
  png_destroy_read_struct (&file.png, &file.info, NULL);
  return scenario;
}

/* SVG: an element of its own ------------------------------------------------------------------- */

#define MOST_BYTES (256u * 1024 * 1024)
#define MOST_DEPTH 200

typedef struct
{
  guint depth;
  guint scenario_depth; /* of the element that is being read; 0 outside it */
  gboolean base64, deflated;
  gboolean is_svg;
  GString *scenario; /* NULL until its element begins */
} SvgReader;

static const char *
local_name (const char *name)
{
  const char *colon = strchr (name, ':');

  return colon != NULL ? colon + 1 : name;
}

static void
start_element (GMarkupParseContext *context, const char *name, const char **keys,
               const char **values, gpointer data, GError **error)
{
  SvgReader *reader = data;

  reader->depth++;
  if (reader->depth > MOST_DEPTH)
    {
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                   _ ("elements nested more than %d deep"), MOST_DEPTH);
      return;
    }
  if (reader->depth == 1)
    reader->is_svg = strcmp (local_name (name), "svg") == 0;
  /* Editors keep the prefix but move its declaration. */
  if (reader->scenario == NULL && strcmp (name, "dateline:scenario") == 0)
    {
      reader->scenario = g_string_new (NULL);
      reader->scenario_depth = reader->depth;
      for (guint i = 0; keys[i] != NULL; i++)
        if (strcmp (keys[i], "encoding") == 0)
          {
            reader->base64 = strcmp (values[i], "base64") == 0;
            reader->deflated = strcmp (values[i], "zlib-base64") == 0;
          }
    }
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  SvgReader *reader = data;

  if (reader->depth == reader->scenario_depth)
    reader->scenario_depth = 0;
  reader->depth--;
}

static void
add_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
          GError **error)
{
  SvgReader *reader = data;

  if (reader->scenario_depth > 0)
    g_string_append_len (reader->scenario, text, (gssize) length);
}

/* An editor may have made one CDATA section of it. */
static void
pass_through (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
              GError **error)
{
  static const char start[] = "<![CDATA[";
  const gsize around = strlen (start) + strlen ("]]>");
  SvgReader *reader = data;

  if (reader->scenario_depth > 0 && length >= around && strncmp (text, start, strlen (start)) == 0)
    g_string_append_len (reader->scenario, text + strlen (start), (gssize) (length - around));
}

/* Text of the scenario, decoded from the XML, or NULL. */
static char *
decode_scenario (SvgReader *reader)
{
  g_autofree guchar *bytes = NULL;
  gsize length;

  if (reader->deflated)
    return dl_inflate_text (reader->scenario->str, DL_SCENARIO_FILE_MAX_BYTES);
  if (!reader->base64)
    return g_string_free (g_steal_pointer (&reader->scenario), FALSE);
  bytes = g_base64_decode (reader->scenario->str, &length);
  return g_utf8_validate_len ((const char *) bytes, length, NULL)
             ? g_strndup ((const char *) bytes, length)
             : NULL;
}

static char *
read_svg (const guint8 *data, gsize length, GError **error)
{
  static const GMarkupParser parser = { start_element, end_element, add_text, pass_through, NULL };
  SvgReader reader = { 0 };
  g_autoptr (GMarkupParseContext) context = NULL;
  g_autoptr (GError) failure = NULL;
  char *scenario = NULL;

  if (length > MOST_BYTES)
    {
      set_damaged (error, _ ("the SVG is larger than 256 MiB"));
      return NULL;
    }
  context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  if (!g_markup_parse_context_parse (context, (const char *) data, (gssize) length, &failure)
      || !g_markup_parse_context_end_parse (context, &failure))
    {
      g_autofree char *what = g_strdup_printf (_ ("the SVG is damaged: %s"), failure->message);
      set_damaged (error, what);
    }
  else if (!reader.is_svg)
    set_damaged (error, _ ("this XML is not SVG"));
  else if (reader.scenario == NULL)
    set_no_scenario (error);
  else
    {
      scenario = decode_scenario (&reader);
      if (scenario == NULL)
        set_damaged (error, _ ("the scenario in the SVG is damaged"));
    }
  if (reader.scenario != NULL)
    g_string_free (reader.scenario, TRUE);
  return scenario;
}

/* PDF: keywords in the document information ---------------------------------------------------- */

/* The most packed objects of a PDF that are read: bytes in all, well above a scenario's, and
 * streams, newest first. */
#define UNPACK_AT_MOST ((gsize) 4 * DL_SCENARIO_FILE_MAX_BYTES)
#define PACKS_AT_MOST  1000

/* The scenario in a PDF's keywords, or NULL. */
static char *
read_keywords (const char *keywords)
{
  if (g_str_has_prefix (keywords, "["))
    return g_strdup (keywords);
  return g_str_has_prefix (keywords, DL_FIGURE_PDF_DEFLATED) ? dl_inflate_text (
             keywords + strlen (DL_FIGURE_PDF_DEFLATED), DL_SCENARIO_FILE_MAX_BYTES)
                                                             : NULL;
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

static char *
read_pdf (const guint8 *data, gsize length, GError **error)
{
  g_autofree char *keywords = NULL;
  char *scenario;

  /* The end that cairo writes: the file is not encrypted. */
  if (find_last ((const char *) data, length, "%%EOF") == NULL)
    {
      set_damaged (error, _ ("the PDF is cut short"));
      return NULL;
    }
  keywords = find_keywords_in_file ((const char *) data, length);
  scenario = keywords != NULL ? read_keywords (keywords) : NULL;
  if (scenario == NULL)
    set_no_scenario (error);
  return scenario;
}

/* CSV: lines that begin with "#" --------------------------------------------------------------- */

static char *
read_csv (const guint8 *data, gsize length, GError **error)
{
  const char *text = (const char *) data, *mark, *line, *end;
  GString *scenario;

  if (memchr (data, 0, length) != NULL || !g_utf8_validate_len (text, length, NULL))
    {
      set_damaged (error, _ ("this is not a figure"));
      return NULL;
    }
  mark = g_strstr_len (text, (gssize) length, DL_FIGURE_CSV_BEGIN);
  if (mark == NULL || (mark > text && mark[-1] != '\n'))
    {
      set_no_scenario (error);
      return NULL;
    }
  line = mark + strlen (DL_FIGURE_CSV_BEGIN);
  end = g_strrstr_len (line, text + length - line, DL_FIGURE_CSV_END);
  if (end == NULL || end[-1] != '\n')
    {
      set_damaged (error, _ ("the CSV is cut short"));
      return NULL;
    }
  scenario = g_string_new (NULL);
  while (line < end)
    {
      /* There is one: a line of its own follows. */
      const char *newline = memchr (line, '\n', (gsize) (end - line));

      if (line[0] == '#')
        line += line[1] == ' ' ? 2 : 1;
      g_string_append_len (scenario, line, newline + 1 - line);
      line = newline + 1;
    }
  return g_string_free (scenario, FALSE);
}

/* A page that plays ---------------------------------------------------------------------------- */

static char *
read_page (const guint8 *data, gsize length, GError **error)
{
  static const char begin[] = "id=\"recording\" data-encoding=\"percent\">", end[] = "</script>";
  const char *page = (const char *) data;
  const char *from = g_strstr_len (page, length, begin);
  const char *to;
  GString *text;

  if (from == NULL)
    {
      set_no_scenario (error);
      return NULL;
    }
  from += strlen (begin);
  to = g_strstr_len (from, page + length - from, end);
  if (to == NULL || to - from > DL_SCENARIO_FILE_MAX_BYTES
      || !g_utf8_validate_len (from, to - from, NULL))
    {
      set_damaged (error, _ ("its recording cannot be read"));
      return NULL;
    }
  text = g_string_new_len (from, to - from);
  g_string_replace (text, "%3C", "<", 0);
  g_string_replace (text, "%25", "%", 0);
  return g_string_free (text, FALSE);
}

/* By their first bytes ------------------------------------------------------------------------- */

/* Beginning of an HTML page. */
#define PAGE "<!DOCTYPE html"

char *
dl_figure_read_scenario (const guint8 *data, gsize length, GError **error)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G' };
  gsize start = 0;

  if (length == 0)
    {
      set_damaged (error, _ ("the file is empty"));
      return NULL;
    }
  if (length >= sizeof png && memcmp (data, png, sizeof png) == 0)
    return read_png (data, length, error);
  if (length >= 5 && memcmp (data, "%PDF-", 5) == 0)
    return read_pdf (data, length, error);
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    start = 3;
  while (start < length && g_ascii_isspace (data[start]))
    start++;
  if (length - start >= strlen (PAGE)
      && g_ascii_strncasecmp ((const char *) data + start, PAGE, strlen (PAGE)) == 0)
    return read_page (data + start, length - start, error);
  if (start < length && data[start] == '<')
    return read_svg (data + start, length - start, error);
  return read_csv (data, length, error);
}

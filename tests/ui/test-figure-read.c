/* The scenario comes back out of a figure's file, and nothing else comes out of any other. */
#include "test-figure-fixture.h"

#include "dl-scenario-file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <png.h>
#include <zlib.h>

#include <setjmp.h>
#include <string.h>

static const DlFigureFormat formats[]
    = { DL_FIGURE_PDF, DL_FIGURE_SVG, DL_FIGURE_PNG, DL_FIGURE_CSV };

static char *
read_bytes (GBytes *bytes, GError **error)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  return dl_figure_read_scenario (data, length, error);
}

static void
check_round_trip (const TestFigure *test)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (GBytes) bytes
            = test_figure_render (test, figures[i]->id, formats[j], DL_WIDTH_COLUMN_IN, 50);
        g_autofree char *text = read_bytes (bytes, &error);
        g_autofree char *expected = dl_scenario_to_text (test->scenario, FALSE);
        g_autoptr (DlScenario) scenario = NULL;

        g_assert_no_error (error);
        g_assert_cmpstr (text, ==, expected);
        scenario = dl_scenario_parse (text, -1, "figure", NULL, &error);
        g_assert_no_error (error);
        g_assert_true (dl_scenario_equal (scenario, test->scenario));
      }
}

static void
test_round_trip (void)
{
  static const char *const edits[]
      = { "scenario.seed=18446744073709551615", "torus.broken-links=1,2,2:x+;2,2,1:z+",
          "torus.datelines=0;-1;3", "traffic.load=0.1", NULL };
  g_autoptr (TestFigure) plain = test_figure_new ("torus-5x5x5", NULL);
  g_autoptr (TestFigure) edited = test_figure_new ("torus-5x5x5", edits);
  g_autoptr (TestFigure) awkward = test_figure_new_awkward ();

  check_round_trip (plain);
  check_round_trip (edited);
  check_round_trip (awkward);
}

/* Long enough to be packed in the PNG. */
static void
test_long_scenario (void)
{
  g_autoptr (GString) list = g_string_new ("torus.broken-channels=");
  g_autoptr (TestFigure) test = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (list, "%u,%u,%u:x+;", i % 11, i / 11 % 12, i / 132);
  {
    const char *const edits[] = { list->str, NULL };
    test = test_figure_new ("xt3-11x12x16", edits);
  }
  for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
    {
      g_autoptr (GBytes) bytes = test_figure_render (test, "channel-load", formats[j], 3.5, 50);
      g_autofree char *text = read_bytes (bytes, NULL);
      g_autofree char *expected = dl_scenario_to_text (test->scenario, FALSE);

      g_assert_cmpuint (strlen (expected), >, 8192);
      g_assert_cmpstr (text, ==, expected);
    }
}

/* XML has no place for control characters, nor has a scenario file; but what is inside may be kept
 * from anywhere. */
static void
test_control_characters (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);

  g_free (test->scenario->name);
  test->scenario->name = g_strdup ("bell \a, escape \033[1m");
  for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
    {
      g_autoptr (GBytes) bytes = test_figure_render (test, "channel-load", formats[j], 3.5, 50);
      g_autofree char *text = read_bytes (bytes, NULL);
      g_autofree char *expected = dl_scenario_to_text (test->scenario, FALSE);

      g_assert_cmpstr (text, ==, expected);
      if (formats[j] == DL_FIGURE_SVG)
        {
          g_assert_null (memchr (g_bytes_get_data (bytes, NULL), '\a', g_bytes_get_size (bytes)));
          g_assert_null (g_strstr_len (g_bytes_get_data (bytes, NULL),
                                       (gssize) g_bytes_get_size (bytes), "&#x7;"));
        }
    }
}

/* The file cut after each length: an error, but for the CSV's and PDF's last bytes. */
static void
test_truncated (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);

  for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
    {
      g_autoptr (GBytes) bytes = test_figure_render (test, "channel-load", formats[j], 2, 30);
      const gsize length = g_bytes_get_size (bytes);
      const guint8 *data = g_bytes_get_data (bytes, NULL);

      for (gsize n = 0; n + 2 < length; n += n > 4000 && n + 4000 < length ? 37 : 1)
        {
          g_autoptr (GError) error = NULL;
          /* A copy of its own, so that a sanitizer sees each byte too far. */
          g_autofree guint8 *copy = g_memdup2 (data, n);
          g_autofree char *text = dl_figure_read_scenario (copy, n, &error);

          g_assert_null (text);
          g_assert_nonnull (error);
          g_assert_true (error->domain == DL_FIGURE_ERROR);
        }
    }
}

/* A changed byte: a PNG's sums find each; the others give an error or some text. */
static void
test_corrupted (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);

  for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
    {
      g_autoptr (GBytes) bytes = test_figure_render (test, "channel-load", formats[j], 2, 30);
      gsize length;
      const guint8 *data = g_bytes_get_data (bytes, &length);
      g_autofree guint8 *copy = g_memdup2 (data, length);

      for (gsize i = 0; i<length; i += length> 20000 ? 13 : 1)
        for (guint bit = i % 3; bit < 8; bit += 3)
          {
            g_autoptr (GError) error = NULL;
            g_autofree char *text = NULL;

            copy[i] ^= (guint8) (1 << bit);
            text = dl_figure_read_scenario (copy, length, &error);
            copy[i] ^= (guint8) (1 << bit);
            g_assert_true ((text == NULL) == (error != NULL));
            if (formats[j] == DL_FIGURE_PNG)
              g_assert_null (text);
            if (text != NULL)
              g_assert_true (g_utf8_validate (text, -1, NULL));
          }
    }
}

static void
expect (const void *data, gsize length, DlFigureError code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = dl_figure_read_scenario (data, length, &error);

  g_assert_null (text);
  g_assert_error (error, DL_FIGURE_ERROR, (int) code);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
}

static cairo_status_t
append_bytes (gpointer closure, const guint8 *data, guint length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Pictures of other programs. */
static void
test_foreign (void)
{
  static const char jpeg[] = "\xff\xd8\xff\xe0\0\x10JFIF";
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      cairo_surface_t *surface
          = i == 0   ? cairo_pdf_surface_create_for_stream (append_bytes, bytes, 9, 9)
            : i == 1 ? cairo_svg_surface_create_for_stream (append_bytes, bytes, 9, 9)
                     : cairo_image_surface_create (CAIRO_FORMAT_RGB24, 9, 9);

      if (i == 2)
        cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
      cairo_surface_destroy (surface);
      expect (bytes->data, bytes->len, DL_FIGURE_ERROR_NO_SCENARIO);
    }
  expect (NULL, 0, DL_FIGURE_ERROR_DAMAGED);
  expect (jpeg, sizeof jpeg, DL_FIGURE_ERROR_DAMAGED);
  expect ("a,b\n1,2\n", 8, DL_FIGURE_ERROR_NO_SCENARIO);
  expect ("<html><p>", 9, DL_FIGURE_ERROR_DAMAGED);
  expect ("<html></html>", 13, DL_FIGURE_ERROR_DAMAGED);
  expect ("<svg/>", 6, DL_FIGURE_ERROR_NO_SCENARIO);
  expect ("\xef\xbb\xbf \n<svg/>", 11, DL_FIGURE_ERROR_NO_SCENARIO);
  expect ("%PDF-1.5\n%%EOF", 14, DL_FIGURE_ERROR_NO_SCENARIO);
  expect ("\x89PNG\r\n\x1a\n", 8, DL_FIGURE_ERROR_DAMAGED);
}

static void
test_hostile_svg (void)
{
  static const char *const entities
      = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
        "<svg><dateline:scenario>&b;</dateline:scenario></svg>";
  static const char *const external = "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                                      "<svg><dateline:scenario>&x;</dateline:scenario></svg>";
  static const char *const not_base64
      = "<svg><dateline:scenario encoding=\"base64\">////</dateline:scenario></svg>";
  static const char *const moved
      = "<svg xmlns:dateline=\"urn:x-dateline:figure\"><g><dateline:scenario>[torus]\n"
        "radix=<![CDATA[4;4;]]>4&#10;</dateline:scenario></g></svg>";
  g_autoptr (GString) deep = g_string_new ("<svg>");
  g_autofree char *text = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append (deep, "<g>");
  expect (deep->str, deep->len, DL_FIGURE_ERROR_DAMAGED);
  expect (entities, strlen (entities), DL_FIGURE_ERROR_DAMAGED);
  expect (external, strlen (external), DL_FIGURE_ERROR_DAMAGED);
  expect (not_base64, strlen (not_base64), DL_FIGURE_ERROR_DAMAGED);
  text = dl_figure_read_scenario ((const guint8 *) moved, strlen (moved), NULL);
  g_assert_cmpstr (text, ==, "[torus]\nradix=4;4;4\n");
}

static void
append_chunk (GByteArray *png, const char *type, const guint8 *data, gsize length)
{
  guint32 number = GUINT32_TO_BE ((guint32) length);
  uLong sum = crc32 (0, (const guint8 *) type, 4);

  g_byte_array_append (png, (const guint8 *) &number, 4);
  g_byte_array_append (png, (const guint8 *) type, 4);
  g_byte_array_append (png, data, (guint) length);
  if (length > 0)
    sum = crc32 (sum, data, (uInt) length);
  number = GUINT32_TO_BE ((guint32) sum);
  g_byte_array_append (png, (const guint8 *) &number, 4);
}

static GByteArray *
begin_png (guint32 width, guint32 height)
{
  GByteArray *png = g_byte_array_new ();
  guint8 header[13] = { 0 };

  width = GUINT32_TO_BE (width);
  height = GUINT32_TO_BE (height);
  memcpy (header, &width, 4);
  memcpy (header + 4, &height, 4);
  header[8] = 8;
  header[9] = 2;
  g_byte_array_append (png, (const guint8 *) "\x89PNG\r\n\x1a\n", 8);
  append_chunk (png, "IHDR", header, sizeof header);
  return png;
}

/* An iTXt chunk that unpacks to @length spaces. */
static void
append_packed_text (GByteArray *png, gsize length)
{
  static const char head[] = "Dateline-Scenario\0\1\0\0";
  g_autofree guint8 *text = g_malloc (length);
  uLongf packed_length = compressBound (length);
  g_autofree guint8 *chunk = g_malloc (sizeof head + packed_length);

  memset (text, ' ', length);
  memcpy (chunk, head, sizeof head);
  g_assert_cmpint (compress (chunk + sizeof head, &packed_length, text, length), ==, Z_OK);
  append_chunk (png, "iTXt", chunk, sizeof head + packed_length);
}

static void
test_hostile_png (void)
{
  static const guint8 pixel[] = { 0x78, 0x9c, 0x63, 0, 0, 0, 1, 0, 1 };
  g_autoptr (GByteArray) bomb = begin_png (1, 1);
  g_autoptr (GByteArray) huge = begin_png (0x7fffffff, 0x7fffffff);
  g_autoptr (GByteArray) crowd = begin_png (1, 1);
  g_autoptr (GByteArray) late = begin_png (1, 1);
  g_autoptr (GByteArray) no_end = begin_png (1, 1);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  append_packed_text (bomb, 200 * 1024 * 1024);
  append_chunk (bomb, "IDAT", pixel, sizeof pixel);
  append_chunk (bomb, "IEND", NULL, 0);
  expect (bomb->data, bomb->len, DL_FIGURE_ERROR_NO_SCENARIO);

  append_chunk (huge, "IDAT", pixel, sizeof pixel);
  append_chunk (huge, "IEND", NULL, 0);
  text = dl_figure_read_scenario (huge->data, huge->len, &error);
  g_assert_null (text);
  g_assert_nonnull (error);
  g_clear_error (&error);

  for (guint i = 0; i < 100000; i++)
    append_chunk (crowd, "tEXt", (const guint8 *) "a\0b", 3);
  append_chunk (crowd, "IDAT", pixel, sizeof pixel);
  append_chunk (crowd, "IEND", NULL, 0);
  expect (crowd->data, crowd->len, DL_FIGURE_ERROR_NO_SCENARIO);

  /* Other programs may write texts after the pixels. */
  append_chunk (late, "IDAT", pixel, sizeof pixel);
  append_packed_text (late, 3);
  append_chunk (late, "IEND", NULL, 0);
  text = dl_figure_read_scenario (late->data, late->len, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "   ");

  append_packed_text (no_end, 3);
  append_chunk (no_end, "IDAT", pixel, sizeof pixel);
  expect (no_end->data, no_end->len, DL_FIGURE_ERROR_DAMAGED);
}

/* An object stream of PDF 1.5 with @objects. */
static void
append_packed_objects (GByteArray *pdf, const char *objects, gsize length)
{
  static const char head[] = "7 0 obj\n<< /Type /ObjStm /Length 8 0 R /N 1 /First 4\n"
                             "   /Filter /FlateDecode >>\nstream\n";
  static const char tail[] = "\nendstream\nendobj\n";
  uLongf packed_length = compressBound (length);
  g_autofree guint8 *packed = g_malloc (packed_length);

  g_assert_cmpint (compress (packed, &packed_length, (const guint8 *) objects, length), ==, Z_OK);
  g_byte_array_append (pdf, (const guint8 *) head, sizeof head - 1);
  g_byte_array_append (pdf, packed, (guint) packed_length);
  g_byte_array_append (pdf, (const guint8 *) tail, sizeof tail - 1);
}

static void
append_text (GByteArray *pdf, const char *text)
{
  g_byte_array_append (pdf, (const guint8 *) text, (guint) strlen (text));
}

/* @first and @second: objects, packed when they begin with a number. */
static void
expect_of_pdf (const char *first, const char *second, const char *expected)
{
  const char *const parts[] = { first, second };
  g_autoptr (GByteArray) pdf = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  append_text (pdf, "%PDF-1.5\n");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_ascii_isdigit (parts[i][0]))
      append_packed_objects (pdf, parts[i], strlen (parts[i]));
    else
      append_text (pdf, parts[i]);
  if (expected == NULL)
    expect (pdf->data, pdf->len, DL_FIGURE_ERROR_DAMAGED);
  append_text (pdf, "%%EOF\n");
  if (expected == NULL)
    {
      expect (pdf->data, pdf->len, DL_FIGURE_ERROR_NO_SCENARIO);
      return;
    }
  text = dl_figure_read_scenario (pdf->data, pdf->len, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

/* PDFs of cairo 1.16 and 1.18, whichever is here. The last version counts. */
static void
test_packed_pdf (void)
{
  static const char *const old_plain = "<< /Keywords ([old]) >>\n";
  static const char *const old_packed = "7 0\n<< /Keywords ([old]) >>\n";
  static const char *const hex = "7 0\n<< /Title (x)\n /Keywords <FEFF005B006E00650077005D>\n>>\n";

  expect_of_pdf (hex, "", "[new]");
  expect_of_pdf (old_plain, hex, "[new]");
  expect_of_pdf (old_packed, hex, "[new]");
  expect_of_pdf (hex, old_plain, "[old]");
  expect_of_pdf (hex, "9 0\n<< /Type /Font >>\n", "[new]");
  expect_of_pdf ("9 0\n<< /Keywords (lake, boat) >>\n", "", NULL);
  expect_of_pdf ("9 0\n<< /Title (x) >>\n", "<< /Type /ObjStm >>\nstream\nx\n", NULL);
}

static void
test_hostile_pdf (void)
{
  g_autoptr (GByteArray) bomb = g_byte_array_new ();
  g_autoptr (GByteArray) crowd = g_byte_array_new ();
  g_autoptr (GString) objects = g_string_new ("7 0\n<< /Keywords ([x]) >>\n");

  g_string_set_size (objects, 200 * 1024 * 1024);
  memset (objects->str + 27, ' ', objects->len - 27);
  append_text (bomb, "%PDF-1.5\n");
  append_packed_objects (bomb, objects->str, objects->len);
  append_text (bomb, "%%EOF\n");
  expect (bomb->data, bomb->len, DL_FIGURE_ERROR_NO_SCENARIO);

  append_text (crowd, "%PDF-1.5\n");
  for (guint i = 0; i < 100000; i++)
    append_packed_objects (crowd, " ", 1);
  append_text (crowd, "%%EOF\n");
  expect (crowd->data, crowd->len, DL_FIGURE_ERROR_NO_SCENARIO);
}

/* Texts in a PNG, read by libpng itself. */
typedef struct
{
  const guint8 *data;
  gsize at;
} PngSource;

static void
read_source (png_structp png, png_bytep data, size_t length)
{
  PngSource *source = png_get_io_ptr (png);

  memcpy (data, source->data + source->at, length);
  source->at += length;
}

static void
test_png_chunks (void)
{
  static const char *const keys[]
      = { "Title", "Software", "Dateline-Version", "Dateline-Seed", "Dateline-Scenario" };
  g_autoptr (TestFigure) test = test_figure_new_awkward ();
  g_autoptr (GBytes) bytes = test_figure_render (test, "ring-balance", DL_FIGURE_PNG, 3.5, 300);
  PngSource source = { g_bytes_get_data (bytes, NULL), 0 };
  png_structp png = png_create_read_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  png_textp texts;
  png_uint_32 x, y;
  int unit, n_texts, n_found = 0;

  png_set_read_fn (png, &source, read_source);
  png_read_info (png, info);
  g_assert_true (png_get_pHYs (png, info, &x, &y, &unit) != 0);
  g_assert_cmpuint (x, ==, 11811);
  g_assert_cmpuint (y, ==, 11811);
  g_assert_cmpint (unit, ==, PNG_RESOLUTION_METER);
  g_assert_cmpint (png_get_color_type (png, info), ==, PNG_COLOR_TYPE_RGB);
  png_get_text (png, info, &texts, &n_texts);
  for (int i = 0; i < n_texts; i++)
    {
      n_found += g_strv_contains (
          (const char *const[]) { keys[0], keys[1], keys[2], keys[3], keys[4], NULL },
          texts[i].key);
      if (strcmp (texts[i].key, "Title") == 0)
        g_assert_nonnull (strstr (texts[i].text, test->scenario->name));
    }
  g_assert_cmpint (n_found, ==, G_N_ELEMENTS (keys));
  png_destroy_read_struct (&png, &info, NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-read/round-trip", test_round_trip);
  g_test_add_func ("/figure-read/long-scenario", test_long_scenario);
  g_test_add_func ("/figure-read/control-characters", test_control_characters);
  g_test_add_func ("/figure-read/truncated", test_truncated);
  g_test_add_func ("/figure-read/corrupted", test_corrupted);
  g_test_add_func ("/figure-read/foreign", test_foreign);
  g_test_add_func ("/figure-read/hostile-svg", test_hostile_svg);
  g_test_add_func ("/figure-read/hostile-png", test_hostile_png);
  g_test_add_func ("/figure-read/packed-pdf", test_packed_pdf);
  g_test_add_func ("/figure-read/hostile-pdf", test_hostile_pdf);
  g_test_add_func ("/figure-read/png-chunks", test_png_chunks);
  return g_test_run ();
}

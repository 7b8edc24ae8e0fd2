/* Documents: nothing is outside the margins or on top of something else, and nothing is lost,
 * whatever is in them. */
#include "dl-document.h"
#include "dl-rng.h"
#include "document-fixture.h"

#include <locale.h>
#include <string.h>

static GBytes *
render_document (DlDocument *document)
{
  const DlDocumentNotes notes = { .title = "t" };
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_document_render (document, &notes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

static guint
count (const char *text, const char *needle)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, needle)) != NULL; at += strlen (needle))
    n++;
  return n;
}

/* Every row and every line is there once, in order; heads are repeated on each page. */
static void
test_long (void)
{
  g_autoptr (DlDocument) document = dl_document_new (DL_SHEET_A4, "running");
  static const DlTableColumn columns[]
      = { { .title = "HEAD", .share = 1 }, { .title = "", .right = TRUE, .look = DL_CELL_CODE } };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) pages = NULL;
  g_autofree char *all = NULL;
  const char *at;
  guint n_pages, with_rows = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *row = g_strdup_printf ("row%u.", i);

      dl_cells_text (cells, row);
      dl_cells_text (cells, i % 7 == 0 ? "two lines, as the column is narrow" : "");
      g_string_append_printf (lines, "line%u.\n", i);
    }
  dl_document_add_heading (document, 1, "Table");
  dl_document_add_table (document, record);
  dl_document_add_heading (document, 1, "Lines");
  dl_document_add_text (document, DL_PARAGRAPH_CODE, lines->str);
  n_pages = dl_document_lay (document);
  document_check_places (document);
  bytes = render_document (document);
  if (!pdf_have ("pdftotext"))
    return;
  pages = pdf_pages (bytes);
  g_assert_cmpuint (g_strv_length (pages), >=, n_pages);
  for (guint i = 0; i < n_pages; i++)
    {
      const gboolean rows = strstr (pages[i], "row") != NULL;

      g_assert_cmpuint (count (pages[i], "HEAD"), ==, rows);
      with_rows += rows;
    }
  g_assert_cmpuint (with_rows, >, 2);
  all = g_strjoinv (" ", pages);
  at = all;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 200; i++)
      {
        g_autofree char *text = g_strdup_printf (pass == 0 ? "row%u." : "line%u.", i);

        g_assert_cmpuint (count (all, text), ==, 1);
        at = strstr (at, text);
        g_assert_nonnull (at);
      }
}

/* A text of thousands of lines, as a matrix that is kept with its scenario, takes a second or two.
 * It took minutes, more than a test has, when each page looked at all lines for each that it had.
 */
static void
test_longest (void)
{
  g_autoptr (DlDocument) document = dl_document_new (DL_SHEET_A4, "running");
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (lines, "%u;%u;9000\n", i, i + 1);
  dl_document_add_text (document, DL_PARAGRAPH_CODE, lines->str);
  g_assert_cmpuint (dl_document_lay (document), >, 30);
  document_check_places (document);
}

static char *
random_text (DlRng *rng, guint most)
{
  static const char *const words[] = { "a",
                                       "link",
                                       "virtual channel",
                                       "שלום",
                                       "中文字",
                                       "dateline",
                                       "0123456789012345678901234567890123456789",
                                       "é̂",
                                       "\t",
                                       "−.5",
                                       "(",
                                       "%s",
                                       "x_y=z;" };
  GString *text = g_string_new (NULL);
  const guint n = dl_rng_below (rng, most + 1);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", words[dl_rng_below (rng, G_N_ELEMENTS (words))],
                            dl_rng_below (rng, 5) > 0 ? " " : "");
  return g_string_free (text, FALSE);
}

static void
add_random_table (DlDocument *document, DlRng *rng)
{
  DlRecord *record = dl_record_new ();
  const guint n_columns = 1 + dl_rng_below (rng, 8);
  const guint n_rows = dl_rng_below (rng, 60);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *title = random_text (rng, 4);

      const DlTableColumn column
          = { .title = title, .right = dl_rng_below (rng, 2), .share = dl_rng_below (rng, 3) };

      dl_record_add_columns (record, &column, 1);
    }
  for (guint i = 0; i < n_rows * n_columns; i++)
    {
      g_autofree char *text = random_text (rng, dl_rng_below (rng, 10) == 0 ? 80 : 5);

      dl_cells_text (dl_record_cells (record), text);
      dl_cells_look (dl_record_cells (record), dl_rng_below (rng, 8));
    }
  dl_document_add_table (document, record);
}

/* Whatever is in them, documents keep to their margins. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 40; seed++)
    {
      DlRng rng;
      g_autoptr (DlDocument) document = dl_document_new (seed % 2, "running head");

      dl_rng_init (&rng, seed);
      dl_document_add_contents (document);
      for (guint i = dl_rng_below (&rng, 30); i > 0; i--)
        {
          g_autofree char *text = random_text (&rng, dl_rng_below (&rng, 4) == 0 ? 900 : 20);

          switch (dl_rng_below (&rng, 5))
            {
            case 0:
              dl_document_add_heading (document, dl_rng_below (&rng, 3), text);
              break;
            case 1:
              add_random_table (document, &rng);
              break;
            case 2:
              dl_document_add_page_break (document);
              break;
            default:
              dl_document_add_text (document, dl_rng_below (&rng, DL_PARAGRAPH_CODE + 1), text);
            }
        }
      dl_document_add_text (document, DL_PARAGRAPH_NORMAL, "The end.");
      g_assert_cmpuint (dl_document_lay (document), >, 0);
      document_check_places (document);
      g_bytes_unref (render_document (document));
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/long", test_long);
  g_test_add_func ("/document/longest", test_longest);
  g_test_add_func ("/document/random", test_random);
  return g_test_run ();
}

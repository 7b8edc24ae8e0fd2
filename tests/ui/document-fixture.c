#include "document-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

/* Reading a PDF -------------------------------------------------------------------------------- */

gboolean
pdf_have (const char *program)
{
  g_autofree char *path = g_find_program_in_path (program);
  g_autofree char *why = g_strdup_printf ("%s is not there (package poppler-utils)", program);

  if (path == NULL)
    g_test_skip (why);
  return path != NULL;
}

/* Output of @program on @bytes, with its arguments before the file's name. */
static char *
ask (const char *program, const char *const *arguments, GBytes *bytes)
{
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "dateline-report-XXXXXX.pdf", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  const gint fd = g_mkstemp (file);
  int status;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (file, data, (gssize) length, NULL));
  g_ptr_array_add (argv, (gpointer) program);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, file);
  if (g_str_equal (program, "pdftotext"))
    g_ptr_array_add (argv, (gpointer) "-");
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  g_unlink (file);
  return out;
}

/* The text of each page, every run of blanks one blank. */
GStrv
pdf_pages (GBytes *bytes)
{
  static const char *const arguments[] = { "-layout", "-enc", "UTF-8", NULL };
  g_autofree char *text = ask ("pdftotext", arguments, bytes);
  g_autoptr (GRegex) blanks = g_regex_new ("[ \u00a0\n]+", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal (blanks, text, -1, 0, " ", 0, NULL);

  return g_strsplit (plain, "\f", -1);
}

static char *
squeeze (const char *text)
{
  g_autoptr (GRegex) blanks = g_regex_new ("[ \u00a0\n]+", 0, 0, NULL);

  return g_regex_replace_literal (blanks, text, -1, 0, " ", 0, NULL);
}

gboolean
pdf_page_has (const char *page, const char *text)
{
  g_autofree char *plain = squeeze (text);

  return strstr (page, plain) != NULL;
}

void
pdf_assert_has (const char *const *pages, const char *text)
{
  for (guint i = 0; pages[i] != NULL; i++)
    if (pdf_page_has (pages[i], text))
      return;
  g_error ("“%s” is on no page", text);
}

/* Where things are ----------------------------------------------------------------------------- */

#define SLACK   0.01
#define BEARING 1.0 /* points by which the ink of a letter may reach over its place */

static gboolean
overlap (const DlRect *a, const DlRect *b)
{
  return a->x + a->width > b->x + BEARING && b->x + b->width > a->x + BEARING
         && a->y + a->height > b->y + SLACK && b->y + b->height > a->y + SLACK;
}

/* All boxes are inside the margins, and no two of those that are read or looked at overlap. */
void
document_check_places (const DlDocument *document)
{
  const DlRect body = dl_document_body (document);
  const guint n = dl_document_n_boxes (document);
  guint first = 0;

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      const DlDocumentBox box = dl_document_box (document, i);

      if (box.rect.x < body.x - BEARING || box.rect.y < body.y - SLACK
          || box.rect.x + box.rect.width > body.x + body.width + BEARING
          || box.rect.y + box.rect.height > body.y + body.height + SLACK)
        g_error ("page %u: “%s” at %g,%g, %g x %g, is outside the margins", box.page + 1,
                 box.text != NULL ? box.text : "a figure or rule", box.rect.x, box.rect.y,
                 box.rect.width, box.rect.height);
      if (dl_document_box (document, first).page != box.page)
        {
          g_assert_cmpuint (box.page, ==, dl_document_box (document, first).page + 1);
          first = i;
        }
      if (box.text == NULL && !box.is_figure)
        continue;
      for (guint j = first; j < i; j++)
        {
          const DlDocumentBox other = dl_document_box (document, j);

          if ((other.text != NULL || other.is_figure) && overlap (&box.rect, &other.rect))
            g_error ("page %u: “%s” is on top of “%s”", box.page + 1,
                     box.text != NULL ? box.text : "a figure",
                     other.text != NULL ? other.text : "a figure");
        }
    }
}

/* The ink itself stays out of the margins at both sides, as a program that knows nothing of the
 * layout draws it. */
void
pdf_check_ink (GBytes *bytes, double margin_pt)
{
  static const char *const arguments[] = { "-r", "36", "-gray", NULL };
  g_autofree char *out = NULL;
  g_autofree char *root = g_build_filename (g_get_tmp_dir (), "dateline-ink-XXXXXX", NULL);
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  g_autofree char *file = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n_pages = 0;

  g_assert_nonnull (g_mkdtemp (root));
  file = g_build_filename (root, "a.pdf", NULL);
  g_assert_true (g_file_set_contents (file, data, (gssize) length, NULL));
  {
    g_autofree char *prefix = g_build_filename (root, "p", NULL);
    const char *const argv[]
        = { "pdftoppm", arguments[0], arguments[1], arguments[2], file, prefix, NULL };
    int status;

    g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                 NULL, &status, NULL));
    g_assert_true (g_spawn_check_wait_status (status, NULL));
  }
  g_unlink (file);
  dir = g_dir_open (root, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (root, name, NULL);
      g_autofree char *picture = NULL;
      guint width, height, most;
      int header;

      g_assert_true (g_file_get_contents (path, &picture, &length, NULL));
      g_assert_cmpint (sscanf (picture, "P5 %u %u %u%n", &width, &height, &most, &header), ==, 3);
      g_assert_cmpuint (length, ==, (gsize) header + 1 + (gsize) width * height);
      for (guint y = 0; y < height; y++)
        for (guint x = 0; x < (guint) (margin_pt / 2) - 1; x++)
          {
            const guint8 *row = (const guint8 *) picture + header + 1 + (gsize) y * width;

            if (row[x] < 250 || row[width - 1 - x] < 250)
              g_error ("%s: ink in the margin, line %u", name, y);
          }
      g_unlink (path);
      n_pages++;
    }
  g_rmdir (root);
  g_assert_cmpuint (n_pages, >, 0);
}

/* Letters that are written from the left, and that there is a font for everywhere: of the others no
 * two programs have the same order. */
static gboolean
is_plain (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_utf8_get_char (at) >= 0x590 && g_utf8_get_char (at) < 0x2000)
      return FALSE;
    else if (g_utf8_get_char (at) >= 0x2e80)
      return FALSE;
  return TRUE;
}

/* Every heading is on the page that the contents name. */
void
document_check_contents (const DlDocument *document, const char *const *pages)
{
  const guint n = dl_document_n_headings (document);
  g_autoptr (GString) front = g_string_new (NULL);
  guint first = G_MAXUINT;

  for (guint i = 0; i < n; i++)
    first = MIN (first, dl_document_heading (document, i).page);
  g_assert_cmpuint (first, >, 0);
  for (guint page = 0; page < first; page++)
    g_string_append (front, pages[page]);
  for (guint i = 0; i < n; i++)
    {
      const DlDocumentHeading heading = dl_document_heading (document, i);
      g_autofree char *plain = squeeze (heading.text);
      g_autofree char *entry = g_strdup_printf ("%s %u ", plain, heading.page + 1);

      if (!is_plain (heading.text))
        continue;
      if (heading.level == 1 || n <= 70)
        if (strstr (front->str, entry) == NULL)
          g_error ("the contents do not say “%s”", entry);
      if (!pdf_page_has (pages[heading.page], heading.text))
        g_error ("“%s” is not on page %u", heading.text, heading.page + 1);
    }
}

void
pdf_check_fonts (GBytes *bytes)
{
  static const char *const none[] = { NULL };
  g_autofree char *out = ask ("pdffonts", none, bytes);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (out), "\n", -1);
  const char *head = strstr (lines[0], "emb");

  g_assert_nonnull (head);
  g_assert_cmpuint (g_strv_length (lines), >, 2);
  for (guint i = 2; lines[i] != NULL; i++)
    if (strncmp (lines[i] + (head - lines[0]), "yes", 3) != 0)
      g_error ("not embedded: %s", lines[i]);
}

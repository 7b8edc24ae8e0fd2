/* Writes the manual as HTML: write-manual STYLE SCRIPT FOLDER. STYLE is copied to FOLDER/style.css,
 * SCRIPT to FOLDER/search.js; pictures are in FOLDER/pictures. Each language gets a folder of
 * pages, and FOLDER/index.html leads to them. Topics lead to those notebooks that have a page in
 * FOLDER/notebooks already. */
#include "dl-manual-html.h"

#include <glib/gstdio.h>
#include <string.h>

static gboolean
make_folder (const char *folder, GError **error)
{
  if (g_mkdir_with_parents (folder, 0755) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: the folder cannot be made", folder);
  return FALSE;
}

static gboolean
write_text (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_set_contents (path, text, -1, error);
}

static gboolean
copy_file (const char *from, const char *folder, const char *name, GError **error)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (from, &text, NULL, error) && write_text (folder, name, text, error);
}

/* For light pages and for dark ones. */
static gboolean
write_picture (const char *folder, const char *name, GError **error)
{
  for (guint dark = 0; dark < 2; dark++)
    {
      g_autoptr (GBytes) bytes = dl_manual_picture (name, dark != 0);
      g_autofree char *file = g_strconcat (name, dark ? "-dark.png" : ".png", NULL);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (bytes == NULL)
        {
          g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                       "%s is not a picture of data/manual/pictures", file);
          return FALSE;
        }
      if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                (gssize) g_bytes_get_size (bytes), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_pictures (const char *folder, const DlManualPage *page, GError **error)
{
  for (guint i = 0; i < page->blocks->len; i++)
    {
      g_autofree char *name = dl_manual_picture_name (dl_manual_page_block (page, i));

      if (name != NULL && !write_picture (folder, name, error))
        {
          g_prefix_error (error, "%s/%s.md: ", page->language, page->id);
          return FALSE;
        }
    }
  return TRUE;
}

/* Names of the pages that build-aux/notebooks made; free with g_strfreev. */
static GStrv
list_notebooks (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, DL_MANUAL_HTML_NOTEBOOKS, NULL);
  g_autoptr (GDir) pages = g_dir_open (path, 0, NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (const char *name; pages != NULL && (name = g_dir_read_name (pages)) != NULL;)
    if (g_str_has_suffix (name, ".html"))
      {
        g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".html"));

        g_strv_builder_add (names, stem);
      }
  return g_strv_builder_end (names);
}

static gboolean
write_language (const char *folder, const char *pictures, GPtrArray *manuals,
                char *const *languages, guint language, GError **error)
{
  const DlManual *manual = g_ptr_array_index (manuals, language);
  g_autofree char *own = g_build_filename (folder, languages[language], NULL);
  g_autofree char *parts = dl_manual_html_search (manuals, language);
  g_auto (GStrv) notebooks = list_notebooks (folder);

  if (!make_folder (own, error))
    return FALSE;
  for (guint i = 0; i < dl_manual_n_pages (manual); i++)
    {
      g_autofree char *html = dl_manual_html_page (manuals, (const char *const *) languages,
                                                   language, i, (const char *const *) notebooks);
      g_autofree char *name = g_strconcat (dl_manual_page (manual, i)->id, ".html", NULL);

      if (!write_text (own, name, html, error)
          || !write_pictures (pictures, dl_manual_page (manual, i), error))
        return FALSE;
    }
  return write_text (own, DL_MANUAL_HTML_PARTS, parts, error);
}

static gboolean
write_manual (const char *style, const char *script, const char *folder, GError **error)
{
  g_auto (GStrv) languages = dl_manual_languages ();
  g_autoptr (GPtrArray) manuals = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_manual_free);
  g_autofree char *pictures = g_build_filename (folder, "pictures", NULL);
  g_autofree char *index = NULL;

  if (!make_folder (pictures, error))
    return FALSE;
  for (guint i = 0; languages[i] != NULL; i++)
    {
      const char *const only[] = { languages[i], NULL };

      g_ptr_array_add (manuals, dl_manual_new (only));
    }
  for (guint i = 0; i < manuals->len; i++)
    if (!write_language (folder, pictures, manuals, languages, i, error))
      return FALSE;
  index = dl_manual_html_index (manuals, (const char *const *) languages);
  return copy_file (style, folder, "style.css", error)
         && copy_file (script, folder, "search.js", error)
         && write_text (folder, "index.html", index, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 4)
    {
      g_printerr ("usage: write-manual STYLE SCRIPT FOLDER\n");
      return 2;
    }
  if (!write_manual (argv[1], argv[2], argv[3], &error))
    {
      g_printerr ("write-manual: %s\n", error->message);
      return 3;
    }
  g_print ("%s/index.html\n", argv[3]);
  return 0;
}

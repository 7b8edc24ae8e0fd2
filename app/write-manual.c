/* Writes the manual as HTML: write-manual STYLE FOLDER. STYLE is copied to FOLDER/style.css; each
 * language gets a folder of pages, and FOLDER/index.html leads to them. */
#include "dl-manual-html.h"

#include <glib/gstdio.h>

static gboolean
write_text (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_set_contents (path, text, -1, error);
}

static gboolean
write_language (const char *folder, GPtrArray *manuals, char *const *languages, guint language,
                GError **error)
{
  const DlManual *manual = g_ptr_array_index (manuals, language);
  g_autofree char *own = g_build_filename (folder, languages[language], NULL);

  if (g_mkdir_with_parents (own, 0755) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: the folder cannot be made", own);
      return FALSE;
    }
  for (guint i = 0; i < dl_manual_n_pages (manual); i++)
    {
      g_autofree char *html
          = dl_manual_html_page (manuals, (const char *const *) languages, language, i);
      g_autofree char *name = g_strconcat (dl_manual_page (manual, i)->id, ".html", NULL);

      if (!write_text (own, name, html, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_manual (const char *style, const char *folder, GError **error)
{
  g_auto (GStrv) languages = dl_manual_languages ();
  g_autoptr (GPtrArray) manuals = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_manual_free);
  g_autofree char *css = NULL;
  g_autofree char *index = NULL;

  if (!g_file_get_contents (style, &css, NULL, error))
    return FALSE;
  for (guint i = 0; languages[i] != NULL; i++)
    {
      const char *const only[] = { languages[i], NULL };

      g_ptr_array_add (manuals, dl_manual_new (only));
    }
  for (guint i = 0; i < manuals->len; i++)
    if (!write_language (folder, manuals, languages, i, error))
      return FALSE;
  index = dl_manual_html_index (manuals, (const char *const *) languages);
  return write_text (folder, "style.css", css, error)
         && write_text (folder, "index.html", index, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 3)
    {
      g_printerr ("usage: write-manual STYLE FOLDER\n");
      return 2;
    }
  if (!write_manual (argv[1], argv[2], &error))
    {
      g_printerr ("write-manual: %s\n", error->message);
      return 3;
    }
  g_print ("%s/index.html\n", argv[2]);
  return 0;
}

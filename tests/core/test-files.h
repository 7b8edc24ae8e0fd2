/* Files in tests, and their content. */
#pragma once

#include <string.h>

#include <glib.h>
#include <glib/gstdio.h>

/* @folder with all that is in it, if it is there. Links are not followed. */
static inline void
test_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        test_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

/* @text with the first @from, which is in it, as @to. */
static inline char *
test_replace (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  g_autofree char *before = NULL;

  if (at == NULL)
    g_error ("there is no “%s” in: %s", from, text);
  before = g_strndup (text, at - text);
  return g_strconcat (before, to, at + strlen (from), NULL);
}

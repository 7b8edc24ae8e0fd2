/* Scenario files on the disk. */
#include "dl-scenario-file.h"

#include "dl-field-type.h"
#include "dl-open-regular.h"
#include "dl-output.h"
#include "dl-safe-text.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
set_file_error (const char *name, int code, GError **error)
{
  if (code == EISDIR || code == EINVAL)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   code == EISDIR ? _ ("%s: this is a folder (expected a file)")
                                  : _ ("%s: this is not a regular file (expected a file)"),
                   name);
      return;
    }
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _ ("%s: cannot be read: %s"),
               name, g_strerror (code));
}

/* All of a file of a bearable size: @limit's, or with NULL @most. */
static GByteArray *
read_all (int fd, const char *name, DlFileLimit limit, gsize most, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;

  /* It may grow while it is read, so count what comes. */
  bytes = g_byte_array_new ();
  for (;;)
    {
      guint8 buffer[65536];
      ssize_t n;

      if (limit != NULL)
        most = limit (bytes->data, bytes->len);
      if (bytes->len > most)
        break;
      n = read (fd, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          set_file_error (name, errno, error);
          return NULL;
        }
      if (n == 0)
        return g_steal_pointer (&bytes);
      g_byte_array_append (bytes, buffer, n);
    }
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE,
               _ ("%s:1: the file is too large (at most %lu bytes)"), name, (gulong) most);
  return NULL;
}

/* @name: as messages show it. */
static GByteArray *
read_named (const char *file_name, const char *name, DlFileLimit limit, gsize most, GError **error)
{
  GByteArray *bytes;
  const int fd = dl_open_regular (file_name);

  if (fd < 0)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  bytes = read_all (fd, name, limit, most, error);
  close (fd);
  return bytes;
}

GByteArray *
dl_scenario_read_file (const char *file_name, DlFileLimit limit, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);

  return read_named (file_name, name, limit, 0, error);
}

static char *
path_in (const char *folder, const char *file_name)
{
  return folder != NULL && strcmp (folder, ".") != 0 && !g_path_is_absolute (file_name)
             ? g_build_filename (folder, file_name, NULL)
             : g_strdup (file_name);
}

/* Is @path, which is canonical, @folder or in it? */
static gboolean
is_inside (const char *path, const char *folder)
{
  const gsize length = strcmp (folder, "/") == 0 ? 0 : strlen (folder);

  return strncmp (path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Where the file is that a scenario in @folder names: below that, whatever "..", symbolic links and
 * absolute names say. @path is how messages show it. */
static char *
resolve_inside (const DlField *field, const char *folder, const char *file_name, const char *path,
                GError **error)
{
  g_autofree char *name = dl_file_name_show (path);
  g_autofree char *root = realpath (folder, NULL);
  g_autofree char *plain = root != NULL ? g_canonicalize_filename (file_name, root) : NULL;
  g_autofree char *found = NULL;

  if (root == NULL)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  if (!g_path_is_absolute (file_name) && is_inside (plain, root))
    {
      found = realpath (plain, NULL);
      if (found == NULL)
        {
          set_file_error (name, errno, error);
          return NULL;
        }
      if (is_inside (found, root))
        return g_steal_pointer (&found);
    }
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_OUTSIDE,
               _ ("“%s” is outside the scenario’s folder (copy it there, or use --set %s.%s=FILE)"),
               name, field->group, field->key);
  return NULL;
}

gboolean
dl_scenario_take_in (const DlField *field, const char *folder, char **value, char **file_name,
                     GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (*value));
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *resolved = NULL;
  g_autofree char *taken = NULL;
  g_autoptr (GByteArray) bytes = NULL;

  if (file_name != NULL)
    *file_name = NULL;
  if (field->type->take_in == NULL || *stripped == '\0' || field->type->is_content (field, *value)
      || field->type->is_content (field, stripped))
    return TRUE;
  path = path_in (folder, stripped);
  name = dl_file_name_show (path);
  resolved
      = folder != NULL ? resolve_inside (field, folder, stripped, path, error) : g_strdup (path);
  if (resolved == NULL)
    return FALSE;
  bytes = read_named (resolved, name, NULL, MAX (field->high, DL_SCENARIO_FILE_MAX_BYTES), error);
  if (bytes == NULL)
    return FALSE;
  taken = field->type->take_in (field, bytes, name, error);
  if (taken == NULL)
    return FALSE;
  g_free (*value);
  *value = g_steal_pointer (&taken);
  if (file_name != NULL)
    *file_name = g_steal_pointer (&name);
  return TRUE;
}

gboolean
dl_scenario_save (const DlScenario *scenario, const char *file_name, GError **error)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autofree char *name = dl_file_name_show (file_name);
  const int number = dl_output_write (file_name, text, strlen (text), TRUE);

  if (number == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number),
               _ ("%s: cannot be written: %s"), name, g_strerror (number));
  return FALSE;
}

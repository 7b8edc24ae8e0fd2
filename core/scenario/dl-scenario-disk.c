/* Scenario files on the disk. */
#include "dl-scenario-file.h"

#include "dl-field-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
set_file_error (const char *name, int code, GError **error)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _ ("%s: cannot be read: %s"),
               name, g_strerror (code));
}

static gsize
scenario_limit (const guint8 *data, gsize length)
{
  return DL_SCENARIO_FILE_MAX_BYTES;
}

static gsize
cabling_limit (const guint8 *data, gsize length)
{
  return DL_CABLING_MAX_BYTES;
}

/* All of a regular file of a bearable size. */
static GByteArray *
read_all (int fd, const char *name, DlFileLimit limit, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  struct stat info;

  if (fstat (fd, &info) != 0)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error (error, G_FILE_ERROR,
                   S_ISDIR (info.st_mode) ? G_FILE_ERROR_ISDIR : G_FILE_ERROR_INVAL,
                   S_ISDIR (info.st_mode) ? _ ("%s: is a folder (a file is needed)")
                                          : _ ("%s: is not a regular file (a file is needed)"),
                   name);
      return NULL;
    }

  /* It may grow while it is read, so count what comes. */
  bytes = g_byte_array_new ();
  while (bytes->len <= limit (bytes->data, bytes->len))
    {
      guint8 buffer[65536];
      const ssize_t n = read (fd, buffer, sizeof buffer);

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
               _ ("%s:1: the file is too large (at most %lu bytes)"), name,
               (gulong) limit (bytes->data, bytes->len));
  return NULL;
}

GByteArray *
dl_scenario_read_file (const char *file_name, DlFileLimit limit, GError **error)
{
  g_autofree char *name = g_filename_display_name (file_name);
  GByteArray *bytes;
  /* A FIFO without a writer must not keep us waiting. */
  const int fd = g_open (file_name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);

  if (fd < 0)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  bytes = read_all (fd, name, limit, error);
  close (fd);
  return bytes;
}

DlScenario *
dl_scenario_load (const char *file_name, GStrv *warnings, GError **error)
{
  g_autofree char *name = g_filename_display_name (file_name);
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, scenario_limit, error);

  if (bytes == NULL)
    return NULL;
  return dl_scenario_parse_in ((const char *) bytes->data, bytes->len, name, folder, warnings,
                               error);
}

DlMachine *
dl_machine_load (const char *file_name, GError **error)
{
  g_autofree char *name = g_filename_display_name (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, cabling_limit, error);

  return bytes != NULL ? dl_machine_new ((const char *) bytes->data, bytes->len, name, error)
                       : NULL;
}

/* A matrix is judged where its file's name is still known. */
static gboolean
check_content (const DlField *field, const char *text, const char *name, GError **error)
{
  g_autoptr (DlMatrix) matrix = NULL;

  if (strcmp (field->key, "matrix") != 0)
    return TRUE;
  matrix = dl_matrix_parse (text, -1, name, error);
  return matrix != NULL;
}

/* Jobs are told by their rules: "JOB:NODES:GROUPS JOB@FIRST-LAST". */
static gboolean
is_jobs (const DlField *field, const char *text)
{
  g_auto (GStrv) items = NULL;

  if (strcmp (field->key, "placement") != 0)
    return FALSE;
  items = g_strsplit_set (text, " \t;", -1);
  for (guint i = 0; items[i] != NULL; i++)
    if (*items[i] != '\0' && strpbrk (items[i], ":@") == NULL)
      return FALSE;
  return TRUE;
}

gboolean
dl_scenario_take_in (const DlField *field, const char *folder, char **value, GError **error)
{
  g_autofree char *file_name = g_strstrip (g_strdup (*value));
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  const gboolean is_machine = field->type == &dl_field_type_machine;

  if (!field->type->is_file || *file_name == '\0' || dl_scenario_is_content (*value)
      || (is_machine && g_str_has_prefix (file_name, "zlib:")) || is_jobs (field, file_name)
      || (field->choices != NULL && g_strv_contains (field->choices, file_name)))
    return TRUE;
  path = folder != NULL && strcmp (folder, ".") != 0 && !g_path_is_absolute (file_name)
             ? g_build_filename (folder, file_name, NULL)
             : g_strdup (file_name);
  name = g_filename_display_name (path);
  if (is_machine)
    {
      g_autoptr (DlMachine) machine = dl_machine_load (path, error);

      if (machine == NULL)
        return FALSE;
      g_free (*value);
      *value = g_strdup (machine->text);
      return TRUE;
    }
  bytes = dl_scenario_read_file (path, scenario_limit, error);
  if (bytes == NULL)
    return FALSE;
  if (!g_utf8_validate ((const char *) bytes->data, bytes->len, NULL))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s: is not a text (lines of UTF-8)"), name);
      return FALSE;
    }
  /* Content has lines, by which it is known. */
  g_byte_array_append (bytes, (const guint8 *) "\n", 2);
  text = g_strdup ((const char *) bytes->data);
  if (g_str_has_suffix (text, "\n\n"))
    text[strlen (text) - 1] = '\0';
  if (!check_content (field, text, name, error))
    return FALSE;
  g_free (*value);
  *value = g_steal_pointer (&text);
  return TRUE;
}

gboolean
dl_scenario_save (const DlScenario *scenario, const char *file_name, GError **error)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autofree char *name = g_filename_display_name (file_name);

  if (g_file_set_contents_full (file_name, text, -1,
                                G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666,
                                error))
    return TRUE;
  g_prefix_error (error, _ ("%s: cannot be written: "), name);
  return FALSE;
}

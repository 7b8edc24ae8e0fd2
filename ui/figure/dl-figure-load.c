#include "dl-figure-load.h"

#include "dl-figure.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#define MAX_FIGURE_BYTES (256 * 1024 * 1024)

static gboolean
begins_with (const guint8 *data, gsize length, const char *magic)
{
  return length >= strlen (magic) && memcmp (data, magic, strlen (magic)) == 0;
}

static gboolean
is_figure (const guint8 *data, gsize length)
{
  gsize i = begins_with (data, length, "\xef\xbb\xbf") ? 3 : 0;

  if (begins_with (data, length, "\x89PNG") || begins_with (data, length, "%PDF-"))
    return TRUE;
  while (i < length && g_ascii_isspace (data[i]))
    i++;
  return i < length && data[i] == '<';
}

gsize
dl_figure_load_limit (const guint8 *data, gsize length)
{
  return is_figure (data, length) ? MAX_FIGURE_BYTES : DL_SCENARIO_FILE_MAX_BYTES;
}

DlScenario *
dl_figure_parse_scenario (const guint8 *data, gsize length, const char *name, GStrv *warnings,
                          GError **error)
{
  const gboolean figure = is_figure (data, length);
  /* A figure's CSV looks like any text; one without a scenario is no scenario file either. */
  g_autofree char *inside = dl_figure_read_scenario (data, length, figure ? error : NULL);

  if (inside != NULL)
    return dl_scenario_parse (inside, -1, name, warnings, error);
  if (!figure)
    return dl_scenario_parse ((const char *) data, length, name, warnings, error);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

DlScenario *
dl_figure_load_scenario (GFile *file, GCancellable *cancellable, GStrv *warnings, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *data = NULL;
  g_autoptr (GFileInfo) info
      = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                           G_FILE_QUERY_INFO_NONE, cancellable, error);
  gsize length;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   _ ("%s: is not a regular file (a scenario file or a figure is needed)"), name);
      return NULL;
    }
  if (g_file_info_get_size (info) > MAX_FIGURE_BYTES)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE,
                   _ ("%s: the file is too large for a scenario (at most %d bytes)"), name,
                   DL_SCENARIO_FILE_MAX_BYTES);
      return NULL;
    }
  if (!g_file_load_contents (file, cancellable, &data, &length, NULL, error))
    return NULL;
  return dl_figure_parse_scenario ((const guint8 *) data, length, name, warnings, error);
}

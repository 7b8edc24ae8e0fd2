#include "dl-figure-load.h"

#include "dl-family.h"
#include "dl-figure.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_FIGURE_BYTES (256 * 1024 * 1024)
/* What is irregular in a machine's cabling: lines that are told. */
#define MAX_IRREGULAR 3

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
  const DlMachineFile *machine = dl_machine_file_find ((const char *) data, length, NULL);

  if (machine != NULL)
    return machine->max_bytes;
  return is_figure (data, length) ? MAX_FIGURE_BYTES : DL_SCENARIO_FILE_MAX_BYTES;
}

/* A scenario for a machine's own network, named after its file. */
static DlScenario *
parse_machine (const DlMachineFile *file, const DlFamily *family, const guint8 *data, gsize length,
               const char *name, const char *const *chosen, GStrv *warnings, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *title = g_path_get_basename (name);
  char *dot = strrchr (title, '.');
  DlScenario *scenario;

  if (dl_machine_file_is_alone (file, family, chosen))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   /* Translators: a file, and what it is, as in “Forwarding tables” */
                   _ ("%s: %s belong to a network (open the file of the network, or both "
                      "together)"),
                   name, dl_field_title (dl_field_find_name (file->key)));
      return NULL;
    }
  if (dot != NULL && dot > title)
    *dot = '\0';
  g_byte_array_append (bytes, data, (guint) length);
  scenario = dl_machine_file_open (file, family, bytes, name, title, chosen, error);
  if (scenario != NULL && warnings != NULL && file->irregular != NULL)
    *warnings = file->irregular (scenario, MAX_IRREGULAR);
  return scenario;
}

DlScenario *
dl_figure_parse_scenario (const guint8 *data, gsize length, const char *name, DlScenarioFiles files,
                          GStrv *warnings, GError **error)
{
  const DlMachineFile *machine;
  const DlFamily *family;

  if (files.outside != NULL)
    *files.outside = NULL;
  machine = dl_machine_file_find ((const char *) data, length, &family);
  if (machine != NULL)
    return parse_machine (machine, family, data, length, name, files.chosen, warnings, error);
  const gboolean figure = is_figure (data, length);
  /* A figure's CSV looks like any text; one without a scenario is no scenario file either. */
  g_autofree char *inside = dl_figure_read_scenario (data, length, figure ? error : NULL);

  if (inside != NULL)
    return dl_scenario_parse (inside, -1, name, warnings, error);
  if (!figure)
    return dl_scenario_parse_in ((const char *) data, length, name, files, warnings, error);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

DlScenario *
dl_figure_load_scenario (const char *file_name, const char *const *chosen, char **outside,
                         GStrv *warnings, GError **error)
{
  g_autofree char *name = g_filename_display_name (file_name);
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, dl_figure_load_limit, error);

  if (outside != NULL)
    *outside = NULL;
  if (bytes == NULL)
    return NULL;
  return dl_figure_parse_scenario (
      bytes->data, bytes->len, name,
      (DlScenarioFiles) { .folder = folder, .chosen = chosen, .outside = outside }, warnings,
      error);
}

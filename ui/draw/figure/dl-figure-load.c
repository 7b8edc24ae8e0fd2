#include "dl-figure-load.h"

#include "dl-family.h"
#include "dl-figure.h"
#include "dl-machine-file.h"
#include "dl-safe-text.h"
#include "dl-scenario-file.h"
#include "dl-text-kind.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_FIGURE_BYTES (256 * 1024 * 1024)
/* What is irregular in a machine's cabling: lines that are told. */
#define MAX_IRREGULAR 3
/* Bytes in which a scenario has begun, after comments. */
#define MAX_BEGIN 65536

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

/* Does @data begin as a scenario does, with a group or with a key, or has it nothing? */
static gboolean
begins_scenario (const guint8 *data, gsize length)
{
  DlTextLines lines;
  g_autoptr (GString) line = g_string_new (NULL);

  dl_text_lines_init (&lines, (const char *) data, (gssize) MIN (length, MAX_BEGIN), "");
  while (dl_text_lines_next (&lines, line))
    if (line->len > 0 && line->str[0] != '#')
      return line->str[0] == '[' || strchr (line->str, '=') != NULL;
  return TRUE;
}

/* @kind: (nullable) what it looks like. */
static void
set_unknown (const char *name, const char *kind, guint line, GError **error)
{
  g_autofree char *formats = dl_machine_file_formats ();

  if (kind != NULL)
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                 /* Translators: FILE:LINE, a format as in “JSON”, and a list of formats */
                 _ ("%s:%u: %s cannot be read (expected one of: %s)"), name, line, _ (kind),
                 formats);
  else
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                 _ ("%s:1: the format is not known (expected one of: %s)"), name, formats);
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
  const char *kind = NULL;
  guint line = 1;

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
  if (!figure && length <= DL_SCENARIO_FILE_MAX_BYTES
      && ((kind = dl_text_kind ((const char *) data, length, &line)) != NULL
          || !begins_scenario (data, length)))
    {
      set_unknown (name, kind, line, error);
      return NULL;
    }
  if (!figure)
    return dl_scenario_parse_in ((const char *) data, length, name, files, warnings, error);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

DlScenario *
dl_figure_load_scenario (const char *file_name, const char *const *chosen, char **outside,
                         GStrv *warnings, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);
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

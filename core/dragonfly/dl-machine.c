#include "dl-machine.h"

#include "dl-cabling-pack.h"
#include "dl-deflate.h"
#include "dl-safe-text.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PREFIX "zlib:"
#define PACKED "packed:" /* dl_cabling_pack, compressed, in base64 */

static void
machine_free (gpointer data)
{
  DlMachine *machine = data;

  g_free (machine->text);
  dl_dragonfly_unref (machine->network);
  dl_cabling_report_clear (&machine->report);
  g_free (machine);
}

static DlMachine *
new_machine (void)
{
  DlMachine *machine = g_new0 (DlMachine, 1);

  dl_shared_init (&machine->shared, machine_free);
  return machine;
}

static char *
compress (const char *prefix, const char *content, gsize length)
{
  g_autofree char *deflated = dl_deflate (content, length);

  return g_strconcat (prefix, deflated, NULL);
}

static GBytes *
decompress (const char *prefix, const char *text, GError **error)
{
  g_autoptr (GError) local = NULL;
  GBytes *bytes = dl_inflate (text + strlen (prefix), DL_CABLING_MAX_BYTES, &local);

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_LIMIT,
                 _ ("more than %lu bytes of cabling (no machine has this many ports)"),
                 (gulong) DL_CABLING_MAX_BYTES);
  else if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return bytes;
}

gboolean
dl_machine_is_content (const char *text)
{
  return g_str_has_prefix (text, PREFIX) || g_str_has_prefix (text, PACKED);
}

char *
dl_machine_to_packed_text (const DlMachine *machine)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *packed = NULL;

  if (g_str_has_prefix (machine->text, PREFIX))
    bytes = decompress (PREFIX, machine->text, NULL);
  if (bytes != NULL)
    packed = dl_cabling_pack (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return packed != NULL ? compress (PACKED, packed, strlen (packed)) : g_strdup (machine->text);
}

/* What was in the file; NULL on error. */
static GString *
read_packed (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = decompress (PACKED, text, error);
  g_autoptr (GString) packed = NULL;
  GString *content;

  if (bytes == NULL)
    return NULL;
  packed = g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  content = dl_cabling_unpack (packed->str, DL_CABLING_MAX_BYTES);
  if (content == NULL)
    g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_SYNTAX,
                 _ ("the packed cabling is damaged (use an undamaged copy of the file)"));
  return content;
}

static gboolean
read_network (DlMachine *machine, const char *content, gsize length, const char *file_name,
              GError **error)
{
  machine->network = dl_cabling_read (content, length, file_name, &machine->report, error);
  return machine->network != NULL;
}

DlMachine *
dl_machine_new (const char *content, gssize length, const char *file_name, GError **error)
{
  g_autoptr (DlMachine) machine = new_machine ();
  const gsize n = length >= 0 ? (gsize) length : strlen (content);

  if (!read_network (machine, content, n, file_name, error))
    return NULL;
  machine->text = compress (PREFIX, content, n);
  return g_steal_pointer (&machine);
}

static gsize
limit_of_file (const guint8 *data, gsize length)
{
  return DL_CABLING_MAX_BYTES;
}

DlMachine *
dl_machine_load (const char *file_name, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, limit_of_file, error);

  return bytes != NULL ? dl_machine_new ((const char *) bytes->data, bytes->len, name, error)
                       : NULL;
}

DlMachine *
dl_machine_parse (const char *text, GError **error)
{
  /* Translators: stands where a file's name would, before ":LINE:" */
  const char *name = _ ("cabling");
  g_autoptr (DlMachine) machine = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (g_str_has_prefix (text, PACKED))
    {
      g_autoptr (GString) content = read_packed (text, error);

      return content != NULL ? dl_machine_new (content->str, (gssize) content->len, name, error)
                             : NULL;
    }
  machine = new_machine ();
  machine->text = g_strdup (text);
  if (!g_str_has_prefix (text, PREFIX))
    return g_steal_pointer (&machine);
  bytes = decompress (PREFIX, text, error);
  if (bytes == NULL
      || !read_network (machine, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), name,
                        error))
    return NULL;
  return g_steal_pointer (&machine);
}

GStrv
dl_machine_warnings (const DlMachine *machine, guint most)
{
  const DlCablingReport *report = &machine->report;
  GPtrArray *lines = g_ptr_array_new ();
  const guint n = report->n_irregular;

  for (guint i = 0; report->irregular != NULL && i < MIN (most, report->irregular->len); i++)
    g_ptr_array_add (lines, g_strdup (report->irregular->pdata[i]));
  if (n > lines->len)
    g_ptr_array_add (
        lines,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                      "%u irregularity in total: left out or used unchanged",
                                      "%u irregularities in total: left out or used unchanged", n),
                         n));
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}

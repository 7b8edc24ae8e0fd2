#include "dl-machine.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include <string.h>

#define PREFIX "zlib:"

static DlMachine *
new_machine (void)
{
  DlMachine *machine = g_new0 (DlMachine, 1);

  g_atomic_ref_count_init (&machine->refs);
  return machine;
}

static GBytes *
convert (GConverter *converter, const void *data, gsize length, gsize limit, GError **error)
{
  g_autoptr (GInputStream) raw = g_memory_input_stream_new_from_data (data, length, NULL);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (raw, converter);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (;;)
    {
      guint8 buffer[65536];
      const gssize n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, error);

      if (n < 0)
        return NULL;
      if (n == 0)
        return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
      if (bytes->len + (gsize) n > limit)
        {
          g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_LIMIT,
                       _ ("more than %lu bytes of cabling (no machine has so many ports)"),
                       (gulong) limit);
          return NULL;
        }
      g_byte_array_append (bytes, buffer, n);
    }
}

static char *
compress (const char *content, gsize length)
{
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr (GBytes) bytes = convert (converter, content, length, G_MAXSSIZE, NULL);
  g_autofree char *base64 = NULL;
  gsize n;
  const guint8 *data;

  g_assert (bytes != NULL);
  data = g_bytes_get_data (bytes, &n);
  base64 = g_base64_encode (data, n);
  return g_strconcat (PREFIX, base64, NULL);
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
  machine->text = compress (content, n);
  return g_steal_pointer (&machine);
}

DlMachine *
dl_machine_parse (const char *text, GError **error)
{
  g_autoptr (DlMachine) machine = new_machine ();
  g_autoptr (GConverter) converter = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree guint8 *data = NULL;
  gsize length;

  machine->text = g_strdup (text);
  if (!g_str_has_prefix (text, PREFIX))
    return g_steal_pointer (&machine);
  data = g_base64_decode (text + strlen (PREFIX), &length);
  converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  bytes = convert (converter, data, length, DL_CABLING_MAX_BYTES, error);
  if (bytes == NULL
      || !read_network (machine, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                        /* Translators: stands where a file's name would, before ":LINE:" */
                        _ ("cabling"), error))
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
        lines, g_strdup_printf (
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u irregularity in all: it is left out or "
                                "taken as it is",
                                "%u irregularities in all: they are left out or taken as they "
                                "are",
                                n),
                   n));
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}

DlMachine *
dl_machine_ref (DlMachine *machine)
{
  g_atomic_ref_count_inc (&machine->refs);
  return machine;
}

void
dl_machine_unref (DlMachine *machine)
{
  if (machine == NULL || !g_atomic_ref_count_dec (&machine->refs))
    return;
  g_free (machine->text);
  dl_dragonfly_unref (machine->network);
  dl_cabling_report_clear (&machine->report);
  g_free (machine);
}

#include "dl-fabric-file.h"

#include "dl-deflate.h"
#include "dl-path-records.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PREFIX "zlib:"

static void
fabric_file_free (gpointer data)
{
  DlFabricFile *file = data;

  g_free (file->text);
  g_clear_pointer (&file->bytes, g_bytes_unref);
  g_free (file);
}

static DlFabricFile *
new_file (char *text, GBytes *bytes)
{
  DlFabricFile *file = g_new (DlFabricFile, 1);

  dl_shared_init (&file->shared, fabric_file_free);
  file->text = text;
  file->bytes = bytes;
  file->is_records
      = bytes != NULL
        && dl_path_records_alone (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return file;
}

DlFabricFile *
dl_fabric_file_new (const char *content, gsize length)
{
  g_autofree char *deflated = dl_deflate (content, length);

  return new_file (g_strconcat (PREFIX, deflated, NULL), g_bytes_new (content, length));
}

DlFabricFile *
dl_fabric_file_parse (const char *text, GError **error)
{
  g_autoptr (GError) local = NULL;
  GBytes *bytes;

  if (!dl_fabric_file_is_content (text))
    return new_file (g_strdup (text), NULL);
  bytes = dl_inflate (text + strlen (PREFIX), DL_FABRIC_MAX_BYTES, &local);
  if (bytes != NULL)
    return new_file (g_strdup (text), bytes);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                 _ ("the file has more than %lu bytes (no fabric of supported size has)"),
                 (gulong) DL_FABRIC_MAX_BYTES);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

DlFabricFile *
dl_fabric_file_join (DlFabricFile *records, DlFabricFile *tables, GError **error)
{
  gsize n, more;
  const char *first = g_bytes_get_data (records->bytes, &n);
  const char *rest = g_bytes_get_data (tables->bytes, &more);
  g_autoptr (GByteArray) both = NULL;

  if (more >= n && memcmp (rest, first, n) == 0)
    return dl_fabric_file_ref (tables);
  if (n + 1 + more > DL_FABRIC_MAX_BYTES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("path records and tables have more than %lu bytes together (leave out some "
                      "records)"),
                   (gulong) DL_FABRIC_MAX_BYTES);
      return NULL;
    }
  both = g_byte_array_sized_new ((guint) (n + 1 + more));
  g_byte_array_append (both, (const guint8 *) first, (guint) n);
  g_byte_array_append (both, (const guint8 *) "\n", 1);
  g_byte_array_append (both, (const guint8 *) rest, (guint) more);
  return dl_fabric_file_new ((const char *) both->data, both->len);
}

gboolean
dl_fabric_file_is_content (const char *text)
{
  return g_str_has_prefix (text, PREFIX);
}

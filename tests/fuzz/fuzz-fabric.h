/* Shared by targets of readers of fabrics. */
#pragma once

#include "fuzz-target.h"

#include "dl-fabric-file.h"

/* Whatever the bytes, a fabric that holds together or an error with its line. */
static inline int
fuzz_fabric (const DlFabricFormat *format, const guint8 *data, gsize size)
{
  static const char *const names[] = { "*", NULL };
  static const DlFabricReading how = { .hosts_per_switch = 1 };
  static const DlFabricReading none = { .hosts_per_switch = 1, .service_names = names };
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = NULL;

  format->probe ((const char *) data, size);
  fabric = format->read ((const char *) data, (gssize) size, "fabric", &how, &report, &error);
  g_assert_true ((fabric == NULL) == (error != NULL));
  g_assert_true (error == NULL || g_str_has_prefix (error->message, "fabric:"));
  for (guint c = 0; fabric != NULL && c < fabric->n_channels; c++)
    {
      const guint32 back = fabric->channel_back[c];

      g_assert_cmpuint (fabric->channel_to[c], <, fabric->n_vertices);
      g_assert_true (back == DL_FABRIC_NONE || fabric->channel_back[back] == c);
    }
  for (guint v = 0; fabric != NULL && v < fabric->n_vertices; v++)
    g_assert_true (g_utf8_validate (dl_fabric_name (fabric, v), -1, NULL));
  dl_fabric_report_clear (&report);
  /* All with a description set apart. */
  g_autoptr (DlFabric) rest
      = format->read ((const char *) data, (gssize) size, "fabric", &none, NULL, NULL);

  g_assert_true (rest == NULL || rest->n_hosts > 0);
  return 0;
}

/* Any bytes as a table of virtual channels: refused with one line, or read; what is read gives the
 * same text again. Bytes that are no base64 are tried as what base64 would hold, so that a fuzzer
 * gets further than that. */
#include "dl-vc-table.h"

#include "fuzz-target.h"

#include <string.h>

static void
try_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlVcTable) table = dl_vc_table_parse (text, &error);
  g_autoptr (DlVcTable) again = NULL;

  if (table == NULL)
    {
      g_assert_nonnull (error);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (dl_vc_table_text (table), ==, text);
  g_assert_cmpuint (table->n_nodes, <=, DL_TORUS_MAX_NODES);
  for (guint i = 0; i < 64; i++)
    g_assert_cmpuint (dl_vc_table_get (table, i * 7 % table->n_nodes, i * 5 % table->n_nodes, i),
                      <=, 1);
  again = dl_vc_table_parse (dl_vc_table_text (table), &error);
  g_assert_no_error (error);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *encoded = g_base64_encode (data, size);

  try_text (text);
  try_text (encoded);
  return 0;
}

/* Forwarding tables of a small fabric: what is read is written and read back as it was. */
#include "fuzz-target.h"

#include "dl-fabric-builder.h"
#include "dl-fabric-file.h"

static DlFabric *
make_fabric (void)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  DlFabric *fabric;

  for (guint s = 0; s < 2; s++)
    {
      const DlFabricEnd at = { s, FALSE, 0 }, host = { s, TRUE, 1 };

      dl_fabric_builder_add_switch (builder, s == 0 ? "leaf 'one' (x)" : "two", 0x20 + s, 4);
      dl_fabric_builder_add_host (builder, NULL, 0x40 + s);
      dl_fabric_builder_set_lid (builder, host, 3 + s);
      g_assert_true (dl_fabric_builder_add_cable (builder, at, host, NULL));
    }
  g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { 0, FALSE, 0 },
                                              (DlFabricEnd) { 1, FALSE, 0 }, NULL));
  fabric = dl_fabric_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (fabric);
  return fabric;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (DlFabric) fabric = make_fabric ();
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabricTables) tables = NULL, again = NULL;
  g_autofree char *text = NULL;

  dl_fabric_tables_probe ((const char *) data, size);
  tables = dl_fabric_tables_read (fabric, (const char *) data, (gssize) size, "tables", &report,
                                  &error);
  g_assert_true ((tables == NULL) == (error != NULL));
  dl_fabric_report_clear (&report);
  if (tables == NULL)
    return 0;
  text = dl_fabric_tables_write (fabric, tables, NULL);
  again = dl_fabric_tables_read (fabric, text, -1, "tables", NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < tables->n_vertices * tables->n_switches; i++)
    g_assert_cmpuint (again->port[i], ==, tables->port[i]);
  return 0;
}

/* What a scenario states of a fabric: built, broken, routed, copied; its files; the presets. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-options.h"
#include "fabric-fixture.h"

#include <string.h>

static void
test_presets (void)
{
  static const struct
  {
    const char *id;
    guint hosts, switches, diameter;
  } facts[] = {
    { "fat-tree-1024", 1024, 320, 4 },   { "leaf-spine-648", 648, 45, 2 },
    { "hyperx-8x8x8", 4096, 512, 3 },    { "slim-fly-17", 578 * 13, 578, 2 },
    { "dragonfly-plus-9", 576, 144, 3 },
  };
  const DlFabricPreset *presets;
  guint n;

  presets = dl_fabric_presets (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (facts));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlFabric) fabric = NULL;
      g_autoptr (DlFabricRoutes) routes = NULL;
      g_autoptr (DlFabricAnalysis) analysis = NULL;
      g_autoptr (GError) error = NULL;
      DlFabricOptions options;

      dl_fabric_options_init (&options);
      dl_fabric_preset_apply (&presets[i], &options);
      fabric = dl_fabric_options_build (&options, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (presets[i].id, ==, facts[i].id);
      g_assert_cmpuint (fabric->n_hosts, ==, facts[i].hosts);
      g_assert_cmpuint (fabric->n_switches, ==, facts[i].switches);
      g_assert_cmpuint (dl_fabric_diameter (fabric, NULL), ==, facts[i].diameter);
      /* Each works with its own engine and layers. */
      routes = dl_fabric_options_route (&options, fabric, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      g_assert_cmpuint (analysis->n_unreachable, ==, 0);
      g_assert_true (analysis->deadlock_free);
      dl_fabric_options_clear (&options);
    }
}

static void
add (GPtrArray *list, const char *text)
{
  g_ptr_array_add (list, g_strdup (text));
}

static void
test_faults (void)
{
  DlFabricOptions options, copy;
  g_autoptr (DlFabric) whole = NULL, broken = NULL, again = NULL;
  g_autoptr (GError) error = NULL;
  const char *key = NULL;
  guint expected;

  dl_fabric_options_init (&options);
  whole = dl_fabric_options_build (&options, NULL, NULL, NULL, &error);
  add (options.broken_cables, "L1-0:9");
  add (options.broken_channels, "L1-1:9");
  add (options.broken_switches, "L3-0");
  add (options.broken_hosts, "H100");
  dl_fabric_options_copy (&options, &copy);
  g_assert_true (dl_fabric_options_same_whole (&options, &copy));
  broken = dl_fabric_options_build (&options, whole, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (broken->whole == whole);
  expected = 2 + 1 + 2 * 16 + 2;
  g_assert_cmpuint (broken->n_broken, ==, expected);
  /* From what is broken already, and from nothing. */
  again = dl_fabric_options_build (&copy, broken, NULL, NULL, &error);
  g_assert_true (again->whole == whole);
  g_assert_cmpuint (again->n_broken, ==, expected);

  static const struct
  {
    gsize list;
    const char *item, *key;
  } wrong[] = {
    { G_STRUCT_OFFSET (DlFabricOptions, broken_cables), "L1-0", "broken-cables" },
    { G_STRUCT_OFFSET (DlFabricOptions, broken_cables), "L1-0:99", "broken-cables" },
    { G_STRUCT_OFFSET (DlFabricOptions, broken_channels), "X:1", "broken-channels" },
    { G_STRUCT_OFFSET (DlFabricOptions, broken_switches), "H1", "broken-switches" },
    { G_STRUCT_OFFSET (DlFabricOptions, broken_hosts), "L1-0", "broken-hosts" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      GPtrArray *list = G_STRUCT_MEMBER (GPtrArray *, &copy, wrong[i].list);

      add (list, wrong[i].item);
      g_assert_null (dl_fabric_options_build (&copy, whole, NULL, &key, &error));
      g_assert_cmpstr (key, ==, wrong[i].key);
      g_assert_true (error->domain == DL_FABRIC_ERROR);
      g_clear_error (&error);
      g_ptr_array_set_size (list, list->len - 1);
    }
  add (copy.roots, "nobody");
  copy.engine = &dl_fabric_up_down;
  g_assert_null (dl_fabric_options_route (&copy, broken, NULL, NULL, &key, &error));
  g_assert_cmpstr (key, ==, "roots");
  g_clear_error (&error);
  copy.spec.children[0] = 0;
  g_assert_false (dl_fabric_options_same_whole (&options, &copy));
  g_assert_null (dl_fabric_options_build (&copy, NULL, NULL, &key, &error));
  g_assert_cmpstr (key, ==, "children");
  dl_fabric_options_clear (&options);
  dl_fabric_options_clear (&copy);
}

/* A file and tables go with the scenario as text, and come back as they were. */
static void
test_files (void)
{
  static const char edges[] = "a b\nb c\nc a\nh1 a\nh2 b\nh3 c\n";
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (edges, strlen (edges)), back = NULL;
  g_autoptr (DlFabricFile) bad = NULL, name = NULL;
  g_autoptr (DlFabric) fabric = NULL;
  g_autoptr (DlFabricRoutes) made = NULL, read = NULL;
  g_autoptr (DlFabricTables) tables = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *key = NULL;
  DlFabricOptions options;

  g_assert_true (dl_fabric_file_is_content (file->text));
  g_assert_null (strpbrk (file->text, "\n;"));
  back = dl_fabric_file_parse (file->text, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (back->bytes, file->bytes));
  bad = dl_fabric_file_parse ("zlib:nothing", &error);
  g_assert_null (bad);
  g_assert_nonnull (error);
  g_clear_error (&error);
  name = dl_fabric_file_parse ("cluster.txt", &error);
  g_assert_null (name->bytes);

  dl_fabric_options_init (&options);
  options.source = NULL;
  g_assert_null (dl_fabric_options_build (&options, NULL, NULL, &key, &error));
  g_assert_cmpstr (key, ==, "file");
  g_clear_error (&error);
  options.file = dl_fabric_file_ref (name);
  g_assert_null (dl_fabric_options_build (&options, NULL, NULL, &key, &error));
  g_clear_error (&error);
  dl_fabric_file_unref (options.file);
  options.file = dl_fabric_file_ref (back);
  fabric = dl_fabric_options_build (&options, NULL, NULL, &key, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fabric->n_hosts, ==, 3);

  options.engine = &dl_fabric_lft;
  g_assert_null (dl_fabric_options_route (&options, fabric, NULL, NULL, &key, &error));
  g_assert_cmpstr (key, ==, "tables");
  g_clear_error (&error);
  options.engine = &dl_fabric_min_hop;
  made = dl_fabric_options_route (&options, fabric, NULL, NULL, &key, &error);
  tables = dl_fabric_routes_tables (made);
  text = dl_fabric_tables_write (fabric, tables, NULL);
  options.tables = dl_fabric_file_new (text, strlen (text));
  options.engine = &dl_fabric_lft;
  read = dl_fabric_options_route (&options, fabric, NULL, NULL, &key, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (read->port, 3 * 3, made->port, 3 * 3);
  dl_fabric_options_clear (&options);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-options/presets", test_presets);
  g_test_add_func ("/fabric-options/faults", test_faults);
  g_test_add_func ("/fabric-options/files", test_files);
  return g_test_run ();
}

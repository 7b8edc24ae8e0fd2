/* Everywhere that there is to go, as rows: each table's, found by what people type. */
#include "dl-goto-list.h"

#include "dl-family-rooms.h"
#include "dl-lessons.h"
#include "dl-palette.h"
#include "metric-fixture.h"

#include <string.h>

static DlGotoRow *
first (GPtrArray *rows, const char *text)
{
  g_autoptr (GPtrArray) found = dl_goto_find (&rows, 1, text);

  return found->len > 0 ? found->pdata[0] : NULL;
}

static void
assert_first (GPtrArray *rows, const char *text, const char *action)
{
  const DlGotoRow *row = first (rows, text);

  g_test_message ("%s", text);
  g_assert_nonnull (row);
  g_assert_cmpstr (row->action, ==, action);
}

/* Each family's pages and views, and none that it does not have. */
static void
test_features (void)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint f = 0; f < n_families; f++)
    {
      g_autoptr (GPtrArray) rows = dl_goto_rows_new ();
      const DlMaker *page;
      guint n = 0;

      dl_goto_add_features (rows, families[f]);
      for (guint i = 0; (page = dl_family_maker (families[f], DL_FEATURE_PAGE, i)) != NULL; i++)
        {
          g_autofree char *action = g_strconcat ("win.evidence-page::", page->id, NULL);

          assert_first (rows, page->title, action);
          g_assert_cmpint (first (rows, page->title)->kind, ==, DL_GOTO_PAGE);
          n++;
        }
      for (guint i = 0; dl_family_feature (families[f], DL_FEATURE_VIEW, i) != NULL; i++)
        n++;
      g_assert_cmpuint (rows->len, ==, n);
      assert_first (rows, "table", "win.show-view::table");
      g_assert_null (strchr (first (rows, "table")->title, '_'));
    }
}

/* Metrics of each family's maps, in the words of the drop-down. */
static void
test_colors (void)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint f = 0; f < n_families; f++)
    {
      g_autoptr (GPtrArray) rows = dl_goto_rows_new ();
      const DlMetric *metric;
      guint n = 0;

      dl_goto_add_colors (rows, families[f]);
      for (; (metric = dl_family_metric (families[f], n)) != NULL; n++)
        {
          g_autofree char *action = g_strconcat ("win.color::", metric->id, NULL);

          assert_first (rows, dl_metric_title (metric), action);
          g_assert_cmpint (first (rows, dl_metric_title (metric))->kind, ==, DL_GOTO_COLOR);
        }
      g_assert_cmpuint (rows->len, ==, n);
    }
}

/* Keys that have a control, and that the network reads. */
static void
test_settings (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario ("torus-5x5x5");
  g_autoptr (GHashTable) controls = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) rows = dl_goto_rows_new ();

  dl_goto_add_settings (rows, scenario, controls);
  g_assert_cmpuint (rows->len, ==, 0);
  g_hash_table_add (controls, (gpointer) "traffic.load");
  g_hash_table_add (controls, (gpointer) "router.age-clock-period");
  g_hash_table_add (controls, (gpointer) "dragonfly.groups");
  dl_goto_add_settings (rows, scenario, controls);
  g_assert_cmpuint (rows->len, ==, 2);
  assert_first (rows, "offered", "win.go-to-setting::traffic.load");
  assert_first (rows, "traffic.load", "win.go-to-setting::traffic.load");
  assert_first (rows, "age clock", "win.go-to-setting::router.age-clock-period");
}

static void
test_presets (void)
{
  g_autoptr (GPtrArray) rows = dl_goto_rows_new ();
  guint n;
  const DlPreset *presets = dl_presets (&n);

  dl_goto_add_presets (rows);
  g_assert_cmpuint (rows->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.new-from::", presets[i].id, NULL);

      assert_first (rows, presets[i].title, action);
    }
}

/* Titles without the letter to press, below what they stand; each action once, and only those of
 * the window and the application. */
static void
test_menu (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) below = g_menu_new ();
  g_autoptr (GPtrArray) rows = dl_goto_rows_new ();

  g_menu_append (below, "_Dark", "app.style::dark");
  g_menu_append (below, "_Elsewhere", "row.delete");
  g_menu_append (menu, "_Open File…", "win.open-file");
  g_menu_append_submenu (menu, "_Style", G_MENU_MODEL (below));
  g_menu_append (menu, "Open It _Again", "win.open-file");
  g_menu_append (menu, "Cycles", "win.sim-speed(10)");
  dl_goto_add_menu (rows, G_MENU_MODEL (menu));
  g_assert_cmpuint (rows->len, ==, 3);
  assert_first (rows, "open file", "win.open-file");
  assert_first (rows, "style dark", "app.style::dark");
  assert_first (rows, "cycles", "win.sim-speed(10)");
  g_assert_cmpstr (first (rows, "dark")->detail, ==, "Style");
  g_assert_cmpstr (first (rows, "dark")->title, ==, "Dark");
  g_assert_true (dl_goto_has_action (rows, "app.style::dark"));
  g_assert_false (dl_goto_has_action (rows, "app.style::light"));
}

static void
test_texts (void)
{
  g_autoptr (GPtrArray) rows = dl_goto_rows_new ();
  g_auto (GStrv) ids = dl_lessons_list ();

  dl_goto_add_texts (rows);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *action = dl_goto_action ("win.lesson", g_variant_new_string (ids[i]));

      g_assert_true (dl_goto_has_action (rows, action));
    }
  assert_first (rows, "load curve", "app.help('evidence#curve')");
  g_assert_true (dl_goto_has_action (rows, "app.help::library"));
}

/* Whole titles first, then what starts with the words, then the order of kinds; what is not
 * possible after what is, and help behind what it is about. */
static void
test_order (void)
{
  g_autoptr (GPtrArray) rows = dl_goto_rows_new ();
  static const char *const order[] = { "win.a", "win.b", "win.c", "win.d", "win.e", "win.f" };

  dl_goto_add (rows, DL_GOTO_HELP, "Load", "", g_strdup ("win.e"));
  dl_goto_add (rows, DL_GOTO_PAGE, "Overload", "", g_strdup ("win.f"));
  dl_goto_add (rows, DL_GOTO_ACTION, "Load it", "", g_strdup ("win.d"))->possible = FALSE;
  dl_goto_add (rows, DL_GOTO_SETTING, "Load limit", "", g_strdup ("win.c"));
  dl_goto_add (rows, DL_GOTO_ACTION, "Load", "", g_strdup ("win.a"));
  dl_goto_add (rows, DL_GOTO_PAGE, "Load curve", "", g_strdup ("win.b"));
  dl_goto_add (rows, DL_GOTO_PAGE, "Deadlock", "", g_strdup ("win.g"));
  g_autoptr (GPtrArray) found = dl_goto_find (&rows, 1, " LOAD ");

  g_assert_cmpuint (found->len, ==, G_N_ELEMENTS (order));
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpstr (((DlGotoRow *) found->pdata[i])->action, ==, order[i]);
  g_assert_null (first (rows, "  "));
  g_assert_null (first (rows, "nothing of the kind"));
}

/* The examples are of the network that is open. */
static void
test_expected (void)
{
  static const struct
  {
    const char *preset, *has, *missing;
  } cases[] = {
    { "torus-5x5x5", "(2,2,2, 2,2,2:x+)", "Group" },
    { "cascade-2", "Group 1)", ":x+" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_new_scenario (cases[i].preset);
      const DlFamily *family = scenario->family;
      const gpointer shape = family->build (scenario, NULL);
      DlNet net;

      net = *dl_shape_net (shape);
      g_autofree char *expected = dl_goto_expected (family, &net);
      g_autofree char *before = dl_goto_expected (family, NULL);

      g_assert_nonnull (strstr (expected, cases[i].has));
      g_assert_null (strstr (expected, cases[i].missing));
      g_assert_null (strchr (before, '('));
      dl_shared_unref (shape);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/goto-list/features", test_features);
  g_test_add_func ("/goto-list/colors", test_colors);
  g_test_add_func ("/goto-list/settings", test_settings);
  g_test_add_func ("/goto-list/presets", test_presets);
  g_test_add_func ("/goto-list/menu", test_menu);
  g_test_add_func ("/goto-list/texts", test_texts);
  g_test_add_func ("/goto-list/order", test_order);
  g_test_add_func ("/goto-list/expected", test_expected);
  return g_test_run ();
}

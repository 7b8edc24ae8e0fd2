/* libdateline's functions, each of them called: held against the core and known answers, and
 * misused, which is an error and never a critical. */
#include "dateline.h"
#include "dl-config.h"
#include "dl-load-sweep.h"
#include "dl-measure.h"
#include "dl-preset.h"
#include "dl-recording.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Fixtures --------------------------------------------------------------------------------------
 */

#define assert_code(error, code_)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_error ((error), DATELINE_ERROR, (code_));                                             \
    g_assert_cmpstr ((error)->message, !=, "");                                                    \
    g_clear_error (&(error));                                                                      \
  }                                                                                                \
  G_STMT_END

/* With @change, one assignment; nullable. */
static DatelineScenario *
preset_with (const char *name, const char *change)
{
  const char *const changes[] = { change, NULL };
  g_autoptr (GError) error = NULL;
  DatelineScenario *scenario = dateline_scenario_new_preset (name, &error);

  g_assert_no_error (error);
  g_assert_true (dateline_scenario_change (scenario, changes, &error));
  g_assert_no_error (error);
  return scenario;
}

static DatelineAnalysis *
analyze (DatelineScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  DatelineAnalysis *analysis = dateline_analysis_new (scenario, NULL, NULL, &error);

  g_assert_no_error (error);
  return analysis;
}

static DatelineAnalysis *
analyze_preset (const char *name, const char *change)
{
  g_autoptr (DatelineScenario) scenario = preset_with (name, change);

  return analyze (scenario);
}

/* The same as the core computes it. */
static DlEvaluation *
evaluate (DatelineAnalysis *analysis)
{
  g_autoptr (DatelineScenario) scenario = dateline_analysis_dup_scenario (analysis);
  g_autofree char *text = dateline_scenario_to_text (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) inside = dl_scenario_parse (text, -1, "t", NULL, &error);
  DlEvaluation *result = dl_evaluation_new (inside, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static DatelineSimulation *
simulate (const char *name, const char *change, guint64 cycles)
{
  g_autoptr (DatelineScenario) scenario = preset_with (name, change);
  g_autoptr (GError) error = NULL;
  DatelineSimulation *simulation = dateline_simulation_new (scenario, &error);

  g_assert_no_error (error);
  g_assert_true (dateline_simulation_run (simulation, cycles, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  return simulation;
}

static char *
digest (DatelineSimulation *simulation)
{
  g_autoptr (GError) error = NULL;
  char *digits = dateline_simulation_get_digest (simulation, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (digits), ==, 16);
  return digits;
}

static void
assert_same_digest (DatelineSimulation *a, DatelineSimulation *b)
{
  g_autofree char *of_a = digest (a), *of_b = digest (b);

  g_assert_cmpstr (of_a, ==, of_b);
}

static GCancellable *
cancelled (void)
{
  GCancellable *cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  return cancellable;
}

static guint
column_of (DatelineTable *table, const char *id)
{
  g_auto (GStrv) ids = dateline_table_get_ids (table);

  for (guint i = 0; ids[i] != NULL; i++)
    if (g_str_equal (ids[i], id))
      return i;
  g_error ("no column %s", id);
}

static char *
text_at (DatelineTable *table, guint row, const char *id)
{
  g_autoptr (GError) error = NULL;
  char *text = dateline_table_get_text (table, row, column_of (table, id), &error);

  g_assert_no_error (error);
  return text;
}

static double
number_at (DatelineTable *table, guint row, const char *id)
{
  g_autoptr (GError) error = NULL;
  double number = dateline_table_get_number (table, row, column_of (table, id), &error);

  g_assert_no_error (error);
  return number;
}

static void
assert_text_at (DatelineTable *table, guint row, const char *id, const char *expected)
{
  g_autofree char *text = text_at (table, row, id);

  g_assert_cmpstr (text, ==, expected);
}

static gconstpointer
data_of (DatelineArray *array)
{
  return g_bytes_get_data (dateline_array_get_bytes (array), NULL);
}

/* @array, which is let go, has @n elements of @element, which are those at @data. */
static void
assert_array (DatelineArray *array, DatelineElement element, gsize n, gconstpointer data)
{
  g_autoptr (DatelineArray) owned = array;

  g_assert_nonnull (array);
  g_assert_cmpint (dateline_array_get_element (array), ==, element);
  g_assert_cmpuint (dateline_array_get_length (array), ==, n);
  g_assert_cmpmem (data_of (array), g_bytes_get_size (dateline_array_get_bytes (array)), data,
                   g_bytes_get_size (dateline_array_get_bytes (array)));
}

static void
assert_same_number (double a, double b)
{
  if (isnan (a) || isnan (b))
    g_assert_true (isnan (a) && isnan (b));
  else
    g_assert_cmpfloat (a, ==, b);
}

/* Errors, lists and tables ----------------------------------------------------------------------
 */

static void
test_base (void)
{
  g_assert_cmpstr (dateline_get_version (), ==, DL_VERSION);
  g_assert_cmpstr (g_quark_to_string (dateline_error_quark ()), ==, "dateline-error-quark");
}

static void
test_presets (void)
{
  g_autoptr (DatelineTable) table = dateline_list_presets ();
  g_autoptr (GError) error = NULL;
  const DlPreset *presets;
  guint n;

  presets = dl_presets (&n);
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DatelineScenario) scenario = preset_with (presets[i].id, NULL);

      assert_text_at (table, i, "preset", presets[i].id);
      assert_text_at (table, i, "kind", presets[i].family->id);
      g_assert_cmpstr (dateline_scenario_get_kind (scenario), ==, presets[i].family->id);
    }
  g_assert_null (dateline_scenario_new_preset ("ring-9", &error));
  g_assert_nonnull (strstr (error->message, "ring-8"));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

static void
test_measures (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) all = dateline_list_measures (NULL, &error);
  g_autoptr (DatelineTable) some = dateline_list_measures ("torus", &error);
  g_autoptr (DlScenario) torus = dl_preset_load ("ring-8", NULL);
  const DlMeasure *measures;
  guint n, row = 0;

  g_assert_no_error (error);
  measures = dl_measure_table (&n);
  g_assert_cmpuint (dateline_table_get_n_rows (all), ==, n);
  for (guint i = 0; i < n; i++)
    {
      assert_text_at (all, i, "measure", measures[i].id);
      if (dl_measure_is_for (&measures[i], torus->family))
        assert_text_at (some, row++, "measure", measures[i].id);
    }
  g_assert_cmpuint (dateline_table_get_n_rows (some), ==, row);
  g_assert_null (dateline_list_measures ("tours", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

static void
test_table (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);
  g_autoptr (DatelineTable) table = dateline_scenario_describe (scenario);
  g_auto (GStrv) ids = dateline_table_get_ids (table);
  g_auto (GStrv) titles = dateline_table_get_titles (table);
  const guint n = dateline_table_get_n_columns (table);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) keys = dateline_table_get_texts (table, 0, &error);
  g_auto (GStrv) listed = dateline_scenario_list_keys (scenario);
  g_autofree char *csv = dateline_table_to_csv (table);
  g_autofree char *text = dateline_table_to_text (table);
  g_autofree char *markdown = dateline_table_to_markdown (table);

  g_assert_no_error (error);
  g_assert_cmpstrv (keys, listed);
  g_assert_cmpuint (g_strv_length (ids), ==, n);
  g_assert_cmpuint (g_strv_length (titles), ==, n);
  g_assert_cmpstr (ids[0], ==, "key");
  g_assert_true (g_str_has_prefix (csv, "key,title,unit,value,default,set,list\n"));
  g_assert_true (g_str_has_prefix (text, "key "));
  g_assert_true (g_str_has_prefix (markdown, "| key |"));
  g_assert_cmpint (dateline_table_get_column_type (table, 0, &error), ==, DATELINE_COLUMN_TEXT);
  g_assert_cmpint (dateline_table_get_column_type (table, n - 1, &error), ==, DATELINE_COLUMN_FLAG);
  g_assert_no_error (error);
}

/* Cells that are not known, and those that there are not. */
static void
test_cells (void)
{
  g_autoptr (DatelineAnalysis) analysis = analyze_preset ("ring-8", NULL);
  g_autoptr (DatelineTable) table = dateline_analysis_get_measures (analysis);
  const guint value = column_of (table, "value"), n_rows = dateline_table_get_n_rows (table);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineArray) numbers = dateline_table_get_numbers (table, value, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (dateline_array_get_length (numbers), ==, n_rows);
  for (guint row = 0; row < n_rows; row++)
    assert_same_number (((const double *) data_of (numbers))[row],
                        dateline_table_get_number (table, row, value, NULL));
  g_assert_cmpfloat (number_at (table, 0, "value"), ==, 56);
  g_assert_true (isnan (number_at (table, 0, "half_width_95")));
  assert_text_at (table, 0, "half_width_95", NULL);

  g_assert_null (dateline_table_get_text (table, n_rows, 0, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_true (isnan (dateline_table_get_number (table, 0, 99, &error)));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_true (isnan (dateline_table_get_number (table, 0, 0, &error)));
  assert_code (error, DATELINE_ERROR_VALUE);
  g_assert_null (dateline_table_get_numbers (table, 0, &error));
  assert_code (error, DATELINE_ERROR_VALUE);
  g_assert_null (dateline_table_get_texts (table, 99, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_cmpint (dateline_table_get_column_type (table, 99, &error), ==, DATELINE_COLUMN_TEXT);
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

/* Scenarios -------------------------------------------------------------------------------------
 */

static void
assert_value (DatelineScenario *scenario, const char *key, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *value = dateline_scenario_get (scenario, key, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (value, ==, expected);
}

static void
test_keys (void)
{
  const char *const changes[]
      = { "torus.radix=6;1;1", "torus.datelines=2;-1;-1", "torus.broken-links+=1,0,0:x+", NULL };
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);
  g_autoptr (DatelineScenario) copy = dateline_scenario_copy (scenario);
  g_autofree char *name = NULL, *kind = NULL;
  g_autoptr (GError) error = NULL;

  g_object_get (scenario, "name", &name, "kind", &kind, NULL);
  g_assert_cmpstr (name, ==, "Ring of 8");
  g_assert_cmpstr (kind, ==, "torus");
  g_assert_true (dateline_scenario_equal (scenario, copy));
  assert_value (scenario, "traffic.load", "0.34");
  g_assert_false (dateline_scenario_is_set (scenario, "traffic.load", &error));
  g_assert_true (dateline_scenario_set (scenario, "traffic.load", "0.25", &error));
  g_assert_true (dateline_scenario_is_set (scenario, "traffic.load", &error));
  assert_value (scenario, "traffic.load", "0.25");
  g_assert_false (dateline_scenario_equal (scenario, copy));
  g_assert_true (dateline_scenario_unset (scenario, "traffic.load", &error));
  assert_value (scenario, "traffic.load", "0.34");
  g_assert_true (dateline_scenario_equal (scenario, copy));
  g_assert_true (dateline_scenario_change (scenario, changes, &error));
  g_assert_no_error (error);
  assert_value (scenario, "torus.radix", "6;1;1");
  assert_value (scenario, "torus.broken-links", "1,0,0:x+");
}

static void
test_wrong_keys (void)
{
  const char *const unknown[] = { "traffic.load=0.1", "traffic.laod=0.2", NULL };
  const char *const sums[] = { "traffic.load+=0.1", NULL };
  const char *const bare[] = { "traffic.load", NULL };
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);
  g_autoptr (DatelineScenario) copy = dateline_scenario_copy (scenario);
  g_autoptr (GError) error = NULL;

  g_assert_null (dateline_scenario_get (scenario, "traffic.laod", &error));
  g_assert_nonnull (strstr (error->message, "traffic.load"));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_scenario_is_set (scenario, "", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_scenario_set (scenario, "traffic", "1", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_scenario_unset (scenario, "traffic.", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_scenario_set (scenario, "traffic.load", "much", &error));
  g_assert_true (g_str_has_prefix (error->message, "traffic.load: "));
  assert_code (error, DATELINE_ERROR_VALUE);
  g_assert_false (dateline_scenario_set (scenario, "torus.broken-nodes", "9,0,0", &error));
  g_clear_error (&error);
  g_assert_false (dateline_scenario_change (scenario, unknown, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_scenario_change (scenario, sums, &error));
  g_clear_error (&error);
  g_assert_false (dateline_scenario_change (scenario, bare, &error));
  assert_code (error, DATELINE_ERROR_SYNTAX);
  g_assert_true (dateline_scenario_equal (scenario, copy));
}

static void
test_warnings (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", "traffic.bytes=5");
  g_autoptr (DatelineScenario) silent = preset_with ("ring-8", NULL);
  g_auto (GStrv) warnings = dateline_scenario_get_warnings (scenario);
  g_auto (GStrv) none = dateline_scenario_get_warnings (silent);

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_true (g_str_has_prefix (warnings[0], "traffic.bytes: "));
}

static void
test_files (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", "traffic.load=0.25");
  g_autofree char *text = dateline_scenario_to_text (scenario);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("dl-api-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.dateline", NULL);
  g_autoptr (DatelineScenario) read = NULL, parsed = NULL;
  g_autofree char *place = g_strdup_printf ("%s:4: ", path);

  g_assert_true (dateline_scenario_save (scenario, path, &error));
  read = dateline_scenario_open (path, &error);
  g_assert_no_error (error);
  parsed = dateline_scenario_new_from_text (text, &error);
  g_assert_no_error (error);
  g_assert_true (dateline_scenario_equal (scenario, read));
  g_assert_true (dateline_scenario_equal (scenario, parsed));

  g_assert_true (
      g_file_set_contents (path, "[scenario]\nformat=1\n[traffic]\nload=much\n", -1, &error));
  g_assert_null (dateline_scenario_open (path, &error));
  g_assert_true (g_str_has_prefix (error->message, place));
  assert_code (error, DATELINE_ERROR_VALUE);
  g_assert_null (dateline_scenario_new_from_text ("[scenario]\nformat=1\nload\n", &error));
  g_assert_true (g_str_has_prefix (error->message, "text:3: "));
  assert_code (error, DATELINE_ERROR_SYNTAX);
  g_assert_null (dateline_scenario_new_from_text ("[scenario]\nformat=99\n", &error));
  assert_code (error, DATELINE_ERROR_FORMAT);

  g_unlink (path);
  g_assert_null (dateline_scenario_open (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_rmdir (folder);
  g_assert_false (dateline_scenario_save (scenario, path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

/* Networks and arrays ---------------------------------------------------------------------------
 */

static void
check_network (DatelineNetwork *network, const DlNet *net)
{
  const DlGraph *graph = net->graph;
  const guint n_links = graph->n_links, n_routers = graph->n_routers, n_nodes = graph->n_nodes;
  g_autoptr (DatelineArray) works = dateline_network_get_link_works (network);
  g_autoptr (DatelineArray) group = dateline_network_get_router_group (network);
  g_autoptr (DatelineArray) capacity = dateline_network_get_link_capacity (network);

  g_assert_cmpuint (dateline_network_get_n_links (network), ==, n_links);
  g_assert_cmpuint (dateline_network_get_n_routers (network), ==, n_routers);
  g_assert_cmpuint (dateline_network_get_n_nodes (network), ==, n_nodes);
  g_assert_cmpuint (dateline_network_get_n_vcs (network), ==, net->n_vcs);
  g_assert_cmpuint (dateline_network_get_n_groups (network), ==, net->n_groups);
  assert_array (dateline_network_get_link_from (network), DATELINE_ELEMENT_UINT32, n_links,
                graph->link_from);
  assert_array (dateline_network_get_link_to (network), DATELINE_ELEMENT_UINT32, n_links,
                graph->link_to);
  assert_array (dateline_network_get_link_port (network), DATELINE_ELEMENT_UINT16, n_links,
                graph->link_port);
  assert_array (dateline_network_get_link_class (network), DATELINE_ELEMENT_UINT8, n_links,
                graph->link_class);
  assert_array (dateline_network_get_node_router (network), DATELINE_ELEMENT_UINT32, n_nodes,
                graph->inject_router);
  assert_array (dateline_network_get_node_works (network), DATELINE_ELEMENT_UINT8, n_nodes,
                graph->node_up);
  assert_array (dateline_network_get_router_works (network), DATELINE_ELEMENT_UINT8, n_routers,
                graph->router_up);
  for (guint link = 0; link < n_links; link++)
    {
      g_assert_cmpfloat (dateline_array_get_value (works, link, NULL), ==,
                         graph->link_state[link] == DL_LINK_UP);
      g_assert_cmpfloat (dateline_array_get_value (capacity, link, NULL), ==,
                         graph->link_capacity != NULL ? graph->link_capacity[link] : 1);
    }
  for (guint router = 0; router < n_routers; router++)
    g_assert_cmpfloat (dateline_array_get_value (group, router, NULL), ==,
                       graph->router_group != NULL ? graph->router_group[router] : 0);
}

/* A name leads back to where it came from. */
static void
check_names (DatelineNetwork *network)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) classes = dateline_network_get_class_names (network);
  guint found;

  for (guint node = 0; node < dateline_network_get_n_nodes (network); node += 7)
    {
      g_autofree char *name = dateline_network_get_node_name (network, node, &error);

      g_assert_true (dateline_network_find_node (network, name, &found, &error));
      g_assert_cmpuint (found, ==, node);
    }
  for (guint link = 0; link < dateline_network_get_n_links (network); link += 13)
    {
      g_autofree char *name = dateline_network_get_link_name (network, link, &error);
      g_autoptr (DatelineArray) class = dateline_network_get_link_class (network);

      g_assert_no_error (error);
      if (dateline_network_find_link (network, name, &found, NULL))
        g_assert_cmpuint (found, ==, link);
      g_assert_cmpfloat (dateline_array_get_value (class, link, NULL), <, g_strv_length (classes));
    }
}

static void
check_wrong_names (DatelineNetwork *network)
{
  g_autoptr (GError) error = NULL;
  guint found;

  g_assert_null (dateline_network_get_node_name (network, G_MAXUINT, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_null (
      dateline_network_get_router_name (network, dateline_network_get_n_routers (network), &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_null (
      dateline_network_get_link_name (network, dateline_network_get_n_links (network), &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_network_find_node (network, "?", &found, &error));
  g_assert_true (error->domain == DATELINE_ERROR);
  g_clear_error (&error);
  g_assert_false (dateline_network_find_link (network, "", &found, &error));
  g_assert_true (error->domain == DATELINE_ERROR);
}

static void
test_network (gconstpointer preset)
{
  g_autoptr (DatelineScenario) scenario = preset_with (preset, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineNetwork) network = dateline_network_new (scenario, &error);
  g_autoptr (DatelineAnalysis) analysis = analyze (scenario);
  g_autoptr (DlEvaluation) result = evaluate (analysis);
  g_autofree char *router = dateline_network_get_router_name (network, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (router, !=, "");
  check_network (network, &result->net);
  check_network (dateline_analysis_get_network (analysis), &result->net);
  check_names (network);
  check_wrong_names (network);
}

/* Parts of an object keep it alive, and lie where it has them. */
static void
test_array (void)
{
  g_autoptr (DatelineAnalysis) analysis = analyze_preset ("torus-5x5x5", NULL);
  g_autoptr (DatelineArray) loads = dateline_analysis_get_loads (analysis);
  g_autoptr (DatelineArray) again = dateline_analysis_get_loads (analysis);
  DatelineArray *other = dateline_array_ref (loads);
  g_autoptr (GError) error = NULL;
  const gsize *shape;
  double first;
  guint n;

  g_assert_true (other == loads);
  dateline_array_unref (other);
  g_assert_true (data_of (loads) == data_of (again));
  shape = dateline_array_get_shape (loads, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (shape[0] * shape[1], ==, dateline_array_get_length (loads));
  first = dateline_array_get_value (loads, 0, &error);
  g_assert_no_error (error);
  g_clear_pointer (&again, dateline_array_unref);
  g_clear_object (&analysis);
  g_assert_cmpfloat (*(const double *) data_of (loads), ==, first);
  g_assert_true (isnan (dateline_array_get_value (loads, shape[0] * shape[1], &error)));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

/* Analyses --------------------------------------------------------------------------------------
 */

static void
check_measures (DatelineAnalysis *analysis, const DlEvaluation *result)
{
  g_autoptr (DatelineTable) table = dateline_analysis_get_measures (analysis);
  g_autoptr (GError) error = NULL;
  DlSweepResult values;

  dl_scalars_of_result (&values, result);
  for (guint i = 0; i < dateline_table_get_n_rows (table); i++)
    {
      g_autofree char *id = text_at (table, i, "measure");
      const double value = dateline_analysis_get (analysis, id, &error);

      g_assert_no_error (error);
      assert_same_number (value, dl_measure_get (dl_measure_find (id), &values));
      assert_same_number (value, number_at (table, i, "value"));
    }
}

static void
check_group_loads (DatelineAnalysis *analysis, const DlNet *net, const double *vc_load)
{
  g_autoptr (DatelineArray) loads = dateline_analysis_get_group_loads (analysis);
  const double *at = data_of (loads);
  double here = 0, there = 0;

  g_assert_cmpuint (dateline_array_get_length (loads), ==, net->n_groups * net->n_groups);
  for (gsize i = 0; i < dateline_array_get_length (loads); i++)
    here += at[i];
  for (guint link = 0; net->n_groups > 0 && link < net->graph->n_links; link++)
    if (dl_graph_joins_routers (net->graph, link))
      for (guint vc = 0; vc < net->n_vcs; vc++)
        there += vc_load[(gsize) link * net->n_vcs + vc];
  g_assert_cmpfloat_with_epsilon (here, there, 1e-6 * (1 + there));
}

static void
test_analysis (gconstpointer preset)
{
  g_autoptr (DatelineAnalysis) analysis = analyze_preset (preset, NULL);
  g_autoptr (DlEvaluation) result = evaluate (analysis);
  g_auto (GStrv) cycle = dateline_analysis_get_cycle (analysis);
  g_autoptr (GError) error = NULL;
  gboolean is_bound;
  guint link;

  check_measures (analysis, result);
  assert_array (dateline_analysis_get_loads (analysis), DATELINE_ELEMENT_FLOAT64,
                (gsize) result->net.graph->n_links * result->net.n_vcs, result->findings.vc_load);
  check_group_loads (analysis, &result->net, result->findings.vc_load);
  g_assert_true (dateline_analysis_get_busiest_link (analysis, &link));
  g_assert_cmpuint (link, ==, result->limit.link);
  assert_same_number (dateline_analysis_get_saturation (analysis, &is_bound),
                      result->limit.full_at);
  g_assert_cmpint (is_bound, ==, result->findings.is_bound);
  g_assert_true (dateline_analysis_is_deadlock_free (analysis));
  g_assert_cmpuint (g_strv_length (cycle), ==, 0);
  g_assert_true (isnan (dateline_analysis_get (analysis, "latency_maen", &error)));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

/* The routes of the model's table of known answers: a link and its virtual channel for each hop. */
static void
assert_route (const char *change, const char *from, const char *to, const char *const *hops)
{
  const char *const changes[] = { "torus.datelines=0;0;0", change, NULL };
  g_autoptr (DatelineScenario) scenario = preset_with ("torus-5x5x5", NULL);
  g_autoptr (DatelineAnalysis) analysis = NULL;
  g_autoptr (DatelineTable) table = NULL;
  g_autofree char *summary = NULL;
  g_autoptr (GError) error = NULL;
  gboolean good;

  g_assert_true (dateline_scenario_change (scenario, changes, &error));
  analysis = analyze (scenario);
  table = dateline_analysis_explain (analysis, from, to, 0, &summary, &good, &error);
  g_assert_no_error (error);
  g_assert_true (good);
  g_assert_nonnull (strstr (summary, "delivered"));
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, g_strv_length ((char **) hops));
  for (guint i = 0; hops[i] != NULL; i++)
    {
      g_autofree char *link = text_at (table, i, "link");
      g_autofree char *hop = g_strdup_printf ("%s.%.0f", link, number_at (table, i, "vc"));

      g_assert_cmpstr (hop, ==, hops[i]);
    }
}

static void
test_routes (void)
{
  assert_route (NULL, "1,1,1", "3,4,0",
                (const char *const[]) { "1,1,1:x+.0", "2,1,1:x+.0", "3,1,1:y-.0", "3,0,1:y-.1",
                                        "3,4,1:z-.1", NULL });
  assert_route (
      "torus.broken-links=1,2,2:x+", "0,2,2", "2,2,2",
      (const char *const[]) { "0,2,2:x+.1", "1,2,2:y+.0", "1,3,2:x+.0", "2,3,2:y-.1", NULL });
}

static void
test_wrong_routes (void)
{
  g_autoptr (DatelineAnalysis) analysis
      = analyze_preset ("torus-5x5x5", "torus.broken-nodes=1,1,1");
  g_autoptr (GError) error = NULL;

  g_assert_null (dateline_analysis_explain (analysis, "0,0,0", "1,1,1", 0, NULL, NULL, &error));
  assert_code (error, DATELINE_ERROR_CONFLICT);
  g_assert_null (dateline_analysis_explain (analysis, "0,0,0", "0,0,0", 0, NULL, NULL, &error));
  assert_code (error, DATELINE_ERROR_CONFLICT);
  g_assert_null (dateline_analysis_explain (analysis, "0,0,0", "0,0", 0, NULL, NULL, &error));
  assert_code (error, DATELINE_ERROR_SYNTAX);
  g_assert_null (dateline_analysis_explain (analysis, "0,0,5", "0,0,0", 0, NULL, NULL, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_null (dateline_analysis_get_flows (analysis, "0,0,0", TRUE, NULL, &error));
  g_assert_true (error->domain == DATELINE_ERROR);
}

/* Without datelines a ring of 5 is the shortest cycle, and there is no more than that. */
static void
test_cycle (void)
{
  g_autoptr (DatelineAnalysis) analysis
      = analyze_preset ("torus-5x5x5", "torus.datelines=-1;-1;-1");
  g_auto (GStrv) cycle = dateline_analysis_get_cycle (analysis);

  g_assert_false (dateline_analysis_is_deadlock_free (analysis));
  g_assert_cmpuint (g_strv_length (cycle), ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpstr (cycle[i] + strlen ("0,0,0:"), ==, cycle[0] + strlen ("0,0,0:"));
}

/* All that passes a link, whoever sends it or gets it. */
static void
test_flows (gconstpointer preset)
{
  g_autoptr (DatelineAnalysis) analysis = analyze_preset (preset, NULL);
  DatelineNetwork *network = dateline_analysis_get_network (analysis);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  guint link;

  g_assert_true (dateline_analysis_get_busiest_link (analysis, &link));
  name = dateline_network_get_link_name (network, link, &error);
  for (guint by_source = 0; by_source < 2; by_source++)
    {
      g_autoptr (DatelineTable) table
          = dateline_analysis_get_flows (analysis, name, by_source, NULL, &error);
      double share = 0;

      g_assert_no_error (error);
      g_assert_cmpuint (dateline_table_get_n_rows (table), >, 0);
      for (guint i = 0; i < dateline_table_get_n_rows (table); i++)
        share += number_at (table, i, "share");
      g_assert_cmpfloat_with_epsilon (share, 1, 1e-9);
    }
}

static void
test_slow_links (void)
{
  g_autoptr (DatelineAnalysis) even = analyze_preset ("rails-32x8", NULL);
  g_autoptr (DatelineAnalysis) uneven
      = analyze_preset ("mesh-8x8", "torus.link-rates=3,3,0:x+=50%");
  g_autoptr (DatelineTable) none = dateline_analysis_get_slow_links (even);
  g_autoptr (DatelineTable) table = dateline_analysis_get_slow_links (uneven);

  g_assert_cmpuint (dateline_table_get_n_rows (none), ==, 0);
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, 1);
  assert_text_at (table, 0, "link", "3,3,0:x+");
}

/* With the one before, one with a broken cable says the same as by itself. */
static void
test_before (void)
{
  g_autoptr (DatelineScenario) whole = preset_with ("torus-5x5x5", NULL);
  g_autoptr (DatelineScenario) broken = preset_with ("torus-5x5x5", "torus.broken-links=1,1,1:x+");
  g_autoptr (DatelineAnalysis) before = analyze (whole), by_itself = analyze (broken);
  g_autoptr (DatelineAnalysis) other = analyze_preset ("ring-8", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineAnalysis) after = dateline_analysis_new (broken, before, NULL, &error);
  g_autoptr (DatelineArray) a = dateline_analysis_get_loads (after);
  guint64 pairs;

  g_assert_no_error (error);
  assert_array (dateline_analysis_get_loads (by_itself), DATELINE_ELEMENT_FLOAT64,
                dateline_array_get_length (a), data_of (a));
  g_assert_true (dateline_analysis_count_rerouted (after, before, &pairs, NULL, &error));
  g_assert_cmpuint (pairs, >, 0);
  g_assert_true (dateline_analysis_count_rerouted (after, by_itself, &pairs, NULL, &error));
  g_assert_cmpuint (pairs, ==, 0);
  g_assert_false (dateline_analysis_count_rerouted (after, other, &pairs, NULL, &error));
  assert_code (error, DATELINE_ERROR_CONFLICT);
}

static void
note_progress (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

/* A cable's row says what an analysis without it says. */
static void
test_rank (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("mesh-4x4", NULL);
  g_autoptr (GError) error = NULL;
  double last = 0;
  g_autoptr (DatelineTable) table
      = dateline_rank_cables (scenario, 2, NULL, note_progress, &last, &error);
  g_autofree char *cable = NULL, *change = NULL;
  g_autoptr (DatelineAnalysis) without = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (last, >, 0);
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, 24);
  cable = text_at (table, 0, "cable");
  change = g_strdup_printf ("torus.broken-links=%s", cable);
  without = analyze_preset ("mesh-4x4", change);
  g_assert_cmpfloat (number_at (table, 0, "undelivered_more"), ==,
                     dateline_analysis_get (without, "unreachable_pairs", NULL));
}

/* Simulations -----------------------------------------------------------------------------------
 */

/* In one go, in parts, and as the core simulates it. */
static void
test_run (gconstpointer preset)
{
  const char *const shorter[] = { "simulation.cycles=2000", "simulation.stop=cycles", NULL };
  g_autoptr (DatelineScenario) scenario = preset_with (preset, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineSimulation) whole = NULL, parts = simulate (preset, NULL, 700);
  g_autoptr (DlScenario) inside = dl_preset_load (preset, NULL);
  DlSimulateOptions options = dl_simulate_options (inside);
  g_autoptr (DlSimulation) core = NULL;
  g_autofree char *digits = NULL, *expected = NULL;
  double last = 0;

  g_assert_true (dateline_scenario_change (scenario, shorter, &error));
  whole = dateline_simulation_new (scenario, &error);
  g_assert_true (dateline_simulation_run (whole, 0, NULL, note_progress, &last, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (last, ==, 1);
  g_assert_cmpuint (dateline_simulation_get_cycle (whole), ==, 2000);
  g_assert_cmpuint (dateline_simulation_get_seen (whole), ==, 2000);
  g_assert_true (dateline_simulation_run (parts, 1300, NULL, NULL, NULL, &error));
  assert_same_digest (whole, parts);

  options.cycles = 2000;
  options.stop = DL_STOP_CYCLES;
  core = dl_simulate (inside, &options, NULL, &error);
  g_assert_no_error (error);
  digits = digest (whole);
  expected = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", core->counters.digest);
  g_assert_cmpstr (digits, ==, expected);
  assert_array (dateline_simulation_get_link_loads (whole, &error), DATELINE_ELEMENT_FLOAT32,
                core->links.n_links, core->links.load);
}

static void
check_results (DatelineSimulation *simulation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) table = dateline_simulation_get_measures (simulation, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < dateline_table_get_n_rows (table); i++)
    {
      g_autofree char *id = text_at (table, i, "measure");
      double half;

      assert_same_number (dateline_simulation_get (simulation, id, &half, &error),
                          number_at (table, i, "value"));
      g_assert_no_error (error);
      assert_same_number (half, number_at (table, i, "half_width_95"));
    }
}

static void
test_results (void)
{
  g_autoptr (DatelineSimulation) simulation = simulate ("mesh-8x8", "traffic.load=0.3", 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *state = dateline_simulation_get_state (simulation, &reason, &error);
  double latency, half;

  g_assert_no_error (error);
  g_assert_cmpstr (state, ==, "converged");
  g_assert_false (dateline_simulation_is_over (simulation));
  check_results (simulation);
  latency = dateline_simulation_get (simulation, "latency_mean", &half, &error);
  g_assert_cmpfloat (half, <=, 0.02 * latency);
  g_assert_cmpfloat (latency, >, 10);
  g_assert_true (isnan (dateline_simulation_get (simulation, "mean_hops", &half, &error)));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_true (isnan (dateline_simulation_get (simulation, "?", NULL, &error)));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

/* Where packets are, and how many came. */
static void
test_packets (void)
{
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 3000);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) series = dateline_simulation_get_series (simulation, &error);
  g_autoptr (DatelineTable) packets = dateline_simulation_get_packets (simulation, &error);
  const guint last = dateline_table_get_n_rows (series) - 1;

  g_assert_no_error (error);
  g_assert_cmpfloat (number_at (series, last, "cycle"), ==, 3000);
  g_assert_cmpfloat (number_at (series, last, "injected") - number_at (series, last, "delivered"),
                     ==, dateline_table_get_n_rows (packets));
  for (guint i = 0; i < dateline_table_get_n_rows (packets); i++)
    {
      g_assert_cmpfloat (number_at (packets, i, "router"), <, 8);
      g_assert_cmpfloat (number_at (packets, i, "created"), <=, 3000);
    }
}

static void
check_length (DatelineArray *array, DatelineElement element, gsize n)
{
  g_autoptr (DatelineArray) owned = array;

  g_assert_nonnull (array);
  g_assert_cmpint (dateline_array_get_element (array), ==, element);
  g_assert_cmpuint (dateline_array_get_length (array), ==, n);
}

static void
test_link_arrays (void)
{
  g_autoptr (DatelineSimulation) simulation = simulate ("mesh-8x8", NULL, 3000);
  g_autoptr (DatelineSimulation) ring = simulate ("ring-8", NULL, 100);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineNetwork) network = dateline_simulation_get_network (simulation, &error);
  const guint n_links = dateline_network_get_n_links (network);
  g_autoptr (DatelineArray) loads = dateline_simulation_get_link_loads (simulation, &error);
  g_autoptr (DatelineArray) again = dateline_simulation_get_link_loads (simulation, &error);
  double busiest = 0;

  g_assert_no_error (error);
  g_assert_true (data_of (loads) == data_of (again));
  check_length (dateline_array_ref (loads), DATELINE_ELEMENT_FLOAT32, n_links);
  check_length (dateline_simulation_get_link_stalls (simulation, &error), DATELINE_ELEMENT_FLOAT32,
                n_links);
  check_length (dateline_simulation_get_link_occupancy (simulation, &error),
                DATELINE_ELEMENT_FLOAT32, n_links);
  check_length (dateline_simulation_get_vc_shares (simulation, &error), DATELINE_ELEMENT_FLOAT32,
                n_links * 4);
  check_length (dateline_simulation_get_ages (simulation, &error), DATELINE_ELEMENT_UINT64, 256);
  check_length (dateline_simulation_get_sources (simulation, &error), DATELINE_ELEMENT_UINT64, 64);
  g_assert_null (dateline_simulation_get_vc_shares (ring, &error));
  g_assert_no_error (error);
  /* The arrays are of the cycle at which they were asked for. */
  g_assert_true (dateline_simulation_run (simulation, 100, NULL, NULL, NULL, &error));
  g_clear_object (&simulation);
  for (guint i = 0; i < n_links; i++)
    busiest = MAX (busiest, dateline_array_get_value (loads, i, NULL));
  g_assert_cmpfloat (busiest, >, 0.1);
  g_assert_cmpfloat (busiest, <=, 1);
}

static void
test_trace (void)
{
  g_autoptr (DatelineSimulation) traced = simulate ("ring-8", NULL, 500);
  g_autoptr (DatelineSimulation) straight = simulate ("ring-8", NULL, 2500);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineArray) loads
      = dateline_simulation_trace_loads (traced, 2000, 100, NULL, &error);
  guint n;
  const gsize *shape = dateline_array_get_shape (loads, &n);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (shape[0], ==, 20);
  g_assert_cmpuint (shape[1], ==, 48);
  assert_same_digest (traced, straight);
  g_assert_null (dateline_simulation_trace_loads (traced, 100, 0, NULL, &error));
  assert_code (error, DATELINE_ERROR_LIMIT);
  g_assert_null (dateline_simulation_trace_loads (traced, G_MAXUINT64, 1, NULL, &error));
  assert_code (error, DATELINE_ERROR_LIMIT);
}

/* Back and forward again, and aside. */
static void
test_seek (void)
{
  g_autoptr (DatelineSimulation) simulation = simulate ("torus-5x5x5", NULL, 1000);
  g_autofree char *at_1000 = digest (simulation), *at_1500 = NULL, *again = NULL, *back = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineSimulation) branch = NULL;

  dateline_simulation_set_memory (simulation, 0);
  g_assert_true (dateline_simulation_run (simulation, 500, NULL, NULL, NULL, &error));
  at_1500 = digest (simulation);
  g_assert_true (dateline_simulation_seek (simulation, 1000, NULL, &error));
  g_assert_cmpuint (dateline_simulation_get_cycle (simulation), ==, 1000);
  g_assert_cmpuint (dateline_simulation_get_seen (simulation), ==, 1500);
  back = digest (simulation);
  g_assert_cmpstr (back, ==, at_1000);
  branch = dateline_simulation_branch (simulation, &error);
  g_assert_no_error (error);
  assert_same_digest (branch, simulation);
  g_assert_true (dateline_simulation_run (branch, 500, NULL, NULL, NULL, &error));
  again = digest (branch);
  g_assert_cmpstr (again, ==, at_1500);
  g_assert_cmpuint (dateline_simulation_get_cycle (simulation), ==, 1000);
}

static void
test_change (void)
{
  const char *const changes[] = { "torus.broken-links=1,1,1:x+", NULL };
  const char *const fixed[] = { "router.input-buffer=64", NULL };
  const char *const wrong[] = { "torus.broken-links=9,9,9:x+", NULL };
  g_autoptr (DatelineSimulation) simulation = simulate ("torus-5x5x5", NULL, 1000);
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineScenario) now = NULL;
  g_autoptr (DatelineNetwork) network = NULL;
  g_autoptr (DatelineArray) works = NULL;
  guint link;

  g_assert_true (dateline_simulation_seek (simulation, 400, NULL, &error));
  g_assert_false (dateline_simulation_change (simulation, fixed, &error));
  assert_code (error, DATELINE_ERROR_CONFLICT);
  g_assert_false (dateline_simulation_change (simulation, wrong, &error));
  g_assert_true (error->domain == DATELINE_ERROR);
  g_clear_error (&error);
  g_assert_cmpuint (dateline_simulation_get_seen (simulation), ==, 1000);
  g_assert_true (dateline_simulation_change (simulation, changes, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_simulation_get_seen (simulation), ==, 400);
  g_assert_true (dateline_simulation_run (simulation, 1000, NULL, NULL, NULL, &error));
  now = dateline_simulation_dup_scenario (simulation, &error);
  assert_value (now, "torus.broken-links", "1,1,1:x+");
  network = dateline_simulation_get_network (simulation, &error);
  works = dateline_network_get_link_works (network);
  g_assert_true (dateline_network_find_link (network, "1,1,1:x+", &link, &error));
  g_assert_cmpfloat (dateline_array_get_value (works, link, NULL), ==, 0);
}

/* Written and opened, a simulation runs as it did. */
static void
test_recording (void)
{
  const char *const changes[] = { "traffic.load=0.1", NULL };
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 600);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("dl-api-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.dateline", NULL);
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (DatelineSimulation) opened = NULL;
  g_autoptr (DatelineTable) edits = NULL;

  g_assert_true (dateline_simulation_change (simulation, changes, &error));
  g_assert_true (dateline_simulation_run (simulation, 400, NULL, NULL, NULL, &error));
  g_assert_true (dateline_simulation_save (simulation, path, &error));
  opened = dateline_simulation_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_simulation_get_cycle (opened), ==, 0);
  g_assert_cmpuint (dateline_simulation_get_seen (opened), ==, 1000);
  edits = dateline_simulation_get_edits (opened, &error);
  g_assert_cmpuint (dateline_table_get_n_rows (edits), ==, 1);
  g_assert_cmpfloat (number_at (edits, 0, "cycle"), ==, 600);
  text = dateline_simulation_to_text (simulation, &error);
  again = dateline_simulation_to_text (opened, &error);
  g_assert_cmpstr (again, ==, text);
  g_assert_true (dateline_simulation_run (opened, 1000, NULL, NULL, NULL, &error));
  assert_same_digest (opened, simulation);

  g_assert_true (g_file_set_contents (path, "[scenario]\nformat=1\nx\n", -1, &error));
  g_assert_null (dateline_simulation_open (path, &error));
  g_assert_nonnull (strstr (error->message, ":3: "));
  assert_code (error, DATELINE_ERROR_SYNTAX);
  g_unlink (path);
  g_rmdir (folder);
  g_assert_null (dateline_simulation_open (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_false (dateline_simulation_save (simulation, path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

/* A ring of 4 without a dateline: the cycle at which it closes, by looking at each. */
static void
test_lock (void)
{
  const char *const changes[]
      = { "torus.radix=4;1;1", "torus.datelines=-1;-1;-1", "traffic.load=saturated", NULL };
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);
  g_autoptr (DatelineSimulation) simulation = NULL, free = simulate ("ring-8", NULL, 1000);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL, *after = NULL;
  guint64 cycle;

  g_assert_true (dateline_simulation_find_lock (free, &cycle, NULL, &error));
  g_assert_cmpuint (cycle, ==, 0);
  g_assert_true (dateline_scenario_change (scenario, changes, &error));
  simulation = dateline_simulation_new (scenario, &error);
  g_assert_true (dateline_simulation_run (simulation, 4000, NULL, NULL, NULL, &error));
  g_assert_true (dateline_simulation_is_over (simulation));
  before = digest (simulation);
  g_assert_true (dateline_simulation_find_lock (simulation, &cycle, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (cycle, >, 0);
  g_assert_cmpuint (cycle, <, 4000);
  g_assert_cmpuint (dateline_simulation_get_cycle (simulation), ==, 4000);
  g_assert_true (dateline_simulation_is_over (simulation));
  after = digest (simulation);
  g_assert_cmpstr (after, ==, before);
}

/* While one thread runs it, it is busy for all others. */
static gpointer
run_long (gpointer data)
{
  DatelineSimulation *simulation = ((gpointer *) data)[0];
  g_autoptr (GError) error = NULL;

  do
    {
      g_clear_error (&error);
      g_assert_false (dateline_simulation_run (simulation, G_MAXUINT64 / 2, ((gpointer *) data)[1],
                                               NULL, NULL, &error));
    }
  while (g_error_matches (error, DATELINE_ERROR, DATELINE_ERROR_BUSY));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  return NULL;
}

static void
check_busy (DatelineSimulation *simulation)
{
  const char *const changes[] = { "traffic.load=0.1", NULL };
  g_autoptr (GError) error = NULL;
  guint64 cycle;

  g_assert_false (dateline_simulation_run (simulation, 1, NULL, NULL, NULL, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_false (dateline_simulation_seek (simulation, 1, NULL, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_false (dateline_simulation_change (simulation, changes, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_false (dateline_simulation_find_lock (simulation, &cycle, NULL, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_null (dateline_simulation_branch (simulation, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_null (dateline_simulation_get_digest (simulation, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_null (dateline_simulation_get_state (simulation, NULL, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_null (dateline_simulation_get_packets (simulation, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
  g_assert_null (dateline_simulation_to_text (simulation, &error));
  assert_code (error, DATELINE_ERROR_BUSY);
}

static void
test_busy (void)
{
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gpointer both[] = { simulation, cancellable };
  GThread *thread = g_thread_new ("run", run_long, both);
  g_autoptr (GError) error = NULL;

  while (dateline_simulation_run (simulation, 1, NULL, NULL, NULL, &error))
    g_thread_yield ();
  assert_code (error, DATELINE_ERROR_BUSY);
  check_busy (simulation);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  g_assert_true (dateline_simulation_run (simulation, 1, NULL, NULL, NULL, &error));
}

/* Sweeps ----------------------------------------------------------------------------------------
 */

static DatelineSweep *
sweep_new (void)
{
  const char *const loads[] = { "0.1:0.2:0.1", NULL };
  const char *const ties[] = { "positive", "parity", NULL };
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", "simulation.cycles=2000");
  DatelineSweep *sweep = dateline_sweep_new (scenario);
  g_autoptr (GError) error = NULL;

  g_assert_true (dateline_sweep_vary (sweep, "traffic.load", loads, &error));
  g_assert_no_error (error);
  g_assert_true (dateline_sweep_vary (sweep, "torus.tie", ties, &error));
  g_assert_no_error (error);
  return sweep;
}

static void
test_sweep (void)
{
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (DatelineSimulation) simulation = NULL;
  g_autoptr (DatelineTable) table = NULL;
  g_autoptr (GError) error = NULL;
  double last = 0;

  g_assert_true (dateline_sweep_set_n_seeds (sweep, 2, &error));
  g_assert_cmpuint (dateline_sweep_get_n_points (sweep), ==, 8);
  table = dateline_sweep_run (sweep, 2, NULL, note_progress, &last, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, 8);
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpfloat (number_at (table, i, "traffic.load"), ==, i < 4 ? 0.1 : 0.2);
      assert_text_at (table, i, "torus.tie", i % 4 < 2 ? "positive" : "parity");
      g_assert_cmpfloat (number_at (table, i, "seed"), ==, 1 + i % 2);
      assert_text_at (table, i, "state", "not-converged");
    }
  {
    const char *const same[] = { "traffic.load=0.2", "simulation.cycles=2000", NULL };
    g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);

    g_assert_true (dateline_scenario_change (scenario, same, &error));
    simulation = dateline_simulation_new (scenario, &error);
  }
  g_assert_true (dateline_simulation_run (simulation, 0, NULL, NULL, NULL, &error));
  g_assert_cmpfloat (number_at (table, 4, "latency_mean"), ==,
                     dateline_simulation_get (simulation, "latency_mean", NULL, &error));
}

static void
test_analyzing_sweep (void)
{
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) table = NULL;

  dateline_sweep_set_only_analyzes (sweep, TRUE);
  table = dateline_sweep_run (sweep, 0, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (number_at (table, i, "max_load_x"), ==, i % 2 == 0 ? 10 : 8);
}

static void
test_wrong_sweep (void)
{
  const char *const values[] = { "1", NULL }, *const words[] = { "much", NULL };
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (dateline_sweep_vary (sweep, "traffic.laod", values, &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_sweep_vary (sweep, "traffic.packet-flits", words, &error)
                  && dateline_sweep_run (sweep, 1, NULL, NULL, NULL, &error) != NULL);
  assert_code (error, DATELINE_ERROR_VALUE);
  g_assert_false (dateline_sweep_set_n_seeds (sweep, 0, &error));
  assert_code (error, DATELINE_ERROR_LIMIT);
  g_assert_false (dateline_sweep_set_n_seeds (sweep, G_MAXUINT, &error));
  assert_code (error, DATELINE_ERROR_LIMIT);
}

static void
test_load_curve (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", NULL);
  g_autoptr (GError) error = NULL;
  double last = 0;
  g_autoptr (DatelineTable) table
      = dateline_trace_load_curve (scenario, 2, 1000, 2, NULL, note_progress, &last, &error);
  double before = 0;
  guint n;

  g_assert_no_error (error);
  n = dateline_table_get_n_rows (table);
  g_assert_cmpuint (n, >, 10);
  for (guint i = 0; i < n; i++)
    {
      const double load = number_at (table, i, "load");

      g_assert_cmpfloat (number_at (table, i, "runs"), ==, 2);
      g_assert_true (load > before || i == 0 || number_at (table, i - 1, "load") > load);
      before = load;
    }
}

static void
check_booksim (const char *curve)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) table = dateline_list_booksim (curve, &error);
  g_autoptr (DatelineScenario) scenario = dateline_scenario_new_booksim (curve, NULL);
  g_autofree char *model = dateline_scenario_get (scenario, "router.model", NULL);
  g_autofree char *name = dateline_scenario_get (scenario, "scenario.name", NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (model, ==, "input-queued");
  g_assert_true (g_str_has_suffix (name, curve));
  for (guint i = 0; i < dateline_table_get_n_rows (table); i++)
    {
      g_autofree char *of = text_at (table, i, "curve"), *kind = text_at (table, i, "kind");
      const gboolean is_stable = g_str_equal (kind, "latency");

      g_assert_cmpstr (of, ==, curve);
      g_assert_cmpfloat (number_at (table, i, "runs"), ==, 5);
      g_assert_cmpfloat (number_at (table, i, "accepted_load"), >, 0);
      g_assert_true (isnan (number_at (table, i, "latency_mean")) != is_stable);
      g_assert_true (isnan (number_at (table, i, "total_latency_mean_half_width_95")) != is_stable);
    }
}

static void
test_booksim (void)
{
  g_autoptr (DatelineTable) all = dateline_list_booksim (NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (dateline_table_get_n_rows (all), >, 400);
  for (guint i = 0; i < dateline_table_get_n_rows (all); i += 7)
    {
      g_autofree char *curve = text_at (all, i, "curve");

      check_booksim (curve);
    }
  g_assert_null (dateline_list_booksim ("mesh-8x9", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (dateline_scenario_new_booksim ("mesh-8x9", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
}

/* Libraries -------------------------------------------------------------------------------------
 */

static void
check_closed (DatelineLibrary *library, DatelineScenario *scenario)
{
  g_autoptr (GError) error = NULL;

  dateline_library_close (library);
  dateline_library_close (library);
  g_assert_null (dateline_library_list (library, NULL, &error));
  assert_code (error, DATELINE_ERROR_LIBRARY);
  g_assert_null (dateline_library_load (library, "Ring of 8", &error));
  assert_code (error, DATELINE_ERROR_LIBRARY);
  g_assert_false (dateline_library_save (library, scenario, &error));
  assert_code (error, DATELINE_ERROR_LIBRARY);
  g_assert_false (dateline_library_remove (library, "Ring of 8", &error));
  assert_code (error, DATELINE_ERROR_LIBRARY);
}

static void
test_library (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("dl-api-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.db", NULL);
  g_autofree char *below = g_build_filename (path, "b.db", NULL);
  g_autoptr (DatelineLibrary) library = dateline_library_open (path, &error);
  g_autoptr (DatelineScenario) scenario = preset_with ("ring-8", "traffic.load=0.25");
  g_autoptr (DatelineScenario) loaded = NULL;
  g_autoptr (DatelineTable) table = NULL, found = NULL, rest = NULL;

  g_assert_no_error (error);
  g_assert_true (dateline_library_save (library, scenario, &error));
  table = dateline_library_list (library, NULL, &error);
  g_assert_cmpuint (dateline_table_get_n_rows (table), ==, 1);
  assert_text_at (table, 0, "name", "Ring of 8");
  found = dateline_library_list (library, "mesh", &error);
  g_assert_cmpuint (dateline_table_get_n_rows (found), ==, 0);
  loaded = dateline_library_load (library, "Ring of 8", &error);
  g_assert_no_error (error);
  g_assert_true (dateline_scenario_equal (scenario, loaded));
  g_assert_null (dateline_library_load (library, "Ring of 9", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_false (dateline_library_remove (library, "Ring of 9", &error));
  assert_code (error, DATELINE_ERROR_NOT_FOUND);
  g_assert_true (dateline_library_remove (library, "Ring of 8", &error));
  rest = dateline_library_list (library, NULL, &error);
  g_assert_cmpuint (dateline_table_get_n_rows (rest), ==, 0);
  check_closed (library, scenario);
  g_assert_null (dateline_library_open (below, &error));
  assert_code (error, DATELINE_ERROR_LIBRARY);
  g_unlink (path);
  g_rmdir (folder);
}

/* On other threads, and canceled ----------------------------------------------------------------
 */

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_async (void)
{
  g_autoptr (DatelineScenario) scenario = preset_with ("torus-5x5x5", NULL);
  g_autoptr (DatelineScenario) ring = preset_with ("ring-8", NULL);
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 10);
  g_autoptr (DatelineSimulation) same = simulate ("ring-8", NULL, 1010);
  g_autoptr (GAsyncResult) of_analysis = NULL, of_rank = NULL, of_run = NULL, of_sweep = NULL;
  g_autoptr (GAsyncResult) of_curve = NULL;
  g_autoptr (DatelineAnalysis) analysis = NULL, now = analyze (scenario);
  g_autoptr (DatelineTable) rank = NULL, points = NULL, curve = NULL, same_curve = NULL;
  g_autofree char *csv = NULL, *same_csv = NULL;
  g_autoptr (GError) error = NULL;

  dateline_analysis_new_async (scenario, NULL, NULL, take_result, &of_analysis);
  dateline_rank_cables_async (scenario, 1, NULL, take_result, &of_rank);
  dateline_simulation_run_async (simulation, 1000, NULL, take_result, &of_run);
  dateline_sweep_run_async (sweep, 1, NULL, take_result, &of_sweep);
  same_curve = dateline_trace_load_curve (ring, 1, 300, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  dateline_trace_load_curve_async (ring, 1, 300, 1, NULL, take_result, &of_curve);
  /* The curve is that of what the scenario was. */
  g_assert_true (dateline_scenario_set (ring, "traffic.pattern", "tornado", &error));
  wait_for (&of_analysis);
  wait_for (&of_rank);
  wait_for (&of_run);
  wait_for (&of_sweep);
  wait_for (&of_curve);
  analysis = dateline_analysis_new_finish (of_analysis, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (dateline_analysis_get (analysis, "mean_hops", NULL), ==,
                     dateline_analysis_get (now, "mean_hops", NULL));
  rank = dateline_rank_cables_finish (of_rank, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_table_get_n_rows (rank), ==, 375);
  g_assert_true (dateline_simulation_run_finish (simulation, of_run, &error));
  assert_same_digest (simulation, same);
  points = dateline_sweep_run_finish (sweep, of_sweep, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_table_get_n_rows (points), ==, 4);
  curve = dateline_trace_load_curve_finish (of_curve, &error);
  g_assert_no_error (error);
  csv = dateline_table_to_csv (curve);
  same_csv = dateline_table_to_csv (same_curve);
  g_assert_cmpstr (csv, ==, same_csv);
}

#define assert_cancelled(error)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_error ((error), G_IO_ERROR, G_IO_ERROR_CANCELLED);                                    \
    g_clear_error (&(error));                                                                      \
  }                                                                                                \
  G_STMT_END

static void
test_cancelled_async (void)
{
  g_autoptr (GCancellable) no = cancelled ();
  g_autoptr (DatelineScenario) scenario = preset_with ("torus-5x5x5", NULL);
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 10);
  g_autoptr (GAsyncResult) of_analysis = NULL, of_rank = NULL, of_run = NULL, of_sweep = NULL;
  g_autoptr (GAsyncResult) of_curve = NULL;
  g_autoptr (GError) error = NULL;

  dateline_trace_load_curve_async (scenario, 0, 0, 0, no, take_result, &of_curve);
  wait_for (&of_curve);
  g_assert_null (dateline_trace_load_curve_finish (of_curve, &error));
  assert_cancelled (error);
  dateline_analysis_new_async (scenario, NULL, no, take_result, &of_analysis);
  dateline_rank_cables_async (scenario, 0, no, take_result, &of_rank);
  dateline_simulation_run_async (simulation, 1000, no, take_result, &of_run);
  dateline_sweep_run_async (sweep, 0, no, take_result, &of_sweep);
  wait_for (&of_analysis);
  wait_for (&of_rank);
  wait_for (&of_run);
  wait_for (&of_sweep);
  g_assert_null (dateline_analysis_new_finish (of_analysis, &error));
  assert_cancelled (error);
  g_assert_null (dateline_rank_cables_finish (of_rank, &error));
  assert_cancelled (error);
  g_assert_false (dateline_simulation_run_finish (simulation, of_run, &error));
  assert_cancelled (error);
  g_assert_null (dateline_sweep_run_finish (sweep, of_sweep, &error));
  assert_cancelled (error);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) no = cancelled ();
  g_autoptr (DatelineScenario) scenario = preset_with ("torus-5x5x5", NULL);
  g_autoptr (DatelineAnalysis) analysis = analyze (scenario), other = analyze (scenario);
  g_autoptr (DatelineSweep) sweep = sweep_new ();
  g_autoptr (DatelineSimulation) simulation = simulate ("ring-8", NULL, 1000);
  g_autoptr (GError) error = NULL;
  guint64 number;

  g_assert_null (dateline_analysis_new (scenario, NULL, no, &error));
  assert_cancelled (error);
  g_assert_false (dateline_analysis_count_rerouted (analysis, other, &number, no, &error));
  assert_cancelled (error);
  g_assert_null (dateline_analysis_get_flows (analysis, "0,0,0:x+", TRUE, no, &error));
  assert_cancelled (error);
  g_assert_null (dateline_rank_cables (scenario, 0, no, NULL, NULL, &error));
  assert_cancelled (error);
  g_assert_false (dateline_simulation_run (simulation, 0, no, NULL, NULL, &error));
  assert_cancelled (error);
  g_assert_false (dateline_simulation_seek (simulation, 5000, no, &error));
  assert_cancelled (error);
  g_assert_null (dateline_simulation_trace_loads (simulation, 5000, 100, no, &error));
  assert_cancelled (error);
  g_assert_null (dateline_sweep_run (sweep, 0, no, NULL, NULL, &error));
  assert_cancelled (error);
  g_assert_null (dateline_trace_load_curve (scenario, 0, 0, 0, no, NULL, NULL, &error));
  assert_cancelled (error);
}

/* Nobody keeps an object that was let go, and results outlive what they are of. */
static void
test_freed (void)
{
  g_autoptr (GError) error = NULL;
  gpointer objects[5];
  g_autoptr (DatelineNetwork) network = NULL;

  objects[0] = preset_with ("ring-8", NULL);
  objects[1] = analyze (objects[0]);
  objects[2] = dateline_simulation_new (objects[0], &error);
  objects[3] = dateline_sweep_new (objects[0]);
  objects[4] = dateline_analysis_get_measures (objects[1]);
  g_assert_no_error (error);
  network = g_object_ref (dateline_analysis_get_network (objects[1]));
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      gpointer watched = objects[i];

      g_object_add_weak_pointer (watched, &objects[i]);
      g_object_unref (watched);
      g_assert_null (objects[i]);
    }
  g_assert_cmpuint (dateline_network_get_n_nodes (network), ==, 8);
}

static void
add_for_each (const char *path, const char *const *presets, GTestDataFunc test)
{
  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("/api/%s/%s", path, presets[i]);

      g_test_add_data_func (name, presets[i], test);
    }
}

int
main (int argc, char **argv)
{
  static const char *const presets[]
      = { "torus-5x5x5", "mesh-8x8", "cascade-2", "generic-33", "fat-tree-16", NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/api/base", test_base);
  g_test_add_func ("/api/presets", test_presets);
  g_test_add_func ("/api/measures", test_measures);
  g_test_add_func ("/api/table", test_table);
  g_test_add_func ("/api/cells", test_cells);
  g_test_add_func ("/api/keys", test_keys);
  g_test_add_func ("/api/wrong-keys", test_wrong_keys);
  g_test_add_func ("/api/warnings", test_warnings);
  g_test_add_func ("/api/files", test_files);
  add_for_each ("network", presets, test_network);
  g_test_add_func ("/api/array", test_array);
  add_for_each ("analysis", presets, test_analysis);
  g_test_add_func ("/api/routes", test_routes);
  g_test_add_func ("/api/wrong-routes", test_wrong_routes);
  g_test_add_func ("/api/cycle", test_cycle);
  add_for_each ("flows", presets, test_flows);
  g_test_add_func ("/api/slow-links", test_slow_links);
  g_test_add_func ("/api/before", test_before);
  g_test_add_func ("/api/rank", test_rank);
  add_for_each ("run", presets, test_run);
  g_test_add_func ("/api/results", test_results);
  g_test_add_func ("/api/packets", test_packets);
  g_test_add_func ("/api/link-arrays", test_link_arrays);
  g_test_add_func ("/api/trace", test_trace);
  g_test_add_func ("/api/seek", test_seek);
  g_test_add_func ("/api/change", test_change);
  g_test_add_func ("/api/recording", test_recording);
  g_test_add_func ("/api/lock", test_lock);
  g_test_add_func ("/api/busy", test_busy);
  g_test_add_func ("/api/sweep", test_sweep);
  g_test_add_func ("/api/analyzing-sweep", test_analyzing_sweep);
  g_test_add_func ("/api/wrong-sweep", test_wrong_sweep);
  g_test_add_func ("/api/load-curve", test_load_curve);
  g_test_add_func ("/api/booksim", test_booksim);
  g_test_add_func ("/api/library", test_library);
  g_test_add_func ("/api/async", test_async);
  g_test_add_func ("/api/cancelled-async", test_cancelled_async);
  g_test_add_func ("/api/cancelled", test_cancelled);
  g_test_add_func ("/api/freed", test_freed);
  return g_test_run ();
}

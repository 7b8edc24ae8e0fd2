/* Keys of a scenario's fabric: its keys, built, broken, routed, copied; its files; the presets. */
#include "dl-break.h"
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-fabric-engine.h"
#include "dl-families.h"
#include "dl-field.h"
#include "dl-scenario-check.h"

#include <math.h>
#include <string.h>

/* Presets ----------------------------------------------------------------------------------------
 */

static void
test_presets (void)
{
  static const struct
  {
    const char *id;
    guint hosts, switches, diameter;
    double bound; /* offered load that the busiest channel carries, by hand */
  } facts[] = {
    /* 1,008 of 1,023 packets of a host leave its leaf or cross: channels of hosts are full first */
    { "fat-tree-1024", 1024, 320, 4, 1 },
    /* 18 hosts send 630 of 647 packets each over 9 cables, 2 to 1 */
    { "leaf-spine-648", 648, 45, 2, 647. / 1260 },
    { "rails-32x8", 256, 12, 2, 1 },
    /* 64 hosts of a line of 8 switches send 8 x 64 packets over each of its channels */
    { "hyperx-8x8x8", 4096, 512, 3, 4095. / 4096 },
    { "slim-fly-17", 578 * 13, 578, 2, NAN },
    { "dragonfly-plus-9", 576, 144, 3, NAN },
    /* each channel between stages carries 4 x 16 pairs, of a host with itself, too */
    { "butterfly-64", 64, 48, 2, 63. / 64 },
    { "twisted-8x4x4", 128, 128, 6, 1 },
    { "fat-tree-16", 16, 8, 2, 1 },
  };
  guint n_found = 0, n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    n_found += presets[i].family == &dl_family_fabric;
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (facts));
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = dl_preset_load (facts[i].id, &error);
      g_autoptr (DlEvaluation) result = NULL;
      const DlFabric *fabric;

      g_assert_no_error (error);
      result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      fabric = result->net.shape;
      g_assert_cmpuint (fabric->n_hosts, ==, facts[i].hosts);
      g_assert_cmpuint (fabric->n_switches, ==, facts[i].switches);
      g_assert_cmpuint (dl_fabric_diameter (fabric, NULL), ==, facts[i].diameter);
      /* Each works with its own engine and layers. */
      g_assert_cmpuint (result->findings.unreachable_pairs, ==, 0);
      g_assert_true (result->findings.deadlock_free);
      if (!isnan (facts[i].bound))
        g_assert_cmpfloat_with_epsilon (result->findings.bound_load, facts[i].bound, 1e-12);
    }
}

/* Keys -------------------------------------------------------------------------------------------
 */

static DlScenario *
new_fabric (const char *keys)
{
  g_autofree char *text = g_strconcat ("[scenario]\nformat=1\nkind=fabric\n[fabric]\n", keys, NULL);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

static char *
value (const DlScenario *scenario, const char *key)
{
  return dl_field_get (dl_field_find ("fabric", key), scenario);
}

static void
test_faults (void)
{
  g_autoptr (DlScenario) scenario
      = new_fabric ("broken-cables=L1-0:9;L2-3:9\nbroken-channels=L1-1:9\n"
                    "broken-switches=L3-0\nbroken-hosts=H100\n");
  g_autoptr (DlScenario) back = NULL;
  g_autoptr (DlFabric) fabric = dl_family_fabric.build (scenario, NULL);
  g_autofree char *cables = value (scenario, "broken-cables");
  g_autofree char *text = NULL;

  g_assert_cmpstr (cables, ==, "L1-0:9;L2-3:9");
  g_assert_cmpuint (fabric->n_broken, ==, 2 * 2 + 1 + 2 * 16 + 2);
  g_assert_cmpuint (fabric->n_lanes, ==, 4);
  /* A copy shares the fabric without faults; and what is written reads back. */
  back = dl_scenario_copy (scenario);
  g_assert_true (dl_fabric_options (back)->whole == dl_fabric_options (scenario)->whole);
  g_assert_true (dl_scenario_equal (back, scenario));
  dl_scenario_free (back);
  text = dl_scenario_to_text (scenario, FALSE);
  back = dl_scenario_parse (text, -1, "test", NULL, NULL);
  g_assert_true (dl_scenario_equal (back, scenario));
}

/* A cable has one name, from whichever end it is named. */
static void
test_names_of_cables (void)
{
  g_autoptr (DlScenario) scenario = new_fabric ("");
  g_autoptr (DlFabric) fabric = dl_family_fabric.build (scenario, NULL);
  const guint32 up = dl_fabric_port_channel (fabric, dl_fabric_find (fabric, "L1-0"), 9);
  g_autofree char *far = dl_fabric_channel_name (fabric, fabric->channel_back[up]);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *now = NULL;

  g_assert_true (g_str_has_prefix (far, "L2-"));
  dl_edits_add (edits, DL_EDIT_ADD, "fabric.broken-cables", far);
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
  g_assert_no_error (error);
  now = value (scenario, "broken-cables");
  g_assert_cmpstr (now, ==, "L1-0:9");
  g_assert_false (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
}

/* A click on @place in @before changes whether it works, and no other switch and no other host. A
 * direction of a cable that works again may be one that a broken switch keeps from it. */
static void
check_toggled (const DlScenario *scenario, const DlFabric *before, DlPlace place)
{
  g_autoptr (DlFabric) after = dl_family_fabric.build (scenario, NULL);

  for (guint s = 0; s < before->n_switches; s++)
    g_assert_cmpint (after->switch_up[s] != before->switch_up[s], ==,
                     place.kind == DL_PLACE_ROUTER && place.a == s);
  for (guint h = 0; h < before->n_hosts; h++)
    g_assert_cmpint (after->host_up[h] != before->host_up[h], ==,
                     place.kind == DL_PLACE_NODE && place.a == h);
  if (place.kind == DL_PLACE_LINK && before->link_state[place.a] == DL_LINK_UP)
    g_assert_cmpuint (after->link_state[place.a], ==, DL_LINK_BROKEN);
}

/* Any break is undone by its inverse, and by the same click. */
static void
test_toggle (void)
{
  g_autoptr (DlScenario) scenario = new_fabric ("children=4;4\nparents=1;4\n");
  g_autoptr (DlScenario) first = dl_scenario_copy (scenario);
  DlNet net;

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (DlFabric) fabric = dl_family_fabric.build (scenario, NULL);
      g_autoptr (GPtrArray) edits = NULL, inverse = NULL, again = NULL;
      g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
      g_autofree char *label = NULL, *second = NULL;
      g_autoptr (GError) error = NULL;
      const guint kind = g_test_rand_int_range (0, 3);
      DlPlace place;

      net = *dl_shape_net (fabric);
      place = kind == 0   ? dl_place_link (g_test_rand_int_range (0, net.graph->n_links))
              : kind == 1 ? dl_place_router (g_test_rand_int_range (0, net.graph->n_routers))
                          : dl_place_node (g_test_rand_int_range (0, net.graph->n_nodes));
      edits = dl_break_toggle (scenario, fabric, place, kind == 0 && round % 2, &label);
      g_assert_cmpuint (edits->len, >, 0);
      g_assert_nonnull (label);
      g_assert_true (dl_scenario_apply (scenario, edits, &inverse, NULL, &error));
      g_assert_no_error (error);
      check_toggled (scenario, fabric, place);
      if (round % 3 == 0)
        {
          g_assert_true (dl_scenario_apply (scenario, inverse, NULL, NULL, &error));
          g_assert_true (dl_scenario_equal (scenario, before));
        }
    }
  g_assert_false (dl_scenario_equal (scenario, first));
}

/* Names with all that lists need for themselves. */
static void
test_odd_names (void)
{
  static const char edges[]
      = "\"a;b\" \"c:1\"\n\"c:1\" \"d\\\\\"\nh1 \"a;b\"\nh2 \"c:1\"\nh3 \"d\\\\\"\n";
  static const char ib[]
      = "vendid=0x1\nSwitch 3 \"S-0001\" # \"leaf;1:a\\b 'x' \" base port 0 lid 1\n"
        "[1] \"H-0001\"[1](11) # \"node;1 HCA-1\" lid 2\n"
        "[2] \"H-0002\"[1](12) # \"node:2 HCA-1\" lid 3\n\n"
        "Ca 1 \"H-0001\" # \"node;1 HCA-1\"\n[1](11) \"S-0001\"[1] # lid 2\n\n"
        "Ca 1 \"H-0002\" # \"node:2 HCA-1\"\n[1](12) \"S-0001\"[2] # lid 3\n";
  const char *files[] = { edges, ib };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (DlFabricFile) file = dl_fabric_file_new (files[i], strlen (files[i]));
      g_autofree char *keys
          = g_strdup_printf ("source=file\nengine=min-hop\nfile=%s\n", file->text);
      g_autoptr (DlScenario) scenario = new_fabric (keys);
      const guint n = dl_fabric_options (scenario)->whole->fabric->n_vertices;

      for (guint vertex = 0; vertex < n; vertex++)
        {
          g_autoptr (DlFabric) fabric = dl_family_fabric.build (scenario, NULL);
          const DlPlace place = dl_fabric_is_host (fabric, vertex)
                                    ? dl_place_node (vertex)
                                    : dl_place_router (vertex - fabric->n_hosts);
          g_autoptr (GPtrArray) edits = NULL;
          g_autoptr (DlScenario) back = NULL;
          g_autoptr (GError) error = NULL;
          g_autofree char *label = NULL, *text = NULL;

          edits = dl_break_toggle (scenario, fabric, place, FALSE, &label);
          dl_scenario_apply (scenario, edits, NULL, NULL, &error);
          g_assert_no_error (error);
          text = dl_scenario_to_text (scenario, FALSE);
          back = dl_scenario_parse (text, -1, "test", NULL, &error);
          g_assert_no_error (error);
          g_assert_true (dl_scenario_equal (back, scenario));
        }
      g_assert_cmpuint (dl_family_count_faults (scenario, "fabric.broken-switches")
                            + dl_family_count_faults (scenario, "fabric.broken-hosts"),
                        ==, n);
    }
}

/* Errors --------------------------------------------------------------------------------------- */

static void
test_wrong (void)
{
  static const struct
  {
    const char *keys, *message;
  } wrong[] = {
    { "broken-cables=L1-0\n", "*broken-cables*cannot read*" },
    { "broken-cables=L1-0:99\n", "*broken-cables*no cable leaves*" },
    { "broken-channels=X:1\n", "*broken-channels*does not have*" },
    { "broken-switches=H1\n", "*broken-switches*is a host*" },
    { "broken-hosts=L1-0\n", "*broken-hosts*is a switch*" },
    { "broken-hosts=H1;H1\n", "*broken-hosts*twice*" },
    { "children=0;8\n", "*children*" },
    { "children=8;8\n", "*fabric.*" }, /* parents have three levels */
    { "children=200;200;200\nparents=1;200;200\n", "*fabric.*" },
    { "source=file\n", "*fabric.file*missing*" },
    { "source=file\nfile=cluster.txt\n", "*fabric.file*not been read*" },
    { "source=file\nfile=zlib:nothing\n", "*file*" },
    { "source=slim-fly\nq=6\n", "*fabric.q*" },
    { "source=cube\n", "*source*unknown*fat-tree*file*" },
    { "engine=lft\n", "*fabric.tables*needs*" },
    { "engine=dor\n", "*fabric.engine*dimensions*" },
    { "engine=valiant\nlayers=1\n", "*fabric.layers*at least 2*" },
    { "engine=fast\n", "*engine*unknown*min-hop*" },
    { "layers=16\n", "*layers*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text
          = g_strconcat ("[scenario]\nformat=1\nkind=fabric\n[fabric]\n", wrong[i].keys, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = dl_scenario_parse (text, -1, "test", NULL, &error);

      g_assert_null (scenario);
      g_assert_nonnull (error);
      if (!g_pattern_match_simple (wrong[i].message, error->message))
        g_error ("%s: %s", wrong[i].message, error->message);
    }
}

/* An engine that needs more layers than there are refuses when it routes, and says how many. */
static void
test_too_few_layers (void)
{
  g_autoptr (DlScenario) scenario
      = new_fabric ("source=random-regular\nswitches=30\ndegree=4\nengine=lash\nlayers=1\n");
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_family_fabric.route (scenario, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
  g_assert_true (g_pattern_match_simple ("fabric.engine: *", error->message));
}

/* Files ------------------------------------------------------------------------------------------
 */

/* A file and tables go with the scenario as text, and come back as they were. */
static void
test_files (void)
{
  static const char edges[] = "a b\nb c\nc a\nh1 a\nh2 b\nh3 c\n";
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (edges, strlen (edges)), back = NULL;
  g_autoptr (DlFabricFile) bad = NULL, name = NULL, written = NULL;
  g_autoptr (DlScenario) scenario = NULL, with_tables = NULL;
  g_autoptr (DlFabricRoutes) made = NULL, read = NULL;
  g_autoptr (DlFabricTables) tables = NULL;
  g_autofree char *text = NULL, *keys = NULL, *more = NULL;
  g_autoptr (GError) error = NULL;

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

  keys = g_strdup_printf ("source=file\nengine=minhop\nfile=%s\n", file->text);
  scenario = new_fabric (keys);
  g_assert_cmpuint (dl_fabric_options (scenario)->whole->fabric->n_hosts, ==, 3);
  made = dl_family_fabric.route (scenario, NULL, &error);
  g_assert_no_error (error);
  tables = dl_fabric_routes_tables (made);
  text = dl_fabric_tables_write (made->fabric, tables, NULL);
  written = dl_fabric_file_new (text, strlen (text));
  more = g_strdup_printf ("source=file\nengine=lft\nfile=%s\ntables=%s\n", file->text,
                          written->text);
  with_tables = new_fabric (more);
  read = dl_family_fabric.route (with_tables, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (read->port, 3 * 3, made->port, 3 * 3);
}

/* Path records of a file of their own go to the tables that are there, in either order; those that
 * were opened last come first, and the same ones only once. */
static void
test_records (void)
{
  static const char edges[] = "a b\nb c\nc a\nh1 a\nh2 b\nh3 c\n";
  static const char *const records[]
      = { "PathRecord dump:\n  slid....1\n  dlid....2\n  sl......3\n",
          "PathRecord dump:\n  slid....2\n  dlid....1\n  sl......1" };
  const DlField *field = dl_field_find ("fabric", "tables");
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (edges, strlen (edges)), made = NULL;
  g_autoptr (DlFabricFile) first = dl_fabric_file_new (records[0], strlen (records[0]));
  g_autoptr (DlFabricFile) second = dl_fabric_file_new (records[1], strlen (records[1]));
  g_autofree char *keys = g_strdup_printf ("source=file\nengine=minhop\nfile=%s\n", file->text);
  g_autoptr (DlScenario) scenario = new_fabric (keys), other = dl_scenario_copy (scenario);
  g_autoptr (DlFabricRoutes) routes = dl_family_fabric.route (scenario, NULL, NULL);
  g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (routes);
  g_autofree char *text = dl_fabric_tables_write (routes->fabric, tables, NULL);
  g_autofree char *expected = g_strdup_printf ("%s\n%s", records[0], text);
  g_autofree char *both = g_strdup_printf ("%s\n%s", records[1], expected);
  g_autofree char *got = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_new (), inverse = NULL;
  g_autoptr (GError) error = NULL;
#define CONTENT(s) ((const char *) g_bytes_get_data (dl_fabric_options (s)->tables->bytes, NULL))
#define HAS(s, what)                                                                               \
  g_assert_cmpmem (CONTENT (s), g_bytes_get_size (dl_fabric_options (s)->tables->bytes), what,     \
                   strlen (what))

  made = dl_fabric_file_new (text, strlen (text));
  g_assert_true (first->is_records && second->is_records && !made->is_records && !file->is_records);
  /* Records first. */
  g_assert_true (dl_field_set (field, other, first->text, &error));
  g_assert_false (dl_scenario_normalize (other, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "path records without forwarding tables"));
  g_clear_error (&error);
  g_assert_true (dl_field_set (field, other, made->text, &error));
  HAS (other, expected);
  g_assert_true (dl_scenario_normalize (other, NULL, NULL, &error));
  /* After the tables, as one step that is undone. */
  g_assert_true (dl_field_set (field, scenario, made->text, &error));
  dl_edits_add (edits, DL_EDIT_SET, "fabric.tables", first->text);
  g_assert_true (dl_scenario_apply (scenario, edits, &inverse, NULL, &error));
  HAS (scenario, expected);
  g_assert_true (dl_scenario_apply (scenario, inverse, NULL, NULL, &error));
  HAS (scenario, text);
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
  HAS (scenario, expected);
  /* Again, more, and other tables. */
  g_assert_true (dl_field_set (field, scenario, first->text, &error));
  HAS (scenario, expected);
  g_assert_true (dl_field_set (field, scenario, second->text, &error));
  HAS (scenario, both);
  g_assert_true (dl_field_set (field, scenario, made->text, &error));
  HAS (scenario, text);
#undef HAS
#undef CONTENT
}

/* Only files without hosts ask how many each switch has. */
static void
test_hosts_of_files (void)
{
  static const struct
  {
    const char *edges;
    gboolean asks;
  } files[] = { { "a b\nb c\nc a\nh1 a\nh2 b\nh3 c\n", FALSE }, { "a b\nb c\nc a\n", TRUE } };
  const DlField *field = dl_field_find ("fabric", "hosts-per-switch");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (DlFabricFile) file = dl_fabric_file_new (files[i].edges, strlen (files[i].edges));
      g_autofree char *keys = g_strdup_printf (
          "source=file\nengine=min-hop\nhosts-per-switch=2\nfile=%s\n", file->text);
      g_autoptr (DlScenario) scenario = new_fabric (keys);

      g_assert_cmpint (dl_field_suits (field, scenario), ==, files[i].asks);
      g_assert_cmpuint (dl_fabric_options (scenario)->whole->fabric->n_hosts, ==,
                        files[i].asks ? 6 : 3);
    }
}

/* Analysis ---------------------------------------------------------------------------------------
 */

/* Do switches where a packet from @s to @to may come have different ports to choose from than
 * before? */
static gboolean
chooses_anew (const DlFabricRoutes *a, const DlFabricRoutes *b, guint s, guint to)
{
  const DlFabric *fabric = b->fabric;
  const gsize row = (gsize) to * fabric->n_switches;

  if (a->choices[row + s] != b->choices[row + s])
    return TRUE;
  for (guint port = 1; port <= fabric->n_ports; port++)
    if (b->choices[row + s] >> (port - 1) & 1)
      {
        const guint32 c = dl_fabric_port_channel (fabric, fabric->n_hosts + s, port);

        if (chooses_anew (a, b, fabric->channel_to[c] - fabric->n_hosts, to))
          return TRUE;
      }
  return FALSE;
}

static gboolean
differs (const DlFabricRoutes *a, const DlFabricRoutes *b, guint from, guint to)
{
  const DlFabric *fabric = b->fabric;
  guint32 x[200], y[200];
  guint m, n;

  if (from == to)
    return FALSE;
  if (b->kind == DL_FABRIC_CHOICES)
    return chooses_anew (a, b, fabric->host_switch[from] - fabric->n_hosts,
                         fabric->host_switch[to] - fabric->n_hosts);
  return dl_fabric_routes_walk (a, from, to, 0, x, &m, NULL)
             != dl_fabric_routes_walk (b, from, to, 0, y, &n, NULL)
         || m != n || memcmp (x, y, n * sizeof *x) != 0;
}

/* Pairs whose ways differ, one by one. */
static void
test_rerouted (void)
{
  static const char *const engines[] = { "ftree", "min-hop", "up-down", "random-up" };
  guint64 all = 0;

  for (guint round = 0; round < 24; round++)
    {
      g_autofree char *keys = g_strdup_printf ("children=4;4;2\nparents=1;2;2\nengine=%s\n",
                                               engines[round % G_N_ELEMENTS (engines)]);
      g_autoptr (DlScenario) before = new_fabric (keys), after = dl_scenario_copy (before);
      g_autoptr (DlFabric) whole = dl_family_fabric.build (before, NULL);
      g_autoptr (GPtrArray) edits
          = dl_break_at_random (before, whole, "cables", 1 + round % 3, round);
      g_autoptr (DlFabricRoutes) a = NULL, b = NULL;
      g_autoptr (GError) error = NULL;
      guint64 counted, walked = 0;

      g_assert_true (dl_scenario_apply (after, edits, NULL, NULL, &error));
      a = dl_family_fabric.route (before, NULL, &error);
      b = dl_family_fabric.route (after, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (dl_fabric_count_rerouted (a, b, &counted, NULL));
      for (guint from = 0; from < whole->n_hosts; from++)
        for (guint to = 0; to < whole->n_hosts; to++)
          walked += differs (a, b, from, to);
      g_assert_cmpuint (counted, ==, walked);
      all += counted;
    }
  g_assert_cmpuint (all, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-options/presets", test_presets);
  g_test_add_func ("/fabric-options/faults", test_faults);
  g_test_add_func ("/fabric-options/names-of-cables", test_names_of_cables);
  g_test_add_func ("/fabric-options/toggle", test_toggle);
  g_test_add_func ("/fabric-options/odd-names", test_odd_names);
  g_test_add_func ("/fabric-options/wrong", test_wrong);
  g_test_add_func ("/fabric-options/too-few-layers", test_too_few_layers);
  g_test_add_func ("/fabric-options/files", test_files);
  g_test_add_func ("/fabric-options/records", test_records);
  g_test_add_func ("/fabric-options/hosts-of-files", test_hosts_of_files);
  g_test_add_func ("/fabric-options/rerouted", test_rerouted);
  return g_test_run ();
}

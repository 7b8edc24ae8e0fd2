#include "dl-families.h"
#include "dl-scenario-file.h"

#include "dl-field.h"
#include "test-scenario-random.h"

#include <glib/gstdio.h>

#include <locale.h>
#include <string.h>
#include <sys/stat.h>

/* interface.md: a missing key takes the value shown. */
static void
test_defaults (void)
{
  static const struct
  {
    const char *name, *value;
  } defaults[] = {
    { "scenario.name", "XT3 11x12x16" },
    { "scenario.kind", "torus" },
    { "scenario.seed", "1" },
    { "torus.radix", "11;12;16" },
    { "torus.wrap", "true;true;true" },
    { "torus.datelines", "10;11;15" },
    { "torus.tie", "positive" },
    { "torus.vc-policy", "output-crossing" },
    { "torus.bubble-packets", "2" },
    { "torus.engine", "xt" },
    { "torus.broken-links", "" },
    { "torus.broken-channels", "" },
    { "torus.broken-nodes", "" },
    { "torus.link-rates", "" },
    { "torus.link-delays", "" },
    { "torus.vc-table", "" },
    { "router.model", "seastar" },
    { "router.input-buffer", "96" },
    { "router.staging-buffer", "16" },
    { "router.link-cycles", "18" },
    { "router.crossbar-cycles", "7" },
    { "router.ejection-rate", "0.416667" },
    { "router.link-error-rate", "0" },
    { "router.request-age-bias", "3;2;1;1" },
    { "router.response-age-bias", "3;2;1;1" },
    { "router.age-clock-period", "8" },
    { "router.age-rr-select", "0xffffffffffffffff" },
    { "router.aries-buffer", "128" },
    { "router.aries-hop-ns", "100" },
    { "router.aries-payload-bytes", "64" },
    { "router.aries-outstanding", "1024" },
    { "router.payload-efficiency", "0.64" },
    { "input-queued.vcs", "4" },
    { "input-queued.buffer-flits", "8" },
    { "input-queued.routing-delay", "1" },
    { "input-queued.vc-allocation-delay", "1" },
    { "input-queued.switch-allocation-delay", "1" },
    { "input-queued.switch-traversal-delay", "1" },
    { "input-queued.channel-delay", "1" },
    { "input-queued.global-channel-delay", "1" },
    { "input-queued.credit-delay", "0" },
    { "input-queued.allocator-iterations", "1" },
    { "input-queued.flit-bytes", "64" },
    { "input-queued.cycle-ns", "0" },
    { "loggops.L", "2500" },
    { "loggops.o", "1500" },
    { "loggops.g", "1000" },
    { "loggops.G", "6" },
    { "loggops.O", "0" },
    { "loggops.S", "65535" },
    { "traffic.pattern", "uniform" },
    { "traffic.load", "0.34" },
    { "traffic.packet-flits", "9" },
    { "traffic.packet-lengths", "" },
    { "traffic.target", "" },
    { "traffic.message-bytes", "" },
    { "traffic.burst-messages", "1" },
    { "traffic.response-share", "0" },
    { "traffic.order", "rotating" },
    { "traffic.placement", "" },
    { "traffic.matrix", "" },
    { "traffic.program", "" },
    { "traffic.collective", "allreduce-ring" },
    { "traffic.bytes", "1048576" },
    { "traffic.repeat", "1" },
    { "traffic.compute-ns", "0" },
    { "traffic.source-vc", "policy" },
    { "traffic.self", "false" },
    { "simulation.warmup-cycles", "15000" },
    { "simulation.cycles", "50000" },
    { "simulation.stop", "cycles" },
    { "simulation.precision", "0.02" },
    { "simulation.threads", "1" },
    { "simulation.shifts", "0" },
    { "dragonfly.shape", "aries" },
    { "dragonfly.groups", "15" },
    { "dragonfly.chassis", "6" },
    { "dragonfly.last-chassis", "0" },
    { "dragonfly.blades", "16" },
    { "dragonfly.cables-per-pair", "6" },
    { "dragonfly.interconnect", "" },
    { "dragonfly.routers-per-group", "8" },
    { "dragonfly.nodes-per-router", "4" },
    { "dragonfly.global-per-router", "4" },
    { "dragonfly.minimal", "nearest-exit" },
    { "dragonfly.routing", "adaptive-0" },
    { "dragonfly.broken-links", "" },
    { "dragonfly.broken-routers", "" },
    { "dragonfly.broken-cables", "" },
    { "dragonfly.link-rates", "" },
    { "dragonfly.link-delays", "" },
    { "fabric.source", "fat-tree" },
    { "fabric.children", "8;8;16" },
    { "fabric.parents", "1;8;8" },
    { "fabric.cables", "" },
    { "fabric.size", "8;8;8" },
    { "fabric.twists", "" },
    { "fabric.groups", "9" },
    { "fabric.leaves", "8" },
    { "fabric.spines", "8" },
    { "fabric.global-per-spine", "0" },
    { "fabric.q", "17" },
    { "fabric.switches", "64" },
    { "fabric.degree", "8" },
    { "fabric.radix", "4" },
    { "fabric.stages", "3" },
    { "fabric.hosts-per-switch", "8" },
    { "fabric.file", "" },
    { "fabric.machines", "auto" },
    { "fabric.ports-per-host", "1" },
    { "fabric.rail-leaves", "optimized" },
    { "fabric.rates", "" },
    { "fabric.reference-rate", "" },
    { "fabric.link-rates", "" },
    { "fabric.link-delays", "" },
    { "fabric.tables", "" },
    { "fabric.service", "apart" },
    { "fabric.service-names", "" },
    { "fabric.engine", "ftree" },
    { "fabric.adaptive-ports", "two" },
    { "fabric.roots", "" },
    { "fabric.root-guids", "" },
    { "fabric.layers", "4" },
    { "fabric.broken-cables", "" },
    { "fabric.broken-channels", "" },
    { "fabric.broken-switches", "" },
    { "fabric.broken-hosts", "" },
    { "fabric.broken-machines", "" },
    { "fabric.broken-rails", "" },
  };
  g_autoptr (DlScenario) read = test_parse_scenario ("[scenario]\n", NULL);
  g_autoptr (DlScenario) made = dl_scenario_new ();
  guint n_fields;

  dl_fields (&n_fields);
  g_assert_cmpuint (n_fields, ==, G_N_ELEMENTS (defaults));
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    {
      const DlField *field = dl_field_find_name (defaults[i].name);
      g_assert_nonnull (field);
      g_assert_false (dl_field_is_set (field, read));
      test_assert_value (read, defaults[i].name, defaults[i].value);
    }
  g_assert_true (dl_scenario_equal (read, made));

  /* They are in the structs too. */
  g_assert_cmpuint (dl_torus_options (made)->spec.radix[DL_Z], ==, 16);
  g_assert_cmpuint (dl_torus_options (made)->spec.region_nodes, ==, DL_TORUS_REGION_NODES);
  g_assert_cmpuint (made->router.request_age_bias[DL_TORUS_PORT_Y_MINUS], ==, 2);
  g_assert_cmpuint (made->router.response_age_bias[DL_TORUS_PORT_PROCESSOR], ==, 1);
  g_assert_cmphex (made->router.age_rr_select, ==, G_MAXUINT64);
  g_assert_cmpfloat (made->traffic.load, ==, 0.34);
  g_assert_cmpint (dl_torus_options (made)->routing.tie, ==, DL_TORUS_TIE_POSITIVE);
}

static void
test_values (void)
{
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) scenario
      = test_parse_scenario ("\xef\xbb\xbf# a comment\r\n"
                             "  [scenario]  \r\n"
                             "format=1\n"
                             "name = \\sA \\\\ B \n"
                             "seed=0x10\n"
                             "[traffic]\n"
                             "load=saturated\n"
                             "pattern=all-to-one\n"
                             "target=0x10\n"
                             "source-vc=0\n"
                             "order=random\n"
                             "message-bytes=1024\n"
                             "[torus]\n"
                             "broken-links = 0,0,0:Z- ; 1,2,2:x+; 3,3,3:y- ;\n"
                             "radix=4;4;8;\n"
                             "wrap=true;0;1\n"
                             "tie=parity\n"
                             "vc-policy=initial\n"
                             "datelines=0;-1;-1\n"
                             "broken-channels=0,0,0:x-\n"
                             "broken-nodes=3,3,3;0,1,2\n"
                             "vc-table=RExWQwEBAwACAAIAAAQ1RZPLWvLL"
                             "nOtjlmG34CvkecxxnLEPiQ0A\n"
                             "[router]\n"
                             "request-age-bias=1;2;3;4;5;6;7\n"
                             "response-age-bias=1;1;2;2;3;3;4\n"
                             "age-clock-period=0x1000\n"
                             "age-rr-select=0\n"
                             "ejection-rate=1e-1\n"
                             "[simulation]\n"
                             "cycles=1000000000000",
                             &warnings);
  const DlTorusRouting routing = dl_torus_routing (scenario);

  /* All to one asks for neither. */
  g_assert_cmpuint (g_strv_length (warnings), ==, 2);
  g_assert_nonnull (
      strstr (warnings[0], ":12: traffic.message-bytes: pattern all-to-one does not"));
  g_assert_nonnull (strstr (warnings[1], ":11: traffic.order: "));
  g_assert_null (scenario->extras);
  test_assert_value (scenario, "scenario.name", "A \\ B");
  test_assert_value (scenario, "scenario.seed", "16");
  /* Cables by their plus ends, though the shape comes after them; channels as they are. */
  test_assert_value (scenario, "torus.broken-links", "0,0,7:z+;1,2,2:x+;3,2,3:y+");
  test_assert_value (scenario, "torus.broken-channels", "0,0,0:x-");
  test_assert_value (scenario, "torus.broken-nodes", "0,1,2;3,3,3");
  test_assert_value (scenario, "torus.wrap", "true;false;true");
  test_assert_value (scenario, "router.request-age-bias", "1;2;3;4;5;6;7");
  test_assert_value (scenario, "router.response-age-bias", "1;2;3;4");
  test_assert_value (scenario, "router.ejection-rate", "0.1");
  test_assert_value (scenario, "traffic.load", "saturated");
  g_assert_true (scenario->traffic.saturated && scenario->traffic.random_order
                 && scenario->traffic.source_vc_zero);
  g_assert_cmpuint (scenario->router.age_clock_period, ==, 4096);
  g_assert_cmpuint (scenario->router.age_rr_select, ==, 0);
  g_assert_cmpuint (scenario->simulation.cycles, ==, G_GUINT64_CONSTANT (1000000000000));
  g_assert_cmpint (routing.dateline[DL_X], ==, 0);
  g_assert_cmpint (routing.dateline[DL_Y], ==, DL_NO_DATELINE);
  g_assert_cmpint (routing.dateline[DL_Z], ==, DL_NO_DATELINE);
}

/* Unset datelines are the last node of every ring, whatever its size. */
static void
test_datelines (void)
{
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) unset
      = test_parse_scenario ("[torus]\nradix=5;2;7\nwrap=true;true;false\n", &warnings);
  g_autoptr (DlScenario) ignored = NULL;

  g_assert_cmpuint (g_strv_length (warnings), ==, 0);
  test_assert_value (unset, "torus.datelines", "4;-1;-1");
  g_clear_pointer (&warnings, g_strfreev);

  ignored = test_parse_scenario ("[torus]\nradix=5;2;7\n\nwrap=true;true;false\ndatelines=3;1;99\n",
                                 &warnings);
  g_assert_cmpuint (g_strv_length (warnings), ==, 2);
  g_assert_true (g_str_has_prefix (warnings[0], "t:5: torus.datelines: 1 in y"));
  g_assert_true (g_str_has_prefix (warnings[1], "t:5: torus.datelines: 99 in z"));
  test_assert_value (ignored, "torus.datelines", "3;1;99");
  g_assert_cmpint (dl_torus_routing (ignored).dateline[DL_X], ==, 3);
  g_assert_cmpint (dl_torus_routing (ignored).dateline[DL_Z], ==, DL_NO_DATELINE);
}

/* A table of virtual channels is decoded once and shared; a policy that wants one says if it is not
 * there or of another network. */
static void
test_table (void)
{
  static const char text[] = "RExWQwEBAwACAAIAAAQ1RZPLWvLLnOtjlmG34CvkecxxnLEPiQ0A"; /* 3x2x2 */
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) fits
      = test_parse_scenario ("[torus]\nvc-policy=optimized\nradix=3;2;2\n"
                             "vc-table=RExWQwEBAwACAAIAAAQ1RZPLWvLLnOtjlmG34CvkecxxnLEPiQ0A\n",
                             &warnings);
  g_autoptr (DlScenario) copy = dl_scenario_copy (fits);
  g_autoptr (DlScenario) missing = NULL;
  g_autoptr (DlScenario) other = NULL;

  g_assert_cmpuint (g_strv_length (warnings), ==, 0);
  g_assert_cmpuint (dl_torus_options (fits)->vc_table->radix[DL_X], ==, 3);
  g_assert_true (dl_torus_options (copy)->vc_table == dl_torus_options (fits)->vc_table);
  g_assert_true (dl_torus_routing (fits).vc_table == dl_torus_options (fits)->vc_table);
  g_assert_true (dl_scenario_equal (fits, copy));
  test_assert_value (copy, "torus.vc-table", text);
  dl_field_unset (dl_field_find_name ("torus.vc-table"), copy);
  g_assert_null (dl_torus_options (copy)->vc_table);
  g_assert_false (dl_scenario_equal (fits, copy));

  g_clear_pointer (&warnings, g_strfreev);
  missing = test_parse_scenario ("[torus]\nradix=3;2;2\nvc-policy=optimized\n", &warnings);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_true (g_str_has_prefix (warnings[0], "t:3: torus.vc-policy: optimized"));

  /* The radix is that of a mesh in x. */
  g_clear_pointer (&warnings, g_strfreev);
  other = test_parse_scenario ("[torus]\nradix=3;2;2\nwrap=false;true;true\nvc-policy=optimized\n"
                               "vc-table=RExWQwEBAwACAAIAAAQ1RZPLWvLLnOtjlmG34CvkecxxnLEPiQ0A\n",
                               &warnings);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_true (g_str_has_prefix (warnings[0], "t:5: torus.vc-table: "));
  g_assert_nonnull (strstr (warnings[0], "3x2x2"));
  g_assert_nonnull (strstr (warnings[0], "(run optimize --vc again)"));
}

/* Numbers come out as short as they went in. */
static void
test_numbers (void)
{
  static const char *const numbers[]
      = { "0.34",   "0.1", "0.3", "1", "0", "0.333333333333333", "1e-07", "0.30000000000000004",
          "5e-324", NULL };
  const DlField *field = dl_field_find_name ("traffic.load");
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  for (guint i = 0; numbers[i] != NULL; i++)
    {
      g_assert_true (dl_field_set (field, scenario, numbers[i], NULL));
      if (strcmp (numbers[i], "5e-324") != 0)
        test_assert_value (scenario, "traffic.load", numbers[i]);
      g_assert_cmpfloat (scenario->traffic.load, ==, g_ascii_strtod (numbers[i], NULL));
    }
}

static void
test_unknown (void)
{
  const char *const before = "[scenario]\n"
                             "format=1\n"
                             "name=x\n"
                             "nmae=y\n"
                             "name[de]=z\n"
                             "\n"
                             "[layout]\n"
                             "width = 300\r\n"
                             "# mine\n"
                             "\n"
                             "[dragonfly]\n"
                             "groups=15\n"
                             "no-such-key=1\n"
                             "\n"
                             "[trafic]\n"
                             "load=\\q\n"
                             "\n"
                             "[torus]\n"
                             "# lost\n"
                             "colour=red; blue\n"
                             "load=1\n";
  const char *const after = "[scenario]\n"
                            "format=1\n"
                            "name=x\n"
                            "nmae=y\n"
                            "name[de]=z\n"
                            "\n"
                            "[torus]\n"
                            "colour=red; blue\n"
                            "load=1\n"
                            "\n"
                            "[dragonfly]\n"
                            "groups=15\n"
                            "no-such-key=1\n"
                            "\n"
                            "[layout]\n"
                            "width=300\n"
                            "# mine\n"
                            "\n"
                            "[trafic]\n"
                            "load=\\q\n";
  static const char *const expected[][2] = {
    { "t:4: ", "scenario.name?" },         { "t:5: ", "name[de]" },
    { "t:13: ", "dragonfly.no-such-key" }, { "t:15: ", "[traffic]?" },
    { "t:20: ", "torus.colour" },          { "t:21: ", "traffic.load?" },
  };
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) scenario = test_parse_scenario (before, &warnings);
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);

  g_assert_cmpstr (text, ==, after);
  g_assert_cmpuint (g_strv_length (warnings), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_true (g_str_has_prefix (warnings[i], expected[i][0]));
      g_assert_nonnull (strstr (warnings[i], expected[i][1]));
    }
}

/* A million unknown keys do not give a million warnings. */
static void
test_many_unknown (void)
{
  g_autoptr (GString) text = g_string_new ("[torus]\n");
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) scenario = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "key%u=\n", i);
  scenario = test_parse_scenario (text->str, &warnings);
  g_assert_cmpuint (g_strv_length (warnings), <, 100);
  g_assert_nonnull (strstr (warnings[g_strv_length (warnings) - 1], "99950 more"));
}

static void
test_with_defaults (void)
{
  g_autoptr (DlScenario) scenario = test_parse_scenario ("[torus]\nradix=4;4;4\n", NULL);
  g_autofree char *text = dl_scenario_to_text (scenario, TRUE);

  g_assert_nonnull (strstr (text, "\nradix=4;4;4\n"));
  g_assert_nonnull (strstr (text, "\n#datelines=3;3;3\n"));
  g_assert_nonnull (strstr (text, "\n#load=0.34\n"));
  g_assert_nonnull (strstr (text, "\n#broken-links=\n"));
}

/* A locale with a decimal comma: one of the machine's, else one made for this test. */
static const char *
find_comma_locale (const char *directory)
{
  static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", NULL };
  g_autofree char *target = g_build_filename (directory, "de_DE.UTF-8", NULL);
  const char *const command[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", target, NULL };

  for (guint i = 0; names[i] != NULL; i++)
    if (setlocale (LC_ALL, names[i]) != NULL)
      return names[i];
  if (!g_spawn_sync (NULL, (char **) command, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, NULL, NULL))
    return NULL;
  g_setenv ("LOCPATH", directory, TRUE);
  return setlocale (LC_ALL, "de_DE.UTF-8") != NULL ? "de_DE.UTF-8" : NULL;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      remove_tree (child);
    }
  g_remove (path);
}

static void
test_locale (void)
{
  g_autofree char *directory = g_dir_make_tmp ("dateline-locale-XXXXXX", NULL);
  const char *name = find_comma_locale (directory);

  if (name == NULL)
    g_test_skip ("no locale with a decimal comma, and localedef cannot make one");
  else
    {
      g_autofree char *comma = g_strdup_printf ("%.1f", 0.5);
      g_autoptr (DlScenario) scenario
          = test_parse_scenario ("[traffic]\nload=0.25\n[router]\nejection-rate=1e-1\n", NULL);
      g_autofree char *text = dl_scenario_to_text (scenario, TRUE);
      g_autoptr (GError) error = NULL;

      g_assert_cmpstr (comma, ==, "0,5");
      g_assert_cmpfloat (scenario->traffic.load, ==, 0.25);
      g_assert_nonnull (strstr (text, "\nload=0.25\n"));
      g_assert_nonnull (strstr (text, "\nejection-rate=0.1\n"));
      g_assert_null (dl_scenario_parse ("[traffic]\nload=0,25\n", -1, "t", NULL, &error));
      g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, "0.25"));
    }
  setlocale (LC_ALL, "C.UTF-8");
  g_unsetenv ("LOCPATH");
  remove_tree (directory);
}

static gsize
file_limit (const guint8 *data, gsize length)
{
  return DL_SCENARIO_FILE_MAX_BYTES;
}

static DlScenario *
load_file (const char *file_name, GStrv *warnings, GError **error)
{
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, file_limit, error);

  return bytes != NULL ? dl_scenario_parse_in ((const char *) bytes->data, bytes->len, file_name,
                                               (DlScenarioFiles) { 0 }, warnings, error)
                       : NULL;
}

static void
test_disk (void)
{
  g_autofree char *directory = g_dir_make_tmp ("dateline-scenario-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (directory, "a.dateline", NULL);
  g_autofree char *fifo = g_build_filename (directory, "fifo", NULL);
  g_autofree char *huge = g_build_filename (directory, "huge", NULL);
  g_autofree char *missing = g_build_filename (directory, "no", "such", NULL);
  g_autoptr (DlScenario) scenario
      = test_parse_scenario ("[scenario]\nname=é\n[torus]\nradix=3;3;3\n", NULL);
  g_autoptr (DlScenario) loaded = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;

  g_assert_true (dl_scenario_save (scenario, file, &error));
  g_assert_no_error (error);
  loaded = load_file (file, &warnings, &error);
  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (scenario, loaded));
  g_assert_cmpuint (g_strv_length (warnings), ==, 0);

  g_assert_false (dl_scenario_save (scenario, missing, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_true (g_str_has_prefix (error->message, missing));
  g_clear_error (&error);

  g_assert_null (load_file (missing, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_true (g_str_has_prefix (error->message, missing));
  g_clear_error (&error);

  g_assert_null (load_file (directory, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_clear_error (&error);

  /* A FIFO that nobody writes to: no waiting. */
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_null (load_file (fifo, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_clear_error (&error);

  /* A sparse file of a terabyte: refused by its size. */
  g_assert_true (g_file_set_contents (huge, "[scenario]\n", -1, NULL));
  g_assert_cmpint (truncate (huge, G_GINT64_CONSTANT (1) << 40), ==, 0);
  g_assert_null (load_file (huge, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE);
  g_assert_true (g_str_has_prefix (error->message, huge));
  g_clear_error (&error);

  /* Just within the size, and slow to read for whoever is not careful. */
  {
    const gsize length = DL_SCENARIO_FILE_MAX_BYTES;
    g_autofree char *text = g_malloc (length);
    gint64 start = g_get_monotonic_time ();

    memset (text, ';', length);
    memcpy (text, "[torus]\nbroken-links=", 21);
    g_assert_null (dl_scenario_parse (text, length, "t", NULL, &error));
    g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE);
    g_assert_nonnull (strstr (error->message, "at most 98304"));
    g_clear_error (&error);

    memset (text, '\n', length);
    memcpy (text + length - 4, "[a]x", 4);
    g_assert_null (dl_scenario_parse (text, length, "t", NULL, &error));
    g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX);
    g_assert_true (g_str_has_prefix (error->message, "t:16777213: "));
    g_clear_error (&error);
    g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);

    g_assert_null (dl_scenario_parse (text, length + 1, "t", NULL, &error));
    g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE);
  }
  remove_tree (directory);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario-file/defaults", test_defaults);
  g_test_add_func ("/scenario-file/values", test_values);
  g_test_add_func ("/scenario-file/datelines", test_datelines);
  g_test_add_func ("/scenario-file/table", test_table);
  g_test_add_func ("/scenario-file/numbers", test_numbers);
  g_test_add_func ("/scenario-file/unknown", test_unknown);
  g_test_add_func ("/scenario-file/many-unknown", test_many_unknown);
  g_test_add_func ("/scenario-file/with-defaults", test_with_defaults);
  g_test_add_func ("/scenario-file/locale", test_locale);
  g_test_add_func ("/scenario-file/disk", test_disk);
  return g_test_run ();
}

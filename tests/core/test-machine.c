/* The cabling of a machine as a scenario carries it: known by its first line, told about in a few
 * lines, put in place of the generated network and taken out again. */
#include "dl-break.h"
#include "dl-cabling.h"
#include "dl-edit.h"
#include "dl-families.h"
#include "dl-scenario-file.h"

#include <string.h>

/* Groups 0 and 7 of two routers each; one link that only one end knows of. */
static const char cabling[] = "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l00(0:0:1)\n"
                              "c0-0c0s1a0l00(0:0:1) green -> c0-0c0s0a0l00(0:0:0)\n"
                              "c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(7:0:0)\n"
                              "c2-0c0s0a0l01(7:0:0) blue -> c0-0c0s0a0l01(0:0:0)\n"
                              "c2-0c0s0a0l00(7:0:0) green -> c2-0c0s1a0l00(7:0:1)\n"
                              "c2-0c0s1a0l00(7:0:1) green -> c2-0c0s0a0l00(7:0:0)\n"
                              "c2-0c0s1a0l02(7:0:1) blue -> c0-0c0s1a0l02(0:0:1)\n";

static void
test_probe (void)
{
  static const struct
  {
    const char *text;
    gboolean is;
  } texts[] = {
    { cabling, TRUE },
    { "c0-0c0s0a0l01(0:0:0) blue -> unused", TRUE },
    { "\n\n  c12-3c2s15a0l01(0:0:0) blue -> unused", TRUE },
    { "\357\273\277c0-0c0s0a0l01(0:0:0) ptile -> processor\r\n", TRUE },
    { "c0-0c0s0a0l01(0:0:0) pink -> nowhere", TRUE }, /* to be told what is wrong with it */
    { "c0-0c0s0", TRUE },
    { "", FALSE },
    { "\n\n\n", FALSE },
    { "c0-0c0", FALSE },
    { "c0-0c0sx", FALSE },
    { "c", FALSE },
    { "[scenario]\nformat=1\nname=c0-0c0s0a0l01(0:0:0) blue -> unused\n", FALSE },
    { "# c0-0c0s0a0l01(0:0:0) blue -> unused\n", FALSE },
    { "<svg>", FALSE },
    { "g,r,c,n,jobid\n0,0,0,0,1\n", FALSE },
    { "c99999999999999999999-0c0s0a0l01(0:0:0)", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      /* To its last byte, for what looks past it. */
      const gsize length = strlen (texts[i].text);
      g_autofree char *bare = g_memdup2 (texts[i].text, length);

      g_assert_cmpint (dl_cabling_probe (bare, length), ==, texts[i].is);
    }
  g_assert_false (dl_cabling_probe ("\0c0-0c0s0", 9));
}

/* Packed and back: what is a cabling file becomes shorter, anything else comes back or is refused.
 */
static void
test_packed (void)
{
  g_autoptr (GString) large = g_string_new (NULL);
  const char *texts[] = {
    cabling,
    "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l00(0:0:1)", /* without an end of line */
    "c0-0c0s0a0l00(0:0:0) green -> unused\r\nc0-0c0s0a0l01(0:0:0) blue -> processor\r\n",
    "\n\n# a remark\n!c0-0c0s0a0l00\n+\nc0-0c0s0a0l77(0:0:0) x -> y -> z\n",
    "c0-0c0s0a0l00(0:0:0) a -> c0-0c0s0a0l01\nc0-0c0s0a0l01(0:0:0) a -> \n",
    "+ a -> b\n",
    "",
    NULL,
  };

  for (guint slot = 0; slot < 16; slot++)
    for (guint port = 0; port < 48; port++)
      g_string_append_printf (large, "c0-0c0s%ua0l%02o(0:0:%u) green -> c0-0c0s%ua0l%02o(0:0:%u)\n",
                              slot, port, slot, slot ^ 1, port, slot ^ 1);
  texts[G_N_ELEMENTS (texts) - 1] = large->str;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const gsize length = strlen (texts[i]);
      g_autofree char *packed = dl_cabling_pack (texts[i], length);
      g_autoptr (GString) again = packed != NULL ? dl_cabling_unpack (packed, length) : NULL;

      if (i == 0 || texts[i] == large->str)
        g_assert_nonnull (packed);
      if (packed == NULL)
        continue;
      g_assert_nonnull (again);
      g_assert_cmpmem (again->str, again->len, texts[i], length);
      /* Not a byte more than is asked for. */
      g_assert_true (length == 0 || dl_cabling_unpack (packed, length - 1) == NULL);
      if (texts[i] == large->str)
        g_assert_cmpuint (strlen (packed), <, length / 2);
    }
  g_assert_null (dl_cabling_pack ("c0\0", 3));
}

/* Damaged, and made to grow beyond all bounds. */
static void
test_packed_hostile (void)
{
  static const char *const texts[] = { "",
                                       "1",
                                       "1\n",
                                       "1\n0\n",
                                       "1\n2\n",
                                       "1\n1\n+\na\nb\n",
                                       "2\n1\na\nb\nc\n",
                                       "1\n1\na\nb\nc",
                                       "1\n1\na\nb\nc\nd\n",
                                       "1\n99999999999\na\n",
                                       "1\n-1\na\n" };
  g_autofree char *packed = dl_cabling_pack (cabling, strlen (cabling));
  g_autofree char *coordinates = g_strnfill (100000, '7');
  g_autoptr (GString) bomb = g_string_new ("1\n20001\n");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (dl_cabling_unpack (texts[i], 1000));
  for (gsize length = strlen (packed); length-- > 0;)
    {
      g_autofree char *cut = g_strndup (packed, length);

      g_assert_null (dl_cabling_unpack (cut, 100000));
    }
  g_string_append_printf (bomb, "al00(%s)\n", coordinates);
  for (guint column = 0; column < 3; column++)
    for (guint i = column == 0; i < 20001; i++)
      g_string_append (bomb, column == 0 ? "x\n" : column == 1 ? "\n" : "al00\n");
  g_assert_null (dl_cabling_unpack (bomb->str, 1000000));
}

/* In fewer bytes, and the same machine with the same text. */
static void
test_packed_text (void)
{
  g_autoptr (GString) large = g_string_new (cabling);
  g_autoptr (DlMachine) machine = NULL;
  g_autoptr (DlMachine) again = NULL;
  g_autoptr (DlMachine) damaged = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *packed = NULL;

  for (guint port = 3; port < 48; port++)
    g_string_append_printf (large, "c0-0c0s0a0l%02o(0:0:0) blue -> unused\n", port);
  machine = dl_machine_new (large->str, -1, "file", &error);
  g_assert_no_error (error);
  packed = dl_machine_to_packed_text (machine);
  g_assert_cmpuint (strlen (packed), <, strlen (machine->text));
  g_assert_true (dl_machine_is_content (packed) && dl_machine_is_content (machine->text));
  again = dl_machine_parse (packed, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->text, ==, machine->text);
  g_assert_cmpuint (again->network->n_links, ==, machine->network->n_links);
  damaged = dl_machine_parse ("packed:eJwDAAAAAAE=", &error);
  g_assert_null (damaged);
  g_assert_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_SYNTAX);
}

static void
test_warnings (void)
{
  for (guint n = 0; n < 60; n += 17)
    {
      g_autoptr (GString) text = g_string_new (cabling);
      g_autoptr (DlMachine) machine = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "c0-0c0s0a0l%02o(0:0:0) blue -> c5-0c0s0a0l%02o(5:%u:0)\n",
                                i + 2, i + 2, i % 6);
      machine = dl_machine_new (text->str, -1, "file", NULL);
      g_assert_nonnull (machine);
      g_assert_cmpuint (machine->report.n_irregular, ==, n + 1);
      for (guint most = 0; most < 130; most += 3)
        {
          g_auto (GStrv) lines = dl_machine_warnings (machine, most);
          const guint told = MIN (machine->report.n_irregular, most);
          const gboolean more = told < machine->report.n_irregular;

          g_assert_cmpuint (g_strv_length (lines), ==, told + more);
          for (guint i = 0; i < told; i++)
            g_assert_true (g_str_has_prefix (lines[i], "file:"));
          if (more)
            g_assert_cmpint (atoi (lines[told]), ==, machine->report.n_irregular);
        }
    }
}

static void
test_scenario (void)
{
  const DlFamily *family = NULL;
  const DlMachineFile *file = dl_machine_file_find (cabling, strlen (cabling), &family);
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlScenario) again = NULL;
  g_autoptr (DlDragonfly) network = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (family == &dl_family_dragonfly && !file->is_part);
  scenario = dl_machine_file_parse (file, family, (const guint8 *) cabling, strlen (cabling),
                                    "A machine.txt", NULL, NULL, &error);
  g_assert_no_error (error);
  text = dl_scenario_to_text (scenario, FALSE);
  g_assert_cmpstr (scenario->name, ==, "A machine");
  g_assert_true (dl_scenario_check (scenario, NULL, &error));
  g_assert_no_error (error);
  network = dl_scenario_dragonfly (scenario, NULL);
  g_assert_cmpuint (network->n_routers, ==, 4);
  g_assert_cmpuint (network->n_links, ==, 6);
  again = dl_scenario_parse (text, -1, "text", NULL, &error);
  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (again, scenario));
}

static void
assert_only_its_places (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) network = NULL;

  g_assert_true (dl_scenario_check (scenario, NULL, &error));
  g_assert_no_error (error);
  network = dl_scenario_dragonfly (scenario, &error);
  g_assert_no_error (error);
  g_assert_nonnull (network);
}

static void
reshape (DlScenario *scenario, const char *value, GPtrArray **inverse)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_reshape_dragonfly (
      scenario, dl_field_find ("dragonfly", "interconnect"), value, NULL);

  g_assert_true (dl_scenario_apply (scenario, edits, inverse, NULL, &error));
  g_assert_no_error (error);
}

static void
break_some (DlScenario *scenario, guint seed)
{
  static const char *const ids[] = { "links", "cables", "routers", "chassis" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (DlDragonfly) network = dl_scenario_dragonfly (scenario, NULL);
      g_autoptr (GPtrArray) edits = dl_break_at_random (scenario, network, ids[i], 1, seed);

      g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
    }
}

/* Whatever is broken before: into the machine and out of it again, and back by the inverses. */
static void
test_reshape (void)
{
  g_autoptr (DlMachine) machine = dl_machine_new (cabling, -1, "file", NULL);

  for (guint seed = 0; seed < 30; seed++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
      g_autoptr (DlScenario) generated = NULL;
      g_autoptr (DlScenario) cabled = NULL;
      g_autoptr (GPtrArray) to_generated = NULL;
      g_autoptr (GPtrArray) to_cabled = NULL;

      break_some (scenario, seed);
      generated = dl_scenario_copy (scenario);
      reshape (scenario, machine->text, &to_generated);
      g_assert_nonnull (dl_dragonfly_options (scenario)->machine);
      assert_only_its_places (scenario);
      break_some (scenario, seed);
      cabled = dl_scenario_copy (scenario);
      reshape (scenario, "", &to_cabled);
      g_assert_null (dl_dragonfly_options (scenario)->machine);
      assert_only_its_places (scenario);
      g_assert_true (dl_scenario_apply (scenario, to_cabled, NULL, NULL, NULL));
      g_assert_true (dl_scenario_same_values (scenario, cabled));
      /* The faults in between were no part of the step into the machine. */
      dl_scenario_free (g_steal_pointer (&scenario));
      scenario = dl_scenario_copy (generated);
      reshape (scenario, machine->text, NULL);
      g_assert_true (dl_scenario_apply (scenario, to_generated, NULL, NULL, NULL));
      g_assert_true (dl_scenario_same_values (scenario, generated));
    }
}

/* A chassis is broken whole, and only what works is counted. */
static void
test_chassis (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;
  guint left = spec->groups * spec->chassis;

  for (guint seed = 0; left > 0; seed++, left--)
    {
      g_autoptr (DlDragonfly) network = dl_scenario_dragonfly (scenario, NULL);
      g_autoptr (GPtrArray) edits = dl_break_at_random (scenario, network, "chassis", 1, seed);

      g_assert_cmpuint (dl_break_count (&dl_family_dragonfly, network, "chassis"), ==, left);
      g_assert_cmpuint (dl_break_count (&dl_family_dragonfly, network, "routers"), ==,
                        left * spec->blades);
      g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
      g_assert_cmpuint (spec->broken_routers->len, ==,
                        (spec->groups * spec->chassis - left + 1) * spec->blades);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/machine/probe", test_probe);
  g_test_add_func ("/machine/packed", test_packed);
  g_test_add_func ("/machine/packed-hostile", test_packed_hostile);
  g_test_add_func ("/machine/packed-text", test_packed_text);
  g_test_add_func ("/machine/warnings", test_warnings);
  g_test_add_func ("/machine/scenario", test_scenario);
  g_test_add_func ("/machine/reshape", test_reshape);
  g_test_add_func ("/machine/chassis", test_chassis);
  return g_test_run ();
}

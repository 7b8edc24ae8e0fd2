/* Names of what is broken, pasted and copied. */
#include "dl-break.h"
#include "dl-edit.h"
#include "dl-fault-text.h"
#include "dl-scenario-file.h"

#include <string.h>

static DlScenario *
load (const char *preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  return scenario;
}

/* @text breaks @expected, "key=value" for each list, in one step. */
static void
assert_breaks (const DlScenario *scenario, const char *text, guint n, const char *const *expected)
{
  g_autoptr (DlFaultText) read = dl_fault_text_read (scenario, text);
  g_autoptr (DlScenario) broken = dl_scenario_copy (scenario);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (read->n_problems, ==, 0);
  g_assert_cmpuint (read->n_broken, ==, n);
  dl_scenario_apply (broken, read->edits, NULL, NULL, &error);
  g_assert_no_error (error);
  for (; *expected != NULL; expected++)
    {
      g_auto (GStrv) parts = g_strsplit (*expected, "=", 2);
      g_autofree char *value = dl_field_get (dl_field_find_name (parts[0]), broken);

      g_assert_cmpstr (value, ==, parts[1]);
    }
}

/* Whatever sets names apart, and the commas inside them. */
static void
test_separators (void)
{
  static const char *const texts[] = {
    "1,2,2:x+\n3,0,1:y+\n2,2,2\n",
    "1,2,2:x+, 3,0,1:y+, 2,2,2",
    "1,2,2:x+,3,0,1:y+,2,2,2",
    "  1,2,2:X+ ; 3,0,1:y+\t2,2,2\r\n\r\n",
    "2,2,2,1,2,2:x+\n# a remark\n[torus]\nbroken-links=3,0,1:y+\n",
    "torus.broken-links=1,2,2:x+;3,0,1:y+\ntorus.broken-nodes = 2,2,2",
  };
  static const char *const expected[]
      = { "torus.broken-links=1,2,2:x+;3,0,1:y+",
          "torus.broken-channels=", "torus.broken-nodes=2,2,2", NULL };
  g_autoptr (DlScenario) scenario = load ("torus-5x5x5");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_breaks (scenario, texts[i], 3, expected);
}

static void
test_lists (void)
{
  static const char *const channel[]
      = { "torus.broken-links=", "torus.broken-channels=1,2,2:x+", NULL };
  static const char *const dragonfly[]
      = { "dragonfly.broken-cables=0-1#0", "dragonfly.broken-links=0.0.1-0.0.2#0",
          "dragonfly.broken-routers=1.0.3", NULL };
  g_autoptr (DlScenario) torus = load ("torus-5x5x5"), cascade = load ("cascade-2");

  assert_breaks (torus, "broken-channels=1,2,2:x+", 1, channel);
  assert_breaks (cascade, "0.0.1-0.0.2#0, 1.0.3, 0-1#0", 3, dragonfly);
}

/* Understood lines break all the same; the others are told, with the expected form. */
static void
test_problems (void)
{
  static const char *const expected[] = {
    "Line 2: “foo” is not understood (a cable is written as",
    "Line 3: 9,1,1:x+ is outside the network",
    "Line 5: “engine” is not understood",
    "Line 6: “3,3” is not understood (a node is written as",
  };
  g_autoptr (DlScenario) scenario = load ("torus-5x5x5");
  g_autoptr (DlFaultText) read
      = dl_fault_text_read (scenario, "1,2,2:x+\nfoo, 1,1,1\n9,1,1:x+\n2,2,2:x-, 1,2,2:x+\n"
                                      "engine=ring\nbroken-nodes=3,3");

  g_assert_cmpuint (read->n_broken, ==, 2);
  g_assert_cmpuint (read->n_already, ==, 2); /* the cable by its other end, and again */
  g_assert_cmpuint (read->n_problems, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_test_message ("%s", (const char *) read->problems->pdata[i]);
      g_assert_true (g_str_has_prefix (read->problems->pdata[i], expected[i]));
    }
}

/* Copied text means the same when it is pasted, and cables are plain names. */
static void
test_copies (void)
{
  g_autoptr (DlScenario) scenario = load ("torus-5x5x5");
  const DlBreakable *lists = scenario->family->breakables;
  const DlFault faults[] = { { &lists[0], (char *) "1,2,2:x+" },
                             { &lists[1], (char *) "3,3,3:z-" },
                             { &lists[2], (char *) "0,0,0" } };
  static const char *const expected[]
      = { "torus.broken-links=1,2,2:x+", "torus.broken-channels=3,3,3:z-",
          "torus.broken-nodes=0,0,0", NULL };
  g_autofree char *text = dl_fault_text_write (scenario->family, faults, G_N_ELEMENTS (faults));

  g_assert_cmpstr (text, ==, "1,2,2:x+\nbroken-channels=3,3,3:z-\n0,0,0\n");
  assert_breaks (scenario, text, 3, expected);
}

/* Each item of a list is somewhere. */
static void
test_places (void)
{
  static const struct
  {
    const char *preset, *item;
    guint list;
    DlPlaceKind kind;
  } cases[] = {
    { "torus-5x5x5", "1,2,2:x+", 0, DL_PLACE_LINK },
    { "torus-5x5x5", "1,2,2:x-", 1, DL_PLACE_LINK },
    { "torus-5x5x5", "1,2,2", 2, DL_PLACE_NODE },
    { "cascade-2", "0-1#0", 0, DL_PLACE_LINK },
    { "cascade-2", "0.0.1-0.0.2#0", 1, DL_PLACE_LINK },
    { "cascade-2", "1.0.3", 2, DL_PLACE_ROUTER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = load (cases[i].preset);
      const DlFamily *family = scenario->family;
      gpointer shape = family->build (scenario, NULL);
      DlPlace place = DL_NOWHERE;

      g_assert_true (
          dl_break_find (family, &family->breakables[cases[i].list], shape, cases[i].item, &place));
      g_assert_cmpint (place.kind, ==, cases[i].kind);
      if (cases[i].list > 0)
        {
          g_autofree char *name = family->name (shape, place, DL_NAME_FILE);
          g_assert_cmpstr (name, ==, cases[i].item);
        }
      g_assert_false (
          dl_break_find (family, &family->breakables[cases[i].list], shape, "99,99,99", &place));
      dl_shared_unref (shape);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fault-text/separators", test_separators);
  g_test_add_func ("/fault-text/lists", test_lists);
  g_test_add_func ("/fault-text/problems", test_problems);
  g_test_add_func ("/fault-text/copies", test_copies);
  g_test_add_func ("/fault-text/places", test_places);
  return g_test_run ();
}

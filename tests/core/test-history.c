#include "dl-families.h"
#include "dl-history.h"

#include "test-rounds.h"
#include "test-scenario-random.h"

static gboolean
try_set (DlHistory *history, DlScenario *scenario, const char *name, const char *value,
         const char *coalesce)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, name, value);
  return dl_history_do (history, scenario, edits, value, coalesce, NULL, NULL);
}

static void
set (DlHistory *history, DlScenario *scenario, const char *name, const char *value,
     const char *coalesce)
{
  g_assert_true (try_set (history, scenario, name, value, coalesce));
}

static void
test_basics (void)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) start = dl_scenario_copy (scenario);
  g_autoptr (GError) error = NULL;
  const gint64 before_us = g_get_real_time ();

  g_assert_false (dl_history_undo (history, scenario));
  g_assert_false (dl_history_redo (history, scenario));

  set (history, scenario, "scenario.seed", "2", NULL);
  set (history, scenario, "scenario.seed", "3", NULL);
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_cmpuint (dl_history_position (history), ==, 2);
  g_assert_cmpstr (dl_history_step (history, 1)->label, ==, "3");
  g_assert_cmpint (dl_history_step (history, 1)->time_us, >=, before_us);

  /* An edit that changes nothing, or is refused, is not a step; undone steps stay. */
  g_assert_true (dl_history_undo (history, scenario));
  set (history, scenario, "scenario.seed", "2", NULL);
  g_assert_false (try_set (history, scenario, "torus.radix", "0;0;0", NULL));
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_cmpuint (dl_history_position (history), ==, 1);
  g_assert_true (dl_history_redo (history, scenario));
  g_assert_cmpuint (scenario->seed, ==, 3);

  /* A new step forgets those that were undone. */
  g_assert_true (dl_history_undo (history, scenario));
  set (history, scenario, "scenario.seed", "4", NULL);
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_false (dl_history_redo (history, scenario));
  g_assert_true (dl_history_undo (history, scenario));
  g_assert_true (dl_history_undo (history, scenario));
  test_assert_equal (scenario, start);
}

static void
test_drag (void)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) start = NULL;

  set (history, scenario, "traffic.load", "0.5", "load");
  dl_history_seal (history);
  start = dl_scenario_copy (scenario);

  /* A drag is one step, with the last label, and one undo. */
  set (history, scenario, "torus.datelines", "0;1;2", "drag");
  set (history, scenario, "torus.datelines", "0;1;3", "drag");
  set (history, scenario, "torus.datelines", "0;1;3", "drag");
  set (history, scenario, "torus.datelines", "0;1;4", "drag");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_cmpstr (dl_history_step (history, 1)->label, ==, "0;1;4");
  g_assert_cmpuint (dl_history_step (history, 1)->edits->len, ==, 1);
  g_assert_true (dl_history_undo (history, scenario));
  test_assert_equal (scenario, start);
  g_assert_true (dl_history_redo (history, scenario));
  g_assert_cmpint (dl_torus_options (scenario)->routing.dateline[DL_Z], ==, 4);

  /* After undo and redo, and after the button was let go, another one begins. */
  set (history, scenario, "torus.datelines", "0;1;5", "drag");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 3);
  dl_history_seal (history);
  set (history, scenario, "torus.datelines", "0;1;6", "drag");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 4);

  /* Another key, or none, is another step. */
  set (history, scenario, "traffic.load", "0.6", "load");
  set (history, scenario, "traffic.load", "0.7", NULL);
  set (history, scenario, "traffic.load", "0.8", "load");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 7);

  /* A drag that comes to the top again by undo is over. */
  g_assert_true (dl_history_undo (history, scenario));
  g_assert_true (dl_history_undo (history, scenario));
  set (history, scenario, "traffic.load", "0.8", "load");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 6);
  g_assert_cmpfloat (scenario->traffic.load, ==, 0.8);
  set (history, scenario, "scenario.seed", "9", NULL);
  set (history, scenario, "traffic.load", "0.85", "load");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 8);

  /* A refused one leaves the drag as it is. */
  g_assert_false (try_set (history, scenario, "traffic.load", "8", "load"));
  g_assert_cmpuint (dl_history_n_steps (history), ==, 8);
  set (history, scenario, "traffic.load", "0.9", "load");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 8);
}

/* Back to where it began: no step, and not one merged into an earlier drag either. */
static void
test_vanish (void)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) start = NULL;

  set (history, scenario, "torus.datelines", "1;1;1", "drag");
  dl_history_seal (history);
  start = dl_scenario_copy (scenario);

  set (history, scenario, "torus.datelines", "2;1;1", "drag");
  set (history, scenario, "torus.datelines", "1;1;1", "drag");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 1);
  g_assert_cmpuint (dl_history_position (history), ==, 1);
  test_assert_equal (scenario, start);
  set (history, scenario, "torus.datelines", "3;1;1", "drag");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_true (dl_history_undo (history, scenario));
  test_assert_equal (scenario, start);

  /* From the default and back to its value is back, too. */
  g_assert_true (dl_history_undo (history, scenario));
  g_clear_pointer (&start, dl_scenario_free);
  start = dl_scenario_copy (scenario);
  set (history, scenario, "torus.datelines", "10;11;3", "other");
  set (history, scenario, "torus.datelines", "10;11;15", "other");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 0);
  test_assert_equal (scenario, start);
}

/* A radix dragged down and up again does not lose a fault on its way. */
static void
test_from_origin (void)
{
  static const gboolean wrap[] = { TRUE, TRUE, TRUE };
  static const guint path[] = { 7, 5, 2, 4, 6, 9, 8 };
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario
      = test_parse_scenario ("[torus]\nradix=8;8;8\ndatelines=5;1;1\nbroken-nodes=6,0,0\n", NULL);
  g_autoptr (DlScenario) start = dl_scenario_copy (scenario);

  for (guint i = 0; i < G_N_ELEMENTS (path); i++)
    {
      const guint radix[] = { path[i], 8, 8 };
      g_autoptr (DlScenario) origin = dl_history_origin (history, scenario, "radix");
      g_autoptr (GPtrArray) edits = dl_torus_edits_reshape (origin, radix, wrap);

      test_assert_equal (origin, start);
      g_assert_true (
          dl_history_do_from_origin (history, scenario, edits, "Radix", "radix", NULL, NULL));
      g_assert_cmpuint (dl_torus_options (scenario)->spec.radix[DL_X], ==, path[i]);
      g_assert_cmpuint (dl_torus_options (scenario)->spec.broken_nodes->len, ==, path[i] > 6);
      g_assert_cmpint (dl_torus_options (scenario)->routing.dateline[DL_X], ==,
                       MIN (5, path[i] - 1));
      g_assert_cmpuint (dl_history_n_steps (history), ==, path[i] != 8);
    }
  test_assert_equal (scenario, start);
}

/* A grown-up's afternoon: random steps, drags, undo and redo; every state that was passed comes
 * back exactly, and a history read back from text does the same. */
static void
test_random (void)
{
  DlRng rng;
  guint n_merged = 0, n_vanished = 0;

  dl_rng_init (&rng, 11);
  for (guint i = 0; i < TEST_ROUNDS (100); i++)
    {
      g_autoptr (DlHistory) history = dl_history_new ();
      g_autoptr (DlHistory) read = dl_history_new ();
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autoptr (GPtrArray) states
          = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);

      /* states[p]: the scenario at position p */
      g_ptr_array_add (states, dl_scenario_copy (scenario));
      for (guint j = 0; j < 40; j++)
        {
          const guint position = dl_history_position (history);
          g_autoptr (GPtrArray) edits = NULL;
          const char *coalesce = dl_rng_below (&rng, 2) ? "drag" : NULL;

          switch (dl_rng_below (&rng, 8))
            {
            case 0:
              g_assert_cmpint (dl_history_undo (history, scenario), ==, position > 0);
              break;
            case 1:
              g_assert_cmpint (dl_history_redo (history, scenario), ==,
                               position < dl_history_n_steps (history));
              break;
            case 2:
              dl_history_seal (history);
              break;
            default:
              edits = test_random_edits (scenario, &rng);
              if (dl_rng_below (&rng, 6) == 0 && position > 0)
                {
                  /* Back to an earlier state by hand: a drag that may vanish. */
                  g_ptr_array_unref (edits);
                  edits = dl_edits_between (scenario, states->pdata[position - 1]);
                }
              if (!dl_history_do (history, scenario, edits, "Step", coalesce, NULL, NULL)
                  || dl_scenario_equal (scenario, states->pdata[position]))
                break;
              if (dl_history_position (history) == position)
                n_merged++;
              else if (dl_history_position (history) < position)
                n_vanished++;
              if (dl_history_position (history) < position)
                break;
              g_ptr_array_set_size (states, dl_history_position (history));
              g_ptr_array_add (states, dl_scenario_copy (scenario));
              g_assert_cmpuint (dl_history_n_steps (history), ==, dl_history_position (history));
            }
          if (states->len > dl_history_n_steps (history) + 1)
            g_ptr_array_set_size (states, dl_history_n_steps (history) + 1);
          test_assert_equal (scenario, states->pdata[dl_history_position (history)]);
        }

      /* The steps in the store's form. */
      for (guint s = 0; s < dl_history_n_steps (history); s++)
        {
          const DlStep *step = dl_history_step (history, s);
          g_autofree char *edits_text = dl_edits_to_text (step->edits);
          g_autofree char *inverse_text = dl_edits_to_text (step->inverse);
          g_autoptr (GPtrArray) edits = dl_edits_from_text (edits_text, NULL);
          g_autoptr (GPtrArray) inverse = dl_edits_from_text (inverse_text, NULL);
          dl_history_restore_step (read, dl_step_new (step->label, step->coalesce, edits, inverse));
        }
      dl_history_restore_position (read, dl_history_position (history));
      g_assert_cmpuint (dl_history_n_steps (read), ==, dl_history_n_steps (history));

      /* To any position in one leap, and what it would be there without moving. */
      for (guint j = 0; j < 20; j++)
        {
          const guint to = dl_rng_below (&rng, dl_history_n_steps (read) + 1);
          g_autoptr (DlScenario) there = dl_history_scenario_at (read, scenario, to);

          test_assert_equal (there, states->pdata[to]);
          g_assert_true (dl_history_go_to (read, scenario, to));
          g_assert_cmpuint (dl_history_position (read), ==, to);
          g_assert_cmpuint (dl_history_n_steps (read), ==, dl_history_n_steps (history));
          test_assert_equal (scenario, states->pdata[to]);
        }

      while (dl_history_undo (read, scenario))
        test_assert_equal (scenario, states->pdata[dl_history_position (read)]);
      g_assert_cmpuint (dl_history_position (read), ==, 0);
      while (dl_history_redo (read, scenario))
        test_assert_equal (scenario, states->pdata[dl_history_position (read)]);
      g_assert_cmpuint (dl_history_position (read), ==, dl_history_n_steps (read));
    }
  g_test_message ("%u merged, %u vanished", n_merged, n_vanished);
  g_assert_cmpuint (n_merged, >, TEST_ROUNDS (100));
  g_assert_cmpuint (n_vanished, >, TEST_ROUNDS (10));
}

/* The first step that the store has to write again. */
static void
test_first_changed (void)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  set (history, scenario, "scenario.seed", "2", NULL);
  set (history, scenario, "scenario.seed", "3", "seed");
  g_assert_cmpuint (dl_history_first_changed (history), ==, 0);
  dl_history_mark_stored (history);
  g_assert_cmpuint (dl_history_first_changed (history), ==, 2);

  set (history, scenario, "scenario.seed", "4", "seed");
  g_assert_cmpuint (dl_history_first_changed (history), ==, 1);
  set (history, scenario, "scenario.seed", "5", NULL);
  g_assert_cmpuint (dl_history_first_changed (history), ==, 1);
  dl_history_mark_stored (history);

  /* Undo and redo change the position, not the steps. */
  g_assert_true (dl_history_undo (history, scenario));
  g_assert_true (dl_history_undo (history, scenario));
  g_assert_cmpuint (dl_history_first_changed (history), ==, 3);
  set (history, scenario, "scenario.seed", "6", NULL);
  g_assert_cmpuint (dl_history_first_changed (history), ==, 1);
  dl_history_mark_stored (history);

  /* Gone ones count as changed; a vanished drag as well. */
  set (history, scenario, "scenario.seed", "7", "seed");
  dl_history_mark_stored (history);
  set (history, scenario, "scenario.seed", "6", "seed");
  g_assert_cmpuint (dl_history_n_steps (history), ==, 2);
  g_assert_cmpuint (dl_history_first_changed (history), ==, 2);
}

/* Steps from a damaged library: refused, nothing changed, no crash. */
static void
test_damaged (void)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) start = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_from_text ("torus.radix=99;99;99", NULL);
  g_autoptr (GPtrArray) inverse = dl_edits_from_text ("torus.broken-nodes-=1,1,1", NULL);

  dl_history_restore_step (history, dl_step_new ("Odd", NULL, edits, inverse));
  dl_history_restore_position (history, 99);
  g_assert_cmpuint (dl_history_position (history), ==, 1);
  g_assert_false (dl_history_undo (history, scenario));
  g_assert_cmpuint (dl_history_position (history), ==, 1);
  dl_history_restore_position (history, 0);
  g_assert_false (dl_history_redo (history, scenario));
  g_assert_cmpuint (dl_history_position (history), ==, 0);
  test_assert_equal (scenario, start);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/basics", test_basics);
  g_test_add_func ("/history/drag", test_drag);
  g_test_add_func ("/history/vanish", test_vanish);
  g_test_add_func ("/history/from-origin", test_from_origin);
  g_test_add_func ("/history/random", test_random);
  g_test_add_func ("/history/first-changed", test_first_changed);
  g_test_add_func ("/history/damaged", test_damaged);
  return g_test_run ();
}

/* Properties of every scenario, tried on random ones. */
#include "dl-families.h"
#include "dl-scenario-file.h"

#include "test-rounds.h"
#include "test-scenario-random.h"

#include <string.h>

#define N_SCENARIOS 500

static void
test_round_trip (void)
{
  DlRng rng;
  guint n_extras = 0, n_faults = 0;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);

      n_extras += scenario->extras != NULL;
      n_faults += dl_torus_options (scenario)->spec.broken_cables->len > 0;
      test_assert_equal (scenario, copy);
      for (guint defaults = 0; defaults < 2; defaults++)
        {
          g_autofree char *text = dl_scenario_to_text (scenario, defaults);
          g_autofree char *again_text = NULL;
          g_autoptr (GError) error = NULL;
          g_autoptr (DlScenario) again = dl_scenario_parse (text, -1, "again", NULL, &error);

          g_assert_no_error (error);
          test_assert_equal (scenario, again);
          again_text = dl_scenario_to_text (again, defaults);
          g_assert_cmpstr (text, ==, again_text);
        }
    }
  /* The generator reached what is tested. */
  g_assert_cmpuint (n_extras, >, N_SCENARIOS / 10);
  g_assert_cmpuint (n_faults, >, N_SCENARIOS / 10);
}

/* A file of ours is a key file to GLib too, with the same values. */
static void
test_key_file (void)
{
  guint n;
  const DlField *fields = dl_fields (&n);
  DlRng rng;

  dl_rng_init (&rng, 2);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autoptr (GError) error = NULL;

      g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_NONE, &error);
      g_assert_no_error (error);
      for (guint f = 0; f < n; f++)
        {
          g_autofree char *ours = dl_field_get (&fields[f], scenario);
          g_autofree char *theirs
              = g_key_file_get_string (file, fields[f].group, fields[f].key, NULL);
          if (dl_field_is_set (&fields[f], scenario))
            g_assert_cmpstr (ours, ==, theirs);
          else
            g_assert_null (theirs);
        }
    }
}

/* The network builder takes every scenario that passes the check. */
static void
test_check_is_enough (void)
{
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlTorusNetwork) network
          = dl_torus_network_new (&dl_torus_options (scenario)->spec, &error);
      const DlTorusRouting routing = dl_torus_routing (scenario);
      DlTorusTraffic traffic;

      g_assert_no_error (error);
      traffic = dl_torus_traffic (scenario, network);
      g_assert_true (traffic.pattern == scenario->traffic.pattern);
      g_assert_cmpuint (traffic.seed, ==, scenario->seed);
      g_assert_cmpint (traffic.target, <, network->n_nodes);
      g_assert_true ((traffic.target >= 0) == (*scenario->traffic.target != '\0'));
      g_assert_true (!traffic.pattern->needs_target || traffic.target >= 0);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          g_assert_cmpint (routing.dateline[dim], >=, DL_NO_DATELINE);
          g_assert_cmpint (routing.dateline[dim], <,
                           (gint) dl_torus_options (scenario)->spec.radix[dim]);
          if (!dl_torus_spec_is_ring (&dl_torus_options (scenario)->spec, dim))
            g_assert_cmpint (routing.dateline[dim], ==, DL_NO_DATELINE);
        }
    }
}

/* Scenarios cut off anywhere, or with a byte changed, are read or refused, never worse; what is
 * read can be written and read again. */
static void
test_damaged (void)
{
  guint n_read = 0, n_refused = 0;
  DlRng rng;

  dl_rng_init (&rng, 4);
  for (guint i = 0; i < TEST_ROUNDS (40); i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autofree char *text = dl_scenario_to_text (scenario, i % 2);
      const gsize length = strlen (text);

      for (guint j = 0; j < 50; j++)
        {
          g_autofree char *damaged = g_memdup2 (text, length);
          const gsize cut = j % 2 ? dl_rng_below (&rng, length + 1) : length;
          g_autoptr (GError) error = NULL;
          g_autoptr (DlScenario) read = NULL;

          if (cut == length)
            damaged[dl_rng_below (&rng, length)] = (char) dl_rng_next (&rng);
          read = dl_scenario_parse (damaged, cut, "damaged", NULL, &error);
          if (read != NULL)
            {
              g_autofree char *out = dl_scenario_to_text (read, FALSE);
              g_autoptr (DlScenario) again = dl_scenario_parse (out, -1, "again", NULL, &error);
              g_assert_no_error (error);
              test_assert_equal (read, again);
              n_read++;
            }
          else
            {
              g_assert_true (g_str_has_prefix (error->message, "damaged:"));
              g_assert_null (strchr (error->message, '\n'));
              n_refused++;
            }
        }
    }
  g_assert_cmpuint (n_read, >, TEST_ROUNDS (100));
  g_assert_cmpuint (n_refused, >, TEST_ROUNDS (100));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario/round-trip", test_round_trip);
  g_test_add_func ("/scenario/key-file", test_key_file);
  g_test_add_func ("/scenario/check-is-enough", test_check_is_enough);
  g_test_add_func ("/scenario/damaged", test_damaged);
  return g_test_run ();
}

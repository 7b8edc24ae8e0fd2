/* Any bytes as a scenario file: refused with one line, or read; what is read is sound, and writing
 * it and reading it again gives the same. */
#include "dl-families.h"
#include "dl-scenario-file.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check_round_trip (const DlScenario *scenario, gboolean defaults)
{
  g_autofree char *text = dl_scenario_to_text (scenario, defaults);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) again = dl_scenario_parse (text, -1, "fuzz", NULL, &error);
  g_autofree char *again_text = NULL;

  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (scenario, again));
  again_text = dl_scenario_to_text (again, defaults);
  g_assert_cmpstr (text, ==, again_text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  g_autoptr (DlScenario) scenario
      = dl_scenario_parse ((const char *) data, (gssize) size, "fuzz", &warnings, &error);
  g_autoptr (DlTorusNetwork) network = NULL;

  if (scenario == NULL)
    {
      check_refusal (error);
      return 0;
    }
  g_assert_no_error (error);
  g_assert_nonnull (warnings);
  g_assert_true (dl_scenario_check (scenario, NULL, NULL));
  network = dl_torus_network_new (&dl_torus_options (scenario)->spec, &error);
  g_assert_no_error (error);
  check_round_trip (scenario, FALSE);
  check_round_trip (scenario, TRUE);
  return 0;
}

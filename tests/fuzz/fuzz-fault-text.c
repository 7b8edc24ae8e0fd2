/* Names of what is broken, as people paste them: whatever the text, edits that a scenario takes in
 * one step, of as many faults as are told, and a line for each name that is not understood; and
 * what is copied afterwards says the same. */
#include "dl-fault-text.h"

#include "dl-edit.h"
#include "dl-families.h"

#include "fuzz-target.h"

#include <string.h>

static DlScenario *
build (const char *const *assignments)
{
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  for (; *assignments != NULL; assignments++)
    {
      dl_edits_parse_assignment (edits, *assignments, &error);
      g_assert_no_error (error);
    }
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static guint
count_faults (const DlScenario *scenario)
{
  guint n = 0;

  for (guint i = 0; i < scenario->family->n_lists; i++)
    n += dl_family_count_faults (scenario, scenario->family->breakables[i].key);
  return n;
}

/* All that is broken, as it is copied. */
static char *
write_all (const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GArray) faults = g_array_new (FALSE, FALSE, sizeof (DlFault));
  char *text;

  for (guint i = 0; i < family->n_lists; i++)
    {
      g_autofree char *value
          = dl_field_get (dl_field_find_name (family->breakables[i].key), scenario);
      g_auto (GStrv) items = g_strsplit (value, ";", -1);

      for (guint j = 0; items[j] != NULL; j++)
        if (*items[j] != '\0')
          {
            const DlFault fault = { &family->breakables[i], g_strdup (items[j]) };
            g_array_append_val (faults, fault);
          }
    }
  text = dl_fault_text_write (family, (const DlFault *) (gpointer) faults->data, faults->len);
  for (guint i = 0; i < faults->len; i++)
    g_free (g_array_index (faults, DlFault, i).item);
  return text;
}

static void
check_problems (const DlFaultText *read)
{
  g_assert_cmpuint (read->problems->len, ==, MIN (read->n_problems, DL_FAULT_TEXT_MAX_PROBLEMS));
  for (guint i = 0; i < read->problems->len; i++)
    {
      const char *problem = read->problems->pdata[i];

      g_assert_true (g_str_has_prefix (problem, "Line "));
      g_assert_null (strchr (problem, '\n'));
      g_assert_true (g_utf8_validate (problem, -1, NULL));
    }
}

static void
check_copy (const DlScenario *unbroken, const DlScenario *broken)
{
  g_autofree char *text = write_all (broken);
  g_autoptr (DlScenario) again = dl_scenario_copy (unbroken);
  g_autoptr (DlFaultText) read = dl_fault_text_read (unbroken, text);
  g_autoptr (GPtrArray) differences = NULL;

  g_assert_cmpuint (read->n_problems, ==, 0);
  g_assert_true (dl_scenario_apply (again, read->edits, NULL, NULL, NULL));
  differences = dl_edits_between (again, broken);
  g_assert_cmpuint (differences->len, ==, 0);
}

static void
check (const char *text, const char *const *assignments)
{
  g_autoptr (DlScenario) unbroken = build (assignments);
  g_autoptr (DlScenario) broken = dl_scenario_copy (unbroken);
  g_autoptr (DlFaultText) read = dl_fault_text_read (unbroken, text);
  g_autoptr (DlFaultText) again = NULL;
  g_autoptr (GError) error = NULL;

  check_problems (read);
  dl_scenario_apply (broken, read->edits, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_faults (broken), ==, read->n_broken);
  again = dl_fault_text_read (broken, text);
  g_assert_cmpuint (again->n_broken, ==, 0);
  g_assert_cmpuint (again->edits->len, ==, 0);
  if (read->n_broken > 0)
    check_copy (unbroken, broken);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const torus[] = { "torus.radix=4;3;3", NULL };
  static const char *const dragonfly[]
      = { "scenario.kind=dragonfly", "dragonfly.groups=3",          "dragonfly.chassis=2",
          "dragonfly.blades=4",      "dragonfly.cables-per-pair=1", NULL };
  g_autofree char *text = g_strndup ((const char *) data, size);

  check (text, torus);
  check (text, dragonfly);
  return 0;
}

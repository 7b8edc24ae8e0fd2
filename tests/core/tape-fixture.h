/* Recordings of all kinds of routers, with random edits, for tests of tapes. */
#pragma once

#include "dl-break.h"
#include "dl-rng.h"
#include "dl-tape.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name, *preset;
  const char *sets[6];
} TapeCase;

static const TapeCase tape_cases[] = {
  { "seastar", "torus-5x5x5", { "traffic.load=0.3", "traffic.response-share=0.3" } },
  { "seastar-ring", "ring-8", { "traffic.load=saturated", "torus.datelines=-1;-1;-1" } },
  { "input-queued", "mesh-8x8", { "traffic.load=0.38" } },
  { "input-queued-fabric", "fat-tree-16", { "traffic.load=0.6" } },
  { "input-queued-generic",
    "generic-33",
    { "router.model=input-queued", "traffic.load=0.2", "dragonfly.routing=ugal" } },
  { "aries", "cascade-2", { "traffic.load=0.2", "dragonfly.chassis=1" } },
};

static inline DlScenario *
tape_scenario (const TapeCase *it)
{
  DlScenario *scenario = dl_preset_load (it->preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; it->sets[i] != NULL; i++)
    dl_edits_parse_assignment (edits, it->sets[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

/* Breaks something in @scenario, which @plan simulates, or changes how much is sent. */
static inline GPtrArray *
tape_random_edits (const DlScenario *scenario, const DlMachinePlan *plan, DlRng *rng)
{
  const DlFamily *family = scenario->family;
  GPtrArray *edits;

  for (guint i = 0; i < family->n_breakables; i++)
    if (family->breakables[i].id != NULL && dl_rng_below (rng, 2) == 0)
      return dl_break_at_random (scenario, plan->shape, family->breakables[i].id,
                                 1 + dl_rng_below (rng, 2), dl_rng_next (rng));
  edits = dl_edits_new ();
  dl_edits_add (edits, DL_EDIT_SET, "traffic.load", dl_rng_below (rng, 2) == 0 ? "0.1" : "0.25");
  return edits;
}

/* With up to @n edits at random cycles before @end, each of which a run can take. */
static inline DlRecording *
tape_random_recording (const TapeCase *it, guint n, guint64 end, DlRng *rng)
{
  g_autoptr (DlScenario) scenario = tape_scenario (it);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlRecording *recording = dl_recording_new (scenario);
  guint64 at = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) edits = tape_random_edits (scenario, plan, rng);
      g_autoptr (DlScenario) after = dl_scenario_copy (scenario);
      g_autoptr (DlMachinePlan) other = NULL;

      at += dl_rng_below (rng, 2 * (end - at) / (n - i) + 1);
      if (at > end || !dl_scenario_apply (after, edits, NULL, NULL, NULL))
        continue;
      other = dl_scenario_plan (after, after->seed, NULL, NULL, NULL);
      if (other == NULL || !dl_machine_run_fits (run, other))
        continue;
      dl_recording_add (recording, at, "", edits);
      dl_scenario_swap (scenario, after);
    }
  recording->end = end;
  return recording;
}

static inline DlTape *
tape_new (const DlRecording *recording, DlTapeOptions options)
{
  g_autoptr (GError) error = NULL;
  DlTape *tape = dl_tape_new (recording, options, NULL, &error);

  g_assert_no_error (error);
  return tape;
}

static inline void
tape_seek (DlTape *tape, guint64 cycle)
{
  g_autoptr (GError) error = NULL;

  dl_tape_seek (tape, cycle, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_tape_get_cycle (tape), ==, cycle);
}

G_END_DECLS

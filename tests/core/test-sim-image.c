/* Whole states of simulations: a run that is given the state it had goes on as it did, and so does
 * another run, with other threads; with each router, in each family, through edits, draining, and
 * deadlock; and nothing else of the run that it is taken of changes. */
#include "dl-break.h"
#include "dl-edit.h"
#include "dl-machine-run.h"
#include "dl-rng.h"
#include "dl-router-model.h"
#include "dl-scenario-file.h"
#include "test-rounds.h"

#include <string.h>

typedef struct
{
  const char *name, *preset;
  const char *sets[6];
} Case;

static const Case cases[] = {
  { "seastar", "torus-5x5x5", { "traffic.load=0.3", "traffic.response-share=0.3" } },
  { "seastar-lengths", "torus-5x5x5", { "traffic.load=0.3", "traffic.packet-lengths=1:3;9" } },
  { "seastar-saturated", "torus-5x5x5", { "traffic.load=saturated" } },
  { "seastar-errors",
    "mesh-4x4",
    { "router.model=seastar", "traffic.load=0.2", "router.link-error-rate=0.02" } },
  { "seastar-ring", "ring-8", { "traffic.load=0.9", "torus.datelines=-1;-1;-1" } },
  { "seastar-program",
    "torus-5x5x5",
    { "traffic.pattern=all-to-all", "traffic.message-bytes=100" } },
  { "input-queued", "mesh-8x8", { "traffic.load=0.38" } },
  { "input-queued-lengths",
    "mesh-8x8",
    { "traffic.load=0.3", "traffic.packet-flits=8", "traffic.packet-lengths=1:3;5;8:0.5" } },
  { "input-queued-batches",
    "mesh-8x8",
    { "traffic.load=0.2", "input-queued.routing-delay=2", "input-queued.vc-allocation-delay=3",
      "input-queued.switch-allocation-delay=2", "input-queued.switch-traversal-delay=2" } },
  { "input-queued-fabric", "fat-tree-16", { "traffic.load=0.6" } },
  { "input-queued-program",
    "fat-tree-16",
    { "traffic.pattern=allreduce", "traffic.message-bytes=2000" } },
  { "input-queued-ugal",
    "generic-33",
    { "router.model=input-queued", "traffic.load=0.2", "dragonfly.routing=ugal" } },
  { "aries", "cascade-2", { "traffic.load=0.2", "dragonfly.chassis=1" } },
  { "aries-lengths",
    "cascade-2",
    { "traffic.load=0.2", "traffic.packet-lengths=2;9", "dragonfly.chassis=1" } },
  { "aries-valiant",
    "cascade-2",
    { "traffic.load=0.3", "dragonfly.chassis=1", "dragonfly.routing=valiant" } },
  { "aries-program",
    "cascade-2",
    { "traffic.pattern=all-to-all", "traffic.message-bytes=64", "dragonfly.chassis=1" } },
};

static DlScenario *
scenario_of (const Case *it)
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

static DlMachinePlan *
plan_of (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  DlMachinePlan *plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

/* All that can be asked of a run, as one text. */
static char *
describe (const DlMachineRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  g_autoptr (GArray) waits = dl_machine_run_find_deadlock (run);
  DlMachineState state = { 0 };
  DlSimPoint point;

  dl_machine_run_get_state (run, &state);
  dl_machine_run_get_point (run, &point);
  dl_machine_run_get_flights (run, flights);
  g_string_printf (text, "%" G_GUINT64_FORMAT " %" G_GINT64_MODIFIER "x %d %u %u", state.cycle,
                   state.counters.digest, dl_machine_run_is_draining (run), flights->len,
                   waits != NULL ? waits->len : 0);
  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (flights, DlFlight, i);

      g_string_append_printf (text, " %u>%u@%u:%u.%u-%u", flight->source, flight->dest,
                              flight->router, flight->out, flight->vc, flight->left);
    }
  for (guint i = 0; i < sizeof state.counters / sizeof (guint64); i++)
    g_string_append_printf (text, " %" G_GUINT64_FORMAT, ((const guint64 *) &state.counters)[i]);
  for (guint link = 0; link < state.links.n_links; link++)
    g_string_append_printf (
        text, " %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT "/%u/%u",
        state.links.flits[link], state.links.packets[link], state.links.stalls[link],
        state.links.taken[link], state.links.sending[link]);
  g_string_append_printf (text, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, point.latency_sum,
                          state.stats.total.sum);
  dl_machine_state_clear (&state);
  return g_strdup (text->str);
}

/* Breaks or restores something, or changes the traffic; NULL: nothing that fits @run. */
static DlMachinePlan *
other_plan (const Case *it, const DlMachineRun *run, DlRng *rng)
{
  g_autoptr (DlScenario) scenario = scenario_of (it);
  const DlBreakable *all = scenario->family->breakables;
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (DlMachinePlan) plan = NULL;

  for (guint i = 0; edits == NULL && i < scenario->family->n_breakables; i++)
    if (all[i].id != NULL && dl_rng_below (rng, 2) == 0)
      edits = dl_break_at_random (scenario, run->plan->shape, all[i].id, 1 + dl_rng_below (rng, 2),
                                  dl_rng_next (rng));
  if (edits != NULL)
    dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
  plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  return plan != NULL && dl_machine_run_fits (run, plan) ? g_steal_pointer (&plan) : NULL;
}

#define N_TIMES (TEST_SANITIZED ? 8 : 24)

/* Cycles in which the state is asked for, some of them right after another, and edits. */
typedef struct
{
  guint64 at[N_TIMES];
  DlMachinePlan *edits[N_TIMES]; /* nullable */
  DlSimImage *images[N_TIMES];   /* of the state before the edit */
  char *states[N_TIMES];         /* after it */
} Story;

static void
story_init (Story *story, const Case *it, const DlMachineRun *run, DlRng *rng)
{
  guint64 at = 0;

  for (guint i = 0; i < N_TIMES; i++)
    {
      story->at[i] = at;
      at += 1 + dl_rng_below (rng, i % 3 == 0 ? 3 : 400);
      if (i > 0 && dl_rng_below (rng, 3) == 0)
        story->edits[i] = other_plan (it, run, rng);
    }
}

static void
story_clear (Story *story)
{
  for (guint i = 0; i < N_TIMES; i++)
    {
      if (story->edits[i] != NULL)
        dl_machine_plan_unref (story->edits[i]);
      dl_sim_image_unref (story->images[i]);
      g_free (story->states[i]);
    }
}

/* Follow @run from the @from-th time, at which @run is before its edit, to the end. */
static void
follow (const Story *story, DlMachineRun *run, guint from)
{
  for (guint i = from; i < N_TIMES; i++)
    {
      g_autofree char *state = NULL;

      if (story->at[i] > dl_machine_run_cycle (run))
        dl_machine_run_go (run, story->at[i] - dl_machine_run_cycle (run));
      if (story->edits[i] != NULL)
        dl_machine_run_change (run, story->edits[i]);
      state = describe (run);
      g_assert_cmpstr (state, ==, story->states[i]);
    }
}

static void
tell (Story *story, DlMachineRun *run)
{
  for (guint i = 0; i < N_TIMES; i++)
    {
      dl_machine_run_go (run, story->at[i] - dl_machine_run_cycle (run));
      story->images[i] = dl_machine_run_save (run);
      g_assert_cmpuint (story->images[i]->cycle, ==, story->at[i]);
      if (story->edits[i] != NULL)
        dl_machine_run_change (run, story->edits[i]);
      story->states[i] = describe (run);
    }
}

/* Without images, by a run of its own. */
static void
assert_untouched (const Story *story, DlMachinePlan *plan)
{
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);

  dl_machine_run_set_threads (run, 2);
  follow (story, run, 0);
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autoptr (DlScenario) scenario = scenario_of (it);
  g_autoptr (DlMachinePlan) plan = plan_of (scenario);
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
      Story story = { 0 };

      dl_machine_run_set_threads (run, 1 + round);
      story_init (&story, it, run, &rng);
      tell (&story, run);
      for (guint i = 0; i < 4; i++)
        {
          const guint at = dl_rng_below (&rng, N_TIMES);
          g_autoptr (DlMachineRun) other = dl_machine_run_new_from (story.images[at]);

          dl_machine_run_set_threads (other, 1 + dl_rng_below (&rng, 8));
          follow (&story, other, at);
          dl_machine_run_load (run, story.images[at]);
          dl_machine_run_set_threads (run, 1 + dl_rng_below (&rng, 8));
          follow (&story, run, at);
        }
      assert_untouched (&story, plan);
      story_clear (&story);
    }
}

/* One after the other is the same in as many bytes, whatever happened in between. */
static void
test_bytes (gconstpointer data)
{
  g_autoptr (DlScenario) scenario = scenario_of (data);
  g_autoptr (DlMachinePlan) plan = plan_of (scenario);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  g_autoptr (DlSimImage) before = NULL;
  g_autoptr (DlSimImage) after = NULL;

  dl_machine_run_go (run, 777);
  before = dl_machine_run_save (run);
  dl_machine_run_go (run, 500);
  dl_machine_run_load (run, before);
  after = dl_machine_run_save (run);
  g_assert_cmpuint (before->size, ==, after->size);
  g_assert_cmpuint (before->size, >, 1000);
}

/* Plans live as long as an image that has them. */
static void
test_alone (void)
{
  g_autoptr (DlScenario) scenario = scenario_of (&cases[0]);
  g_autoptr (DlSimImage) image = NULL;
  g_autofree char *there = NULL, *here = NULL;

  {
    g_autoptr (DlMachinePlan) plan = plan_of (scenario);
    g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);

    dl_machine_run_go (run, 500);
    image = dl_machine_run_save (run);
    dl_machine_run_go (run, 100);
    there = describe (run);
  }
  {
    g_autoptr (DlMachineRun) run = dl_machine_run_new_from (image);

    g_assert_cmpuint (dl_machine_run_cycle (run), ==, 500);
    dl_machine_run_go (run, 100);
    here = describe (run);
  }
  g_assert_cmpstr (here, ==, there);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim-image/%s", cases[i].name);
      g_autofree char *bytes = g_strdup_printf ("/sim-image/%s/bytes", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
      g_test_add_data_func (bytes, &cases[i], test_bytes);
    }
  g_test_add_func ("/sim-image/alone", test_alone);
  return g_test_run ();
}

/* Choices by queues: they are judged as somebody says who knows the queues from a second run, by
 * the packets and credits there. */
#include "dl-aries-private.h"
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-iq-machine.h"
#include "dl-iq-private.h"

#include <string.h>

#define CYCLES 600

/* Two outputs ------------------------------------------------------------------------------- */

static guint queues[2];

static guint
queue_of (gconstpointer data, guint link)
{
  return queues[link];
}

typedef struct
{
  const char *what;
  guint taken, flits;
  guint later[2];    /* queues */
  guint factor, add; /* of the second one */
  guint best;
} Two;

static const Two twos[] = {
  { "it drained", 0, 4, { 0, 9 }, 1, 0, 0 },
  { "it is blocked, the other one drained", 0, 4, { 30, 0 }, 1, 0, 1 },
  { "the packet itself waits there", 0, 4, { 4, 0 }, 1, 0, 0 },
  { "the packet and a flit more", 0, 4, { 5, 0 }, 1, 0, 1 },
  { "both the same: it stays", 1, 0, { 7, 7 }, 1, 0, 1 },
  { "a detour counts twice", 1, 0, { 7, 4 }, 2, 0, 0 },
  { "half of it is as good", 1, 0, { 8, 4 }, 2, 0, 1 },
  { "a bias alone", 1, 2, { 0, 0 }, 1, 16, 0 },
};

static void
test_two (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (twos); i++)
    {
      const Two *it = &twos[i];
      const DlSimCandidate candidates[]
          = { { .link = 0, .factor = 1 }, { .link = 1, .factor = it->factor, .add = it->add } };
      const DlSimChoice choice = { .cycle = 10,
                                   .n = 2,
                                   .taken = it->taken,
                                   .later = it->taken,
                                   .flits = it->flits,
                                   .counted = TRUE,
                                   .watched = TRUE };
      DlSimCounters counters = { 0 };
      DlSimChoiceList told;
      DlSimChoices choices = { 0 };

      g_test_message ("%s", it->what);
      memcpy (queues, it->later, sizeof queues);
      dl_sim_choices_init (&choices);
      dl_sim_choice_list_init (&told);
      dl_sim_choices_add (&choices, &choice, candidates);
      dl_sim_choices_judge (&choices, 10 + DL_SIM_JUDGED_AFTER - 1, queue_of, NULL, &counters);
      g_assert_cmpuint (counters.judged, ==, 0);
      dl_sim_choices_judge (&choices, 10 + DL_SIM_JUDGED_AFTER, queue_of, NULL, &counters);
      g_assert_cmpuint (counters.judged, ==, 1);
      g_assert_cmpuint (counters.regretted, ==, it->best != it->taken);
      dl_sim_choices_get_watched (&choices, &told);
      g_assert_cmpuint (told.choices->len, ==, 1);
      g_assert_cmpuint (dl_sim_choice_at (&told, 0)->later, ==, it->best);
      for (guint c = 0; c < 2; c++)
        g_assert_cmpuint (dl_sim_choice_candidates (&told, dl_sim_choice_at (&told, 0))[c].later,
                          ==, it->later[c]);
      dl_sim_choice_list_clear (&told);
      dl_sim_choices_clear (&choices);
    }
}

/* Networks ------------------------------------------------------------------------------------ */

static DlMachinePlan *
new_plan (const char *sets)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_auto (GStrv) each = g_strsplit (sets, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  DlMachinePlan *plan;

  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0')
      dl_edits_parse_assignment (edits, each[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return plan;
}

static const char *
pick (DlRng *rng, const char *const *of, guint n)
{
  return of[dl_rng_pick (dl_rng_next (rng), n)];
}

static char *
random_dragonfly (DlRng *rng)
{
  static const char *const modes[] = { "min-hash",   "min-adaptive", "valiant", "adaptive-0",
                                       "adaptive-1", "adaptive-2",   "tuned",   "adaptive-3" };
  static const char *const queued[] = { "input-queued", "aries" };
  static const char *const patterns[] = { "uniform", "group-shift" };
  const gboolean aries = dl_rng_pick (dl_rng_next (rng), 2);
  const gboolean ugal = !aries && dl_rng_pick (dl_rng_next (rng), 3) == 0;
  const guint a = 2 + dl_rng_pick (dl_rng_next (rng), 3),
              h = 1 + dl_rng_pick (dl_rng_next (rng), 2);

  return g_strdup_printf (
      "scenario.kind=dragonfly dragonfly.shape=generic dragonfly.routers-per-group=%u "
      "dragonfly.nodes-per-router=2 dragonfly.global-per-router=%u dragonfly.groups=%u "
      "router.model=%s input-queued.vcs=%u dragonfly.routing=%s traffic.pattern=%s "
      "traffic.load=0.%u traffic.packet-flits=%u router.link-cycles=%u",
      a, h, 3 + dl_rng_pick (dl_rng_next (rng), a * h - 1), queued[aries], ugal ? 3 : 4,
      ugal ? "ugal" : pick (rng, modes, G_N_ELEMENTS (modes)),
      pick (rng, patterns, G_N_ELEMENTS (patterns)), 2 + dl_rng_pick (dl_rng_next (rng), 7),
      1 + dl_rng_pick (dl_rng_next (rng), 5), 3 + dl_rng_pick (dl_rng_next (rng), 9));
}

static char *
random_fabric (DlRng *rng)
{
  static const char *const trees[]
      = { "children=4;4 fabric.parents=1;3", "children=2;3;4 fabric.parents=1;2;2",
          "children=5;3 fabric.parents=1;5" };
  static const char *const up[] = { "adaptive-up", "adaptive-up fabric.adaptive-ports=all" };
  static const char *const around[] = { "ugal", "valiant", "ugal" };
  const gboolean tree = dl_rng_pick (dl_rng_next (rng), 2);

  return g_strdup_printf (
      "scenario.kind=fabric fabric.source=%s fabric.%s fabric.engine=%s traffic.load=0.%u "
      "traffic.packet-flits=%u input-queued.channel-delay=%u",
      tree ? "fat-tree" : "hyperx",
      tree ? pick (rng, trees, G_N_ELEMENTS (trees)) : "size=3;4 fabric.hosts-per-switch=3",
      pick (rng, tree ? up : around, tree ? G_N_ELEMENTS (up) : G_N_ELEMENTS (around)),
      2 + dl_rng_pick (dl_rng_next (rng), 7), 1 + dl_rng_pick (dl_rng_next (rng), 5),
      1 + dl_rng_pick (dl_rng_next (rng), 9));
}

/* Queues that routers see --------------------------------------------------------------------- */

typedef struct
{
  DlMachineRun *run;
  guint n_links;
  guint32 *published; /* (n_routers) of an Aries */
  guint32 *queue;     /* (DL_SIM_JUDGED_AFTER + 1 x n_links) by cycle */
} Seen;

static guint32 *
seen_at (const Seen *seen, guint64 cycle)
{
  return seen->queue + cycle % (DL_SIM_JUDGED_AFTER + 1) * seen->n_links;
}

/* Flits that wait in its router for each link, by the packets that do. */
static void
count_waiting (const DlAries *sim, guint32 *waiting)
{
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));

  dl_aries_get_flights (sim, flights);
  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *it = &g_array_index (flights, DlFlight, i);

      if (it->place == DL_FLIGHT_INPUT && it->out != DL_FLIGHT_NO_LINK)
        waiting[it->out] += it->flits;
    }
}

/* Waiting flits, those that credits are short of, and the mean of those behind it when the last
 * window of a link's delay began. */
static void
see_aries (const Seen *seen, const DlAries *sim, guint32 *queue)
{
  const DlDragonfly *net = sim->dragonfly;
  g_autofree guint32 *waiting = g_new0 (guint32, net->n_links);

  count_waiting (sim, waiting);
  for (guint r = 0; r < net->n_routers && sim->now % sim->link_cycles == 0; r++)
    {
      guint sum = 0;

      for (guint link = net->first_link[r]; link < net->first_link[r + 1]; link++)
        sum += waiting[link];
      seen->published[r] = sum / (net->first_link[r + 1] - net->first_link[r]);
    }
  dl_aries_get_links (sim, &(DlAriesLinkCounters) { .taken = queue });
  for (guint link = 0; link < net->n_links; link++)
    queue[link] += waiting[link] + seen->published[net->link_to[link]];
}

static void
see_iq (const DlIq *iq, guint32 *queue)
{
  const DlGraph *graph = dl_iq_graph (iq);

  for (guint link = 0; link < graph->n_links; link++)
    {
      DlIqPortCounters counters;

      if (graph->link_from[link] == DL_NO_NODE)
        continue; /* a node's */
      dl_iq_get_port (iq, graph->link_from[link], graph->link_port[link], &counters);
      queue[link] = counters.taken;
    }
}

static void
see (const Seen *seen)
{
  guint32 *queue = seen_at (seen, dl_machine_run_cycle (seen->run));

  if (dl_aries_of (seen->run) != NULL)
    see_aries (seen, dl_aries_of (seen->run), queue);
  else
    see_iq (dl_iq_of (seen->run), queue);
}

/* Choices of a run ---------------------------------------------------------------------------- */

static void
append_made (const DlSimChoices *choices, guint64 cycle, DlSimChoiceList *list)
{
  for (guint i = choices->first; i < choices->list.choices->len; i++)
    if (dl_sim_choice_at (&choices->list, i)->cycle == cycle)
      dl_sim_choice_list_add (
          list, dl_sim_choice_at (&choices->list, i),
          dl_sim_choice_candidates (&choices->list, dl_sim_choice_at (&choices->list, i)));
}

/* Collect choices of the cycle that has just ended. */
static void
collect (const DlMachineRun *run, DlSimChoiceList *list)
{
  const guint64 cycle = dl_machine_run_cycle (run) - 1;
  const DlAries *aries = dl_aries_of (run);
  const DlIq *iq = dl_iq_of (run);

  for (guint i = 0; aries != NULL && i < aries->n_blocks; i++)
    append_made (aries->blocks[i].choices, cycle, list);
  for (guint i = 0; iq != NULL && i < iq->n_blocks; i++)
    append_made (&iq->blocks[i].choices, cycle, list);
}

static guint64
value_of (const DlSimCandidate *it, guint queue)
{
  return (guint64) queue * it->factor + it->add;
}

/* The least when it was made, and later by @queue. */
static gboolean
is_regretted (const DlSimChoice *choice, DlSimCandidate *candidates, const guint32 *queue)
{
  const DlSimCandidate *taken = &candidates[choice->taken];
  gboolean better = FALSE;
  guint64 own;

  for (guint i = 0; i < choice->n; i++)
    candidates[i].later = queue[candidates[i].link];
  own = value_of (taken, taken->later > choice->flits ? taken->later - choice->flits : 0);
  for (guint i = 0; i < choice->n; i++)
    {
      const DlSimCandidate *it = &candidates[i];

      g_assert_cmpuint (it->factor, >, 0);
      if (i < choice->taken)
        g_assert_cmpuint (value_of (it, it->queue), >, value_of (taken, taken->queue));
      else
        g_assert_cmpuint (value_of (it, it->queue), >=, value_of (taken, taken->queue));
      better |= i != choice->taken && value_of (it, it->later) < own;
    }
  return better;
}

static void
check_causes (const char *sets, const DlMachineRun *run, const DlSimCounters *counters)
{
  guint64 all = 0;

  for (guint i = DL_DETOUR_NONE + 1; i < DL_N_DETOURS; i++)
    all += counters->detours[i];
  g_assert_cmpuint (all, ==, counters->nonminimal);
  g_assert_cmpuint (counters->detours[DL_DETOUR_NONE], ==, counters->minimal);
  if (strstr (sets, "valiant") != NULL)
    g_assert_cmpuint (counters->detours[DL_DETOUR_MODE], ==, counters->nonminimal);
  else
    g_assert_cmpuint (counters->detours[DL_DETOUR_MODE], ==, 0);
  if (strstr (sets, "valiant") != NULL || strstr (sets, "min-hash") != NULL)
    g_assert_cmpuint (counters->choices, ==, 0);
  if (dl_aries_of (run) == NULL)
    g_assert_cmpuint (counters->detours[DL_DETOUR_DOWNSTREAM], ==, 0);
}

/* The watched packet's are among @all, as far as these are judged. */
static void
check_watched (const DlMachineRun *run, const DlSimChoiceList *all)
{
  DlSimChoiceList own;

  dl_sim_choice_list_init (&own);
  dl_machine_run_get_choices (run, &own);
  for (guint i = 0, at = 0; i < own.choices->len; i++, at++)
    {
      const DlSimChoice *it = dl_sim_choice_at (&own, i);
      const DlSimCandidate *candidates = dl_sim_choice_candidates (&own, it);

      while (at < all->choices->len
             && (!dl_sim_choice_at (all, at)->watched
                 || dl_sim_choice_at (all, at)->cycle != it->cycle
                 || dl_sim_choice_at (all, at)->router != it->router))
        at++;
      g_assert_cmpuint (at, <, all->choices->len);
      g_assert_cmpuint (dl_sim_choice_at (all, at)->taken, ==, it->taken);
      for (guint c = 0; c < it->n && it->judged; c++)
        g_assert_cmpmem (&candidates[c], sizeof *candidates,
                         &dl_sim_choice_candidates (all, dl_sim_choice_at (all, at))[c],
                         sizeof *candidates);
    }
  dl_sim_choice_list_clear (&own);
}

/* A packet that is injected in cycle CYCLES / 2 or later, if there is one. */
static gboolean
find_packet (DlMachinePlan *plan, DlFlight *packet)
{
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));

  dl_machine_run_go (run, CYCLES * 3 / 4);
  dl_machine_run_get_flights (run, flights);
  for (guint i = 0; i < flights->len; i++)
    {
      *packet = g_array_index (flights, DlFlight, i);
      if (packet->injected >= CYCLES / 2)
        return TRUE;
    }
  return FALSE;
}

/* Judge all choices that are due in the cycle that has just ended. */
static void
judge (const Seen *seen, DlSimChoiceList *list, guint *first, guint64 cycle, guint64 *judged,
       guint64 *regretted)
{
  for (; *first < list->choices->len; ++*first)
    {
      const DlSimChoice *choice = dl_sim_choice_at (list, *first);
      DlSimCandidate *candidates = &g_array_index (list->candidates, DlSimCandidate, choice->first);

      if (choice->cycle + DL_SIM_JUDGED_AFTER > cycle)
        break;
      const gboolean regrets
          = is_regretted (choice, candidates, seen_at (seen, choice->cycle + DL_SIM_JUDGED_AFTER));

      *judged += choice->counted;
      *regretted += choice->counted && regrets;
    }
}

static void
check_run (const char *sets, guint64 *all_choices, guint64 *all_judged, guint64 *all_regretted)
{
  g_autoptr (DlMachinePlan) plan = new_plan (sets);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan), second = dl_machine_run_new (plan);
  g_autofree guint32 *queue = g_new0 (guint32, (DL_SIM_JUDGED_AFTER + 1) * plan->n_links);
  g_autofree guint32 *published = g_new0 (guint32, plan->n_routers);
  const Seen seen = { second, plan->n_links, published, queue };
  DlMachineState state = { 0 };
  DlSimChoiceList list;
  DlFlight packet;
  guint64 judged = 0, regretted = 0;
  guint first = 0;

  g_test_message ("%s", sets);
  dl_sim_choice_list_init (&list);
  dl_machine_run_set_threads (second, 2);
  if (find_packet (plan, &packet))
    dl_machine_run_watch_packet (run, &packet);
  for (guint64 cycle = 0; cycle < CYCLES; cycle++)
    {
      see (&seen);
      dl_machine_run_go (second, 1);
      dl_machine_run_go (run, 1);
      collect (run, &list);
      judge (&seen, &list, &first, cycle, &judged, &regretted);
    }
  dl_machine_run_get_state (run, &state);
  check_causes (sets, run, &state.counters);
  check_watched (run, &list);
  g_assert_cmpuint (state.counters.choices, >=, list.choices->len);
  g_assert_cmpuint (state.counters.judged, ==, judged);
  g_assert_cmpuint (state.counters.regretted, ==, regretted);
  *all_choices += state.counters.choices;
  *all_judged += judged;
  *all_regretted += regretted;
  dl_machine_state_clear (&state);
  dl_sim_choice_list_clear (&list);
}

static void
test_second_run (gconstpointer data)
{
  char *(*random_sets) (DlRng *) = data;
  guint64 choices = 0, judged = 0, regretted = 0;
  DlRng rng;

  dl_rng_init (&rng, 7);
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *sets = random_sets (&rng);

      check_run (sets, &choices, &judged, &regretted);
    }
  g_test_message ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " regretted", regretted, judged);
  /* The last ones are not judged yet. */
  g_assert_cmpfloat_with_epsilon ((double) judged * DL_SIM_JUDGED_OF / choices, 0.92, 0.08);
  g_assert_cmpuint (regretted, >, 0);
  g_assert_cmpuint (regretted, <, judged);
}

/* Threads, and states that are loaded -------------------------------------------------------- */

static void
test_threads (gconstpointer data)
{
  char *(*random_sets) (DlRng *) = data;
  DlRng rng;

  dl_rng_init (&rng, 8);
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *sets = random_sets (&rng);
      g_autoptr (DlMachinePlan) plan = new_plan (sets);
      DlSimPoint one, other;

      for (guint threads = 1; threads < 5; threads++)
        {
          g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);

          dl_machine_run_set_threads (run, threads);
          dl_machine_run_go (run, 777);
          dl_machine_run_get_point (run, threads == 1 ? &one : &other);
          if (threads > 1)
            g_assert_cmpmem (&one, sizeof one, &other, sizeof other);
        }
    }
}

static void
test_image (gconstpointer data)
{
  char *(*random_sets) (DlRng *) = data;
  DlRng rng;

  dl_rng_init (&rng, 9);
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *sets = random_sets (&rng);
      g_autoptr (DlMachinePlan) plan = new_plan (sets);
      g_autoptr (DlMachineRun) run = dl_machine_run_new (plan), again = NULL;
      g_autoptr (DlSimImage) image = NULL;
      DlSimPoint one, other;

      dl_machine_run_go (run, 333);
      image = dl_machine_run_save (run);
      again = dl_machine_run_new_from (image);
      dl_machine_run_go (run, 333);
      dl_machine_run_go (again, 333);
      dl_machine_run_get_point (run, &one);
      dl_machine_run_get_point (again, &other);
      g_assert_cmpmem (&one, sizeof one, &other, sizeof other);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-choices/two", test_two);
  g_test_add_data_func ("/sim-choices/dragonfly/second-run", random_dragonfly, test_second_run);
  g_test_add_data_func ("/sim-choices/fabric/second-run", random_fabric, test_second_run);
  g_test_add_data_func ("/sim-choices/dragonfly/threads", random_dragonfly, test_threads);
  g_test_add_data_func ("/sim-choices/fabric/threads", random_fabric, test_threads);
  g_test_add_data_func ("/sim-choices/dragonfly/image", random_dragonfly, test_image);
  g_test_add_data_func ("/sim-choices/fabric/image", random_fabric, test_image);
  return g_test_run ();
}

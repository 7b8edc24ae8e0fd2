/* A family that the program does not know, a full mesh: what stands above the families asks it as
 * it asks the others. Loads are held to a walk of all pairs that knows nothing of the family's
 * links, the verdict to a search for cycles of its own. */
#include "dl-evaluate.h"
#include "dl-history.h"
#include "dl-measure.h"
#include "dl-mesh.h"
#include "dl-rng.h"
#include "dl-simulate.h"
#include "dl-verdict-text.h"

#include <math.h>

#define N_ROUNDS 300

static DlScenario *
mesh_of (guint routers, gboolean same_vc, const char *broken)
{
  g_autofree char *text = g_strdup_printf (
      "[scenario]\nformat=1\nname=Mesh\nkind=full-mesh\n\n[full-mesh]\nrouters=%u\ndetours=%s\n"
      "broken-cables=%s\n",
      routers, same_vc ? "same-vc" : "next-vc", broken);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "mesh", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

static DlEvaluation *
evaluate (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  DlEvaluation *result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* An oracle: routers and cables by a matrix, nothing of the family's but the rule in words --------
 */

#define MOST 8

typedef struct
{
  guint n;
  gboolean same_vc;
  gboolean up[MOST][MOST];
  guint load[MOST][MOST][2]; /* from, to, VC */
  /* (from, to, VC) waits for (from, to, VC) */
  gboolean waits[MOST * MOST * 2][MOST * MOST * 2];
  guint unreachable;
} Oracle;

static guint
channel_of (guint from, guint to, guint vc)
{
  return (from * MOST + to) * 2 + vc;
}

static void
walk (Oracle *oracle, guint from, guint to)
{
  if (oracle->up[from][to])
    {
      oracle->load[from][to][0]++;
      return;
    }
  for (guint i = 1; i < oracle->n; i++)
    if (oracle->up[from][(from + i) % oracle->n] && oracle->up[(from + i) % oracle->n][to])
      {
        const guint by = (from + i) % oracle->n;
        const guint vc = oracle->same_vc ? 0 : 1;

        oracle->load[from][by][0]++;
        oracle->load[by][to][vc]++;
        oracle->waits[channel_of (from, by, 0)][channel_of (by, to, vc)] = TRUE;
        return;
      }
  oracle->unreachable++;
}

/* Can a channel wait for itself? By the closure of all waits. */
static gboolean
can_deadlock (Oracle *oracle)
{
  const guint n = MOST * MOST * 2;

  for (guint by = 0; by < n; by++)
    for (guint from = 0; from < n; from++)
      for (guint to = 0; oracle->waits[from][by] && to < n; to++)
        oracle->waits[from][to] |= oracle->waits[by][to];
  for (guint i = 0; i < n; i++)
    if (oracle->waits[i][i])
      return TRUE;
  return FALSE;
}

static void
test_analysis (void)
{
  guint n_deadlocks = 0, n_lost = 0;
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree Oracle *oracle = g_new0 (Oracle, 1);
      g_autoptr (GString) broken = g_string_new (NULL);

      oracle->n = 3 + dl_rng_below (&rng, MOST - 2);
      oracle->same_vc = dl_rng_below (&rng, 2);
      for (guint a = 0; a < oracle->n; a++)
        for (guint b = a + 1; b < oracle->n; b++)
          {
            oracle->up[a][b] = oracle->up[b][a] = dl_rng_below (&rng, 3) > 0;
            if (!oracle->up[a][b])
              g_string_append_printf (broken, "%u-%u;", a, b);
          }
      for (guint from = 0; from < oracle->n; from++)
        for (guint to = 0; to < oracle->n; to++)
          if (from != to)
            walk (oracle, from, to);

      g_autoptr (DlScenario) scenario = mesh_of (oracle->n, oracle->same_vc, broken->str);
      g_autoptr (DlEvaluation) result = evaluate (scenario);
      const DlFindings *findings = &result->findings;

      g_assert_cmpuint (findings->pairs, ==, oracle->n * (oracle->n - 1));
      g_assert_cmpuint (findings->unreachable_pairs, ==, oracle->unreachable);
      for (guint link = 0; link < result->net.graph->n_links; link++)
        {
          const guint from = result->net.graph->link_from[link];
          const guint to = result->net.graph->link_to[link];

          for (guint vc = 0; vc < DL_MESH_VCS; vc++)
            g_assert_cmpfloat (findings->vc_load[link * DL_MESH_VCS + vc], ==,
                               oracle->load[from][to][vc]);
        }
      g_assert_cmpint (findings->deadlock_free, ==, !can_deadlock (oracle));
      n_deadlocks += !findings->deadlock_free;
      n_lost += findings->unreachable_pairs > 0;
      if (!oracle->same_vc) /* VCs only go up */
        g_assert_true (findings->deadlock_free);
    }
  /* All kinds were met. */
  g_assert_cmpuint (n_deadlocks, >, 10);
  g_assert_cmpuint (n_lost, >, 10);
}

/* Loads known by hand: whole, each link has one packet; a broken cable puts both its packets on two
 * other links each. */
static void
test_known (void)
{
  g_autoptr (DlScenario) whole = mesh_of (8, FALSE, "");
  g_autoptr (DlScenario) cut = mesh_of (8, FALSE, "2-5");
  g_autoptr (DlEvaluation) a = evaluate (whole);
  g_autoptr (DlEvaluation) b = dl_evaluation_new (cut, 1, a, NULL, NULL);
  g_autofree char *text = dl_verdict_to_text (whole->family, &a->findings);

  g_assert_cmpfloat (a->findings.peak_load, ==, 1);
  g_assert_cmpfloat (a->findings.hops_mean, ==, 1);
  g_assert_cmpuint (a->findings.working_links, ==, 56);
  g_assert_nonnull (strstr (text, "VC paper 2.2.1"));
  g_assert_cmpfloat (b->findings.peak_load, ==, 2);
  g_assert_cmpuint (b->findings.hops_max, ==, 2);
  g_assert_true (b->has_effect);
  g_assert_cmpfloat (b->effect.limit_before.channel_load, ==, 1);
  g_assert_cmpfloat (b->limit.channel_load, ==, 2);
}

/* Edits ---------------------------------------------------------------------------------------- */

static void
test_history (void)
{
  g_autoptr (DlScenario) scenario = mesh_of (5, FALSE, "");
  g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GPtrArray) undo = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *saved = NULL;

  g_assert_true (dl_edits_parse_assignment (edits, "full-mesh.broken-cables+=4-1", &error));
  g_assert_true (dl_scenario_apply (scenario, edits, &undo, NULL, &error));
  g_assert_no_error (error);
  /* A cable has one name, from whichever end. */
  saved = dl_field_get (dl_field_find_name ("full-mesh.broken-cables"), scenario);
  g_assert_cmpstr (saved, ==, "1-4");
  g_assert_true (dl_scenario_apply (scenario, undo, NULL, NULL, &error));
  g_assert_true (dl_scenario_equal (scenario, before));
}

static void
test_bad (void)
{
  static const struct
  {
    const char *assignment, *message;
  } cases[] = {
    { "full-mesh.broken-cables=0-5", "full-mesh.broken-cables: there is no cable 0-5 (0 to 4)" },
    { "full-mesh.routers=1", NULL },
    { "full-mesh.detours=up", NULL },
    { "traffic.pattern=tornado", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = mesh_of (5, FALSE, "");
      g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
      g_autoptr (GPtrArray) edits = dl_edits_new ();
      g_autoptr (GError) error = NULL;

      g_assert_true (dl_edits_parse_assignment (edits, cases[i].assignment, NULL));
      g_assert_false (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
      if (cases[i].message != NULL)
        g_assert_cmpstr (error->message, ==, cases[i].message);
      g_assert_true (dl_scenario_equal (scenario, before));
    }
}

/* A mesh has no router model of its own and is still simulated: the analysis of its packets holds
 * for those of a run. */
static void
test_simulate (void)
{
  static const char *const broken[] = { "", "0-1", "0-1;2-3;4-5", "0-1;0-2;0-3;0-4;0-5" };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (DlScenario) scenario = mesh_of (6, FALSE, broken[i]);
      g_autoptr (DlEvaluation) result = evaluate (scenario);
      DlSimulateOptions options = dl_simulate_options (scenario);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlSimulation) run = NULL;
      const double arrive = 1 - (double) result->findings.pattern.unreachable / (6 * 5);

      scenario->traffic.load = 0.3;
      options.stop = DL_STOP_CYCLES;
      options.cycles = 60000;
      options.warmup_cycles = 2000;
      run = dl_simulate (scenario, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_null (run->deadlock);
      g_assert_cmpfloat_with_epsilon ((double) run->stats.hops / run->stats.network.count,
                                      result->findings.hops_mean, 0.02);
      g_assert_cmpfloat_with_epsilon (run->accepted_load, 0.3 * arrive, 0.01);
      g_assert_cmpuint (run->counters.injected, >=, run->counters.delivered);
      for (guint link = 0; link < result->net.graph->n_links; link++)
        g_assert_true ((run->links.load[link] > 0)
                       == (result->findings.vc_load[link * DL_MESH_VCS]
                               + result->findings.vc_load[link * DL_MESH_VCS + 1]
                           > 0));
    }
}

static void
test_measures (void)
{
  guint n;
  g_autofree const DlMeasure **measures = dl_measures (&dl_family_mesh, &n);
  gboolean load = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (measures[i]->id, !=, "illegal_pairs");
      load |= g_str_equal (measures[i]->id, "max_load_mesh");
    }
  g_assert_true (load);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mesh/analysis", test_analysis);
  g_test_add_func ("/mesh/known", test_known);
  g_test_add_func ("/mesh/history", test_history);
  g_test_add_func ("/mesh/bad", test_bad);
  g_test_add_func ("/mesh/simulate", test_simulate);
  g_test_add_func ("/mesh/measures", test_measures);
  return g_test_run ();
}

/* Sweeps: what is varied and how points are numbered, each point as dl_simulate by itself, the same
 * for every number of jobs, resumed, canceled. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-field-propose.h"
#include "dl-measure.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"
#include "dl-sweep.h"

#include <math.h>
#include <string.h>

static DlScenario *
small_scenario (void)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "4;3;2");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", "600");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles", "100");
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static DlSweepSpec *
new_spec (guint n_seeds, const char *const *texts)
{
  g_autoptr (DlScenario) scenario = small_scenario ();
  DlSweepSpec *spec = dl_sweep_spec_new (scenario);
  g_autoptr (GError) error = NULL;

  spec->n_seeds = n_seeds;
  for (; *texts != NULL; texts++)
    {
      dl_sweep_spec_vary (spec, *texts, &error);
      g_assert_no_error (error);
    }
  dl_sweep_spec_check (spec, NULL, &error);
  g_assert_no_error (error);
  return spec;
}

#define SPEC(n_seeds, ...) new_spec (n_seeds, (const char *const[]) { __VA_ARGS__, NULL })

static char *
values_of (const DlSweepSpec *spec, guint key)
{
  const GPtrArray *values = ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->values;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "",
                            (const char *) g_ptr_array_index (values, i));
  return g_string_free (text, FALSE);
}

static void
test_values (void)
{
  static const struct
  {
    const char *text, *values;
  } cases[] = {
    { "traffic.load=0.1,.2, 0.3", "0.1|.2|0.3" },
    { "traffic.load=0.05:0.35:0.05", "0.05|0.1|0.15|0.2|0.25|0.3|0.35" },
    { "traffic.load=0.1:0.3:0.15", "0.1|0.25" },
    { "traffic.load=0.1:0.1:1", "0.1" },
    { "traffic.load=0.1,0.2:0.3:0.05,saturated", "0.1|0.2|0.25|0.3|saturated" },
    { "router.age-clock-period=8:20:4", "8|12|16|20" },
    { "router.age-rr-select=0,0xffffffffffffffff", "0|0xffffffffffffffff" },
    { "router.age-rr-select=0xfffffffffffffff0:0xffffffffffffffff:7",
      "18446744073709551600|18446744073709551607|18446744073709551614" },
    { "torus.radix=4;4;4,5;5;5", "4;4;4|5;5;5" },
    { "torus.broken-links=,1\\,2\\,2:x+,", "|1,2,2:x+|" },
    { "torus.broken-links=1\\,2\\,1:x+;0\\,0\\,0:z-", "1,2,1:x+;0,0,0:z-" },
    { "torus.broken-links=", "" },
    { "traffic.load=0.1,,0.2", "0.1||0.2" },
    { "traffic.load=0.3:0.1:0.1", NULL },
    { "traffic.load=0.1:0.3:0", NULL },
    { "traffic.load=0.1:0.3:-0.1", NULL },
    { "traffic.load=0:1:1e-7", NULL },
    { "torus.broken-links+=1\\,2\\,1:x+", NULL },
    { "traffic.lode=1", NULL },
    { "traffic.load", NULL },
    { "router.age-clock-period=1:4:9223372036854775808", "1" },
    { "router.age-clock-period=2:64:*2", "2|4|8|16|32|64" },
    { "router.age-clock-period=3:80: * 3", "3|9|27" },
    { "router.age-clock-period=5:5:*2", "5" },
    { "router.age-rr-select=1:18446744073709551615:*4294967296", "1|4294967296" },
    { "router.link-error-rate=1e-4:0.1:*10", "0.0001|0.001|0.01|0.1" },
    { "traffic.load=0.1:0.4:*1.5", "0.1|0.15|0.225|0.3375" },
    { "router.age-clock-period=0:8:*2", NULL },
    { "router.age-clock-period=8:2:*2", NULL },
    { "router.age-clock-period=2:8:*1", NULL },
    { "router.age-clock-period=2:8:*0", NULL },
    { "router.age-clock-period=2:8:*1.5", "2|3|4.5|6.75" }, /* a value that the check refuses */
    { "traffic.load=0.1:0.4:*1", NULL },
    { "traffic.load=0.1:0.4:*0.5", NULL },
    { "traffic.load=0:0.4:*2", NULL },
    { "traffic.load=0.1:0.4:*1.0000001", NULL },
    { "traffic.load=0.1:0.4:*", "0.1:0.4:*" }, /* likewise */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = small_scenario ();
      g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
      g_autoptr (GError) error = NULL;

      if (dl_sweep_spec_vary (spec, cases[i].text, &error))
        {
          g_autofree char *values = values_of (spec, 0);

          g_assert_no_error (error);
          g_assert_cmpstr (values, ==, cases[i].values);
        }
      else
        {
          const char *equals = strchr (cases[i].text, '=');
          g_autofree char *key
              = g_strndup (cases[i].text, equals != NULL ? equals - cases[i].text : 12);

          g_strdelimit (key, "+", '\0');
          g_assert_null (cases[i].values);
          g_assert_cmpint (error->domain, ==, DL_SCENARIO_ERROR);
          g_assert_true (g_str_has_prefix (error->message, key)
                         || g_str_has_prefix (error->message + strlen ("“"), key));
          g_assert_cmpuint (spec->keys->len, ==, 0);
        }
    }
}

/* Whatever is proposed for a key of a scenario is a sweep of it. */
static void
test_proposals (void)
{
  guint n_presets, n_fields, n_proposed = 0;
  const DlPreset *presets = dl_presets (&n_presets);
  const DlField *fields = dl_fields (&n_fields);
  g_autofree const DlFamily **ignored = g_new0 (const DlFamily *, n_fields);

  for (guint i = 0; i < n_presets; i++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load (presets[i].id, NULL);

      for (guint j = 0; j < n_fields; j++)
        {
          /* A key that is not read is once with each family: each point checks the same network. */
          if (!dl_field_suits (&fields[j], scenario))
            {
              if (ignored[j] == scenario->family)
                continue;
              ignored[j] = scenario->family;
            }
          g_autoptr (GError) error = NULL;
          g_autofree char *proposed
              = dl_field_propose (&fields[j], scenario, i % 2 == 0 ? DL_TORUS_N_DIMS : 0);
          g_autoptr (DlSweepSpec) spec = NULL;
          g_autofree char *text = NULL;

          if (proposed == NULL)
            continue;
          n_proposed++;
          spec = dl_sweep_spec_new (scenario);
          text = g_strdup_printf ("%s.%s=%s", fields[j].group, fields[j].key, proposed);
          g_assert_true (dl_sweep_spec_vary (spec, text, &error));
          dl_sweep_spec_check (spec, NULL, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (dl_sweep_n_points (spec), >=, 2);
        }
    }
  g_assert_cmpuint (n_proposed, >, 60);
}

static void
test_proposed (void)
{
  static const struct
  {
    const char *name, *values;
  } cases[] = {
    { "router.age-clock-period", "2:4096:*2" },
    { "torus.datelines", "3;0;-1,3;1;-1,3;2;-1" }, /* two nodes in Z are no ring */
    { "torus.tie", "positive,parity" },
    { "traffic.load", "0.085,0.17,0.255,0.34,0.425,0.51" },
    { "traffic.packet-flits", "1:9:1" },
    { "router.input-buffer", "24,48,96,192,384" },
    { "scenario.name", NULL },
    { "scenario.seed", NULL },
    { "simulation.threads", NULL },
    { "torus.broken-links", NULL },
    { "dragonfly.interconnect", NULL },
  };
  g_autoptr (DlScenario) scenario = small_scenario ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *broken = NULL;
  g_autofree char *rings = NULL;

  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "4;3;2");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *values
          = dl_field_propose (dl_field_find_name (cases[i].name), scenario, DL_TORUS_N_DIMS);

      g_assert_cmpstr (values, ==, cases[i].values);
    }
  rings = dl_field_propose (dl_field_find ("torus", "datelines"), scenario, DL_X);
  g_assert_cmpstr (rings, ==, "0;2;-1,1;2;-1,2;2;-1,3;2;-1");
  dl_edits_add (edits, DL_EDIT_ADD, "torus.broken-links", "0,1,1:x+");
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  broken = dl_field_propose (dl_field_find ("torus", "broken-links"), scenario, DL_TORUS_N_DIMS);
  g_assert_cmpstr (broken, ==, ",0\\,1\\,1:x+");
}

/* Each refused by the check, with the key that must change. */
static void
test_check (void)
{
  static const struct
  {
    const char *texts[3];
    const char *key;
  } cases[] = {
    { { "traffic.load=0.1,0.2,0.10" }, "load" },
    { { "traffic.load=0.1,1.5" }, "load" },
    { { "traffic.load=0.1,,0.3" }, "load" },
    { { "torus.broken-links=,0\\,0\\,0:x+," }, "broken-links" },
    { { "scenario.name=a,b" }, "name" },
    { { "simulation.threads=1,2" }, "threads" },
    { { "torus.radix=4;4;4,0;1;1" }, "radix" },
    /* Fine each by itself. */
    { { "torus.radix=4;4;4,5;5;5", "torus.datelines=3;3;3,4;4;4" }, "datelines" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = small_scenario ();
      g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
      g_autoptr (GError) error = NULL;
      const DlField *field = NULL;

      for (const char *const *text = cases[i].texts; *text != NULL; text++)
        g_assert_true (dl_sweep_spec_vary (spec, *text, &error));
      g_assert_false (dl_sweep_spec_check (spec, &field, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (field->key, ==, cases[i].key);
      g_assert_nonnull (strstr (error->message, cases[i].key));
    }
  {
    g_autoptr (DlScenario) scenario = small_scenario ();
    g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
    g_autoptr (GError) error = NULL;

    g_assert_true (dl_sweep_spec_vary (spec, "traffic.load=0.1:0.2:0.0001", &error));
    g_assert_false (dl_sweep_spec_vary (spec, "traffic.load=0.1", &error));
    g_clear_error (&error);
    g_assert_true (dl_sweep_spec_vary (spec, "router.age-clock-period=1:1000:1", &error));
    g_assert_false (dl_sweep_spec_check (spec, NULL, &error));
    g_assert_nonnull (error);
  }
}

static void
test_numbering (void)
{
  static const char *const loads[] = { "0.1", "0.2", "0.3" };
  static const char *const periods[] = { "8", "64" };
  g_autoptr (DlSweepSpec) spec
      = SPEC (3, "traffic.load=0.1,0.2,0.3", "router.age-clock-period=8,64", "scenario.seed=5,50");
  g_autoptr (DlSweepSpec) copy = dl_sweep_spec_copy (spec);
  guint point = 0;

  g_assert_cmpuint (dl_sweep_n_points (spec), ==, 36);
  for (guint load = 0; load < 3; load++)
    for (guint period = 0; period < 2; period++)
      for (guint64 own_seed = 5; own_seed <= 50; own_seed *= 10)
        for (guint64 seed = own_seed; seed < own_seed + 3; seed++, point++)
          {
            g_autoptr (DlScenario) scenario = dl_sweep_point (copy, point, NULL, NULL);

            g_assert_cmpstr (dl_sweep_value (copy, point, 0), ==, loads[load]);
            g_assert_cmpstr (dl_sweep_value (copy, point, 1), ==, periods[period]);
            g_assert_cmpfloat (scenario->traffic.load, ==, g_ascii_strtod (loads[load], NULL));
            g_assert_cmpuint (scenario->router.age_clock_period, ==, period == 0 ? 8 : 64);
            g_assert_cmpuint (scenario->seed, ==, own_seed);
            g_assert_cmpuint (dl_sweep_point_seed (copy, scenario, point), ==, seed);
          }
}

static void
test_digest (void)
{
  static const char *const changes[]
      = { "traffic.load=0.33",     "scenario.seed=2",          "router.age-clock-period=9",
          "torus.datelines=2;2;1", "torus.tie=parity",         "torus.broken-links=1,2,1:x+",
          "simulation.cycles=601", "traffic.burst-messages=2", "router.link-error-rate=0.1" };
  static const char *const others[]
      = { "scenario.name=x", "simulation.threads=2", "traffic.packet-flits=9" };
  g_autoptr (DlScenario) scenario = small_scenario ();
  g_autofree char *digest = dl_sweep_digest (scenario, 1);
  g_autofree char *other_seed = dl_sweep_digest (scenario, 2);

  g_assert_cmpuint (strspn (digest, "0123456789abcdef"), ==, 32);
  g_assert_cmpuint (strlen (digest), ==, 32);
  g_assert_cmpstr (digest, !=, other_seed);
  for (guint i = 0; i < G_N_ELEMENTS (changes) + G_N_ELEMENTS (others); i++)
    {
      const gboolean counts = i < G_N_ELEMENTS (changes);
      g_autoptr (DlScenario) changed = dl_scenario_copy (scenario);
      g_autoptr (GPtrArray) edits = dl_edits_new ();
      g_autofree char *other = NULL;

      g_assert_true (dl_edits_parse_assignment (
          edits, counts ? changes[i] : others[i - G_N_ELEMENTS (changes)], NULL));
      g_assert_true (dl_scenario_apply (changed, edits, NULL, NULL, NULL));
      other = dl_sweep_digest (changed, 1);
      g_assert_cmpint (strcmp (digest, other) != 0, ==, counts);
    }
}

/* Running -------------------------------------------------------------------------------------- */

typedef struct
{
  GArray *results; /* DlSweepResult */
  GCancellable *cancellable;
  guint cancel_after, fail_after; /* 0: never */
  double progress;
  gboolean fell;
} Taken;

static gboolean
take (const DlSweepResult *result, gpointer data, GError **error)
{
  Taken *taken = data;

  g_array_append_val (taken->results, *result);
  if (taken->results->len == taken->cancel_after)
    g_cancellable_cancel (taken->cancellable);
  if (taken->results->len != taken->fail_after)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "full");
  return FALSE;
}

static void
on_progress (double fraction, gpointer data)
{
  Taken *taken = data;

  taken->fell = taken->fell || fraction < taken->progress - 1e-9;
  taken->progress = fraction;
}

static gint
compare_results (gconstpointer a, gconstpointer b)
{
  const DlSweepResult *x = a, *y = b;

  return (x->point > y->point) - (x->point < y->point);
}

static gboolean
run (const DlSweepSpec *spec, guint n_jobs, const gboolean *skip, Taken *taken, GError **error)
{
  const DlSweepOptions options = { .n_jobs = n_jobs,
                                   .skip = skip,
                                   .on_point = take,
                                   .on_point_data = taken,
                                   .progress = on_progress,
                                   .progress_data = taken };
  gboolean done;

  taken->results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  done = dl_sweep_run (spec, &options, taken->cancellable, error);
  g_assert_false (taken->fell);
  if (done)
    g_assert_cmpfloat_with_epsilon (taken->progress, 1, 1e-9);
  g_array_sort (taken->results, compare_results);
  return done;
}

static void
assert_number (double a, double b)
{
  g_assert_true (a == b || (a != a && b != b));
}

/* A point by itself: network, routes and all made for it. */
static void
check_point (const DlSweepSpec *spec, const DlSweepResult *result)
{
  g_autoptr (DlScenario) scenario = dl_sweep_point (spec, result->point, NULL, NULL);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (DlSimulation) simulation = NULL;
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);

  options.seed = dl_sweep_point_seed (spec, scenario, result->point);
  simulation = dl_simulate (scenario, &options, NULL, NULL);
  g_assert_cmpuint (result->seed, ==, options.seed);
  g_assert_cmphex (result->digest, ==, simulation->counters.digest);
  g_assert_cmpuint (result->cycles, ==, simulation->cycles);
  g_assert_cmpint (result->state, ==, simulation->verdict.state);
  g_assert_cmpint (result->reason, ==, simulation->verdict.reason);
  g_assert_cmpuint (result->warmup_cycles, ==, simulation->options.warmup_cycles);
  assert_number (result->accepted_half, simulation->verdict.throughput.half_width);
  g_assert_cmpint (result->deadlocked, ==, simulation->deadlock != NULL);
  assert_number (result->offered, simulation->offered_load);
  assert_number (result->accepted, simulation->accepted_load);
  assert_number (result->latency_mean, dl_latency_mean (&simulation->stats.network));
  assert_number (result->latency_p99, dl_latency_quantile (&simulation->stats.network, 0.99));
  assert_number (result->total_latency_mean, dl_latency_mean (&simulation->stats.total));
  g_assert_cmpuint (result->found.pairs, ==, analysis->pairs);
  g_assert_cmpuint (result->found.unreachable_pairs, ==, analysis->unreachable_pairs);
  g_assert_cmpuint (result->found.dropped_pairs, ==, analysis->dropped_pairs);
  g_assert_cmpint (result->found.deadlock_free, ==, analysis->verdict->deadlock_free);
  assert_number (result->found.hops_mean, analysis->hops_mean);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      assert_number (result->found.class_balance_mean[dim], analysis->dims[dim].balance_mean);
      assert_number (result->found.class_load_max[dim], analysis->dims[dim].load_max);
    }
}

static void
assert_same (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const DlSweepResult *x = &g_array_index (a, DlSweepResult, i);
      const DlSweepResult *y = &g_array_index (b, DlSweepResult, i);

      g_assert_cmpuint (x->point, ==, y->point);
      g_assert_cmphex (x->digest, ==, y->digest);
      assert_number (x->latency_mean, y->latency_mean);
      assert_number (x->found.class_load_max[0], y->found.class_load_max[0]);
    }
}

/* Keys of all groups, in orders that make points share routes and not. */
static void
test_results (void)
{
  static const char *const varied[][4] = {
    { "traffic.load=0.1,0.4,saturated", "router.age-rr-select=0,0xffffffffffffffff" },
    { "router.age-rr-select=0,0xffffffffffffffff", "torus.datelines=3;2;1,0;1;0,-1;-1;-1",
      "traffic.load=0.3,0.9" },
    { "torus.radix=4;3;2,2;5;1,1;1;1", "traffic.pattern=uniform,tornado,random-permutation" },
    { "torus.broken-links=,0\\,0\\,0:x+;1\\,1\\,1:y-", "scenario.seed=1,7",
      "traffic.pattern=random-permutation,nearest-neighbor" },
    /* A key of the traffic that changes the routes. */
    { "traffic.source-vc=policy,0", "traffic.response-share=0,0.5" },
    /* More routes than are kept. */
    { "traffic.load=0.2,0.3",
      "torus.datelines=0;0;0,0;0;1,0;1;0,0;1;1,1;0;0,1;0;1,1;1;0,1;1;1,2;0;0" },
    { NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (varied); i++)
    {
      g_autoptr (DlSweepSpec) spec = new_spec (1 + i % 2, varied[i]);
      Taken one = { 0 }, three = { 0 };
      g_autoptr (GError) error = NULL;

      run (spec, 1, NULL, &one, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (one.results->len, ==, dl_sweep_n_points (spec));
      for (guint point = 0; point < one.results->len; point++)
        {
          const DlSweepResult *result = &g_array_index (one.results, DlSweepResult, point);

          g_assert_cmpuint (result->point, ==, point);
          check_point (spec, result);
        }
      run (spec, 3, NULL, &three, &error);
      g_assert_no_error (error);
      assert_same (one.results, three.results);
      g_array_unref (one.results);
      g_array_unref (three.results);
    }
}

/* A key that does not suit a scenario has no effect there: all of its values give the same. */
static void
test_suits (void)
{
  static const char *const ids[] = { "ring-8", "cascade-2", "generic-33" };
  guint n_fields, n_measures, n_tried = 0;
  const DlField *fields = dl_fields (&n_fields);
  const DlMeasure *measures = dl_measure_table (&n_measures);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint j = 0; j < n_fields; j++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (DlScenario) scenario = dl_preset_load (ids[i], &error);
        g_autoptr (DlSweepSpec) spec = NULL;
        g_autofree char *proposed = NULL;
        g_autofree char *text = NULL;
        Taken taken = { 0 };

        g_assert_no_error (error);
        scenario->simulation.warmup_cycles = 0;
        scenario->simulation.cycles = 300;
        /* A key that is not read is so however few the groups. */
        if (strcmp (ids[i], "generic-33") == 0)
          g_assert_true (dl_field_set (dl_field_find ("dragonfly", "groups"), scenario, "5", NULL));
        proposed = dl_field_propose (&fields[j], scenario, DL_TORUS_N_DIMS);
        if (proposed == NULL || dl_field_suits (&fields[j], scenario))
          continue;
        n_tried++;
        spec = dl_sweep_spec_new (scenario);
        text = g_strdup_printf ("%s.%s=%s", fields[j].group, fields[j].key, proposed);
        g_assert_true (dl_sweep_spec_vary (spec, text, &error));
        run (spec, 1, NULL, &taken, &error);
        g_assert_no_error (error);
        for (guint point = 1; point < taken.results->len; point++)
          for (guint m = 0; m < n_measures; m++)
            {
              const double x
                  = dl_measure_get (&measures[m], &g_array_index (taken.results, DlSweepResult, 0));
              const double y = dl_measure_get (
                  &measures[m], &g_array_index (taken.results, DlSweepResult, point));

              if (!(x == y || (isnan (x) && isnan (y))))
                g_error ("%s, %s: %s is %g and %g", ids[i], text, measures[m].id, x, y);
            }
        g_array_unref (taken.results);
      }
  g_assert_cmpuint (n_tried, >, 20);
}

static gboolean
note_point (const DlSweepResult *result, gpointer data, GError **error)
{
  g_string_append_printf (data, "%u ", result->point);
  return TRUE;
}

static void
test_seeds_last (void)
{
  g_autoptr (DlSweepSpec) spec = SPEC (3, "traffic.load=0.1,0.2,0.3");
  const gboolean skip[9] = { FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, TRUE };
  g_autoptr (GString) order = g_string_new (NULL);
  DlSweepOptions options = { .n_jobs = 1, .on_point = note_point, .on_point_data = order };

  g_assert_true (dl_sweep_run (spec, &options, NULL, NULL));
  g_assert_cmpstr (order->str, ==, "0 1 2 3 4 5 6 7 8 ");
  g_string_truncate (order, 0);
  options.seeds_last = TRUE;
  options.skip = skip;
  g_assert_true (dl_sweep_run (spec, &options, NULL, NULL));
  g_assert_cmpstr (order->str, ==, "0 3 6 4 7 2 5 ");
}

static void
test_skip (void)
{
  g_autoptr (DlSweepSpec) spec = SPEC (2, "traffic.load=0.1,0.2,0.3");
  gboolean skip[6] = { TRUE, FALSE, TRUE, TRUE, FALSE, TRUE };
  Taken all = { 0 }, some = { 0 }, none = { 0 };
  g_autoptr (GError) error = NULL;

  run (spec, 1, NULL, &all, &error);
  run (spec, 2, skip, &some, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (some.results->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const DlSweepResult *result = &g_array_index (some.results, DlSweepResult, i);

      g_assert_cmpuint (result->point, ==, i == 0 ? 1 : 4);
      g_assert_cmphex (result->digest, ==,
                       g_array_index (all.results, DlSweepResult, result->point).digest);
    }
  memset (skip, 0xff, sizeof skip);
  none.progress = 1;
  g_assert_true (run (spec, 2, skip, &none, &error));
  g_assert_cmpuint (none.results->len, ==, 0);
  g_array_unref (all.results);
  g_array_unref (some.results);
  g_array_unref (none.results);
}

static void
test_cancel (void)
{
  for (guint n_jobs = 1; n_jobs <= 3; n_jobs++)
    {
      g_autoptr (DlSweepSpec) spec = SPEC (20, "traffic.load=0.1,0.2,0.3");
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Taken taken = { .cancellable = cancellable, .cancel_after = 3 };
      Taken full = { .fail_after = 4 };
      g_autoptr (GError) error = NULL;

      g_assert_false (run (spec, n_jobs, NULL, &taken, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (taken.results->len, >=, 3);
      g_assert_cmpuint (taken.results->len, <=, 2 + n_jobs);
      for (guint i = 0; i < taken.results->len; i++)
        check_point (spec, &g_array_index (taken.results, DlSweepResult, i));
      g_clear_error (&error);
      g_assert_false (run (spec, n_jobs, NULL, &full, &error));
      g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
      g_assert_cmpuint (full.results->len, ==, 4);
      g_array_unref (taken.results);
      g_array_unref (full.results);
    }
}

/* A point that cannot be simulated: the error is its own, and what came before counts. */
static void
test_error (void)
{
  g_autoptr (DlSweepSpec) spec = SPEC (1, "simulation.warmup-cycles=0,100,700,200");
  Taken taken = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (run (spec, 1, NULL, &taken, &error));
  g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "simulation.warmup-cycles"));
  g_assert_cmpuint (taken.results->len, ==, 2);
  g_array_unref (taken.results);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep/values", test_values);
  g_test_add_func ("/sweep/proposals", test_proposals);
  g_test_add_func ("/sweep/proposed", test_proposed);
  g_test_add_func ("/sweep/check", test_check);
  g_test_add_func ("/sweep/numbering", test_numbering);
  g_test_add_func ("/sweep/digest", test_digest);
  g_test_add_func ("/sweep/results", test_results);
  g_test_add_func ("/sweep/suits", test_suits);
  g_test_add_func ("/sweep/seeds-last", test_seeds_last);
  g_test_add_func ("/sweep/skip", test_skip);
  g_test_add_func ("/sweep/cancel", test_cancel);
  g_test_add_func ("/sweep/error", test_error);
  return g_test_run ();
}

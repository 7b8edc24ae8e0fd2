/* A sweep's points as runs of a library, and back: the same results, and the same sweep. */
#include "dl-edit.h"
#include "dl-measure.h"
#include "dl-sweep-store.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

typedef struct
{
  const DlSweepSpec *spec;
  GStrv digests;
  DlStore *store;
  gint64 scenario_id, sweep_id;
  GArray *results; /* (n_points) */
  guint n_run;
  guint skipped; /* a point that is not wanted; n_points for none */
} Taken;

static gboolean
take (const DlSweepResult *result, gpointer data, GError **error)
{
  Taken *taken = data;
  g_autoptr (DlStoreRun) run = dl_sweep_store_run (
      taken->spec, (const char *const *) taken->digests, taken->scenario_id, result);

  g_array_index (taken->results, DlSweepResult, result->point) = *result;
  taken->n_run++;
  return dl_store_add_point (taken->store, taken->sweep_id, result->point, run, error);
}

static gboolean
is_wanted (guint point, gpointer data)
{
  return point != ((Taken *) data)->skipped;
}

static DlSweepSpec *
new_spec (const char *kind, const char *const *varied, guint n_seeds, gboolean only_static)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlSweepSpec *spec;
  GError *error = NULL;

  if (strcmp (kind, "dragonfly") == 0)
    {
      dl_edits_add (edits, DL_EDIT_SET, "scenario.kind", kind);
      dl_edits_add (edits, DL_EDIT_SET, "dragonfly.groups", "3");
      dl_edits_add (edits, DL_EDIT_SET, "dragonfly.chassis", "1");
      dl_edits_add (edits, DL_EDIT_SET, "dragonfly.blades", "2");
      dl_edits_add (edits, DL_EDIT_SET, "dragonfly.cables-per-pair", "1");
      dl_edits_add (edits, DL_EDIT_SET, "traffic.load", "0.1");
    }
  else
    dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "4;3;2");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", "600");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles", "100");
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  spec = dl_sweep_spec_new (scenario);
  spec->n_seeds = n_seeds;
  spec->only_static = only_static;
  for (; *varied != NULL; varied++)
    {
      dl_sweep_spec_vary (spec, *varied, &error);
      g_assert_no_error (error);
    }
  dl_sweep_spec_check (spec, NULL, &error);
  g_assert_no_error (error);
  return spec;
}

static void
begin (Taken *taken, gboolean *known)
{
  g_autoptr (DlStoreSweep) sweep
      = dl_sweep_store_new (taken->spec, (const char *const *) taken->digests, taken->scenario_id);
  g_autoptr (GError) error = NULL;

  dl_store_begin_sweep (taken->store, sweep, (const char *const *) taken->digests, &taken->sweep_id,
                        known, &error);
  g_assert_no_error (error);
}

static void
assert_same (const DlSweepResult *result, const DlSweepResult *expected)
{
  guint n;
  const DlMeasure *measures = dl_measure_table (&n);

  g_assert_cmpuint (result->point, ==, expected->point);
  g_assert_cmpuint (result->seed, ==, expected->seed);
  g_assert_cmpuint (result->digest, ==, expected->digest);
  for (guint i = 0; i < n; i++)
    {
      const double value = dl_measure_get (&measures[i], result);
      const double wanted = dl_measure_get (&measures[i], expected);

      g_assert_true (value == wanted || (isnan (value) && isnan (wanted)));
    }
}

static void
check (const char *kind, const char *const *varied, guint n_seeds, gboolean only_static)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("sweep-store-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "library.db", NULL);
  g_autoptr (DlSweepSpec) spec = new_spec (kind, varied, n_seeds, only_static);
  g_autoptr (DlSweepSpec) again = NULL;
  g_autoptr (DlStore) store = dl_store_open (path, &error);
  g_autoptr (DlStoreSweep) sweep = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  const guint n = dl_sweep_n_points (spec);
  g_autofree gboolean *known = g_new0 (gboolean, n);
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_auto (GStrv) digests_again = NULL;
  Taken taken = { .spec = spec, .digests = digests, .store = store, .skipped = 1 };
  DlSweepOptions options = { .n_jobs = 2,
                             .skip = known,
                             .on_point = take,
                             .on_point_data = &taken,
                             .wanted = is_wanted,
                             .wanted_data = &taken };

  g_assert_no_error (error);
  taken.results = g_array_new (FALSE, TRUE, sizeof (DlSweepResult));
  g_array_set_size (taken.results, n);
  dl_store_adopt (store, spec->scenario, &taken.scenario_id, &error);
  begin (&taken, known);
  dl_sweep_run (spec, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (taken.n_run, ==, n - 1);

  /* Going on does what is left, and nothing else. */
  taken.skipped = n;
  begin (&taken, known);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (known[i], ==, i != 1);
  dl_sweep_run (spec, &options, NULL, &error);
  g_assert_cmpuint (taken.n_run, ==, n);
  g_assert_true (dl_store_end_sweep (store, taken.sweep_id, DL_STORE_SWEEP_STOPPED, &error));

  sweep = dl_store_load_sweep (store, taken.sweep_id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sweep->state, ==, DL_STORE_SWEEP_DONE);
  runs = dl_store_sweep_runs (store, sweep, &error);
  for (guint i = 0; i < n; i++)
    {
      const DlStoreRun *run = runs->pdata[i];
      g_autoptr (DlScenario) expected = dl_sweep_point (spec, i, NULL, NULL);
      g_autoptr (DlScenario) scenario = dl_store_run_scenario (store, run->id, &error);
      DlSweepResult result;

      g_assert_no_error (error);
      g_assert_true (dl_scenario_same_values (scenario, expected));
      dl_sweep_store_result (run, spec->scenario->family, i, &result);
      assert_same (&result, &g_array_index (taken.results, DlSweepResult, i));
      g_assert_cmpint (result.cycles == 0, ==, only_static);
    }

  again = dl_sweep_store_spec (sweep, &error);
  g_assert_no_error (error);
  digests_again = dl_sweep_digests (again);
  g_assert_true (g_strv_equal ((const char *const *) digests, (const char *const *) digests_again));
  for (guint i = 0; i < n; i++)
    for (guint key = 0; key < spec->keys->len; key++)
      g_assert_cmpstr (dl_sweep_value (again, i, key), ==, dl_sweep_value (spec, i, key));

  /* Points of another version are other points. */
  g_free (sweep->key);
  sweep->key = g_strnfill (32, '0');
  g_assert_null (dl_sweep_store_spec (sweep, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);

  g_array_unref (taken.results);
  g_clear_pointer (&taken.store, dl_store_close);
  store = NULL;
  g_unlink (path);
  g_rmdir (folder);
}

#define CHECK(kind, n_seeds, only_static, ...)                                                     \
  check (kind, (const char *const[]) { __VA_ARGS__, NULL }, n_seeds, only_static)

static void
test_torus (void)
{
  CHECK ("torus", 2, FALSE, "traffic.load=0.1:0.5:0.2,saturated", "router.age-rr-select=0,1");
}

static void
test_dragonfly (void)
{
  CHECK ("dragonfly", 1, FALSE, "traffic.load=0.05,0.1", "dragonfly.routing=min-hash,valiant");
}

/* Values with commas, too. */
static void
test_static (void)
{
  CHECK ("torus", 1, TRUE, "torus.broken-links=,0\\,0\\,0:x+", "torus.datelines=3;2;1,0;0;0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-store/torus", test_torus);
  g_test_add_func ("/sweep-store/dragonfly", test_dragonfly);
  g_test_add_func ("/sweep-store/static", test_static);
  return g_test_run ();
}

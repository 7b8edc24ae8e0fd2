#include "store-results.h"

#include <math.h>

#include "dl-scenario-file.h"

char *
test_digest (const char *kind, guint n)
{
  g_autofree char *text = g_strdup_printf ("%s %u", kind, n);

  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

DlStoreRun *
test_run (const DlScenario *scenario, guint n)
{
  static const char *const measures[]
      = { "accepted_load", "latency_mean", "latency_p99", "cycles", "max_load_x" };
  g_autofree char *digest = test_digest ("run", n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (n);
  DlStoreRun *run = dl_store_run_new (digest, (guint64) -1 - n, TEST_VERSION);

  run->text = dl_scenario_to_text (scenario, FALSE);
  run->settings
      = g_strdup_printf ("traffic.load=0.%u\nsimulation.cycles=%u\n", n % 9 + 1, 100000 + n);
  if (n % 5 != 4)
    run->outcome = g_strdup_printf ("%016x", n);
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      double value = g_rand_double_range (rand, -1e9, 1e9);

      if (g_rand_int_range (rand, 0, 5) == 0)
        value = NAN;
      else if (g_rand_int_range (rand, 0, 9) == 0)
        value = INFINITY;
      dl_store_run_add_value (run, measures[i], value);
    }
  if (n % 3 == 0)
    {
      g_autofree guint8 *noise = g_malloc (8 * n + 1);
      g_autoptr (GBytes) bytes = NULL;

      for (guint i = 0; i < 8 * n + 1; i++)
        noise[i] = (guint8) g_rand_int (rand);
      bytes = g_bytes_new (noise, 8 * n + 1);
      dl_store_run_add_array (run, "link_flits", bytes);
    }
  return run;
}

gint64
test_sweep (DlStore *store, gint64 id, const DlScenario *scenario, guint first, guint n_points,
            gboolean (*wanted) (guint point))
{
  g_autoptr (DlStoreSweep) sweep = g_new0 (DlStoreSweep, 1);
  g_autofree gboolean *known = g_new0 (gboolean, n_points);
  g_auto (GStrv) digests = g_new0 (char *, n_points + 1);
  g_autoptr (GError) error = NULL;
  gint64 sweep_id = 0;

  for (guint i = 0; i < n_points; i++)
    digests[i] = test_digest ("run", first + i);
  sweep->scenario_id = id;
  sweep->key = test_digest ("sweep", first * 1000 + n_points);
  sweep->text = dl_scenario_to_text (scenario, FALSE);
  sweep->varied = g_strdup ("traffic.load=0.1:0.9:0.1\nsimulation.cycles=1,2\n");
  sweep->n_seeds = 1;
  sweep->n_points = n_points;
  sweep->version = g_strdup (TEST_VERSION);
  dl_store_begin_sweep (store, sweep, (const char *const *) digests, &sweep_id, known, &error);
  g_assert_no_error (error);
  /* From the end: the order of adding is no matter. */
  for (guint i = n_points; i-- > 0;)
    if (!known[i] && (wanted == NULL || wanted (i)))
      {
        g_autoptr (DlStoreRun) run = test_run (scenario, first + i);

        run->scenario_id = id;
        dl_store_add_point (store, sweep_id, i, run, &error);
        g_assert_no_error (error);
      }
  g_assert_true (dl_store_end_sweep (store, sweep_id, DL_STORE_SWEEP_PAUSED, &error));
  return sweep_id;
}

char *
test_describe_run (DlStore *store, const DlStoreRun *listed, gboolean with_times)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRun) run = dl_store_find_run (store, listed->digest, &error);
  g_autoptr (DlScenario) scenario = NULL;
  g_autofree char *text = NULL;
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpint (run->id, ==, listed->id);
  g_assert_cmpint (run->created_us, >, 0);
  scenario = dl_store_run_scenario (store, run->id, &error);
  g_assert_no_error (error);
  text = dl_scenario_to_text (scenario, FALSE);
  g_string_append_printf (all, "run %s %" G_GUINT64_FORMAT " %s %s\n%s\n%s\n%s\n", run->digest,
                          run->seed, run->version, run->outcome != NULL ? run->outcome : "-",
                          run->text, run->settings, text);
  if (with_times)
    g_string_append_printf (all, "%" G_GINT64_FORMAT "\n", run->created_us);
  g_assert_cmpuint (run->values->len, ==, listed->values->len);
  for (guint i = 0; i < run->values->len; i++)
    {
      const DlStoreValue *value = &g_array_index (run->values, DlStoreValue, i);
      const double again = dl_store_run_value (listed, value->measure);

      g_assert_true (again == value->value || (isnan (again) && isnan (value->value)));
      g_string_append_printf (all, "%s %.17g\n", value->measure, value->value);
    }
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const DlStoreArray *array = &g_array_index (run->arrays, DlStoreArray, i);
      g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_MD5, array->data);

      g_string_append_printf (all, "%s %s\n", array->name, sum);
    }
  return g_string_free (all, FALSE);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* In an order that does not depend on that of the rows. */
static void
append_sorted (GString *all, GPtrArray *texts)
{
  g_ptr_array_sort (texts, compare_texts);
  for (guint i = 0; i < texts->len; i++)
    g_string_append (all, texts->pdata[i]);
}

static char *
describe_sweep (DlStore *store, const DlStoreSweep *listed, gboolean with_times)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreSweep) sweep = dl_store_load_sweep (store, listed->id, &error);
  g_autoptr (GPtrArray) runs = NULL;
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  runs = dl_store_sweep_runs (store, sweep, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, sweep->n_points);
  g_string_append_printf (all, "sweep %s %s %u %u %u %s %s\n%s\n", sweep->key, sweep->varied,
                          sweep->n_seeds, sweep->n_points, sweep->n_done, sweep->version,
                          dl_store_sweep_state_id (sweep->state), sweep->text);
  if (with_times)
    g_string_append_printf (all, "%" G_GINT64_FORMAT "\n", sweep->created_us);
  for (guint i = 0; i < runs->len; i++)
    {
      const DlStoreRun *run = runs->pdata[i];

      g_string_append_printf (all, "%u %s\n", i, run != NULL ? run->digest : "-");
    }
  return g_string_free (all, FALSE);
}

static char *
describe_recording (DlStore *store, const DlStoreRecording *listed, gboolean with_times)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRecording) it = dl_store_load_recording (store, listed->id, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (it->edits->len, ==, listed->n_edits);
  g_string_append_printf (text, "recording %u %" G_GUINT64_FORMAT " %u %s\n%s\n", it->results,
                          it->end, it->n_edits, listed->label != NULL ? listed->label : "-",
                          it->text);
  if (with_times)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", it->begun_us,
                            it->changed_us);
  for (guint i = 0; i < it->edits->len; i++)
    {
      const DlStoreRecordedEdit *edit = &g_array_index (it->edits, DlStoreRecordedEdit, i);

      g_string_append_printf (text, "%" G_GUINT64_FORMAT " %s %s\n", edit->cycle, edit->label,
                              edit->edits);
    }
  return g_string_free (text, FALSE);
}

char *
test_describe_all (DlStore *store, gint64 id, gboolean with_times)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRecord) record = dl_store_load (store, id, &error);
  g_autofree char *history = test_describe (record->scenario, record->history);
  g_autofree char *note = dl_store_note (store, id, &error);
  g_auto (GStrv) tags = dl_store_tags (store, id, &error);
  g_autofree char *joined = g_strjoinv (";", tags);
  g_autoptr (GPtrArray) sweeps = dl_store_list_sweeps (store, id, &error);
  g_autoptr (GPtrArray) runs = dl_store_list_runs (store, id, &error);
  g_autoptr (GPtrArray) recordings = dl_store_list_recordings (store, id, &error);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *all = g_string_new (history);

  g_assert_no_error (error);
  g_string_append_printf (all, "%s\n%s\n", joined, note);
  for (guint i = 0; i < sweeps->len; i++)
    g_ptr_array_add (texts, describe_sweep (store, sweeps->pdata[i], with_times));
  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (texts, test_describe_run (store, runs->pdata[i], with_times));
  for (guint i = 0; i < recordings->len; i++)
    g_ptr_array_add (texts, describe_recording (store, recordings->pdata[i], with_times));
  append_sorted (all, texts);
  return g_string_free (all, FALSE);
}

gint64
test_recording (DlStore *store, gint64 id, const DlScenario *scenario, guint n_edits, guint64 end)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autoptr (DlStoreRecording) recording = dl_store_recording_new (id, 1, text);
  g_autoptr (GError) error = NULL;
  gint64 row;

  recording->end = end;
  recording->n_edits = n_edits;
  for (guint i = 0; i < n_edits; i++)
    {
      g_autofree char *edits = g_strdup_printf ("traffic.load=0.%u\n", i % 9 + 1);

      dl_store_recording_add (recording, end * (i + 1) / (n_edits + 1), "Load", edits);
    }
  dl_store_keep_recording (store, recording, 0, &row, &error);
  g_assert_no_error (error);
  return row;
}

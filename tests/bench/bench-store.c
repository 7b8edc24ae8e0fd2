/* How long a library takes that has 10,000 runs: opened, listed, searched, asked for runs; beside
 * the naive way of each, in the same run: loading every scenario, LIKE over all texts, looking at
 * every run. Prints ms of wall time; asserts none. --quick only runs everything once, with fewer.
 */
#include <stdio.h>
#include <string.h>

#include "dl-scenario-file.h"
#include "dl-store-private.h"
#include "dl-store-runs.h"
#include "dl-store-share.h"

#include <glib/gstdio.h>

#define N_VALUES 25

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

static void
check (gboolean ok, GError *error)
{
  if (!ok)
    g_error ("%s", error->message);
}

static char *
digest_of (guint n)
{
  g_autofree char *text = g_strdup_printf ("%u", n);

  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

static DlStoreRun *
new_run (const char *text, gint64 id, guint n)
{
  g_autofree char *digest = digest_of (n);
  DlStoreRun *run = dl_store_run_new (digest, n, "0.0.0");

  run->scenario_id = id;
  run->text = g_strdup (text);
  run->settings = g_strdup_printf ("traffic.load=0.%04u\n", n);
  for (guint i = 0; i < N_VALUES; i++)
    {
      g_autofree char *name = g_strdup_printf ("a_measure_%02u", i);

      dl_store_run_add_value (run, name, n * 1.25 + i);
    }
  return run;
}

static char *
new_note (GRand *rand)
{
  static const char *const words[]
      = { "dateline", "virtual", "channel", "age",  "clock", "report",
          "cable",    "Torus",   "balance", "load", "seed",  "saturated" };
  GString *note = g_string_new (NULL);

  for (int i = 0; i < 150; i++)
    g_string_append_printf (note, "%s ", words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
  return g_string_free (note, FALSE);
}

static void
add_scenario (DlStore *store, GRand *rand, guint number, guint n_runs)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  g_autofree char *name = g_strdup_printf ("Study %u", number);
  g_autofree char *text = NULL;
  g_autofree char *note = new_note (rand);
  GError *error = NULL;
  gint64 id = 0;

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  check (dl_scenario_apply (scenario, edits, NULL, NULL, &error), error);
  check (dl_store_add (store, scenario, &id, &error), error);
  check (dl_store_set_note (store, id, note, &error), error);
  text = dl_scenario_to_text (scenario, FALSE);
  for (guint i = 0; i < n_runs; i++)
    g_ptr_array_add (runs, new_run (text, id, number * n_runs + i));
  check (dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata, n_runs, &error), error);
}

static void
print (const char *what, double ms, const char *naive, double naive_ms)
{
  printf ("| %s | %.2f | %s: %.2f | %.1f |\n", what, ms, naive, naive_ms,
          naive_ms / MAX (ms, 1e-3));
}

static void
bench_open (const char *path)
{
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  GError *error = NULL;
  const double start = now_ms ();
  double ms, naive;

  store = dl_store_open (path, &error);
  check (store != NULL, error);
  entries = dl_store_list (store, NULL, NULL, &error);
  check (entries != NULL, error);
  ms = now_ms () - start;
  naive = now_ms ();
  for (guint i = 0; i < entries->len; i++)
    dl_store_record_free (
        dl_store_load (store, ((const DlStoreEntry *) entries->pdata[i])->id, NULL));
  print ("open and list", ms, "load each", now_ms () - naive);
}

static void
bench_search (DlStore *store, const char *what, const char *search, const char *sql, guint n)
{
  GError *error = NULL;
  double start = now_ms (), ms;
  guint n_found = 0, n_naive = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) found = dl_store_list (store, search, NULL, &error);

      check (found != NULL, error);
      n_found = found->len;
    }
  ms = (now_ms () - start) / n;
  start = now_ms ();
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlStatement) row = dl_database_query (store->db, &error, sql, "");

      check (row != NULL, error);
      for (n_naive = 0; dl_statement_next (row, NULL);)
        n_naive++;
    }
  if (n_found != n_naive)
    g_error ("%s: %u are found, and naively %u", what, n_found, n_naive);
  print (what, ms, "LIKE over all texts", (now_ms () - start) / n);
}

#define LIKE(word) "(name || ' ' || summary || ' ' || note) LIKE '%" word "%'"
#define NAIVE      "SELECT id FROM scenario JOIN remark ON remark.scenario_id = scenario.id WHERE "

static void
bench_runs (DlStore *store, guint n_scenarios, guint n_runs)
{
  g_autofree char *digest = digest_of (n_scenarios * n_runs / 2);
  g_autoptr (GPtrArray) own = NULL;
  GError *error = NULL;
  double start = now_ms (), found_ms, own_ms, all_ms;
  guint n_all = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (DlStoreRun) run = dl_store_find_run (store, digest, &error);

      check (run != NULL, error);
    }
  found_ms = (now_ms () - start) / 100;
  start = now_ms ();
  own = dl_store_list_runs (store, n_scenarios / 2 + 1, &error);
  check (own != NULL && own->len == n_runs, error);
  own_ms = now_ms () - start;
  start = now_ms ();
  for (guint id = 1; id <= n_scenarios; id++)
    {
      g_autoptr (GPtrArray) runs = dl_store_list_runs (store, id, &error);

      check (runs != NULL, error);
      n_all += runs->len;
    }
  all_ms = now_ms () - start;
  if (n_all != n_scenarios * n_runs)
    g_error ("%u runs of %u", n_all, n_scenarios * n_runs);
  print ("a run by its digest", found_ms, "read all runs", all_ms);
  print ("the runs of a scenario", own_ms, "read all runs", all_ms);
}

/* Points of a sweep, each durable by itself. */
static void
bench_points (DlStore *store, guint n)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  GError *error = NULL;
  double start, ms;

  for (guint i = 0; i < 2 * n; i++)
    g_ptr_array_add (runs, new_run ("[scenario]\n", 1, 10000000 + i));
  start = now_ms ();
  check (dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata, n, &error), error);
  ms = (now_ms () - start) / n;
  start = now_ms ();
  for (guint i = 0; i < n; i++)
    check (dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata + n + i, 1, &error),
           error);
  print ("add a run, many at once", ms, "each by itself, durable", (now_ms () - start) / n);
}

static void
bench (const char *folder, guint n_scenarios, guint n_runs)
{
  g_autofree char *name = g_strdup_printf ("%u.db", n_scenarios);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (path, "-shm", NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  GError *error = NULL;
  g_autoptr (DlStore) store = dl_store_open (path, &error);

  check (store != NULL, error);
  for (guint i = 0; i < n_scenarios; i++)
    add_scenario (store, rand, i, n_runs);
  g_clear_pointer (&store, dl_store_close);

  printf ("\n%u scenarios with a note of some 1 KiB and %u runs of %u values each\n\n", n_scenarios,
          n_runs, N_VALUES);
  printf ("| | ms | naive: ms | naive / ours |\n|---|---|---|---|\n");
  bench_open (path);
  store = dl_store_open (path, &error);
  check (store != NULL, error);
  bench_search (store, "search a name", "study 17", NAIVE LIKE ("study") " AND " LIKE ("17"), 5);
  bench_search (store, "search a piece of some names", "TUDY 4",
                NAIVE LIKE ("tudy") " AND " LIKE ("4"), 5);
  bench_search (store, "search a word of all notes", "DATELINE", NAIVE LIKE ("dateline"), 5);
  bench_search (store, "search a word of none", "dragonfly", NAIVE LIKE ("dragonfly"), 5);
  bench_runs (store, n_scenarios, n_runs);
  bench_points (store, MIN (n_runs, 100));
  g_clear_pointer (&store, dl_store_close);
  g_unlink (path);
  g_unlink (wal);
  g_unlink (shm);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("bench-store-XXXXXX", &error);

  if (folder == NULL)
    g_error ("%s", error->message);
  if (argc > 1 && strcmp (argv[1], "--quick") == 0)
    bench (folder, 50, 4);
  else
    {
      bench (folder, 100, 100);
      bench (folder, 5000, 2);
    }
  g_rmdir (folder);
  return 0;
}

#include "dl-store-runs.h"

#include "dl-scenario-file.h"
#include "dl-store-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Marks of sweeps that a program is computing: locks in a file beside the library, a byte per
 * sweep. A lock ends with the program, however that ends, unlike a row of the library. */

#define LOCKS "-sweeps"
/* Another program may remove the file between opening and locking it. */
#define TRIES 16

static char *
locks_path (DlStore *store)
{
  return g_strconcat (dl_database_path (store->db), LOCKS, NULL);
}

/* Lock @n bytes from @id on; 0: all. Locks belong to @fd, not to the process. */
static gboolean
set_lock (int fd, short type, gint64 id, gint64 n)
{
  struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = id, .l_len = n };
  int done;

  do
    done = fcntl (fd, F_OFD_SETLK, &lock);
  while (done != 0 && errno == EINTR);
  return done == 0;
}

/* Is @fd still the file at @path? */
static gboolean
is_there (int fd, const char *path)
{
  struct stat open_file, file;

  return fstat (fd, &open_file) == 0 && lstat (path, &file) == 0 && open_file.st_dev == file.st_dev
         && open_file.st_ino == file.st_ino;
}

void
dl_store_hold_sweep (DlStore *store, gint64 id)
{
  g_autofree char *path = NULL;

  if (store->sweeps_held == NULL)
    store->sweeps_held = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_contains (store->sweeps_held, &id))
    return;
  path = locks_path (store);
  for (guint i = 0; i < TRIES && g_hash_table_size (store->sweeps_held) == 0; i++)
    {
      store->sweeps_fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
      if (store->sweeps_fd < 0)
        return; /* a folder that cannot be written does without */
      if (set_lock (store->sweeps_fd, F_RDLCK, id, 1) && is_there (store->sweeps_fd, path))
        break;
      close (store->sweeps_fd);
      store->sweeps_fd = -1;
    }
  if (store->sweeps_fd >= 0 && set_lock (store->sweeps_fd, F_RDLCK, id, 1))
    g_hash_table_add (store->sweeps_held, g_memdup2 (&id, sizeof id));
}

void
dl_store_release_sweep (DlStore *store, gint64 id)
{
  g_autofree char *path = NULL;

  if (store->sweeps_held == NULL || !g_hash_table_remove (store->sweeps_held, &id))
    return;
  set_lock (store->sweeps_fd, F_UNLCK, id, 1);
  if (g_hash_table_size (store->sweeps_held) > 0)
    return;
  /* The last one out takes the file along. */
  path = locks_path (store);
  if (set_lock (store->sweeps_fd, F_WRLCK, 0, 0) && is_there (store->sweeps_fd, path))
    g_unlink (path);
  close (store->sweeps_fd);
  store->sweeps_fd = -1;
}

void
dl_store_release_sweeps (DlStore *store)
{
  GHashTableIter iter;
  gpointer id;

  if (store->sweeps_held == NULL)
    return;
  while (g_hash_table_iter_init (&iter, store->sweeps_held),
         g_hash_table_iter_next (&iter, &id, NULL))
    dl_store_release_sweep (store, *(const gint64 *) id);
  g_clear_pointer (&store->sweeps_held, g_hash_table_unref);
}

gboolean
dl_store_sweep_is_held (DlStore *store, gint64 id)
{
  g_autofree char *path = locks_path (store);
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = id, .l_len = 1 };
  gboolean held;

  if (fd < 0)
    return FALSE;
  held = fcntl (fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close (fd);
  return held;
}

/* A run as a value ----------------------------------------------------------------------------- */

static void
value_clear (gpointer data)
{
  DlStoreValue *value = data;

  g_free (value->measure);
}

static void
array_clear (gpointer data)
{
  DlStoreArray *array = data;

  g_free (array->name);
  g_bytes_unref (array->data);
}

static DlStoreRun *
run_alloc (void)
{
  DlStoreRun *run = g_new0 (DlStoreRun, 1);

  run->values = g_array_new (FALSE, FALSE, sizeof (DlStoreValue));
  run->arrays = g_array_new (FALSE, FALSE, sizeof (DlStoreArray));
  g_array_set_clear_func (run->values, value_clear);
  g_array_set_clear_func (run->arrays, array_clear);
  return run;
}

DlStoreRun *
dl_store_run_new (const char *digest, guint64 seed, const char *version)
{
  DlStoreRun *run = run_alloc ();

  run->digest = g_strdup (digest);
  run->seed = seed;
  run->version = g_strdup (version);
  return run;
}

void
dl_store_run_free (DlStoreRun *run)
{
  if (run == NULL)
    return;
  g_free (run->digest);
  g_free (run->version);
  g_free (run->outcome);
  g_free (run->state);
  g_free (run->reason);
  g_free (run->text);
  g_free (run->settings);
  g_array_unref (run->values);
  g_array_unref (run->arrays);
  g_free (run);
}

void
dl_store_run_add_value (DlStoreRun *run, const char *measure, double value)
{
  DlStoreValue it = { g_strdup (measure), value };

  g_array_append_val (run->values, it);
}

void
dl_store_run_add_array (DlStoreRun *run, const char *name, GBytes *data)
{
  DlStoreArray it = { g_strdup (name), g_bytes_ref (data) };

  g_array_append_val (run->arrays, it);
}

double
dl_store_run_value (const DlStoreRun *run, const char *measure)
{
  for (guint i = 0; i < run->values->len; i++)
    {
      const DlStoreValue *value = &g_array_index (run->values, DlStoreValue, i);

      if (strcmp (value->measure, measure) == 0)
        return value->value;
    }
  return NAN;
}

/* Writing -------------------------------------------------------------------------------------- */

gboolean
dl_store_put_text (DlStore *store, const char *text, gint64 *id, GError **error)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autoptr (DlStatement) row = NULL;

  if (!dl_database_run (store->db, error,
                        "INSERT INTO run_text (sum, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        "ss", sum, text))
    return FALSE;
  row = dl_database_query (store->db, error, "SELECT id FROM run_text WHERE sum = ?", "s", sum);
  if (row == NULL || !dl_statement_next (row, error))
    return FALSE;
  *id = dl_statement_int (row, 0);
  return TRUE;
}

gboolean
dl_store_drop_texts (DlStore *store, GError **error)
{
  return dl_database_run (store->db, error,
                          "DELETE FROM run_text WHERE id NOT IN (SELECT text_id FROM run)"
                          " AND id NOT IN (SELECT text_id FROM sweep)"
                          " AND id NOT IN (SELECT text_id FROM recording)",
                          "");
}

gboolean
dl_store_look_up_run (DlStore *store, const char *digest, gint64 *id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error, "SELECT id FROM run WHERE digest = ?", "s", digest);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  *id = dl_statement_next (row, &local) ? dl_statement_int (row, 0) : 0;
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
put_details (DlStore *store, const DlStoreRun *run, gint64 id, GError **error)
{
  for (guint i = 0; i < run->values->len; i++)
    {
      const DlStoreValue *value = &g_array_index (run->values, DlStoreValue, i);

      if (!dl_database_run (store->db, error,
                            "INSERT INTO run_value (run_id, measure, value) VALUES (?, ?, ?)",
                            "isd", id, value->measure, value->value))
        return FALSE;
    }
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const DlStoreArray *array = &g_array_index (run->arrays, DlStoreArray, i);

      if (!dl_database_run (store->db, error,
                            "INSERT INTO run_array (run_id, name, data) VALUES (?, ?, ?)", "isb",
                            id, array->name, array->data))
        return FALSE;
    }
  return TRUE;
}

gboolean
dl_store_put_run (DlStore *store, const DlStoreRun *run, gint64 *id, gboolean *known,
                  GError **error)
{
  gint64 text_id = 0, there;

  if (!dl_store_look_up_run (store, run->digest, &there, error))
    return FALSE;
  if (known != NULL)
    *known = there != 0;
  if (there != 0)
    {
      *id = there;
      return run->scenario_id == 0
             || dl_database_run (store->db, error,
                                 "UPDATE run SET scenario_id = ?"
                                 " WHERE id = ? AND scenario_id IS NULL",
                                 "ii", run->scenario_id, there);
    }
  if (!dl_store_put_text (store, run->text != NULL ? run->text : "", &text_id, error)
      || !dl_database_run (store->db, error,
                           "INSERT INTO run (digest, scenario_id, text_id, settings, seed,"
                           " version, outcome, created_us, state, reason)"
                           " VALUES (?, nullif (?, 0), ?, ?, ?, ?, ?, ?, ?, ?)",
                           "siisississ", run->digest, run->scenario_id, text_id,
                           run->settings != NULL ? run->settings : "", (gint64) run->seed,
                           run->version, run->outcome,
                           run->created_us != 0 ? run->created_us : g_get_real_time (), run->state,
                           run->reason))
    return FALSE;
  *id = dl_database_last_id (store->db);
  return put_details (store, run, *id, error);
}

gboolean
dl_store_add_runs (DlStore *store, const DlStoreRun *const *runs, guint n_runs, GError **error)
{
  gboolean ok = TRUE;
  gint64 id;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  for (guint i = 0; ok && i < n_runs; i++)
    ok = dl_store_put_run (store, runs[i], &id, NULL, error);
  return dl_database_end (store->db, ok, error);
}

/* Reading -------------------------------------------------------------------------------------- */

DlStoreRun *
dl_store_read_run (DlStatement *row)
{
  DlStoreRun *run = run_alloc ();

  run->id = dl_statement_int (row, 0);
  run->digest = dl_statement_valid_text (row, 1);
  run->scenario_id = dl_statement_int (row, 2);
  run->seed = (guint64) dl_statement_int (row, 3);
  run->version = dl_statement_valid_text (row, 4);
  if (!dl_statement_is_null (row, 5))
    run->outcome = dl_statement_valid_text (row, 5);
  run->created_us = dl_statement_int (row, 6);
  if (!dl_statement_is_null (row, 7))
    run->state = dl_statement_valid_text (row, 7);
  if (!dl_statement_is_null (row, 8))
    run->reason = dl_statement_valid_text (row, 8);
  return run;
}

gboolean
dl_store_read_values (DlStore *store, gint64 id, DlStoreRun *run, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT measure, value FROM run_value WHERE run_id = ? ORDER BY measure",
      "i", id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      g_autofree char *measure = dl_statement_valid_text (row, 0);

      dl_store_run_add_value (run, measure, dl_statement_double (row, 1));
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_store_read_arrays (DlStore *store, gint64 id, DlStoreRun *run, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT name, data FROM run_array WHERE run_id = ? ORDER BY name", "i", id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      g_autofree char *name = dl_statement_valid_text (row, 0);
      g_autoptr (GBytes) data = dl_statement_bytes (row, 1);

      dl_store_run_add_array (run, name, data);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static DlStoreRun *
find_run (DlStore *store, const char *digest, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT " DL_STORE_RUN_COLUMNS ", text, settings FROM run"
                           " JOIN run_text ON run_text.id = text_id WHERE digest = ?",
                           "s", digest);
  g_autoptr (DlStoreRun) run = NULL;

  if (row == NULL || !dl_statement_next (row, error))
    return NULL;
  run = dl_store_read_run (row);
  run->text = dl_statement_valid_text (row, DL_STORE_N_RUN_COLUMNS);
  run->settings = dl_statement_valid_text (row, DL_STORE_N_RUN_COLUMNS + 1);
  if (!dl_store_read_values (store, run->id, run, error)
      || !dl_store_read_arrays (store, run->id, run, error))
    return NULL;
  return g_steal_pointer (&run);
}

DlStoreRun *
dl_store_find_run (DlStore *store, const char *digest, GError **error)
{
  DlStoreRun *run;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  run = find_run (store, digest, error);
  dl_database_end (store->db, FALSE, NULL);
  return run;
}

/* The values of all runs of @runs, which are in the order of their numbers, from @row of run,
 * measure and value in the same order. */
static gboolean
take_values (const GPtrArray *runs, DlStatement *row, GError **error)
{
  g_autoptr (GError) local = NULL;
  guint at = 0;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      const gint64 id = dl_statement_int (row, 0);

      while (at < runs->len && ((const DlStoreRun *) g_ptr_array_index (runs, at))->id < id)
        at++;
      if (at < runs->len && ((const DlStoreRun *) g_ptr_array_index (runs, at))->id == id)
        {
          g_autofree char *measure = dl_statement_valid_text (row, 1);

          dl_store_run_add_value (g_ptr_array_index (runs, at), measure,
                                  dl_statement_double (row, 2));
        }
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
take_runs (GPtrArray *runs, DlStatement *row, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    g_ptr_array_add (runs, dl_store_read_run (row));
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

#define OF_SCENARIO                                                                                \
  "SELECT id FROM run WHERE scenario_id IS nullif (?1, 0)"                                         \
  " UNION SELECT run_id FROM sweep_point JOIN sweep ON sweep.id = sweep_id"                        \
  " WHERE sweep.scenario_id = ?1"

static gboolean
list_runs (DlStore *store, gint64 scenario_id, GPtrArray *runs, GError **error)
{
  g_autoptr (DlStatement) rows = dl_database_query (
      store->db, error,
      "SELECT " DL_STORE_RUN_COLUMNS " FROM run WHERE id IN (" OF_SCENARIO ") ORDER BY id", "i",
      scenario_id);
  g_autoptr (DlStatement) values = NULL;

  if (!take_runs (runs, rows, error))
    return FALSE;
  values = dl_database_query (store->db, error,
                              "SELECT run_id, measure, value FROM run_value"
                              " WHERE run_id IN (" OF_SCENARIO ") ORDER BY run_id, measure",
                              "i", scenario_id);
  return take_values (runs, values, error);
}

GPtrArray *
dl_store_list_runs (DlStore *store, gint64 scenario_id, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  gboolean ok;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  ok = list_runs (store, scenario_id, runs, error);
  dl_database_end (store->db, FALSE, NULL);
  return ok ? g_steal_pointer (&runs) : NULL;
}

/* Runs of a sweep, in the order of their numbers, put where their points are. A run stands at one
 * point only: no two points of a sweep are the same. */
static gboolean
place_runs (DlStore *store, const DlStoreSweep *sweep, GPtrArray *runs, GPtrArray *placed,
            GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT point, run_id FROM sweep_point WHERE sweep_id = ? ORDER BY run_id",
      "i", sweep->id);
  g_autoptr (GError) local = NULL;
  guint at = 0;

  if (row == NULL)
    return FALSE;
  g_ptr_array_set_size (placed, (gint) sweep->n_points);
  while (dl_statement_next (row, &local))
    {
      const gint64 point = dl_statement_int (row, 0), id = dl_statement_int (row, 1);

      while (at < runs->len && ((const DlStoreRun *) runs->pdata[at])->id < id)
        at++;
      if (at == runs->len || ((const DlStoreRun *) runs->pdata[at])->id != id || point < 0
          || point >= sweep->n_points || placed->pdata[point] != NULL)
        continue;
      placed->pdata[point] = g_steal_pointer (&runs->pdata[at++]);
      if (at == runs->len)
        break;
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

#define OF_SWEEP "SELECT run_id FROM sweep_point WHERE sweep_id = ?1"

static gboolean
read_sweep_runs (DlStore *store, const DlStoreSweep *sweep, GPtrArray *placed, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  g_autoptr (DlStatement) rows = dl_database_query (
      store->db, error,
      "SELECT " DL_STORE_RUN_COLUMNS " FROM run WHERE id IN (" OF_SWEEP ") ORDER BY id", "i",
      sweep->id);
  g_autoptr (DlStatement) values = NULL;

  if (!take_runs (runs, rows, error))
    return FALSE;
  values = dl_database_query (store->db, error,
                              "SELECT run_id, measure, value FROM run_value"
                              " WHERE run_id IN (" OF_SWEEP ") ORDER BY run_id, measure",
                              "i", sweep->id);
  return take_values (runs, values, error) && place_runs (store, sweep, runs, placed, error);
}

GPtrArray *
dl_store_sweep_runs (DlStore *store, const DlStoreSweep *sweep, GError **error)
{
  g_autoptr (GPtrArray) placed
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  gboolean ok;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  ok = read_sweep_runs (store, sweep, placed, error);
  dl_database_end (store->db, FALSE, NULL);
  return ok ? g_steal_pointer (&placed) : NULL;
}

/* A run's scenario ----------------------------------------------------------------------------- */

static gboolean
fail_no_run (DlStore *store, gint64 id, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
               _ ("Run %ld is no longer in the library “%s”: list its runs again."), (glong) id,
               dl_database_name (store->db));
  return FALSE;
}

char *
dl_store_run_settings (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error, "SELECT settings FROM run WHERE id = ?", "i", id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  if (dl_statement_next (row, &local))
    return dl_statement_valid_text (row, 0);
  if (local == NULL)
    fail_no_run (store, id, error);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

DlScenario *
dl_store_run_scenario (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT text, settings FROM run JOIN run_text ON run_text.id = text_id"
                           " WHERE run.id = ?",
                           "i", id);
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;
  g_autofree char *settings = NULL;

  if (row == NULL)
    return NULL;
  if (!dl_statement_next (row, &local))
    {
      if (local == NULL)
        fail_no_run (store, id, error);
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  text = dl_statement_valid_text (row, 0);
  settings = dl_statement_valid_text (row, 1);
  scenario = dl_scenario_parse (text, -1, dl_database_name (store->db), NULL, NULL);
  edits = dl_edits_from_text (settings, NULL);
  if (scenario != NULL && edits != NULL && dl_scenario_apply (scenario, edits, NULL, NULL, NULL))
    return g_steal_pointer (&scenario);
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
               _ ("The scenario of run %ld in the library “%s” is damaged: remove the run and "
                  "repeat it; other runs are not affected."),
               (glong) id, dl_database_name (store->db));
  return NULL;
}

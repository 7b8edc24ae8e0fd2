#include "dl-migrations.h"

#include <glib/gi18n-lib.h>

/* Tables of the list are apart from those read only to open a scenario: listing reads few pages,
 * and a damaged text costs that scenario alone.
 *
 * base_text and the steps before position, applied in order, are text. The revision is drawn at
 * random for each state, so that two programs never give two states the same. Times are
 * microseconds since 1970; opened_us is 0 for never.
 *
 * From version 2 there are results. A run is known by its digest: one that is there is not run
 * again. */
#define RESULTS                                                                                    \
  /* Texts that runs vary, each once. */                                                           \
  "CREATE TABLE run_text ("                                                                        \
  "  id INTEGER PRIMARY KEY,"                                                                      \
  "  sum TEXT NOT NULL UNIQUE," /* SHA-256 of text */                                              \
  "  text TEXT NOT NULL"                                                                           \
  ") STRICT;"                                                                                      \
  "CREATE TABLE run ("                                                                             \
  "  id INTEGER PRIMARY KEY,"                                                                      \
  "  digest TEXT NOT NULL UNIQUE,"                                                                 \
  "  scenario_id INTEGER REFERENCES scenario (id) ON DELETE SET NULL,"                             \
  "  text_id INTEGER NOT NULL REFERENCES run_text (id),"                                           \
  "  settings TEXT NOT NULL," /* edits that lead from the text to the run's scenario */            \
  "  seed INTEGER NOT NULL,"                                                                       \
  "  version TEXT NOT NULL," /* of the program */                                                  \
  "  outcome TEXT,"                                                                                \
  "  created_us INTEGER NOT NULL,"                                                                 \
  "  CHECK (length (digest) = 32)"                                                                 \
  ") STRICT;"                                                                                      \
  "CREATE INDEX run_of_scenario ON run (scenario_id);"                                             \
  "CREATE INDEX run_of_text ON run (text_id);"                                                     \
  "CREATE TABLE run_value ("                                                                       \
  "  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"                               \
  "  measure TEXT NOT NULL,"                                                                       \
  "  value REAL," /* NULL for none */                                                              \
  "  PRIMARY KEY (run_id, measure)"                                                                \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE TABLE run_array ("                                                                       \
  "  id INTEGER PRIMARY KEY,"                                                                      \
  "  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"                               \
  "  name TEXT NOT NULL,"                                                                          \
  "  data BLOB NOT NULL,"                                                                          \
  "  UNIQUE (run_id, name)"                                                                        \
  ") STRICT;"

#define SWEEPS                                                                                     \
  "CREATE TABLE sweep ("                                                                           \
  "  id INTEGER PRIMARY KEY,"                                                                      \
  "  scenario_id INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,"                     \
  "  key TEXT NOT NULL," /* of all its points together */                                          \
  "  text_id INTEGER NOT NULL REFERENCES run_text (id),"                                           \
  "  varied TEXT NOT NULL,"                                                                        \
  "  n_seeds INTEGER NOT NULL,"                                                                    \
  "  n_points INTEGER NOT NULL,"                                                                   \
  "  version TEXT NOT NULL,"                                                                       \
  "  created_us INTEGER NOT NULL,"                                                                 \
  "  state TEXT NOT NULL,"                                                                         \
  "  UNIQUE (scenario_id, key),"                                                                   \
  "  CHECK (length (key) = 32)"                                                                    \
  ") STRICT;"                                                                                      \
  "CREATE INDEX sweep_of_text ON sweep (text_id);"                                                 \
  "CREATE TABLE sweep_point ("                                                                     \
  "  sweep_id INTEGER NOT NULL REFERENCES sweep (id) ON DELETE CASCADE,"                           \
  "  point INTEGER NOT NULL," /* from 0; points that have not been run are missing */              \
  "  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"                               \
  "  PRIMARY KEY (sweep_id, point)"                                                                \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE INDEX sweep_point_of_run ON sweep_point (run_id);"

/* words is an index of scenario.search and remark.search: it can be made again from them. Pieces of
 * three characters find words inside of words, as a search of the list always has. */
#define REMARKS                                                                                    \
  "CREATE TABLE tag ("                                                                             \
  "  scenario_id INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,"                     \
  "  folded TEXT NOT NULL,"                                                                        \
  "  tag TEXT NOT NULL,"                                                                           \
  "  PRIMARY KEY (scenario_id, folded)"                                                            \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE TABLE remark ("                                                                          \
  "  scenario_id INTEGER PRIMARY KEY REFERENCES scenario (id) ON DELETE CASCADE,"                  \
  "  note TEXT NOT NULL,"                                                                          \
  "  search TEXT NOT NULL" /* tags and note, case-folded */                                        \
  ") STRICT;"                                                                                      \
  "CREATE VIRTUAL TABLE words USING fts5 (main, more, tokenize = 'trigram case_sensitive 1');"     \
  "INSERT INTO words (rowid, main, more) SELECT id, search, '' FROM scenario;"

/* A run while its scenario was edited: from the text, and with each edit at its cycle, it can be
 * had again up to the last one (dl-store-recordings.h). Rows are never numbered as one that is
 * gone: who writes one knows it by its number. */
#define RECORDINGS                                                                                 \
  "CREATE TABLE recording ("                                                                       \
  "  id INTEGER PRIMARY KEY AUTOINCREMENT,"                                                        \
  "  scenario_id INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,"                     \
  "  text_id INTEGER NOT NULL REFERENCES run_text (id),"                                           \
  "  results INTEGER NOT NULL," /* of the simulator */                                             \
  "  last_cycle INTEGER NOT NULL,"                                                                 \
  "  n_edits INTEGER NOT NULL,"                                                                    \
  "  begun_us INTEGER NOT NULL,"                                                                   \
  "  changed_us INTEGER NOT NULL"                                                                  \
  ") STRICT;"                                                                                      \
  "CREATE INDEX recording_of_scenario ON recording (scenario_id);"                                 \
  "CREATE INDEX recording_of_text ON recording (text_id);"                                         \
  "CREATE TABLE recorded_edit ("                                                                   \
  "  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,"                   \
  "  seq INTEGER NOT NULL," /* from 0, without gaps */                                             \
  "  cycle INTEGER NOT NULL,"                                                                      \
  "  label TEXT NOT NULL,"                                                                         \
  "  edits TEXT NOT NULL,"                                                                         \
  "  PRIMARY KEY (recording_id, seq)"                                                              \
  ") STRICT, WITHOUT ROWID;"

static const DlMigration migrations_list[] = {
  { 1, "CREATE TABLE scenario ("
       "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
       "  name TEXT NOT NULL,"
       "  summary TEXT NOT NULL,"
       "  search TEXT NOT NULL," /* name and summary, case-folded */
       "  position INTEGER NOT NULL,"
       "  n_steps INTEGER NOT NULL,"
       "  revision INTEGER NOT NULL,"
       "  created_us INTEGER NOT NULL,"
       "  modified_us INTEGER NOT NULL,"
       "  opened_us INTEGER NOT NULL,"
       "  removed_us INTEGER," /* NULL while it is in the list */
       "  CHECK (position BETWEEN 0 AND n_steps)"
       ") STRICT;"
       "CREATE TABLE state ("
       "  scenario_id INTEGER PRIMARY KEY REFERENCES scenario (id) ON DELETE CASCADE,"
       "  text TEXT NOT NULL,"
       "  base_text TEXT NOT NULL"
       ") STRICT;"
       "CREATE TABLE step ("
       "  scenario_id INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,"
       "  seq INTEGER NOT NULL," /* from 0, without gaps */
       "  label TEXT NOT NULL,"
       "  coalesce_key TEXT,"
       "  edits TEXT NOT NULL,"
       "  inverse TEXT NOT NULL,"
       "  time_us INTEGER NOT NULL,"
       "  PRIMARY KEY (scenario_id, seq)"
       ") STRICT, WITHOUT ROWID;"
       "CREATE TABLE thumbnail ("
       "  scenario_id INTEGER PRIMARY KEY REFERENCES scenario (id) ON DELETE CASCADE,"
       "  png BLOB NOT NULL"
       ") STRICT;" },
  { 2, RESULTS SWEEPS REMARKS },
  /* State of a run, and its reason; NULL for programs, static analyses and older runs. */
  { 3, "ALTER TABLE run ADD COLUMN state TEXT;"
       "ALTER TABLE run ADD COLUMN reason TEXT;" },
  { 4, RECORDINGS },
};

const DlMigration *
dl_migrations (guint *n_migrations)
{
  *n_migrations = G_N_ELEMENTS (migrations_list);
  return migrations_list;
}

typedef struct
{
  gint64 application_id;
  gint64 version;
  gint64 n_tables;
} FileKind;

/* All of one moment: another instance may be making the library right now. */
static gboolean
read_kind (DlDatabase *db, FileKind *kind, GError **error)
{
  gboolean read;

  if (!dl_database_exec (db, "SAVEPOINT kind", error))
    return FALSE;
  read = dl_database_get_int (db, "PRAGMA application_id", &kind->application_id, error)
         && dl_database_get_int (db, "PRAGMA user_version", &kind->version, error)
         && dl_database_get_int (db, "SELECT count(*) FROM sqlite_schema", &kind->n_tables, error);
  return dl_database_exec (db, "RELEASE kind", read ? error : NULL) && read;
}

static gboolean
is_new (const FileKind *kind)
{
  return kind->n_tables == 0 && kind->version == 0
         && (kind->application_id == 0 || kind->application_id == DL_STORE_APPLICATION_ID);
}

gboolean
dl_migrations_check (DlDatabase *db, const DlMigration *migrations, guint n_migrations,
                     gboolean read_only, GError **error)
{
  const int newest = migrations[n_migrations - 1].version;
  FileKind kind;

  if (!read_kind (db, &kind, error))
    return FALSE;
  if (is_new (&kind) && !read_only)
    return TRUE;
  if (is_new (&kind))
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                   _ ("The library “%s” is empty: save a scenario to it first."),
                   dl_database_name (db));
      return FALSE;
    }
  if (kind.application_id != DL_STORE_APPLICATION_ID || kind.version < 1)
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                   _ ("“%s” is an SQLite database but not a Dateline library: use a different "
                      "file."),
                   dl_database_name (db));
      return FALSE;
    }
  if (kind.version > newest)
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NEWER,
                   _ ("The library “%s” is from a newer version of Dateline (format %ld; this "
                      "version reads up to %d): update Dateline to open it."),
                   dl_database_name (db), (glong) kind.version, newest);
      return FALSE;
    }
  if (kind.version < newest && read_only)
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OLDER,
                   _ ("The library “%s” has an older format (%ld) and must be updated: open it "
                      "once where it can be written."),
                   dl_database_name (db), (glong) kind.version);
      return FALSE;
    }
  return TRUE;
}

/* library.db.v1.bak, library.db.v1-2.bak, ... */
static char *
backup_path (DlDatabase *db, gint64 version)
{
  const char *path = dl_database_path (db);
  char *backup = g_strdup_printf ("%s.v%ld.bak", path, version);

  for (guint n = 2; g_file_test (backup, G_FILE_TEST_EXISTS); n++)
    {
      g_free (backup);
      backup = g_strdup_printf ("%s.v%ld-%u.bak", path, version, n);
    }
  return backup;
}

static gboolean
run_step (DlDatabase *db, const DlMigration *migration, GError **error)
{
  g_autofree char *stamp = g_strdup_printf ("PRAGMA user_version = %d", migration->version);

  if (dl_database_exec (db, migration->sql, error) && dl_database_exec (db, stamp, error))
    return TRUE;
  g_prefix_error (error, _ ("Updating the library to format %d failed: "), migration->version);
  return FALSE;
}

static gboolean
check_references (DlDatabase *db, GError **error)
{
  g_autoptr (DlStatement) statement = dl_database_query (db, error, "PRAGMA foreign_key_check", "");
  g_autoptr (GError) local = NULL;

  if (statement == NULL)
    return FALSE;
  if (dl_statement_next (statement, &local))
    g_set_error (&local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
                 _ ("The library “%s” could not be updated because its table “%s” is damaged: it "
                    "was not changed."),
                 dl_database_name (db), dl_statement_text (statement, 0, NULL));
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
migrate (DlDatabase *db, const DlMigration *migrations, guint n_migrations, char **backup,
         GError **error)
{
  gint64 version;

  /* Inside the transaction: another instance may have been faster. */
  if (!dl_database_get_int (db, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version == migrations[n_migrations - 1].version)
    return TRUE;
  if (version > 0)
    {
      *backup = backup_path (db, version);
      if (!dl_database_backup (db, *backup, error))
        {
          g_clear_pointer (backup, g_free);
          return FALSE;
        }
    }
  else
    {
      g_autofree char *stamp
          = g_strdup_printf ("PRAGMA application_id = %d", DL_STORE_APPLICATION_ID);

      if (!dl_database_exec (db, stamp, error))
        return FALSE;
    }
  for (guint i = 0; i < n_migrations; i++)
    if (migrations[i].version > version && !run_step (db, &migrations[i], error))
      return FALSE;
  return check_references (db, error);
}

gboolean
dl_migrations_run (DlDatabase *db, const DlMigration *migrations, guint n_migrations, char **backup,
                   GError **error)
{
  g_autofree char *copy = NULL;
  gint64 version;
  gboolean ok;

  if (!dl_database_get_int (db, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version == migrations[n_migrations - 1].version)
    return TRUE;

  /* Cannot be switched inside a transaction; rebuilding a table needs them off. */
  ok = dl_database_exec (db, "PRAGMA foreign_keys = OFF", error) && dl_database_begin (db, error)
       && dl_database_end (db, migrate (db, migrations, n_migrations, &copy, error), error);
  if (!dl_database_exec (db, "PRAGMA foreign_keys = ON", ok ? error : NULL))
    ok = FALSE;
  if (ok && backup != NULL)
    *backup = g_steal_pointer (&copy);
  return ok;
}

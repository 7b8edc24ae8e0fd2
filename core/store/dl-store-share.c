#include "dl-store-share.h"

#include "dl-database-owner.h"
#include "dl-output.h"
#include "dl-store-copy.h"
#include "dl-store-private.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

/* Reading -------------------------------------------------------------------------------------- */

/* The first column of all rows. */
static GStrv
take_texts (DlStatement *row, GError **error)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  while (dl_statement_next (row, &local))
    {
      g_autofree char *text = dl_statement_valid_text (row, 0);

      g_strv_builder_add (texts, text);
    }
  if (local == NULL)
    return g_strv_builder_end (texts);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

GStrv
dl_store_tags (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT tag FROM tag WHERE scenario_id = ? ORDER BY folded", "i", id);

  return take_texts (row, error);
}

GStrv
dl_store_all_tags (DlStore *store, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT max (tag) FROM tag JOIN scenario ON scenario.id = scenario_id"
                           " WHERE removed_us IS NULL GROUP BY folded ORDER BY folded",
                           "");

  return take_texts (row, error);
}

char *
dl_store_note (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT note FROM remark WHERE scenario_id = ?", "i", id);
  g_auto (GStrv) notes = take_texts (row, error);

  if (notes == NULL)
    return NULL;
  return g_strdup (notes[0] != NULL ? notes[0] : "");
}

/* Writing -------------------------------------------------------------------------------------- */

/* Derive the searched text from the remarks, and the index from that. */
static gboolean
fold_remarks (DlStore *store, gint64 id, GError **error)
{
  g_autofree char *note = dl_store_note (store, id, error);
  g_auto (GStrv) tags = note != NULL ? dl_store_tags (store, id, error) : NULL;
  g_autofree char *joined = NULL;
  g_autofree char *all = NULL;
  g_autofree char *folded = NULL;

  if (tags == NULL)
    return FALSE;
  joined = g_strjoinv ("\n", tags);
  all = g_strconcat (joined, "\n", note, NULL);
  folded = dl_store_fold (all);
  return dl_database_run (store->db, error,
                          "INSERT INTO remark (scenario_id, note, search) VALUES (?, ?, ?)"
                          " ON CONFLICT (scenario_id) DO UPDATE SET search = excluded.search",
                          "iss", id, note, folded)
         && dl_store_index (store, id, error);
}

gboolean
dl_store_put_note (DlStore *store, gint64 id, const char *note, GError **error)
{
  return dl_database_run (store->db, error,
                          "INSERT INTO remark (scenario_id, note, search) VALUES (?, ?, '')"
                          " ON CONFLICT (scenario_id) DO UPDATE SET note = excluded.note",
                          "is", id, note)
         && fold_remarks (store, id, error);
}

gboolean
dl_store_put_tag (DlStore *store, gint64 id, const char *tag, GError **error)
{
  g_autofree char *folded = dl_store_fold (tag);

  return dl_database_run (store->db, error,
                          "INSERT INTO tag (scenario_id, folded, tag) VALUES (?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET tag = excluded.tag",
                          "iss", id, folded, tag)
         && fold_remarks (store, id, error);
}

static gboolean
delete_tag (DlStore *store, gint64 id, const char *tag, GError **error)
{
  g_autofree char *folded = dl_store_fold (tag);

  return dl_database_run (store->db, error, "DELETE FROM tag WHERE scenario_id = ? AND folded = ?",
                          "is", id, folded)
         && fold_remarks (store, id, error);
}

static gboolean
change (DlStore *store, gint64 id, const char *text,
        gboolean (*func) (DlStore *, gint64, const char *, GError **), GError **error)
{
  if (!dl_database_begin (store->db, error))
    return FALSE;
  return dl_database_end (store->db,
                          dl_store_has (store, id) ? func (store, id, text, error)
                                                   : dl_store_fail_not_found (store, id, error),
                          error);
}

gboolean
dl_store_check_tag (const char *tag, GError **error)
{
  gboolean good = tag[0] != '\0' && g_utf8_validate (tag, -1, NULL)
                  && g_utf8_strlen (tag, -1) <= DL_STORE_MAX_TAG_CHARS;

  for (const char *at = tag; good && *at != '\0'; at = g_utf8_next_char (at))
    good = *at != '\n' && *at != '\t' && !dl_text_hides (g_utf8_get_char (at));
  if (good)
    return TRUE;
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_VALUE,
               _ ("This is not a valid tag: use one line of at most %d characters."),
               DL_STORE_MAX_TAG_CHARS);
  return FALSE;
}

gboolean
dl_store_check_note (const char *note, GError **error)
{
  if (strlen (note) <= DL_STORE_MAX_NOTE_BYTES && g_utf8_validate (note, -1, NULL))
    return TRUE;
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_VALUE,
               _ ("This is not a valid note: use text of at most %d KiB."),
               DL_STORE_MAX_NOTE_BYTES >> 10);
  return FALSE;
}

gboolean
dl_store_add_tag (DlStore *store, gint64 id, const char *tag, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (tag));

  return dl_store_check_tag (stripped, error)
         && change (store, id, stripped, dl_store_put_tag, error);
}

gboolean
dl_store_remove_tag (DlStore *store, gint64 id, const char *tag, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (tag));

  return change (store, id, stripped, delete_tag, error);
}

gboolean
dl_store_set_note (DlStore *store, gint64 id, const char *note, GError **error)
{
  return dl_store_check_note (note, error) && change (store, id, note, dl_store_put_note, error);
}

/* Far more than anybody has. */
#define MAX_SCENARIOS 1000000
#define MAX_RUNS      10000000

void
dl_store_imported_clear (DlStoreImported *imported)
{
  g_clear_pointer (&imported->names, g_ptr_array_unref);
}

/* Is it what it says? -------------------------------------------------------------------------- */

gboolean
dl_store_is_library (const char *path)
{
  static const char magic[] = "SQLite format 3";
  char head[sizeof magic];

  return dl_read_head (path, head, sizeof head) == sizeof head
         && memcmp (head, magic, sizeof magic) == 0;
}

/* Only what the tables of a library are made with: anything else in a schema could be a trap. The
 * tables behind the index of words are SQLite's affair, and are not looked at. */
#define OWN_SCHEMA                                                                                 \
  "SELECT type, name, tbl_name, sql FROM sqlite_schema"                                            \
  " WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'words\\_%' ESCAPE '\\'"        \
  " ORDER BY type, name"

static gboolean
check_schema (DlStoreCopy *copy, GError **error)
{
  g_autoptr (DlStatement) theirs = dl_database_query (copy->from->db, error, OWN_SCHEMA, "");
  g_autoptr (DlStatement) ours
      = theirs != NULL ? dl_database_query (copy->to->db, error, OWN_SCHEMA, "") : NULL;
  g_autoptr (GError) local = NULL;
  gboolean same = TRUE;

  if (ours == NULL)
    return FALSE;
  while (same && dl_statement_next (ours, &local))
    {
      same = dl_statement_next (theirs, &local);
      for (int column = 0; same && column < 4; column++)
        same = g_strcmp0 (dl_statement_text (ours, column, NULL),
                          dl_statement_text (theirs, column, NULL))
               == 0;
    }
  if (same && local == NULL)
    same = !dl_statement_next (theirs, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return same || dl_store_copy_fail (copy, _ ("its tables are not the tables of a library"), error);
}

static gboolean
check_pages (DlStoreCopy *copy, GError **error)
{
  gboolean fit;

  return dl_database_check_pages (copy->from->db, TRUE, &fit, error)
         && (fit || dl_store_copy_fail (copy, _ ("its pages are inconsistent"), error));
}

static gboolean
check_references (DlStoreCopy *copy, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (copy->from->db, error, "PRAGMA foreign_key_check", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  if (dl_statement_next (row, &local))
    return dl_store_copy_fail (copy, _ ("its pages are inconsistent"), error);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
check_sizes (DlStoreCopy *copy, GError **error)
{
  gint64 n_scenarios, n_runs;

  return dl_database_get_int (copy->from->db, "SELECT count(*) FROM scenario", &n_scenarios, error)
         && dl_database_get_int (copy->from->db, "SELECT count(*) FROM run", &n_runs, error)
         && ((n_scenarios <= MAX_SCENARIOS && n_runs <= MAX_RUNS)
             || dl_store_copy_fail (copy, _ ("it is too large"), error));
}

static gboolean
check (DlStoreCopy *copy, GError **error)
{
  return check_schema (copy, error) && check_pages (copy, error) && check_references (copy, error)
         && check_sizes (copy, error);
}

/* Import --------------------------------------------------------------------------------------- */

static gboolean
copy_all_scenarios (DlStoreCopy *copy, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (DlStatement) row = dl_database_query (
      copy->from->db, error, "SELECT id FROM scenario WHERE removed_us IS NULL ORDER BY id", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      const gint64 id = dl_statement_int (row, 0);

      g_array_append_val (ids, id);
    }
  for (guint i = 0; local == NULL && i < ids->len; i++)
    if (!g_cancellable_set_error_if_cancelled (copy->cancellable, &local))
      dl_store_copy_scenario (copy, g_array_index (ids, gint64, i), &local);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
copy_everything (DlStoreCopy *copy, GError **error)
{
  return check (copy, error) && copy_all_scenarios (copy, error)
         && dl_store_copy_runs (copy, 0, error) && dl_store_copy_sweeps (copy, 0, error)
         && dl_store_copy_recordings (copy, 0, error);
}

/* @from is a snapshot, which does not change meanwhile. */
static gboolean
import (DlStore *store, DlStore *from, GCancellable *cancellable, DlStoreImported *imported,
        GError **error)
{
  g_auto (DlStoreCopy) copy = { 0 };
  gboolean ok;

  dl_store_copy_init (&copy, from, store, cancellable, imported);
  if (!dl_database_begin_read (from->db, error))
    return FALSE;
  ok = dl_database_begin (store->db, error)
       && dl_database_end (store->db, copy_everything (&copy, error), error);
  dl_database_end (from->db, FALSE, NULL);
  return ok;
}

/* A folder for a copy that is brought up to date. */
static char *
copy_to_temporary (const char *path, char **folder, GError **error)
{
  g_autoptr (DlDatabase) db = dl_database_open (path, TRUE, DL_DATABASE_BUSY_MS, error);
  g_autofree char *copy = NULL;

  if (db == NULL)
    return NULL;
  *folder = g_dir_make_tmp ("dateline-import-XXXXXX", error);
  if (*folder == NULL)
    return NULL;
  copy = g_build_filename (*folder, "library.db", NULL);
  return dl_database_backup (db, copy, error) ? g_steal_pointer (&copy) : NULL;
}

static void
remove_temporary (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* Import an older version's file, which does not change. */
static gboolean
import_older (DlStore *store, const char *path, GCancellable *cancellable,
              DlStoreImported *imported, GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *copy = copy_to_temporary (path, &folder, error);
  DlStoreOptions options = dl_store_options_default ();
  g_autoptr (DlStore) from = NULL;
  gboolean ok;

  options.foreign = TRUE;
  from = copy != NULL ? dl_store_open_with (copy, options, error) : NULL;
  ok = from != NULL && import (store, from, cancellable, imported, error);

  g_clear_pointer (&from, dl_store_close);
  if (folder != NULL)
    remove_temporary (folder);
  return ok;
}

gboolean
dl_store_import (DlStore *store, const char *path, GCancellable *cancellable,
                 DlStoreImported *imported, GError **error)
{
  DlStoreOptions options = dl_store_options_default ();
  g_autoptr (DlStore) from = NULL;
  g_autoptr (GError) local = NULL;

  options.read_only = options.foreign = TRUE;
  *imported = (DlStoreImported) { .names = g_ptr_array_new_with_free_func (g_free) };
  from = dl_store_open_with (path, options, &local);
  if (from != NULL)
    return import (store, from, cancellable, imported, error);
  if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_OLDER))
    return import_older (store, path, cancellable, imported, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Export --------------------------------------------------------------------------------------- */

static gboolean
copy_one (DlStore *store, DlStore *to, gint64 id, GCancellable *cancellable, GError **error)
{
  g_auto (DlStoreCopy) copy = { 0 };
  gboolean ok;

  dl_store_copy_init (&copy, store, to, cancellable, NULL);
  if (!dl_database_begin_read (store->db, error))
    return FALSE;
  ok = dl_database_begin (to->db, error)
       && dl_database_end (to->db,
                           dl_store_copy_scenario (&copy, id, error)
                               && dl_store_copy_runs (&copy, id, error)
                               && dl_store_copy_sweeps (&copy, id, error)
                               && dl_store_copy_recordings (&copy, id, error),
                           error);
  dl_database_end (store->db, FALSE, NULL);
  return ok;
}

static gboolean
make_file (DlStore *store, gint64 id, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlStore) to = dl_store_open (path, error);

  /* One file, without a log beside it, that can be read where nothing can be written. */
  return to != NULL && copy_one (store, to, id, cancellable, error)
         && dl_database_drop_log (to->db, error);
}

static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf of_a, of_b;

  return g_stat (a, &of_a) == 0 && g_stat (b, &of_b) == 0 && of_a.st_dev == of_b.st_dev
         && of_a.st_ino == of_b.st_ino;
}

/* A library in the place of @path would lose its content: all of the open one, or the content of
 * another one's log, which SQLite would then take for the new file's. */
static gboolean
check_target (DlStore *store, const char *path, GError **error)
{
  g_autofree char *name = dl_file_name_show (path);

  if (is_same_file (path, dl_database_path (store->db)))
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                   _ ("“%s” is the library itself: use a different file."), name);
      return FALSE;
    }
  if (dl_database_files_in_use (path))
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED,
                   _ ("“%s” is a library that is in use: use a different file."), name);
      return FALSE;
    }
  return TRUE;
}

/* For messages the file is the one that was asked for, whatever it is called meanwhile. */
static gboolean
fail_export (const char *path, const char *written, GError *failure, GError **error)
{
  g_autofree char *asked = dl_file_name_show (path);
  g_autofree char *whole = g_canonicalize_filename (written, NULL);
  g_autofree char *meanwhile = dl_file_name_show (whole);
  GString *message = g_string_new (failure->message);

  g_string_replace (message, meanwhile, asked, 0);
  g_free (failure->message);
  failure->message = g_string_free (message, FALSE);
  g_propagate_error (error, failure);
  dl_database_files_remove (written);
  return FALSE;
}

gboolean
dl_store_export (DlStore *store, gint64 id, const char *path, GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (DlOutput) output = NULL;
  g_autofree char *name = dl_file_name_show (path);
  GError *failure = NULL;
  int number;

  if (!check_target (store, path, error))
    return FALSE;
  number = dl_output_begin (path, &output);
  if (number == 0
      && !make_file (store, id, dl_output_database_path (output), cancellable, &failure))
    return fail_export (path, dl_output_database_path (output), failure, error);
  if (number == 0)
    number = dl_output_end (output, FALSE);
  if (number == 0)
    return TRUE;
  dl_store_error_set_system (error, name, number);
  return FALSE;
}

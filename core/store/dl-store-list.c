/* What is in the library, all of it or what words are in. */
#include "dl-store-private.h"
#include "dl-store-summary.h"

#include <string.h>

void
dl_store_entry_free (DlStoreEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->name);
  g_free (entry->summary);
  g_strfreev (entry->tags);
  g_free (entry);
}

/* What is looked for, and what has been found. */
typedef struct
{
  DlStore *store;
  char *asked; /* of the index; NULL for nothing */
  GStrv words; /* to be looked for in each scenario */
  GPtrArray *entries;
} Search;

static void
search_clear (Search *search)
{
  g_free (search->asked);
  g_strfreev (search->words);
  g_clear_pointer (&search->entries, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Is @word in its tags or note, as far as they can be read? */
static gboolean
is_remarked (DlStore *store, gint64 id, const char *word)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT search FROM remark WHERE scenario_id = ?", "i", id);
  const char *text
      = row != NULL && dl_statement_next (row, NULL) ? dl_statement_text (row, 0, NULL) : NULL;

  return text != NULL && strstr (text, word) != NULL;
}

/* Is @word in the keys and values that a sweep of the scenario varies? @id 0: of any scenario. */
static gboolean
is_swept (DlStore *store, gint64 id, const char *word)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT varied FROM sweep WHERE scenario_id = ?1 OR ?1 = 0", "i", id);

  while (row != NULL && dl_statement_next (row, NULL))
    {
      g_autofree char *varied = dl_statement_valid_text (row, 0);
      g_autofree char *folded = dl_store_fold (varied != NULL ? varied : "");

      if (strstr (folded, word) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_words (const Search *search, gint64 id, const char *text)
{
  for (char **word = search->words; *word != NULL; word++)
    if ((text == NULL || strstr (text, *word) == NULL) && !is_remarked (search->store, id, *word)
        && !is_swept (search->store, id, *word))
      return FALSE;
  return TRUE;
}

/* The index has no sweeps: where one has a word of these, scenarios are looked at one by one. */
static gboolean
any_swept (DlStore *store, char **words)
{
  for (char **word = words; *word != NULL; word++)
    if (**word != '\0' && is_swept (store, 0, *word))
      return TRUE;
  return FALSE;
}

#define LIST                                                                                       \
  "SELECT id, name, summary, created_us, modified_us, opened_us, n_steps, search FROM scenario"

/* Columns: those of LIST. */
static void
take_entry (const Search *search, DlStatement *row)
{
  const gint64 id = dl_statement_int (row, 0);
  g_autofree char *kept = NULL;
  DlStoreEntry *entry;

  if (!has_words (search, id, dl_statement_text (row, 7, NULL)))
    return;
  entry = g_new0 (DlStoreEntry, 1);
  entry->id = id;
  entry->name = dl_statement_shown_text (row, 1);
  kept = dl_statement_valid_text (row, 2);
  entry->summary = dl_store_summary_show (kept);
  entry->created_us = dl_statement_int (row, 3);
  entry->modified_us = dl_statement_int (row, 4);
  entry->opened_us = dl_statement_int (row, 5);
  entry->n_steps = (guint) dl_statement_int (row, 6);
  entry->tags = g_new0 (char *, 1);
  g_ptr_array_add (search->entries, entry);
}

static gboolean
list_all (const Search *search, GError **error)
{
  g_autoptr (DlStatement) row
      = search->asked != NULL
            ? dl_database_query (search->store->db, error,
                                 LIST " WHERE removed_us IS NULL"
                                      " AND id IN (SELECT rowid FROM words WHERE words MATCH ?)",
                                 "s", search->asked)
            : dl_database_query (search->store->db, error, LIST " WHERE removed_us IS NULL", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    take_entry (search, row);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* The damage of a page ends a scan; looked up one by one, what is on other pages is still found. */
#define MAX_SALVAGED_ID 100000

static void
list_one_by_one (const Search *search)
{
  DlDatabase *db = search->store->db;
  gint64 last = 0, given = 0;

  dl_database_get_int (db, "SELECT max(id) FROM scenario", &last, NULL);
  dl_database_get_int (db, "SELECT max(seq) FROM sqlite_sequence", &given, NULL);
  last = MIN (MAX (last, given), MAX_SALVAGED_ID);
  for (gint64 id = 1; id <= last; id++)
    {
      g_autoptr (DlStatement) row
          = dl_database_query (db, NULL, LIST " WHERE id = ? AND removed_us IS NULL", "i", id);

      if (row != NULL && dl_statement_next (row, NULL) && dl_statement_int (row, 0) == id)
        take_entry (search, row);
    }
}

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED);
}

/* By the index of words where it has them. @warning as dl_store_list. */
static gboolean
find (Search *search, const char *text, char **warning, GError **error)
{
  g_autofree char *folded = dl_store_fold (text != NULL ? text : "");
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\r\n", -1);
  g_autoptr (GError) local = NULL;

  search->words = g_strdupv (words);
  if (!any_swept (search->store, words))
    {
      search->asked = dl_store_match_text (words);
      dl_store_drop_matched (search->words);
    }
  if (list_all (search, &local)
      && (search->asked == NULL || search->entries->len > 0
          || dl_store_index_works (search->store)))
    return TRUE;

  /* Damage of the index, or of a scenario? Damage of the index may also be that it has nothing. */
  if (search->asked != NULL && (local == NULL || is_damage (local)))
    {
      g_clear_error (&local);
      g_clear_pointer (&search->asked, g_free);
      g_strfreev (search->words);
      search->words = g_steal_pointer (&words);
      g_ptr_array_set_size (search->entries, 0);
      if (list_all (search, &local))
        return TRUE;
    }
  if (!is_damage (local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_ptr_array_set_size (search->entries, 0);
  list_one_by_one (search);
  if (warning != NULL)
    *warning = g_strdup (local->message);
  return TRUE;
}

/* What else is said of them ---------------------------------------------------------------------
 */

static GHashTable *
by_id (const GPtrArray *entries)
{
  GHashTable *table = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      DlStoreEntry *entry = g_ptr_array_index (entries, i);

      g_hash_table_insert (table, &entry->id, entry);
    }
  return table;
}

static DlStoreEntry *
entry_of (GHashTable *entries, DlStatement *row)
{
  const gint64 id = dl_statement_int (row, 0);

  return g_hash_table_lookup (entries, &id);
}

/* As far as they can be read: a list is not worth less for it. */
static void
add_tags (DlStore *store, GHashTable *entries)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT scenario_id, tag FROM tag ORDER BY scenario_id, folded", "");

  while (row != NULL && dl_statement_next (row, NULL))
    {
      DlStoreEntry *entry = entry_of (entries, row);
      guint n;

      if (entry == NULL)
        continue;
      n = g_strv_length (entry->tags);
      entry->tags = g_renew (char *, entry->tags, n + 2);
      entry->tags[n] = dl_statement_shown_text (row, 1);
      entry->tags[n + 1] = NULL;
    }
}

static void
add_counts (GHashTable *entries, DlStatement *row, gsize offset)
{
  while (row != NULL && dl_statement_next (row, NULL))
    {
      DlStoreEntry *entry = entry_of (entries, row);

      if (entry != NULL)
        G_STRUCT_MEMBER (guint, entry, offset) = (guint) dl_statement_int (row, 1);
    }
}

static void
add_results (DlStore *store, GHashTable *entries)
{
  g_autoptr (DlStatement) runs = dl_database_query (
      store->db, NULL, "SELECT scenario_id, count(*) FROM run GROUP BY scenario_id", "");
  g_autoptr (DlStatement) sweeps = dl_database_query (
      store->db, NULL, "SELECT scenario_id, count(*) FROM sweep GROUP BY scenario_id", "");

  add_counts (entries, runs, G_STRUCT_OFFSET (DlStoreEntry, n_runs));
  add_counts (entries, sweeps, G_STRUCT_OFFSET (DlStoreEntry, n_sweeps));
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const DlStoreEntry *first = *(const DlStoreEntry *const *) a;
  const DlStoreEntry *second = *(const DlStoreEntry *const *) b;

  if (first->modified_us != second->modified_us)
    return first->modified_us > second->modified_us ? -1 : 1;
  return (first->id < second->id) - (first->id > second->id);
}

GPtrArray *
dl_store_list (DlStore *store, const char *search, char **warning, GError **error)
{
  g_auto (Search) found
      = { .store = store,
          .entries = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_entry_free) };
  g_autoptr (GHashTable) entries = NULL;

  if (warning != NULL)
    *warning = NULL;
  if (!find (&found, search, warning, error))
    return NULL;
  g_ptr_array_sort (found.entries, compare_entries);
  entries = by_id (found.entries);
  add_tags (store, entries);
  add_results (store, entries);
  return g_steal_pointer (&found.entries);
}

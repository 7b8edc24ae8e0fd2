/* Entries of the library: all, or those with given words. */
#include "dl-store-list.h"

#include "dl-family.h"
#include "dl-field-type.h"
#include "dl-store-private.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* The index of words: of names, summaries, tags and notes. It holds nothing that is not elsewhere,
 * and so is made again where it is damaged. */

/* The index is of pieces of so many characters. */
#define PIECE_CHARS 3

static gboolean
is_long (const char *word)
{
  return g_utf8_strlen (word, -1) >= PIECE_CHARS;
}

/* Query to the index for those of @words that are long enough for it; NULL if none is. */
static char *
store_match_text (char **words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (!is_long (words[i]))
        continue;
      g_string_append (text, text->len > 0 ? " \"" : "\"");
      for (const char *at = words[i]; *at != '\0'; at++)
        {
          if (*at == '"')
            g_string_append_c (text, '"');
          g_string_append_c (text, *at);
        }
      g_string_append_c (text, '"');
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Leave entries that it has not been asked for. */
static void
store_drop_matched (char **words)
{
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (is_long (words[i]))
      g_free (words[i]);
    else
      words[n++] = words[i];
  words[n] = NULL;
}

static gboolean
put (DlStore *store, gint64 id, GError **error)
{
  return dl_database_run (store->db, error, "DELETE FROM words WHERE rowid = ?", "i", id)
         && dl_database_run (store->db, error,
                             "INSERT INTO words (rowid, main, more)"
                             " SELECT scenario.id, scenario.search, coalesce (remark.search, '')"
                             " FROM scenario LEFT JOIN remark ON remark.scenario_id = scenario.id"
                             " WHERE scenario.id = ?",
                             "i", id);
}

/* From the texts that the index keeps. */
static gboolean
mend_and_put (DlStore *store, gint64 id, GError **error)
{
  return dl_database_exec (store->db, "INSERT INTO words (words) VALUES ('rebuild')", error)
         && put (store, id, error);
}

/* Entering and leaving a savepoint makes the index write what it has gathered, so that its damage
 * shows now and not when everything else is committed. */
static gboolean
in_savepoint (DlStore *store, gint64 id, gboolean (*func) (DlStore *, gint64, GError **),
              GError **error)
{
  if (!dl_database_exec (store->db, "SAVEPOINT words", error))
    return FALSE;
  if (func (store, id, error)
      && dl_database_exec (store->db, "SAVEPOINT flush; RELEASE flush", error))
    return dl_database_exec (store->db, "RELEASE words", error);
  dl_database_exec (store->db, "ROLLBACK TO words; RELEASE words", NULL);
  return FALSE;
}

/* A word of the scenario that came last, with its number; NULL if there is none. */
static char *
last_word (DlStore *store, gint64 *id)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT rowid, main FROM words ORDER BY rowid DESC LIMIT 1", "");
  const char *text
      = row != NULL && dl_statement_next (row, NULL) ? dl_statement_text (row, 1, NULL) : NULL;
  g_auto (GStrv) words = g_strsplit_set (text != NULL ? text : "", " \n", -1);

  if (text != NULL)
    *id = dl_statement_int (row, 0);
  for (guint i = 0; words[i] != NULL; i++)
    if (is_long (words[i]) && g_utf8_validate (words[i], -1, NULL))
      return g_strdup (words[i]);
  return NULL;
}

/* Does it find what it should? A look at one scenario, which damage to all of it does not pass: it
 * need not show in any other way. */
static gboolean
store_index_works (DlStore *store)
{
  gint64 id = 0;
  g_autofree char *word = last_word (store, &id);
  char *words[] = { word, NULL };
  g_autofree char *asked = store_match_text (words);
  g_autoptr (DlStatement) row = NULL;

  if (asked == NULL)
    return TRUE;
  row = dl_database_query (store->db, NULL, "SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?",
                           "si", asked, id);
  return row != NULL && dl_statement_next (row, NULL);
}

gboolean
dl_store_index (DlStore *store, gint64 id, GError **error)
{
  const gboolean works = store->index_checked || store_index_works (store);
  g_autoptr (GError) local = NULL;

  store->index_checked = TRUE;
  if (in_savepoint (store, id, works ? put : mend_and_put, &local))
    return TRUE;
  if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
    return in_savepoint (store, id, mend_and_put, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_store_index_purge (DlStore *store, GError **error)
{
  return dl_database_run (store->db, error,
                          "DELETE FROM words WHERE rowid NOT IN (SELECT id FROM scenario)", "");
}

/* Longer names of rules are none. */
#define MAX_RULES 64

static guint
count_faults (const DlScenario *scenario)
{
  guint n, n_faults = 0;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (dl_field_is_list (&fields[i]) && fields[i].family == scenario->family)
      n_faults += (*(GArray *const *) dl_field_at (&fields[i], scenario))->len;
  return n_faults;
}

static char *
rules_of (const DlScenario *scenario)
{
  return dl_field_get (dl_field_find_name (scenario->family->rules_key), scenario);
}

static char *
write_kept (const char *network, const char *rules, guint n_faults)
{
  return n_faults == 0 ? g_strdup_printf ("%s, %s", network, rules)
                       : g_strdup_printf ("%s, %s, %u fault%s", network, rules, n_faults,
                                          n_faults != 1 ? "s" : "");
}

/* @rules: an id; of one that this version does not know the id is shown. */
static char *
show (const DlFamily *family, const char *network, const char *rules, guint n_faults)
{
  const char *title = dl_field_value_title (dl_field_find_name (family->rules_key), rules);
  g_autofree char *faults = NULL;

  if (title == NULL)
    title = rules;
  if (n_faults == 0)
    return g_strdup_printf ("%s · %s", network, title);
  faults = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u fault", "%u faults", n_faults),
                            n_faults);
  return g_strdup_printf ("%s · %s · %s", network, title, faults);
}

char *
dl_store_summary_kept (const DlScenario *scenario)
{
  g_autofree char *network = scenario->family->line (scenario, FALSE);
  g_autofree char *rules = rules_of (scenario);

  return write_kept (network, rules, count_faults (scenario));
}

char *
dl_store_summary (const DlScenario *scenario)
{
  g_autofree char *network = scenario->family->line (scenario, TRUE);
  g_autofree char *rules = rules_of (scenario);

  return show (scenario->family, network, rules, count_faults (scenario));
}

char *
dl_store_summary_show (const char *kept)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *network = NULL;
      const char *rest = families[i]->read_line (kept, &network);
      g_autofree char *line = rest != NULL ? g_strndup (kept, rest - kept) : NULL;
      g_autofree char *same = NULL;
      char rules[MAX_RULES];
      guint n_faults = 0;

      if (rest == NULL || sscanf (rest, ", %63[a-z0-9-], %9u", rules, &n_faults) < 1)
        continue;
      same = write_kept (line, rules, n_faults);
      if (strcmp (same, kept) == 0)
        return show (families[i], network, rules, n_faults);
    }
  return g_strdup (kept);
}

char *
dl_store_summary_words (const DlScenario *scenario)
{
  GString *words = g_string_new (NULL);
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].type->entry != NULL && !fields[i].fixed && dl_field_suits (&fields[i], scenario)
        && dl_field_is_read (&fields[i], scenario)
        && strcmp (fields[i].name, scenario->family->rules_key) != 0)
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);
        const char *title = dl_field_value_title (&fields[i], value);

        g_string_append_printf (words, "%s%s %s", words->len > 0 ? " " : "", value, title);
      }
  return g_string_free (words, FALSE);
}

/* Runs a page at a time. */

void
dl_store_page_free (DlStorePage *page)
{
  if (page == NULL)
    return;
  g_ptr_array_unref (page->runs);
  g_array_unref (page->points);
  g_free (page);
}

static DlStorePage *
page_new (void)
{
  DlStorePage *page = g_new0 (DlStorePage, 1);

  page->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  page->points = g_array_new (FALSE, FALSE, sizeof (guint));
  return page;
}

/* Columns: those of dl_store_read_run, settings, point. */
static gboolean
take_rows (DlStorePage *page, DlStatement *row, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      DlStoreRun *run = dl_store_read_run (row);
      const guint point = (guint) CLAMP (dl_statement_int (row, DL_STORE_N_RUN_COLUMNS + 1), 0,
                                         DL_STORE_MAX_POINTS);

      run->settings = dl_statement_valid_text (row, DL_STORE_N_RUN_COLUMNS);
      g_ptr_array_add (page->runs, run);
      g_array_append_val (page->points, point);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
take_all_values (DlStore *store, DlStorePage *page, GError **error)
{
  for (guint i = 0; i < page->runs->len; i++)
    {
      DlStoreRun *run = g_ptr_array_index (page->runs, i);

      if (!dl_store_read_values (store, run->id, run, error))
        return FALSE;
    }
  return TRUE;
}

#define PAGE "SELECT " DL_STORE_RUN_COLUMNS ", run.settings, "

static gboolean
read_runs (DlStore *store, gint64 scenario_id, gint64 from, guint limit, DlStorePage *page,
           GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error,
      PAGE "0 FROM run WHERE scenario_id = ?1 AND run.id < ?2"
           " AND NOT EXISTS (SELECT 1 FROM sweep_point JOIN sweep ON sweep.id = sweep_id"
           " WHERE run_id = run.id AND sweep.scenario_id = ?1)"
           " ORDER BY run.id DESC LIMIT ?3",
      "iii", scenario_id, from != 0 ? from : G_MAXINT64, (gint64) limit);

  if (!take_rows (page, row, error) || !take_all_values (store, page, error))
    return FALSE;
  if (page->runs->len == limit)
    page->next = ((const DlStoreRun *) g_ptr_array_index (page->runs, limit - 1))->id;
  return TRUE;
}

static gboolean
read_points (DlStore *store, gint64 sweep_id, gint64 from, guint limit, DlStorePage *page,
             GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           PAGE "point FROM sweep_point JOIN run ON run.id = run_id"
                                " WHERE sweep_id = ? AND point >= ? ORDER BY point LIMIT ?",
                           "iii", sweep_id, from, (gint64) limit);

  if (!take_rows (page, row, error) || !take_all_values (store, page, error))
    return FALSE;
  if (page->runs->len == limit)
    page->next = (gint64) g_array_index (page->points, guint, limit - 1) + 1;
  return TRUE;
}

typedef gboolean (*Read) (DlStore *store, gint64 id, gint64 from, guint limit, DlStorePage *page,
                          GError **error);

/* Rows and their values of one moment. */
static DlStorePage *
read_page (DlStore *store, Read read, gint64 id, gint64 from, guint limit, GError **error)
{
  g_autoptr (DlStorePage) page = page_new ();
  gboolean ok;

  g_assert (limit > 0);
  if (!dl_database_begin_read (store->db, error))
    return NULL;
  ok = read (store, id, from, limit, page, error);
  dl_database_end (store->db, FALSE, NULL);
  return ok ? g_steal_pointer (&page) : NULL;
}

DlStorePage *
dl_store_page_runs (DlStore *store, gint64 scenario_id, gint64 from, guint limit, GError **error)
{
  return read_page (store, read_runs, scenario_id, from, limit, error);
}

DlStorePage *
dl_store_page_points (DlStore *store, gint64 sweep_id, gint64 from, guint limit, GError **error)
{
  return read_page (store, read_points, sweep_id, from, limit, error);
}

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

/* Words looked for, and entries found. */
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

/* The damage of a page ends a scan; looked up one by one, entries on other pages are still
 * found. */
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

/* Find scenarios by the index of words where it has them. @warning as dl_store_list. */
static gboolean
find (Search *search, const char *text, char **warning, GError **error)
{
  g_autofree char *folded = dl_store_fold (text != NULL ? text : "");
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\r\n", -1);
  g_autoptr (GError) local = NULL;

  search->words = g_strdupv (words);
  if (!any_swept (search->store, words))
    {
      search->asked = store_match_text (words);
      store_drop_matched (search->words);
    }
  if (list_all (search, &local)
      && (search->asked == NULL || search->entries->len > 0 || store_index_works (search->store)))
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

/* Tags and counts of entries ------------------------------------------------------------------- */

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

/* Tags, as far as they can be read: a list without them is still useful. */
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

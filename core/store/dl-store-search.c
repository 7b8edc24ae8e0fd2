/* The index of words: of names, summaries, tags and notes. It holds nothing that is not elsewhere,
 * and so is made again where it is damaged. */
#include "dl-store-private.h"

/* The index is of pieces of so many characters. */
#define PIECE_CHARS 3

static gboolean
is_long (const char *word)
{
  return g_utf8_strlen (word, -1) >= PIECE_CHARS;
}

char *
dl_store_match_text (char **words)
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

void
dl_store_drop_matched (char **words)
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

gboolean
dl_store_index_works (DlStore *store)
{
  gint64 id = 0;
  g_autofree char *word = last_word (store, &id);
  char *words[] = { word, NULL };
  g_autofree char *asked = dl_store_match_text (words);
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
  const gboolean works = store->index_checked || dl_store_index_works (store);
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

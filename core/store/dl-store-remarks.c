#include "dl-store-remarks.h"

#include "dl-safe-text.h"
#include "dl-store-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

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

/* What of the remarks is searched follows from them, and the index from that. */
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

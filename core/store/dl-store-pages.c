/* Runs a page at a time. */
#include "dl-store-private.h"

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

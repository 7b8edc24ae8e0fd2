#include "dl-store-call.h"

#include "dl-store-remarks.h"

DlStoreArgs
dl_store_args_copy (DlStoreArgs args)
{
  args.text = g_strdup (args.text);
  if (args.png != NULL)
    g_bytes_ref (args.png);
  if (args.scenario != NULL)
    args.scenario = dl_scenario_copy (args.scenario);
  args.digests = (const char *const *) g_strdupv ((char **) args.digests);
  if (args.runs != NULL)
    g_ptr_array_ref (args.runs);
  return args;
}

void
dl_store_args_clear (DlStoreArgs *args)
{
  g_free ((char *) args->text);
  g_clear_pointer (&args->png, g_bytes_unref);
  dl_scenario_free ((DlScenario *) args->scenario);
  g_strfreev ((char **) args->digests);
  g_clear_pointer (&args->runs, g_ptr_array_unref);
}

void
dl_store_answer_free (DlStoreAnswer *answer)
{
  if (answer == NULL)
    return;
  g_free (answer->text);
  g_clear_pointer (&answer->entries, g_ptr_array_unref);
  dl_store_record_free (answer->record);
  g_clear_pointer (&answer->png, g_bytes_unref);
  g_strfreev (answer->tags);
  g_clear_pointer (&answer->sweeps, g_ptr_array_unref);
  dl_store_page_free (answer->page);
  g_clear_pointer (&answer->runs, g_ptr_array_unref);
  dl_scenario_free (answer->scenario);
  dl_store_space_free (answer->space);
  dl_store_imported_clear (&answer->imported);
  g_free (answer);
}

gboolean
dl_store_can_cancel (DlStoreOperation operation)
{
  return operation <= DL_STORE_IMPORT; /* they come first */
}

static GPtrArray *
find_runs (DlStore *store, const char *const *digests, GError **error)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);

  for (; *digests != NULL && *error == NULL; digests++)
    g_ptr_array_add (runs, dl_store_find_run (store, *digests, error));
  return runs;
}

void
dl_store_do (DlStore *store, DlStoreOperation operation, const DlStoreArgs *args,
             GCancellable *cancellable, DlStoreAnswer *answer, GError **error)
{
  switch (operation)
    {
    case DL_STORE_LIST:
      answer->entries = dl_store_list (store, args->text, &answer->text, error);
      break;
    case DL_STORE_LAST_OPENED:
      answer->id = dl_store_last_opened (store);
      break;
    case DL_STORE_THUMBNAIL:
      answer->png = dl_store_thumbnail (store, args->id, error);
      break;
    case DL_STORE_NOTE:
      answer->text = dl_store_note (store, args->id, error);
      break;
    case DL_STORE_ALL_TAGS:
      answer->tags = dl_store_all_tags (store, error);
      break;
    case DL_STORE_LIST_SWEEPS:
      answer->sweeps = dl_store_list_sweeps (store, args->id, error);
      break;
    case DL_STORE_PAGE_RUNS:
      answer->page = dl_store_page_runs (store, args->id, args->from, args->limit, error);
      break;
    case DL_STORE_PAGE_POINTS:
      answer->page = dl_store_page_points (store, args->id, args->from, args->limit, error);
      break;
    case DL_STORE_FIND_RUNS:
      answer->runs = find_runs (store, args->digests, error);
      break;
    case DL_STORE_RUN_SCENARIO:
      answer->scenario = dl_store_run_scenario (store, args->id, error);
      break;
    case DL_STORE_READ_SPACE:
      answer->space = dl_store_read_space (store, args->text, error);
      break;
    case DL_STORE_CHANGED_ELSEWHERE:
      answer->changed = dl_store_changed_elsewhere (store);
      break;
    case DL_STORE_EXPORT:
      dl_store_export (store, args->id, args->text, cancellable, error);
      break;
    case DL_STORE_IMPORT:
      dl_store_import (store, args->text, cancellable, &answer->imported, error);
      break;
    case DL_STORE_ADD:
      dl_store_add (store, args->scenario, &answer->id, error);
      break;
    case DL_STORE_DUPLICATE:
      dl_store_duplicate (store, args->id, args->text, &answer->id, error);
      break;
    case DL_STORE_RENAME:
      dl_store_rename (store, args->id, args->text, error);
      break;
    case DL_STORE_REMOVE:
      dl_store_remove (store, args->id, error);
      break;
    case DL_STORE_UNREMOVE:
      dl_store_unremove (store, args->id, error);
      break;
    case DL_STORE_PURGE:
      dl_store_purge (store, args->before_us, error);
      break;
    case DL_STORE_SET_THUMBNAIL:
      dl_store_set_thumbnail (store, args->id, args->png, error);
      break;
    case DL_STORE_MARK_OPENED:
      dl_store_mark_opened (store, args->id, error);
      break;
    case DL_STORE_ADD_TAG:
      dl_store_add_tag (store, args->id, args->text, error);
      break;
    case DL_STORE_REMOVE_TAG:
      dl_store_remove_tag (store, args->id, args->text, error);
      break;
    case DL_STORE_SET_NOTE:
      dl_store_set_note (store, args->id, args->text, error);
      break;
    case DL_STORE_ADD_RUNS:
      dl_store_add_runs (store, (const DlStoreRun *const *) args->runs->pdata, args->runs->len,
                         error);
      break;
    case DL_STORE_REMOVE_SWEEP:
      dl_store_remove_sweep (store, args->id, error);
      break;
    case DL_STORE_CLEAN:
      dl_store_clean (store, args->clean, args->text, &answer->cleaned, error);
      break;
    case DL_STORE_LOAD:
    case DL_STORE_OPEN:
    case DL_STORE_FLUSH:
    case DL_STORE_RESTORE:
    case DL_STORE_FORGET:
      g_assert_not_reached ();
    }
}

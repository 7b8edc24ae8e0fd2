/* Operations of the library's thread (dl_store_call_async): the arguments that each reads and the
 * answer that it gives. Each is a function of the store by the same name, which says the rest. */
#pragma once

#include "dl-store-runs.h"
#include "dl-store-share.h"
#include "dl-store-space.h"

G_BEGIN_DECLS

/* Members of DlStoreArgs that are read -> members of DlStoreAnswer that are set. */
typedef enum
{
  /* Read; may be canceled before they begin. */
  DL_STORE_LIST,              /* text (nullable): words -> entries, text (nullable): a warning */
  DL_STORE_LAST_OPENED,       /* -> id */
  DL_STORE_THUMBNAIL,         /* id -> png (nullable) */
  DL_STORE_NOTE,              /* id -> text */
  DL_STORE_ALL_TAGS,          /* -> tags */
  DL_STORE_LIST_SWEEPS,       /* id -> sweeps */
  DL_STORE_PAGE_RUNS,         /* id, from, limit -> page */
  DL_STORE_PAGE_POINTS,       /* id of a sweep, from, limit -> page */
  DL_STORE_FIND_RUNS,         /* digests -> runs, each as dl_store_find_run */
  DL_STORE_RUN_SCENARIO,      /* id of a run -> scenario */
  DL_STORE_READ_SPACE,        /* text: version -> space */
  DL_STORE_CHANGED_ELSEWHERE, /* -> changed */
  DL_STORE_LOAD,              /* id -> record; see below */
  /* May also be canceled on the way. */
  DL_STORE_EXPORT, /* id, text: path */
  DL_STORE_IMPORT, /* text: path -> imported */

  /* Write, in one transaction that is durable when it is answered; cannot be canceled. */
  DL_STORE_ADD,           /* scenario -> id */
  DL_STORE_DUPLICATE,     /* id, text (nullable): name -> id of the copy */
  DL_STORE_RENAME,        /* id, text: name */
  DL_STORE_REMOVE,        /* id */
  DL_STORE_UNREMOVE,      /* id */
  DL_STORE_PURGE,         /* before_us */
  DL_STORE_SET_THUMBNAIL, /* id, png (nullable) */
  DL_STORE_MARK_OPENED,   /* id */
  DL_STORE_ADD_TAG,       /* id, text: tag */
  DL_STORE_REMOVE_TAG,    /* id, text: tag */
  DL_STORE_SET_NOTE,      /* id, text: note */
  DL_STORE_ADD_RUNS,      /* runs */
  DL_STORE_REMOVE_SWEEP,  /* id of a sweep */
  DL_STORE_CLEAN,         /* clean, text: version -> cleaned */

  /* The thread's own; cannot be canceled. */
  DL_STORE_OPEN, /* -> text (nullable): what the user should know about opening it */
  DL_STORE_FLUSH,
  DL_STORE_RESTORE,
  DL_STORE_FORGET /* id */
} DlStoreOperation;

/* The thread keeps changes that could not be written (dl_store_thread_write_async).
 *
 * DL_STORE_LOAD tries those of the scenario again. If that may work later (FULL, LOCKED, OPEN) that
 * is the result, so that nothing is lost by looking elsewhere and back; otherwise they are given
 * up, as the record's warning says.
 *
 * DL_STORE_FLUSH tries all of them again, once everything asked for earlier is done. The result is
 * an error if that did not work either.
 *
 * DL_STORE_FORGET gives those of the scenario up (after a CONFLICT they never can be written): the
 * user has another copy, or does not want them.
 *
 * DL_STORE_RESTORE: if the library's file was removed while it was open, all that is in it at its
 * path again, in a new file. Otherwise nothing. What could not be written is not tried again. */

/* Members that an operation does not read stay 0. */
typedef struct
{
  gint64 id; /* of a scenario, if nothing else is said */
  const char *text;
  gint64 from;
  guint limit;
  guint clean; /* DlStoreClean */
  gint64 before_us;
  GBytes *png;
  const DlScenario *scenario;
  const char *const *digests; /* NULL at the end */
  GPtrArray *runs;            /* DlStoreRun */
} DlStoreArgs;

/* Members that an operation does not set are 0. */
typedef struct
{
  gint64 id;
  char *text;
  GPtrArray *entries; /* DlStoreEntry */
  DlStoreRecord *record;
  GBytes *png;
  GStrv tags;
  GPtrArray *sweeps; /* DlStoreSweep */
  DlStorePage *page;
  GPtrArray *runs; /* (digests) DlStoreRun, NULL for each that is not there */
  DlScenario *scenario;
  DlStoreSpace *space;
  gboolean changed;
  DlStoreImported imported;
  DlStoreCleaned cleaned;
} DlStoreAnswer;

void dl_store_answer_free (DlStoreAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreAnswer, dl_store_answer_free)

/* For the thread: @args with copies of its own, but for the runs, which it shares. */
DlStoreArgs dl_store_args_copy (DlStoreArgs args);
void dl_store_args_clear (DlStoreArgs *args);
gboolean dl_store_can_cancel (DlStoreOperation operation);
/* Do it now; not one of the thread's own. It is done if @error, which must be there, stays NULL. */
void dl_store_do (DlStore *store, DlStoreOperation operation, const DlStoreArgs *args,
                  GCancellable *cancellable, DlStoreAnswer *answer, GError **error);

G_END_DECLS

/* The library on a thread of its own, for a program that must not wait: one writer, jobs in the
 * order they were asked for. A callback runs in the main context that was thread-default when its
 * job was asked for, after the job is done; that of a write only after the commit, so what it
 * acknowledges is durable. Functions may be called from any thread. */
#pragma once

#include "dl-store-recordings.h"
#include "dl-store-runs.h"
#include "dl-store-share.h"
#include "dl-store-space.h"

G_BEGIN_DECLS

/* Operations of the library's thread (dl_store_call_async): the arguments that each reads and the
 * answer that it gives. Each is a function of the store by the same name, which says the rest. */

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
  DL_STORE_LIST_RECORDINGS,   /* id -> recordings */
  DL_STORE_LOAD_RECORDING,    /* id of a recording -> recording */
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
  GPtrArray *recordings; /* DlStoreRecording */
  DlStoreRecording *recording;
  DlStoreSpace *space;
  gboolean changed;
  DlStoreImported imported;
  DlStoreCleaned cleaned;
} DlStoreAnswer;

void dl_store_answer_free (DlStoreAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreAnswer, dl_store_answer_free)

gboolean dl_store_can_cancel (DlStoreOperation operation);

typedef struct _DlStoreThread DlStoreThread;

/* Notice for the user of a library that is open already: another file has taken its place
 * (dl_store_leave). Called on the library's thread. */
typedef void (*DlStoreNoticeFunc) (const char *message, gpointer data);

/* Starts the thread. The library is opened by the first job, and again by the next one after that
 * has failed. Where it cannot be written it is opened for reading: listing and loading work then,
 * and what writes gives READ_ONLY. @notice: nullable. @destroy (nullable) frees @data on the
 * library's thread. */
DlStoreThread *dl_store_thread_new (const char *path, DlStoreNoticeFunc notice, gpointer data,
                                    GDestroyNotify destroy);

/* When everything asked for earlier is done: tries again what could not be written, closes the
 * library and ends the thread. Waits for it. @thread may not be used from here on, but for
 * finishing earlier jobs. FALSE if something could not be written. */
gboolean dl_store_thread_close (DlStoreThread *thread, GError **error);

/* Do @operation with @args, which need not outlive this call; runs are shared and may not be
 * changed any more. @cancellable: NULL for an operation that cannot be canceled. */
void dl_store_call_async (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args,
                          GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data);
/* The call's answer, to be freed; NULL on error. Errors: those of the store's function, CANCELLED,
 * and why the library cannot be opened. */
DlStoreAnswer *dl_store_call_finish (GAsyncResult *result, GError **error);
/* Whether the job, of whatever kind, was done, where its answer does not matter. */
gboolean dl_store_thread_finish (GAsyncResult *result, GError **error);

/* Write @change. If the job asked for before it is a write that @change follows and that has not
 * begun, they become one: a drag does not queue up. One that fails is kept, and tried again
 * together with the next that follows it and by DL_STORE_FLUSH. Finish with
 * dl_store_thread_finish. */
void dl_store_thread_write_async (DlStoreThread *thread, DlStoreChange *change,
                                  GAsyncReadyCallback callback, gpointer user_data);

/* A job of one's own, run on the thread unless the library cannot be opened. @destroy (nullable)
 * frees @data there in any case. Finish with dl_store_thread_finish. */
typedef gboolean (*DlStoreFunc) (DlStore *store, gpointer data, GError **error);
void dl_store_thread_run_async (DlStoreThread *thread, DlStoreFunc func, gpointer data,
                                GDestroyNotify destroy, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS

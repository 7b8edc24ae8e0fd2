/* The library on a thread of its own, for a program that must not wait: one writer, jobs in the
 * order they were asked for. A callback runs in the main context that was thread-default when its
 * job was asked for, after the job is done; that of a write only after the commit, so what it
 * acknowledges is durable. Functions may be called from any thread. */
#pragma once

#include "dl-store-call.h"

G_BEGIN_DECLS

typedef struct _DlStoreThread DlStoreThread;

/* What the user should know of a library that is open already: another file has taken its place
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
/* What it answers, to be freed; NULL on error. Errors: those of the store's function, CANCELLED,
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

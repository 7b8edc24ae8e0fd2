/* The library on a thread of its own, for a program that must not wait: one writer, jobs in the
 * order they were asked for. A callback runs in the main context that was thread-default when its
 * job was asked for, after the job is done; that of a write only after the commit, so what it
 * acknowledges is durable. Functions may be called from any thread. */
#pragma once

#include <gio/gio.h>

#include "dl-store.h"

G_BEGIN_DECLS

typedef struct _DlStoreThread DlStoreThread;

/* Starts the thread. The library is opened by the first job, and again by the next one after that
 * has failed. Where it cannot be written it is opened for reading: listing and loading work then,
 * and what writes gives READ_ONLY. */
DlStoreThread *dl_store_thread_new (const char *path);

/* What the user should know of a library that is open already: another file has taken its place
 * (dl_store_leave). Called on the library's thread. */
typedef void (*DlStoreNoticeFunc) (const char *message, gpointer data);
/* The same with @notice (nullable). @destroy (nullable) frees @data on the library's thread. */
DlStoreThread *dl_store_thread_new_with (const char *path, DlStoreNoticeFunc notice, gpointer data,
                                         GDestroyNotify destroy);

/* Tries again what could not be written, closes the library and ends the thread. @thread may not be
 * used from here on, but for the _finish functions of earlier calls. The result is an error if
 * something could not be written. */
void dl_store_thread_close_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean dl_store_thread_close_finish (GAsyncResult *result, GError **error);
/* The same for a program that has nothing else to do: waits for it. */
gboolean dl_store_thread_close (DlStoreThread *thread, GError **error);

/* A job of one's own, run on the thread. It must return from @task, once; @data is freed on the
 * thread. */
typedef void (*DlStoreFunc) (GTask *task, DlStore *store, gpointer data);
void dl_store_thread_run_async (DlStoreThread *thread, DlStoreFunc func, gpointer data,
                                GDestroyNotify destroy, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);

/* Write @change. If the job asked for before it is a write that @change follows and that has not
 * begun, they become one: a drag does not queue up. One that fails is kept, and tried again
 * together with the next that follows it and by dl_store_thread_flush_async. Finish with
 * dl_store_thread_finish. */
void dl_store_thread_write_async (DlStoreThread *thread, DlStoreChange *change,
                                  GAsyncReadyCallback callback, gpointer user_data);
/* When everything asked for earlier is done; tries again what could not be written. The result is
 * an error if that did not work either. Finish with dl_store_thread_finish. */
void dl_store_thread_flush_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                                  gpointer user_data);
/* If the library's file was removed while it was open: all that is in it at its path again, in a
 * new file. Otherwise nothing. What could not be written is not tried again. Finish with
 * dl_store_thread_finish. */
void dl_store_thread_restore_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Give up the changes of @id that could not be written (after a CONFLICT they never can be): the
 * user has another copy, or does not want them. Finish with dl_store_thread_finish. */
void dl_store_thread_forget_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                                   gpointer user_data);
/* For those that give nothing but success. */
gboolean dl_store_thread_finish (GAsyncResult *result, GError **error);

/* The store's functions, each as a job (dl-store-calls.c). A job that is cancelled before it begins
 * does nothing; what writes cannot be cancelled. */

/* @notice (nullable): what the user should know about opening it, or NULL. */
void dl_store_thread_open_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean dl_store_thread_open_finish (GAsyncResult *result, char **notice, GError **error);

void dl_store_thread_list_async (DlStoreThread *thread, const char *search,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
GPtrArray *dl_store_thread_list_finish (GAsyncResult *result, char **warning, GError **error);

/* Changes of @id that could not be written are tried once more. If that may work later (FULL,
 * LOCKED, OPEN) that is the result, so that nothing is lost by looking elsewhere and back;
 * otherwise they are given up, as the record's warning says. */
void dl_store_thread_load_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
DlStoreRecord *dl_store_thread_load_finish (GAsyncResult *result, GError **error);

void dl_store_thread_thumbnail_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
GBytes *dl_store_thread_thumbnail_finish (GAsyncResult *result, GError **error);

/* These three give a scenario's id: dl_store_thread_id_finish, 0 on error. The one opened last may
 * be 0 without an error. */
void dl_store_thread_add_async (DlStoreThread *thread, const DlScenario *scenario,
                                GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_duplicate_async (DlStoreThread *thread, gint64 id, const char *name,
                                      GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_last_opened_async (DlStoreThread *thread, GCancellable *cancellable,
                                        GAsyncReadyCallback callback, gpointer user_data);
gint64 dl_store_thread_id_finish (GAsyncResult *result, GError **error);

/* The rest is finished with dl_store_thread_finish. */
void dl_store_thread_rename_async (DlStoreThread *thread, gint64 id, const char *name,
                                   GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_remove_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                                   gpointer user_data);
void dl_store_thread_unremove_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                                     gpointer user_data);
void dl_store_thread_purge_async (DlStoreThread *thread, gint64 before_us,
                                  GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_set_thumbnail_async (DlStoreThread *thread, gint64 id, GBytes *png,
                                          GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_mark_opened_async (DlStoreThread *thread, gint64 id,
                                        GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS

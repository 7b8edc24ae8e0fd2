/* Results, remarks, disk use, and libraries as files, each as a job of the store's thread: as
 * dl-store-thread.h says. */
#pragma once

#include "dl-store-pages.h"
#include "dl-store-share.h"
#include "dl-store-space.h"
#include "dl-store-thread.h"

G_BEGIN_DECLS

/* GPtrArray of DlStoreSweep, the last first. */
void dl_store_thread_list_sweeps_async (DlStoreThread *thread, gint64 scenario_id,
                                        GCancellable *cancellable, GAsyncReadyCallback callback,
                                        gpointer user_data);
GPtrArray *dl_store_thread_list_sweeps_finish (GAsyncResult *result, GError **error);

/* As dl_store_page_runs and dl_store_page_points, both finished alike. */
void dl_store_thread_page_runs_async (DlStoreThread *thread, gint64 scenario_id, gint64 from,
                                      guint limit, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_page_points_async (DlStoreThread *thread, gint64 sweep_id, gint64 from,
                                        guint limit, GCancellable *cancellable,
                                        GAsyncReadyCallback callback, gpointer user_data);
DlStorePage *dl_store_thread_page_finish (GAsyncResult *result, GError **error);

/* GPtrArray (as many as @digests) of DlStoreRun, NULL for each that is not there. */
void dl_store_thread_find_runs_async (DlStoreThread *thread, const char *const *digests,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
GPtrArray *dl_store_thread_find_runs_finish (GAsyncResult *result, GError **error);
/* As dl_store_add_runs; @runs (DlStoreRun) is taken. Finished with dl_store_thread_finish. */
void dl_store_thread_add_runs_async (DlStoreThread *thread, GPtrArray *runs,
                                     GAsyncReadyCallback callback, gpointer user_data);

/* As dl_store_run_scenario. */
void dl_store_thread_run_scenario_async (DlStoreThread *thread, gint64 run_id,
                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
DlScenario *dl_store_thread_run_scenario_finish (GAsyncResult *result, GError **error);

/* All tags of the library. */
void dl_store_thread_all_tags_async (DlStoreThread *thread, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);
GStrv dl_store_thread_all_tags_finish (GAsyncResult *result, GError **error);

void dl_store_thread_note_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
char *dl_store_thread_note_finish (GAsyncResult *result, GError **error);

/* These are finished with dl_store_thread_finish. */
void dl_store_thread_add_tag_async (DlStoreThread *thread, gint64 id, const char *tag,
                                    GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_remove_tag_async (DlStoreThread *thread, gint64 id, const char *tag,
                                       GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_set_note_async (DlStoreThread *thread, gint64 id, const char *note,
                                     GAsyncReadyCallback callback, gpointer user_data);
void dl_store_thread_remove_sweep_async (DlStoreThread *thread, gint64 sweep_id,
                                         GAsyncReadyCallback callback, gpointer user_data);

#define DL_STORE_N_CLEAN 3

/* What the library takes up, and what cleaning up would take away. */
typedef struct
{
  GPtrArray *uses;                          /* DlStoreUse, the largest first */
  guint64 file_bytes;                       /* of the library's file */
  DlStoreCleaned cleaned[DL_STORE_N_CLEAN]; /* of 1 << i, a DlStoreClean, alone */
  char *problem;                            /* why nothing can be cleaned up, or NULL */
} DlStoreSpace;

void dl_store_space_free (DlStoreSpace *space);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreSpace, dl_store_space_free)

/* @version: of the program. */
void dl_store_thread_space_async (DlStoreThread *thread, const char *version,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
DlStoreSpace *dl_store_thread_space_finish (GAsyncResult *result, GError **error);

void dl_store_thread_clean_async (DlStoreThread *thread, guint clean, const char *version,
                                  GAsyncReadyCallback callback, gpointer user_data);
gboolean dl_store_thread_clean_finish (GAsyncResult *result, DlStoreCleaned *cleaned,
                                       GError **error);

/* These two can be cancelled while they go on. Export is finished with dl_store_thread_finish. */
void dl_store_thread_export_async (DlStoreThread *thread, gint64 id, const char *path,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
void dl_store_thread_import_async (DlStoreThread *thread, const char *path,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
/* @imported must be cleared, on errors too. */
gboolean dl_store_thread_import_finish (GAsyncResult *result, DlStoreImported *imported,
                                        GError **error);

G_END_DECLS

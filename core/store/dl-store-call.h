/* A job of the store's thread with what it needs: shared by the files of the store's functions as
 * jobs. */
#pragma once

#include "dl-store-thread.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 id; /* or a time */
  gint64 from;
  guint number; /* a limit, or what to clean up */
  char *text;
  GBytes *bytes;
  DlScenario *scenario;
} DlStoreCall;

DlStoreCall *dl_store_call_new (gint64 id, const char *text);
/* Takes @call, which is the data of @func. */
void dl_store_call_run (DlStoreThread *thread, DlStoreFunc func, DlStoreCall *call,
                        GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data);
/* Each takes @error, which is NULL on success. */
void dl_store_call_return (GTask *task, GError *error);
void dl_store_call_return_pointer (GTask *task, gpointer result, GDestroyNotify destroy,
                                   GError *error);
gpointer dl_store_call_finish_pointer (GAsyncResult *result, GError **error);

G_END_DECLS

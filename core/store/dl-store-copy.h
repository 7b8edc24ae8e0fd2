/* Copying from one library into another, inside transactions of the caller: a value is read, judged
 * and written. */
#pragma once

#include "dl-store-private.h"
#include "dl-store-share.h"

G_BEGIN_DECLS

typedef struct
{
  DlStore *from, *to;
  GCancellable *cancellable;
  GHashTable *scenarios; /* gint64 *: number there -> gint64 *: number here */
  GHashTable *texts;     /* gint64 *: of texts there -> char *: that are scenarios */
  GHashTable *runs;      /* as scenarios */
  DlStoreImported *imported;
} DlStoreCopy;

/* @imported (nullable) must outlive it. */
void dl_store_copy_init (DlStoreCopy *copy, DlStore *from, DlStore *to, GCancellable *cancellable,
                         DlStoreImported *imported);
void dl_store_copy_clear (DlStoreCopy *copy);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlStoreCopy, dl_store_copy_clear)

/* A scenario with its history and remarks. */
gboolean dl_store_copy_scenario (DlStoreCopy *copy, gint64 id, GError **error);
/* Runs of scenario @id and its sweeps, and the sweeps (0: all), whose scenarios were copied; runs
 * of others lose their scenario. */
gboolean dl_store_copy_runs (DlStoreCopy *copy, gint64 id, GError **error);
gboolean dl_store_copy_sweeps (DlStoreCopy *copy, gint64 id, GError **error);
/* Recordings of scenario @id (0: all) likewise. */
gboolean dl_store_copy_recordings (DlStoreCopy *copy, gint64 id, GError **error);

/* Always FALSE, for return: the library that is copied from is not in order. */
gboolean dl_store_copy_fail (DlStoreCopy *copy, const char *what, GError **error);

G_END_DECLS

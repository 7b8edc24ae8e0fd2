/* Space of the library on the disk, and what of it can go. */
#pragma once

#include "dl-store.h"

G_BEGIN_DECLS

/* Space of a scenario. Bytes count the contents; the file has some more around them. */
typedef struct
{
  gint64 id;        /* 0: runs without a scenario */
  char *name;       /* NULL for those */
  gboolean removed; /* it is out of the list, and can come back */
  guint n_sweeps;
  guint n_runs;
  guint n_recordings;
  guint64 text_bytes;    /* the current scenario, its note and thumbnail */
  guint64 history_bytes; /* steps that can be undone and redone */
  guint64 run_bytes;     /* runs, sweeps and recordings without arrays */
  guint64 array_bytes;
} DlStoreUse;

void dl_store_use_free (DlStoreUse *use);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreUse, dl_store_use_free)
/* All of it. */
guint64 dl_store_use_bytes (const DlStoreUse *use);

/* The largest first. GPtrArray of DlStoreUse. @file_bytes (nullable): of the library's file. */
GPtrArray *dl_store_list_use (DlStore *store, guint64 *file_bytes, GError **error);

typedef enum
{
  DL_STORE_CLEAN_OLD_VERSIONS = 1 << 0, /* runs and sweeps of versions before the one at hand */
  DL_STORE_CLEAN_NOBODYS = 1 << 1,      /* runs that belong to no scenario and no sweep */
  DL_STORE_CLEAN_REMOVED = 1 << 2       /* removed scenarios and their data */
} DlStoreClean;

typedef struct
{
  guint n_scenarios, n_sweeps, n_runs;
  guint64 bytes; /* by which the file became smaller */
} DlStoreCleaned;

/* Preview of @clean (DlStoreClean), but for the bytes. */
gboolean dl_store_preview_clean (DlStore *store, guint clean, const char *version,
                                 DlStoreCleaned *cleaned, GError **error);

#define DL_STORE_N_CLEAN 3

/* Space of the library, and what cleaning up would take away. */
typedef struct
{
  GPtrArray *uses;                          /* DlStoreUse, the largest first */
  guint64 file_bytes;                       /* of the library's file */
  DlStoreCleaned cleaned[DL_STORE_N_CLEAN]; /* of 1 << i, a DlStoreClean, alone */
  char *problem;                            /* why nothing can be cleaned up, or NULL */
} DlStoreSpace;

void dl_store_space_free (DlStoreSpace *space);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreSpace, dl_store_space_free)

/* Space of the library, also if it can only be read. @version: of the program. */
DlStoreSpace *dl_store_read_space (DlStore *store, const char *version, GError **error);

/* Delete for good, in one transaction, and give the space back to the disk, which needs the library
 * to be open nowhere else; if it cannot be given back now, that is not an error. @version: of the
 * program. */
gboolean dl_store_clean (DlStore *store, guint clean, const char *version, DlStoreCleaned *cleaned,
                         GError **error);

G_END_DECLS

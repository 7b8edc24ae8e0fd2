/* The store's inside, for its own files and tests. */
#pragma once

#include "dl-database.h"
#include "dl-migrations.h"
#include "dl-store-recordings.h"
#include "dl-store-runs.h"

G_BEGIN_DECLS

struct _DlStore
{
  DlDatabase *db;
  char *notice;
  gint64 data_version;
  gboolean index_checked;  /* that of words, since it was opened */
  GHashTable *broken_logs; /* gint64 *: scenarios loaded without their damaged log; the next write
                              starts a new one */
  GHashTable *sweeps_held; /* (nullable) gint64 *: sweeps that this store works on */
  int sweeps_fd;           /* of their locks; -1: there are none */
};

typedef struct
{
  const DlMigration *migrations;
  guint n_migrations;
  gboolean read_only;
  gboolean foreign; /* it may come from anybody: who opens it looks at its tables himself */
  guint busy_ms;
} DlStoreOptions;

DlStoreOptions dl_store_options_default (void);
DlStore *dl_store_open_with (const char *path, DlStoreOptions options, GError **error);

/* Inside a transaction of the caller. */
DlStoreRecord *dl_store_read_record (DlStore *store, gint64 id, GError **error);
/* The steps of @change, as those of scenario @id. */
gboolean dl_store_write_steps (DlStore *store, gint64 id, const DlStoreChange *change,
                               GError **error);
gboolean dl_store_insert (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);

/* Bring the index of words up to date after a change of the scenario's name, summary, tags or note;
 * after scenarios have been deleted. Inside a transaction of the caller. */
gboolean dl_store_index (DlStore *store, gint64 id, GError **error);
gboolean dl_store_index_purge (DlStore *store, GError **error);

/* Tags and notes (dl-store-share.h), inside a transaction of the caller. */
gboolean dl_store_put_tag (DlStore *store, gint64 id, const char *tag, GError **error);
gboolean dl_store_put_note (DlStore *store, gint64 id, const char *note, GError **error);
gboolean dl_store_check_tag (const char *tag, GError **error);
gboolean dl_store_check_note (const char *note, GError **error);

/* Texts that nothing refers to any more go. */
gboolean dl_store_drop_texts (DlStore *store, GError **error);

/* Recordings, inside a transaction of the caller. */

/* Like dl_store_load_recording. */
DlStoreRecording *dl_store_read_recording (DlStore *store, gint64 id, GError **error);
/* A new one, with all its edits. */
gboolean dl_store_put_recording (DlStore *store, const DlStoreRecording *recording, gint64 *id,
                                 GError **error);
/* Remove the scenario's recordings above the limit; @newest stays. */
gboolean dl_store_drop_recordings (DlStore *store, gint64 scenario_id, gint64 newest,
                                   GError **error);

/* At the end: nothing is at work on a sweep any more. */
void dl_store_release_sweeps (DlStore *store);

/* Has a scenario that is not removed this name? */
gboolean dl_store_is_taken (DlStore *store, const char *name);
/* Is it there and not removed? */
gboolean dl_store_has (DlStore *store, gint64 id);
/* Always FALSE, for return. */
gboolean dl_store_fail_not_found (DlStore *store, gint64 id, GError **error);

/* Results, inside a transaction of the caller. */

/* The row of @text, made if there is none. */
gboolean dl_store_put_text (DlStore *store, const char *text, gint64 *id, GError **error);
/* @known (nullable): it was there. */
gboolean dl_store_put_run (DlStore *store, const DlStoreRun *run, gint64 *id, gboolean *known,
                           GError **error);
gboolean dl_store_put_point (DlStore *store, gint64 sweep_id, guint point, gint64 run_id,
                             GError **error);
/* The scenario's sweep of that key, made if there is none. */
gboolean dl_store_put_sweep (DlStore *store, const DlStoreSweep *sweep, gint64 *id, gboolean *known,
                             GError **error);
/* Mark a sweep as done if it has all its points; else its state does not change. */
gboolean dl_store_mark_sweep_done (DlStore *store, gint64 id, GError **error);
gboolean dl_store_parse_state (const char *text, DlStoreSweepState *state);
/* Mark a sweep as being computed by this store; clear the mark; is it marked by any program on this
 * computer? */
void dl_store_hold_sweep (DlStore *store, gint64 id);
void dl_store_release_sweep (DlStore *store, gint64 id);
gboolean dl_store_sweep_is_held (DlStore *store, gint64 id);
/* The number of the run with that digest, 0 for none. */
gboolean dl_store_look_up_run (DlStore *store, const char *digest, gint64 *id, GError **error);
/* First columns of a query for dl_store_read_run: a run as in lists, but for its values. */
#define DL_STORE_RUN_COLUMNS                                                                       \
  "run.id, digest, coalesce (run.scenario_id, 0), seed, run.version, outcome, run.created_us,"     \
  " run.state, run.reason"
#define DL_STORE_N_RUN_COLUMNS 9
DlStoreRun *dl_store_read_run (DlStatement *row);
/* Values and arrays of run @id. */
gboolean dl_store_read_values (DlStore *store, gint64 id, DlStoreRun *run, GError **error);
gboolean dl_store_read_arrays (DlStore *store, gint64 id, DlStoreRun *run, GError **error);

G_END_DECLS

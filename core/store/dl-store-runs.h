/* Results in the library: runs, each known by the digest of what it depends on, and sweeps, which
 * are runs in an order. What a run's values mean is not the store's affair. */
#pragma once

#include "dl-store.h"

G_BEGIN_DECLS

#define DL_STORE_DIGEST_CHARS 32
/* The most points of a sweep. */
#define DL_STORE_MAX_POINTS 10000000

typedef struct
{
  char *measure; /* its id: letters, digits, "_", "-", "." */
  double value;  /* NAN: none */
} DlStoreValue;

typedef struct
{
  char *name; /* as a measure's */
  GBytes *data;
} DlStoreArray;

/* Result of a scenario with a seed. */
typedef struct
{
  gint64 id;          /* 0: not stored yet */
  char *digest;       /* DL_STORE_DIGEST_CHARS hexadecimal digits, by which it is known */
  gint64 scenario_id; /* 0: without a scenario */
  guint64 seed;
  char *version;     /* of the program that ran it */
  char *outcome;     /* a digest of all that was counted, hexadecimal; NULL: none */
  char *state;       /* state of the statistics, "converged"; NULL: none */
  char *reason;      /* why, a word; NULL: nothing */
  gint64 created_us; /* 0 before it is stored: now */
  char *text;        /* a scenario as a file; NULL in lists */
  char *settings; /* edits (dl_edits_to_text) that make the run's scenario of it; NULL in lists */
  GArray *values; /* DlStoreValue; in the order of their measures' names when they are read */
  GArray *arrays; /* DlStoreArray; not in lists */
} DlStoreRun;

DlStoreRun *dl_store_run_new (const char *digest, guint64 seed, const char *version);
void dl_store_run_free (DlStoreRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreRun, dl_store_run_free)
void dl_store_run_add_value (DlStoreRun *run, const char *measure, double value);
void dl_store_run_add_array (DlStoreRun *run, const char *name, GBytes *data);
/* NAN if it has none. */
double dl_store_run_value (const DlStoreRun *run, const char *measure);

/* The run with that digest, with all that belongs to it; NULL without an error if there is none. */
DlStoreRun *dl_store_find_run (DlStore *store, const char *digest, GError **error);
/* How its scenario differs from the text it shares with others: edits, as in DlStoreRun. NOT_FOUND.
 */
char *dl_store_run_settings (DlStore *store, gint64 id, GError **error);
/* Scenario of run @id. Errors: NOT_FOUND, DAMAGED. */
DlScenario *dl_store_run_scenario (DlStore *store, gint64 id, GError **error);
/* The runs of a scenario, and of its sweeps; @scenario_id 0: runs without a scenario. In the order
 * they came in. GPtrArray of DlStoreRun. */
GPtrArray *dl_store_list_runs (DlStore *store, gint64 scenario_id, GError **error);

typedef enum
{
  DL_STORE_SWEEP_RUNNING, /* a program is at work on it */
  DL_STORE_SWEEP_PAUSED,
  DL_STORE_SWEEP_STOPPED,
  DL_STORE_SWEEP_DONE,      /* all its points are there */
  DL_STORE_SWEEP_UNFINISHED /* its program was stopped by force; what files have as running */
} DlStoreSweepState;

/* Translated. */
const char *dl_store_sweep_state_title (DlStoreSweepState state);
/* "running", as in files. */
const char *dl_store_sweep_state_id (DlStoreSweepState state);

typedef struct
{
  gint64 id; /* 0: not stored yet */
  gint64 scenario_id;
  char *key;    /* as a run's digest: of the points' digests, in their order */
  char *text;   /* the scenario with the values of all keys that are not varied; NULL in lists */
  char *varied; /* a line per key: "traffic.load=0.1,0.2" */
  guint n_seeds;
  guint n_points;
  guint n_done; /* points that are there */
  char *version;
  gint64 created_us; /* 0 before it is stored: now */
  DlStoreSweepState state;
} DlStoreSweep;

void dl_store_sweep_free (DlStoreSweep *sweep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreSweep, dl_store_sweep_free)

/* The last first. GPtrArray of DlStoreSweep. */
GPtrArray *dl_store_list_sweeps (DlStore *store, gint64 scenario_id, GError **error);
/* Load a sweep with its text. NOT_FOUND. */
DlStoreSweep *dl_store_load_sweep (DlStore *store, gint64 id, GError **error);
/* (n_points) DlStoreRun as in lists, NULL for a point that is missing. */
GPtrArray *dl_store_sweep_runs (DlStore *store, const DlStoreSweep *sweep, GError **error);

/* A page at a time, for lists of many that are looked at. */
typedef struct
{
  GPtrArray *runs; /* DlStoreRun as in lists, with their settings */
  GArray *points;  /* (runs->len) guint: where in the sweep; 0 for runs of none */
  gint64 next;     /* where the page after it begins; 0: it is the last one */
} DlStorePage;

void dl_store_page_free (DlStorePage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStorePage, dl_store_page_free)

/* A scenario's own runs that are in none of its sweeps, the last first: at most @limit of them.
 * @from 0 begins; after that the page before says where to go on. */
DlStorePage *dl_store_page_runs (DlStore *store, gint64 scenario_id, gint64 from, guint limit,
                                 GError **error);
/* Runs of a sweep likewise, by point. */
DlStorePage *dl_store_page_points (DlStore *store, gint64 sweep_id, gint64 from, guint limit,
                                   GError **error);

/* Each of these is one transaction, as in dl-store.h, and durable when it returns TRUE. */

/* Runs that are there already stay as they are, but get a scenario if they had none. */
gboolean dl_store_add_runs (DlStore *store, const DlStoreRun *const *runs, guint n_runs,
                            GError **error);
/* Begin a sweep, or continue the scenario's sweep of the same key. Points whose runs are in the
 * library are taken from there: @known (n_points) gets which. @digests: (n_points). NOT_FOUND: the
 * scenario. */
gboolean dl_store_begin_sweep (DlStore *store, const DlStoreSweep *sweep,
                               const char *const *digests, gint64 *id, gboolean *known,
                               GError **error);
/* Is @point's run, known by @digest, in the library by now, since another program is at work too?
 * It is the sweep's then. */
gboolean dl_store_take_point (DlStore *store, gint64 sweep_id, guint point, const char *digest,
                              gboolean *known, GError **error);
/* Result of @point, durable by itself. */
gboolean dl_store_add_point (DlStore *store, gint64 sweep_id, guint point, const DlStoreRun *run,
                             GError **error);
/* End sweep @id: as DONE, whatever @state is, if it has all its points. */
gboolean dl_store_end_sweep (DlStore *store, gint64 id, DlStoreSweepState state, GError **error);
/* Remove sweep @id with the runs that belong to no other sweep. */
gboolean dl_store_remove_sweep (DlStore *store, gint64 id, GError **error);

/* The scenario of that name that is the same, or a new one; if the name is another scenario's it
 * gets a number, as in "Ring of 8 (2)". */
gboolean dl_store_adopt (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);
/* A new one in any case; @scenario gets the name that it has there. */
gboolean dl_store_add_unique (DlStore *store, DlScenario *scenario, gint64 *id, GError **error);

G_END_DECLS

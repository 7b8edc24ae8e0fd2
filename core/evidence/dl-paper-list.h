/* All that the papers publish, and the curves of BookSim 2, in one list: the rows of every check,
 * run or not yet. */
#pragma once

#include "dl-paper-check.h"
#include "dl-parallel.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* A check in the list. */
typedef struct
{
  const DlPaperCheck *check;
  DlPaperResult *result; /* its plan until it has run */
  gboolean done;
} DlPaperEntry;

typedef struct
{
  GArray *entries; /* DlPaperEntry, in the order of dl_paper_checks, then of
                       dl_validation_checks */
} DlPaperList;

/* All checks, none of which has run. */
DlPaperList *dl_paper_list_new (void);
/* NULL-safe. */
void dl_paper_list_free (DlPaperList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlPaperList, dl_paper_list_free)

const DlPaperEntry *dl_paper_list_entry (const DlPaperList *list, guint entry);
/* @result of its check, which has run; a reference is kept. */
void dl_paper_list_set (DlPaperList *list, DlPaperResult *result);
/* How many rows have each verdict: (DL_PAPER_N_VERDICTS). */
void dl_paper_list_count (const DlPaperList *list, guint *counts);
/* "34 agree, 12 differ, 20 cannot be checked, 7 are inputs, 50 not run yet" of @counts
 * (DL_PAPER_N_VERDICTS), translated. Free with g_free. */
char *dl_paper_counts_text (const guint *counts);
/* The same of all rows of @list. */
char *dl_paper_list_summary (const DlPaperList *list);

/* A row of the list, as long as that does not change. */
typedef struct
{
  const DlPaperResult *result;
  const DlPaperRow *row;
} DlPaperLine;

/* Numbers with a point in every locale, for people. Free with g_free. */

/* "0.44", "above 1"; "–" where the paper says no number. */
char *dl_paper_row_expected (const DlPaperRow *row);
/* "0.4242", "12.1 ± 0.3"; "–" where there is none. */
char *dl_paper_row_computed (const DlPaperRow *row);
/* How much the computed value is larger, in percent, or in the unit where the expected one is 0:
 * "+0.31%"; "–" where there is none. */
char *dl_paper_row_difference (const DlPaperRow *row);
/* "within 0.005 or the interval", "above 1", "no rule": when it agrees, translated. */
char *dl_paper_row_rule (const DlPaperRow *row);
/* Title of @row, "Mean VC balance: X". */
char *dl_paper_row_title (const DlPaperRow *row);
/* "none", "value", "above", "below". */
const char *dl_paper_rule_id (DlPaperRule rule);

/* @lines (n_lines) for programs: their columns and a row each; and as CSV. */
void dl_paper_lines_add (DlRecord *record, const DlPaperLine *lines, guint n_lines);
char *dl_paper_lines_to_csv (const DlPaperLine *lines, guint n_lines);
/* For documents: a table per check, with its section and choices. */
char *dl_paper_lines_to_markdown (const DlPaperLine *lines, guint n_lines);

/* Several checks, one after the other: the shortest first. */
typedef struct
{
  const char *const *settings; /* as in DlPaperOptions */
  guint threads;               /* runs at once, at least 1 */
  DlProgressFunc progress;     /* nullable; any thread, one at a time */
  gpointer progress_data;
  /* Nullable: a check begins, or is done; on the thread that runs them. */
  void (*on_begin) (const DlPaperCheck *check, gpointer data);
  void (*on_result) (DlPaperResult *result, gpointer data);
  gpointer data;
} DlPaperListOptions;

/* Run @checks (n_checks). Errors: those of dl_paper_check_run, with the check's name; earlier
 * results stay. */
gboolean dl_paper_checks_run (const DlPaperCheck *const *checks, guint n_checks,
                              const DlPaperListOptions *options, GCancellable *cancellable,
                              GError **error);
/* About how long that takes, for people: "about 4 minutes", translated. */
char *dl_paper_checks_duration (const DlPaperCheck *const *checks, guint n_checks, guint threads);

/* The runs of one check, several at once: what they share. */

typedef struct
{
  const DlPaperOptions *options;
  GCancellable *cancellable; /* for the runs: the caller's, or an error's */
  GCancellable *caller;      /* nullable */
  gulong connection;
  GMutex lock;          /* of what follows */
  double progress, all; /* runs, with the parts of those under way */
  GError *error;        /* the first */
} DlPaperTeam;

/* One run. */
typedef struct
{
  DlPaperTeam *team;
  double progress;
} DlPaperPiece;

/* About @all runs follow. @options and @cancellable (nullable) outlive it. */
void dl_paper_team_begin (DlPaperTeam *team, const DlPaperOptions *options, double all,
                          GCancellable *cancellable);
/* FALSE with the first error of the runs, or G_IO_ERROR_CANCELLED. */
gboolean dl_paper_team_end (DlPaperTeam *team, GError **error);
/* How the runs are shared out. */
DlParallel dl_paper_team_parallel (const DlPaperTeam *team);
/* Note, on any thread, that a run failed with @error, which is taken, and the others end. */
void dl_paper_team_fail (DlPaperTeam *team, GError *error);
/* So much of the run is done, 0 to 1: a DlSimulateOptions.progress whose data is the piece. */
void dl_paper_piece_progress (double fraction, gpointer piece);

G_END_DECLS

/* The runs of one check, several at once: what they share. */
#pragma once

#include "dl-paper-check.h"
#include "dl-parallel.h"

G_BEGIN_DECLS

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
/* From any thread: a run failed with @error, which is taken, and the others end. */
void dl_paper_team_fail (DlPaperTeam *team, GError *error);
/* So much of the run is done, 0 to 1: a DlSimulateOptions.progress whose data is the piece. */
void dl_paper_piece_progress (double fraction, gpointer piece);

G_END_DECLS

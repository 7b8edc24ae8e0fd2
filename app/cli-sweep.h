/* dateline-cli sweep: a point as a row, and the file of rows. */
#pragma once

#include "cli-command.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

#define CLI_MAX_JOBS 256

/* As many as there are processors. */
guint cli_sweep_default_jobs (void);

/* @scenario with --vary, --seeds, --cycles and --warmup, checked; or that of a name. */
DlSweepSpec *cli_sweep_spec_of (Cli *cli, const DlScenario *scenario, GError **error);
DlSweepSpec *cli_sweep_spec (Cli *cli, const char *name, GError **error);

typedef enum
{
  CLI_CELL_TEXT,
  CLI_CELL_INT,
  CLI_CELL_REAL /* NAN: nothing */
} CliCellType;

typedef struct
{
  CliCellType type;
  const char *text;
  guint64 number;
  double real;
} CliCell;

/* The columns of a sweep's rows: the keys that are varied, what came of the point, the static
 * analysis, and last its digest, by which it is known again. */
guint cli_sweep_n_columns (const DlSweepSpec *spec);
/* Its name, to be freed. */
char *cli_sweep_column (const DlSweepSpec *spec, guint column, CliCellType *type);
/* @cells: (n_columns), whose texts are those of the arguments. */
void cli_sweep_row (const DlSweepSpec *spec, const DlSweepResult *result, const char *run_digest,
                    const char *digest, CliCell *cells);

/* A part of a sweep: every so many points, so that parts take about the same time. */
typedef struct
{
  guint number, of; /* the shard, from 1; 1 of 1 is all of it */
} CliShard;

/* Ctrl+C ended a sweep of which @n_safe of @n_points are saved: main says so (cli_interrupt). */
gboolean cli_sweep_interrupt (Cli *cli, guint n_safe, guint n_points, GError **error);
/* Run what is not @known (n_points) of @shard; @options has what takes the results. */
gboolean cli_sweep_run (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *name,
                        const gboolean *known, DlSweepOptions *options, GError **error);

/* The points of @shard as runs of the library @file_name, which is made if it is not there, below
 * the scenario. */
gboolean cli_sweep_to_library (Cli *cli, const DlSweepSpec *spec, CliShard shard,
                               const char *file_name, DlSweepOptions *options, GError **error);

/* A file of results, which is added to, and nobody else may write to meanwhile. */
typedef struct _CliSweepFile CliSweepFile;

/* Open @file_name or make it, in the format that its ending says. @digests: (n_points) of @spec.
 * Errors: CLI_ERROR for a file that holds anything else. */
CliSweepFile *cli_sweep_file_open (const char *file_name, const DlSweepSpec *spec,
                                   const char *const *digests, GError **error);
/* (n_points) Which points it has. */
const gboolean *cli_sweep_file_get_known (const CliSweepFile *file);
/* How many points have a row. */
guint cli_sweep_file_n_safe (const CliSweepFile *file);
/* Add a row, whole or not at all. */
gboolean cli_sweep_file_add (CliSweepFile *file, const DlSweepResult *result, GError **error);
/* All points of the shard are there: bring their rows into the points' order. */
gboolean cli_sweep_file_sort (CliSweepFile *file, GCancellable *cancellable, GError **error);
/* One that has no rows and was not there before goes away again. NULL-safe. */
void cli_sweep_file_close (CliSweepFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliSweepFile, cli_sweep_file_close)

G_END_DECLS

/* dateline-cli sweep: a point as a row, and the file of rows. */
#pragma once

#include "cli-command.h"
#include "dl-comparison.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* The number of processors. */
guint cli_sweep_default_jobs (void);

/* @scenario with --vary, --seeds, --cycles and --warmup, checked; or that of a name. */
DlSweepSpec *cli_sweep_spec_of (Cli *cli, const DlScenario *scenario, GError **error);
DlSweepSpec *cli_sweep_spec (Cli *cli, const char *name, GError **error);

/* compare and report: a row for each combination of the values that --vary gives the scenario
 * called @arg, at most
 * @most of them in all. @n_seeds gets what --seeds says. */
gboolean cli_comparison_add (Cli *cli, DlComparison *comparison, const char *arg, guint most,
                             guint *n_seeds, GError **error);

/* A part of a sweep: every so many points, so that parts take about the same time. */
typedef struct
{
  guint number, of; /* the shard, from 1; 1 of 1 is all of it */
} CliShard;

/* A file of results, which is added to, locked against other programs. */
typedef struct _CliSweepFile CliSweepFile;

/* One that has no rows and was not there before goes away again. NULL-safe. */
void cli_sweep_file_close (CliSweepFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliSweepFile, cli_sweep_file_close)

G_END_DECLS

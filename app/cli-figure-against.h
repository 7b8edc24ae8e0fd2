/* dateline-cli figure: a second scenario, B, beside the first, A. */
#pragma once

#include "cli-command.h"
#include "dl-figure.h"

G_BEGIN_DECLS

/* What of B a figure shows; zeroed where there is none. */
typedef struct
{
  DlScenario *scenario;
  DlAnalysis *analysis;
  DlDragonflyAnalysis *dragonfly;
  DlCritical *critical;
  DlSimFigure *simulation;
  DlFigureInput input;
} CliAgainst;

void cli_against_clear (CliAgainst *against);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliAgainst, cli_against_clear)

/* Whether --against and --against-set fit @figure, and @show, of --show (nullable), fits both. */
gboolean cli_against_check (const CliOptions *options, const char *show, const DlFigure *figure,
                            GError **error);
/* B as the options of @cli name it, once; nothing where they name none. */
gboolean cli_against_load (Cli *cli, const DlScenario *a, CliAgainst *against, GError **error);
/* The same evaluated; @a is A's input. */
gboolean cli_against_evaluate (Cli *cli, const DlFigureInput *a, CliAgainst *against,
                               GError **error);
/* What figures of a run, and of critical cables, need of it; once. */
gboolean cli_against_simulate (Cli *cli, CliAgainst *against, GError **error);
gboolean cli_against_find_critical (Cli *cli, CliAgainst *against, GError **error);

/* Of cli-figure-source.c: a run of @scenario, in a torus with the router @watched seen from inside;
 * NULL on error. */
DlSimFigure *cli_figure_simulate (Cli *cli, const DlScenario *scenario, guint watched,
                                  GError **error);

G_END_DECLS

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

/* Whether --against, --against-set and --show fit each other and @figure. */
gboolean cli_against_check (const CliOptions *options, const DlFigure *figure, GError **error);
/* B as the options name it, with what @figure needs of it, as @input's against; nothing where they
 * name none. @input is A's and complete. */
gboolean cli_against_load (Cli *cli, const DlFigure *figure, DlFigureInput *input,
                           CliAgainst *against, GError **error);

/* Of cli-figure.c: a run of @scenario, NULL on error; and whether @figure needs one. */
DlSimFigure *cli_figure_simulate (Cli *cli, const DlScenario *scenario, GError **error);
gboolean cli_figure_shows_simulation (const DlFigure *figure, const DlFigureInput *input);

G_END_DECLS

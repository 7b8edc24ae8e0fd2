/* dateline-cli figure: what figures of a scenario show, computed when the first of them needs it.
 */
#pragma once

#include "cli-command.h"
#include "dl-figure.h"

G_BEGIN_DECLS

typedef struct _CliFigureSource CliFigureSource;

/* Of @scenario, which stays the caller's. B is what --against and --against-set of @cli name. */
CliFigureSource *cli_figure_source_new (Cli *cli, const DlScenario *scenario);
/* With all that inputs point to. NULL-safe. */
void cli_figure_source_free (CliFigureSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFigureSource, cli_figure_source_free)

DlKind cli_figure_source_kind (const CliFigureSource *source);

/* Whether @options say only what there is, and what @figure can show of this scenario, and --show
 * and the options of B fit. Analyzes nothing: bad options fail at once. */
gboolean cli_figure_source_check (CliFigureSource *source, const DlFigure *figure,
                                  const CliOptions *options, GError **error);
/* What @figure shows with @options, which were checked: its style, too. FALSE on error. */
gboolean cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure,
                                 const CliOptions *options, DlFigureInput *input, GError **error);

/* The title and what is left out, of @options. */
DlFigureStyle cli_figure_style (const CliOptions *options);

G_END_DECLS

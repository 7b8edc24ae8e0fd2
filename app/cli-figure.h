/* dateline-cli figure: what its parts share. */
#pragma once

#include "cli-command.h"
#include "dl-figure-options.h"

G_BEGIN_DECLS

/* @options of a figure, which may be a panel's, with those of runs and of B that are the command's.
 * Nothing is copied. */
DlFigureOptions cli_figure_options (const Cli *cli, const CliOptions *options);

/* Whether @options are of a page of panels, or of a figure. */
gboolean cli_figure_check_panels (const CliOptions *options, gboolean of_panels, GError **error);
/* "ring-matrix --metric load", of --panel, as a shell reads it: @options, which are zeroed, are to
 * be cleared also on error; a scenario that it names is their second argument. */
gboolean cli_figure_parse_panel (const char *text, CliOptions *options, const DlFigure **figure,
                                 GError **error);

/* Data of figures, computed when the first of them needs it: cli-figure-source.c --------------- */

typedef struct _CliFigureSource CliFigureSource;

/* Data of @scenario, which stays the caller's. --against and --against-set of @cli name B. */
CliFigureSource *cli_figure_source_new (Cli *cli, const DlScenario *scenario);
/* Free @source with all data that its inputs point to. NULL-safe. */
void cli_figure_source_free (CliFigureSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFigureSource, cli_figure_source_free)

const DlFamily *cli_figure_source_family (const CliFigureSource *source);

/* Whether @options say only what there is, and what @figure can show of this scenario, and --show
 * and the options of B fit. Analyzes nothing: bad options fail at once. */
gboolean cli_figure_source_check (CliFigureSource *source, const DlFigure *figure,
                                  const CliOptions *options, GError **error);
/* Input of @figure with @options, which were checked: its style, too. FALSE on error. */
gboolean cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure,
                                 const CliOptions *options, DlFigureInput *input, GError **error);

G_END_DECLS

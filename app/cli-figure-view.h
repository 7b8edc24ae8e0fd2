/* dateline-cli figure: which figure, and the options that say what of a scenario it shows. */
#pragma once

#include "cli-command.h"
#include "dl-figure.h"

G_BEGIN_DECLS

/* The figure of that name, of either kind of network; NULL with an error. */
const DlFigure *cli_figure_find (const char *name, GError **error);
/* Whether @figure is of networks of @kind, which the scenario @name is of. */
gboolean cli_figure_check_kind (const DlFigure *figure, DlKind kind, const char *name,
                                GError **error);

/* What @options change of @input, which is complete but for that. */
gboolean cli_figure_parse_view (const CliOptions *options, const DlFigure *figure,
                                DlFigureInput *input, GError **error);
/* The policies that @text lists, or for NULL all that say something of their own of @scenario; of
 * DlVcPolicy. */
GPtrArray *cli_figure_parse_policies (const DlScenario *scenario, const char *text, GError **error);
/* The code region of @counters that --region names, as @input's: by default the whole program,
 * where they have it. */
gboolean cli_figure_parse_region (const CliOptions *options, const DlCounters *counters,
                                  DlFigureInput *input, GError **error);

G_END_DECLS

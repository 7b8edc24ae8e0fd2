/* dateline-cli figure panels: several figures on one page. */
#pragma once

#include "cli-figure-source.h"

G_BEGIN_DECLS

/* What --panel names, each a figure with options of its own. */
typedef struct _CliPanels CliPanels;

/* Whether @options are of a page of panels, or of a figure. */
gboolean cli_panels_check_options (const CliOptions *options, gboolean of_panels, GError **error);
/* Those that @options name; NULL on error. */
CliPanels *cli_panels_new (const CliOptions *options, GError **error);
/* NULL-safe. */
void cli_panels_free (CliPanels *panels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliPanels, cli_panels_free)

/* Its first figure. */
const DlFigure *cli_panels_first (const CliPanels *panels);
/* What the page shows of @source's scenario, called @name; it points into @panels. FALSE on error.
 */
gboolean cli_panels_fill (CliPanels *panels, Cli *cli, CliFigureSource *source, const char *name,
                          DlFigureInput *input, GError **error);

G_END_DECLS

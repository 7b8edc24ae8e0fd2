/* A figure as a command line. */
#pragma once

#include "dl-figure.h"
#include "dl-session.h"

G_BEGIN_DECLS

/* The dateline-cli command that writes @figure of @scenario ("library:NAME" or a file name) to the
 * file @output, in the format of its ending; options that are the default are left out. Of @view
 * counts what the figure uses; its analysis and dragonfly may be NULL, which leaves
 * ring and group to the default. @stored is what @scenario names: what was swept may be another
 * one; NULL: it is not. */
char *dl_figure_command (const DlFigure *figure, const DlFigureInput *view, const char *scenario,
                         const DlScenario *stored, const char *output, double width_in, double dpi);
/* What names the session's scenario there: "FILE.dateline" where no library has it. Free with
 * g_free. */
char *dl_figure_command_scenario (DlSession *session);

G_END_DECLS

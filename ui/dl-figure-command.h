/* A figure as a command line. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

/* The dateline-cli command that writes @figure of @scenario ("library:NAME" or a file name) to the
 * file @output, in the format of its ending; options that are the default are left out. Of @view
 * counts what the figure uses; its analysis and dragonfly may be NULL, which leaves
 * ring and group to the default. */
char *dl_figure_command (const DlFigure *figure, const DlFigureInput *view, const char *scenario,
                         const char *output, double width_in, double dpi);

G_END_DECLS

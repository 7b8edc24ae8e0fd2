/* Scenarios from whatever carries one: a scenario file, or a figure. */
#pragma once

#include "dl-scenario-file.h"

G_BEGIN_DECLS

/* How large a file can be that begins with these bytes: a figure of a large network as SVG has a
 * few hundred thousand shapes. */
gsize dl_figure_load_limit (const guint8 *data, gsize length);

/* The scenario in @data: a scenario file's text, or a PNG, SVG or PDF that dl_figure_render made,
 * told apart by what they begin with. @name is for messages; @files and @warnings
 * (nullable) as dl_scenario_parse_in: a figure has no files beside it. Safe on any bytes. */
DlScenario *dl_figure_parse_scenario (const guint8 *data, gsize length, const char *name,
                                      DlScenarioFiles files, GStrv *warnings, GError **error);

/* The same from a regular file. @chosen and @outside (both nullable) as in DlScenarioFiles. */
DlScenario *dl_figure_load_scenario (const char *file_name, const char *const *chosen,
                                     char **outside, GStrv *warnings, GError **error);

G_END_DECLS

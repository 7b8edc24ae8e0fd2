/* dateline-cli lesson grade: hand-ins replayed and judged, a row each. */
#pragma once

#include "cli-command.h"

G_BEGIN_DECLS

/* Grades the files that the arguments after the action name. */
CliStatus cli_lesson_grade (Cli *cli, GError **error);

G_END_DECLS

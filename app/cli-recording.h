/* FILE on the command line that is a recording, or a scenario: a run without edits. */
#pragma once

#include "cli-command.h"
#include "dl-recording.h"

G_BEGIN_DECLS

/* The recording called @file_name ("-": standard input; "library:NAME": the last run of a scenario
 * of the library); warnings go to standard error. */
DlRecording *cli_recording_load (Cli *cli, const char *file_name, GError **error);

G_END_DECLS

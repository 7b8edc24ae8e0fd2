/* What the parts of dateline-cli lesson share. */
#pragma once

#include "cli-command.h"
#include "dl-lesson.h"

G_BEGIN_DECLS

/* A lesson of the program, or a file, in the language of --language or of the locale. */
DlLesson *cli_lesson_load (Cli *cli, const char *name, GError **error);
/* @markdown as text, each line of it behind @indent, wrapped. */
void cli_lesson_append (GString *out, const char *markdown, const char *indent);

CliStatus cli_lesson_facts (Cli *cli, GError **error);
CliStatus cli_lesson_run (Cli *cli, GError **error);
CliStatus cli_lesson_grade (Cli *cli, GError **error);

G_END_DECLS

/* A report as a command line. */
#pragma once

#include "dl-report-data.h"

G_BEGIN_DECLS

/* What the command says; what is NULL it does not. */
typedef struct
{
  const char *const *scenarios; /* "preset:ring-8", "library:NAME", a file's name */
  const char *const *set;       /* as --set has it, of all scenarios */
  const char *const *vary;
  const char *cycles, *warmup, *database;
  const char *title, *author, *date, *paper;
  DlReportOptions options;
} DlReportCommand;

/* The dateline-cli command that makes the report, into report.pdf: where a report is written does
 * not change it. Quoted for a shell; free with g_free. */
char *dl_report_command (const DlReportCommand *command);
/* The same of scenario-1.dateline and so on, one for each of its scenarios as they are after --set;
 * NULL where none of them is in a library, and where some are varied. */
char *dl_report_command_of_texts (const DlReportCommand *command);

G_END_DECLS

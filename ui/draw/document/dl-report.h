/* A report: chosen scenarios as a document, with configuration, maps, verdicts, simulations,
 * comparison, and the command that makes the same report. */
#pragma once

#include "dl-document.h"
#include "dl-report-data.h"

G_BEGIN_DECLS

typedef struct
{
  const char *title;   /* NULL or empty: the scenario's name, or how many there are */
  const char *author;  /* nullable */
  const char *date;    /* "2026-11-22", or with a time; NULL: none, for the same bytes each time */
  const char *command; /* that makes the same report; nullable */
  /* The same of the texts that it prints, called scenario-1.dateline and so on, where @command asks
   * a library for them; nullable. */
  const char *command_of_texts;
  DlSheet sheet;
} DlReportLook;

typedef struct _DlReport DlReport;

/* Laid out. @data stays until the report is freed; nothing is computed here. */
DlReport *dl_report_new (const DlReportData *data, const DlReportLook *look);
void dl_report_free (DlReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlReport, dl_report_free)

const DlDocument *dl_report_get_document (const DlReport *report);
/* A PDF, reproducible to the byte. It carries the first scenario as figures do
 * (dl_figure_read_scenario). Errors and progress as dl_document_render. */
GBytes *dl_report_render (const DlReport *report, DlProgressFunc progress, gpointer progress_data,
                          GCancellable *cancellable, GError **error);

G_END_DECLS

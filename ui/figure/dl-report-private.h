/* What the parts of dl-report share. */
#pragma once

#include "dl-report.h"

G_BEGIN_DECLS

/* What is drawn of a scenario. */
typedef struct
{
  const DlComparisonRow *row;
  const DlReportItem *item;
  DlSimFigure *simulation; /* nullable */
  DlFigureInput input;
  char *name; /* in headings */
} DlReportScenario;

struct _DlReport
{
  const DlReportData *data;
  DlDocument *document;
  DlReportScenario *scenarios; /* (n) */
  guint n;
  char *title, *author, *date, *command;
};

static inline gboolean
dl_report_has (const DlReport *report, DlReportParts part)
{
  return (report->data->options.parts & part) != 0;
}

/* Chapters. */
void dl_report_add_scenario (DlReport *report, const DlReportScenario *scenario);
void dl_report_add_comparison (DlReport *report);
void dl_report_add_making (DlReport *report);
/* Parts of a scenario's chapter. */
void dl_report_add_configuration (DlReport *report, const DlReportScenario *scenario);
void dl_report_add_simulation (DlReport *report, const DlReportScenario *scenario);
void dl_report_add_load_curve (DlReport *report, const DlReportScenario *scenario);

/* A paragraph of a format. */
void dl_report_add_line (DlReport *report, DlParagraph style, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
guint dl_report_working_nodes (const DlReportScenario *scenario);
/* Numbers with a point in every locale; "–" for NAN, "∞". */
void dl_report_cell_number (DlDocumentTable *table, double value, guint digits);
void dl_report_cell_count (DlDocumentTable *table, guint64 value);
/* @id: of the scenario's kind; its own title and caption are left out. */
void dl_report_add_figure (DlReport *report, const DlReportScenario *scenario, const char *id,
                           const DlFigureInput *input, const char *caption);

G_END_DECLS

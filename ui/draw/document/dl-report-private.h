/* Internals of dl-report. */
#pragma once

#include "dl-report.h"

G_BEGIN_DECLS

typedef struct _DlReportScenario DlReportScenario;

/* Report parts that only scenarios of one family have. */
typedef struct
{
  const DlFamily *family;                                                 /* NULL: of any */
  void (*add_facts) (DlReport *report, const DlReportScenario *scenario); /* below the verdict */
  void (*add_loads) (DlReport *report, const DlReportScenario *scenario);
  void (*add_equations) (DlReport *report, const DlReportScenario *scenario); /* nullable */
  /* The figure that is its map, and captions of it, translatable: of the analysis, and of the
   * simulation (nullable: there is no such map); and of a scenario, by its number and name, less
   * the first one. */
  const char *map, *map_caption, *simulated_caption;
  char *(*difference_caption) (guint number, const char *name);
} DlReportKind;

extern const DlReportKind dl_report_torus;
extern const DlReportKind dl_report_dragonfly;
extern const DlReportKind dl_report_fabric;
extern const DlReportKind dl_report_plain;

/* Scenario in a report. */
struct _DlReportScenario
{
  const DlComparisonRow *row;
  const DlReportItem *item;
  const DlReportKind *kind; /* its family's */
  DlSimFigure *simulation;  /* nullable */
  DlFigureInput input;
  char *name; /* in headings */
};

/* Something to list: what, and how much. */
typedef struct
{
  const char *label;
  double value;
  guint digits;
  gboolean at_most; /* it is a bound: "≤ 0.2812" */
} DlReportFact;

struct _DlReport
{
  const DlReportData *data;
  DlDocument *document;
  DlReportScenario *scenarios; /* (n) */
  guint n;
  char *title, *author, *date, *command, *command_of_texts;
};

static inline gboolean
dl_report_has (const DlReport *report, DlReportParts part)
{
  return (report->data->options.parts & part) != 0;
}

/* Is anything in it simulated, for it or earlier? */
gboolean dl_report_has_runs (const DlReport *report);

/* Chapters. */
void dl_report_add_comparison (DlReport *report);
void dl_report_add_lines (DlReport *report);
void dl_report_add_making (DlReport *report);
/* Parts of a scenario's chapter. */
void dl_report_add_simulation (DlReport *report, const DlReportScenario *scenario);
void dl_report_add_load_curve (DlReport *report, const DlReportScenario *scenario);

/* A paragraph of a format. */
void dl_report_add_line (DlReport *report, DlParagraph style, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void dl_report_add_facts (DlReport *report, const DlReportFact *facts, guint n);
/* @id: of the scenario's kind; its own title and caption are left out. */
void dl_report_add_figure (DlReport *report, const DlReportScenario *scenario, const char *id,
                           const DlFigureInput *input, const char *caption);

G_END_DECLS

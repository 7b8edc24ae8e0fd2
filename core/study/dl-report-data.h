/* Data of a report on scenarios, found out before any of it is drawn. */
#pragma once

#include "dl-comparison.h"
#include "dl-evaluate.h"
#include "dl-load-sweep.h"

G_BEGIN_DECLS

/* Parts that a report can have besides the simulation, of each scenario or of all; bits. */
typedef enum
{
  DL_REPORT_CONFIGURATION = 1 << 0,
  DL_REPORT_VERDICT = 1 << 1,
  DL_REPORT_MAP = 1 << 2,
  DL_REPORT_BALANCE = 1 << 3, /* and loads; of a dragonfly the loads of its classes of links */
  DL_REPORT_EQUATIONS = 1 << 4,
  DL_REPORT_COMPARISON = 1 << 5,
  DL_REPORT_DIFFERENCES = 1 << 6,
  DL_REPORT_SOURCES = 1 << 7,
  /* All but the equations. */
  DL_REPORT_DEFAULT = 0xff & ~DL_REPORT_EQUATIONS
} DlReportParts;

typedef struct
{
  const char *id;    /* "configuration" */
  const char *title; /* translatable */
  DlReportParts part;
  const char *description; /* a line, translatable */
} DlReportPart;

/* All of them, in the order of a report. */
const DlReportPart *dl_report_parts (guint *n);

/* Scenarios at most: a report is read by people. */
#define DL_REPORT_MOST 100
/* Runs of each scenario that are taken from a library, where none is simulated for the report. */
#define DL_REPORT_STORED_RUNS 10

typedef struct
{
  guint parts; /* DlReportParts */
  gboolean simulate;
  guint n_seeds; /* runs of each scenario */
  gboolean load_curve;
  guint n_threads; /* results do not depend on it */
  gboolean keeps;  /* a canceled simulation counts as far as it came: DlReportData.interrupted */
} DlReportOptions;

DlReportOptions dl_report_options_default (void);

/* One of the scenarios; its row in the comparison has the numbers. */
typedef struct
{
  DlEvaluation *result;
  DlSimulation *simulation; /* its first run; NULL if nothing is simulated */
  DlLoadCurve *load_curve;  /* nullable */
  char *curve_problem;      /* why there is no curve of it, translated; NULL */
} DlReportItem;

/* A line of a run that was gone back in: it shares its beginning with the one that it left. */
typedef struct
{
  char *name;
  guint left; /* index of that among all; G_MAXUINT: it is the first one, or that is not kept; */
  guint64 left_at, end;  /* and in which cycle */
  GStrv changes;         /* "8,000: Broke the cable X+ of (5,5,11)" */
  GArray *points;        /* DlSimPoint */
  double load_nodes;     /* working nodes, times flits/node/cycle that a load of 1 is */
  const char *load_unit; /* translatable; NULL: flits/node/cycle */
  /* At its end; cycles are 0 where that was not looked at. */
  DlSweepResult at_end;
  guint64 delivered, in_flight; /* packets */
} DlReportLine;

/* An empty array of DlReportLine; unref with g_array_unref. */
GArray *dl_report_lines_new (void);

/* Not changed any more once it is made. */
typedef struct
{
  DlReportOptions options;
  DlComparison *comparison;
  DlReportItem *items;  /* (comparison->rows->len) */
  GArray *lines;        /* DlReportLine of the run in the window; nullable; set by their owner */
  gboolean interrupted; /* it was canceled, and its options say to keep it */
  guint n_done, n_all;  /* runs and load curves, and how many there are to be */
} DlReportData;

/* Compute all that @options ask for of the scenarios of @comparison, which is taken: first each
 * one's analysis, then the simulations. Any thread.
 * Errors: those of dl_evaluation_new, dl_simulate and dl_load_curve_run, but that a scenario has no
 * load curve; with the name of the scenario in front where there are several. */
DlReportData *dl_report_data_new (DlComparison *comparison, const DlReportOptions *options,
                                  DlProgressFunc progress, gpointer progress_data,
                                  GCancellable *cancellable, GError **error);
/* "3 of 20 simulations are finished", translated: runs and load curves. Free with g_free. */
char *dl_report_data_how_far (const DlReportData *data);
void dl_report_data_free (DlReportData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlReportData, dl_report_data_free)

/* A report as a command line. */

/* Contents of the command; NULL is left out. */
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

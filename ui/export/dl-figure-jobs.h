/* Figures, made ready and written off the main loop. */
#pragma once

#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-job.h"
#include "dl-pin.h"
#include "dl-report.h"
#include "dl-sweep-chart.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Data for figures of one scenario; no longer changed, shared between threads. */
typedef struct
{
  char *title;     /* name of the state in lists; nullable */
  char *reference; /* how the command line is told of its scenario, "library:NAME"; nullable */
  DlEvaluation *result;
  GPtrArray *policies;     /* analyses under each VC policy; NULL before they are compared */
  DlCritical *critical;    /* nullable */
  DlSimFigure *simulation; /* nullable */
  DlLoadCurve *load_curve; /* nullable */
  DlCounters *counters;    /* nullable: of a real machine */
  DlMeasured *measured;    /* nullable: these beside the result */
  GPtrArray *papers;       /* DlPaperResult: of the checks that were run */
  DlPin *pin;              /* nullable: B, whose links compare with the result's; and what figures
                              show of it: */
  DlSimFigure *pin_simulation; /* nullable */
  DlFigureInput against;
  DlSweepFigure *sweep;       /* nullable; and: */
  DlEvaluation *sweep_result; /* of its scenario; NULL before it is analyzed */
  gboolean simulates;         /* a simulation that figures need is run on demand */
} DlFigureData;

/* Data of @result, without the data made on demand. @critical is the result's own, @simulation its
 * simulation, @load_curve its sweep, and @counters the counters of its machine; each may be
 * NULL. */
DlFigureData *dl_figure_data_new (DlEvaluation *result, DlCritical *critical,
                                  DlSimFigure *simulation, DlLoadCurve *load_curve,
                                  DlCounters *counters, DlMeasured *measured);
/* Name of its state, and how the command line finds its scenario; both nullable. Before the data is
 * shared. */
void dl_figure_data_set_name (DlFigureData *data, const char *title, const char *reference);
/* Let figures that compare show @pin (nullable), to which a reference is taken, beside the result,
 * if its links compare. Before the data is shared. */
void dl_figure_data_set_pin (DlFigureData *data, DlPin *pin);
/* Let figures of a sweep show @sweep (nullable), to which a reference is taken, whatever scenario
 * it is of. Likewise. */
void dl_figure_data_set_sweep (DlFigureData *data, DlSweepFigure *sweep);
DlFigureData *dl_figure_data_ref (DlFigureData *data);
/* NULL-safe. */
void dl_figure_data_unref (DlFigureData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFigureData, dl_figure_data_unref)

/* Whether everything that @figure needs is there; of @view count panels, each of which is a view,
 * too. @data may be NULL. */
gboolean dl_figure_data_suits (const DlFigureData *data, const DlFigure *figure,
                               const DlFigureInput *view);
/* User action needed before @figure can show the content of @view, translated; NULL: none. */
const char *dl_figure_data_missing (const DlFigureData *data, const DlFigure *figure,
                                    const DlFigureInput *view);
/* For @figure: metric, dimension and node, slice and planes, or group and order, what of A and B,
 * and the style, of @view. A node, plane or group that the network has not is its first, and a
 * metric that is not of its kind the first of its kind. Everything else is @data's
 * and not copied: a paper check has a scenario of its own. */
DlFigureInput dl_figure_data_input (const DlFigureData *data, const DlFigure *figure,
                                    DlFigureInput view);

/* @scenario analyzed, whose simulation is run on demand. @owner as below. */
void dl_figure_data_evaluate_async (const DlScenario *scenario, gpointer owner,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);

/* The same with what @figure needs besides: the comparison of policies, its paper check, a load
 * curve, the analysis of the swept scenario, or a simulation. Panels of other states are left as
 * they are.
 * @progress (nullable) is called on other threads, until the callback. @owner stays alive until
 * then and is the callback's source. */
void dl_figure_data_complete_async (DlFigureData *data, const DlFigure *figure,
                                    const DlFigureInput *view, DlProgressFunc progress,
                                    gpointer progress_data, gpointer owner,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Finishes both. */
DlFigureData *dl_figure_data_complete_finish (GAsyncResult *result, GError **error);

/* A figure, or panels on one page, with all that it shows, to be drawn on any thread. */
typedef struct
{
  const DlFigure *figure;
  DlFigureInput input;
  DlFigurePanel *panels; /* (input.n_panels) */
  DlFigureData *data;    /* nullable: all panels have states */
  GStringChunk *texts;   /* titles */
} DlFigureDrawing;

/* A drawing of @data, which suits @figure and @view. */
DlFigureDrawing *dl_figure_drawing_new (DlFigureData *data, const DlFigure *figure,
                                        const DlFigureInput *view);
DlFigureDrawing *dl_figure_drawing_ref (DlFigureDrawing *drawing);
/* NULL-safe. */
void dl_figure_drawing_unref (DlFigureDrawing *drawing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFigureDrawing, dl_figure_drawing_unref)

/* "pdf" */
const char *dl_figure_ending (DlFigureFormat format);
/* A file without one of the endings gets that of @format. Whoever chose it was asked about another
 * file then, so one that is there already stays. Errors: G_IO_ERROR_EXISTS,
 * G_IO_ERROR_NOT_SUPPORTED for files that are not on this computer. */
GFile *dl_figure_complete_file (GFile *file, DlFigureFormat format, GError **error);

/* Write a figure in the format of @file's ending: large ones take up to a second. @owner as above.
 * Errors: those of dl_figure_export. */
void dl_figure_write_async (DlFigureDrawing *drawing, GFile *file, double width_in, double dpi,
                            gpointer owner, GAsyncReadyCallback callback, gpointer user_data);
gboolean dl_figure_write_finish (GAsyncResult *result, GError **error);

/* Reports, made and written off the main loop. */

/* Report and its path. */
typedef struct
{
  DlComparison *comparison; /* of at least one scenario */
  DlReportOptions options;
  GArray *lines; /* DlReportLine; nullable */
  DlSheet sheet;
  char *title, *author, *date, *command, *command_of_texts; /* nullable */
  char *path;
} DlReportRequest;

void dl_report_request_free (DlReportRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlReportRequest, dl_report_request_free)

/* @error NULL: it is written. Not called if the job was canceled: then nothing is. */
typedef void (*DlReportDone) (const char *path, const GError *error, gpointer user_data);

/* Find out, draw and write what @request, which is taken, asks for. @user_data as dl_job_start's.
 */
void dl_report_job_start (DlJob *job, DlReportRequest *request, DlReportDone done,
                          gpointer user_data);

G_END_DECLS

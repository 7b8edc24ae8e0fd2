#include "dl-report-jobs.h"

/* Drawing takes that share of the time where nothing is simulated, and less where something is. */
#define DRAWING_SHARE 0.5

void
dl_report_request_free (DlReportRequest *request)
{
  if (request == NULL)
    return;
  dl_comparison_free (request->comparison);
  g_free (request->title);
  g_free (request->author);
  g_free (request->date);
  g_free (request->command);
  g_free (request->command_of_texts);
  g_free (request->path);
  g_free (request);
}

/* What came of it, for its caller. */
typedef struct
{
  char *path;
  GError *error;
  DlReportDone done;
  gpointer user_data;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  g_free (outcome->path);
  g_clear_error (&outcome->error);
  g_free (outcome);
}

typedef struct
{
  DlReportRequest *request;
  DlReportDone done;
  gpointer user_data;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  dl_report_request_free (work->request);
  g_free (work);
}

/* A piece of the progress. */
typedef struct
{
  DlProgressFunc func;
  gpointer data;
  double from, share;
} Piece;

static void
set_piece (double fraction, gpointer data)
{
  const Piece *piece = data;

  piece->func (piece->from + fraction * piece->share, piece->data);
}

static gboolean
make (DlReportRequest *request, DlProgressFunc progress, gpointer progress_data,
      GCancellable *cancellable, GError **error)
{
  const DlReportLook look = { .title = request->title,
                              .author = request->author,
                              .date = request->date,
                              .command = request->command,
                              .command_of_texts = request->command_of_texts,
                              .sheet = request->sheet };
  const gboolean simulates = request->options.simulate || request->options.load_curve;
  const double drawing = simulates ? DRAWING_SHARE / 10 : DRAWING_SHARE;
  Piece finding = { progress, progress_data, 0, 1 - drawing };
  Piece rendering = { progress, progress_data, 1 - drawing, drawing };
  g_autoptr (DlReportData) data = NULL;
  g_autoptr (DlReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;

  data = dl_report_data_new (g_steal_pointer (&request->comparison), &request->options, set_piece,
                             &finding, cancellable, error);
  if (data == NULL)
    return FALSE;
  report = dl_report_new (data, &look);
  bytes = dl_report_render (report, set_piece, &rendering, cancellable, error);
  return bytes != NULL && dl_figure_write_file (bytes, request->path, error);
}

static gpointer
run (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  Work *work = data;
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->path = g_strdup (work->request->path);
  outcome->done = work->done;
  outcome->user_data = work->user_data;
  make (work->request, progress, progress_data, cancellable, &outcome->error);
  return outcome;
}

static void
on_done (gpointer result, gpointer user_data)
{
  Outcome *outcome = result;

  outcome->done (outcome->path, outcome->error, outcome->user_data);
  outcome_free (outcome);
}

void
dl_report_job_start (DlJob *job, DlReportRequest *request, DlReportDone done, gpointer user_data)
{
  Work *work = g_new (Work, 1);

  *work = (Work) { request, done, user_data };
  dl_job_start (job, run, work, work_free, outcome_free, on_done, NULL);
}

#include "dl-figure-jobs.h"

#include "dl-figure-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Drawing takes that share of the time where nothing is simulated, and less where something is. */
#define DRAWING_SHARE 0.5

void
dl_report_request_free (DlReportRequest *request)
{
  if (request == NULL)
    return;
  dl_comparison_free (request->comparison);
  g_clear_pointer (&request->lines, g_array_unref);
  g_free (request->title);
  g_free (request->author);
  g_free (request->date);
  g_free (request->command);
  g_free (request->command_of_texts);
  g_free (request->path);
  g_free (request);
}

/* Outcome, for its caller. */
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
  data->lines = g_steal_pointer (&request->lines);
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

/* Data ----------------------------------------------------------------------------------------- */

DlFigureData *
dl_figure_data_new (DlEvaluation *result, DlCritical *critical, DlSimFigure *simulation,
                    DlLoadCurve *load_curve, DlCounters *counters, DlMeasured *measured)
{
  DlFigureData *data = g_atomic_rc_box_new0 (DlFigureData);

  data->papers = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  data->result = dl_evaluation_ref (result);
  data->critical = critical != NULL ? dl_critical_ref (critical) : NULL;
  data->simulation = simulation != NULL ? dl_sim_figure_ref (simulation) : NULL;
  data->load_curve = load_curve != NULL ? dl_load_curve_ref (load_curve) : NULL;
  data->counters = counters != NULL ? dl_counters_ref (counters) : NULL;
  data->measured = measured != NULL ? dl_measured_ref (measured) : NULL;
  return data;
}

void
dl_figure_data_set_pin (DlFigureData *data, DlPin *pin)
{
  const DlEvaluation *result = pin != NULL ? pin->result : NULL;

  if (result == NULL || dl_pin_misfit (data->result, result) != NULL)
    return;
  data->pin = dl_pin_ref (pin);
  if (pin->simulated)
    data->pin_simulation
        = dl_sim_figure_new_links (&pin->links, pin->from, pin->to, result->scenario->seed);
  data->against = dl_figure_input_default (result->scenario, result->analysis_of_family);
  data->against.critical = pin->critical;
  data->against.simulation = data->pin_simulation;
  data->against.counters = data->counters;
}

void
dl_figure_data_set_sweep (DlFigureData *data, DlSweepFigure *sweep)
{
  if (sweep == NULL)
    return;
  data->sweep = dl_sweep_figure_ref (sweep);
  if (dl_scenario_equal (sweep->points->spec->scenario, data->result->scenario))
    data->sweep_result = dl_evaluation_ref (data->result);
}

void
dl_figure_data_set_name (DlFigureData *data, const char *title, const char *reference)
{
  data->title = g_strdup (title);
  data->reference = g_strdup (reference);
}

/* Let its scenario be simulated where a figure needs that: of a state that nothing else runs.
 * Before the data is shared. */
static void
figure_data_set_simulates (DlFigureData *data)
{
  data->simulates = TRUE;
}

static void
data_clear (DlFigureData *data)
{
  g_free (data->title);
  g_free (data->reference);
  g_clear_pointer (&data->policies, g_ptr_array_unref);
  dl_critical_unref (data->critical);
  dl_sim_figure_unref (data->simulation);
  dl_load_curve_unref (data->load_curve);
  dl_counters_unref (data->counters);
  dl_measured_unref (data->measured);
  g_clear_pointer (&data->papers, g_ptr_array_unref);
  dl_sim_figure_unref (data->pin_simulation);
  dl_pin_unref (data->pin);
  dl_sweep_figure_unref (data->sweep);
  dl_evaluation_unref (data->sweep_result);
  dl_evaluation_unref (data->result);
}

DlFigureData *
dl_figure_data_ref (DlFigureData *data)
{
  return g_atomic_rc_box_acquire (data);
}

void
dl_figure_data_unref (DlFigureData *data)
{
  if (data != NULL)
    g_atomic_rc_box_release_full (data, (GDestroyNotify) data_clear);
}

/* A metric of another family: this family's first one. */
static const DlMetric *
metric_of (const DlFigureData *data, const DlMetric *metric)
{
  const DlFamily *family = data->result->scenario->family;
  const DlMetric *own = metric != NULL ? dl_family_metric_find (family, metric->id) : NULL;

  return own != NULL ? own : dl_family_metric (family, 0);
}

/* The result of @figure's check; NULL where there is none yet. */
static const DlPaperResult *
find_paper (const DlFigureData *data, const DlFigure *figure)
{
  for (guint i = 0; i < data->papers->len; i++)
    {
      const DlPaperResult *paper = g_ptr_array_index (data->papers, i);

      if (strcmp (dl_paper_check_id (paper->check), figure->paper_check) == 0)
        return paper;
    }
  return NULL;
}

/* Data that @panel is drawn from. States of panels are DlFigureData, of which drawings take
 * references; a panel without one uses @data. */
static DlFigureData *
figure_panel_data (const DlFigurePanel *panel, DlFigureData *data)
{
  return panel->state != NULL ? panel->state : data;
}

/* Does @figure show a simulation? */
static gboolean
shows_run (const DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  return figure->needs_simulation
         || (figure->uses_metric && dl_metric_is_simulated (metric_of (data, view->metric)));
}

/* The action that a figure other than a page of panels still needs, translated; NULL: none. */
static const char *
missing_of (const DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  const DlMetric *metric = metric_of (data, view->metric);
  const DlSimFigure *simulation = data->simulation;

  if (simulation == NULL && shows_run (data, figure, view)
      && (!data->simulates || figure->needs_inside))
    return _ ("Run the simulation first (F8)");
  if (figure->needs_inside && simulation->inside == NULL)
    return _ ("Look at a router from inside first (the view Router)");
  if (data->critical == NULL && figure->uses_metric && dl_metric_is_critical (metric))
    return _ ("Search the critical cables first (the page of that name, at the right)");
  if ((data->counters == NULL && figure->uses_metric && dl_metric_is_measured (metric))
      || (data->measured == NULL && figure->needs_measured))
    return _ ("Open a file of measured counters first (Ctrl+O)");
  if (data->sweep == NULL && figure->needs_sweep)
    return _ ("Run a sweep first, or open one (Ctrl+G)");
  return NULL;
}

const char *
dl_figure_data_missing (const DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  const char *missing = NULL;

  if (figure != &dl_figure_panels)
    return missing_of (data, figure, view);
  for (guint i = 0; i < view->n_panels && missing == NULL; i++)
    {
      const DlFigurePanel *panel = &view->panels[i];

      missing = missing_of (figure_panel_data (panel, (DlFigureData *) data), panel->figure,
                            &panel->input);
    }
  return missing;
}

gboolean
dl_figure_data_suits (const DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  for (guint i = 0; figure == &dl_figure_panels && i < view->n_panels; i++)
    {
      const DlFigurePanel *panel = &view->panels[i];

      if (!dl_figure_data_suits (figure_panel_data (panel, (DlFigureData *) data), panel->figure,
                                 &panel->input))
        return FALSE;
    }
  if (figure == &dl_figure_panels)
    return TRUE;
  return data != NULL && (!figure->needs_policies || data->policies != NULL)
         && (!shows_run (data, figure, view) || data->simulation != NULL)
         && (!figure->needs_inside || data->simulation->inside != NULL)
         && (!figure->needs_load_curve || data->load_curve != NULL)
         && (!figure->needs_measured || data->measured != NULL)
         && (!figure->needs_sweep || data->sweep_result != NULL)
         && (figure->paper_check == NULL || find_paper (data, figure) != NULL);
}

/* The first node of the watched router. */
static guint
node_of (const DlSimFigure *simulation)
{
  return dl_shape_node_at (simulation->shape, dl_place_router (simulation->inside->router));
}

DlFigureInput
dl_figure_data_input (const DlFigureData *data, const DlFigure *figure, DlFigureInput view)
{
  const DlFigureStyle style = view.style;
  /* The swept scenario may be another. */
  const DlEvaluation *result
      = figure->needs_sweep && data->sweep_result != NULL ? data->sweep_result : data->result;

  if (figure->paper_check != NULL)
    {
      view = dl_figure_input_paper (find_paper (data, figure));
      view.style = style;
      return view;
    }
  const DlFigureFamily *drawn = dl_figure_family_of (result->scenario->family);

  view.scenario = result->scenario;
  view.shape = result->net.shape;
  view.analysis = result->analysis_of_family;
  view.metric = metric_of (data, figure->uses_metric ? view.metric : NULL);
  view.against = figure->compares && data->pin != NULL ? &data->against : NULL;
  /* Give it only the data that it shows, so that its file does not depend on other data. */
  const gboolean compares
      = figure->needs_policies && view.against == NULL && data->policies != NULL;
  view.policies = compares ? data->policies->pdata : NULL;
  view.n_policies = compares ? data->policies->len : 0;
  view.critical = data->critical;
  view.simulation = data->simulation;
  view.load_curve = figure->needs_load_curve ? data->load_curve : NULL;
  view.counters = data->counters;
  view.measured = figure->needs_measured ? data->measured : NULL;
  view.sweep = figure->needs_sweep && data->sweep != NULL ? &data->sweep->chart : NULL;
  view.sorted = view.sorted && figure->uses_order;
  if (drawn->keep_inside != NULL)
    drawn->keep_inside (&view);
  if (figure->needs_inside)
    view.node = node_of (data->simulation);
  return view;
}

/* Drawings ------------------------------------------------------------------------------------- */

/* A copy of @style whose texts the drawing owns. */
static DlFigureStyle
keep_style (DlFigureDrawing *drawing, DlFigureStyle style)
{
  if (style.title != NULL)
    style.title = g_string_chunk_insert (drawing->texts, style.title);
  return style;
}

/* Shared settings are the first panel's. */
static void
set_panels (DlFigureDrawing *drawing, const DlFigureInput *view)
{
  drawing->panels = g_new (DlFigurePanel, view->n_panels);
  for (guint i = 0; i < view->n_panels; i++)
    {
      const DlFigurePanel *from = &view->panels[i];
      DlFigurePanel *panel = &drawing->panels[i];

      panel->figure = from->figure;
      panel->state = from->state != NULL ? dl_figure_data_ref (from->state) : NULL;
      panel->input = dl_figure_data_input (figure_panel_data (panel, drawing->data), from->figure,
                                           from->input);
      panel->input.style = keep_style (drawing, panel->input.style);
    }
  drawing->input = dl_figure_input_panels (drawing->panels, view->n_panels, view->n_columns);
  drawing->input.style = view->style;
}

DlFigureDrawing *
dl_figure_drawing_new (DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  DlFigureDrawing *drawing = g_atomic_rc_box_new0 (DlFigureDrawing);

  drawing->data = data != NULL ? dl_figure_data_ref (data) : NULL;
  drawing->figure = figure;
  drawing->texts = g_string_chunk_new (64);
  if (figure == &dl_figure_panels)
    set_panels (drawing, view);
  else
    drawing->input = dl_figure_data_input (data, figure, *view);
  drawing->input.style = keep_style (drawing, drawing->input.style);
  return drawing;
}

DlFigureDrawing *
dl_figure_drawing_ref (DlFigureDrawing *drawing)
{
  return g_atomic_rc_box_acquire (drawing);
}

static void
drawing_clear (DlFigureDrawing *drawing)
{
  for (guint i = 0; drawing->panels != NULL && i < drawing->input.n_panels; i++)
    dl_figure_data_unref (drawing->panels[i].state);
  dl_figure_data_unref (drawing->data);
  g_string_chunk_free (drawing->texts);
  g_free (drawing->panels);
}

void
dl_figure_drawing_unref (DlFigureDrawing *drawing)
{
  if (drawing != NULL)
    g_atomic_rc_box_release_full (drawing, (GDestroyNotify) drawing_clear);
}

/* Background work ------------------------------------------------------------------------------ */

typedef struct
{
  DlFigureData *data;
  GPtrArray *figures;      /* DlFigure */
  gboolean simulates;      /* for one of them */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
} Completion;

static void
completion_free (gpointer data)
{
  Completion *completion = data;

  dl_figure_data_unref (completion->data);
  g_ptr_array_unref (completion->figures);
  g_free (completion);
}

/* The scenario under each policy. */
static gboolean
compare (DlFigureData *data, GCancellable *cancellable, GError **error)
{
  const DlScenario *scenario = data->result->scenario;

  data->policies = dl_figure_family_of (scenario->family)
                       ->analyze_policies (scenario, NULL, cancellable, error);
  return data->policies != NULL;
}

/* Data that @from has and @data need not make again. */
static void
take_over (DlFigureData *data, const DlFigureData *from)
{
  for (guint i = 0; i < from->papers->len; i++)
    g_ptr_array_add (data->papers, dl_paper_result_ref (g_ptr_array_index (from->papers, i)));
  if (data->sweep_result == NULL && from->sweep_result != NULL)
    data->sweep_result = dl_evaluation_ref (from->sweep_result);
  if (from->policies != NULL)
    data->policies = g_ptr_array_ref (from->policies);
}

static gboolean
check_paper (DlFigureData *data, const DlFigure *figure, const Completion *completion,
             GCancellable *cancellable, GError **error)
{
  const DlPaperOptions options = {
    .threads = g_get_num_processors (),
    .progress = completion->progress,
    .progress_data = completion->progress_data,
  };

  DlPaperResult *paper = dl_paper_check_run (dl_paper_check_find (figure->paper_check), &options,
                                             cancellable, error);

  if (paper == NULL)
    return FALSE;
  g_ptr_array_add (data->papers, paper);
  return TRUE;
}

static gboolean
sweep_load (DlFigureData *data, const Completion *completion, GCancellable *cancellable,
            GError **error)
{
  const DlLoadSweepOptions options = dl_load_sweep_options_for (data->result->scenario);

  data->load_curve
      = dl_load_curve_run (data->result, &options, g_get_num_processors (), completion->progress,
                           completion->progress_data, cancellable, error);
  return data->load_curve != NULL;
}

static gboolean
analyze_swept (DlFigureData *data, GCancellable *cancellable, GError **error)
{
  data->sweep_result
      = dl_evaluation_new (data->sweep->points->spec->scenario, 0, NULL, cancellable, error);
  return data->sweep_result != NULL;
}

static gboolean
simulate (DlFigureData *data, const Completion *completion, GCancellable *cancellable,
          GError **error)
{
  DlSimulateOptions options = dl_simulate_options (data->result->scenario);
  g_autoptr (DlSimulation) run = NULL;

  options.threads = g_get_num_processors ();
  options.routes = dl_evaluation_routes (data->result);
  options.progress = completion->progress;
  options.progress_data = completion->progress_data;
  run = dl_simulate (data->result->scenario, &options, cancellable, error);
  if (run == NULL)
    return FALSE;
  data->simulation = dl_sim_figure_new_run (run);
  return TRUE;
}

static gboolean
complete (DlFigureData *data, const DlFigure *figure, const Completion *completion,
          GCancellable *cancellable, GError **error)
{
  return (!figure->needs_policies || data->policies != NULL || compare (data, cancellable, error))
         && (!figure->needs_load_curve || data->load_curve != NULL
             || sweep_load (data, completion, cancellable, error))
         && (!figure->needs_sweep || data->sweep_result != NULL
             || analyze_swept (data, cancellable, error))
         && (figure->paper_check == NULL || find_paper (data, figure) != NULL
             || check_paper (data, figure, completion, cancellable, error))
         && (!completion->simulates || data->simulation != NULL
             || simulate (data, completion, cancellable, error));
}

static void
complete_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Completion *own = task_data;
  g_autoptr (DlFigureData) data
      = dl_figure_data_new (own->data->result, own->data->critical, own->data->simulation,
                            own->data->load_curve, own->data->counters, own->data->measured);
  GError *error = NULL;

  dl_figure_data_set_pin (data, own->data->pin);
  dl_figure_data_set_sweep (data, own->data->sweep);
  dl_figure_data_set_name (data, own->data->title, own->data->reference);
  data->simulates = own->data->simulates;
  take_over (data, own->data);
  for (guint i = 0; i < own->figures->len; i++)
    if (!complete (data, g_ptr_array_index (own->figures, i), own, cancellable, &error))
      {
        g_task_return_error (task, error);
        return;
      }
  g_task_return_pointer (task, g_steal_pointer (&data), (GDestroyNotify) dl_figure_data_unref);
}

static void
add_figure (Completion *completion, const DlFigure *figure, const DlFigureInput *view)
{
  g_ptr_array_add (completion->figures, (gpointer) figure);
  completion->simulates
      |= completion->data->simulates && shows_run (completion->data, figure, view);
}

static void
evaluate_in_thread (GTask *task, gpointer source, gpointer scenario, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cancellable, &error);
  DlFigureData *data;

  if (result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  data = dl_figure_data_new (result, NULL, NULL, NULL, NULL, NULL);
  figure_data_set_simulates (data);
  g_task_return_pointer (task, data, (GDestroyNotify) dl_figure_data_unref);
}

void
dl_figure_data_evaluate_async (const DlScenario *scenario, gpointer owner,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (owner, cancellable, callback, user_data);

  g_task_set_task_data (task, dl_scenario_copy (scenario), (GDestroyNotify) dl_scenario_free);
  g_task_run_in_thread (task, evaluate_in_thread);
}

void
dl_figure_data_complete_async (DlFigureData *data, const DlFigure *figure,
                               const DlFigureInput *view, DlProgressFunc progress,
                               gpointer progress_data, gpointer owner, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (owner, cancellable, callback, user_data);
  Completion *completion = g_new (Completion, 1);

  *completion = (Completion) { .data = dl_figure_data_ref (data),
                               .figures = g_ptr_array_new (),
                               .progress = progress,
                               .progress_data = progress_data };
  add_figure (completion, figure, view);
  for (guint i = 0; figure == &dl_figure_panels && i < view->n_panels; i++)
    if (figure_panel_data (&view->panels[i], data) == data)
      add_figure (completion, view->panels[i].figure, &view->panels[i].input);
  g_task_set_task_data (task, completion, completion_free);
  g_task_run_in_thread (task, complete_in_thread);
}

DlFigureData *
dl_figure_data_complete_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Files ---------------------------------------------------------------------------------------- */

const char *
dl_figure_ending (DlFigureFormat format)
{
  static const char *const endings[] = {
    [DL_FIGURE_PDF] = "pdf",
    [DL_FIGURE_SVG] = "svg",
    [DL_FIGURE_PNG] = "png",
    [DL_FIGURE_CSV] = "csv",
  };

  return endings[format];
}

GFile *
dl_figure_complete_file (GFile *file, DlFigureFormat format, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *complete = NULL;
  DlFigureFormat other;

  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("Figures can only be saved on this computer"));
      return NULL;
    }
  if (dl_figure_format_for (path, &other, NULL))
    return g_object_ref (file);
  complete = g_strconcat (path, ".", dl_figure_ending (format), NULL);
  if (g_file_test (complete, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   _ ("“%s” already exists (use a different name, or choose the file to replace "
                      "it)"),
                   complete);
      return NULL;
    }
  return g_file_new_for_path (complete);
}

typedef struct
{
  DlFigureDrawing *drawing;
  GFile *file;
  double width_in, dpi;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  dl_figure_drawing_unref (writing->drawing);
  g_object_unref (writing->file);
  g_free (writing);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  GError *error = NULL;

  if (dl_figure_export (writing->drawing->figure, &writing->drawing->input,
                        g_file_peek_path (writing->file), writing->width_in, writing->dpi, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
dl_figure_write_async (DlFigureDrawing *drawing, GFile *file, double width_in, double dpi,
                       gpointer owner, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (owner, NULL, callback, user_data);
  Writing *writing = g_new (Writing, 1);

  *writing = (Writing) { .drawing = dl_figure_drawing_ref (drawing),
                         .file = g_object_ref (file),
                         .width_in = width_in,
                         .dpi = dpi };
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_in_thread);
}

gboolean
dl_figure_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

#include "dl-figure-jobs.h"

#include <glib/gi18n-lib.h>

/* Data ----------------------------------------------------------------------------------------- */

DlFigureData *
dl_figure_data_new (DlResult *result, DlCritical *critical, DlSimFigure *simulation)
{
  DlFigureData *data = g_atomic_rc_box_new0 (DlFigureData);

  data->result = dl_result_ref (result);
  data->critical = critical != NULL ? dl_critical_ref (critical) : NULL;
  data->simulation = simulation != NULL ? dl_sim_figure_ref (simulation) : NULL;
  return data;
}

DlFigureData *
dl_figure_data_ref (DlFigureData *data)
{
  return g_atomic_rc_box_acquire (data);
}

static void
data_clear (DlFigureData *data)
{
  for (guint i = 0; i < data->n_series; i++)
    dl_analysis_unref ((DlAnalysis *) data->series[i].analysis);
  g_free (data->series);
  dl_critical_unref (data->critical);
  dl_sim_figure_unref (data->simulation);
  dl_result_unref (data->result);
}

void
dl_figure_data_unref (DlFigureData *data)
{
  if (data != NULL)
    g_atomic_rc_box_release_full (data, (GDestroyNotify) data_clear);
}

gboolean
dl_figure_data_suits (const DlFigureData *data, const DlFigure *figure)
{
  return data != NULL && (!figure->needs_policies || data->n_series > 0)
         && (!figure->needs_simulation || data->simulation != NULL);
}

DlFigureInput
dl_figure_data_input (const DlFigureData *data, DlFigureInput view)
{
  view.scenario = data->result->scenario;
  view.analysis = data->result->analysis;
  view.policies = data->series;
  view.n_policies = data->n_series;
  view.critical = data->critical;
  view.simulation = data->simulation;
  if (view.metric == DL_METRIC_CRITICAL && view.critical == NULL)
    view.metric = DL_METRIC_BALANCE;
  if (view.node >= view.analysis->network->n_nodes)
    view.node = 0;
  return view;
}

/* The scenario under each policy --------------------------------------------------------------- */

static void
compare_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const DlFigureData *own = task_data;
  g_autoptr (DlFigureData) data = dl_figure_data_new (own->result, own->critical, own->simulation);
  GError *error = NULL;
  guint n;
  const DlVcPolicy *const *policies = dl_vc_policies (&n);

  data->series = g_new0 (DlSeries, n);
  for (guint i = 0; i < n; i++)
    {
      DlAnalysis *analysis
          = dl_evaluate_policy (data->result->scenario, policies[i], cancellable, &error);
      if (analysis == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      data->series[data->n_series++] = (DlSeries) { _ (policies[i]->title), analysis };
    }
  g_task_return_pointer (task, g_steal_pointer (&data), (GDestroyNotify) dl_figure_data_unref);
}

void
dl_figure_data_compare_async (DlFigureData *data, gpointer owner, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (owner, cancellable, callback, user_data);

  g_task_set_task_data (task, dl_figure_data_ref (data), (GDestroyNotify) dl_figure_data_unref);
  g_task_run_in_thread (task, compare_in_thread);
}

DlFigureData *
dl_figure_data_compare_finish (GAsyncResult *result, GError **error)
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
                   _ ("Figures can only be written to files of this computer"));
      return NULL;
    }
  if (dl_figure_format_for (path, &other, NULL))
    return g_object_ref (file);
  complete = g_strconcat (path, ".", dl_figure_ending (format), NULL);
  if (g_file_test (complete, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   _ ("“%s” is there already (another name, or choose it to replace it)"),
                   complete);
      return NULL;
    }
  return g_file_new_for_path (complete);
}

typedef struct
{
  const DlFigure *figure;
  DlFigureData *data;
  DlFigureInput input;
  GFile *file;
  double width_in, dpi;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  dl_figure_data_unref (writing->data);
  g_object_unref (writing->file);
  g_free (writing);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  GError *error = NULL;

  if (dl_figure_export (writing->figure, &writing->input, g_file_peek_path (writing->file),
                        writing->width_in, writing->dpi, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
dl_figure_write_async (const DlFigure *figure, DlFigureData *data, DlFigureInput view, GFile *file,
                       double width_in, double dpi, gpointer owner, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (owner, NULL, callback, user_data);
  Writing *writing = g_new (Writing, 1);

  *writing = (Writing) { .figure = figure,
                         .data = dl_figure_data_ref (data),
                         .input = dl_figure_data_input (data, view),
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

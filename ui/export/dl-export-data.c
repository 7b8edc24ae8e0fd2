/* The export dialog: what the figure needs, made off the main loop where that takes its time. */
#include "dl-export-dialog-private.h"

#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>

static gboolean
on_tick (gpointer user_data)
{
  DlExportDialog *self = user_data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 g_atomic_int_get (self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

/* On any thread. */
static void
note_progress (double fraction, gpointer permille)
{
  g_atomic_int_set ((gint *) permille, (gint) (1000 * fraction));
}

static void
forget_completing (DlExportDialog *self)
{
  g_clear_object (&self->completing);
  g_clear_handle_id (&self->ticker, g_source_remove);
  g_clear_pointer (&self->completed_data, dl_figure_data_unref);
  self->completed_for = NULL;
  self->permille = NULL;
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  g_autofree gint *permille = user_data;
  g_autoptr (GError) error = NULL;
  DlFigureData *data = dl_figure_data_complete_finish (result, &error);
  g_autoptr (DlFigureData) asked = NULL;

  if (permille != self->permille)
    {
      dl_figure_data_unref (data);
      return; /* for a newer one, or closed */
    }
  asked = g_steal_pointer (&self->completed_data);
  forget_completing (self);
  if (data != NULL)
    {
      dl_panel_list_complete (self->panels, asked, data);
      if (self->data == asked)
        {
          dl_figure_data_unref (self->data);
          self->data = dl_figure_data_ref (data);
        }
      dl_figure_data_unref (data);
    }
  else
    dl_export_dialog_show_error (self, error->message);
  dl_export_dialog_update (self);
}

void
dl_export_dialog_stop (DlExportDialog *self)
{
  g_cancellable_cancel (self->completing);
  forget_completing (self);
}

/* The first panel that cannot be drawn yet; NULL: all can. */
static const DlFigurePanel *
next_panel (DlExportDialog *self)
{
  guint n;
  const DlFigurePanel *panels = dl_panel_list_get (self->panels, &n);

  for (guint i = 0; i < n; i++)
    if (!dl_figure_data_suits (panels[i].state, panels[i].figure, &panels[i].input))
      return &panels[i];
  return NULL;
}

static void
start (DlExportDialog *self)
{
  const DlFigurePanel *panel = next_panel (self);
  const DlFigureInput view = panel != NULL ? panel->input : dl_export_dialog_view (self);
  const DlFigure *figure = panel != NULL ? panel->figure : dl_export_dialog_figure (self);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  self->completing = g_cancellable_new ();
  self->completed_for = dl_export_dialog_figure (self);
  self->permille = g_new0 (gint, 1);
  self->ticker = g_timeout_add (100, on_tick, self);
  self->completed_data = dl_figure_data_ref (panel != NULL ? panel->state : self->data);
  dl_figure_data_complete_async (self->completed_data, figure, &view, note_progress, self->permille,
                                 self, self->completing, on_completed, self->permille);
}

/* Of @result, with what there is to show beside it. */
DlFigureData *
dl_export_dialog_new_data (DlExportDialog *self, DlEvaluation *result, DlCritical *critical,
                           DlLoadCurve *load_curve)
{
  DlFigureData *data = dl_figure_data_new (result, critical, self->simulation, load_curve,
                                           self->counters, self->measured);
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *name = dl_session_name_step (self->session, dl_history_position (history));

  dl_figure_data_set_name (data, name, NULL);
  dl_figure_data_set_pin (data, dl_session_get_pin (self->session));
  dl_figure_data_set_sweep (data, self->sweep);
  return data;
}

void
dl_export_dialog_on_result (DlExportDialog *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);

  if (!dl_export_dialog_shows_current (self))
    dl_export_dialog_renew_current (self);
  if (!dl_export_dialog_shows_current (self)
      || (self->data != NULL && result == self->data->result))
    return;
  dl_export_dialog_stop (self);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  if (result != NULL)
    {
      self->data = dl_export_dialog_new_data (self, result, NULL, NULL);
      dl_export_dialog_offer (self, result->scenario->family);
    }
  dl_export_dialog_update (self);
}

const char *
dl_export_dialog_lacks (DlExportDialog *self)
{
  const DlFigureInput view = dl_export_dialog_view (self);

  return self->data != NULL || view.n_panels > 0
             ? dl_figure_data_lacks (self->data, dl_export_dialog_figure (self), &view)
             : NULL;
}

gboolean
dl_export_dialog_is_ready (DlExportDialog *self)
{
  const DlFigureInput view = dl_export_dialog_view (self);

  return dl_figure_data_suits (self->data, dl_export_dialog_figure (self), &view)
         && dl_export_dialog_lacks (self) == NULL;
}

void
dl_export_dialog_complete (DlExportDialog *self)
{
  if (self->completing != NULL && self->completed_for != dl_export_dialog_figure (self))
    dl_export_dialog_stop (self);
  if (!dl_export_dialog_is_ready (self) && dl_export_dialog_lacks (self) == NULL
      && (self->data != NULL || next_panel (self) != NULL) && self->completing == NULL
      && !gtk_widget_get_visible (self->error))
    start (self);
}

/* With what there is to show now. */
static void
renew_data (DlExportDialog *self)
{
  DlFigureData *old = self->data;

  dl_export_dialog_stop (self);
  if (old != NULL && dl_export_dialog_shows_current (self))
    self->data = dl_export_dialog_new_data (self, old->result, old->critical, self->load_curve);
  if (self->data != old)
    dl_figure_data_unref (old);
  dl_export_dialog_update (self);
}

void
dl_export_dialog_set_simulation (DlExportDialog *self, DlSimFigure *simulation)
{
  if (simulation == self->simulation)
    return;
  dl_sim_figure_unref (self->simulation);
  self->simulation = simulation != NULL ? dl_sim_figure_ref (simulation) : NULL;
  renew_data (self);
}

void
dl_export_dialog_set_load_curve (DlExportDialog *self, DlLoadCurve *load_curve)
{
  if (load_curve == self->load_curve)
    return;
  dl_load_curve_unref (self->load_curve);
  self->load_curve = load_curve != NULL ? dl_load_curve_ref (load_curve) : NULL;
  renew_data (self);
}

void
dl_export_dialog_set_sweep (DlExportDialog *self, const DlSweepChart *sweep)
{
  dl_sweep_figure_unref (self->sweep);
  self->sweep = dl_sweep_figure_new (sweep);
  renew_data (self);
}

#include "dl-sweep-figure.h"

DlSweepFigure *
dl_sweep_figure_new (const DlSweepChart *chart)
{
  DlSweepFigure *self = g_atomic_rc_box_new0 (DlSweepFigure);

  self->points = dl_sweep_points_copy (chart->points);
  self->measures = g_memdup2 (chart->measures, chart->n_measures * sizeof *chart->measures);
  self->chart = (DlSweepChart) { self->points, self->measures, chart->n_measures,
                                 self->points->spec->scenario, DL_NO_SWEEP_PLACE };
  return self;
}

DlSweepFigure *
dl_sweep_figure_ref (DlSweepFigure *figure)
{
  return g_atomic_rc_box_acquire (figure);
}

static void
sweep_figure_clear (DlSweepFigure *self)
{
  dl_sweep_points_unref (self->points);
  g_free (self->measures);
}

void
dl_sweep_figure_unref (DlSweepFigure *figure)
{
  if (figure != NULL)
    g_atomic_rc_box_release_full (figure, (GDestroyNotify) sweep_figure_clear);
}

/* A sweep as it was when a figure of it was asked for. */
#pragma once

#include "dl-sweep-chart.h"

G_BEGIN_DECLS

/* Not changed any more once it is made; shared between threads. */
typedef struct
{
  DlSweepPoints *points;
  const DlMeasure **measures;
  DlSweepChart chart; /* of these, with the swept scenario's own values marked */
} DlSweepFigure;

/* What @chart shows is copied. */
DlSweepFigure *dl_sweep_figure_new (const DlSweepChart *chart);
DlSweepFigure *dl_sweep_figure_ref (DlSweepFigure *figure);
/* NULL-safe. */
void dl_sweep_figure_unref (DlSweepFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSweepFigure, dl_sweep_figure_unref)

G_END_DECLS

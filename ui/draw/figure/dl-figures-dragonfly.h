/* Internals of a dragonfly's figures. */
#pragma once

#include "dl-dragonfly-metric.h"
#include "dl-figure-private.h"

G_BEGIN_DECLS

static inline const DlDragonfly *
dl_figure_dragonfly (const DlFigureInput *input)
{
  return input->shape;
}

/* The load that use is of. */
double dl_figure_dragonfly_load (const DlFigureInput *input);

extern const DlFigure dl_figure_groups;
extern const DlFigure dl_figure_group;
extern const DlFigure dl_figure_chord;
extern const DlFigure dl_figure_sizes;
extern const DlFigure dl_figure_cascade_9;
extern const DlFigure dl_figure_cascade_10;
extern const DlFigure dl_figure_cascade_11;
extern const DlFigure dl_figure_cascade_12;
extern const DlFigure dl_figure_cascade_13;

G_END_DECLS

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

G_END_DECLS

/* Figures of fabrics alone. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

extern const DlFigure dl_figure_levels;
extern const DlFigure dl_figure_switches;
/* The input's router. */
extern const DlFigure dl_figure_switch;

G_END_DECLS

/* Figures of fabrics alone that have a file of their own. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

/* The input's router. */
extern const DlFigure dl_figure_switch;

G_END_DECLS

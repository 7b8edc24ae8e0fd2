/* The table of what is drawn and printed of each family of networks. */
#include "dl-figure-family.h"

static const DlFigureFamily *const families[] = {
  &dl_figures_torus,
  &dl_figures_dragonfly,
  &dl_figures_fabric,
};

const DlFigureFamily *
dl_figure_family_of (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->family == family)
      return families[i];
  return &dl_figures_plain;
}

#include "dl-view-plain.h"

static const DlViewFamily *const rows[] = { &dl_view_torus, &dl_view_dragonfly, &dl_view_fabric };

const DlViewFamily *
dl_view_family (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i]->family == family)
      return rows[i];
  return &dl_view_plain;
}

#include "dl-view-family.h"

#include "dl-beside-private.h"
#include "dl-view-private.h"

#include <glib/gi18n-lib.h>

/* Translators: hints are at most 65 characters */
static const DlViewFamily rows[] = {
  { &dl_family_torus, dl_view_describe_torus, &dl_beside_torus, dl_view_trouble_torus,
    dl_view_thumbnail_torus, dl_view_draw_torus, dl_scale_draw_legend, dl_view_measure_torus,
    N_ ("Click selects a link, B breaks it; datelines can be dragged") },
  { &dl_family_dragonfly, dl_view_describe_dragonfly, &dl_beside_dragonfly, NULL,
    dl_view_thumbnail_dragonfly, dl_view_draw_dragonfly, dl_scale_draw_dragonfly_legend,
    dl_view_measure_dragonfly, N_ ("Click selects a cell, B breaks a cable, Enter opens a group") },
};

const DlViewFamily *
dl_view_family (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].family == family)
      return &rows[i];
  g_assert_not_reached ();
}

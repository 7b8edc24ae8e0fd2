#include "dl-view-family.h"

#include "dl-view-plain.h"

#include "dl-beside-private.h"
#include "dl-view-private.h"

#include <glib/gi18n-lib.h>

static const DlViewFamily rows[] = {
  {
      .family = &dl_family_torus,
      .tell = dl_view_tell_torus,
      .beside = &dl_beside_torus,
      .links = &dl_link_columns_torus,
      .trouble = dl_view_trouble_torus,
      .cause = dl_view_cause_torus,
      .describe_wait = dl_view_describe_wait_torus,
      .name_wait = dl_view_name_wait_torus,
      .thumbnail = dl_view_thumbnail_torus,
      .draw_thumbnail = dl_view_draw_torus,
      .has_datelines = TRUE,
  },
  {
      .family = &dl_family_dragonfly,
      .tell = dl_view_tell_dragonfly,
      .beside = &dl_beside_dragonfly,
      .links = &dl_link_columns_dragonfly,
      .describe_wait = dl_view_describe_wait,
      .name_wait = dl_view_name_wait,
      .thumbnail = dl_view_thumbnail_dragonfly,
      .draw_thumbnail = dl_view_draw_dragonfly,
  },
  {
      .family = &dl_family_fabric,
      .tell = dl_view_tell_fabric,
      .beside = &dl_beside_plain,
      .links = &dl_link_columns_levels,
      .cause = dl_view_cause_fabric,
      .describe_wait = dl_view_describe_wait,
      .name_wait = dl_view_name_wait,
      .thumbnail = dl_view_thumbnail_fabric,
      .draw_thumbnail = dl_view_draw_fabric,
  },
};

const DlViewFamily *
dl_view_family (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].family == family)
      return &rows[i];
  return &dl_view_plain;
}

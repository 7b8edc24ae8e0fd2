/* Packets by their age when an output granted them (age paper, figure 5). */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

#define DL_N_AGES 256
/* Bins of the hardware's own histogram: 0-63, 64-127, 128-191, 192-255 (age paper, table 4). */
#define DL_N_AGE_GROUPS 4

typedef struct
{
  const guint64 *age;          /* (DL_N_AGES) grants */
  const guint64 *reference;    /* (DL_N_AGES) nullable: to compare with, as an outline */
  const char *reference_label; /* translated: "before the change" */
  double reach;                /* the axis holds a share of 1 in so many at least */
  gint hovered;                /* an age to read, or -1 */
} DlAgeChart;

/* All ages by their share of the grants on a logarithmic scale, the hardware's groups as bands with
 * their shares, marks at 128 and at 255, where the counter is full. */
void dl_age_chart_draw (cairo_t *cr, DlRect rect, const DlAgeChart *chart, const DlTheme *theme);
/* The age under a point: 0..255, or -1. */
gint dl_age_chart_hit (DlRect rect, double x, double y);

guint64 dl_age_total (const guint64 *age);
guint64 dl_age_group (const guint64 *age, guint group);
/* "0–63" */
const char *dl_age_group_name (guint group);
/* The share @part of @whole in percent: "97.3 %", "< .01 %"; "–" of nothing. */
char *dl_share_text (guint64 part, guint64 whole);

G_END_DECLS

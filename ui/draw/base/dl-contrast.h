/* Maps of two networks, A and B: either of them on a scale that both share, or A - B on one that is
 * symmetric around 0. */
#pragma once

#include "dl-difference.h"
#include "dl-palette.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SHOW_A,
  DL_SHOW_B,
  DL_SHOW_DIFFERENCE, /* A - B */
  DL_N_SHOWS
} DlShow;

/* "a", "b", "difference" */
const char *dl_show_id (DlShow show);
gboolean dl_show_find (const char *id, DlShow *show);
/* "A", "B", "A − B" */
const char *dl_show_title (DlShow show);

/* Contrast of links; a family's own begins with it, if its maps show more. Where nothing is known
 * of a side, all of its values are DL_VALUE_UNKNOWN. */
typedef struct
{
  DlDifference *links;
  float *side[2]; /* (n_links) values of A, B */
} DlContrast;

/* NULL where links cannot be compared. */
DlContrast *dl_contrast_new (const DlMetric *metric, const DlMetricInput *a,
                             const DlMetricInput *b);
void dl_contrast_free (DlContrast *contrast);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlContrast, dl_contrast_free)
/* (n) what a map is painted with: A - B, NAN without traffic in either, DL_VALUE_UNKNOWN where the
 * two do not compare. */
void dl_contrast_values (const DlDifference *difference, float *values);

/* The scale of @metric that A and B share, which holds what each needs (dl_metric_range). */
void dl_contrast_shared_scale (DlScale *scale, const DlMetric *metric, DlMetricRange a,
                               DlMetricRange b, const DlTheme *theme);

G_END_DECLS

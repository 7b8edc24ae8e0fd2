/* The links of one class by their load: how large a share of them is in each tenth of the axis, and
 * how many are offered more than they carry. */
#pragma once

#include "dl-evaluate.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef struct
{
  const DlClassLoads *loads;
  guint class;
  const char *title; /* translated */
} DlClassChart;

/* How values of @loads are told, as those of maps. */
DlMetricForm dl_class_chart_form (const DlClassLoads *loads);

void dl_class_chart_draw (cairo_t *cr, DlRect rect, const DlClassChart *chart,
                          const DlTheme *theme);

G_END_DECLS

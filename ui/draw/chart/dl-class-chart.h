/* The links of one class by their load: how large a share of them is in each tenth of the axis, and
 * how many are offered more than they carry. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-class-loads.h"

G_BEGIN_DECLS

typedef struct
{
  const DlClassLoads *loads;
  guint class;
  const char *title; /* translated */
} DlClassChart;

/* What values of @loads are, as maps color and tell them. */
DlMetric dl_class_chart_metric (const DlClassLoads *loads);

void dl_class_chart_draw (cairo_t *cr, DlRect rect, const DlClassChart *chart,
                          const DlTheme *theme);

G_END_DECLS

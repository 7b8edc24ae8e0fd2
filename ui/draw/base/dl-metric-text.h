/* A metric's values in words: one text for the details line, tooltips, tables and comparisons. */
#pragma once

#include "dl-metric.h"

G_BEGIN_DECLS

/* "97.5%", "2,880"; "no traffic" of NAN, "not known" of infinite values; of a utilization above 1,
 * which no link carries, "offered 1.4 times". Free with g_free. */
char *dl_metric_form_text (DlMetricForm form, double value);
char *dl_metric_value_text (const DlMetric *metric, double value);
/* The same with its unit: "2,880 packets". Free with g_free. */
char *dl_metric_value_with_unit (const DlMetric *metric, double value);
/* The same of A - B, with its sign: "+1.5%". */
char *dl_metric_difference_text (const DlMetric *metric, double difference);

G_END_DECLS

/* A metric's values in words: one text for the details line, tooltips, tables and comparisons. */
#pragma once

#include "dl-palette.h"

G_BEGIN_DECLS

/* "97.5%", "2,880"; "no traffic" of NAN, "not known" of infinite values; of DL_METRIC_USE above 1,
 * which no link carries, "142.2% (overload)". Free with g_free. */
char *dl_metric_value_text (DlMetric metric, double value);
/* The same of B - A, with its sign: "+1.5%". */
char *dl_metric_difference_text (DlMetric metric, double difference);

G_END_DECLS

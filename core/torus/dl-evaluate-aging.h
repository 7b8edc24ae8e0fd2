/* The age paper's equations for a scenario. */
#pragma once

#include "dl-aging-model.h"
#include "dl-scenario.h"
#include "dl-sim-counters.h"
#include "dl-torus-analysis.h"

G_BEGIN_DECLS

/* Options of the equations, from @scenario and its @analysis. */
DlAgingOptions dl_evaluate_aging_options (const DlScenario *scenario,
                                          const DlTorusAnalysis *analysis);

/* Age-based arbitration in words and numbers, the same on the command line and in the window. */

/* A bias by input port as files have it: "3;2;1;1", or seven values where directions differ. */
char *dl_age_bias_text (const guint8 bias[DL_N_ROUTER_PORTS]);
/* Effect of AGE_RR_SELECT: "48 of 64 grants by age", translated. */
char *dl_age_select_text (guint64 select);
/* A value of the equations: whole numbers as such, others with four digits, the very small and very
 * large by their exponent, "" for NAN. */
char *dl_aging_value_text (double value);
/* A record's value with its unit, "376.7045 cycles"; "–" where it has neither a value nor any by
 * dimension. */
char *dl_aging_record_text (const DlAgingRecord *record);
/* "X 2.75  Y 3  Z 4"; "" where it has none by dimension. */
char *dl_aging_record_dims_text (const DlAgingRecord *record);
/* "as printed, section 3.2", translated. */
char *dl_aging_source_text (const DlAgingInfo *info);
/* Title of the part of the list that begins with @id, translated; NULL if none does. */
const char *dl_aging_part_title (DlAgingId id);
/* Recommendation of the paper, a line. */
char *dl_aging_recommended_text (const DlAgingModel *model);

G_END_DECLS

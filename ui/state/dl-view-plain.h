/* What the window says of networks whose family has no row of its own. */
#pragma once

#include "dl-view-family.h"

G_BEGIN_DECLS

extern const DlViewFamily dl_view_plain;
/* Parts of it, for families that have a row of their own. */
extern const DlLinkColumns dl_link_columns_levels; /* whose map is that of levels */
/* Of families whose machines have no counters: never called. */
DlMeasured *dl_view_measure_none (const DlCounters *counters, const gint32 *region,
                                  const DlEvaluation *result, const DlLinkUse *simulated,
                                  GError **error);

/* Channel @i of the verdict's cycle, with what its packets wait for. */
void dl_view_describe_wait (const DlEvaluation *result, guint i, DlStepText *text);
void dl_view_name_wait (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text);

G_END_DECLS

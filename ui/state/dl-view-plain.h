/* Words of the window for networks whose family has no row of its own. */
#pragma once

#include "dl-view-family.h"

G_BEGIN_DECLS

extern const DlViewFamily dl_view_plain;
/* Rows of families, each in a file of its name. */
extern const DlViewFamily dl_view_torus, dl_view_dragonfly, dl_view_fabric;
/* Parts of it, for families that have a row of their own. */
extern const DlLinkColumns dl_link_columns_levels; /* for families with a map of levels */

/* Channel @i of the verdict's cycle, with what its packets wait for. */
void dl_view_describe_wait (const DlEvaluation *result, guint i, DlStepText *text);
void dl_view_name_wait (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text);

G_END_DECLS

/* The Cascade's configuration arithmetic, a row each: what it is, its value, and where that is
 * different what was found of it in the network as it is. */
#pragma once

#include "dl-cascade-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_CASCADE_LIST (dl_cascade_list_get_type ())
G_DECLARE_FINAL_TYPE (DlCascadeList, dl_cascade_list, DL, CASCADE_LIST, GtkBox)

GtkWidget *dl_cascade_list_new (void);
/* Show @model, and what @analysis found. */
void dl_cascade_list_follow (DlCascadeList *self, const DlCascadeModel *model,
                             const DlDragonflyAnalysis *analysis);

G_END_DECLS

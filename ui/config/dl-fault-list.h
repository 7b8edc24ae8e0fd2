/* What is broken, a row each with a button that restores it. Rows can be chosen, copied and
 * restored by key (Ctrl+C, Delete) and from a menu. */
#pragma once

#include "dl-fault-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_FAULT_LIST (dl_fault_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultList, dl_fault_list, DL, FAULT_LIST, GtkWidget)

/* Signals:
 *   restore (const DlFault *faults, uint n)  these should work again
 *   chosen (const DlFault *fault)            this one alone was chosen: go there
 */

/* Show the faults of @scenario: cables, then single directions or links, then nodes or routers. As
 * high as its rows up to six, more scroll. Returns their number. */
guint dl_fault_list_follow (DlFaultList *self, const DlScenario *scenario);

G_END_DECLS

/* Faults of the network, how to restore them, and how to break more. */
#pragma once

#include "dl-fault-text.h"
#include "dl-settings.h"
#include "dl-shell.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_FAULTS_PANEL (dl_faults_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL, FAULTS_PANEL, DlSettings)

GtkWidget *dl_faults_panel_new (void);
/* @row, such as of a routing engine, goes above the faults. */
void dl_faults_panel_add_first (DlFaultsPanel *self, GtkWidget *row);

/* Faults, one row each with a button that restores it. Rows can be chosen, copied and restored by
 * key (Ctrl+C, Delete) and from a menu. */

#define DL_TYPE_FAULT_LIST (dl_fault_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultList, dl_fault_list, DL, FAULT_LIST, GtkWidget)

/* Signals:
 *   restore (const DlFault *faults, uint n)  these should work again
 *   chosen (const DlFault *fault)            this one alone was chosen: go there
 */

/* Show the faults of @scenario: cables, then single directions or links, then nodes or routers. As
 * high as its rows up to six, more scroll. Returns their number. */
guint dl_fault_list_follow (DlFaultList *self, const DlScenario *scenario);

/* The actions on faults: break, break-direction, break-node, break-random, restore-all, and the
 * state break-tool. */

void dl_fault_actions_add (DlShell *shell);

G_END_DECLS

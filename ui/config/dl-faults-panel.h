/* What is broken in the network, how to restore it, and how to break more. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_FAULTS_PANEL (dl_faults_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL, FAULTS_PANEL, DlSettings)

GtkWidget *dl_faults_panel_new (void);

G_END_DECLS

/* The evidence pane: what the links as a whole show. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_EVIDENCE (dl_evidence_get_type ())
G_DECLARE_FINAL_TYPE (DlEvidence, dl_evidence, DL, EVIDENCE, DlPane)

GtkWidget *dl_evidence_pane_new (DlView *view);

G_END_DECLS

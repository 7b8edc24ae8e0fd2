/* The right side of the window: pages under one menu, and a button that gives a page of a table the
 * map's place (win.expand-page). A page is a row of
 * dl_features, and a maker in dl-family-rooms.c or its family's room. */
#pragma once

#include "dl-families.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_EVIDENCE_PAGES (dl_evidence_pages_get_type ())
G_DECLARE_FINAL_TYPE (DlEvidencePages, dl_evidence_pages, DL, EVIDENCE_PAGES, GtkWidget)

/* Set the view of the pages, whose menu activates win.evidence-page. */
void dl_evidence_pages_set_view (DlEvidencePages *self, DlView *view);
/* Offer the pages of that family; the first of them if the one shown is not. */
void dl_evidence_pages_set_family (DlEvidencePages *self, const DlFamily *family);
/* The family's first page if it has none called @id. A page is made when it is first shown. */
void dl_evidence_pages_show (DlEvidencePages *self, const char *id);
/* The identifier of the shown page. */
const char *dl_evidence_pages_get_shown (DlEvidencePages *self);
/* The place of the page, below the menu. */
GtkWidget *dl_evidence_pages_get_place (DlEvidencePages *self);
/* Page from its constructor. */
GtkWidget *dl_evidence_pages_get_page (DlEvidencePages *self);

G_END_DECLS

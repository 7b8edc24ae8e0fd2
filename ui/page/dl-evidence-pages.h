/* The right side of the window: pages of evidence under one selector. A page is a line of the table
 * in dl-evidence-pages.c and a constructor. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;          /* in actions and settings */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  GtkWidget *(*create) (DlView *view);
  guint kinds; /* bits 1 << DlKind: the networks that it is about */
} DlEvidencePage;

/* In the order of the selector; the first is the default. */
const DlEvidencePage *dl_evidence_page_table (guint *n_pages);

#define DL_TYPE_EVIDENCE_PAGES (dl_evidence_pages_get_type ())
G_DECLARE_FINAL_TYPE (DlEvidencePages, dl_evidence_pages, DL, EVIDENCE_PAGES, GtkWidget)

/* Activates win.evidence-page when a page is chosen. */
void dl_evidence_pages_set_view (DlEvidencePages *self, DlView *view);
/* Offer the pages of that kind of network; the first of them if the one shown is not. */
void dl_evidence_pages_set_kind (DlEvidencePages *self, DlKind kind);
/* The first page of the kind if there is none of it called @id. A page is made when it is first
 * shown. */
void dl_evidence_pages_show (DlEvidencePages *self, const char *id);
/* The identifier of what is shown. */
const char *dl_evidence_pages_get_shown (DlEvidencePages *self);
/* What its constructor made. */
GtkWidget *dl_evidence_pages_get_page (DlEvidencePages *self);

G_END_DECLS

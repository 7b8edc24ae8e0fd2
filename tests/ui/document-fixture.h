/* Shared by tests of documents and reports: a PDF's content by other programs, and places on its
 * pages. */
#pragma once

#include "dl-document.h"

/* Is @program of poppler there? If not, the test says so and is skipped. */
gboolean pdf_have (const char *program);
/* The text of each page, every run of blanks one blank. Free with g_strfreev. */
GStrv pdf_pages (GBytes *bytes);
/* Whether the page of pdf_pages has @text. */
gboolean pdf_page_has (const char *page, const char *text);
void pdf_assert_has (const char *const *pages, const char *text);
/* The ink itself stays out of the margins at both sides, as a program that knows nothing of the
 * layout draws it. */
void pdf_check_ink (GBytes *bytes, double margin_pt);
/* All fonts are embedded. */
void pdf_check_fonts (GBytes *bytes);

/* All boxes are inside the margins, and no two of those that are read or looked at overlap. */
void document_check_places (const DlDocument *document);
/* Every heading is on the page that the contents name. */
void document_check_contents (const DlDocument *document, const char *const *pages);

/* How to cite the program. CITATION.cff says the same; build-aux/check-packages compares them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Authors, year, title and version in one line, in English. Free with g_free. */
char *dl_citation (void);
/* The same line after an introduction, in the reader's language. Free with g_free. */
char *dl_citation_text (void);

G_END_DECLS

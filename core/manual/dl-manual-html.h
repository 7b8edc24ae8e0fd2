/* The manual as pages of HTML, for a browser: with pictures, and
 * a script that searches it; no address outside of the folder. */
#pragma once

#include "dl-manual.h"

G_BEGIN_DECLS

/* The script of a language's parts, beside its pages. */
#define DL_MANUAL_HTML_PARTS "parts.js"
/* The folder of the notebooks' pages, beside those of the languages. */
#define DL_MANUAL_HTML_NOTEBOOKS "notebooks"

/* @i: a topic of the manual at @language in @manuals (DlManual), one per language of @languages.
 * Links lead to TOPIC.html beside it and to ../LANGUAGE/TOPIC.html, its style is ../style.css,
 * pictures are ../pictures/NAME.png. @notebooks: (nullable) names of notebooks that have a page,
 * ../notebooks/NAME.html: the name of its file as code, `NAME.ipynb`, leads there. The list of keys
 * is left out: only the window knows them. Free with g_free. */
char *dl_manual_html_page (GPtrArray *manuals, const char *const *languages, guint language,
                           guint i, const char *const *notebooks);
/* The parts of a language's topics for ../search.js, as a script beside its pages: for each heading
 * the page, the anchor, the title, the topic's title and the text below it. Free with g_free. */
char *dl_manual_html_search (GPtrArray *manuals, guint language);
/* The page above the languages' folders: a link to the index of each. Free with g_free. */
char *dl_manual_html_index (GPtrArray *manuals, const char *const *languages);

G_END_DECLS

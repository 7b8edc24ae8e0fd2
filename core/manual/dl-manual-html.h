/* The manual as pages of HTML, for a browser: no script, no address outside of the folder. */
#pragma once

#include "dl-manual.h"

G_BEGIN_DECLS

/* @i: a topic of the manual at @language in @manuals (DlManual), one per language of @languages.
 * Links lead to TOPIC.html beside it and to ../LANGUAGE/TOPIC.html, its style is ../style.css. The
 * list of keys is left out: only the window knows them. Free with g_free. */
char *dl_manual_html_page (GPtrArray *manuals, const char *const *languages, guint language,
                           guint i);
/* The page above the languages' folders: a link to the index of each. Free with g_free. */
char *dl_manual_html_index (GPtrArray *manuals, const char *const *languages);

G_END_DECLS

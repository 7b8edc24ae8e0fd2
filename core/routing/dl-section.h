/* Where in the papers a rule is written, as people are told: the one place in which the names of
 * the papers are translated for the tables of rules. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @section as the tables have it, "VC paper 2.2.1" or "Cascade paper 3", in the user's language;
 * what names no paper, and NULL, stays as it is. The text is kept for good: there are few. */
const char *dl_section_text (const char *section);

G_END_DECLS

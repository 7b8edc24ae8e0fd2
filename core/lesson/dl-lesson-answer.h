/* Answers as people type them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A number in the manner of @decimal, the locale's decimal point ("." or ","), or in any other that
 * can only mean one thing: "1,204", "1 204", "0.25", "0,25", "25 %". As files have it: "1204",
 * "0.25", "25 %"; NULL if it is none. Free with g_free. */
char *dl_lesson_answer_normalize (const char *text, const char *decimal);
/* The value of what files have: a share of 25 % is 0.25. */
gboolean dl_lesson_answer_parse (const char *text, double *number);

G_END_DECLS

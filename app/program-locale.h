/* The person's language and numbers, for either program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* To be called first of all: the locale of the environment, and the catalogue of messages, the
 * installed one or that of the build tree the program was started from. */
void program_locale_init (void);

G_END_DECLS

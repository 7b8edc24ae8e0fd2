/* Names as people type them: a beginning of one, one with a slip, or another word for it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @name where it is one of @names, else the only one of @names that begins with it; NULL. */
const char *dl_names_find (const char *name, const char *const *names);

/* The name that was probably meant by one that is not among @names: the one with a slip of the
 * fingers; NULL. */
const char *dl_names_nearest (const char *name, const char *const *names);

/* Up to three of @names that were probably meant, the nearest first; only the container is to be
 * freed (g_free). */
const char **dl_names_near (const char *name, const char *const *names);

/* The remedy for a name that is not among @names, for a message's parentheses: "did you mean A or
 * B?", or "expected one of: A, B" where none is near. Free with g_free. */
char *dl_names_hint (const char *name, const char *const *names);
/* The first half of it: "did you mean A or B?", or NULL where none is near. Each name gets @prefix
 * before it. */
char *dl_names_meant (const char *name, const char *const *names, const char *prefix);

G_END_DECLS

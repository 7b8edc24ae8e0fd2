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

/* How well typed text finds a title, for lists that are searched: in any language, without regard
 * to case and accents. */

/* The better the smaller. */
typedef enum
{
  DL_MATCH_WHOLE,  /* the words are the title */
  DL_MATCH_START,  /* the title starts with them */
  DL_MATCH_WORDS,  /* each starts a word of the title */
  DL_MATCH_INSIDE, /* each is somewhere in the title */
  DL_MATCH_DETAIL, /* each is in the title or in its description */
  DL_NO_MATCH
} DlMatch;

/* @text as dl_match compares it: small letters without accents, single blanks, none at the ends;
 * free with g_free. */
char *dl_match_fold (const char *text);
/* All of them folded. No words match everything as DL_MATCH_START. */
DlMatch dl_match (const char *words, const char *title, const char *detail);

G_END_DECLS

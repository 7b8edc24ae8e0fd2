/* How well what somebody types finds a title, for lists that are searched: in any language, without
 * regard to case and accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The better the smaller. */
typedef enum
{
  DL_MATCH_WHOLE,  /* the words are the title */
  DL_MATCH_START,  /* the title starts with them */
  DL_MATCH_WORDS,  /* each starts a word of the title */
  DL_MATCH_INSIDE, /* each is somewhere in the title */
  DL_MATCH_DETAIL, /* each is in the title or in what is said of it */
  DL_NO_MATCH
} DlMatch;

/* @text as dl_match compares it: small letters without accents, single blanks, none at the ends;
 * free with g_free. */
char *dl_match_fold (const char *text);
/* All of them folded. No words match everything as DL_MATCH_START. */
DlMatch dl_match (const char *words, const char *title, const char *detail);

G_END_DECLS

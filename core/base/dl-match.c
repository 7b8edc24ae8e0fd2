#include "dl-match.h"

#include <string.h>

char *
dl_match_fold (const char *text)
{
  g_autofree char *apart = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autofree char *small = apart != NULL ? g_utf8_casefold (apart, -1) : NULL;
  GString *folded = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *at = small; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (g_unichar_ismark (c))
        continue;
      if (g_unichar_isspace (c))
        {
          blank = TRUE;
          continue;
        }
      if (blank && folded->len > 0)
        g_string_append_c (folded, ' ');
      blank = FALSE;
      g_string_append_unichar (folded, c);
    }
  return g_string_free (folded, FALSE);
}

/* The first place of @word in @text, or the first where a word of it starts; NULL. */
static const char *
find_word (const char *text, const char *word, gboolean at_start)
{
  const char *found = strstr (text, word);

  while (at_start && found != NULL && found != text
         && g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (found))))
    found = strstr (g_utf8_next_char (found), word);
  return found;
}

DlMatch
dl_match (const char *words, const char *title, const char *detail)
{
  g_auto (GStrv) each = g_strsplit (words, " ", -1);
  DlMatch match = DL_MATCH_WORDS;

  if (g_str_has_prefix (title, words))
    return *words != '\0' && title[strlen (words)] == '\0' ? DL_MATCH_WHOLE : DL_MATCH_START;
  for (guint i = 0; each[i] != NULL; i++)
    {
      const DlMatch found = find_word (title, each[i], TRUE) != NULL    ? DL_MATCH_WORDS
                            : find_word (title, each[i], FALSE) != NULL ? DL_MATCH_INSIDE
                            : strstr (detail, each[i]) != NULL          ? DL_MATCH_DETAIL
                                                                        : DL_NO_MATCH;

      match = MAX (match, found);
    }
  return match;
}

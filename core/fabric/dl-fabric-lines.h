/* Fast look at a line, for readers of a million of them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

static inline void
dl_skip_blanks (const char **at)
{
  while (**at == ' ' || **at == '\t')
    ++*at;
}

/* The literal @word at *@at, which moves behind it. */
static inline gboolean
dl_skip_word (const char **at, const char *word)
{
  const char *p = *at;

  while (*word != '\0' && *p == *word)
    p++, word++;
  if (*word != '\0')
    return FALSE;
  *at = p;
  return TRUE;
}

/* A number to base 10 or 16 without sign or prefix, at most @max; at least one digit. */
static inline gboolean
dl_take_number (const char **at, guint base, guint64 max, guint64 *value)
{
  const char *start = *at;

  *value = 0;
  for (;; ++*at)
    {
      const gint digit = base == 16 ? g_ascii_xdigit_value (**at) : g_ascii_digit_value (**at);

      if (digit < 0)
        return *at > start;
      if (*value > (max - (guint64) digit) / base)
        return FALSE;
      *value = *value * base + (guint64) digit;
    }
}

/* For tables whose keys are two numbers in a guint64 *, which g_int64_hash does not tell apart. */
static inline guint
dl_pair_hash (gconstpointer key)
{
  return (guint) (*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

G_END_DECLS

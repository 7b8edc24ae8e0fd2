#include "dl-numerals.h"

#include <locale.h>
#include <string.h>

struct _DlPlainNumerals
{
  locale_t before, plain;
};

DlPlainNumerals *
dl_plain_numerals_new (void)
{
  DlPlainNumerals *self = g_new (DlPlainNumerals, 1);

  self->before = uselocale ((locale_t) 0);
  self->plain = newlocale (LC_NUMERIC_MASK, "C", duplocale (self->before));
  g_assert (self->plain != (locale_t) 0);
  uselocale (self->plain);
  return self;
}

void
dl_plain_numerals_free (DlPlainNumerals *self)
{
  if (self == NULL)
    return;
  uselocale (self->before);
  freelocale (self->plain);
  g_free (self);
}

/* Is @text a number with one @sign in it? Where that is, and where it goes on. */
static gboolean
find_sign (const char *text, const char *sign, gsize *at, gsize *after)
{
  const char *first = text + strspn (text, " +-");
  const gsize n_before = strspn (first, "0123456789");
  const char *found = first + n_before;
  const char *rest = found + strlen (sign);
  gsize n_after;

  if (!g_str_has_prefix (found, sign))
    return FALSE;
  n_after = strspn (rest, "0123456789");
  *at = (gsize) (found - text);
  *after = (gsize) (rest - text);
  rest += n_after;
  if (n_before + n_after == 0)
    return FALSE;
  /* 1e-9, 25 % */
  if (n_after > 0 && (*rest == 'e' || *rest == 'E'))
    {
      rest += 1 + (rest[1] == '-' || rest[1] == '+');
      if (!g_ascii_isdigit (*rest))
        return FALSE;
      rest += strspn (rest, "0123456789");
    }
  return rest[strspn (rest, " %")] == '\0';
}

static char *
exchange (const char *text, const char *old, const char *new)
{
  gsize at, after;

  if (strcmp (old, new) == 0 || *old == '\0' || !find_sign (text, old, &at, &after))
    return g_strdup (text);
  return g_strdup_printf ("%.*s%s%s", (int) at, text, new, text + after);
}

char *
dl_numerals_show (const char *text)
{
  return exchange (text, ".", localeconv ()->decimal_point);
}

/* .5 and not 0.5: that is English, and only before a point. */
static gboolean
leaves_zero_out (void)
{
  /* Messages are in English there, whatever language is asked for: so they are where its locale is
   * not installed. */
  const gboolean none = strcmp (setlocale (LC_MESSAGES, NULL), "C") == 0;
  const char *language = g_get_language_names ()[0];

  return strcmp (localeconv ()->decimal_point, ".") == 0
         && (none || g_str_has_prefix (language, "en") || strcmp (language, "C") == 0
             || g_str_has_prefix (language, "C."));
}

char *
dl_numerals_show_all (const char *text)
{
  const char *sign = localeconv ()->decimal_point;
  const gboolean zero = !leaves_zero_out ();
  GString *shown = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    {
      const gboolean bare = *c == '.' && (c == text || !g_ascii_isdigit (c[-1]));

      if (bare && zero)
        g_string_append_c (shown, '0');
      if (*c == '.')
        g_string_append (shown, sign);
      else
        g_string_append_c (shown, *c);
    }
  return g_string_free (shown, FALSE);
}

char *
dl_numerals_fraction (double value, guint digits)
{
  char *text = g_strdup_printf ("%.*f", (int) digits, value);
  char *whole = text + (*text == '-');

  if (g_str_has_prefix (whole, "0.") && leaves_zero_out ())
    memmove (whole, whole + 1, strlen (whole));
  return text;
}

char *
dl_numerals_read (const char *text)
{
  return exchange (text, localeconv ()->decimal_point, ".");
}

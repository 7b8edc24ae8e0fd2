#include "dl-numerals.h"

#include "dl-config.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

void
dl_language_init (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (".");
  g_autofree char *built = g_build_filename (folder, "..", "po", NULL);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_file_test (built, G_FILE_TEST_IS_DIR) ? built : DL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

/* How many are at work on this thread. */
static _Thread_local guint plain_depth;

struct _DlPlainNumerals
{
  locale_t before, plain;
};

static DlPlainNumerals *
begin_plain (int categories)
{
  DlPlainNumerals *self = g_new (DlPlainNumerals, 1);

  self->before = uselocale ((locale_t) 0);
  self->plain = newlocale (categories, "C", duplocale (self->before));
  g_assert (self->plain != (locale_t) 0);
  uselocale (self->plain);
  plain_depth++;
  return self;
}

DlPlainNumerals *
dl_plain_numerals_new (void)
{
  return begin_plain (LC_NUMERIC_MASK);
}

/* A catalog's first entry, the translation of nothing, is about the catalog. */
static const char *
catalog_header (void)
{
  return g_dgettext (GETTEXT_PACKAGE, "");
}

DlPlainNumerals *
dl_plain_text_new (void)
{
  /* GLib decides once and for all whether there are translations, by the first thread that asks. */
  catalog_header ();
  return begin_plain (LC_NUMERIC_MASK | LC_MESSAGES_MASK);
}

char *
dl_language_of_messages (void)
{
  static const char mark[] = "\nLanguage: ";
  const char *found = strstr (catalog_header (), mark);

  if (found == NULL)
    return g_strdup ("en");
  found += strlen (mark);
  return g_strndup (found, strcspn (found, "\n"));
}

void
dl_plain_numerals_free (DlPlainNumerals *self)
{
  if (self == NULL)
    return;
  uselocale (self->before);
  plain_depth--;
  freelocale (self->plain);
  g_free (self);
}

/* Is @text a number with one @sign in it? Its place, and the place of the rest. */
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

char *
dl_numerals_show_all (const char *text)
{
  const char *sign = localeconv ()->decimal_point;
  GString *shown = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    {
      const gboolean bare = *c == '.' && (c == text || !g_ascii_isdigit (c[-1]));

      if (bare)
        g_string_append_c (shown, '0');
      if (*c == '.')
        g_string_append (shown, sign);
      else
        g_string_append_c (shown, *c);
    }
  return g_string_free (shown, FALSE);
}

char *
dl_numerals_read (const char *text)
{
  return exchange (text, localeconv ()->decimal_point, ".");
}

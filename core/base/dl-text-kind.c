#include "dl-text-kind.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MOST_BYTES 8192

static gboolean
begins (const char *text, const char *word)
{
  return g_str_has_prefix (text, word);
}

/* ["a", 1, {: a list, and not [group]. */
static gboolean
is_json (const char *at)
{
  if (*at == '{')
    return TRUE;
  if (*at != '[')
    return FALSE;
  at += 1 + strspn (at + 1, " \t");
  return *at == '\0' || strchr ("[{\"]", *at) != NULL;
}

/* --- , or key: value */
static gboolean
is_yaml (const char *at)
{
  const gsize key = strspn (at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-");

  if (begins (at, "---") || begins (at, "%YAML"))
    return TRUE;
  return key > 0 && g_ascii_isalpha (*at) && at[key] == ':'
         && (at[key + 1] == ' ' || at[key + 1] == '\0');
}

/* Switch 36 "name", and Hca 2 "name", which ibnetdiscover calls Ca and names by GUID. */
static gboolean
is_ibsim (const char *at)
{
  const gboolean is_switch = begins (at, "Switch");

  if (!is_switch && !begins (at, "Hca"))
    return FALSE;
  at += is_switch ? strlen ("Switch") : strlen ("Hca");
  if (*at != ' ' && *at != '\t')
    return FALSE;
  at += strspn (at, " \t" G_CSET_DIGITS);
  return *at == '"' && !begins (at, "\"S-") && !begins (at, "\"H-");
}

static gboolean
is_xml (const char *at)
{
  return *at == '<';
}

static gboolean
is_dot (const char *at)
{
  return (begins (at, "graph") || begins (at, "digraph") || begins (at, "strict "))
         && strchr (at, '{') != NULL;
}

static const struct
{
  gboolean (*is) (const char *line);
  const char *title;
} kinds[] = {
  { is_json, N_ ("JSON") },
  { is_yaml, N_ ("YAML") },
  { is_ibsim, N_ ("a netlist of ibsim") },
  { is_xml, N_ ("XML") },
  { is_dot, N_ ("a graph for Graphviz") },
};

/* Not text, as any format here is. */
static const char *
find_encoding (const char *text, gsize length)
{
  if (length >= 2 && (memcmp (text, "\xff\xfe", 2) == 0 || memcmp (text, "\xfe\xff", 2) == 0))
    return N_ ("text in UTF-16");
  if (memchr (text, '\0', length) == NULL)
    return NULL;
  /* Each other byte of ASCII in UTF-16 is zero. */
  return length >= 4 && (text[0] == '\0') != (text[1] == '\0')
                 && text[0 + (text[0] != '\0')] == '\0' && text[2 + (text[0] != '\0')] == '\0'
             ? N_ ("text in UTF-16")
             : N_ ("binary data");
}

const char *
dl_text_kind (const char *text, gsize length, guint *line)
{
  const gsize n = MIN (length, MOST_BYTES);
  const char *encoding = length > 0 ? find_encoding (text, n) : NULL;
  g_autofree char *head = g_strndup (length > 0 ? text : "", n);
  g_auto (GStrv) lines = NULL;

  if (line != NULL)
    *line = 1;
  if (encoding != NULL)
    return encoding;
  lines = g_strsplit (begins (head, "\xef\xbb\xbf") ? head + 3 : head, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *at = g_strstrip (lines[i]);

      if (*at == '\0' || *at == '#')
        continue;
      if (line != NULL)
        *line = i + 1;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (kinds[k].is (at))
          return kinds[k].title;
      return NULL;
    }
  return NULL;
}

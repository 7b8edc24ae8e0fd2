#include "dl-names.h"

#include <glib/gi18n-lib.h>

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

#define MOST_NEAR   3
#define MAX_LENGTH  100 /* bytes of a name that is compared */
#define MOST_SLIPS  2
#define LEAST_START 2 /* letters that a suggestion may be known by */

/* Words of other programs and of papers, each beside a name of ours with the same meaning. */
static const struct
{
  const char *word, *name;
} meanings[] = {
  /* Commands. */
  { "export", "figure" },
  { "plot", "figure" },
  { "draw", "figure" },
  { "picture", "figure" },
  { "image", "figure" },
  { "create", "new" },
  { "init", "new" },
  { "run", "simulate" },
  { "evaluate", "analyze" },
  { "analysis", "analyze" },
  { "analyse", "analyze" },
  { "stat", "analyze" },
  { "info", "analyze" },
  { "verify", "check" },
  { "deadlock", "check" },
  { "diff", "compare" },
  { "path", "route" },
  { "trace", "route" },
  { "traceroute", "route" },
  { "loads", "links" },
  { "table", "tables" },
  { "slurm", "tables" },
  { "faults", "critical" },
  { "failures", "critical" },
  { "scan", "sweep" },
  { "search", "optimize" },
  { "optimise", "optimize" },
  { "booksim", "validate" },
  { "benchmark", "validate" },
  { "pdf", "report" },
  { "measured", "counters" },
  { "store", "library" },
  { "database", "library" },
  { "tutorial", "lesson" },
  { "course", "lesson" },
  /* Actions of commands. */
  { "delete", "remove" },
  { "rm", "remove" },
  { "ls", "list" },
  { "add", "save" },
  { "find", "search" },
  { "print", "show" },
  /* Engines and modes. */
  { "updn", "up-down" },
  { "minhop", "min-hop" },
  { "d-mod-k", "ftree" },
  { "dmodk", "ftree" },
  { "nca", "random-up" },
  { "anca", "adaptive-up" },
  { "sssp", "dfsssp" },
  { "torus-2qos", "ring" },
  { "dimension-order", "dor" },
  { "dimension-order", "xt" },
  { "vlb", "valiant" },
  { "adaptive", "adaptive-0" },
  { "adaptive", "adaptive-up" },
  { "minimal", "min" },
  { "minimal", "min-hop" },
  { "minimal", "min-adaptive" },
  /* Structures. */
  { "clos", "fat-tree" },
  { "pgft", "fat-tree" },
  { "xgft", "fat-tree" },
  { "leaf-spine", "fat-tree" },
  { "jellyfish", "random-regular" },
  { "megafly", "dragonfly-plus" },
  { "fly", "butterfly" },
  { "banyan", "butterfly" },
  /* Patterns. */
  { "random", "uniform" },
  { "permutation", "random-permutation" },
  { "alltoall", "all-to-all" },
  { "incast", "all-to-one" },
  { "hotspot", "all-to-one" },
  { "bitcomp", "bit-complement" },
  { "complement", "bit-complement" },
  { "stencil", "nearest-neighbor" },
  { "worst-case", "group-shift" },
  { "adversarial", "group-shift" },
  { "shift", "group-shift" },
};

const char *
dl_names_find (const char *name, const char *const *names)
{
  const char *found = NULL;
  guint n_found = 0;

  if (*name == '\0')
    return NULL;
  for (; *names != NULL; names++)
    {
      if (strcmp (name, *names) == 0)
        return *names;
      if (g_str_has_prefix (*names, name))
        {
          found = *names;
          n_found++;
        }
    }
  return n_found == 1 ? found : NULL;
}

/* Letters to insert, delete, replace or swap with their neighbor to get from @a to @b. */
static guint
edit_distance (const char *a, const char *b)
{
  const gsize n = strlen (b);
  g_autofree guint *before = g_new0 (guint, n + 1);
  g_autofree guint *last = g_new0 (guint, n + 1);
  g_autofree guint *row = g_new0 (guint, n + 1);

  for (gsize j = 0; j <= n; j++)
    last[j] = j;
  for (gsize i = 1; a[i - 1] != '\0'; i++)
    {
      guint *const free_row = before;

      row[0] = i;
      for (gsize j = 1; j <= n; j++)
        {
          row[j] = MIN (last[j - 1] + (a[i - 1] != b[j - 1]), MIN (last[j], row[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
      before = last;
      last = row;
      row = free_row;
    }
  return last[n];
}

/* Slips of the fingers between the two, or G_MAXUINT for too many. */
static guint
count_slips (const char *name, const char *other)
{
  const gsize length = strlen (name);
  guint slips;

  if (length > MAX_LENGTH || strlen (other) > MAX_LENGTH)
    return G_MAXUINT;
  slips = edit_distance (name, other);
  /* Two letters of a short name are not enough to guess by. */
  return slips <= MOST_SLIPS && slips * 3 <= MAX (length, 3) ? slips : G_MAXUINT;
}

const char *
dl_names_nearest (const char *name, const char *const *names)
{
  const char *nearest = NULL;
  guint best = G_MAXUINT;

  for (; *names != NULL; names++)
    {
      const guint slips = count_slips (name, *names);

      if (slips < best)
        {
          best = slips;
          nearest = *names;
        }
    }
  return nearest;
}

static gboolean
means (const char *word, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (strcmp (meanings[i].word, word) == 0 && strcmp (meanings[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Does a part of @name, after a hyphen, begin with @word? */
static gboolean
has_part (const char *name, const char *word)
{
  for (const char *part = strchr (name, '-'); part != NULL; part = strchr (part + 1, '-'))
    if (g_str_has_prefix (part + 1, word))
      return TRUE;
  return FALSE;
}

/* Is @part all that comes after a hyphen of @word? */
static gboolean
ends_with_part (const char *word, const char *part)
{
  const gsize length = strlen (word), n = strlen (part);

  return length > n && word[length - n - 1] == '-' && g_str_has_suffix (word, part);
}

/* How near a name is; from STARTS on it is a guess, for which others are told, too. */
enum
{
  SAME, /* but for its case */
  MEANT,
  SLIPS, /* and one more for each */
  STARTS = SLIPS + MOST_SLIPS + 1,
  HAS_PART,
  GOES_ON,
  FAR
};

static guint
distance (const char *word, const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  guint slips;

  if (strcmp (folded, word) == 0)
    return SAME;
  if (means (word, name))
    return MEANT;
  slips = count_slips (word, folded);
  if (slips != G_MAXUINT)
    return SLIPS + slips;
  if (strlen (word) < LEAST_START)
    return FAR;
  if (g_str_has_prefix (folded, word))
    return STARTS;
  if (has_part (folded, word))
    return HAS_PART;
  /* More was written than the name has: xt3-11x12x16-new, twisted-torus. */
  return strlen (folded) > 2 * LEAST_START
                 && (g_str_has_prefix (word, folded) || ends_with_part (word, folded))
             ? GOES_ON
             : FAR;
}

const char **
dl_names_near (const char *name, const char *const *names)
{
  g_autofree char *word = g_ascii_strdown (name, -1);
  const char **near = g_new0 (const char *, MOST_NEAR + 1);
  guint at[MOST_NEAR], n = 0;

  for (; strlen (word) <= MAX_LENGTH && *names != NULL; names++)
    {
      const guint far = distance (word, *names);
      guint i = n;

      if (far == FAR || (n == MOST_NEAR && far >= at[n - 1])
          || g_strv_contains ((const char *const *) near, *names))
        continue;
      if (n < MOST_NEAR)
        n++;
      else
        i--;
      for (; i > 0 && at[i - 1] > far; i--)
        {
          at[i] = at[i - 1];
          near[i] = near[i - 1];
        }
      at[i] = far;
      near[i] = *names;
    }
  for (guint i = 1; i < n; i++)
    if (at[0] < STARTS && at[i] > at[0])
      near[i] = NULL;
  return near;
}

char *
dl_names_meant (const char *name, const char *const *names, const char *prefix)
{
  g_autofree const char **near = dl_names_near (name, names);

  if (near[0] == NULL)
    return NULL;
  if (near[1] == NULL)
    return g_strdup_printf (_ ("did you mean %s%s?"), prefix, near[0]);
  if (near[2] == NULL)
    /* Translators: each name after a prefix, as in “preset:” or “--”, which may be empty */
    return g_strdup_printf (_ ("did you mean %s%s or %s%s?"), prefix, near[0], prefix, near[1]);
  return g_strdup_printf (_ ("did you mean %s%s, %s%s or %s%s?"), prefix, near[0], prefix, near[1],
                          prefix, near[2]);
}

char *
dl_names_hint (const char *name, const char *const *names)
{
  g_autofree char *meant = dl_names_meant (name, names, "");
  g_autofree char *all = NULL;

  if (meant != NULL)
    return g_steal_pointer (&meant);
  all = g_strjoinv (", ", (char **) names);
  return g_strdup_printf (_ ("expected one of: %s"), all);
}

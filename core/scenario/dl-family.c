#include "dl-family.h"

#include "dl-field-type.h"

#include <string.h>

guint
dl_family_index (const DlFamily *family)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    if (families[i] == family)
      return i;
  g_assert_not_reached ();
}

char *
dl_family_channel_name (const DlFamily *family, const DlNet *net, guint32 channel)
{
  g_autofree char *link
      = family->name (net->shape, dl_place_link (channel / net->n_vcs), DL_NAME_FILE);

  return g_strdup_printf ("%s.%u", link, channel % net->n_vcs);
}

gboolean
dl_scenario_same_routes (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  if (a->family != b->family)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (fields[i].routed && (fields[i].family == NULL || fields[i].family == a->family)
        && !dl_field_same_value (&fields[i], a, b))
      return FALSE;
  return TRUE;
}

guint
dl_family_count_faults (const DlScenario *scenario, const char *key)
{
  const DlField *field = dl_field_find_name (key);

  g_assert (dl_field_is_list (field));
  return (*(GArray *const *) dl_field_at (field, scenario))->len;
}

guint
dl_family_n_patterns (const DlFamily *family)
{
  guint n = 0;

  while (family->patterns[n].pattern != NULL)
    n++;
  return n;
}

gboolean
dl_family_reads_counters (const DlFamily *family, const DlCountersKind *kind)
{
  for (guint i = 0; family->counters[i] != NULL; i++)
    if (family->counters[i] == kind)
      return TRUE;
  return FALSE;
}

/* Its row of @pattern, or the one at the end. */
static const DlFamilyPattern *
row_of (const DlFamily *family, const DlPattern *pattern)
{
  const DlFamilyPattern *row = family->patterns;

  while (row->pattern != NULL && row->pattern != pattern)
    row++;
  return row;
}

gboolean
dl_family_has_pattern (const DlFamily *family, const DlPattern *pattern)
{
  return row_of (family, pattern)->pattern != NULL;
}

const char *
dl_family_pattern_description (const DlFamily *family, const DlPattern *pattern)
{
  const char *own = row_of (family, pattern)->description;

  return own != NULL ? own : pattern->description;
}

const DlPattern *const *
dl_patterns (guint *n_patterns)
{
  static GPtrArray *patterns;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint n;
      const DlFamily *const *families = dl_families (&n);

      patterns = g_ptr_array_new ();
      for (guint f = 0; f < n; f++)
        for (const DlFamilyPattern *row = families[f]->patterns; row->pattern != NULL; row++)
          if (!g_ptr_array_find (patterns, row->pattern, NULL))
            g_ptr_array_add (patterns, (gpointer) row->pattern);
      g_once_init_leave (&made, 1);
    }
  *n_patterns = patterns->len;
  return (const DlPattern *const *) patterns->pdata;
}

const DlPattern *
dl_pattern_find (const char *id)
{
  guint n;
  const DlPattern *const *patterns = dl_patterns (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (patterns[i]->id, id) == 0)
      return patterns[i];
  return NULL;
}

#include "dl-family.h"

#include "dl-field-type.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Places by the names that people type: in either case, with blanks and brackets or without. */

/* Longest name of a place, in bytes. */
#define MOST_BYTES 100

/* Does @text end in a mark that its next part belongs to? The '-' of "x-" does not ask for more. */
static gboolean
goes_on (const GString *text)
{
  const char last = text->len > 0 ? text->str[text->len - 1] : ',';

  return strchr (",#.:", last) != NULL
         || (last == '-' && (text->len < 2 || !g_ascii_isalpha (text->str[text->len - 2])));
}

/* @text in small letters, with hyphens for minus signs and arrows, without brackets, and with
 * single blanks, none of them beside a comma, dot or the like. */
static char *
tidy (const char *text)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);
  GString *clean = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *at = lower; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (g_unichar_isspace (c) || c == '(' || c == ')')
        {
          blank = TRUE;
          continue;
        }
      const gunichar plain = c == 0x2212 || c == 0x2192 ? '-' : c;

      if (blank && !goes_on (clean) && (plain >= 128 || strchr (",-#.:", (int) plain) == NULL))
        g_string_append_c (clean, ' ');
      blank = FALSE;
      g_string_append_unichar (clean, plain);
    }
  return g_string_free (clean, FALSE);
}

/* Label of a group, in the user's language. */
static char *
group_label (const char *name)
{
  /* Translators: of a dragonfly, “Group 3” */
  return g_strdup_printf (_ ("Group %s"), name);
}

char *
dl_family_place_label (const DlFamily *family, const DlNet *net, DlPlace place)
{
  g_autofree char *label = family->name (net->shape, place, DL_NAME_PEOPLE);

  return place.kind == DL_PLACE_GROUP ? group_label (label) : g_steal_pointer (&label);
}

/* The number of "group 5", in English or the user's language; NULL if @text is not that. */
static const char *
group_number (const char *text)
{
  const char *number = text + strlen (text);

  while (number > text && g_ascii_isdigit (number[-1]))
    number--;
  if (*number == '\0' || number == text)
    return NULL;

  g_autofree char *label = group_label (number);
  g_autofree char *own = tidy (label);
  g_autofree char *english = g_strconcat ("group ", number, NULL);

  return g_str_equal (text, own) || g_str_equal (text, english) ? number : NULL;
}

gboolean
dl_family_parse_group (const DlFamily *family, const DlNet *net, const char *text, guint *group,
                       GError **error)
{
  guint64 number;

  if (dl_value_parse_uint (text, 0, G_MAXUINT16, &number, NULL))
    for (guint i = 0; i < net->n_groups; i++)
      {
        g_autofree char *name = family->name (net->shape, dl_place_group (i), DL_NAME_FILE);

        *group = i;
        if (g_ascii_strtoull (name, NULL, 10) == number)
          return TRUE;
      }
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no group %s in this network (expected 0 to %u)"), text,
               net->n_groups - 1);
  return FALSE;
}

gboolean
dl_family_parse_place (const DlFamily *family, const DlNet *net, const char *text, DlPlace *place,
                       GError **error)
{
  const gboolean readable = strlen (text) <= MOST_BYTES && g_utf8_validate (text, -1, NULL);
  g_autofree char *clean = readable ? tidy (text) : NULL;
  const char *number;
  guint group;

  if (clean == NULL || *clean == '\0')
    {
      g_set_error_literal (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_SYNTAX,
                           _ ("this is not the name of a place"));
      return FALSE;
    }
  /* Names that a machine's owner gave are as they stand. */
  if (family->parse_place (net, text, DL_PLACE_NOTHING, place, NULL))
    return TRUE;
  number = family->has_groups ? group_number (clean) : NULL;
  if (number == NULL)
    return family->parse_place (net, clean, DL_PLACE_NOTHING, place, error);
  if (!dl_family_parse_group (family, net, number, &group, error))
    return FALSE;
  *place = dl_place_group (group);
  return TRUE;
}

gboolean
dl_family_parse_link (const DlFamily *family, const DlNet *net, const char *text, guint *link,
                      GError **error)
{
  DlPlace place = DL_NOWHERE;
  const gboolean good = family->parse_place (net, text, DL_PLACE_LINK, &place, error);

  *link = place.a;
  return good;
}

guint
dl_family_middle_node (const DlFamily *family, const DlNet *net)
{
  const DlSites sites = family->sites (net->shape);
  const guint n = sites.n_nodes, middle = net->middle > 0 ? net->middle : n / 2;

  for (guint i = 0; i < n; i++)
    if (sites.is_up (sites.network, (middle + i) % n))
      return (middle + i) % n;
  return DL_NO_NODE;
}

/* The first working link that leaves @router; DL_NO_LINK. */
static guint
first_link (const DlNet *net, guint router)
{
  const DlGraph *graph = net->graph;

  for (guint link = graph->first_link[router]; link < graph->first_link[router + 1]; link++)
    if (graph->link_state[link] == DL_LINK_UP)
      return link;
  return DL_NO_LINK;
}

GStrv
dl_family_place_examples (const DlFamily *family, const DlNet *net)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const guint node = dl_family_middle_node (family, net);

  if (node != DL_NO_NODE)
    {
      const DlPlace router = dl_shape_router_at (net->shape, dl_place_node (node));
      const guint link = first_link (net, router.a);
      g_autofree char *name = family->name (net->shape, dl_place_node (node), DL_NAME_FILE);
      g_autofree char *router_name = family->name (net->shape, router, DL_NAME_FILE);

      g_strv_builder_add (builder, name);
      if (!g_str_equal (router_name, name))
        g_strv_builder_add (builder, router_name);
      if (link != DL_NO_LINK)
        {
          g_autofree char *link_name
              = family->name (net->shape, dl_place_link (link), DL_NAME_FILE);

          g_strv_builder_add (builder, link_name);
        }
    }
  if (net->n_groups > 0)
    {
      g_autofree char *label
          = dl_family_place_label (family, net, dl_place_group (net->n_groups / 2));

      g_strv_builder_add (builder, label);
    }
  return g_strv_builder_end (builder);
}

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

/* The family's row of @pattern, or the one at the end. */
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

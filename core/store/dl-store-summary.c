#include "dl-store-summary.h"

#include "dl-family.h"
#include "dl-field-type.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* Longer names of rules are none. */
#define MAX_RULES 64

static guint
count_faults (const DlScenario *scenario)
{
  guint n, n_faults = 0;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (dl_field_is_list (&fields[i]) && fields[i].family == scenario->family)
      n_faults += (*(GArray *const *) dl_field_at (&fields[i], scenario))->len;
  return n_faults;
}

static char *
rules_of (const DlScenario *scenario)
{
  return dl_field_get (dl_field_find_name (scenario->family->rules_key), scenario);
}

static char *
write_kept (const char *network, const char *rules, guint n_faults)
{
  return n_faults == 0 ? g_strdup_printf ("%s, %s", network, rules)
                       : g_strdup_printf ("%s, %s, %u fault%s", network, rules, n_faults,
                                          n_faults != 1 ? "s" : "");
}

/* @rules: an id; of one that this version does not know the id is shown. */
static char *
show (const DlFamily *family, const char *network, const char *rules, guint n_faults)
{
  const char *title = dl_field_value_title (dl_field_find_name (family->rules_key), rules);
  g_autofree char *faults = NULL;

  if (title == NULL)
    title = rules;
  if (n_faults == 0)
    return g_strdup_printf ("%s · %s", network, title);
  faults = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u fault", "%u faults", n_faults),
                            n_faults);
  return g_strdup_printf ("%s · %s · %s", network, title, faults);
}

char *
dl_store_summary_kept (const DlScenario *scenario)
{
  g_autofree char *network = scenario->family->line (scenario, FALSE);
  g_autofree char *rules = rules_of (scenario);

  return write_kept (network, rules, count_faults (scenario));
}

char *
dl_store_summary (const DlScenario *scenario)
{
  g_autofree char *network = scenario->family->line (scenario, TRUE);
  g_autofree char *rules = rules_of (scenario);

  return show (scenario->family, network, rules, count_faults (scenario));
}

char *
dl_store_summary_show (const char *kept)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *network = NULL;
      const char *rest = families[i]->read_line (kept, &network);
      g_autofree char *line = rest != NULL ? g_strndup (kept, rest - kept) : NULL;
      g_autofree char *same = NULL;
      char rules[MAX_RULES];
      guint n_faults = 0;

      if (rest == NULL || sscanf (rest, ", %63[a-z0-9-], %9u", rules, &n_faults) < 1)
        continue;
      same = write_kept (line, rules, n_faults);
      if (strcmp (same, kept) == 0)
        return show (families[i], network, rules, n_faults);
    }
  return g_strdup (kept);
}

char *
dl_store_summary_words (const DlScenario *scenario)
{
  GString *words = g_string_new (NULL);
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].type->entry != NULL && !fields[i].fixed
        && (fields[i].family == NULL || fields[i].family == scenario->family)
        && strcmp (fields[i].name, scenario->family->rules_key) != 0)
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);
        const char *title = dl_field_value_title (&fields[i], value);

        g_string_append_printf (words, "%s%s %s", words->len > 0 ? " " : "", value, title);
      }
  return g_string_free (words, FALSE);
}

#include "dl-count-text.h"

#include <glib/gi18n-lib.h>

/* @part is taken. */
static void
append (GString *text, guint n, char *part)
{
  /* Translators: between the parts of a list: “2 sweeps, 57 runs” */
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? _ (", ") : "", part);
  g_free (part);
}

char *
dl_duration_text (double seconds)
{
  if (seconds < 1)
    return g_strdup (_ ("about a second"));
  if (seconds < 90)
    return g_strdup_printf (_ ("about %.0f s"), seconds);
  if (seconds < 90 * 60)
    return g_strdup_printf (_ ("about %.0f min"), seconds / 60);
  return g_strdup_printf (_ ("about %.0f h"), seconds / 3600);
}

char *
dl_count_text (guint n_scenarios, guint n_sweeps, guint n_runs)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append (
      text, n_scenarios,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u scenario", "%'u scenarios", n_scenarios),
                       n_scenarios));
  append (text, n_sweeps,
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u sweep", "%'u sweeps", n_sweeps),
                           n_sweeps));
  append (text, n_runs,
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u run", "%'u runs", n_runs), n_runs));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

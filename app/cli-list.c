/* dateline-cli list: what there is to name in files, options and arguments. */
#include "cli-families.h"
#include "cli-streams.h"
#include "dl-field-type.h"
#include "dl-figure.h"
#include "dl-names.h"
#include "dl-paper-check.h"
#include "dl-scenario-file.h"
#include "dl-validation.h"

#include <glib/gi18n.h>

#include <string.h>

static void
append (GString *out, const char *id, const char *description)
{
  /* One a line, whatever the translation. */
  g_autofree char *line = cli_printable (_ (description));

  g_string_append_printf (out, "%s\t%s\n", id, line);
}

/* Patterns, and their descriptions in families that have their own. */
static void
list_patterns (GString *out)
{
  guint n_patterns, n_families;
  const DlPattern *const *patterns = dl_patterns (&n_patterns);
  const DlFamily *const *families = dl_families (&n_families);

  for (guint i = 0; i < n_patterns; i++)
    {
      g_autoptr (GString) text = g_string_new (_ (patterns[i]->description));

      for (guint f = 0; f < n_families; f++)
        {
          const char *own = dl_family_pattern_description (families[f], patterns[i]);

          /* Translators: a kind of network and what a traffic pattern is there, after what it is
           * elsewhere: “; Fabric: Host c of n to host n − 1 − c” */
          if (own != patterns[i]->description)
            g_string_append_printf (text, _ ("; %s: %s"), _ (families[f]->title), _ (own));
        }
      append (out, patterns[i]->id, text->str);
    }
}

/* The values of the keys that families list by that name, the family before each where several do.
 */
static gboolean
list_values (GString *out, const char *name)
{
  const gboolean several = cli_families_find_list (name, 1) != NULL;
  const DlField *field;
  const DlEntry *entry;
  guint n = 0;

  for (; (field = cli_families_find_list (name, n)) != NULL; n++)
    for (guint i = 0; (entry = field->type->entry (i)) != NULL; i++)
      {
        /* Translators: a value of a family of networks, "Torus: Shortest routes" */
        g_autofree char *text = several ? g_strdup_printf (_ ("%s: %s"), _ (field->family->title),
                                                           _ (entry->description))
                                        : g_strdup (_ (entry->description));

        append (out, entry->id, text);
      }
  return n > 0;
}

static void
list_figures (GString *out)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    append (out, figures[i]->id, figures[i]->description);
}

static void
list_presets (GString *out)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    append (out, presets[i].id, presets[i].description);
}

static void
list_papers (GString *out)
{
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    {
      /* Translators: what a check is about, and where in the paper that stands */
      g_autofree char *text = g_strdup_printf (_ ("%s (%s)"), dl_paper_check_title (checks[i]),
                                               dl_paper_check_section (checks[i]));

      append (out, dl_paper_check_id (checks[i]), text);
    }
}

static void
list_curves (GString *out)
{
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  for (guint i = 0; i < n; i++)
    append (out, dl_paper_check_id (checks[i]), dl_paper_check_section (checks[i]));
}

static const struct
{
  const char *name;
  void (*list) (GString *out);
} lists[] = {
  { "presets", list_presets }, { "patterns", list_patterns }, { "figures", list_figures },
  { "papers", list_papers },   { "curves", list_curves },
};

/* Free with g_strfreev. */
static GStrv
name_lists (void)
{
  g_autofree char *of_families = cli_families_name_lists ();
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_string_append_printf (names, "%s, ", lists[i].name);
  g_string_append (names, of_families);
  return g_strsplit (names->str, ", ", -1);
}

CliStatus
cli_list (Cli *cli, GError **error)
{
  g_auto (GStrv) names = name_lists ();
  const char *name = dl_names_find (cli->args[0], (const char *const *) names);
  g_autofree char *hint = NULL;

  if (name != NULL && list_values (cli->out, name))
    return CLI_DONE;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_strcmp0 (lists[i].name, name) == 0)
      {
        lists[i].list (cli->out);
        return CLI_DONE;
      }
  hint = dl_names_hint (cli->args[0], (const char *const *) names);
  return cli_bad_input (error, _ ("list: “%s” is not a list (%s)"), cli->args[0], hint);
}

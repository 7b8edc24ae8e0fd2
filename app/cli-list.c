/* dateline-cli list: what there is to name in files, options and arguments. */
#include "cli-families.h"
#include "cli-streams.h"
#include "dl-field-type.h"
#include "dl-figure.h"
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

/* The values that a key can have. */
static void
list_values (GString *out, const DlField *field)
{
  const DlEntry *entry;

  for (guint i = 0; (entry = field->type->entry (i)) != NULL; i++)
    append (out, entry->id, entry->description);
}

static void
list_patterns (GString *out)
{
  list_values (out, dl_field_find ("traffic", "pattern"));
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

CliStatus
cli_list (Cli *cli, GError **error)
{
  const DlField *field = cli_families_find_list (cli->args[0]);

  if (field != NULL)
    {
      list_values (cli->out, field);
      return CLI_DONE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (strcmp (lists[i].name, cli->args[0]) == 0)
      {
        lists[i].list (cli->out);
        return CLI_DONE;
      }
  return cli_bad_input (error,
                        _ ("list: “%s” is not a list (expected presets, patterns, policies, "
                           "engines, figures, routings or papers)"),
                        cli->args[0]);
}

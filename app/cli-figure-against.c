/* dateline-cli figure: a second scenario, B, beside the first, A. */
#include "cli-figure.h"

#include "cli-families.h"
#include "cli-scenario.h"

#include <glib/gi18n.h>

void
cli_against_clear (CliAgainst *against)
{
  dl_scenario_free (against->scenario);
  dl_evaluation_unref (against->result);
  dl_critical_unref (against->critical);
  dl_sim_figure_unref (against->simulation);
}

/* Whether @options name a B. */
static gboolean
is_given (const CliOptions *options)
{
  return options->against != NULL || options->against_set != NULL;
}

/* "ring-matrix, isometric, ..." */
static char *
comparing_figures (void)
{
  GString *names = g_string_new (NULL);
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (figures[i]->compares)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
  return g_string_free (names, FALSE);
}

gboolean
cli_against_check (const CliOptions *options, const char *show, const DlFigure *figure,
                   GError **error)
{
  const gboolean of_panels = figure == &dl_figure_panels;
  g_autofree char *names = NULL;
  DlShow known;

  if (show != NULL && !dl_show_find (show, &known))
    return cli_bad_input (error, _ ("--show: “%s” cannot be shown (expected a, b or difference)"),
                          show);
  if (show != NULL && !is_given (options))
    return cli_bad_input (error, _ ("--show needs a second scenario (add --against SCENARIO)"));
  /* Beside panels that compare there may be others. */
  if (!is_given (options) || figure->compares || of_panels
      || (options->panels != NULL && show == NULL))
    return TRUE;
  names = comparing_figures ();
  return cli_bad_input (error, _ ("--against: %s shows only one scenario (expected one of: %s)"),
                        figure->id, names);
}

static gboolean
check_family (const DlScenario *a, const DlScenario *b, GError **error)
{
  return b->family == a->family
         || cli_figures_that_refuse (b->family, a->family)
                ->refuse_against (b->name, a->name, error);
}

gboolean
cli_against_evaluate (Cli *cli, const DlEvaluation *a, CliAgainst *against, GError **error)
{
  const DlScenario *scenario = against->scenario;

  if (scenario == NULL)
    return TRUE;
  against->result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  if (against->result == NULL)
    return FALSE;
  if (!scenario->family->same_places (a->net.shape, against->result->net.shape))
    return cli_bad_input (error,
                          _ ("--against: the links of %s and %s cannot be compared (use networks "
                             "of the same shape)"),
                          scenario->name, a->scenario->name);
  against->input = cli_figure_input (against->result);
  return TRUE;
}

gboolean
cli_against_load (Cli *cli, const DlScenario *a, CliAgainst *against, GError **error)
{
  const CliOptions *options = &cli->options;

  if (!is_given (options) || against->scenario != NULL)
    return TRUE;
  against->scenario = cli_scenario_load_or_copy (cli, options->against, a, "--against-set",
                                                 options->against_set, error);
  return against->scenario != NULL && check_family (a, against->scenario, error);
}

gboolean
cli_against_simulate (Cli *cli, CliAgainst *against, GError **error)
{
  if (against->simulation == NULL)
    against->simulation = cli_figure_simulate (cli, against->scenario, 0, error);
  return against->simulation != NULL;
}

gboolean
cli_against_find_critical (Cli *cli, CliAgainst *against, GError **error)
{
  if (against->critical == NULL)
    against->critical
        = cli_family_of (against->scenario)->figures->find_critical (cli, against->scenario, error);
  return against->critical != NULL;
}

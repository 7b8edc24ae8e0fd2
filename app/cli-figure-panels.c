/* dateline-cli figure: several figures on one page. */
#include "cli-figure.h"

#include "cli-options.h"

#include <glib/gi18n.h>

struct _CliPanels
{
  guint n;
  guint64 n_columns; /* 0: as many as there is room for */
  const DlFigure *figure[DL_FIGURE_MOST_PANELS];
  CliOptions options[DL_FIGURE_MOST_PANELS];
  DlFigurePanel panel[DL_FIGURE_MOST_PANELS];
};

/* What is said of each panel, not of their page. */
static const CliCommand panel_command
    = { "--panel", N_ ("NAME"), 1, 1, TAKES_PANEL, N_ ("A figure with its options"), NULL };

gboolean
cli_panels_check_options (const CliOptions *options, gboolean of_panels, GError **error)
{
  static const char *const of_one[] = {
    "--metric", "--counters", "--region", "--group",    "--sorted", "--dimension",
    "--node",   "--planes",   "--show",   "--policies", "--port",
  };

  if (!of_panels && (options->panels != NULL || options->columns != NULL))
    return cli_bad_input (error, _ ("%s is for “figure panels” (leave it out)"),
                          options->panels != NULL ? "--panel" : "--columns");
  if (of_panels && options->panels == NULL)
    return cli_bad_input (error, _ ("figure panels: a panel is missing (add --panel NAME or "
                                    "--panel \"NAME OPTION...\" for each)"));
  for (guint i = 0; i < G_N_ELEMENTS (of_one) && of_panels; i++)
    if (cli_is_given (options, of_one[i]))
      return cli_bad_input (error, _ ("%s belongs to a single panel (use --panel \"NAME %s ...\")"),
                            of_one[i], of_one[i]);
  return TRUE;
}

/* "ring-matrix --metric load", as a shell reads it. */
static gboolean
parse_panel (CliPanels *panels, const char *text, GError **error)
{
  CliOptions *options = &panels->options[panels->n];
  g_autoptr (GError) syntax = NULL;
  g_autofree char *line = g_strconcat ("panel ", text, NULL);
  g_auto (GStrv) words = NULL;

  if (!g_shell_parse_argv (line, NULL, &words, &syntax))
    return cli_bad_input (error, _ ("--panel: “%s”: %s (expected NAME and its options)"), text,
                          syntax->message);
  panels->n++; /* so that its options are freed */
  if (!cli_options_parse (words + 1, options, error)
      || !cli_options_check (options, &panel_command, error))
    return FALSE;
  if (options->args == NULL || g_strv_length (options->args) != 1)
    return cli_bad_input (
        error, _ ("--panel: “%s” does not name a figure (expected NAME and its options)"), text);
  panels->figure[panels->n - 1] = cli_figure_find (options->args[0], error);
  return panels->figure[panels->n - 1] != NULL;
}

CliPanels *
cli_panels_new (const CliOptions *options, GError **error)
{
  g_autoptr (CliPanels) panels = g_new0 (CliPanels, 1);

  if (g_strv_length (options->panels) > DL_FIGURE_MOST_PANELS)
    {
      cli_bad_input (error, _ ("--panel: too many panels (at most %d)"), DL_FIGURE_MOST_PANELS);
      return NULL;
    }
  if (!cli_parse_uint ("--columns", options->columns, 1, DL_FIGURE_MOST_COLUMNS, &panels->n_columns,
                       error))
    return NULL;
  for (guint i = 0; options->panels[i] != NULL; i++)
    if (!parse_panel (panels, options->panels[i], error))
      return NULL;
  return g_steal_pointer (&panels);
}

void
cli_panels_free (CliPanels *panels)
{
  if (panels == NULL)
    return;
  for (guint i = 0; i < panels->n; i++)
    cli_options_clear (&panels->options[i]);
  g_free (panels);
}

const DlFigure *
cli_panels_first (const CliPanels *panels)
{
  return panels->figure[0];
}

gboolean
cli_panels_fill (CliPanels *panels, Cli *cli, CliFigureSource *source, const char *name,
                 DlFigureInput *input, GError **error)
{
  const DlFamily *family = cli_figure_source_family (source);

  for (guint i = 0; i < panels->n; i++)
    {
      DlFigurePanel *panel = &panels->panel[i];
      const CliOptions *options = &panels->options[i];

      panel->figure = panels->figure[i];
      if (!cli_figure_check_family (panel->figure, family, name, error)
          || !cli_figure_source_check (source, panel->figure, options, error))
        return FALSE;
    }
  for (guint i = 0; i < panels->n; i++)
    if (!cli_figure_source_fill (source, panels->figure[i], &panels->options[i],
                                 &panels->panel[i].input, error))
      return FALSE;
  *input = dl_figure_input_panels (panels->panel, panels->n, panels->n_columns);
  input->style = cli_figure_style (&cli->options);
  return TRUE;
}

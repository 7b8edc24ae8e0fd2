/* dateline-cli figure: several figures on one page. */
#include "cli-figure.h"

#include "cli-options.h"
#include "cli-scenario.h"

#include <glib/gi18n.h>

#include <string.h>

struct _CliPanels
{
  guint n;
  guint64 n_columns; /* 0: as many as there is room for */
  const DlFigure *figure[DL_FIGURE_MOST_PANELS];
  CliOptions options[DL_FIGURE_MOST_PANELS];
  DlFigurePanel panel[DL_FIGURE_MOST_PANELS];
  GPtrArray *states; /* State: of panels that say the same, one */
};

/* A scenario that panels show. */
typedef struct
{
  char *key; /* its name and what is changed of it */
  DlScenario *scenario;
  CliFigureSource *source;
} State;

static void
state_free (gpointer data)
{
  State *state = data;

  cli_figure_source_free (state->source);
  dl_scenario_free (state->scenario);
  g_free (state->key);
  g_free (state);
}

/* What is said of each panel, not of their page. */
static const CliCommand panel_command
    = { "--panel", N_ ("NAME [SCENARIO]"),  1,
        2,         TAKES_PANEL | TAKES_SET, N_ ("A figure with its options"),
        NULL };

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
  if (options->args == NULL || g_strv_length (options->args) > 2)
    return cli_bad_input (
        error,
        _ ("--panel: “%s” does not name a figure (expected NAME [SCENARIO] and its options)"),
        text);
  panels->figure[panels->n - 1] = cli_figure_find (options->args[0], error);
  if (panels->figure[panels->n - 1] == &dl_figure_panels)
    return cli_bad_input (error, _ ("--panel: “%s” cannot be a panel (name one of its figures)"),
                          options->args[0]);
  return panels->figure[panels->n - 1] != NULL;
}

CliPanels *
cli_panels_new (const CliOptions *options, GError **error)
{
  g_autoptr (CliPanels) panels = g_new0 (CliPanels, 1);

  panels->states = g_ptr_array_new_with_free_func (state_free);
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
  g_ptr_array_unref (panels->states);
  for (guint i = 0; i < panels->n; i++)
    cli_options_clear (&panels->options[i]);
  g_free (panels);
}

const DlFigure *
cli_panels_first (const CliPanels *panels)
{
  return panels->figure[0];
}

/* The scenario that a panel with @options names, or NULL. */
static const char *
own_name (const CliOptions *options)
{
  return options->args[1];
}

const char *
cli_panels_first_scenario (const CliPanels *panels)
{
  for (guint i = 0; i < panels->n; i++)
    if (own_name (&panels->options[i]) != NULL)
      return own_name (&panels->options[i]);
  return NULL;
}

static char *
key_of (const CliOptions *options)
{
  GString *key = g_string_new (own_name (options));

  for (guint i = 0; options->set != NULL && options->set[i] != NULL; i++)
    g_string_append_printf (key, "\n%s", options->set[i]);
  return g_string_free (key, FALSE);
}

/* Of the panel with @options: @scenario, or another one, with what the panel changes of it. */
static CliFigureSource *
source_of (CliPanels *panels, Cli *cli, const CliOptions *options, const DlScenario *scenario,
           GError **error)
{
  g_autofree char *key = key_of (options);
  const char *name = own_name (options);
  State *state;

  for (guint i = 0; i < panels->states->len; i++)
    {
      state = g_ptr_array_index (panels->states, i);
      if (strcmp (state->key, key) == 0)
        return state->source;
    }
  state = g_new0 (State, 1);
  state->key = g_steal_pointer (&key);
  g_ptr_array_add (panels->states, state);
  state->scenario = cli_scenario_load_or_copy (cli, name, scenario, "--set", options->set, error);
  if (state->scenario == NULL)
    return NULL;
  state->source = cli_figure_source_new (cli, state->scenario);
  return state->source;
}

gboolean
cli_panels_fill (CliPanels *panels, Cli *cli, const DlScenario *scenario, const char *name,
                 DlFigureInput *input, GError **error)
{
  CliFigureSource *sources[DL_FIGURE_MOST_PANELS];

  for (guint i = 0; i < panels->n; i++)
    {
      const CliOptions *options = &panels->options[i];
      const char *own = own_name (options) != NULL ? own_name (options) : name;

      panels->panel[i].figure = panels->figure[i];
      sources[i] = source_of (panels, cli, options, scenario, error);
      if (sources[i] == NULL
          || !cli_figure_check_family (panels->figure[i], cli_figure_source_family (sources[i]),
                                       own, error)
          || !cli_figure_source_check (sources[i], panels->figure[i], options, error))
        return FALSE;
    }
  for (guint i = 0; i < panels->n; i++)
    if (!cli_figure_source_fill (sources[i], panels->figure[i], &panels->options[i],
                                 &panels->panel[i].input, error))
      return FALSE;
  *input = dl_figure_input_panels (panels->panel, panels->n, panels->n_columns);
  input->style = cli_figure_style (&cli->options);
  return TRUE;
}

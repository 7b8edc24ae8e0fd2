/* dateline-cli figure: the window's pictures as files, and several on a page. */
#include "cli-figure.h"

#include "cli-options.h"
#include "cli-scenario.h"

#include <glib/gi18n.h>

#include <string.h>

/* Panels --------------------------------------------------------------------------------------- */

/* Panels of --panel, each a figure with options of its own. */
typedef struct
{
  guint n;
  guint64 n_columns; /* 0: as many as there is room for */
  const DlFigure *figure[DL_FIGURE_MOST_PANELS];
  CliOptions options[DL_FIGURE_MOST_PANELS];
  DlFigurePanel panel[DL_FIGURE_MOST_PANELS];
  GPtrArray *states; /* State: of panels that say the same, one */
} Panels;

/* A scenario that panels show. */
typedef struct
{
  char *key; /* its name and changes */
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

/* NULL-safe. */
static void
panels_free (Panels *panels)
{
  if (panels == NULL)
    return;
  g_ptr_array_unref (panels->states);
  for (guint i = 0; i < panels->n; i++)
    cli_options_clear (&panels->options[i]);
  g_free (panels);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Panels, panels_free)

/* Options of each panel, not of their page. */
static const CliCommand panel_command
    = { "--panel", N_ ("NAME [SCENARIO]"),  1,
        2,         TAKES_PANEL | TAKES_SET, N_ ("A figure with its options"),
        NULL };

gboolean
cli_figure_check_panels (const CliOptions *options, gboolean of_panels, GError **error)
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

gboolean
cli_figure_parse_panel (const char *text, CliOptions *options, const DlFigure **figure,
                        GError **error)
{
  g_autoptr (GError) syntax = NULL;
  g_autofree char *line = g_strconcat ("panel ", text, NULL);
  g_auto (GStrv) words = NULL;

  if (!g_shell_parse_argv (line, NULL, &words, &syntax))
    return cli_bad_input (error, _ ("--panel: “%s”: %s (expected NAME and its options)"), text,
                          syntax->message);
  if (!cli_options_parse (words + 1, options, error)
      || !cli_options_check (options, &panel_command, error))
    return FALSE;
  if (options->args == NULL || g_strv_length (options->args) > 2)
    return cli_bad_input (
        error,
        _ ("--panel: “%s” does not name a figure (expected NAME [SCENARIO] and its options)"),
        text);
  *figure = dl_figure_find_typed (options->args[0], error);
  if (*figure == &dl_figure_panels)
    return cli_bad_input (error, _ ("--panel: “%s” cannot be a panel (name one of its figures)"),
                          options->args[0]);
  return *figure != NULL;
}

/* Panels of @options; NULL on error. */
static Panels *
panels_new (const CliOptions *options, GError **error)
{
  g_autoptr (Panels) panels = g_new0 (Panels, 1);

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
    {
      panels->n++; /* so that its options are freed */
      if (!cli_figure_parse_panel (options->panels[i], &panels->options[i], &panels->figure[i],
                                   error))
        return NULL;
    }
  return g_steal_pointer (&panels);
}

/* The first figure of @panels. */
static const DlFigure *
first_figure (const Panels *panels)
{
  return panels->figure[0];
}

/* The scenario that a panel with @options names, or NULL. */
static const char *
own_name (const CliOptions *options)
{
  return options->args[1];
}

/* The first scenario that a panel names itself, or NULL. */
static const char *
first_scenario (const Panels *panels)
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

/* Source of the panel with @options: @scenario, or a different one, with the panel's changes. */
static CliFigureSource *
source_of (Panels *panels, Cli *cli, const CliOptions *options, const DlScenario *scenario,
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

/* Fill the page: of @scenario, called @name, where panels do not change it or name another one. It
 * points into @panels. FALSE on error. */
static gboolean
fill_panels (Panels *panels, Cli *cli, const DlScenario *scenario, const char *name,
             DlFigureInput *input, GError **error)
{
  const DlFigureOptions page = cli_figure_options (cli, &cli->options);
  CliFigureSource *sources[DL_FIGURE_MOST_PANELS];

  for (guint i = 0; i < panels->n; i++)
    {
      const CliOptions *options = &panels->options[i];
      const char *own = own_name (options) != NULL ? own_name (options) : name;

      panels->panel[i].figure = panels->figure[i];
      sources[i] = source_of (panels, cli, options, scenario, error);
      if (sources[i] == NULL
          || !dl_figure_check_family (panels->figure[i], cli_figure_source_family (sources[i]), own,
                                      error)
          || !cli_figure_source_check (sources[i], panels->figure[i], options, error))
        return FALSE;
    }
  for (guint i = 0; i < panels->n; i++)
    if (!cli_figure_source_fill (sources[i], panels->figure[i], &panels->options[i],
                                 &panels->panel[i].input, error))
      return FALSE;
  *input = dl_figure_input_panels (panels->panel, panels->n, panels->n_columns);
  input->style = dl_figure_options_style (&page);
  return TRUE;
}

/* The command ---------------------------------------------------------------------------------- */

typedef struct
{
  double width_in;
  double dpi;
  DlFigureFormat format;
} Paper;

/* Options */

/* If none is named: the finished machine of its family. */
static char *
default_scenario (const DlFigure *figure)
{
  return g_strconcat ("preset:", dl_figure_family (figure)->presets[0].id, NULL);
}

static gboolean
parse_paper (const Cli *cli, Paper *paper, GError **error)
{
  const CliOptions *options = &cli->options;
  const DlFigureOptions read = cli_figure_options (cli, options);

  paper->format = DL_FIGURE_CSV;
  if (!dl_figure_parse_paper (&read, &paper->width_in, &paper->dpi, error))
    return FALSE;
  if (options->output == NULL || strcmp (options->output, "-") == 0)
    return options->csv
           || cli_bad_input (error, _ ("figure: the file is missing (add -o FILE.pdf, .svg, .png "
                                       "or .csv; or --csv for standard output)"));
  if (!dl_figure_format_for (options->output, &paper->format, error))
    {
      g_prefix_error (error, "-o ");
      return FALSE;
    }
  if (options->csv && paper->format != DL_FIGURE_CSV)
    return cli_bad_input (error, _ ("-o %s cannot be combined with --csv (use -o FILE.csv)"),
                          options->output);
  return TRUE;
}

static CliStatus
write_figure (Cli *cli, const DlFigure *figure, const DlFigureInput *input, const Paper *paper,
              GError **error)
{
  g_autoptr (GBytes) bytes
      = dl_figure_render (figure, input, paper->format, paper->width_in, paper->dpi, error);
  gconstpointer data;
  gsize length;

  if (bytes == NULL)
    return CLI_DONE;
  data = g_bytes_get_data (bytes, &length);
  g_string_append_len (cli->out, data, length);
  return CLI_DONE;
}

CliStatus
cli_figure (Cli *cli, GError **error)
{
  const DlFigureOptions options = cli_figure_options (cli, &cli->options);
  const DlFigure *figure = dl_figure_find_typed (cli->args[0], error);
  const gboolean of_panels = figure == &dl_figure_panels;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (CliFigureSource) source = NULL;
  g_autoptr (Panels) panels = NULL;
  DlFigureInput input;
  g_autofree char *name = NULL;
  Paper paper;

  if (figure == NULL || !parse_paper (cli, &paper, error)
      || !cli_figure_check_panels (&cli->options, of_panels, error)
      || (of_panels && (panels = panels_new (&cli->options, error)) == NULL))
    return CLI_DONE;
  name = cli->n_args > 1 ? g_strdup (cli->args[1])
         : of_panels && first_scenario (panels) != NULL
             ? g_strdup (first_scenario (panels))
             : default_scenario (of_panels ? first_figure (panels) : figure);
  scenario = cli_scenario_load (cli, name, error);
  if (scenario == NULL || !dl_figure_take_cycles (&options, figure, scenario, error))
    return CLI_DONE;
  source = cli_figure_source_new (cli, scenario);
  if (of_panels ? !fill_panels (panels, cli, scenario, name, &input, error)
                : !dl_figure_check_family (figure, scenario->family, name, error)
                      || !cli_figure_source_check (source, figure, &cli->options, error)
                      || !cli_figure_source_fill (source, figure, &cli->options, &input, error))
    return CLI_DONE;
  return write_figure (cli, figure, &input, &paper, error);
}

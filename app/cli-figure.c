/* dateline-cli figure: the window's pictures as files, what of a scenario they show, and several on
 * a page. */
#include "cli-figure.h"

#include "cli-options.h"
#include "cli-plain.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-figure-family.h"
#include "dl-names.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Views: which figure -------------------------------------------------------------------------- */

/* "ring-matrix, isometric, ..." */
static char *
list_names (const DlFigure *const *figures, guint n)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
  return g_string_free (names, FALSE);
}

const DlFigure *
cli_figure_find (const char *name, GError **error)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);
  g_autofree const char **names = g_new0 (const char *, n + 2);
  g_autofree char *hint = NULL;
  const char *found;

  for (guint i = 0; i < n; i++)
    names[i] = figures[i]->id;
  names[n] = dl_figure_panels.id;
  found = dl_names_find (name, names);
  if (found != NULL)
    return strcmp (found, dl_figure_panels.id) == 0 ? &dl_figure_panels : dl_figure_find (found);
  hint = dl_names_hint (name, names);
  cli_bad_input (error, _ ("figure: “%s” is not a figure (%s)"), name, hint);
  return NULL;
}

/* Families with words of their own know of each other alone. */
const CliFigureFamily *
cli_figures_that_refuse (const DlFamily *family, const DlFamily *other)
{
  const CliFigureFamily *figures = cli_family (other)->figures;

  return figures->refuse_figure == cli_plain_figures.refuse_figure ? figures
                                                                   : cli_family (family)->figures;
}

gboolean
cli_figure_check_family (const DlFigure *figure, const DlFamily *family, const char *name,
                         GError **error)
{
  g_autofree char *own = NULL;
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);

  if (dl_family_figure_find (family, figure->id) != NULL)
    return TRUE;
  own = list_names (figures, n);
  return cli_figures_that_refuse (family, dl_figure_family (figure))
      ->refuse_figure (figure->id, name, own, error);
}

/* View ----------------------------------------------------------------------------------------- */

static gboolean
parse_metric (const char *text, const DlFamily *family, const DlMetric **metric, GError **error)
{
  const DlMetric *found = text != NULL ? dl_family_metric_find (family, text) : *metric;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *hint = NULL;

  if (text == NULL || found != NULL)
    {
      *metric = found;
      return TRUE;
    }
  for (guint i = 0; (found = dl_family_metric (family, i)) != NULL; i++)
    g_ptr_array_add (names, (gpointer) found->id);
  g_ptr_array_add (names, NULL);
  hint = dl_names_hint (text, (const char *const *) names->pdata);
  return cli_bad_input (error, _ ("--metric: “%s” is not a metric (%s)"), text, hint);
}

DlFigureInput
cli_figure_input (const DlEvaluation *result)
{
  return dl_figure_input_default (result->scenario, result->analysis_of_family);
}

gboolean
cli_figure_parse_view (const CliOptions *options, const DlFigure *figure, gconstpointer shape,
                       DlFigureInput *input, GError **error)
{
  const DlFamily *family = input->scenario->family;

  if (!parse_metric (options->metric, family, &input->metric, error))
    return FALSE;
  if (options->show != NULL && input->against != NULL)
    dl_show_find (options->show, &input->show);
  return cli_family (family)->figures->parse_view (options, figure, shape, input, error);
}

gboolean
cli_figure_parse_region (const CliOptions *options, const DlCounters *counters,
                         DlFigureInput *input, GError **error)
{
  gint64 region = DL_COUNTERS_WHOLE;

  input->has_region = dl_counters_has_region (counters, DL_COUNTERS_WHOLE);
  if (options->region != NULL && strcmp (options->region, "all") == 0)
    input->has_region = FALSE;
  else if (options->region != NULL)
    {
      if (!g_ascii_string_to_signed (options->region, 10, G_MININT32, G_MAXINT32, &region, NULL)
          || !dl_counters_has_region (counters, region))
        return cli_bad_input (error,
                              _ ("--region: “%s” is not a code region (expected one of the "
                                 "counters’, or all)"),
                              options->region);
      input->has_region = TRUE;
    }
  input->region = region;
  return TRUE;
}

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
  *figure = cli_figure_find (options->args[0], error);
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
parse_number (const char *option, const char *text, double low, double high, double *value,
              GError **error)
{
  if (text == NULL || dl_value_parse_double (text, low, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

static gboolean
parse_paper (const CliOptions *options, Paper *paper, GError **error)
{
  double height, points;
  DlFont font;

  *paper = (Paper) { DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT, DL_FIGURE_CSV };

  if (!parse_number ("--width", options->width, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN,
                     &paper->width_in, error)
      || !parse_number ("--dpi", options->dpi, DL_DPI_LEAST, DL_DPI_MOST, &paper->dpi, error)
      || !parse_number ("--height", options->height, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN, &height,
                        error)
      || !parse_number ("--text-size", options->text_size, DL_TEXT_LEAST_PT, DL_TEXT_MOST_PT,
                        &points, error))
    return FALSE;
  if (options->font != NULL && !dl_font_find (options->font, &font))
    return cli_bad_input (error, _ ("--font: “%s” is not a font (expected sans or serif)"),
                          options->font);
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

/* --cycles is of every run: where a figure shows one it is the scenario's own, so that the file
 * says by which. */
static gboolean
take_cycles (Cli *cli, const DlFigure *figure, DlScenario *scenario, GError **error)
{
  guint64 cycles = scenario->simulation.cycles;
  g_autofree char *value = NULL;

  if (cli->options.cycles == NULL || figure->needs_load_curve || figure->needs_sweep
      || figure == &dl_figure_panels)
    return TRUE;
  if (!cli_parse_uint ("--cycles", cli->options.cycles, 1, G_MAXINT64, &cycles, error))
    return FALSE;
  value = g_strdup_printf ("%" G_GUINT64_FORMAT, cycles);
  if (dl_field_set (dl_field_find_name ("simulation.cycles"), scenario, value, error))
    return TRUE;
  g_prefix_error (error, "--cycles: ");
  return FALSE;
}

CliStatus
cli_figure (Cli *cli, GError **error)
{
  const DlFigure *figure = cli_figure_find (cli->args[0], error);
  const gboolean of_panels = figure == &dl_figure_panels;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (CliFigureSource) source = NULL;
  g_autoptr (Panels) panels = NULL;
  DlFigureInput input;
  g_autofree char *name = NULL;
  Paper paper;

  if (figure == NULL || !parse_paper (&cli->options, &paper, error)
      || !cli_figure_check_panels (&cli->options, of_panels, error)
      || (of_panels && (panels = panels_new (&cli->options, error)) == NULL))
    return CLI_DONE;
  name = cli->n_args > 1 ? g_strdup (cli->args[1])
         : of_panels && first_scenario (panels) != NULL
             ? g_strdup (first_scenario (panels))
             : default_scenario (of_panels ? first_figure (panels) : figure);
  scenario = cli_scenario_load (cli, name, error);
  if (scenario == NULL || !take_cycles (cli, figure, scenario, error))
    return CLI_DONE;
  source = cli_figure_source_new (cli, scenario);
  if (of_panels ? !fill_panels (panels, cli, scenario, name, &input, error)
                : !cli_figure_check_family (figure, scenario->family, name, error)
                      || !cli_figure_source_check (source, figure, &cli->options, error)
                      || !cli_figure_source_fill (source, figure, &cli->options, &input, error))
    return CLI_DONE;
  return write_figure (cli, figure, &input, &paper, error);
}

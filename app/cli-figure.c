/* dateline-cli figure: the window's pictures as files. */
#include "cli-figure.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

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

CliStatus
cli_figure (Cli *cli, GError **error)
{
  const DlFigure *figure = cli_figure_find (cli->args[0], error);
  const gboolean of_panels = figure == &dl_figure_panels;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (CliFigureSource) source = NULL;
  g_autoptr (CliPanels) panels = NULL;
  DlFigureInput input;
  g_autofree char *name = NULL;
  Paper paper;

  if (figure == NULL || !parse_paper (&cli->options, &paper, error)
      || !cli_panels_check_options (&cli->options, of_panels, error)
      || (of_panels && (panels = cli_panels_new (&cli->options, error)) == NULL))
    return CLI_DONE;
  name = cli->n_args > 1 ? g_strdup (cli->args[1])
         : of_panels && cli_panels_first_scenario (panels) != NULL
             ? g_strdup (cli_panels_first_scenario (panels))
             : default_scenario (of_panels ? cli_panels_first (panels) : figure);
  scenario = cli_scenario_load (cli, name, error);
  if (scenario == NULL)
    return CLI_DONE;
  source = cli_figure_source_new (cli, scenario);
  if (of_panels ? !cli_panels_fill (panels, cli, scenario, name, &input, error)
                : !cli_figure_check_family (figure, scenario->family, name, error)
                      || !cli_figure_source_check (source, figure, &cli->options, error)
                      || !cli_figure_source_fill (source, figure, &cli->options, &input, error))
    return CLI_DONE;
  return write_figure (cli, figure, &input, &paper, error);
}

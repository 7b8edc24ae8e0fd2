/* dateline-cli figure: the options that say what of a scenario a figure shows. */
#include "cli-figure.h"

#include "cli-families.h"
#include "cli-plain.h"
#include "dl-names.h"

#include <glib/gi18n.h>

#include <string.h>

/* Which figure ----------------------------------------------------------------------------------
 */

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

/* What of it ------------------------------------------------------------------------------------
 */

static gboolean
parse_metric (const char *text, const DlFamily *family, DlMetric *metric, GError **error)
{
  const char *names[DL_N_ALL_METRICS + 1] = { NULL };
  DlMetric metrics[DL_N_ALL_METRICS];
  const guint n = dl_family_metrics (family, metrics);
  g_autofree char *hint = NULL;

  if (text == NULL || dl_family_metric_find (family, text, metric))
    return TRUE;
  for (guint i = 0; i < n; i++)
    names[i] = dl_metric_id (metrics[i]);
  hint = dl_names_hint (text, names);
  return cli_bad_input (error, _ ("--metric: “%s” is not a metric (%s)"), text, hint);
}

DlFigureInput
cli_figure_input (const DlEvaluation *result)
{
  const DlScenario *scenario = result->scenario;

  return cli_family_of (scenario)->figures->input (scenario, result->net.shape,
                                                   result->analysis_of_family);
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

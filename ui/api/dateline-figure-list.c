#include "dateline-figure-private.h"

#include "dl-figure.h"

#include <glib/gi18n-lib.h>

static DatelineError
code_of (gint code)
{
  switch (code)
    {
    case DL_FIGURE_ERROR_FORMAT:
    case DL_FIGURE_ERROR_OPTION:
      return DATELINE_ERROR_VALUE;
    case DL_FIGURE_ERROR_SIZE:
      return DATELINE_ERROR_LIMIT;
    default:
      return DATELINE_ERROR_FAILED;
    }
}

/* "--metric: ... (add --against SCENARIO)" as programs say it. */
static char *
without_dashes (const char *message)
{
  g_autoptr (GRegex) dashes = g_regex_new ("(?<![\\w-])--(?=[a-z])", 0, 0, NULL);

  return g_regex_replace_literal (dashes, message, -1, 0, "", 0, NULL);
}

gboolean
dl_figure_api_take_error (GError **error, GError *inner)
{
  if (inner != NULL && inner->domain != DATELINE_ERROR && inner->domain != G_FILE_ERROR)
    {
      char *message = without_dashes (inner->message);

      g_free (inner->message);
      inner->message = message;
    }
  if (inner == NULL || inner->domain != DL_FIGURE_ERROR)
    return dl_api_take_error (error, inner);
  g_set_error_literal (error, DATELINE_ERROR, code_of (inner->code), inner->message);
  g_error_free (inner);
  return FALSE;
}

/* Beside the analysis, which all need. */
static const char *
word_of_need (const DlFigure *figure)
{
  return figure->needs_sweep           ? "sweep"
         : figure->needs_load_curve    ? "load-curve"
         : figure->needs_measured      ? "counters"
         : figure->paper_check != NULL ? "paper"
         : figure->needs_simulation    ? "simulation"
                                       : "analysis";
}

/**
 * dateline_figure_list:
 * @kind: (nullable): a kind of network; %NULL for all
 * @error: return location for an error
 *
 * Lists the figures of the program.
 *
 * Returns: (transfer full): a row for each figure: `figure`, `title`, `description`, `needs`, by
 *   which it is made (analysis, simulation, load-curve, sweep, counters of a real machine, or
 * paper, a check whose scenario is known), `metric` (whether it shows the metric of that option),
 *   `compares` (whether it shows the difference to another scenario); %NULL with
 *   %DATELINE_ERROR_NOT_FOUND
 */
DatelineTable *
dateline_figure_list (const char *kind, GError **error)
{
  static const DlTableColumn columns[] = {
    { "figure", "figure" },
    { "title", "title" },
    { "description", "description" },
    { "needs", "needs" },
    { "metric", "metric", DL_COLUMN_FLAG },
    { "compares", "compares", DL_COLUMN_FLAG },
  };
  const DlFamily *family = kind != NULL ? dl_api_find_kind (kind, error) : NULL;
  const DlFigure *const *figures;
  DlRecord *record;
  DlCells *cells;
  guint n;

  if (kind != NULL && family == NULL)
    return NULL;
  figures = family != NULL ? dl_family_figures (family, &n) : dl_figures (&n);
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  for (guint i = 0; i < n; i++)
    {
      dl_cells_text (cells, figures[i]->id);
      dl_cells_text (cells, _ (figures[i]->title));
      dl_cells_text (cells, _ (figures[i]->description));
      dl_cells_text (cells, word_of_need (figures[i]));
      dl_cells_flag (cells, figures[i]->uses_metric);
      dl_cells_flag (cells, figures[i]->compares);
    }
  return dl_api_table_new_take (record);
}

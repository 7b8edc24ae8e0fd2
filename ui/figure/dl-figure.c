#include "dl-figure-paper.h"

#include "dl-config.h"
#include "dl-numerals.h"
#include "dl-output.h"
#include "dl-pin.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <math.h>
#include <string.h>

static const DlFigure *const figures[] = {
  &dl_figure_ring_matrix,
  &dl_figure_planes,
  &dl_figure_isometric,
  &dl_figure_ring_balance,
  &dl_figure_balance_histograms,
  &dl_figure_channel_load,
  &dl_figure_age_histogram,
  &dl_figure_stalls,
  &dl_figure_latency,
  &dl_figure_throughput,
  &dl_figure_router,
  &dl_figure_packets,
  &dl_figure_age_bias,
  &dl_figure_equations,
  &dl_figure_load_latency,
  &dl_figure_sweep,
  &dl_figure_measured,
  &dl_figure_paper_4a,
  &dl_figure_paper_4b,
  &dl_figure_paper_5,
  &dl_figure_paper_table_5,
  &dl_figure_paper_table_6,
  &dl_figure_paper_checks,
};

static const DlFigure *const dragonfly_figures[] = {
  &dl_figure_groups,     &dl_figure_group,      &dl_figure_chord,      &dl_figure_jobs,
  &dl_figure_sizes,      &dl_figure_latency,    &dl_figure_throughput, &dl_figure_load_latency,
  &dl_figure_packets,    &dl_figure_sweep,      &dl_figure_measured,   &dl_figure_cascade_9,
  &dl_figure_cascade_10, &dl_figure_cascade_11, &dl_figure_cascade_12, &dl_figure_cascade_13,
};

static const struct
{
  const DlFamily *family;
  const DlFigure *const *figures;
  guint n;
} tables[] = {
  { &dl_family_torus, figures, G_N_ELEMENTS (figures) },
  { &dl_family_dragonfly, dragonfly_figures, G_N_ELEMENTS (dragonfly_figures) },
};

const DlFigure *const *
dl_family_figures (const DlFamily *family, guint *n_figures)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i].family == family)
      {
        *n_figures = tables[i].n;
        return tables[i].figures;
      }
  *n_figures = 0;
  return NULL;
}

const DlFigure *
dl_family_figure_find (const DlFamily *family, const char *id)
{
  guint n;
  const DlFigure *const *table = dl_family_figures (family, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (table[i]->id, id) == 0)
      return table[i];
  return NULL;
}

const DlFamily *
dl_figure_family (const DlFigure *figure)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (dl_family_figure_find (tables[i].family, figure->id) != NULL)
      return tables[i].family;
  g_return_val_if_reached (tables[0].family);
}

const DlFigure *const *
dl_figures (guint *n_figures)
{
  static const DlFigure *all[G_N_ELEMENTS (figures) + G_N_ELEMENTS (dragonfly_figures)];
  static gsize n_all = 0;

  if (g_once_init_enter (&n_all))
    {
      gsize n = 0;

      for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
        for (guint i = 0; i < tables[table].n; i++)
          if (dl_figure_family (tables[table].figures[i]) == tables[table].family)
            all[n++] = tables[table].figures[i];
      g_once_init_leave (&n_all, n);
    }
  *n_figures = n_all;
  return all;
}

const DlFigure *
dl_figure_find (const char *id)
{
  guint n;
  const DlFigure *const *all = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i]->id, id) == 0)
      return all[i];
  return NULL;
}

DlFigureInput
dl_figure_input_dragonfly (const DlScenario *scenario, const DlDragonflyAnalysis *analysis)
{
  return (DlFigureInput) {
    .scenario = scenario,
    .dragonfly = analysis->dragonfly,
    .dragonfly_analysis = analysis,
    .metric = DL_METRIC_USE,
  };
}

DlFigureInput
dl_figure_input_default (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const DlTorus *torus = &analysis->network->torus;
  DlFigureInput input = {
    .scenario = scenario,
    .analysis = analysis,
    .metric = DL_METRIC_BALANCE,
    .dim = DL_Z,
    .slice = DL_Z,
  };

  while (input.slice > DL_X && torus->radix[input.slice] == 1)
    input.slice--;
  for (guint dim = 0; dim < DL_N_DIMS && !torus->ring[DL_Z]; dim++)
    if (torus->ring[dim] || (!torus->ring[input.dim] && torus->radix[dim] > 1))
      input.dim = dim;
  return input;
}

DlFigureInput
dl_figure_input_paper (const DlPaperResult *paper)
{
  DlFigureInput input = { .scenario = paper->scenario, .dragonfly = paper->dragonfly };

  if (paper->analysis != NULL)
    input = dl_figure_input_default (paper->scenario, paper->analysis);
  input.paper = paper;
  return input;
}

void
dl_figure_draw (const DlFigure *figure, cairo_t *cr, const DlFigureInput *input, double width,
                double height, const DlTheme *theme)
{
  const DlFigureStyle *style = &input->style;
  DlTheme styled = *theme;

  /* The title of a chart is replaced by the one above it. */
  styled.no_titles |= style->no_title || style->title != NULL || style->name != NULL;
  styled.no_keys |= style->no_legend;
  figure->draw (cr, input, width, height, &styled);
}

static const struct
{
  const char *ending;
  DlFigureFormat format;
  GBytes *(*render) (const DlFigureJob *job, GError **error);
} formats[] = {
  { ".pdf", DL_FIGURE_PDF, dl_figure_render_pdf },
  { ".svg", DL_FIGURE_SVG, dl_figure_render_svg },
  { ".png", DL_FIGURE_PNG, dl_figure_render_png },
  { ".csv", DL_FIGURE_CSV, dl_figure_render_csv },
};

gboolean
dl_figure_format_for (const char *file_name, DlFigureFormat *format, GError **error)
{
  const gsize length = strlen (file_name);
  g_autofree char *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const gsize ending = strlen (formats[i].ending);
      if (length > ending
          && g_ascii_strcasecmp (file_name + length - ending, formats[i].ending) == 0)
        {
          *format = formats[i].format;
          return TRUE;
        }
    }
  shown = g_filename_display_name (file_name);
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT,
               _ ("%s: the ending names no figure format (.pdf, .svg, .png or .csv)"), shown);
  return FALSE;
}

gboolean
dl_figure_check_cairo (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot draw the figure: %s"),
               cairo_status_to_string (status));
  return FALSE;
}

static gboolean
check_size (double width_in, double height_in, DlFigureFormat format, double dpi, GError **error)
{
  const double most_side = 32767; /* cairo's image surfaces */
  double most_dpi;

  if (!(width_in >= DL_WIDTH_LEAST_IN && width_in <= DL_WIDTH_MOST_IN))
    {
      g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_SIZE,
                   _ ("a width of %g inches is out of range (%g to %g)"), width_in,
                   DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN);
      return FALSE;
    }
  if (format != DL_FIGURE_PNG)
    return TRUE;
  if (!(dpi >= DL_DPI_LEAST && dpi <= DL_DPI_MOST))
    {
      g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_SIZE,
                   _ ("a resolution of %g dpi is out of range (%g to %g)"), dpi, DL_DPI_LEAST,
                   DL_DPI_MOST);
      return FALSE;
    }
  most_dpi = floor (MIN (sqrt (DL_FIGURE_MOST_PIXELS / (width_in * height_in)),
                         most_side / MAX (width_in, height_in)));
  if (dpi > most_dpi)
    {
      g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_SIZE,
                   _ ("%g dpi at a width of %g inches are too many pixels (at most %g dpi)"), dpi,
                   width_in, most_dpi);
      return FALSE;
    }
  return TRUE;
}

static void
notes_init (DlFigureNotes *notes, const DlFigure *figure, const DlFigureInput *input)
{
  g_auto (GStrv) caption = dl_figure_caption (input, input->n_policies < 2);
  g_autofree char *described = g_strjoinv (", ", caption + 1);
  const DlScenario *scenario = input->scenario;

  notes->figure = figure->id;
  notes->version = DL_VERSION;
  notes->seed = g_strdup_printf ("%" G_GUINT64_FORMAT, scenario->seed);
  notes->title = g_strdup_printf (
      "%s: %s", input->style.title != NULL ? input->style.title : _ (figure->title),
      scenario->name);
  if (input->against != NULL)
    {
      /* With the scenario inside, A's, this says all of B. */
      g_autofree char *changes = dl_pin_changes (scenario, input->against->scenario);
      /* Each panel says itself what it shows. */
      notes->against = g_strdup_printf (
          "%s%sB: %s (%s)", input->panels == NULL ? dl_show_id (input->show) : "",
          input->panels == NULL ? ", " : "", input->against->scenario->name,
          *changes != '\0' ? changes : "as A");
    }
  else
    notes->against = NULL;
  notes->subject = g_strdup_printf ("%s, seed %s, Dateline %s%s%s", described, notes->seed,
                                    DL_VERSION, notes->against != NULL ? ", shown: " : "",
                                    notes->against != NULL ? notes->against : "");
  notes->scenario = dl_scenario_to_compact_text (scenario);
}

static void
notes_clear (DlFigureNotes *notes)
{
  g_free (notes->seed);
  g_free (notes->title);
  g_free (notes->subject);
  g_free (notes->against);
  g_free (notes->scenario);
}

GBytes *
dl_figure_render (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format,
                  double width_in, double dpi, GError **error)
{
  /* A picture is for people, numbers are for programs. */
  g_autoptr (DlPlainNumerals) plain
      = format == DL_FIGURE_CSV ? dl_plain_text_new () : dl_plain_numerals_new ();
  DlFigureNotes notes;
  DlFigureJob job = { figure, input, width_in * 72, 0, dpi, &notes };
  GBytes *bytes = NULL;

  if (!check_size (width_in, 1, DL_FIGURE_PDF, dpi, error))
    return NULL;
  job.height = figure->height (input, job.width);
  if (!check_size (width_in, job.height / 72, format, dpi, error))
    return NULL;
  notes_init (&notes, figure, input);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format)
      bytes = formats[i].render (&job, error);
  notes_clear (&notes);
  return bytes;
}

static const char *
write_failure (int number)
{
  switch (number)
    {
    case ENOSPC:
    case EDQUOT:
      return _ ("the disk is full");
    case EACCES:
    case EPERM:
      return _ ("no permission to write there");
    case EROFS:
      return _ ("the file system is read-only");
    case ENOENT:
    case ENOTDIR:
      return _ ("there is no such folder");
    case EISDIR:
      return _ ("that is a folder");
    case ENAMETOOLONG:
      return _ ("the name is too long");
    default:
      return g_strerror (number);
    }
}

gboolean
dl_figure_write_file (GBytes *bytes, const char *file_name, GError **error)
{
  g_autofree char *shown = g_filename_display_name (file_name);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const int number = dl_output_write (file_name, data, length, FALSE);

  if (number == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), "%s: %s", shown,
               write_failure (number));
  return FALSE;
}

gboolean
dl_figure_export (const DlFigure *figure, const DlFigureInput *input, const char *file_name,
                  double width_in, double dpi, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  DlFigureFormat format;

  if (!dl_figure_format_for (file_name, &format, error))
    return FALSE;
  bytes = dl_figure_render (figure, input, format, width_in, dpi, error);
  return bytes != NULL && dl_figure_write_file (bytes, file_name, error);
}

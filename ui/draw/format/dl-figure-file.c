/* Files of figures, by their formats. */
#include "dl-config.h"
#include "dl-figure-private.h"
#include "dl-numerals.h"
#include "dl-output.h"
#include "dl-pin.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <math.h>
#include <string.h>

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
  shown = dl_file_name_show (file_name);
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT,
               _ ("%s: unknown file name extension (expected .pdf, .svg, .png or .csv)"), shown);
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
                   _ ("%g dpi with a width of %g inches makes too many pixels (at most %g dpi)"),
                   dpi, width_in, most_dpi);
      return FALSE;
    }
  return TRUE;
}

/* The panels whose states are not the first one's, with all that differs: "(b): Edison 15 groups
 * (dragonfly.routing=min)"; NULL: all show one. */
static char *
describe_states (const DlFigureInput *page)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i < page->n_panels; i++)
    {
      const DlScenario *own = page->panels[i].input.scenario;
      const gboolean alike = own->family == page->scenario->family;
      g_autofree char *changes = alike ? dl_pin_changes (page->scenario, own) : NULL;
      const gboolean changed = changes != NULL && *changes != '\0';

      if (changed || !alike || strcmp (own->name, page->scenario->name) != 0)
        g_string_append_printf (text, "%s(%c): %s%s%s%s", text->len > 0 ? "; " : "", 'a' + (gint) i,
                                own->name, changed ? " (" : "", changed ? changes : "",
                                changed ? ")" : "");
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
notes_init (DlFigureNotes *notes, const DlFigure *figure, const DlFigureInput *input)
{
  DlFigureInput drawn = *input;
  g_auto (GStrv) caption = NULL;
  g_autofree char *described = NULL;
  const DlScenario *scenario = input->scenario;

  drawn.figure = figure;
  caption = dl_figure_caption (&drawn, input->n_policies < 2);
  described = g_strjoinv (", ", caption + 1);

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
    notes->against = describe_states (input);
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
  job.height = dl_figure_height (figure, input, job.width);
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
  g_autofree char *shown = dl_file_name_show (file_name);
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

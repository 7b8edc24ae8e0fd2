#include "dl-figure-options.h"

#include "dl-figure-family.h"
#include "dl-names.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

gboolean
dl_figure_bad_option (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_OPTION, message);
  return FALSE;
}

/* Names ---------------------------------------------------------------------------------------- */

#define OPTION(name, member, description, is_flag, of_page)                                        \
  {                                                                                                \
    name, G_STRUCT_OFFSET (DlFigureOptions, member), description, is_flag, of_page                 \
  }
#define TEXT(name, member, description)      OPTION (name, member, description, FALSE, FALSE)
#define FLAG(name, member, description)      OPTION (name, member, description, TRUE, FALSE)
#define PAGE_TEXT(name, member, description) OPTION (name, member, description, FALSE, TRUE)
#define PAGE_FLAG(name, member, description) OPTION (name, member, description, TRUE, TRUE)

/* To add one: its member of DlFigureOptions, its row here, what dl_figure_check_options holds it
 * to, and the command line's words for it (app/cli-options.c), its completions and its line of the
 * manual page; tests name those that are missing. */
static const DlFigureOption table[] = {
  TEXT ("--metric", metric, "quantity that a map shows, such as load"),
  TEXT ("--counters", counters, "file of counters measured on the machine"),
  TEXT ("--region", region, "code region of the counters: a number, or all"),
  TEXT ("--show", show, "which of two scenarios: a, b or difference"),
  TEXT ("--dimension", dimension, "dimension of a ring or of planes: x, y or z"),
  TEXT ("--node", node, "node, router or switch that is shown"),
  TEXT ("--planes", planes, "planes of a map that is cut, such as 0-3"),
  TEXT ("--port", port, "output of a router that is seen from inside"),
  TEXT ("--policies", policies, "policies that are compared, with commas"),
  TEXT ("--group", group, "number of the group that is shown"),
  FLAG ("--sorted", sorted, "true: groups or switches by load, the busiest first"),
  PAGE_TEXT ("--title", title, "title instead of the figure's own"),
  PAGE_FLAG ("--no-title", no_title, "true: without its title"),
  PAGE_FLAG ("--no-legend", no_legend, "true: without its legend"),
  PAGE_FLAG ("--no-caption", no_caption, "true: without its caption"),
  PAGE_FLAG ("--dark", dark, "true: on a dark background"),
  PAGE_TEXT ("--font", font, "sans or serif"),
  PAGE_TEXT ("--text-size", text_size, "size of the usual text in points"),
  PAGE_TEXT ("--width", width, "width in inches; 3.5 by default"),
  PAGE_TEXT ("--height", height, "height in inches; the figure's own by default"),
  PAGE_TEXT ("--dpi", dpi, "dots per inch of a PNG; 300 by default"),
  TEXT ("--cycles", cycles, "cycles of a run, or of each at most"),
  TEXT ("--seeds", seeds, "runs of each load of a load curve"),
  TEXT ("--jobs", jobs, "runs at once; as many as there are processors by default"),
  TEXT ("--measures", measures, "measures of a sweep, with commas, a panel each"),
};

const DlFigureOption *
dl_figure_options (guint *n_options)
{
  *n_options = G_N_ELEMENTS (table);
  return table;
}

static gboolean
is_given (const DlFigureOptions *options, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].name, name) == 0)
      {
        gconstpointer member = G_STRUCT_MEMBER_P (options, table[i].offset);

        return table[i].is_flag ? *(const gboolean *) member
                                : *(const char *const *) member != NULL;
      }
  return FALSE;
}

/* Which figure --------------------------------------------------------------------------------- */

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
dl_figure_find_typed (const char *name, GError **error)
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
  dl_figure_bad_option (error, _ ("figure: “%s” is not a figure (%s)"), name, hint);
  return NULL;
}

static const DlFigureReader *
reader_of (const DlFamily *family)
{
  return dl_figure_family_of (family)->reader;
}

/* The family whose words say that @family lacks something of @other: families with words of their
 * own know of each other alone. */
static const DlFigureReader *
that_refuses (const DlFamily *family, const DlFamily *other)
{
  const DlFigureReader *reader = reader_of (other);

  return reader->refuse_figure == dl_figure_reader_plain.refuse_figure ? reader
                                                                       : reader_of (family);
}

gboolean
dl_figure_check_family (const DlFigure *figure, const DlFamily *family, const char *name,
                        GError **error)
{
  g_autofree char *own = NULL;
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);

  if (dl_family_figure_find (family, figure->id) != NULL)
    return TRUE;
  own = list_names (figures, n);
  return that_refuses (family, dl_figure_family (figure))
      ->refuse_figure (figure->id, name, own, error);
}

gboolean
dl_figure_check_families (const DlScenario *a, const DlScenario *b, GError **error)
{
  return b->family == a->family
         || that_refuses (b->family, a->family)->refuse_against (b->name, a->name, error);
}

gboolean
dl_figure_check_options (const DlFigureOptions *options, const DlFamily *family, GError **error)
{
  const char *const *own = reader_of (family)->options;
  const DlFamily *const *families;
  guint n;

  families = dl_families (&n);
  for (guint i = 0; i < n; i++)
    {
      const DlFigureReader *reader = reader_of (families[i]);

      for (const char *const *option = reader->options; *option != NULL; option++)
        if (!g_strv_contains (own, *option) && is_given (options, *option))
          return reader->refuse_option (*option, error);
    }
  return TRUE;
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
dl_figure_check_against (const DlFigureOptions *options, const DlFigure *figure, GError **error)
{
  const char *show = options->show;
  g_autofree char *names = NULL;
  DlShow known;

  if (show != NULL && !dl_show_find (show, &known))
    return dl_figure_bad_option (
        error, _ ("--show: “%s” cannot be shown (expected a, b or difference)"), show);
  if (show != NULL && !options->against)
    return dl_figure_bad_option (error,
                                 _ ("--show needs a second scenario (add --against SCENARIO)"));
  /* Beside panels that compare there may be others. */
  if (!options->against || figure->compares || figure == &dl_figure_panels
      || (options->on_page && show == NULL))
    return TRUE;
  names = comparing_figures ();
  return dl_figure_bad_option (
      error, _ ("--against: %s shows only one scenario (expected one of: %s)"), figure->id, names);
}

/* How it looks --------------------------------------------------------------------------------- */

static gboolean
parse_number (const char *option, const char *text, double low, double high, double *value,
              GError **error)
{
  if (text == NULL || dl_value_parse_double (text, low, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

gboolean
dl_figure_parse_paper (const DlFigureOptions *options, double *width_in, double *dpi,
                       GError **error)
{
  double height, points;
  DlFont font;

  *width_in = DL_WIDTH_COLUMN_IN;
  *dpi = DL_DPI_DEFAULT;
  if (!parse_number ("--width", options->width, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN, width_in,
                     error)
      || !parse_number ("--dpi", options->dpi, DL_DPI_LEAST, DL_DPI_MOST, dpi, error)
      || !parse_number ("--height", options->height, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN, &height,
                        error)
      || !parse_number ("--text-size", options->text_size, DL_TEXT_LEAST_PT, DL_TEXT_MOST_PT,
                        &points, error))
    return FALSE;
  return options->font == NULL || dl_font_find (options->font, &font)
         || dl_figure_bad_option (error, _ ("--font: “%s” is not a font (expected sans or serif)"),
                                  options->font);
}

DlFigureStyle
dl_figure_options_style (const DlFigureOptions *options)
{
  DlFigureStyle style = { .title = options->title,
                          .no_title = options->no_title,
                          .no_legend = options->no_legend,
                          .no_caption = options->no_caption,
                          .dark = options->dark };

  if (options->font != NULL)
    dl_font_find (options->font, &style.typeface.font);
  if (options->text_size != NULL)
    style.typeface.points = g_ascii_strtod (options->text_size, NULL);
  if (options->height != NULL)
    style.height = g_ascii_strtod (options->height, NULL) * 72;
  return style;
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
  return dl_figure_bad_option (error, _ ("--metric: “%s” is not a metric (%s)"), text, hint);
}

gboolean
dl_figure_parse_view (const DlFigureOptions *options, const DlFigure *figure, gconstpointer shape,
                      DlFigureInput *input, GError **error)
{
  const DlFamily *family = input->scenario->family;

  if (!parse_metric (options->metric, family, &input->metric, error))
    return FALSE;
  if (options->show != NULL && input->against != NULL)
    dl_show_find (options->show, &input->show);
  return reader_of (family)->parse_view (options, figure, shape, input, error);
}

gboolean
dl_figure_parse_region (const DlFigureOptions *options, const DlCounters *counters,
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
        return dl_figure_bad_option (error,
                                     _ ("--region: “%s” is not a code region (expected one of the "
                                        "counters’, or all)"),
                                     options->region);
      input->has_region = TRUE;
    }
  input->region = region;
  return TRUE;
}

/* Runs ----------------------------------------------------------------------------------------- */

static gboolean
parse_uint (const char *option, const char *text, guint64 high, guint64 *value, GError **error)
{
  if (text == NULL || dl_value_parse_uint (text, 1, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

static gboolean
parse_count (const char *option, const char *text, guint64 high, guint *value, GError **error)
{
  guint64 number = *value;

  if (!parse_uint (option, text, high, &number, error))
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
dl_figure_parse_jobs (const DlFigureOptions *options, guint *n_jobs, GError **error)
{
  *n_jobs = MIN (g_get_num_processors (), DL_SWEEP_MAX_JOBS);
  return parse_count ("--jobs", options->jobs, DL_SWEEP_MAX_JOBS, n_jobs, error);
}

gboolean
dl_figure_parse_load_curve (const DlFigureOptions *options, const DlScenario *scenario,
                            DlLoadSweepOptions *load_sweep, guint *n_jobs, GError **error)
{
  *load_sweep = dl_load_sweep_options_for (scenario);
  return parse_count ("--seeds", options->seeds, DL_SWEEP_MAX_SEEDS, &load_sweep->n_seeds, error)
         && dl_figure_parse_jobs (options, n_jobs, error)
         && parse_uint ("--cycles", options->cycles, G_MAXINT64, &load_sweep->cycles, error);
}

gboolean
dl_figure_take_cycles (const DlFigureOptions *options, const DlFigure *figure, DlScenario *scenario,
                       GError **error)
{
  guint64 cycles = scenario->simulation.cycles;
  g_autofree char *value = NULL;

  if (options->cycles == NULL || figure->needs_load_curve || figure->needs_sweep
      || figure == &dl_figure_panels)
    return TRUE;
  if (!parse_uint ("--cycles", options->cycles, G_MAXINT64, &cycles, error))
    return FALSE;
  value = g_strdup_printf ("%" G_GUINT64_FORMAT, cycles);
  if (dl_field_set (dl_field_find_name ("simulation.cycles"), scenario, value, error))
    return TRUE;
  g_prefix_error (error, "--cycles: ");
  return FALSE;
}

static const DlMeasure *
find_measure (const DlSweepSpec *spec, const char *name, GError **error)
{
  guint n_all, n = 0;
  g_autofree const DlMeasure **all = dl_measures (spec->scenario->family, &n_all);
  g_autofree const char **names = g_new0 (const char *, n_all + 1);
  g_autofree char *quoted = dl_value_quote (name);
  g_autofree char *hint = NULL;

  for (guint i = 0; i < n_all; i++)
    if (!spec->only_static || !all[i]->simulated)
      {
        names[n++] = all[i]->id;
        if (strcmp (all[i]->id, name) == 0)
          return all[i];
      }
  hint = dl_names_hint (name, names);
  dl_figure_bad_option (error, _ ("--measures: %s is not a measure (%s)"), quoted, hint);
  return NULL;
}

const DlMeasure **
dl_figure_parse_measures (const DlFigureOptions *options, const DlSweepSpec *spec,
                          guint *n_measures, GError **error)
{
  g_auto (GStrv) names = g_strsplit (options->measures, ",", -1);
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, MAX (g_strv_length (names), 1));

  *n_measures = 0;
  for (char **name = names; *name != NULL; name++)
    {
      measures[*n_measures] = find_measure (spec, g_strstrip (*name), error);
      if (measures[(*n_measures)++] == NULL)
        return NULL;
    }
  return g_steal_pointer (&measures);
}

/* Any network ---------------------------------------------------------------------------------- */

static gboolean
refuse_figure (const char *figure, const char *name, const char *own, GError **error)
{
  return dl_figure_bad_option (error,
                               _ ("figure: %s is not available for networks such as %s (expected "
                                  "one of: %s)"),
                               figure, name, own);
}

static gboolean
refuse_against (const char *b, const char *a, GError **error)
{
  return dl_figure_bad_option (error,
                               _ ("--against: %s and %s are of different kinds (use two of the "
                                  "same kind)"),
                               b, a);
}

static gboolean
refuse_counters (const char *name, GError **error)
{
  return dl_figure_bad_option (error, _ ("%s: the counters are from a different kind of network"),
                               name);
}

gboolean
dl_figure_parse_router (const DlFamily *family, gconstpointer shape, const char *text,
                        guint *router, GError **error)
{
  DlPlace place;
  DlNet net;

  net = *dl_shape_net (shape);
  if (!family->parse_place (&net, text, DL_PLACE_NOTHING, &place, error))
    {
      g_prefix_error (error, "--node: ");
      return FALSE;
    }
  place = dl_shape_router_at (shape, place);
  *router = place.a;
  return place.kind != DL_PLACE_NOTHING
         || dl_figure_bad_option (error, _ ("--node: %s does not have a cable (use a switch)"),
                                  text);
}

static gboolean
parse_view (const DlFigureOptions *options, const DlFigure *figure, gconstpointer shape,
            DlFigureInput *input, GError **error)
{
  input->sorted = options->sorted;
  return options->node == NULL
         || dl_figure_parse_router (input->scenario->family, shape, options->node, &input->router,
                                    error);
}

static const char *const no_options[] = { NULL };
static const char *const sorted_options[] = { "--node", "--sorted", NULL };

const DlFigureReader dl_figure_reader_plain = {
  .options = no_options,
  .refuse_figure = refuse_figure,
  .refuse_against = refuse_against,
  .refuse_counters = refuse_counters,
  .parse_view = parse_view,
};

const DlFigureReader dl_figure_reader_sorted = {
  .options = sorted_options,
  .refuse_figure = refuse_figure,
  .refuse_against = refuse_against,
  .refuse_counters = refuse_counters,
  .parse_view = parse_view,
};

/* How figures of each family of networks begin, and how they are told: the table of the families,
 * and the row of any other. */
#include "dl-figure-family.h"
#include "dl-figure-private.h"
#include "dl-matrix-map.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

void
dl_figure_add_piece (GStrvBuilder *pieces, char *piece)
{
  if (piece != NULL)
    g_strv_builder_add (pieces, piece);
  g_free (piece);
}

/* Any network ---------------------------------------------------------------------------------- */

GStrv
dl_figure_plain_caption (const DlFigureInput *input, gboolean names_rules)
{
  const DlScenario *scenario = input->scenario;
  const DlFamily *family = scenario->family;
  const DlField *rules = dl_field_find_name (family->rules_key);
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  const guint broken = dl_family_count_faults (scenario, family->cables_key);

  g_strv_builder_add (pieces, scenario->name);
  dl_figure_add_piece (pieces, family->line (scenario, TRUE));
  dl_figure_add_piece (pieces,
                       g_strdup_printf (_ ("%s traffic"), _ (scenario->traffic.pattern->title)));
  if (names_rules)
    {
      g_autofree char *value = dl_field_get (rules, scenario);
      /* Translators: a key and its value, as in “Routing: adaptive” */
      dl_figure_add_piece (pieces, g_strdup_printf (_ ("%s: %s"), dl_field_title (rules), value));
    }
  if (broken > 0)
    dl_figure_add_piece (pieces, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u broken cable",
                                                               "%u broken cables", broken),
                                                  broken));
  return g_strv_builder_end (pieces);
}

/* Routers by routers. */
static cairo_surface_t *
thumbnail (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlGraph *graph = links->net.graph;
  const DlMatrixMapOptions map_options = {
    .width = options->width, .height = options->height, .scale = options->scale, .label_scale = 1
  };
  g_autoptr (DlMatrixMap) map = dl_matrix_map_new (graph, &map_options, NULL);
  g_autofree float *values = g_new (float, MAX (1, graph->n_links));
  DlScale scale;

  dl_metric_values (options->metric, links, values);
  dl_contrast_shared_scale (&scale, options->metric, dl_metric_range (options->metric, links),
                            DL_NO_RANGE, options->theme);
  cairo_surface_t *image
      = dl_matrix_map_paint (map, graph->link_state, values, &scale, options->theme, NULL);
  const DlOverlay overlay = { .net = &links->net, .values = values, .scale = &scale };
  cairo_t *cr = cairo_create (image);

  dl_matrix_map_draw_overlay (map, cr, &overlay, options->theme); /* broken links */
  cairo_destroy (cr);
  return image;
}

static const DlFigureFamily plain = {
  .reader = &dl_figure_reader_plain,
  .caption = dl_figure_plain_caption,
  .thumbnail = thumbnail,
  .thumbnail_metric = "load",
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
};

/* The table ------------------------------------------------------------------------------------ */

static const DlFigureFamily *const families[] = {
  &dl_figures_torus,
  &dl_figures_dragonfly,
  &dl_figures_fabric,
};

const DlFigureFamily *
dl_figure_family_of (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->family == family)
      return families[i];
  return &plain;
}

/* Metrics -------------------------------------------------------------------------------------- */

static const DlMetric *
find_row (const DlMetric *rows, const char *id)
{
  for (; rows != NULL && rows->id != NULL; rows++)
    if (strcmp (rows->id, id) == 0)
      return rows;
  return NULL;
}

/* A family's own before those of all (@leads), or after them; of these, none that stands in the
 * place of one. */
static const DlMetric *
find_own (const DlMetric *own, gboolean leads, guint *i)
{
  for (; own != NULL && own->id != NULL; own++)
    if (own->leads == leads && find_row (dl_metrics_common, own->id) == NULL && (*i)-- == 0)
      return own;
  return NULL;
}

static const DlMetric *
find_common (const DlFamily *family, const DlMetric *own, guint *i)
{
  for (const DlMetric *row = dl_metrics_common; row->id != NULL; row++)
    {
      const DlMetric *instead = find_row (own, row->id);
      const DlMetric *metric = instead != NULL ? instead : row;

      if (metric->title != NULL && (!metric->needs_bandwidths || family->utilization != NULL)
          && (*i)-- == 0)
        return metric;
    }
  return NULL;
}

const DlMetric *
dl_family_metric (const DlFamily *family, guint i)
{
  const DlMetric *own = dl_figure_family_of (family)->metrics;
  const DlMetric *metric = find_own (own, TRUE, &i);

  if (metric == NULL)
    metric = find_common (family, own, &i);
  return metric != NULL ? metric : find_own (own, FALSE, &i);
}

const DlMetric *
dl_family_metric_find (const DlFamily *family, const char *id)
{
  const DlMetric *metric = NULL;

  for (guint i = 0; id != NULL && (metric = dl_family_metric (family, i)) != NULL; i++)
    if (strcmp (metric->id, id) == 0)
      break;
  return metric;
}

const DlMetric *
dl_family_metric_of (const DlFamily *family, DlMetricSource source)
{
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (family, i)) != NULL; i++)
    if (metric->source == source)
      break;
  return metric;
}

GStrv
dl_family_metric_names (const DlFamily *family)
{
  guint n_families;
  const DlFamily *const *all = dl_families (&n_families);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const DlMetric *metric;

  for (guint k = 0; k < n_families; k++)
    for (guint i = 0; (metric = dl_family_metric (all[k], i)) != NULL; i++)
      if (!g_ptr_array_find_with_equal_func (names, metric->id, g_str_equal, NULL)
          && (family == NULL || dl_family_metric_find (family, metric->id) != NULL))
        g_ptr_array_add (names, g_strdup (metric->id));
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Initial input -------------------------------------------------------------------------------- */

DlFigureInput
dl_figure_input_bare (const DlScenario *scenario, gconstpointer shape)
{
  const DlFigureFamily *drawn = dl_figure_family_of (scenario->family);
  DlFigureInput input
      = { .scenario = scenario, .shape = shape, .metric = dl_family_metric (scenario->family, 0) };

  if (drawn->init_input != NULL)
    drawn->init_input (&input);
  return input;
}

DlFigureInput
dl_figure_input_default (const DlScenario *scenario, gconstpointer analysis)
{
  DlFigureInput input = dl_figure_input_bare (scenario, dl_analyzed_shape (analysis));

  input.analysis = analysis;
  return input;
}

gboolean
dl_figure_input_set_planes (DlFigureInput *input, guint n, const char *text)
{
  g_auto (GStrv) ends = g_strsplit (text, "-", 2);
  guint64 from, to;

  input->first_plane = input->n_planes = 0;
  if (*text == '\0')
    return TRUE;
  if (!dl_value_parse_uint (g_strstrip (ends[0]), 0, n - 1, &from, NULL)
      || !dl_value_parse_uint (g_strstrip (ends[1] != NULL ? ends[1] : ends[0]), from, n - 1, &to,
                               NULL))
    return FALSE;
  input->first_plane = from;
  input->n_planes = to - from + 1;
  return TRUE;
}

DlFigureInput
dl_figure_input_paper (const DlPaperResult *paper)
{
  return (DlFigureInput) { .scenario = paper->scenario, .paper = paper };
}

/* What is drawn and printed of networks whose family has no figures of its own: routers by routers,
 * and what all simulations have. */
#include "dl-figure-family.h"
#include "dl-figure-private.h"
#include "dl-link-values.h"
#include "dl-matrix-map.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LEAST      150.0 /* units: below that a map does without words */
#define MOST       520.0 /* of a map on a page */
#define MOST_SLIDE 325.0

static const DlFamily *
family_of (const DlFigureInput *input)
{
  return input->scenario->family;
}

static DlLinkInput
links_of (const DlFigureInput *input)
{
  return dl_link_input (input->scenario, input->analysis,
                        input->simulation != NULL ? &input->simulation->links : NULL);
}

/* The matrix ----------------------------------------------------------------------------------- */

static char *
title_of (const DlFigureInput *input)
{
  /* Translators: a metric: “Load” */
  return dl_figure_compared_title (input, g_strdup_printf (_ ("Links from router to router: %s"),
                                                           dl_metric_title (input->metric)));
}

static double
matrix_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = title_of (input);
  const double most = width > DL_WIDTH_PAGE_IN * 72 ? MOST_SLIDE : MOST;
  const double map = CLAMP (dl_figure_width_inside (width) * 0.95, LEAST, most);

  return dl_figure_height_titled (input, width, map + dl_figure_legend_height (input), title, TRUE);
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, DlRect rect, const DlContrast *contrast,
          const DlScale *scale, const DlTheme *theme)
{
  const DlLinkInput links = links_of (dl_figure_shown (input));
  const double pixels = dl_figure_pixels_a_unit (cr, rect.width, rect.height);
  const DlMatrixMapOptions options = { .width = floor (rect.width * pixels) / pixels,
                                       .height = floor (rect.height * pixels) / pixels,
                                       .scale = pixels,
                                       .label_scale = 1 };
  g_autoptr (DlMatrixMap) map = dl_matrix_map_new (family_of (input), links.net.shape, &options);
  g_autofree float *values = g_new (float, MAX (1, links.net.n_links));
  DlMatrixMapOverlay overlay = { .state = links.net.link_state, .n_vcs = links.net.n_vcs };
  cairo_surface_t *image;

  if (contrast != NULL && input->show == DL_SHOW_DIFFERENCE)
    {
      overlay.difference = contrast->links;
      overlay.against = links_of (input->against).net.link_state;
      dl_contrast_values (contrast->links, values);
    }
  else
    dl_link_values (input->metric, &links, values);
  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, rect.x, rect.y);
  image = dl_matrix_map_paint (map, links.net.link_state, values, scale, theme, NULL);
  dl_figure_paint_image (cr, image, pixels);
  cairo_surface_destroy (image);
  overlay.values = values;
  overlay.scale = scale;
  dl_matrix_map_draw_overlay (map, cr, &overlay, theme);
  cairo_restore (cr);
}

/* Of A and B; NULL where one is shown alone. */
static DlContrast *
contrast_of (const DlFigureInput *input)
{
  const DlLinkInput a = links_of (input);

  if (input->against == NULL)
    return NULL;
  const DlLinkInput b = links_of (input->against);
  return dl_link_contrast_new (input->metric, &a, &b);
}

static DlScale
scale_of (const DlFigureInput *input, const DlContrast *contrast, const DlTheme *theme)
{
  const DlLinkInput a = links_of (input);
  const double max = fmax (dl_link_values_max (input->metric, &a), input->scale_max);
  double max_b = 0;
  DlScale scale;

  if (input->against != NULL)
    {
      const DlLinkInput b = links_of (input->against);
      max_b = dl_link_values_max (input->metric, &b);
    }
  if (contrast != NULL && input->show == DL_SHOW_DIFFERENCE)
    dl_scale_init_difference (&scale, input->metric,
                              fmax (contrast->links->extent, input->scale_max), theme);
  else
    dl_contrast_shared_scale (&scale, input->metric, max, max_b, theme);
  return scale;
}

static DlScale
matrix_scale (const DlFigureInput *input, const DlTheme *theme)
{
  g_autoptr (DlContrast) contrast = contrast_of (input);

  return scale_of (input, contrast, theme);
}

static void
matrix_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  g_autofree char *title = title_of (input);
  g_autoptr (DlContrast) contrast = contrast_of (input);
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title, TRUE, theme);
  const DlScale scale = scale_of (input, contrast, theme);
  DlRect map = inside;

  map.height = MAX (10, map.height - dl_figure_legend_height (input));
  draw_map (cr, input, map, contrast, &scale, theme);
  if (!input->style.no_legend)
    dl_scale_draw_plain_legend (&scale, cr, inside.x,
                                inside.y + inside.height - dl_scale_legend_height (), inside.width,
                                theme);
  cairo_restore (cr);
}

/* A row a link. */
static void
matrix_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlFamily *family = family_of (input);
  const DlLinkInput links = links_of (dl_figure_shown (input));
  g_autoptr (DlContrast) contrast = contrast_of (input);
  g_autofree float *values = g_new (float, MAX (1, links.net.n_links));
  const char *id = dl_metric_id (input->metric);

  dl_link_values (input->metric, &links, values);
  g_string_append (csv, "link,state,");
  g_string_append_printf (csv, contrast != NULL ? "%s_a,%s_b,difference\n" : "%s\n", id, id);
  for (guint link = 0; link < links.net.n_links; link++)
    {
      g_autofree char *name = family->name (links.net.shape, dl_place_link (link));

      if (links.net.link_state[link] == DL_LINK_ABSENT)
        continue;
      dl_csv_text (csv, name);
      g_string_append_printf (csv, ",%s,",
                              links.net.link_state[link] == DL_LINK_UP ? "up" : "broken");
      for (guint side = 0; side < 2 && contrast != NULL; side++)
        {
          dl_csv_number (csv, contrast->side[side][link]);
          g_string_append_c (csv, ',');
        }
      dl_csv_number (csv, contrast != NULL ? contrast->links->values[link] : values[link]);
      g_string_append_c (csv, '\n');
    }
}

static const DlFigure matrix = {
  .id = "matrix",
  .title = N_ ("Routers by routers"),
  .description = N_ ("The links between every two routers"),
  .page_share = 0.66,
  .uses_metric = TRUE,
  .compares = TRUE,
  .name = title_of,
  .scale = matrix_scale,
  .draw_legend = dl_scale_draw_plain_legend,
  .height = matrix_height,
  .draw = matrix_draw,
  .write_csv = matrix_write_csv,
};

static const DlFigure *const figures[] = {
  &matrix, &dl_figure_latency, &dl_figure_throughput, &dl_figure_load_latency, &dl_figure_sweep,
  NULL
};

/* Captions ------------------------------------------------------------------------------------- */

static GStrv
caption (const DlFigureInput *input, gboolean names_rules)
{
  const DlScenario *scenario = input->scenario;
  const DlFamily *family = family_of (input);
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

/* Reports -------------------------------------------------------------------------------------- */

static void
add_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlFindings *findings = &scenario->item->result->findings;
  const DlReportFact facts[] = {
    { _ ("Working nodes"), findings->working_nodes, 0 },
    { _ ("Mean hops"), findings->hops_mean, 4 },
    { _ ("Pairs that send"), findings->pairs, 0 },
    { _ ("Unreachable pairs"), findings->unreachable_pairs, 0 },
  };

  dl_report_add_facts (report, facts, G_N_ELEMENTS (facts));
}

static void
add_loads (DlReport *report, const DlReportScenario *scenario)
{
  const DlEvaluation *result = scenario->item->result;
  const DlFamily *family = result->scenario->family;
  g_autofree DlReportFact *facts = g_new (DlReportFact, family->n_classes);

  for (guint i = 0; i < family->n_classes; i++)
    facts[i] = (DlReportFact) { _ (family->classes[i].load_title),
                                result->findings.class_load_max[i], 2 };
  dl_document_add_heading (report->document, 2, _ ("Load of links"));
  dl_report_add_facts (report, facts, family->n_classes);
}

static char *
difference_caption (guint number, const char *name)
{
  /* Translators: a scenario’s number and name */
  return g_strdup_printf (_ ("Load of the links, A − B, where A is scenario %u, %s, and B is "
                             "scenario 1."),
                          number, name);
}

static const DlReportKind report = {
  .add_facts = add_facts,
  .add_loads = add_loads,
  .map = "matrix",
  .map_caption = N_ ("Static analysis: packets per link, one row per sending router and one "
                     "column per receiving router."),
  .difference_caption = difference_caption,
};

const DlFigureFamily dl_figures_plain = {
  .figures = figures,
  .caption = caption,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
  .report = &report,
};

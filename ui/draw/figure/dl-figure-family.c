/* How figures of each family of networks begin, and how they are told: the table of the families,
 * and the rows that need no file of their own. */
#include "dl-figure-family.h"
#include "dl-figure-private.h"

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

static GStrv
links_caption (const DlFigureInput *input, gboolean names_rules)
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

static const DlFigureFamily plain = {
  .caption = links_caption,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
};

/* Fabrics -------------------------------------------------------------------------------------- */

static void
add_fabric_options (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view)
{
  const DlFabric *shape = view->shape;

  if (strcmp (figure->id, "switch") != 0 || shape == NULL || view->router >= shape->n_switches)
    return;
  g_strv_builder_add (options, "--node");
  g_strv_builder_add (options, dl_fabric_name (shape, shape->n_hosts + view->router));
}

static const DlFigureFamily fabric = {
  .family = &dl_family_fabric,
  .add_options = add_fabric_options,
  .caption = links_caption,
  .flight = &dl_flight_fabric,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
};

/* The table ------------------------------------------------------------------------------------ */

static const DlFigureFamily *const families[] = {
  &dl_figures_torus,
  &dl_figures_dragonfly,
  &fabric,
};

const DlFigureFamily *
dl_figure_family_of (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->family == family)
      return families[i];
  return &plain;
}

DlFigureInput
dl_figure_input_bare (const DlScenario *scenario, gconstpointer shape)
{
  const DlFigureFamily *drawn = dl_figure_family_of (scenario->family);
  DlMetric metrics[DL_N_ALL_METRICS];
  DlFigureInput input = { .scenario = scenario, .shape = shape };

  dl_family_metrics (scenario->family, metrics);
  input.metric = metrics[0];
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

DlFigureInput
dl_figure_input_paper (const DlPaperResult *paper)
{
  return (DlFigureInput) { .scenario = paper->scenario, .paper = paper };
}

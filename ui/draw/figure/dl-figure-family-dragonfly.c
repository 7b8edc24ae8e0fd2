/* How figures of a dragonfly begin, and how they are told. */
#include "dl-figures-dragonfly.h"

#include "dl-dragonfly-name.h"
#include "dl-figure-family.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Input ---------------------------------------------------------------------------------------- */

static void
keep_inside (DlFigureInput *view)
{
  if (view->group >= dl_figure_dragonfly (view)->n_groups)
    view->group = 0;
}

/* Groups are called by their number on the machine. */
static void
add_options (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view)
{
  g_autofree char *group = NULL;

  if (figure->needs_inside && view->simulation != NULL)
    {
      g_autofree char *node = dl_dragonfly_node_to_string (view->simulation->shape, view->node);

      g_strv_builder_add (options, "--node");
      g_strv_builder_add (options, node);
    }
  if (!figure->uses_group || view->shape == NULL || view->group == 0)
    return;
  group = g_strdup_printf ("%u", dl_figure_dragonfly (view)->group_name[view->group]);
  g_strv_builder_add (options, "--group");
  g_strv_builder_add (options, group);
}

/* Captions ------------------------------------------------------------------------------------- */

/* An infinite backlog is as much as the nodes can send. */
double
dl_figure_dragonfly_load (const DlFigureInput *input)
{
  const double load = input->scenario->traffic.load;

  return isfinite (load) ? load : 1;
}

static char *
describe_machine (const DlDragonfly *dragonfly)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "dragonfly of %u group",
                                       "dragonfly of %u groups", dragonfly->n_groups),
                          dragonfly->n_groups);
}

static char *
describe_faults (const DlDragonfly *dragonfly)
{
  guint broken = 0;

  for (guint link = 0; link < dragonfly->n_links; link++)
    broken += dragonfly->link_state[link] != DL_LINK_UP && dragonfly->link_back[link] > link;
  if (broken == 0)
    return NULL;
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u broken link", "%u broken links", broken), broken);
}

/* Where the numbers come from. */
static void
add_source (GStrvBuilder *pieces, const DlFigureInput *input)
{
  if (input->metric->scale == DL_SCALE_CAPACITY)
    {
      g_autofree char *load = dl_chart_count (dl_figure_dragonfly_load (input));
      dl_figure_add_piece (pieces,
                           g_strdup_printf (_ ("at load %s of 10 GB/s of payload per node"), load));
    }
  if (dl_metric_is_measured (input->metric) && input->counters != NULL)
    {
      g_autofree char *file = dl_file_base_show (input->counters->file_name);
      dl_figure_add_piece (pieces, g_strdup_printf (_ ("counters of %s"), file));
    }
}

/* Machine, traffic, routing, faults, and where the numbers come from. Of a check of a paper, whose
 * runs differ in these, no more than which it is. */
static GStrv
caption (const DlFigureInput *input, gboolean names_rules)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  const DlDragonfly *dragonfly = dl_figure_dragonfly (input);
  const DlScenario *scenario = input->scenario;

  g_strv_builder_add (pieces, scenario->name);
  if (input->paper != NULL)
    {
      g_strv_builder_add (pieces, dl_paper_check_section (input->paper->check));
      dl_figure_add_piece (pieces, g_strdup_printf (_ ("seed %lu"), (gulong) scenario->seed));
      return g_strv_builder_end (pieces);
    }
  dl_figure_add_piece (pieces, describe_machine (dragonfly));
  dl_figure_add_piece (pieces, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u node", "%u nodes",
                                                             dragonfly->n_nodes),
                                                dragonfly->n_nodes));
  dl_figure_add_piece (pieces,
                       g_strdup_printf (_ ("%s traffic"), _ (scenario->traffic.pattern->title)));
  if (names_rules)
    {
      dl_figure_add_piece (
          pieces,
          g_strdup_printf (_ ("routing: %s"), _ (dl_dragonfly_options (scenario)->mode->title)));
      add_source (pieces, input);
    }
  dl_figure_add_piece (pieces, describe_faults (dragonfly));
  return g_strv_builder_end (pieces);
}

/* Thumbnails ----------------------------------------------------------------------------------- */

/* Groups with broken links or routers inside, on the diagonal of their matrix, which has no links
 * of its own. */
static void
mark_groups (const DlDragonflyMap *map, cairo_t *cr, const DlDragonfly *dragonfly,
             const DlThumbnailOptions *options)
{
  g_auto (DlMapFound) found = { .broken = g_array_new (FALSE, FALSE, sizeof (DlRect)) };
  guint last = G_MAXUINT;
  DlRect rect;

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint group = dragonfly->router[dragonfly->link_from[link]].group;

      if (dragonfly->link_state[link] == DL_LINK_UP || dragonfly->link_class[link] == DL_LINK_BLUE
          || group == last)
        continue;
      last = group;
      if (dl_dragonfly_map_rect (map, dl_place_pair (group, group), &rect))
        g_array_append_val (found.broken, rect);
    }
  dl_map_found_draw (&found, cr, options->width, options->height, options->theme);
}

/* A thumbnail of the groups. */
static cairo_surface_t *
thumbnail (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlDragonflyMapOptions map_options = { .kind = DL_DRAGONFLY_MAP_GROUPS,
                                              .width = options->width,
                                              .height = options->height,
                                              .scale = options->scale,
                                              .label_scale = 1 };
  g_autoptr (DlDragonflyMap) map
      = dl_dragonfly_map_new ((DlDragonfly *) links->net.shape, &map_options, NULL);
  g_autoptr (DlDragonflyShown) shown = dl_dragonfly_shown_new (options->metric, links);
  const DlDragonflyPicture picture = { .values = &shown->sums };
  DlScale scale;
  const DlOverlay overlay = { .net = &links->net, .scale = &scale };
  cairo_surface_t *surface;
  cairo_t *cr;

  dl_contrast_shared_scale (&scale, options->metric, dl_metric_range (options->metric, links),
                            DL_NO_RANGE, options->theme);
  surface
      = dl_dragonfly_map_paint (map, links->net.shape, &shown->sums, &scale, options->theme, NULL);
  cr = cairo_create (surface);
  dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, options->theme);
  mark_groups (map, cr, links->net.shape, options);
  cairo_destroy (cr);
  return surface;
}

const DlFigureFamily dl_figures_dragonfly = {
  .family = &dl_family_dragonfly,
  .metrics = dl_metrics_dragonfly,
  .reader = &dl_figure_reader_dragonfly,
  .keep_inside = keep_inside,
  .add_options = add_options,
  .caption = caption,
  .thumbnail = thumbnail,
  .thumbnail_metric = "use",
  .flight = &dl_flight_dragonfly,
  .invitation
  = N_ ("No simulation yet. Run it with F8 to see throughput, latency and routes while you change "
        "the network."),
};

/* What figures of a dragonfly say of it: machine, traffic, routing, faults, and where the numbers
 * come from. */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

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

static void
add_piece (GStrvBuilder *pieces, char *piece)
{
  g_strv_builder_add (pieces, piece);
  g_free (piece);
}

/* Where the numbers come from. */
static void
add_source (GStrvBuilder *pieces, const DlFigureInput *input)
{
  const DlSimFigure *simulation = input->simulation;

  if (input->metric == DL_METRIC_USE || dl_metric_is_simulated (input->metric))
    {
      g_autofree char *load = dl_chart_count (dl_figure_dragonfly_load (input));
      add_piece (pieces, g_strdup_printf (_ ("at load %s"), load));
    }
  if (dl_metric_is_simulated (input->metric) && simulation != NULL)
    {
      g_autofree char *first = dl_chart_count (simulation->from);
      g_autofree char *last = dl_chart_count (simulation->to);
      add_piece (pieces, g_strdup_printf (_ ("cycles %s to %s"), first, last));
    }
  if (dl_metric_is_measured (input->metric) && input->counters != NULL)
    {
      g_autofree char *file = g_path_get_basename (input->counters->file_name);
      add_piece (pieces, g_strdup_printf (_ ("counters of %s"), file));
    }
}

GStrv
dl_figure_dragonfly_caption (const DlFigureInput *input, gboolean names_routing)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  const DlScenario *scenario = input->scenario;
  char *faults = describe_faults (input->dragonfly);

  g_strv_builder_add (pieces, scenario->name);
  add_piece (pieces, describe_machine (input->dragonfly));
  add_piece (pieces, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u node", "%u nodes",
                                                   input->dragonfly->n_nodes),
                                      input->dragonfly->n_nodes));
  add_piece (pieces, g_strdup_printf (_ ("%s traffic"), _ (scenario->traffic.pattern->title)));
  if (names_routing)
    {
      add_piece (pieces, g_strdup_printf (_ ("routing %s"),
                                          _ (dl_dragonfly_options (scenario)->mode->title)));
      add_source (pieces, input);
    }
  if (faults != NULL)
    add_piece (pieces, faults);
  return g_strv_builder_end (pieces);
}

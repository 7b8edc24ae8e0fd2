/* dateline-cli figure: the options that say what of a scenario a figure shows. */
#include "cli-figure.h"

#include "cli-scenario.h"
#include "dl-evaluate.h"

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
  const DlFigure *figure = dl_figure_find (name);
  g_autofree char *names = NULL;
  g_autofree char *all = NULL;
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  if (figure != NULL)
    return figure;
  names = list_names (figures, n);
  all = g_strdup_printf ("%s, %s", names, dl_figure_panels.id);
  cli_bad_input (error, _ ("figure: there is no figure “%s” (%s)"), name, all);
  return NULL;
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
  return cli_bad_input (
      error,
      family == &dl_family_torus
          ? _ ("figure: %s is of a dragonfly, and %s is a torus (one of %s; or a dragonfly, such "
               "as preset:edison)")
          : _ ("figure: %s is of a torus, and %s is a dragonfly (one of %s; or a torus, such as "
               "preset:xt3-11x12x16)"),
      figure->id, name, own);
}

/* What of it ------------------------------------------------------------------------------------
 */

static gboolean
parse_metric (const char *text, const DlFamily *family, DlMetric *metric, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  DlMetric metrics[DL_N_ALL_METRICS];
  const guint n = dl_family_metrics (family, metrics);

  if (text == NULL || dl_family_metric_find (family, text, metric))
    return TRUE;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", dl_metric_id (metrics[i]));
  return cli_bad_input (error, _ ("--metric: there is no “%s” (%s)"), text, all->str);
}

/* Groups are called by their number on the machine; NULL leaves @group as it is. */
static gboolean
parse_group (const DlDragonfly *net, const char *text, guint *group, GError **error)
{
  guint64 number;

  if (text == NULL)
    return TRUE;
  if (!cli_parse_uint ("--group", text, 0, net->group_name[net->n_groups - 1], &number, error))
    return FALSE;
  for (guint i = 0; i < net->n_groups; i++)
    if (net->group_name[i] == number)
      {
        *group = i;
        return TRUE;
      }
  return cli_bad_input (error, _ ("--group: the machine has no group %u (0 to %u, but that one)"),
                        (guint) number, net->group_name[net->n_groups - 1]);
}

/* NULL leaves @dim as it is. */
static gboolean
parse_dimension (const char *text, DlDim *dim, GError **error)
{
  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < DL_N_DIMS; i++)
    if (strcmp (text, dl_dim_name (i)) == 0)
      {
        *dim = i;
        return TRUE;
      }
  return cli_bad_input (error, _ ("--dimension: there is no “%s” (x, y or z)"), text);
}

static gboolean
parse_planes (const char *text, DlFigureInput *input, GError **error)
{
  guint last;

  if (text == NULL
      || (dl_figure_input_set_planes (input, input->shape, text, &last) && *text != '\0'))
    return TRUE;
  return cli_bad_input (error, _ ("--planes: there are no planes “%s” (0-%u, or some of them)"),
                        text, last);
}

static gboolean
parse_port (const char *text, DlInsideLook *look, GError **error)
{
  look->has_output = text != NULL;
  for (look->output = 0; text != NULL && look->output < DL_N_ROUTER_PORTS; look->output++)
    if (strcmp (text, dl_port_name (look->output)) == 0)
      return TRUE;
  return text == NULL
         || cli_bad_input (error,
                           _ ("--port: a router has no output “%s” (x+, x-, y+, y-, z+, z- "
                              "or p)"),
                           text);
}

gboolean
cli_figure_parse_view (const CliOptions *options, const DlFigure *figure, DlFigureInput *input,
                       GError **error)
{
  DlCoord node;

  if (!parse_metric (options->metric, input->scenario->family, &input->metric, error))
    return FALSE;
  input->sorted = options->sorted;
  if (options->show != NULL && input->against != NULL)
    dl_show_find (options->show, &input->show);
  if (dl_scenario_kind (input->scenario) == DL_KIND_DRAGONFLY)
    return parse_group (input->shape, options->group, &input->group, error);
  if (!parse_dimension (options->dimension, figure->uses_slice ? &input->slice : &input->dim, error)
      || !parse_planes (options->planes, input, error)
      || !parse_port (options->port, &input->look, error))
    return FALSE;
  if (options->node != NULL)
    {
      if (!cli_parse_node (input->scenario, "--node", options->node, &node, error))
        return FALSE;
      input->node = dl_network_node_at (input->shape, node);
    }
  return TRUE;
}

GPtrArray *
cli_figure_parse_policies (const DlScenario *scenario, const char *text, GError **error)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (GString) all = g_string_new (NULL);
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, ",", -1) : NULL;
  guint n;
  const DlVcPolicy *const *policies = dl_vc_policies (&n);

  for (guint i = 0; i < n; i++)
    {
      if (text == NULL && dl_torus_knows_policy (scenario, policies[i]))
        g_ptr_array_add (chosen, (gpointer) policies[i]);
      g_string_append_printf (all, "%s%s", i > 0 ? "," : "", policies[i]->id);
    }
  for (guint i = 0; text != NULL && names[i] != NULL; i++)
    {
      const DlVcPolicy *policy = dl_vc_policy_find (g_strstrip (names[i]));
      if (policy == NULL || g_ptr_array_find (chosen, policy, NULL))
        {
          cli_bad_input (error,
                         policy == NULL ? _ ("--policies: there is no “%s” (some of %s)")
                                        : _ ("--policies: %s is named twice (some of %s)"),
                         names[i], all->str);
          return NULL;
        }
      g_ptr_array_add (chosen, (gpointer) policy);
    }
  return g_steal_pointer (&chosen);
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
                              _ ("--region: there is no code region “%s” (one of the counters’, or "
                                 "all)"),
                              options->region);
      input->has_region = TRUE;
    }
  input->region = region;
  return TRUE;
}

/* dateline-cli figure, of a torus. */
#include "cli-torus.h"

#include <glib/gi18n.h>

#include <string.h>

static const char *const own_options[]
    = { "--dimension", "--node", "--planes", "--port", "--policies", NULL };

static gboolean
refuse_option (const char *option, GError **error)
{
  return cli_bad_input (error, _ ("%s is for a torus (leave it out)"), option);
}

static gboolean
refuse_figure (const char *figure, const char *name, const char *own, GError **error)
{
  return cli_bad_input (
      error,
      _ ("figure: %s is for a dragonfly, and %s is a torus (choose one of %s; or use a dragonfly, "
         "such as preset:edison)"),
      figure, name, own);
}

static gboolean
refuse_against (const char *b, const char *a, GError **error)
{
  return cli_bad_input (
      error,
      _ ("--against: %s is a torus and %s is a dragonfly (use two scenarios of the same "
         "kind)"),
      b, a);
}

static gboolean
refuse_counters (const char *name, GError **error)
{
  return cli_bad_input (error,
                        _ ("%s: the file does not contain counters of a torus’s links (--counters "
                           "FILE)"),
                        name);
}

/* View ----------------------------------------------------------------------------------------- */

/* NULL does not change @dim. */
static gboolean
parse_dimension (const char *text, DlTorusDim *dim, GError **error)
{
  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    if (strcmp (text, dl_torus_dim_name (i)) == 0)
      {
        *dim = i;
        return TRUE;
      }
  return cli_bad_input (error, _ ("--dimension: “%s” is not a dimension (expected x, y or z)"),
                        text);
}

static gboolean
parse_planes (const char *text, const DlTorusNetwork *network, DlFigureInput *input, GError **error)
{
  guint last;

  if (text == NULL || (dl_figure_input_set_planes (input, network, text, &last) && *text != '\0'))
    return TRUE;
  return cli_bad_input (error,
                        _ ("--planes: “%s” is not a range of planes (expected 0-%u or a "
                           "part of it)"),
                        text, last);
}

static gboolean
parse_port (const char *text, DlInsideLook *look, GError **error)
{
  look->has_output = text != NULL;
  for (look->output = 0; text != NULL && look->output < DL_N_ROUTER_PORTS; look->output++)
    if (strcmp (text, dl_torus_port_name (look->output)) == 0)
      return TRUE;
  return text == NULL
         || cli_bad_input (error,
                           _ ("--port: “%s” is not an output of a router (expected x+, x-, y+, "
                              "y-, z+, z- or p)"),
                           text);
}

/* The policies (DlVcPolicy) that @text lists, or for NULL all that say something of their own of
 * @scenario. */
static GPtrArray *
parse_policies (const DlScenario *scenario, const char *text, GError **error)
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
                         policy == NULL ? _ ("--policies: “%s” is not a policy (expected some of: "
                                             "%s)")
                                        : _ ("--policies: %s is named twice (name it once, from: "
                                             "%s)"),
                         names[i], all->str);
          return NULL;
        }
      g_ptr_array_add (chosen, (gpointer) policy);
    }
  return g_steal_pointer (&chosen);
}

static gboolean
parse_view (const CliOptions *options, const DlFigure *figure, gconstpointer shape,
            DlFigureInput *input, GError **error)
{
  g_autoptr (GPtrArray) policies = NULL;
  DlTorusCoord node;

  if (!parse_dimension (options->dimension, figure->uses_slice ? &input->slice : &input->dim, error)
      || !parse_planes (options->planes, shape, input, error)
      || !parse_port (options->port, &input->look, error))
    return FALSE;
  if (options->node != NULL)
    {
      if (!cli_torus_parse_node (input->scenario, options->node, &node, error))
        return FALSE;
      input->node = dl_torus_network_node_at (shape, node);
    }
  if (figure->needs_policies)
    policies = parse_policies (input->scenario, options->policies, error);
  return !figure->needs_policies || policies != NULL;
}

/* Computation ---------------------------------------------------------------------------------- */

/* Under each policy; beside a second scenario the two are compared instead. */
static gboolean
add_analyses (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
              DlFigureInput *input, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) policies = NULL;
  DlSeries *series;

  if (!figure->needs_policies || input->against != NULL)
    return TRUE;
  policies = parse_policies (input->scenario, options->policies, error);
  if (policies == NULL)
    return FALSE;
  series = cli_figure_source_own (source, g_new0 (DlSeries, policies->len), g_free);
  input->policies = series;
  for (guint i = 0; i < policies->len; i++)
    {
      const DlVcPolicy *policy = g_ptr_array_index (policies, i);
      DlTorusAnalysis *analysis
          = dl_torus_analyze (input->scenario, policy, NULL, NULL, cancellable, error);

      if (analysis == NULL)
        return FALSE;
      cli_figure_source_own (source, analysis, (GDestroyNotify) dl_torus_analysis_unref);
      series[input->n_policies++] = (DlSeries) { policy->title, analysis };
    }
  return TRUE;
}

const CliFigureFamily cli_torus_figures = {
  .options = own_options,
  .counters = &dl_counters_kind_torus,
  .refuse_option = refuse_option,
  .refuse_figure = refuse_figure,
  .refuse_against = refuse_against,
  .refuse_counters = refuse_counters,
  .parse_view = parse_view,
  .add_analyses = add_analyses,
  .find_critical = cli_find_critical,
};

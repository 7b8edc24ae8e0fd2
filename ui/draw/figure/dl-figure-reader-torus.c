/* Options of a torus' figures. */
#include "dl-figure-options.h"
#include "dl-figures-torus.h"

#include "dl-counters-torus.h"
#include "dl-torus-plan.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const char *const own_options[]
    = { "--dimension", "--node", "--planes", "--port", "--policies", NULL };

static gboolean
refuse_option (const char *option, GError **error)
{
  return dl_figure_bad_option (error, _ ("%s is for a torus (leave it out)"), option);
}

static gboolean
refuse_figure (const char *figure, const char *name, const char *own, GError **error)
{
  return dl_figure_bad_option (
      error,
      _ ("figure: %s is for a dragonfly, and %s is a torus (choose one of %s; or use a dragonfly, "
         "such as preset:edison)"),
      figure, name, own);
}

static gboolean
refuse_against (const char *b, const char *a, GError **error)
{
  return dl_figure_bad_option (
      error,
      _ ("--against: %s is a torus and %s is a dragonfly (use two scenarios of the same "
         "kind)"),
      b, a);
}

static gboolean
refuse_counters (const char *name, GError **error)
{
  return dl_figure_bad_option (
      error,
      _ ("%s: the file does not contain counters of a torus’s links (--counters "
         "FILE)"),
      name);
}

/* View ----------------------------------------------------------------------------------------- */

/* NULL does not change @dim. */
static gboolean
parse_dimension (const char *text, guint *dim, GError **error)
{
  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    if (strcmp (text, dl_torus_dim_name (i)) == 0)
      {
        *dim = i;
        return TRUE;
      }
  return dl_figure_bad_option (
      error, _ ("--dimension: “%s” is not a dimension (expected x, y or z)"), text);
}

static gboolean
parse_planes (const char *text, const DlTorusNetwork *network, DlFigureInput *input, GError **error)
{
  const guint n = network->torus.radix[input->slice];

  if (text == NULL || (dl_figure_input_set_planes (input, n, text) && *text != '\0'))
    return TRUE;
  return dl_figure_bad_option (error,
                               _ ("--planes: “%s” is not a range of planes (expected 0-%u or a "
                                  "part of it)"),
                               text, n - 1);
}

static gboolean
parse_port (const char *text, DlInsideLook *look, GError **error)
{
  look->has_output = text != NULL;
  for (look->output = 0; text != NULL && look->output < DL_N_ROUTER_PORTS; look->output++)
    if (strcmp (text, dl_torus_port_name (look->output)) == 0)
      return TRUE;
  return text == NULL
         || dl_figure_bad_option (
             error,
             _ ("--port: “%s” is not an output of a router (expected x+, x-, y+, "
                "y-, z+, z- or p)"),
             text);
}

/* Whether @text (nullable) lists policies, each once. */
static gboolean
check_policies (const char *text, GError **error)
{
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  g_auto (GStrv) names = g_strsplit (text != NULL ? text : "", ",", -1);
  guint n;
  const DlVcPolicy *const *policies = dl_vc_policies (&n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? "," : "", policies[i]->id);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const DlVcPolicy *policy = dl_vc_policy_find (g_strstrip (names[i]));

      if (policy == NULL)
        return dl_figure_bad_option (error,
                                     _ ("--policies: “%s” is not a policy (expected some of: %s)"),
                                     names[i], all->str);
      if (!g_hash_table_add (chosen, (gpointer) policy))
        return dl_figure_bad_option (error,
                                     _ ("--policies: %s is named twice (name it once, from: %s)"),
                                     names[i], all->str);
    }
  return TRUE;
}

static gboolean
parse_view (const DlFigureOptions *options, const DlFigure *figure, gconstpointer shape,
            DlFigureInput *input, GError **error)
{
  DlTorusCoord node;

  if (!parse_dimension (options->dimension, figure->uses_slice ? &input->slice : &input->dim, error)
      || !parse_planes (options->planes, shape, input, error)
      || !parse_port (options->port, &input->look, error))
    return FALSE;
  if (options->node != NULL)
    {
      if (!dl_torus_spec_parse_node (&dl_torus_options (input->scenario)->spec, options->node,
                                     &node, error))
        {
          g_prefix_error (error, "--node: ");
          return FALSE;
        }
      input->node = dl_torus_network_node_at (shape, node);
    }
  return !figure->needs_policies || check_policies (options->policies, error);
}

const DlFigureReader dl_figure_reader_torus = {
  .options = own_options,
  .counters = &dl_counters_kind_torus,
  .refuse_option = refuse_option,
  .refuse_figure = refuse_figure,
  .refuse_against = refuse_against,
  .refuse_counters = refuse_counters,
  .parse_view = parse_view,
};

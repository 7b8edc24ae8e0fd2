/* Options of a dragonfly's figures. */
#include "dl-figure-options.h"

#include "dl-counters-cascade.h"
#include "dl-dragonfly-name.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

static const char *const own_options[] = { "--group", "--node", "--sorted", NULL };

static gboolean
refuse_option (const char *option, GError **error)
{
  return dl_figure_bad_option (error, _ ("%s is for a dragonfly (leave it out)"), option);
}

static gboolean
refuse_figure (const char *figure, const char *name, const char *own, GError **error)
{
  return dl_figure_bad_option (
      error,
      _ ("figure: %s is for a torus, and %s is a dragonfly (choose one of %s; or use a torus, "
         "such as preset:xt3-11x12x16)"),
      figure, name, own);
}

static gboolean
refuse_against (const char *b, const char *a, GError **error)
{
  return dl_figure_bad_option (
      error,
      _ ("--against: %s is a dragonfly and %s is a torus (use two scenarios of the same "
         "kind)"),
      b, a);
}

static gboolean
refuse_counters (const char *name, GError **error)
{
  return dl_figure_bad_option (error,
                               _ ("%s: the file does not contain counters of a Cascade’s links "
                                  "(--counters FILE)"),
                               name);
}

/* Groups are called by their number on the machine; NULL does not change @group. */
static gboolean
parse_group (const DlDragonfly *net, const char *text, guint *group, GError **error)
{
  guint64 number;

  if (text == NULL)
    return TRUE;
  if (!dl_value_parse_uint (text, 0, net->group_name[net->n_groups - 1], &number, error))
    {
      g_prefix_error (error, "--group: ");
      return FALSE;
    }
  for (guint i = 0; i < net->n_groups; i++)
    if (net->group_name[i] == number)
      {
        *group = i;
        return TRUE;
      }
  return dl_figure_bad_option (error,
                               _ ("--group: the machine has no group %u (expected one from 0 to "
                                  "%u, except this one)"),
                               (guint) number, net->group_name[net->n_groups - 1]);
}

static gboolean
parse_view (const DlFigureOptions *options, const DlFigure *figure, gconstpointer shape,
            DlFigureInput *input, GError **error)
{
  input->sorted = options->sorted;
  if (options->node != NULL && !dl_dragonfly_parse_node (shape, options->node, &input->node, error))
    {
      g_prefix_error (error, "--node: ");
      return FALSE;
    }
  return parse_group (shape, options->group, &input->group, error);
}

const DlFigureReader dl_figure_reader_dragonfly = {
  .options = own_options,
  .counters = &dl_counters_kind_cascade,
  .refuse_option = refuse_option,
  .refuse_figure = refuse_figure,
  .refuse_against = refuse_against,
  .refuse_counters = refuse_counters,
  .parse_view = parse_view,
};

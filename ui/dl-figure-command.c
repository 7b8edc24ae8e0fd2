#include "dl-figure-command.h"

#include "dl-pin.h"
#include "dl-value.h"

#include <string.h>

static void
append_option (GString *command, const char *option, const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s %s", option,
                          strpbrk (value, " '\"$&()*;<>?[\\]`{|}~#!") != NULL ? quoted : value);
}

static void
append_number (GString *command, const char *option, double value, double normal)
{
  g_autofree char *text = dl_value_format_double (value);

  if (value != normal)
    append_option (command, option, text);
}

static void
append_counters (GString *command, const DlFigureInput *view)
{
  append_option (command, "--counters",
                 view->counters != NULL ? view->counters->file_name : "COUNTERS.csv");
}

/* The first metric of either kind of network is its default. */
static void
append_metric (GString *command, const DlFigureInput *view)
{
  if (view->metric != DL_METRIC_BALANCE && view->metric != DL_METRIC_USE)
    append_option (command, "--metric", dl_metric_id (view->metric));
  if (dl_metric_is_measured (view->metric))
    append_counters (command, view);
}

/* Groups are called by their number on the machine. */
static void
append_group (GString *command, const DlFigureInput *view)
{
  g_string_append_printf (command, " --group %u", view->dragonfly->group_name[view->group]);
}

/* B by what it states otherwise than A, which is all that there is to say of it. */
static void
append_against (GString *command, const DlFigureInput *view, const char *scenario)
{
  g_auto (GStrv) changes = dl_pin_assignments (view->scenario, view->against->scenario);

  for (guint i = 0; changes[i] != NULL; i++)
    append_option (command, "--against-set", changes[i]);
  if (changes[0] == NULL)
    append_option (command, "--against", scenario);
  if (view->show != DL_SHOW_DIFFERENCE)
    append_option (command, "--show", dl_show_id (view->show));
}

char *
dl_figure_command (const DlFigure *figure, const DlFigureInput *view, const char *scenario,
                   const char *output, double width_in, double dpi)
{
  GString *command = g_string_new ("dateline-cli figure");
  DlFigureFormat format = DL_FIGURE_PDF;

  /* A paper check has a scenario of its own. */
  if (figure->paper_check == NULL)
    append_option (command, figure->id, scenario);
  else
    g_string_append_printf (command, " %s", figure->id);
  if (figure->uses_metric)
    append_metric (command, view);
  if (figure->needs_measured)
    append_counters (command, view);
  if (figure->uses_group && view->dragonfly != NULL && view->group > 0)
    append_group (command, view);
  if (figure->uses_order && view->sorted)
    g_string_append (command, " --sorted");
  if (figure->uses_ring && view->analysis != NULL)
    {
      g_autofree char *node = dl_coord_to_string (view->analysis->network->torus.coord[view->node]);
      append_option (command, "--dimension", dl_dim_name (view->dim));
      append_option (command, "--node", node);
    }
  if (figure->compares && view->against != NULL)
    append_against (command, view, scenario);
  append_option (command, "-o", output);
  dl_figure_format_for (output, &format, NULL);
  if (format != DL_FIGURE_CSV)
    append_number (command, "--width", width_in, DL_WIDTH_COLUMN_IN);
  if (format == DL_FIGURE_PNG)
    append_number (command, "--dpi", dpi, DL_DPI_DEFAULT);
  return g_string_free (command, FALSE);
}

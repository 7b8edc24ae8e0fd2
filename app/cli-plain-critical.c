/* What breaking each cable or switch of any network would do: dateline-cli critical. */
#include "cli-plain.h"

#include "dl-safe-text.h"

#include <glib/gi18n.h>

#include <math.h>

static double
finite_or_nan (double value)
{
  return isfinite (value) ? value : NAN;
}

#define HOSTS_LOST 3 /* among the heads of the text's table; of switches only */

static gboolean
is_of_switches (const DlCritical *critical)
{
  return critical->of == DL_CRITICAL_ROUTERS;
}

/* In files. */
static char *
cable_name (const DlCritical *critical, const DlCriticalCable *cable)
{
  const CliFamily *family = cli_family (critical->family);

  if (is_of_switches (critical))
    return critical->family->name (critical->net.shape, dl_place_router (cable->link));
  return family->name_cable != NULL
             ? family->name_cable (critical->net.shape, cable->link)
             : critical->family->name (critical->net.shape, dl_place_link (cable->link));
}

static const char *
class_of (const DlCritical *critical, const DlCriticalCable *cable)
{
  return critical->family->classes[critical->net.graph->link_class[cable->link]].id;
}

/* JSON */

static void
json_figures (JsonBuilder *builder, const DlCriticalFigures *figures)
{
  cli_json_int (builder, "unreachable_pairs", figures->unreachable_pairs);
  cli_json_bool (builder, "deadlock_free", figures->deadlock_free);
  cli_json_double (builder, "bound_load", finite_or_nan (figures->bound_load));
  cli_json_double (builder, "max_load", figures->load_max);
  cli_json_double (builder, "mean_hops", figures->hops_mean);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlCritical *critical, guint n)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_int (builder, is_of_switches (critical) ? "switches" : "cables", critical->n_cables);
  cli_json_begin_object (builder, "now");
  json_figures (builder, &critical->base);
  json_builder_end_object (builder);
  cli_json_begin_array (builder, "critical");
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      g_autofree char *name = cable_name (critical, cable);

      json_builder_begin_object (builder);
      cli_json_int (builder, "rank", cable->rank);
      if (is_of_switches (critical))
        {
          cli_json_string (builder, "switch", name);
          cli_json_int (builder, "hosts_lost", cable->figures.nodes_lost);
        }
      else
        {
          cli_json_string (builder, "class", class_of (critical, cable));
          cli_json_string (builder, "cable", name);
        }
      cli_json_string (builder, "effect", dl_critical_class_id (cable->class));
      cli_json_double (builder, "severity", cable->severity);
      cli_json_int (builder, "undelivered_more", cable->undelivered_more);
      json_figures (builder, &cable->figures);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
append_csv (GString *out, const DlCritical *critical, guint n)
{
  g_string_append_printf (out,
                          "rank,%s,effect,severity,undelivered_more,unreachable_pairs,"
                          "deadlock_free,bound_load,max_load,mean_hops\n",
                          is_of_switches (critical) ? "hosts_lost,switch" : "class,cable");
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      const DlCriticalFigures *figures = &cable->figures;
      g_autofree char *name = cable_name (critical, cable);

      if (is_of_switches (critical))
        g_string_append_printf (out, "%u,%u,", cable->rank, figures->nodes_lost);
      else
        g_string_append_printf (out, "%u,%s,", cable->rank, class_of (critical, cable));
      dl_csv_append (out, name);
      g_string_append_printf (out, ",%s,", dl_critical_class_id (cable->class));
      cli_append_csv_double (out, cable->severity);
      g_string_append_printf (out, ",%" G_GINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,",
                              cable->undelivered_more, figures->unreachable_pairs,
                              figures->deadlock_free ? "true" : "false");
      cli_append_csv_double (out, finite_or_nan (figures->bound_load));
      g_string_append_c (out, ',');
      cli_append_csv_double (out, figures->load_max);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, figures->hops_mean);
      g_string_append_c (out, '\n');
    }
}

/* Text */

static void
append_figures (CliTable *table, gboolean switches, const DlCriticalFigures *figures)
{
  if (switches)
    cli_table_int (table, figures->nodes_lost);
  cli_table_int (table, figures->unreachable_pairs);
  cli_table_at_most (table, finite_or_nan (figures->bound_load), 4, figures->is_bound);
  cli_table_double (table, figures->load_max, 2);
  cli_table_double (table, figures->hops_mean, 4);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlCritical *critical, guint n)
{
  const gboolean switches = is_of_switches (critical);
  const char *const heads[] = {
    _ ("rank"),
    switches ? _ ("switch") : _ ("cable"),
    _ ("effect"),
    _ ("hosts lost"),
    _ ("undelivered"),
    _ ("saturation load"),
    _ ("maximum channel load"),
    _ ("mean hops"),
  };
  g_autoptr (CliTable) table = cli_table_new (switches ? "rllrrrrr" : "rllrrrr");

  g_string_append_printf (out, "%s\n\n", scenario->name);
  if (critical->n_cables == 0)
    {
      g_string_append_printf (out, "%s\n",
                              switches ? _ ("There is no working switch to break.")
                                       : _ ("There is no working cable to break."));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (switches || i != HOSTS_LOST)
      cli_table_text (table, heads[i]);
  cli_table_text (table, "");
  cli_table_text (table, _ ("no change"));
  cli_table_text (table, "");
  append_figures (table, switches, &critical->base);
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      g_autofree char *name
          = switches ? scenario->family->label (critical->net.shape, dl_place_router (cable->link))
                     : scenario->family->cable_label (critical->net.shape, cable->link);

      cli_table_int (table, cable->rank);
      cli_table_text (table, name);
      cli_table_text (table, dl_critical_class_title (cable->class));
      append_figures (table, switches, &cable->figures);
    }
  cli_table_append (out, table);
  if (n < critical->n_cables)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out,
                              switches
                                  ? _ ("The %u most critical of %u switches (--top N shows more)\n")
                                  : _ ("The %u most critical of %u cables (--top N shows more)\n"),
                              n, critical->n_cables);
    }
}

void
cli_plain_append_critical (Cli *cli, const DlScenario *scenario, const DlCritical *critical,
                           guint n)
{
  if (cli->options.json)
    append_json (cli->out, scenario, critical, n);
  else if (cli->options.csv)
    append_csv (cli->out, critical, n);
  else
    append_text (cli->out, scenario, critical, n);
}

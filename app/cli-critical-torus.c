/* What breaking each cable of a torus would do: dateline-cli critical. */
#include "cli-torus.h"

#include <glib/gi18n.h>

/* JSON */

static void
json_figures (JsonBuilder *builder, const DlCriticalFigures *figures)
{
  cli_json_int (builder, "unreachable_pairs", figures->unreachable_pairs);
  cli_json_int (builder, "dropped_pairs", figures->dropped_pairs);
  cli_json_int (builder, "illegal_pairs", figures->illegal_pairs);
  cli_json_bool (builder, "deadlock_free", figures->deadlock_free);
  cli_json_double (builder, "max_load", figures->load_max);
  cli_json_double (builder, "vc_balance_mean", figures->balance_mean);
  cli_json_double (builder, "mean_hops", figures->hops_mean);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlCritical *critical, guint n)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_int (builder, "cables", critical->n_cables);
  cli_json_begin_object (builder, "now");
  json_figures (builder, &critical->base);
  json_builder_end_object (builder);

  cli_json_begin_array (builder, "critical");
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      g_autofree char *name
          = dl_link_at_to_string (dl_network_link_at (critical->net.shape, cable->link));

      json_builder_begin_object (builder);
      cli_json_int (builder, "rank", cable->rank);
      cli_json_string (builder, "cable", name);
      cli_json_string (builder, "effect", dl_critical_class_id (cable->class));
      cli_json_double (builder, "severity", cable->severity);
      cli_json_int (builder, "undelivered_more", cable->undelivered_more);
      if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
        cli_json_int (builder, "rerouted_pairs", cable->rerouted_pairs);
      else
        cli_json_null (builder, "rerouted_pairs");
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
  g_string_append (out, "rank,x,y,z,direction,effect,severity,undelivered_more,rerouted_pairs,"
                        "unreachable_pairs,dropped_pairs,illegal_pairs,deadlock_free,max_load,"
                        "vc_balance_mean,mean_hops\n");
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      const DlCriticalFigures *figures = &cable->figures;
      const DlLinkAt at = dl_network_link_at (critical->net.shape, cable->link);

      g_string_append_printf (out, "%u,%u,%u,%u,%s,%s,", cable->rank, at.from.at[DL_X],
                              at.from.at[DL_Y], at.from.at[DL_Z], dl_port_name (at.port),
                              dl_critical_class_id (cable->class));
      cli_append_csv_double (out, cable->severity);
      g_string_append_printf (out, ",%" G_GINT64_FORMAT ",", cable->undelivered_more);
      if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, cable->rerouted_pairs);
      g_string_append_printf (
          out, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,",
          figures->unreachable_pairs, figures->dropped_pairs, figures->illegal_pairs,
          figures->deadlock_free ? "true" : "false");
      cli_append_csv_double (out, figures->load_max);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, figures->balance_mean);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, figures->hops_mean);
      g_string_append_c (out, '\n');
    }
}

/* Text */

/* The cells that a cable has in common with the network as it is. */
static void
append_figures (CliTable *table, const DlCriticalFigures *figures)
{
  cli_table_int (table, figures->unreachable_pairs + figures->dropped_pairs);
  cli_table_text (table, figures->deadlock_free ? _ ("no") : _ ("yes"));
  cli_table_int (table, figures->illegal_pairs);
  cli_table_double (table, figures->load_max, 0);
  cli_table_double (table, figures->balance_mean, 4);
  cli_table_double (table, figures->hops_mean, 4);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlCritical *critical, guint n)
{
  const char *const heads[] = {
    _ ("rank"),
    _ ("cable"),
    _ ("effect"),
    _ ("undelivered"),
    _ ("deadlock"),
    _ ("illegal"),
    _ ("maximum channel load"),
    _ ("mean balance"),
    _ ("mean hops"),
    _ ("rerouted"),
  };
  g_autoptr (CliTable) table = cli_table_new ("rllrlrrrrr");

  g_string_append_printf (out, "%s\n\n", scenario->name);
  if (critical->n_cables == 0)
    {
      g_string_append_printf (out, "%s\n", _ ("There is no working cable to break."));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  cli_table_text (table, "");
  cli_table_text (table, _ ("no change"));
  cli_table_text (table, "");
  append_figures (table, &critical->base);
  cli_table_text (table, "");
  for (guint i = 0; i < n; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      g_autofree char *name
          = dl_link_at_to_string (dl_network_link_at (critical->net.shape, cable->link));

      cli_table_int (table, cable->rank);
      cli_table_text (table, name);
      cli_table_text (table, dl_critical_class_title (cable->class));
      append_figures (table, &cable->figures);
      if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
        cli_table_int (table, cable->rerouted_pairs);
      else
        cli_table_text (table, "-");
    }
  cli_table_append (out, table);
  if (n < critical->n_cables)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("The %u most critical of %u cables (--top N shows more)\n"),
                              n, critical->n_cables);
    }
}

void
cli_torus_append_critical (Cli *cli, const DlScenario *scenario, const DlCritical *critical,
                           guint n)
{
  if (cli->options.json)
    append_json (cli->out, scenario, critical, n);
  else if (cli->options.csv)
    append_csv (cli->out, critical, n);
  else
    append_text (cli->out, scenario, critical, n);
}

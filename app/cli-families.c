/* The table of what the command line says of each family of networks. */
#include "cli-families.h"

#include "cli-dragonfly.h"
#include "cli-fabric.h"
#include "cli-plain.h"
#include "cli-torus.h"

#include <glib/gi18n.h>

static const CliList torus_lists[]
    = { { "policies", "torus.vc-policy" }, { "engines", "torus.engine" }, { NULL, NULL } };
static const CliList dragonfly_lists[] = { { "routings", "dragonfly.routing" }, { NULL, NULL } };

static const CliList fabric_lists[]
    = { { "engines", "fabric.engine" }, { "structures", "fabric.source" }, { NULL, NULL } };

static const CliFamily families[] = {
  {
      .family = &dl_family_torus,
      .describe = cli_torus_describe,
      .lists = torus_lists,
      .add_analysis = cli_torus_add_analysis,
      .append_analysis_csv = cli_torus_append_analysis_csv,
      .append_analysis_text = cli_torus_append_analysis_text,
      .append_links = cli_torus_append_links,
      .find_examples = cli_torus_find_examples,
      .append_cycle = cli_torus_append_cycle,
      .append_route = cli_torus_append_route,
      .append_model = cli_torus_append_model,
      .flows = &cli_torus_flows,
      .append_tables = cli_torus_append_tables,
      .cable_columns = cli_torus_columns_of_cable,
      .n_cable_columns = G_N_ELEMENTS (cli_torus_columns_of_cable),
      .cells_of_cable = cli_torus_cells_of_cable,
      .measure = cli_torus_measure,
      .add_figures = cli_torus_add_figures,
      .add_run = cli_torus_add_run,
      .append_run_text = cli_torus_append_run_text,
      .append_run_links = cli_torus_append_run_links,
      .name_wait = cli_torus_name_wait,
      .counters = cli_torus_counters,
      .figures = &cli_torus_figures,
  },
  {
      .family = &dl_family_dragonfly,
      .takes = cli_dragonfly_takes,
      .describe = cli_dragonfly_describe,
      .lists = dragonfly_lists,
      .add_analysis = cli_dragonfly_add_analysis,
      .append_analysis_csv = cli_dragonfly_append_analysis_csv,
      .append_analysis_text = cli_dragonfly_append_analysis_text,
      .append_links = cli_dragonfly_append_links,
      .find_examples = cli_dragonfly_find_examples,
      .append_route = cli_dragonfly_append_route,
      .append_model = cli_dragonfly_append_model,
      .loads_are = cli_dragonfly_loads_are,
      .append_tables = cli_dragonfly_append_tables,
      .name_cable = cli_dragonfly_name_cable,
      .no_sources = N_ ("--sources is for a torus (a dragonfly has classes of links)"),
      .measure = cli_dragonfly_measure,
      .add_figures = cli_dragonfly_add_figures,
      .add_run = cli_dragonfly_add_run,
      .append_run_text = cli_dragonfly_append_run_text,
      .append_units = cli_dragonfly_append_units,
      .append_run_links = cli_dragonfly_append_run_links,
      .series_column = "minimal_share",
      .series_value = cli_dragonfly_series_value,
      .counters = cli_dragonfly_counters,
      .figures = &cli_dragonfly_figures,
  },
  {
      .family = &dl_family_fabric,
      .takes = cli_fabric_takes,
      .describe = cli_plain_describe,
      .lists = fabric_lists,
      .add_analysis = cli_fabric_add_analysis,
      .append_analysis_csv = cli_fabric_append_analysis_csv,
      .append_analysis_text = cli_fabric_append_analysis_text,
      .append_links = cli_fabric_append_links,
      .find_examples = cli_plain_find_examples,
      .append_cycle = cli_fabric_append_cycle,
      .append_route = cli_fabric_append_route,
      .append_tables = cli_fabric_append_tables,
      .all_tables = TRUE,
      .no_sources = N_ ("--sources is for a torus (other networks have links)"),
      .measure = cli_plain_measure,
      .add_figures = cli_plain_add_figures,
      .add_run = cli_plain_add_run,
      .append_run_text = cli_plain_append_run_text,
      .append_run_links = cli_fabric_append_run_links,
      .name_wait = cli_fabric_name_wait,
      .figures = &cli_plain_sorted_figures,
  },
};

const CliFamily *
cli_families (guint *n_families)
{
  *n_families = G_N_ELEMENTS (families);
  return families;
}

const CliFamily *
cli_family (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i].family == family)
      return &families[i];
  return &cli_plain;
}

const CliFamily *
cli_family_of_counters (const DlCounters *counters)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    for (const DlCountersKind *const *kind = families[i].family->counters;
         kind != NULL && *kind != NULL; kind++)
      if (*kind == counters->kind)
        return &families[i];
  g_assert_not_reached ();
}

const DlField *
cli_families_find_list (const char *name, guint i)
{
  for (guint f = 0; f < G_N_ELEMENTS (families); f++)
    for (const CliList *list = families[f].lists; list->name != NULL; list++)
      if (g_str_equal (list->name, name) && i-- == 0)
        return dl_field_find_name (list->key);
  return NULL;
}

char *
cli_families_name_lists (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint f = 0; f < G_N_ELEMENTS (families); f++)
    for (const CliList *list = families[f].lists; list->name != NULL; list++)
      {
        const DlField *field = dl_field_find_name (list->key);

        if (cli_families_find_list (list->name, 0) == field)
          g_strv_builder_add (names, list->name);
      }
  all = g_strv_builder_end (names);
  return g_strjoinv (", ", all);
}

/* The table of what the command line says of each family of networks. */
#include "cli-families.h"

#include "cli-dragonfly.h"
#include "cli-torus.h"

static const CliFamily families[] = {
  {
      .family = &dl_family_torus,
      .describe = cli_torus_describe,
      .channel_name = cli_torus_channel_name,
      .add_analysis = cli_torus_add_analysis,
      .append_analysis_csv = cli_torus_append_analysis_csv,
      .append_analysis_text = cli_torus_append_analysis_text,
      .append_links_csv = cli_torus_append_links_csv,
      .append_links_text = cli_torus_append_links_text,
      .count_all = cli_torus_count_all,
      .find_examples = cli_torus_find_examples,
      .append_cycle = cli_torus_append_cycle,
      .append_route = cli_torus_append_route,
      .append_model = cli_torus_append_model,
  },
  {
      .family = &dl_family_dragonfly,
      .takes = cli_dragonfly_takes,
      .describe = cli_dragonfly_describe,
      .channel_name = cli_dragonfly_channel_name,
      .add_analysis = cli_dragonfly_add_analysis,
      .append_analysis_csv = cli_dragonfly_append_analysis_csv,
      .append_analysis_text = cli_dragonfly_append_analysis_text,
      .append_links_csv = cli_dragonfly_append_links_csv,
      .append_links_text = cli_dragonfly_append_links_text,
      .count_all = cli_dragonfly_count_all,
      .find_examples = cli_dragonfly_find_examples,
      .append_cycle = cli_dragonfly_append_cycle,
      .append_route = cli_dragonfly_append_route,
      .append_model = cli_dragonfly_append_model,
  },
};

const CliFamily *
cli_family_of (const DlScenario *scenario)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i].family == scenario->family)
      return &families[i];
  g_assert_not_reached ();
}

/* dateline-cli links: what each directed link carries. */
#include "cli-dragonfly.h"
#include "cli-scenario.h"
#include "cli-table.h"
#include "dl-evaluate.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>

/* A row a link, by x, y, z, then x+, x-, y+, y-, z+, z-: the order of the network's link slots. */

static void
append_csv (GString *out, const DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;

  g_string_append (out, "x,y,z,direction,state,vc0,vc1,vc_balance");
  /* What came later follows what was there. */
  for (guint vc = DL_TORUS_VCS; vc < dl_analysis_n_vcs (analysis); vc++)
    g_string_append_printf (out, ",vc%u", vc);
  g_string_append_c (out, '\n');
  for (guint link = 0; link < network->n_links; link++)
    {
      const DlLinkAt at = dl_network_link_at (network, link);
      const gboolean up = network->link_state[link] == DL_LINK_UP;

      if (network->link_state[link] == DL_LINK_ABSENT)
        continue;
      g_string_append_printf (out, "%u,%u,%u,%s,%s,", at.from.at[DL_X], at.from.at[DL_Y],
                              at.from.at[DL_Z], dl_port_name (at.port), up ? "up" : "broken");
      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        {
          cli_append_csv_double (out, dl_analysis_channel_load (analysis, link, vc));
          g_string_append_c (out, ',');
        }
      cli_append_csv_double (out, up ? dl_analysis_link_balance (analysis, link) : NAN);
      for (guint vc = DL_TORUS_VCS; vc < dl_analysis_n_vcs (analysis); vc++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, dl_analysis_channel_load (analysis, link, vc));
        }
      g_string_append_c (out, '\n');
    }
}

static void
append_text (GString *out, const DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  const char *const heads[] = { _ ("node"), _ ("port"), _ ("to"), _ ("state") };
  const guint n_vcs = dl_analysis_n_vcs (analysis);
  g_autoptr (CliTable) table = cli_table_new (n_vcs > DL_TORUS_VCS ? "llllrrrrr" : "llllrrr");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint vc = 0; vc < n_vcs; vc++)
    {
      const char head[] = { 'V', 'C', '0' + vc, '\0' };
      cli_table_text (table, head);
    }
  cli_table_text (table, _ ("balance"));
  for (guint link = 0; link < network->n_links; link++)
    {
      const DlLinkAt at = dl_network_link_at (network, link);
      const gboolean up = network->link_state[link] == DL_LINK_UP;
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;

      if (network->link_state[link] == DL_LINK_ABSENT)
        continue;
      from = dl_coord_to_string (at.from);
      to = dl_coord_to_string (network->torus.coord[network->link_to[link]]);
      cli_table_text (table, from);
      cli_table_text (table, dl_port_name (at.port));
      cli_table_text (table, to);
      cli_table_text (table, up ? _ ("up") : _ ("broken"));
      for (guint vc = 0; vc < n_vcs; vc++)
        {
          g_autofree char *load
              = dl_value_format_double (dl_analysis_channel_load (analysis, link, vc));
          cli_table_text (table, up ? load : "-");
        }
      cli_table_double (table, up ? dl_analysis_link_balance (analysis, link) : NAN, 4);
    }
  cli_table_append (out, table);
}

CliStatus
cli_links (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlAnalysis) analysis = NULL;

  if (scenario == NULL)
    return CLI_DONE;
  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    return cli_links_dragonfly (cli, scenario, error);
  analysis = dl_torus_evaluate (scenario, cli->cancellable, error);
  if (analysis == NULL)
    return CLI_DONE;
  if (cli->options.csv)
    append_csv (cli->out, analysis);
  else
    append_text (cli->out, analysis);
  return CLI_DONE;
}

/* dateline-cli links, of a dragonfly: a row a directed link, by the router that it leaves, then its
 * class, the router that it leads to and its number among the parallel ones. */
#include "cli-dragonfly.h"
#include "cli-table.h"
#include "dl-dragonfly-name.h"
#include "dl-evaluate.h"
#include "dl-value.h"

#include <glib/gi18n.h>

/* Requests are on the first four virtual channels, responses on the next four, in the same way
 * (Cascade paper 3). */
#define ALL_VCS (2 * DL_DRAGONFLY_VCS)

/* Packets of @link on @vc, of all eight, where @share of them are responses. */
static double
vc_packets (const DlDragonflyAnalysis *analysis, double share, guint link, guint vc)
{
  return analysis->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc % DL_DRAGONFLY_VCS]
         * (vc < DL_DRAGONFLY_VCS ? 1 - share : share);
}

static void
append_csv (GString *out, const DlDragonflyAnalysis *analysis, double share)
{
  const DlDragonfly *net = analysis->dragonfly;

  g_string_append (out, "from,to,index,class,state,load");
  for (guint vc = 0; vc < ALL_VCS; vc++)
    g_string_append_printf (out, ",vc%u", vc);
  g_string_append_c (out, '\n');
  for (guint link = 0; link < net->n_links; link++)
    {
      g_autofree char *from = dl_dragonfly_router_to_string (net, net->link_from[link]);
      g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[link]);

      g_string_append_printf (out, "%s,%s,%u,%s,%s,", from, to, net->link_parallel[link],
                              dl_link_class_name (net->link_class[link]),
                              net->link_state[link] == DL_LINK_UP ? "up" : "broken");
      cli_append_csv_double (out, dl_dragonfly_analysis_load (analysis, link));
      for (guint vc = 0; vc < ALL_VCS; vc++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, vc_packets (analysis, share, link, vc));
        }
      g_string_append_c (out, '\n');
    }
}

static void
append_text (GString *out, const DlDragonflyAnalysis *analysis, double share)
{
  const DlDragonfly *net = analysis->dragonfly;
  const char *const heads[] = { _ ("link"), _ ("class"), _ ("state"), _ ("load"), "VC0", "VC1",
                                "VC2",      "VC3",       "VC4",       "VC5",      "VC6", "VC7" };
  /* Without responses their channels are idle. */
  const guint n_vcs = share > 0 ? ALL_VCS : DL_DRAGONFLY_VCS;
  g_autoptr (CliTable) table = cli_table_new (share > 0 ? "lllrrrrrrrrr" : "lllrrrrr");

  G_STATIC_ASSERT (ALL_VCS == 8);
  for (guint i = 0; i < 4 + n_vcs; i++)
    cli_table_text (table, heads[i]);
  for (guint link = 0; link < net->n_links; link++)
    {
      const gboolean up = net->link_state[link] == DL_LINK_UP;
      g_autofree char *name = dl_dragonfly_link_to_string (net, link);
      g_autofree char *load = dl_value_format_double (dl_dragonfly_analysis_load (analysis, link));

      cli_table_text (table, name);
      cli_table_text (table, dl_link_class_title (net->link_class[link]));
      cli_table_text (table, up ? _ ("up") : _ ("broken"));
      cli_table_text (table, up ? load : "-");
      for (guint vc = 0; vc < n_vcs; vc++)
        {
          g_autofree char *vc_load
              = dl_value_format_double (vc_packets (analysis, share, link, vc));
          cli_table_text (table, up ? vc_load : "-");
        }
    }
  cli_table_append (out, table);
}

CliStatus
cli_links_dragonfly (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cli->cancellable, error);

  if (analysis == NULL)
    return CLI_DONE;
  if (cli->options.csv)
    append_csv (cli->out, analysis, scenario->traffic.response_share);
  else
    append_text (cli->out, analysis, scenario->traffic.response_share);
  return CLI_DONE;
}

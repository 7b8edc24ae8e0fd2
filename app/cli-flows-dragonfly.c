/* Who loads a link of a dragonfly, by routers: dateline-cli flows. */
#include "cli-dragonfly.h"

#include "cli-scenario.h"
#include "dl-dragonfly-name.h"

#include <glib/gi18n.h>

typedef struct
{
  const DlEvaluation *result;
  const DlDragonflyAnalysis *analysis;
  const DlLinkFlows *flows;
  guint top; /* rows of a list, at most */
} Flows;

/* One of the two lists, the most packets first. */
typedef struct
{
  const char *name;  /* in JSON */
  const char *role;  /* in CSV */
  const char *title; /* translated */
  const double *counts;
  guint n;       /* that have packets */
  guint32 *ends; /* (n) */
} Ends;

static void
ends_init (Ends *ends, const Flows *flows, gboolean sources)
{
  *ends = (Ends) {
    .name = sources ? "sources" : "destinations",
    .role = sources ? "source" : "destination",
    .title = sources ? _ ("source") : _ ("destination"),
    .counts = sources ? flows->flows->by_source : flows->flows->by_dest,
    .ends = g_new (guint32, flows->flows->n_ends),
  };
  ends->n = dl_link_flows_top (flows->flows, ends->counts, flows->flows->n_ends, ends->ends);
}

static void
ends_clear (Ends *ends)
{
  g_free (ends->ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static char *
name_of (const Flows *flows, guint router)
{
  return dl_dragonfly_router_to_string (flows->analysis->dragonfly, router);
}

static gboolean
is_up (const Flows *flows)
{
  return flows->analysis->dragonfly->link_state[flows->flows->link] == DL_LINK_UP;
}

static void
add_ends (JsonBuilder *builder, const Flows *flows, const Ends *ends)
{
  cli_json_begin_array (builder, ends->name);
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      json_builder_begin_object (builder);
      cli_json_string (builder, "router", name);
      cli_json_double (builder, "packets", packets);
      cli_json_double (builder, "share", packets / flows->flows->packets);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const Flows *flows, const Ends *sources, const Ends *dests)
{
  const double *vc = &flows->analysis->vc_load[(gsize) flows->flows->link * DL_DRAGONFLY_VCS];
  g_autofree char *link
      = dl_dragonfly_link_to_string (flows->analysis->dragonfly, flows->flows->link);
  g_autoptr (JsonBuilder) builder = cli_json_new_of (flows->result->scenario);

  cli_json_string (builder, "link", link);
  cli_json_string (builder, "state", is_up (flows) ? "up" : "broken");
  cli_json_string (builder, "loads_are", dl_dragonfly_basis_id (flows->analysis->basis));
  cli_json_double (builder, "packets", flows->flows->packets);
  cli_json_begin_array (builder, "vcs");
  for (guint i = 0; i < DL_DRAGONFLY_VCS; i++)
    json_builder_add_double_value (builder, vc[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "n_sources", sources->n);
  cli_json_int (builder, "n_destinations", dests->n);
  add_ends (builder, flows, sources);
  add_ends (builder, flows, dests);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_csv (GString *out, const Flows *flows, const Ends *ends)
{
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      g_string_append_printf (out, "%s,%u,%s,", ends->role, i + 1, name);
      cli_append_csv_double (out, packets);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, packets / flows->flows->packets);
      g_string_append_c (out, '\n');
    }
}

static void
append_list (GString *out, const Flows *flows, const Ends *ends)
{
  g_autoptr (CliTable) table = cli_table_new ("rlrr");

  g_string_append_c (out, '\n');
  cli_table_text (table, "");
  cli_table_text (table, ends->title);
  cli_table_text (table, _ ("packets"));
  cli_table_text (table, _ ("share, %"));
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      cli_table_int (table, i + 1);
      cli_table_text (table, name);
      cli_table_double (table, packets, 2);
      cli_table_double (table, 100 * packets / flows->flows->packets, 2);
    }
  cli_table_append (out, table);
  if (ends->n > flows->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), ends->n - flows->top);
}

static void
append_text (GString *out, const Flows *flows, const Ends *sources, const Ends *dests)
{
  const double *vc = &flows->analysis->vc_load[(gsize) flows->flows->link * DL_DRAGONFLY_VCS];
  g_autofree char *link
      = dl_dragonfly_link_to_string (flows->analysis->dragonfly, flows->flows->link);
  g_autoptr (CliTable) table = cli_table_new ("lr");

  g_string_append_printf (out, "%s\n\n", flows->result->scenario->name);
  g_string_append_printf (out, _ ("Link %s"), link);
  if (!is_up (flows) || flows->flows->packets == 0)
    {
      g_string_append_printf (out, ": %s\n", is_up (flows) ? _ ("no packet passes") : _ ("broken"));
      return;
    }
  g_string_append (out, "\n\n");
  cli_table_text (table, _ ("packets"));
  cli_table_double (table, flows->flows->packets, 2);
  for (guint i = 0; i < DL_DRAGONFLY_VCS; i++)
    {
      g_autofree char *name = g_strdup_printf ("VC%u", i);

      cli_table_text (table, name);
      cli_table_double (table, vc[i], 2);
    }
  cli_table_text (table, _ ("sources"));
  cli_table_int (table, sources->n);
  cli_table_text (table, _ ("destinations"));
  cli_table_int (table, dests->n);
  cli_table_append (out, table);
  append_list (out, flows, sources);
  append_list (out, flows, dests);
  g_string_append_printf (out, _ ("\nLoads are %s.\n"),
                          dl_dragonfly_basis_text (flows->analysis->basis));
}

gboolean
cli_dragonfly_append_flows (Cli *cli, const DlScenario *scenario, guint top, GError **error)
{
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  g_autoptr (DlLinkFlows) counted = NULL;
  Flows flows = { .result = result, .top = top };
  guint link;

  if (result == NULL)
    return FALSE;
  flows.analysis = dl_evaluation_dragonfly (result);
  if (!dl_dragonfly_parse_link (flows.analysis->dragonfly, cli->options.link, &link, error))
    {
      g_prefix_error (error, "--link: ");
      return FALSE;
    }
  flows.flows = counted
      = scenario->family->flows (scenario, flows.analysis, link, cli->cancellable);
  if (counted == NULL)
    return !g_cancellable_set_error_if_cancelled (cli->cancellable, error);

  g_auto (Ends) sources;
  g_auto (Ends) dests;

  ends_init (&sources, &flows, TRUE);
  ends_init (&dests, &flows, FALSE);
  if (cli->options.json)
    append_json (cli->out, &flows, &sources, &dests);
  else if (cli->options.csv)
    {
      g_string_append (cli->out, "role,rank,router,packets,share\n");
      append_csv (cli->out, &flows, &sources);
      append_csv (cli->out, &flows, &dests);
    }
  else
    append_text (cli->out, &flows, &sources, &dests);
  return TRUE;
}

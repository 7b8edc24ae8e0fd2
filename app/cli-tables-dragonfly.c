/* Which ports a dragonfly's router offers to each destination: dateline-cli tables. */
#include "cli-dragonfly.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-router-table.h"

#include <glib/gi18n.h>

/* JSON */

static void
add_port (JsonBuilder *builder, const DlDragonfly *net, const DlTablePort *port)
{
  g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[port->link]);

  json_builder_begin_object (builder);
  cli_json_string (builder, "class", dl_link_class_name (net->link_class[port->link]));
  cli_json_string (builder, "to", to);
  cli_json_int (builder, "links", port->n);
  cli_json_double (builder, "share", port->share);
  cli_json_int (builder, "vc", 0);
  json_builder_end_object (builder);
}

static void
add_run (JsonBuilder *builder, const DlDragonflyTable *table, const DlTableSpan *run)
{
  const DlDragonfly *net = table->routes->dragonfly;
  g_autofree char *first = dl_dragonfly_router_to_string (net, run->first);
  g_autofree char *last = dl_dragonfly_router_to_string (net, run->last);

  json_builder_begin_object (builder);
  cli_json_string (builder, "first", first);
  cli_json_string (builder, "last", last);
  cli_json_int (builder, "routers", run->n_routers);
  cli_json_bool (builder, "reachable",
                 run->n_ports > 0 || run->third || run->first == table->router);
  cli_json_begin_array (builder, "ports");
  for (guint i = 0; i < run->n_ports; i++)
    add_port (builder, net, &run->ports[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "roots", run->n_roots);
  cli_json_int (builder, "fit", run->n_fit);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlDragonflyTable *table)
{
  g_autofree char *name = dl_dragonfly_router_to_string (table->routes->dragonfly, table->router);
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_string (builder, "router", name);
  cli_json_string (builder, "routing", dl_dragonfly_options (scenario)->mode->id);
  cli_json_begin_array (builder, "entries");
  for (guint i = 0; i < table->n_runs; i++)
    add_run (builder, table, &table->runs[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text */

static char *
ports_text (const DlDragonflyTable *table, const DlTableSpan *run)
{
  const DlDragonfly *net = table->routes->dragonfly;
  GString *text = g_string_new (NULL);

  if (run->first == table->router)
    g_string_append (text, _ ("here"));
  else if (run->n_ports == 0)
    g_string_append (text, run->third ? _ ("by a root") : "-");
  for (guint i = 0; i < run->n_ports; i++)
    {
      const DlTablePort *port = &run->ports[i];
      g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[port->link]);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                              dl_link_class_name (net->link_class[port->link]), to);
      if (port->n > 1)
        g_string_append_printf (text, " x%u", port->n);
    }
  return g_string_free (text, FALSE);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlDragonflyTable *table)
{
  const DlDragonfly *net = table->routes->dragonfly;
  const DlDragonflyMode *mode = dl_dragonfly_options (scenario)->mode;
  const char *const heads[]
      = { _ ("destination"), _ ("routers"), _ ("roots"), _ ("ports, on VC0") };
  g_autoptr (CliTable) rows = cli_table_new ("lrrl");
  g_autofree char *name = dl_dragonfly_router_to_string (net, table->router);

  g_string_append_printf (out, "%s\n\n", scenario->name);
  g_string_append_printf (out, _ ("router %s"), name);
  if (!net->router_up[table->router])
    g_string_append_printf (out, " (%s)", _ ("broken"));
  g_string_append_printf (out, "\n%s: %s\n\n", _ (mode->title), _ (mode->description));
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (rows, heads[i]);
  for (guint i = 0; i < table->n_runs; i++)
    {
      const DlTableSpan *run = &table->runs[i];
      g_autofree char *to = dl_table_span_name (table, run);
      g_autofree char *ports = ports_text (table, run);

      cli_table_text (rows, to);
      cli_table_int (rows, run->n_routers);
      cli_table_int (rows, run->n_fit);
      cli_table_text (rows, ports);
    }
  cli_table_append (out, rows);
}

gboolean
cli_dragonfly_append_tables (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonflyRoutes) routes
      = scenario->family->route (scenario, cli->cancellable, error);
  g_autoptr (DlDragonflyTable) table = NULL;
  guint node;

  if (routes == NULL)
    return FALSE;
  if (!dl_dragonfly_parse_node (routes->dragonfly, cli->options.node, &node, error))
    {
      g_prefix_error (error, "--node: ");
      return FALSE;
    }
  table = dl_dragonfly_table_new (routes, node / routes->dragonfly->nodes_per_router,
                                  cli->cancellable);
  if (table == NULL)
    return !g_cancellable_set_error_if_cancelled (cli->cancellable, error);
  if (cli->options.json)
    append_json (cli->out, scenario, table);
  else if (cli->options.csv)
    {
      g_autofree char *csv = dl_dragonfly_table_to_csv (table);
      g_string_append (cli->out, csv);
    }
  else
    append_text (cli->out, scenario, table);
  return TRUE;
}

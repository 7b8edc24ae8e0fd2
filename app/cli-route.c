/* dateline-cli route: the way of one packet, hop by hop, and why. */
#include "dl-families.h"
#include "cli-dragonfly.h"
#include "cli-json.h"
#include "cli-scenario.h"
#include "dl-explain.h"
#include "dl-numerals.h"

#include <glib/gi18n.h>

/* A route and what there is to say about its end. */
typedef struct
{
  DlNetwork *network;
  DlRoutes *routes;
  DlRoute route;
  guint source;
  guint dest;
  gboolean broken_end; /* @reason says which; there is no route then */
  char *reason;        /* why it is not delivered, or NULL */
} Trip;

static void
trip_clear (Trip *trip)
{
  dl_route_clear (&trip->route);
  dl_routes_unref (trip->routes);
  dl_network_unref (trip->network);
  g_free (trip->reason);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Trip, trip_clear)

/* "unreachable" or "dropped", for people and for scripts. */
static const char *
status_name (const Trip *trip)
{
  if (trip->broken_end)
    return "unreachable";
  switch (trip->route.status)
    {
    case DL_ROUTE_DELIVERED:
      return "delivered";
    case DL_ROUTE_DROPPED:
      return "dropped";
    default:
      return "unreachable";
    }
}

static DlTrip
explained (const Trip *trip)
{
  return (DlTrip) { trip->routes, &trip->route, trip->source, trip->dest };
}

static gboolean
trip_walk (Trip *trip, const DlScenario *scenario, DlCoord from, DlCoord to, GError **error)
{
  const DlRoutingSpec spec = dl_scenario_routing (scenario);
  DlTrip explain;

  trip->network = dl_network_new_torus (&dl_torus_options (scenario)->spec, error);
  if (trip->network == NULL)
    return FALSE;
  trip->routes = dl_routes_new (trip->network, &spec);
  trip->source = dl_network_node_at (trip->network, from);
  trip->dest = dl_network_node_at (trip->network, to);

  trip->broken_end = !trip->network->node_up[trip->source] || !trip->network->node_up[trip->dest];
  if (trip->broken_end)
    {
      g_autofree char *name = dl_coord_to_string (trip->network->node_up[trip->source] ? to : from);
      trip->reason = g_strdup_printf (_ ("node %s is broken"), name);
      return TRUE;
    }

  dl_routes_walk (trip->routes, trip->source, trip->dest, &trip->route);
  explain = explained (trip);
  trip->reason = dl_trip_reason (&explain);
  return TRUE;
}

static void
append_text (GString *out, const Trip *trip)
{
  const DlTrip explain = explained (trip);
  g_autofree char *text = NULL;

  if (trip->broken_end)
    text = g_strdup_printf ("%s: %s\n", _ ("unreachable"), trip->reason);
  else
    text = dl_trip_to_text (&explain);
  g_string_append (out, text);
}

/* JSON */

/* What was passed over before hop @i, in order. */
static void
add_rejected (JsonBuilder *builder, const DlTrip *explain, guint i)
{
  DlTrace trace;

  dl_routes_trace (explain->routes, explain->route, explain->source, explain->dest, i, &trace);
  json_builder_set_member_name (builder, "rejected");
  json_builder_begin_array (builder);
  for (guint j = 0; j < trace.n; j++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "port", dl_port_name (trace.rejected[j].port));
      cli_json_string (builder, "reason", dl_rejected_text (trace.rejected[j].reason));
      cli_json_string (builder, "section",
                       dl_rejected_section (trace.rejected[j].reason, trace.rejected[j].port));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_hop (JsonBuilder *builder, const DlTrip *explain, guint i)
{
  const DlHop *hop = &explain->route->hops[i];
  const DlLinkAt at = dl_network_link_at (explain->routes->network, hop->link);
  const DlIllegal why = dl_trip_illegal (explain, i);
  g_autofree char *node = dl_coord_to_string (at.from);

  json_builder_begin_object (builder);
  cli_json_string (builder, "node", node);
  cli_json_string (builder, "port", dl_port_name (at.port));
  cli_json_int (builder, "vc", hop->vc);
  cli_json_string (builder, "rule", dl_rule_text (hop->rule));
  cli_json_string (builder, "section", dl_rule_section (hop->rule));
  cli_json_string (builder, "vc_rule", dl_vc_rule_text (hop->vc_rule));
  cli_json_string (builder, "vc_section", dl_vc_rule_section (hop->vc_rule));
  cli_json_bool (builder, "legal", hop->legal);
  if (why != DL_LEGAL)
    {
      cli_json_string (builder, "illegal", dl_illegal_text (why));
      cli_json_string (builder, "illegal_section", dl_illegal_section (why));
    }
  cli_json_bool (builder, "crosses_dateline", dl_trip_crosses (explain, i));
  add_rejected (builder, explain, i);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const Trip *trip)
{
  const DlTrip explain = explained (trip);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_bool (builder, "delivered", trip->reason == NULL);
  cli_json_string (builder, "status", status_name (trip));
  if (trip->reason != NULL)
    cli_json_string (builder, "reason", trip->reason);
  else
    cli_json_null (builder, "reason");
  json_builder_set_member_name (builder, "hops");
  json_builder_begin_array (builder);
  for (guint i = 0; !trip->broken_end && i < dl_trip_n_hops (&explain); i++)
    add_hop (builder, &explain, i);
  json_builder_end_array (builder);
  if (!trip->broken_end && trip->route.status == DL_ROUTE_UNREACHABLE)
    add_rejected (builder, &explain, trip->route.n_hops);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static CliStatus
run (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = NULL;
  g_auto (Trip) trip = { 0 };
  DlCoord from, to;

  if (cli->options.from == NULL || cli->options.to == NULL)
    return cli_bad_input (error, _ ("route: %s is missing (--from NODE --to NODE)"),
                          cli->options.from == NULL ? "--from" : "--to");
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    return cli_route_dragonfly (cli, scenario, error);
  if (!cli_parse_node (scenario, "--from", cli->options.from, &from, error)
      || !cli_parse_node (scenario, "--to", cli->options.to, &to, error)
      || !trip_walk (&trip, scenario, from, to, error))
    return CLI_DONE;

  if (cli->options.json)
    append_json (cli->out, &trip);
  else
    append_text (cli->out, &trip);
  return CLI_DONE;
}

CliStatus
cli_route (Cli *cli, GError **error)
{
  g_autoptr (DlPlainNumerals) plain = NULL;

  /* The rules' sentences are data here. */
  if (cli->options.json)
    plain = dl_plain_text_new ();
  return run (cli, error);
}

/* dateline-cli route, of a torus: the way of one packet, hop by hop, and why. */
#include "cli-route.h"
#include "cli-torus.h"
#include "dl-explain.h"

#include <glib/gi18n.h>

/* A route and what there is to say about its end. */
typedef struct
{
  DlRoutes *routes;
  DlRoutes *variant; /* of @routes, whose route it is */
  DlRouteChoices choices;
  guint at; /* the one of @choices */
  DlRoute route;
  guint source;
  guint dest;
  gboolean broken_end; /* @reason says which; there is no route then */
  char *reason;        /* why it is not delivered, or NULL */
} Traced;

static void
traced_clear (Traced *traced)
{
  dl_route_clear (&traced->route);
  dl_routes_unref (traced->routes);
  g_free (traced->reason);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Traced, traced_clear)

/* "unreachable" or "dropped", for people and for scripts. */
static const char *
status_name (const Traced *traced)
{
  if (traced->broken_end)
    return "unreachable";
  switch (traced->route.status)
    {
    case DL_ROUTE_DELIVERED:
      return "delivered";
    case DL_ROUTE_DROPPED:
      return "dropped";
    default:
      return "unreachable";
    }
}

static DlTraced
explained (const Traced *traced)
{
  return (DlTraced) { traced->variant, &traced->route, traced->source, traced->dest };
}

static void
trip_walk (Traced *traced, const DlScenario *scenario, DlNetwork *network, guint from, guint to)
{
  const DlRoutingSpec spec = dl_scenario_routing (scenario);
  DlTraced explain;

  traced->routes = dl_routes_new (network, &spec);
  traced->source = from;
  traced->dest = to;
  traced->broken_end = !network->node_up[from] || !network->node_up[to];
  if (traced->broken_end)
    {
      g_autofree char *name
          = dl_coord_to_string (network->torus.coord[network->node_up[from] ? to : from]);
      traced->reason = g_strdup_printf (_ ("node %s is broken"), name);
      return;
    }

  dl_route_choices (traced->routes, from, to, &traced->choices);
  traced->at = dl_route_choices_pick (&traced->choices, scenario->seed, 0);
  traced->variant = traced->routes->variants[traced->choices.variant[traced->at]];
  dl_routes_walk (traced->variant, from, to, &traced->route);
  explain = explained (traced);
  traced->reason = dl_traced_reason (&explain);
}

static void
append_text (GString *out, const Traced *traced)
{
  const DlTraced explain = explained (traced);
  g_autofree char *text = NULL;
  g_autofree char *share = NULL;

  if (traced->broken_end)
    text = g_strdup_printf ("%s: %s\n", _ ("unreachable"), traced->reason);
  else
    {
      text = dl_traced_to_text (&explain);
      share = dl_route_choices_text (&traced->choices, traced->at);
    }
  g_string_append (out, text);
  if (share != NULL)
    g_string_append_printf (out, "%s\n", share);
}

/* JSON */

/* What was passed over before hop @i, in order. */
static void
add_rejected (JsonBuilder *builder, const DlTraced *explain, guint i)
{
  DlTrace trace;

  dl_routes_trace (explain->routes, explain->route, explain->source, explain->dest, i, &trace);
  cli_json_begin_array (builder, "rejected");
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
add_hop (JsonBuilder *builder, const DlTraced *explain, guint i)
{
  const DlHop *hop = &explain->route->hops[i];
  const DlLinkAt at = dl_network_link_at (explain->routes->network, hop->link);
  const DlIllegal why = dl_traced_illegal (explain, i);
  g_autofree char *node = dl_coord_to_string (at.from);

  json_builder_begin_object (builder);
  cli_json_string (builder, "node", node);
  cli_json_string (builder, "port", dl_port_name (at.port));
  if (dl_traced_takes_any_vc (explain, i))
    cli_json_null (builder, "vc");
  else
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
  cli_json_bool (builder, "crosses_dateline", dl_traced_crosses (explain, i));
  add_rejected (builder, explain, i);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const Traced *traced)
{
  const DlTraced explain = explained (traced);
  g_autoptr (JsonBuilder) builder = cli_json_new_route (status_name (traced), traced->reason);

  cli_json_begin_array (builder, "hops");
  for (guint i = 0; !traced->broken_end && i < dl_traced_n_hops (&explain); i++)
    add_hop (builder, &explain, i);
  json_builder_end_array (builder);
  if (!traced->broken_end && traced->choices.n > 1)
    {
      cli_json_int (builder, "routes", traced->choices.n);
      cli_json_double (builder, "share",
                       (double) traced->choices.coins[traced->at] / traced->choices.n_coins);
    }
  if (!traced->broken_end && traced->route.status == DL_ROUTE_UNREACHABLE)
    add_rejected (builder, &explain, traced->route.n_hops);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

gboolean
cli_torus_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from, guint to,
                        GError **error)
{
  g_auto (Traced) traced = { 0 };

  trip_walk (&traced, scenario, shape, from, to);
  (cli->options.json ? append_json : append_text) (cli->out, &traced);
  return TRUE;
}

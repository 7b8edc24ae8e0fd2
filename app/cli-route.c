/* dateline-cli route: the way of one packet, hop by hop, and why. */
#include "cli-json.h"
#include "cli-scenario.h"
#include "cli-table.h"

#include <glib/gi18n.h>

#include <locale.h>

/* A route and what there is to say about its end. */
typedef struct
{
  DlNetwork *network;
  DlRoutes *routes;
  DlRoute route;
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

/* Where the packet is after its last hop. */
static char *
last_place (const Trip *trip, guint source)
{
  const guint node = trip->route.n_hops > 0
                         ? trip->network->link_to[trip->route.hops[trip->route.n_hops - 1].link]
                         : source;
  return dl_coord_to_string (trip->network->torus.coord[node]);
}

static char *
reason_of (const Trip *trip, guint source)
{
  g_autofree char *place = NULL;

  switch (trip->route.status)
    {
    case DL_ROUTE_DELIVERED:
      return NULL;
    case DL_ROUTE_UNREACHABLE:
      place = last_place (trip, source);
      return g_strdup_printf (_ ("at %s: %s (%s)"), place, dl_rule_text (DL_RULE_UNREACHABLE),
                              dl_rule_section (DL_RULE_UNREACHABLE));
    case DL_ROUTE_DROPPED:
      place = last_place (trip, source);
      return g_strdup_printf (_ ("at %s: on VC1 through the dateline (VC paper 3)"), place);
    case DL_ROUTE_LOOP:
      return g_strdup (_ ("the tables send it round for ever"));
    }
  g_assert_not_reached ();
}

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

static gboolean
trip_walk (Trip *trip, const DlScenario *scenario, DlCoord from, DlCoord to, GError **error)
{
  const DlRoutingSpec spec = dl_scenario_routing (scenario);
  guint source, dest;

  trip->network = dl_network_new_torus (&scenario->torus, error);
  if (trip->network == NULL)
    return FALSE;
  trip->routes = dl_routes_new (trip->network, &spec);
  source = dl_network_node_at (trip->network, from);
  dest = dl_network_node_at (trip->network, to);

  trip->broken_end = !trip->network->node_up[source] || !trip->network->node_up[dest];
  if (trip->broken_end)
    {
      g_autofree char *name = dl_coord_to_string (trip->network->node_up[source] ? to : from);
      trip->reason = g_strdup_printf (_ ("node %s is broken"), name);
      return TRUE;
    }

  dl_routes_walk (trip->routes, source, dest, &trip->route);
  trip->reason = reason_of (trip, source);
  /* The hops of a route without an end say nothing. */
  if (trip->route.status == DL_ROUTE_LOOP)
    trip->route.n_hops = 0;
  return TRUE;
}

/* Text */

/* "X+" */
static void
port_label (const Trip *trip, const DlHop *hop, char label[3])
{
  const char *name = dl_port_name (dl_network_link_at (trip->network, hop->link).port);

  label[0] = g_ascii_toupper (name[0]);
  label[1] = name[1];
  label[2] = '\0';
}

static void
append_short (GString *out, const Trip *trip)
{
  for (guint i = 0; i < trip->route.n_hops; i++)
    {
      char label[3];
      port_label (trip, &trip->route.hops[i], label);
      g_string_append_printf (out, "%s%s.%u", i > 0 ? " " : "", label, trip->route.hops[i].vc);
    }
}

static void
append_hops (GString *out, const Trip *trip)
{
  g_autoptr (CliTable) table = cli_table_new ("llllllll");

  for (guint i = 0; i < trip->route.n_hops; i++)
    {
      const DlHop *hop = &trip->route.hops[i];
      g_autofree char *node
          = dl_coord_to_string (dl_network_link_at (trip->network, hop->link).from);
      g_autofree char *vc = g_strdup_printf ("VC%u", hop->vc);
      char label[3];

      port_label (trip, hop, label);
      cli_table_text (table, node);
      cli_table_text (table, label);
      cli_table_text (table, vc);
      cli_table_text (table, dl_rule_text (hop->rule));
      cli_table_text (table, dl_rule_section (hop->rule));
      cli_table_text (table, dl_vc_rule_text (hop->vc_rule));
      cli_table_text (table, dl_vc_rule_section (hop->vc_rule));
      cli_table_text (table, hop->legal ? "" : _ ("illegal after the hop before: may deadlock"));
    }
  cli_table_append (out, table);
}

static void
append_text (GString *out, const Trip *trip)
{
  if (trip->reason != NULL)
    {
      g_string_append_printf (
          out, "%s: %s\n",
          trip->route.status == DL_ROUTE_DROPPED ? _ ("dropped") : _ ("unreachable"), trip->reason);
      /* How far it came, told apart from a route that arrives. */
      if (trip->route.n_hops > 0)
        {
          g_string_append (out, _ ("after "));
          append_short (out, trip);
          g_string_append_c (out, '\n');
        }
    }
  else if (trip->route.n_hops == 0)
    g_string_append (out, _ ("no hops: the packet is where it wants to go\n"));
  else
    {
      append_short (out, trip);
      g_string_append_c (out, '\n');
    }
  append_hops (out, trip);
}

/* JSON */

static void
append_json (GString *out, const Trip *trip)
{
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
  for (guint i = 0; i < trip->route.n_hops; i++)
    {
      const DlHop *hop = &trip->route.hops[i];
      const DlLinkAt at = dl_network_link_at (trip->network, hop->link);
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
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
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
  if (scenario == NULL || !cli_parse_node (scenario, "--from", cli->options.from, &from, error)
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
  locale_t plain, before;
  CliStatus status;

  if (!cli->options.json)
    return run (cli, error);

  /* The rules' sentences are data here: not translated. */
  plain = newlocale (LC_MESSAGES_MASK, "C", duplocale (uselocale ((locale_t) 0)));
  before = uselocale (plain);
  status = run (cli, error);
  uselocale (before);
  freelocale (plain);
  return status;
}

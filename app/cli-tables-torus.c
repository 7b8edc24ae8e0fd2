/* Contents of a torus router's routing tables: dateline-cli tables. */
#include "cli-torus.h"

#include "dl-torus-explain.h"
#include "dl-torus-tables.h"

#include <glib/gi18n.h>

/* Routes asked for, for the figures of the network: about half a second, and enough for every
 * router of 11x12x16. */
#define MAX_ANSWERS 5000000

typedef struct
{
  DlTorusRoutes *routes;
  DlTorusTables *tables;
  DlTorusTablesSurvey survey;
} Result;

static void
result_clear (Result *result)
{
  dl_torus_routes_unref (result->routes);
  dl_torus_tables_free (result->tables);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

static gboolean
result_read (Result *result, const DlScenario *scenario, DlTorusCoord at, GCancellable *cancellable,
             GError **error)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, error);

  if (network == NULL)
    return FALSE;
  result->routes = dl_torus_routes_new_from (network, &spec, NULL, cancellable);
  if (result->routes != NULL)
    result->tables
        = dl_torus_tables_new (result->routes, dl_torus_network_node_at (network, at), cancellable);
  if (result->tables != NULL
      && dl_torus_tables_survey (result->routes, MAX_ANSWERS, &result->survey, cancellable))
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

/* Text */

/* "x+"; "-" where the entry leads nowhere. */
static const char *
entry_port (const DlTorusTableEntry *entry)
{
  return entry->valid ? dl_torus_port_name (entry->port) : "-";
}

static void
add_vc (CliTable *table, const DlTorusTableEntry *entry)
{
  if (entry->vc == DL_TORUS_TABLE_NO_VC)
    cli_table_text (table, "-");
  else
    cli_table_int (table, entry->vc);
}

/* How many entries of the local table lead by each port and virtual channel: all of them are for
 * --csv and --json. */
static void
append_local (GString *out, const DlTorusTables *tables)
{
  g_autoptr (CliTable) table = cli_table_new ("lrr");
  guint used[DL_TORUS_PORT_NONE][DL_TORUS_VCS] = { 0 };

  g_string_append_printf (
      out, _ ("local table: %u of %u entries used, %u with conflicts; by port:\n"),
      tables->use.local_used, DL_TORUS_LOCAL_ENTRIES, tables->use.local_conflicts);
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    if (tables->local[i].valid && tables->local[i].vc != DL_TORUS_TABLE_NO_VC)
      used[tables->local[i].port][tables->local[i].vc]++;
  cli_table_text (table, _ ("port"));
  cli_table_text (table, "VC0");
  cli_table_text (table, "VC1");
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      cli_table_text (table, dl_torus_port_name (port));
      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        cli_table_int (table, used[port][vc]);
    }
  cli_table_append (out, table);
}

static void
append_global (GString *out, const DlTorusTables *tables, const DlTorus *torus)
{
  const char *const heads[] = { _ ("region"), _ ("planes"),       _ ("bit"),      _ ("port"),
                                _ ("VC"),     _ ("destinations"), _ ("conflicts") };
  g_autoptr (CliTable) table = cli_table_new ("rrrlrrr");

  g_string_append_printf (out, _ ("\nglobal table: %u of %u entries used, %u with conflicts\n"),
                          tables->use.global_used, DL_TORUS_MAX_REGIONS * DL_TORUS_GLOBAL_ENTRIES,
                          tables->use.global_conflicts);
  if (torus->n_regions == 1)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint region = 0; region < torus->n_regions; region++)
    for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES && region != tables->region; bit++)
      {
        const DlTorusTableEntry *entry = &tables->global[region][bit];
        g_autofree char *planes
            = g_strdup_printf ("%u-%u", torus->region_low[region], torus->region_high[region]);

        cli_table_int (table, region);
        cli_table_text (table, planes);
        cli_table_int (table, bit);
        cli_table_text (table, entry_port (entry));
        add_vc (table, entry);
        cli_table_int (table, entry->destinations);
        cli_table_int (table, entry->conflicts);
      }
  cli_table_append (out, table);
}

static void
append_survey (GString *out, const Result *result)
{
  const DlTorusTablesSurvey *survey = &result->survey;
  g_autoptr (CliTable) table = cli_table_new ("lr");

  g_string_append_printf (out, _ ("\nnetwork, by %u of %u working routers:\n"), survey->routers,
                          result->routes->network->n_working_nodes);
  cli_table_count (table, _ ("most local entries used"), survey->most_local);
  cli_table_count (table, _ ("most global entries used"), survey->most_global);
  cli_table_count (table, _ ("routers with conflicts"), survey->conflicting_routers);
  cli_table_count (table, _ ("destinations in conflict"), survey->destinations);
  cli_table_append (out, table);
}

static void
append_text (GString *out, const DlScenario *scenario, const Result *result)
{
  const DlTorusNetwork *network = result->routes->network;
  const DlTorusTables *tables = result->tables;
  g_autofree char *name = dl_torus_coord_to_string (network->torus.coord[tables->node]);

  g_string_append_printf (out, "%s\n\n", scenario->name);
  g_string_append_printf (out, _ ("router %s, NID %u, region %u of %u"), name,
                          network->torus.nid[tables->node], tables->region,
                          network->torus.n_regions);
  if (!network->node_up[tables->node])
    g_string_append_printf (out, " (%s)", _ ("broken"));
  g_string_append (out, "\n\n");
  append_local (out, tables);
  append_global (out, tables, &network->torus);
  append_survey (out, result);
  if (result->routes->n_variants > 1)
    g_string_append_printf (out, "\n%s\n", dl_torus_tables_ties_text ());
}

/* JSON */

static void
add_entry (JsonBuilder *builder, guint index, const DlTorusTableEntry *entry,
           const DlTorusNetwork *network)
{
  json_builder_begin_object (builder);
  cli_json_int (builder, "index", index);
  cli_json_int (builder, "nid", entry->nid);
  if (entry->node != DL_NO_NODE)
    {
      g_autofree char *name = dl_torus_coord_to_string (network->torus.coord[entry->node]);
      cli_json_string (builder, "node", name);
    }
  else
    cli_json_null (builder, "node");
  if (entry->valid)
    cli_json_string (builder, "port", dl_torus_port_name (entry->port));
  else
    cli_json_null (builder, "port");
  if (entry->vc != DL_TORUS_TABLE_NO_VC)
    cli_json_int (builder, "vc", entry->vc);
  else
    cli_json_null (builder, "vc");
  cli_json_int (builder, "destinations", entry->destinations);
  cli_json_int (builder, "conflicts", entry->conflicts);
  json_builder_end_object (builder);
}

static void
begin_table (JsonBuilder *builder, const char *name, guint size, guint used, guint conflicting)
{
  cli_json_begin_object (builder, name);
  cli_json_int (builder, "size", size);
  cli_json_int (builder, "used", used);
  cli_json_int (builder, "conflicting", conflicting);
  cli_json_begin_array (builder, "entries");
}

static void
end_table (JsonBuilder *builder)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_survey (JsonBuilder *builder, const Result *result)
{
  const DlTorusTablesSurvey *survey = &result->survey;

  cli_json_begin_object (builder, "network");
  cli_json_int (builder, "working_routers", result->routes->network->n_working_nodes);
  cli_json_int (builder, "routers", survey->routers);
  cli_json_int (builder, "conflicting_routers", survey->conflicting_routers);
  cli_json_int (builder, "most_local", survey->most_local);
  cli_json_int (builder, "most_global", survey->most_global);
  cli_json_int (builder, "local_used", survey->local_used);
  cli_json_int (builder, "local_conflicting", survey->local_conflicts);
  cli_json_int (builder, "global_used", survey->global_used);
  cli_json_int (builder, "global_conflicting", survey->global_conflicts);
  cli_json_int (builder, "conflicts", survey->destinations);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const Result *result)
{
  const DlTorusNetwork *network = result->routes->network;
  const DlTorusTables *tables = result->tables;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *name = dl_torus_coord_to_string (network->torus.coord[tables->node]);

  json_builder_begin_object (builder);
  cli_json_string (builder, "node", name);
  cli_json_int (builder, "nid", network->torus.nid[tables->node]);
  cli_json_int (builder, "region", tables->region);
  cli_json_int (builder, "conflicts", tables->use.destinations);
  begin_table (builder, "local", DL_TORUS_LOCAL_ENTRIES, tables->use.local_used,
               tables->use.local_conflicts);
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      add_entry (builder, i, &tables->local[i], network);
  end_table (builder);
  begin_table (builder, "global", DL_TORUS_MAX_REGIONS * DL_TORUS_GLOBAL_ENTRIES,
               tables->use.global_used, tables->use.global_conflicts);
  for (guint region = 0; region < network->torus.n_regions; region++)
    for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES && region != tables->region; bit++)
      add_entry (builder, DL_TORUS_GLOBAL_ENTRIES * region + bit, &tables->global[region][bit],
                 network);
  end_table (builder);
  add_survey (builder, result);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

gboolean
cli_torus_append_tables (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_auto (Result) result = { 0 };
  DlTorusCoord at;

  if (!cli_torus_parse_node (scenario, cli->options.node, &at, error)
      || !result_read (&result, scenario, at, cli->cancellable, error))
    return FALSE;
  if (cli->options.json)
    append_json (cli->out, &result);
  else if (cli->options.csv)
    {
      g_autofree char *csv = dl_torus_tables_to_csv (result.tables, result.routes->network);
      g_string_append (cli->out, csv);
    }
  else
    append_text (cli->out, scenario, &result);
  return TRUE;
}

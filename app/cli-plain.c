/* The command line of networks whose family has no row of its own: what its interface says. */
#include "cli-plain.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

#define MOST_VALUE 200 /* bytes */

gboolean
cli_plain_refuse (const Cli *cli, const char *name, const char *instead, GError **error)
{
  /* Translators: a command, a scenario, and what to do instead */
  return cli_bad_input (error, _ ("%s: not available for networks such as %s (%s)"), cli->command,
                        name, instead);
}

static gboolean
takes (const Cli *cli, const char *name, GError **error)
{
  static const char *const others[]
      = { "flows", "tables", "critical", "optimize", "model", "counters", NULL };

  if (!g_strv_contains (others, cli->command))
    return TRUE;
  return cli_plain_refuse (cli, name, _ ("use analyze, links, check or route"), error);
}

/* Rows of the family's own keys, and of the traffic. */
void
cli_plain_describe (CliTable *table, const DlScenario *scenario)
{
  const DlField *pattern = dl_field_find_name ("traffic.pattern");
  g_autoptr (GString) broken = g_string_new (NULL);
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = NULL;

      if ((fields[i].family != scenario->family && &fields[i] != pattern)
          || !dl_field_suits (&fields[i], scenario))
        continue;
      value = dl_field_get (&fields[i], scenario);
      if (dl_field_is_list (&fields[i]))
        {
          if (*value != '\0')
            g_string_append_printf (broken, "%s%s", broken->len > 0 ? ", " : "", value);
          continue;
        }
      /* A file's contents are not for a line. */
      if (*value == '\0' || strlen (value) > MOST_VALUE)
        continue;
      cli_table_text (table, fields[i].name);
      cli_table_text (table, value);
    }
  cli_table_text (table, _ ("broken"));
  cli_table_text (table, broken->len > 0 ? broken->str : _ ("nothing"));
}

/* Analysis ------------------------------------------------------------------------------------- */

static void
fill_class (DlCells *cells, gconstpointer data, guint class)
{
  const DlEvaluation *result = data;

  dl_cells_text (cells, result->scenario->family->classes[class].id);
  dl_cells_real (cells, result->findings.class_load_max[class]);
}

static DlTable
classes_of (const DlEvaluation *result)
{
  static const DlTableColumn columns[] = { { "class" }, { "max_load", NULL, DL_COLUMN_REAL } };

  return DL_TABLE (columns, result->scenario->family->n_classes, fill_class, result);
}

static void
add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlTable classes = classes_of (result);

  cli_json_rows (builder, "classes", &classes);
}

static void
append_analysis_csv (GString *out, const DlEvaluation *result)
{
  const DlTable classes = classes_of (result);

  dl_table_append_csv (out, &classes);
}

static void
append_analysis_text (GString *out, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  g_autoptr (CliTable) table = cli_table_new ("lr");

  cli_table_parts (table, result);
  cli_table_pairs (table, result);
  cli_table_number (table, _ ("mean hops"), result->findings.hops_mean, 4);
  cli_table_count (table, _ ("most hops"), result->findings.hops_max);
  for (guint i = 0; i < family->n_classes; i++)
    {
      cli_table_number (table, _ (family->classes[i].load_title),
                        result->findings.class_load_max[i], 2);
    }
  cli_table_verdict (table, result);
  cli_table_append (out, table);
}

/* Links ---------------------------------------------------------------------------------------- */

typedef struct
{
  const DlEvaluation *result;
  const guint32 *links;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *links = data;
  const DlNet *net = &links->result->net;
  const guint link = links->links[row];
  const double *vc_load = links->result->findings.vc_load + (gsize) link * net->n_vcs;
  const gboolean up = net->graph->link_state[link] == DL_LINK_UP;

  dl_cells_take_text (cells, links->result->scenario->family->name (
                                 net->shape, dl_place_link (link), DL_NAME_FILE));
  cli_cells_state (cells, up);
  for (guint vc = 0; vc < net->n_vcs; vc++)
    {
      dl_cells_real (cells, vc_load[vc]);
      if (!up)
        dl_cells_show (cells, "-");
    }
}

static void
append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  const DlTableColumn columns[] = {
    { "link", N_ ("link") },
    { "state", N_ ("state") },
    { "vc%u", "VC%u", DL_COLUMN_AMOUNT, .n = result->net.n_vcs },
  };
  guint n;
  g_autofree guint32 *links = cli_present_links (result->net.graph, &n);

  cli_append_rows (out, &DL_TABLE (columns, n, fill_link, (&(Links) { result, links })), csv);
}

/* Routes --------------------------------------------------------------------------------------- */

gboolean
cli_plain_find_examples (const DlEvaluation *result, CliVerdict *verdict, GCancellable *cancellable,
                         GError **error)
{
  const DlFamily *family = result->scenario->family;
  const DlSites sites = family->sites (result->net.shape);

  for (guint from = 0; verdict->failing[CLI_REACHABILITY] > 0 && from < result->net.graph->n_nodes;
       from++)
    for (guint to = 0; to < result->net.graph->n_nodes; to++)
      {
        DlPairRoute route = { 0 };
        const gboolean sends = family->follow (result->analysis_of_family, from, to, &route);

        g_free (route.line);
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        if (!sends || route.delivered)
          continue;
        g_autofree char *a = sites.name (sites.network, from);
        g_autofree char *b = sites.name (sites.network, to);
        verdict->example[CLI_REACHABILITY] = g_strdup_printf (_ ("%s to %s"), a, b);
        return TRUE;
      }
  return TRUE;
}

static void
append_route_json (GString *out, const DlEvaluation *result, const DlExplained *route)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_route (route->good ? "delivered" : "unreachable",
                                                        route->good ? NULL : route->summary);

  cli_json_begin_array (builder, "hops");
  for (guint i = 0; i < route->n_hops; i++)
    {
      g_autofree char *link = result->scenario->family->name (
          result->net.shape, dl_place_link (route->channels[i] / result->net.n_vcs), DL_NAME_FILE);

      json_builder_begin_object (builder);
      cli_json_string (builder, "link", link);
      cli_json_int (builder, "vc", route->channels[i] % result->net.n_vcs);
      cli_json_string (builder, "rule", route->steps[i].detail);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

gboolean
cli_plain_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from, guint to,
                        GError **error)
{
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  g_autoptr (DlExplained) route = NULL;

  if (result == NULL)
    return FALSE;
  if (from == to)
    return cli_bad_input (error, _ ("route: --from and --to are the same node (expected two "
                                    "nodes)"));
  route = scenario->family->explain (result->scenario, result->analysis_of_family, from, to, 0);
  if (cli->options.json)
    append_route_json (cli->out, result, route);
  else
    g_string_append (cli->out, route->text);
  return TRUE;
}

/* Simulations: what all runs have ----------------------------------------------------------------
 */

const DlTableColumn cli_columns_run_link[] = {
  { "load", NULL, DL_COLUMN_REAL },
  { "stalls", NULL, DL_COLUMN_REAL },
  { "occupancy", NULL, DL_COLUMN_REAL },
};

void
cli_cells_run_link (DlCells *cells, const DlSimulation *run, guint link)
{
  dl_cells_real (cells, run->links.load[link]);
  dl_cells_real (cells, run->links.stalls[link]);
  dl_cells_real (cells, run->links.occupancy[link]);
}

typedef struct
{
  const DlSimulation *run;
  const guint32 *links;
} RunLinks;

static void
fill_run_link (DlCells *cells, gconstpointer data, guint row)
{
  const RunLinks *links = data;
  const DlPlace place = dl_place_link (links->links[row]);

  dl_cells_take_text (cells,
                      links->run->family->name (links->run->plan->shape, place, DL_NAME_FILE));
  cli_cells_run_link (cells, links->run, place.a);
}

static void
append_run_links (GString *out, const DlSimulation *run)
{
  static const DlTableColumn columns[] = { { "link" }, DL_TABLE_PART (cli_columns_run_link) };
  g_autofree guint32 *links = NULL;
  guint n;

  links = cli_present_links (dl_shape_net (run->plan->shape)->graph, &n);
  dl_table_append_csv (out, &DL_TABLE (columns, n, fill_run_link, (&(RunLinks) { run, links })));
}

static const CliList lists[] = { { NULL, NULL } };

static const CliRunFamily runs = { .append_links = append_run_links };

const CliFamily cli_plain = {
  .takes = takes,
  .describe = cli_plain_describe,
  .lists = lists,
  .add_analysis = add_analysis,
  .append_analysis_csv = append_analysis_csv,
  .append_analysis_text = append_analysis_text,
  .append_links = append_links,
  .find_examples = cli_plain_find_examples,
  .append_route = cli_plain_append_route,
  .no_sources = N_ ("--sources is for a torus (other networks have links)"),
  .runs = &runs,
};

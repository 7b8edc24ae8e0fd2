/* The command line of the dragonfly: its scenario in words, and its analysis. */
#include "cli-dragonfly.h"

#include "cli-analyze.h"
#include "cli-plain.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-name.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>

gboolean
cli_dragonfly_takes (const Cli *cli, const char *name, GError **error)
{
  if (!g_str_equal (cli->command, "optimize"))
    return TRUE;
  return cli_plain_refuse (cli, name, _ ("compare routing modes with --set dragonfly.routing=MODE"),
                           error);
}

/* Words ---------------------------------------------------------------------------------------- */

static char *
faults_text (const DlDragonflySpec *spec)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (spec->broken_links->len > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%u link", "%u links", spec->broken_links->len),
                                      spec->broken_links->len));
  if (spec->broken_routers->len > 0)
    g_ptr_array_add (
        parts, g_strdup_printf (ngettext ("%u router", "%u routers", spec->broken_routers->len),
                                spec->broken_routers->len));
  if (spec->broken_cables->len > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%u cable", "%u cables", spec->broken_cables->len),
                                      spec->broken_cables->len));
  if (parts->len == 0)
    return g_strdup (_ ("nothing"));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

void
cli_dragonfly_describe (CliTable *table, const DlScenario *scenario)
{
  static const char *const aries[] = { "dragonfly.groups", "dragonfly.chassis", "dragonfly.blades",
                                       "dragonfly.cables-per-pair" };
  static const char *const generic[]
      = { "dragonfly.groups", "dragonfly.routers-per-group", "dragonfly.nodes-per-router",
          "dragonfly.global-per-router" };
  static const char *const both[] = { "dragonfly.routing", "traffic.pattern" };
  const gboolean is_aries = dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES;
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *faults = faults_text (&dl_dragonfly_options (scenario)->spec);

  /* The keys of the shape do not count where a machine's own cabling does. */
  for (guint i = 0; i < G_N_ELEMENTS (aries) && dl_dragonfly_options (scenario)->machine == NULL;
       i++)
    g_ptr_array_add (keys, (gpointer) (is_aries ? aries : generic)[i]);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    g_ptr_array_add (keys, (gpointer) both[i]);

  if (dl_dragonfly_options (scenario)->machine != NULL)
    {
      cli_table_text (table, "dragonfly.interconnect");
      cli_table_text (table, _ ("a machine’s own cabling"));
    }
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      g_autofree char *value = dl_field_get (dl_field_find_name (key), scenario);

      cli_table_text (table, key);
      cli_table_text (table, value);
    }
  cli_table_text (table, _ ("broken"));
  cli_table_text (table, faults);
}

/* Analysis: JSON ------------------------------------------------------------------------------- */

/* What is known in GB/s: of the generic shape nothing is. */
static double
GBps (const DlDragonflyAnalysis *analysis, double value)
{
  return analysis->dragonfly->shape == DL_DRAGONFLY_ARIES && isfinite (value) ? value : NAN;
}

static double
finite_or_nan (double value)
{
  return isfinite (value) ? value : NAN;
}

static void
fill_class (DlCells *cells, gconstpointer data, guint class)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlLinkClassStats *stats = &analysis->classes[class];

  dl_cells_word (cells, dl_link_class_name (class), dl_link_class_title (class));
  dl_cells_integer (cells, stats->links);
  dl_cells_real (cells, analysis->rates.class_GBps[class]);
  dl_cells_real (cells, stats->load_mean);
  dl_cells_real (cells, stats->load_max);
  dl_cells_real (cells, GBps (analysis, analysis->rates.class_GBps[class]));
}

/* In the form of @format: JSON into a JsonBuilder. */
static void
write_classes (gpointer out, DlTableFormat format, const DlDragonflyAnalysis *analysis)
{
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  const DlTableColumn columns[] = {
    { "class", "" },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { NULL, aries ? N_ ("GB/s") : N_ ("flits/cycle"), DL_COLUMN_REAL, 4 },
    { "mean_load", N_ ("mean load"), DL_COLUMN_REAL, 2 },
    { "max_load", N_ ("maximum load"), DL_COLUMN_REAL, 2 },
    { "bandwidth_GBps", NULL, DL_COLUMN_REAL },
  };
  const DlTable classes = DL_TABLE (columns, DL_N_LINK_CLASSES, fill_class, analysis);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, "classes", &classes);
  else
    cli_append_rows (out, &classes, format == DL_TABLE_CSV);
}

static void
add_groups (JsonBuilder *builder, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;

  cli_json_begin_array (builder, "groups");
  for (guint group = 0; group < net->n_groups; group++)
    json_builder_add_int_value (builder, net->group_name[group]);
  json_builder_end_array (builder);
  for (guint matrix = 0; matrix < 2; matrix++)
    {
      cli_json_begin_array (builder, matrix == 0 ? "group_links" : "group_load");
      for (guint a = 0; a < net->n_groups; a++)
        {
          json_builder_begin_array (builder);
          for (guint b = 0; b < net->n_groups; b++)
            if (matrix == 0)
              json_builder_add_int_value (builder, analysis->group_links[a * net->n_groups + b]);
            else
              json_builder_add_double_value (builder, analysis->group_load[a * net->n_groups + b]);
          json_builder_end_array (builder);
        }
      json_builder_end_array (builder);
    }
}

void
cli_dragonfly_add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);

  cli_json_string (builder, "routing", analysis->mode->id);
  cli_json_double (builder, "response_share", result->scenario->traffic.response_share);
  cli_json_string (builder, "loads_are", dl_dragonfly_basis_id (analysis->basis));
  cli_json_double (builder, "nonminimal_share", dl_dragonfly_analysis_own_share (analysis));
  if (analysis->basis == DL_BASIS_BOUND)
    cli_json_double (builder, "best_nonminimal_share", analysis->nonminimal_share);
  write_classes (builder, DL_TABLE_JSON, analysis);
  add_groups (builder, analysis);
  cli_json_double (builder, "bisection_GBps", GBps (analysis, analysis->bisection_GBps));
  cli_json_double (builder, "split_GBps", GBps (analysis, analysis->split_GBps));
  cli_json_double (builder, "global_GBps_per_node", GBps (analysis, analysis->global_GBps));
  cli_json_int (builder, "optical_cables", analysis->optical_cables);
  cli_json_double (builder, "bound_load", finite_or_nan (analysis->bound_load));
  cli_json_bool (builder, "bound_load_is_upper_bound", dl_dragonfly_analysis_is_bound (analysis));
  cli_json_double (builder, "held_load", analysis->held_load);
  if (analysis->bound_link != G_MAXUINT32)
    {
      g_autofree char *link
          = dl_dragonfly_link_to_string (analysis->dragonfly, analysis->bound_link);
      cli_json_string (builder, "bound_link", link);
    }
  else
    cli_json_null (builder, "bound_link");
}

void
cli_dragonfly_append_analysis_csv (GString *out, const DlEvaluation *result)
{
  write_classes (out, DL_TABLE_CSV, dl_evaluation_dragonfly (result));
}

/* Analysis: text ------------------------------------------------------------------------------- */

static void
append_shares (CliTable *table, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const gboolean bound = analysis->basis == DL_BASIS_BOUND;

  if (result->scenario->traffic.response_share > 0)
    {
      cli_table_text (table, _ ("share of responses, on VC4 to VC7"));
      cli_table_double (table, result->scenario->traffic.response_share, 4);
    }
  cli_table_text (table, bound ? _ ("best non-minimal share") : _ ("non-minimal share"));
  cli_table_double (table, analysis->nonminimal_share, 4);
  cli_table_text (table, bound ? _ ("mean hops, at that share") : _ ("mean hops"));
  cli_table_double (table, analysis->hops_mean, 4);
  cli_table_text (table, _ ("most hops"));
  cli_table_int (table, analysis->hops_max);
  cli_table_text (table, _ ("saturation load"));
  cli_table_at_most (table, finite_or_nan (analysis->bound_load), 4,
                     dl_dragonfly_analysis_is_bound (analysis));
}

/* What is known in GB/s alone. */
static void
append_bandwidths (CliTable *table, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  g_autofree char *split = g_strdup_printf (_ ("bisection bandwidth, %u groups to %u, GB/s"),
                                            net->n_groups / 2, (net->n_groups + 1) / 2);

  cli_table_text (table, net->n_groups % 2 == 0 ? _ ("bisection bandwidth, GB/s")
                                                : _ ("bisection bandwidth by the formula, GB/s"));
  cli_table_double (table, finite_or_nan (analysis->bisection_GBps), 2);
  if (net->n_groups % 2 != 0)
    {
      cli_table_text (table, split);
      cli_table_double (table, finite_or_nan (analysis->split_GBps), 2);
    }
  cli_table_text (table, _ ("global bandwidth per node, GB/s"));
  cli_table_double (table, analysis->global_GBps, 2);
}

static void
append_counts (GString *out, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  g_autoptr (CliTable) table = cli_table_new ("lr");

  cli_table_text (table, _ ("groups"));
  cli_table_int (table, analysis->dragonfly->n_groups);
  cli_table_parts (table, result);
  cli_table_text (table, aries ? _ ("optical cables") : _ ("links between groups"));
  cli_table_int (table, analysis->optical_cables);
  cli_table_pairs (table, result);
  append_shares (table, result);
  if (aries)
    append_bandwidths (table, analysis);
  cli_table_verdict (table, result);
  cli_table_append (out, table);
  g_string_append_printf (out, _ ("\nLoads are %s.\n"), dl_dragonfly_analysis_basis (analysis));
}

/* The pairs of groups with the fewest links, and the most used one. */
static void
append_groups (GString *out, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  guint fewest = G_MAXUINT, most = 0, from = 0, to = 0;
  double busiest = -1;

  if (net->n_groups < 2)
    return;
  for (guint a = 0; a < net->n_groups; a++)
    for (guint b = 0; b < net->n_groups; b++)
      {
        const double use = a != b ? dl_dragonfly_analysis_group_use (analysis, a, b, 1) : NAN;

        if (a == b)
          continue;
        fewest = MIN (fewest, analysis->group_links[a * net->n_groups + b]);
        most = MAX (most, analysis->group_links[a * net->n_groups + b]);
        if (use > busiest)
          {
            busiest = use;
            from = a;
            to = b;
          }
      }
  g_string_append_printf (out, _ ("\nBlue links from one group to another: %u to %u\n"), fewest,
                          most);
  if (busiest > 0)
    {
      char load[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (load, sizeof load, "%.2f", analysis->group_load[from * net->n_groups + to]);
      g_string_append_printf (out, _ ("The busiest ones: group %u to %u, load %s\n"),
                              net->group_name[from], net->group_name[to], load);
    }
}

void
cli_dragonfly_append_analysis_text (GString *out, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);

  append_counts (out, result);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Links by class, counting each direction; load in packets/link"));
  write_classes (out, DL_TABLE_TEXT, analysis);
  append_groups (out, analysis);
}

/* Links ----------------------------------------------------------------------------------------
 *
 * A row a directed link, by the router that it leaves, then its class, the router that it leads to
 * and its number among the parallel ones. */

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

const DlTableColumn cli_dragonfly_columns_at[] = {
  { NULL, N_ ("link") },     { "from" }, { "to" }, { "index", NULL, DL_COLUMN_INTEGER },
  { "class", N_ ("class") },
};

void
cli_dragonfly_cells_at (DlCells *cells, const DlDragonfly *net, guint link)
{
  dl_cells_take_text (cells, dl_dragonfly_link_to_string (net, link));
  dl_cells_take_text (cells, dl_dragonfly_router_to_string (net, net->link_from[link]));
  dl_cells_take_text (cells, dl_dragonfly_router_to_string (net, net->link_to[link]));
  dl_cells_integer (cells, net->link_parallel[link]);
  dl_cells_word (cells, dl_link_class_name (net->link_class[link]),
                 dl_link_class_title (net->link_class[link]));
}

static void
fill_link (DlCells *cells, gconstpointer data, guint link)
{
  const DlEvaluation *result = data;
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const double share = result->scenario->traffic.response_share;
  const DlDragonfly *net = analysis->dragonfly;
  const gboolean up = net->link_state[link] == DL_LINK_UP;

  cli_dragonfly_cells_at (cells, net, link);
  cli_cells_state (cells, up);
  dl_cells_real (cells, dl_dragonfly_analysis_load (analysis, link));
  if (!up)
    dl_cells_show (cells, "-");
  for (guint vc = 0; vc < ALL_VCS; vc++)
    {
      dl_cells_real (cells, vc_packets (analysis, share, link, vc));
      if (!up)
        dl_cells_show (cells, "-");
    }
}

void
cli_dragonfly_append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  /* Without responses their channels are idle. */
  const gboolean responses = result->scenario->traffic.response_share > 0;
  const DlTableColumn columns[] = {
    DL_TABLE_PART (cli_dragonfly_columns_at),
    { "state", N_ ("state") },
    { "load", N_ ("load"), DL_COLUMN_AMOUNT },
    { "vc%u", "VC%u", DL_COLUMN_AMOUNT, .n = DL_DRAGONFLY_VCS },
    { "vc%u", responses ? "VC%u" : NULL, DL_COLUMN_AMOUNT, .n = ALL_VCS - DL_DRAGONFLY_VCS,
      .first = DL_DRAGONFLY_VCS },
  };

  cli_append_rows (out, &DL_TABLE (columns, result->net.graph->n_links, fill_link, result), csv);
}

const char *
cli_dragonfly_loads_are (const DlEvaluation *result)
{
  return dl_dragonfly_basis_id (dl_evaluation_dragonfly (result)->basis);
}

/* Of a blue cable its groups and its number. */
char *
cli_dragonfly_name_cable (gconstpointer shape, guint link)
{
  const DlDragonfly *net = shape;
  const guint from = net->router[net->link_from[link]].group;
  const guint to = net->router[net->link_to[link]].group;

  if (net->link_class[link] != DL_LINK_BLUE)
    return dl_dragonfly_link_to_string (net, link);
  return dl_cable_at_to_string (dl_cable_at_canonical (
      (DlCableAt) { net->group_name[from], net->group_name[to], net->link_cable[link] }));
}

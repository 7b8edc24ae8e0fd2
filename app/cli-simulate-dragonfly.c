/* Results of a simulated run that only a dragonfly has. */
#include "cli-dragonfly.h"

#include "dl-dragonfly-name.h"

#include <glib/gi18n.h>

#include <math.h>

/* Figures -------------------------------------------------------------------------------------- */

/* Measures of the links of a class. */
enum
{
  CLASS_LINKS, /* that work */
  CLASS_PACKETS,
  CLASS_FLITS,
  CLASS_STALLED,        /* cycles; the last that is a count */
  CLASS_STALLED_OUTPUT, /* a packet, after the warm-up; as the loads: */
  CLASS_MEAN,           /* share of what a link can carry */
  CLASS_MAX,
  N_CLASS
};

enum
{
  MINIMAL = CLI_OWN, /* packets */
  NONMINIMAL,
  MINIMAL_SHARE, /* after the warm-up */
  BANDWIDTH,     /* GB/s */
  LATENCY_NS,
  MINIMAL_LATENCY = LATENCY_NS + CLI_N_LATENCY,
  NONMINIMAL_LATENCY = MINIMAL_LATENCY + CLI_N_LATENCY,
  CLASSES = NONMINIMAL_LATENCY + CLI_N_LATENCY, /* by class */
};
G_STATIC_ASSERT (CLI_MAX_OWN_FIGURES >= CLASSES - MINIMAL + DL_N_LINK_CLASSES * N_CLASS);

static double
per (double amount, double n)
{
  return n > 0 ? amount / n : NAN;
}

static void
class_figures (const DlSimulation *simulation, DlLinkClass class, double *figures)
{
  const DlDragonfly *net = simulation->plan->shape;
  double load = 0, packets = 0, stalls = 0;

  for (guint i = 0; i < N_CLASS; i++)
    figures[i] = 0;
  figures[CLASS_MAX] = NAN;
  for (guint link = 0; link < net->n_links; link++)
    {
      if (net->link_class[link] != class || net->link_state[link] != DL_LINK_UP)
        continue;
      figures[CLASS_LINKS]++;
      figures[CLASS_PACKETS] += simulation->link_counts.packets[link];
      figures[CLASS_FLITS] += simulation->link_counts.flits[link];
      figures[CLASS_STALLED] += simulation->link_counts.stalls[link];
      figures[CLASS_MAX] = fmax (figures[CLASS_MAX], simulation->links.load[link]);
      load += simulation->links.load[link];
      packets += simulation->measured_counts.packets[link];
      stalls += simulation->measured_counts.stalls[link];
    }
  figures[CLASS_MEAN] = per (load, figures[CLASS_LINKS]);
  figures[CLASS_STALLED_OUTPUT] = per (stalls, packets);
}

static void
measure (const DlSimulation *simulation, double *figures)
{
  const double minimal = simulation->measured.minimal;

  figures[MINIMAL] = simulation->counters.minimal;
  figures[NONMINIMAL] = simulation->counters.nonminimal;
  figures[MINIMAL_SHARE] = per (minimal, minimal + simulation->measured.nonminimal);
  figures[BANDWIDTH] = dl_simulation_bandwidth_GBps (simulation);
  cli_latency_figures (&simulation->stats.minimal, figures + MINIMAL_LATENCY);
  cli_latency_figures (&simulation->stats.nonminimal, figures + NONMINIMAL_LATENCY);
  for (guint i = 0; i < CLI_N_LATENCY; i++)
    figures[LATENCY_NS + i] = figures[CLI_NETWORK_LATENCY + i] * simulation->plan->cycle_ns;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    class_figures (simulation, class, figures + CLASSES + class * N_CLASS);
}

/* JSON ----------------------------------------------------------------------------------------- */

static void
add_figures (JsonBuilder *builder, const CliFigures *figures)
{
  static const char *const names[N_CLASS] = {
    "links", "packets", "flits", "stalled", "stalled_output_per_packet", "mean_use", "max_use"
  };

  cli_json_latency (builder, "latency_ns", figures, LATENCY_NS);
  cli_json_count (builder, "minimal_packets", figures, MINIMAL);
  cli_json_count (builder, "nonminimal_packets", figures, NONMINIMAL);
  cli_json_figure (builder, "minimal_share", figures, MINIMAL_SHARE);
  cli_json_latency (builder, "minimal_latency_cycles", figures, MINIMAL_LATENCY);
  cli_json_latency (builder, "nonminimal_latency_cycles", figures, NONMINIMAL_LATENCY);
  cli_json_figure (builder, "bandwidth_GBps_per_node", figures, BANDWIDTH);
  cli_json_begin_array (builder, "classes");
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "class", dl_link_class_name (class));
      for (guint i = 0; i < N_CLASS; i++)
        (i <= CLASS_STALLED ? cli_json_count : cli_json_figure) (builder, names[i], figures,
                                                                 CLASSES + class * N_CLASS + i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* (n_groups x n_groups) */
static void
append_matrix (JsonBuilder *builder, const char *name, const double *values, guint n)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint a = 0; a < n; a++)
    {
      json_builder_begin_array (builder);
      for (guint b = 0; b < n; b++)
        if (isnan (values[a * n + b]))
          json_builder_add_null_value (builder);
        else
          json_builder_add_double_value (builder, values[a * n + b]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

/* Loads of the blue links between groups after the warm-up: packets, as the analysis counts them,
 * and the mean share of their capacity. */
static void
append_groups (JsonBuilder *builder, const DlSimulation *run)
{
  const DlDragonfly *net = run->plan->shape;
  const guint n = net->n_groups;
  g_autofree double *packets = g_new0 (double, (gsize) n *n);
  g_autofree double *use = g_new0 (double, (gsize) n *n);
  g_autofree guint *links = g_new0 (guint, (gsize) n * n);

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint pair
          = net->router[net->link_from[link]].group * n + net->router[net->link_to[link]].group;

      if (net->link_class[link] != DL_LINK_BLUE || net->link_state[link] != DL_LINK_UP)
        continue;
      packets[pair] += run->measured_counts.packets[link];
      use[pair] += run->links.load[link];
      links[pair]++;
    }
  for (guint pair = 0; pair < n * n; pair++)
    use[pair] = per (use[pair], links[pair]);
  append_matrix (builder, "group_load", packets, n);
  append_matrix (builder, "group_use", use, n);
}

/* The shifts of an all to all, null of a load. */
static void
append_shifts (JsonBuilder *builder, const DlSimulation *run)
{
  const DlWorkload *workload = run->plan->workload;
  guint n_all = 0;
  const guint n_shifts = workload != NULL ? dl_workload_count_shifts (workload, &n_all) : 0;

  if (n_all == 0)
    {
      cli_json_null (builder, "shifts");
      return;
    }
  json_builder_set_member_name (builder, "shifts");
  json_builder_begin_object (builder);
  cli_json_int (builder, "simulated", n_shifts);
  cli_json_int (builder, "all", n_all);
  cli_json_double (builder, "share", (double) n_shifts / n_all);
  json_builder_end_object (builder);
}

static void
add_run (JsonBuilder *builder, const DlSimulation *run)
{
  cli_json_double (builder, "cycle_ns", run->plan->cycle_ns);
  append_shifts (builder, run);
  append_groups (builder, run);
}

/* CSV ------------------------------------------------------------------------------------------ */

/* @aries: nullable. Another router may have more virtual channels: what has no place of its own is
 * the last one's. */
static void
count_vc_flits (const DlAriesRun *aries, const DlLinkCounts *counts, guint link, guint64 *flits)
{
  for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
    flits[vc] = aries != NULL ? aries->vc_flits[(gsize) link * DL_ARIES_SIM_VCS + vc] : 0;
  for (guint vc = 0; aries == NULL && vc < counts->n_vcs; vc++)
    flits[MIN (vc, DL_ARIES_SIM_VCS - 1)] += counts->vc_flits[(gsize) link * counts->n_vcs + vc];
}

static void
fill_link (DlCells *cells, gconstpointer data, guint link)
{
  const DlSimulation *run = data;
  const DlDragonfly *net = run->plan->shape;
  const DlLinkCounts *counts = &run->link_counts;
  guint64 flits[DL_ARIES_SIM_VCS];

  count_vc_flits (dl_simulation_run_of (run, &dl_router_model_aries), counts, link, flits);
  cli_dragonfly_cells_at (cells, net, link);
  cli_cells_state (cells, net->link_state[link] == DL_LINK_UP);
  dl_cells_integer (cells, counts->packets[link]);
  for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
    dl_cells_integer (cells, flits[vc]);
  dl_cells_real (cells, (counts->flits[link] - counts->sending[link]) / (double) run->cycles
                            / dl_machine_plan_link_rate (run->plan, link));
  dl_cells_integer (cells, counts->stalls[link]);
}

static void
append_links (GString *out, const DlSimulation *run)
{
  static const DlTableColumn columns[] = {
    DL_TABLE_PART (cli_dragonfly_columns_at),
    { "state" },
    { "packets", NULL, DL_COLUMN_INTEGER },
    { "flits_vc%u", NULL, DL_COLUMN_INTEGER, .n = DL_ARIES_SIM_VCS },
    { "utilization", NULL, DL_COLUMN_REAL },
    { "stalled_output", NULL, DL_COLUMN_INTEGER },
  };

  dl_table_append_csv (out, &DL_TABLE (columns, run->links.n_links, fill_link, run));
}

static double
series_value (const DlSimPoint *from, const DlSimPoint *to)
{
  return 1 - dl_sim_points_nonminimal (from, to);
}

/* Text ----------------------------------------------------------------------------------------- */

static void
append_ways (GString *out, const double *figures)
{
  const struct
  {
    const char *label;
    guint figure, digits;
  } rows[] = {
    { _ ("minimal packets"), MINIMAL, 0 },
    { _ ("non-minimal packets"), NONMINIMAL, 0 },
    { _ ("minimal share"), MINIMAL_SHARE, 4 },
    { _ ("network latency: minimal"), MINIMAL_LATENCY + CLI_LATENCY_MEAN, 1 },
    { _ ("network latency: non-minimal"), NONMINIMAL_LATENCY + CLI_LATENCY_MEAN, 1 },
    { _ ("network latency: mean, ns"), LATENCY_NS + CLI_LATENCY_MEAN, 1 },
    { _ ("GB/s of payload per node"), BANDWIDTH, 4 },
  };
  g_autoptr (CliTable) table = cli_table_new ("lr");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!isnan (figures[rows[i].figure]))
      {
        cli_table_text (table, rows[i].label);
        cli_table_double (table, figures[rows[i].figure], rows[i].digits);
      }
  cli_table_append (out, table);
}

static void
append_classes (GString *out, const double *figures)
{
  const char *const heads[]
      = { _ ("class"), _ ("links"),         _ ("packets"), _ ("mean utilization"),
          _ ("most"),  _ ("output stalled") };
  g_autoptr (CliTable) table = cli_table_new ("lrrrrr");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const double *of_class = figures + CLASSES + class * N_CLASS;

      cli_table_text (table, dl_link_class_title (class));
      cli_table_double (table, of_class[CLASS_LINKS], 0);
      cli_table_double (table, of_class[CLASS_PACKETS], 0);
      cli_table_double (table, of_class[CLASS_MEAN], 4);
      cli_table_double (table, of_class[CLASS_MAX], 4);
      cli_table_double (table, of_class[CLASS_STALLED_OUTPUT], 2);
    }
  cli_table_append (out, table);
}

static gboolean
append_units (GString *out, const DlSimulation *run)
{
  const double cycle_ns = run->plan->cycle_ns;

  if (isnan (cycle_ns))
    return FALSE;
  g_string_append_printf (out,
                          _ ("Loads are shares of 10 GB/s of payload per node; latencies in "
                             "cycles of %.4g ns.\n"),
                          cycle_ns);
  return TRUE;
}

static void
append_text (GString *out, const DlSimulation *run, const double *figures)
{
  const DlWorkload *workload = run->plan->workload;
  guint n_all = 0;
  const guint n_shifts = workload != NULL ? dl_workload_count_shifts (workload, &n_all) : 0;

  g_string_append_c (out, '\n');
  append_ways (out, figures);
  if (n_all > 0)
    g_string_append_printf (out, _ ("\n%u of the %u shifts of an all-to-all exchange (%.3g%%).\n"),
                            n_shifts, n_all, 100.0 * n_shifts / n_all);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Utilization: used share of a link’s bandwidth. Stalled cycles per "
                             "packet: an output is idle because\ncredits are missing."));
  append_classes (out, figures);
}

const CliRunFamily cli_dragonfly_runs = {
  .measure = measure,
  .add_figures = add_figures,
  .add_run = add_run,
  .append_text = append_text,
  .append_units = append_units,
  .append_links = append_links,
  .series_column = "minimal_share",
  .series_value = series_value,
};

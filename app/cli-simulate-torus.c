/* Results of a simulated run that only a torus has. */
#include "cli-torus.h"

#include <glib/gi18n.h>

#define AGE_GROUPS 4

/* Figures -------------------------------------------------------------------------------------- */

/* Table 4 of the age paper. */
enum
{
  VC_PACKETS,
  VC_FLITS,
  VC_BLOCKED, /* cycles */
  N_VC
};

/* Measures of a direction; from CLI_OWN on, by port. */
enum
{
  DIRECTION_PACKETS,
  DIRECTION_FLITS,
  DIRECTION_STALLED_OUTPUT, /* cycles/packet, to DIRECTION_HEAD_WAIT */
  DIRECTION_STALLED_INPUT,
  DIRECTION_HEAD_WAIT,
  DIRECTION_STALLED, /* table 4 of the age paper: cycles */
  DIRECTION_VCS,     /* by virtual channel: */
  N_DIRECTION = DIRECTION_VCS + DL_SIM_VCS * N_VC
};
G_STATIC_ASSERT (CLI_MAX_OWN_FIGURES >= DL_TORUS_N_NETWORK_PORTS * N_DIRECTION);

static void
measure (const DlSimulation *simulation, double *figures)
{
  const DlSimCounters *counters = &simulation->counters;

  figures[CLI_DROPPED_DATELINE] = counters->at_dateline;
  figures[CLI_RETRANSMITTED] = counters->retransmitted_flits;
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      double *direction = figures + CLI_OWN + port * N_DIRECTION;

      direction[DIRECTION_PACKETS] = direction[DIRECTION_FLITS] = 0;
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          double *channel = direction + DIRECTION_VCS + vc * N_VC;

          channel[VC_PACKETS] = counters->packets[port][vc];
          channel[VC_FLITS] = counters->flits[port][vc];
          channel[VC_BLOCKED] = counters->blocked[port][vc];
          direction[DIRECTION_PACKETS] += channel[VC_PACKETS];
          direction[DIRECTION_FLITS] += channel[VC_FLITS];
        }
      direction[DIRECTION_STALLED] = counters->stalled_output[port];
      direction[DIRECTION_STALLED_OUTPUT] = dl_simulation_stalled_output (simulation, port);
      direction[DIRECTION_STALLED_INPUT] = dl_simulation_stalled_input (simulation, port);
      direction[DIRECTION_HEAD_WAIT] = dl_simulation_head_wait (simulation, port);
    }
}

/* JSON ----------------------------------------------------------------------------------------- */

static void
append_direction (JsonBuilder *builder, const CliFigures *figures, guint port)
{
  static const char *const names[DIRECTION_VCS] = { "packets",
                                                    "flits",
                                                    "stalled_output_per_packet",
                                                    "stalled_input_per_packet",
                                                    "head_wait_per_packet",
                                                    "stalled" };
  static const char *const of_vc[N_VC] = { "packets", "flits", "blocked" };
  const guint first = CLI_OWN + port * N_DIRECTION;

  json_builder_begin_object (builder);
  cli_json_string (builder, "direction", dl_torus_port_name (port));
  for (guint i = 0; i < DIRECTION_VCS; i++)
    if (i >= DIRECTION_STALLED_OUTPUT && i <= DIRECTION_HEAD_WAIT)
      cli_json_figure (builder, names[i], figures, first + i);
    else
      cli_json_count (builder, names[i], figures, first + i);
  cli_json_begin_array (builder, "virtual_channels");
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      json_builder_begin_object (builder);
      for (guint i = 0; i < N_VC; i++)
        cli_json_count (builder, of_vc[i], figures, first + DIRECTION_VCS + vc * N_VC + i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_figures (JsonBuilder *builder, const CliFigures *figures)
{
  cli_json_begin_array (builder, "directions");
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    append_direction (builder, figures, port);
  json_builder_end_array (builder);
}

static void
add_run (JsonBuilder *builder, const DlSimulation *run)
{
  const DlSimCounters *counters = &run->counters;
  const guint width = G_N_ELEMENTS (counters->age) / AGE_GROUPS;

  cli_json_begin_array (builder, "age_groups");
  for (guint group = 0; group < AGE_GROUPS; group++)
    {
      guint64 sum = 0;

      for (guint i = 0; i < width; i++)
        sum += counters->age[group * width + i];
      json_builder_add_int_value (builder, sum);
    }
  json_builder_end_array (builder);
  cli_json_begin_array (builder, "age_histogram");
  for (guint age = 0; age < G_N_ELEMENTS (counters->age); age++)
    json_builder_add_int_value (builder, counters->age[age]);
  json_builder_end_array (builder);
}

/* CSV ------------------------------------------------------------------------------------------ */

/* Counters of a port; a router that counts links alone has all virtual channels as one. */
static DlSeastarPortCounters
counters_of (const DlSimulation *simulation, guint node, guint port)
{
  const DlSeastarRun *seastar = dl_simulation_run_of (simulation, &dl_router_model_seastar);
  const guint link = dl_torus_network_link (simulation->plan->shape, node, port);

  if (seastar != NULL)
    return seastar->ports[node * DL_N_ROUTER_PORTS + port];
  return (DlSeastarPortCounters) { .packets = { simulation->link_counts.packets[link] },
                                   .flits = { simulation->link_counts.flits[link] },
                                   .stalled_output = simulation->link_counts.stalls[link] };
}

typedef struct
{
  const DlSimulation *run;
  const guint32 *links;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const DlSimulation *run = ((const Links *) data)->run;
  const guint link = ((const Links *) data)->links[row];
  const DlTorusNetwork *network = run->plan->shape;
  const guint node = link / network->n_ports, port = link % network->n_ports;
  const DlSeastarPortCounters output = counters_of (run, node, port);
  const DlSeastarPortCounters input
      = counters_of (run, network->link_to[link], dl_torus_port_opposite (port));
  guint64 flits = 0;

  cli_torus_cells_of_cable (cells, network, link);
  cli_cells_state (cells, network->link_state[link] == DL_LINK_UP);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    dl_cells_integer (cells, output.packets[vc]);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      dl_cells_integer (cells, output.flits[vc]);
      flits += output.flits[vc];
    }
  dl_cells_real (cells, (double) (flits - output.sending) / run->cycles);
  dl_cells_integer (cells, output.stalled_output);
  dl_cells_integer (cells, input.stalled_input);
  dl_cells_integer (cells, input.head_wait);
  dl_cells_integer (cells, output.retransmitted_flits);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    dl_cells_integer (cells, output.blocked[vc]);
}

static void
append_links (GString *out, const DlSimulation *run)
{
  static const DlTableColumn columns[] = {
    DL_TABLE_PART (cli_torus_columns_of_cable),
    { "state" },
    { "packets_vc%u", NULL, DL_COLUMN_INTEGER, .n = DL_SIM_VCS },
    { "flits_vc%u", NULL, DL_COLUMN_INTEGER, .n = DL_SIM_VCS },
    { "utilization", NULL, DL_COLUMN_REAL },
    { "stalled_output", NULL, DL_COLUMN_INTEGER },
    { "stalled_input", NULL, DL_COLUMN_INTEGER },
    { "head_wait", NULL, DL_COLUMN_INTEGER },
    { "retransmitted_flits", NULL, DL_COLUMN_INTEGER },
    { "blocked_vc%u", NULL, DL_COLUMN_INTEGER, .n = DL_SIM_VCS },
  };
  guint n;
  g_autofree guint32 *links = cli_present_links (dl_shape_net (run->plan->shape)->graph, &n);

  dl_table_append_csv (out, &DL_TABLE (columns, n, fill_link, (&(Links) { run, links })));
}

/* Text ----------------------------------------------------------------------------------------- */

static void
append_text (GString *out, const DlSimulation *run, const double *figures)
{
  const char *const heads[]
      = { "", _ ("packets"), _ ("output stalled"), _ ("input stalled"), _ ("wait at head") };
  const gboolean inputs = !run->plan->class->counts_waits;
  g_autoptr (CliTable) table = cli_table_new (inputs ? "lrrrr" : "lrr");

  g_string_append_printf (
      out, "\n%s\n\n",
      inputs ? _ ("Stalled cycles per packet, in three readings: an output is idle "
                  "because credits are missing;\nan input is idle because no "
                  "packet can move; a packet waits at the head of its queue.")
             : _ ("Stalled cycles per packet: an output is idle because credits "
                  "are missing."));
  for (guint i = 0; i < (inputs ? G_N_ELEMENTS (heads) : 3); i++)
    cli_table_text (table, heads[i]);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const double *direction = figures + CLI_OWN + port * N_DIRECTION;

      cli_table_text (table, dl_torus_port_name (port));
      cli_table_double (table, direction[DIRECTION_PACKETS], 0);
      cli_table_double (table, direction[DIRECTION_STALLED_OUTPUT], 2);
      if (!inputs)
        continue;
      cli_table_double (table, direction[DIRECTION_STALLED_INPUT], 2);
      cli_table_double (table, direction[DIRECTION_HEAD_WAIT], 2);
    }
  cli_table_append (out, table);
}

static void
name_wait (const DlSimulation *run, const DlSimWait *wait, CliWait *names)
{
  const DlTorusCoord *coord = ((const DlTorusNetwork *) run->plan->shape)->torus.coord;
  g_autofree char *node = dl_torus_coord_to_string (coord[wait->node]);

  names->channel = g_strdup_printf ("%s:%s.%u", node, dl_torus_port_name (wait->port), wait->vc);
  names->source = dl_torus_coord_to_string (coord[wait->source]);
  names->dest = dl_torus_coord_to_string (coord[wait->dest]);
}

const CliRunFamily cli_torus_runs = {
  .measure = measure,
  .add_figures = add_figures,
  .add_run = add_run,
  .append_text = append_text,
  .append_links = append_links,
  .name_wait = name_wait,
};

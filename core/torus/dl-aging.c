#include "dl-aging.h"

#include "dl-aging-model.h"

#include <glib/gi18n-lib.h>

/* The records of the aging model by name: what each is, and where it stands in the age paper. */

#define UNIFORM     DL_AGING_ASSUMES_UNIFORM
#define HEALTHY     DL_AGING_ASSUMES_HEALTHY
#define ORDER       DL_AGING_ASSUMES_ORDER
#define UNSATURATED DL_AGING_ASSUMES_UNSATURATED
#define LARGE       DL_AGING_ASSUMES_LARGE_RADIX
#define ALL_PAIRS   (UNIFORM | HEALTHY | ORDER)

#define PRINTED  DL_AGING_PRINTED
#define EXACT    DL_AGING_EXACT
#define ANALYSIS DL_AGING_ANALYSIS
#define OURS     DL_AGING_OURS

/* clang-format off */
static const DlAgingInfo table[DL_AGING_N_RECORDS] = {
  /* 2: latency */
  [DL_AGING_T_CYCLES]
  = { "delay", 1, 1, "T", "H Q(λ) + H t_r", N_ ("Total delay of a packet"), N_ ("cycles"), "2",
      PRINTED, ALL_PAIRS | UNSATURATED,
      N_ ("H is from equations 4 to 7, Q from equation 2. Injection and ejection are not "
          "included.") },
  [DL_AGING_T_NS]
  = { "delay-ns", 1, 1, "T", "H Q(λ) + H t_r", N_ ("Total delay of a packet"), N_ ("ns"), "2",
      PRINTED, ALL_PAIRS | UNSATURATED },
  [DL_AGING_T_EXACT_CYCLES]
  = { "delay-exact", 1, 1, "T", "H Q(λ) + H t_r", N_ ("The same with exact hops and an M/D/1 "
                                                      "queue"),
      N_ ("cycles"), "2", EXACT, ALL_PAIRS | UNSATURATED },
  [DL_AGING_ROUTER_CYCLES]
  = { "router-delay", 0, 0, "t_r", "", N_ ("Router delay per hop, including the link"),
      N_ ("cycles"), "2", PRINTED, 0,
      N_ ("Footnote 4: about 50 ns for the SeaStar, 25 cycles of 2 ns.") },
  [DL_AGING_Q_SERVICES]
  = { "queueing", 2, 2, "Q(λ)", "1 / (1 - λ)", N_ ("Queueing delay per hop at the offered load"),
      N_ ("services"), "2", PRINTED, UNSATURATED,
      N_ ("The paper calls it M/D/1. It is the time in the system, queue and service, of an M/M/1 "
          "queue; the next row has the M/D/1 queue. A service takes as many cycles as a packet "
          "has flits.") },
  [DL_AGING_Q_CYCLES]
  = { "queueing-cycles", 2, 2, "Q(λ)", "1 / (1 - λ)",
      N_ ("Queueing delay per hop at the offered load"), N_ ("cycles"), "2",
      PRINTED, UNSATURATED },
  [DL_AGING_MD1_SERVICES]
  = { "md1", 2, 2, "Q(λ)", "1 + λ / (2 (1 - λ))", N_ ("Time in an M/D/1 queue"),
      N_ ("services"), "2", EXACT, UNSATURATED },
  [DL_AGING_MD1_CYCLES]
  = { "md1-cycles", 2, 2, "Q(λ)", "1 + λ / (2 (1 - λ))", N_ ("Time in an M/D/1 queue"),
      N_ ("cycles"), "2", EXACT, UNSATURATED },
  [DL_AGING_T_WORST]
  = { "worst", 3, 3, "T_worst", "L / (2n)^H", N_ ("Worst case, mean hops"), N_ ("packets"), "2",
      PRINTED, ALL_PAIRS,
      N_ ("As printed it decreases with the number of hops. 1 / (2n)^H is the share of the "
          "bandwidth that remains after merging in the worst case; each of the L packets takes "
          "(2n)^H times as long.") },
  [DL_AGING_T_WORST_LONGEST]
  = { "worst-longest", 3, 3, "T_worst", "L / (2n)^H", N_ ("Worst case, the longest route"),
      N_ ("packets"), "2", PRINTED, 0 },
  [DL_AGING_T_WORST_INVERSE]
  = { "worst-latency", 3, 3, "T_worst", "L (2n)^H", N_ ("Worst case interpreted as a latency, "
                                                        "mean hops"),
      N_ ("services"), "", OURS, ALL_PAIRS },

  /* 2: hops and channel load */
  [DL_AGING_HOPS_TORUS]
  = { "hops-torus", 4, 4, "H_torus", "n k / 4", N_ ("Mean hops of a torus of one radix"),
      N_ ("hops"), "2", PRINTED, ALL_PAIRS,
      N_ ("Exact for even radices if packets of a node to itself are included, otherwise too "
          "large: an odd radix has a mean of (k² - 1) / (4 k).") },
  [DL_AGING_HOPS_TORUS_MIXED]
  = { "hops-torus-mixed", 5, 5, "H_torus", "Σ k_i / 4", N_ ("Mean hops of the torus dimensions"),
      N_ ("hops"), "2", PRINTED, ALL_PAIRS },
  [DL_AGING_HOPS_MESH]
  = { "hops-mesh", 6, 6, "H_mesh", "n (k + 1) / 3", N_ ("Mean hops of a mesh of one radix"),
      N_ ("hops"), "2", PRINTED, ALL_PAIRS,
      N_ ("The mean of pairs whose coordinates differ; (k² - 1) / (3 k) if they may be equal, as "
          "they may in all but one dimension.") },
  [DL_AGING_HOPS_MESH_MIXED]
  = { "hops-mesh-mixed", 7, 7, "H_mesh", "Σ (k_i + 1) / 3", N_ ("Mean hops of the mesh dimensions"),
      N_ ("hops"), "2", PRINTED, ALL_PAIRS },
  [DL_AGING_HOPS]
  = { "hops", 4, 7, "H", "H_torus + H_mesh", N_ ("Mean hops, each dimension by its own equation"),
      N_ ("hops"), "2", PRINTED, ALL_PAIRS },
  [DL_AGING_HOPS_EXACT]
  = { "hops-exact", 4, 7, "H", "", N_ ("Mean hops of all pairs of distinct nodes"), N_ ("hops"),
      "", EXACT, ALL_PAIRS },
  [DL_AGING_HOPS_ANALYSIS]
  = { "hops-analysis", 4, 7, "H", "", N_ ("Mean hops of this traffic and these routes"),
      N_ ("hops"), "", ANALYSIS, 0 },
  [DL_AGING_LOAD_TORUS]
  = { "load-torus", 8, 8, "γ_c", "k / 8", N_ ("Channel load of a torus"), N_ ("packets"), "2",
      PRINTED, ALL_PAIRS,
      N_ ("Packets on a channel if each node sends one packet; worst-case traffic doubles it "
          "(footnote 8).") },
  [DL_AGING_LOAD_TORUS_EXACT]
  = { "load-torus-exact", 8, 8, "γ_c", "", N_ ("Mean channel load of a torus"), N_ ("packets"), "",
      EXACT, ALL_PAIRS,
      N_ ("The mean of both directions; positive ties increase the load of the plus direction.") },
  [DL_AGING_LOAD_MESH]
  = { "load-mesh", 9, 9, "γ_c", "k / 4", N_ ("Channel load of a mesh, its middle links"),
      N_ ("packets"), "2", PRINTED, ALL_PAIRS },
  [DL_AGING_LOAD_MESH_EXACT]
  = { "load-mesh-exact", 9, 9, "γ_c", "", N_ ("Load of a mesh's middle links"), N_ ("packets"), "",
      EXACT, ALL_PAIRS },
  [DL_AGING_LOAD_ANALYSIS]
  = { "load-analysis", 8, 9, "γ_c", "", N_ ("Mean channel load of this traffic"), N_ ("packets"),
      "", ANALYSIS, 0 },
  [DL_AGING_LOAD_MAX_ANALYSIS]
  = { "load-max-analysis", 8, 9, "γ_c", "", N_ ("Maximum channel load"), N_ ("packets"), "",
      ANALYSIS, 0 },

  /* 3.1: age bias */
  [DL_AGING_EXIT_X]
  = { "exit-x", 10, 10, "P_x", "(k_x - 1) / k_x · 1 / k_y · 1 / k_z",
      N_ ("Share of packets ejected from x"), "", "3.1", PRINTED, ALL_PAIRS },
  [DL_AGING_EXIT_Y]
  = { "exit-y", 11, 11, "P_y", "(k_y - 1) / k_y · 1 / k_z", N_ ("Share of packets ejected from y"),
      "", "3.1", PRINTED, ALL_PAIRS },
  [DL_AGING_EXIT_Z]
  = { "exit-z", 12, 12, "P_z", "1 - P_x - P_y", N_ ("Share of packets ejected from z"), "", "3.1",
      PRINTED, ALL_PAIRS,
      N_ ("The remaining packets, including those of a node to itself: 1 / (k_x k_y k_z) of all.") },
  [DL_AGING_EXIT_EXACT]
  = { "exit-exact", 10, 12, "P_i", "", N_ ("The same for pairs of distinct nodes"), "", "", EXACT,
      ALL_PAIRS },
  [DL_AGING_EXIT_DIRECTION]
  = { "exit-direction", 13, 13, "P_i+, P_i-", "P_i / 2",
      N_ ("Share of packets ejected per direction"), "", "3.1", PRINTED, ALL_PAIRS },
  [DL_AGING_EXIT_PLUS_EXACT]
  = { "exit-plus-exact", 13, 13, "P_i+", "", N_ ("The same for distinct nodes, traveling plus"),
      "", "", EXACT, ALL_PAIRS,
      N_ ("With positive ties, an even radix ejects more packets from the plus direction.") },
  [DL_AGING_EXIT_MINUS_EXACT]
  = { "exit-minus-exact", 13, 13, "P_i-", "", N_ ("The same for distinct nodes, traveling minus"),
      "", "", EXACT, ALL_PAIRS },
  [DL_AGING_ALL_DIMS]
  = { "all-dimensions", 0, 0, "", "Π (1 - 1 / k_i)", N_ ("Packets that travel in all dimensions"),
      "", "3.1", PRINTED, ALL_PAIRS, N_ ("Footnote 6.") },
  [DL_AGING_CHANNEL_GBPS]
  = { "channel-bandwidth", 0, 0, "B_c", "", N_ ("Channel bandwidth"), N_ ("GB/s"), "3.1", PRINTED,
      0, N_ ("Footnote 7.") },
  [DL_AGING_EJECTION_GBPS]
  = { "ejection-bandwidth", 0, 0, "E_p", "", N_ ("Ejection bandwidth of the processor port"),
      N_ ("GB/s"), "3.1", PRINTED, 0 },
  [DL_AGING_U_Z]
  = { "utilisation-z", 14, 14, "U_z", "min [B_c (8 / k_z), E_p]", N_ ("Ejection rate from z"),
      N_ ("GB/s"), "3.1", PRINTED, ALL_PAIRS | LARGE },
  [DL_AGING_U_Y]
  = { "utilisation-y", 15, 15, "U_y", "min [B_c (8 / k_y), U_z]", N_ ("Ejection rate from y"),
      N_ ("GB/s"), "3.1", PRINTED, ALL_PAIRS | LARGE },
  [DL_AGING_U_X]
  = { "utilisation-x", 16, 16, "U_x", "min [B_c (8 / k_x), U_y]", N_ ("Ejection rate from x"),
      N_ ("GB/s"), "3.1", PRINTED, ALL_PAIRS | LARGE },
  [DL_AGING_BIAS]
  = { "bias", 0, 0, "bias", "bias_x > bias_y > bias_z", N_ ("Recommended age bias"),
      N_ ("age"), "3.1", PRINTED, UNIFORM | ORDER,
      N_ ("The dimension routed first has the most remaining hops. Nearest-neighbor traffic "
          "offsets this effect (section 4).") },
  [DL_AGING_BIAS_BY_LOAD]
  = { "bias-by-load", 0, 0, "bias", "γ_i / min γ", N_ ("Age bias in proportion to channel load"),
      N_ ("age"), "2.1", PRINTED, ALL_PAIRS,
      N_ ("The paper's other rule, for mixed radices and mesh dimensions. 16x12x8 has twice the "
          "channel load in x as in z, hence 2 and 1; a mesh has twice the load of a torus. "
          "Rounded, at most 7.") },

  /* 3.2: age clock */
  [DL_AGING_HOPS_ROUNDED]
  = { "hops-rounded", 4, 7, "H", "", N_ ("Mean hops, rounded as the paper does"), N_ ("hops"),
      "3.2", PRINTED, ALL_PAIRS, N_ ("The paper's example: 11/4, 12/4, 16/4 are 3 + 3 + 4 = 10.") },
  [DL_AGING_T_BIAS]
  = { "t-bias", 0, 0, "T_bias", "H_x bias_x + H_y bias_y + H_z bias_z",
      N_ ("Age from the recommended bias"), N_ ("age"), "3.2", PRINTED, ALL_PAIRS },
  [DL_AGING_T_BIAS_EXACT]
  = { "t-bias-exact", 0, 0, "T_bias", "H_x bias_x + H_y bias_y + H_z bias_z",
      N_ ("The same with exact hops"), N_ ("age"), "3.2", EXACT, ALL_PAIRS },
  [DL_AGING_TICKS]
  = { "ticks", 0, 0, "", "128 - T_bias", N_ ("Age from queueing, desired"), N_ ("ticks"), "3.2",
      PRINTED, ALL_PAIRS, N_ ("Centers the ages in their range.") },
  [DL_AGING_TICKS_PER_HOP]
  = { "ticks-per-hop", 0, 0, "", "(128 - T_bias) / H", N_ ("The same per hop, rounded"),
      N_ ("ticks"), "3.2", PRINTED, ALL_PAIRS },
  [DL_AGING_QUEUED_PACKETS]
  = { "queued-packets", 0, 0, "", "", N_ ("Packets queued per hop, network full"),
      N_ ("packets"), "3.2", PRINTED, 0,
      N_ ("Whole packets in an input buffer and in a staging buffer, 10 + 1 in the paper's "
          "example.") },
  [DL_AGING_QUEUE_CYCLES]
  = { "queue-cycles", 0, 0, "", "", N_ ("Queueing delay per hop, network full"), N_ ("cycles"),
      "3.2", PRINTED, 0,
      N_ ("Each of these packets takes the flits of two packets in cycles, because the two "
          "virtual channels of a class share the link: 11 x 18 in the paper's example.") },
  [DL_AGING_PERIOD]
  = { "period", 0, 0, "age_clock_period", "", N_ ("Recommended age clock period, rounded"),
      N_ ("cycles"), "3.2", PRINTED, ALL_PAIRS,
      N_ ("A starting point: on the paper's machine it gives 18; there, 8 was better, and 16 was "
          "close to it (table 5).") },
  [DL_AGING_PERIOD_EXACT]
  = { "period-exact", 0, 0, "age_clock_period", "", N_ ("The same without rounding, exact hops"),
      N_ ("cycles"), "3.2", EXACT, ALL_PAIRS },
  [DL_AGING_OWN_BIAS]
  = { "own-bias", 0, 0, "bias", "", N_ ("Age bias of this scenario"), N_ ("age"), "", ANALYSIS, 0,
      N_ ("The mean over both directions, and over requests and responses by their share.") },
  [DL_AGING_OWN_T_BIAS]
  = { "own-t-bias", 0, 0, "T_bias", "H_x bias_x + H_y bias_y + H_z bias_z",
      N_ ("Age from the scenario's bias"), N_ ("age"), "3.2", PRINTED, ALL_PAIRS },
  [DL_AGING_OWN_PERIOD]
  = { "own-period", 0, 0, "age_clock_period", "", N_ ("Age clock period for the scenario's bias"),
      N_ ("cycles"), "3.2", PRINTED, ALL_PAIRS },
  [DL_AGING_OWN_AGE]
  = { "own-age", 0, 0, "", "T_bias + H · cycles a hop / period",
      N_ ("Mean age with scenario's bias and period, network full"), N_ ("age"), "", OURS, ALL_PAIRS,
      N_ ("The paper's calculation of section 3.2 in reverse: from the period to the center of "
          "the ages.") },

  /* 4: results */
  [DL_AGING_OCCUPANCY]
  = { "occupancy", 17, 17, "occupancy", "T_stall / (P_VC0 + P_VC1)",
      N_ ("Stalled cycles per packet"), N_ ("cycles"), "4", PRINTED, 0,
      N_ ("A definition; its value is measured by the simulation. T_stall has three possible "
          "readings.") },
  [DL_AGING_STALLED_OUTPUT]
  = { "stalled-output", 17, 17, "occupancy", "",
      N_ ("Reading 1: output idle, packets staged, no credit"), N_ ("cycles"), "4", PRINTED, 0,
      N_ ("stalled_output_per_packet of a simulation (table 4, RTR_PERF_STALLED).") },
  [DL_AGING_STALLED_INPUT]
  = { "stalled-input", 17, 17, "occupancy", "", N_ ("Reading 2: input idle, no packet can move"),
      N_ ("cycles"), "4", PRINTED, 0, N_ ("stalled_input_per_packet of a simulation.") },
  [DL_AGING_HEAD_WAIT]
  = { "head-wait", 17, 17, "occupancy", "", N_ ("Reading 3: wait at the head of the queue"),
      N_ ("cycles"), "4", PRINTED, 0, N_ ("head_wait_per_packet of a simulation.") },

  /* Ours */
  [DL_AGING_UTILISATION]
  = { "channel-utilisation", 0, 0, "ρ_i", "λ γ_i", N_ ("Mean channel utilization"), "", "",
      OURS, UNSATURATED, N_ ("From the channel load of the analysis, or without an analysis from "
                             "the exact channel load.") },
  [DL_AGING_EJECTION_UTILISATION]
  = { "ejection-utilisation", 0, 0, "ρ_p", "λ / ejection rate",
      N_ ("Utilization of a processor port"), "", "", OURS, UNSATURATED },
  [DL_AGING_WAIT_CYCLES]
  = { "wait", 0, 0, "W_i", "ρ_i / (2 (1 - ρ_i)) · flits",
      N_ ("Wait for a channel, M/D/1"), N_ ("cycles"), "", OURS, UNSATURATED,
      N_ ("Each output is a separate queue with Poisson arrivals. The wait is at most the delay "
          "of full queues, which it reaches at a utilization of 1. Blocking between routers is "
          "left out, so simulated waits are longer near saturation.") },
  [DL_AGING_EJECTION_WAIT_CYCLES]
  = { "ejection-wait", 0, 0, "W_p", "ρ_p / (2 (1 - ρ_p)) · flits / rate",
      N_ ("Wait for the processor port, M/D/1"), N_ ("cycles"), "", OURS, UNSATURATED },
  [DL_AGING_LATENCY_CYCLES]
  = { "latency", 0, 0, "", "Σ H_i (t_r + W_i) + W_p + crossbar + flits / rate",
      N_ ("Expected network latency"), N_ ("cycles"), "", OURS,
      ALL_PAIRS | UNSATURATED,
      N_ ("The mean of latency_cycles in a simulation: from leaving the source queue to the "
          "ejection of the tail.") },
  [DL_AGING_AGE_AT_DESTINATION]
  = { "age-at-destination", 0, 0, "", "bias_p + Σ H_i (bias_i + (W_i + crossbar) / period) + (W_p + "
      "crossbar) / period", N_ ("Expected age at the destination"), N_ ("age"), "", OURS,
      ALL_PAIRS | UNSATURATED,
      N_ ("The bias of each input port on the route, including the processor's, plus the age "
          "clock ticks in each router. The columns have the share of each dimension.") },
  [DL_AGING_AGE_MEAN]
  = { "age-mean", 0, 0, "", "", N_ ("Expected age over all grants, the histogram's center"),
      N_ ("age"), "", OURS, ALL_PAIRS | UNSATURATED,
      N_ ("The mean over the grants of all packets at all outputs, including ejection: exact for "
          "the waits above. Ages above 255 count in full.") },
};
/* clang-format on */

const DlAgingInfo *
dl_aging_info (DlAgingId id)
{
  g_assert (id < DL_AGING_N_RECORDS);
  return &table[id];
}

char *
dl_aging_info_number (const DlAgingInfo *info)
{
  if (info->first == 0)
    return g_strdup ("");
  if (info->first == info->last)
    return g_strdup_printf ("%u", info->first);
  return g_strdup_printf ("%u-%u", info->first, info->last);
}

static const struct
{
  const char *id;
  const char *title;
} sources[DL_AGING_N_SOURCES] = {
  [DL_AGING_PRINTED] = { "printed", N_ ("as printed") },
  [DL_AGING_EXACT] = { "exact", N_ ("exact") },
  [DL_AGING_ANALYSIS] = { "scenario", N_ ("this scenario") },
  [DL_AGING_OURS] = { "derived", N_ ("derived here") },
};

const char *
dl_aging_source_id (DlAgingSource source)
{
  return sources[source].id;
}

const char *
dl_aging_source_title (DlAgingSource source)
{
  return sources[source].title;
}

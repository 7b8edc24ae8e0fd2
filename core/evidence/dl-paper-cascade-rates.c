/* Sections 2 and 8 of the Cascade paper: bandwidths, from counted links, and measurements of
 * prototypes alone. */
#include "dl-paper-cascade.h"

#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LANES    3 /* of a link */
#define BITS     8
#define MAX_HOPS 5 /* of a minimal route */

enum
{
  GREEN_LANE, /* Gb/s */
  BLUE_LANE,
  GLOBAL, /* GB/s a node: raw, and payload */
  PAYLOAD,
  EFFICIENCY, /* % */
  OVER_INJECTION,
  INSIDE_OVER_GLOBAL, /* of a router's links */
  BISECTION,          /* GB/s of links between halves, both directions */
  BISECTION_OVER_GLOBAL,
  INJECTION, /* GB/s a node, whatever it gets meanwhile */
  OUTSTANDING,
  WINDOW, /* GB/s that so many packets allow over the longest path and back */
  N_VALUES
};

static const char *const settings[] = { "scenario.kind=dragonfly", NULL };

enum
{
  FULL,
  EVEN, /* the largest that has halves */
  EIGHT
};

#define GROUPS(groups, cables)                                                                     \
  {                                                                                                \
    { "dragonfly.groups=" groups, "dragonfly.cables-per-pair=" cables }, 1                         \
  }

static const DlPaperRun runs[] = {
  [FULL] = GROUPS ("241", "1"),
  [EVEN] = GROUPS ("240", "1"),
  [EIGHT] = GROUPS ("8", "34"),
};

static void
count_rates (const DlDragonfly *net, const DlDragonflyRates *rates, double *values)
{
  const double blue_GBps = rates->class_GBps[DL_LINK_BLUE];
  double inside = 0;
  guint n_blue = 0, n_across = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint half = net->n_groups / 2;

      if (net->link_class[link] != DL_LINK_BLUE)
        {
          inside += rates->class_GBps[net->link_class[link]];
          continue;
        }
      n_blue++;
      n_across += (net->router[net->link_from[link]].group < half)
                  != (net->router[net->link_to[link]].group < half);
    }
  values[GLOBAL] = n_blue * blue_GBps / net->n_nodes;
  values[PAYLOAD] = values[GLOBAL] * rates->efficiency;
  values[OVER_INJECTION] = values[GLOBAL] / rates->injection_GBps;
  values[INSIDE_OVER_GLOBAL] = inside / (n_blue * blue_GBps);
  if (net->n_groups % 2 != 0)
    return;
  values[BISECTION] = n_across * blue_GBps;
  values[BISECTION_OVER_GLOBAL] = values[BISECTION] / net->n_nodes / values[GLOBAL];
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario, error);
  const DlAriesOptions *aries = dl_aries_options (scenario);
  DlDragonflyRates rates;

  if (net == NULL)
    return FALSE;
  rates = dl_dragonfly_rates_of (scenario, net);
  values[GREEN_LANE] = rates.class_GBps[DL_LINK_GREEN] * BITS / LANES;
  values[BLUE_LANE] = rates.class_GBps[DL_LINK_BLUE] * BITS / LANES;
  values[EFFICIENCY] = 100 * rates.efficiency;
  values[INJECTION] = rates.injection_GBps;
  values[OUTSTANDING] = aries->outstanding;
  values[WINDOW]
      = aries->outstanding * (double) aries->payload_bytes / (2 * MAX_HOPS * aries->hop_ns);
  count_rates (net, &rates, values);
  return TRUE;
}

#define SECTION_C     N_ ("Cascade paper, section 2.C")
#define SECTION_4     N_ ("Cascade paper, section 4")
#define SECTION_5     N_ ("Cascade paper, section 5")
#define SECTION_8     N_ ("Cascade paper, section 8")
#define FIGURE_7      N_ ("Cascade paper, section 8, figure 7")
#define FIGURE_8      N_ ("Cascade paper, section 8, figure 8")
#define GROUP_LINKS   N_ ("Links")
#define GROUP_GLOBAL  N_ ("Global bandwidth per node")
#define GROUP_HALVES  N_ ("Bisection")
#define GROUP_NODE    N_ ("Injection per node")
#define GROUP_HOST    N_ ("Measured on prototypes alone")
#define COUNTED       N_ ("Counted in the links of the network.")
#define COUNTED_OTHER N_ ("The links of the network have a different rate.")
#define AS_DEFAULT    N_ ("The default of this program.")
#define NOT_DEFAULT   N_ ("This scenario has a different value.")
#define END_TO_END                                                                                 \
  N_ ("End to end, through hosts and software; the model starts and ends at the router.")

#define HOST(section, what, unit, number, half, why, quote)                                        \
  {                                                                                                \
    section, GROUP_HOST, what, unit, number, half, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,  \
        why, DL_PAPER_PRINTED, quote                                                               \
  }

static const DlPaperFact facts[] = {
  { SECTION_C, GROUP_LINKS, N_ ("lane inside a group"), N_ ("Gb/s"), 14, .5, DL_PAPER_VALUE, 0,
    EIGHT, GREEN_LANE, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT, "operate at 14 Gbps per lane" },
  { SECTION_C, GROUP_LINKS, N_ ("lane of a blue link"), N_ ("Gb/s"), 12.5, .05, DL_PAPER_VALUE, 0,
    EIGHT, BLUE_LANE, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT, "operating at 12.5 Gbps per lane" },
  { SECTION_C, GROUP_LINKS, N_ ("inside a group relative to between groups"), "", 2, 0,
    DL_PAPER_ABOVE, 2, FULL, INSIDE_OVER_GLOBAL,
    N_ ("It exceeds the factor of two, as in the paper."),
    N_ ("The links inside a group have less than twice the bandwidth of the links between groups."),
    DL_PAPER_PRINTED, "meets or exceeds the factor of two" },
  { SECTION_8, GROUP_GLOBAL, N_ ("raw, full network"), N_ ("GB/s"), 11.7, .05, DL_PAPER_VALUE, 0,
    FULL, GLOBAL, COUNTED, COUNTED_OTHER, DL_PAPER_PRINTED,
    "Raw global bandwidth is 11.7 GBytes/sec per node for a full network" },
  { SECTION_8, GROUP_GLOBAL, N_ ("payload efficiency"), N_ ("%"), 64, .5, DL_PAPER_VALUE, 0, FULL,
    EFFICIENCY, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT, "symmetric payload efficiency is 64%" },
  { SECTION_8, GROUP_GLOBAL, N_ ("payload, full network"), N_ ("GB/s"), 7.5, .05, DL_PAPER_VALUE, 0,
    FULL, PAYLOAD, COUNTED, COUNTED_OTHER, DL_PAPER_PRINTED,
    "maximum symmetric global payload bandwidth of 7.5 GBytes/sec" },
  { SECTION_C, GROUP_GLOBAL, N_ ("raw, relative to injection"), "", NAN, 0, DL_PAPER_ABOVE, 1, FULL,
    OVER_INJECTION, N_ ("It exceeds the injection rate of a node, as in the paper."),
    N_ ("It is less than the injection rate of a node."), DL_PAPER_PRINTED,
    "the global bandwidth of a full network exceeds the injection bandwidth" },
  { SECTION_8, GROUP_HALVES, N_ ("8 groups, by the equation"), N_ ("GB/s"),
    8 / 14.0 * 4.6875 * (34 * 7 * 4) * 8, 1e-6, DL_PAPER_VALUE, 0, EIGHT, BISECTION,
    N_ ("Links between the two halves of the groups, counted in both directions, as in the "
        "equation."),
    COUNTED_OTHER, DL_PAPER_DERIVED,
    "The bisection bandwidth for a fully configured multi-group system is given by" },
  { SECTION_8, GROUP_HALVES, N_ ("relative to global bandwidth, 240 groups"), "", .5,
    .5 * DL_PAPER_ABOUT, DL_PAPER_VALUE, 0, EVEN, BISECTION_OVER_GLOBAL, COUNTED, COUNTED_OTHER,
    DL_PAPER_PRINTED, "approximately one half the global bandwidth" },
  { SECTION_8, GROUP_NODE, N_ ("payload, one way"), N_ ("GB/s"), 10, .5, DL_PAPER_VALUE, 0, EIGHT,
    INJECTION, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT,
    "the payload rate is approximately 10 GBytes/sec" },
  { SECTION_8, GROUP_NODE, N_ ("payload, symmetric traffic"), N_ ("GB/s"), DL_PAPER_SYMMETRIC_GBPS,
    .05, DL_PAPER_VALUE, 0, EIGHT, INJECTION, AS_DEFAULT,
    N_ ("A node sends and receives up to 10 GB/s here, as with traffic in one direction. The "
        "competition of requests and responses at the host is not simulated."),
    DL_PAPER_PRINTED, "symmetric data transfer to approximately 7.5 GBytes/sec" },
  { SECTION_8, GROUP_NODE, N_ ("outstanding packets"), N_ ("packets"), 1024, 0, DL_PAPER_VALUE, 0,
    EIGHT, OUTSTANDING, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT, "1024 outstanding packets" },
  { SECTION_8, GROUP_NODE, N_ ("their bandwidth over the longest round trip"), N_ ("GB/s"), NAN, 0,
    DL_PAPER_ABOVE, 10, EIGHT, WINDOW,
    N_ ("Enough for a node’s bandwidth between widely separated nodes, as in the paper."),
    N_ ("Too few for a node’s bandwidth over the longest round trip."), DL_PAPER_DERIVED,
    "ensuring that bandwidths can be maintained between widely separated nodes" },
  HOST (FIGURE_7, N_ ("Put of 8 bytes"), N_ ("µs"), .8, .05, END_TO_END,
        "0.8 μ s for an 8-byte Put"),
  HOST (FIGURE_7, N_ ("Get of 8 bytes"), N_ ("µs"), 1.6, .05, END_TO_END,
        "1.6 μ s for an 8-byte Get"),
  HOST (FIGURE_7, N_ ("MPI message of 8 bytes"), N_ ("µs"), 1.3, .05, END_TO_END,
        "approximately 1.3 μ s for an 8-byte MPI message"),
  HOST (FIGURE_8, N_ ("Puts at half the peak bandwidth"), N_ ("bytes"), 128, .5,
        N_ ("The rate at which a host issues short Puts is not part of the model."),
        "half peak bandwidth is obtained for Puts of size 128 bytes"),
  HOST (SECTION_8, N_ ("Puts per node"), N_ ("millions/s"), 120, .5,
        N_ ("The rate at which a host issues short Puts is not part of the model."),
        "at rates of up to 120 million per second"),
  HOST (SECTION_8, N_ ("atomic operations, cached"), N_ ("millions/s"), 400, .5,
        N_ ("Atomic memory operations end in the memory of the node, which is not modeled."),
        "Rates of up to 400 million AMOs per second"),
  HOST (SECTION_8, N_ ("PCI-Express, raw"), N_ ("GB/s"), 16, .5,
        N_ ("The host’s interface is not modeled: a node injects at its payload rate."),
        "PCI-Express Gen3 x16 interface is 16 GBytes/sec"),
  HOST (SECTION_5, N_ ("undetected errors of 25,000 nodes: one in"), N_ ("years"), 7250, .5,
        N_ ("Follows from the link’s check code, which is not modeled."),
        "less than one every 7250 years"),
  HOST (SECTION_4, N_ ("address fields, page sizes"), "", NAN, 0,
        N_ ("Address translation happens in the node, not in the network."), NULL),
};

const DlPaperCheck dl_paper_check_cascade_bandwidth = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 1,
  .id = "cascade-bandwidth",
  .title = N_ ("Bandwidths and hosts"),
  .section = N_ ("Cascade paper, sections 2, 4, 5 and 8"),
  .choices = N_ ("Chosen here: a full network of 241 groups; for halves the largest even number of "
                 "groups, 240, and the 8 groups of figures 9 to 12; packets of 64 bytes."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

/* Sections 2 and 3 of the age paper: its tables 1 to 3 and its procedures, and measurements of
 * machines alone. */
#include "dl-paper-private.h"

#include "dl-aging.h"
#include "dl-evaluate.h"
#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define NS_A_CYCLE 2.0 /* 500 MHz */

enum
{
  INPUTS, /* that feed each output port, by DlTorusPort, the processor's last */
  LINE_8 = INPUTS + DL_N_ROUTER_PORTS, /* share of the cases in which it is right, as printed */
  LINE_8_READ,                         /* and as this program reads it */
  OLDEST,                              /* age that is ever computed */
  LEAST_CLOCK_NS,
  MOST_CLOCK_S,
  N_VALUES
};

static const char *const settings[] = { "torus.radix=5;5;5", "traffic.pattern=uniform", NULL };
static const DlPaperRun runs[] = { { .n_seeds = 1 } };

/* Table 3: which ports packets come from, of all pairs' routes, followed hop by hop. */
static void
count_inputs (const DlTorusRoutes *routes, double *values)
{
  const DlTorusNetwork *network = routes->network;
  guint fed[DL_N_ROUTER_PORTS] = { 0 }; /* bits */

  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; dest < network->n_nodes; dest++)
      {
        DlTorusArrival arrival = DL_TORUS_ARRIVAL_INJECTED;
        guint node = source, input = DL_TORUS_PORT_PROCESSOR;

        if (source == dest)
          continue;
        while (node != dest)
          {
            const guint port = dl_torus_routes_next (routes, node, arrival, dest).port;

            fed[port] |= 1u << input;
            node = network->link_to[dl_torus_network_link (network, node, port)];
            arrival = (DlTorusArrival) { port, FALSE };
            input = dl_torus_port_opposite (port);
          }
        fed[DL_TORUS_PORT_PROCESSOR] |= 1u << input;
      }
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    values[INPUTS + port] = __builtin_popcount (fed[port]);
}

/* Procedure 2 in all its cases: each age, arriving at each timestamp, leaving up to the end of the
 * next epoch. The oldest stop the sum at 255. */
static void
try_procedure_2 (double *values)
{
  guint64 cases = 0, printed = 0, read = 0;
  guint oldest = 0;

  for (guint age = 0; age <= DL_AGE_MAX; age++)
    for (guint arrival = 0; arrival <= DL_AGE_MAX; arrival++)
      {
        DlAgeClock clock = { .timestamp = arrival };
        const DlHeadAge head = dl_age_receive (&clock, age, 0);

        for (guint now = arrival; now <= 2 * DL_AGE_MAX + 1; now++, cases++)
          {
            const guint right = MIN (age + now - arrival, DL_AGE_MAX);
            const guint sum = (head & 0x1ff) + now;
            const gboolean saturated = (sum >> 8 & 1) || ((sum >> 9 & 1) && DL_HEAD_CARRY (head));
            guint found;

            clock.timestamp = now & DL_AGE_MAX;
            clock.epoch = now > DL_AGE_MAX;
            found = dl_age_now (&clock, head);
            oldest = MAX (oldest, found);
            read += found == right;
            printed += (saturated ? DL_AGE_MAX : sum & DL_AGE_MAX) == right;
          }
      }
  values[LINE_8] = (double) printed / cases;
  values[LINE_8_READ] = (double) read / cases;
  values[OLDEST] = oldest;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  const DlField *period = dl_field_find ("router", "age-clock-period");
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);

  if (analysis == NULL)
    return FALSE;
  count_inputs (analysis->routes, values);
  try_procedure_2 (values);
  values[LEAST_CLOCK_NS] = NS_A_CYCLE * period->low;
  values[MOST_CLOCK_S] = 1e-9 * NS_A_CYCLE * period->high;
  return TRUE;
}

#define TABLE_3      N_ ("Age paper, section 3.1, table 3")
#define GROUP_INPUTS N_ ("Inputs that feed an output")
#define SECTION_2_1  N_ ("Age paper, section 2.1")
#define SECTION_2_2  N_ ("Age paper, section 2.2, table 1")
#define PROCEDURE_2  N_ ("Age paper, section 2.3, procedure 2")
#define SECTION_4    N_ ("Age paper, section 4")
#define TABLE_5      N_ ("Age paper, section 4, table 5")
#define TABLE_6      N_ ("Age paper, section 4, table 6")
#define GROUP_AGE    N_ ("The age of a packet")
#define GROUP_REST   N_ ("Measured only on a machine")

#define TICKS "from 2 nanoseconds to more than 8 seconds"

#define COMPETE(port, name, number, quote)                                                         \
  {                                                                                                \
    TABLE_3, GROUP_INPUTS, name, N_ ("ports"), number, 0, DL_PAPER_VALUE, 0, 0, INPUTS + (port),   \
        N_ ("The inputs on the route of at least one pair."),                                      \
        N_ ("Different ports feed it in this network."), DL_PAPER_PRINTED, quote                   \
  }

static const DlPaperFact facts[] = {
  COMPETE (DL_TORUS_PORT_X_PLUS, N_ ("x+"), 2, "+x proc, -x 2"),
  COMPETE (DL_TORUS_PORT_X_MINUS, N_ ("x-"), 2, "-x proc, +x 2"),
  COMPETE (DL_TORUS_PORT_Y_PLUS, N_ ("y+"), 4, "+y proc, +x, -x, -y 4"),
  COMPETE (DL_TORUS_PORT_Y_MINUS, N_ ("y-"), 4, "-y proc, +x, -x, +y 4"),
  COMPETE (DL_TORUS_PORT_Z_PLUS, N_ ("z+"), 6, "+z proc, +x, -x, +y, -y, -z 6"),
  COMPETE (DL_TORUS_PORT_Z_MINUS, N_ ("z-"), 6, "-z proc, +x, -x, +y, -y, -z 6"),
  COMPETE (DL_TORUS_PORT_PROCESSOR, N_ ("processor"), 6, "proc +x, -x, +y, -y, +z, -z 6"),
  { SECTION_2_1, GROUP_AGE, N_ ("fastest age clock"), N_ ("ns/tick"), 2, .5, DL_PAPER_VALUE, 0, 0,
    LEAST_CLOCK_NS, N_ ("One cycle of 500 MHz."), N_ ("A tick cannot be this short here."),
    DL_PAPER_INPUT, TICKS },
  { SECTION_2_1, GROUP_AGE, N_ ("slowest age clock"), N_ ("s/tick"), NAN, 0, DL_PAPER_ABOVE, 8, 0,
    MOST_CLOCK_S, N_ ("More than 8 seconds, as in the paper: 32 bits of cycles."),
    N_ ("A tick cannot be this long here."), DL_PAPER_PRINTED, TICKS },
  { SECTION_2_2, GROUP_AGE, N_ ("oldest age"), N_ ("age"), 255, 0, DL_PAPER_VALUE, 0, 0, OLDEST,
    N_ ("Ages saturate there, in all cases of procedure 2."), N_ ("Ages do not stop at 255 here."),
    DL_PAPER_PRINTED, "the maximum age of 255" },
  { PROCEDURE_2, GROUP_AGE, N_ ("line 8 as printed is right"), N_ ("share"), 1, 0, DL_PAPER_VALUE,
    0, 0, LINE_8, N_ ("The test finds exactly the ages that overflow."),
    N_ ("A misprint: as printed, the line takes packets that have just arrived for saturated "
        "ones. Nearly all packets would be in the oldest group, contrary to figure 5."),
    DL_PAPER_DERIVED, "check if the new age value overflows" },
  { PROCEDURE_2, GROUP_AGE, N_ ("line 8 as interpreted here is right"), N_ ("share"), 1, 0,
    DL_PAPER_VALUE, 0, 0, LINE_8_READ,
    N_ ("new_age[8] or (new_age[9] and not head_flit[8]) gives the true sum, limited to 255, in "
        "every case."),
    N_ ("It is also wrong in some cases."), DL_PAPER_INPUT },
  { TABLE_6, GROUP_REST, N_ ("MPI-FFTE, gain with age-based arbitration"), N_ ("%"), 12.4, .05,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("507 and 451 Gflops of a benchmark on a real machine, which spends most of its time on "
        "computation. The all-to-all and allreduce of this program are in the check "
        "paper-table-6."),
    DL_PAPER_PRINTED, "12.4%" },
  { SECTION_4, GROUP_REST, N_ ("MPI_Alltoall, gain with age-based arbitration, in the text"),
    N_ ("%"), 36.3, .05, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The text has 36.3%, table 6 has 36.6%, the ratio of 194 and 142 MB/s. The check "
        "paper-table-6 compares the value of the table."),
    DL_PAPER_PRINTED, "MPI_Alltoall improves by 36.3%" },
  { TABLE_5, GROUP_REST, N_ ("periods 4 and 16, and bias 1"), "", NAN, 0, DL_PAPER_NO_RULE, 0, 0,
    DL_PAPER_BEYOND, NULL,
    N_ ("The other five rows of table 5 are from the same production jobs, about which nothing is "
        "known. The check paper-table-5 simulates round robin and period 8; it does not check "
        "that period 8 with bias 3,2,1 is the best of the seven."),
    DL_PAPER_PRINTED },
  { SECTION_4, GROUP_REST, N_ ("latency saved by age-based arbitration"), N_ ("µs"), 2.3, .05,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The mean over days of production jobs, computed from table 5. The check paper-table-5 "
        "compares both latencies with simulated ones."),
    DL_PAPER_PRINTED, "an average reduction in latency of 2.3" },
};

const DlPaperCheck dl_paper_check_age_router = {
  .paper = DL_PAPER_AGE,
  .seconds = 1,
  .id = "age-router",
  .title = N_ ("Tables 1 to 3 and the procedures"),
  .section = N_ ("Age paper, sections 2 to 4"),
  .choices = N_ ("Chosen here: for table 3, all pairs of a 5×5×5 torus, hop by hop; for procedure "
                 "2, all 25 million cases."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

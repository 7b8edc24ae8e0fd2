/* Section 2 of the VC paper, and the book excerpt on the same machine: how large it can be, its
 * ports, tables and buffers. */
#include "dl-paper-private.h"

#include "dl-evaluate-aging.h"
#include "dl-evaluate.h"
#include "dl-torus-tables.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_RADIX 64 /* further than any machine goes */

enum
{
  MOST_NODES,
  PORTS,          /* network links that leave a router */
  REGIONS,        /* of the largest machine */
  REGION_NODES,   /* of its first */
  LOCAL_ENTRIES,  /* of a router's local table that stand for a node */
  GLOBAL_ENTRIES, /* of its global table, its own region's included */
  CHANNEL_GBPS,
  BUFFER_CYCLES,  /* that an input buffer covers, over a credit's round trip */
  STAGING,        /* staging buffer over the longest packet */
  STAGING_CYCLES, /* that it covers, over the round trip of arbitration */
  N_VALUES
};

static const char *const settings[] = { NULL };

enum
{
  XT3,
  LARGEST
};

static const DlPaperRun runs[] = {
  [XT3] = { { "torus.radix=11;12;16" }, 1 },
  [LARGEST] = { { "torus.radix=32;32;32" }, 1 },
};

/* Nodes of the largest machine of its planes that is not refused. */
static double
most_nodes (const DlScenario *scenario)
{
  g_autoptr (DlScenario) machine = dl_scenario_copy (scenario);
  guint most = 0;

  for (guint k = 1; k <= MOST_RADIX; k++)
    {
      dl_torus_options (machine)->spec.radix[DL_X] = k;
      if (dl_scenario_check (machine, NULL, NULL))
        most = k * dl_torus_options (machine)->spec.radix[DL_Y]
               * dl_torus_options (machine)->spec.radix[DL_Z];
    }
  return most;
}

static gboolean
read_tables (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, error);
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autoptr (DlTorusRoutes) routes = network != NULL ? dl_torus_routes_new (network, &spec) : NULL;
  g_autoptr (DlTorusTables) tables = NULL;
  guint local = 0, regions = 0, region_nodes = 0;

  if (routes == NULL)
    return FALSE;
  tables = dl_torus_tables_new (routes, 0, cancellable);
  if (tables == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const guint region = network->torus.nid[node] / DL_TORUS_LOCAL_ENTRIES;

      regions = MAX (regions, region + 1);
      region_nodes += region == 0;
    }
  /* The node itself is in its region, and has no path to go. */
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    local += tables->local[i].destinations > 0 || tables->local[i].node == tables->node;
  values[REGIONS] = regions;
  values[REGION_NODES] = region_nodes;
  values[LOCAL_ENTRIES] = local;
  values[GLOBAL_ENTRIES] = tables->use.global_used + DL_TORUS_GLOBAL_ENTRIES;
  return TRUE;
}

static double
working_links (const DlTorusNetwork *network)
{
  guint n = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      n += dl_torus_network_link_up (network, node, port);
  return n;
}

static void
read_router (const DlScenario *scenario, const DlTorusAnalysis *analysis, double *values)
{
  const DlRouterSpec *router = &scenario->router;
  g_autoptr (DlAgingModel) model
      = dl_aging_model_new (dl_evaluate_aging_options (scenario, analysis));
  const guint flits = scenario->traffic.packet_flits;

  values[PORTS] = working_links (analysis->network) / analysis->network->n_nodes;
  values[CHANNEL_GBPS] = model->records[DL_AGING_CHANNEL_GBPS].value;
  /* There and back. */
  values[BUFFER_CYCLES] = router->input_buffer / (2.0 * router->link_cycles);
  values[STAGING] = (double) router->staging_buffer / flits;
  values[STAGING_CYCLES] = router->staging_buffer / (2.0 * router->crossbar_cycles);
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusAnalysis) analysis = NULL;

  values[MOST_NODES] = most_nodes (scenario);
  if (values[MOST_NODES]
      == dl_torus_options (scenario)->spec.radix[DL_X]
             * dl_torus_options (scenario)->spec.radix[DL_Y]
             * dl_torus_options (scenario)->spec.radix[DL_Z])
    return read_tables (scenario, values, cancellable, error);
  analysis = dl_torus_evaluate (scenario, cancellable, error);
  if (analysis == NULL)
    return FALSE;
  read_router (scenario, analysis, values);
  return TRUE;
}

/* The VC paper ----------------------------------------------------------------------------------
 */

#define SECTION_1     N_ ("VC paper, section 1")
#define SECTION_2_1   N_ ("VC paper, section 2.1")
#define SECTION_2_2   N_ ("VC paper, section 2.2")
#define SECTION_3_3   N_ ("VC paper, section 3.3")
#define GROUP_SIZE    N_ ("Size of the network")
#define GROUP_ROUTER  N_ ("The SeaStar router")
#define GROUP_TABLES  N_ ("Tables of a router of 32×32×32")
#define TABLES_DIFFER N_ ("The tables have a different layout here.")
#define AS_DEFAULT    N_ ("The default of this program.")
#define NOT_DEFAULT   N_ ("This program has a different value here.")
#define PARTITIONS    "one of eight global partitions"
/* Facts of the paper and of the book. */
#define PARTITION_NODES "partition of 4096 nodes"

static const DlPaperFact facts_vc[] = {
  { SECTION_1, GROUP_SIZE, N_ ("most nodes"), N_ ("nodes"), 32768, 0, DL_PAPER_VALUE, 0, LARGEST,
    MOST_NODES, N_ ("One more plane of 32×32 nodes is rejected: there are no node numbers for it."),
    N_ ("The largest size of this program is different."), DL_PAPER_PRINTED,
    "scales up to 32K nodes" },
  { SECTION_2_1, GROUP_ROUTER, N_ ("network ports"), N_ ("links/router"), 6, 0, DL_PAPER_VALUE, 0,
    XT3, PORTS, N_ ("Counted: the links that leave each router of 11×12×16."),
    N_ ("Some routers have no link on some side."), DL_PAPER_PRINTED,
    "six full-duplex network ports" },
  { SECTION_2_1, GROUP_ROUTER, N_ ("channel, per direction"), N_ ("GB/s"), 4.8, .05, DL_PAPER_VALUE,
    0, XT3, CHANNEL_GBPS, AS_DEFAULT, NOT_DEFAULT, DL_PAPER_INPUT, "4.8 GB/s per direction" },
  { SECTION_2_1, GROUP_ROUTER, N_ ("input buffer relative to a round trip"), "", NAN, 0,
    DL_PAPER_ABOVE, 1, XT3, BUFFER_CYCLES,
    N_ ("96 flits per channel are meant to cover the round trip, and do so with the delays "
        "assumed here."),
    N_ ("The buffer does not cover the round trip with the delays of this scenario."),
    DL_PAPER_INPUT, "Each port has four 96-entry input buffers" },
  { N_ ("VC paper, section 2.1, footnote 1"), GROUP_ROUTER,
    N_ ("staging buffer relative to the longest packet"), "", NAN, 0, DL_PAPER_ABOVE, 1, XT3,
    STAGING, N_ ("16 flits hold the longest packet of 9, as virtual cut-through requires."),
    N_ ("The staging buffer does not hold the longest packet."), DL_PAPER_INPUT,
    "must be at least 9 entries deep to cover the maximum packet size" },
  { SECTION_2_1, GROUP_ROUTER, N_ ("staging buffer relative to the crossbar’s"), "", NAN, 0,
    DL_PAPER_ABOVE, 1, XT3, STAGING_CYCLES,
    N_ ("16 flits cover the round trip through the crossbar, with the 7 cycles assumed here."),
    N_ ("The staging buffer does not cover the round trip with the delays of this scenario."),
    DL_PAPER_INPUT, "The staging buffers are only 16 entries deep" },
  { SECTION_2_2, GROUP_TABLES, N_ ("global partitions"), "", 8, 0, DL_PAPER_VALUE, 0, LARGEST,
    REGIONS, N_ ("Regions of whole YZ planes, counted by the nodes’ numbers."), TABLES_DIFFER,
    DL_PAPER_PRINTED, PARTITIONS },
  { SECTION_2_2, GROUP_TABLES, N_ ("nodes of a partition"), N_ ("nodes"), 4096, 0, DL_PAPER_VALUE,
    0, LARGEST, REGION_NODES, N_ ("Counted by the nodes’ numbers."), TABLES_DIFFER,
    DL_PAPER_PRINTED, PARTITION_NODES },
  { SECTION_2_2, GROUP_TABLES, N_ ("entries of the local table"), N_ ("entries"), 4096, 0,
    DL_PAPER_VALUE, 0, LARGEST, LOCAL_ENTRIES,
    N_ ("Entries that represent a node; from the routes."), TABLES_DIFFER, DL_PAPER_DERIVED,
    PARTITION_NODES },
  { SECTION_3_3, GROUP_TABLES, N_ ("entries of the global table"), N_ ("entries"), 16, 0,
    DL_PAPER_VALUE, 0, LARGEST, GLOBAL_ENTRIES,
    N_ ("Two per region, including its own, whose entries are never used."), TABLES_DIFFER,
    DL_PAPER_PRINTED, "The global routing table has 16 total entries" },
  { SECTION_2_1, N_ ("The chip"), N_ ("lanes, flit and header formats"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("12 lanes of 3.2 Gb/s, flits of 68 bits and the fields of a header are not modeled: a "
        "flit is a unit here, and a link carries one flit/cycle."),
    DL_PAPER_PRINTED },
};

const DlPaperCheck dl_paper_check_vc_router = {
  .paper = DL_PAPER_VC,
  .seconds = 1,
  .id = "vc-router",
  .title = N_ ("The SeaStar router and its tables"),
  .section = N_ ("VC paper, sections 1 and 2"),
  .choices = N_ ("Chosen here: the delays of link and crossbar, 18 and 7 cycles of 2 ns. Together "
                 "they are the 50 ns per hop of the age paper; the VC paper does not give them."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts_vc,
  .n_facts = G_N_ELEMENTS (facts_vc),
};

/* The book ---------------------------------------------------------------------------------------
 */

#define SECTION_BOOK  N_ ("Book excerpt, 8.2.2")
#define SECTION_BOOK1 N_ ("Book excerpt, 8.2.2.1")

static const DlPaperFact facts_book[] = {
  { SECTION_BOOK, GROUP_SIZE, N_ ("most nodes"), N_ ("nodes"), 32768, 0, DL_PAPER_VALUE, 0, LARGEST,
    MOST_NODES, N_ ("One more plane of 32×32 nodes is rejected: there are no node numbers for it."),
    N_ ("The largest size of this program is different."), DL_PAPER_PRINTED,
    "the maximum 32k node network" },
  { SECTION_BOOK, GROUP_TABLES, N_ ("global partitions"), "", 8, 0, DL_PAPER_VALUE, 0, LARGEST,
    REGIONS, N_ ("Regions of whole YZ planes, counted by the nodes’ numbers."), TABLES_DIFFER,
    DL_PAPER_PRINTED, PARTITIONS },
  { SECTION_BOOK, GROUP_TABLES, N_ ("nodes of a partition"), N_ ("nodes"), 4096, 0, DL_PAPER_VALUE,
    0, LARGEST, REGION_NODES, N_ ("Counted by the nodes’ numbers."), TABLES_DIFFER,
    DL_PAPER_PRINTED, PARTITION_NODES },
  { SECTION_BOOK, N_ ("As in the VC paper"), N_ ("k > 4, turns, balance of links"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The same statements as in the VC paper, section 2.2; see the check vc-routing."),
    DL_PAPER_PRINTED },
  { SECTION_BOOK1, N_ ("Faults"), N_ ("rules for broken links"), "", NAN, 0, DL_PAPER_NO_RULE, 0, 0,
    DL_PAPER_BEYOND, NULL,
    N_ ("The excerpt ends before its rules are complete. The rules of the VC paper are checked "
        "instead."),
    DL_PAPER_PRINTED },
};

const DlPaperCheck dl_paper_check_xt_book = {
  .paper = DL_PAPER_XT_BOOK,
  .seconds = 1,
  .id = "xt-book",
  .title = N_ ("Names of nodes and routing tables"),
  .section = N_ ("Book excerpt, 8.2.2"),
  .choices = N_ ("Nothing was chosen."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts_book,
  .n_facts = G_N_ELEMENTS (facts_book),
};

#include "dl-paper-cascade.h"

#include "dl-cascade-model.h"
#include "dl-dragonfly-plan.h"
#include "dl-evaluate.h"
#include "dl-machine.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Figures 11 to 13 of the Cascade paper: a small job placed in more or fewer groups, and the whole
 * of machines of several sizes. */

#define BYTES(bytes) "traffic.message-bytes=" bytes

/* Figures 11 and 12 ---------------------------------------------------------------------------- */

static const double job_sizes[] = { 64, 1024, 8192, 131072 };
static const guint job_groups[] = { 1, 2, 3, 6 };

static const DlPaperGrid job_grid
    = { G_N_ELEMENTS (job_groups), G_N_ELEMENTS (job_sizes), job_sizes };

static const char *const job_settings[] = {
  "scenario.kind=dragonfly",      "dragonfly.groups=8",
  "dragonfly.cables-per-pair=34", "traffic.pattern=jobs",
  "traffic.order=random",         "simulation.warmup-cycles=600",
  "simulation.cycles=1200",       NULL,
};

#define JOB(groups, rest, bytes)                                                                   \
  {                                                                                                \
    { "traffic.placement=job:384:" groups rest, BYTES (bytes) }, 1                                 \
  }
#define JOBS(groups, rest)                                                                         \
  JOB (groups, rest, "64"), JOB (groups, rest, "1024"), JOB (groups, rest, "8192"),                \
      JOB (groups, rest, "131072")
#define PLACEMENTS(rest)                                                                           \
  {                                                                                                \
    JOBS ("1", rest), JOBS ("2", rest), JOBS ("3", rest), JOBS ("6", rest)                         \
  }

static const DlPaperRun runs_11[] = PLACEMENTS ("");
static const DlPaperRun runs_12[] = PLACEMENTS (";rest:2688:linear");

static void
add_rows_jobs (DlPaperTable *table)
{
  for (guint i = 0; i < job_grid.n_curves; i++)
    {
      g_autofree char *label = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "in %u group", "in %u groups", job_groups[i]),
          job_groups[i]);

      dl_paper_grid_add_curve (table, &job_grid, i, label);
    }
  for (guint size = 0; size < job_grid.n_sizes; size++)
    {
      g_autofree char *what = dl_paper_bytes_text (job_sizes[size]);
      double least = INFINITY, most = 0;
      DlPaperShape shape = {
        .group = _ ("Job in the worst placement relative to the best"),
        .what = what,
        .unit = "",
        .rule = DL_PAPER_ABOVE,
        .bound = DL_PAPER_CONSTANT,
        .agrees = N_ ("Placement makes little difference, as in the paper."),
        .differs
        = N_ ("Placement makes a difference of more than a quarter here. Without a bias, packets "
              "inside a group take detours over its own links, and packets between groups over "
              "the links of other groups. For long messages, only a part of one shift was "
              "simulated; some placements keep it inside few groups, others spread it."),
        .kind = DL_PAPER_PRINTED,
        .quote = "placed anywhere on the system without significant degradation in performance",
      };

      for (guint i = 0; i < job_grid.n_curves; i++)
        {
          const double GBps = dl_paper_grid_GBps (table, &job_grid, i, size);

          least = MIN (least, GBps);
          most = MAX (most, GBps);
        }
      shape.value = least / most;
      dl_paper_add_shape (table, &shape);
    }
  dl_paper_add_injection (table, &job_grid);
}

#define JOB_CHOICES                                                                                 \
  N_ ("The paper’s text does not have the values of the curves, so shapes and bounds are "        \
      "compared, not numbers. Chosen here: “little variation” is at least three quarters; "     \
      "adaptive routing without bias; four of the lengths; a random order of shifts; the other "    \
      "nodes of a busy system are one job with the same traffic. Reduced: each all-to-all "         \
      "exchange is simulated after 1.3 µs and up to 2.5 µs, unless it ends before; the share is " \
      "in each row of the CSV. A scenario with a given number of cycles makes it longer.")

const DlPaperCheck dl_paper_check_cascade_11 = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 5,
  .id = "cascade-11",
  .title = N_ ("A job of 384 nodes on an idle system"),
  .section = N_ ("Cascade paper, section 8, figure 11 (shape)"),
  .choices = JOB_CHOICES,
  .settings = job_settings,
  .runs = runs_11,
  .n_runs = G_N_ELEMENTS (runs_11),
  .n_values = DL_CASCADE_N_VALUES,
  .add_rows = add_rows_jobs,
};

const DlPaperCheck dl_paper_check_cascade_12 = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 45,
  .id = "cascade-12",
  .title = N_ ("A job of 384 nodes on a busy system"),
  .section = N_ ("Cascade paper, section 8, figure 12 (shape)"),
  .choices = JOB_CHOICES,
  .settings = job_settings,
  .runs = runs_12,
  .n_runs = G_N_ELEMENTS (runs_12),
  .n_values = DL_CASCADE_N_VALUES,
  .add_rows = add_rows_jobs,
};

/* Figure 13 ------------------------------------------------------------------------------------ */

static const double system_sizes[] = { 64, 2048, 65536 };
/* Systems of 1, 8 and 64 groups. */
static const DlPaperGrid system_grid = { 3, G_N_ELEMENTS (system_sizes), system_sizes };

static const char *const system_settings[] = {
  "scenario.kind=dragonfly",      "traffic.pattern=all-to-all", "traffic.order=random",
  "simulation.warmup-cycles=600", "simulation.cycles=1000",     NULL,
};

#define SYSTEM(groups, cables, bytes)                                                              \
  {                                                                                                \
    { "dragonfly.groups=" groups, "dragonfly.cables-per-pair=" cables, BYTES (bytes) }, 1          \
  }
#define SYSTEMS(groups, cables)                                                                    \
  SYSTEM (groups, cables, "64"), SYSTEM (groups, cables, "2048"), SYSTEM (groups, cables, "65536")

static const DlPaperRun runs_13[]
    = { SYSTEMS ("1", "1"), SYSTEMS ("8", "34"), SYSTEMS ("64", "3") };

/* Payload per node that the blue links carry. */
static double
global_GBps (const DlScenario *scenario)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();

  return dl_cascade_model (dl_dragonfly_options (scenario)->spec.groups,
                           dl_dragonfly_options (scenario)->spec.cables_per_pair, &rates)
      .global_payload_GBps;
}

static void
add_systems (DlPaperTable *table, guint large, guint small)
{
  for (guint size = 0; size < system_grid.n_sizes; size++)
    {
      g_autofree char *what = dl_paper_bytes_text (system_sizes[size]);
      const DlPaperShape shape = {
        .group = _ ("Largest system relative to that of 8 groups"),
        .what = what,
        .unit = "",
        .rule = DL_PAPER_ABOVE,
        .bound = DL_PAPER_CONSTANT,
        .value = dl_paper_grid_GBps (table, &system_grid, large, size)
                 / dl_paper_grid_GBps (table, &system_grid, small, size),
        .agrees = N_ ("The largest system sustains a node’s bandwidth, as in the paper."),
        .differs = N_ (
            "A node of the largest system has less than three quarters of the bandwidth of a node "
            "in 8 groups. At most 3 cables per pair of groups fit: 9.2 GB/s per node raw, "
            "compared with 11.6 for 8 groups. With 12 links per pair instead of 136, more packets "
            "take detours."),
        .kind = DL_PAPER_PRINTED,
        .quote = "able to sustain good per-node injection bandwidth on systems as large as 24,576 "
                 "nodes",
      };

      dl_paper_add_shape (table, &shape);
    }
}

static void
add_global (DlPaperTable *table, guint large)
{
  const DlScenario *scenario = g_ptr_array_index (table->scenarios, large * system_grid.n_sizes);
  const double global = global_GBps (scenario);

  for (guint size = 0; size < system_grid.n_sizes; size++)
    {
      g_autofree char *what = dl_paper_bytes_text (system_sizes[size]);
      const DlPaperShape shape = {
        .group = _ ("Largest system relative to its global bandwidth"),
        .what = what,
        .unit = "",
        .rule = DL_PAPER_ABOVE,
        .bound = 0.5,
        .value = dl_paper_grid_GBps (table, &system_grid, large, size) / global,
        .agrees = N_ ("It has at least half of the global bandwidth, which remains if every "
                      "packet takes a detour."),
        .differs = N_ ("It has less than half of the global bandwidth, which remains if every "
                       "packet takes a detour. With long messages, all nodes of a group send to "
                       "one or two groups, and waiting for buffers also reduces the bandwidth."),
        .kind = DL_PAPER_DERIVED,
        .quote = "If all traffic is non-minimally routed then the load on the optical links is "
                 "equal to that in a full bandwidth fat-tree",
      };

      dl_paper_add_shape (table, &shape);
    }
  dl_paper_result_add_limit (table->result, _ ("global bandwidth of the largest (payload)"),
                             global);
}

static void
add_rows_13 (DlPaperTable *table)
{
  const guint large = system_grid.n_curves - 1;

  for (guint i = 0; i < system_grid.n_curves; i++)
    {
      const DlScenario *scenario = g_ptr_array_index (table->scenarios, i * system_grid.n_sizes);
      const gulong nodes = dl_dragonfly_options (scenario)->spec.groups * DL_CASCADE_GROUP_NODES;
      g_autofree char *label
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu node", "%lu nodes", nodes), nodes);

      dl_paper_grid_add_curve (table, &system_grid, i, label);
    }
  add_systems (table, large, 1);
  add_global (table, large);
  dl_paper_add_injection (table, &system_grid);
}

const DlPaperCheck dl_paper_check_cascade_13 = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 65,
  .id = "cascade-13",
  .title = N_ ("All-to-all on systems of 384 to 24,576 nodes"),
  .section = N_ ("Cascade paper, section 8, figure 13 (shape)"),
  .choices = N_ (
      "The paper’s text does not have the values of the curves, so shapes and bounds are "
      "compared, not numbers. Chosen here: “sustained” is at least three quarters; adaptive "
      "routing without bias; the maximum number of cables per pair of groups; a random order of "
      "shifts. Reduced: three of the sizes, three of the lengths, and of each all-to-all exchange "
      "the time after 1.3 µs and up to 2.1 µs; the share is in each row of the CSV. A scenario "
      "with a given number of cycles makes it longer."),
  .settings = system_settings,
  .runs = runs_13,
  .n_runs = G_N_ELEMENTS (runs_13),
  .n_values = DL_CASCADE_N_VALUES,
  .add_rows = add_rows_13,
};

/* Section 2 of the Cascade paper: how many there are of everything, counted in networks that are
 * built. */

enum
{
  NODES,
  GROUP_NODES, /* of the first group */
  ROUTER_NODES,
  GREEN_PORTS, /* of a router, by DlLinkClass */
  BLACK_PORTS,
  BLUE_PORTS,
  NETWORK_PORTS,  /* all of them */
  GREEN_LOCAL,    /* of traffic spread over a chassis, what stays at the router */
  BLACK_LOCAL,    /* over the same slots of all chassis */
  GROUP_BLUE,     /* blue links that leave the first group */
  CABLE_LINKS,    /* of a blue cable */
  GROUP_CABLES,   /* blue cables of the first group */
  OPTICAL_CABLES, /* of all */
  MOST_GROUPS,    /* that are not refused */
  MOST_CABLES,    /* a pair, that are not refused */
  GROWS,          /* 1: to 8 groups without moving a cable */
  N_VALUES
};

static const char *const settings[]
    = { "scenario.kind=dragonfly", "dragonfly.cables-per-pair=1", NULL };

enum
{
  FULL,
  SIX,
  EIGHT,
  EIGHT_FULL,
  SIXTY_FOUR
};

#define GROUPS(groups, cables)                                                                     \
  {                                                                                                \
    { "dragonfly.groups=" groups, "dragonfly.cables-per-pair=" cables }, 1                         \
  }

static const DlPaperRun runs[] = {
  [FULL] = GROUPS ("241", "1"),      [SIX] = GROUPS ("6", "12"),
  [EIGHT] = GROUPS ("8", "12"),      [EIGHT_FULL] = GROUPS ("8", "34"),
  [SIXTY_FOUR] = GROUPS ("64", "3"),
};

static void
count_links (const DlDragonfly *net, double *values)
{
  guint n[DL_N_LINK_CLASSES] = { 0 };
  guint next = 0, neighbors[DL_N_LINK_CLASSES] = { 0 }; /* of the first router */
  guint32 before = G_MAXUINT32;

  for (guint link = 0; link < net->n_links; link++)
    n[net->link_class[link]]++;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    values[GREEN_PORTS + class] = (double) n[class] / net->n_routers;
  values[NETWORK_PORTS] = (double) net->n_links / net->n_routers;
  for (guint link = 0; link < net->first_link[1]; link++)
    {
      neighbors[net->link_class[link]] += net->link_to[link] != before;
      before = net->link_to[link];
    }
  values[GREEN_LOCAL] = 1.0 / (1 + neighbors[DL_LINK_GREEN]);
  values[BLACK_LOCAL] = 1.0 / (1 + neighbors[DL_LINK_BLACK]);
  for (guint link = 0; link < net->first_link[net->group_first[1]]; link++)
    next += net->link_class[link] == DL_LINK_BLUE;
  values[GROUP_BLUE] = next;
}

/* Blue cables, each by its pair of groups and its number there. */
static void
count_cables (const DlDragonfly *net, double *values)
{
  g_autoptr (GHashTable) cables = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint of_first = 0, links = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint from = net->router[net->link_from[link]].group;
      const guint to = net->router[net->link_to[link]].group;
      gint64 *key;

      if (net->link_class[link] != DL_LINK_BLUE || from > to)
        continue;
      links++;
      key = g_new (gint64, 1);
      *key = ((gint64) from << 16 | to) << 16 | net->link_cable[link];
      if (g_hash_table_add (cables, key))
        of_first += from == 0;
    }
  values[OPTICAL_CABLES] = g_hash_table_size (cables);
  values[GROUP_CABLES] = of_first;
  values[CABLE_LINKS] = (double) links / g_hash_table_size (cables);
}

static void
find_limits (const DlScenario *scenario, double *values)
{
  DlDragonflySpec spec = dl_dragonfly_options (scenario)->spec;
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  DlCascadeUpgrade upgrades[DL_DRAGONFLY_MAX_GROUPS];
  const DlCascadeModel model = dl_cascade_model (spec.groups, spec.cables_per_pair, &rates);
  const guint n_upgrades = dl_cascade_upgrades (&model, &rates, upgrades);

  values[GROWS] = 0;
  for (guint i = 0; i < n_upgrades; i++)
    if (upgrades[i].groups == 8)
      values[GROWS] = upgrades[i].kept;
  values[MOST_CABLES] = 0;
  for (spec.cables_per_pair = 1; dl_dragonfly_spec_check (&spec, NULL); spec.cables_per_pair++)
    values[MOST_CABLES] = spec.cables_per_pair;
  spec.cables_per_pair = 1;
  for (spec.groups = 1; dl_dragonfly_spec_check (&spec, NULL); spec.groups++)
    values[MOST_GROUPS] = spec.groups;
}

static gboolean
analyze (const DlScenario *scenario, double *values, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario, error);

  if (net == NULL)
    return FALSE;
  values[NODES] = net->n_nodes;
  values[ROUTER_NODES] = net->nodes_per_router;
  values[GROUP_NODES] = net->group_first[1] * net->nodes_per_router;
  count_links (net, values);
  count_cables (net, values);
  find_limits (scenario, values);
  return TRUE;
}

#define SECTION_A     N_ ("Cascade paper, section 2.A")
#define SECTION_B     N_ ("Cascade paper, section 2.B")
#define SECTION_C     N_ ("Cascade paper, section 2.C")
#define SECTION_D     N_ ("Cascade paper, section 2.D")
#define SECTION_8     N_ ("Cascade paper, section 8")
#define GROUP_BLADE   N_ ("Blade and router")
#define GROUP_GROUP   N_ ("Group")
#define GROUP_SYSTEM  N_ ("System")
#define GROUP_UPGRADE N_ ("Upgrade from 6 to 8 groups, 12 cables per pair")
#define COUNTED       N_ ("Counted in the network.")
#define COUNTED_OTHER N_ ("The network has a different number.")

#define COUNT_AS(kind, section, group, what, unit, number, run, value, quote)                      \
  {                                                                                                \
    section, group, what, unit, number, 0, DL_PAPER_VALUE, 0, run, value, COUNTED, COUNTED_OTHER,  \
        kind, quote                                                                                \
  }
#define COUNT(...)   COUNT_AS (DL_PAPER_PRINTED, __VA_ARGS__)
#define DERIVED(...) COUNT_AS (DL_PAPER_DERIVED, __VA_ARGS__)
#define GIVEN(...)   COUNT_AS (DL_PAPER_INPUT, __VA_ARGS__)

#define CABLES  "The number of inter group cables per bundle is given by"
#define OPTICAL "The total number of optical cables required is given by"

static const DlPaperFact facts[] = {
  GIVEN (SECTION_A, GROUP_BLADE, N_ ("nodes of a router"), N_ ("nodes"), 4, FULL, ROUTER_NODES,
         "four compute nodes and a single Aries interconnect ASIC"),
  COUNT (SECTION_B, GROUP_BLADE, N_ ("ports to the network"), N_ ("ports"), 40, FULL, NETWORK_PORTS,
         "Forty of the tiles, referred to as network tiles"),
  COUNT (SECTION_C, GROUP_BLADE, N_ ("green"), N_ ("ports"), 15, FULL, GREEN_PORTS,
         "connects each Aries to each of the other 15 Aries within that chassis"),
  DERIVED (SECTION_C, GROUP_BLADE, N_ ("black, three to each other chassis"), N_ ("ports"), 15,
           FULL, BLACK_PORTS,
           "three electrical links from each Aries within a chassis to its peer"),
  COUNT (SECTION_C, GROUP_BLADE, N_ ("blue"), N_ ("ports"), 10, FULL, BLUE_PORTS,
         "Each Aries provides 10 of these links for a total of 960 per group"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("nodes"), N_ ("nodes"), 384, FULL, GROUP_NODES,
         "groups containing up to 384 nodes"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("blue links"), N_ ("links"), 960, FULL, GROUP_BLUE,
         "Each Aries provides 10 of these links for a total of 960 per group"),
  COUNT (SECTION_D, GROUP_GROUP, N_ ("blue cables, at most"), N_ ("cables"), 240, FULL,
         GROUP_CABLES, "using 60 of the maximum of 240 ports available"),
  GIVEN (SECTION_C, GROUP_GROUP, N_ ("links of a blue cable"), N_ ("links"), 4, FULL, CABLE_LINKS,
         "Blue links are combined into sets of 4 links"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("stays at the router, of green traffic"), N_ ("share"),
         1 / 16.0, FULL, GREEN_LOCAL, "one part in 16 for the Green dimension"),
  COUNT (SECTION_C, GROUP_GROUP, N_ ("stays at the router, of black traffic"), N_ ("share"),
         1 / 6.0, FULL, BLACK_LOCAL, "one part in 6 for the Black dimension"),
  COUNT (SECTION_C, GROUP_SYSTEM, N_ ("most groups"), N_ ("groups"), 241, FULL, MOST_GROUPS,
         "the maximum size of the system to 241 groups (92,544 nodes)"),
  COUNT (SECTION_C, GROUP_SYSTEM, N_ ("most nodes"), N_ ("nodes"), 92544, FULL, NODES,
         "the maximum size of the system to 241 groups (92,544 nodes)"),
  DERIVED (SECTION_D, GROUP_SYSTEM, N_ ("maximum cables per pair of 8 groups"), N_ ("cables"), 34,
           EIGHT_FULL, MOST_CABLES, CABLES),
  COUNT (SECTION_8, GROUP_SYSTEM, N_ ("nodes of 8 groups, figures 9 to 12"), N_ ("nodes"), 3072,
         EIGHT_FULL, NODES, "on an 8 Group, 6 chassis per group, system (3072 nodes)"),
  COUNT (SECTION_8, GROUP_SYSTEM, N_ ("nodes of 64 groups, figure 13"), N_ ("nodes"), 24576,
         SIXTY_FOUR, NODES, "on systems as large as 24,576 nodes"),
  COUNT (SECTION_D, GROUP_UPGRADE, N_ ("cable ports in use, of 6 groups"), N_ ("ports"), 60, SIX,
         GROUP_CABLES, "using 60 of the maximum of 240 ports available"),
  DERIVED (SECTION_D, GROUP_UPGRADE, N_ ("optical cables, by the equation, of 6"), N_ ("cables"),
           12 * 5 * 6 / 2, SIX, OPTICAL_CABLES, OPTICAL),
  DERIVED (SECTION_D, GROUP_UPGRADE, N_ ("and of 8"), N_ ("cables"), 12 * 7 * 8 / 2, EIGHT,
           OPTICAL_CABLES, OPTICAL),
  { SECTION_D, GROUP_UPGRADE, N_ ("no cable is moved"), N_ ("1: none"), 1, 0, DL_PAPER_VALUE, 0,
    SIX, GROWS,
    N_ ("8 groups have space for 12 cables per pair, so the cables of 6 groups are "
        "not moved."),
    N_ ("8 groups do not have space for as many cables per pair."), DL_PAPER_DERIVED,
    "without the need to rewire the system" },
  { SECTION_A, N_ ("Not in the network"), N_ ("sockets, memory, cabinets, cable lengths"), "", NAN,
    0, DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("The contents of nodes and cabinets and the lengths of cables are not part of the model. "
        "49,152 sockets are two per node for 24,576 nodes."),
    DL_PAPER_PRINTED },
  { SECTION_C, N_ ("Not in the network"), N_ ("half the optical links of a fat tree"), "", NAN, 0,
    DL_PAPER_NO_RULE, 0, 0, DL_PAPER_BEYOND, NULL,
    N_ ("This program has no fat trees for comparison."), DL_PAPER_PRINTED,
    "half the number of optical links as an equivalent fat-tree" },
};

const DlPaperCheck dl_paper_check_cascade_sizes = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 1,
  .id = "cascade-sizes",
  .title = N_ ("Blades, groups and cables"),
  .section = N_ ("Cascade paper, section 2"),
  .choices = N_ ("Chosen here: the blade at the end of each blue cable, from the cabling of two "
                 "real machines; the paper does not give it. No number here depends on it."),
  .settings = settings,
  .runs = runs,
  .n_runs = G_N_ELEMENTS (runs),
  .n_values = N_VALUES,
  .analyze = analyze,
  .facts = facts,
  .n_facts = G_N_ELEMENTS (facts),
};

/* Cycles between looks at whether the program is over or the user has had enough. */
#define STRETCH 16

/* A run ---------------------------------------------------------------------------------------- */

typedef struct
{
  DlAries *sim;
  const DlWorkload *workload;
  guint64 *got; /* (n_nodes) scratch */
  guint64 message_packets;
  guint64 all; /* packets of the first team's program */
} Run;

/* Packets got by nodes of the first team. */
static guint64
packets_got (const Run *run)
{
  guint64 sum = 0;

  dl_aries_get_nodes (run->sim, NULL, run->got);
  for (guint rank = 0; rank < run->workload->spec.teams.first[1]; rank++)
    sum += run->got[dl_workload_node (run->workload, rank)];
  return sum;
}

static void
take (const Run *run, const DlUnits *units, guint64 packets, guint64 cycles, double *values)
{
  const guint n = run->workload->spec.teams.first[1];
  const double bytes = (double) packets * run->workload->spec.message_bytes / run->message_packets;
  DlSimCounters counters;

  dl_aries_get_counters (run->sim, &counters);
  values[DL_CASCADE_GBPS] = dl_units_GBps (units, bytes / n, cycles);
  values[DL_CASCADE_SHARE] = (double) packets / ((double) n * (n - 1) * run->message_packets);
  values[DL_CASCADE_NONMINIMAL]
      = counters.injected > 0 ? (double) counters.nonminimal / counters.injected : NAN;
}

/* FALSE if canceled. */
static gboolean
go (const Run *run, const DlSimulateOptions *options, const DlUnits *units,
    GCancellable *cancellable, double *values)
{
  guint64 before = 0, got = 0;

  while (dl_aries_cycle (run->sim) < options->cycles)
    {
      const guint64 now = dl_aries_cycle (run->sim);
      guint64 stop = MIN (now + STRETCH, options->cycles);

      if (now == options->warmup_cycles)
        before = got;
      if (now < options->warmup_cycles)
        stop = MIN (stop, options->warmup_cycles);
      dl_aries_run (run->sim, stop - now);
      got = packets_got (run);
      if (options->progress != NULL)
        options->progress ((double) stop / options->cycles, options->progress_data);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (got == run->all)
        {
          take (run, units, got, MIN (dl_aries_program_done (run->sim), stop), values);
          return TRUE;
        }
    }
  take (run, units, got - before, options->cycles - options->warmup_cycles, values);
  return TRUE;
}

static guint64
all_packets (const DlWorkload *workload, guint64 message_packets)
{
  guint64 messages = 0;

  for (guint rank = 0; rank < workload->spec.teams.first[1]; rank++)
    messages += dl_workload_n_steps (workload, rank);
  return messages * message_packets;
}

gboolean
dl_paper_cascade_run (const DlScenario *scenario, const DlSimulateOptions *options,
                      GCancellable *cancellable, double *values, GError **error)
{
  const DlUnits units = dl_units (scenario);
  g_autoptr (DlAriesPlan) plan
      = dl_dragonfly_plan_new (scenario, options->seed, options->routes, cancellable, error);
  DlSimulateOptions chosen = *options;
  g_autoptr (DlAries) sim = NULL;
  g_autofree guint64 *got = NULL;
  Run run;

  if (plan == NULL)
    return FALSE;
  g_assert (plan->options.workload != NULL && plan->options.workload->spec.teams.n_teams > 0);
  chosen.warmup_cycles = scenario->simulation.warmup_cycles;
  if (chosen.warmup_cycles >= chosen.cycles)
    {
      g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
                   _ ("simulation.warmup-cycles: after %lu cycles nothing remains to measure (use "
                      "fewer than the %lu cycles of the run)"),
                   (gulong) chosen.warmup_cycles, (gulong) chosen.cycles);
      return FALSE;
    }
  sim = dl_aries_new (plan, 0);
  got = g_new (guint64, plan->options.routes->dragonfly->n_nodes);
  run = (Run) { .sim = sim, .workload = plan->options.workload, .got = got };
  run.message_packets = dl_workload_packets (run.workload, run.workload->spec.message_bytes);
  run.all = all_packets (run.workload, run.message_packets);
  if (go (&run, &chosen, &units, cancellable, values))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The simulation was canceled"));
  return FALSE;
}

/* Curves --------------------------------------------------------------------------------------- */

double
dl_paper_grid_GBps (const DlPaperTable *table, const DlPaperGrid *grid, guint curve, guint size)
{
  return dl_paper_values (table, curve * grid->n_sizes + size, 0)[DL_CASCADE_GBPS];
}

void
dl_paper_grid_add_curve (DlPaperTable *table, const DlPaperGrid *grid, guint curve,
                         const char *label)
{
  DlPaperCurve *it = dl_paper_result_add_curve (table->result, label);

  for (guint size = 0; size < grid->n_sizes; size++)
    {
      const double *values = dl_paper_values (table, curve * grid->n_sizes + size, 0);
      const DlPaperPoint point = { grid->bytes[size], values[DL_CASCADE_GBPS],
                                   values[DL_CASCADE_SHARE], values[DL_CASCADE_NONMINIMAL] };

      g_array_append_val (it->points, point);
    }
}

/* The highest of all. */
static double
highest_of (const DlPaperTable *table, const DlPaperGrid *grid)
{
  double highest = 0;

  for (guint curve = 0; curve < grid->n_curves; curve++)
    for (guint size = 0; size < grid->n_sizes; size++)
      highest = MAX (highest, dl_paper_grid_GBps (table, grid, curve, size));
  return highest;
}

char *
dl_paper_bytes_text (double bytes)
{
  if (bytes < 1024)
    return g_strdup_printf (_ ("%lu B"), (gulong) bytes);
  return g_strdup_printf (_ ("%lu KiB"), (gulong) (bytes / 1024));
}

/* Shapes --------------------------------------------------------------------------------------- */

void
dl_paper_add_shape (DlPaperTable *table, const DlPaperShape *shape)
{
  DlPaperRow row = {
    .group = g_strdup (shape->group),
    .what = g_strdup (shape->what),
    .unit = shape->unit,
    .kind = shape->kind,
    .quote = shape->quote,
    .expected = NAN,
    .rule = shape->rule,
    .bound = shape->bound,
    .computed = shape->value,
    .n_seeds = 1,
  };

  if (!isfinite (row.computed))
    row.why = N_ ("The run is too short for a measurement.");
  else
    row.why = dl_paper_verdict (&row) == DL_PAPER_AGREES ? shape->agrees : shape->differs;
  dl_paper_result_add (table->result, row);
}

void
dl_paper_add_injection (DlPaperTable *table, const DlPaperGrid *grid)
{
  const DlPaperShape shape = {
    .group = _ ("Bound of the text: injection with symmetric traffic"),
    .what = _ ("maximum"),
    .unit = N_ ("GB/s per node"),
    .rule = DL_PAPER_BELOW,
    .bound = DL_PAPER_SYMMETRIC_GBPS,
    .value = highest_of (table, grid),
    .agrees = N_ ("No curve is above the 7.5 GB/s that a node injects with symmetric traffic."),
    .differs = N_ ("A node sends and receives up to 10 GB/s of payload here, as with traffic in "
                   "one direction. The competition of requests and responses at the host, which "
                   "leaves 7.5 GB/s in the paper, is not simulated."),
    .kind = DL_PAPER_PRINTED,
    .quote = "approximately 7.5 GBytes/sec in each direction",
  };

  dl_paper_add_shape (table, &shape);
  dl_paper_result_add_limit (table->result, _ ("injection, symmetric (paper)"),
                             DL_PAPER_SYMMETRIC_GBPS);
}

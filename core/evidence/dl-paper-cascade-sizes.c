/* Figures 11 to 13 of the Cascade paper: a small job placed in more or fewer groups, and the whole
 * of machines of several sizes. */
#include "dl-paper-cascade.h"

#include "dl-cascade-model.h"

#include <glib/gi18n-lib.h>

#include <math.h>

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
static const guint system_groups[] = { 1, 8, 64 };

static const DlPaperGrid system_grid
    = { G_N_ELEMENTS (system_groups), G_N_ELEMENTS (system_sizes), system_sizes };

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

/* What the blue links carry of payload, a node. */
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

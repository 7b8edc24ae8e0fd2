/* Figures 9 and 10 of the Cascade paper: an all to all on 8 groups under each routing mode. */
#include "dl-paper-cascade.h"

#include "dl-cascade-model.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const double sizes[] = { 64, 256, 1024, 8192, 131072 };

enum
{
  SMALLEST,
  LARGEST = G_N_ELEMENTS (sizes) - 1,
};

#define ROUTING(mode) "dragonfly.routing=" mode
#define RUN(mode, bytes)                                                                           \
  {                                                                                                \
    { ROUTING (mode), "traffic.message-bytes=" bytes }, 1                                          \
  }
#define RUNS(mode)                                                                                 \
  RUN (mode, "64"), RUN (mode, "256"), RUN (mode, "1024"), RUN (mode, "8192"), RUN (mode, "131072")

static const char *const settings[] = {
  "scenario.kind=dragonfly",      "dragonfly.groups=8",
  "dragonfly.cables-per-pair=34", "traffic.pattern=all-to-all",
  "traffic.order=random",         "simulation.warmup-cycles=600",
  "simulation.cycles=1200",       NULL,
};

#define CHOICES                                                                                    \
  N_ ("The paper’s text does not have the values of the curves, so shapes and bounds are "       \
      "compared, not numbers. Chosen here: “relatively constant” is at least three quarters, " \
      "“degrades” is less; five of the lengths; the full network of the paper. In each step, " \
      "all nodes send over the same distance, in a random order of shifts. Reduced: each "         \
      "all-to-all exchange is simulated after 1.3 µs and up to 2.5 µs, the share in each row "   \
      "of the CSV; for the longest messages this is a part of one shift. A scenario with a "       \
      "given number of cycles makes it longer.")

/* A curve's bandwidth at the largest size over that at the smallest. */
static double
large_over_small (const DlPaperTable *table, const DlPaperGrid *grid, guint curve)
{
  return dl_paper_grid_GBps (table, grid, curve, LARGEST)
         / dl_paper_grid_GBps (table, grid, curve, SMALLEST);
}

/* The best of the curves from @first to the one before @end. */
static double
best (const DlPaperTable *table, const DlPaperGrid *grid, guint first, guint end, guint size)
{
  double most = 0;

  for (guint curve = first; curve < end; curve++)
    most = MAX (most, dl_paper_grid_GBps (table, grid, curve, size));
  return most;
}

static const char *
mode_title (const char *id)
{
  return _ (dl_dragonfly_mode_find (id)->title);
}

static void
add_curves (DlPaperTable *table, const DlPaperGrid *grid, const char *const *modes)
{
  for (guint i = 0; i < grid->n_curves; i++)
    dl_paper_grid_add_curve (table, grid, i, mode_title (modes[i]));
}

/* Figure 9 ------------------------------------------------------------------------------------- */

static const char *const modes_9[] = { "min-hash",   "min-adaptive", "valiant",   "adaptive-0",
                                       "adaptive-1", "adaptive-2",   "adaptive-3" };

#define N_MINIMAL 2 /* the first of them */

static const DlPaperGrid grid_9 = { G_N_ELEMENTS (modes_9), G_N_ELEMENTS (sizes), sizes };

static const DlPaperRun runs_9[] = {
  RUNS ("min-hash"),
  RUNS ("min-adaptive"),
  RUNS ("valiant"),
  RUNS ("adaptive-0"),
  RUNS ("adaptive-1"),
  RUNS ("adaptive-2"),
  RUNS ("adaptive-3"),
  /* Shifts around two groups ahead, one after the other. */
  { { ROUTING ("min-hash"), "traffic.message-bytes=64", "traffic.order=rotating",
      "simulation.shifts=1400" },
    1 },
};

#define RISING (G_N_ELEMENTS (runs_9) - 1)

#define DEGRADES "performance of the minimal routing modes begins to degrade"

/* Reason why the mode with that number is not constant. */
static const char *
why_not_constant (guint mode)
{
  if (mode < N_MINIMAL)
    return N_ ("Minimal routing does not degrade with long messages in this simulation.");
  if (!dl_dragonfly_mode_find (modes_9[mode])->by_load)
    return N_ ("It loses more than the chosen bound of a quarter, although every packet takes a "
               "detour for every message length. For the longest messages, only a part of one "
               "shift was simulated, which contributes to the loss.");
  return N_ (
      "It loses more than a quarter here. With short messages, most packets take minimal routes. "
      "With long ones, most packets cross two blue links, so less of the bandwidth remains. The "
      "loads and biases of the machine are not published and are assumed here.");
}

static void
add_flatness (DlPaperTable *table)
{
  for (guint mode = 0; mode < grid_9.n_curves; mode++)
    {
      const gboolean minimal = mode < N_MINIMAL;
      const DlPaperShape shape = {
        .group = _ ("Bandwidth with messages of 128 KiB over that with 64 B"),
        .what = mode_title (modes_9[mode]),
        .unit = "",
        .rule = minimal ? DL_PAPER_BELOW : DL_PAPER_ABOVE,
        .bound = DL_PAPER_CONSTANT,
        .value = large_over_small (table, &grid_9, mode),
        .agrees
        = minimal ? N_ ("Minimal routing degrades with long messages: all nodes of a group send "
                        "to one or two groups for a long time, only over the cables between them.")
                  : N_ ("It is relatively constant, as in the paper."),
        .differs = why_not_constant (mode),
        .kind = DL_PAPER_PRINTED,
        .quote
        = minimal ? DEGRADES : "performance of the other routing modes remains relatively constant",
      };

      dl_paper_add_shape (table, &shape);
    }
}

static void
add_best (DlPaperTable *table)
{
  const guint at[] = { SMALLEST, LARGEST };

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      g_autofree char *what = dl_paper_bytes_text (sizes[at[i]]);
      const DlPaperShape shape = {
        .group = _ ("Best minimal mode relative to the best other mode"),
        .what = what,
        .unit = "",
        .rule = at[i] == SMALLEST ? DL_PAPER_ABOVE : DL_PAPER_BELOW,
        .bound = 1,
        .value = best (table, &grid_9, 0, N_MINIMAL, at[i])
                 / best (table, &grid_9, N_MINIMAL, grid_9.n_curves, at[i]),
        .agrees = at[i] == SMALLEST
                      ? N_ ("Minimal is best for short messages, which go to many groups at once.")
                      : N_ ("Minimal is not best for long messages."),
        .differs
        = at[i] == SMALLEST
              ? N_ ("With short messages, adaptive routing with a bias toward minimal routes is "
                    "as good as minimal routing, or better: it avoids links that are full for a "
                    "moment.")
              : N_ ("Minimal is as good for long messages as any other mode in this simulation."),
        .kind = DL_PAPER_DERIVED,
        .quote = at[i] == SMALLEST
                     ? "For small messages we see good performance with minimal routing"
                     : DEGRADES,
      };

      dl_paper_add_shape (table, &shape);
    }
}

/* Why the shifts are in a random order. */
static void
add_rising (DlPaperTable *table)
{
  const DlPaperShape shape = {
    .group = _ ("Shifts in increasing order instead, messages of 64 B"),
    .what = mode_title (modes_9[0]),
    .unit = N_ ("GB/s per node"),
    .rule = DL_PAPER_NO_RULE,
    .value = dl_paper_values (table, RISING, 0)[DL_CASCADE_GBPS],
    .differs = N_ ("The paper does not give the order of the shifts. In increasing order, whole "
                   "groups send to one or two groups for a long time even with short messages, "
                   "without the path diversity that the paper describes."),
    .kind = DL_PAPER_INPUT,
    .quote = "uses a rotating shift communication pattern",
  };

  dl_paper_add_shape (table, &shape);
}

/* All of a group to one other, minimal. */
static void
add_worst_case (DlPaperTable *table)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  const DlScenario *scenario = table->result->scenario;
  const DlCascadeModel model
      = dl_cascade_model (dl_dragonfly_options (scenario)->spec.groups,
                          dl_dragonfly_options (scenario)->spec.cables_per_pair, &rates);

  dl_paper_result_add_limit (table->result, _ ("minimal, one group to one other group"),
                             model.worst_GBps * rates.efficiency);
}

static void
add_rows_9 (DlPaperTable *table)
{
  add_curves (table, &grid_9, modes_9);
  add_flatness (table);
  add_best (table);
  dl_paper_add_injection (table, &grid_9);
  add_worst_case (table);
  add_rising (table);
}

const DlPaperCheck dl_paper_check_cascade_9 = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 70,
  .id = "cascade-9",
  .title = N_ ("All-to-all on 8 groups by routing mode"),
  .section = N_ ("Cascade paper, section 8, figure 9 (shape)"),
  .choices = CHOICES,
  .settings = settings,
  .runs = runs_9,
  .n_runs = G_N_ELEMENTS (runs_9),
  .n_values = DL_CASCADE_N_VALUES,
  .add_rows = add_rows_9,
};

/* Figure 10 ------------------------------------------------------------------------------------ */

static const char *const modes_10[]
    = { "tuned", "adaptive-0", "adaptive-1", "adaptive-2", "adaptive-3" };

static const DlPaperGrid grid_10 = { G_N_ELEMENTS (modes_10), G_N_ELEMENTS (sizes), sizes };

static const DlPaperRun runs_10[] = {
  RUNS ("tuned"),      RUNS ("adaptive-0"), RUNS ("adaptive-1"),
  RUNS ("adaptive-2"), RUNS ("adaptive-3"),
};

#define ALMOST "almost eliminate the performance drop-off for large all-to-all messages"

static void
add_drop (DlPaperTable *table)
{
  double least_drop = 0;

  for (guint mode = 0; mode < grid_10.n_curves; mode++)
    {
      const DlPaperShape shape = {
        .group = _ ("Bandwidth with messages of 128 KiB over that with 64 B"),
        .what = mode_title (modes_10[mode]),
        .unit = "",
        .rule = mode == 0 ? DL_PAPER_ABOVE : DL_PAPER_NO_RULE,
        .bound = DL_PAPER_CONSTANT,
        .value = large_over_small (table, &grid_10, mode),
        .agrees = N_ ("With tuning, little is lost with long messages, as in the paper."),
        .differs = mode == 0
                       ? N_ ("With the tuning assumed here, more than a quarter is lost with long "
                             "messages. The tuning of the paper is not published.")
                       : N_ ("Not in the text; shown for comparison."),
        .kind = DL_PAPER_PRINTED,
        .quote = mode == 0 ? ALMOST : NULL,
      };

      if (mode > 0)
        least_drop = MAX (least_drop, shape.value);
      dl_paper_add_shape (table, &shape);
    }
  const DlPaperShape tuned = {
    .group = _ ("The same, tuned relative to the best other adaptive mode"),
    .what = mode_title (modes_10[0]),
    .unit = "",
    .rule = DL_PAPER_ABOVE,
    .bound = 1,
    .value = large_over_small (table, &grid_10, 0) / least_drop,
    .agrees = N_ ("With tuning, less is lost with long messages than in any other adaptive mode."),
    .differs = N_ ("A different adaptive mode loses as little with long messages, or less. The "
                   "tuning assumed here is a bias by kind of path; the paper’s tuning is not "
                   "published."),
    .kind = DL_PAPER_DERIVED,
    .quote = ALMOST,
  };
  dl_paper_add_shape (table, &tuned);
}

static void
add_rows_10 (DlPaperTable *table)
{
  add_curves (table, &grid_10, modes_10);
  add_drop (table);
  dl_paper_add_injection (table, &grid_10);
}

const DlPaperCheck dl_paper_check_cascade_10 = {
  .paper = DL_PAPER_CASCADE,
  .seconds = 65,
  .id = "cascade-10",
  .title = N_ ("All-to-all on 8 groups, adaptive modes and tuning"),
  .section = N_ ("Cascade paper, section 8, figure 10 (shape)"),
  .choices = CHOICES,
  .settings = settings,
  .runs = runs_10,
  .n_runs = G_N_ELEMENTS (runs_10),
  .n_values = DL_CASCADE_N_VALUES,
  .add_rows = add_rows_10,
};

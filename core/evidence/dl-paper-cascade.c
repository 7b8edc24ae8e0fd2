#include "dl-paper-cascade.h"

#include "dl-dragonfly-plan.h"

#include "dl-cascade-model.h"
#include "dl-units.h"

#include <glib/gi18n-lib.h>

#include <math.h>

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

/* What the nodes of the first team have got. */
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
          take (run, units, got, MIN (dl_aries_completion_cycle (run->sim), stop), values);
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

#include "dateline-simulation.h"

#include "dateline-private.h"

#include <math.h>
#include <string.h>

/**
 * DatelineSimulation:
 *
 * A scenario at work, cycle by cycle. It begins at cycle 0, runs as far as it is told, can be
 * changed while it runs, and goes back to any cycle that it has seen: the same scenario and the
 * same changes give the same packets, whatever the number of threads. What it says is of its
 * current cycle.
 *
 * It is one thread's at a time: a call while another one works with it fails with
 * %DATELINE_ERROR_BUSY. Different simulations do not know of each other.
 */
struct _DatelineSimulation
{
  GObject parent_instance;

  GMutex lock; /* of all that follows */
  DlTape *tape;
  struct _Told *told; /* of the current cycle; NULL: not asked for yet */
};

/* What a simulation says at a cycle, shared with the arrays that are parts of it. */
typedef struct _Told
{
  DlShared shared;
  DlSimulation *run;
  DlSweepResult values;
} Told;

G_DEFINE_FINAL_TYPE (DatelineSimulation, dateline_simulation, G_TYPE_OBJECT)

static void
dateline_simulation_finalize (GObject *object)
{
  DatelineSimulation *self = DATELINE_SIMULATION (object);

  dl_shared_unref (self->told);
  dl_tape_free (self->tape);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (dateline_simulation_parent_class)->finalize (object);
}

static void
dateline_simulation_class_init (DatelineSimulationClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_simulation_finalize;
}

static void
dateline_simulation_init (DatelineSimulation *self)
{
  g_mutex_init (&self->lock);
}

/* Takes @tape. */
static DatelineSimulation *
new_of (DlTape *tape)
{
  DatelineSimulation *self = g_object_new (DATELINE_TYPE_SIMULATION, NULL);

  self->tape = tape;
  return self;
}

static gboolean
lock (DatelineSimulation *self, GError **error)
{
  if (g_mutex_trylock (&self->lock))
    return TRUE;
  g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_BUSY,
                       "another call works with this simulation (wait for it, or cancel it)");
  return FALSE;
}

static void
unlock (DatelineSimulation *self)
{
  g_mutex_unlock (&self->lock);
}

/* The simulation is somewhere else, or another. */
static void
forget (DatelineSimulation *self)
{
  dl_shared_unref (self->told);
  self->told = NULL;
}

/* Beginning ------------------------------------------------------------------------------------ */

/* Bytes of earlier states, as in the window. */
#define MEMORY (256 * 1024 * 1024)

static DatelineSimulation *
begin (const DlRecording *recording, GError **error)
{
  GError *inner = NULL;
  DlTape *tape = dl_tape_new (recording, (DlTapeOptions) { .budget = MEMORY }, NULL, &inner);

  if (tape != NULL)
    return new_of (tape);
  dl_api_take_error (error, inner);
  return NULL;
}

/**
 * dateline_simulation_new:
 * @scenario: a scenario
 * @error: return location for an error
 *
 * Begins to simulate a scenario. Later changes of the scenario do not reach it.
 *
 * Returns: (transfer full): its simulation at cycle 0; %NULL with a #DatelineError
 */
DatelineSimulation *
dateline_simulation_new (DatelineScenario *scenario, GError **error)
{
  g_autoptr (DlRecording) recording = NULL;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  recording = dl_recording_new (dl_api_scenario_peek (scenario));
  return begin (recording, error);
}

static gsize
limit_of (const guint8 *data, gsize length)
{
  return DL_SCENARIO_FILE_MAX_BYTES;
}

/**
 * dateline_simulation_open:
 * @file_name: (type filename): a recording, as dateline_simulation_save(), the window and
 *   "dateline-cli record" write it
 * @error: return location for an error
 *
 * Opens a recording of a run.
 *
 * Returns: (transfer full): the recorded simulation at cycle 0: it runs as it did, with its
 * changes, up to the recording's end; %NULL with a #DatelineError or an error of the system
 */
DatelineSimulation *
dateline_simulation_open (const char *file_name, GError **error)
{
  g_autofree char *folder = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (DlRecording) recording = NULL;
  GError *inner = NULL;

  g_return_val_if_fail (file_name != NULL, NULL);
  folder = g_path_get_dirname (file_name);
  bytes = dl_scenario_read_file (file_name, limit_of, &inner);
  if (bytes != NULL)
    recording = dl_recording_parse_in ((const char *) bytes->data, bytes->len, file_name,
                                       (DlScenarioFiles) { .folder = folder }, NULL, &inner);
  if (recording != NULL)
    return begin (recording, error);
  dl_api_take_error (error, inner);
  return NULL;
}

/**
 * dateline_simulation_branch:
 * @self: a simulation
 * @error: return location for an error
 *
 * Leaves a simulation at its cycle for a different future.
 *
 * Returns: (transfer full): another simulation at the same cycle, which has the same past and a
 *   future of its own; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineSimulation *
dateline_simulation_branch (DatelineSimulation *self, GError **error)
{
  DatelineSimulation *branch;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  branch = new_of (dl_tape_branch (self->tape));
  unlock (self);
  return branch;
}

DlTape *
dl_api_simulation_copy_tape (DatelineSimulation *self, GError **error)
{
  DlTape *tape;

  if (!lock (self, error))
    return NULL;
  tape = dl_tape_copy (self->tape);
  unlock (self);
  return tape;
}

/* Running -------------------------------------------------------------------------------------- */

/* Cycles at a time, after which progress is told. */
#define PARTS 200

/* Nothing happens any more: packets wait for each other, or the program is done. */
static gboolean
is_over (const DlTape *tape)
{
  return dl_tape_get_deadlock (tape) != NULL
         || dl_machine_run_completion_cycle (dl_tape_get_run (tape)) != DL_SIMULATE_NOT_DONE;
}

/* The end of the scenario's own run is looked for where it may be. */
static gboolean
run_to_own_end (DlTape *tape, GCancellable *cancellable, DatelineProgressFunc progress,
                gpointer data, GError **error)
{
  const guint64 most = dl_tape_get_begun (tape) + dl_tape_get_scenario (tape)->simulation.cycles;

  while (!is_over (tape) && dl_tape_get_enough (tape, NULL) == 0 && dl_tape_get_cycle (tape) < most)
    {
      const guint64 left = most - dl_tape_get_cycle (tape);

      if (!dl_tape_go (tape, MIN (dl_tape_due (tape), left), cancellable, error))
        return FALSE;
      if (progress != NULL)
        progress ((double) dl_tape_get_cycle (tape) / most, data);
    }
  return TRUE;
}

static gboolean
run_for (DlTape *tape, guint64 cycles, GCancellable *cancellable, DatelineProgressFunc progress,
         gpointer data, GError **error)
{
  const guint64 part = progress != NULL ? MAX (cycles / PARTS, 1) : cycles;

  for (guint64 done = 0; done < cycles;)
    {
      const guint64 now = MIN (part, cycles - done);

      if (!dl_tape_go (tape, now, cancellable, error))
        return FALSE;
      done += now;
      if (progress != NULL)
        progress ((double) done / cycles, data);
    }
  return TRUE;
}

/**
 * dateline_simulation_run:
 * @self: a simulation
 * @cycles: how many cycles; 0: to the end that the scenario states, which is where its results are
 *   precise enough, its program is done, or its cycles are over
 * @cancellable: (nullable): to cancel
 * @progress: (nullable) (scope call) (closure user_data): told how far it is
 * @user_data: data for @progress
 * @error: return location for an error
 *
 * Simulates further. A recorded one goes by its changes.
 *
 * Returns: %TRUE if it came there; %FALSE with %DATELINE_ERROR_BUSY, %DATELINE_ERROR_CONFLICT for a
 *   recorded change with which it cannot go on, or %G_IO_ERROR_CANCELLED, at the cycle to which it
 *   came
 */
gboolean
dateline_simulation_run (DatelineSimulation *self, guint64 cycles, GCancellable *cancellable,
                         DatelineProgressFunc progress, gpointer user_data, GError **error)
{
  GError *inner = NULL;
  gboolean done;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  if (!lock (self, error))
    return FALSE;
  forget (self);
  done = cycles > 0 ? run_for (self->tape, cycles, cancellable, progress, user_data, &inner)
                    : run_to_own_end (self->tape, cancellable, progress, user_data, &inner);
  unlock (self);
  return done || dl_api_take_error (error, inner);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (dateline_simulation_run (source, *(const guint64 *) data, cancellable, NULL, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * dateline_simulation_run_async:
 * @self: a simulation
 * @cycles: as dateline_simulation_run() has it
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_simulation_run() on another thread. Until then other calls fail with
 * %DATELINE_ERROR_BUSY.
 */
void
dateline_simulation_run_async (DatelineSimulation *self, guint64 cycles, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (DATELINE_IS_SIMULATION (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, dateline_simulation_run_async);
  g_task_set_task_data (task, g_memdup2 (&cycles, sizeof cycles), g_free);
  g_task_run_in_thread (task, run_in_thread);
}

/**
 * dateline_simulation_run_finish:
 * @self: a simulation
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_simulation_run_async() began.
 *
 * Returns: as dateline_simulation_run()
 */
gboolean
dateline_simulation_run_finish (DatelineSimulation *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * dateline_simulation_seek:
 * @self: a simulation
 * @cycle: a cycle
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Goes to a cycle, forward or back: the state is that of the first time. The state at a cycle is
 * the one before a change at it.
 *
 * Returns: %TRUE if it is there; %FALSE with an error as of dateline_simulation_run()
 */
gboolean
dateline_simulation_seek (DatelineSimulation *self, guint64 cycle, GCancellable *cancellable,
                          GError **error)
{
  GError *inner = NULL;
  gboolean done;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  if (!lock (self, error))
    return FALSE;
  forget (self);
  done = dl_tape_seek (self->tape, cycle, cancellable, &inner);
  unlock (self);
  return done || dl_api_take_error (error, inner);
}

/* A change in the past drops what came after it: the simulation takes the other turn. */
static gboolean
change (DatelineSimulation *self, const GPtrArray *edits, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (dl_tape_get_scenario (self->tape));
  g_autoptr (DlTape) branch = NULL;

  if (!dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return FALSE;
  if (dl_tape_is_at_end (self->tape))
    return dl_tape_edit (self->tape, scenario, NULL, NULL, error);
  branch = dl_tape_branch (self->tape);
  if (!dl_tape_edit (branch, scenario, NULL, NULL, error))
    return FALSE;
  dl_tape_free (self->tape);
  self->tape = g_steal_pointer (&branch);
  return TRUE;
}

/**
 * dateline_simulation_change:
 * @self: a simulation
 * @assignments: (array zero-terminated=1): `GROUP.KEY=VALUE` each, as dateline_scenario_change()
 * has them
 * @error: return location for an error
 *
 * Changes the scenario at the current cycle, as when somebody breaks a link while packets are under
 * way. What it had simulated after this cycle is dropped: dateline_simulation_branch() keeps it.
 *
 * Returns: %TRUE if it was changed; %FALSE with an error as of dateline_scenario_set(),
 *   %DATELINE_ERROR_BUSY, or %DATELINE_ERROR_CONFLICT for a change with which a run cannot go on
 */
gboolean
dateline_simulation_change (DatelineSimulation *self, const char *const *assignments,
                            GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  GError *inner = NULL;
  gboolean done;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  g_return_val_if_fail (assignments != NULL, FALSE);
  if (!dl_api_edits_parse (edits, assignments, error) || !lock (self, error))
    return FALSE;
  forget (self);
  done = change (self, edits, &inner);
  unlock (self);
  return done || dl_api_take_error (error, inner);
}

/**
 * dateline_simulation_find_lock:
 * @self: a simulation in which packets wait for each other forever
 * @cycle: (out): the first cycle at which they do; 0: none do
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Finds when a deadlock closed, and stays where it is.
 *
 * Returns: %TRUE if it was looked for; %FALSE with an error as of dateline_simulation_run()
 */
gboolean
dateline_simulation_find_lock (DatelineSimulation *self, guint64 *cycle, GCancellable *cancellable,
                               GError **error)
{
  GError *inner = NULL;
  guint64 here;
  gboolean done;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  if (!lock (self, error))
    return FALSE;
  here = dl_tape_get_cycle (self->tape);
  done = dl_tape_find_lock (self->tape, cycle, cancellable, &inner);
  /* A cycle that it has seen: without a cancellable nothing stops it. */
  dl_tape_seek (self->tape, here, NULL, NULL);
  unlock (self);
  return done || dl_api_take_error (error, inner);
}

/* Where it is ---------------------------------------------------------------------------------- */

/**
 * dateline_simulation_get_cycle:
 * @self: a simulation
 *
 * Waits for another call that works with it.
 *
 * Returns: the current cycle: so many have run
 */
guint64
dateline_simulation_get_cycle (DatelineSimulation *self)
{
  guint64 cycle;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), 0);
  g_mutex_lock (&self->lock);
  cycle = dl_tape_get_cycle (self->tape);
  unlock (self);
  return cycle;
}

/**
 * dateline_simulation_get_seen:
 * @self: a simulation
 *
 * Waits for another call that works with it.
 *
 * Returns: the last cycle that was simulated, or of a recorded one its end
 */
guint64
dateline_simulation_get_seen (DatelineSimulation *self)
{
  guint64 cycle;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), 0);
  g_mutex_lock (&self->lock);
  cycle = dl_tape_get_recording (self->tape)->end;
  unlock (self);
  return cycle;
}

/**
 * dateline_simulation_is_over:
 * @self: a simulation
 *
 * Waits for another call that works with it.
 *
 * Returns: whether nothing happens any more: packets wait for each other forever, or the program is
 *   done
 */
gboolean
dateline_simulation_is_over (DatelineSimulation *self)
{
  gboolean over;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  g_mutex_lock (&self->lock);
  over = is_over (self->tape);
  unlock (self);
  return over;
}

/**
 * dateline_simulation_dup_scenario:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets the scenario with all changes up to now.
 *
 * Returns: (transfer full): a copy of the scenario at the current cycle; %NULL with
 *   %DATELINE_ERROR_BUSY
 */
DatelineScenario *
dateline_simulation_dup_scenario (DatelineSimulation *self, GError **error)
{
  DlScenario *scenario;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  scenario = dl_scenario_copy (dl_tape_get_scenario (self->tape));
  unlock (self);
  return dl_api_scenario_new_take (scenario);
}

/**
 * dateline_simulation_get_network:
 * @self: a simulation
 * @error: return location for an error
 *
 * After a change, a network that has to drain first is the one before until packets that were
 * under way have arrived.
 *
 * Returns: (transfer full): the network at the current cycle; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineNetwork *
dateline_simulation_get_network (DatelineSimulation *self, GError **error)
{
  DatelineNetwork *network;
  DlMachinePlan *plan;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  plan = dl_tape_get_plan (self->tape);
  network = dl_api_network_new_of (dl_tape_get_scenario (self->tape)->family,
                                   dl_shape_net (plan->shape), dl_machine_plan_ref (plan),
                                   dl_shared_unref);
  unlock (self);
  return network;
}

/**
 * dateline_simulation_set_memory:
 * @self: a simulation
 * @bytes: how many bytes it may keep of earlier states
 *
 * With more, going back takes less time; the default is 256 MiB. With 0 it keeps its beginning.
 * Waits for another call that works with it.
 */
void
dateline_simulation_set_memory (DatelineSimulation *self, guint64 bytes)
{
  g_return_if_fail (DATELINE_IS_SIMULATION (self));

  g_mutex_lock (&self->lock);
  dl_tape_set_budget (self->tape, bytes);
  unlock (self);
}

/* Results -------------------------------------------------------------------------------------- */

static void
told_free (gpointer object)
{
  Told *told = object;

  dl_simulation_free (told->run);
  g_free (told);
}

/* A reference to what it says at its cycle; NULL with an error. */
static Told *
tell (DatelineSimulation *self, GError **error)
{
  Told *told;

  if (!lock (self, error))
    return NULL;
  if (self->told == NULL)
    {
      const DlScenario *scenario = dl_tape_get_scenario (self->tape);

      told = g_new0 (Told, 1);
      dl_shared_init (&told->shared, told_free);
      told->run = dl_simulation_of_run (
          scenario, dl_tape_get_run (self->tape), dl_tape_get_plan (self->tape),
          dl_tape_get_observer (self->tape), dl_tape_get_deadlock (self->tape), 1);
      dl_sweep_result_init (&told->values, scenario->family);
      dl_sweep_result_set_simulated (&told->values, scenario, told->run);
      self->told = told;
    }
  told = dl_shared_ref (self->told);
  unlock (self);
  return told;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Told, dl_shared_unref)

/**
 * dateline_simulation_get_state:
 * @self: a simulation
 * @reason: (out) (optional) (nullable) (transfer full): why, in one word
 * @error: return location for an error
 *
 * Gets what may be said of the run: whether its network is saturated and, if not, whether its
 * statistics have converged.
 *
 * Returns: (nullable) (transfer full): `converged`, `not-converged` or `saturated`; %NULL for a
 *   program, which has an end instead, and with %DATELINE_ERROR_BUSY
 */
char *
dateline_simulation_get_state (DatelineSimulation *self, char **reason, GError **error)
{
  g_autoptr (Told) told = NULL;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (reason != NULL)
    *reason = NULL;
  told = tell (self, error);
  if (told == NULL)
    return NULL;
  if (reason != NULL)
    *reason = g_strdup (dl_sim_reason_id (told->run->verdict.reason));
  return g_strdup (dl_sim_state_id (told->run->verdict.state));
}

/**
 * dateline_simulation_get_digest:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets a digest, by which two runs can be compared.
 *
 * Returns: (transfer full): 16 hexadecimal digits of all that was delivered, the same for each
 *   number of threads; %NULL with %DATELINE_ERROR_BUSY
 */
char *
dateline_simulation_get_digest (DatelineSimulation *self, GError **error)
{
  g_autoptr (Told) told = NULL;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  return told != NULL ? g_strdup_printf ("%016" G_GINT64_MODIFIER "x", told->run->counters.digest)
                      : NULL;
}

/**
 * dateline_simulation_get:
 * @self: a simulation
 * @measure: the name of a measure that is simulated, such as `latency_mean`
 * @half_width: (out) (optional): half of its 95% confidence interval; NAN if it has none
 * @error: return location for an error
 *
 * Gets a measure of the simulation, with its 95% confidence interval.
 *
 * Returns: its value after the warm-up; NAN where there is none, and with
 *   %DATELINE_ERROR_NOT_FOUND or %DATELINE_ERROR_BUSY
 */
double
dateline_simulation_get (DatelineSimulation *self, const char *measure, double *half_width,
                         GError **error)
{
  g_autoptr (Told) told = NULL;
  const DlMeasure *row;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NAN);
  g_return_val_if_fail (measure != NULL, NAN);
  if (half_width != NULL)
    *half_width = NAN;
  told = tell (self, error);
  row = told != NULL ? dl_api_find_measure (measure, told->values.family, error) : NULL;
  if (row == NULL)
    return NAN;
  if (!row->simulated)
    {
      g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
                   "%s: this measure is not simulated (get it of an analysis)", measure);
      return NAN;
    }
  if (half_width != NULL)
    *half_width = dl_measure_half_width (row, &told->values);
  return dl_measure_get (row, &told->values);
}

/**
 * dateline_simulation_get_measures:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets all measures of the simulation, with their titles, units and intervals.
 *
 * Returns: (transfer full): a row for each measure that is simulated: `measure`, `title`, `unit`,
 *   `value`, `half_width_95`; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineTable *
dateline_simulation_get_measures (DatelineSimulation *self, GError **error)
{
  g_autoptr (Told) told = NULL;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  return told != NULL ? dl_api_measures_table (told->values.family, &told->values, TRUE) : NULL;
}

/**
 * dateline_simulation_get_series:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets load, throughput and latency over time.
 *
 * Returns: (transfer full): a row for each stretch of time since the latest change: `cycle` at its
 *   end, `created`, `injected` and `delivered` packets up to it, and of the stretch `offered_load`,
 *   `accepted_load` (flits a node and cycle) and `latency_mean`; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineTable *
dateline_simulation_get_series (DatelineSimulation *self, GError **error)
{
  static const DlTableColumn columns[] = {
    { "cycle", "cycle", DL_COLUMN_INTEGER },
    { "created", "created", DL_COLUMN_INTEGER },
    { "injected", "injected", DL_COLUMN_INTEGER },
    { "delivered", "delivered", DL_COLUMN_INTEGER },
    { "offered_load", "offered load", DL_COLUMN_REAL },
    { "accepted_load", "accepted load", DL_COLUMN_REAL },
    { "latency_mean", "mean latency", DL_COLUMN_REAL },
  };
  g_autoptr (Told) told = NULL;
  const DlMachinePlan *plan;
  const GArray *series;
  DlRecord *record;
  DlCells *cells;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  if (told == NULL)
    return NULL;
  plan = told->run->plan;
  series = told->run->series;
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  for (guint i = 1; i < series->len; i++)
    {
      const DlSimPoint *from = &g_array_index (series, DlSimPoint, i - 1);
      const DlSimPoint *to = &g_array_index (series, DlSimPoint, i);

      dl_cells_integer (cells, to->cycle);
      dl_cells_integer (cells, to->created);
      dl_cells_integer (cells, to->injected);
      dl_cells_integer (cells, to->delivered);
      dl_cells_real (
          cells, dl_sim_points_offered (from, to, told->run->packet_flits, plan->n_working_nodes)
                     / plan->load_flits);
      dl_cells_real (cells,
                     dl_sim_points_accepted (from, to, plan->n_working_nodes) / plan->load_flits);
      dl_cells_real (cells, dl_sim_points_latency (from, to));
    }
  return dl_api_table_new_take (record);
}

static const char *
word_of_place (DlFlightPlace place)
{
  static const char *const words[DL_N_FLIGHT_PLACES] = {
    [DL_FLIGHT_LINK] = "link",         [DL_FLIGHT_INPUT] = "input",
    [DL_FLIGHT_CROSSBAR] = "crossbar", [DL_FLIGHT_OUTPUT] = "output",
    [DL_FLIGHT_EJECTED] = "ejected",
  };

  return words[place];
}

/**
 * dateline_simulation_get_packets:
 * @self: a simulation
 * @error: return location for an error
 *
 * Lists the packets that are in the network now.
 *
 * Returns: (transfer full): a row for each packet in the network: `source` and `destination` (nodes
 *   by number), `created`, `injected`, `router`, `link` that it takes next or is on (not known for
 *   its node), `vc`, `place` (link, input, crossbar, output, ejected), `rank` in its queue,
 * `flits`; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineTable *
dateline_simulation_get_packets (DatelineSimulation *self, GError **error)
{
  static const DlTableColumn columns[] = {
    { "source", "source", DL_COLUMN_INTEGER },
    { "destination", "destination", DL_COLUMN_INTEGER },
    { "created", "created", DL_COLUMN_INTEGER },
    { "injected", "injected", DL_COLUMN_INTEGER },
    { "router", "router", DL_COLUMN_INTEGER },
    { "link", "link", DL_COLUMN_INTEGER },
    { "vc", "VC", DL_COLUMN_INTEGER },
    { "place", "place" },
    { "rank", "rank", DL_COLUMN_INTEGER },
    { "flits", "flits", DL_COLUMN_INTEGER },
  };
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  DlRecord *record;
  DlCells *cells;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  dl_machine_run_get_flights (dl_tape_get_run (self->tape), flights);
  unlock (self);
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (flights, DlFlight, i);

      dl_cells_integer (cells, flight->source);
      dl_cells_integer (cells, flight->dest);
      dl_cells_integer (cells, flight->created);
      dl_cells_integer (cells, flight->injected);
      dl_cells_integer (cells, flight->router);
      dl_cells_integer_if (cells, flight->out != DL_FLIGHT_NO_LINK, flight->out);
      dl_cells_integer (cells, flight->vc);
      dl_cells_text (cells, word_of_place (flight->place));
      dl_cells_integer (cells, flight->rank);
      dl_cells_integer (cells, flight->flits);
    }
  return dl_api_table_new_take (record);
}

/* Arrays --------------------------------------------------------------------------------------- */

/* Takes @told. */
static DatelineArray *
array_of (Told *told, gconstpointer data, DatelineElement element, gsize n, gsize n_more)
{
  return dl_api_array_new_of (data, element, (gsize[]) { n, n_more }, n_more > 0 ? 2 : 1, told,
                              dl_shared_unref);
}

/* The values of links at @member of what the run has of them. */
static DatelineArray *
links_array (DatelineSimulation *self, gsize member, GError **error)
{
  Told *told = tell (self, error);
  const DlLinkUse *links;

  if (told == NULL)
    return NULL;
  links = &told->run->links;
  return array_of (told, G_STRUCT_MEMBER (float *, links, member), DATELINE_ELEMENT_FLOAT32,
                   links->n_links, 0);
}

/**
 * dateline_simulation_get_link_loads:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets the utilization of links.
 *
 * Returns: (transfer full): (n_links) the share of what each link can carry that it carried after
 *   the warm-up, as float32; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_link_loads (DatelineSimulation *self, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);

  return links_array (self, G_STRUCT_OFFSET (DlLinkUse, load), error);
}

/**
 * dateline_simulation_get_link_stalls:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets the stalled cycles per packet of links.
 *
 * Returns: (transfer full): (n_links) cycles a packet in which each link's output could not send
 *   (age paper, equation 17), NAN without packets, as float32; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_link_stalls (DatelineSimulation *self, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);

  return links_array (self, G_STRUCT_OFFSET (DlLinkUse, stalls), error);
}

/**
 * dateline_simulation_get_link_occupancy:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets how full the buffers are.
 *
 * Returns: (transfer full): (n_links) the share of the buffers behind each link that is taken now,
 *   as float32; %NULL with %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_link_occupancy (DatelineSimulation *self, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);

  return links_array (self, G_STRUCT_OFFSET (DlLinkUse, occupancy), error);
}

/**
 * dateline_simulation_get_vc_shares:
 * @self: a simulation
 * @error: return location for an error
 *
 * Gets how the flits of links are spread over their virtual channels.
 *
 * Returns: (nullable) (transfer full): (n_links, VCs of the router) the share of each link's flits
 *   that each virtual channel carried after the warm-up, NAN without flits, as float32; %NULL where
 *   the router does not tell them apart, and with %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_vc_shares (DatelineSimulation *self, GError **error)
{
  g_autoptr (Told) told = NULL;
  const DlLinkUse *links;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  if (told == NULL || told->run->links.n_vcs == 0)
    return NULL;
  links = &told->run->links;
  return array_of (g_steal_pointer (&told), links->vc_share, DATELINE_ELEMENT_FLOAT32,
                   links->n_links, links->n_vcs);
}

/**
 * dateline_simulation_get_ages:
 * @self: a simulation
 * @error: return location for an error
 *
 * Counts packets by age.
 *
 * Returns: (transfer full): (256) packets by their age when an output granted them, in the whole
 *   run, as uint64 (age paper, section 3); all 0 where the router has no ages; %NULL with
 *   %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_ages (DatelineSimulation *self, GError **error)
{
  Told *told;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  return told != NULL ? array_of (told, told->run->counters.age, DATELINE_ELEMENT_UINT64,
                                  G_N_ELEMENTS (told->run->counters.age), 0)
                      : NULL;
}

/**
 * dateline_simulation_get_sources:
 * @self: a simulation
 * @error: return location for an error
 *
 * Counts delivered packets by source, which shows who is treated unfairly.
 *
 * Returns: (nullable) (transfer full): (n_nodes) packets from each node that were delivered after
 *   the warm-up, as uint64; %NULL where the router does not count them, and with
 *   %DATELINE_ERROR_BUSY
 */
DatelineArray *
dateline_simulation_get_sources (DatelineSimulation *self, GError **error)
{
  g_autoptr (Told) told = NULL;
  const guint64 *sources;
  guint n_nodes;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  told = tell (self, error);
  if (told == NULL || told->run->stats.sources == NULL)
    return NULL;
  sources = told->run->stats.sources;
  n_nodes = told->run->plan->n_nodes;
  return array_of (g_steal_pointer (&told), sources, DATELINE_ELEMENT_UINT64, n_nodes, 0);
}

/* Loads of each stretch into @rows, (n_rows x links). */
static gboolean
trace (DlTape *tape, guint64 every, guint n_rows, float *rows, GCancellable *cancellable,
       GError **error)
{
  const guint n_links = dl_tape_get_plan (tape)->n_links;
  DlMachineState before = { 0 }, after = { 0 };
  DlLinkUse use = { 0 };
  gboolean done = TRUE;

  dl_machine_run_get_state (dl_tape_get_run (tape), &before);
  for (guint row = 0; done && row < n_rows; row++)
    {
      const DlMachineState swap = before;

      done = dl_tape_go (tape, every, cancellable, error);
      dl_machine_run_get_state (dl_tape_get_run (tape), &after);
      dl_link_use_take (&use, dl_tape_get_plan (tape), &before, &after);
      memcpy (rows + (gsize) row * n_links, use.load, n_links * sizeof *rows);
      before = after;
      after = swap;
    }
  dl_machine_state_clear (&before);
  dl_machine_state_clear (&after);
  dl_link_use_clear (&use);
  return done;
}

/* Numbers of a trace at most. */
#define MOST_TRACED ((gsize) 1 << 30)

/**
 * dateline_simulation_trace_loads:
 * @self: a simulation
 * @cycles: how many cycles
 * @every: cycles of a stretch, at least 1
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Simulates further, and looks at what each link carries in each stretch of time.
 *
 * Returns: (transfer full): (cycles / every, n_links) the share of what each link can carry that it
 *   carried in each stretch, as float32; %NULL with %DATELINE_ERROR_LIMIT where that is too much,
 *   or an error as of dateline_simulation_run()
 */
DatelineArray *
dateline_simulation_trace_loads (DatelineSimulation *self, guint64 cycles, guint64 every,
                                 GCancellable *cancellable, GError **error)
{
  const guint64 n_rows = every > 0 ? cycles / every : 0;
  g_autofree float *rows = NULL;
  GError *inner = NULL;
  gsize n_links;
  gboolean done;
  float *data;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  n_links = dl_tape_get_plan (self->tape)->n_links;
  if (n_rows == 0 || n_rows > MOST_TRACED / MAX (n_links, 1))
    {
      unlock (self);
      g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_LIMIT,
                           "there must be at least one stretch, and not more numbers than fit "
                           "(choose another number of cycles)");
      return NULL;
    }
  forget (self);
  rows = g_new0 (float, n_rows *n_links);
  done = trace (self->tape, every, n_rows, rows, cancellable, &inner);
  unlock (self);
  if (!done)
    {
      dl_api_take_error (error, inner);
      return NULL;
    }
  data = g_steal_pointer (&rows);
  return dl_api_array_new_of (data, DATELINE_ELEMENT_FLOAT32, (gsize[]) { n_rows, n_links }, 2,
                              data, g_free);
}

/* Recordings ----------------------------------------------------------------------------------- */

/**
 * dateline_simulation_get_edits:
 * @self: a simulation
 * @error: return location for an error
 *
 * Lists what was changed while it ran.
 *
 * Returns: (transfer full): a row for each change of the scenario: `cycle` and `label`; %NULL with
 *   %DATELINE_ERROR_BUSY
 */
DatelineTable *
dateline_simulation_get_edits (DatelineSimulation *self, GError **error)
{
  static const DlTableColumn columns[] = {
    { "cycle", "cycle", DL_COLUMN_INTEGER },
    { "label", "label" },
  };
  const GPtrArray *edits;
  DlRecord *record;
  DlCells *cells;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  edits = dl_tape_get_recording (self->tape)->edits;
  for (guint i = 0; i < edits->len; i++)
    {
      const DlRecordedEdit *edit = edits->pdata[i];

      dl_cells_integer (cells, edit->cycle);
      dl_cells_text (cells, edit->label);
    }
  unlock (self);
  return dl_api_table_new_take (record);
}

/**
 * dateline_simulation_to_text:
 * @self: a simulation
 * @error: return location for an error
 *
 * Writes a recording as text, from which dateline_simulation_open() repeats the run once it is a
 * file.
 *
 * Returns: (transfer full): all of it as a file: the scenario that it began with, and each change
 *   with its cycle; %NULL with %DATELINE_ERROR_BUSY
 */
char *
dateline_simulation_to_text (DatelineSimulation *self, GError **error)
{
  char *text;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), NULL);
  if (!lock (self, error))
    return NULL;
  text = dl_recording_to_text (dl_tape_get_recording (self->tape));
  unlock (self);
  return text;
}

/**
 * dateline_simulation_save:
 * @self: a simulation
 * @file_name: (type filename): a file, which is replaced whole or not at all
 * @error: return location for an error
 *
 * Writes what dateline_simulation_to_text() has: dateline_simulation_open(), the window and
 * "dateline-cli replay" run it again.
 *
 * Returns: %TRUE if it is written; %FALSE with %G_FILE_ERROR or %DATELINE_ERROR_BUSY
 */
gboolean
dateline_simulation_save (DatelineSimulation *self, const char *file_name, GError **error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (self), FALSE);
  g_return_val_if_fail (file_name != NULL, FALSE);
  text = dateline_simulation_to_text (self, error);
  return text != NULL
         && g_file_set_contents_full (file_name, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                      error);
}

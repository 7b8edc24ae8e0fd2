/* dateline-cli record and replay: runs as their edits and cycles, and back to one of these. */
#include "cli-recording.h"

#include "cli-scenario.h"
#include "cli-simulate.h"
#include "cli-streams.h"
#include "dl-figure-sweep.h"
#include "dl-figure.h"
#include "dl-recording-store.h"
#include "dl-tape.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* A run shows its progress, and can be canceled, so many times. */
#define PARTS 200
/* Before the name of a scenario of the library. */
#define LIBRARY "library:"

/* Nothing is going to happen any more: packets wait for each other, or the program is done, and no
 * edit is to come. */
static gboolean
is_over (const DlTape *tape)
{
  const GPtrArray *edits = dl_tape_get_recording (tape)->edits;
  const guint64 now = dl_tape_get_cycle (tape);

  if (edits->len > 0 && ((const DlRecordedEdit *) edits->pdata[edits->len - 1])->cycle >= now)
    return FALSE;
  return dl_tape_get_deadlock (tape) != NULL
         || dl_machine_run_completion_cycle (dl_tape_get_run (tape)) != DL_SIMULATE_NOT_DONE;
}

/* Runs @tape to @end, or less if it is @over before. FALSE on error. */
static gboolean
go_to (Cli *cli, DlTape *tape, guint64 end, gboolean (*over) (const DlTape *tape), GError **error)
{
  const guint64 part = MAX (end / PARTS, 1);
  CliProgress progress;
  gboolean done = TRUE;

  cli_progress_begin (&progress);
  while (done && dl_tape_get_cycle (tape) < end && (over == NULL || !over (tape)))
    {
      done = dl_tape_go (tape, MIN (part, end - dl_tape_get_cycle (tape)), cli->cancellable, error);
      cli_progress_set ((double) dl_tape_get_cycle (tape) / end, &progress);
    }
  cli_progress_end (&progress);
  return done;
}

/* "1200 of 20000 cycles are simulated"; TRUE if what there is should be written. */
static gboolean
interrupt (Cli *cli, const DlTape *tape, guint64 end, GError **error)
{
  return dl_tape_get_cycle (tape) > 0
         && cli_interrupt (cli,
                           g_strdup_printf (_ ("%lu of %lu cycles are simulated"),
                                            (gulong) dl_tape_get_cycle (tape), (gulong) end),
                           error);
}

/* record ------------------------------------------------------------------------------------- */

/* Value of --edit. */
typedef struct
{
  guint64 cycle;
  const char *assignment; /* "GROUP.KEY=VALUE", of the option's text */
} Edit;

static gint
by_cycle (gconstpointer a, gconstpointer b)
{
  const guint64 x = ((const Edit *) a)->cycle, y = ((const Edit *) b)->cycle;

  return (x > y) - (x < y);
}

static gboolean
parse_edit (const char *text, guint64 end, Edit *edit, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *cycle = colon != NULL ? g_strndup (text, colon - text) : NULL;
  g_autofree char *quoted = dl_value_quote (text);

  if (cycle == NULL || strspn (cycle, "0123456789") != strlen (cycle) || *cycle == '\0')
    return cli_bad_input (error,
                          _ ("--edit: %s is not an edit (expected CYCLE:GROUP.KEY=VALUE, such as "
                             "8000:traffic.load=0.4)"),
                          quoted);
  edit->assignment = colon + 1;
  if (!dl_value_parse_uint (cycle, 0, DL_RECORDING_MAX_CYCLES, &edit->cycle, error))
    {
      g_prefix_error (error, "--edit: ");
      return FALSE;
    }
  if (edit->cycle > end)
    return cli_bad_input (error, _ ("--edit %s: the run ends after %lu cycles (increase --cycles)"),
                          cycle, (gulong) end);
  return TRUE;
}

/* In the order of their cycles. NULL on error. */
static GArray *
parse_edits (char **texts, guint64 end, GError **error)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Edit));

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      Edit edit;

      if (!parse_edit (texts[i], end, &edit, error))
        return NULL;
      g_array_append_val (edits, edit);
    }
  g_array_sort (edits, by_cycle); /* GLib's keeps the order of equals */
  return g_steal_pointer (&edits);
}

/* Into @recording, whose scenario is @scenario by then. */
static gboolean
add_edit (DlRecording *recording, DlScenario *scenario, const Edit *edit, GError **error)
{
  char *settings[] = { (char *) edit->assignment, NULL };
  g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *option = g_strdup_printf ("--edit %lu:", (gulong) edit->cycle);
  g_autofree char *label = NULL;

  if (!cli_scenario_apply (scenario, option, settings, error))
    return FALSE;
  edits = dl_edits_between (before, scenario);
  if (edits->len == 0)
    return TRUE;
  label = dl_edits_describe (edits);
  dl_recording_add (recording, edit->cycle, label, edits);
  return TRUE;
}

CliStatus
cli_record (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlRecording) recording = NULL;
  g_autoptr (DlTape) tape = NULL;
  g_autoptr (GArray) edits = NULL;
  g_autofree char *text = NULL;
  DlTapeOptions options = { 0 };
  guint64 end;

  if (scenario == NULL)
    return CLI_DONE;
  end = scenario->simulation.cycles;
  if (!cli_parse_uint ("--cycles", given->cycles, 1, DL_RECORDING_MAX_CYCLES, &end, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return CLI_BAD_INPUT;
  edits = parse_edits (given->edits, end, error);
  if (edits == NULL)
    return CLI_BAD_INPUT;
  recording = dl_recording_new (scenario);
  for (guint i = 0; i < edits->len; i++)
    if (!add_edit (recording, scenario, &g_array_index (edits, Edit, i), error))
      return CLI_BAD_INPUT;
  tape = dl_tape_new (recording, options, cli->cancellable, error);
  if (tape == NULL)
    return CLI_DONE;
  if (!go_to (cli, tape, end, is_over, error) && !interrupt (cli, tape, end, error))
    {
      if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_prefix_error (error, "--edit %lu:", (gulong) dl_tape_get_cycle (tape));
      return CLI_DONE;
    }
  dl_recording_free (recording);
  recording = dl_recording_copy (dl_tape_get_recording (tape));
  dl_recording_cut (recording, dl_tape_get_seen (tape), G_MAXUINT);
  text = dl_recording_to_text (recording);
  g_string_append (cli->out, text);
  return CLI_DONE;
}

/* replay ------------------------------------------------------------------------------------- */

static gsize
limit_of (const GByteArray *bytes)
{
  return dl_figure_load_limit (bytes->data, bytes->len);
}

static void
warn_of_results (const DlRecording *recording, const char *name)
{
  if (recording->results != DL_SIM_RESULTS)
    cli_complain (_ ("warning: %s: it was recorded by another version of the simulator (results "
                     "%u, here %d): numbers may differ"),
                  name, recording->results, DL_SIM_RESULTS);
}

static DlRecording *
load_file (Cli *cli, const char *file_name, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_autoptr (GByteArray) bytes = cli_read (file_name, limit_of, cli->cancellable, error);
  g_autofree char *inside = NULL;
  g_auto (GStrv) warnings = NULL;
  DlRecording *recording;

  if (bytes == NULL)
    return NULL;
  /* A page that plays, or another picture of a run. */
  inside = dl_figure_read_scenario (bytes->data, bytes->len, NULL);
  recording = dl_recording_parse_in (inside != NULL ? inside : (const char *) bytes->data,
                                     inside != NULL ? strlen (inside) : bytes->len, name,
                                     (DlScenarioFiles) { .folder = folder }, &warnings, error);
  cli_warn ((const char *const *) warnings);
  if (recording != NULL)
    warn_of_results (recording, name);
  return recording;
}

/* The scenario's run that was written last. */
static DlRecording *
load_from_library (Cli *cli, const char *name, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (DlStoreRecording) kept = NULL;
  g_autofree char *shown = g_strconcat (LIBRARY, name, NULL);
  DlRecording *recording;
  gint64 id;

  if (store == NULL || !dl_store_find (store, name, &id, error))
    return NULL;
  all = dl_store_list_recordings (store, id, error);
  if (all == NULL)
    return NULL;
  if (all->len == 0)
    {
      cli_bad_input (error,
                     _ ("%s: the scenario does not have a recording (simulate it in the window, or "
                        "use record)"),
                     shown);
      return NULL;
    }
  kept = dl_store_load_recording (store, ((const DlStoreRecording *) all->pdata[0])->id, error);
  recording = kept != NULL ? dl_recording_from_store (kept, name, error) : NULL;
  if (recording != NULL)
    warn_of_results (recording, shown);
  return recording;
}

DlRecording *
cli_recording_load (Cli *cli, const char *file_name, GError **error)
{
  if (g_str_has_prefix (file_name, LIBRARY))
    return load_from_library (cli, file_name + strlen (LIBRARY), error);
  return load_file (cli, file_name, error);
}

/* "Cycle 12400 of 20000, after 2 of 3 edits; what is measured is since cycle 8000." */
static char *
describe (const DlTape *tape)
{
  const DlRecording *recording = dl_tape_get_recording (tape);
  guint n = 0;

  while (n < recording->edits->len
         && ((const DlRecordedEdit *) recording->edits->pdata[n])->cycle < dl_tape_get_cycle (tape))
    n++;
  return g_strdup_printf (
      _ ("Cycle %lu of %lu, after %u of %u edits; loads and latencies are since cycle %lu."),
      (gulong) dl_tape_get_cycle (tape), (gulong) recording->end, n, recording->edits->len,
      (gulong) dl_tape_get_begun (tape));
}

CliStatus
cli_replay (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (DlRecording) recording = cli_recording_load (cli, cli->args[0], error);
  g_autoptr (DlTape) tape = NULL;
  g_autoptr (DlSimulation) run = NULL;
  g_autofree char *note = NULL;
  DlTapeOptions options = { 0 };
  const gint64 start_us = g_get_monotonic_time ();
  guint64 at;

  if (recording == NULL)
    return CLI_DONE;
  at = recording->end;
  if (!cli_parse_uint ("--at", given->at, 0, DL_RECORDING_MAX_CYCLES, &at, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return CLI_BAD_INPUT;
  if (at > recording->end)
    return cli_bad_input (error, _ ("--at: the recording ends after %lu cycles (use one of these)"),
                          (gulong) recording->end);
  tape = dl_tape_new (recording, options, cli->cancellable, error);
  if (tape == NULL || (!go_to (cli, tape, at, NULL, error) && !interrupt (cli, tape, at, error)))
    return CLI_DONE;
  run = dl_simulation_of_run (dl_tape_get_scenario (tape), dl_tape_get_run (tape),
                              dl_tape_get_plan (tape), dl_tape_get_observer (tape),
                              dl_tape_get_deadlock (tape),
                              (g_get_monotonic_time () - start_us) / (double) G_USEC_PER_SEC);
  note = describe (tape);
  cli_append_replay (cli, dl_tape_get_scenario (tape), run, note, error);
  return CLI_DONE;
}

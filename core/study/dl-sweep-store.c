#include "dl-sweep-store.h"

#include "dl-config.h"
#include "dl-measure.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Among the varied keys, marks a sweep that is only analyzed. */
#define STATIC_LINE "static"

/* A line per key, as it would be given. */
static char *
varied_text (const DlSweepSpec *spec)
{
  GString *text = g_string_new (spec->only_static ? STATIC_LINE "\n" : NULL);

  for (guint i = 0; i < spec->keys->len; i++)
    {
      g_autofree char *line = dl_sweep_spec_assignment (spec, i);

      g_string_append_printf (text, "%s\n", line);
    }
  return g_string_free (text, FALSE);
}

static char *
key_of (const char *const *digests)
{
  g_autofree char *all = g_strjoinv ("\n", (char **) digests);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);

  return g_strndup (sum, DL_STORE_DIGEST_CHARS);
}

DlStoreSweep *
dl_sweep_store_new (const DlSweepSpec *spec, const char *const *digests, gint64 scenario_id)
{
  DlStoreSweep *sweep = g_new0 (DlStoreSweep, 1);

  sweep->scenario_id = scenario_id;
  sweep->key = key_of (digests);
  sweep->text = dl_scenario_to_text (spec->scenario, FALSE);
  sweep->varied = varied_text (spec);
  sweep->n_seeds = spec->n_seeds;
  sweep->n_points = dl_sweep_n_points (spec);
  sweep->version = g_strdup (DL_VERSION);
  return sweep;
}

static void
add_value (DlStoreRun *run, const DlMeasure *measure, const DlSweepResult *result)
{
  g_autofree char *half = dl_measure_half_id (measure);

  dl_store_run_add_value (run, measure->id, dl_measure_get (measure, result));
  if (half != NULL)
    dl_store_run_add_value (run, half, dl_measure_half_width (measure, result));
}

DlStoreRun *
dl_sweep_store_run (const DlSweepSpec *spec, const char *const *digests, gint64 scenario_id,
                    const DlSweepResult *result)
{
  DlStoreRun *run = dl_store_run_new (digests[result->point], result->seed, DL_VERSION);
  guint n;
  g_autofree const DlMeasure **measures = dl_sweep_spec_measures (spec, &n);
  g_autoptr (GPtrArray) edits = dl_sweep_point_edits (spec, result->point);

  run->scenario_id = scenario_id;
  run->text = dl_scenario_to_text (spec->scenario, FALSE);
  run->settings = dl_edits_to_text (edits);
  if (result->cycles > 0)
    run->outcome = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", result->digest);
  run->state = g_strdup (dl_sim_state_id (result->state));
  run->reason = g_strdup (dl_sim_reason_id (result->reason));
  for (guint i = 0; i < n; i++)
    if (!spec->only_static || !measures[i]->simulated)
      add_value (run, measures[i], result);
  return run;
}

static void
take_value (const DlStoreValue *value, DlSweepResult *result)
{
  g_autofree char *id = g_strdup (value->measure);
  const gboolean half = g_str_has_suffix (id, DL_MEASURE_HALF_SUFFIX);
  const DlMeasure *measure;

  if (half)
    id[strlen (id) - strlen (DL_MEASURE_HALF_SUFFIX)] = '\0';
  measure = dl_measure_find (id);
  if (measure == NULL || !dl_measure_is_for (measure, result->family) || isnan (value->value))
    return;
  if (!half)
    dl_measure_set (measure, result, value->value);
  else if (measure->half != 0)
    *(double *) G_STRUCT_MEMBER_P (result, measure->half) = value->value;
}

void
dl_sweep_store_result (const DlStoreRun *run, const DlFamily *family, guint point,
                       DlSweepResult *result)
{
  dl_sweep_result_init (result, family);
  result->point = point;
  result->seed = run->seed;
  if (run->outcome != NULL)
    result->digest = g_ascii_strtoull (run->outcome, NULL, 16);
  result->state = dl_sim_state_find (run->state);
  result->reason = dl_sim_reason_find (run->reason);
  for (guint i = 0; i < run->values->len; i++)
    take_value (&g_array_index (run->values, DlStoreValue, i), result);
  /* Libraries before format 3 have no states, only whether a run had converged. */
  if (run->state == NULL && result->converged)
    result->state = DL_SIM_CONVERGED;
}

static gboolean
vary_all (DlSweepSpec *spec, const char *varied, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (varied, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (strcmp (lines[i], STATIC_LINE) == 0)
      spec->only_static = TRUE;
    else if (lines[i][0] != '\0' && !dl_sweep_spec_vary (spec, lines[i], error))
      return FALSE;
  return dl_sweep_spec_check (spec, NULL, error);
}

DlSweepSpec *
dl_sweep_store_spec (const DlStoreSweep *sweep, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_parse (sweep->text, -1, "library", NULL, error);
  g_autoptr (DlSweepSpec) spec = NULL;
  g_auto (GStrv) digests = NULL;
  g_autofree char *key = NULL;

  if (scenario == NULL)
    return NULL;
  spec = dl_sweep_spec_new (scenario);
  spec->n_seeds = CLAMP (sweep->n_seeds, 1, DL_SWEEP_MAX_SEEDS);
  if (!vary_all (spec, sweep->varied, error))
    return NULL;
  digests = dl_sweep_digests (spec);
  key = key_of ((const char *const *) digests);
  if (strcmp (key, sweep->key) == 0)
    return g_steal_pointer (&spec);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("the points of this sweep have changed (use version %s of the program, which "
                  "started it, and the same files; or start a new sweep)"),
               sweep->version);
  return NULL;
}

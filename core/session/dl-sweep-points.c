#include "dl-sweep-points.h"

#include "dl-sim-stats.h"
#include "dl-value.h"

#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE (DlSweepPoints, dl_sweep_points, dl_sweep_points_ref, dl_sweep_points_unref)

static void
sweep_points_free (gpointer data)
{
  DlSweepPoints *points = data;

  dl_sweep_spec_free (points->spec);
  g_free (points->results);
  g_free (points->known);
  g_free (points);
}

DlSweepPoints *
dl_sweep_points_new (const DlSweepSpec *spec)
{
  DlSweepPoints *points = g_new0 (DlSweepPoints, 1);

  dl_shared_init (&points->shared, sweep_points_free);
  points->spec = dl_sweep_spec_copy (spec);
  points->n_points = dl_sweep_n_points (spec);
  points->results = g_new0 (DlSweepResult, points->n_points);
  points->known = g_new0 (gboolean, points->n_points);
  return points;
}

DlSweepPoints *
dl_sweep_points_copy (const DlSweepPoints *points)
{
  DlSweepPoints *copy = dl_sweep_points_new (points->spec);

  memcpy (copy->results, points->results, points->n_points * sizeof *points->results);
  memcpy (copy->known, points->known, points->n_points * sizeof *points->known);
  copy->n_known = points->n_known;
  return copy;
}

void
dl_sweep_points_add (DlSweepPoints *points, const DlSweepResult *result)
{
  g_assert (result->point < points->n_points);
  if (points->known[result->point])
    return;
  points->results[result->point] = *result;
  points->known[result->point] = TRUE;
  points->n_known++;
}

/* Cells ---------------------------------------------------------------------------------------- */

static const DlSweepKey *
key_of (const DlSweepPoints *points, guint key)
{
  return g_ptr_array_index (points->spec->keys, key);
}

guint
dl_sweep_points_n_cells (const DlSweepPoints *points)
{
  return points->n_points / points->spec->n_seeds;
}

guint
dl_sweep_points_cell_at (const DlSweepPoints *points, const guint *at)
{
  guint cell = 0;

  for (guint key = 0; key < points->spec->keys->len; key++)
    cell = cell * key_of (points, key)->values->len + at[key];
  return cell;
}

guint
dl_sweep_points_value_at (const DlSweepPoints *points, guint cell, guint key)
{
  for (guint i = points->spec->keys->len - 1; i > key; i--)
    cell /= key_of (points, i)->values->len;
  return cell % key_of (points, key)->values->len;
}

/* Do the runs of @cell, which vary how packets choose maybe, leave but a bound? */
static gboolean
is_bound (const DlSweepPoints *points, guint cell, const DlMeasure *measure)
{
  g_autoptr (DlScenario) scenario = NULL;

  if (!measure->by_share)
    return FALSE;
  scenario = dl_sweep_point (points->spec, cell * points->spec->n_seeds, NULL, NULL);
  return scenario != NULL && dl_measure_is_bound (measure, scenario);
}

guint
dl_sweep_cell_n_not_converged (const DlSweepCell *cell)
{
  return cell->n_in[DL_SIM_NOT_CONVERGED] + cell->n_in[DL_SIM_SATURATED];
}

DlSweepCell
dl_sweep_points_get (const DlSweepPoints *points, guint cell, const DlMeasure *measure)
{
  const guint n_seeds = points->spec->n_seeds;
  g_autofree const DlSweepResult **runs = g_new (const DlSweepResult *, n_seeds);
  DlSweepCell it = { .least = NAN, .most = NAN };

  for (guint seed = 0; seed < n_seeds; seed++)
    {
      const guint point = cell * n_seeds + seed;
      const DlSweepResult *result = &points->results[point];
      const double value = points->known[point] ? dl_measure_get (measure, result) : NAN;

      if (points->known[point])
        it.shortfall |= dl_shortfall_of (result);
      if (isnan (value))
        continue;
      it.least = fmin (it.least, value);
      it.most = fmax (it.most, value);
      runs[it.n++] = result;
      it.n_in[result->state] += measure->simulated;
      it.n_deadlocked += measure->simulated && result->deadlocked;
    }
  dl_measure_mean (measure, runs, it.n, &it.mean, &it.reach);
  if (it.n == 0)
    it.mean = NAN;
  it.bound = it.n > 0 && is_bound (points, cell, measure);
  /* Every run of a cell has the same analysis. */
  if (!measure->simulated)
    it.reach = NAN;
  return it;
}

gboolean
dl_sweep_points_any_bound (const DlSweepPoints *points, const DlMeasure *const *measures,
                           guint n_measures)
{
  const guint n = dl_sweep_points_n_cells (points);

  for (guint i = 0; i < n_measures; i++)
    for (guint cell = 0; measures[i]->by_share && cell < n; cell++)
      if (dl_sweep_points_get (points, cell, measures[i]).bound)
        return TRUE;
  return FALSE;
}

char *
dl_sweep_points_shortfall_to_text (const DlSweepPoints *points, guint cell)
{
  const guint n_seeds = points->spec->n_seeds;
  DlSweepResult all = { .found = { .deadlock_free = TRUE } };

  /* Every run of a cell has the same analysis, but not every run locks. */
  for (guint point = cell * n_seeds; point < (cell + 1) * n_seeds; point++)
    if (points->known[point])
      {
        const gboolean deadlocked = all.deadlocked || points->results[point].deadlocked;

        all = points->results[point];
        all.deadlocked = deadlocked;
      }
  return dl_shortfall_to_text (&all);
}

char *
dl_sweep_points_settings (const DlSweepPoints *points, guint cell)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < points->spec->keys->len; i++)
    {
      const DlField *field = key_of (points, i)->field;

      g_string_append_printf (text, "%s%s.%s=%s", i > 0 ? ", " : "", field->group, field->key,
                              dl_sweep_value (points->spec, cell * points->spec->n_seeds, i));
    }
  return g_string_free (text, FALSE);
}

/* Measures ------------------------------------------------------------------------------------- */

/* One of a class that has no links. */
static gboolean
is_empty (const DlMeasure *measure, const DlScenario *scenario)
{
  const DlLinkClassDef *class = measure->family != NULL ? &measure->family->classes[measure->class]
                                                        : NULL;

  return class != NULL && class->exists != NULL && !class->exists (scenario);
}

static gboolean
varies (const DlSweepPoints *points, const DlMeasure *measure)
{
  double first = NAN;

  for (guint i = 0; i < points->n_points; i++)
    {
      const double value = points->known[i] ? dl_measure_get (measure, &points->results[i]) : NAN;

      if (!isnan (first) && !isnan (value) && value != first)
        return TRUE;
      first = isnan (first) ? value : first;
    }
  return FALSE;
}

const DlMeasure **
dl_sweep_points_measures (const DlSweepPoints *points, guint *n)
{
  static const char *const simulated[]
      = { "accepted_load", "latency_mean",  "latency_p99",
          "latency_max",   "minimal_share", "bandwidth_GBps_per_node" };
  const DlSweepSpec *spec = points->spec;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);
  const DlMeasure **measures = g_new (const DlMeasure *, G_N_ELEMENTS (simulated) + n_table);

  *n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (simulated) && !spec->only_static; i++)
    {
      const DlMeasure *measure = dl_measure_find (simulated[i]);

      if (dl_measure_is_for (measure, spec->scenario->family))
        measures[(*n)++] = measure;
    }
  for (guint i = 0; i < n_table && spec->only_static; i++)
    if (table[i].by_class && dl_measure_is_for (&table[i], spec->scenario->family)
        && !is_empty (&table[i], spec->scenario))
      measures[(*n)++] = &table[i];
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery && varies (points, &table[i]))
      measures[(*n)++] = &table[i];
  return measures;
}

/* As CSV --------------------------------------------------------------------------------------- */

static void
append_text (GString *csv, const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

static void
append_value (GString *csv, const DlMeasure *measure, double value)
{
  g_autofree char *text = isnan (value) ? NULL : dl_value_format_double (value);

  if (measure->type == DL_MEASURE_WHOLE && text != NULL)
    g_string_append_printf (csv, "%" G_GUINT64_FORMAT, (guint64) value);
  else if (text != NULL)
    g_string_append (csv, text);
}

static void
append_state (GString *csv, const DlSweepResult *result)
{
  const char *state = dl_sim_state_id (result->state), *reason = dl_sim_reason_id (result->reason);

  g_string_append_printf (csv, ",%s,%s", state != NULL ? state : "", reason != NULL ? reason : "");
}

static void
append_point (GString *csv, const DlSweepPoints *points, guint point,
              const DlMeasure *const *measures, guint n_measures)
{
  const DlSweepResult *result = &points->results[point];

  for (guint key = 0; key < points->spec->keys->len; key++)
    {
      append_text (csv, dl_sweep_value (points->spec, point, key));
      g_string_append_c (csv, ',');
    }
  g_string_append_printf (csv, "%" G_GUINT64_FORMAT, result->seed);
  for (guint i = 0; i < n_measures; i++)
    {
      g_string_append_c (csv, ',');
      append_value (csv, measures[i], dl_measure_get (measures[i], result));
      if (measures[i]->half != 0)
        {
          g_string_append_c (csv, ',');
          append_value (csv, measures[i], dl_measure_half_width (measures[i], result));
        }
    }
  if (!points->spec->only_static)
    append_state (csv, result);
  g_string_append_c (csv, '\n');
}

char *
dl_sweep_points_to_csv (const DlSweepPoints *points)
{
  const DlSweepSpec *spec = points->spec;
  guint n_all, n = 0;
  g_autofree const DlMeasure **measures = dl_measures (spec->scenario->family, &n_all);
  GString *csv = g_string_new (NULL);

  for (guint key = 0; key < spec->keys->len; key++)
    {
      const DlField *field = key_of (points, key)->field;

      g_string_append_printf (csv, "%s.%s,", field->group, field->key);
    }
  g_string_append (csv, "seed");
  for (guint i = 0; i < n_all; i++)
    if (!spec->only_static || !measures[i]->simulated)
      {
        measures[n++] = measures[i];
        g_string_append_printf (csv, ",%s", measures[i]->id);
        if (measures[i]->half != 0)
          g_string_append_printf (csv, ",%s" DL_MEASURE_HALF_SUFFIX, measures[i]->id);
      }
  if (!spec->only_static)
    g_string_append (csv, ",state,reason");
  g_string_append_c (csv, '\n');
  for (guint i = 0; i < points->n_points; i++)
    if (points->known[i])
      append_point (csv, points, i, measures, n);
  return g_string_free (csv, FALSE);
}

#include "dl-engine-comparison.h"

#include "dl-edit.h"
#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static void
engine_comparison_free (gpointer data)
{
  DlEngineComparison *comparison = data;

  g_free (comparison->rows);
  g_free (comparison);
}

static DlEngineComparison *
comparison_new (const DlFamily *family, guint n_engines)
{
  DlEngineComparison *comparison = g_new0 (DlEngineComparison, 1);

  dl_shared_init (&comparison->shared, engine_comparison_free);
  comparison->family = family;
  comparison->n_engines = n_engines;
  comparison->rows = g_new0 (DlEngineRow, MAX (1, n_engines));
  return comparison;
}

static DlEngineComparison *
comparison_copy (const DlEngineComparison *from)
{
  DlEngineComparison *copy = comparison_new (from->family, from->n_engines);

  memcpy (copy->rows, from->rows, from->n_rows * sizeof *from->rows);
  copy->n_rows = from->n_rows;
  copy->n_refused = from->n_refused;
  /* Names live as long as the program. */
  return copy;
}

const DlEngineRow *
dl_engine_comparison_find (const DlEngineComparison *comparison, const char *id)
{
  for (guint i = 0; i < comparison->n_rows; i++)
    if (strcmp (comparison->rows[i].id, id) == 0)
      return &comparison->rows[i];
  return NULL;
}

/* The lower one first; unknown ones last. */
static gint
compare_numbers (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return (a > b) - (a < b);
}

static gint
compare_rows (const DlEngineRow *a, const DlEngineRow *b)
{
  gint order;

  if (a->unreachable_pairs != b->unreachable_pairs)
    return a->unreachable_pairs < b->unreachable_pairs ? -1 : 1;
  if (a->deadlock_free != b->deadlock_free)
    return a->deadlock_free ? -1 : 1;
  order = compare_numbers (a->load_max, b->load_max);
  return order != 0 ? order : compare_numbers (a->hops_mean, b->hops_mean);
}

/* After equally good ones. */
static void
insert (DlEngineComparison *comparison, DlEngineRow row)
{
  guint at = comparison->n_rows++;

  for (; at > 0 && compare_rows (&row, &comparison->rows[at - 1]) < 0; at--)
    comparison->rows[at] = comparison->rows[at - 1];
  comparison->rows[at] = row;
}

static DlEngineRow
read_row (const DlField *field, const char *id, const DlEvaluation *result)
{
  const DlFindings *found = &result->findings;
  const char *title = dl_field_value_title (field, id);

  return (DlEngineRow) {
    .id = g_intern_string (id),
    .title = g_intern_string (title != NULL ? title : id),
    .unreachable_pairs = found->unreachable_pairs + found->dropped_pairs,
    .deadlock_free = found->deadlock_free,
    .layers_unknown = found->verdict->layers_unknown,
    .load_max = found->peak_load,
    .hops_mean = found->hops_mean,
    .is_bound = found->is_bound,
  };
}

/* Under one engine; FALSE if canceled. */
static gboolean
evaluate (DlEngineComparison *comparison, const DlScenario *scenario, const DlField *field,
          const char *id, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (DlEvaluation) result = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  dl_edits_add_field (edits, DL_EDIT_SET, field, id);
  if (dl_scenario_apply (other, edits, NULL, NULL, NULL))
    result = dl_evaluation_new (other, 0, NULL, cancellable, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (result != NULL)
    insert (comparison, read_row (field, id, result));
  else
    comparison->n_refused++;
  return TRUE;
}

DlEngineComparison *
dl_engine_comparison_new (const DlScenario *scenario, DlProgressFunc progress,
                          gpointer progress_data, DlEngineComparisonFunc partial,
                          gpointer partial_data, GCancellable *cancellable, GError **error)
{
  const DlField *field = dl_field_find_name (scenario->family->engine_key);
  g_auto (GStrv) ids = dl_field_words (field);
  const guint n = g_strv_length (ids);
  g_autoptr (DlEngineComparison) comparison = comparison_new (scenario->family, n);

  for (guint i = 0; i < n; i++)
    {
      if (!evaluate (comparison, scenario, field, ids[i], cancellable, error))
        return NULL;
      if (progress != NULL)
        progress ((i + 1.) / n, progress_data);
      if (partial != NULL && i + 1 < n)
        partial (comparison_copy (comparison), partial_data);
    }
  return g_steal_pointer (&comparison);
}

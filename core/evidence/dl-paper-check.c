#include "dl-paper-cascade.h"
#include "dl-validation-private.h"

#include "dl-sim-stats.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* One more is a file with a scenario for each of its runs and a table of rows, and a line here. */
static const DlPaperCheck *const checks[] = {
  &dl_paper_check_vc_balance,
  &dl_paper_check_vc_routing,
  &dl_paper_check_vc_router,
  &dl_paper_check_xt_book,
  &dl_paper_check_age_equations,
  &dl_paper_check_age_router,
  &dl_paper_check_4a,
  &dl_paper_check_4b,
  &dl_paper_check_5,
  &dl_paper_check_table_5,
  &dl_paper_check_table_6,
  &dl_paper_check_cascade_sizes,
  &dl_paper_check_cascade_routing,
  &dl_paper_check_cascade_minimal,
  &dl_paper_check_cascade_bandwidth,
  &dl_paper_check_cascade_9,
  &dl_paper_check_cascade_10,
  &dl_paper_check_cascade_11,
  &dl_paper_check_cascade_12,
  &dl_paper_check_cascade_13,
};

/* Up to so many seconds, a check is quick. */
#define QUICK_SECONDS 3

static const struct
{
  const char *id, *name, *title;
} papers[DL_N_PAPERS] = {
  [DL_PAPER_VC] = { "vc", N_ ("VC paper"), N_ ("Virtual channels of the Cray XT") },
  [DL_PAPER_XT_BOOK] = { "xt-book", N_ ("Book excerpt"), N_ ("Routing of the Cray XT") },
  [DL_PAPER_AGE] = { "age", N_ ("Age paper"), N_ ("Age-based arbitration") },
  [DL_PAPER_CASCADE] = { "cascade", N_ ("Cascade paper"), N_ ("Cray Cascade, a dragonfly") },
  [DL_PAPER_BOOKSIM]
  = { "booksim", N_ ("BookSim 2"), N_ ("The input-queued router in another simulator") },
};

const char *
dl_paper_id (DlPaper paper)
{
  return papers[paper].id;
}

const char *
dl_paper_name (DlPaper paper)
{
  return _ (papers[paper].name);
}

const char *
dl_paper_title (DlPaper paper)
{
  return _ (papers[paper].title);
}

const DlPaperCheck *const *
dl_paper_checks (guint *n_checks)
{
  *n_checks = G_N_ELEMENTS (checks);
  return checks;
}

const DlPaperCheck *
dl_paper_check_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (strcmp (checks[i]->id, id) == 0)
      return checks[i];
  return strcmp (dl_paper_check_all.id, id) == 0        ? &dl_paper_check_all
         : strcmp (dl_validation_check_all.id, id) == 0 ? &dl_validation_check_all
                                                        : NULL;
}

const char *
dl_paper_check_id (const DlPaperCheck *check)
{
  return check->id;
}

DlPaper
dl_paper_check_paper (const DlPaperCheck *check)
{
  return check->paper;
}

guint
dl_paper_check_seconds (const DlPaperCheck *check)
{
  return check->seconds;
}

gboolean
dl_paper_check_is_quick (const DlPaperCheck *check)
{
  return check->curve == NULL && check->seconds <= QUICK_SECONDS;
}

gboolean
dl_paper_check_is_simulated (const DlPaperCheck *check)
{
  return check->analyze == NULL;
}

const char *
dl_paper_check_title (const DlPaperCheck *check)
{
  return _ (check->title);
}

const char *
dl_paper_check_section (const DlPaperCheck *check)
{
  return check->describe != NULL ? check->describe (check) : _ (check->section);
}

const char *
dl_paper_check_choices (const DlPaperCheck *check)
{
  return check->curve != NULL
             ? _ ("The same network, settings, seeds 1 to 5 and numbers of cycles in both "
                  "programs; nothing is tuned to match.")
             : _ (check->choices);
}

/* Verdicts ------------------------------------------------------------------------------------- */

static const struct
{
  const char *id, *title, *phrase;
} kinds[DL_PAPER_N_KINDS] = {
  [DL_PAPER_PRINTED] = { "printed", N_ ("printed"), N_ ("Printed in the paper") },
  [DL_PAPER_DERIVED] = { "derived", N_ ("derived"), N_ ("Follows from the paper") },
  [DL_PAPER_INPUT]
  = { "input", N_ ("given"), N_ ("An input of this program: agreement is not evidence") },
  [DL_PAPER_REFERENCE] = { "reference", N_ ("reference"), N_ ("Simulated by BookSim 2") },
};

const char *
dl_paper_kind_id (DlPaperKind kind)
{
  return kinds[kind].id;
}

const char *
dl_paper_kind_title (DlPaperKind kind)
{
  return _ (kinds[kind].title);
}

const char *
dl_paper_kind_phrase (DlPaperKind kind)
{
  return _ (kinds[kind].phrase);
}

/* Can @row's rule be applied to its numbers? */
static gboolean
can_compare (const DlPaperRow *row)
{
  return isfinite (row->computed) && isfinite (row->reach) && row->rule != DL_PAPER_NO_RULE
         && (row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW
             || isfinite (row->expected));
}

static gboolean
fits (const DlPaperRow *row)
{
  switch (row->rule)
    {
    case DL_PAPER_NO_RULE:
      return FALSE;
    case DL_PAPER_VALUE:
      return fabs (row->computed - row->expected) <= MAX (row->reach, row->precision);
    case DL_PAPER_ABOVE:
      return row->computed - row->reach > row->bound;
    case DL_PAPER_BELOW:
      return row->computed + row->reach < row->bound;
    case DL_PAPER_JOINT:
      return fabs (row->computed - row->expected) <= MAX (row->joint, row->precision);
    case DL_PAPER_WITHIN:
      return fabs (row->computed - row->expected) <= row->precision;
    }
  g_return_val_if_reached (FALSE);
}

DlPaperVerdict
dl_paper_verdict (const DlPaperRow *row)
{
  if (row->kind == DL_PAPER_INPUT && isfinite (row->computed))
    return DL_PAPER_IS_INPUT;
  if (!can_compare (row))
    return DL_PAPER_NOT_COMPARED;
  return fits (row) ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
}

static const struct
{
  const char *id, *title;
} verdicts[DL_PAPER_N_VERDICTS] = {
  [DL_PAPER_AGREES] = { "agrees", N_ ("agrees") },
  [DL_PAPER_DIFFERS] = { "differs", N_ ("differs") },
  [DL_PAPER_NOT_COMPARED] = { "not-compared", N_ ("cannot be checked") },
  [DL_PAPER_IS_INPUT] = { "input", N_ ("is an input") },
  [DL_PAPER_NOT_RUN] = { "not-run", N_ ("not run yet") },
};

const char *
dl_paper_verdict_title (DlPaperVerdict verdict)
{
  return _ (verdicts[verdict].title);
}

const char *
dl_paper_verdict_id (DlPaperVerdict verdict)
{
  return verdicts[verdict].id;
}

/* Results -------------------------------------------------------------------------------------- */

static void
row_clear (gpointer data)
{
  DlPaperRow *row = data;

  g_free (row->group);
  g_free (row->what);
}

static void
curve_free (gpointer data)
{
  DlPaperCurve *curve = data;

  g_free (curve->label);
  g_array_unref (curve->points);
  g_free (curve);
}

static void
limit_clear (gpointer data)
{
  g_free (((DlPaperLimit *) data)->label);
}

DlPaperResult *
dl_paper_result_new (const DlPaperCheck *check, const DlScenario *scenario)
{
  DlPaperResult *result = g_atomic_rc_box_new0 (DlPaperResult);

  result->check = check;
  result->scenario = dl_scenario_copy (scenario);
  result->rows = g_array_new (FALSE, FALSE, sizeof (DlPaperRow));
  g_array_set_clear_func (result->rows, row_clear);
  result->curves = g_ptr_array_new_with_free_func (curve_free);
  result->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  result->limits = g_array_new (FALSE, FALSE, sizeof (DlPaperLimit));
  g_array_set_clear_func (result->limits, limit_clear);
  return result;
}

DlPaperResult *
dl_paper_result_ref (DlPaperResult *result)
{
  return g_atomic_rc_box_acquire (result);
}

static void
result_clear (DlPaperResult *result)
{
  dl_scenario_free (result->scenario);
  g_array_unref (result->rows);
  g_ptr_array_unref (result->curves);
  g_ptr_array_unref (result->parts);
  g_array_unref (result->limits);
  dl_load_curve_unref (result->loads);
  dl_paper_result_unref (result->untranslated);
}

const DlPaperResult *
dl_paper_result_untranslated (const DlPaperResult *result)
{
  return result->untranslated != NULL ? result->untranslated : result;
}

void
dl_paper_result_unref (DlPaperResult *result)
{
  if (result != NULL)
    g_atomic_rc_box_release_full (result, (GDestroyNotify) result_clear);
}

void
dl_paper_result_add (DlPaperResult *result, DlPaperRow row)
{
  g_assert (row.kind > DL_PAPER_NO_KIND && row.kind < DL_PAPER_N_KINDS);
  row.verdict = dl_paper_verdict (&row);
  g_array_append_val (result->rows, row);
}

DlPaperCurve *
dl_paper_result_add_curve (DlPaperResult *result, const char *label)
{
  DlPaperCurve *curve = g_new (DlPaperCurve, 1);

  curve->label = g_strdup (label);
  curve->points = g_array_new (FALSE, FALSE, sizeof (DlPaperPoint));
  g_ptr_array_add (result->curves, curve);
  return curve;
}

void
dl_paper_result_add_limit (DlPaperResult *result, const char *label, double GBps)
{
  const DlPaperLimit limit = { g_strdup (label), GBps };

  g_array_append_val (result->limits, limit);
}

const DlPaperCurve *
dl_paper_result_curve (const DlPaperResult *result, guint curve)
{
  return g_ptr_array_index (result->curves, curve);
}

const DlPaperPoint *
dl_paper_curve_point (const DlPaperCurve *curve, guint point)
{
  return &g_array_index (curve->points, DlPaperPoint, point);
}

const DlPaperRow *
dl_paper_result_row (const DlPaperResult *result, guint row)
{
  return &g_array_index (result->rows, DlPaperRow, row);
}

const char *
dl_paper_result_section (const DlPaperResult *result, const DlPaperRow *row)
{
  return row->section != NULL ? _ (row->section) : dl_paper_check_section (result->check);
}

guint
dl_paper_result_count (const DlPaperResult *result, DlPaperVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < result->rows->len; i++)
    n += dl_paper_result_row (result, i)->verdict == verdict;
  return n;
}

/* Rows ----------------------------------------------------------------------------------------- */

const double *
dl_paper_values (const DlPaperTable *table, guint run, guint seed)
{
  return table->values + (run * DL_PAPER_MAX_SEEDS + seed) * table->check->n_values;
}

double
dl_paper_value (const double *values, const double *other, guint param)
{
  return values[param];
}

double
dl_paper_saving (const double *values, const double *other, guint param)
{
  return (other[param] - values[param]) / other[param];
}

/* The mean of @source's number over its seeds into @row. */
static void
take_mean (const DlPaperTable *table, const DlPaperSource *source, DlPaperRow *row)
{
  const guint n = table->check->runs[source->run].n_seeds;
  double numbers[DL_PAPER_MAX_SEEDS];

  for (guint seed = 0; seed < n; seed++)
    numbers[seed] = source->func (
        dl_paper_values (table, source->run, seed),
        source->other >= 0 ? dl_paper_values (table, source->other, seed) : NULL, source->param);
  dl_mean_interval (numbers, n, &row->computed, &row->reach);
  if (n == 1)
    row->reach = 0;
  row->n_seeds = dl_paper_check_is_simulated (table->check) ? n : 0;
}

void
dl_paper_add (DlPaperTable *table, const DlPaperRow *row, const DlPaperSource *source)
{
  DlPaperRow own = *row;

  own.group = g_strdup (row->group);
  own.what = g_strdup (row->what);
  own.beyond = source->func == NULL;
  g_assert (!own.beyond || row->rule == DL_PAPER_NO_RULE);
  if (own.beyond)
    own.computed = NAN;
  else
    take_mean (table, source, &own);
  if (can_compare (&own) && fits (&own))
    own.why = source->agrees;
  else if (isfinite (own.computed) || own.beyond)
    own.why = source->differs;
  else
    own.why = dl_paper_check_is_simulated (table->check)
                  ? N_ ("The run is too short for a measurement.")
                  : N_ ("This network has no such value.");
  dl_paper_result_add (table->result, own);
}

void
dl_paper_add_facts (DlPaperTable *table, const DlPaperFact *facts, guint n_facts)
{
  for (guint i = 0; i < n_facts; i++)
    {
      const DlPaperFact *fact = &facts[i];
      const gboolean beyond = fact->value == DL_PAPER_BEYOND;
      const DlPaperRow row = {
        .group = (char *) _ (fact->group),
        .what = (char *) _ (fact->what),
        .unit = fact->unit,
        .section = fact->section,
        .kind = fact->kind,
        .quote = fact->quote,
        .expected = fact->expected,
        .precision = fact->precision,
        .rule = fact->rule,
        .bound = fact->bound,
      };
      const DlPaperSource source
          = { beyond ? 0 : fact->run,   -1,           beyond ? NULL : dl_paper_value,
              beyond ? 0 : fact->value, fact->agrees, fact->differs };

      dl_paper_add (table, &row, &source);
    }
}

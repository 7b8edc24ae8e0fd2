#include "dl-break.h"

#include "dl-edit.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>

/* At random ------------------------------------------------------------------------------------ */

guint
dl_break_count (const DlFamily *family, gconstpointer shape, guint what)
{
  g_autoptr (GArray) working = family->breakables[what].working (shape);

  return working->len;
}

/* The first @n of a shuffle. */
static void
draw (GArray *numbers, guint n, guint64 seed)
{
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n; i++)
    {
      guint32 *at = &g_array_index (numbers, guint32, i);
      guint32 *drawn = &g_array_index (numbers, guint32, i + dl_rng_below (&rng, numbers->len - i));
      const guint32 swap = *at;

      *at = *drawn;
      *drawn = swap;
    }
}

GPtrArray *
dl_break_at_random (const DlScenario *scenario, gconstpointer shape, guint what, guint n,
                    guint64 seed)
{
  const DlBreakable *breakable = &scenario->family->breakables[what];
  gpointer own = shape == NULL ? scenario->family->build (scenario, NULL) : NULL;
  const gconstpointer network = shape != NULL ? shape : own;
  GPtrArray *edits = dl_edits_new ();
  g_autoptr (GArray) working = NULL;
  g_autoptr (GString) items = g_string_new (NULL);

  if (network == NULL)
    return edits;
  working = breakable->working (network);
  n = MIN (n, working->len);
  draw (working, n, seed);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *item
          = breakable->item (scenario, network, g_array_index (working, guint32, i), edits);

      g_string_append_printf (items, "%s%s", i > 0 ? ";" : "", item);
    }
  if (n > 0)
    dl_edits_add (edits, DL_EDIT_ADD, breakable->key, items->str);
  dl_shared_unref (own);
  return edits;
}

/* Each in turn --------------------------------------------------------------------------------- */

typedef struct
{
  const DlScenario *scenario;
  gconstpointer analysis;
  const DlCables *cables;
  GError *error; /* atomic: the first, but for cancelling */
} Work;

/* Sums that should be the same differ in their last digits, as what they are of is gone through
 * another way. */
static double
steady (double value)
{
  char text[32];

  if (!isfinite (value))
    return value;
  g_ascii_formatd (text, sizeof text, "%.10g", value);
  return g_ascii_strtod (text, NULL);
}

static DlCriticalFigures
read_figures (const DlFamily *family, gconstpointer analysis)
{
  DlFindings findings;

  family->find (analysis, &findings);
  return (DlCriticalFigures) {
    .unreachable_pairs = findings.unreachable_pairs,
    .dropped_pairs = findings.dropped_pairs,
    .illegal_pairs = findings.illegal_pairs,
    .deadlock_free = findings.deadlock_free,
    .bound_load = steady (findings.bound_load),
    .is_bound = findings.is_bound,
    .load_max = steady (findings.peak_load),
    .balance_mean = steady (findings.balance_mean),
    .hops_mean = steady (findings.hops_mean),
  };
}

/* The scenario with one cable more broken. */
static DlScenario *
break_cable (const Work *work, guint cable, GError **error)
{
  const DlFamily *family = work->scenario->family;
  g_autoptr (DlScenario) broken = dl_scenario_copy (work->scenario);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  edits
      = family->toggle (work->scenario, dl_analyzed_shape (work->analysis),
                        dl_place_link (work->cables->link[cable]), work->cables->by_other, &label);
  return dl_scenario_apply (broken, edits, NULL, NULL, error) ? g_steal_pointer (&broken) : NULL;
}

/* NULL on error. */
static gpointer
analyze (const Work *work, const DlScenario *broken, GCancellable *cancellable, GError **error)
{
  const DlFamily *family = broken->family;
  gpointer routes = NULL, after;

  if (work->cables->route != NULL)
    {
      routes = work->cables->route (broken, work->analysis, error);
      if (routes == NULL)
        return NULL;
    }
  after = family->analyze (broken, routes, work->analysis, cancellable, error);
  if (routes != NULL)
    dl_shared_unref (routes);
  return after;
}

static gboolean
evaluate (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  Work *work = data;
  const DlFamily *family = work->scenario->family;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) broken = break_cable (work, cable, &error);
  gpointer after = broken != NULL ? analyze (work, broken, cancellable, &error) : NULL;

  if (after == NULL)
    {
      if (g_atomic_pointer_compare_and_exchange (&work->error, NULL, error))
        g_steal_pointer (&error);
      return FALSE;
    }
  *figures = read_figures (family, after);
  *rerouted = DL_CRITICAL_NOT_COUNTED;
  dl_shared_unref (after);
  return TRUE;
}

DlCritical *
dl_break_each (const DlScenario *scenario, gconstpointer analysis, const DlCables *cables,
               DlCriticalOptions options, GCancellable *cancellable, GError **error)
{
  const DlFamily *family = scenario->family;
  Work work = { scenario, analysis, cables, NULL };
  DlCriticalTask task = {
    .family = family,
    .by_other = cables->by_other,
    .base = read_figures (family, analysis),
    .n_cables = cables->n,
    .link = cables->link,
    .back = cables->back,
    .cable_of = cables->cable_of,
    .first = cables->first,
    .evaluate = evaluate,
    .data = &work,
  };
  DlCritical *critical;

  task.net = *dl_shape_net (dl_analyzed_shape (analysis));
  critical = dl_critical_new (&task, options, cancellable);
  if (critical == NULL && work.error != NULL)
    g_propagate_error (error, g_steal_pointer (&work.error));
  else if (critical == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The search was canceled"), error);
  g_clear_error (&work.error);
  return critical;
}

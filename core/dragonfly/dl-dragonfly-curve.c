#include "dl-dragonfly-curve.h"

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-family-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Bound of the best mode: any of them may be chosen. */
static double
bound (const DlScenario *scenario, GStrv values, gconstpointer analysis, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (DlDragonflyAnalysis) before = NULL;
  double best = 0;

  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autoptr (DlDragonflyAnalysis) found = NULL;

      dl_dragonfly_options (other)->mode = dl_dragonfly_mode_find (values[i]);
      found = dl_dragonfly_family_analyze (other, NULL, before != NULL ? before : analysis,
                                           cancellable, error);
      if (found == NULL)
        return NAN;
      best = MAX (best, found->bound_load);
      g_clear_pointer (&before, dl_dragonfly_analysis_unref);
      before = g_steal_pointer (&found);
    }
  return MIN (best, 1);
}

static gboolean
has_load (const DlScenario *scenario)
{
  return !dl_scenario_is_program (scenario);
}

static double
full_at (const DlScenario *scenario, gconstpointer analysis)
{
  return ((const DlDragonflyAnalysis *) analysis)->bound_load;
}

static char *
value_of (const DlScenario *scenario)
{
  return g_strdup (dl_dragonfly_options (scenario)->mode->id);
}

static char *
title (const char *value)
{
  return g_strdup (_ (dl_dragonfly_mode_find (value)->title));
}

static const char *const modes[] = { "min-hash", "valiant", "adaptive-0", NULL };

/* Curves of a dragonfly, which has more nodes than a torus and settles sooner. */
const DlFamilyCurve dl_dragonfly_curve = {
  .key = "dragonfly.routing",
  .values = modes,
  .summary = N_ ("Simulates this scenario at rising offered loads under minimal, non-minimal and "
                 "adaptive routing. Shows latency and accepted throughput as the runs finish."),
  .columns = "title,routing",
  .n_seeds = 1,
  .cycles = 3000,
  .value = value_of,
  .has_load = has_load,
  .full_at = full_at,
  .bound = bound,
  .title = title,
};

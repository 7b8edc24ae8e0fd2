/* A sweep's plan and progress in words. */
#include "dl-count-text.h"
#include "dl-sweep-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What one thread simulates in a second, in nodes times cycles, until the first point says better.
 */
#define NODE_CYCLES_A_SECOND 8e6

static double
guess_seconds (DlSweepView *self, const DlSweepSpec *spec)
{
  const DlEvaluation *result = dl_session_get_result (self->session);
  const double analysis = result != NULL ? result->elapsed_us / 1e6 : 0;
  const guint n = dl_sweep_n_points (spec);
  const double nodes = spec->scenario->family->cost (spec->scenario).nodes;
  double seconds;

  seconds = analysis * n / spec->n_seeds;
  if (!spec->only_static)
    seconds += n * nodes * spec->scenario->simulation.cycles / NODE_CYCLES_A_SECOND;
  return seconds / (MAX (g_get_num_processors (), 2) - 1);
}

char *
dl_sweep_plan_to_text (DlSweepView *self, const DlSweepSpec *spec)
{
  const guint n = dl_sweep_n_points (spec);
  g_autofree char *time = dl_duration_text (guess_seconds (self, spec));

  /* Translators: how many points a sweep has, and how long it may take */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u point, %s", "%u points, %s", n), n,
                          time);
}

char *
dl_sweep_status_to_text (DlSweepView *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const double left = dl_sweep_job_get_seconds_left (self->job);
  g_autofree char *count = NULL;
  g_autofree char *time = NULL;

  if (dl_sweep_job_get_state (self->job) == DL_SWEEP_LOADING)
    return g_strdup (_ ("Reading the sweep…"));
  if (points == NULL)
    return NULL;
  count = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u point", "%u of %u points", points->n_points),
      points->n_known, points->n_points);
  switch (dl_sweep_job_get_state (self->job))
    {
    case DL_SWEEP_RUNNING:
      if (isnan (left))
        return g_steal_pointer (&count);
      time = dl_duration_text (left);
      /* Translators: points that are there, and a duration */
      return g_strdup_printf (_ ("%s · %s left"), count, time);
    case DL_SWEEP_PAUSED:
      return g_strdup_printf (_ ("%s · paused"), count);
    case DL_SWEEP_STOPPED:
      return g_strdup_printf (_ ("%s · stopped, can be continued"), count);
    default:
      return g_strdup_printf (_ ("%s · done"), count);
    }
}

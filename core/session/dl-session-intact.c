/* What the open network does without its faults, which people compare it with. */
#include "dl-session-private.h"

static gpointer
evaluate (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const DlScenario *scenario = data;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cancellable, NULL);

  return result != NULL ? g_memdup2 (&result->limit, sizeof result->limit) : NULL;
}

static void
on_evaluated (gpointer result, gpointer user_data)
{
  DlSession *self = user_data;
  g_autofree DlLimit *limit = result;

  if (limit == NULL)
    return;
  self->intact_limit = *limit;
  self->intact_known = TRUE;
  g_object_notify (G_OBJECT (self), "intact");
}

/* Without its faults; NULL if it has none. */
static DlScenario *
without_faults (const DlScenario *scenario)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (scenario);
  g_autoptr (DlScenario) intact = NULL;

  if (edits->len == 0)
    return NULL;
  intact = dl_scenario_copy (scenario);
  return dl_scenario_apply (intact, edits, NULL, NULL, NULL) ? g_steal_pointer (&intact) : NULL;
}

/* Takes @scenario. */
static void
set_intact (DlSession *self, DlScenario *scenario, const DlLimit *limit)
{
  dl_scenario_free (self->intact);
  self->intact = scenario;
  self->intact_known = limit != NULL;
  if (limit != NULL)
    self->intact_limit = *limit;
}

void
dl_session_follow_intact (DlSession *self)
{
  g_autoptr (DlScenario) wanted = without_faults (self->result->scenario);

  self->has_faults = wanted != NULL;
  if (wanted == NULL)
    {
      dl_job_cancel (self->intact_job);
      set_intact (self, dl_scenario_copy (self->result->scenario), &self->result->limit);
      return;
    }
  /* It is known, or on its way. */
  if (self->intact != NULL && dl_scenario_same_values (self->intact, wanted))
    return;
  set_intact (self, dl_scenario_copy (wanted), NULL);
  dl_job_start (self->intact_job, evaluate, g_steal_pointer (&wanted),
                (GDestroyNotify) dl_scenario_free, g_free, on_evaluated, self);
}

const DlLimit *
dl_session_get_intact (DlSession *self)
{
  return self->result != NULL && self->has_faults && self->intact_known ? &self->intact_limit
                                                                        : NULL;
}

/* What a step begins with, whatever was done or skipped before it. */
#include "dl-lesson-attempt-private.h"

#include "dl-lesson-judge.h"

/* FALSE and nothing changed if they do not apply. */
static gboolean
apply_sets (DlScenario *scenario, const DlLessonStep *step)
{
  g_autoptr (GPtrArray) edits = dl_lesson_edits (step->sets, NULL, NULL);

  return edits != NULL
         && (edits->len == 0 || dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
}

/* The scenario of the lesson itself: as if each step before @to had been done as its lines say. */
static DlScenario *
as_written (DlLessonAttempt *self, guint to)
{
  DlScenario *scenario = dl_scenario_copy (self->start);

  for (guint i = 0; i <= to; i++)
    {
      const DlLessonStep *step = dl_lesson_step (self->lesson, i);

      apply_sets (scenario, step);
      if (i < to)
        dl_lesson_step_solve (step, scenario);
    }
  return scenario;
}

/* Does @condition hold when a step begins with @scenario? As far as that is known without an
 * analysis. */
static DlJudged
judge (DlLessonAttempt *self, const DlCondition *condition, const DlScenario *scenario)
{
  g_autoptr (DlWorld) world = dl_world_new (scenario, NULL, NULL);

  return dl_condition_judge (condition, world, world, dl_lesson_attempt_first_world (self));
}

/* Is @scenario as good a beginning as the one that is @written: nothing else is wrong in it? */
static gboolean
fits (DlLessonAttempt *self, const DlLessonStep *step, const DlScenario *scenario,
      const DlScenario *written)
{
  for (guint i = 0; i < step->wrongs->len; i++)
    {
      const DlLessonWrong *wrong = g_ptr_array_index (step->wrongs, i);

      if (judge (self, wrong->condition, scenario) == DL_JUDGED_YES
          && judge (self, wrong->condition, written) != DL_JUDGED_YES)
        return FALSE;
    }
  return TRUE;
}

/* Where the step before ended: with what it was done, or, if it was skipped, as it would have been
 * done. */
static DlScenario *
end_of (DlLessonAttempt *self, guint i)
{
  const DlStepRecord *record = &self->records[i];
  DlScenario *scenario;

  if (record->at_done != NULL)
    {
      const DlScenario *done = record->at_done->scenario;

      /* Which keys are stated may be otherwise by now, and says nothing. */
      return dl_scenario_copy (self->world != NULL
                                       && dl_scenario_same_values (self->world->scenario, done)
                                   ? self->world->scenario
                                   : done);
    }
  scenario = record->begin != NULL ? dl_scenario_copy (record->begin) : as_written (self, i);
  dl_lesson_step_solve (dl_lesson_step (self->lesson, i), scenario);
  return scenario;
}

DlScenario *
dl_lesson_attempt_establish (DlLessonAttempt *self, guint to)
{
  const DlLessonStep *step = dl_lesson_step (self->lesson, to);
  g_autoptr (DlScenario) scenario = to > 0 ? end_of (self, to - 1) : dl_scenario_copy (self->start);
  g_autoptr (DlScenario) written = as_written (self, to);

  return apply_sets (scenario, step) && fits (self, step, scenario, written)
             ? g_steal_pointer (&scenario)
             : g_steal_pointer (&written);
}

/* What was not simulated --------------------------------------------------------------------- */

/* Where a lesson does not say how long. */
#define DEFAULT_CYCLES 10000

/* As long as the steps so far ask for. */
static guint64
usual_cycles (const DlLesson *lesson, guint step)
{
  guint64 cycles = 0;

  for (guint i = 0; i <= step; i++)
    cycles = MAX (cycles, dl_lesson_step_cycles (dl_lesson_step (lesson, i)));
  return cycles > 0 ? cycles : DEFAULT_CYCLES;
}

/* That of the step of which a simulation is missing; NULL: of none. */
static DlStepRecord *
find_missing (DlLessonAttempt *self)
{
  DlStepRecord *const of[] = { dl_lesson_attempt_record (self), &self->records[0] };
  const DlLessonStep *step = dl_lesson_attempt_at (self);

  if (self->world == NULL || self->expecting || self->left != NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    if (of[i]->begin != NULL && of[i]->before != NULL && !of[i]->before->simulated
        && dl_lesson_step_needs (step, i == 1))
      return of[i];
  return NULL;
}

const DlScenario *
dl_lesson_attempt_get_missing (DlLessonAttempt *self, guint64 *cycles)
{
  const DlStepRecord *record = find_missing (self);

  *cycles = usual_cycles (self->lesson, self->step);
  return record != NULL ? record->begin : NULL;
}

void
dl_lesson_attempt_set_missing (DlLessonAttempt *self, DlWorld *world)
{
  DlStepRecord *record = find_missing (self);

  if (record == NULL || !world->simulated
      || !dl_scenario_same_values (record->begin, world->scenario))
    return;
  dl_world_unref (record->before);
  record->before = dl_world_ref (world);
  dl_lesson_attempt_judge (self);
  dl_lesson_attempt_emit_changed (self);
}

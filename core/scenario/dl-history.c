#include "dl-history.h"

struct _DlHistory
{
  GPtrArray *steps; /* DlStep */
  guint position;
  gboolean sealed; /* the last done step takes no more */
  guint first_changed;
};

DlStep *
dl_step_new (const char *label, const char *coalesce, GPtrArray *edits, GPtrArray *inverse)
{
  DlStep *step = g_new0 (DlStep, 1);

  step->label = g_strdup (label);
  step->coalesce = g_strdup (coalesce);
  step->edits = g_ptr_array_ref (edits);
  step->inverse = g_ptr_array_ref (inverse);
  step->time_us = g_get_real_time ();
  return step;
}

void
dl_step_free (DlStep *step)
{
  if (step == NULL)
    return;
  g_free (step->label);
  g_free (step->coalesce);
  g_ptr_array_unref (step->edits);
  g_ptr_array_unref (step->inverse);
  g_free (step);
}

DlHistory *
dl_history_new (void)
{
  DlHistory *history = g_new0 (DlHistory, 1);

  history->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_step_free);
  history->sealed = TRUE;
  return history;
}

void
dl_history_free (DlHistory *history)
{
  if (history == NULL)
    return;
  g_ptr_array_unref (history->steps);
  g_free (history);
}

guint
dl_history_n_steps (const DlHistory *history)
{
  return history->steps->len;
}

guint
dl_history_position (const DlHistory *history)
{
  return history->position;
}

const DlStep *
dl_history_step (const DlHistory *history, guint index)
{
  g_assert (index < history->steps->len);
  return g_ptr_array_index (history->steps, index);
}

static void
mark_changed (DlHistory *history, guint index)
{
  history->first_changed = MIN (history->first_changed, index);
}

/* Forget the steps from @index on. */
static void
truncate_steps (DlHistory *history, guint index)
{
  g_ptr_array_set_size (history->steps, index);
  mark_changed (history, index);
}

/* The step into which one with @coalesce goes, or NULL. */
static const DlStep *
open_step (const DlHistory *history, const char *coalesce)
{
  const DlStep *last;

  if (coalesce == NULL || history->sealed || history->position == 0)
    return NULL;
  last = dl_history_step (history, history->position - 1);
  return g_strcmp0 (last->coalesce, coalesce) == 0 ? last : NULL;
}

static gboolean
do_new (DlHistory *history, DlScenario *scenario, GPtrArray *edits, const char *label,
        const char *coalesce, const DlField **field, GError **error)
{
  g_autoptr (GPtrArray) inverse = NULL;

  if (!dl_scenario_apply (scenario, edits, &inverse, field, error))
    return FALSE;
  if (inverse->len == 0)
    return TRUE;
  truncate_steps (history, history->position);
  g_ptr_array_add (history->steps, dl_step_new (label, coalesce, edits, inverse));
  history->position++;
  history->sealed = FALSE;
  return TRUE;
}

/* Replace the last step by one from @origin to @result, which becomes @scenario. */
static void
merge (DlHistory *history, DlScenario *scenario, DlScenario *origin, DlScenario *result,
       const char *label, const char *coalesce)
{
  if (dl_scenario_same_values (origin, result))
    {
      /* Back where it began, even if a key is stated now that was not. The next one is a step of
       * its own, not part of one before this. */
      truncate_steps (history, history->position - 1);
      history->position--;
      history->sealed = TRUE;
      dl_scenario_swap (scenario, origin);
      return;
    }

  g_autoptr (GPtrArray) edits = dl_edits_between (origin, result);
  g_autoptr (GPtrArray) inverse = dl_edits_between (result, origin);

  truncate_steps (history, history->position - 1);
  g_ptr_array_add (history->steps, dl_step_new (label, coalesce, edits, inverse));
  dl_scenario_swap (scenario, result);
}

static gboolean
do_edits (DlHistory *history, DlScenario *scenario, GPtrArray *edits, gboolean from_origin,
          const char *label, const char *coalesce, const DlField **field, GError **error)
{
  g_autoptr (DlScenario) origin = NULL;
  g_autoptr (DlScenario) result = NULL;

  if (open_step (history, coalesce) == NULL)
    return do_new (history, scenario, edits, label, coalesce, field, error);

  origin = dl_history_origin (history, scenario, coalesce);
  result = dl_scenario_copy (from_origin ? origin : scenario);
  if (!dl_scenario_apply (result, edits, NULL, field, error))
    return FALSE;
  if (!dl_scenario_equal (result, scenario))
    merge (history, scenario, origin, result, label, coalesce);
  return TRUE;
}

gboolean
dl_history_do (DlHistory *history, DlScenario *scenario, GPtrArray *edits, const char *label,
               const char *coalesce, const DlField **field, GError **error)
{
  return do_edits (history, scenario, edits, FALSE, label, coalesce, field, error);
}

gboolean
dl_history_do_from_origin (DlHistory *history, DlScenario *scenario, GPtrArray *edits,
                           const char *label, const char *coalesce, const DlField **field,
                           GError **error)
{
  return do_edits (history, scenario, edits, TRUE, label, coalesce, field, error);
}

DlScenario *
dl_history_origin (const DlHistory *history, const DlScenario *scenario, const char *coalesce)
{
  const DlStep *open = open_step (history, coalesce);
  DlScenario *origin = dl_scenario_copy (scenario);

  /* An inverse that we recorded ourselves applies: only steps of this run are open. */
  if (open != NULL && !dl_scenario_apply (origin, open->inverse, NULL, NULL, NULL))
    g_assert_not_reached ();
  return origin;
}

void
dl_history_seal (DlHistory *history)
{
  history->sealed = TRUE;
}

gboolean
dl_history_undo (DlHistory *history, DlScenario *scenario)
{
  if (history->position == 0)
    return FALSE;
  if (!dl_scenario_apply (scenario, dl_history_step (history, history->position - 1)->inverse, NULL,
                          NULL, NULL))
    return FALSE;
  history->position--;
  history->sealed = TRUE;
  return TRUE;
}

gboolean
dl_history_redo (DlHistory *history, DlScenario *scenario)
{
  if (history->position == history->steps->len)
    return FALSE;
  if (!dl_scenario_apply (scenario, dl_history_step (history, history->position)->edits, NULL, NULL,
                          NULL))
    return FALSE;
  history->position++;
  history->sealed = TRUE;
  return TRUE;
}

DlScenario *
dl_history_scenario_at (const DlHistory *history, const DlScenario *scenario, guint position)
{
  g_autoptr (DlScenario) there = dl_scenario_copy (scenario);

  g_assert (position <= history->steps->len);
  for (guint at = history->position; at > position; at--)
    if (!dl_scenario_apply (there, dl_history_step (history, at - 1)->inverse, NULL, NULL, NULL))
      return NULL;
  for (guint at = history->position; at < position; at++)
    if (!dl_scenario_apply (there, dl_history_step (history, at)->edits, NULL, NULL, NULL))
      return NULL;
  return g_steal_pointer (&there);
}

gboolean
dl_history_go_to (DlHistory *history, DlScenario *scenario, guint position)
{
  g_autoptr (DlScenario) there = dl_history_scenario_at (history, scenario, position);

  if (there == NULL)
    return FALSE;
  dl_scenario_swap (scenario, there);
  history->position = position;
  history->sealed = TRUE;
  return TRUE;
}

guint
dl_history_first_changed (const DlHistory *history)
{
  return MIN (history->first_changed, history->steps->len);
}

void
dl_history_mark_stored (DlHistory *history)
{
  history->first_changed = G_MAXUINT;
}

void
dl_history_restore_step (DlHistory *history, DlStep *step)
{
  g_ptr_array_add (history->steps, step);
  history->sealed = TRUE;
}

void
dl_history_restore_position (DlHistory *history, guint position)
{
  history->position = MIN (position, history->steps->len);
  history->sealed = TRUE;
}

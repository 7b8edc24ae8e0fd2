#include "dl-sim-choices.h"

/* Lists ---------------------------------------------------------------------------------------- */

void
dl_sim_choice_list_init (DlSimChoiceList *list)
{
  list->choices = g_array_new (FALSE, FALSE, sizeof (DlSimChoice));
  list->candidates = g_array_new (FALSE, FALSE, sizeof (DlSimCandidate));
}

void
dl_sim_choice_list_clear (DlSimChoiceList *list)
{
  g_clear_pointer (&list->choices, g_array_unref);
  g_clear_pointer (&list->candidates, g_array_unref);
}

void
dl_sim_choice_list_add (DlSimChoiceList *list, const DlSimChoice *choice,
                        const DlSimCandidate *candidates)
{
  DlSimChoice added = *choice;

  added.first = list->candidates->len;
  g_array_append_val (list->choices, added);
  g_array_append_vals (list->candidates, candidates, choice->n);
}

static void
empty (DlSimChoiceList *list)
{
  g_array_set_size (list->choices, 0);
  g_array_set_size (list->candidates, 0);
}

/* A block's choices --------------------------------------------------------------------------- */

void
dl_sim_choices_init (DlSimChoices *self)
{
  dl_sim_choice_list_init (&self->list);
  dl_sim_choice_list_init (&self->told);
}

void
dl_sim_choices_clear (DlSimChoices *self)
{
  dl_sim_choice_list_clear (&self->list);
  dl_sim_choice_list_clear (&self->told);
}

void
dl_sim_choices_forget (DlSimChoices *self)
{
  empty (&self->list);
  self->first = self->first_candidate = 0;
}

/* Judged ones go when they are most of what there is, so that each is moved once on average. */
static void
drop_judged (DlSimChoices *self)
{
  DlSimChoiceList *list = &self->list;

  if (2 * self->first < list->choices->len)
    return;
  g_array_remove_range (list->choices, 0, self->first);
  g_array_remove_range (list->candidates, 0, self->first_candidate);
  for (guint i = 0; i < list->choices->len; i++)
    g_array_index (list->choices, DlSimChoice, i).first -= self->first_candidate;
  self->first = self->first_candidate = 0;
}

static void
walk_array (GArray *array, guint size, DlSimWalk *walk)
{
  guint n = array->len;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    g_array_set_size (array, n);
  dl_sim_walk_bytes (walk, array->data, (gsize) n * size);
}

void
dl_sim_choices_walk (DlSimChoices *self, DlSimWalk *walk)
{
  dl_sim_walk_value (walk, &self->first);
  dl_sim_walk_value (walk, &self->first_candidate);
  walk_array (self->list.choices, sizeof (DlSimChoice), walk);
  walk_array (self->list.candidates, sizeof (DlSimCandidate), walk);
}

void
dl_sim_choices_add (DlSimChoices *self, const DlSimChoice *choice, const DlSimCandidate *candidates)
{
  dl_sim_choice_list_add (&self->list, choice, candidates);
}

/* The least of them later. The packet's own flits do not count: they may still wait, or be known to
 * be under way, where it went. */
static guint
find_least (const DlSimChoice *choice, const DlSimCandidate *candidates)
{
  guint64 least = G_MAXUINT64;
  guint best = 0;

  for (guint i = 0; i < choice->n; i++)
    {
      const guint own = i == choice->taken ? MIN (choice->flits, candidates[i].later) : 0;
      const guint64 value = dl_sim_candidate_value (&candidates[i], candidates[i].later - own);

      if (value < least || (value == least && i == choice->taken))
        {
          least = value;
          best = i;
        }
    }
  return best;
}

void
dl_sim_choices_judge_due (DlSimChoices *self, guint64 now, DlSimQueueFunc queue, gconstpointer data,
                          DlSimCounters *counters)
{
  DlSimChoiceList *list = &self->list;

  for (; self->first < list->choices->len; self->first++)
    {
      DlSimChoice *choice = &g_array_index (list->choices, DlSimChoice, self->first);
      DlSimCandidate *candidates = &g_array_index (list->candidates, DlSimCandidate, choice->first);

      if (choice->cycle + DL_SIM_JUDGED_AFTER > now)
        break;
      for (guint i = 0; i < choice->n; i++)
        candidates[i].later = queue (data, candidates[i].link);
      choice->later = find_least (choice, candidates);
      choice->judged = TRUE;
      counters->judged += choice->counted;
      counters->regretted += choice->counted && choice->later != choice->taken;
      if (choice->watched)
        dl_sim_choice_list_add (&self->told, choice, candidates);
      self->first_candidate += choice->n;
    }
  drop_judged (self);
}

/* The watched packet --------------------------------------------------------------------------- */

void
dl_sim_choices_watch (DlSimChoices *self, const DlFlight *packet)
{
  self->watches = packet != NULL;
  if (packet != NULL)
    self->packet = *packet;
  empty (&self->told);
}

void
dl_sim_choices_get_watched (const DlSimChoices *self, DlSimChoiceList *list)
{
  for (guint i = 0; i < self->told.choices->len; i++)
    dl_sim_choice_list_add (
        list, dl_sim_choice_at (&self->told, i),
        dl_sim_choice_candidates (&self->told, dl_sim_choice_at (&self->told, i)));
  for (guint i = self->first; i < self->list.choices->len; i++)
    {
      const DlSimChoice *choice = dl_sim_choice_at (&self->list, i);

      if (choice->watched)
        dl_sim_choice_list_add (list, choice, dl_sim_choice_candidates (&self->list, choice));
    }
}

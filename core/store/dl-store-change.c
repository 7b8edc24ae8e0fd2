#include "dl-store-change.h"

#include "dl-scenario-file.h"
#include "dl-store-summary.h"

static DlStoreStep *
step_new (const DlStep *step)
{
  DlStoreStep *copy = g_atomic_rc_box_new0 (DlStoreStep);

  copy->label = g_strdup (step->label);
  copy->coalesce = g_strdup (step->coalesce);
  copy->edits = dl_edits_to_text (step->edits);
  copy->inverse = dl_edits_to_text (step->inverse);
  copy->time_us = step->time_us;
  return copy;
}

static void
step_clear (gpointer data)
{
  DlStoreStep *step = data;

  g_free (step->label);
  g_free (step->coalesce);
  g_free (step->edits);
  g_free (step->inverse);
}

static void
step_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, step_clear);
}

static gint64
new_revision (void)
{
  gint64 revision;

  do
    revision = (gint64) (((guint64) g_random_int () << 32 | g_random_int ()) & G_MAXINT64);
  while (revision == 0);
  return revision;
}

static void
store_change_free (gpointer data)
{
  DlStoreChange *change = data;

  g_free (change->text);
  g_free (change->name);
  g_free (change->summary);
  g_free (change->search);
  g_ptr_array_unref (change->steps);
  g_free (change);
}

static DlStoreChange *
change_alloc (void)
{
  DlStoreChange *change = g_new0 (DlStoreChange, 1);

  dl_shared_init (&change->shared, store_change_free);
  change->steps = g_ptr_array_new_with_free_func (step_unref);
  return change;
}

DlStoreChange *
dl_store_change_new (gint64 id, gint64 revision, const DlScenario *scenario,
                     const DlHistory *history, guint first_changed)
{
  DlStoreChange *change = change_alloc ();
  g_autofree char *shown = NULL;
  g_autofree char *searchable = NULL;
  g_autofree char *words = NULL;

  g_assert (first_changed <= dl_history_n_steps (history));

  change->id = id;
  change->parent = revision;
  change->revision = new_revision ();
  change->text = dl_scenario_to_text (scenario, FALSE);
  change->name = g_strdup (scenario->name);
  change->summary = dl_store_summary_kept (scenario);
  shown = dl_store_summary (scenario);
  words = dl_store_summary_words (scenario);
  searchable = g_strconcat (change->name, "\n", change->summary, "\n", shown, "\n", words, NULL);
  change->search = dl_store_fold (searchable);
  change->position = dl_history_position (history);
  change->first_changed = first_changed;
  for (guint i = first_changed; i < dl_history_n_steps (history); i++)
    g_ptr_array_add (change->steps, step_new (dl_history_step (history, i)));
  return change;
}

gboolean
dl_store_change_follows (const DlStoreChange *second, const DlStoreChange *first)
{
  return second->id == first->id && second->parent == first->revision
         && second->first_changed <= first->first_changed + first->steps->len;
}

DlStoreChange *
dl_store_change_merge (const DlStoreChange *first, const DlStoreChange *second)
{
  DlStoreChange *change = change_alloc ();

  g_assert (dl_store_change_follows (second, first));

  change->id = second->id;
  change->parent = first->parent;
  change->revision = second->revision;
  change->text = g_strdup (second->text);
  change->name = g_strdup (second->name);
  change->summary = g_strdup (second->summary);
  change->search = g_strdup (second->search);
  change->position = second->position;
  change->first_changed = MIN (first->first_changed, second->first_changed);
  for (guint i = change->first_changed; i < second->first_changed; i++)
    g_ptr_array_add (change->steps,
                     g_atomic_rc_box_acquire (first->steps->pdata[i - first->first_changed]));
  for (guint i = 0; i < second->steps->len; i++)
    g_ptr_array_add (change->steps, g_atomic_rc_box_acquire (second->steps->pdata[i]));
  return change;
}

char *
dl_store_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *composed = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = g_utf8_casefold (composed, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
}

#include "dl-paper-list.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

/* The list --------------------------------------------------------------------------------------
 */

static void
entry_clear (gpointer data)
{
  dl_paper_result_unref (((DlPaperEntry *) data)->result);
}

static DlPaperList *
list_new (void)
{
  DlPaperList *list = g_new (DlPaperList, 1);

  list->entries = g_array_new (FALSE, FALSE, sizeof (DlPaperEntry));
  g_array_set_clear_func (list->entries, entry_clear);
  return list;
}

static void
add_entries (DlPaperList *list, const DlPaperCheck *const *checks, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const DlPaperEntry entry = { checks[i], dl_paper_check_plan (checks[i]), FALSE };

      g_array_append_val (list->entries, entry);
    }
}

DlPaperList *
dl_paper_list_new (void)
{
  DlPaperList *list = list_new ();
  const DlPaperCheck *const *checks;
  guint n;

  checks = dl_paper_checks (&n);
  add_entries (list, checks, n);
  checks = dl_validation_checks (&n);
  add_entries (list, checks, n);
  return list;
}

void
dl_paper_list_free (DlPaperList *list)
{
  if (list == NULL)
    return;
  g_array_unref (list->entries);
  g_free (list);
}

const DlPaperEntry *
dl_paper_list_entry (const DlPaperList *list, guint entry)
{
  return &g_array_index (list->entries, DlPaperEntry, entry);
}

void
dl_paper_list_set (DlPaperList *list, DlPaperResult *result)
{
  for (guint i = 0; i < list->entries->len; i++)
    {
      DlPaperEntry *entry = &g_array_index (list->entries, DlPaperEntry, i);
      DlPaperResult *before = entry->result;

      if (entry->check != result->check)
        continue;
      entry->result = dl_paper_result_ref (result);
      entry->done = TRUE;
      dl_paper_result_unref (before);
    }
}

void
dl_paper_list_count (const DlPaperList *list, guint *counts)
{
  for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
    {
      counts[verdict] = 0;
      for (guint i = 0; i < list->entries->len; i++)
        counts[verdict] += dl_paper_result_count (dl_paper_list_entry (list, i)->result, verdict);
    }
}

char *
dl_paper_counts_text (const guint *counts)
{
  if (counts[DL_PAPER_NOT_RUN] == 0)
    /* Translators: numbers of values of the papers */
    return g_strdup_printf (_ ("%u agree, %u differ, %u cannot be checked, %u are inputs"),
                            counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS],
                            counts[DL_PAPER_NOT_COMPARED], counts[DL_PAPER_IS_INPUT]);
  return g_strdup_printf (
      _ ("%u agree, %u differ, %u cannot be checked, %u are inputs, %u not run yet"),
      counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS], counts[DL_PAPER_NOT_COMPARED],
      counts[DL_PAPER_IS_INPUT], counts[DL_PAPER_NOT_RUN]);
}

char *
dl_paper_list_summary (const DlPaperList *list)
{
  guint counts[DL_PAPER_N_VERDICTS];

  dl_paper_list_count (list, counts);
  return dl_paper_counts_text (counts);
}

/* Running ---------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlPaperListOptions *options;
  double before, now, all; /* seconds of checks: done, under way, of all */
} Run;

static gint
by_seconds (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint x = dl_paper_check_seconds (*(const DlPaperCheck *const *) a);
  const guint y = dl_paper_check_seconds (*(const DlPaperCheck *const *) b);

  return (x > y) - (x < y);
}

static void
note_progress (double fraction, gpointer data)
{
  const Run *run = data;

  if (run->options->progress != NULL)
    run->options->progress ((run->before + fraction * run->now) / run->all,
                            run->options->progress_data);
}

static gboolean
run_one (Run *run, const DlPaperCheck *check, GCancellable *cancellable, GError **error)
{
  const DlPaperListOptions *options = run->options;
  const DlPaperOptions own = { .settings = options->settings,
                               .threads = options->threads,
                               .progress = note_progress,
                               .progress_data = run };
  g_autoptr (DlPaperResult) result = NULL;

  run->now = dl_paper_check_seconds (check);
  if (options->on_begin != NULL)
    options->on_begin (check, options->data);
  result = dl_paper_check_run (check, &own, cancellable, error);
  if (result == NULL)
    {
      g_prefix_error (error, "%s: ", dl_paper_check_id (check));
      return FALSE;
    }
  run->before += run->now;
  if (options->on_result != NULL)
    options->on_result (result, options->data);
  return TRUE;
}

gboolean
dl_paper_checks_run (const DlPaperCheck *const *checks, guint n_checks,
                     const DlPaperListOptions *options, GCancellable *cancellable, GError **error)
{
  g_autofree const DlPaperCheck **sorted = g_memdup2 (checks, n_checks * sizeof checks[0]);
  Run run = { .options = options };

  /* Stable: those that take as long stay in their order. */
  g_qsort_with_data (sorted, n_checks, sizeof sorted[0], by_seconds, NULL);
  for (guint i = 0; i < n_checks; i++)
    run.all += dl_paper_check_seconds (sorted[i]);
  for (guint i = 0; i < n_checks; i++)
    if (!run_one (&run, sorted[i], cancellable, error))
      return FALSE;
  return TRUE;
}

char *
dl_paper_checks_duration (const DlPaperCheck *const *checks, guint n_checks, guint threads)
{
  gulong seconds = 0;

  for (guint i = 0; i < n_checks; i++)
    seconds += dl_paper_check_seconds (checks[i]);
  seconds = (seconds + threads - 1) / threads;
  if (seconds < 60)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "about %lu second", "about %lu seconds", seconds), seconds);
  seconds = (seconds + 30) / 60;
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "about %lu minute", "about %lu minutes", seconds), seconds);
}

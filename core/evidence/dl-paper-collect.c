/* Several checks as one, for the figure of them: all the quick ones. */
#include "dl-paper-list.h"
#include "dl-paper-private.h"

#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>

static void
take (DlPaperResult *result, gpointer parts)
{
  g_ptr_array_add (parts, dl_paper_result_ref (result));
}

/* In the order of @some, whatever was run first. */
static void
sort_parts (GPtrArray *parts, const DlPaperCheck *const *some, guint n_some)
{
  g_autoptr (GPtrArray) sorted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);

  for (guint i = 0; i < n_some; i++)
    for (guint j = 0; j < parts->len; j++)
      {
        DlPaperResult *part = g_ptr_array_index (parts, j);

        if (part->check == some[i])
          g_ptr_array_add (sorted, dl_paper_result_ref (part));
      }
  g_ptr_array_set_size (parts, 0);
  g_ptr_array_extend_and_steal (parts, g_steal_pointer (&sorted));
}

DlPaperResult *
dl_paper_collect (const DlPaperCheck *check, const DlPaperCheck *const *some, guint n_some,
                  const DlPaperOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlPaperResult) result = dl_paper_result_new (check, scenario);
  const DlPaperListOptions own = { .settings = options->settings,
                                   .threads = options->threads,
                                   .progress = options->progress,
                                   .progress_data = options->progress_data,
                                   .on_result = take,
                                   .data = result->parts };

  if (!dl_paper_checks_run (some, n_some, &own, cancellable, error))
    return NULL;
  sort_parts (result->parts, some, n_some);
  return g_steal_pointer (&result);
}

static DlPaperResult *
run_quick (const DlPaperCheck *check, const DlPaperOptions *options, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GPtrArray) quick = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    if (dl_paper_check_is_quick (checks[i]))
      g_ptr_array_add (quick, (gpointer) checks[i]);
  return dl_paper_collect (check, (const DlPaperCheck *const *) quick->pdata, quick->len, options,
                           cancellable, error);
}

const DlPaperCheck dl_paper_check_all = {
  .seconds = 1,
  .id = "paper-checks",
  .title = N_ ("Published values and computed values"),
  .section = N_ ("VC paper, book excerpt, age paper, Cascade paper"),
  .choices = N_ ("Computed at once; simulations of several minutes have their own figures. "
                 "Nothing is tuned to match a paper."),
  .run = run_quick,
};

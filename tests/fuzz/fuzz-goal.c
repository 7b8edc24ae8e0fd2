/* Any bytes as a GOAL program: refused with one line, or read; what is read is sound, writing it
 * and reading it again gives the same, and a run of it ends. */
#include "dl-goal.h"
#include "dl-loggops.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == DL_PROGRAM_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check_sound (const DlProgram *program)
{
  for (guint32 op = 0; op < program->n_ops; op++)
    {
      const guint rank = program->rank[op];

      g_assert_cmpuint (rank, <, program->n_ranks);
      g_assert_true (op - program->first[rank] < program->n[rank]);
      for (guint i = program->first_after[op]; i < program->first_after[op + 1]; i++)
        g_assert_cmpuint (program->rank[program->after[i] / 2], ==, rank);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlProgram) program
      = dl_goal_parse (size > 0 ? (const char *) data : "", (gssize) size, "fuzz", &error);
  g_autoptr (DlProgram) again = NULL;
  g_autoptr (DlLogGopsRun) run = NULL;
  g_autofree char *text = NULL;
  g_autofree char *again_text = NULL;

  if (program == NULL)
    {
      check_refusal (error);
      return 0;
    }
  g_assert_no_error (error);
  check_sound (program);
  if (program->n_ranks > 1000)
    return 0;
  text = dl_goal_to_text (program);
  again = dl_goal_parse (text, -1, "fuzz", &error);
  g_assert_no_error (error);
  again_text = dl_goal_to_text (again);
  g_assert_cmpstr (text, ==, again_text);
  run = dl_loggops_run_new (program, DL_LOGGOPS_DEFAULT);
  if (!dl_loggops_run_all (run, &error))
    check_refusal (error);
  return 0;
}

#include "dl-session-branch.h"

#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  DlSession *session;
  char *name;
} Branching;

static void
on_added (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Branching *branching = user_data;
  g_autoptr (DlSession) self = branching->session;
  g_autofree char *name = branching->name;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);

  if (answer == NULL)
    {
      dl_session_fail (self, error->message);
      return;
    }
  dl_library_refresh (dl_session_get_library (self));
  g_signal_emit_by_name (self, "branched", answer->id, name);
}

/* Of the state, whose name may have been another then. */
static char *
name_of (const DlScenario *scenario, guint position)
{
  if (position == 0)
    /* Translators: a scenario as it was before its first change, %s its name */
    return g_strdup_printf (_ ("%s (as it began)"), scenario->name);
  /* Translators: a scenario as it was after a step of its history, %s its name */
  return g_strdup_printf (_ ("%s (step %u)"), scenario->name, position);
}

void
dl_session_branch (DlSession *self, guint position)
{
  DlStoreThread *store = dl_session_get_store (self);
  const DlHistory *history = dl_session_get_history (self);
  const guint at = MIN (position, dl_history_n_steps (history));
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  Branching *branching;

  if (store == NULL)
    {
      dl_session_fail (self, _ ("Nothing is kept in this session"));
      return;
    }
  scenario = dl_history_scenario_at (history, dl_session_get_scenario (self), at);
  if (scenario == NULL)
    {
      dl_session_step_misfits (self);
      return;
    }
  name = name_of (scenario, at);
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, &error)) /* too long */
    {
      dl_session_fail (self, error->message);
      return;
    }
  branching = g_new (Branching, 1);
  *branching = (Branching) { g_object_ref (self), g_steal_pointer (&name) };
  dl_store_call_async (store, DL_STORE_ADD, (DlStoreArgs) { .scenario = scenario }, NULL, on_added,
                       branching);
}

#include "dl-session-runs.h"

#include "dl-session-pin.h"
#include "dl-store-results-calls.h"

#include <glib/gi18n-lib.h>

/* What is longer, the contents of a file, says nothing in a name. */
#define MAX_WHAT_CHARS 80

typedef struct
{
  DlSession *session;
  char *what;
  gboolean pin;
} Asking;

static char *
name_of (const DlScenario *scenario, const char *what)
{
  if (g_utf8_strlen (what, -1) > MAX_WHAT_CHARS)
    /* Translators: what a run simulated, %s the name of its scenario */
    return g_strdup_printf (_ ("%s (run)"), scenario->name);
  /* Translators: what a run simulated: the name of its scenario, and how it differs */
  return g_strdup_printf (_ ("%s (%s)"), scenario->name, what);
}

static void
open_named (DlSession *session, DlScenario *scenario, const char *name)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  /* One that is too long stays as it was. */
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
  dl_session_open_new (session, scenario);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asking *asking = user_data;
  g_autoptr (DlSession) session = asking->session;
  g_autofree char *what = asking->what;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_store_thread_run_scenario_finish (result, &error);
  g_autofree char *name = scenario != NULL ? name_of (scenario, what) : NULL;

  if (scenario == NULL)
    g_signal_emit_by_name (session, "failed", error->message);
  else if (asking->pin)
    dl_session_pin_scenario (session, scenario, name);
  else
    open_named (session, g_steal_pointer (&scenario), name);
}

static void
ask (DlSession *self, gint64 id, const char *what, gboolean pin)
{
  DlLibrary *library = dl_session_get_library (self);
  DlStoreThread *thread = library != NULL ? dl_library_get_thread (library) : NULL;
  Asking *asking;

  if (thread == NULL)
    return;
  asking = g_new (Asking, 1);
  *asking = (Asking) { g_object_ref (self), g_strdup (what), pin };
  dl_store_thread_run_scenario_async (thread, id, NULL, on_read, asking);
}

void
dl_session_open_run (DlSession *self, gint64 id, const char *what)
{
  ask (self, id, what, FALSE);
}

void
dl_session_pin_run (DlSession *self, gint64 id, const char *what)
{
  ask (self, id, what, TRUE);
}

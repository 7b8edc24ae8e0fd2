#include "dl-session-runs.h"

#include "dl-session-pin.h"
#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

/* What is longer, the contents of a file, says nothing in a name. */
#define MAX_WHAT_CHARS 80

char *
dl_leg_name (const char *name, const char *what)
{
  if (*what == '\0')
    return g_strdup (name);
  if (g_utf8_strlen (what, -1) > MAX_WHAT_CHARS)
    /* Translators: what a run simulated, %s the name of its scenario */
    return g_strdup_printf (_ ("%s (run)"), name);
  /* Translators: what a run simulated: the name of its scenario, and how it differs */
  return g_strdup_printf (_ ("%s (%s)"), name, what);
}

typedef struct
{
  DlSession *session;
  guint64 seed;
  char *what;
  gboolean pin;
  gboolean simulated; /* not only analyzed */
} Asking;

/* The run's own: its scenario has the first of several seeds. A name that is too long stays as it
 * was. */
static void
make_own (DlScenario *scenario, guint64 seed, const char *name)
{
  g_autoptr (GPtrArray) seeds = dl_edits_new ();
  g_autoptr (GPtrArray) names = dl_edits_new ();
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);

  dl_edits_add (seeds, DL_EDIT_SET, "scenario.seed", text);
  dl_edits_add (names, DL_EDIT_SET, "scenario.name", name);
  dl_scenario_apply (scenario, seeds, NULL, NULL, NULL);
  dl_scenario_apply (scenario, names, NULL, NULL, NULL);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asking *asking = user_data;
  g_autoptr (DlSession) session = asking->session;
  g_autofree char *what = asking->what;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autoptr (DlScenario) scenario = NULL;
  g_autofree char *name = NULL;

  if (answer == NULL)
    {
      dl_session_fail (session, error->message);
      return;
    }
  scenario = g_steal_pointer (&answer->scenario);
  name = dl_leg_name (scenario->name, what);
  make_own (scenario, asking->seed, name);
  if (asking->pin)
    dl_session_pin_scenario (session, scenario, name);
  else if (asking->simulated)
    dl_session_open_simulated (session, g_steal_pointer (&scenario));
  else
    dl_session_open_new (session, g_steal_pointer (&scenario));
}

static void
ask (DlSession *self, const DlStoreRun *run, const char *what, gboolean pin)
{
  DlStoreThread *thread = dl_session_get_store (self);
  Asking *asking;

  if (thread == NULL)
    return;
  asking = g_new (Asking, 1);
  *asking = (Asking) { g_object_ref (self), run->seed, g_strdup (what), pin, run->outcome != NULL };
  dl_store_call_async (thread, DL_STORE_RUN_SCENARIO, (DlStoreArgs) { .id = run->id }, NULL,
                       on_read, asking);
}

void
dl_session_open_run (DlSession *self, const DlStoreRun *run, const char *what)
{
  ask (self, run, what, FALSE);
}

void
dl_session_pin_run (DlSession *self, const DlStoreRun *run, const char *what)
{
  ask (self, run, what, TRUE);
}

#include "dl-session-jobs.h"

#include "dl-dragonfly-jobs.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STROKE  "jobs-stroke"
#define NO_JOBS "# no jobs\n"

DlJobs *
dl_session_jobs (DlSession *self, const DlDragonfly *net, GError **error)
{
  return dl_scenario_jobs (dl_session_get_scenario (self), net, error);
}

/* The same to begin something with: none instead of an error. */
static DlJobs *
jobs_to_change (const DlScenario *scenario, const DlDragonfly *net)
{
  DlJobs *jobs = dl_scenario_jobs (scenario, net, NULL);

  return jobs != NULL ? jobs : dl_dragonfly_jobs_parse (net, NO_JOBS, 0, NULL, NULL);
}

static GPtrArray *
edits_to (const char *placement)
{
  GPtrArray *edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "traffic.placement", placement);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "jobs");
  return edits;
}

static void
set_jobs (DlSession *self, const DlJobs *jobs, const char *label)
{
  g_autofree char *text = dl_jobs_to_text (jobs);
  g_autoptr (GPtrArray) edits = edits_to (text);

  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_paint_jobs (DlSession *self, const DlDragonfly *net, guint first, guint last,
                       const char *name)
{
  g_autoptr (DlScenario) origin = dl_session_origin (self, STROKE);
  g_autoptr (DlJobs) before = jobs_to_change (origin, net);
  g_autoptr (DlJobs) after = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;
  guint32 job = DL_NO_SET;

  if (name != NULL)
    {
      job = dl_jobs_find (before, name);
      if (job == DL_NO_SET)
        job = before->n_jobs;
    }
  after = dl_jobs_painted (before, first, last, job, name);
  text = dl_jobs_to_text (after);
  edits = edits_to (text);
  label = name != NULL ? g_strdup_printf (_ ("Nodes for job %s"), name)
                       : g_strdup (_ ("Nodes without a job"));
  dl_session_edit_from_origin (self, edits, label, STROKE, NULL);
}

/* Items to which one more can be added; a file has none, and a text of blanks is one job that has
 * every node. */
static char *
items_of (const DlScenario *scenario, const DlDragonfly *net)
{
  const char *text = scenario->traffic.placement;
  g_autoptr (DlJobs) jobs = NULL;

  if (*text == '\0')
    return g_strdup ("");
  if (strpbrk (text, ":@") != NULL)
    return g_strdup (text);
  jobs = jobs_to_change (scenario, net);
  return dl_jobs_to_text (jobs);
}

void
dl_session_add_job (DlSession *self, const DlDragonfly *net, const char *item, const char *name)
{
  g_autofree char *items = items_of (dl_session_get_scenario (self), net);
  g_autofree char *text = g_strdup_printf (
      "%s%s%s\n", items, *items == '\0' || g_str_has_suffix (items, "\n") ? "" : "\n", item);
  g_autofree char *label = g_strdup_printf (_ ("Added job %s"), name);
  g_autoptr (GPtrArray) edits = edits_to (text);

  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_remove_job (DlSession *self, const DlDragonfly *net, const char *name)
{
  g_autoptr (DlJobs) before = jobs_to_change (dl_session_get_scenario (self), net);
  const guint32 job = dl_jobs_find (before, name);
  g_autoptr (DlJobs) after = NULL;
  g_autofree char *label = NULL;

  if (job == DL_NO_SET)
    return;
  after = dl_jobs_without (before, job);
  label = g_strdup_printf (_ ("Removed job %s"), name);
  set_jobs (self, after, label);
}

void
dl_session_remove_all_jobs (DlSession *self, const DlDragonfly *net)
{
  g_autoptr (DlJobs) none = dl_dragonfly_jobs_parse (net, NO_JOBS, 0, NULL, NULL);

  set_jobs (self, none, _ ("Removed all jobs"));
}

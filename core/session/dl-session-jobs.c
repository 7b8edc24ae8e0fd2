#include "dl-session-jobs.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STROKE  "jobs-stroke"
#define NO_JOBS "# no jobs\n"

/* Sites of jobs -------------------------------------------------------------------------------- */

static void
job_sites_free (gpointer data)
{
  DlJobSites *sites = data;

  dl_site_grid_unref (sites->grid);
  dl_shared_unref (sites->shape);
  g_free (sites);
}

DlJobSites *
dl_session_job_sites (DlSession *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  const DlFamily *family = scenario->family;
  DlEvaluation *result = dl_session_get_result (self);
  DlJobSites *on;
  gpointer shape;

  if (family->site_grid == NULL)
    return NULL;
  shape = result != NULL && result->generation == dl_session_get_generation (self)
              ? dl_shared_ref (dl_analyzed_shape (result->analysis_of_family))
              : family->build (scenario, NULL);
  if (shape == NULL)
    return NULL;
  on = g_new0 (DlJobSites, 1);
  dl_shared_init (&on->shared, job_sites_free);
  on->family = family;
  on->shape = shape;
  on->sites = family->sites (shape);
  on->grid = family->site_grid (shape);
  return on;
}

/* Changes of jobs ------------------------------------------------------------------------------ */

DlJobs *
dl_session_jobs (DlSession *self, const DlJobSites *on, GError **error)
{
  return on->family->jobs (dl_session_get_scenario (self), on->shape, error);
}

static DlJobs *
no_jobs (const DlJobSites *on)
{
  return dl_jobs_parse (&on->sites, NO_JOBS, 0, NULL, NULL);
}

/* The same to begin something with: none instead of an error. */
static DlJobs *
jobs_to_change (const DlScenario *scenario, const DlJobSites *on)
{
  DlJobs *jobs = on->family->jobs (scenario, on->shape, NULL);

  return jobs != NULL ? jobs : no_jobs (on);
}

/* A program of messages stays, and is each job's. */
static GPtrArray *
edits_to (const DlScenario *scenario, const char *placement)
{
  GPtrArray *edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "traffic.placement", placement);
  if (!scenario->traffic.pattern->needs_program)
    dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "jobs");
  return edits;
}

static void
set_jobs (DlSession *self, const DlJobs *jobs, const char *label)
{
  g_autofree char *text = dl_jobs_to_text (jobs);
  g_autoptr (GPtrArray) edits = edits_to (dl_session_get_scenario (self), text);

  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_paint_jobs (DlSession *self, const DlJobSites *on, guint first, guint last,
                       const char *name)
{
  g_autoptr (DlScenario) origin = dl_session_origin (self, STROKE);
  g_autoptr (DlJobs) before = jobs_to_change (origin, on);
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
  after = dl_jobs_painted (before, dl_site_grid_nodes (on->grid, first),
                           on->grid->node_first[last + 1] - on->grid->node_first[first], job, name);
  text = dl_jobs_to_text (after);
  edits = edits_to (origin, text);
  label = name != NULL ? dl_text_with (_ (on->sites.words->painted), name)
                       : g_strdup (_ (on->sites.words->erased));
  dl_session_edit_from_origin (self, edits, label, STROKE, NULL);
}

/* Items to which one more can be added; a file has none, and a text of blanks is one job that has
 * every node. */
static char *
items_of (const DlScenario *scenario, const DlJobSites *on)
{
  const char *text = scenario->traffic.placement;
  g_autoptr (DlJobs) jobs = NULL;

  if (*text == '\0')
    return g_strdup ("");
  if (strpbrk (text, ":@") != NULL && !dl_jobs_are_ranks (&on->sites, text))
    return g_strdup (text);
  jobs = jobs_to_change (scenario, on);
  return dl_jobs_to_text (jobs);
}

void
dl_session_add_job (DlSession *self, const DlJobSites *on, const char *item, const char *name)
{
  g_autofree char *items = items_of (dl_session_get_scenario (self), on);
  g_autofree char *text = g_strdup_printf (
      "%s%s%s\n", items, *items == '\0' || g_str_has_suffix (items, "\n") ? "" : "\n", item);
  g_autofree char *label = g_strdup_printf (_ ("Added job %s"), name);
  g_autoptr (GPtrArray) edits = edits_to (dl_session_get_scenario (self), text);

  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_remove_job (DlSession *self, const DlJobSites *on, const char *name)
{
  g_autoptr (DlJobs) before = jobs_to_change (dl_session_get_scenario (self), on);
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
dl_session_remove_all_jobs (DlSession *self, const DlJobSites *on)
{
  g_autoptr (DlJobs) none = no_jobs (on);

  set_jobs (self, none, _ ("Removed all jobs"));
}

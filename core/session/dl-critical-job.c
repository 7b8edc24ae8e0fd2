#include "dl-critical-job.h"

#include "dl-evaluate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct _DlCriticalJob
{
  DlSearchJob parent;
  DlCriticalOf of;
};

G_DEFINE_BOXED_TYPE (DlCritical, dl_critical, dl_critical_ref, dl_critical_unref)
G_DEFINE_FINAL_TYPE (DlCriticalJob, dl_critical_job, DL_TYPE_SEARCH_JOB)

static void
on_partial (DlCritical *partial, gpointer run)
{
  dl_search_task_post (run, dl_critical_ref (partial));
}

static gpointer
search (DlSearchTask *run, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();

  options.of = *(const DlCriticalOf *) run->options;
  options.progress = run->progress;
  options.progress_data = run->progress_data;
  options.partial = on_partial;
  options.partial_data = run;
  return run->scenario->family->critical (run->scenario, options, run->cancellable, error);
}

static gboolean
depends_on (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  /* Payload is what a load is of. */
  return strcmp (field->group, "router") != 0
         || strcmp (field->name, "router.payload-efficiency") == 0;
}

void
dl_critical_job_start (DlCriticalJob *self)
{
  dl_search_job_start (DL_SEARCH_JOB (self), g_memdup2 (&self->of, sizeof self->of));
}

void
dl_critical_job_cancel (DlCriticalJob *self)
{
  dl_search_job_cancel (DL_SEARCH_JOB (self));
}

gboolean
dl_critical_job_is_running (DlCriticalJob *self)
{
  return dl_search_job_is_running (DL_SEARCH_JOB (self));
}

double
dl_critical_job_get_progress (DlCriticalJob *self)
{
  return dl_search_job_get_progress (DL_SEARCH_JOB (self));
}

double
dl_critical_job_get_seconds_left (DlCriticalJob *self)
{
  return dl_search_job_get_seconds_left (DL_SEARCH_JOB (self));
}

DlCritical *
dl_critical_job_get_results (DlCriticalJob *self)
{
  return dl_search_job_get_results (DL_SEARCH_JOB (self));
}

gboolean
dl_critical_job_is_stale (DlCriticalJob *self)
{
  return dl_search_job_is_stale (DL_SEARCH_JOB (self));
}

/* In words ------------------------------------------------------------------------------------- */

/* Takes @part. */
static void
append_part (GString *text, char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
  g_free (part);
}

/* @mark before each number: "≤ ", or nothing. */
static void
append_change (GString *text, const char *what, const char *mark, double before, double after,
               guint digits)
{
  if (!isnan (before) && !isnan (after))
    append_part (text, g_strdup_printf (_ ("%s %s%'.*f → %s%'.*f"), what, mark, digits, before,
                                        mark, digits, after));
}

/* "16 hosts lost" */
static char *
nodes_lost_text (const DlCritical *critical, guint n)
{
  const DlSites sites = critical->family->sites (critical->net.shape);
  g_autofree char *count = g_strdup_printf ("%'u", n);
  g_autofree char *nodes = sites.words->nodes (count, n);

  /* Translators: with a router that breaks, as in “16 hosts lost” */
  return g_strdup_printf (_ ("%s lost"), nodes);
}

char *
dl_critical_cable_to_text (const DlCritical *critical, const DlCriticalCable *cable)
{
  const DlCriticalFigures *before = &critical->base, *after = &cable->figures;
  const gulong cut = MAX (cable->undelivered_more, 0), illegal = after->illegal_pairs;
  GString *text = g_string_new (NULL);

  if (after->nodes_lost > 0)
    append_part (text, nodes_lost_text (critical, after->nodes_lost));
  if (cut > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair cut off",
                                                     "%'lu pairs cut off", cut),
                                        cut));
  if (!after->deadlock_free)
    append_part (text, g_strdup (_ ("can deadlock")));
  if (illegal > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair on illegal turns",
                                                     "%'lu pairs on illegal turns", illegal),
                                        illegal));
  if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair rerouted",
                                                     "%'lu pairs rerouted", cable->rerouted_pairs),
                                        (gulong) cable->rerouted_pairs));
  append_change (text, _ ("saturation load"), after->is_bound ? "≤ " : "", before->bound_load,
                 after->bound_load, 4);
  append_change (text, _ ("maximum channel load"), "", before->load_max, after->load_max, 0);
  append_change (text, _ ("mean balance"), "", before->balance_mean, after->balance_mean, 4);
  append_change (text, _ ("mean hops"), "", before->hops_mean, after->hops_mean, 4);
  return g_string_free (text, FALSE);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dl_critical_job_class_init (DlCriticalJobClass *class)
{
  DlSearchJobClass *search_class = DL_SEARCH_JOB_CLASS (class);

  search_class->search = search;
  search_class->depends_on = depends_on;
  dl_search_job_class_install_results (search_class, "results", DL_TYPE_CRITICAL,
                                       (GBoxedCopyFunc) dl_critical_ref,
                                       (GBoxedFreeFunc) dl_critical_unref);
}

static void
dl_critical_job_init (DlCriticalJob *self)
{
}

DlCriticalJob *
dl_critical_job_new (DlSession *session, DlCriticalOf of)
{
  DlCriticalJob *self = dl_search_job_new (DL_TYPE_CRITICAL_JOB, session);

  self->of = of;
  return self;
}

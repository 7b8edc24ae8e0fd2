#include "dl-counters-source.h"

#include "dl-counters-reader.h"
#include "dl-file-jobs.h"
#include "dl-file-kind.h"
#include "dl-job.h"
#include "dl-output.h"
#include "dl-scenario-file.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Interval of comparisons while a simulation runs, in milliseconds. */
#define FOLLOW_MS 1000
/* Files are carried for so long: their scenario may not be readable after all. */
#define CARRY_US (30 * G_USEC_PER_SEC)
/* Bytes that say whether a file is a machine's cabling. */
#define HEAD_BYTES 8192
/* Files beside the counters that are looked at for the machine's cabling. */
#define MAX_BESIDE 200

struct _DlCountersSource
{
  GObject parent;
  DlSession *session;
  DlLive *live;
  guint n_loading;           /* files that are being read */
  guint64 asked;             /* how many were asked for */
  guint64 shown, jobs_shown; /* the one that is shown; earlier ones come too late */
  DlCounters *counters;
  GFile *cabling, *jobs_beside; /* beside them */
  DlCounters *jobs;
  char *jobs_text;
  GFile *counters_file, *jobs_file; /* that they were read from */
  gint64 carried_until_us;          /* to the scenario that is opened next; 0: not at all */
  gboolean has_region;
  gint32 region;
  char *problem;
  guint64 counters_changes;

  DlJob *job;
  gboolean again; /* something changed while it ran */
  guint follow;   /* timeout */
  DlMeasured *measured;
  char *misfit;
  guint64 measured_changes;
};

enum
{
  COUNTERS = 1,
  MEASURED,
  PROBLEM,
  BUSY,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlCountersSource, dl_counters_source, G_TYPE_OBJECT)

/* Files ---------------------------------------------------------------------------------------- */

/* Content read from a file. */
typedef struct
{
  guint64 asked;
  GFile *file;
  DlCounters *counters;
  char *text;         /* of jobs */
  GFile *cabling;     /* nullable */
  GFile *jobs_beside; /* nullable */
} Loaded;

/* A file to be read. */
typedef struct
{
  GFile *file;
  guint64 asked;
} Wanted;

static void
wanted_free (gpointer data)
{
  g_object_unref (((Wanted *) data)->file);
  g_free (data);
}

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_object_unref (loaded->file);
  dl_counters_unref (loaded->counters);
  g_free (loaded->text);
  g_clear_object (&loaded->cabling);
  g_clear_object (&loaded->jobs_beside);
  g_free (loaded);
}

static gsize
limit_of (const guint8 *data, gsize length)
{
  return DL_COUNTERS_MAX_BYTES;
}

/* Does a file that begins with @head hold the jobs of a machine? Its last line may be cut off. */
static gboolean
is_jobs (const char *head, gsize length)
{
  const char *end = g_strrstr_len (head, length, "\n");
  g_autoptr (DlCounters) counters
      = end != NULL ? dl_counters_read (head, end - head, "", NULL) : NULL;

  return counters != NULL && dl_counters_are_jobs (counters);
}

/* The first file of the folder, by name, that begins as @probe wants it. */
static GFile *
find_beside (GFile *file, gboolean (*probe) (const char *head, gsize length))
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *folder = parent != NULL ? g_file_get_path (parent) : NULL;
  GDir *dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autofree char *first = NULL;
  const char *name;

  for (guint i = 0; dir != NULL && i < MAX_BESIDE && (name = g_dir_read_name (dir)) != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char head[HEAD_BYTES];
      const gsize length = dl_file_head (path, head, sizeof head);

      if (probe (head, length) && (first == NULL || strcmp (path, first) < 0))
        {
          g_free (first);
          first = g_steal_pointer (&path);
        }
    }
  g_clear_pointer (&dir, g_dir_close);
  return first != NULL ? g_file_new_for_path (first) : NULL;
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wanted *wanted = data;
  GError *error = NULL;
  g_autofree char *path = dl_file_path (wanted->file, &error);
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *display = name != NULL ? dl_file_name_show (name) : NULL;
  g_autoptr (GByteArray) bytes = NULL;
  DlCounters *counters;
  Loaded *loaded;

  bytes = path != NULL ? dl_scenario_read_file (path, limit_of, &error) : NULL;
  counters = bytes != NULL
                 ? dl_counters_read ((const char *) bytes->data, bytes->len, display, &error)
                 : NULL;
  if (counters == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  loaded = g_new0 (Loaded, 1);
  loaded->asked = wanted->asked;
  loaded->file = g_object_ref (wanted->file);
  loaded->counters = counters;
  if (dl_counters_are_jobs (counters))
    loaded->text = g_strndup ((const char *) bytes->data, bytes->len);
  if (counters->kind->probe_machine != NULL)
    loaded->cabling = find_beside (wanted->file, counters->kind->probe_machine);
  if (counters->kind->link_jobs != NULL)
    loaded->jobs_beside = find_beside (wanted->file, is_jobs);
  g_task_return_pointer (task, loaded, loaded_free);
}

/* Comparing ------------------------------------------------------------------------------------ */

typedef struct
{
  DlCounters *counters;
  DlEvaluation *result;
  gboolean has_region;
  gint32 region;
  DlLinkUse use; /* n_links 0: there is none */
} Question;

typedef struct
{
  DlMeasured *measured;
  char *misfit;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  dl_counters_unref (question->counters);
  dl_evaluation_unref (question->result);
  dl_link_use_clear (&question->use);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  dl_measured_unref (answer->measured);
  g_free (answer->misfit);
  g_free (answer);
}

static gpointer
compare_in_thread (gpointer data, DlProgressFunc progress, gpointer progress_data,
                   GCancellable *cancellable)
{
  const Question *question = data;
  const DlEvaluation *result = question->result;
  const DlFamily *family = result->scenario->family;
  const DlLinkUse *use
      = question->use.n_links == result->net.graph->n_links ? &question->use : NULL;
  g_autoptr (GError) error = NULL;
  Answer *answer = g_new0 (Answer, 1);

  if (!dl_family_reads_counters (family, question->counters->kind))
    answer->misfit
        = dl_text_with (_ (question->counters->kind->foreign), question->counters->file_name);
  else
    answer->measured
        = dl_measured_new (question->counters, question->has_region ? &question->region : NULL,
                           result->analysis_of_family, use, &error);
  if (error != NULL)
    answer->misfit = g_strdup (error->message);
  return answer;
}

static void compare (DlCountersSource *self);

static void
set_answer (DlCountersSource *self, DlMeasured *measured, char *misfit)
{
  g_clear_pointer (&self->measured, dl_measured_unref);
  g_free (self->misfit);
  self->measured = measured;
  self->misfit = misfit;
  self->measured_changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[MEASURED]);
}

static void
on_compared (gpointer result, gpointer user_data)
{
  DlCountersSource *self = user_data;
  Answer *answer = result;

  if (self->counters != NULL)
    set_answer (self, g_steal_pointer (&answer->measured), g_steal_pointer (&answer->misfit));
  answer_free (answer);
  if (self->again)
    compare (self);
}

/* Running jobs may finish: a simulation changes faster than it is compared. */
static void
compare (DlCountersSource *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);
  const DlLivePicture *picture = dl_live_get_picture (self->live);
  Question *question;

  self->again = dl_job_is_running (self->job);
  if (self->again || self->counters == NULL || result == NULL)
    return;
  question = g_new0 (Question, 1);
  question->counters = dl_counters_ref (self->counters);
  question->result = dl_evaluation_ref (result);
  question->has_region = self->has_region;
  question->region = self->region;
  if (picture != NULL && picture->recent_cycles > 0)
    dl_link_use_copy (&question->use, &picture->links);
  dl_job_start (self->job, compare_in_thread, question, question_free, answer_free, on_compared,
                self);
}

static gboolean
on_follow (gpointer user_data)
{
  DlCountersSource *self = user_data;

  self->follow = 0;
  compare (self);
  return G_SOURCE_REMOVE;
}

static void
on_live (DlCountersSource *self)
{
  if (self->counters != NULL && self->follow == 0)
    self->follow = g_timeout_add (FOLLOW_MS, on_follow, self);
}

/* Open counters -------------------------------------------------------------------------------- */

static void
counters_changed (DlCountersSource *self)
{
  self->counters_changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[COUNTERS]);
}

static void
set_problem (DlCountersSource *self, const char *problem)
{
  if (g_strcmp0 (problem, self->problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROBLEM]);
}

/* Add a problem with one of several files that are opened at once: the others do not hide it. */
static void
add_problem (DlCountersSource *self, const char *problem)
{
  g_autofree char *all = self->problem != NULL ? g_strdup_printf ("%s\n%s", self->problem, problem)
                                               : g_strdup (problem);

  set_problem (self, all);
}

/* Whoever looks at the old ones is told before they go. */
static void
set_counters (DlCountersSource *self, DlCounters *counters, GFile *file, GFile *cabling,
              GFile *jobs_beside)
{
  DlCounters *before = self->counters;

  self->counters = counters;
  g_set_object (&self->counters_file, file);
  g_set_object (&self->cabling, cabling);
  g_set_object (&self->jobs_beside, jobs_beside);
  self->has_region = counters != NULL && dl_counters_has_region (counters, DL_COUNTERS_WHOLE);
  self->region = DL_COUNTERS_WHOLE;
  set_answer (self, NULL, NULL);
  counters_changed (self);
  dl_counters_unref (before);
  compare (self);
}

static void
set_jobs (DlCountersSource *self, DlCounters *jobs, GFile *file, char *text, GFile *cabling)
{
  DlCounters *before = self->jobs;

  self->jobs = jobs;
  g_set_object (&self->jobs_file, file);
  g_free (self->jobs_text);
  self->jobs_text = text;
  if (self->counters == NULL)
    g_set_object (&self->cabling, cabling);
  counters_changed (self);
  dl_counters_unref (before);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  DlCountersSource *self = DL_COUNTERS_SOURCE (object);
  g_autoptr (GError) error = NULL;
  Loaded *loaded = g_task_propagate_pointer (G_TASK (result), &error);

  self->n_loading--;
  if (error != NULL)
    add_problem (self, error->message);
  if (loaded == NULL)
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[BUSY]);
      return;
    }
  if (dl_counters_are_jobs (loaded->counters) && loaded->asked > self->jobs_shown)
    {
      self->jobs_shown = loaded->asked;
      set_jobs (self, g_steal_pointer (&loaded->counters), loaded->file,
                g_steal_pointer (&loaded->text), loaded->cabling);
    }
  else if (!dl_counters_are_jobs (loaded->counters) && loaded->asked > self->shown)
    {
      self->shown = loaded->asked;
      set_counters (self, g_steal_pointer (&loaded->counters), loaded->file, loaded->cabling,
                    loaded->jobs_beside);
    }
  loaded_free (loaded);
  g_object_notify_by_pspec (G_OBJECT (self), properties[BUSY]);
}

void
dl_counters_source_open (DlCountersSource *self, GFile *file)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_loaded, NULL);
  Wanted *wanted = g_new (Wanted, 1);

  if (self->n_loading == 0)
    set_problem (self, NULL);
  *wanted = (Wanted) { g_object_ref (file), ++self->asked };
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, load_in_thread);
  self->n_loading++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[BUSY]);
}

void
dl_counters_source_forget (DlCountersSource *self)
{
  DlCounters *jobs = g_steal_pointer (&self->jobs);

  g_clear_pointer (&self->jobs_text, g_free);
  g_clear_object (&self->jobs_file);
  self->carried_until_us = 0;
  /* Nor files being read. */
  self->shown = self->jobs_shown = self->asked;
  set_problem (self, NULL);
  set_counters (self, NULL, NULL, NULL, NULL);
  dl_counters_unref (jobs);
}

GStrv
dl_counters_source_get_paths (DlCountersSource *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  GFile *const files[] = { self->counters_file, self->jobs_file };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = files[i] != NULL ? g_file_get_path (files[i]) : NULL;

      if (path != NULL)
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

void
dl_counters_source_carry (DlCountersSource *self)
{
  self->carried_until_us = g_get_monotonic_time () + CARRY_US;
}

gboolean
dl_counters_source_is_carried (DlCountersSource *self)
{
  return g_get_monotonic_time () < self->carried_until_us;
}

void
dl_counters_source_put_down (DlCountersSource *self)
{
  self->carried_until_us = 0;
}

const DlCounters *
dl_counters_source_get_counters (DlCountersSource *self)
{
  return self->counters;
}

const DlCounters *
dl_counters_source_get_jobs (DlCountersSource *self)
{
  return self->jobs;
}

const char *
dl_counters_source_get_problem (DlCountersSource *self)
{
  return self->problem;
}

const gint32 *
dl_counters_source_get_region (DlCountersSource *self)
{
  return self->has_region ? &self->region : NULL;
}

void
dl_counters_source_set_region (DlCountersSource *self, const gint32 *region)
{
  if (self->has_region == (region != NULL) && (region == NULL || *region == self->region))
    return;
  self->has_region = region != NULL;
  if (region != NULL)
    self->region = *region;
  counters_changed (self);
  compare (self);
}

DlMeasured *
dl_counters_source_get_measured (DlCountersSource *self)
{
  return self->measured;
}

const char *
dl_counters_source_get_misfit (DlCountersSource *self)
{
  return self->misfit;
}

/* Machines --------------------------------------------------------------------------------------
 */

GFile *
dl_counters_source_get_cabling (DlCountersSource *self)
{
  return self->cabling;
}

GFile *
dl_counters_source_get_jobs_beside (DlCountersSource *self)
{
  return self->jobs == NULL ? self->jobs_beside : NULL;
}

DlScenario *
dl_counters_source_new_scenario (DlCountersSource *self)
{
  const DlCounters *counters = self->counters != NULL ? self->counters : self->jobs;

  return counters != NULL && counters->kind->scenario != NULL ? counters->kind->scenario (counters)
                                                              : NULL;
}

void
dl_counters_source_place_jobs (DlCountersSource *self)
{
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (self->jobs == NULL)
    return;
  edits = dl_edits_new ();
  dl_edits_add (edits, DL_EDIT_SET, "traffic.placement", self->jobs_text);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "jobs");
  label = g_strdup_printf (_ ("Jobs of %s"), self->jobs->file_name);
  dl_session_edit (self->session, edits, label, NULL, NULL);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlCountersSource *self = DL_COUNTERS_SOURCE (object);

  switch (id)
    {
    case COUNTERS:
      g_value_set_uint64 (value, self->counters_changes);
      break;
    case MEASURED:
      g_value_set_uint64 (value, self->measured_changes);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    case BUSY:
      g_value_set_boolean (value, self->n_loading > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
finalize (GObject *object)
{
  DlCountersSource *self = DL_COUNTERS_SOURCE (object);

  g_clear_handle_id (&self->follow, g_source_remove);
  dl_job_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_object (&self->cabling);
  g_clear_object (&self->jobs_beside);
  g_clear_object (&self->counters_file);
  g_clear_object (&self->jobs_file);
  g_clear_object (&self->live);
  g_clear_object (&self->session);
  dl_counters_unref (self->counters);
  dl_counters_unref (self->jobs);
  dl_measured_unref (self->measured);
  g_free (self->jobs_text);
  g_free (self->problem);
  g_free (self->misfit);
  G_OBJECT_CLASS (dl_counters_source_parent_class)->finalize (object);
}

static void
dl_counters_source_class_init (DlCountersSourceClass *class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (class)->get_property = get_property;
  G_OBJECT_CLASS (class)->finalize = finalize;
  properties[COUNTERS] = g_param_spec_uint64 ("counters", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[MEASURED] = g_param_spec_uint64 ("measured", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, readable);
  properties[BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
dl_counters_source_init (DlCountersSource *self)
{
  self->job = dl_job_new ();
}

DlCountersSource *
dl_counters_source_new (DlSession *session, DlLive *live)
{
  DlCountersSource *self = g_object_new (DL_TYPE_COUNTERS_SOURCE, NULL);

  self->session = g_object_ref (session);
  self->live = g_object_ref (live);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (compare), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify", G_CALLBACK (on_live), self, G_CONNECT_SWAPPED);
  return self;
}

#include "dl-history-pictures.h"

#include "dl-canvas.h"
#include "dl-thumbnail.h"

/* Pictures, of 20 kB each; if there are more, the ones farthest from sight go. */
#define MAX_KEPT 400

/* The state that a picture shows. A step that follows another one is forgotten with it, so the last
 * one tells all; another one may come to be at the same place in memory, but not at the same
 * time. */
typedef struct
{
  const DlStep *step; /* the last one done; NULL: none. Not to be looked into */
  gint64 time_us;
} State;

typedef struct
{
  State state;
  GdkTexture *texture; /* NULL: it cannot be evaluated */
} Picture;

struct _DlHistoryPictures
{
  GObject parent;
  DlView *view;       /* borrowed */
  DlSession *session; /* its */
  GHashTable *kept;   /* position -> Picture */
  DlJob *job;         /* makes the next one */
  guint making;       /* its position, while it runs */
  gboolean wanted;    /* pictures between @first and @last; else none */
  guint first, last, near;

  /* Look of the pictures that are kept */
  const DlMetric *metric;
  const DlTheme *theme;
  guint scale;
};

enum
{
  MADE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlHistoryPictures, dl_history_pictures, G_TYPE_OBJECT)

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_clear_object (&picture->texture);
  g_free (picture);
}

static State
state_at (DlHistoryPictures *self, guint position)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const DlStep *step = position > 0 ? dl_history_step (history, position - 1) : NULL;

  return (State) { step, step != NULL ? step->time_us : 0 };
}

static Picture *
find (DlHistoryPictures *self, guint position)
{
  Picture *picture = g_hash_table_lookup (self->kept, GUINT_TO_POINTER (position));
  State state;

  if (picture == NULL || position > dl_history_n_steps (dl_session_get_history (self->session)))
    return NULL;
  state = state_at (self, position);
  return picture->state.step == state.step && picture->state.time_us == state.time_us ? picture
                                                                                      : NULL;
}

/* In the background ---------------------------------------------------------------------------- */

typedef struct
{
  guint position;
  State state;
  DlScenario *scenario;
  DlEvaluation *result; /* of @scenario, where it is known; else NULL */
  DlThumbnailOptions options;
} Request;

typedef struct
{
  guint position;
  State state;
  cairo_surface_t *surface; /* NULL: it cannot be evaluated */
} Answer;

static void
request_free (gpointer data)
{
  Request *request = data;

  dl_scenario_free (request->scenario);
  dl_evaluation_unref (request->result);
  g_free (request);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->surface, cairo_surface_destroy);
  g_free (answer);
}

static gpointer
make (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const Request *request = data;
  g_autoptr (DlEvaluation) result
      = request->result != NULL ? dl_evaluation_ref (request->result)
                                : dl_evaluation_new (request->scenario, 0, NULL, cancellable, NULL);
  Answer *answer;

  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  answer = g_new (Answer, 1);
  *answer = (Answer) { request->position, request->state,
                       result != NULL ? dl_thumbnail_draw (result, &request->options) : NULL };
  return answer;
}

static void make_next (DlHistoryPictures *self);

/* The one that is farthest from the visible part. */
static void
drop_one (DlHistoryPictures *self)
{
  const guint middle = self->first + (self->last - self->first) / 2;
  guint farthest = middle, distance = 0;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint position = GPOINTER_TO_UINT (key);
      const guint far = position > middle ? position - middle : middle - position;

      if (far >= distance)
        {
          farthest = position;
          distance = far;
        }
    }
  g_hash_table_remove (self->kept, GUINT_TO_POINTER (farthest));
}

static void
on_made (gpointer result, gpointer user_data)
{
  DlHistoryPictures *self = user_data;
  Answer *answer = result;
  Picture *picture = g_new (Picture, 1);

  *picture = (Picture) { answer->state, NULL };
  if (answer->surface != NULL)
    picture->texture = dl_canvas_texture_new (g_steal_pointer (&answer->surface));
  /* One that the history does not have any more is not found. */
  g_hash_table_replace (self->kept, GUINT_TO_POINTER (answer->position), picture);
  answer_free (answer);
  if (g_hash_table_size (self->kept) > MAX_KEPT)
    drop_one (self);
  g_signal_emit (self, signals[MADE], 0);
  make_next (self);
}

static void
begin (DlHistoryPictures *self, guint position)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  DlEvaluation *result = dl_session_get_result (self->session);
  const gboolean known = result != NULL && position == dl_history_position (history)
                         && result->generation == dl_session_get_generation (self->session);
  g_autoptr (DlScenario) there = dl_history_scenario_at (history, scenario, position);
  Request *request;

  if (there == NULL) /* of a damaged library */
    {
      Picture *none = g_new (Picture, 1);

      *none = (Picture) { state_at (self, position), NULL };
      g_hash_table_replace (self->kept, GUINT_TO_POINTER (position), none);
      return;
    }
  request = g_new (Request, 1);
  *request = (Request) { .position = position,
                         .state = state_at (self, position),
                         .scenario = g_steal_pointer (&there),
                         .result = known ? dl_evaluation_ref (result) : NULL,
                         .options = { self->metric, DL_HISTORY_PICTURE_WIDTH,
                                      DL_HISTORY_PICTURE_HEIGHT, self->scale, self->theme } };
  request->options.metric = dl_view_get_metric_of (self->view, request->scenario->family);
  self->making = position;
  dl_job_start (self->job, make, request, request_free, answer_free, on_made, self);
}

/* The nearest that is missing; not while an edit is being computed, which comes first. */
static void
make_next (DlHistoryPictures *self)
{
  const guint n_steps = dl_history_n_steps (dl_session_get_history (self->session));
  const guint last = MIN (self->last, n_steps);
  const guint reach = last - MIN (self->first, last);
  gboolean busy;

  g_object_get (self->session, "busy", &busy, NULL);
  if (!self->wanted || busy || dl_job_is_running (self->job))
    return;
  for (guint i = 0; i <= 2 * reach + 1 && !dl_job_is_running (self->job); i++)
    {
      /* near, near + 1, near - 1, near + 2, ... */
      const guint by = (i + 1) / 2;
      const guint position = i % 2 == 1 ? self->near + by : self->near - by;

      if ((i % 2 == 1 || by <= self->near) && position >= self->first && position <= last
          && find (self, position) == NULL)
        begin (self, position);
    }
}

/* Requests ------------------------------------------------------------------------------------- */

static const DlMetric *
shown_metric (DlHistoryPictures *self)
{
  return dl_view_get_metric_of (self->view, dl_session_get_scenario (self->session)->family);
}

static void
forget_all (DlHistoryPictures *self)
{
  dl_job_cancel (self->job);
  g_hash_table_remove_all (self->kept);
}

void
dl_history_pictures_want (DlHistoryPictures *self, guint first, guint last, guint near,
                          const DlTheme *theme, guint scale)
{
  const DlMetric *metric = shown_metric (self);

  if (metric != self->metric || theme != self->theme || scale != self->scale)
    {
      forget_all (self);
      self->metric = metric;
      self->theme = theme;
      self->scale = scale;
    }
  self->wanted = TRUE;
  self->first = first;
  self->last = MAX (first, last);
  self->near = CLAMP (near, self->first, self->last);
  if (dl_job_is_running (self->job) && (self->making < first || self->making > last))
    dl_job_cancel (self->job); /* out of sight before it was there */
  make_next (self);
}

GdkTexture *
dl_history_pictures_get (DlHistoryPictures *self, guint position)
{
  const Picture *picture = find (self, position);

  return picture != NULL ? picture->texture : NULL;
}

void
dl_history_pictures_stop (DlHistoryPictures *self)
{
  self->wanted = FALSE;
  dl_job_cancel (self->job);
}

guint
dl_history_pictures_get_n (DlHistoryPictures *self)
{
  return g_hash_table_size (self->kept);
}

/* Object --------------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  DlHistoryPictures *self = DL_HISTORY_PICTURES (object);

  dl_job_cancel (self->job);
  g_clear_object (&self->job);
  g_hash_table_unref (self->kept);
  G_OBJECT_CLASS (dl_history_pictures_parent_class)->finalize (object);
}

static void
dl_history_pictures_class_init (DlHistoryPicturesClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[MADE] = g_signal_new ("made", DL_TYPE_HISTORY_PICTURES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
dl_history_pictures_init (DlHistoryPictures *self)
{
  self->kept = g_hash_table_new_full (NULL, NULL, NULL, picture_free);
  self->job = dl_job_new ();
}

DlHistoryPictures *
dl_history_pictures_new (DlView *view)
{
  DlHistoryPictures *self = g_object_new (DL_TYPE_HISTORY_PICTURES, NULL);

  self->view = view;
  self->session = dl_view_get_session (view);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (forget_all), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::busy", G_CALLBACK (make_next), self,
                           G_CONNECT_SWAPPED);
  return self;
}

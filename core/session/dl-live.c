#include "dl-live.h"

#include "dl-live-keeper.h"
#include "dl-live-last.h"
#include "dl-live-picture.h"
#include "dl-live-worker.h"
#include "dl-machine-run.h"
#include "dl-session-pin.h"
#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

/* How often it is looked for pictures and news, in milliseconds. */
#define LOOK_EVERY_MS 33
/* More points than this are thinned out to half. */
#define MAX_POINTS 4000

/* Samples, to be looked at while the run goes back: so many bytes at most, but some. */
#define SAMPLES_BYTES ((gsize) 32 << 20)
#define LEAST_SAMPLES 8
#define MOST_SAMPLES  256

/* Bytes of states that are kept to go back. */
#define DEFAULT_BUDGET ((gsize) 256 << 20)

/* Simulation of a scenario that the session has left for a while. */
typedef struct
{
  const DlScenario *scenario; /* the session's, to know it again */
  DlLiveWorker *worker;
  DlLiveKeeper *keeper;
  const DlLivePicture *picture; /* the worker's; nullable */
  GArray *points;               /* DlSimPoint */
  GArray *marks;                /* DlLiveMark */
  GArray *lines;                /* DlLiveLine */
  GHashTable *names;            /* of lines */
  char *problem;
} Parked;

struct _DlLive
{
  GObject parent;
  DlSession *session;
  DlLiveWorker *worker; /* nullable: nothing was simulated yet */
  DlLiveKeeper *keeper; /* of what it simulates; likewise */
  DlLiveLast *last;     /* run of the scenario, in the library, when it was opened */
  DlLiveState state;
  double speed;
  guint64 stop_after; /* cycles since the last edit; 0: nowhere */
  guint watched;
  guint n_watching_flights;
  char *problem;
  const DlLivePicture *picture; /* the worker's; nullable */
  guint64 n_pictures;
  gint64 picture_us;           /* when the last one came */
  gint64 between_us;           /* them, while it runs */
  GArray *points;              /* DlSimPoint */
  GArray *marks;               /* DlLiveMark */
  GArray *lines;               /* DlLiveLine */
  GHashTable *names;           /* of lines, by number, given by the user */
  DlLivePicture *held;         /* the pinned picture, if it was shown then; nullable */
  GPtrArray *samples;          /* DlLivePicture, in the order of cycles */
  guint64 sample_cycles;       /* between two of them, at least */
  DlLivePicture *shown_sample; /* that was shown last; nullable */
  gboolean has_packet;         /* one whose journey is asked for: */
  DlFlight packet;
  DlJourney *journey;  /* nullable */
  gboolean asking;     /* for it; */
  gboolean outdated;   /* it is of another run */
  gboolean has_change; /* that was asked for: */
  DlTapeChange change;
  DlRecording *next; /* of the scenario that is opened next; nullable */
  gsize budget;
  gboolean backward;
  gboolean following;     /* the session is being told the simulated scenario, and tells of it */
  guint64 own_generation; /* of the latest scenario that was not so */
  guint look_timeout;
  gboolean ordered;           /* something, since it was looked last */
  const DlScenario *scenario; /* that was sent last; only to be compared */
  Parked *parked;             /* nullable */
};

enum
{
  STATE = 1,
  SPEED,
  WATCHED,
  PICTURE,
  PROBLEM,
  BACKWARD,
  KEPT,
  KEEP_PROBLEM,
  LAST,
  JOURNEY,
  CHANGE,
  N_PROPERTIES
};

enum
{
  STORY,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlLive, dl_live, G_TYPE_OBJECT)

static void
notify (DlLive *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_state (DlLive *self, DlLiveState state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, STATE);
}

static const DlLiveLine *
line_of_b (DlLive *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, DlLiveLine, i).is_b)
      return &g_array_index (self->lines, DlLiveLine, i);
  return NULL;
}

/* The session pins B at the cycle of the picture. */
static void
move_pin (DlLive *self)
{
  const DlLiveLine *b = line_of_b (self);

  if (b != NULL && self->picture != NULL && self->picture->b != NULL)
    dl_session_move_pin (self->session, b->name, self->picture->b);
}

static void
set_picture (DlLive *self, const DlLivePicture *picture)
{
  self->picture = picture;
  move_pin (self);
  self->picture_us = g_get_monotonic_time ();
  self->n_pictures++;
  notify (self, PICTURE);
}

/* Samples ------------------------------------------------------------------------------------ */

/* Every other one goes; later ones are as far from each other as the remaining ones. */
static void
thin_samples (DlLive *self)
{
  const DlLivePicture *last = self->samples->pdata[self->samples->len - 1];

  self->sample_cycles = 2 * last->cycle / self->samples->len + 1;
  for (guint i = 1; i < self->samples->len; i++)
    g_ptr_array_remove_index (self->samples, i);
}

/* Keep a sample of the latest picture, if the last one is far enough. */
static void
keep_sample (DlLive *self)
{
  const DlLivePicture *picture = self->picture;
  const DlLivePicture *last
      = self->samples->len > 0 ? self->samples->pdata[self->samples->len - 1] : NULL;
  guint most;

  if (picture->flights != NULL || picture->links.n_links == 0
      || (last != NULL && picture->cycle < last->cycle + self->sample_cycles))
    return;
  g_ptr_array_add (self->samples, dl_live_picture_sample (picture));
  most = CLAMP (SAMPLES_BYTES / dl_live_picture_sample_size (picture), LEAST_SAMPLES, MOST_SAMPLES);
  if (self->samples->len > most)
    thin_samples (self);
}

static guint64
distance (const DlLivePicture *picture, guint64 cycle)
{
  return MAX (picture->cycle, cycle) - MIN (picture->cycle, cycle);
}

/* The one that is nearest to @cycle, of the scenario that is shown, if it is nearer than the shown
 * one; nullable. */
static const DlLivePicture *
find_sample (DlLive *self, guint64 cycle)
{
  const DlLivePicture *nearest = NULL;
  guint64 least = distance (self->picture, cycle);

  for (guint i = 0; i < self->samples->len; i++)
    {
      const DlLivePicture *sample = self->samples->pdata[i];

      if (sample->since != self->picture->since || distance (sample, cycle) >= least
          || (line_of_b (self) != NULL && sample->b == NULL))
        continue;
      least = distance (sample, cycle);
      nearest = sample;
    }
  return nearest;
}

/* The state near @cycle, at once: the exact one takes a while where a network is large. Who looks
 * at single packets, or into a router, waits for that. */
static void
show_sample (DlLive *self, guint64 cycle)
{
  DlLivePicture *before = self->shown_sample;
  const DlLivePicture *sample;

  if (self->picture == NULL || self->picture->flights != NULL || self->watched != DL_NO_NODE)
    return;
  sample = find_sample (self, cycle);
  if (sample == NULL)
    return;
  self->shown_sample = dl_live_picture_sample (sample);
  self->shown_sample->generation = self->picture->generation;
  self->shown_sample->seen = self->picture->seen;
  set_picture (self, self->shown_sample);
  g_clear_pointer (&before, dl_live_picture_free);
}

/* The run is another one from @cycle on. */
static void
drop_samples (DlLive *self, guint64 cycle)
{
  guint n = self->samples->len;

  while (n > 0 && ((DlLivePicture *) self->samples->pdata[n - 1])->cycle > cycle)
    n--;
  g_ptr_array_set_size (self->samples, n);
  if (n == 0)
    self->sample_cycles = 1;
}

/* News ----------------------------------------------------------------------------------------- */

static void
add_point (DlLive *self, const DlSimPoint *point)
{
  g_array_append_vals (self->points, point, 1);
  if (self->points->len <= MAX_POINTS)
    return;
  /* The first and the last ones stay. */
  for (guint i = 1; 2 * i < self->points->len; i++)
    g_array_index (self->points, DlSimPoint, i) = g_array_index (self->points, DlSimPoint, 2 * i);
  g_array_set_size (self->points, (self->points->len + 1) / 2);
}

static void
mark_clear (gpointer data)
{
  g_free (((DlLiveMark *) data)->text);
}

static GArray *
new_marks (void)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (DlLiveMark));

  g_array_set_clear_func (marks, mark_clear);
  return marks;
}

static void
add_mark (DlLive *self, DlLiveEvent *event)
{
  const DlLiveMark mark = { event->mark, event->cycle, g_steal_pointer (&event->text) };

  g_array_append_val (self->marks, mark);
}

/* The scenario at the simulated cycle, unless there is a newer one. */
static void
look_back (DlLive *self, const DlLiveEvent *event)
{
  if (event->generation != self->own_generation)
    return;
  self->following = TRUE;
  dl_session_look_back (self->session, event->scenario);
  self->following = FALSE;
}

/* Lines ---------------------------------------------------------------------------------------- */

static GHashTable *
new_names (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static void
take_names (DlLive *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      DlLiveLine *line = &g_array_index (self->lines, DlLiveLine, i);
      const char *name = g_hash_table_lookup (self->names, GUINT_TO_POINTER (line->id));

      if (name == NULL)
        continue;
      g_free (line->name);
      line->name = g_strdup (name);
    }
}

/* The session has a line pinned. */
static gboolean
pins_line (DlLive *self)
{
  const DlPin *pin = dl_session_get_pin (self->session);

  return pin != NULL && pin->follows;
}

static void
unpin_line (DlLive *self)
{
  if (pins_line (self))
    dl_session_set_pin (self->session, NULL);
}

static const DlLiveLine *
find_line (DlLive *self, guint id)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, DlLiveLine, i).id == id)
      return &g_array_index (self->lines, DlLiveLine, i);
  return NULL;
}

static const DlLiveLine *
shown_line (DlLive *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, DlLiveLine, i).is_shown)
      return &g_array_index (self->lines, DlLiveLine, i);
  return NULL;
}

/* Cycles that both lines have in common; 0 where the one that they left has been dropped. */
static guint64
shared_cycles (DlLive *self, const DlLiveLine *a, const DlLiveLine *b)
{
  guint64 of_a = G_MAXUINT64;

  for (; a != NULL; of_a = MIN (of_a, a->left_at), a = find_line (self, a->left))
    {
      guint64 of_b = G_MAXUINT64;

      for (const DlLiveLine *it = b; it != NULL;
           of_b = MIN (of_b, it->left_at), it = find_line (self, it->left))
        if (it == a)
          return MIN (of_a, of_b);
    }
  return 0;
}

/* Another line is B: samples are of both as long as both are the same. */
static void
give_b_to_samples (DlLive *self)
{
  const DlLiveLine *b = line_of_b (self);
  const guint64 shared = b != NULL ? shared_cycles (self, shown_line (self), b) : 0;

  for (guint i = 0; i < self->samples->len; i++)
    {
      DlLivePicture *sample = self->samples->pdata[i];

      g_clear_pointer (&sample->b, dl_live_picture_free);
      if (sample->cycle >= shared)
        continue;
      sample->b = dl_live_picture_sample (sample);
      sample->b->seen = b->end;
    }
}

/* The line that another one has just left is B, unless a state is pinned that is not a line. */
static void
compare_with_left (DlLive *self, guint n_before)
{
  const DlLiveLine *last = &g_array_index (self->lines, DlLiveLine, self->lines->len - 1);

  if (last->id < n_before || !last->is_shown || last->left == DL_LIVE_NO_LINE)
    return;
  if (dl_session_get_pin (self->session) == NULL || pins_line (self))
    dl_live_compare (self, last->left);
}

static void
take_lines (DlLive *self, DlLiveEvent *event)
{
  const DlLiveLine *b = line_of_b (self);
  const guint before = b != NULL ? b->id : DL_LIVE_NO_LINE;
  const guint n = self->lines->len;
  const guint n_before = n > 0 ? g_array_index (self->lines, DlLiveLine, n - 1).id + 1 : 0;

  g_array_unref (self->lines);
  self->lines = g_steal_pointer (&event->lines);
  take_names (self);
  b = line_of_b (self);
  if ((b != NULL ? b->id : DL_LIVE_NO_LINE) != before)
    give_b_to_samples (self);
  if (b == NULL && before != DL_LIVE_NO_LINE)
    unpin_line (self);
  if (self->lines->len > 0)
    compare_with_left (self, n_before);
}

/* B is pinned as the network is that it has at its cycle. */
static void
take_b (DlLive *self, const DlLiveEvent *event)
{
  const DlLiveLine *b = line_of_b (self);

  if (b != NULL)
    dl_session_pin_line (self->session, event->scenario, b->name);
}

/* A cycle that is pinned while it is shown is held as it is seen, with its packets. */
static void
hold (DlLive *self)
{
  const DlPin *pin = dl_session_get_pin (self->session);

  g_clear_pointer (&self->held, dl_live_picture_free);
  if (pin == NULL || pin->follows || !pin->simulated || self->picture == NULL
      || pin->to != self->picture->cycle)
    return;
  self->held = dl_live_picture_sample (self->picture);
  if (self->picture->flights != NULL)
    self->held->flights = g_array_copy (self->picture->flights);
}

/* Something else is pinned: no line goes along any more. */
static void
on_pin (DlLive *self)
{
  hold (self);
  if (pins_line (self))
    move_pin (self);
  else if (line_of_b (self) != NULL)
    dl_live_compare (self, DL_LIVE_NO_LINE);
}

static void
set_backward (DlLive *self, gboolean backward)
{
  if (self->backward == backward)
    return;
  self->backward = backward;
  notify (self, BACKWARD);
}

static void
set_problem (DlLive *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  notify (self, PROBLEM);
  if (problem != NULL)
    set_picture (self, NULL);
}

/* Hand news to the keeper of the library's lines. It is not the keeper's affair alone: an edit
 * comes before the end that is after it. */
static void
keep_news (DlLive *self, const DlLiveEvent *news)
{
  if (news->kind == DL_LIVE_EVENT_LINES)
    dl_live_keeper_take_lines (self->keeper, news->lines);
  else if (news->kind == DL_LIVE_EVENT_END)
    dl_live_keeper_take_end (self->keeper, news->line, news->cycle);
}

/* Questions ------------------------------------------------------------------------------------ */

static void
set_journey (DlLive *self, DlJourney *journey)
{
  g_clear_pointer (&self->journey, dl_journey_unref);
  self->journey = journey;
  notify (self, JOURNEY);
}

/* An answer about another packet comes too late. */
static void
take_journey (DlLive *self, DlLiveEvent *event)
{
  if (!self->has_packet || dl_flight_compare (&event->packet, &self->packet) != 0)
    return;
  self->asking = FALSE;
  set_journey (self, g_steal_pointer (&event->journey));
}

static void
set_change (DlLive *self, const DlTapeChange *change)
{
  self->has_change = change != NULL;
  if (change != NULL)
    self->change = *change;
  notify (self, CHANGE);
}

/* The run is another one. */
static void
forget_answers (DlLive *self)
{
  self->outdated = self->has_packet;
  if (self->has_change)
    set_change (self, NULL);
}

static void
forget_questions (DlLive *self)
{
  self->has_packet = self->asking = self->outdated = FALSE;
  if (self->journey != NULL)
    set_journey (self, NULL);
  if (self->has_change)
    set_change (self, NULL);
}

static void
take_news (DlLive *self)
{
  DlLiveEvent *news;
  gboolean story = FALSE;

  /* Whoever is told may open another scenario. */
  while (self->worker != NULL && (news = dl_live_worker_next_event (self->worker)) != NULL)
    {
      keep_news (self, news);
      switch (news->kind)
        {
        case DL_LIVE_EVENT_POINT:
          add_point (self, &news->point);
          story = TRUE;
          break;
        case DL_LIVE_EVENT_MARK:
          add_mark (self, news);
          story = TRUE;
          break;
        case DL_LIVE_EVENT_LOOK:
          look_back (self, news);
          break;
        case DL_LIVE_EVENT_LINES:
          take_lines (self, news);
          story = TRUE;
          break;
        case DL_LIVE_EVENT_B:
          take_b (self, news);
          break;
        case DL_LIVE_EVENT_END:
          break;
        case DL_LIVE_EVENT_RESTART:
          drop_samples (self, news->cycle);
          forget_answers (self);
          g_array_set_size (self->points, 0);
          g_array_set_size (self->marks, 0);
          story = TRUE;
          break;
        case DL_LIVE_EVENT_JOURNEY:
          take_journey (self, news);
          break;
        case DL_LIVE_EVENT_CHANGE:
          set_change (self, &news->change);
          break;
        case DL_LIVE_EVENT_PAUSED:
          set_backward (self, FALSE);
          set_state (self, DL_LIVE_PAUSED);
          break;
        case DL_LIVE_EVENT_PROBLEM:
          set_problem (self, news->text);
          break;
        }
      dl_live_event_free (news);
    }
  if (story)
    g_signal_emit (self, signals[STORY], 0);
}

static void
take_picture (DlLive *self)
{
  const DlLivePicture *picture = self->worker != NULL ? dl_live_worker_fetch (self->worker) : NULL;

  if (picture == NULL || self->problem != NULL)
    return;
  set_picture (self, picture);
  if (self->picture == picture)
    keep_sample (self);
}

/* Has the last picture been seen for long enough? */
static gboolean
is_time (DlLive *self)
{
  return self->state != DL_LIVE_RUNNING || self->picture == NULL
         || g_get_monotonic_time () - self->picture_us >= self->between_us;
}

static gboolean
on_look (gpointer user_data)
{
  g_autoptr (DlLive) self = g_object_ref (user_data);
  /* Asked first: work done by then is visible. */
  const gboolean idle = dl_live_worker_is_idle (self->worker);

  self->ordered = FALSE;
  take_news (self);
  if (is_time (self))
    take_picture (self);
  /* A listener may have ordered work that is still to be seen. */
  if (!idle || self->ordered || self->state == DL_LIVE_RUNNING)
    return G_SOURCE_CONTINUE;
  self->look_timeout = 0;
  return G_SOURCE_REMOVE;
}

/* Orders --------------------------------------------------------------------------------------- */

/* Something was ordered. */
static void
look (DlLive *self)
{
  self->ordered = TRUE;
  if (self->look_timeout == 0)
    self->look_timeout = g_timeout_add (LOOK_EVERY_MS, on_look, self);
}

static void
order (DlLive *self, DlLiveOrderKind kind, double cycles, guint node)
{
  dl_live_worker_order (self->worker, kind, cycles, node);
  look (self);
}

static void
ask (DlLive *self, DlLiveOrderKind kind, const DlFlight *packet)
{
  dl_live_worker_ask (self->worker, kind, packet);
  look (self);
}

/* The journey that was asked for, where the run is another one, or has more of it. */
static void
renew_journey (DlLive *self)
{
  const DlJourney *journey = self->journey;
  const gboolean longer = journey != NULL && !journey->left && self->picture != NULL
                          && self->picture->seen > journey->until && self->state != DL_LIVE_RUNNING;

  if (!self->has_packet || self->worker == NULL || (self->asking && !self->outdated)
      || !(self->outdated || longer))
    return;
  self->asking = TRUE;
  self->outdated = FALSE;
  ask (self, DL_LIVE_ORDER_JOURNEY, &self->packet);
}

/* Label of the step that led to the scenario; NULL: none, or it was undone. */
static const char *
label_of_step (DlLive *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const guint position = dl_history_position (history);

  return position > 0 && !dl_session_is_undone (self->session)
             ? dl_history_step (history, position - 1)->label
             : NULL;
}

static void
send_scenario (DlLive *self)
{
  self->scenario = dl_session_get_scenario (self->session);
  if (!self->following)
    self->own_generation = dl_session_get_generation (self->session);
  dl_live_worker_set_scenario (self->worker, dl_session_get_scenario (self->session),
                               dl_session_get_generation (self->session), label_of_step (self),
                               self->picture != NULL ? self->picture->cycle : G_MAXUINT64,
                               self->following);
  order (self, DL_LIVE_ORDER_SPEED, self->speed, DL_NO_NODE);
  order (self, DL_LIVE_ORDER_STOP, (double) self->stop_after, DL_NO_NODE);
}

static void
on_kept (gpointer data)
{
  DlLive *self = data;

  notify (self, KEPT);
  notify (self, KEEP_PROBLEM);
}

static void
begin (DlLive *self)
{
  if (self->worker != NULL)
    return;
  self->worker = dl_live_worker_new (self->budget);
  self->keeper = dl_live_keeper_new (self->session, on_kept, self);
  send_scenario (self);
  if (self->watched != DL_NO_NODE)
    order (self, DL_LIVE_ORDER_WATCH, 0, self->watched);
  if (self->n_watching_flights > 0)
    order (self, DL_LIVE_ORDER_FLIGHTS, TRUE, DL_NO_NODE);
}

/* End the run; all that is known of it is kept. */
static void
end_worker (DlLive *self)
{
  DlLiveEvent *news;

  while (self->worker != NULL && (news = dl_live_worker_next_event (self->worker)) != NULL)
    {
      keep_news (self, news);
      dl_live_event_free (news);
    }
  g_clear_pointer (&self->worker, dl_live_worker_free);
  g_clear_pointer (&self->keeper, dl_live_keeper_free);
}

static void
stop (DlLive *self)
{
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  self->picture = NULL;
  end_worker (self);
  drop_samples (self, 0);
  forget_questions (self);
  g_clear_pointer (&self->held, dl_live_picture_free);
  g_array_set_size (self->points, 0);
  g_array_set_size (self->marks, 0);
  g_array_set_size (self->lines, 0);
  g_hash_table_remove_all (self->names);
  g_signal_emit (self, signals[STORY], 0);
}

/* In a smaller network the router that is watched may not be there. */
static void
check_watched (DlLive *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);

  if (self->watched != DL_NO_NODE && self->watched >= scenario->family->cost (scenario).nodes)
    dl_live_watch (self, DL_NO_NODE);
}

static void
parked_free (Parked *parked)
{
  dl_live_worker_free (parked->worker);
  dl_live_keeper_free (parked->keeper);
  g_array_unref (parked->points);
  g_array_unref (parked->marks);
  g_array_unref (parked->lines);
  g_hash_table_unref (parked->names);
  g_free (parked->problem);
  g_free (parked);
}

/* The session leaves the scenario for a while: its simulation waits too. */
static void
park (DlLive *self)
{
  unpin_line (self);
  order (self, DL_LIVE_ORDER_PAUSE, 0, DL_NO_NODE);
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  self->parked = g_new (Parked, 1);
  *self->parked = (Parked) {
    .scenario = self->scenario,
    .worker = g_steal_pointer (&self->worker),
    .keeper = g_steal_pointer (&self->keeper),
    .picture = g_steal_pointer (&self->picture),
    .points = g_steal_pointer (&self->points),
    .marks = g_steal_pointer (&self->marks),
    .lines = g_steal_pointer (&self->lines),
    .names = g_steal_pointer (&self->names),
    .problem = g_strdup (self->problem),
  };
  self->points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  self->marks = new_marks ();
  self->lines = dl_live_lines_new ();
  self->names = new_names ();
  drop_samples (self, 0);
  forget_questions (self);
}

/* Restore the parked run: the session has come back to its scenario. */
static void
unpark (DlLive *self)
{
  Parked *parked = g_steal_pointer (&self->parked);
  GArray *points = self->points, *marks = self->marks, *lines = self->lines;

  self->worker = g_steal_pointer (&parked->worker);
  self->keeper = g_steal_pointer (&parked->keeper);
  self->points = g_steal_pointer (&parked->points);
  parked->points = points;
  self->marks = g_steal_pointer (&parked->marks);
  parked->marks = marks;
  self->lines = g_steal_pointer (&parked->lines);
  parked->lines = lines;
  g_hash_table_unref (self->names);
  self->names = g_hash_table_ref (parked->names);
  set_problem (self, parked->problem);
  set_picture (self, parked->picture);
  parked_free (parked);
  send_scenario (self); /* the same, by another number */
  order (self, DL_LIVE_ORDER_WATCH, 0, self->watched);
  order (self, DL_LIVE_ORDER_FLIGHTS, self->n_watching_flights > 0, DL_NO_NODE);
  set_state (self, DL_LIVE_PAUSED);
}

static void
on_generation (DlLive *self)
{
  if (self->worker != NULL && self->parked == NULL
      && dl_session_get_left (self->session) == self->scenario)
    park (self);
  check_watched (self);
  if (self->worker != NULL)
    send_scenario (self);
}

/* The last run ------------------------------------------------------------------------------- */

static void
on_last (gpointer data)
{
  notify (data, LAST);
}

/* Said where the numbers may not be those of then. */
static void
warn_of_results (DlLive *self, const DlRecording *recording)
{
  g_autofree char *text = NULL;

  if (recording->results == DL_SIM_RESULTS)
    return;
  text = g_strdup_printf (
      _ ("This run was recorded by another version of the simulator (results %u, here %d): its "
         "numbers may differ"),
      recording->results, DL_SIM_RESULTS);
  dl_session_fail (self->session, text);
}

/* @recording is simulated again, up to its end; then it continues as @kept. */
static void
on_last_read (const DlRecording *recording, const DlStoreRecording *kept, gpointer data)
{
  DlLive *self = data;

  stop (self);
  begin (self);
  if (recording->results == DL_SIM_RESULTS)
    dl_live_keeper_resume (self->keeper, kept);
  dl_live_last_drop (self->last);
  warn_of_results (self, recording);
  dl_live_worker_play (self->worker, recording, 0);
  order (self, DL_LIVE_ORDER_CATCH_UP, 0, DL_NO_NODE);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_RUNNING);
}

/* One that is simulated again, in a scenario that was left for a while, is not the last one. */
const DlStoreRecording *
dl_live_get_last (DlLive *self)
{
  const DlStoreRecording *last = self->last != NULL ? dl_live_last_get (self->last) : NULL;

  return last == NULL || (self->keeper != NULL && dl_live_keeper_has (self->keeper, last->id))
             ? NULL
             : last;
}

void
dl_live_continue_last (DlLive *self)
{
  if (dl_live_get_last (self) != NULL)
    dl_live_last_read (self->last);
}

/* The scenario ------------------------------------------------------------------------------- */

/* Another scenario: nothing of this one continues. */
static void
on_opened (DlLive *self)
{
  unpin_line (self);
  stop (self);
  dl_live_last_look (self->last);
  set_problem (self, NULL);
  set_picture (self, NULL);
  dl_live_watch (self, DL_NO_NODE);
  set_state (self, DL_LIVE_STOPPED);
  if (self->next != NULL)
    {
      g_autoptr (DlRecording) recording = g_steal_pointer (&self->next);

      begin (self);
      warn_of_results (self, recording);
      dl_live_worker_play (self->worker, recording, 0);
      dl_live_run (self);
    }
  if (self->parked == NULL || dl_session_get_left (self->session) != NULL)
    return;
  if (self->parked->scenario == dl_session_get_scenario (self->session))
    unpark (self);
  else
    g_clear_pointer (&self->parked, parked_free);
}

void
dl_live_run (DlLive *self)
{
  begin (self);
  order (self, DL_LIVE_ORDER_RUN, 0, DL_NO_NODE);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_RUNNING);
}

void
dl_live_run_backward (DlLive *self)
{
  if (self->worker == NULL || self->picture == NULL || self->picture->cycle == 0)
    return;
  order (self, DL_LIVE_ORDER_RUN, -1, DL_NO_NODE);
  set_backward (self, TRUE);
  set_state (self, DL_LIVE_RUNNING);
}

void
dl_live_seek (DlLive *self, guint64 cycle)
{
  if (self->worker == NULL)
    return;
  order (self, DL_LIVE_ORDER_SEEK, (double) cycle, DL_NO_NODE);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
  show_sample (self, cycle);
}

void
dl_live_seek_lock (DlLive *self)
{
  if (self->worker == NULL)
    return;
  order (self, DL_LIVE_ORDER_LOCK, 0, DL_NO_NODE);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_seek_delivery (DlLive *self, const DlFlight *packet)
{
  if (self->worker == NULL)
    return;
  ask (self, DL_LIVE_ORDER_DELIVERY, packet);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_ask_journey (DlLive *self, const DlFlight *packet)
{
  if (packet == NULL || self->worker == NULL)
    {
      forget_questions (self);
      return;
    }
  if (self->has_packet && dl_flight_compare (packet, &self->packet) == 0)
    return;
  self->has_packet = self->outdated = TRUE;
  self->packet = *packet;
  set_journey (self, NULL);
  renew_journey (self);
}

const DlJourney *
dl_live_get_journey (DlLive *self)
{
  return self->journey;
}

gboolean
dl_live_is_asking (DlLive *self)
{
  return self->asking;
}

void
dl_live_ask_change (DlLive *self, guint64 cycle)
{
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_CHANGE, (double) cycle, DL_NO_NODE);
}

const DlTapeChange *
dl_live_get_change (DlLive *self)
{
  return self->has_change ? &self->change : NULL;
}

void
dl_live_seek_end (DlLive *self)
{
  dl_live_seek (self, (guint64) G_MAXINT64);
}

void
dl_live_play_next (DlLive *self, const DlRecording *recording)
{
  g_clear_pointer (&self->next, dl_recording_free);
  self->next = dl_recording_copy (recording);
}

void
dl_live_show_recording (DlLive *self, const DlRecording *recording, guint64 cycle)
{
  begin (self);
  dl_live_worker_play (self->worker, recording, MAX (cycle, 1));
  look (self);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_pause (DlLive *self)
{
  if (self->state != DL_LIVE_RUNNING)
    return;
  order (self, DL_LIVE_ORDER_PAUSE, 0, DL_NO_NODE);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_step (DlLive *self, guint64 cycles)
{
  begin (self);
  order (self, DL_LIVE_ORDER_STEP, cycles, DL_NO_NODE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_step_to_grant (DlLive *self)
{
  begin (self);
  if (self->watched == DL_NO_NODE)
    dl_live_watch (self, 0);
  order (self, DL_LIVE_ORDER_GRANT, 0, DL_NO_NODE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_restart (DlLive *self)
{
  begin (self);
  order (self, DL_LIVE_ORDER_RESTART, 0, DL_NO_NODE);
  if (self->state == DL_LIVE_STOPPED)
    set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_repeat (DlLive *self)
{
  begin (self);
  order (self, DL_LIVE_ORDER_REPEAT, 0, DL_NO_NODE);
  set_state (self, DL_LIVE_RUNNING);
}

void
dl_live_set_stop (DlLive *self, guint64 cycles)
{
  if (self->stop_after == cycles)
    return;
  self->stop_after = cycles;
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_STOP, (double) cycles, DL_NO_NODE);
}

void
dl_live_set_speed (DlLive *self, double cycles_per_second)
{
  if (self->speed == cycles_per_second)
    return;
  self->speed = cycles_per_second;
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_SPEED, self->speed, DL_NO_NODE);
  notify (self, SPEED);
}

void
dl_live_watch (DlLive *self, guint node)
{
  if (self->watched == node)
    return;
  self->watched = node;
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_WATCH, 0, node);
  notify (self, WATCHED);
}

void
dl_live_show_flights (DlLive *self, gboolean show)
{
  const gboolean before = self->n_watching_flights > 0;

  g_assert (show || before);
  self->n_watching_flights += show ? 1 : -1;
  if (self->worker != NULL && before != (self->n_watching_flights > 0))
    order (self, DL_LIVE_ORDER_FLIGHTS, show, DL_NO_NODE);
}

void
dl_live_set_max_picture_rate (DlLive *self, double a_second)
{
  self->between_us = a_second > 0 ? (gint64) (G_USEC_PER_SEC / a_second) : 0;
}

void
dl_live_sync (DlLive *self)
{
  if (self->worker == NULL)
    return;
  while (!dl_live_worker_is_idle (self->worker))
    g_usleep (1000);
  take_news (self);
  take_picture (self);
}

/* State ---------------------------------------------------------------------------------------- */

DlSession *
dl_live_get_session (DlLive *self)
{
  return self->session;
}

DlLiveState
dl_live_get_state (DlLive *self)
{
  return self->state;
}

const char *
dl_live_get_problem (DlLive *self)
{
  return self->problem;
}

double
dl_live_get_speed (DlLive *self)
{
  return self->speed;
}

guint
dl_live_get_watched (DlLive *self)
{
  return self->watched;
}

const DlLivePicture *
dl_live_get_picture (DlLive *self)
{
  return self->picture;
}

const DlSimPoint *
dl_live_get_points (DlLive *self, guint *n_points)
{
  *n_points = self->points->len;
  return (const DlSimPoint *) self->points->data;
}

const DlLiveMark *
dl_live_get_marks (DlLive *self, guint *n_marks)
{
  *n_marks = self->marks->len;
  return (const DlLiveMark *) self->marks->data;
}

const DlLiveLine *
dl_live_get_lines (DlLive *self, guint *n_lines)
{
  *n_lines = self->lines->len;
  return (const DlLiveLine *) self->lines->data;
}

void
dl_live_show_line (DlLive *self, guint id)
{
  if (self->worker == NULL)
    return;
  order (self, DL_LIVE_ORDER_LINE, 0, id);
  set_backward (self, FALSE);
  set_state (self, DL_LIVE_PAUSED);
}

void
dl_live_name_line (DlLive *self, guint id, const char *name)
{
  if (self->worker == NULL)
    return;
  if (*name != '\0')
    g_hash_table_insert (self->names, GUINT_TO_POINTER (id), g_strdup (name));
  else
    g_hash_table_remove (self->names, GUINT_TO_POINTER (id));
  order (self, DL_LIVE_ORDER_LINES, 0, DL_NO_NODE);
}

void
dl_live_compare (DlLive *self, guint id)
{
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_COMPARE, 0, id);
}

const DlLivePicture *
dl_live_get_picture_b (DlLive *self)
{
  if (self->picture == NULL || self->held != NULL)
    return self->held;
  return self->picture->b;
}

void
dl_live_remove_line (DlLive *self, guint id)
{
  if (self->worker != NULL)
    order (self, DL_LIVE_ORDER_REMOVE_LINE, 0, id);
}

gboolean
dl_live_is_backward (DlLive *self)
{
  return self->backward;
}

gboolean
dl_live_is_past (DlLive *self)
{
  return dl_session_looks_back (self->session)
         || (self->picture != NULL && self->picture->cycle < self->picture->seen);
}

void
dl_live_set_budget (DlLive *self, gsize budget)
{
  self->budget = budget;
}

guint64
dl_live_get_kept (DlLive *self, guint *n_edits)
{
  if (self->keeper != NULL)
    return dl_live_keeper_get_kept (self->keeper, n_edits);
  if (n_edits != NULL)
    *n_edits = 0;
  return 0;
}

const char *
dl_live_get_keep_problem (DlLive *self)
{
  return self->keeper != NULL ? dl_live_keeper_get_problem (self->keeper) : NULL;
}

/* The object ----------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlLive *self = DL_LIVE (object);

  switch (id)
    {
    case STATE:
      g_value_set_uint (value, self->state);
      break;
    case SPEED:
      g_value_set_double (value, self->speed);
      break;
    case WATCHED:
      g_value_set_uint (value, self->watched);
      break;
    case PICTURE:
      g_value_set_uint64 (value, self->n_pictures);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    case BACKWARD:
      g_value_set_boolean (value, self->backward);
      break;
    case KEPT:
      g_value_set_uint64 (value, dl_live_get_kept (self, NULL));
      break;
    case KEEP_PROBLEM:
      g_value_set_string (value, dl_live_get_keep_problem (self));
      break;
    case JOURNEY:
      g_value_set_pointer (value, self->journey);
      break;
    case CHANGE:
      g_value_set_pointer (value, (gpointer) dl_live_get_change (self));
      break;
    case LAST:
      g_value_set_pointer (value, (gpointer) dl_live_get_last (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlLive *self = DL_LIVE (object);

  switch (id)
    {
    case SPEED:
      dl_live_set_speed (self, g_value_get_double (value));
      break;
    case WATCHED:
      dl_live_watch (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlLive *self = DL_LIVE (object);

  stop (self);
  g_clear_pointer (&self->last, dl_live_last_free);
  g_clear_pointer (&self->parked, parked_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_live_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlLive *self = DL_LIVE (object);

  g_free (self->problem);
  g_array_unref (self->points);
  g_array_unref (self->marks);
  g_array_unref (self->lines);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->samples);
  g_clear_pointer (&self->shown_sample, dl_live_picture_free);
  dl_recording_free (self->next);
  G_OBJECT_CLASS (dl_live_parent_class)->finalize (object);
}

static void
dl_live_class_init (DlLiveClass *class)
{
  const GParamFlags read_only = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[STATE]
      = g_param_spec_uint ("state", NULL, NULL, 0, DL_LIVE_RUNNING, DL_LIVE_STOPPED, read_only);
  properties[SPEED] = g_param_spec_double ("speed", NULL, NULL, 0, G_MAXDOUBLE, 0, writable);
  properties[WATCHED]
      = g_param_spec_uint ("watched", NULL, NULL, 0, G_MAXUINT, DL_NO_NODE, writable);
  properties[PICTURE] = g_param_spec_uint64 ("picture", NULL, NULL, 0, G_MAXUINT64, 0, read_only);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, read_only);
  properties[BACKWARD] = g_param_spec_boolean ("backward", NULL, NULL, FALSE, read_only);
  properties[KEPT] = g_param_spec_uint64 ("kept", NULL, NULL, 0, G_MAXUINT64, 0, read_only);
  properties[KEEP_PROBLEM] = g_param_spec_string ("keep-problem", NULL, NULL, NULL, read_only);
  properties[JOURNEY] = g_param_spec_pointer ("journey", NULL, NULL, read_only);
  properties[CHANGE] = g_param_spec_pointer ("change", NULL, NULL, read_only);
  properties[LAST] = g_param_spec_pointer ("last", NULL, NULL, read_only);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[STORY] = g_signal_new ("story", DL_TYPE_LIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
dl_live_init (DlLive *self)
{
  self->watched = DL_NO_NODE;
  self->points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  self->marks = new_marks ();
  self->lines = dl_live_lines_new ();
  self->names = new_names ();
  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_live_picture_free);
  self->sample_cycles = 1;
  self->budget = DEFAULT_BUDGET;
}

DlLive *
dl_live_new (DlSession *session)
{
  DlLive *self = g_object_new (DL_TYPE_LIVE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect (self, "notify::picture", G_CALLBACK (renew_journey), NULL);
  self->last = dl_live_last_new (session, (DlLiveLastFuncs) { on_last, on_last_read }, self);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  /* Before all listeners of the pin: they find its values. */
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (on_pin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-opened", G_CALLBACK (dl_live_repeat), self,
                           G_CONNECT_SWAPPED);
  dl_live_last_look (self->last);
  return self;
}

#include "dl-live.h"

#include "dl-live-worker.h"
#include "dl-session.h"

/* How often it is looked for pictures and news, in milliseconds. */
#define LOOK_EVERY_MS 33
/* More points than this are thinned out to half. */
#define MAX_POINTS 4000

/* Simulation of a scenario that the session has left for a while. */
typedef struct
{
  const DlScenario *scenario; /* the session's, to know it again */
  DlLiveWorker *worker;
  const DlLivePicture *picture; /* the worker's; nullable */
  GArray *points;               /* DlSimPoint */
  char *problem;
} Parked;

struct _DlLive
{
  GObject parent;
  DlSession *session;
  DlLiveWorker *worker; /* nullable: nothing was simulated yet */
  DlLiveState state;
  double speed;
  guint64 stop_after; /* cycles since the last edit; 0: nowhere */
  guint watched;
  guint n_watching_flights;
  char *problem;
  const DlLivePicture *picture; /* the worker's; nullable */
  guint64 n_pictures;
  gint64 picture_us; /* when the last one came */
  gint64 between_us; /* them, while it runs */
  GArray *points;    /* DlSimPoint */
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
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

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

static void
set_picture (DlLive *self, const DlLivePicture *picture)
{
  self->picture = picture;
  self->picture_us = g_get_monotonic_time ();
  self->n_pictures++;
  notify (self, PICTURE);
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

static void
take_news (DlLive *self)
{
  DlLiveEvent *news;

  /* Whoever is told may open another scenario. */
  while (self->worker != NULL && (news = dl_live_worker_next_event (self->worker)) != NULL)
    {
      switch (news->kind)
        {
        case DL_LIVE_EVENT_POINT:
          add_point (self, &news->point);
          break;
        case DL_LIVE_EVENT_RESTART:
          g_array_set_size (self->points, 0);
          break;
        case DL_LIVE_EVENT_PAUSED:
          set_state (self, DL_LIVE_PAUSED);
          break;
        case DL_LIVE_EVENT_PROBLEM:
          set_problem (self, news->problem);
          break;
        }
      dl_live_event_free (news);
    }
}

static void
take_picture (DlLive *self)
{
  const DlLivePicture *picture = self->worker != NULL ? dl_live_worker_fetch (self->worker) : NULL;

  if (picture != NULL && self->problem == NULL)
    set_picture (self, picture);
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
  /* Asked first: what is done by then can be seen. */
  const gboolean idle = dl_live_worker_is_idle (self->worker);

  self->ordered = FALSE;
  take_news (self);
  if (is_time (self))
    take_picture (self);
  /* Whoever was told may have ordered what is still to be seen. */
  if (!idle || self->ordered || self->state == DL_LIVE_RUNNING)
    return G_SOURCE_CONTINUE;
  self->look_timeout = 0;
  return G_SOURCE_REMOVE;
}

/* Orders --------------------------------------------------------------------------------------- */

static void
order (DlLive *self, DlLiveOrderKind kind, double cycles, guint node)
{
  dl_live_worker_order (self->worker, kind, cycles, node);
  self->ordered = TRUE;
  if (self->look_timeout == 0)
    self->look_timeout = g_timeout_add (LOOK_EVERY_MS, on_look, self);
}

static void
send_scenario (DlLive *self)
{
  self->scenario = dl_session_get_scenario (self->session);
  dl_live_worker_set_scenario (self->worker, dl_session_get_scenario (self->session),
                               dl_session_get_generation (self->session));
  order (self, DL_LIVE_ORDER_SPEED, self->speed, DL_NO_NODE);
  order (self, DL_LIVE_ORDER_STOP, (double) self->stop_after, DL_NO_NODE);
}

static void
begin (DlLive *self)
{
  if (self->worker != NULL)
    return;
  self->worker = dl_live_worker_new ();
  send_scenario (self);
  if (self->watched != DL_NO_NODE)
    order (self, DL_LIVE_ORDER_WATCH, 0, self->watched);
  if (self->n_watching_flights > 0)
    order (self, DL_LIVE_ORDER_FLIGHTS, TRUE, DL_NO_NODE);
}

static void
stop (DlLive *self)
{
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  self->picture = NULL;
  g_clear_pointer (&self->worker, dl_live_worker_free);
  g_array_set_size (self->points, 0);
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
  g_array_unref (parked->points);
  g_free (parked->problem);
  g_free (parked);
}

/* The session leaves the scenario for a while: what was simulated of it waits too. */
static void
park (DlLive *self)
{
  order (self, DL_LIVE_ORDER_PAUSE, 0, DL_NO_NODE);
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  self->parked = g_new (Parked, 1);
  *self->parked = (Parked) {
    .scenario = self->scenario,
    .worker = g_steal_pointer (&self->worker),
    .picture = g_steal_pointer (&self->picture),
    .points = g_steal_pointer (&self->points),
    .problem = g_strdup (self->problem),
  };
  self->points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
}

/* It has come back to it. */
static void
unpark (DlLive *self)
{
  Parked *parked = g_steal_pointer (&self->parked);
  GArray *points = self->points;

  self->worker = g_steal_pointer (&parked->worker);
  self->points = g_steal_pointer (&parked->points);
  parked->points = points;
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

/* Another scenario: nothing of this one goes on. */
static void
on_opened (DlLive *self)
{
  stop (self);
  set_problem (self, NULL);
  set_picture (self, NULL);
  dl_live_watch (self, DL_NO_NODE);
  set_state (self, DL_LIVE_STOPPED);
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
  set_state (self, DL_LIVE_RUNNING);
}

void
dl_live_pause (DlLive *self)
{
  if (self->state != DL_LIVE_RUNNING)
    return;
  order (self, DL_LIVE_ORDER_PAUSE, 0, DL_NO_NODE);
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
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_live_init (DlLive *self)
{
  self->watched = DL_NO_NODE;
  self->points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
}

DlLive *
dl_live_new (DlSession *session)
{
  DlLive *self = g_object_new (DL_TYPE_LIVE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-opened", G_CALLBACK (dl_live_repeat), self,
                           G_CONNECT_SWAPPED);
  return self;
}

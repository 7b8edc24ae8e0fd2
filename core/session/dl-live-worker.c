#include "dl-live-worker.h"

#include "dl-live-picture.h"
#include "dl-sim-observer.h"
#include "dl-simulate.h"

#include <math.h>
#include <time.h>

/* A stretch of cycles takes about so long, so that orders need not wait; but simulators are much
 * slower by single cycles: it is of so many, unless these take too long. */
#define STRETCH_US      (4 * 1000)
#define STRETCH_CYCLES  16
#define MOST_STRETCH_US (50 * 1000)
/* Between two pictures; of the thread's own time so many times what the last one took, so that
 * those of a large network, and on busy processors, leave the simulation its speed. */
#define PICTURE_US    (33 * 1000)
#define PICTURE_TIMES 15
/* Between two points of the series, at least, and of wall time at least. */
#define POINT_CYCLES 100
#define POINT_US     (40 * 1000)
/* The speed is that of so long at least, and of twice to ten times as long at most. */
#define SPEED_US (250 * 1000)
/* Cycles after which it is looked whether packets wait for each other for ever. */
#define LOOK_FOR_DEADLOCK 4000
/* The next grant is not waited for longer than this. */
#define MAX_CYCLES_TO_GRANT 200000

typedef struct
{
  DlLiveOrderKind kind;
  double cycles;
  guint node;
} Order;

struct _DlLiveWorker
{
  gatomicrefcount refs; /* the owner's and the thread's */
  GAsyncQueue *orders;  /* Order */
  GAsyncQueue *news;    /* DlLiveEvent */
  DlMailbox pictures;   /* DlLivePicture */
  guint n_ordered;      /* the owner's */
  gint n_done;          /* atomic */

  GMutex lock;
  DlScenario *next; /* the latest one that was set and not taken yet; nullable */
  guint64 next_generation;
  GCancellable *building; /* of the plan that is being made; nullable */

  /* The thread's own from here on. */
  DlScenario *scenario; /* that @plan was made of; nullable */
  guint64 generation;
  DlMachinePlan *plan;     /* the latest one, which may yet wait in @sim; nullable */
  DlMachinePlan *at_work;  /* the one that @sim goes by */
  DlMachineRun *sim;       /* nullable */
  DlMachineState state;    /* of the latest picture, to be filled again */
  DlRunObserver *observer; /* of @sim since the last edit */
  gint64 point_us;
  guint64 last_point;
  gboolean running;
  guint64 until;      /* the end of the run that is repeated; 0: none is */
  gboolean precise;   /* it has come to its precision */
  guint64 begun;      /* cycle of the start, or of the last edit */
  guint64 enough_at;  /* as in DlLivePicture */
  guint64 stop_after; /* cycles since @begun; 0: nowhere */
  double speed;
  guint watched;
  gboolean flights;
  guint64 stretch;   /* cycles */
  guint64 looked;    /* cycle */
  GArray *deadlock;  /* DlSimWait; nullable */
  gint64 picture_us; /* when the last one was sent */
  gint64 spare_us;   /* of the thread's own time, before which there is no next one */
  gint64 run_us;     /* since when and which cycle the speed is measured and kept */
  guint64 run_from;
  double measured_speed; /* cycles a second */
};

void
dl_live_event_free (DlLiveEvent *news)
{
  if (news == NULL)
    return;
  g_free (news->problem);
  g_free (news);
}

static void
worker_unref (DlLiveWorker *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_async_queue_unref (self->orders);
  g_async_queue_unref (self->news);
  for (guint i = 0; i < G_N_ELEMENTS (self->pictures.slots); i++)
    dl_live_picture_free (self->pictures.slots[i]);
  dl_scenario_free (self->next);
  g_clear_object (&self->building);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* News ----------------------------------------------------------------------------------------- */

static void
tell (DlLiveWorker *self, DlLiveEventKind kind, const char *problem)
{
  DlLiveEvent *news = g_new0 (DlLiveEvent, 1);

  news->kind = kind;
  news->problem = g_strdup (problem);
  g_async_queue_push (self->news, news);
}

static void
add_point (DlLiveWorker *self)
{
  DlLiveEvent *news = g_new0 (DlLiveEvent, 1);

  news->kind = DL_LIVE_EVENT_POINT;
  dl_machine_run_get_point (self->sim, &news->point);
  self->last_point = news->point.cycle;
  self->point_us = g_get_monotonic_time ();
  g_async_queue_push (self->news, news);
}

/* Where each packet is, if somebody wants to know and could tell them apart. */
static void
take_flights (const DlLiveWorker *self, DlLivePicture *picture)
{
  if (!self->flights || self->at_work->n_routers > DL_FLIGHTS_MOST_ROUTERS)
    {
      g_clear_pointer (&picture->flights, g_array_unref);
      return;
    }
  if (picture->flights == NULL)
    picture->flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  dl_machine_run_get_flights (self->sim, picture->flights);
}

/* Microseconds of processor time that this thread has taken. */
static gint64
own_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
send_picture (DlLiveWorker *self)
{
  DlLivePicture *picture = dl_mailbox_writable (&self->pictures);
  const gint64 begin = own_time ();

  self->picture_us = g_get_monotonic_time ();
  if (self->sim == NULL)
    return;
  picture->generation = self->generation;
  g_clear_pointer (&picture->deadlock, g_array_unref);
  picture->deadlock = self->deadlock != NULL ? g_array_ref (self->deadlock) : NULL;
  picture->enough_at = self->enough_at;
  picture->is_precise = self->precise;
  picture->cycles_per_second = self->running ? self->measured_speed : NAN;
  dl_live_picture_take (picture, self->sim, self->at_work, self->scenario->family, self->observer,
                        &self->state);
  if (self->deadlock != NULL)
    dl_sim_verdict_set_deadlock (&picture->verdict);
  picture->load_unit = dl_scenario_load_unit (self->scenario);
  take_flights (self, picture);
  dl_mailbox_post (&self->pictures);
  self->spare_us = own_time () + PICTURE_TIMES * (own_time () - begin);
}

static gboolean
picture_is_due (const DlLiveWorker *self)
{
  return g_get_monotonic_time () - self->picture_us >= PICTURE_US && own_time () >= self->spare_us;
}

/* The simulation ------------------------------------------------------------------------------- */

/* After an edit or at the start. @cut: of the warm-up, see dl_run_observer_new. */
static void
begin_anew (DlLiveWorker *self, guint64 cut)
{
  g_clear_pointer (&self->observer, dl_run_observer_free);
  self->observer = dl_run_observer_new (self->sim, self->scenario->simulation.precision, cut);
  self->until = 0;
  self->precise = FALSE;
  self->begun = dl_machine_run_cycle (self->sim);
  self->enough_at = 0;
  g_clear_pointer (&self->deadlock, g_array_unref);
  self->looked = dl_machine_run_cycle (self->sim);
}

static void
keep_time (DlLiveWorker *self)
{
  self->run_us = g_get_monotonic_time ();
  self->run_from = self->sim != NULL ? dl_machine_run_cycle (self->sim) : 0;
}

static void
set_at_work (DlLiveWorker *self, DlMachinePlan *plan)
{
  dl_machine_plan_ref (plan);
  g_clear_pointer (&self->at_work, dl_machine_plan_unref);
  self->at_work = plan;
}

static void
drop_sim (DlLiveWorker *self)
{
  g_clear_pointer (&self->sim, dl_machine_run_free);
  g_clear_pointer (&self->at_work, dl_machine_plan_unref);
  g_clear_pointer (&self->deadlock, g_array_unref);
  dl_machine_state_clear (&self->state);
  g_clear_pointer (&self->observer, dl_run_observer_free);
  self->until = 0;
}

static void
watch (DlLiveWorker *self)
{
  if (self->sim != NULL
      && (self->watched == DL_NO_NODE || self->watched < self->at_work->n_routers))
    dl_machine_run_watch (self->sim, self->watched);
}

static void
new_sim (DlLiveWorker *self)
{
  drop_sim (self);
  if (self->plan == NULL)
    return;
  self->sim = dl_machine_run_new (self->plan);
  dl_machine_run_set_threads (self->sim, self->scenario->simulation.threads);
  set_at_work (self, self->plan);
  watch (self);
  self->stretch = 1;
  begin_anew (self, dl_simulate_own_warmup (self->scenario, G_MAXUINT64));
  keep_time (self);
  tell (self, DL_LIVE_EVENT_RESTART, NULL);
  add_point (self);
}

/* Another plan: the simulation goes on by it, or begins again where it cannot. */
static void
take_plan (DlLiveWorker *self, DlMachinePlan *plan, guint64 seed_before)
{
  const gboolean goes_on
      = self->sim != NULL && plan->seed == seed_before && dl_machine_run_fits (self->sim, plan);

  g_clear_pointer (&self->plan, dl_machine_plan_unref);
  self->plan = plan;
  if (!goes_on)
    {
      new_sim (self);
      return;
    }
  add_point (self);
  dl_machine_run_change (self->sim, plan);
  dl_machine_run_set_threads (self->sim, self->scenario->simulation.threads);
  if (!dl_machine_run_is_draining (self->sim))
    set_at_work (self, plan);
  begin_anew (self, DL_SIM_CUT_FOUND);
}

/* Of the latest scenario, with the routes of the one @before (nullable) where they are the same. */
static DlMachinePlan *
make_plan (const DlLiveWorker *self, const DlScenario *before, GCancellable *cancellable,
           GError **error)
{
  const DlMachinePlan *known = self->plan;
  gpointer routes = NULL;

  if (before != NULL && known != NULL && dl_scenario_same_routes (before, self->scenario))
    routes = known->routes;
  return dl_scenario_plan (self->scenario, self->scenario->seed, routes, cancellable, error);
}

static void
take_scenario (DlLiveWorker *self)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DlScenario) before = g_steal_pointer (&self->scenario);
  g_autoptr (GError) error = NULL;
  DlMachinePlan *plan;

  g_mutex_lock (&self->lock);
  self->scenario = g_steal_pointer (&self->next);
  self->generation = self->next_generation;
  g_set_object (&self->building, cancellable);
  g_mutex_unlock (&self->lock);
  if (self->scenario == NULL) /* taken already */
    {
      self->scenario = g_steal_pointer (&before);
      return;
    }
  if (before != NULL && self->plan != NULL && dl_simulate_same (before, self->scenario))
    return;
  plan = make_plan (self, before, cancellable, &error);
  g_mutex_lock (&self->lock);
  g_clear_object (&self->building);
  g_mutex_unlock (&self->lock);

  if (plan != NULL)
    {
      tell (self, DL_LIVE_EVENT_PROBLEM, NULL);
      take_plan (self, plan, before != NULL ? before->seed : plan->seed);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* There is a newer one; what is at work is of the one before. */
      dl_scenario_free (self->scenario);
      self->scenario = g_steal_pointer (&before);
      return;
    }
  g_clear_pointer (&self->plan, dl_machine_plan_unref);
  drop_sim (self);
  tell (self, DL_LIVE_EVENT_PROBLEM, error->message);
}

/* Packets may have begun to wait for each other for ever. */
static gboolean
look_for_deadlock (DlLiveWorker *self)
{
  if (self->deadlock != NULL || dl_machine_run_is_draining (self->sim)
      || dl_machine_run_cycle (self->sim) - self->looked < LOOK_FOR_DEADLOCK)
    return FALSE;
  self->looked = dl_machine_run_cycle (self->sim);
  self->deadlock = dl_machine_run_find_deadlock (self->sim);
  return self->deadlock != NULL;
}

/* Follow up on simulated cycles. */
static void
follow (DlLiveWorker *self)
{
  if (self->at_work != self->plan && !dl_machine_run_is_draining (self->sim))
    {
      /* The tables were swapped: from now on it is the scenario's network. */
      set_at_work (self, self->plan);
      begin_anew (self, DL_SIM_CUT_FOUND);
    }
  /* Once there is enough it is not looked at any more. */
  if (dl_run_observer_follow (self->observer, self->sim) && self->enough_at == 0
      && self->scenario->simulation.stop == DL_STOP_PRECISION)
    self->precise = dl_run_observer_is_precise (self->observer);
  if (self->enough_at == 0
      && (self->precise
          || dl_machine_run_cycle (self->sim) - self->begun >= self->scenario->simulation.cycles))
    self->enough_at = self->precise ? dl_machine_run_cycle (self->sim)
                                    : self->begun + self->scenario->simulation.cycles;
  if (dl_machine_run_cycle (self->sim) - self->last_point >= POINT_CYCLES
      && g_get_monotonic_time () - self->point_us >= POINT_US)
    add_point (self);
}

/* The series goes to where the simulation stands, however short it ran. */
static void
stop (DlLiveWorker *self)
{
  self->running = FALSE;
  if (self->sim != NULL && dl_machine_run_cycle (self->sim) > self->last_point)
    add_point (self);
}

static void
pause_by_itself (DlLiveWorker *self)
{
  stop (self);
  tell (self, DL_LIVE_EVENT_PAUSED, NULL);
}

/* @cycles more, unless an order comes. */
static void
step (DlLiveWorker *self, guint64 cycles, gboolean to_grant)
{
  gboolean granted = FALSE;

  self->until = 0;
  while (self->sim != NULL && cycles > 0 && !granted && g_async_queue_length (self->orders) <= 0)
    {
      const guint64 due = dl_run_observer_due (self->observer, self->sim);
      const guint64 stretch = MIN (cycles, MIN (due, 200));

      if (to_grant)
        granted = dl_machine_run_to_grant (self->sim, stretch);
      else
        dl_machine_run_go (self->sim, stretch);
      cycles -= stretch;
      follow (self);
      if (look_for_deadlock (self))
        break;
    }
  pause_by_itself (self);
}

/* Cycles that may be simulated now to keep the speed. */
static guint64
due (const DlLiveWorker *self)
{
  const double elapsed_s = (g_get_monotonic_time () - self->run_us) / (double) G_USEC_PER_SEC;
  const double done = dl_machine_run_cycle (self->sim) - self->run_from;

  return MAX (elapsed_s * self->speed - done, 0);
}

/* From cycle 0 on. */
static void
repeat (DlLiveWorker *self)
{
  new_sim (self);
  if (self->sim == NULL)
    return;
  self->until = self->scenario->simulation.cycles;
  self->running = TRUE;
}

static gboolean
run_is_over (const DlLiveWorker *self)
{
  return self->until > 0
         && (dl_machine_run_cycle (self->sim) >= self->until || self->precise
             || dl_machine_run_completion_cycle (self->sim) != DL_SIMULATE_NOT_DONE);
}

/* The stretch after one of @cycles that took @took_us. */
static guint64
next_stretch (guint64 cycles, gint64 took_us)
{
  const guint64 most = MIN (cycles * MOST_STRETCH_US / took_us, STRETCH_CYCLES);

  return CLAMP (MAX (cycles * STRETCH_US / took_us, most), 1, 2 * cycles + 1);
}

/* Cycles that are left until it is to stop; G_MAXUINT64 past that, and without. */
static guint64
until_stop (const DlLiveWorker *self)
{
  const guint64 done = dl_machine_run_cycle (self->sim) - self->begun;

  return self->stop_after > done ? self->stop_after - done : G_MAXUINT64;
}

/* FALSE: nothing is to be done for now. */
static gboolean
run_stretch (DlLiveWorker *self)
{
  const guint64 left = until_stop (self), begun = self->begun;
  guint64 cycles = self->stretch;
  gint64 begin_us, took_us;

  if (self->until > 0)
    cycles = MIN (cycles, self->until - dl_machine_run_cycle (self->sim));
  else if (self->speed > 0)
    cycles = MIN (cycles, due (self));
  cycles = MIN (MIN (cycles, left), dl_run_observer_due (self->observer, self->sim));
  if (cycles == 0)
    return FALSE;
  begin_us = g_get_monotonic_time ();
  dl_machine_run_go (self->sim, cycles);
  follow (self);
  took_us = MAX (g_get_monotonic_time () - begin_us, 1);
  if (cycles == self->stretch)
    self->stretch = next_stretch (cycles, took_us);
  if (look_for_deadlock (self) || run_is_over (self) || (cycles == left && begun == self->begun))
    {
      /* Whoever is told finds the picture, of what stands still. */
      stop (self);
      send_picture (self);
      pause_by_itself (self);
    }
  return TRUE;
}

/* Of the last moments. */
static void
measure_speed (DlLiveWorker *self)
{
  const gint64 elapsed_us = g_get_monotonic_time () - self->run_us;

  if (elapsed_us > SPEED_US)
    self->measured_speed = (dl_machine_run_cycle (self->sim) - self->run_from)
                           * (double) G_USEC_PER_SEC / elapsed_us;
  if (elapsed_us > 10 * SPEED_US)
    keep_time (self);
}

/* Orders --------------------------------------------------------------------------------------- */

/* FALSE to end. */
static gboolean
carry_out (DlLiveWorker *self, const Order *order)
{
  switch (order->kind)
    {
    case DL_LIVE_ORDER_SCENARIO:
      take_scenario (self);
      break;
    case DL_LIVE_ORDER_RUN:
      self->running = TRUE;
      if (run_is_over (self))
        self->until = 0;
      keep_time (self);
      break;
    case DL_LIVE_ORDER_PAUSE:
      stop (self);
      break;
    case DL_LIVE_ORDER_STEP:
      step (self, order->cycles, FALSE);
      break;
    case DL_LIVE_ORDER_GRANT:
      if (self->sim != NULL && !dl_machine_plan_shows_inside (self->plan))
        step (self, 1, FALSE);
      else
        step (self, MAX_CYCLES_TO_GRANT, TRUE);
      break;
    case DL_LIVE_ORDER_RESTART:
      new_sim (self);
      break;
    case DL_LIVE_ORDER_REPEAT:
      repeat (self);
      break;
    case DL_LIVE_ORDER_SPEED:
      self->speed = order->cycles;
      keep_time (self);
      break;
    case DL_LIVE_ORDER_STOP:
      self->stop_after = (guint64) order->cycles;
      break;
    case DL_LIVE_ORDER_WATCH:
      self->watched = order->node;
      watch (self);
      break;
    case DL_LIVE_ORDER_FLIGHTS:
      self->flights = order->cycles != 0;
      break;
    case DL_LIVE_ORDER_QUIT:
      return FALSE;
    }
  return TRUE;
}

/* The next order; NULL if there is something else to do. */
static Order *
next_order (DlLiveWorker *self, gboolean busy)
{
  if (!self->running || self->sim == NULL)
    return g_async_queue_pop (self->orders);
  /* Where the speed is kept, a moment. */
  return busy ? g_async_queue_try_pop (self->orders)
              : g_async_queue_timeout_pop (self->orders, 2000);
}

static gpointer
work (gpointer data)
{
  DlLiveWorker *self = data;
  gboolean busy = TRUE, goes_on = TRUE;

  while (goes_on)
    {
      g_autofree Order *order = next_order (self, busy);

      if (order != NULL)
        {
          goes_on = carry_out (self, order);
          if (g_async_queue_length (self->orders) <= 0)
            send_picture (self);
          g_atomic_int_inc (&self->n_done);
          continue;
        }
      busy = run_stretch (self);
      if (picture_is_due (self) || !self->running)
        {
          measure_speed (self);
          send_picture (self);
        }
    }
  drop_sim (self);
  g_clear_pointer (&self->plan, dl_machine_plan_unref);
  dl_scenario_free (self->scenario);
  worker_unref (self);
  return NULL;
}

/* The owner's side ----------------------------------------------------------------------------- */

DlLiveWorker *
dl_live_worker_new (void)
{
  DlLiveWorker *self = g_new0 (DlLiveWorker, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->orders = g_async_queue_new_full (g_free);
  self->news = g_async_queue_new_full ((GDestroyNotify) dl_live_event_free);
  dl_mailbox_init (&self->pictures, g_new0 (DlLivePicture, 1), g_new0 (DlLivePicture, 1),
                   g_new0 (DlLivePicture, 1));
  self->watched = DL_NO_NODE;
  g_atomic_ref_count_inc (&self->refs);
  g_thread_unref (g_thread_new ("dl-live", work, self));
  return self;
}

void
dl_live_worker_free (DlLiveWorker *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  g_cancellable_cancel (self->building);
  g_mutex_unlock (&self->lock);
  dl_live_worker_order (self, DL_LIVE_ORDER_QUIT, 0, DL_NO_NODE);
  worker_unref (self);
}

void
dl_live_worker_order (DlLiveWorker *self, DlLiveOrderKind kind, double cycles, guint node)
{
  Order *order = g_new (Order, 1);

  *order = (Order) { kind, cycles, node };
  self->n_ordered++;
  g_async_queue_push (self->orders, order);
}

void
dl_live_worker_set_scenario (DlLiveWorker *self, const DlScenario *scenario, guint64 generation)
{
  g_mutex_lock (&self->lock);
  dl_scenario_free (self->next);
  self->next = dl_scenario_copy (scenario);
  self->next_generation = generation;
  g_cancellable_cancel (self->building);
  g_mutex_unlock (&self->lock);
  dl_live_worker_order (self, DL_LIVE_ORDER_SCENARIO, 0, DL_NO_NODE);
}

gboolean
dl_live_worker_is_idle (DlLiveWorker *self)
{
  return (guint) g_atomic_int_get (&self->n_done) == self->n_ordered;
}

const DlLivePicture *
dl_live_worker_fetch (DlLiveWorker *self)
{
  return dl_mailbox_fetch (&self->pictures);
}

DlLiveEvent *
dl_live_worker_next_event (DlLiveWorker *self)
{
  return g_async_queue_try_pop (self->news);
}

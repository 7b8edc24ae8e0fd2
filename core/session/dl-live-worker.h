/* The thread that owns a live simulation's state. It takes orders, works, and sends back pictures
 * and news; it shares nothing else with the main context. Private to DlLive. */
#pragma once

#include "dl-live.h"

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_LIVE_ORDER_SCENARIO, /* there is a new one: dl_live_worker_set_scenario */
  DL_LIVE_ORDER_RUN,
  DL_LIVE_ORDER_PAUSE,
  DL_LIVE_ORDER_STEP, /* by @cycles, and pause */
  DL_LIVE_ORDER_GRANT,
  DL_LIVE_ORDER_RESTART,
  DL_LIVE_ORDER_REPEAT,  /* the scenario's own run, and pause */
  DL_LIVE_ORDER_SPEED,   /* @cycles a second; 0: as fast as it goes */
  DL_LIVE_ORDER_STOP,    /* @cycles after the last edit, and pause; 0: nowhere */
  DL_LIVE_ORDER_WATCH,   /* @node */
  DL_LIVE_ORDER_FLIGHTS, /* @cycles: gboolean, whether pictures say where each packet is */
  DL_LIVE_ORDER_QUIT
} DlLiveOrderKind;

typedef enum
{
  DL_LIVE_EVENT_POINT,   /* @point */
  DL_LIVE_EVENT_RESTART, /* the earlier points are from a different run */
  DL_LIVE_EVENT_PAUSED,  /* without a request: a step has ended, or a deadlock */
  DL_LIVE_EVENT_PROBLEM  /* @problem, NULL when it is over */
} DlLiveEventKind;

typedef struct
{
  DlLiveEventKind kind;
  DlSimPoint point;
  char *problem;
} DlLiveEvent;

void dl_live_event_free (DlLiveEvent *event);

typedef struct _DlLiveWorker DlLiveWorker;

/* Starts the thread. */
DlLiveWorker *dl_live_worker_new (void);
/* Lets the thread end by itself; nothing is waited for. */
void dl_live_worker_free (DlLiveWorker *worker);

/* Later than all orders before. @cycles: also of DL_LIVE_ORDER_SPEED. */
void dl_live_worker_order (DlLiveWorker *worker, DlLiveOrderKind kind, double cycles, guint node);
/* The latest scenario counts; copied. */
void dl_live_worker_set_scenario (DlLiveWorker *worker, const DlScenario *scenario,
                                  guint64 generation);
/* All orders so far were carried out, and a picture of what came of them was sent. */
gboolean dl_live_worker_is_idle (DlLiveWorker *worker);

/* The latest picture if there is a new one, else NULL; valid until the next call. */
const DlLivePicture *dl_live_worker_fetch (DlLiveWorker *worker);
/* The next event, in order; NULL if there is none. Free with dl_live_event_free. */
DlLiveEvent *dl_live_worker_next_event (DlLiveWorker *worker);

/* The latest whole state from one thread to another: three slots of which the writer has one, the
 * reader one, and the third goes to and fro. Neither ever waits, and nothing is allocated. */

typedef struct
{
  gpointer slots[3]; /* the owner's, all alike */
  guint writing;     /* the slot the writer has */
  guint reading;     /* the slot the reader has */
  gint between;      /* atomic: the third slot, with DL_MAILBOX_FRESH if it was not read yet */
} DlMailbox;

#define DL_MAILBOX_FRESH 4

static inline void
dl_mailbox_init (DlMailbox *mailbox, gpointer a, gpointer b, gpointer c)
{
  *mailbox = (DlMailbox) { .slots = { a, b, c }, .writing = 0, .reading = 1, .between = 2 };
}

/* The writer's own slot; it holds some older state. */
static inline gpointer
dl_mailbox_writable (const DlMailbox *mailbox)
{
  return mailbox->slots[mailbox->writing];
}

/* Hand over what was filled. One that was not fetched meanwhile is lost. */
static inline void
dl_mailbox_post (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  while (!g_atomic_int_compare_and_exchange (&mailbox->between, before,
                                             (gint) mailbox->writing | DL_MAILBOX_FRESH))
    before = g_atomic_int_get (&mailbox->between);
  mailbox->writing = before & ~DL_MAILBOX_FRESH;
}

/* The latest state, valid until the next call; NULL if there is none that is newer than the one
 * fetched last. */
static inline gconstpointer
dl_mailbox_fetch (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  do
    {
      if (!(before & DL_MAILBOX_FRESH))
        return NULL;
      if (g_atomic_int_compare_and_exchange (&mailbox->between, before, (gint) mailbox->reading))
        break;
      before = g_atomic_int_get (&mailbox->between);
    }
  while (TRUE);
  mailbox->reading = before & ~DL_MAILBOX_FRESH;
  return mailbox->slots[mailbox->reading];
}

G_END_DECLS
